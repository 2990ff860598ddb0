//! Parts of a room beside its game: hints, pondering, and its report.

use std::collections::{BTreeMap, HashMap};

use engine::Info;

use crate::protocol::study::Judged;
use crate::protocol::{Pondering as PonderingState, Score};
use crate::searches::{SearchHandle, put_line};

/// The turns hinted in the position, and the results of the search for the next hint.
#[derive(Default)]
pub struct Hints {
    pub(super) given: Vec<String>,
    /// The newest report on each line.
    pub(super) lines: BTreeMap<usize, Info>,
}

impl Hints {
    pub(super) fn update(&mut self, reports: Vec<Info>) {
        for report in reports {
            put_line(&mut self.lines, report);
        }
    }
}

/// Pondering under way.
pub struct Pondering {
    pub(super) number: u64,
    pub(super) queued: bool,
    pub(super) handle: SearchHandle,
}

impl Pondering {
    pub(super) fn state(&self) -> PonderingState {
        PonderingState { queued: self.queued }
    }
}

/// A judgement under way.
pub struct Running {
    pub(super) ply: usize,
    pub(super) number: u64,
    pub(super) second: Option<Score>,
    pub(super) _handle: SearchHandle,
}

/// The evaluations so far, by position, and the one under way.
pub struct Report {
    pub(super) judged: HashMap<String, Judged>,
    pub(super) running: Option<Running>,
    pub(super) begun: u64,
}

impl Report {
    pub fn new(judged: Vec<(String, Judged)>) -> Self {
        Self { judged: judged.into_iter().collect(), running: None, begun: 0 }
    }

    /// Ends the judgement under way; what was found stays.
    pub fn stop(&mut self) {
        self.running = None;
    }
}
