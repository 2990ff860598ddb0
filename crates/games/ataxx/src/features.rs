//! The inputs of a network: the contents of each block of two by two squares.

use game::{Features, Rows, Side};

use crate::moves::Move;
use crate::position::Position;

/// The patterns of a block: each of four squares is empty, one's own, the other's or blocked.
const PATTERNS: usize = 256;
/// Blocks of the board, overlapping.
const BLOCKS: usize = 36;

/// The patterns of blocks of two by two squares: 36 blocks with 256 patterns each, from the view of each side. Blocked
/// squares are part of a pattern, so that any board is known by its blocks.
#[derive(Clone, Copy, Debug)]
pub struct Blocks;

/// A way to a square from one at most two away in each direction: a clone stays in the middle.
const WAYS: usize = 25;

/// Where a place goes, of which both numbers are at most `last`: mirrored, then turned over the diagonal.
fn moved(symmetry: usize, file: usize, rank: usize, last: usize) -> (usize, usize) {
    let file = if symmetry & 1 == 1 { last - file } else { file };
    let rank = if symmetry & 2 == 2 { last - rank } else { rank };
    if symmetry & 4 == 4 { (rank, file) } else { (file, rank) }
}

/// The squares of a rank, each moved to the lowest of four bits.
const SPREAD_RANK: [u32; 128] = {
    let mut spread = [0; 128];
    let mut bits = 0;
    while bits < 128 {
        let mut file = 0;
        while file < 7 {
            spread[bits] |= (bits as u32 >> file & 1) << (4 * file);
            file += 1;
        }
        bits += 1;
    }
    spread
};

/// By rank, what is on its squares from the view of a side: two bits for each, in the lower half of four.
#[inline(always)]
fn ranks(position: &Position, view: Side) -> [u32; 7] {
    let walls = position.walls();
    let sets = [view, view.other()].map(|side| position.stones(side) | walls);
    std::array::from_fn(|rank| {
        let [own, other] = sets.map(|set| SPREAD_RANK[(set >> (8 * rank) & 127) as usize]);
        own | other << 1
    })
}

/// The rows that are on in a view: block by block, the pattern of each file by file, of which the lower square is first.
/// So a row is found in one step where the [input](Features::inputs_of), of which the lower two squares are first, takes
/// several.
#[inline(always)]
fn rows(position: &Position, view: Side) -> [usize; BLOCKS] {
    let ranks = ranks(position, view);
    std::array::from_fn(|block| {
        let (rank, file) = (block / 6, block % 6);
        let squares = ranks[rank] | ranks[rank + 1] << 2;
        block * PATTERNS + (squares >> (4 * file)) as usize % PATTERNS
    })
}

impl Features<Position> for Blocks {
    const NAME: &'static str = "ataxx-blocks-1";
    const INPUTS: usize = BLOCKS * PATTERNS;
    const BUCKETS: usize = 6;
    const SYMMETRIES: usize = 8;
    const VIEWS: usize = 1;
    const MOVE_ROWS: usize = 49 * WAYS;

    fn new(_: &Position) -> Self {
        Self
    }

    fn inputs_of(&self, row: usize, visit: &mut dyn FnMut(usize)) {
        let (block, squares) = (row / PATTERNS, row % PATTERNS);
        visit(
            block * PATTERNS
                + (squares & 0b11_00_00_11 | (squares & 0b11_00) << 2 | squares >> 2 & 0b11_00),
        );
    }

    #[inline(always)]
    fn active(&self, position: &Position, mut visit: impl FnMut(Rows)) {
        let [first, second] = Side::BOTH.map(|side| rows(position, side));
        for (first, second) in first.into_iter().zip(second) {
            visit([first, second]);
        }
    }

    #[inline(always)]
    fn active_in(&self, position: &Position, view: Side, visit: impl FnMut(usize)) {
        rows(position, view).into_iter().for_each(visit);
    }

    #[inline(always)]
    fn changes(&self, before: &Position, after: &Position, mut visit: impl FnMut(Rows, bool)) {
        let [before, after] =
            [before, after].map(|position| Side::BOTH.map(|side| rows(position, side)));
        for block in 0..BLOCKS {
            let [before, after] = [before, after].map(|rows| rows.map(|rows| rows[block]));
            if before != after {
                visit(before, false);
                visit(after, true);
            }
        }
    }

    fn move_rows(&self, _: &Position, mv: Move, visit: &mut dyn FnMut(usize)) {
        if mv.is_pass() {
            return;
        }
        let target = mv.to() - mv.to() / 8;
        let [file, rank] = [mv.to() % 8 + 2 - mv.from() % 8, mv.to() / 8 + 2 - mv.from() / 8];
        visit(target * WAYS + rank * 5 + file);
    }

    fn move_image(row: usize, symmetry: usize) -> usize {
        let (target, way) = (row / WAYS, row % WAYS);
        let (file, rank) = moved(symmetry, target % 7, target / 7, 6);
        let (right, ahead) = moved(symmetry, way % 5, way / 5, 4);
        (rank * 7 + file) * WAYS + ahead * 5 + right
    }

