//! Matches that programs of another server's protocol created: which of them wait for their second player, and how the
//! programs call themselves. They live in memory: after a restart a match is created anew.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many are known; an older one makes way.
const KNOWN: usize = 5000;
/// Letters of a name that are kept.
const NAME: usize = 30;

struct Known {
    id: String,
    /// The word that gives the free seat, while it is free.
    word: Option<String>,
    /// How the programs call themselves, in the order of the sides.
    names: [Option<String>; 2],
}

/// The matches.
#[derive(Default)]
pub struct Matches(Mutex<VecDeque<Known>>);

/// A name as plain text of a bounded length; none where nothing is left of it.
fn plain(name: &str) -> Option<String> {
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(NAME).collect();
    Some(name).filter(|name| !name.is_empty())
}

impl Matches {
    fn known(&self) -> MutexGuard<'_, VecDeque<Known>> {
        // The list is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a match that waits, with the place and the name of who created it.
    pub fn add(&self, id: String, word: String, place: usize, name: &str) {
        let mut known = self.known();
        if known.len() >= KNOWN {
            known.pop_front();
        }
        let mut names = [None, None];
        if let Some(own) = names.get_mut(place) {
            *own = plain(name);
        }
        known.push_back(Known { id, word: Some(word), names });
    }

    /// The word that gives the free seat of a match.
    pub fn word(&self, id: &str) -> Option<String> {
        self.known().iter().find(|known| known.id == id)?.word.clone()
    }

    /// The seats of a match are taken; the name of who came.
    pub fn taken(&self, id: &str, name: &str) {
        if let Some(known) = self.known().iter_mut().find(|known| known.id == id) {
            known.word = None;
            if let Some(free) = known.names.iter_mut().find(|name| name.is_none()) {
                *free = plain(name);
            }
        }
    }

    /// How the programs of a match call themselves.
    pub fn names(&self, id: &str) -> [Option<String>; 2] {
        let known = self.known();
        known
            .iter()
            .find(|known| known.id == id)
            .map(|known| known.names.clone())
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{KNOWN, Matches};

    #[test]
    fn a_match_waits_until_its_seat_is_taken_and_old_ones_make_way() {
        let matches = Matches::default();
        matches.add("a".to_owned(), "word".to_owned(), 1, "Omega\u{1b}[2J");
        assert_eq!(matches.word("a").as_deref(), Some("word"));
        matches.taken("a", &"x".repeat(100));
        assert_eq!(matches.word("a"), None);
        assert_eq!(matches.names("a"), [Some("x".repeat(30)), Some("Omega[2J".to_owned())]);
        for number in 0..KNOWN {
            matches.add(number.to_string(), "word".to_owned(), 0, "");
        }
        assert_eq!(matches.names("a"), [None, None]);
    }
}
