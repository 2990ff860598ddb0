//! Which piece stands where, in four sets of squares: the bits of a number, and the colour.
//!
//! An empty square is 0, a pawn 1, up to the king 6. Four sets are one register, which a move changes at once; the kind on a square
//! is three bits away, and a kind's set takes two operations.

use game::Side;

use crate::board::{Squares, has};
use crate::piece::Piece;

/// The number of a kind of piece, from 1; 0 is an empty square.
#[inline(always)]
pub(crate) const fn code_of(piece: Piece) -> usize {
    piece as usize + 1
}

/// The pieces on all squares: by bit of the kind's number, then those of the second side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Planes([Squares; 4]);

/// By side and number of a kind: the planes it is in, as full or empty sets.
static FULL: [[[Squares; 4]; 8]; 2] = {
    let mut table = [[[0; 4]; 8]; 2];
    let mut code = 0;
    while code < 16 {
        let mut plane = 0;
        while plane < 4 {
            table[code >> 3][code & 7][plane] = if code >> plane & 1 == 1 { !0 } else { 0 };
            plane += 1;
        }
        code += 1;
    }
    table
};

impl Planes {
    /// From a set for each kind, and the squares of the second side.
    pub(crate) fn new(pieces: &[Squares; 6], second: Squares) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings] = pieces;
        Self([pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings, second])
    }

    /// All pieces.
    #[inline(always)]
    pub(crate) const fn occupied(&self) -> Squares {
        let [ones, twos, fours, _] = self.0;
        ones | twos | fours
    }

    /// The squares on which something else stands in another position.
    #[inline(always)]
    pub(crate) const fn difference(&self, other: &Self) -> Squares {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        (a ^ e) | (b ^ f) | (c ^ g) | (d ^ h)
    }

    /// All squares but those of the other side.
    #[inline(always)]
    const fn not_other(&self, side: Side) -> Squares {
        self.0[3] ^ (side as Squares).wrapping_sub(1)
    }

    /// All pieces of a side.
    #[inline(always)]
    pub(crate) const fn all_of(&self, side: Side) -> Squares {
        self.occupied() & self.not_other(side)
    }

    /// The pieces of a side and a kind.
    #[inline(always)]
    pub(crate) const fn pieces(&self, side: Side, piece: Piece) -> Squares {
        self.of_kind(piece) & self.not_other(side)
    }

    /// The pieces of a kind, of both sides.
    #[inline(always)]
    pub(crate) const fn of_kind(&self, piece: Piece) -> Squares {
        let [ones, twos, fours, _] = self.0;
        match piece {
            Piece::Pawn => ones & !(twos | fours),
            Piece::Knight => twos & !(ones | fours),
            Piece::Bishop => ones & twos,
            Piece::Rook => fours & !(ones | twos),
            Piece::Queen => ones & fours,
            Piece::King => twos & fours,
        }
    }

    /// Bishops and queens.
    #[inline(always)]
    pub(crate) const fn diagonal(&self) -> Squares {
        let [ones, twos, fours, _] = self.0;
        ones & (twos | fours)
    }

    /// Rooks and queens.
    #[inline(always)]
    pub(crate) const fn straight(&self) -> Squares {
        let [_, twos, fours, _] = self.0;
        fours & !twos
    }

    /// The number of the kind on a square.
    #[inline(always)]
    pub(crate) const fn code_at(&self, at: usize) -> usize {
        let [ones, twos, fours, _] = self.0;
        has(ones, at) as usize | (has(twos, at) as usize) << 1 | (has(fours, at) as usize) << 2
    }

    /// The same with `emptied` empty but for `filled`, on which a side's pieces with this number stand.
    #[inline(always)]
    pub(crate) fn changed(
        &self,
        emptied: Squares,
        filled: Squares,
        side: Side,
        code: usize,
    ) -> Self {
        let full = &FULL[side.index()][code & 7];
        Self(std::array::from_fn(|plane| self.0[plane] & !emptied | filled & full[plane]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart_alone_and_on_squares() {
        let planes = Planes::new(&[0x1, 0x2, 0x4, 0x8, 0x10, 0x20], 0x30);
        for (at, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(planes.of_kind(piece), 1 << at);
            assert_eq!(planes.code_at(at), code_of(piece));
            let side = if at < 4 { Side::First } else { Side::Second };
            assert_eq!(planes.pieces(side, piece), 1 << at);
            assert_eq!(planes.pieces(!side, piece), 0);
        }
        assert_eq!((planes.diagonal(), planes.straight()), (0x14, 0x18));
        assert_eq!((planes.all_of(Side::First), planes.all_of(Side::Second)), (0xf, 0x30));
        assert_eq!(planes.code_at(6), 0);
        let moved = planes.changed(0x11, 0x10, Side::First, code_of(Piece::Knight));
        assert_eq!(moved, Planes::new(&[0, 0x12, 0x4, 0x8, 0, 0x20], 0x20));
    }
}
