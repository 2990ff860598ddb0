//! Matches that programs of another server's protocol created, and that wait for their second player. They live in
//! memory: after a restart a match is created anew.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many wait; an older one makes way.
const WAITING: usize = 1000;

/// The ids of the matches, each with the word that gives its free seat.
#[derive(Default)]
pub struct Matches(Mutex<VecDeque<(String, String)>>);

impl Matches {
    fn open(&self) -> MutexGuard<'_, VecDeque<(String, String)>> {
        // The list is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a match.
    pub fn add(&self, id: String, word: String) {
        let mut open = self.open();
        if open.len() >= WAITING {
            open.pop_front();
        }
        open.push_back((id, word));
    }

    /// The word that gives the free seat of a match.
    pub fn word(&self, id: &str) -> Option<String> {
        self.open().iter().find(|(other, _)| other == id).map(|(_, word)| word.clone())
    }

    /// Forgets a match whose seats are taken.
    pub fn remove(&self, id: &str) {
        self.open().retain(|(other, _)| other != id);
    }
}
