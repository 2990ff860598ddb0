//! Scores of two phases in one word.

/// A score for the middle game and one for the endgame, in one word: the first in the upper half, so that both are added
/// and multiplied at once. Neither leaves the range of 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair(i32);

impl Pair {
    /// From both scores.
    #[inline(always)]
    pub const fn new(opening: i32, endgame: i32) -> Self {
        Self((opening << 16).wrapping_add(endgame))
    }

    /// From both scores, as parameters hold them.
    #[inline(always)]
    pub fn of(pair: [i16; 2]) -> Self {
        Self::new(pair[0].into(), pair[1].into())
    }

    /// Both scores in a word, to be kept.
    #[inline(always)]
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// The scores that [`bits`](Pair::bits) gave.
    #[inline(always)]
    pub const fn from_bits(bits: i32) -> Self {
        Self(bits)
    }

    /// The score for the middle game.
    #[inline(always)]
    pub const fn opening(self) -> i32 {
        // A negative lower half has borrowed one from the upper.
        self.0.wrapping_add(0x8000) >> 16
    }

    /// The score for the endgame.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The score of a phase between them: `phase` of `whole` parts of the middle game.
    #[inline(always)]
    pub const fn tapered(self, phase: i32, whole: i32) -> i32 {
        (self.opening() * phase + self.endgame() * (whole - phase)) / whole
    }
}

impl std::ops::AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl std::ops::SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

impl std::ops::Mul<i32> for Pair {
    type Output = Self;
    #[inline(always)]
    fn mul(self, times: i32) -> Self {
        Self(self.0.wrapping_mul(times))
    }
}
