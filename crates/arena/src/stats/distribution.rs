//! Distributions over the scores of a game or a pair, and the likeliest of them under a constraint.

/// In the place of a count of zero, so that every score has some chance. Small enough not to show in
/// four digits where the counts are not tiny.
const NOT_SEEN: f64 = 1e-3;

/// A score between 0 and 1, and how likely it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Atom {
    pub(super) score: f64,
    pub(super) chance: f64,
}

/// The counts, as a distribution.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) number: f64,
    pub(super) atoms: Vec<Atom>,
}

/// Scores that counts stand for: 0 to 1 in equal steps.
pub(super) fn scores(counts: &[u64]) -> impl Iterator<Item = (f64, f64)> {
    let top = counts.len().saturating_sub(1).max(1) as f64;
    counts.iter().enumerate().map(move |(index, &count)| (index as f64 / top, count as f64))
}

impl Counted {
    /// The distribution of what was counted, every score with some chance.
    pub(super) fn regular(counts: &[u64]) -> Self {
        let seen = |count: f64| if count > 0.0 { count } else { NOT_SEEN };
        let number: f64 = scores(counts).map(|(_, count)| seen(count)).sum();
        let atoms =
            scores(counts).map(|(score, count)| Atom { score, chance: seen(count) / number });
        Self { number, atoms: atoms.collect() }
    }
}

/// Mean and variance.
pub(super) fn moments(atoms: &[Atom]) -> (f64, f64) {
    let mean: f64 = atoms.iter().map(|atom| atom.score * atom.chance).sum();
    let square = |atom: &Atom| (atom.score - mean) * (atom.score - mean) * atom.chance;
    (mean, atoms.iter().map(square).sum())
}

/// The likeliest chances whose weighted mean of `values` is zero, given those observed: the
/// empirical likelihood with one linear constraint. By Lagrange's method they are `p/(1 + x v)`,
/// where `x` is the zero of a falling function between two poles, found by halving.
fn tilted(observed: &[f64], values: &[f64]) -> Vec<f64> {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if low >= 0.0 || high <= 0.0 {
        // No distribution on these values has mean zero: the constraint is out of reach.
        return observed.to_vec();
    }
    let slope = |x: f64| -> f64 {
        let terms = observed.iter().zip(values).map(|(p, v)| p * v / (1.0 + x * v));
        terms.sum()
    };
    let (mut left, mut right) = (-1.0 / high, -1.0 / low);
    for _ in 0..200 {
        let middle = 0.5 * (left + right);
        if middle <= left || middle >= right {
            break;
        }
        if slope(middle) > 0.0 {
            left = middle;
        } else {
            right = middle;
        }
    }
    let x = 0.5 * (left + right);
    observed.iter().zip(values).map(|(p, v)| p / (1.0 + x * v)).collect()
}

/// The likeliest distribution with this mean.
pub(super) fn with_mean(observed: &[Atom], mean: f64) -> Vec<f64> {
    let chances: Vec<f64> = observed.iter().map(|atom| atom.chance).collect();
    let values: Vec<f64> = observed.iter().map(|atom| atom.score - mean).collect();
    tilted(&chances, &values)
}

/// The likeliest distribution whose mean lies `t` of its own standard deviations above 1/2.
///
/// The constraint is not linear in the chances; it is replaced by its tangent at the distribution
/// found last, until that does not change any more. Far from 1/2 a tangent may be out of reach of any
/// distribution, so `t` is approached in steps.
pub(super) fn with_t_value(observed: &[Atom], t: f64) -> Vec<f64> {
    let chances: Vec<f64> = observed.iter().map(|atom| atom.chance).collect();
    let mut found = vec![1.0 / observed.len() as f64; observed.len()];
    let steps = (t.abs() / LONGEST_STEP).ceil().max(1.0) as u32;
    for step in 1..=steps {
        let t = t * f64::from(step) / f64::from(steps);
        for _ in 0..100 {
            let next = tilted(&chances, &tangent(observed, &found, t));
            let change = next.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            found = next;
            if change < 1e-12 {
                break;
            }
        }
    }
    found
}

/// The longest step towards a mean so many standard deviations from 1/2.
const LONGEST_STEP: f64 = 0.25;

/// By score, the tangent of the constraint of [`with_t_value`] at a distribution.
fn tangent(observed: &[Atom], chances: &[f64], t: f64) -> Vec<f64> {
    let atoms: Vec<Atom> = observed
        .iter()
        .zip(chances)
        .map(|(atom, &chance)| Atom { score: atom.score, chance })
        .collect();
    let (mean, variance) = moments(&atoms);
    let deviation = variance.sqrt();
    let value = |atom: &Atom| {
        let away = if deviation > 0.0 { (atom.score - mean) / deviation } else { 0.0 };
        atom.score - 0.5 - 0.5 * t * deviation * (1.0 + away * away)
    };
    observed.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_any_number_of_deviations_from_a_half_is_found() {
        for counts in [
            [5, 5, 6, 5, 5],
            [2, 3, 20, 3, 2],
            [0, 0, 0, 0, 16],
            [1, 0, 0, 0, 30],
            [40, 9, 2, 0, 0],
        ] {
            let observed = Counted::regular(&counts).atoms;
            for tenths in -40..=40 {
                let t = f64::from(tenths) / 10.0;
                let found = with_t_value(&observed, t);
                assert!(found.iter().all(|&chance| chance > 0.0), "{counts:?} {t}: {found:?}");
                let atoms: Vec<Atom> = observed
                    .iter()
                    .zip(&found)
                    .map(|(atom, &chance)| Atom { score: atom.score, chance })
                    .collect();
                let (mean, variance) = moments(&atoms);
                let reached = (mean - 0.5) / variance.sqrt();
                assert!((reached - t).abs() < 1e-4, "{counts:?} {t}: {reached}, {found:?}");
            }
        }
    }
}
