//! What earlier cutoffs teach about quiet moves (`history.rs` of the core).

use std::num::NonZeroU16;

use game::{MoveBits, Position as _, Side};
use onitama::{Move, Position};

const HISTORY_MAX: i32 = 16_384;

/// A move of Onitama is 13 bits: with a power of two no index is out of bounds.
const SLOTS: usize = 1 << 13;

/// Statistics of quiet moves, by side and move.
pub(super) struct History {
    scores: Box<[i16; 2 * SLOTS]>,
    counters: Box<[u16; 2 * SLOTS]>,
}

/// Where the statistics of a move are.
#[inline(always)]
pub(super) fn index(position: &Position, mv: Move) -> usize {
    let side = usize::from(position.side_to_move() == Side::Second);
    side * SLOTS + position.history_slot(mv) % SLOTS
}

impl History {
    pub(super) fn new() -> Self {
        Self { scores: Box::new([0; 2 * SLOTS]), counters: Box::new([0; 2 * SLOTS]) }
    }

    pub(super) fn decay(&mut self) {
        for score in self.scores.iter_mut() {
            *score /= 2;
        }
    }

    #[inline(always)]
    pub(super) fn score(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.scores[index(position, mv)])
    }

    #[inline]
    fn update(&mut self, position: &Position, mv: Move, bonus: i32) {
        let score = &mut self.scores[index(position, mv)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }

    pub(super) fn cutoff(&mut self, position: &Position, best: Move, tried: &[Move], depth: i32) {
        let bonus = (depth * depth * 8 + depth * 16).clamp(16, 1_600);
        self.update(position, best, bonus);
        for &mv in tried {
            self.update(position, mv, -bonus);
        }
    }

    #[inline]
    pub(super) fn countermove(&self, previous: usize) -> Option<Move> {
        NonZeroU16::new(self.counters[previous]).map(Move::from_bits)
    }

    #[inline]
    pub(super) fn set_countermove(&mut self, previous: usize, refutation: Move) {
        self.counters[previous] = refutation.bits().get();
    }
}
