//! Predictions near some values of the parameters: linear in these, with few of them in each sample.

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
