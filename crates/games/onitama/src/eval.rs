//! The static evaluation: material, and piece-square scores of the cards that each side holds.

use game::{Evaluator, Position as _, Side};

use crate::cards::Card;
use crate::moves::Move;
use crate::params::EvalParams;
use crate::position::{Position, squares};
use crate::tables::{KINDS, PHASES, SHAPES, half_board};

/// A score for each card slot (five of the eight lanes): that of the opening in the lower half,
/// that of the ending in the upper half, so that both are added at once.
type Lanes = [i32; 8];

/// By side, the sum over its pieces of their scores with each of the five cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct EvalState {
    sums: [Lanes; 2],
}

/// The evaluation for one set of five cards.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By side, piece kind and square; squares off the board score nothing.
    scores: Box<[[[Lanes; 32]; KINDS]; 2]>,
    cards: [Card; 5],
    tempo: i32,
    /// In parts of 128.
    spare_weight: i32,
}

const fn both(opening: i32, ending: i32) -> i32 {
    opening + (ending << 16)
}

#[inline(always)]
const fn opening(both: i32) -> i32 {
    both as i16 as i32
}

#[inline(always)]
const fn ending(both: i32) -> i32 {
    // The lower half's borrow is given back.
    (both + 0x8000) >> 16
}

#[inline(always)]
fn add(sums: &Lanes, scores: &Lanes) -> Lanes {
    std::array::from_fn(|lane| sums[lane].wrapping_add(scores[lane]))
}

#[inline(always)]
fn subtract(sums: &Lanes, scores: &Lanes) -> Lanes {
    std::array::from_fn(|lane| sums[lane].wrapping_sub(scores[lane]))
}

/// A square as its owner sees it from below.
const fn relative(side: Side, square: usize) -> usize {
    match side {
        Side::First => square,
        Side::Second => 24 - square,
    }
}

impl EvalParams {
    /// The scores of a piece of `kind` on `square`, seen by its owner, with a card in its hand whose scores are at `place`: in
    /// the opening and in the ending. Material is half with each of the two cards of a hand.
    #[inline]
    fn scores(&self, place: usize, kind: usize, square: usize) -> [i32; PHASES] {
        let scores = match self.piece_square_set {
            0 => [self.by_square[half_board(square)] / 2; PHASES],
            1 => [self.by_piece[kind * 15 + half_board(square)] / 2; PHASES],
            2 => [self.by_card[place * KINDS + kind]; PHASES],
            _ => [0, 1].map(|phase| self.by_phase[(place * KINDS + kind) * PHASES + phase]),
        };
        let material = if kind == 0 { self.student / 2 } else { 0 };
        scores.map(|score| i32::from(score) + material)
    }
}

impl Evaluation {
    #[inline(always)]
    fn piece(&self, position: &Position, side: Side, square: usize) -> &Lanes {
        let kind = usize::from(position.master(side) == Some(square));
        &self.scores[side.index()][kind][square & 31]
    }
}

impl Evaluator<Position> for Evaluation {
    type Params = EvalParams;
    type State = EvalState;

    fn new(params: &EvalParams, root: &Position) -> Self {
        let mut scores = Box::new([[[[0; 8]; 32]; KINDS]; 2]);
        for (slot, card) in root.cards().iter().enumerate() {
            for square in 0..25 {
                let place = SHAPES[card.index()].place(square);
                for kind in 0..KINDS {
                    let [opening, ending] = params.scores(place, kind, square);
                    for side in Side::BOTH {
                        let lanes: &mut Lanes =
                            &mut scores[side.index()][kind][relative(side, square)];
                        lanes[slot] = both(opening, ending);
                    }
                }
            }
        }
        // Sets without cards give the fifth card nothing to add.
        let percent = if params.piece_square_set < 2 { 0 } else { params.spare_weight };
        let spare_weight = percent * 128 / 100;
        Self { scores, cards: *root.cards(), tempo: params.tempo, spare_weight }
    }

    fn is_for(&self, position: &Position) -> bool {
        self.cards == *position.cards()
    }

    fn fresh(&self, position: &Position) -> EvalState {
        let mut state = EvalState { sums: [[0; 8]; 2] };
        for side in Side::BOTH {
            let sums = &mut state.sums[side.index()];
            for square in squares(position.pieces(side)) {
                *sums = add(sums, self.piece(position, side, square));
            }
        }
        state
    }

    #[inline(always)]
    fn update(&self, state: &EvalState, before: &Position, mv: Move, _: &Position) -> EvalState {
        let us = before.side_to_move();
        let them = us.other();
        let kind = usize::from(before.master(us) == Some(mv.from()));
        let scores = &self.scores[us.index()][kind];
        // In a pass both squares are off the board.
        let moved = add(&subtract(&state.sums[us.index()], &scores[mv.from()]), &scores[mv.to()]);
        let mut next = EvalState { sums: [state.sums[them.index()]; 2] };
        if before.pieces(them) >> mv.to() & 1 == 1 {
            let taken = self.piece(before, them, mv.to());
            next.sums[them.index()] = subtract(&state.sums[them.index()], taken);
        }
        next.sums[us.index()] = moved;
        next
    }

    #[inline(always)]
    fn evaluate(&self, position: &Position, state: &EvalState) -> i32 {
        let us = position.side_to_move();
        let own = &state.sums[us.index()];
        let other = &state.sums[us.other().index()];
        let [a, b] = position.hand_slots(us);
        let [c, d] = position.hand_slots(us.other());
        let spare = position.spare_slot();
        let lane = |sums: &Lanes, slot: usize| sums[slot & 7];
        let hands = lane(own, a) + lane(own, b) - lane(other, c) - lane(other, d);
        // The fifth card is for the side to move; what it plays goes to the other.
        let fifth = lane(own, spare) - lane(other, spare);
        let pieces = position.pieces(us) | position.pieces(us.other());
        // 8 with all pieces on the board, 0 with the two masters alone.
        let phase = (pieces.count_ones() as i32 - 2).max(0);
        let taper = |both: i32| opening(both) * phase + ending(both) * (8 - phase);
        (128 * taper(hands) + self.spare_weight * taper(fifth)) / 1024 + self.tempo
    }
}
