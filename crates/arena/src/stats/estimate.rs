//! The difference in Elo, with its error bars.

use serde::Serialize;

use super::distribution::scores;
use super::normal_cdf;

/// The 97.5 % point of the normal distribution: 95 % lie between it and its negative.
const Z95: f64 = 1.959_963_984_540_054;

/// How an interval was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Interval {
    /// Mean score plus and minus 1.96 standard errors, turned into Elo.
    Normal,
    /// Where that one is infinite, or all pairs scored the same: on the scale of log-odds, half
    /// a pair added to the wins and to the losses (Haldane and Anscombe).
    Logit,
}

/// A difference in Elo, from the first engine's side, with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
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
/// (five counts) or of single games (three: losses, draws, wins).
pub fn estimate(counts: &[u64]) -> Estimate {
    let total = counts.iter().sum::<u64>() as f64;
    let points: f64 = scores(counts).map(|(score, count)| score * count).sum();
    let mean = if total > 0.0 { points / total } else { 0.5 };
    let square = |(score, count): (f64, f64)| count * (score - mean) * (score - mean);
    let variance = scores(counts).map(square).sum::<f64>() / total.max(1.0);
    let error = (variance / total.max(1.0)).sqrt();
    let deviation = (variance * games_together(counts)).sqrt();
    let nelo = if deviation > 0.0 {
        Some((mean - 0.5) / deviation * 800.0 / std::f64::consts::LN_10)
    } else {
        (mean == 0.5).then_some(0.0)
    };
    let (low, high) = (mean - Z95 * error, mean + Z95 * error);
    if variance > 0.0 && low > 0.0 && high < 1.0 {
        return Estimate {
            elo: elo_of_score(mean),
            elo_low: elo_of_score(low),
            elo_high: elo_of_score(high),
            interval: Interval::Normal,
            los: normal_cdf((mean - 0.5) / error),
            nelo,
        };
    }
    let (won, lost) = (points + 0.5, total - points + 0.5);
    let (log_odds, error) = ((won / lost).ln(), (1.0 / won + 1.0 / lost).sqrt());
    let elo = |log_odds: f64| log_odds * 400.0 / std::f64::consts::LN_10;
    Estimate {
        elo: elo(log_odds),
        elo_low: elo(log_odds - Z95 * error),
        elo_high: elo(log_odds + Z95 * error),
        interval: Interval::Logit,
        los: normal_cdf(log_odds / error),
        nelo,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_scores_have_finite_intervals_that_narrow_with_more_games() {
        let mut last = f64::INFINITY;
        for pairs in [1, 2, 10, 100, 1000] {
            let won = estimate(&[0, 0, 0, 0, pairs]);
            let lost = estimate(&[pairs, 0, 0, 0, 0]);
            assert_eq!((won.interval, won.nelo), (Interval::Logit, None));
            assert!(won.elo_high.is_finite() && won.elo_low < won.elo && won.elo < won.elo_high);
            assert!(
                (won.elo + lost.elo).abs() < 1e-9 && (won.elo_low + lost.elo_high).abs() < 1e-9
            );
            assert!(won.elo_high - won.elo_low < last);
            last = won.elo_high - won.elo_low + 1e-9;
        }
        let none = estimate(&[0, 0, 0, 0, 0]);
        assert!(none.elo == 0.0 && none.elo_low.is_finite() && none.elo_high.is_finite());
        let equal = estimate(&[0, 0, 7, 0, 0]);
        assert!(equal.elo.abs() < 1e-9 && equal.elo_low < 0.0 && equal.nelo == Some(0.0));
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-700.0, -3.5, 0.0, 12.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }
}
