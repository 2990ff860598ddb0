//! The difference in Elo, with its error bars.

use schemars::JsonSchema;
use serde::Serialize;

use super::distribution::scores;
use super::{exact, normal_cdf};

/// The 97.5 % point of the normal distribution: 95 % lie between it and its negative.
const Z95: f64 = 1.959_963_984_540_054;

/// So many pairs must have scored above the mean, and below it, for the normal interval. Fewer, and it holds the truth too
/// seldom (docs/decisions/0050-elo-intervals-of-few-games.md).
const ENOUGH: f64 = 30.0;

/// How an interval was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Interval {
    /// Mean score plus and minus 1.96 standard errors, turned into Elo.
    Normal,
    /// Where too few pairs scored above or below the mean for that: the exact one, which holds whatever the
    /// distribution of scores.
    Exact,
}

/// A difference in Elo, from the first engine's side, with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Estimate {
    /// The difference; always finite.
    pub elo: f64,
    /// Lower end of the 95 % interval; always finite.
    pub elo_low: f64,
    /// Upper end of the 95 % interval; always finite.
    pub elo_high: f64,
    /// How the interval was computed.
    pub interval: Interval,
    /// The chance that the first engine is the stronger one.
    pub los: f64,
    /// Normalised Elo: the mean score above 1/2, in standard deviations of one game, times
    /// 800/ln 10. None where all games or pairs scored the same but not 1/2.
    pub nelo: Option<f64>,
}

/// The Elo difference that a mean score between 0 and 1 stands for (infinite at the ends).
pub fn elo_of_score(score: f64) -> f64 {
    // Plus zero: not the negative zero of a logarithm.
    400.0 * (score / (1.0 - score)).log10() + 0.0
}

/// The mean score, between 0 and 1, that an Elo difference stands for.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How many standard deviations of one game are a normalised Elo difference.
pub(super) fn deviations_of_nelo(nelo: f64) -> f64 {
    nelo / (800.0 / std::f64::consts::LN_10)
}

/// The standard deviation of one game, in terms of that of a mean of the games that are counted
/// together: pairs (five counts) or single ones (three).
pub(super) fn games_together(counts: &[u64]) -> f64 {
    if counts.len() == 5 { 2.0 } else { 1.0 }
}

/// The Elo difference behind these counts, in ascending order of score from 0 to 1: of pairs
/// (five counts) or of single games (three: losses, draws, wins). None where nothing was counted.
pub fn estimate(counts: &[u64]) -> Option<Estimate> {
    let total = counts.iter().sum::<u64>() as f64;
    if total == 0.0 {
        return None;
    }
    let points: f64 = scores(counts).map(|(score, count)| score * count).sum();
    let mean = points / total;
    let square = |(score, count): (f64, f64)| count * (score - mean) * (score - mean);
    let variance = scores(counts).map(square).sum::<f64>() / total;
    let error = (variance / total).sqrt();
    let deviation = (variance * games_together(counts)).sqrt();
    let nelo = if deviation > 0.0 {
        Some((mean - 0.5) / deviation * 800.0 / std::f64::consts::LN_10)
    } else {
        (mean == 0.5).then_some(0.0)
    };
    let sum = |counted: &dyn Fn(f64) -> bool| -> f64 {
        scores(counts).filter(|&(score, _)| counted(score)).map(|(_, count)| count).sum()
    };
    let fewer = sum(&|score| score > mean).min(sum(&|score| score < mean));
    let (low, high) = (mean - Z95 * error, mean + Z95 * error);
    if fewer >= ENOUGH && low > 0.0 && high < 1.0 {
        return Some(Estimate {
            elo: elo_of_score(mean),
            elo_low: elo_of_score(low),
            elo_high: elo_of_score(high),
            interval: Interval::Normal,
            los: normal_cdf((mean - 0.5) / error),
            nelo,
        });
    }
    let (low, high) = exact::interval(counts);
    // Where everything was won or lost, half a pair stands for what was not seen.
    let shown = if mean > 0.0 && mean < 1.0 { mean } else { (points + 0.5) / (total + 1.0) };
    Some(Estimate {
        elo: elo_of_score(shown),
        elo_low: elo_of_score(low),
        elo_high: elo_of_score(high),
        interval: Interval::Exact,
        los: exact::superiority(counts),
        nelo,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_scores_have_finite_intervals_that_narrow_with_more_games() {
        let mut last = f64::NEG_INFINITY;
        for pairs in [1, 2, 10, 100, 1000] {
            let won = estimate(&[0, 0, 0, 0, pairs]).unwrap();
            let lost = estimate(&[pairs, 0, 0, 0, 0]).unwrap();
            assert_eq!((won.interval, won.nelo), (Interval::Exact, None));
            assert!(won.elo_high.is_finite() && won.elo_low < won.elo && won.elo < won.elo_high);
            assert!(
                (won.elo + lost.elo).abs() < 1e-9 && (won.elo_low + lost.elo_high).abs() < 1e-6
            );
            assert!(won.elo_low > last, "more games say more");
            last = won.elo_low;
        }
        // An exact binomial on pairs has +140 at ten of ten.
        let ten = estimate(&[0, 0, 0, 0, 10]).unwrap();
        assert!((ten.elo_low - 140.2).abs() < 5.0, "{ten:?}");
        assert_eq!((estimate(&[0; 5]), estimate(&[0; 3])), (None, None), "no games, no estimate");
        let equal = estimate(&[0, 0, 7, 0, 0]).unwrap();
        assert!(equal.elo.abs() < 1e-9 && equal.elo_low < 0.0 && equal.nelo == Some(0.0));
        assert!((equal.los - 0.5).abs() < 1e-9);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-700.0, -3.5, 0.0, 12.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }
}
