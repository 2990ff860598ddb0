//! Simultaneous perturbation stochastic approximation (Spall, 1992): all parameters are moved at random, one way and the
//! other, both play each other, and all are moved toward the winner.

use serde::{Deserialize, Serialize};

use crate::problem::{Halt, MatchProblem, Meeting, Parameter, Score, chance};

/// The options of SPSA, with the exponents that Spall recommends.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaOptions {
    /// All iterations.
    pub iterations: u64,
    /// The seed of perturbations and games.
    pub seed: u64,
    /// Colour-swapped pairs of games an iteration.
    pub pairs: u32,
    /// The perturbation at the end, as a share of each parameter's range; at least 1.
    pub reach: f64,
    /// The gain at the end: the step that a won game makes, as a share of the perturbation.
    pub gain: f64,
    /// Where there are sets of parameters that only some starts exercise: each is tuned for so many iterations, round and
    /// round. 0 for all parameters at once.
    pub in_turn: u64,
}

/// The exponent by which the gain falls.
const ALPHA: f64 = 0.602;
/// The exponent by which the perturbation falls.
const GAMMA: f64 = 0.101;
/// Iterations before the first, so to speak, as a share of all: they keep the first steps small.
const STABILITY: f64 = 0.1;

/// SPSA, as it stands after some iterations.
#[derive(Serialize, Deserialize)]
pub struct Spsa {
    options: SpsaOptions,
    done: u64,
    values: Vec<f64>,
    score: Score,
}

impl Spsa {
    /// Before the first iteration.
    pub fn new(parameters: &[Parameter], options: SpsaOptions) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start.into()).collect();
        Self { options, done: 0, values, score: Score::default() }
    }

    /// The values so far, as whole numbers.
    pub fn best(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// All games, from the side of those that were moved up by their random signs.
    pub fn score(&self) -> Score {
        self.score
    }

    /// All iterations are done.
    pub fn is_finished(&self) -> bool {
        self.done >= self.options.iterations
    }

    /// The perturbation of a parameter, and the step of a game more won than lost.
    fn sizes(&self, parameter: &Parameter) -> (f64, f64) {
        let SpsaOptions { iterations, reach, gain, .. } = self.options;
        let (all, at) = (iterations as f64, self.done as f64);
        let last = (reach * f64::from(parameter.max - parameter.min)).max(1.0);
        let perturbation = last * (all / (at + 1.0)).powf(GAMMA);
        let ahead = STABILITY * all;
        let gain = gain * last * last * ((ahead + all) / (ahead + at + 1.0)).powf(ALPHA);
        (perturbation, gain / perturbation)
    }

    /// One iteration.
    ///
    /// # Errors
    /// If the games were not played; nothing is changed then.
    pub fn step(&mut self, problem: &dyn MatchProblem) -> Result<(), Halt> {
        if self.is_finished() {
            return Ok(());
        }
        let SpsaOptions { seed, pairs, in_turn, .. } = self.options;
        let sets = problem.sets();
        let set = (in_turn > 0 && !sets.is_empty())
            .then(|| (self.done / in_turn.max(1)) as usize % sets.len());
        let mut moves = vec![0.0; self.values.len()];
        let mut plays = [self.values.clone(), self.values.clone()];
        for (at, parameter) in problem.parameters().iter().enumerate() {
            if set.is_some_and(|set| !sets[set].contains(&at)) {
                continue;
            }
            let sign = if chance(seed, self.done, 2 * at as u64) < 0.5 { -1.0 } else { 1.0 };
            let (perturbation, step) = self.sizes(parameter);
            plays[0][at] = parameter.clamp(self.values[at] + sign * perturbation);
            plays[1][at] = parameter.clamp(self.values[at] - sign * perturbation);
            moves[at] = sign * step;
        }
        // Stochastic rounding: a part of a point is not lost, but played now and then.
        let whole = |values: &[f64]| -> Vec<i32> {
            let round = |(at, value): (usize, &f64)| {
                (value + chance(seed, self.done, 2 * at as u64 + 1)).floor() as i32
            };
            let both = values.iter().enumerate().map(round).zip(problem.parameters());
            both.map(|(value, parameter)| value.clamp(parameter.min, parameter.max)).collect()
        };
        let meeting = Meeting { seed: arena::seeds::mix(seed, self.done), pairs, set };
        let score = problem.play(meeting, &whole(&plays[0]), &whole(&plays[1]))?;
        for ((value, by), parameter) in self.values.iter_mut().zip(moves).zip(problem.parameters())
        {
            *value = parameter.clamp(*value + by * score.lead());
        }
        self.score = self.score.and(score);
        self.done += 1;
        Ok(())
    }
}
