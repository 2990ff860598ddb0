//! Networks that learn from stored games: gradient descent on the error of their expected results.

mod checkpoint;
mod model;
#[cfg(test)]
mod tests;

use arena::seeds::{mix, shuffled};
use network::{Network, Shape};

use crate::samples::Samples;
use model::{Encoded, LegalMove, Model, POLICY_WEIGHT, Scratch, logistic};

pub use checkpoint::{CheckpointError, TrainingNote};

/// How a network learns.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Times that every position is learned from.
    pub epochs: usize,
    /// Stops after so many epochs in which the error on the positions held back did not fall, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<usize>,
    /// Positions of a step.
    pub batch: usize,
    /// The step size at first; it falls along half a cosine to a hundredth.
    pub rate: f64,
    /// The share of the weights that a step of size 1 takes away.
    pub decay: f64,
    /// The epsilon of Adam, in root mean squares of the slopes of a part of the network: the larger, the less a
    /// weight moves whose input is seldom on; with 0 it moves nearly as far as any other, and learns its few games by
    /// heart.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub epsilon: f64,
    /// The weight of the search's score in the target, from 0 to 1; the rest is the game's result.
    pub blend: f64,
    /// How far the game's result in the target gives way to what was thought on the turns in between: see
    /// [`Training::look_ahead`]; 1 for the result itself.
    #[serde(default = "result_alone", skip_serializing_if = "is_result_alone")]
    pub lambda: f64,
    /// How many views count: both, or with 1 that of the side to move alone.
    #[serde(default = "both", skip_serializing_if = "is_both")]
    pub views: usize,
    /// It learns what is to be added to the hand-made evaluation, and not to stand in its place.
    pub adds: bool,
    /// The points of a score of which the expected result is 0.73; found from the results where it is None.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// The seed of the weights at first, of the order of positions and of how the board is turned.
    pub seed: u64,
}

const fn result_alone() -> f64 {
    1.0
}

fn is_result_alone(lambda: &f64) -> bool {
    *lambda >= 1.0
}

fn is_zero(epsilon: &f64) -> bool {
    *epsilon == 0.0
}

const fn both() -> usize {
    2
}

fn is_both(views: &usize) -> bool {
    *views == both()
}

/// How far a network came in an epoch.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub epoch: usize,
    /// The mean squared error of the positions learned from, while they were.
    pub error: f64,
    /// That of the positions held back, after it.
    pub held_error: f64,
    /// The same two of the policy: how many nats the shares of the visits are away; None where nothing tells of visits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy_errors: Option<[f64; 2]>,
}

impl Epoch {
    /// What is to be least: the error on the positions held back, with that of the policy.
    fn error_of_held(&self) -> f64 {
        let policy = self.policy_errors.map_or(0.0, |[_, held]| held);
        self.held_error + f64::from(POLICY_WEIGHT) * policy
    }
}

/// Why a training cannot begin with a network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// It has other inputs or outputs, or more hidden units.
    #[error(
        "its inputs or outputs are others than those of the network to be trained, or its hidden units more"
    )]
    Shape,
    /// It is added to the hand-made evaluation, and the one to be trained is not.
    #[error("it is added to the hand-made evaluation: use --add-to-hand")]
    Adds,
    /// It stands in the place of the hand-made evaluation, and the one to be trained is added to it.
    #[error("it stands in the place of the hand-made evaluation: leave out --add-to-hand")]
    Stands,
}

/// Sums of errors.
#[derive(Clone, Copy, Default)]
struct Errors {
    /// Squared, of values.
    value: f64,
    /// Of the policy.
    policy: f64,
    /// How many positions have the latter.
    with_policy: usize,
}

impl Errors {
    fn and(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            policy: self.policy + other.policy,
            with_policy: self.with_policy + other.with_policy,
        }
    }

    fn of_policy(self) -> Option<f64> {
        (self.with_policy > 0).then(|| self.policy / self.with_policy as f64)
    }
}

/// Samples, and what the outputs for them are [added to](Training::bases).
pub type Learned<'s> = (&'s Samples, &'s [f32]);

