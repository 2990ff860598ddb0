//! The two players.

/// A player: the one who moves first in the game's usual start position, or the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// Red in Onitama, the first stone in Ataxx, Gold in Arimaa, White in chess.
    First = 0,
    /// The other player.
    Second = 1,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1, for tables by side.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl std::ops::Not for Side {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.other()
    }
}
