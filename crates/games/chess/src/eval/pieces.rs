//! Knights, bishops, rooks and queens: mobility, files, outposts.

use game::Side;

use super::attacked::Attacked;
use super::king::zone;
use crate::attacks;
use crate::board::{Squares, bit, file_of, file_squares, forward, has, in_front, squares, widened};
use crate::params::EvalParams;
use crate::piece::Piece;
use crate::position::Position;
use game::Pair;

/// The dark squares.
const DARK: Squares = 0xaa55_aa55_aa55_aa55;

/// Half of the board, as a side sees it: ranks 4 to 6.
const fn outpost_ranks(side: Side) -> Squares {
    match side {
        Side::First => 0x0000_ffff_ff00_0000,
        Side::Second => 0x0000_00ff_ffff_0000,
    }
}

/// Mobility, files and outposts; notes what is attacked on the way.
#[inline(always)]
pub(super) fn activity(
    params: &EvalParams,
    position: &Position,
    side: Side,
    attacked: &mut Attacked,
) -> Pair {
    let mut score = Pair::default();
    let them = side.other();
    let own = position.all_of(side);
    let (pawns, other_pawns) =
        (position.pieces(side, Piece::Pawn), position.pieces(them, Piece::Pawn));
    let area = !(own | attacked.by(them, Piece::Pawn));
    let near_king = zone(position, them);
    let occupied = position.occupied();
    let queens = position.pieces(side, Piece::Queen);
    let rooks = position.pieces(side, Piece::Rook);
    let behind = forward(them, pawns | other_pawns);
    if position.pieces(side, Piece::Bishop).count_ones() >= 2 {
        score += Pair::of(params.bishop_pair);
    }
    // Where no pawn can drive a piece away that a pawn covers.
    let covered = attacked.by(side, Piece::Pawn) & outpost_ranks(side);
    let outpost = |at: usize| {
        let driven = widened(in_front(side, bit(at))) & !file_squares(file_of(at));
        has(covered, at) && driven & other_pawns == 0
    };
    let minor = |number: usize, at: usize| {
        let mut score = Pair::default();
        if outpost(at) {
            score += Pair::of(params.outpost[number]);
        }
        if has(behind, at) {
            score += Pair::of(params.behind_pawn);
        }
        score
    };
    let mut note = |piece: Piece, number: usize, set: Squares| {
        attacked.add(side, piece, set);
        let near = (set & near_king).count_ones() as i32;
        if near > 0 {
            let weight = near * params.king_attack[number] + params.king_attacker[number];
            attacked.units[side.index()] += weight;
        }
        (set & area).count_ones() as usize
    };
    for at in squares(position.pieces(side, Piece::Knight)) {
        let reach = note(Piece::Knight, 0, attacks::knight(at));
        score += Pair::of(params.knight_mobility[reach]);
        score += minor(0, at);
    }
    for at in squares(position.pieces(side, Piece::Bishop)) {
        // Through the own pieces that attack the same way.
        let reach = note(Piece::Bishop, 1, attacks::bishop(at, occupied ^ queens));
        score += Pair::of(params.bishop_mobility[reach]);
        score += minor(1, at);
        let colour = if has(DARK, at) { DARK } else { !DARK };
        score += Pair::of(params.bishop_pawn) * (pawns & colour).count_ones() as i32;
    }
    for at in squares(rooks) {
        let reach = note(Piece::Rook, 2, attacks::rook(at, occupied ^ queens ^ rooks));
        score += Pair::of(params.rook_mobility[reach]);
        let file = file_squares(file_of(at));
        if file & pawns == 0 {
            let open = file & other_pawns == 0;
            score += Pair::of(if open { params.open_file } else { params.half_open_file });
        }
    }
    for at in squares(queens) {
        let set = attacks::bishop(at, occupied) | attacks::rook(at, occupied);
        let reach = note(Piece::Queen, 3, set);
        score += Pair::of(params.queen_mobility[reach]);
    }
    score
}
