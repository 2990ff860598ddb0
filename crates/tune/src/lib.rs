//! The numbers of engines, tuned by games, and the games that they are tuned by.
//!
//! - [`data`]: stored games, and [`selfplay`], which makes them.
//! - [`Run`]: a run of a [`Method`] on a [`Problem`], step by step, which can be stored and go on.
//! - [`Film`]: a run as it is shown; [`tunings`]: those of a data folder.
//! - [`Prediction`]: the problem of an evaluation that is to predict results and scores of [`Samples`].
//! - [`Ordering`]: the problem of an order of moves that is to predict the [`Choices`] of games.
//! - [`npz`]: networks and samples as NumPy knows them.
//! - [`Matches`]: the problem of an engine that is to win against others with other parameters.

mod choices;
mod contest;
pub mod data;
mod error_bar;
mod explore;
mod film;
mod genetic;
mod gradient;
mod linear;
mod local;
mod matches;
pub mod npz;
mod playout;
mod problem;
#[cfg(test)]
mod random_games;
mod run;
mod samples;
pub mod selfplay;
mod slopes;
mod spsa;
mod train;
pub mod tunings;

pub use choices::{Choices, Found, Ordering};
pub use contest::Contest;
pub use explore::resignations;
pub use film::{About, Facts, Film, Generations, Learned as LearnedGeneration};
pub use genetic::GeneticOptions;
pub use gradient::GradientOptions;
pub use linear::{Column, Part, Slopes};
pub use matches::Matches;
pub use playout::PlayoutOptions;
pub use problem::{Halt, MatchProblem, Meeting, Parameter, SampleProblem, Score};
pub use run::{Method, Point, Problem, Run};
pub use samples::{Prediction, Samples, SamplesError, Which};
pub use slopes::Measuring;
pub use spsa::SpsaOptions;
pub use train::{CheckpointError, Epoch, Learned, Schedule, StartError, Training, TrainingNote};
