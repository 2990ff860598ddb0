//! Who has blocked whom. All of it is in memory: it is asked for each line of a chat and each reader of it.

use std::collections::{HashMap, HashSet};
use std::sync::{PoisonError, RwLock};

/// Blocks that one member may have.
pub const MOST: usize = 500;

/// Who has blocked whom, by the keys of members.
#[derive(Debug, Default)]
pub struct Blocks(RwLock<HashMap<String, HashSet<String>>>);

impl Blocks {
    /// As they are kept: who blocks, and whom.
    pub fn of(kept: Vec<(String, String)>) -> Self {
        let mut blocks: HashMap<String, HashSet<String>> = HashMap::new();
        for (who, other) in kept {
            blocks.entry(who).or_default().insert(other);
        }
        Self(RwLock::new(blocks))
    }

    /// That member has blocked the other.
    pub fn has(&self, who: &str, other: &str) -> bool {
        // The map is whole between any two of its calls, so a panic elsewhere does not spoil it.
        let blocks = self.0.read().unwrap_or_else(PoisonError::into_inner);
        blocks.get(who).is_some_and(|of| of.contains(other))
    }

    /// One of the two has blocked the other.
    pub fn part(&self, one: &str, other: &str) -> bool {
        self.has(one, other) || self.has(other, one)
    }

    /// How many that member has blocked.
    pub fn count(&self, who: &str) -> usize {
        let blocks = self.0.read().unwrap_or_else(PoisonError::into_inner);
        blocks.get(who).map_or(0, HashSet::len)
    }

    /// Notes what was kept.
    pub fn set(&self, who: &str, other: &str, on: bool) {
        let mut blocks = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if on {
            blocks.entry(who.to_owned()).or_default().insert(other.to_owned());
        } else if let Some(of) = blocks.get_mut(who) {
            of.remove(other);
            if of.is_empty() {
                blocks.remove(who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Blocks;

    #[test]
    fn a_block_is_of_one_and_parts_both() {
        let blocks = Blocks::of(vec![("a".to_owned(), "b".to_owned())]);
        assert!(blocks.has("a", "b") && !blocks.has("b", "a"));
        assert!(blocks.part("b", "a") && blocks.part("a", "b") && !blocks.part("a", "c"));
        blocks.set("a", "b", false);
        assert!(!blocks.part("a", "b") && blocks.count("a") == 0);
        blocks.set("c", "a", true);
        assert_eq!(blocks.count("c"), 1);
    }
}