/// Parts of a batch, each worked out by itself: the sums are the same with any number of threads.
const PARTS: usize = 4;

/// A network while it learns.
pub struct Training {
    schedule: Schedule,
    model: Model,
    /// By weight, the running means of the slope and of its square (Diederik Kingma and Jimmy Ba, 2015).
    means: [Vec<f32>; 2],
    steps: u64,
    epochs: Vec<Epoch>,
    /// The points of an output of 1.
    points: f64,
}

impl Training {
    /// A network that has not learned anything, of this shape.
    pub fn new(schedule: Schedule, shape: Shape, learned: &Samples) -> Self {
        let mut inputs = [Vec::new(), Vec::new()];
        if !learned.is_empty() {
            learned.positions.inputs(0, 0, &mut inputs);
        }
        let model = Model::new(shape, schedule.views, inputs[0].len() as f32, schedule.seed);
        let zeros = || vec![0.0; model.weights.len()];
        let means = [zeros(), zeros()];
        let points = schedule.points.map_or_else(|| learned.score_scale(), f64::from);
        Self { schedule, model, means, steps: 0, epochs: Vec::new(), points }
    }

    /// Begins with the weights of a network, and not with random ones. Where it has fewer hidden units than the one to be
    /// trained, the further ones see their inputs by random weights, and no output counts them yet: it begins with the
    /// same scores.
    ///
    /// # Errors
    /// If the network is of other inputs or outputs or has more hidden units, or is added to the hand-made evaluation where
    /// this one stands in its place, or the other way round.
    pub fn begin_with(&mut self, network: &Network) -> Result<(), StartError> {
        let width = self.model.shape.width;
        if (Shape { width, ..network.shape.clone() }) != self.model.shape
            || network.shape.width > width
        {
            return Err(StartError::Shape);
        }
        if network.adds != self.schedule.adds {
            return Err(if network.adds { StartError::Adds } else { StartError::Stands });
        }
        // What is added to points is of their scale; else an output of 1 is an expected result of 0.73 whatever the points.
        let scale = if network.adds { f64::from(network.points) / self.points } else { 1.0 };
        self.model.begin_with(&Model::of(network, scale as f32));
        Ok(())
    }

