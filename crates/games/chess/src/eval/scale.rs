//! Endgames that are nearer to a draw than the score says.

use game::Side;

use crate::board::{Squares, bit, file_squares};
use crate::params::EvalParams;
use crate::piece::Piece;
use crate::position::Position;

const LIGHT: Squares = 0x55aa_55aa_55aa_55aa;
/// The score of a draw for certain, as good as.
const DRAWN: i32 = 3;

/// How much of an endgame's score (White's view) counts, in hundredths.
pub(super) fn hundredths(params: &EvalParams, position: &Position, score: i32) -> i32 {
    let ahead = if score >= 0 { Side::First } else { Side::Second };
    let behind = ahead.other();
    let pawns = position.pieces(ahead, Piece::Pawn);
    let count = |side, piece| position.pieces(side, piece).count_ones() as i32;
    if pawns == 0 {
        // Without pawns a minor piece more wins nothing.
        let value = |side| {
            3 * (count(side, Piece::Knight) + count(side, Piece::Bishop))
                + 5 * count(side, Piece::Rook)
                + 9 * count(side, Piece::Queen)
        };
        let (own, other) = (value(ahead), value(behind));
        let two_knights = own == 6 && count(ahead, Piece::Knight) == 2;
        if own <= 3 || (two_knights && position.pieces(behind, Piece::Pawn) == 0) {
            return DRAWN;
        }
        if own - other <= 3 {
            return params.pawnless;
        }
        return 100;
    }
    let bishops = position.of_kind(Piece::Bishop);
    let others = position.of_kind(Piece::Knight)
        | position.of_kind(Piece::Rook)
        | position.of_kind(Piece::Queen);
    if others == 0 && bishops != 0 {
        let own = position.pieces(ahead, Piece::Bishop);
        if wrong_bishop(position, ahead, pawns, own) {
            return DRAWN;
        }
        let single = own.count_ones() == 1 && bishops.count_ones() == 2;
        if single && (bishops & LIGHT).count_ones() == 1 {
            return params.opposite_bishops;
        }
    }
    100
}

/// True if all pawns are on one file at the edge, whose last square a single bishop does not cover, and the other king
/// holds it.
fn wrong_bishop(position: &Position, ahead: Side, pawns: Squares, own: Squares) -> bool {
    if own.count_ones() != 1 {
        return false;
    }
    [0, 7].into_iter().any(|file| {
        let corner = if ahead == Side::First { 56 + file } else { file };
        let dark = |set: Squares| set & LIGHT == 0;
        let holds = crate::attacks::king(corner) | bit(corner);
        pawns & !file_squares(file) == 0
            && dark(own) != dark(bit(corner))
            && holds & position.pieces(ahead.other(), Piece::King) != 0
    })
}
