//! Correction of the static evaluation by what searches found (correction history; Stockfish and others, 2023 on).
//!
//! Positions that are alike in what the game names (pawns, material, ...) share an entry. It holds how much the searches
//! of such positions lately differed from their static evaluation.

use std::marker::PhantomData;

use game::{Evaluator, Position, Score, Side};

use crate::mode::Mode;
use crate::pruning::Estimate;
use crate::tree::Node;
use crate::tt::Bound;
use crate::worker::Worker;

/// Entries a side and kind of likeness: a power of two.
const ENTRIES: usize = 1 << 14;

/// Entries stay between minus and plus this.
const LIMIT: i32 = 1_024;

/// One thread's corrections.
pub(crate) struct Corrections<P> {
    /// By kind of likeness, side to move and key.
    entries: Vec<i16>,
    _position: PhantomData<P>,
}

impl<P: Position> Corrections<P> {
    pub(crate) fn new() -> Self {
        Self { entries: vec![0; 2 * P::CORRECTIONS * ENTRIES], _position: PhantomData }
    }

    #[inline(always)]
    fn index(position: &P, which: usize) -> usize {
        let side = usize::from(position.side_to_move() == Side::Second);
        let key = position.correction_key(which) as usize % ENTRIES;
        (2 * which + side) * ENTRIES + key
    }

    /// What is added to the static evaluation, where an error of 512 counts for `weight` points.
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

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// Learns from the score of a node how wrong its static evaluation is. Nothing is learned where a capture was best,
    /// in check, of proven scores, or where the score is a bound on the side of the static evaluation that says nothing.
    #[inline(always)]
    pub(crate) fn learn_correction(
        &mut self,
        node: &Node<'_, P, E::State>,
        estimate: &Estimate,
        best_move: Option<P::Move>,
        (bound, score): (Bound, Score),
        depth: i32,
    ) {
        let learns = P::CORRECTIONS > 0 && self.mode.switches().correction && !node.in_check;
        if !learns
            || score.is_decided()
            || best_move.is_some_and(|mv| node.position.is_tactical(mv))
        {
            return;
        }
        let difference = score.raw() - estimate.evaluation.raw();
        let says_nothing = match bound {
            Bound::Lower => difference <= 0,
            Bound::Upper => difference >= 0,
            Bound::Exact => false,
        };
        if !says_nothing {
            self.thread.corrections.learn(node.position, difference, depth);
        }
    }
}
