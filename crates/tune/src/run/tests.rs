//! Every method on toy problems of which the best values are known.

use super::*;
use crate::linear::{Column, Part, Slopes, expected};
use crate::problem::chance;

const BEST: [i32; 6] = [130, 40, -25, 3, 70, 0];
const SCALE: f64 = 100.0;

fn parameters() -> Vec<Parameter> {
    let start = [100, 60, 0, 15, 50, 10];
    let of = |(at, start): (usize, i32)| {
        let name = format!("Toy[{at}]");
        Parameter { name, start, min: -200, max: 300, step: 5 }
    };
    start.into_iter().enumerate().map(of).collect()
}

/// The distance of values from the best, as a share of that of the start.
fn distance(values: &[i32]) -> f64 {
    let sum = |values: &[i32]| -> f64 {
        values.iter().zip(BEST).map(|(value, best)| f64::from(value - best).powi(2)).sum()
    };
    let start: Vec<i32> = parameters().iter().map(|parameter| parameter.start).collect();
    (sum(values) / sum(&start)).sqrt()
}

/// Samples whose scores are sums of few parameters, and which the best values predict.
struct Toy(Vec<Parameter>);

const SAMPLES: u64 = 400;

impl Toy {
    fn weight(sample: u64, at: usize) -> f64 {
        (chance(3, sample, at as u64) * 7.0).floor() - 3.0
    }

    fn score(sample: u64, values: &[i32]) -> f64 {
        values
            .iter()
            .enumerate()
            .map(|(at, &value)| Self::weight(sample, at) * f64::from(value))
            .sum()
    }
}

impl SampleProblem for Toy {
    fn parameters(&self) -> &[Parameter] {
        &self.0
    }

    fn errors(&self, values: &[i32]) -> [f64; 2] {
        let error = |sample: u64| {
            let told = expected(Self::score(sample, &BEST), SCALE);
            (expected(Self::score(sample, values), SCALE) - told).powi(2)
        };
        let mean = |samples: std::ops::Range<u64>| samples.map(error).sum::<f64>() / SAMPLES as f64;
        [mean(0..SAMPLES), mean(SAMPLES..2 * SAMPLES)]
    }

    fn error_bar(&self, from: &[i32], to: &[i32]) -> Option<f64> {
        let held = |values: &[i32]| self.errors(values)[1];
        Some((held(to) - held(from)).abs() / 4.0)
    }

    fn slopes(&self, values: &[i32]) -> Result<Slopes, Halt> {
        let column = |at: usize| Column {
            samples: (0..SAMPLES as u16).collect(),
            slopes: (0..SAMPLES).map(|sample| Self::weight(sample, at) as f32).collect(),
        };
        let score = |sample: u64| Self::score(sample, values) as f32;
        let target = |sample: u64| expected(Self::score(sample, &BEST), SCALE) as f32;
        let part = Part {
            scores: (0..SAMPLES).map(score).collect(),
            targets: (0..SAMPLES).map(target).collect(),
            columns: (0..values.len()).map(column).collect(),
        };
        Ok(Slopes { parts: vec![part], scale: SCALE, bend: 0.0, threads: 1 })
    }
}

/// Games that the values nearer to the best tend to win.
struct Duel(Vec<Parameter>, Vec<Vec<usize>>);

impl MatchProblem for Duel {
    fn parameters(&self) -> &[Parameter] {
        &self.0
    }

    fn sets(&self) -> &[Vec<usize>] {
        &self.1
    }

    fn play(&self, meeting: Meeting, first: &[i32], second: &[i32]) -> Result<Score, Halt> {
        let ahead = 3.0 * (distance(second).powi(2) - distance(first).powi(2));
        let mut score = Score::default();
        for game in 0..2 * u64::from(meeting.pairs) {
            if chance(meeting.seed, game, 0) < 0.2 {
                score.draws += 1;
            } else if chance(meeting.seed, game, 1) < expected(ahead, 1.0) {
                score.wins += 1;
            } else {
                score.losses += 1;
            }
        }
        Ok(score)
    }
}

