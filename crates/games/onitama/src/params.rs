//! The numbers of the evaluation, declared once.

use std::collections::BTreeSet;

use crate::cards::Card;
use crate::learned::{BY_CARD, BY_PHASE, BY_PIECE};
use crate::tables::{KINDS, PHASES, SCORES, SHAPES, half_board};

impl EvalParams {
    /// The numbers of sets 2 and 3 that only games with this card use, by their place in [`by_card`](Self::by_card) and in
    /// [`by_phase`](Self::by_phase). Cards that mirror each other share theirs.
    pub fn places_of(card: Card) -> [Vec<usize>; 2] {
        let shape = SHAPES[card.index()];
        let places: BTreeSet<usize> = (0..25).map(|square| shape.place(square)).collect();
        let all = |each: usize| {
            places.iter().flat_map(|place| place * each..(place + 1) * each).collect()
        };
        [all(KINDS), all(KINDS * PHASES)]
    }

    /// The element of [`by_square`](Self::by_square) for a square (below 25, seen by its owner).
    pub fn place_by_square(square: usize) -> usize {
        half_board(square)
    }

    /// The place of the scores of a square (below 25, seen by its owner) with this card in hand, counted in groups of
    /// [`by_card`](Self::by_card), one for each piece, and of [`by_phase`](Self::by_phase), one for each piece and phase.
    pub fn place_by_card(card: Card, square: usize) -> usize {
        SHAPES[card.index()].place(square)
    }
}

game::parameters! {
    /// The numbers of the evaluation.
    ///
    /// Squares are seen by their owner from below: rank 1 is home, rank 5 the other side's.
    pub struct EvalParams {
        /// Which piece-square scores are used: 0 by square alone (15), 1 by square and piece (30), 2 by card and piece (440 for the base deck), 3 by card, piece and phase (880).
        piece_square_set: i32 = 3, 0..=3, step 1, "set";
        /// A student.
        student: i32 = 130, 20..=300, step 10, "points";
        /// The right to move.
        tempo: i32 = 6, -50..=50, step 4, "points";
        /// How much of the fifth card's scores counts for the side that will get it first.
        spare_weight: i32 = 30, 0..=100, step 10, "percent";
        /// Set 0: scores by square, files a to c (d and e mirror b and a), rank 1 first.
        by_square: [i16; 15] = [0, 2, 4, 2, 6, 8, 4, 10, 14, 4, 8, 10, 2, 4, 6], -300..=300, step 4, "points";
        /// Set 1: scores by square as in set 0, of a student and then of the master.
        by_piece: [i16; KINDS * 15] = BY_PIECE, -300..=300, step 4, "points";
        /// Set 2: scores of a held card by square and piece, shared by cards that mirror each other.
        by_card: [i16; SCORES * KINDS] = BY_CARD, -300..=300, step 4, "points";
        /// Set 3: scores of a held card by square, piece and phase, shared by cards that mirror each other.
        by_phase: [i16; SCORES * KINDS * PHASES] = BY_PHASE, -300..=300, step 4, "points";
    }
}
