//! The static score: material, and piece-square scores of the cards that each side holds.

use game::{Evaluator, Position as _, Side};

use crate::moves::Move;
use crate::params::EvalParams;
use crate::position::{Position, squares};
use crate::tables::{KINDS, PHASES, SHAPES, half_board};

/// One lane for each card slot: 0 to 4 for the opening, 8 to 12 for the ending.
type Lanes = [i16; 16];

const ENDING: usize = 8;

/// By side, the sum over its pieces of their scores with each of the five cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalState {
    sums: [Lanes; 2],
}

/// The evaluation for one set of five cards.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By side, piece kind and square.
    scores: Box<[[[Lanes; 32]; KINDS]; 2]>,
    tempo: i32,
    spare_weight: i32,
}

#[inline(always)]
fn add(sums: &mut Lanes, scores: &Lanes) {
    for (sum, score) in sums.iter_mut().zip(scores) {
        *sum = sum.wrapping_add(*score);
    }
}

#[inline(always)]
fn subtract(sums: &mut Lanes, scores: &Lanes) {
    for (sum, score) in sums.iter_mut().zip(scores) {
        *sum = sum.wrapping_sub(*score);
    }
}

/// A square as its owner sees it from below.
const fn relative(side: Side, square: usize) -> usize {
    match side {
        Side::First => square,
        Side::Second => 24 - square,
    }
}

impl EvalParams {
    /// The score of a piece of `kind` on `square`, seen by its owner, with `card` in its hand.
    /// Material is half with each of the two cards of a hand.
    fn score(&self, card: usize, kind: usize, square: usize, phase: usize) -> i16 {
        let place = SHAPES[card].place(square);
        let score = match self.piece_square_set {
            0 => self.by_square[half_board(square)] / 2,
            1 => self.by_piece[kind * 15 + half_board(square)] / 2,
            2 => self.by_card[place * KINDS + kind],
            _ => self.by_phase[(place * KINDS + kind) * PHASES + phase],
        };
        let material = if kind == 0 { self.student as i16 / 2 } else { 0 };
        score + material
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
        let mut scores = Box::new([[[[0; 16]; 32]; KINDS]; 2]);
        for side in Side::BOTH {
            for kind in 0..KINDS {
                for square in 0..25 {
                    let lanes: &mut Lanes = &mut scores[side.index()][kind][square];
                    for (slot, card) in root.cards().iter().enumerate() {
                        let seen = relative(side, square);
                        lanes[slot] = params.score(card.index(), kind, seen, 0);
                        lanes[slot + ENDING] = params.score(card.index(), kind, seen, 1);
                    }
                }
            }
        }
        // Sets without cards give the fifth card nothing to add.
        let spare_weight = if params.piece_square_set < 2 { 0 } else { params.spare_weight };
        Self { scores, tempo: params.tempo, spare_weight }
    }

    fn fresh(&self, position: &Position) -> EvalState {
        let mut state = EvalState { sums: [[0; 16]; 2] };
        for side in Side::BOTH {
            for square in squares(position.pieces(side)) {
                add(&mut state.sums[side.index()], self.piece(position, side, square));
            }
        }
        state
    }

    #[inline(always)]
    fn update(&self, state: &EvalState, before: &Position, mv: Move, _: &Position) -> EvalState {
        let mut next = *state;
        if mv.is_pass() {
            return next;
        }
        let us = before.side_to_move();
        let kind = usize::from(before.master(us) == Some(mv.from()));
        let scores = &self.scores[us.index()][kind];
        subtract(&mut next.sums[us.index()], &scores[mv.from()]);
        add(&mut next.sums[us.index()], &scores[mv.to()]);
        let them = us.other();
        if before.pieces(them) >> mv.to() & 1 == 1 {
            subtract(&mut next.sums[them.index()], self.piece(before, them, mv.to()));
        }
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
        let phase = |shift: usize| {
            let lane = |sums: &Lanes, slot: usize| i32::from(sums[(slot + shift) & 15]);
            let hands = lane(own, a) + lane(own, b) - lane(other, c) - lane(other, d);
            // The fifth card is for the side to move; what it holds now goes to the other.
            100 * hands + self.spare_weight * (lane(own, spare) - lane(other, spare))
        };
        let pieces = position.pieces(us) | position.pieces(us.other());
        // 8 with all pieces on the board, 0 with the two masters alone.
        let opening = (pieces.count_ones() as i32 - 2).max(0);
        (phase(0) * opening + phase(ENDING) * (8 - opening)) / 800 + self.tempo
    }
}
