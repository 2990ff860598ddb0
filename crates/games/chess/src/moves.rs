//! A move in 16 bits.

use std::num::NonZeroU16;

use game::MoveBits;

use crate::piece::Piece;

/// From where, to where, and what a pawn becomes: `promotion(4) from(6) to(6)`. Castling is written
/// king takes own rook, whatever the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move from a square to another one.
    #[inline(always)]
    pub const fn new(from: usize, to: usize) -> Self {
        Self::pack((from as u16) << 6 | to as u16)
    }

    /// A pawn's move that ends in another piece.
    #[inline(always)]
    pub const fn promoting(from: usize, to: usize, piece: Piece) -> Self {
        Self::pack((piece as u16) << 12 | (from as u16) << 6 | to as u16)
    }

    #[inline(always)]
    const fn pack(bits: u16) -> Self {
        // No piece stays on a1: only that would be zero.
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// The square moved from.
    #[inline(always)]
    pub const fn from(self) -> usize {
        (self.0.get() >> 6 & 63) as usize
    }

    /// The square moved to; the rook's in castling.
    #[inline(always)]
    pub const fn to(self) -> usize {
        (self.0.get() & 63) as usize
    }

    /// The piece that a pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Piece> {
        match self.0.get() >> 12 {
            1 => Some(Piece::Knight),
            2 => Some(Piece::Bishop),
            3 => Some(Piece::Rook),
            4 => Some(Piece::Queen),
            _ => None,
        }
    }

    /// The number in [`Planes`](crate::planes::Planes) of what stands on `to` after the move of a piece with this number.
    #[inline(always)]
    pub(crate) const fn code_made(self, moved: usize) -> usize {
        let made = (self.0.get() >> 12) as usize;
        if made == 0 { moved } else { made + 1 }
    }

    /// True if the bits are those of some move at all.
    pub(crate) const fn is_well_formed(self) -> bool {
        self.0.get() >> 12 <= 4 && self.from() != self.to()
    }
}

impl MoveBits for Move {
    #[inline(always)]
    fn bits(self) -> NonZeroU16 {
        self.0
    }
    #[inline(always)]
    fn from_bits(bits: NonZeroU16) -> Self {
        Self(bits)
    }
}