    /// By the empty squares, eight to a bucket; the last has all from 40 on.
    #[inline(always)]
    fn bucket(position: &Position) -> usize {
        (position.empty().count_ones() as usize / 8).min(Self::BUCKETS - 1)
    }

    fn image(input: usize, symmetry: usize) -> usize {
        let (block, pattern) = (input / PATTERNS, input % PATTERNS);
        // The same for the squares of a block and for the blocks of the board.
        let (file, rank) = moved(symmetry, block % 6, block / 6, 5);
        let image = (0..4).fold(0, |image, square| {
            let (file, rank) = moved(symmetry, square % 2, square / 2, 1);
            image | (pattern >> (2 * square) & 3) << (2 * (rank * 2 + file))
        });
        (rank * 6 + file) * PATTERNS + image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{MoveList, Notation as _, Position as _, inputs_on};
    use std::collections::BTreeSet;

    #[test]
    fn a_block_is_the_pattern_of_its_squares() {
        let position = Position::parse("7/7/7/7/7/-o5/x6 x 0 1").unwrap();
        let mut found = [Vec::new(), Vec::new()];
        inputs_on::<_, Blocks>(&position, 0, &mut found);
        let [own, other] = found;
        assert_eq!((own.len(), other.len()), (36, 36));
        // a1 is one's own (1), a2 blocked (3, the third square), b2 the other's (2, the fourth).
        assert_eq!(own[0], 1 | 3 << 4 | 2 << 6);
        assert_eq!(other[0], 2 | 3 << 4 | 1 << 6);
    }

    #[test]
    fn the_rows_of_a_view_are_those_of_both() {
        for seed in 0..20 {
            let position = Position::random_walls(seed);
            let mut both = [Vec::new(), Vec::new()];
            Blocks.active(&position, |rows| {
                rows.into_iter().zip(&mut both).for_each(|(row, list)| list.push(row));
            });
            for side in Side::BOTH {
                let mut rows = Vec::new();
                Blocks.active_in(&position, side, |row| rows.push(row));
                assert_eq!(rows, both[side.index()]);
            }
        }
    }

    #[test]
    fn changes_lead_from_the_rows_before_to_those_after() {
        for seed in 0..40 {
            let mut position = Position::random_walls(seed);
            for ply in 0..60 {
                let mut moves = MoveList::new();
                if position.ending().is_some() {
                    break;
                }
                position.legal_moves(&mut moves);
                let after = position.make(moves[(seed as usize * 7 + ply * 13) % moves.len()]);
                let all = |position: &Position| {
                    let mut all = BTreeSet::new();
                    Blocks.active(position, |rows| assert!(all.insert(rows)));
                    all
                };
                let mut changed = all(&position);
                Blocks.changes(&position, &after, |rows, on| {
                    if on {
                        changed.insert(rows)
                    } else {
                        changed.remove(&rows)
                    };
                });
                assert_eq!(changed, all(&after));
                position = after;
            }
        }
    }

    #[test]
    fn symmetries_are_those_of_the_board() {
        let inputs = |text: &str, symmetry| -> BTreeSet<u32> {
            let position = Position::parse(text).unwrap();
            let mut found = [Vec::new(), Vec::new()];
            inputs_on::<_, Blocks>(&position, symmetry, &mut found);
            found[0].iter().copied().collect()
        };
        let as_it_is = inputs("x6/1-5/7/7/2o4/7/6o x 0 1", 0);
        assert_eq!(inputs("6x/5-1/7/7/4o2/7/o6 x 0 1", 1), as_it_is);
        assert_eq!(inputs("6o/7/2o4/7/7/1-5/x6 x 0 1", 2), as_it_is);
        let images: BTreeSet<BTreeSet<u32>> =
            (0..8).map(|symmetry| inputs("x6/1-5/7/7/2o4/7/6o x 0 1", symmetry)).collect();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn a_move_is_its_square_and_its_way_and_turns_with_the_board() {
        let rows = |text: &str, symmetry| -> BTreeSet<usize> {
            let position = Position::parse(text).unwrap();
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let mut all = BTreeSet::new();
            for &mv in &moves {
                Blocks.move_rows(&position, mv, &mut |row| {
                    assert!(row < Blocks::MOVE_ROWS);
                    all.insert(Blocks::move_image(row, symmetry));
                });
            }
            assert_eq!(all.len(), moves.len());
            all
        };
        // A clone to a2, and a jump there from a1, which lies two ranks below a3 only.
        let corner = rows("7/7/7/7/7/7/x5o x 0 1", 0);
        assert!(corner.contains(&(7 * WAYS + 12)) && corner.contains(&(14 * WAYS + 22)));
        // Mirrored from left to right, and turned over the diagonal.
        assert_eq!(rows("7/7/7/7/7/7/x5o x 0 1", 1), rows("7/7/7/7/7/7/o5x x 0 1", 0));
        assert_eq!(rows("7/7/7/7/7/7/x5o x 0 1", 4), rows("o6/7/7/7/7/7/x6 x 0 1", 0));
    }
}
