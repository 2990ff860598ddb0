//! Othello (Goro Hasegawa, 1971): stones that are shut in turn over, and more stones at the end win.

mod eval;
mod notation;
mod position;

pub use eval::{EvalParams, Evaluation};
pub use position::{Move, Position};
