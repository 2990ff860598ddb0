//! The arithmetic of a network: whole numbers in plain loops, which the compiler turns into vector instructions.

use crate::network::{FIRST_SCALE, Network, OUTPUT_SCALE};

/// A row of the first layer, at the beginning of a cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Row<const WIDTH: usize>([i16; WIDTH]);

/// A network as a search uses it: its first layer added up for the games below a root, with `WIDTH` hidden units a view.
/// Units that the network does not have are zero.
#[derive(Debug)]
pub(crate) struct Layers<const WIDTH: usize> {
    rows: Vec<Row<WIDTH>>,
    bias: [i16; WIDTH],
    output: Vec<[[i16; WIDTH]; 2]>,
    output_bias: Vec<i32>,
    /// By fact of a move; empty where the network has no policy.
    policy: Vec<[[i16; WIDTH]; 2]>,
    policy_bias: Vec<i32>,
    points: i32,
    one_view: bool,
}

/// A row that does not exist adds nothing.
fn at<const WIDTH: usize>(rows: &[Row<WIDTH>], row: usize) -> &[i16; WIDTH] {
    rows.get(row).map_or(const { &[0; WIDTH] }, |Row(weights)| weights)
}

impl<const WIDTH: usize> Layers<WIDTH> {
    /// `rows` first-layer rows, each the sum of the inputs that `inputs_of` visits.
    pub(crate) fn new(
        network: &Network,
        rows: usize,
        inputs_of: impl Fn(usize, &mut dyn FnMut(usize)),
    ) -> Self {
        let width = network.shape.width.min(WIDTH);
        let padded = |weights: &[i16]| {
            let mut row = [0; WIDTH];
            row[..width].copy_from_slice(&weights[..width]);
            row
        };
        let row = |row: usize| {
            let mut sum = [0_i16; WIDTH];
            inputs_of(row, &mut |input| {
                let from = input * network.shape.width;
                if let Some(weights) = network.first.get(from..from + width) {
                    for (sum, &weight) in sum.iter_mut().zip(weights) {
                        *sum = sum.saturating_add(weight);
                    }
                }
            });
            Row(sum)
        };
        let wide = |weights: &[i8]| {
            let weights: Vec<i16> = weights.iter().map(|&weight| weight.into()).collect();
            padded(&weights)
        };
        let outputs = |weights: &[i8]| -> Vec<[[i16; WIDTH]; 2]> {
            let each = weights.chunks_exact(2 * network.shape.width).map(|both| {
                let (own, other) = both.split_at(network.shape.width);
                [wide(own), wide(other)]
            });
            each.collect()
        };
        Self {
            one_view: network.views() == 1,
            rows: (0..rows).map(row).collect(),
            bias: padded(&network.first_bias),
            output: outputs(&network.output),
            output_bias: network.output_bias.clone(),
            policy: outputs(&network.policy),
            policy_bias: network.policy_bias.clone(),
            points: network.points,
        }
    }

    /// A view in which nothing is on.
    #[inline(always)]
    pub(crate) fn empty(&self) -> [i16; WIDTH] {
        self.bias
    }

    #[inline(always)]
    pub(crate) fn add(&self, sums: &mut [i16; WIDTH], row: usize) {
        for (sum, weight) in sums.iter_mut().zip(at(&self.rows, row)) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    #[inline(always)]
    pub(crate) fn subtract(&self, sums: &mut [i16; WIDTH], row: usize) {
        for (sum, weight) in sums.iter_mut().zip(at(&self.rows, row)) {
            *sum = sum.wrapping_sub(*weight);
        }
    }

    /// The score takes the view of the side to move alone.
    #[inline(always)]
    pub(crate) fn has_one_view(&self) -> bool {
        self.one_view
    }

    /// The score in points, from the sums of the side to move and of the other; the latter may be left out where the score
    /// takes [one view](Self::has_one_view).
    #[inline(always)]
    pub(crate) fn score<const VIEWS: usize>(
        &self,
        sums: [&[i16; WIDTH]; VIEWS],
        bucket: usize,
    ) -> i32 {
        let bucket = bucket.min(self.output_bias.len().saturating_sub(1));
        let (Some(weights), Some(&bias)) = (self.output.get(bucket), self.output_bias.get(bucket))
        else {
            return 0;
        };
        let output = output_of(sums, weights, bias);
        (output * i64::from(self.points) / i64::from(FIRST_SCALE * OUTPUT_SCALE)) as i32
    }

    /// The network has a policy.
    pub(crate) fn has_policy(&self) -> bool {
        !self.policy.is_empty()
    }

    /// What the policy says of a fact of a move, as the logarithm of its odds, from the same sums.
    #[inline(always)]
    pub(crate) fn odds(&self, sums: [&[i16; WIDTH]; 2], fact: usize) -> f32 {
        let (Some(weights), Some(&bias)) = (self.policy.get(fact), self.policy_bias.get(fact))
        else {
            return 0.0;
        };
        output_of(sums, weights, bias) as f32 / (FIRST_SCALE * OUTPUT_SCALE) as f32
    }
}

/// An output layer, in units of 1 / ([`FIRST_SCALE`] · [`OUTPUT_SCALE`]).
#[inline(always)]
fn output_of<const WIDTH: usize, const VIEWS: usize>(
    sums: [&[i16; WIDTH]; VIEWS],
    weights: &[[i16; WIDTH]; 2],
    bias: i32,
) -> i64 {
    let mut total = 0_i64;
    for (sums, weights) in sums.into_iter().zip(weights) {
        // 256 units add up to at most 256 * 255 * 255 * 128 < 2^31.
        const { assert!(WIDTH <= 256) };
        let mut part = 0_i32;
        for (&sum, &weight) in sums.iter().zip(weights) {
            let active = sum.clamp(0, FIRST_SCALE as i16);
            // At most 255 * 128 in either direction: 16 bits.
            part += i32::from(active.wrapping_mul(weight)) * i32::from(active);
        }
        total += i64::from(part);
    }
    total / i64::from(FIRST_SCALE) + i64::from(bias)
}
