//! The numbers of an evaluation, fitted to the results of games.
//!
//! The expected result of a position is taken for a logistic function of its static evaluation, as in the rating of
//! players; the parameters are moved so that the squared error over the positions of many games becomes least. The
//! method is known as Texel's tuning method (Peter Österlund, 2014). The slopes of the evaluation by each parameter are
//! measured by differences, so that any evaluation can be fitted that declares its parameters, without code of its own.

mod descent;
mod fit;
mod samples;

pub use fit::{FitError, FitOptions, Fitted, Progress, fit};
pub use samples::Samples;
