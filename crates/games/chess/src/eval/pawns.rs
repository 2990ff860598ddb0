//! The structure of pawns, remembered by their key.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use game::Side;

use crate::board::{
    Squares, beside, bit, file_of, file_squares, in_front, pawn_attacks, rank_of, relative,
    squares, widened,
};
use crate::params::EvalParams;
use crate::piece::Piece;
use crate::position::Position;
use game::Pair;

/// The facts of a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Structure {
    /// Black's subtracted from White's.
    pub(super) score: Pair,
    /// The passed pawns of both sides.
    pub(super) passed: Squares,
}

/// How many structures are remembered.
const SLOTS: usize = 4_096;

#[derive(Debug, Default)]
struct Slot {
    /// The key, folded with the rest: a slot that two threads write at once is not believed.
    check: AtomicU64,
    score: AtomicU64,
    passed: AtomicU64,
}

/// Structures by their key.
#[derive(Debug)]
pub(super) struct PawnTable(Box<[Slot]>);

impl Clone for PawnTable {
    /// An empty one: each thread has its own.
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl PawnTable {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| Slot::default()).collect())
    }

    /// The structure of a position's pawns.
    #[inline(always)]
    pub(super) fn get(&self, position: &Position, params: &EvalParams) -> Structure {
        let key = position.pawn_key();
        // No pawns have the key 0, as has an empty slot, and no score.
        let slot = &self.0[key as usize % SLOTS];
        let (score, passed) = (slot.score.load(Relaxed), slot.passed.load(Relaxed));
        if slot.check.load(Relaxed) == key ^ score ^ passed {
            return Structure { score: Pair::from_bits(score as u32 as i32), passed };
        }
        let found = structure(position, params);
        let score = u64::from(found.score.bits() as u32);
        slot.score.store(score, Relaxed);
        slot.passed.store(found.passed, Relaxed);
        slot.check.store(key ^ score ^ found.passed, Relaxed);
        found
    }
}

#[inline(never)]
fn structure(position: &Position, params: &EvalParams) -> Structure {
    let mut found = Structure { score: Pair::default(), passed: 0 };
    for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
        let own = position.pieces(side, Piece::Pawn);
        let other = position.pieces(side.other(), Piece::Pawn);
        let guarded = pawn_attacks(side.other(), other);
        let mut score = Pair::default();
        for at in squares(own) {
            let pawn = bit(at);
            let front = in_front(side, pawn);
            let rank = rank_of(relative(side, at));
            let neighbours = beside(file_squares(file_of(at))) & own;
            if front & own != 0 {
                score += Pair::of(params.doubled_pawn);
            } else if widened(front) & other == 0 {
                found.passed |= pawn;
                score += Pair::of(params.passed[rank]);
            }
            let open = usize::from(front & other == 0);
            let covered = pawn_attacks(side.other(), pawn) & own != 0;
            let phalanx = beside(pawn) & own != 0;
            if covered {
                score += Pair::of(params.covered_pawn[rank]);
            }
            if phalanx {
                score += Pair::of(params.phalanx_pawn[rank]);
            }
            if neighbours == 0 {
                score += Pair::of(params.isolated_pawn[open]);
            } else if !covered
                && !phalanx
                && beside(in_front(side.other(), pawn)) & own == 0
                && crate::board::forward(side, pawn) & guarded != 0
            {
                score += Pair::of(params.backward_pawn[open]);
            }
        }
        found.score += score * sign;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Notation as _;

    fn of(text: &str) -> Structure {
        structure(&Position::parse(text).unwrap(), &EvalParams::START)
    }

    #[test]
    fn passed_pawns_are_those_that_no_pawn_can_stop_or_take() {
        // White: a4 passed, d5 blocked by e7's guard, g2 doubled behind g4. Black: b2 passed, e7, h5 faces g4.
        let found = of("4k3/4p3/8/3P3p/P5P1/8/1p4P1/4K3 w - - 0 1");
        assert_eq!(found.passed, bit(24) | bit(9));
    }

    #[test]
    fn the_table_gives_what_was_worked_out() {
        let (table, params) = (PawnTable::new(), EvalParams::START);
        for seed in 0..300 {
            let position = Position::random_play(seed, seed as usize % 100);
            let fresh = structure(&position, &params);
            assert_eq!(table.get(&position, &params), fresh);
            assert_eq!(table.get(&position, &params), fresh);
        }
    }
}
