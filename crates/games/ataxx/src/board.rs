//! Sets of squares as bits: rank by rank from a1, eight bits a rank of which the last is never a
//! square. That column catches what a shift moves over the edge.

/// A set of squares.
pub type Squares = u64;

/// All 49 squares.
pub const BOARD: Squares = 0x007f_7f7f_7f7f_7f7f;

/// Bits of a set, those that are no squares among them.
pub(crate) const BITS: usize = 64;

/// The square on a file and a rank, both from 0.
pub const fn square(file: usize, rank: usize) -> usize {
    rank * 8 + file
}

/// The squares of a set, from a1 on.
#[inline(always)]
pub fn squares(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

/// The squares of a set and those beside them to the left and right.
#[inline(always)]
const fn widened(set: Squares) -> Squares {
    (set | set << 1 | set >> 1) & BOARD
}

/// The squares of a set and all that touch them: where a clone can go, and what it can take.
#[inline(always)]
pub const fn near(set: Squares) -> Squares {
    let wide = widened(set);
    (wide | wide << 8 | wide >> 8) & BOARD
}

/// The squares at most two away from a set, itself included: where any move can go.
#[inline(always)]
pub const fn reach(set: Squares) -> Squares {
    let wide = widened(widened(set));
    let high = wide | wide << 8 | wide << 16;
    (high | wide >> 8 | wide >> 16) & BOARD
}

const fn neighbours() -> [[Squares; BITS]; 2] {
    let mut table = [[0; BITS]; 2];
    let mut at = 0;
    while at < BITS {
        let set = 1 << at & BOARD;
        table[0][at] = near(set) & !set;
        table[1][at] = reach(set) & !near(set);
        at += 1;
    }
    table
}

static NEIGHBOURS: [[Squares; BITS]; 2] = neighbours();

/// The squares that touch a square; none where it is no square.
#[inline(always)]
pub fn touching(square: usize) -> Squares {
    NEIGHBOURS[0][square % BITS]
}

/// The squares two away from a square, where a jump goes; none where it is no square.
#[inline(always)]
pub fn jumps(square: usize) -> Squares {
    NEIGHBOURS[1][square % BITS]
}

// Of the unused eighth rank too: what is moved there comes back by a shift down.
const LEFT_TWO_FILES: Squares = 0x0303_0303_0303_0303;
const RIGHT_TWO_FILES: Squares = LEFT_TWO_FILES << 5;

/// How many ways two away lead from a set to another: jumps from stones to empty squares.
#[inline(always)]
pub const fn count_jumps(from: Squares, to: Squares) -> u32 {
    // By how far a jump goes sideways; up and down by shifts of whole ranks.
    let right = from << 2 & !LEFT_TWO_FILES;
    let left = from >> 2 & !RIGHT_TWO_FILES;
    let (one_right, one_left) = (from << 1, from >> 1);
    let mut count = (right & to).count_ones() + (left & to).count_ones();
    count += (right << 8 & to).count_ones() + (right >> 8 & to).count_ones();
    count += (left << 8 & to).count_ones() + (left >> 8 & to).count_ones();
    count += (right << 16 & to).count_ones() + (right >> 16 & to).count_ones();
    count += (left << 16 & to).count_ones() + (left >> 16 & to).count_ones();
    count += (one_right << 16 & to).count_ones() + (one_right >> 16 & to).count_ones();
    count += (one_left << 16 & to).count_ones() + (one_left >> 16 & to).count_ones();
    count + (from << 16 & to).count_ones() + (from >> 16 & to).count_ones()
}

/// How many squares of a set touch each square: bit `n` of the number at a square is in set `n`.
#[inline(always)]
const fn touching_counts(set: Squares) -> [Squares; 4] {
    // The neighbours in the same rank, and with the square itself those above and below: each a
    // number of two bits.
    let (left, right) = (set << 1, set >> 1);
    let (beside_ones, beside_twos) = (left ^ right, left & right);
    let (rank_ones, rank_twos) = (beside_ones ^ set, beside_twos | beside_ones & set);
    let (above_ones, above_twos) = (rank_ones << 8, rank_twos << 8);
    let (below_ones, below_twos) = (rank_ones >> 8, rank_twos >> 8);
    // Their sum, column by column.
    let outer_ones = above_ones ^ below_ones;
    let carry = above_ones & below_ones | outer_ones & beside_ones;
    let outer_twos = above_twos ^ below_twos;
    let inner_twos = beside_twos ^ carry;
    let (outer_fours, inner_fours) = (above_twos & below_twos, beside_twos & carry);
    let fours = outer_fours ^ inner_fours ^ outer_twos & inner_twos;
    [outer_ones ^ beside_ones, outer_twos ^ inner_twos, fours, outer_fours & inner_fours]
}

/// The squares of `among` by how many squares of a set touch them: 1, 2, ... and 7 or 8.
#[inline(always)]
pub(crate) const fn by_touching(set: Squares, among: Squares) -> [Squares; 7] {
    let [ones, twos, fours, eights] = touching_counts(set);
    let (low, high) = (among & !fours & !eights, among & fours);
    [
        low & ones & !twos,
        low & !ones & twos,
        low & ones & twos,
        high & !ones & !twos,
        high & ones & !twos,
        high & !ones & twos,
        high & ones & twos | among & eights,
    ]
}

/// The squares that at least three squares of a set touch.
#[inline(always)]
pub const fn thrice_touched(set: Squares) -> Squares {
    let [ones, twos, fours, eights] = touching_counts(set);
    (ones & twos | fours | eights) & BOARD
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::zobrist::mix;

    #[test]
    fn touching_squares_are_counted_as_one_by_one() {
        for seed in 0..2_000 {
            let set = (mix(seed) | mix(seed + 7_000) & mix(seed + 50_000)) & BOARD;
            let set = if seed == 0 { BOARD } else { set };
            let counts = touching_counts(set);
            for at in squares(BOARD) {
                let count = (touching(at) & set).count_ones();
                let bits = (0..4).map(|bit| (counts[bit] >> at & 1) << bit).sum::<u64>();
                assert_eq!(bits, u64::from(count));
                assert_eq!(thrice_touched(set) >> at & 1 == 1, count >= 3);
            }
        }
    }

    fn distance(a: usize, b: usize) -> usize {
        (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8))
    }

    #[test]
    fn what_is_near_is_found_by_distance() {
        for a in squares(BOARD) {
            for b in squares(BOARD) {
                let distance = distance(a, b);
                assert_eq!(near(1 << a) >> b & 1 == 1, distance <= 1, "{a} {b}");
                assert_eq!(reach(1 << a) >> b & 1 == 1, distance <= 2, "{a} {b}");
                assert_eq!(touching(a) >> b & 1 == 1, distance == 1, "{a} {b}");
                assert_eq!(jumps(a) >> b & 1 == 1, distance == 2, "{a} {b}");
            }
        }
        assert_eq!(squares(BOARD).count(), 49);
    }

    #[test]
    fn jumps_and_neighbours_are_counted_as_one_by_one() {
        for seed in 0..2_000 {
            let from = mix(seed) & mix(seed + 9_000) & BOARD;
            let to = mix(seed + 20_000) & BOARD & !from;
            let ways: u32 = squares(from).map(|at| (jumps(at) & to).count_ones()).sum();
            assert_eq!(count_jumps(from, to), ways);
            let counted = by_touching(from, to);
            for at in squares(to) {
                let touches = (touching(at) & from).count_ones() as usize;
                let sets = (1..).zip(counted).filter(|(_, set)| set >> at & 1 == 1);
                let known: Vec<usize> = sets.map(|(count, _)| count).collect();
                assert!(known == [touches.min(7)] || touches == 0 && known.is_empty());
            }
        }
    }
}
