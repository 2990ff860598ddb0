//! Local search: each parameter a step up or down in turn, while the error falls (Texel's method; Peter Österlund, 2014).

use serde::{Deserialize, Serialize};

use crate::problem::{Parameter, SampleProblem};

/// Local search, as it stands after some parameters were tried.
#[derive(Serialize, Deserialize)]
pub struct Local {
    values: Vec<i32>,
    /// The errors of these values; None before the first look.
    errors: Option<[f64; 2]>,
    /// The parameter that is tried next.
    next: usize,
    /// The steps are divided by this: it doubles when no parameter gains any more.
    divisor: i32,
    /// A parameter gained since the first was tried.
    gained: bool,
    finished: bool,
}

impl Local {
    /// Before the first trial.
    pub fn new(parameters: &[Parameter]) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        let finished = parameters.is_empty();
        Self { values, errors: None, next: 0, divisor: 1, gained: false, finished }
    }

    /// The values so far.
    pub fn best(&self) -> &[i32] {
        &self.values
    }

    /// Their errors, over the samples to learn from and those held back.
    pub fn errors(&self) -> Option<[f64; 2]> {
        self.errors
    }

    /// No parameter gains by a change of 1.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Tries the next parameter.
    pub fn step(&mut self, problem: &dyn SampleProblem) {
        if self.finished {
            return;
        }
        let parameters = problem.parameters();
        let mut least = self.errors.unwrap_or_else(|| problem.errors(&self.values));
        let parameter = &parameters[self.next];
        let unit = (parameter.step / self.divisor).max(1);
        for by in [unit, -unit] {
            let before = self.values[self.next];
            let value = (before + by).clamp(parameter.min, parameter.max);
            if value == before {
                continue;
            }
            self.values[self.next] = value;
            let errors = problem.errors(&self.values);
            if errors[0] < least[0] {
                least = errors;
                self.gained = true;
                break;
            }
            self.values[self.next] = before;
        }
        self.errors = Some(least);
        self.next += 1;
        if self.next == parameters.len() {
            let largest = parameters.iter().map(|parameter| parameter.step).max().unwrap_or(1);
            self.next = 0;
            if !std::mem::take(&mut self.gained) {
                self.finished = self.divisor >= largest;
                self.divisor = self.divisor.saturating_mul(2);
            }
        }
    }
}
