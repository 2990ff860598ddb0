//! Parameters one at a time: the change is played both ways, and the value makes a step toward the winner.

use serde::{Deserialize, Serialize};

use crate::problem::{Halt, MatchProblem, Meeting, Parameter, Score};

/// The options of playing changes both ways.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayoutOptions {
    /// All iterations, a parameter each.
    pub iterations: u64,
    /// The seed of the games.
    pub seed: u64,
    /// Colour-swapped pairs of games an iteration.
    pub pairs: u32,
}

/// How it stands after some iterations.
#[derive(Serialize, Deserialize)]
pub struct Playout {
    options: PlayoutOptions,
    done: u64,
    values: Vec<f64>,
    score: Score,
}

impl Playout {
    /// Before the first iteration.
    pub fn new(parameters: &[Parameter], options: PlayoutOptions) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start.into()).collect();
        Self { options, done: 0, values, score: Score::default() }
    }

    /// The values so far, as whole numbers.
    pub fn best(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// All games, from the side of the greater values.
    pub fn score(&self) -> Score {
        self.score
    }

    /// All iterations are done.
    pub fn is_finished(&self) -> bool {
        self.done >= self.options.iterations || self.values.is_empty()
    }

    /// One iteration: the next parameter. The change is twice its step at first, and falls with the fourth root of the rounds;
    /// the value moves by a step where all games are won one way, and by their lead else.
    ///
    /// # Errors
    /// If the games were not played; nothing is changed then.
    pub fn step(&mut self, problem: &dyn MatchProblem) -> Result<(), Halt> {
        if self.is_finished() {
            return Ok(());
        }
        let PlayoutOptions { seed, pairs, .. } = self.options;
        let count = self.values.len() as u64;
        let (at, round) = ((self.done % count) as usize, self.done / count);
        let parameter = &problem.parameters()[at];
        let change = 2.0 * f64::from(parameter.step) / ((round + 1) as f64).powf(0.25);
        let mut plays = [self.best(), self.best()];
        plays[0][at] = parameter.clamp(self.values[at] + change.max(1.0)).round() as i32;
        plays[1][at] = parameter.clamp(self.values[at] - change.max(1.0)).round() as i32;
        let set = problem.sets().iter().position(|set| set.contains(&at));
        let meeting = Meeting { seed: arena::seeds::mix(seed, self.done), pairs, set };
        let score = problem.play(meeting, &plays[0], &plays[1])?;
        let share = score.lead() / score.games().max(1) as f64;
        self.values[at] = parameter.clamp(self.values[at] + share * change / 2.0);
        self.score = self.score.and(score);
        self.done += 1;
        Ok(())
    }
}
