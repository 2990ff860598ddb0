//! Estimates of the difference in strength from the games of a match.
//!
//! Counts stand in ascending order of score: three for single games (lost, drawn, won), five for
//! pairs of games (0, 1/2, 1, 3/2, 2 points). With the method's sources, in `docs/arena.md`.

mod distribution;
mod estimate;
mod exact;
mod sprt;
mod tally;

pub use estimate::{Estimate, Interval, elo_of_score, estimate, score_of_elo};
pub use sprt::{Decision, Model, Sprt, SprtError, SprtState};
pub(crate) use tally::RunningTest;
pub use tally::{OpeningsDecide, Summary, Tally};

/// The distribution function of the standard normal distribution.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}
