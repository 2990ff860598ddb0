//! Rights to castle.

use game::Side;

use crate::board::{Squares, bit, first, rank_squares};

/// A side of the board, seen from the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingSide {
    /// Towards file h.
    King,
    /// Towards file a.
    Queen,
}

impl CastlingSide {
    /// Both, the king's first.
    pub const BOTH: [Self; 2] = [Self::King, Self::Queen];

    /// The file, from 0, where the king ends.
    #[inline(always)]
    pub(crate) const fn king_file(self) -> usize {
        match self {
            Self::King => 6,
            Self::Queen => 2,
        }
    }

    /// The file, from 0, where the rook ends.
    #[inline(always)]
    pub(crate) const fn rook_file(self) -> usize {
        match self {
            Self::King => 5,
            Self::Queen => 3,
        }
    }
}

/// Who may still castle with which rook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Castling {
    /// The squares of these rooks: what most moves are compared with.
    squares: Squares,
    /// True if castling is written king takes rook: Chess960 was asked for, or kings or rooks
    /// stand elsewhere than usual. Never where nobody may castle.
    pub(crate) shuffled: bool,
}

impl Castling {
    /// Nobody may castle.
    pub(crate) const NONE: Self = Self { squares: 0, shuffled: false };

    /// The rank where a side castles, from 0.
    #[inline(always)]
    pub(crate) const fn rank(side: Side) -> usize {
        match side {
            Side::First => 0,
            Side::Second => 7,
        }
    }

    /// The square of the rook with which a side may castle, whose king stands on `king`.
    #[inline(always)]
    pub(crate) const fn rook(&self, side: Side, wing: CastlingSide, king: usize) -> Option<usize> {
        let wing = match wing {
            CastlingSide::King => !0 << king,
            CastlingSide::Queen => bit(king) - 1,
        };
        let rook = self.squares & rank_squares(Self::rank(side)) & wing;
        if rook == 0 { None } else { Some(first(rook)) }
    }

    /// Lets the side whose rook stands on a square castle with it.
    pub(crate) const fn allow(&mut self, rook: usize) {
        self.squares |= bit(rook);
    }

    /// True if nobody may castle.
    #[inline(always)]
    pub(crate) const fn is_empty(&self) -> bool {
        self.squares == 0
    }

    /// The squares of rooks that may castle.
    #[inline(always)]
    pub(crate) const fn squares(&self) -> Squares {
        self.squares
    }

    /// The same without the rights of rooks on these squares.
    #[inline(always)]
    pub(crate) const fn without(&self, rooks: Squares) -> Self {
        let squares = self.squares & !rooks;
        Self { squares, shuffled: self.shuffled & (squares != 0) }
    }
}
