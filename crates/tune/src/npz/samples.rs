//! Samples: what is on in each position, and what is to be predicted.

use std::io::{self, Write};

use super::{Writer, all};
use crate::samples::Samples;

/// Writes the positions of samples, those that are learned from first and those held back after them, from the view of the
/// side to move:
///
/// - `own` and `other`: the inputs that are on for the side to move and for the other, position after position, where they
///   count more than once as often as they count; `own_offsets` and `other_offsets`: where those of each position begin,
///   and at last where they end
/// - `bucket`: the output layer that judges it
/// - `score`: the score of the search, in points; `hand`: that of the hand-made evaluation
/// - `result`: 1 for a win, 0.5 or 0; NaN where it is not known
/// - `held`: 1 of those held back
///
/// # Errors
/// If it cannot be written.
pub fn write_samples(both: [&Samples; 2], out: impl Write) -> io::Result<()> {
    let mut file = Writer::new(out);
    let count = both[0].len() + both[1].len();
    let each =
        || both.into_iter().flat_map(|samples| (0..samples.len()).map(move |at| (samples, at)));
    let mut found = [Vec::new(), Vec::new()];
    let mut offsets = [vec![0_i64], vec![0_i64]];
    let mut buckets = Vec::with_capacity(count);
    for (samples, number) in each() {
        buckets.push(samples.positions.inputs(number, 0, &mut found) as u8);
        for (offsets, found) in offsets.iter_mut().zip(&found) {
            offsets.push(offsets.last().copied().unwrap_or_default() + found.len() as i64);
        }
    }
    for (view, name) in ["own", "other"].into_iter().enumerate() {
        let all_inputs = offsets[view].last().copied().unwrap_or_default() as usize;
        file.array(name, &[all_inputs], |push: &mut dyn FnMut(i32) -> io::Result<()>| {
            each().try_for_each(|(samples, number)| {
                samples.positions.inputs(number, 0, &mut found);
                found[view].iter().try_for_each(|&input| push(input as i32))
            })
        })?;
    }
    for (name, offsets) in ["own_offsets", "other_offsets"].into_iter().zip(offsets) {
        file.array(name, &[count + 1], all(offsets))?;
    }
    file.array("bucket", &[count], all(buckets))?;
    let sign =
        |samples: &Samples, number| if samples.positions.first_to_move(number) { 1 } else { -1 };
    let scores =
        each().map(|(samples, number)| sign(samples, number) * i32::from(samples.scores[number]));
    file.array("score", &[count], all(scores))?;
    let hand: Vec<Vec<i32>> = both.map(Samples::by_hand).into();
    let hand = hand.iter().flatten().zip(each());
    let hand = hand.map(|(&points, (samples, number))| sign(samples, number) * points);
    file.array("hand", &[count], all(hand))?;
    let results = each().map(|(samples, number)| match samples.results[number] {
        Some(result) if samples.positions.first_to_move(number) => result,
        Some(result) => 1.0 - result,
        None => f32::NAN,
    });
    file.array("result", &[count], all(results))?;
    let held = both.into_iter().zip([0_u8, 1]);
    let held = held.flat_map(|(samples, held)| std::iter::repeat_n(held, samples.len()));
    file.array("held", &[count], all(held))?;
    file.finish()
}
