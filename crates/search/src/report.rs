//! The request for a search, and its reports.

use std::time::Duration;

use game::{Position, Score};

use crate::driver::Driver;
use crate::limits::Limits;
use crate::root::RootMove;
use crate::shared::Control;
use crate::stats::Counters;

/// How a search stands, or ended.
#[derive(Clone, Debug)]
pub struct Report<P: Position> {
    /// Nominal depth, in plies.
    pub depth: i32,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// True if the iteration of this depth is complete.
    pub complete: bool,
    /// The root's moves, the best first. As many as lines were asked for have been searched to
    /// an own score, and have a line.
    pub moves: Vec<RootMove<P>>,
    /// How many of `moves`, from the first, are the best lines asked for.
    pub lines: usize,
    /// Nodes of all threads: positions reached by a move made, quiescence included, proofs not.
    pub nodes: u64,
    /// Nodes in proofs that a win is the shortest (a defence the longest), which `nodes` does not include.
    pub proof_nodes: u64,
    /// Nodes in quiescence, of the reporting thread (of all threads in the last report).
    pub quiescence_nodes: u64,
    /// How often the endgame tables knew a position, root moves included.
    pub table_hits: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// True if all scores asked for are proven and no shorter win (longer defence) exists.
    pub settled: bool,
}

impl<P: Position> Report<P> {
    /// The best move; None in a finished position.
    pub fn best(&self) -> Option<&RootMove<P>> {
        self.moves.first()
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct Outcome<P: Position> {
    /// The last report.
    pub report: Report<P>,
    /// The counts of all threads.
    pub counters: Option<Counters>,
}

/// The start of a search, and its settings.
pub struct Job<'a, P: Position> {
    /// The position to search.
    pub root: P,
    /// The repetition keys of the game's earlier positions since the last irreversible move.
    pub game_keys: &'a [u64],
    /// Score repetitions as draws: the referee does.
    pub repetition_draw: bool,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The root's moves to search; all if empty.
    pub only: &'a [P::Move],
    /// Which windows to use.
    pub driver: Driver,
    /// To stop it.
    pub control: &'a Control,
    /// The time since the search began.
    pub now: &'a (dyn Fn() -> Duration + Sync),
    /// The time for which the processor worked for the thread that asks; None where that is not known. A search
    /// under a clock that had to wait for the processor thinks on while the clock allows it.
    pub processor: Option<&'a (dyn Fn() -> Duration + Sync)>,
    /// Called with each root move that a long search turns to, with its number from 1.
    pub current: Option<&'a (dyn Fn(P::Move, usize) + Sync)>,
    /// The depth and score of an earlier search of the same position by the same searcher, from
    /// which to go on.
    pub resume: Option<(i32, Score)>,
}