    /// The loss of each epoch.
    pub fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }

    /// The epoch after which the network is to be taken: the one with the lowest error on the positions held back where a
    /// patience is set, or else the last. None before the first.
    pub fn chosen(&self) -> Option<&Epoch> {
        if self.schedule.patience.is_none() {
            return self.epochs.last();
        }
        self.epochs.iter().min_by(|a, b| a.error_of_held().total_cmp(&b.error_of_held()))
    }

    /// True if all epochs are over, or too many of them brought nothing.
    pub fn is_complete(&self) -> bool {
        let done = self.epochs.len();
        let since = done - self.chosen().map_or(done, |chosen| chosen.epoch);
        done >= self.schedule.epochs
            || self.schedule.patience.is_some_and(|patience| since >= patience)
    }

    /// The points of a score of which the expected result is 0.73.
    pub fn points(&self) -> f64 {
        self.points
    }

    /// The network as it stands; `points` are those of an output of 1, where they are to be others than those of the scores
    /// that it learned from.
    pub fn network(&self, game: &str, points: Option<i32>, recipe: String) -> Network {
        let points = points.unwrap_or_else(|| self.points.round() as i32);
        let network = self.model.network(game, points, recipe);
        Network { adds: self.schedule.adds, ..network }
    }

    /// Puts the lambda-returns of the schedule in the place of the results of samples, once and before they are learned from:
    /// with a lambda of less than 1 the scores of the next turns of the same game stand in for its result, the nearer ones
    /// for more. They say less of how the game ended and more of the position, so that fewer games are learned by heart.
    pub fn look_ahead(&self, samples: &mut Samples) {
        if self.schedule.lambda < 1.0 {
            samples.look_ahead(self.schedule.lambda, self.points);
        }
    }

    /// The target of a position for the side to move.
    fn target(&self, samples: &Samples, number: usize) -> f32 {
        let by_first = samples.target(number, self.schedule.blend, self.points);
        let first = samples.positions.first_to_move(number);
        (if first { by_first } else { 1.0 - by_first }) as f32
    }

    /// The base that the network's output is added to for each sample: the hand-made evaluation for
    /// the side to move, as the logarithm of the odds; nothing where a network stands in its place.
    pub fn bases(&self, samples: &Samples) -> Vec<f32> {
        if !self.schedule.adds {
            return Vec::new();
        }
        let positions = &samples.positions;
        let base = |(number, points): (usize, i32)| {
            let points = if positions.first_to_move(number) { points } else { -points };
            points as f32 / self.points as f32
        };
        samples.by_hand().into_iter().enumerate().map(base).collect()
    }

    /// Puts the legal moves of a position beside it, where its search's visits are to be learned from.
    fn encode_moves(samples: &Samples, number: usize, turned: usize, position: &mut Encoded) {
        position.moves.clear();
        position.facts.clear();
        let visits = samples.visits(number);
        let sum: f32 = visits.iter().map(|&(_, share)| f32::from(share)).sum();
        if sum > 0.0 {
            samples.positions.moves(number, turned, &mut |bits, facts| {
                let share =
                    visits.iter().find(|(mv, _)| *mv == bits).map_or(0, |(_, share)| *share);
                position.facts.extend_from_slice(facts);
                position.moves.push(LegalMove {
                    facts_to: position.facts.len(),
                    share: f32::from(share) / sum,
                    found: 0.0,
                });
            });
        }
    }

    /// Adds the slopes of these positions to `slopes`, where there is any; returns the sums of their errors.
    fn work(
        &self,
        (samples, bases): Learned<'_>,
        numbers: &[usize],
        turned: &dyn Fn(usize) -> usize,
        mut slopes: Option<&mut [f32]>,
    ) -> Errors {
        let mut scratch = Scratch::new(self.model.shape.width);
        let mut position = Encoded::default();
        let mut sum = Errors::default();
        for &number in numbers {
            let turned = turned(number);
            position.bucket = samples.positions.inputs(number, turned, &mut position.inputs);
            let base = bases.get(number).copied().unwrap_or_default();
            let found = logistic(base + self.model.output(&position, &mut scratch));
            let miss = found - self.target(samples, number);
            sum.value += f64::from(miss * miss);
            if self.model.shape.moves > 0 {
                Self::encode_moves(samples, number, turned, &mut position);
                if !position.moves.is_empty() {
                    sum.policy += f64::from(self.model.judge_moves(&mut position, &scratch));
                    sum.with_policy += 1;
                }
            }
            if let Some(slopes) = slopes.as_deref_mut() {
                let slope = 2.0 * miss * found * (1.0 - found);
                self.model.add_slopes(&position, slope, &mut scratch, slopes);
            }
        }
        sum
    }

    /// The mean squared error of samples, and that of the policy, where anything tells of visits.
    pub fn error(&self, samples: Learned<'_>, threads: usize) -> (f64, Option<f64>) {
        let all: Vec<usize> = (0..samples.0.len()).collect();
        let share = all.len().div_ceil(threads.max(1)).max(1);
        let sum = std::thread::scope(|scope| {
            let work = |part| scope.spawn(move || self.work(samples, part, &|_| 0, None));
            let threads: Vec<_> = all.chunks(share).map(work).collect();
            threads.into_iter().map(join).fold(Errors::default(), Errors::and)
        });
        (sum.value / samples.0.len().max(1) as f64, sum.of_policy())
    }

    /// Learns from all positions once. `told` is asked after each batch, with the share of the epoch that is over, and ends
    /// it where it says no; the epoch then counts for nothing.
    pub fn epoch(
        &mut self,
        [learned, held]: [Learned<'_>; 2],
        symmetries: usize,
        threads: usize,
        told: &mut dyn FnMut(f64) -> bool,
    ) -> Option<Epoch> {
        let number = self.epochs.len() + 1;
        let seed = mix(self.schedule.seed, number as u64);
        let count = learned.0.len();
        let order = shuffled(count, seed);
        let turned =
            |position: usize| (mix(seed, position as u64) >> 8) as usize % symmetries.max(1);
        let batches = order.len().div_ceil(self.schedule.batch.max(1));
        let mut parts = vec![vec![0.0_f32; self.model.weights.len()]; PARTS];
        let mut sum = Errors::default();
        for (at, batch) in order.chunks(self.schedule.batch.max(1)).enumerate() {
            let share = batch.len().div_ceil(PARTS).max(1);
            let mut work: Vec<(&[usize], &mut Vec<f32>)> =
                batch.chunks(share).zip(&mut parts).collect();
            let a_thread = work.len().div_ceil(threads.max(1)).max(1);
            let this = &*self;
            let errors: Vec<Errors> = std::thread::scope(|scope| {
                let mut running = Vec::new();
                while !work.is_empty() {
                    let mine: Vec<_> = work.drain(..a_thread.min(work.len())).collect();
                    let turned = &turned;
                    running.push(scope.spawn(move || {
                        let each = mine.into_iter().map(|(numbers, slopes)| {
                            slopes.fill(0.0);
                            this.work(learned, numbers, turned, Some(slopes))
                        });
                        each.collect::<Vec<Errors>>()
                    }));
                }
                running.into_iter().flat_map(join).collect()
            });
            let used = errors.len();
            sum = errors.into_iter().fold(sum, Errors::and);
            let done = (number - 1) as f64 + at as f64 / batches as f64;
            self.step(&parts[..used], batch.len(), done / self.schedule.epochs.max(1) as f64);
            if !told((at + 1) as f64 / batches as f64) {
                return None;
            }
        }
        let error = sum.value / count.max(1) as f64;
        let (held_error, held_policy) = self.error(held, threads);
        let policy_errors = sum.of_policy().zip(held_policy).map(<[f64; 2]>::from);
        let epoch = Epoch { epoch: number, error, held_error, policy_errors };
        self.epochs.push(epoch);
        Some(epoch)
    }

    /// Moves the weights against the slopes of a batch; `done` is the share of the schedule that is over.
    fn step(&mut self, parts: &[Vec<f32>], batch: usize, done: f64) {
        const KEEP: f32 = 0.9;
        const KEEP_SQUARE: f32 = 0.999;
        self.steps += 1;
        let fall = 0.5 + 0.5 * (std::f64::consts::PI * done.min(1.0)).cos();
        let rate = self.schedule.rate * (0.01 + 0.99 * fall);
        let power = self.steps.min(100_000) as i32;
        let corrected =
            (1.0 - f64::from(KEEP_SQUARE).powi(power)).sqrt() / (1.0 - f64::from(KEEP).powi(power));
        let (size, decay) = ((rate * corrected) as f32, (rate * self.schedule.decay) as f32);
        let each = 1.0 / batch.max(1) as f32;
        let [_, _, output, last, policy, policy_bias] = self.model.places();
        let end = self.model.weights.len();
        let parts_of =
            [0..output, output..last, last..policy, policy..policy_bias, policy_bias..end];
        for range in parts_of.into_iter().filter(|range| !range.is_empty()) {
            let bound = self.model.bound(range.start);
            let [means, squares] = &mut self.means;
            let sum: f64 = squares[range.clone()].iter().map(|&square| f64::from(square)).sum();
            let mean_square = sum / range.len() as f64;
            let epsilon = (self.schedule.epsilon * mean_square.sqrt()) as f32 + 1e-8;
            let weights = self.model.weights[range.clone()].iter_mut();
            let kept = means[range.clone()].iter_mut().zip(&mut squares[range.clone()]);
            for (at, (weight, (mean, square))) in range.zip(weights.zip(kept)) {
                let slope = parts.iter().map(|part| part[at]).sum::<f32>() * each;
                *mean = KEEP * *mean + (1.0 - KEEP) * slope;
                *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
                let moved = *weight - size * *mean / (square.sqrt() + epsilon) - decay * *weight;
                *weight = moved.clamp(-bound, bound);
            }
        }
    }
}

fn join<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
