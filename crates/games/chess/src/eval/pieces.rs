//! What pieces do: mobility, files, outposts, threats, the safety of kings, and passed pawns on their way.

use game::Side;

use super::Pair;
use crate::attacks;
use crate::board::{
    Squares, bit, file_of, file_squares, first, forward, has, in_front, pawn_attacks, rank_of,
    rank_squares, relative, squares, widened,
};
use crate::params::EvalParams;
use crate::piece::Piece;
use crate::position::Position;

/// What each side attacks.
#[derive(Default)]
struct Attacked {
    /// By side and kind.
    by: [[Squares; 6]; 2],
    /// By side.
    all: [Squares; 2],
    /// By side: attacked by two at least.
    twice: [Squares; 2],
    /// By side: how the other's king is attacked, in hundredths of a unit.
    units: [i32; 2],
}

impl Attacked {
    #[inline(always)]
    fn add(&mut self, side: Side, piece: Piece, set: Squares) {
        let side = side.index();
        self.twice[side] |= self.all[side] & set;
        self.all[side] |= set;
        self.by[side][piece.index()] |= set;
    }

    #[inline(always)]
    fn by(&self, side: Side, piece: Piece) -> Squares {
        self.by[side.index()][piece.index()]
    }
}

/// The squares around a side's king.
#[inline(always)]
fn zone(position: &Position, side: Side) -> Squares {
    let at = position.king(side);
    let near = attacks::king(at) | bit(at);
    near | forward(side, near)
}

/// Half of the board, as a side sees it: ranks 4 to 6.
const fn outpost_ranks(side: Side) -> Squares {
    match side {
        Side::First => 0x0000_ffff_ff00_0000,
        Side::Second => 0x0000_00ff_ffff_0000,
    }
}

/// The score of all of it, Black's subtracted from White's.
pub(super) fn score(params: &EvalParams, position: &Position, passed: Squares) -> Pair {
    let mut attacked = Attacked::default();
    for side in Side::BOTH {
        attacked.add(side, Piece::King, attacks::king(position.king(side)));
        attacked.add(side, Piece::Pawn, pawn_attacks(side, position.pieces(side, Piece::Pawn)));
    }
    let mut score = Pair::default();
    for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
        score += activity(params, position, side, &mut attacked) * sign;
    }
    for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
        score += threats(params, position, side, &attacked) * sign;
        score += safety(params, position, side, &attacked) * sign;
        let own = passed & position.all_of(side);
        if own != 0 {
            score += passers(params, position, side, own, &attacked) * sign;
        }
    }
    score
}

/// Mobility, files and outposts; notes what is attacked on the way.
#[inline(always)]
fn activity(params: &EvalParams, position: &Position, side: Side, attacked: &mut Attacked) -> Pair {
    let mut score = Pair::default();
    let them = side.other();
    let own = position.all_of(side);
    let (pawns, other_pawns) =
        (position.pieces(side, Piece::Pawn), position.pieces(them, Piece::Pawn));
    let guarded = attacked.by(them, Piece::Pawn);
    let area = !(own | guarded);
    let near_king = zone(position, them);
    let occupied = position.occupied();
    let queens = position.pieces(side, Piece::Queen);
    let rooks = position.pieces(side, Piece::Rook);
    if position.pieces(side, Piece::Bishop).count_ones() >= 2 {
        score += Pair::of(params.bishop_pair);
    }
    let kinds = [
        (Piece::Knight, params.knight_mobility, 4),
        (Piece::Bishop, params.bishop_mobility, 6),
        (Piece::Rook, params.rook_mobility, 7),
        (Piece::Queen, params.queen_mobility, 13),
    ];
    for (number, (piece, slope, usual)) in kinds.into_iter().enumerate() {
        for at in squares(position.pieces(side, piece)) {
            let set = match piece {
                Piece::Knight => attacks::knight(at),
                // Through the own pieces that attack the same way.
                Piece::Bishop => attacks::bishop(at, occupied ^ queens),
                Piece::Rook => attacks::rook(at, occupied ^ queens ^ rooks),
                _ => attacks::bishop(at, occupied) | attacks::rook(at, occupied),
            };
            attacked.add(side, piece, set);
            score += Pair::of(slope) * ((set & area).count_ones() as i32 - usual);
            let near = (set & near_king).count_ones() as i32;
            attacked.units[side.index()] += near * params.king_attack[number];
            match piece {
                Piece::Knight | Piece::Bishop => {
                    let driven = widened(in_front(side, bit(at))) & !file_squares(file_of(at));
                    let covered = has(attacked.by(side, Piece::Pawn) & outpost_ranks(side), at);
                    if covered && driven & other_pawns == 0 {
                        score += Pair::of(params.outpost);
                    }
                }
                Piece::Rook => {
                    let file = file_squares(file_of(at));
                    if file & (pawns | other_pawns) == 0 {
                        score += Pair::of(params.open_file);
                    } else if file & pawns == 0 {
                        score += Pair::of(params.half_open_file);
                    }
                }
                _ => {}
            }
        }
    }
    score
}

