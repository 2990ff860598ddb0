//! The numbers of an evaluation, fitted to the results of games.
//!
//! Texel's tuning method (Peter Österlund, 2014): the expected result of a position is a logistic function of its static
//! evaluation, and the parameters are those with the least mean squared error over the positions of many games. The
//! gradient is measured by differences, so any evaluation that declares its parameters can be fitted, without code of
//! its own.

mod descent;
mod fit;
mod samples;

pub use fit::{FitError, FitOptions, Fitted, Progress, fit};
pub use samples::Samples;
