//! Sets of squares as bits: rank by rank from a1 to h8, eight bits a rank.

use game::Side;

/// A set of squares.
pub type Squares = u64;

/// How many squares there are.
pub const SQUARES: usize = 64;

/// The squares of file a.
pub const FILE_A: Squares = 0x0101_0101_0101_0101;
/// The squares of file h.
pub const FILE_H: Squares = FILE_A << 7;
/// The squares of rank 1.
pub const RANK_1: Squares = 0xff;

/// The square on a file and a rank, both from 0.
#[inline(always)]
pub const fn square(file: usize, rank: usize) -> usize {
    rank * 8 + file
}

/// The file of a square, from 0.
#[inline(always)]
pub const fn file_of(square: usize) -> usize {
    square & 7
}

/// The rank of a square, from 0.
#[inline(always)]
pub const fn rank_of(square: usize) -> usize {
    square >> 3
}

/// The set of one square.
#[inline(always)]
pub const fn bit(square: usize) -> Squares {
    1 << (square & 63)
}

/// The squares of a file, from 0.
#[inline(always)]
pub const fn file_squares(file: usize) -> Squares {
    FILE_A << file
}

/// The squares of a rank, from 0.
#[inline(always)]
pub const fn rank_squares(rank: usize) -> Squares {
    RANK_1 << (8 * rank)
}

/// True if a set has a square.
#[inline(always)]
pub const fn has(set: Squares, square: usize) -> bool {
    set >> (square & 63) & 1 == 1
}

/// The first square of a set that has one.
#[inline(always)]
pub const fn first(set: Squares) -> usize {
    set.trailing_zeros() as usize & 63
}

/// The squares of a set, from a1 on.
#[inline(always)]
pub fn squares(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = first(set);
            set &= set - 1;
            square
        })
    })
}

/// A square as a side sees it: mirrored from rank to rank for the second.
#[inline(always)]
pub const fn relative(side: Side, square: usize) -> usize {
    match side {
        Side::First => square,
        Side::Second => square ^ 56,
    }
}

/// A set moved one rank forwards, as a side sees it.
#[inline(always)]
pub const fn forward(side: Side, set: Squares) -> Squares {
    match side {
        Side::First => set << 8,
        Side::Second => set >> 8,
    }
}

/// The squares that a side's pawns on a set attack.
#[inline(always)]
pub const fn pawn_attacks(side: Side, set: Squares) -> Squares {
    match side {
        Side::First => (set & !FILE_A) << 7 | (set & !FILE_H) << 9,
        Side::Second => (set & !FILE_A) >> 9 | (set & !FILE_H) >> 7,
    }
}

/// A set and all squares above it on its files (towards rank 8).
#[inline(always)]
pub const fn fill_up(mut set: Squares) -> Squares {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

/// A set and all squares below it on its files.
#[inline(always)]
pub const fn fill_down(mut set: Squares) -> Squares {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}

/// All squares in front of a set, as a side sees it.
#[inline(always)]
pub const fn in_front(side: Side, set: Squares) -> Squares {
    match side {
        Side::First => fill_up(set << 8),
        Side::Second => fill_down(set >> 8),
    }
}

/// A set and its neighbours to the left and right.
#[inline(always)]
pub const fn widened(set: Squares) -> Squares {
    set | beside(set)
}

/// The neighbours of a set to the left and right.
#[inline(always)]
pub const fn beside(set: Squares) -> Squares {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// `e4` for a square.
pub fn square_name(square: usize) -> String {
    let file = char::from(b'a' + file_of(square) as u8);
    format!("{file}{}", rank_of(square) + 1)
}

/// The square of this name.
pub fn square_by_name(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(square(usize::from(file - b'a'), usize::from(rank - b'1')))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_stay_on_the_board() {
        assert_eq!(pawn_attacks(Side::First, bit(0)), bit(9));
        assert_eq!(pawn_attacks(Side::Second, bit(63)), bit(54));
        assert_eq!(pawn_attacks(Side::First, bit(15)), bit(22));
        assert_eq!(beside(bit(7) | bit(8)), bit(6) | bit(9));
        assert_eq!(in_front(Side::First, bit(8)), FILE_A & !0xffff);
        assert_eq!(in_front(Side::Second, bit(8)), 1);
        assert_eq!(square_by_name("e4").map(square_name).as_deref(), Some("e4"));
        assert_eq!(square_by_name("i4"), None);
        assert_eq!(squares(0x8100).collect::<Vec<_>>(), [8, 15]);
    }
}
