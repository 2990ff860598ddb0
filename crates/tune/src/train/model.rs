//! A network in floating point, as it is learned: its output, and how that depends on each weight.

use arena::seeds::mix;
use network::{FIRST_SCALE, Network, OUTPUT_SCALE, Shape};

/// The weights of a network, one after the other: those of the first layer by input, its biases, those of the output layers,
/// and their biases.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Model {
    pub(crate) shape: Shape,
    /// How many views count: with 1 the outputs for the other side's view stay 0.
    pub(crate) views: usize,
    pub(crate) weights: Vec<f32>,
}

/// The largest weight of an output layer that can be written.
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_SCALE as f32;
/// The weight of the error of the policy beside that of the value, which is that of a result from 0 to 1: both alike where
/// results go from -1 to 1.
pub(crate) const POLICY_WEIGHT: f32 = 0.25;
/// The largest weight of the first layer: sums of many stay within 16 bits.
const MOST_FIRST: f32 = 4.0;

/// A position to learn from.
#[derive(Default)]
pub(crate) struct Encoded {
    /// The inputs that are on, for the side to move and for the other.
    pub(crate) inputs: [Vec<u32>; 2],
    /// Its output layer.
    pub(crate) bucket: usize,
    /// The legal moves; none where nothing is learned of them.
    pub(crate) moves: Vec<LegalMove>,
    /// Their facts.
    pub(crate) facts: Vec<u32>,
}

/// A legal move of a position to learn from.
#[derive(Clone, Copy)]
pub(crate) struct LegalMove {
    /// Where its facts end among those of all.
    pub(crate) facts_to: usize,
    /// Its share of the visits.
    pub(crate) share: f32,
    /// Its share by the policy; before it is worked out anything.
    pub(crate) found: f32,
}

impl Encoded {
    /// The facts of a legal move.
    fn facts_of(&self, number: usize) -> &[u32] {
        let from = number.checked_sub(1).map_or(0, |before| self.moves[before].facts_to);
        &self.facts[from..self.moves[number].facts_to]
    }
}

/// The buffers of a thread that evaluates positions.
pub(crate) struct Scratch {
    sums: [Vec<f32>; 2],
    /// By view, how the error depends on each activation.
    slopes: [Vec<f32>; 2],
}

impl Scratch {
    pub(crate) fn new(width: usize) -> Self {
        let both = || [vec![0.0; width], vec![0.0; width]];
        Self { sums: both(), slopes: both() }
    }
}

