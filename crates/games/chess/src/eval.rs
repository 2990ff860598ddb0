//! The static evaluation.
//!
//! Material and squares are carried along from move to move; the structure of pawns is remembered by their key; mobility,
//! threats, the safety of kings and passed pawns are counted afresh. All of it is for the middle game and for the endgame, and
//! weighed by the pieces left.

mod attacked;
mod blue;
mod king;
mod passed;
mod pawns;
mod pieces;
mod scale;
mod squares;
mod threats;

use game::{Evaluator, Pair, Side};

use crate::board::Squares;
use crate::moves::Move;
use crate::params::EvalParams;
use crate::piece::Piece;
use crate::position::Position;
use attacked::Attacked;
use pawns::PawnTable;
use squares::SquareTable;

/// State carried from position to position: material and squares, Black's subtracted from White's, and
/// how much of the pieces is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    score: Pair,
    phase: i32,
}

/// The phase weight of each kind of piece.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase of the start.
const FULL: i32 = 24;

/// The static evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    table: Box<SquareTable>,
    pawns: PawnTable,
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
    const REMEMBERS: bool = true;

    fn new(params: &EvalParams, _root: &Position) -> Self {
        Self {
            table: Box::new(SquareTable::new(params)),
            pawns: PawnTable::new(),
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
        self.compute(position, state)
    }
}

impl Evaluation {
    #[inline(never)]
    fn compute(&self, position: &Position, state: &State) -> i32 {
        if self.params.shallow_blue {
            return blue::score(&self.params.blue_weight, position);
        }
        let us = position.turn();
        let sign = if us == Side::First { 1 } else { -1 };
        let mut score = state.score;
        let structure = self.pawns.get(position, &self.params);
        score += structure.score;
        let mut attacked = Attacked::new(position);
        // Called once for each side, and not in a loop: so each is compiled for its side.
        score += pieces::activity(&self.params, position, Side::First, &mut attacked);
        score -= pieces::activity(&self.params, position, Side::Second, &mut attacked);
        score += self.on_the_whole(position, Side::First, structure.passed, &attacked);
        score -= self.on_the_whole(position, Side::Second, structure.passed, &attacked);
        score += Pair::of(self.params.tempo) * sign;
        let phase = state.phase.min(FULL);
        let (opening, endgame) = (score.opening(), score.endgame());
        let endgame = endgame * scale::hundredths(&self.params, position, endgame) / 100;
        sign * (opening * phase + endgame * (FULL - phase)) / FULL
    }

    /// Terms that need all attacks of both sides: threats, the king's safety, passed pawns.
    #[inline(always)]
    fn on_the_whole(
        &self,
        position: &Position,
        side: Side,
        passed: Squares,
        attacked: &Attacked,
    ) -> Pair {
        let mut score = threats::threats(&self.params, position, side, attacked);
        score += king::safety(&self.params, position, side, attacked);
        let own = passed & position.all_of(side);
        if own != 0 {
            score += passed::passed(&self.params, position, side, own, attacked);
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_keeps_both_halves() {
        for (opening, endgame) in [(0, 0), (5, -7), (-5, 7), (-12_000, -1), (12_000, -12_000)] {
            let mut pair = Pair::new(opening, endgame);
            assert_eq!((pair.opening(), pair.endgame()), (opening, endgame));
            pair += Pair::new(-3, 4) * 2;
            pair -= Pair::new(-30, 40);
            assert_eq!((pair.opening(), pair.endgame()), (opening + 24, endgame - 32));
        }
    }
}
