//! The sequential probability ratio test: whether a match may end.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::distribution::{Counted, with_mean, with_t_value};
use super::estimate::{deviations_of_nelo, games_together, score_of_elo};

/// The scale of the two hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo of the mean score.
    Logistic,
    /// Normalised Elo: the number of games that a test takes depends on it alone.
    #[default]
    Normalized,
}

/// A test of `elo1` against `elo0` that ends with error rates `alpha` and `beta`, at most about.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative hypothesis; above `elo0`.
    pub elo1: f64,
    /// The type I error rate: the chance to accept `elo1` where `elo0` is true; above 0, below 0.5.
    pub alpha: f64,
    /// The type II error rate: the chance to accept `elo0` where `elo1` is true; above 0, below 0.5.
    pub beta: f64,
    /// The scale of the differences.
    pub model: Model,
}

/// Why bounds make no test.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("elo1 ({elo1}) must be above elo0 ({elo0})")]
    Order {
        /// As given.
        elo0: f64,
        /// As given.
        elo1: f64,
    },
    /// An error rate.
    #[error("{name} must lie above 0 and below 0.5, and {value} does not")]
    Rate {
        /// Which.
        name: &'static str,
        /// As given.
        value: f64,
    },
    /// A difference that no score stands for.
    #[error("{name} must be a number between -1000 and 1000, and {value} is not")]
    Elo {
        /// Which.
        name: &'static str,
        /// As given.
        value: f64,
    },
    /// Words in the place of numbers.
    #[error("'{0}' is no test: write elo0,elo1 or elo0,elo1,alpha,beta, as in 0,5,0.05,0.05")]
    Form(String),
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// `elo1`: the change is accepted.
    Accepted,
    /// `elo0`: the change is rejected.
    Rejected,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SprtState {
    /// The log-likelihood ratio of `elo1` against `elo0`.
    pub llr: f64,
    /// At or below it `elo0` is accepted.
    pub lower: f64,
    /// At or above it `elo1` is accepted.
    pub upper: f64,
    /// The decision; None while more games are needed.
    pub decision: Option<Decision>,
}

impl Sprt {
    /// This is a test.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(self) -> Result<Self, SprtError> {
        for (name, value) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if value.is_nan() || value.abs() > 1000.0 {
                return Err(SprtError::Elo { name, value });
            }
        }
        if self.elo0 >= self.elo1 {
            return Err(SprtError::Order { elo0: self.elo0, elo1: self.elo1 });
        }
        for (name, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Rate { name, value });
            }
        }
        Ok(self)
    }

    /// The bounds of the log-likelihood ratio (Wald): at the lower one `elo0` is accepted, at the
    /// upper one `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` against `elo0` after these counts: of pairs (five) or of
    /// single games (three). Each hypothesis is represented by its likeliest distribution.
    pub fn llr(&self, counts: &[u64]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counted = Counted::regular(counts);
        let hypothesis = |elo: f64| match self.model {
            Model::Logistic => with_mean(&counted.atoms, score_of_elo(elo)),
            Model::Normalized => {
                let t = deviations_of_nelo(elo) * games_together(counts).sqrt();
                with_t_value(&counted.atoms, t)
            }
        };
        let (zero, one) = (hypothesis(self.elo0), hypothesis(self.elo1));
        let terms = counted.atoms.iter().zip(zero.iter().zip(&one));
        let mean: f64 = terms.map(|(atom, (zero, one))| atom.chance * (one / zero).ln()).sum();
        counted.number * mean + 0.0
    }

    /// Where the test stands after these counts.
    pub fn state(&self, counts: &[u64]) -> SprtState {
        let (lower, upper) = self.bounds();
        let llr = self.llr(counts);
        let decision = if llr >= upper {
            Some(Decision::Accepted)
        } else if llr <= lower {
            Some(Decision::Rejected)
        } else {
            None
        };
        SprtState { llr, lower, upper, decision }
    }
}

impl std::str::FromStr for Sprt {
    type Err = SprtError;

    /// `elo0,elo1`, or with `alpha,beta` behind; the model is normalised.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let form = || SprtError::Form(text.to_owned());
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|n| n.trim().parse()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.map_err(|_| form())?[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(form()),
        };
        Self { elo0, elo1, alpha, beta, model: Model::default() }.check()
    }
}

impl Display for Sprt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let unit = match self.model {
            Model::Logistic => "Elo",
            Model::Normalized => "normalised Elo",
        };
        write!(f, "{} against {} {unit}", self.elo1, self.elo0)?;
        write!(f, ", alpha {}, beta {}", self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_bounds_are_named() {
        for (text, error) in [
            ("5,0", "elo1 (0) must be above elo0 (5)"),
            ("0,5,0.7,0.05", "alpha must lie above 0 and below 0.5, and 0.7 does not"),
            ("0,5,0.05,nan", "beta must lie above 0 and below 0.5, and NaN does not"),
            ("0,inf", "elo1 must be a number between -1000 and 1000, and inf is not"),
            (
                "zero",
                "'zero' is no test: write elo0,elo1 or elo0,elo1,alpha,beta, as in 0,5,0.05,0.05",
            ),
        ] {
            assert_eq!(text.parse::<Sprt>().unwrap_err().to_string(), error);
        }
        let sprt: Sprt = "0,5".parse().unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944_438_979).abs() < 1e-9 && (upper - 2.944_438_979).abs() < 1e-9);
    }

    #[test]
    fn an_even_match_is_nearer_to_the_nearer_of_two_distant_bounds() {
        let even: [&[u64]; 3] = [&[5, 5, 6, 5, 5], &[2, 3, 20, 3, 2], &[10, 4, 10]];
        for counts in even {
            for distant in [100.0, 200.0, 400.0, 900.0] {
                for model in [Model::Logistic, Model::Normalized] {
                    let test = |elo0, elo1| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
                    let below = test(-distant, -distant / 2.0).llr(counts);
                    let above = test(distant / 2.0, distant).llr(counts);
                    assert!(below > 0.0, "{counts:?}, {distant} below, {model:?}: {below}");
                    assert!(above < 0.0, "{counts:?}, {distant} above, {model:?}: {above}");
                }
            }
        }
    }

    #[test]
    fn extreme_counts_have_finite_ratios() {
        for model in [Model::Logistic, Model::Normalized] {
            let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model };
            for counts in [[0; 5], [0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 0, 9, 0, 0]] {
                let llr = sprt.llr(&counts);
                assert!(llr.is_finite(), "{counts:?}");
            }
            assert!(sprt.llr(&[0, 0, 0, 0, 9]) > 0.0 && sprt.llr(&[9, 0, 0, 0, 0]) < 0.0);
        }
    }
}
