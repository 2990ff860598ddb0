//! Slopes of samples by the parameters, measured on all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use arena::seeds::mix;

use crate::linear::{Column, Part};
use crate::problem::{Halt, Parameter};

/// Told while slopes are measured what share of the work is done; measuring ends where it says no.
pub type Measuring = Box<dyn Fn(f64) -> bool + Send + Sync>;

/// The scores of some samples of a part, by their numbers in it, with these values of the parameters, in points.
pub(crate) type Scores<'s> = &'s dyn Fn(&[i32], &[u16]) -> Vec<i32>;

/// How many parameters are moved at once, where few samples depend on each.
pub(crate) const RUN: usize = 32;

/// How far slopes of many parts are measured.
pub(crate) struct Watch<'w> {
    measuring: &'w Measuring,
    done: AtomicUsize,
    all: usize,
    stopped: AtomicBool,
}

impl Watch<'_> {
    /// A run of parameters is done. False if that was enough.
    fn step(&self) -> bool {
        let done = 1 + self.done.fetch_add(1, Ordering::Relaxed);
        if !(self.measuring)(done as f64 / self.all.max(1) as f64) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        !self.stopped.load(Ordering::Relaxed)
    }
}

/// The slopes of some samples by central differences: each is scored with each parameter set higher and lower. Where few
/// samples depend on a parameter that is done for few: first `run` parameters that are declared one after the other are
/// moved at once, and samples whose score stays as it is depend on none of them; then each half of them, and so on.
pub(crate) struct Differences<'d> {
    pub(crate) parameters: &'d [Parameter],
    pub(crate) values: &'d [i32],
    /// The scores of all samples with these values.
    pub(crate) scores: &'d [i32],
    pub(crate) score: Scores<'d>,
    pub(crate) run: usize,
}

impl Differences<'_> {
    /// By parameter, the samples that depend on it, and how; None if the watch says that it was enough.
    pub(crate) fn columns(&self, watch: &Watch<'_>) -> Option<Vec<Column>> {
        let all = numbers(self.scores.len());
        let mut columns = Vec::new();
        for begin in (0..self.parameters.len()).step_by(self.run) {
            let run = begin..(begin + self.run).min(self.parameters.len());
            self.add(run, &all, &mut columns);
            if !watch.step() {
                return None;
            }
        }
        Some(columns)
    }

    /// Adds the columns of a run of parameters on which no other samples than these depend.
    fn add(&self, run: Range<usize>, samples: &[u16], columns: &mut Vec<Column>) {
        if samples.is_empty() {
            columns.extend(run.map(|_| Column::default()));
        } else if run.len() == 1 {
            columns.push(self.column(run.start, samples));
        } else {
            let dependent = self.dependent(run.clone(), samples);
            let middle = run.start + run.len() / 2;
            self.add(run.start..middle, &dependent, columns);
            self.add(middle..run.end, &dependent, columns);
        }
    }

    /// How far a parameter is moved: so that rounding to whole points matters little.
    fn reach(&self, at: usize) -> i32 {
        (4 * self.parameters[at].step).max(8)
    }

    fn moved(&self, at: usize, by: i32) -> i32 {
        let Parameter { min, max, .. } = self.parameters[at];
        (self.values[at] + by).clamp(min, max)
    }

    /// The samples whose score changes where all parameters of a run are moved far, up or down, each by another amount: so
    /// that what one of them adds is not what others take away, but for one sample in thousands by chance.
    fn dependent(&self, run: Range<usize>, samples: &[u16]) -> Vec<u16> {
        /// The greatest of the numbers that amounts depend on.
        const MOST: u64 = 1_023;
        let scores = |way: i32, number: &dyn Fn(usize) -> u64| {
            let mut changed = self.values.to_vec();
            for at in run.clone() {
                let Parameter { min, max, .. } = self.parameters[at];
                let bound = if way > 0 { max } else { min };
                let (room, reach) = ((bound - self.values[at]).abs(), self.reach(at));
                let spread = (room - reach).clamp(0, 16 * reach);
                let by = reach.min(room) + spread * number(at) as i32 / MOST as i32;
                changed[at] += way * by;
            }
            (self.score)(&changed, samples)
        };
        // Of two parameters no amounts are alike one way, and of more no sums the other way.
        let above = scores(1, &|at| (at % RUN) as u64 * MOST / (RUN as u64 - 1));
        let below = scores(-1, &|at| mix(0, at as u64) % (MOST + 1));
        let changes = |&(&sample, (&above, &below)): &(&u16, (&i32, &i32))| {
            let score = self.scores[usize::from(sample)];
            above != score || below != score
        };
        let all = samples.iter().zip(above.iter().zip(&below));
        all.filter(changes).map(|(&sample, _)| sample).collect()
    }

    fn column(&self, at: usize, samples: &[u16]) -> Column {
        let reach = self.reach(at);
        let moved = |by: i32| {
            let value = self.moved(at, by);
            let mut changed = self.values.to_vec();
            changed[at] = value;
            ((self.score)(&changed, samples), value)
        };
        let ((above, high), (below, low)) = (moved(reach), moved(-reach));
        let mut column = Column::default();
        for (&sample, (above, below)) in samples.iter().zip(above.iter().zip(&below)) {
            if above != below {
                column.samples.push(sample);
                column.slopes.push((above - below) as f32 / (high - low).max(1) as f32);
            }
        }
        column
    }
}

/// The numbers of all samples of a part.
pub(crate) fn numbers(count: usize) -> Vec<u16> {
    (0..count).map(|number| number as u16).collect()
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
    let found = score(&changed, &numbers(scores.len()));
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

/// As [`on_threads`], for work that steps `each` times in a part.
///
/// # Errors
/// If what is told of it said that it was enough.
pub(crate) fn measured<T: Send>(
    parts: &[Range<usize>],
    threads: usize,
    (measuring, each): (&Measuring, usize),
    work: &(dyn Fn(Range<usize>, &Watch<'_>) -> Option<T> + Sync),
) -> Result<Vec<T>, Halt> {
    let (done, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let watch = Watch { measuring, done, all: parts.len() * each, stopped };
    let part = |range| {
        if watch.stopped.load(Ordering::Relaxed) { None } else { work(range, &watch) }
    };
    on_threads(parts, threads, &part).into_iter().collect::<Option<_>>().ok_or(Halt::Stopped)
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
