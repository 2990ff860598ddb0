//! Correction of the static evaluation by what searches found (correction history; Stockfish and others, 2023 on).
//!
//! Positions that are alike in what the game names (pawns, material, ...) share an entry. It holds how much the searches
//! of such positions lately differed from their static evaluation.

use std::marker::PhantomData;

use game::{Position, Side};

/// Entries a side and kind of likeness: a power of two.
const ENTRIES: usize = 1 << 14;

/// Entries stay between minus and plus this.
const LIMIT: i32 = 1_024;

/// One thread's corrections.
pub(crate) struct Corrections<P> {
    /// By kind of likeness, side to move and key; nothing where they are not asked for.
    entries: Vec<i16>,
    _position: PhantomData<P>,
}

impl<P: Position> Corrections<P> {
    pub(crate) fn new() -> Self {
        Self { entries: Vec::new(), _position: PhantomData }
    }

    /// Makes room for them, before a search that asks for them.
    pub(crate) fn make_room(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![0; 2 * P::CORRECTIONS * ENTRIES];
        }
    }

    #[inline(always)]
    fn index(position: &P, which: usize) -> usize {
        let side = usize::from(position.side_to_move() == Side::Second);
        let key = position.correction_key(which) as usize % ENTRIES;
        (2 * which + side) * ENTRIES + key
    }

    /// The points to add to the static evaluation, where an error of 512 counts for `weight`
    /// points.
    #[inline(always)]
    pub(crate) fn points(&self, position: &P, weight: i32) -> i32 {
        let sum: i32 = (0..P::CORRECTIONS)
            .map(|which| i32::from(self.entries[Self::index(position, which)]))
            .sum();
        sum * weight / 512
    }

    /// A search of this depth found a score that differs by so many points.
    pub(crate) fn learn(&mut self, position: &P, difference: i32, depth: i32) {
        let bonus = (difference * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for which in 0..P::CORRECTIONS {
            let entry = &mut self.entries[Self::index(position, which)];
            let old = i32::from(*entry);
            *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
        }
    }
}
