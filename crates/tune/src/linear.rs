//! Predictions near some values of the parameters: linear in these, with few of them in each sample.

use std::ops::Range;

use arena::seeds::mix;

use crate::problem::Parameter;

/// So many samples are worked on at once: their numbers fit 16 bits, and their scores the cache.
pub(crate) const A_PART: usize = 1 << 15;

/// The expected result of a score, at a scale in points.
pub(crate) fn expected(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// Some samples.
pub struct Part {
    /// The scores at the values where the slopes were taken, in points.
    pub scores: Vec<f32>,
    /// The targets: expected results, from 0 to 1.
    pub targets: Vec<f32>,
    /// By parameter, the samples that depend on it, and how: points a unit.
    pub columns: Vec<Column>,
}

/// The samples of a part that depend on a parameter.
#[derive(Default)]
pub struct Column {
    /// Their numbers in the part.
    pub samples: Vec<u16>,
    /// The derivative of each by the parameter.
    pub slopes: Vec<f32>,
}

/// The predictions of all samples near some values.
pub struct Slopes {
    /// The samples.
    pub parts: Vec<Part>,
    /// The scale of the logistic function, in points.
    pub scale: f64,
    /// How far a score differs on average from the linear one when all parameters are changed at random, in points; about half
    /// a point is rounding.
    pub bend: f64,
    /// Threads to work with.
    pub threads: usize,
}

impl Slopes {
    /// True if the scores are linear in the parameters but for rounding: then the slopes hold everywhere.
    pub fn is_linear(&self) -> bool {
        self.bend < 2.0
    }

    /// How many slopes there are.
    pub fn len(&self) -> usize {
        let columns = self.parts.iter().flat_map(|part| &part.columns);
        columns.map(|column| column.samples.len()).sum()
    }

    /// True if no sample depends on any parameter.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The mean squared error, and its derivatives, where the parameters are moved by so much from where the slopes were
    /// taken. It is the same with any number of threads.
    pub fn gradient(&self, moved: &[f64]) -> (f64, Vec<f64>) {
        let share = self.parts.len().div_ceil(self.threads.max(1)).max(1);
        let found: Vec<(f64, Vec<f64>)> = std::thread::scope(|scope| {
            let work = |parts: &[Part]| -> Vec<(f64, Vec<f64>)> {
                parts.iter().map(|part| part.gradient(moved, self.scale)).collect()
            };
            let parts = self.parts.chunks(share).map(|parts| scope.spawn(move || work(parts)));
            let parts: Vec<_> = parts.collect();
            let join = |part: std::thread::ScopedJoinHandle<'_, _>| {
                part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            parts.into_iter().flat_map(join).collect()
        });
        let count = self.parts.iter().map(|part| part.scores.len()).sum::<usize>().max(1) as f64;
        let (mut error, mut all) = (0.0, vec![0.0; moved.len()]);
        for (of_part, slopes) in found {
            error += of_part;
            for (sum, slope) in all.iter_mut().zip(slopes) {
                *sum += slope / count;
            }
        }
        (error / count, all)
    }
}

impl Part {
    /// The sum of squared errors, and its derivatives.
    fn gradient(&self, moved: &[f64], scale: f64) -> (f64, Vec<f64>) {
        let mut scores = self.scores.clone();
        for (column, &moved) in self.columns.iter().zip(moved) {
            if moved != 0.0 {
                for (&sample, &slope) in column.samples.iter().zip(&column.slopes) {
                    scores[usize::from(sample)] += moved as f32 * slope;
                }
            }
        }
        let mut error = 0.0;
        for (score, &target) in scores.iter_mut().zip(&self.targets) {
            let expected = expected((*score).into(), scale);
            let miss = expected - f64::from(target);
            error += miss * miss;
            // From here on, the derivative of the error by the score.
            *score = (2.0 * miss * expected * (1.0 - expected) / scale) as f32;
        }
        let by_parameter = |column: &Column| -> f64 {
            let each = column.samples.iter().zip(&column.slopes);
            each.map(|(&sample, &slope)| f64::from(scores[usize::from(sample)] * slope)).sum()
        };
        (error, self.columns.iter().map(by_parameter).collect())
    }
}

/// The scores of some samples with these values of the parameters, in points.
pub(crate) type Scores<'s> = &'s dyn Fn(&[i32]) -> Vec<i32>;

/// The slopes of some samples, by central differences: each is scored with each parameter set higher and lower.
pub(crate) fn columns(parameters: &[Parameter], values: &[i32], score: Scores<'_>) -> Vec<Column> {
    let column = |(at, parameter): (usize, &Parameter)| {
        // Wide enough that rounding to whole points matters little.
        let reach = (4 * parameter.step).max(8);
        let moved = |by: i32| {
            let value = (values[at] + by).clamp(parameter.min, parameter.max);
            let mut changed = values.to_vec();
            changed[at] = value;
            (score(&changed), value)
        };
        let ((above, high), (below, low)) = (moved(reach), moved(-reach));
        let mut column = Column::default();
        for (sample, (above, below)) in above.iter().zip(&below).enumerate() {
            if above != below {
                column.samples.push(sample as u16);
                column.slopes.push((above - below) as f32 / (high - low).max(1) as f32);
            }
        }
        column
    };
    parameters.iter().enumerate().map(column).collect()
}

/// How far the scores of a part bend away from its slopes when all parameters are changed at random.
pub(crate) fn bend(
    parameters: &[Parameter],
    values: &[i32],
    part: &Part,
    score: Scores<'_>,
) -> f64 {
    let changed = |(at, parameter): (usize, &Parameter)| {
        let by = (mix(0, at as u64) % 3) as i32 - 1;
        (values[at] + by * parameter.step).clamp(parameter.min, parameter.max)
    };
    let changed: Vec<i32> = parameters.iter().enumerate().map(changed).collect();
    let mut scores = part.scores.clone();
    for ((column, &new), &old) in part.columns.iter().zip(&changed).zip(values) {
        for (&sample, &slope) in column.samples.iter().zip(&column.slopes) {
            scores[usize::from(sample)] += (new - old) as f32 * slope;
        }
    }
    let found = score(&changed);
    let off = |(&score, found): (&f32, i32)| f64::from((score - found as f32).abs());
    scores.iter().zip(found).map(off).sum::<f64>() / scores.len().max(1) as f64
}

/// Calls a function for parts of some samples on all threads; the results come in order.
pub(crate) fn on_threads<T: Send>(
    parts: &[Range<usize>],
    threads: usize,
    work: &(dyn Fn(Range<usize>) -> T + Sync),
) -> Vec<T> {
    let share = parts.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let threads = parts
            .chunks(share)
            .map(|parts| scope.spawn(move || parts.iter().cloned().map(work).collect::<Vec<T>>()));
        let threads: Vec<_> = threads.collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().flat_map(join).collect()
    })
}

/// All values of an evaluation: those to start from, with these in their places.
#[derive(Clone)]
pub(crate) struct Chosen {
    /// The places of the parameters among all of the evaluation's.
    places: Vec<usize>,
    start: Vec<i32>,
}

impl Chosen {
    /// `start` has the values of all numbers of the evaluation, the declared ones where it is None. As the error, the
    /// name of a parameter that the evaluation does not have.
    pub(crate) fn new(
        parameters: &[Parameter],
        all: &[engine::ParamInfo],
        start: Option<Vec<i32>>,
    ) -> Result<Self, String> {
        let place = |parameter: &Parameter| {
            let found = all.iter().position(|info| info.name == parameter.name);
            found.ok_or_else(|| parameter.name.clone())
        };
        let places = parameters.iter().map(place).collect::<Result<_, _>>()?;
        let start = start.unwrap_or_else(|| all.iter().map(|info| info.start).collect());
        Ok(Self { places, start })
    }

    /// All of them.
    pub(crate) fn all(&self, values: &[i32]) -> Vec<i32> {
        let mut all = self.start.clone();
        for (&at, &value) in self.places.iter().zip(values) {
            all[at] = value;
        }
        all
    }
}
