//! The static score.
//!
//! Material and squares are carried along from move to move; the structure of pawns is remembered by their key; mobility,
//! threats, the safety of kings and passed pawns are counted afresh. All of it is for the middle game and for the endgame, and
//! weighed by the pieces left.

mod blue;
mod cache;
mod pawns;
mod pieces;
mod scale;
mod squares;

use game::{Evaluator, Side};

use crate::moves::Move;
use crate::params::EvalParams;
use crate::piece::Piece;
use crate::position::Position;
use cache::ScoreCache;
use pawns::PawnTable;
use squares::SquareTable;

/// A score for the middle game and one for the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pair {
    pub(crate) opening: i32,
    pub(crate) endgame: i32,
}

impl Pair {
    pub(crate) const fn new(opening: i32, endgame: i32) -> Self {
        Self { opening, endgame }
    }

    pub(crate) fn of(pair: [i16; 2]) -> Self {
        Self::new(pair[0].into(), pair[1].into())
    }
}

impl std::ops::AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.opening += other.opening;
        self.endgame += other.endgame;
    }
}

impl std::ops::SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.opening -= other.opening;
        self.endgame -= other.endgame;
    }
}

impl std::ops::Mul<i32> for Pair {
    type Output = Self;
    #[inline(always)]
    fn mul(self, times: i32) -> Self {
        Self::new(self.opening * times, self.endgame * times)
    }
}

/// What the evaluation carries from position to position: material and squares, Black's subtracted from White's, and
/// how much of the pieces is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    score: Pair,
    phase: i32,
}

/// What each kind of piece counts for the phase.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase of the start.
const FULL: i32 = 24;

/// The static evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    table: Box<SquareTable>,
    pawns: PawnTable,
    scores: ScoreCache,
    params: EvalParams,
}

impl Evaluation {
    #[inline(always)]
    fn put(&self, state: &mut State, side: Side, piece: Piece, at: usize) {
        state.score += self.table.get(side, piece, at);
        state.phase += PHASE[piece.index()];
    }

    #[inline(always)]
    fn take(&self, state: &mut State, side: Side, piece: Piece, at: usize) {
        state.score -= self.table.get(side, piece, at);
        state.phase -= PHASE[piece.index()];
    }
}

impl Evaluator<Position> for Evaluation {
    type Params = EvalParams;
    type State = State;

    fn new(params: &EvalParams, _root: &Position) -> Self {
        Self {
            table: Box::new(SquareTable::new(params)),
            pawns: PawnTable::new(),
            scores: ScoreCache::new(),
            params: params.clone(),
        }
    }

    fn fresh(&self, position: &Position) -> State {
        let mut state = State { score: Pair::default(), phase: 0 };
        for side in Side::BOTH {
            for piece in Piece::ALL {
                for at in crate::board::squares(position.pieces(side, piece)) {
                    self.put(&mut state, side, piece, at);
                }
            }
        }
        state
    }

    #[inline(always)]
    fn update(&self, state: &State, before: &Position, mv: Move, after: &Position) -> State {
        let (us, them) = (before.turn(), before.turn().other());
        let mut next = *state;
        let piece = before.kind_at(mv.from());
        self.take(&mut next, us, piece, mv.from());
        if before.is_castling(mv) {
            let (king, rook) = before.castled(mv);
            self.take(&mut next, us, Piece::Rook, mv.to());
            self.put(&mut next, us, Piece::King, king);
            self.put(&mut next, us, Piece::Rook, rook);
            return next;
        }
        self.put(&mut next, us, mv.promotion().unwrap_or(piece), mv.to());
        if before.occupied().count_ones() != after.occupied().count_ones() {
            if before.is_en_passant(mv) {
                self.take(&mut next, them, Piece::Pawn, mv.to() ^ 8);
            } else {
                self.take(&mut next, them, before.kind_at(mv.to()), mv.to());
            }
        }
        next
    }

    #[inline]
    fn evaluate(&self, position: &Position, state: &State) -> i32 {
        self.scores.get(position.zobrist(), || self.work_out(position, state))
    }
}

impl Evaluation {
    #[inline(never)]
    fn work_out(&self, position: &Position, state: &State) -> i32 {
        if self.params.shallow_blue {
            return blue::score(&self.params.blue_weight, position);
        }
        let us = position.turn();
        let sign = if us == Side::First { 1 } else { -1 };
        let mut score = state.score;
        let structure = self.pawns.get(position, &self.params);
        score += structure.score;
        score += pieces::score(&self.params, position, structure.passed);
        score += Pair::of(self.params.tempo) * sign;
        let phase = state.phase.min(FULL);
        let endgame =
            score.endgame * scale::hundredths(&self.params, position, score.endgame) / 100;
        sign * (score.opening * phase + endgame * (FULL - phase)) / FULL
    }
}
