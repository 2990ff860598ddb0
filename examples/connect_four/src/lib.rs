//! Connect Four: seven columns, six rows, four in a line win.

mod eval;
mod notation;
mod position;

pub use eval::{EvalParams, Evaluation};
pub use position::{Move, Position};