fn methods() -> Vec<(Method, f64)> {
    vec![
        (Method::Gradient(GradientOptions { rounds: 2, epochs: 400, anchor: 0.0 }), 0.05),
        (Method::Local(10_000), 0.05),
        (
            Method::Spsa(SpsaOptions {
                iterations: 4_000,
                seed: 1,
                pairs: 2,
                reach: 0.02,
                gain: 0.01,
                in_turn: 0,
            }),
            0.35,
        ),
        (
            Method::Genetic(GeneticOptions {
                generations: 60,
                population: 16,
                opponents: 6,
                pairs: 8,
                seed: 1,
            }),
            0.5,
        ),
        (Method::Playout(PlayoutOptions { iterations: 9_000, seed: 1, pairs: 16 }), 0.35),
    ]
}

/// Runs a method to its end; `between` may put another run in its place after each step.
fn run(method: Method, between: &dyn Fn(Run) -> Run) -> Run {
    let (toy, duel) = (Toy(parameters()), Duel(parameters(), Vec::new()));
    let problem = match method {
        Method::Gradient(_) | Method::Local(_) => Problem::Samples(&toy),
        _ => Problem::Matches(&duel),
    };
    let mut run = Run::new(parameters(), method, 3);
    while !run.is_finished() {
        run.step(problem).unwrap();
        run.note(problem).unwrap();
        run = between(run);
    }
    run
}

#[test]
fn every_method_comes_near_the_best_values() {
    for (method, near) in methods() {
        let found = run(method, &|run| run);
        let left = distance(&found.values());
        assert!(left < near, "{method:?}: {left} of the way is left, {:?}", found.values());
        assert_eq!(found.points.last().unwrap().values, found.values());
        assert!((3..=120).contains(&found.points.len()), "{}", found.points.len());
        assert!(found.done() <= found.all());
        match found.errors() {
            Some([learned, held]) => {
                assert!(learned < 1e-3 && held < 1e-3, "{learned} {held}");
                assert!(found.points.last().unwrap().error_bar.unwrap() > 0.0);
            }
            None => {
                let last = found.points.last().unwrap().against_start.unwrap();
                assert!(last.games() == 6 && found.score().unwrap().games() > 0);
            }
        }
    }
}

#[test]
fn a_run_that_is_stopped_after_any_step_goes_on_as_if_it_was_not() {
    for (method, _) in methods() {
        let saved = |run: &Run| serde_json::to_string(run).unwrap();
        let shorter = match method {
            Method::Spsa(options) => Method::Spsa(SpsaOptions { iterations: 200, ..options }),
            Method::Playout(options) => {
                Method::Playout(PlayoutOptions { iterations: 200, ..options })
            }
            Method::Genetic(options) => {
                Method::Genetic(GeneticOptions { generations: 4, ..options })
            }
            Method::Gradient(options) => {
                Method::Gradient(GradientOptions { epochs: 60, ..options })
            }
            local => local,
        };
        let whole = run(shorter, &|run| run);
        let again = run(shorter, &|run| run);
        assert_eq!(saved(&whole), saved(&again), "the same seed gives the same run");
        let resumed = run(shorter, &|run| serde_json::from_str(&saved(&run)).unwrap());
        assert_eq!(saved(&whole), saved(&resumed), "{method:?}");
    }
}

#[test]
fn sets_are_tuned_in_turn() {
    let duel = Duel(parameters(), vec![vec![0, 1], vec![4]]);
    let options =
        SpsaOptions { iterations: 40, seed: 1, pairs: 1, reach: 0.02, gain: 0.05, in_turn: 20 };
    let mut run = Run::new(parameters(), Method::Spsa(options), 0);
    let start = run.values();
    for _ in 0..20 {
        run.step(Problem::Matches(&duel)).unwrap();
    }
    let after = run.values();
    assert!(after[..2] != start[..2] && after[2..] == start[2..], "{after:?}");
    while !run.is_finished() {
        run.step(Problem::Matches(&duel)).unwrap();
    }
    assert_eq!(run.values()[..4], after[..4]);
    assert_ne!(run.values()[4], after[4]);
}

#[test]
fn a_method_that_does_not_go_with_the_problem_is_refused() {
    let mut run = Run::new(parameters(), Method::Local(10), 0);
    let duel = Duel(parameters(), Vec::new());
    let error = run.step(Problem::Matches(&duel)).unwrap_err().to_string();
    assert_eq!(error, "the method does not go with the problem");
}
