//! The statistics against an independent calculator, and the error rates of the test by simulation.

use arena::stats::{Decision, Interval, Model, Sprt, Tally, elo_of_score, estimate};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

#[test]
fn the_reference_values_are_met() {
    let text = include_str!("../data/match_statistics.json");
    let reference: Value = serde_json::from_str(text).unwrap();
    let cases = reference["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 12);
    for case in cases {
        let counts: Vec<u64> =
            case["counts"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let number = |name: &str| case[name].as_f64().unwrap();
        let near = |found: f64, name: &str| {
            let expected = number(name);
            let wrong = (found - expected).abs();
            assert!(wrong < 1e-4 * expected.abs().max(1.0), "{counts:?} {name}: {found}");
        };
        let found = estimate(&counts).unwrap();
        near(found.elo, "elo");
        near(found.nelo.unwrap(), "nelo");
        let half_width = (found.elo_high - found.elo_low) / 2.0;
        if found.interval == Interval::Normal {
            near(half_width, "elo_95_half_width");
            near(found.los, "los");
        } else {
            // Of few games the normal interval is mostly too short.
            assert!((found.los - number("los")).abs() < 0.03, "{counts:?}: {}", found.los);
            let usual = number("elo_95_half_width");
            assert!(
                0.9 * usual < half_width && half_width < 1.4 * usual,
                "{counts:?}: {half_width}"
            );
        }
        let sprt = |model| Sprt {
            elo0: number("elo0"),
            elo1: number("elo1"),
            alpha: 0.05,
            beta: 0.05,
            model,
        };
        near(sprt(Model::Logistic).llr(&counts), "llr_logistic");
        near(sprt(Model::Normalized).llr(&counts), "llr_normalized");
    }
}

/// A pair's half points, drawn from chances.
fn draw(chances: &[f64; 5], random: &mut Xoshiro256PlusPlus) -> u8 {
    let mut left: f64 = random.random();
    for (half_points, chance) in (0..).zip(chances) {
        left -= chance;
        if left < 0.0 {
            return half_points;
        }
    }
    4
}

/// Chances of a pair in which the first engine is as much stronger, in normalised Elo of one game.
fn chances(nelo: f64) -> [f64; 5] {
    let base = [0.08, 0.12, 0.6, 0.12, 0.08];
    // Chances moved from the lower scores to the higher by a factor, until the strength fits.
    let (mut low, mut high) = (0.5_f64, 2.0_f64);
    let tilted = |factor: f64| {
        let mut chances = base;
        for (index, chance) in (0..).zip(&mut chances) {
            *chance *= factor.powi(index);
        }
        let total: f64 = chances.iter().sum();
        chances.map(|chance| chance / total)
    };
    let strength = |chances: &[f64; 5]| {
        let mean: f64 = (0..5).map(|i| chances[i] * i as f64 / 4.0).sum();
        let variance: f64 =
            (0..5).map(|i| chances[i] * (i as f64 / 4.0 - mean) * (i as f64 / 4.0 - mean)).sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / std::f64::consts::LN_10
    };
    for _ in 0..60 {
        let middle = (low * high).sqrt();
        if strength(&tilted(middle)) < nelo { low = middle } else { high = middle }
    }
    tilted(low)
}

/// How many of `tests` tests accept `elo1` where the true strength is `nelo`.
fn accepted(sprt: Sprt, nelo: f64, tests: u32, seed: u64) -> u32 {
    let chances = chances(nelo);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut accepted = 0;
    for _ in 0..tests {
        let mut counts = [0_u64; 5];
        let decision = loop {
            counts[usize::from(draw(&chances, &mut random))] += 1;
            if let Some(decision) = sprt.state(&counts).decision {
                break decision;
            }
        };
        accepted += u32::from(decision == Decision::Accepted);
    }
    accepted
}

#[test]
fn the_error_rates_hold() {
    let sprt = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
    let tests = 600;
    // Five in 100 are 30; three standard deviations of that are 16.
    let wrongly = accepted(sprt, 0.0, tests, 1);
    assert!((5..=46).contains(&wrongly), "{wrongly} of {tests} accepted what is not so");
    let rightly = accepted(sprt, 60.0, tests, 2);
    assert!((tests - 46..=tests - 5).contains(&rightly), "{rightly} of {tests} accepted");
    // Twice as good as asked for: hardly ever rejected.
    assert!(accepted(sprt, 120.0, 200, 3) >= 198);
}

#[test]
fn intervals_hold_the_truth_in_95_of_100_matches() {
    let chances = chances(30.0);
    let mean: f64 = (0..5).map(|index| chances[index] * index as f64 / 4.0).sum();
    let truth = elo_of_score(mean);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let matches = 2_000;
    let mut held = 0;
    for _ in 0..matches {
        let mut tally = Tally::default();
        for pair in 0..100 {
            let half_points = draw(&chances, &mut random);
            tally.add(pair, half_points / 2);
            tally.add(pair, half_points - half_points / 2);
        }
        let estimate = tally.summary().estimate.unwrap();
        held += u32::from(estimate.elo_low <= truth && truth <= estimate.elo_high);
    }
    assert!((1_860..=1_940).contains(&held), "{held} of {matches}");
}

/// Chances of a pair of games: the mean score, the share of draws, and how often the second game is a copy of the first.
fn pair_chances(score: f64, draws: f64, copies: f64) -> [f64; 5] {
    let drawn = draws.min(1.9 * score.min(1.0 - score));
    let won = score - drawn / 2.0;
    let game = [1.0 - won - drawn, drawn, won];
    let mut pair = [0.0; 5];
    for (index, first) in (0..).zip(game) {
        pair[2 * index] += copies * first;
        for (other, second) in (0..).zip(game) {
            pair[index + other] += (1.0 - copies) * first * second;
        }
    }
    pair
}

/// The interval of decision 50: at few pairs and one-sided scores, too, it holds the truth.
#[test]
fn intervals_hold_the_truth_at_few_pairs_and_one_sided_scores() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut known: std::collections::BTreeMap<[u64; 5], (f64, f64)> = Default::default();
    for (pairs, runs) in [(5, 1_500), (10, 1_500), (50, 1_000), (500, 1_000)] {
        for score in [0.5, 0.6, 0.75, 0.9, 0.95, 0.99] {
            for (draws, copies) in [(0.0, 0.0), (0.4, 0.0), (0.3, 0.5), (0.0, 1.0)] {
                let chances = pair_chances(score, draws, copies);
                let truth = elo_of_score(score);
                let mut held = 0;
                for _ in 0..runs {
                    let mut counts = [0; 5];
                    for _ in 0..pairs {
                        counts[usize::from(draw(&chances, &mut random))] += 1;
                    }
                    let (low, high) = *known.entry(counts).or_insert_with(|| {
                        let estimate = estimate(&counts).unwrap();
                        (estimate.elo_low, estimate.elo_high)
                    });
                    held += u32::from(low <= truth && truth <= high);
                }
                let share = f64::from(held) / f64::from(runs);
                let case = (pairs, score, draws, copies);
                assert!(share >= 0.93, "{case:?}: {share}");
            }
        }
    }
}

#[test]
fn intervals_are_not_needlessly_long() {
    // One pair more and the normal interval is given: the exact one is about a tenth longer.
    let exact = estimate(&[10, 19, 100, 19, 10]).unwrap();
    let normal = estimate(&[10, 20, 100, 20, 10]).unwrap();
    assert_eq!((exact.interval, normal.interval), (Interval::Exact, Interval::Normal));
    let [exact, normal] = [exact, normal].map(|found| found.elo_high - found.elo_low);
    assert!(normal < exact && exact < 1.15 * normal, "{exact}, {normal}");
}
