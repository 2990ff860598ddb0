//! Breakthrough (Dan Troyka, 2000): two rows of pawns a side, and the first on the far rank wins.

mod eval;
mod notation;
mod position;

pub use eval::{EvalParams, Evaluation};
pub use position::{Move, Position};
