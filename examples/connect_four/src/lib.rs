//! Connect Four, the game that `docs/new-game.md` adds step by step.

mod eval;
mod notation;
mod position;

pub use eval::{EvalParams, Evaluation};
pub use position::{Move, Position};
