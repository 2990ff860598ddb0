//! Intervals for the mean of few scores, which hold the truth however the scores are distributed.
//!
//! Between 0 and 1 the exact interval of a binomial share (Clopper and Pearson) has an extension to scores in between
//! (Gaffke 2005; Learned-Miller and Thomas 2019): its lower end is the 2.5 % point of the mean of the scores under random
//! weights, uniform among all that sum to 1, where one more score of 0 stands among those that were counted; its upper
//! end the 97.5 % point with one more score of 1. Where all scores are 0 or 1 that is Clopper and Pearson's.
//!
//! A mean under such weights is a ratio of sums of gamma variables. Its distribution is approximated by a saddlepoint
//! (Lugannani and Rice 1980), which is right to a thousandth or so even where one score was counted.

use super::distribution::scores;
use super::normal_cdf;

/// A score between 0 and 1, and the shape of the gamma variable that is its weight.
type Weighted = (f64, f64);

/// The chance that the weighted mean is at most `mean`.
fn chance_below(weights: &[Weighted], mean: f64) -> f64 {
    let terms = || weights.iter().map(|&(score, shape)| (score - mean, shape));
    let low = terms().map(|(away, _)| away).fold(f64::INFINITY, f64::min);
    let high = terms().map(|(away, _)| away).fold(f64::NEG_INFINITY, f64::max);
    if low >= 0.0 {
        return 0.0;
    }
    if high <= 0.0 {
        return 1.0;
    }
    // The saddlepoint: the zero of a rising function between two poles.
    let (mut left, mut right) = (1.0 / low, 1.0 / high);
    for _ in 0..100 {
        let middle = 0.5 * (left + right);
        let slope: f64 = terms().map(|(away, shape)| shape * away / (1.0 - middle * away)).sum();
        if slope < 0.0 { left = middle } else { right = middle }
    }
    let at = 0.5 * (left + right);
    let cumulant: f64 = terms().map(|(away, shape)| -shape * (1.0 - at * away).ln()).sum();
    let bend = |away: f64| away / (1.0 - at * away);
    let second: f64 = terms().map(|(away, shape)| shape * bend(away).powi(2)).sum();
    let w = (-2.0 * cumulant).max(0.0).sqrt().copysign(at);
    let density = |x: f64| (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
    if w.abs() < 1e-3 {
        // At the mean the formula is 0/0; this is its limit.
        let third: f64 = terms().map(|(away, shape)| 2.0 * shape * bend(away).powi(3)).sum();
        return 0.5 + third / second.powf(1.5) * density(0.0) / 6.0;
    }
    (normal_cdf(w) + density(w) * (1.0 / w - 1.0 / (at * second.sqrt()))).clamp(0.0, 1.0)
}

/// The mean below which the weighted mean lies with this chance.
fn quantile(weights: &[Weighted], chance: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if chance_below(weights, middle) < chance { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The counts with so much more of the least and of the greatest score.
fn with(counts: &[u64], least: f64, greatest: f64) -> Vec<Weighted> {
    let last = counts.len() - 1;
    let more = |index| {
        if index == 0 {
            least
        } else if index == last {
            greatest
        } else {
            0.0
        }
    };
    let shapes =
        scores(counts).enumerate().map(|(index, (score, count))| (score, count + more(index)));
    shapes.filter(|&(_, shape)| shape > 0.0).collect()
}

/// The 95 % interval of the mean score behind these counts (at least one), in ascending order of score from 0 to 1. Its
/// ends lie above 0 and below 1: where all scores are 1, and no upper end below 1 follows from them, it is that of
/// Jeffreys' prior.
pub(super) fn interval(counts: &[u64]) -> (f64, f64) {
    let total: u64 = counts.iter().sum();
    let tail = 0.025;
    let low =
        if counts[0] == total { beyond(total) } else { quantile(&with(counts, 1.0, 0.0), tail) };
    let all_won = counts.last() == Some(&total);
    let high =
        if all_won { 1.0 - beyond(total) } else { quantile(&with(counts, 0.0, 1.0), 1.0 - tail) };
    (low, high)
}

/// The 2.5 % point of a beta distribution with shapes 1/2 and so many and a half, which is so close to 0 that the
/// density's other factor is 1.
fn beyond(total: u64) -> f64 {
    let total = total as f64;
    let ln_beta = libm::lgamma(0.5) + libm::lgamma(total + 0.5) - libm::lgamma(total + 1.0);
    (0.025 * 0.5 * ln_beta.exp()).powi(2)
}

/// The chance that the mean score behind these counts is above 1/2.
pub(super) fn superiority(counts: &[u64]) -> f64 {
    1.0 - chance_below(&with(counts, 0.5, 0.5), 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_the_interval_of_clopper_and_pearson() {
        // Won all of n: the lower end is the nth root of 0.025.
        for pairs in [1, 2, 5, 10, 50, 1000] {
            let (low, high) = interval(&[0, 0, 0, 0, pairs]);
            let exact = 0.025_f64.powf(1.0 / pairs as f64);
            assert!((low - exact).abs() < 0.003, "{pairs}: {low}, exactly {exact}");
            assert!(high > 0.999 && high < 1.0);
        }
        // From tables: 3 of 10, 17 of 40.
        for (counts, exact) in
            [([7, 0, 0, 0, 3], (0.0667, 0.6525)), ([23, 0, 0, 0, 17], (0.2704, 0.5911))]
        {
            let (low, high) = interval(&counts);
            assert!(
                (low - exact.0).abs() < 0.002 && (high - exact.1).abs() < 0.002,
                "{counts:?}: {low} {high}"
            );
        }
    }

    #[test]
    fn both_sides_are_treated_alike() {
        for counts in [[1, 2, 3, 4, 5], [0, 0, 7, 0, 0], [3, 0, 0, 0, 0], [0, 1, 0, 0, 0]] {
            let mut turned = counts;
            turned.reverse();
            let ((low, high), (other_low, other_high)) = (interval(&counts), interval(&turned));
            assert!((low + other_high - 1.0).abs() < 1e-6 && (high + other_low - 1.0).abs() < 1e-6);
            assert!((superiority(&counts) + superiority(&turned) - 1.0).abs() < 1e-6);
        }
        assert!(superiority(&[0, 0, 0, 0, 10]) > 0.999);
    }
}
