//! The expected result by the score, and the descent of its error.

use game::params::{ParamInfo, Parameters};
use game::{Evaluator, Position, Side};

use super::samples::Sample;

/// The expected result of a score.
fn expected(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// The static evaluation from the first side's view.
fn score<P: Position, E: Evaluator<P>>(evaluation: &E, position: &P) -> i32 {
    let score = evaluation.evaluate_fresh(position);
    if position.side_to_move() == Side::First { score } else { -score }
}

fn target<P>(sample: &Sample<P>, scale: f64, blend: f64) -> f64 {
    blend * expected(sample.score.into(), scale) + (1.0 - blend) * f64::from(sample.result)
}

/// The mean squared error over samples.
pub fn loss<P: Position, E: Evaluator<P>>(
    samples: &[Sample<P>],
    params: &E::Params,
    scale: f64,
    blend: f64,
) -> f64 {
    let Some(first) = samples.first() else { return 0.0 };
    let evaluation = E::new(params, &first.position);
    let error = |sample: &Sample<P>| {
        let score = score(&evaluation, &sample.position);
        (expected(score.into(), scale) - target(sample, scale, blend)).powi(2)
    };
    samples.iter().map(error).sum::<f64>() / samples.len() as f64
}

/// The scale of the logistic function at which these parameters foretell the results best, in points. It stays as it is
/// while the parameters move, so that a point remains a point.
pub fn scale<P: Position, E: Evaluator<P>>(samples: &[Sample<P>], params: &E::Params) -> f64 {
    let (mut low, mut high) = (50.0_f64, 1_000.0_f64);
    while high - low > 2.0 {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        if loss::<P, E>(samples, params, a, 0.0) < loss::<P, E>(samples, params, b, 0.0) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// How the score of each sample depends on each parameter, near the present values.
pub struct Rows {
    /// By chosen parameter: the samples that it matters to, and the points for each of its units.
    columns: Vec<Vec<(u32, f32)>>,
    scores: Vec<f32>,
    targets: Vec<f32>,
}

impl Rows {
    pub fn measure<P: Position, E: Evaluator<P>>(
        samples: &[Sample<P>],
        params: &E::Params,
        chosen: &[usize],
        threads: usize,
        scale: f64,
        blend: f64,
    ) -> Self
    where
        E::Params: Parameters,
    {
        let infos = E::Params::infos();
        let root = &samples[0].position;
        let column = |index: usize| {
            // Wide enough that rounding to whole points matters little.
            let reach = (4 * infos[index].step).max(8);
            let at = |value: i32| {
                let mut changed = params.clone();
                changed.set(index, value);
                (E::new(&changed, root), changed.get(index))
            };
            let value = params.get(index);
            let ((above, high), (below, low)) = (at(value + reach), at(value - reach));
            let slope = |(number, sample): (usize, &Sample<P>)| {
                let rise = score(&above, &sample.position) - score(&below, &sample.position);
                (rise != 0).then(|| (number as u32, rise as f32 / (high - low) as f32))
            };
            samples.iter().enumerate().filter_map(slope).collect::<Vec<_>>()
        };
        let share = chosen.len().div_ceil(threads.max(1));
        let columns = std::thread::scope(|scope| {
            let work = |part: &[usize]| part.iter().map(|&index| column(index)).collect::<Vec<_>>();
            let parts = chosen.chunks(share).map(|part| scope.spawn(move || work(part)));
            let parts: Vec<_> = parts.collect();
            parts
                .into_iter()
                .flat_map(|part| part.join().expect("a thread that measures"))
                .collect()
        });
        let evaluation = E::new(params, root);
        let scores = samples.iter().map(|sample| score(&evaluation, &sample.position) as f32);
        let targets = samples.iter().map(|sample| target(sample, scale, blend) as f32);
        Self { columns, scores: scores.collect(), targets: targets.collect() }
    }
}

/// A descent by Adam (Kingma and Ba, 2015), in units of each parameter's declared step.
pub struct Fit {
    chosen: Vec<usize>,
    infos: Vec<ParamInfo>,
    start: Vec<f64>,
    values: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
    scores: Vec<f32>,
}

/// How fast the averages of the slope and of its square forget.
const FORGET: [f64; 2] = [0.9, 0.999];
/// The first step, in units of a parameter's declared step; it shrinks with the square root of their number.
const RATE: f64 = 0.6;

impl Fit {
    pub fn new<Q: Parameters>(
        infos: &[ParamInfo],
        params: &Q,
        chosen: &[usize],
        rows: &Rows,
    ) -> Self {
        let values: Vec<f64> = chosen.iter().map(|&index| params.get(index).into()).collect();
        Self {
            chosen: chosen.to_vec(),
            infos: chosen.iter().map(|&index| infos[index].clone()).collect(),
            first: vec![0.0; values.len()],
            second: vec![0.0; values.len()],
            start: values.clone(),
            values,
            scores: rows.scores.clone(),
        }
    }

    /// One step down; the error before it.
    pub fn step(&mut self, rows: &Rows, scale: f64, anchor: f64, epoch: usize) -> f64 {
        let count = rows.scores.len() as f64;
        let mut error = 0.0;
        let slopes = self.scores.iter().zip(&rows.targets).map(|(&score, &target)| {
            let expected = expected(score.into(), scale);
            let miss = expected - f64::from(target);
            error += miss * miss;
            (2.0 * miss * expected * (1.0 - expected) / (scale * count)) as f32
        });
        let slopes: Vec<f32> = slopes.collect();
        let time = epoch as i32;
        for (number, column) in rows.columns.iter().enumerate() {
            if column.is_empty() {
                continue;
            }
            let info = &self.infos[number];
            let unit = f64::from(info.step);
            let by_error: f64 = column
                .iter()
                .map(|&(sample, slope)| f64::from(slopes[sample as usize] * slope))
                .sum();
            let away = (self.values[number] - self.start[number]) / unit;
            let slope = by_error * unit + 2.0 * anchor * away;
            let [old, older] = FORGET;
            self.first[number] = old * self.first[number] + (1.0 - old) * slope;
            self.second[number] = older * self.second[number] + (1.0 - older) * slope * slope;
            let first = self.first[number] / (1.0 - old.powi(time));
            let second = self.second[number] / (1.0 - older.powi(time));
            let rate = RATE * unit / (epoch as f64).sqrt();
            let value = self.values[number] - rate * first / (second.sqrt() + 1e-12);
            let value = value.clamp(info.min.into(), info.max.into());
            let change = (value - self.values[number]) as f32;
            self.values[number] = value;
            for &(sample, slope) in column {
                self.scores[sample as usize] += change * slope;
            }
        }
        error / count
    }

    /// Writes the values, as whole numbers.
    pub fn write<Q: Parameters>(&self, params: &mut Q) {
        for (&index, value) in self.chosen.iter().zip(&self.values) {
            params.set(index, value.round() as i32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx::{EvalParams, Evaluation, Position};
    use game::Notation as _;
    use rand::SeedableRng as _;
    use rand_xoshiro::Xoshiro256PlusPlus;

    const SCALE: f64 = 400.0;

    /// Positions of random games, with the score that these parameters give them.
    fn samples(params: &EvalParams) -> Vec<Sample<Position>> {
        let mut samples = Vec::new();
        for seed in 0..40 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            game::laws::random_walk(Position::start(), 60, &mut rng, |position| {
                let evaluation = Evaluation::new(params, position);
                let score = score(&evaluation, position) as i16;
                samples.push(Sample { position: *position, result: 0.5, score });
            });
        }
        samples
    }

    #[test]
    fn parameters_are_found_again_from_what_they_say() {
        let start = EvalParams::default();
        let mut hidden = start.clone();
        let names: Vec<String> = EvalParams::infos().into_iter().map(|info| info.name).collect();
        let moved: Vec<usize> = (0..names.len())
            .filter(|&index| {
                let value = hidden.get(index);
                hidden.set(index, value + value.signum() * (value.abs() / 2).max(3));
                let samples = samples(&start).into_iter().zip(samples(&hidden));
                let tells = samples.filter(|(a, b)| a.score != b.score).count() > 500;
                if !tells || EvalParams::infos()[index].switch {
                    hidden.set(index, value);
                }
                hidden.get(index) != value
            })
            .take(3)
            .collect();
        assert_eq!(moved.len(), 3, "{names:?}");

        let samples = samples(&hidden);
        let mut params = start.clone();
        let before = loss::<_, Evaluation>(&samples, &params, SCALE, 1.0);
        for _ in 0..3 {
            let rows = Rows::measure::<_, Evaluation>(&samples, &params, &moved, 1, SCALE, 1.0);
            let mut fit = Fit::new(&EvalParams::infos(), &params, &moved, &rows);
            for epoch in 1..=300 {
                fit.step(&rows, SCALE, 0.0, epoch);
            }
            fit.write(&mut params);
        }
        let after = loss::<_, Evaluation>(&samples, &params, SCALE, 1.0);
        assert!(after < before / 20.0, "{before} {after}");
        for index in moved {
            let (from, to) = (start.get(index), hidden.get(index));
            let left = (to - params.get(index)).abs();
            assert!(4 * left <= (to - from).abs(), "{}: {left} left", names[index]);
        }
    }

    #[test]
    fn the_scale_is_that_of_the_results() {
        // Where the results are those expected at some scale, that scale is found.
        let params = EvalParams::default();
        let mut samples = samples(&params);
        for sample in &mut samples {
            sample.result = expected(sample.score.into(), 300.0) as f32;
        }
        let found = scale::<_, Evaluation>(&samples, &params);
        assert!((290.0..310.0).contains(&found), "{found}");
    }
}
