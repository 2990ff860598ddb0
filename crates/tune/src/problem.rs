//! The problem that a method solves: declared numbers, and a measure of how good values of them
//! are.

use arena::seeds::mix;
use engine::ParamInfo;
use serde::{Deserialize, Serialize};

use crate::linear::Slopes;

/// A number to be tuned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name, as the engine takes it.
    pub name: String,
    /// The value to begin with.
    pub start: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// A change that is worth a trial.
    pub step: i32,
}

impl From<&ParamInfo> for Parameter {
    fn from(info: &ParamInfo) -> Self {
        let ParamInfo { name, start, min, max, step, .. } = info;
        Self { name: name.clone(), start: *start, min: *min, max: *max, step: (*step).max(1) }
    }
}

impl Parameter {
    /// The nearest value within its range.
    pub fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.min.into(), self.max.into())
    }
}

/// Samples that values of the parameters predict more or less well.
pub trait SampleProblem: Sync {
    /// The parameters.
    fn parameters(&self) -> &[Parameter];

    /// The mean squared errors over the samples to learn from and over those held back.
    fn errors(&self, values: &[i32]) -> [f64; 2];

    /// How far chance may have moved the error over the samples held back in the way from one choice of values to another:
    /// half the width of the interval of 95 % of that change, the samples of one game taken together. None where that is
    /// not known.
    fn error_bar(&self, from: &[i32], to: &[i32]) -> Option<f64>;

    /// How the prediction of each sample to learn from depends on the parameters near these values.
    ///
    /// # Errors
    /// If it was stopped.
    fn slopes(&self, values: &[i32]) -> Result<Slopes, Halt>;
}

/// Engines that differ in their parameters and can play each other.
pub trait MatchProblem: Sync {
    /// The parameters.
    fn parameters(&self) -> &[Parameter];

    /// Sets of parameters that only some starts exercise, each by the places of its members.
    fn sets(&self) -> &[Vec<usize>];

    /// Plays pairs of games, of which both begin alike and sides change.
    ///
    /// # Errors
    /// If it was stopped, or a game cannot be played.
    fn play(&self, meeting: Meeting, first: &[i32], second: &[i32]) -> Result<Score, Halt>;
}

/// Which games are to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The seed of the starts.
    pub seed: u64,
    /// How many pairs.
    pub pairs: u32,
    /// Only starts that exercise the set of this number.
    pub set: Option<usize>,
}

/// The games of a meeting, from the first engine's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// How many games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Games won less games lost.
    pub fn lead(self) -> f64 {
        self.wins as f64 - self.losses as f64
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Why a step was not made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Halt {
    /// It was asked to stop; the step can be made again.
    #[error("it was stopped")]
    Stopped,
    /// It cannot go on; in words.
    #[error("{0}")]
    Failed(String),
}

/// A number of at least 0 and below 1 that depends on all three.
pub(crate) fn chance(seed: u64, index: u64, which: u64) -> f64 {
    // 53 bits, as many as a number with a point holds.
    (mix(mix(seed, index), which) >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number of normal distribution (Box and Muller), mean 0 and deviation 1.
pub(crate) fn normal(seed: u64, index: u64, which: u64) -> f64 {
    let (one, other) = (chance(seed, index, 2 * which), chance(seed, index, 2 * which + 1));
    (-2.0 * (1.0 - one).ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}
