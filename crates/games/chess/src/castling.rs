//! Rights to castle.

use game::Side;

use crate::board::{Squares, bit, rank_of, square};

/// A side of the board, seen from the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wing {
    /// Towards file h.
    King,
    /// Towards file a.
    Queen,
}

impl Wing {
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

/// No rook.
const NONE: u8 = 8;

/// Who may still castle with which rook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Castling {
    /// By side and wing: the file of the rook.
    rooks: [[u8; 2]; 2],
    /// The squares of these rooks: what most moves are compared with.
    squares: Squares,
    /// Whether castling is written king takes rook: Chess960 was asked for, or kings or rooks
    /// stand elsewhere than usual. Never where nobody may castle.
    pub(crate) shuffled: bool,
}

impl Castling {
    /// Nobody may castle.
    pub(crate) const NONE: Self = Self { rooks: [[NONE; 2]; 2], squares: 0, shuffled: false };

    /// The rank where a side castles, from 0.
    #[inline(always)]
    pub(crate) const fn rank(side: Side) -> usize {
        match side {
            Side::First => 0,
            Side::Second => 7,
        }
    }

    /// The square of the rook with which a side may castle.
    #[inline(always)]
    pub(crate) fn rook(&self, side: Side, wing: Wing) -> Option<usize> {
        let file = self.rooks[side.index()][wing as usize];
        (file != NONE).then(|| square(usize::from(file), Self::rank(side)))
    }

    /// Lets a side castle with the rook on this file.
    pub(crate) fn allow(&mut self, side: Side, wing: Wing, file: usize) {
        self.rooks[side.index()][wing as usize] = file as u8;
        self.squares = self.all().fold(0, |set, (side, wing)| match self.rook(side, wing) {
            Some(at) => set | bit(at),
            None => set,
        });
    }

    fn all(&self) -> impl Iterator<Item = (Side, Wing)> {
        Side::BOTH.into_iter().flat_map(|side| Wing::BOTH.map(|wing| (side, wing)))
    }

    /// Whether nobody may castle.
    #[inline(always)]
    pub(crate) const fn is_empty(&self) -> bool {
        self.squares == 0
    }

    /// The squares of rooks that may castle.
    #[inline(always)]
    pub(crate) const fn squares(&self) -> Squares {
        self.squares
    }

    /// Takes the right with the rook on a square away.
    #[inline]
    pub(crate) fn forbid(&mut self, at: usize) {
        let side = Side::BOTH[rank_of(at) / 7];
        for wing in Wing::BOTH {
            if self.rook(side, wing) == Some(at) {
                self.rooks[side.index()][wing as usize] = NONE;
            }
        }
        self.squares &= !bit(at);
        self.shuffled &= self.squares != 0;
    }
}
