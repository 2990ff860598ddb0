//! Zobrist keys.

use game::Side;
use game::zobrist::keys;

use crate::board::{SQUARES, Squares, squares};

/// No file.
pub(crate) const NO_FILE: u8 = 8;

/// The key of a position and that of its pawns alone, side by side: one register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Keys([u64; 2]);

impl Keys {
    /// A key that is no pawn's.
    const fn plain(key: u64) -> Self {
        Self([key, 0])
    }

    /// The key of the position.
    #[inline(always)]
    pub(crate) const fn all(self) -> u64 {
        self.0[0]
    }

    /// The key of the pawns alone.
    #[inline(always)]
    pub(crate) const fn pawns(self) -> u64 {
        self.0[1]
    }
}

impl std::ops::BitXor for Keys {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}

const fn table<const PAWN: bool>(seed: u64) -> [Keys; SQUARES] {
    let random = keys::<SQUARES>(seed);
    let mut table = [Keys::plain(0); SQUARES];
    let mut at = 0;
    while at < SQUARES {
        table[at] = Keys([random[at], if PAWN { random[at] } else { 0 }]);
        at += 1;
    }
    table
}

/// By side, number of the kind and square; nothing for an empty square.
static PIECES: [[[Keys; SQUARES]; 8]; 2] = {
    const NONE: [Keys; SQUARES] = [Keys::plain(0); SQUARES];
    const fn side(seed: u64) -> [[Keys; SQUARES]; 8] {
        let pawns = table::<true>(seed);
        let [knights, bishops] = [table::<false>(seed + 1), table::<false>(seed + 2)];
        let [rooks, queens] = [table::<false>(seed + 3), table::<false>(seed + 4)];
        [NONE, pawns, knights, bishops, rooks, queens, table::<false>(seed + 5), NONE]
    }
    [side(31), side(37)]
};
/// By the square of a rook that may castle.
static CASTLING: [u64; SQUARES] = keys(43);
const SECOND_TO_MOVE: u64 = keys::<1>(45)[0];
/// By the file on which a pawn can be captured en passant, or [`NO_FILE`].
static EN_PASSANT: [Keys; 16] = en_passant(0);
/// The same, and that of the turn going to the other side.
static TURN: [Keys; 16] = en_passant(SECOND_TO_MOVE);

const fn en_passant(also: u64) -> [Keys; 16] {
    let files = keys::<8>(44);
    let mut table = [Keys::plain(also); 16];
    let mut file = 0;
    while file < NO_FILE as usize {
        table[file] = Keys::plain(files[file] ^ also);
        file += 1;
    }
    table
}

/// Of a side's piece with this number on a square.
#[inline(always)]
pub(crate) fn piece(side: Side, code: usize, at: usize) -> Keys {
    PIECES[side.index()][code & 7][at & 63]
}

/// Of a file on which a pawn can be captured en passant.
#[inline(always)]
pub(crate) fn passed(file: u8) -> Keys {
    EN_PASSANT[usize::from(file) & 15]
}

/// Of what changes when the turn goes to the other side, if a pawn could be captured en passant on this file.
#[inline(always)]
pub(crate) fn turned(file: u8) -> Keys {
    TURN[usize::from(file) & 15]
}

/// Of the rights to castle with rooks on these squares.
#[inline]
pub(crate) fn castling(rooks: Squares) -> Keys {
    Keys::plain(squares(rooks).fold(0, |key, at| key ^ CASTLING[at]))
}

/// Of the side to move.
#[inline]
pub(crate) fn side_to_move(side: Side) -> Keys {
    Keys::plain(if side == Side::Second { SECOND_TO_MOVE } else { 0 })
}
