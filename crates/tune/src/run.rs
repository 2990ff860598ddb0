//! A run of any method: step by step, with what it found so far, so that it can be stopped and go on.

use serde::{Deserialize, Serialize};

use crate::genetic::{Genetic, GeneticOptions};
use crate::gradient::{Gradient, GradientOptions};
use crate::local::Local;
use crate::playout::{Playout, PlayoutOptions};
use crate::problem::{Halt, MatchProblem, Meeting, Parameter, SampleProblem, Score};
use crate::spsa::{Spsa, SpsaOptions};

/// The parameters to tune, and the way their goodness is measured.
#[derive(Clone, Copy)]
pub enum Problem<'p> {
    /// By samples.
    Samples(&'p dyn SampleProblem),
    /// By matches.
    Matches(&'p dyn MatchProblem),
}

/// A method with its options.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Method {
    /// Gradient descent.
    Gradient(GradientOptions),
    /// One step up or down while the error falls; so many trials at most.
    Local(u64),
    /// SPSA.
    Spsa(SpsaOptions),
    /// A genetic algorithm.
    Genetic(GeneticOptions),
    /// The change played both ways.
    Playout(PlayoutOptions),
}

#[derive(Serialize, Deserialize)]
enum State {
    Gradient(Gradient),
    Local(Local),
    Spsa(Spsa),
    Genetic(Genetic),
    Playout(Playout),
}

/// Where a run stood.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// After so many steps.
    pub step: u64,
    /// The values.
    pub values: Vec<i32>,
    /// The errors over the samples to learn from and those held back, where samples measure.
    pub errors: Option<[f64; 2]>,
    /// Half the width of the interval of 95 % of how far the error over those held back has moved since the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_bar: Option<f64>,
    /// The games of these values against those at the start, where that was asked for.
    pub against_start: Option<Score>,
}

/// How often a run notes where it stands.
const POINTS: u64 = 100;

/// A run, as it stands.
#[derive(Serialize, Deserialize)]
pub struct Run {
    method: Method,
    parameters: Vec<Parameter>,
    state: State,
    done: u64,
    /// Where it stood: at the start, now and then, and last.
    pub points: Vec<Point>,
    /// Pairs of games against the start for each of these; 0 for none.
    measured: u32,
}

impl Run {
    /// Before the first step.
    pub fn new(parameters: Vec<Parameter>, method: Method, measured: u32) -> Self {
        let state = match method {
            Method::Gradient(options) => State::Gradient(Gradient::new(&parameters, options)),
            Method::Local(_) => State::Local(Local::new(&parameters)),
            Method::Spsa(options) => State::Spsa(Spsa::new(&parameters, options)),
            Method::Genetic(options) => State::Genetic(Genetic::new(&parameters, options)),
            Method::Playout(options) => State::Playout(Playout::new(&parameters, options)),
        };
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        let start = Point { step: 0, values, errors: None, error_bar: None, against_start: None };
        Self { method, parameters, state, done: 0, points: vec![start], measured }
    }

    /// The parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The best values so far.
    pub fn values(&self) -> Vec<i32> {
        match &self.state {
            State::Gradient(state) => state.best().to_vec(),
            State::Local(state) => state.best().to_vec(),
            State::Spsa(state) => state.best(),
            State::Genetic(state) => state.best().to_vec(),
            State::Playout(state) => state.best(),
        }
    }

    /// The errors of these values over the samples to learn from and those held back.
    pub fn errors(&self) -> Option<[f64; 2]> {
        match &self.state {
            State::Gradient(state) => state.errors(),
            State::Local(state) => state.errors(),
            _ => None,
        }
    }

    /// Of gradient descent: how far scores bend away from the slopes, in points, and how many slopes there are.
    pub fn slopes(&self) -> Option<(f64, usize)> {
        match &self.state {
            State::Gradient(state) => state.measured(),
            _ => None,
        }
    }

    /// Games that were played for the steps.
    pub fn score(&self) -> Option<Score> {
        match &self.state {
            State::Spsa(state) => Some(state.score()),
            State::Genetic(state) => Some(state.score()),
            State::Playout(state) => Some(state.score()),
            _ => None,
        }
    }

    /// Steps that are done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// All steps, at most.
    pub fn all(&self) -> u64 {
        match (self.method, &self.state) {
            (_, State::Gradient(state)) => state.all(),
            (Method::Gradient(options), _) => u64::from(options.epochs),
            (Method::Local(trials), _) => trials,
            (Method::Spsa(options), _) => options.iterations,
            (_, State::Genetic(state)) => state.all(),
            (Method::Playout(options), _) => options.iterations,
            (Method::Genetic(options), _) => options.generations,
        }
    }

    /// Nothing is left to be done.
    pub fn is_finished(&self) -> bool {
        match &self.state {
            State::Gradient(state) => state.is_finished(),
            State::Local(state) => state.is_finished() || self.done >= self.all(),
            State::Spsa(state) => state.is_finished(),
            State::Genetic(state) => state.is_finished(),
            State::Playout(state) => state.is_finished(),
        }
    }

    /// One step.
    ///
    /// # Errors
    /// If games were not played or slopes not measured, or the method does not go with the problem; the run stands as before.
    pub fn step(&mut self, problem: Problem<'_>) -> Result<(), Halt> {
        match (&mut self.state, problem) {
            (State::Gradient(state), Problem::Samples(problem)) => state.step(problem)?,
            (State::Local(state), Problem::Samples(problem)) => state.step(problem),
            (State::Spsa(state), Problem::Matches(problem)) => state.step(problem)?,
            (State::Genetic(state), Problem::Matches(problem)) => state.step(problem)?,
            (State::Playout(state), Problem::Matches(problem)) => state.step(problem)?,
            _ => return Err(Halt::Failed("the method does not go with the problem".to_owned())),
        }
        self.done += 1;
        Ok(())
    }

    /// Notes where the run stands, where it is time to or it is over; and how good the start is, where samples measure.
    ///
    /// # Errors
    /// If games against the start were not played.
    pub fn note(&mut self, problem: Problem<'_>) -> Result<(), Halt> {
        let start = &mut self.points[0];
        if let (None, Problem::Samples(problem)) = (start.errors, problem) {
            start.errors = Some(problem.errors(&start.values));
        }
        let known = self.points.last().is_some_and(|point| point.step == self.done);
        // Nobody knows beforehand when a local search ends: it notes each time through the parameters.
        let every = match self.method {
            Method::Local(_) => self.parameters.len() as u64,
            _ => self.all() / POINTS,
        };
        if known || !(self.is_finished() || self.done.is_multiple_of(every.max(1))) {
            return Ok(());
        }
        let values = self.values();
        let against_start = match problem {
            Problem::Matches(problem) if self.measured > 0 => {
                // Starts that no step has seen, the same for every point.
                let meeting = Meeting { seed: u64::MAX, pairs: self.measured, set: None };
                Some(problem.play(meeting, &values, &self.points[0].values)?)
            }
            _ => None,
        };
        let error_bar = match problem {
            Problem::Samples(problem) => problem.error_bar(&self.points[0].values, &values),
            Problem::Matches(_) => None,
        };
        let (step, errors) = (self.done, self.errors());
        self.points.push(Point { step, values, errors, error_bar, against_start });
        Ok(())
    }
}

#[cfg(test)]
mod tests;
