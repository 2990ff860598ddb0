//! How piece-square scores are shared: by the shape of a card, left for right.
//!
//! A card that is its own mirror image has a table that is too: 15 scores. Two cards that mirror
//! each other share one table of 25. The 16 base cards are 8 of the first kind and 4 pairs of the
//! second: 8 * 15 + 4 * 25 = 220 scores for each piece kind and phase, 880 in all.

use crate::cards::{CARD_COUNT, CARDS};

/// Piece kinds: student and master.
pub(crate) const KINDS: usize = 2;
/// Phases: the opening, with all ten pieces, and the ending.
pub(crate) const PHASES: usize = 2;

/// Where a card's scores are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The first score of its table, counting scores of all tables of one kind and phase.
    offset: usize,
    /// 15 for a table of half the board, 25 for a whole one.
    size: usize,
    /// True if the table is that of the mirrored card.
    mirrored: bool,
}

/// By card.
pub(crate) static SHAPES: [Shape; CARD_COUNT] = shapes();

/// Scores of all cards, for one piece kind and phase.
pub(crate) const SCORES: usize = scores_until(CARD_COUNT);

/// Scores of the base deck, for one piece kind and phase.
const BASE_SCORES: usize = scores_until(16);

/// How many piece-square parameters the base deck has, by card, piece kind and phase.
pub const BASE_PARAMETERS: usize = BASE_SCORES * KINDS * PHASES;

/// How many it has by card and piece kind only.
pub const BY_CARD_BASE_PARAMETERS: usize = BASE_SCORES * KINDS;

const fn has_move(card: usize, right: i8, forward: i8) -> bool {
    let moves = CARDS[card].moves;
    let mut i = 0;
    while i < moves.len() {
        if moves[i].0 == right && moves[i].1 == forward {
            return true;
        }
        i += 1;
    }
    false
}

/// True if the second card is the first seen in a mirror.
const fn mirrors(a: usize, b: usize) -> bool {
    let moves = CARDS[a].moves;
    if moves.len() != CARDS[b].moves.len() {
        return false;
    }
    let mut i = 0;
    while i < moves.len() {
        if !has_move(b, -moves[i].0, moves[i].1) {
            return false;
        }
        i += 1;
    }
    true
}

const fn shapes() -> [Shape; CARD_COUNT] {
    let mut shapes = [Shape { offset: 0, size: 0, mirrored: false }; CARD_COUNT];
    let mut offset = 0;
    let mut card = 0;
    while card < CARD_COUNT {
        let mut partner = 0;
        while partner < card && !mirrors(card, partner) {
            partner += 1;
        }
        if partner < card {
            shapes[card] = Shape { mirrored: true, ..shapes[partner] };
        } else {
            let size = if mirrors(card, card) { 15 } else { 25 };
            shapes[card] = Shape { offset, size, mirrored: false };
            offset += size;
        }
        card += 1;
    }
    shapes
}

const fn scores_until(cards: usize) -> usize {
    let shapes = shapes();
    let mut end = 0;
    let mut card = 0;
    while card < cards {
        let shape_end = shapes[card].offset + shapes[card].size;
        if shape_end > end {
            end = shape_end;
        }
        card += 1;
    }
    end
}

/// The place of a square in a table of half a board: files a to c, d and e being b and a.
pub(crate) const fn half_board(square: usize) -> usize {
    let (rank, file) = (square / 5, square % 5);
    let file = if file > 2 { 4 - file } else { file };
    rank * 3 + file
}

/// The same square seen in a mirror.
pub(crate) const fn mirror(square: usize) -> usize {
    square / 5 * 5 + 4 - square % 5
}

impl Shape {
    /// The place of the score for a piece on `square` (seen by its owner from below), among the
    /// scores of one kind and phase.
    pub(crate) const fn place(self, square: usize) -> usize {
        let square = if self.mirrored { mirror(square) } else { square };
        self.offset + if self.size == 15 { half_board(square) } else { square }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_base_deck_has_880_parameters() {
        assert_eq!(BASE_PARAMETERS, 880);
        assert_eq!(BY_CARD_BASE_PARAMETERS, 440);
        let mut places = HashSet::new();
        for shape in &SHAPES[..16] {
            places.extend((0..25).map(|square| shape.place(square)));
        }
        assert_eq!(places.len() * KINDS * PHASES, 880);
        let symmetric = (0..16).filter(|&card| mirrors(card, card)).count();
        assert_eq!(symmetric, 8);
        assert_eq!(SHAPES[..16].iter().filter(|shape| shape.mirrored).count(), 4);
    }
}
