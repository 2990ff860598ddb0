//! Small networks as static evaluations, for any game that says what they see ([`game::Features`]).
//!
//! - [`Network`]: shape, weights and recipe, and the file that they are kept in.
//! - [`NetworkEvaluator`]: the evaluation of a network, updated from move to move.
//! - [`Chosen`]: the hand-made evaluation of a game or a network, whichever is asked for.
//!
//! A network has one hidden layer for each side's view, from the same weights, with squared clipped activation, and one
//! output for each bucket of positions. All of its arithmetic is in whole numbers, so that a score is the same on every
//! machine. The form is the usual one of efficiently updatable networks (Yu Nasu, 2018, and what chess engines made of it).

mod average;
mod chosen;
mod evaluator;
mod file;
mod forward;
mod network;

pub use average::AverageError;
pub use chosen::{Chosen, ChosenParams, ChosenState};
pub use evaluator::{Accumulators, NetworkEvaluator, NetworkParams};
pub use file::FileError;
pub use network::{FIRST_SCALE, Network, OUTPUT_SCALE, Shape, ShapeError};
