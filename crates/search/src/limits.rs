//! The limits of a search.

use std::time::Duration;

/// A clock with increment, as the players see it. Times are what is left, by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left, first side and second side.
    pub remaining: [Duration; 2],
    /// Time added after each turn.
    pub increment: [Duration; 2],
    /// Turns until more time comes; None where the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search; the first one reached ends it. With no limit at all it runs until it
/// is stopped or the result is proven.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// Nodes (positions reached by a move made, quiescence included).
    pub nodes: Option<u64>,
    /// Look at every move once, to the end of the first iteration, whatever `nodes` says.
    pub every_move: bool,
    /// Time for this turn.
    pub move_time: Option<Duration>,
    /// A clock, from which the search takes its own share.
    pub clock: Option<Clock>,
    /// Time kept back of the clock for the work outside the search.
    pub overhead: Duration,
    /// Search on until stopped, even where the result is proven.
    pub infinite: bool,
    /// Do not count time until the ponder hit.
    pub ponder: bool,
    /// Once a win or loss is proven, find its exact distance: the shortest win, the longest
    /// defence. (In play a proven win is good enough.)
    pub prove_distance: bool,
    /// End once a win in at most so many plies is proven.
    pub win_within: Option<u32>,
    /// How many best lines to find, from 1; 0 counts as 1.
    pub multi_pv: usize,
    /// Report the result alone, and not how full the table is: for games of many short searches.
    pub quiet: bool,
}
