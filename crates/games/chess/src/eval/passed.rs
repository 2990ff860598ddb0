//! Passed pawns on their way.

use game::Side;

use super::attacked::Attacked;
use crate::board::{
    Squares, bit, file_of, file_squares, first, forward, has, in_front, rank_of, relative, squares,
};
use crate::params::EvalParams;
use crate::piece::Piece;
use crate::position::Position;
use game::Pair;

/// How many moves a king needs from one square to another, but no more than 5.
fn distance(a: usize, b: usize) -> i32 {
    let files = file_of(a).abs_diff(file_of(b));
    files.max(rank_of(a).abs_diff(rank_of(b))).min(5) as i32
}

/// The value of a side's passed pawns beside their rank.
pub(super) fn passed(
    params: &EvalParams,
    position: &Position,
    side: Side,
    passed: Squares,
    attacked: &Attacked,
) -> Pair {
    let them = side.other();
    let (own_king, other_king) = (position.king(side), position.king(them));
    let rooks = position.pieces(side, Piece::Rook);
    let mut score = Pair::default();
    for at in squares(passed) {
        let rank = rank_of(relative(side, at));
        let next = first(forward(side, bit(at)));
        let kings = i32::from(params.passed_own_king[rank]) * distance(own_king, next)
            + i32::from(params.passed_other_king[rank]) * distance(other_king, next);
        score += Pair::new(0, kings);
        let way = in_front(side, bit(at));
        if !has(position.occupied(), next) {
            score += Pair::of(params.passed_free[rank]);
            if way & (position.occupied() | attacked.all[them.index()]) == 0 {
                score += Pair::of(params.passed_safe[rank]);
            }
        }
        if has(attacked.by(side, Piece::Pawn), at) {
            score += Pair::of(params.passed_covered[rank]);
        }
        if in_front(them, bit(at)) & rooks & file_squares(file_of(at)) != 0 {
            score += Pair::of(params.rook_behind_passed);
        }
    }
    if !position.has_pieces(them) && squares(passed).any(|at| runs(position, side, at)) {
        score += Pair::new(0, params.runaway);
    }
    score
}

/// True if a bare king cannot catch a passed pawn: it is outside its square.
fn runs(position: &Position, side: Side, at: usize) -> bool {
    let them = side.other();
    let goal = if side == Side::First { 56 } else { 0 } + file_of(at);
    let left = 7 - rank_of(relative(side, at));
    let king = position.king(them);
    let away = file_of(king).abs_diff(file_of(goal)).max(rank_of(king).abs_diff(rank_of(goal)));
    let free = in_front(side, bit(at)) & position.occupied() == 0;
    free && away > left.min(5) + usize::from(position.turn() == them)
}