pub(crate) fn logistic(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

impl Model {
    /// A network whose first layer is random and whose outputs are nearly 0.
    pub(crate) fn new(shape: Shape, views: usize, inputs_on: f32, seed: u64) -> Self {
        let Shape { inputs, width, buckets, moves, .. } = shape;
        let count = (inputs + 1) * width + (buckets + moves) * (2 * width + 1);
        let reach = (2.0 / inputs_on.max(1.0)).sqrt() * 0.5;
        let random = |at: usize, reach: f32| {
            let part = (mix(seed, at as u64) >> 40) as f32 / (1_u64 << 24) as f32;
            (2.0 * part - 1.0) * reach
        };
        let mut new = Self { weights: vec![0.0; count], views, shape };
        let [_, bias, output, last, ..] = new.places();
        for at in 0..bias {
            new.weights[at] = random(at, reach);
        }
        new.weights[bias..output].fill(0.3);
        for at in output..last {
            new.weights[at] = random(at, (1.0 / width as f32).sqrt() * 0.5);
        }
        new.leave_out_views();
        new
    }

    /// Sets the outputs to 0 for the views that do not count.
    fn leave_out_views(&mut self) {
        let [_, _, output, last, policy, policy_bias] = self.places();
        let width = self.shape.width;
        for outputs in [output..last, policy..policy_bias] {
            for both in self.weights[outputs].chunks_exact_mut(2 * width) {
                both[self.views.min(2) * width..].fill(0.0);
            }
        }
    }

    /// Where the six parts begin: the first layer, its biases, the output layers, theirs, the policy, its own.
    pub(crate) fn places(&self) -> [usize; 6] {
        let Shape { inputs, width, buckets, moves, .. } = self.shape;
        let (bias, output) = (inputs * width, (inputs + 1) * width);
        let last = output + buckets * 2 * width;
        let policy = last + buckets;
        [0, bias, output, last, policy, policy + moves * 2 * width]
    }

    /// The output for a position, as the logarithm of the odds; its sums are left in the scratch.
    pub(crate) fn output(&self, position: &Encoded, scratch: &mut Scratch) -> f32 {
        let width = self.shape.width;
        let [_, bias, output, last, ..] = self.places();
        let mut total = self.weights[last + position.bucket];
        let views = scratch.sums.iter_mut().zip(&position.inputs).enumerate();
        for (view, (sums, inputs)) in views.take(self.views) {
            sums.copy_from_slice(&self.weights[bias..bias + width]);
            for &input in inputs {
                let row = input as usize * width;
                for (sum, weight) in sums.iter_mut().zip(&self.weights[row..row + width]) {
                    *sum += weight;
                }
            }
            let from = output + (2 * position.bucket + view) * width;
            let weights = &self.weights[from..from + width];
            for (sum, weight) in sums.iter().zip(weights) {
                let active = sum.clamp(0.0, 1.0);
                total += active * active * weight;
            }
        }
        total
    }

    /// Adds to `slopes` how the error of a position depends on each weight, where `error_slope` is how it depends on
    /// the output that was just worked out with this scratch.
    pub(crate) fn add_slopes(
        &self,
        position: &Encoded,
        error_slope: f32,
        scratch: &mut Scratch,
        slopes: &mut [f32],
    ) {
        let width = self.shape.width;
        let [_, bias, output, last, policy, policy_bias] = self.places();
        scratch.slopes.iter_mut().for_each(|slopes| slopes.fill(0.0));
        let [bucket, last] = [output + 2 * position.bucket * width, last + position.bucket];
        self.add_output(error_slope, [bucket, last], scratch, slopes);
        for (number, mv) in position.moves.iter().enumerate() {
            let slope = POLICY_WEIGHT * (mv.found - mv.share);
            for &fact in position.facts_of(number) {
                let places = [policy + 2 * fact as usize * width, policy_bias + fact as usize];
                self.add_output(slope, places, scratch, slopes);
            }
        }
        let Scratch { sums, slopes: of_sums } = scratch;
        for (view, inputs) in position.inputs.iter().enumerate().take(self.views) {
            for (slope, &sum) in of_sums[view].iter_mut().zip(&sums[view]) {
                *slope *= if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
            }
            for (slope, of_sum) in slopes[bias..bias + width].iter_mut().zip(&of_sums[view]) {
                *slope += of_sum;
            }
            for &input in inputs {
                let row = input as usize * width;
                for (slope, of_sum) in slopes[row..row + width].iter_mut().zip(&of_sums[view]) {
                    *slope += of_sum;
                }
            }
        }
    }

    /// Adds how the error depends on the weights of an output layer, which begins at the first of these places and has its
    /// bias at the second, and on the activations.
    fn add_output(
        &self,
        error_slope: f32,
        [from, bias]: [usize; 2],
        scratch: &mut Scratch,
        slopes: &mut [f32],
    ) {
        let width = self.shape.width;
        slopes[bias] += error_slope;
        let views = scratch.sums.iter().zip(&mut scratch.slopes).enumerate();
        for (view, (sums, of_sums)) in views.take(self.views) {
            let range = from + view * width..from + (view + 1) * width;
            let weights = self.weights[range.clone()].iter().zip(&mut slopes[range]);
            for ((&sum, of_sum), (weight, by_weight)) in sums.iter().zip(of_sums).zip(weights) {
                let active = sum.clamp(0.0, 1.0);
                *by_weight += error_slope * active * active;
                *of_sum += error_slope * weight;
            }
        }
    }

    /// Works out the share of each legal move by the policy, after the [output](Model::output) of the position. Returns the
    /// error: the cross-entropy to the shares of the visits, less their own entropy, in nats.
    pub(crate) fn judge_moves(&self, position: &mut Encoded, scratch: &Scratch) -> f32 {
        let width = self.shape.width;
        let [.., policy, policy_bias] = self.places();
        for number in 0..position.moves.len() {
            let mut odds = 0.0;
            for &fact in position.facts_of(number) {
                odds += self.weights[policy_bias + fact as usize];
                for (view, sums) in scratch.sums.iter().enumerate().take(self.views) {
                    let from = policy + (2 * fact as usize + view) * width;
                    for (sum, weight) in sums.iter().zip(&self.weights[from..from + width]) {
                        let active = sum.clamp(0.0, 1.0);
                        odds += active * active * weight;
                    }
                }
            }
            position.moves[number].found = odds;
        }
        let moves = &mut position.moves;
        let most = moves.iter().map(|mv| mv.found).fold(f32::MIN, f32::max);
        moves.iter_mut().for_each(|mv| mv.found = (mv.found - most).exp());
        let sum: f32 = moves.iter().map(|mv| mv.found).sum();
        let mut error = 0.0;
        for mv in moves {
            mv.found /= sum;
            if mv.share > 0.0 {
                error += mv.share * (mv.share.ln() - mv.found.max(1e-30).ln());
            }
        }
        error
    }

    /// The most that a weight may be.
    pub(crate) fn bound(&self, place: usize) -> f32 {
        let [_, _, output, last, policy, policy_bias] = self.places();
        match place {
            _ if place < output => MOST_FIRST,
            _ if place < last => MOST_OUTPUT,
            _ if place < policy => f32::MAX,
            _ if place < policy_bias => MOST_OUTPUT,
            _ => f32::MAX,
        }
    }

    /// The weights of a network in whole numbers, of which an output of 1 stands for `scale` outputs of 1 here.
    pub(crate) fn of(network: &Network, scale: f32) -> Self {
        let first = |weights: &[i16]| -> Vec<f32> {
            weights.iter().map(|&weight| f32::from(weight) / FIRST_SCALE as f32).collect()
        };
        let output = |weights: &[i8], scale: f32| -> Vec<f32> {
            let whole = weights.iter().map(|&weight| f32::from(weight));
            whole.map(|weight| weight / OUTPUT_SCALE as f32 * scale).collect()
        };
        let bias = |weights: &[i32], scale: f32| -> Vec<f32> {
            let unit = (FIRST_SCALE * OUTPUT_SCALE) as f32;
            weights.iter().map(|&weight| weight as f32 / unit * scale).collect()
        };
        let weights = [
            first(&network.first),
            first(&network.first_bias),
            output(&network.output, scale),
            bias(&network.output_bias, scale),
            output(&network.policy, 1.0),
            bias(&network.policy_bias, 1.0),
        ];
        Self { shape: network.shape.clone(), views: 2, weights: weights.concat() }
    }

    /// Takes over the weights of a network of the same inputs and outputs with as many hidden units or fewer, but for those of
    /// views that do not count. The units that are left keep their inputs' weights, and no output counts them.
    pub(crate) fn begin_with(&mut self, other: &Self) {
        let (width, taken) = (self.shape.width, other.shape.width);
        let [_, _, output, last, policy, policy_bias] = self.places();
        let [_, _, other_output, other_last, other_policy, other_policy_bias] = other.places();
        let from = &other.weights;
        // The first layer and its biases, the output layers, and the policy: each a row of hidden units after the other.
        self.weights[output..last].fill(0.0);
        self.weights[policy..policy_bias].fill(0.0);
        for (place, other_place) in [
            (0..output, 0..other_output),
            (output..last, other_output..other_last),
            (policy..policy_bias, other_policy..other_policy_bias),
        ] {
            let rows = self.weights[place].chunks_exact_mut(width);
            for (row, other_row) in rows.zip(from[other_place].chunks_exact(taken)) {
                row[..taken].copy_from_slice(other_row);
            }
        }
        self.weights[last..policy].copy_from_slice(&from[other_last..other_policy]);
        self.weights[policy_bias..].copy_from_slice(&from[other_policy_bias..]);
        self.leave_out_views();
    }

    /// The network in whole numbers.
    pub(crate) fn network(&self, game: &str, points: i32, recipe: String) -> Network {
        let [_, bias, output, last, policy, policy_bias] = self.places();
        let mut network = Network::zero(game, self.shape.clone(), points);
        let whole = |weights: &[f32], scale: i32| -> Vec<i32> {
            weights.iter().map(|weight| (weight * scale as f32).round() as i32).collect()
        };
        let first = |weights: &[f32]| -> Vec<i16> {
            whole(weights, FIRST_SCALE).into_iter().map(|weight| weight as i16).collect()
        };
        network.recipe = recipe;
        network.first = first(&self.weights[..bias]);
        network.first_bias = first(&self.weights[bias..output]);
        let outputs = |weights: &[f32]| -> Vec<i8> {
            let weights = whole(weights, OUTPUT_SCALE).into_iter();
            weights.map(|weight| weight.clamp(-127, 127) as i8).collect()
        };
        network.output = outputs(&self.weights[output..last]);
        network.output_bias = whole(&self.weights[last..policy], FIRST_SCALE * OUTPUT_SCALE);
        network.policy = outputs(&self.weights[policy..policy_bias]);
        network.policy_bias = whole(&self.weights[policy_bias..], FIRST_SCALE * OUTPUT_SCALE);
        network
    }
}
