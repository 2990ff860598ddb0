//! The next games to play: those of the schedule, a few ahead of the workers.

use std::collections::BTreeSet;

use super::schedule::{Key, Results, Slot};
use super::{Format, Tournament};

/// Games that wait or are under way, at most: so many that workers do not run out of short games while others
/// are stored.
const MOST: usize = 2_048;

/// The next games to play.
#[derive(Default)]
pub(super) struct Feed {
    /// The rest of the schedule, as it was when it was last looked at; None before.
    rest: Option<Box<dyn Iterator<Item = Slot>>>,
    /// How many results there were then.
    looked_at: usize,
    /// Games that were given out and have no result.
    under_way: BTreeSet<Key>,
}

impl Feed {
    /// The next game that has no result and was not given out; None where more results are needed first.
    pub(super) fn next(&mut self, tournament: &Tournament, results: &Results) -> Option<Slot> {
        loop {
            if let Some(rest) = &mut self.rest {
                let under_way = &self.under_way;
                let is_new = |key: &Key| !results.contains_key(key) && !under_way.contains(key);
                if let Some(slot) = rest.find(|slot| is_new(&slot.key)) {
                    self.under_way.insert(slot.key);
                    return Some(slot);
                }
                // Where rounds follow from results, these may have made more games known.
                let by_rounds =
                    matches!(tournament.config().format, Format::Swiss | Format::Knockout);
                if !by_rounds || self.looked_at == results.len() {
                    return None;
                }
            }
            self.looked_at = results.len();
            self.rest = Some(Box::new(tournament.schedule(results).slots()));
        }
    }

    /// A game has its result.
    pub(super) fn done(&mut self, key: Key) {
        self.under_way.remove(&key);
    }

    /// No game waits or is under way.
    pub(super) fn is_idle(&self) -> bool {
        self.under_way.is_empty()
    }

    /// Enough games wait.
    pub(super) fn is_full(&self) -> bool {
        self.under_way.len() >= MOST
    }
}
