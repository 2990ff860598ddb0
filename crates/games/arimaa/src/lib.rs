//! Arimaa: its rules, notation and evaluation.
//!
//! - [`Position`]: the rules on bitboards; a move of it is a step, a turn has up to four.
//! - [`Move`], [`Action`]: a step, the end of a turn, or a placement of the set-up, in 16 bits.
//! - [`Evaluation`], [`EvalParams`]: the static evaluation and its numbers.
//! - [`captures()`]: captures at the traps, seen without a search.
//! - [`board`]: sets of squares, and what stands on them.
//! - [`record`]: games as text.
//!
//! The rules, their sources and the notation are in `docs/games/arimaa.md`.

pub mod board;
mod captures;
mod defence;
mod draw;
mod eval;
mod explain;
mod features;
mod forcing;
mod goal;
mod material;
mod moves;
mod notation;
mod order;
mod params;
mod position;
pub mod record;
mod rules;
mod setups;
mod steps;
mod terms;
mod turn_text;
mod turns;

pub use captures::{Capture, captures};
pub use eval::{EvalState, Evaluation};
pub use features::PiecesAndTraps;
pub use moves::{Action, Move};
pub use params::EvalParams;
pub use position::{Position, STEPS};
pub use rules::{GOAL_REACHED, IMMOBILISED, NO_RABBITS};
pub use setups::SETUPS;
pub use turns::{TurnCounts, board_hash};

impl Position {
    /// A set-up of the book for the side to move, by seed; None where nothing is to be set up.
    pub fn book_setup(&self, seed: u64) -> Option<game::Turn<Self>> {
        setups::choose(self, seed)
    }
}
