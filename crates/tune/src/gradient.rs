//! Gradient descent on the error of samples, by Adam (Kingma and Ba, 2015), in units of each parameter's step.

use serde::{Deserialize, Serialize};

use crate::linear::Slopes;
use crate::problem::{Halt, Parameter, SampleProblem};

/// The options of gradient descent.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct GradientOptions {
    /// Rounds: the slopes are measured anew in each. One is enough where the evaluation is linear in the parameters.
    pub rounds: u32,
    /// Epochs of each round, at most.
    pub epochs: u32,
    /// The penalty on the square of a parameter's distance from its start, in steps: it holds back parameters that few
    /// samples depend on.
    pub anchor: f64,
}

/// The decay rates of the two moments.
const DECAY: [f64; 2] = [0.9, 0.999];
/// The learning rate of the first epoch, in steps of a parameter; it falls with the square root of their number.
const LEARNING_RATE: f64 = 0.6;
/// The error on the samples held back is looked at after so many epochs,
const LOOK: u32 = 10;
/// and a round ends where it was no less so many times running.
const PATIENCE: u32 = 8;

/// Gradient descent, as it stands after some epochs.
#[derive(Serialize, Deserialize)]
pub struct Gradient {
    options: GradientOptions,
    round: u32,
    /// Epochs of this round that are done.
    epoch: u32,
    /// The values at the beginning of the round.
    base: Vec<i32>,
    values: Vec<f64>,
    /// The moving averages of the gradient and of its square.
    first: Vec<f64>,
    second: Vec<f64>,
    best: Vec<i32>,
    /// The errors of the best values, over the samples to learn from and those held back; None before the first look.
    best_errors: Option<[f64; 2]>,
    /// Looks since the best.
    since: u32,
    finished: bool,
    /// The evaluation was found linear: this round is the last.
    linear: bool,
    /// The slopes of this round; measured again where a run goes on.
    #[serde(skip)]
    slopes: Option<Slopes>,
}

impl Gradient {
    /// Before the first epoch.
    pub fn new(parameters: &[Parameter], options: GradientOptions) -> Self {
        let start: Vec<i32> = parameters.iter().map(|parameter| parameter.start).collect();
        let count = start.len();
        Self {
            options,
            round: 1,
            epoch: 0,
            values: start.iter().map(|&value| value.into()).collect(),
            base: start.clone(),
            first: vec![0.0; count],
            second: vec![0.0; count],
            best: start,
            best_errors: None,
            since: 0,
            finished: options.rounds == 0 || options.epochs == 0,
            linear: false,
            slopes: None,
        }
    }

    /// All epochs, as far as is known.
    pub fn all(&self) -> u64 {
        let GradientOptions { rounds, epochs, .. } = self.options;
        u64::from(epochs) * u64::from(if self.linear { self.round.min(rounds) } else { rounds })
    }

    /// The best values so far, by the samples held back.
    pub fn best(&self) -> &[i32] {
        &self.best
    }

    /// The errors of the best values, over the samples to learn from and those held back.
    pub fn errors(&self) -> Option<[f64; 2]> {
        self.best_errors
    }

    /// Nothing is left to be done.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// How far the scores bend away from the slopes, in points, where those are measured, and how many slopes there are.
    pub fn measured(&self) -> Option<(f64, usize)> {
        self.slopes.as_ref().map(|slopes| (slopes.bend, slopes.len()))
    }

    /// One epoch.
    ///
    /// # Errors
    /// If the slopes were not measured; it stands as before.
    pub fn step(&mut self, problem: &dyn SampleProblem) -> Result<(), Halt> {
        if self.finished {
            return Ok(());
        }
        if self.best_errors.is_none() {
            self.best_errors = Some(problem.errors(&self.base));
        }
        let slopes = match &mut self.slopes {
            Some(slopes) => slopes,
            none => none.insert(problem.slopes(&self.base)?),
        };
        self.linear = slopes.is_linear();
        let moved: Vec<f64> = self
            .values
            .iter()
            .zip(&self.base)
            .map(|(value, &base)| value - f64::from(base))
            .collect();
        let (_, gradient) = slopes.gradient(&moved);
        self.epoch += 1;
        let time = self.epoch as i32;
        let [old, older] = DECAY;
        for (at, parameter) in problem.parameters().iter().enumerate() {
            let unit = f64::from(parameter.step);
            let away = (self.values[at] - f64::from(parameter.start)) / unit;
            let slope = gradient[at] * unit + 2.0 * self.options.anchor * away;
            self.first[at] = old * self.first[at] + (1.0 - old) * slope;
            self.second[at] = older * self.second[at] + (1.0 - older) * slope * slope;
            let first = self.first[at] / (1.0 - old.powi(time));
            let second = self.second[at] / (1.0 - older.powi(time));
            if second > 0.0 {
                let rate = LEARNING_RATE * unit / f64::from(self.epoch).sqrt();
                let value = self.values[at] - rate * first / (second.sqrt() + 1e-12);
                self.values[at] = parameter.clamp(value);
            }
        }
        if self.epoch.is_multiple_of(LOOK) || self.epoch == self.options.epochs {
            self.look(problem);
            if self.since >= PATIENCE || self.epoch == self.options.epochs {
                self.end_round();
            }
        }
        Ok(())
    }

    /// Keeps the values if they predict what was held back better than the best.
    fn look(&mut self, problem: &dyn SampleProblem) {
        let rounded: Vec<i32> = self.values.iter().map(|value| value.round() as i32).collect();
        let errors = problem.errors(&rounded);
        if self.best_errors.is_none_or(|best| errors[1] < best[1]) {
            (self.best, self.best_errors, self.since) = (rounded, Some(errors), 0);
        } else {
            self.since += 1;
        }
    }

    fn end_round(&mut self) {
        self.finished = self.linear || self.round == self.options.rounds;
        if self.finished {
            return;
        }
        self.round += 1;
        self.epoch = 0;
        self.since = 0;
        self.base.clone_from(&self.best);
        self.values = self.best.iter().map(|&value| value.into()).collect();
        self.first.fill(0.0);
        self.second.fill(0.0);
        self.slopes = None;
    }
}
