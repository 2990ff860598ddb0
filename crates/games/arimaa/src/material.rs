//! Material by HarLog, the formula of Toby Hudson (published by D. J. Wu, Designing a Winning Arimaa
//! Program, ICGA Journal, 2015).
//!
//! A piece that is no rabbit counts 2/Q where no stronger one is left to the other side, else
//! 1/(Q + stronger ones); to these comes G times the logarithm of rabbits times pieces. The unit is
//! the first rabbit captured out of a full set of pieces.

use game::Side;

use crate::board::{Board, COUNTS, KINDS, Kind, RABBIT};
use crate::params::EvalParams;

/// The tables of the formula for one set of parameters.
#[derive(Clone, Debug)]
pub(crate) struct Material {
    /// The worth of a piece, by how many stronger ones there are, in points.
    by_stronger: [f64; 9],
    /// The logarithm's part, by rabbits times pieces, in points.
    by_product: Vec<f64>,
}

/// The counts of a side's pieces by kind.
pub(crate) type Counts = [u32; KINDS];

pub(crate) fn counts(board: &Board, side: Side) -> Counts {
    let mut counts = [0; KINDS];
    for (kind, count) in counts.iter_mut().enumerate() {
        *count = board.pieces(side, kind).count_ones();
    }
    counts
}

impl Material {
    pub(crate) fn new(params: &EvalParams) -> Self {
        let q = f64::from(params.harlog_q) / 1_000.0;
        let g = f64::from(params.harlog_g) / 1_000.0;
        // Without rabbits the game is over; half a rabbit keeps the number finite.
        let log = |product: usize| g * (product as f64).max(0.5).ln();
        let unit = log(8 * 16) - log(7 * 15);
        let scale = f64::from(params.material) / unit;
        let mut by_stronger = [0.0; 9];
        for (stronger, value) in by_stronger.iter_mut().enumerate() {
            let share = if stronger == 0 { 2.0 / q } else { 1.0 / (q + stronger as f64) };
            *value = scale * share;
        }
        Self { by_stronger, by_product: (0..=128).map(|product| scale * log(product)).collect() }
    }

    fn of(&self, own: &Counts, other: &Counts) -> f64 {
        let pieces: u32 = own.iter().sum();
        let mut sum = self.by_product[(own[RABBIT] * pieces).min(128) as usize];
        let mut stronger = 0;
        for kind in (RABBIT + 1..KINDS).rev() {
            sum += f64::from(own[kind]) * self.by_stronger[stronger.min(8) as usize];
            stronger += other[kind];
        }
        sum
    }

    /// The first side's material less the second's, in points.
    pub(crate) fn score(&self, board: &Board) -> i32 {
        self.score_of(&counts(board, Side::First), &counts(board, Side::Second))
    }

    fn score_of(&self, first: &Counts, second: &Counts) -> i32 {
        (self.of(first, second) - self.of(second, first)).round() as i32
    }

    /// The value of each kind where all pieces are on the board: the cost of its loss then.
    pub(crate) fn values(&self) -> [i32; KINDS] {
        let mut values = [0; KINDS];
        for (kind, value) in values.iter_mut().enumerate() {
            *value = self.loss(&COUNTS, &COUNTS, kind);
        }
        values
    }

    fn loss(&self, own: &Counts, other: &Counts, kind: Kind) -> i32 {
        let mut left = *own;
        left[kind] -= 1;
        self.score_of(own, other) - self.score_of(&left, other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dog_is_worth_two_rabbits_and_pieces_rise_with_their_strength() {
        let values = Material::new(&EvalParams::default()).values();
        assert_eq!(values[RABBIT], 100);
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
        // The published numbers were chosen so.
        let published = EvalParams { harlog_q: 1448, harlog_g: 631, ..EvalParams::default() };
        let material = Material::new(&published);
        let after = |own: Counts| material.score_of(&COUNTS, &own);
        let (dog, rabbits) = (after([8, 2, 1, 2, 1, 1]), after([6, 2, 2, 2, 1, 1]));
        assert!((dog - rabbits).abs() <= 2, "{dog} {rabbits}");
    }

    #[test]
    fn equal_material_is_worth_nothing() {
        let material = Material::new(&EvalParams::default());
        for own in [COUNTS, [1, 0, 0, 0, 0, 0], [3, 1, 0, 2, 0, 1]] {
            assert_eq!(material.score_of(&own, &own), 0);
        }
    }
}
