//! The inputs of a network: each piece on its square, and the square of its own king.

use game::{Features, Rows, Side};

use crate::board::{file_of, rank_of, relative, squares};
use crate::piece::Piece;
use crate::position::Position;

/// The pieces of both sides on their squares.
const PIECES: usize = 2 * Piece::ALL.len() * 64;
/// The places of a king that are told apart.
const KINGS: usize = 4;

/// Each piece on its square, alone and by where the king of the side that looks stands: in the corner, in the middle of its
/// first rank, on the second, or further ahead. The board is seen from that side, with the king on one of the files a to d.
///
/// The inputs of a piece alone are what its inputs by the king's place have in common: both belong to one row.
#[derive(Clone, Copy, Debug)]
pub struct PiecesByKing;

/// The orientation of a view: its first square, and the first row of the king's place.
#[derive(Clone, Copy, PartialEq, Eq)]
struct View {
    flip: usize,
    rows: usize,
}

impl View {
    /// By the side and the square of its king.
    const ALL: [[Self; 64]; 2] = {
        let mut all = [[Self { flip: 0, rows: 0 }; 64]; 2];
        let mut at = 0;
        while at < 128 {
            let side = Side::BOTH[at / 64];
            let king = relative(side, at % 64);
            let mirrored = if file_of(king) >= 4 { 7 } else { 0 };
            let place = match (rank_of(king), file_of(king ^ mirrored)) {
                (0, 0 | 1) => 0,
                (0, _) => 1,
                (1, _) => 2,
                _ => 3,
            };
            all[at / 64][at % 64] =
                Self { flip: mirrored ^ relative(side, 0), rows: place * PIECES };
            at += 1;
        }
        all
    };

    #[inline(always)]
    fn of(position: &Position, side: Side) -> Self {
        Self::ALL[side.index()][position.king(side) % 64]
    }

    #[inline(always)]
    fn row(self, own: bool, piece: Piece, square: usize) -> usize {
        let kind = if own { piece.index() } else { piece.index() + Piece::ALL.len() };
        self.rows + kind * 64 + (square ^ self.flip)
    }
}

/// The rows of a piece in both views.
#[inline(always)]
fn rows(views: [View; 2], side: Side, piece: Piece, square: usize) -> Rows {
    let first = side == Side::First;
    [views[0].row(first, piece, square), views[1].row(!first, piece, square)]
}

#[inline(always)]
fn views(position: &Position) -> [View; 2] {
    Side::BOTH.map(|side| View::of(position, side))
}

impl Features<Position> for PiecesByKing {
    const NAME: &'static str = "chess-pieces-king-1";
    const INPUTS: usize = PIECES * (1 + KINGS);
    const BUCKETS: usize = 8;

    fn new(_: &Position) -> Self {
        Self
    }

    fn rows(&self) -> usize {
        PIECES * KINGS
    }

    fn inputs_of(&self, row: usize, visit: &mut dyn FnMut(usize)) {
        visit(row % PIECES);
        visit(PIECES + row);
    }

    #[inline(always)]
    fn active(&self, position: &Position, mut visit: impl FnMut(Rows)) {
        let views = views(position);
        for side in Side::BOTH {
            for piece in Piece::ALL {
                for square in squares(position.pieces(side, piece)) {
                    visit(rows(views, side, piece, square));
                }
            }
        }
    }

    /// A king has gone to another place: all rows of its view are others.
    #[inline(always)]
    fn renewed(&self, before: &Position, after: &Position) -> [bool; 2] {
        let (from, to) = (views(before), views(after));
        [from[0] != to[0], from[1] != to[1]]
    }

    #[inline(always)]
    fn changes(&self, before: &Position, after: &Position, mut visit: impl FnMut(Rows, bool)) {
        let views = views(after);
        for square in squares(before.planes.difference(&after.planes)) {
            for (position, on) in [(before, false), (after, true)] {
                if let Some((side, piece)) = position.piece_at(square) {
                    visit(rows(views, side, piece, square), on);
                }
            }
        }
    }

    /// By the pieces on the board, four to a bucket.
    #[inline(always)]
    fn bucket(position: &Position) -> usize {
        let pieces = position.occupied().count_ones() as usize;
        (pieces.saturating_sub(1) / 4).min(Self::BUCKETS - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{MoveList, Notation as _, Position as _, inputs_on};
    use std::collections::BTreeMap;

    fn inputs(text: &str) -> [Vec<u32>; 2] {
        let mut found = [Vec::new(), Vec::new()];
        inputs_on::<_, PiecesByKing>(&Position::parse(text).unwrap(), 0, &mut found);
        found.iter_mut().for_each(|list| list.sort_unstable());
        found
    }

    #[test]
    fn a_piece_has_an_input_alone_and_one_by_the_place_of_the_king() {
        let [own, other] = inputs("4k3/8/8/8/8/8/P7/1K6 w - - 0 1");
        // The own king on b1, the pawn on a2, the other king on e8: its kind is the twelfth.
        let king = Piece::King.index() * 64;
        let alone = [8, king + 1, 6 * 64 + king + 60];
        let expected: Vec<u32> = alone
            .into_iter()
            .chain(alone.map(|input| PIECES + input))
            .map(|input| input as u32)
            .collect();
        assert_eq!(own, expected);
        // Black sees its king on e8 as on d1, in the middle of its first rank: a2 as h7.
        let alone = [king + 3, 6 * 64 + 55, 6 * 64 + king + 62];
        let expected: Vec<u32> = alone
            .into_iter()
            .chain(alone.map(|input| 2 * PIECES + input))
            .map(|input| input as u32)
            .collect();
        assert_eq!(other, expected);
    }

    #[test]
    fn both_sides_and_both_wings_are_seen_alike() {
        let white = inputs("r3kbnr/pp3ppp/8/3p4/8/2P5/PP3PPP/RNB2RK1 w kq - 0 1");
        let black = inputs("rnb2rk1/pp3ppp/2p5/8/3P4/8/PP3PPP/R3KBNR b KQ - 0 1");
        let mirrored = inputs("1kr2bnr/ppp3pp/5p2/8/4P3/8/PPP3PP/RNBK3R b - - 0 1");
        assert_eq!(white, black);
        assert_eq!(mirrored[0], white[0]);
    }

    #[test]
    fn changes_lead_from_the_rows_before_to_those_after() {
        let features = PiecesByKing;
        for seed in 0..60 {
            let mut position = Position::random_play(seed, seed as usize % 40);
            for ply in 0..80 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let after = position.make(moves[(seed as usize * 7 + ply * 13) % moves.len()]);
                let all = |position: &Position| {
                    let mut all = [BTreeMap::new(), BTreeMap::new()];
                    features.active(position, |rows| {
                        for (counts, row) in all.iter_mut().zip(rows) {
                            *counts.entry(row).or_insert(0) += 1;
                        }
                    });
                    all
                };
                let renewed = features.renewed(&position, &after);
                let mut counts = all(&position);
                features.changes(&position, &after, |rows, on| {
                    for (counts, row) in counts.iter_mut().zip(rows) {
                        *counts.entry(row).or_insert(0) += if on { 1 } else { -1 };
                    }
                });
                for counts in &mut counts {
                    counts.retain(|_, count| *count != 0);
                }
                for (view, (counts, all)) in counts.iter().zip(&all(&after)).enumerate() {
                    // The view of a king that has not moved is never renewed.
                    let side = Side::BOTH[view];
                    assert!(!renewed[view] || position.king(side) != after.king(side));
                    assert!(renewed[view] || counts == all, "{}", position.text());
                }
                position = after;
            }
        }
    }
}
