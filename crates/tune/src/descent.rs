//! The expected result of a score, and gradient descent on its squared error.

use engine::ParamInfo;

use crate::samples::Samples;

/// The expected result of a score.
fn expected(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// The target of a position: a blend of the game's result and of the expected result by the search's score.
fn target(samples: &Samples, number: usize, scale: f64, blend: f64) -> f64 {
    let by_search = expected(samples.scores[number].into(), scale);
    blend * by_search + (1.0 - blend) * f64::from(samples.results[number])
}

/// The mean squared error of these evaluations.
fn error_of(samples: &Samples, evaluations: &[i32], scale: f64, blend: f64) -> f64 {
    let error = |(number, &score): (usize, &i32)| {
        (expected(score.into(), scale) - target(samples, number, scale, blend)).powi(2)
    };
    evaluations.iter().enumerate().map(error).sum::<f64>() / samples.len().max(1) as f64
}

/// The mean squared error over samples with these values of the parameters.
pub(crate) fn loss(samples: &Samples, values: &[i32], scale: f64, blend: f64) -> f64 {
    error_of(samples, &samples.positions.evaluate(values), scale, blend)
}

/// The scale of the logistic function at which these parameters predict the results best, in points. It stays as it is
/// while the parameters move, so that a point remains a point.
pub(crate) fn scale(samples: &Samples, values: &[i32]) -> f64 {
    let evaluations = samples.positions.evaluate(values);
    let (mut low, mut high) = (50.0_f64, 1_000.0_f64);
    while high - low > 2.0 {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        if error_of(samples, &evaluations, a, 0.0) < error_of(samples, &evaluations, b, 0.0) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// The partial derivatives of the evaluations by the parameters, at the present values.
pub(crate) struct Slopes {
    /// By chosen parameter: the samples whose evaluation depends on it, and the derivative, in points a unit.
    columns: Vec<Vec<(u32, f32)>>,
}

impl Slopes {
    /// Measures them by central differences: every sample is evaluated with each chosen parameter set higher and lower.
    pub(crate) fn measure(
        samples: &Samples,
        params: &[ParamInfo],
        values: &[i32],
        chosen: &[usize],
        threads: usize,
    ) -> Self {
        let column = |index: usize| {
            let info = &params[index];
            // Wide enough that rounding to whole points matters little.
            let reach = (4 * info.step).max(8);
            let at = |value: i32| {
                let value = value.clamp(info.min, info.max);
                let mut changed = values.to_vec();
                changed[index] = value;
                (samples.positions.evaluate(&changed), value)
            };
            let ((above, high), (below, low)) =
                (at(values[index] + reach), at(values[index] - reach));
            let slope = |(number, (above, below)): (usize, (&i32, &i32))| {
                let rise = above - below;
                (rise != 0).then(|| (number as u32, rise as f32 / (high - low) as f32))
            };
            above.iter().zip(&below).enumerate().filter_map(slope).collect::<Vec<_>>()
        };
        let share = chosen.len().div_ceil(threads.max(1)).max(1);
        let columns = std::thread::scope(|scope| {
            let work = |part: &[usize]| part.iter().map(|&index| column(index)).collect::<Vec<_>>();
            let parts = chosen.chunks(share).map(|part| scope.spawn(move || work(part)));
            let parts: Vec<_> = parts.collect();
            let join = |part: std::thread::ScopedJoinHandle<'_, _>| {
                part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            parts.into_iter().flat_map(join).collect()
        });
        Self { columns }
    }
}

/// Gradient descent by Adam (Kingma and Ba, 2015), in units of each parameter's declared step.
pub(crate) struct Descent<'s> {
    samples: &'s Samples,
    slopes: &'s Slopes,
    chosen: Vec<usize>,
    infos: Vec<ParamInfo>,
    start: Vec<f64>,
    values: Vec<f64>,
    /// The moving averages of the gradient and of its square (Adam's first and second moments).
    first: Vec<f64>,
    second: Vec<f64>,
    /// The evaluations of the samples.
    scores: Vec<f32>,
}

/// The decay rates of the two moments.
const DECAY: [f64; 2] = [0.9, 0.999];
/// The learning rate of the first epoch, in units of a parameter's declared step; it falls with the square root of their
/// number.
const LEARNING_RATE: f64 = 0.6;

impl<'s> Descent<'s> {
    pub(crate) fn new(
        samples: &'s Samples,
        slopes: &'s Slopes,
        params: &[ParamInfo],
        values: &[i32],
        chosen: &[usize],
    ) -> Self {
        let scores = samples.positions.evaluate(values).into_iter().map(|score| score as f32);
        let values: Vec<f64> = chosen.iter().map(|&index| values[index].into()).collect();
        Self {
            samples,
            slopes,
            chosen: chosen.to_vec(),
            infos: chosen.iter().map(|&index| params[index].clone()).collect(),
            first: vec![0.0; values.len()],
            second: vec![0.0; values.len()],
            start: values.clone(),
            values,
            scores: scores.collect(),
        }
    }

    /// One epoch, numbered from 1, at a scale and blend of the targets; returns the mean squared error before it.
    pub(crate) fn step(&mut self, (scale, blend): (f64, f64), anchor: f64, epoch: usize) -> f64 {
        let count = self.scores.len() as f64;
        let mut error = 0.0;
        let by_score = self.scores.iter().enumerate().map(|(number, &score)| {
            let expected = expected(score.into(), scale);
            let miss = expected - target(self.samples, number, scale, blend);
            error += miss * miss;
            (2.0 * miss * expected * (1.0 - expected) / (scale * count)) as f32
        });
        let by_score: Vec<f32> = by_score.collect();
        let time = epoch as i32;
        for (number, column) in self.slopes.columns.iter().enumerate() {
            if column.is_empty() {
                continue;
            }
            let info = &self.infos[number];
            let unit = f64::from(info.step);
            let by_value: f64 = column
                .iter()
                .map(|&(sample, slope)| f64::from(by_score[sample as usize] * slope))
                .sum();
            let away = (self.values[number] - self.start[number]) / unit;
            let slope = by_value * unit + 2.0 * anchor * away;
            let [old, older] = DECAY;
            self.first[number] = old * self.first[number] + (1.0 - old) * slope;
            self.second[number] = older * self.second[number] + (1.0 - older) * slope * slope;
            let first = self.first[number] / (1.0 - old.powi(time));
            let second = self.second[number] / (1.0 - older.powi(time));
            let rate = LEARNING_RATE * unit / (epoch as f64).sqrt();
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
    pub(crate) fn write(&self, values: &mut [i32]) {
        for (&index, value) in self.chosen.iter().zip(&self.values) {
            values[index] = value.round() as i32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{GameKind, Referee, kind};
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const SCALE: f64 = 400.0;

    /// The quiet positions of random games, without scores and results.
    fn samples(kind: &dyn GameKind) -> Samples {
        let mut samples = Samples::new(kind);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..40 {
            let mut game = kind.new_game(None, Referee::default()).unwrap();
            let (start, mut turns) = (game.position_text(), Vec::new());
            while game.ending().is_none() && turns.len() < 60 {
                let legal = game.legal_turns();
                let turn = legal[rng.random_range(0..legal.len())].clone();
                game.play(&turn).unwrap();
                turns.push(turn);
            }
            let added = samples.positions.add_quiet(&start, &turns, &|_| true).unwrap().len();
            samples.scores.extend(std::iter::repeat_n(0, added));
            samples.results.extend(std::iter::repeat_n(0.5, added));
        }
        samples
    }

    fn score_by(samples: &mut Samples, values: &[i32]) {
        samples.scores =
            samples.positions.evaluate(values).into_iter().map(|score| score as i16).collect();
    }

    #[test]
    fn parameters_are_found_again_from_what_they_say() {
        let kind = kind("ataxx").unwrap();
        let mut samples = samples(kind);
        let params = samples.positions.params();
        let start: Vec<i32> = params.iter().map(|info| info.start).collect();
        let plain = samples.positions.evaluate(&start);
        let mut hidden = start.clone();
        let mut moved = Vec::new();
        for (index, info) in params.iter().enumerate() {
            let mut changed = start.clone();
            changed[index] += start[index].signum() * (start[index].abs() / 2).max(3);
            let found = samples.positions.evaluate(&changed);
            let differ = plain.iter().zip(&found).filter(|(a, b)| a != b).count();
            if differ > samples.len() / 4 && !info.switch && moved.len() < 3 {
                hidden[index] = changed[index].clamp(info.min, info.max);
                moved.push(index);
            }
        }
        assert_eq!(moved.len(), 3);
        score_by(&mut samples, &hidden);
        let mut values = start.clone();
        let before = loss(&samples, &values, SCALE, 1.0);
        for _ in 0..3 {
            let slopes = Slopes::measure(&samples, &params, &values, &moved, 1);
            let mut descent = Descent::new(&samples, &slopes, &params, &values, &moved);
            for epoch in 1..=300 {
                descent.step((SCALE, 1.0), 0.0, epoch);
            }
            descent.write(&mut values);
        }
        let after = loss(&samples, &values, SCALE, 1.0);
        assert!(after < before / 20.0, "{before} {after}");
        for index in moved {
            let left = (hidden[index] - values[index]).abs();
            let way = (hidden[index] - start[index]).abs();
            assert!(4 * left <= way, "{}: {left} left of {way}", params[index].name);
        }
    }

    #[test]
    fn the_scale_is_that_of_the_results() {
        // Where the results are those expected at some scale, that scale is found.
        let mut samples = samples(kind("ataxx").unwrap());
        let start: Vec<i32> = samples.positions.params().iter().map(|info| info.start).collect();
        let evaluations = samples.positions.evaluate(&start);
        samples.results =
            evaluations.into_iter().map(|score| expected(score.into(), 300.0) as f32).collect();
        let found = scale(&samples, &start);
        assert!((290.0..310.0).contains(&found), "{found}");
    }
}
