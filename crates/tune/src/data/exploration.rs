//! How games are played from which a policy is learned.

use engine::{Score, Verdict};
use serde::{Deserialize, Serialize};

use crate::linear::expected;

/// In the place of a score that is not known.
pub const UNKNOWN: i16 = i16::MIN;

/// How a tree search explores in games against itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exploration {
    /// Playouts of a search that is learned from.
    pub visits: u32,
    /// Playouts of any other.
    pub quick_visits: u32,
    /// How many of a hundred searches are learned from.
    pub learned_percent: u32,
    /// The share of noise in the priors of the root where a search is learned from, in hundredths, and its concentration.
    pub noise: [u32; 2],
    /// So many turns are drawn in proportion to their visits; later ones are those of the most visits.
    pub drawn_turns: usize,
    /// A side resigns whose expected result was lower in its last two turns, in hundredths; 0 for never.
    pub resign_below: u32,
    /// One game in so many is played on, to see how often that is right.
    pub checked: u64,
    /// The points of a score of which the expected result is 0.73.
    pub points: i32,
}

impl Exploration {
    /// This game is played on where a side would resign.
    pub fn is_checked(&self, number: u64) -> bool {
        number % self.checked.max(1) == self.checked.max(1) - 1
    }

    /// True if the side that made the last turn resigns, by the scores of all turns so far.
    pub fn resigns(&self, scores: &[i16]) -> bool {
        let low = |back: usize| {
            let score = scores.len().checked_sub(back).map(|at| scores[at]);
            score.filter(|&score| score != UNKNOWN).is_some_and(|score| {
                match Score::from_raw(score.into()).verdict() {
                    Verdict::Points(points) => {
                        expected(points.into(), self.points.into())
                            < f64::from(self.resign_below) / 100.0
                    }
                    Verdict::Win { .. } => false,
                    Verdict::Loss { .. } => true,
                }
            })
        };
        self.resign_below > 0 && low(1) && low(3)
    }
}