/// What a side attacks of the other's.
#[inline(always)]
fn threats(params: &EvalParams, position: &Position, side: Side, attacked: &Attacked) -> Pair {
    let them = side.other();
    let theirs = position.all_of(them);
    let pieces = theirs & !position.of_kind(Piece::Pawn) & !position.of_kind(Piece::King);
    let queens = position.pieces(them, Piece::Queen);
    let heavy = queens | position.pieces(them, Piece::Rook);
    let minors = attacked.by(side, Piece::Knight) | attacked.by(side, Piece::Bishop);
    let count = |set: Squares| set.count_ones() as i32;
    let mut score = Pair::of(params.pawn_threat) * count(attacked.by(side, Piece::Pawn) & pieces);
    score += Pair::of(params.minor_threat) * count(minors & heavy);
    score += Pair::of(params.rook_threat) * count(attacked.by(side, Piece::Rook) & queens);
    let open = attacked.all[side.index()] & pieces & !attacked.all[them.index()];
    score += Pair::of(params.hanging) * count(open);
    score
}

/// How safe a side's king is: the pawns before it, and the attack of the other side.
#[inline(always)]
fn safety(params: &EvalParams, position: &Position, side: Side, attacked: &Attacked) -> Pair {
    let them = side.other();
    let king = position.king(side);
    let pawns = position.pieces(side, Piece::Pawn);
    let files = widened(file_squares(file_of(king)));
    let mut score = Pair::default();
    if rank_of(relative(side, king)) < 2 {
        for (rank, points) in [(1, params.shelter[0]), (2, params.shelter[1])] {
            let rank = if side == Side::First { rank } else { 7 - rank };
            let count = (pawns & files & rank_squares(rank)).count_ones() as i32;
            score.opening += i32::from(points) * count;
        }
    }
    let closed = in_front(side.other(), pawns) | pawns;
    let bare = files & !closed & rank_squares(rank_of(king));
    score.opening += params.open_king_file * bare.count_ones() as i32;

    let occupied = position.occupied();
    let (ours, theirs) = (side.index(), them.index());
    let strong = attacked.all[theirs];
    let guard_king = attacked.by(side, Piece::King);
    let weak = strong & !attacked.twice[ours] & (guard_king | !attacked.all[ours]);
    let mut units = attacked.units[theirs];
    units += params.king_weak * (weak & zone(position, side)).count_ones() as i32;
    let safe = !position.all_of(them) & (!attacked.all[ours] | weak & attacked.twice[theirs]);
    let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
    let ways = [
        (Piece::Knight, attacks::knight(king)),
        (Piece::Bishop, diagonal),
        (Piece::Rook, straight),
        (Piece::Queen, diagonal | straight),
    ];
    for (number, (piece, way)) in ways.into_iter().enumerate() {
        if way & safe & attacked.by(them, piece) != 0 {
            units += params.safe_check[number];
        }
    }
    if position.pieces(them, Piece::Queen) == 0 {
        units /= 3;
    }
    let units = units.min(2_000);
    let danger = params.king_danger * (units * units / 1_000) / 1_000;
    score -= Pair::new(danger, danger / 8);
    score
}

/// Passed pawns on their way, in the endgame.
fn passers(
    params: &EvalParams,
    position: &Position,
    side: Side,
    passed: Squares,
    attacked: &Attacked,
) -> Pair {
    let them = side.other();
    let (own_king, other_king) = (position.king(side), position.king(them));
    let distance = |a: usize, b: usize| {
        let files = file_of(a).abs_diff(file_of(b));
        files.max(rank_of(a).abs_diff(rank_of(b))) as i32
    };
    let rooks = position.pieces(side, Piece::Rook);
    let mut score = Pair::default();
    for at in squares(passed) {
        let rank = rank_of(relative(side, at)) as i32;
        let steps = rank - 1;
        if steps > 0 {
            let next = first(forward(side, bit(at)));
            let nearer = distance(other_king, next).min(5) - distance(own_king, next).min(5);
            score.endgame += params.passed_king * nearer * steps;
            if !has(position.occupied(), next) {
                let held = has(attacked.all[them.index()], next);
                score.endgame += params.free_passed * steps * (2 - i32::from(held)) / 2;
            }
        }
        if in_front(them, bit(at)) & rooks & file_squares(file_of(at)) != 0 {
            score += Pair::of(params.rook_behind_passed);
        }
    }
    // A pawn that other pieces cannot catch: the king is outside its square.
    if !position.has_pieces(them) {
        let turn = i32::from(position.turn() == them);
        let runs = |at: usize| {
            let left = 7 - rank_of(relative(side, at)) as i32;
            let goal = if side == Side::First { 56 } else { 0 } + file_of(at);
            let free = in_front(side, bit(at)) & position.occupied() == 0;
            free && distance(other_king, goal) - turn > left.min(5)
        };
        if squares(passed).any(runs) {
            score.endgame += params.runaway;
        }
    }
    score
}
