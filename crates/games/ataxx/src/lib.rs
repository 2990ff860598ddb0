//! Ataxx: its rules, notation and evaluation.
//!
//! - [`Position`]: the rules on bitboards of 49 squares, any of them blocked.
//! - [`Move`]: a clone, a jump or a forced pass, in 16 bits.
//! - [`Evaluation`], [`EvalParams`]: the static evaluation and its numbers.
//! - [`Blocks`]: what a network sees of a position.
//! - [`board`]: sets of squares, and what lies near them.
//!
//! The rules, their sources and the notation are in `docs/games/ataxx.md`.

pub mod board;
mod count;
mod draw;
mod eval;
mod features;
mod moves;
mod notation;
mod params;
mod position;
mod start;

pub use eval::Evaluation;
pub use features::Blocks;
pub use moves::Move;
pub use notation::square_name;
pub use params::EvalParams;
pub use position::{CLOCK_LIMIT, Position};
pub use start::LAYOUTS;
