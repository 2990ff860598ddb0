//! Pieces of the other side that a side attacks, or could with its next step.

use game::Side;

use super::attacked::Attacked;
use crate::board::{Squares, forward, pawn_attacks, rank_squares};
use crate::params::EvalParams;
use crate::piece::Piece;
use crate::position::Position;
use game::Pair;

/// Pieces of the other side that a side attacks.
#[inline(always)]
pub(super) fn threats(
    params: &EvalParams,
    position: &Position,
    side: Side,
    attacked: &Attacked,
) -> Pair {
    let them = side.other();
    let (ours, others) = (attacked.all[side.index()], attacked.all[them.index()]);
    let theirs = position.all_of(them) & !position.pieces(them, Piece::King);
    let pieces = theirs & !position.pieces(them, Piece::Pawn);
    let guarded = attacked.by(them, Piece::Pawn);
    let count = |set: Squares| set.count_ones() as i32;
    let mut score = Pair::of(params.pawn_threat) * count(attacked.by(side, Piece::Pawn) & pieces);

    // Well covered is what a pawn covers, or two pieces where no two attack.
    let covered = guarded | attacked.twice[them.index()] & !attacked.twice[side.index()];
    let weak = theirs & ours & !covered;
    let minors = attacked.by(side, Piece::Knight) | attacked.by(side, Piece::Bishop);
    let heavy = position.pieces(them, Piece::Rook) | position.pieces(them, Piece::Queen);
    let by_minor = minors & (weak | heavy);
    let by_rook = attacked.by(side, Piece::Rook) & (weak | position.pieces(them, Piece::Queen));
    if by_minor | by_rook != 0 {
        let kinds = Piece::ALL.into_iter().zip(params.minor_threat).zip(params.rook_threat);
        for ((kind, minor), rook) in kinds {
            let victims = position.pieces(them, kind);
            score += Pair::of(minor) * count(by_minor & victims);
            score += Pair::of(rook) * count(by_rook & victims);
        }
    }
    score += Pair::of(params.king_threat) * count(attacked.by(side, Piece::King) & weak);
    score += Pair::of(params.hanging) * count(weak & !others);

    let free = !position.occupied();
    let pawns = position.pieces(side, Piece::Pawn);
    let third = rank_squares(if side == Side::First { 2 } else { 5 });
    let one = forward(side, pawns) & free;
    let two = forward(side, one & third) & free;
    let safe = (one | two) & !guarded & (ours | !others);
    score += Pair::of(params.push_threat) * count(pawn_attacks(side, safe) & pieces);
    score
}
