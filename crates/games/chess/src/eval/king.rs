//! How safe a king is: the pawns before it, and the attack of the other side.

use game::Side;

use super::attacked::Attacked;
use crate::attacks;
use crate::board::{RANK_1, Squares, bit, file_of, file_squares, forward, in_front};
use crate::params::EvalParams;
use crate::piece::Piece;
use crate::position::Position;
use game::Pair;

/// The most that an attack weighs, in hundredths of a unit.
const MOST: i32 = 2_000;

/// The squares around a side's king, and those a rank further on.
#[inline(always)]
pub(super) fn zone(position: &Position, side: Side) -> Squares {
    let at = position.king(side);
    let near = attacks::king(at) | bit(at);
    near | forward(side, near)
}

/// How safe a side's king is.
#[inline(always)]
pub(super) fn safety(
    params: &EvalParams,
    position: &Position,
    side: Side,
    attacked: &Attacked,
) -> Pair {
    let mut score = Pair::new(shelter(params, position, side), 0);
    let units = attack(params, position, side, attacked);
    if units > 0 {
        // In tens of units, hundredfold.
        let square = units * units / 1_000;
        let [opening, endgame] =
            params.king_danger.map(|points| i32::from(points) * square / 1_000);
        score -= Pair::new(opening, endgame);
    }
    score
}

/// The pawns of both sides on the king's file and on those beside it, not behind it.
#[inline(always)]
fn shelter(params: &EvalParams, position: &Position, side: Side) -> i32 {
    let king = position.king(side);
    let rank = RANK_1 << (king & 56);
    let ahead = rank | in_front(side, rank);
    let own = position.pieces(side, Piece::Pawn) & ahead;
    let other = position.pieces(side.other(), Piece::Pawn) & ahead;
    // The rank of the nearest of a set, as the side sees it; 0 for none.
    let nearest = |set: Squares| match side {
        Side::First => (set.trailing_zeros() as usize >> 3) & 7,
        Side::Second => (set.leading_zeros() as usize >> 3) & 7,
    };
    let middle = file_of(king).clamp(1, 6);
    let mut score = 0;
    for file in middle - 1..=middle + 1 {
        let beside = usize::from(file != file_of(king));
        let column = file_squares(file);
        let (mine, theirs) = (nearest(own & column), nearest(other & column));
        score += i32::from(params.shelter[beside][mine]);
        score += i32::from(if mine != 0 && theirs == mine + 1 {
            params.blocked_storm[theirs]
        } else {
            params.storm[beside][theirs]
        });
    }
    score
}

/// How strong the other side's attack on a side's king is, in hundredths of a unit.
#[inline(always)]
fn attack(params: &EvalParams, position: &Position, side: Side, attacked: &Attacked) -> i32 {
    let them = side.other();
    let king = position.king(side);
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
        units -= params.no_queen;
    }
    units.min(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Notation as _;

    /// The shelter by the ranks of the nearest pawns alone: own ones count 1, 10, ... and others 1,000 times that.
    fn ranks(text: &str, side: Side) -> i32 {
        let params = EvalParams {
            shelter: [[0, 1, 2, 3, 4, 5, 6, 7], [0, 10, 20, 30, 40, 50, 60, 70]],
            storm: [[0, 100, 200, 300, 400, 500, 600, 700]; 2],
            blocked_storm: [1_000; 8],
            ..EvalParams::START
        };
        shelter(&params, &Position::parse(text).unwrap(), side)
    }

    #[test]
    fn the_nearest_pawns_before_the_king_count() {
        // g1: f2 and h3, none on g; against f7 and g5, h4 blocked by h3.
        let text = "4k3/5p2/8/6p1/7p/7P/5P2/6K1 w - - 0 1";
        assert_eq!(ranks(text, Side::First), 10 + 20 + 600 + 400 + 1_000);
        // e8: none of its own on d and e, f7; against f2, which stands on the seventh rank as Black sees it.
        assert_eq!(ranks(text, Side::Second), 10 + 600);
        // A king at the edge looks at three files too, and not behind itself.
        assert_eq!(ranks("7k/8/8/8/K7/1P6/PPP5/8 w - - 0 1", Side::First), 0);
    }
}
