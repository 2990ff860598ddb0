//! A move: a clone, a jump or a pass.

use std::num::NonZeroU16;

use game::MoveBits;

/// Where a stone goes, and from where: packed as `1 from(6) to(6)`. A clone has its target in
/// both places, a pass a square off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(NonZeroU16);

/// A bit of the unused eighth rank, where a pass "moves".
pub(crate) const OFF_BOARD: usize = 63;
const FLAG: u16 = 1 << 12;

impl Move {
    #[inline(always)]
    const fn new(from: usize, to: usize) -> Self {
        match NonZeroU16::new(FLAG | (from as u16) << 6 | to as u16) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// A new stone on a square (as of [`board`](crate::board)), whatever stone beside it is
    /// doubled.
    #[inline(always)]
    pub(crate) const fn clone_to(to: usize) -> Self {
        Self::new(to, to)
    }

    /// A stone that leaves a square for one two away.
    #[inline(always)]
    pub(crate) const fn jump(from: usize, to: usize) -> Self {
        Self::new(from, to)
    }

    /// The forced pass.
    pub const PASS: Self = Self::new(OFF_BOARD, OFF_BOARD);

    /// The square moved from; in a clone the one moved to.
    #[inline(always)]
    pub const fn from(self) -> usize {
        (self.0.get() >> 6 & 63) as usize
    }

    /// The square moved to.
    #[inline(always)]
    pub const fn to(self) -> usize {
        (self.0.get() & 63) as usize
    }

    /// True if it is a pass.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.to() == OFF_BOARD
    }

    /// True if it adds a stone.
    #[inline(always)]
    pub const fn is_clone(self) -> bool {
        self.from() == self.to() && !self.is_pass()
    }

    /// True if the bits are those of some move at all.
    pub(crate) const fn is_well_formed(self) -> bool {
        self.0.get() >> 12 == 1
    }

    /// The low 12 bits.
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
