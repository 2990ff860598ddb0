//! A network in floating point, as it is learned: its output, and how that depends on each weight.

use arena::seeds::mix;
use network::{FIRST_SCALE, Network, OUTPUT_SCALE, Shape};

/// The weights of a network, one after the other: those of the first layer by input, its biases, those of the output layers,
/// and their biases.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Model {
    pub(crate) shape: Shape,
    pub(crate) weights: Vec<f32>,
}

/// The largest weight of an output layer that can be written.
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_SCALE as f32;
/// The largest weight of the first layer: sums of many stay within 16 bits.
const MOST_FIRST: f32 = 4.0;

/// A position to learn from.
#[derive(Default)]
pub(crate) struct Encoded {
    /// The inputs that are on, for the side to move and for the other.
    pub(crate) inputs: [Vec<u32>; 2],
    /// Its output layer.
    pub(crate) bucket: usize,
}

/// The buffers of a thread that evaluates positions.
pub(crate) struct Scratch {
    sums: [Vec<f32>; 2],
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
    pub(crate) fn new(shape: Shape, inputs_on: f32, seed: u64) -> Self {
        let Shape { inputs, width, buckets, .. } = shape;
        let count = (inputs + 1) * width + buckets * (2 * width + 1);
        let reach = (2.0 / inputs_on.max(1.0)).sqrt() * 0.5;
        let random = |at: usize, reach: f32| {
            let part = (mix(seed, at as u64) >> 40) as f32 / (1_u64 << 24) as f32;
            (2.0 * part - 1.0) * reach
        };
        let mut new = Self { weights: vec![0.0; count], shape };
        let [_, bias, output, last] = new.places();
        for at in 0..bias {
            new.weights[at] = random(at, reach);
        }
        new.weights[bias..output].fill(0.3);
        for at in output..last {
            new.weights[at] = random(at, (1.0 / width as f32).sqrt() * 0.5);
        }
        new
    }

    /// Where the four parts begin.
    pub(crate) fn places(&self) -> [usize; 4] {
        let Shape { inputs, width, buckets, .. } = self.shape;
        let bias = inputs * width;
        [0, bias, bias + width, bias + width + buckets * 2 * width]
    }

    /// The output for a position, as the logarithm of the odds; its sums are left in the scratch.
    pub(crate) fn output(&self, position: &Encoded, scratch: &mut Scratch) -> f32 {
        let width = self.shape.width;
        let [_, bias, output, last] = self.places();
        let mut total = self.weights[last + position.bucket];
        for (view, (sums, inputs)) in scratch.sums.iter_mut().zip(&position.inputs).enumerate() {
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
        let [_, bias, output, last] = self.places();
        slopes[last + position.bucket] += error_slope;
        let Scratch { sums, slopes: of_sums } = scratch;
        for (view, inputs) in position.inputs.iter().enumerate() {
            let from = output + (2 * position.bucket + view) * width;
            let weights = &self.weights[from..from + width];
            let by_weight = &mut slopes[from..from + width];
            let each = sums[view].iter().zip(weights).zip(by_weight).zip(&mut of_sums[view]);
            for (((&sum, weight), by_weight), of_sum) in each {
                let active = sum.clamp(0.0, 1.0);
                *by_weight += error_slope * active * active;
                let within = if sum > 0.0 && sum < 1.0 { 2.0 * active } else { 0.0 };
                *of_sum = error_slope * weight * within;
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

    /// The most that a weight may be.
    pub(crate) fn bound(&self, place: usize) -> f32 {
        let [_, _, output, last] = self.places();
        match place {
            _ if place < output => MOST_FIRST,
            _ if place < last => MOST_OUTPUT,
            _ => f32::MAX,
        }
    }

    /// The network in whole numbers.
    pub(crate) fn network(&self, game: &str, points: i32, recipe: String) -> Network {
        let [_, bias, output, last] = self.places();
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
        let outputs = whole(&self.weights[output..last], OUTPUT_SCALE);
        network.output = outputs.into_iter().map(|weight| weight.clamp(-127, 127) as i8).collect();
        network.output_bias = whole(&self.weights[last..], FIRST_SCALE * OUTPUT_SCALE);
        network
    }
}
