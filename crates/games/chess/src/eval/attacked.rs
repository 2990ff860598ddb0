//! Which squares each side attacks, worked out once for all terms that ask for it.

use game::Side;

use crate::attacks;
use crate::board::{Squares, pawn_attacks};
use crate::piece::Piece;
use crate::position::Position;

/// The attacks of each side.
pub(super) struct Attacked {
    /// By side and kind.
    by: [[Squares; 6]; 2],
    /// By side.
    pub(super) all: [Squares; 2],
    /// By side: attacked by two at least.
    pub(super) twice: [Squares; 2],
    /// By side: how the other's king is attacked, in hundredths of a unit.
    pub(super) units: [i32; 2],
}

impl Attacked {
    /// The attacks of kings and pawns; the other pieces are added one by one.
    #[inline(always)]
    pub(super) fn new(position: &Position) -> Self {
        let mut attacked = Self { by: [[0; 6]; 2], all: [0; 2], twice: [0; 2], units: [0; 2] };
        for side in Side::BOTH {
            attacked.add(side, Piece::King, attacks::king(position.king(side)));
            attacked.add(side, Piece::Pawn, pawn_attacks(side, position.pieces(side, Piece::Pawn)));
        }
        attacked
    }

    #[inline(always)]
    pub(super) fn add(&mut self, side: Side, piece: Piece, set: Squares) {
        let side = side.index();
        self.twice[side] |= self.all[side] & set;
        self.all[side] |= set;
        self.by[side][piece.index()] |= set;
    }

    #[inline(always)]
    pub(super) fn by(&self, side: Side, piece: Piece) -> Squares {
        self.by[side.index()][piece.index()]
    }
}
