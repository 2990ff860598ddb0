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

/// The weights of a starting score, in quarters of a point. The kinds of terms are reasoned from
/// the cards; their weights were found by 240 short matches of 300 games each, changing three at a
/// time and keeping what won (1,000 nodes a move, random deals of the base deck).
struct Weights {
    /// For each move of the card that stays on the board: one that goes forward, and any other.
    forward: i32,
    other: i32,
    /// For each step nearer to the centre of the board, in the opening and the ending.
    centre: [i32; PHASES],
    /// For each rank forward.
    rank: [i32; PHASES],
    /// For each file nearer to the middle one.
    file: i32,
}

const WEIGHTS: [Weights; KINDS] = [
    // Students hold the centre; in the ending they hang back, where they cannot be passed.
    Weights { forward: -4, other: 2, centre: [25, 2], rank: [14, -11], file: 2 },
    // The master likes to be free to go forward, and in the ending it goes.
    Weights { forward: 12, other: -4, centre: [7, 9], rank: [-1, 15], file: -2 },
];

/// The starting score of a piece of a kind on a square, with a card in its side's hand.
pub(crate) const fn reasoned(card: usize, square: usize, kind: usize, phase: usize) -> i16 {
    let weights = &WEIGHTS[kind];
    let (rank, file) = ((square / 5) as i32, (square % 5) as i32);
    let mut score = 0;
    let moves = CARDS[card].moves;
    let mut i = 0;
    while i < moves.len() {
        let (right, forward) = (moves[i].0 as i32, moves[i].1 as i32);
        if file + right >= 0 && file + right < 5 && rank + forward >= 0 && rank + forward < 5 {
            score += if forward > 0 { weights.forward } else { weights.other };
        }
        i += 1;
    }
    let (from_file, from_rank) = ((file - 2).abs(), (rank - 2).abs());
    score += (4 - from_file - from_rank) * weights.centre[phase];
    score += rank * weights.rank[phase] + (2 - from_file) * weights.file;
    (score / 4) as i16
}

/// The starting scores by card, kind and phase: phases innermost are laid out apart.
pub(crate) const fn reasoned_tables() -> [i16; SCORES * KINDS * PHASES] {
    let mut table = [0; SCORES * KINDS * PHASES];
    let shapes = shapes();
    let mut card = 0;
    while card < CARD_COUNT {
        let shape = shapes[card];
        let mut square = 0;
        while square < 25 && !shape.mirrored {
            let place = shape.place(square);
            let mut part = 0;
            while part < KINDS * PHASES {
                table[place * KINDS * PHASES + part] =
                    reasoned(card, square, part / PHASES, part % PHASES);
                part += 1;
            }
            square += 1;
        }
        card += 1;
    }
    table
}

/// The starting scores by card and kind: the mean of the phases.
pub(crate) const fn reasoned_by_card() -> [i16; SCORES * KINDS] {
    let full = reasoned_tables();
    let mut table = [0; SCORES * KINDS];
    let mut i = 0;
    while i < table.len() {
        table[i] = (full[2 * i] + full[2 * i + 1]) / 2;
        i += 1;
    }
    table
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

    #[test]
    fn starting_scores_mirror_with_their_cards() {
        let table = reasoned_tables();
        for card in 0..CARD_COUNT {
            for square in 0..25 {
                for part in 0..KINDS * PHASES {
                    let score = table[SHAPES[card].place(square) * KINDS * PHASES + part];
                    let expected = reasoned(card, square, part / PHASES, part % PHASES);
                    assert_eq!(score, expected, "{} on {square}", CARDS[card].name);
                }
            }
        }
    }
}
