//! A move: a card, and from where to where.

use std::num::NonZeroU16;

use game::MoveBits;

/// The card in a slot, and a piece's way; or a pass with that card.
///
/// Packed as `1 slot(3) from(5) to(5)`; a pass has `from` and `to` off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(NonZeroU16);

/// A square off the board, where a pass "moves".
pub(crate) const OFF_BOARD: usize = 25;
const FLAG: u16 = 1 << 13;

impl Move {
    /// The move of the piece on `from` to `to` (squares below 25) with the card in `slot`.
    #[inline(always)]
    pub(crate) const fn new(slot: usize, from: usize, to: usize) -> Self {
        let bits = FLAG | (slot as u16) << 10 | (from as u16) << 5 | to as u16;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// A pass that exchanges the card in `slot`.
    pub(crate) const fn pass(slot: usize) -> Self {
        Self::new(slot, OFF_BOARD, OFF_BOARD)
    }

    /// The card's slot among the five sorted cards of the game.
    #[inline(always)]
    pub const fn slot(self) -> usize {
        (self.0.get() >> 10 & 7) as usize
    }

    /// The square moved from: 0 is a1, 4 is e1, 24 is e5; 25 in a pass.
    #[inline(always)]
    pub const fn from(self) -> usize {
        (self.0.get() >> 5 & 31) as usize
    }

    /// The square moved to, as [`from`](Move::from).
    #[inline(always)]
    pub const fn to(self) -> usize {
        (self.0.get() & 31) as usize
    }

    /// True if it is a pass.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.from() == OFF_BOARD
    }

    /// True if the bits are those of some move at all.
    pub(crate) const fn is_well_formed(self) -> bool {
        self.0.get() >> 13 == 1
            && self.slot() < 5
            && self.from() <= OFF_BOARD
            && self.to() <= OFF_BOARD
            && (self.from() == OFF_BOARD) == (self.to() == OFF_BOARD)
    }

    /// The low 13 bits: below 5 * 1024.
    #[inline(always)]
    pub(crate) const fn compact(self) -> usize {
        (self.0.get() & (FLAG - 1)) as usize
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
