//! How squares are numbered in tables: the leading pieces of a position by its symmetries, the others by binomials.

use crate::board::{SQUARES, file_of, rank_of, square};

/// Ways to choose so many of so many: `CHOOSE[of][taken]`.
static CHOOSE: [[u64; 8]; SQUARES + 1] = {
    let mut table = [[0; 8]; SQUARES + 1];
    let mut of = 0;
    while of <= SQUARES {
        table[of][0] = 1;
        let mut taken = 1;
        while taken < 8 && of > 0 {
            table[of][taken] = table[of - 1][taken - 1] + table[of - 1][taken];
            taken += 1;
        }
        of += 1;
    }
    table
};

/// Ways to choose `taken` of `of`; 0 for sizes that no table has.
pub(super) fn choose(of: usize, taken: usize) -> u64 {
    CHOOSE.get(of).and_then(|row| row.get(taken)).copied().unwrap_or(0)
}

/// Above the diagonal a1-h8 it is positive, below it negative.
pub(super) const fn off_diagonal(at: usize) -> i32 {
    rank_of(at) as i32 - file_of(at) as i32
}

/// A square mirrored at the diagonal a1-h8.
pub(super) const fn transposed(at: usize) -> usize {
    square(rank_of(at), file_of(at))
}

/// The squares below the diagonal a1-h8 from b1 on, numbered from 0 to 27.
static BELOW: [u8; SQUARES] = {
    let mut table = [0; SQUARES];
    let (mut at, mut next) = (0, 0);
    while at < SQUARES {
        if off_diagonal(at) < 0 {
            table[at] = next;
            next += 1;
        }
        at += 1;
    }
    table
};

/// The triangle a1-d1-d4: first the six squares below the diagonal, then the four on it.
static TRIANGLE: [u8; SQUARES] = {
    let mut table = [0; SQUARES];
    let (mut at, mut below, mut on) = (0, 0, 6);
    while at < SQUARES {
        if file_of(at) < 4 && rank_of(at) < 4 {
            if off_diagonal(at) < 0 {
                table[at] = below;
                below += 1;
            } else if off_diagonal(at) == 0 {
                table[at] = on;
                on += 1;
            }
        }
        at += 1;
    }
    table
};

/// How many ways two kings can stand, the first in the triangle.
pub(super) const KING_PAIRS: u64 = 462;

/// The numbers of two kings, by the number of the first in the triangle and the square of the other.
static KINGS: [[u16; SQUARES]; 10] = {
    let mut table = [[0; SQUARES]; 10];
    let mut next = 0;
    // Those with both kings on the diagonal come last.
    let mut diagonal = 0;
    while diagonal < 2 {
        let mut number = 0;
        while number < 10 {
            let mut first = 0;
            while first < SQUARES {
                let inside = file_of(first) < 4 && rank_of(first) < 4 && off_diagonal(first) <= 0;
                if inside && TRIANGLE[first] == number {
                    let mut second = 0;
                    while second < SQUARES {
                        let files = file_of(first).abs_diff(file_of(second));
                        let ranks = rank_of(first).abs_diff(rank_of(second));
                        let both = off_diagonal(first) == 0 && off_diagonal(second) == 0;
                        let twice = off_diagonal(first) == 0 && off_diagonal(second) > 0;
                        if (files > 1 || ranks > 1) && !twice && both == (diagonal == 1) {
                            table[number as usize][second] = next;
                            next += 1;
                        }
                        second += 1;
                    }
                }
                first += 1;
            }
            number += 1;
        }
        diagonal += 1;
    }
    assert!(next as u64 == KING_PAIRS);
    table
};

/// The number of two kings, the first in the triangle.
pub(super) fn kings(first: usize, second: usize) -> u64 {
    KINGS[usize::from(TRIANGLE[first])][second].into()
}

/// How many ways three different pieces can stand, the first in the triangle.
pub(super) const TRIPLES: u64 = (6 * 63 + 4 * 28) * 62 + 4 * 7 * 28 + 4 * 7 * 6;

/// The number of three pieces: the first in the triangle, and the first one off the diagonal below it.
pub(super) fn triple([first, second, third]: [usize; 3]) -> u64 {
    // Squares that come later move up to the places of those taken.
    let less = |at: usize, taken: usize| usize::from(at > taken);
    let second_place = second - less(second, first);
    let third_place = third - less(third, first) - less(third, second);
    let number = if off_diagonal(first) != 0 {
        (usize::from(TRIANGLE[first]) * 63 + second_place) * 62 + third_place
    } else if off_diagonal(second) != 0 {
        let below = usize::from(BELOW[second]);
        (6 * 63 + rank_of(first) * 28 + below) * 62 + third_place
    } else {
        let second_rank = rank_of(second) - less(second, first);
        let pair = rank_of(first) * 7 + second_rank;
        let before = (6 * 63 + 4 * 28) * 62;
        if off_diagonal(third) != 0 {
            before + pair * 28 + usize::from(BELOW[third])
        } else {
            let third_rank = rank_of(third) - less(third, first) - less(third, second);
            before + 4 * 7 * 28 + pair * 6 + third_rank
        }
    };
    number as u64
}

/// The order of pawns: the highest leads. Outer files come first, and on a file the lower ranks.
pub(super) const fn pawn_order(at: usize) -> usize {
    let edge = if file_of(at) < 4 { file_of(at) } else { 7 - file_of(at) };
    let before = 12 * edge + 2 * (rank_of(at).saturating_sub(1)) + (file_of(at) >= 4) as usize;
    47_usize.saturating_sub(before)
}

/// How many ways `count` pawns can stand whose leader is on a file before the ranks from `rank` on.
fn led_below(count: usize, file: usize, rank: usize) -> u64 {
    (1..rank).map(|rank| choose(pawn_order(square(file, rank)), count - 1)).sum()
}

/// How many ways `count` pawns can stand whose leader is on a file from 0 to 3.
pub(super) fn led(count: usize, file: usize) -> u64 {
    led_below(count, file, 7)
}

/// The number of pawns with their leader first, on one of the files a to d, and the others in rising order.
pub(super) fn pawns(squares: &[usize]) -> u64 {
    let Some((&leader, others)) = squares.split_first() else { return 0 };
    let rest: u64 = (1..).zip(others).map(|(n, &at)| choose(pawn_order(at), n)).sum();
    led_below(squares.len(), file_of(leader), rank_of(leader)) + rest
}
