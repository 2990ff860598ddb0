//! The score of a match, and what it says of the difference in strength.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::GameRecord;

/// The 97.5 % point of the normal distribution: 95 % lie between it and its negative.
const Z95: f64 = 1.959_963_984_540_054;

/// Games counted as they finish, in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    /// Half points of pairs of which one game is finished, by pair.
    open: BTreeMap<u64, u8>,
}

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
    /// Lower end of the 95 % interval.
    pub elo_low: f64,
    /// Upper end of the 95 % interval.
    pub elo_high: f64,
    /// How the interval was computed.
    pub interval: Interval,
    /// The chance that the first engine is the stronger one.
    pub los: f64,
}

/// The score of a match from the first engine's side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Games finished.
    pub games: u64,
    /// Won by the first engine.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by the first engine.
    pub losses: u64,
    /// Finished pairs in which the first engine scored 0, 1/2, 1, 3/2 and 2.
    pub pairs: [u64; 5],
    /// From the pairs or, where no pair is finished, from single games.
    #[serde(flatten)]
    pub estimate: Estimate,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        let half_points = record.half_points();
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        match self.open.remove(&record.pair) {
            Some(other) => self.pairs[usize::from(half_points + other).min(4)] += 1,
            None => drop(self.open.insert(record.pair, half_points)),
        }
    }

    /// The score so far.
    pub fn summary(&self) -> Summary {
        let Self { wins, draws, losses, pairs, .. } = *self;
        let paired = pairs.iter().any(|&count| count > 0);
        let estimate = if paired { estimate(&pairs) } else { estimate(&[losses, draws, wins]) };
        Summary { games: wins + draws + losses, wins, draws, losses, pairs, estimate }
    }
}

/// The Elo difference that a mean score between 0 and 1 stands for (infinite at the ends).
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The Elo difference behind these counts, in ascending order of score from 0 to 1: of pairs
/// (five counts) or of single games (three: losses, draws, wins).
pub fn estimate(counts: &[u64]) -> Estimate {
    let number: u64 = counts.iter().sum();
    let total = number as f64;
    let top = counts.len().saturating_sub(1).max(1) as f64;
    let scores = || counts.iter().enumerate().map(|(i, &count)| (i as f64 / top, count as f64));
    let points: f64 = scores().map(|(score, count)| score * count).sum();
    let mean = points / total;
    let variance = scores().map(|(s, count)| count * (s - mean) * (s - mean)).sum::<f64>() / total;
    let error = (variance / total).sqrt();
    let (low, high) = (mean - Z95 * error, mean + Z95 * error);
    if number > 0 && variance > 0.0 && low > 0.0 && high < 1.0 {
        return Estimate {
            elo: elo_of_score(mean),
            elo_low: elo_of_score(low),
            elo_high: elo_of_score(high),
            interval: Interval::Normal,
            los: normal_cdf((mean - 0.5) / error),
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
    }
}

fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_error_bars_match_an_independent_calculator() {
        // Counts, Elo, half the width of the 95 % interval, likelihood of superiority.
        let cases: [(&[u64], f64, f64, f64); 6] = [
            (&[20, 110, 320, 130, 30], 11.395415, 11.690203, 0.97210257),
            (&[3, 40, 210, 60, 7], 15.210016, 12.50816, 0.99151631),
            (&[1, 5, 20, 9, 2], 28.23243, 46.623792, 0.88480442),
            (&[12, 88, 400, 115, 18], 10.70638, 9.642567, 0.985302),
            (&[30, 80, 90, 70, 25], -11.781992, 22.216043, 0.14878446),
            (&[150, 900, 3100, 950, 170], 2.96679, 3.614054, 0.94620032),
        ];
        for (counts, elo, half_width, los) in cases {
            let found = estimate(counts);
            assert_eq!(found.interval, Interval::Normal);
            assert!((found.elo - elo).abs() < 1e-4, "{counts:?}: {found:?}");
            let half = (found.elo_high - found.elo_low) / 2.0;
            assert!((half - half_width).abs() < 1e-4, "{counts:?}: {half}");
            assert!((found.los - los).abs() < 1e-6, "{counts:?}: {found:?}");
        }
    }

    #[test]
    fn clean_scores_have_finite_intervals_that_narrow_with_more_games() {
        let mut last = f64::INFINITY;
        for pairs in [1, 2, 10, 100, 1000] {
            let won = estimate(&[0, 0, 0, 0, pairs]);
            let lost = estimate(&[pairs, 0, 0, 0, 0]);
            assert_eq!(won.interval, Interval::Logit);
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
        assert!(equal.elo.abs() < 1e-9 && equal.elo_low < 0.0);
    }
}
