//! Slopes of samples by the parameters, measured on all threads.

use std::ops::Range;

use arena::seeds::mix;

use crate::linear::{Column, Part};
use crate::problem::Parameter;

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
