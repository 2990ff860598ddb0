//! The inputs of a network: pieces by kind, by how many stronger ones are left and by where the own elephant stands, frozen
//! pieces, and the guards of the traps.

use game::{Features, Position as _, Rows, Side};

use crate::board::{Board, CAMEL, ELEPHANT, KINDS, RABBIT, Squares, near, squares};
use crate::position::Position;

/// Where the inputs of each sort begin.
const BY_KIND: usize = 0;
const BY_RANK: usize = BY_KIND + 2 * KINDS * 64;
const BY_ZONE: usize = BY_RANK + 2 * RANKS * 64;
const FROZEN: usize = BY_ZONE + ZONES * OF_ZONE;
const TRAP: usize = FROZEN + 2 * 2 * 64;
const STEPS_LEFT: usize = TRAP + 4 * GUARDS;

/// How many inputs pieces have, and how many rows: one for each kind with so many stronger ones left, on each square, for each
/// zone of the own elephant, and for none.
const PIECES_IN: usize = FROZEN;
const PIECE_ROWS: usize = (ZONES + 1) * 2 * KINDS * RANKS * 64;
/// Where the other rows begin.
const FROZEN_ROWS: usize = FROZEN - PIECES_IN + PIECE_ROWS;
const TRAP_ROWS: usize = TRAP - PIECES_IN + PIECE_ROWS;
const STEPS_ROWS: usize = STEPS_LEFT - PIECES_IN + PIECE_ROWS;

/// Pieces by how many stronger ones the other side has left; three and more are alike.
const RANKS: usize = 4;
/// Where the own elephant stands: a quarter of the board each. A lost one stands in none.
const ZONES: usize = 4;
/// The inputs of a zone.
const OF_ZONE: usize = 2 * KINDS * 64;
/// The contents of a square beside a trap: nothing, or of either side a small piece, a horse or
/// camel, or the elephant.
const STANDING: usize = 7;
/// The ways in which the four squares beside a trap can be taken.
const GUARDS: usize = STANDING.pow(4);
/// The traps c3, f3, c6 and f6.
const TRAPS: [usize; 4] = [18, 21, 42, 45];

/// Each piece on its square by kind, by how many stronger ones the other side has left, and by kind and the quarter of the board
/// in which the own elephant stands; frozen pieces; what stands beside each trap; and the steps left. The board is seen from the
/// side of whoever looks.
#[derive(Clone, Copy, Debug)]
pub struct PiecesAndTraps;

/// How many pieces stronger than a kind the other side has left, three at most. Of rabbits it is not asked: 0.
#[inline(always)]
fn rank(board: &Board, side: Side, kind: usize) -> usize {
    if kind == RABBIT {
        return 0;
    }
    let stronger = board.kinds[kind + 1..].iter().fold(0, |all, set| all | set);
    let left = (stronger & board.of(side.other())).count_ones() as usize;
    left.min(RANKS - 1)
}

/// The rows of pieces that stay where they are while a capture changes how many stronger ones are left.
#[inline(never)]
fn ranks_changed(
    old: &Board,
    new: &Board,
    changed: Squares,
    zones: [usize; 2],
    visit: &mut impl FnMut(Rows, bool),
) {
    for side in Side::BOTH {
        for kind in RABBIT + 1..KINDS {
            let [before, after] = [old, new].map(|board| rank(board, side, kind));
            if before != after {
                for square in squares(new.pieces(side, kind) & !changed) {
                    visit(piece(side, kind, before, square, zones), false);
                    visit(piece(side, kind, after, square, zones), true);
                }
            }
        }
    }
}

/// The contents of a square, for the first side; the second's view has the sides exchanged.
#[inline(always)]
fn standing(board: &Board, square: usize) -> [usize; 2] {
    let on = |set: Squares| (set >> square & 1) as usize;
    let elephants = board.kinds[ELEPHANT];
    let large = board.kinds[CAMEL - 1] | board.kinds[CAMEL] | elephants;
    let size = on(board.occupied()) + on(large) + on(elephants);
    Side::BOTH.map(|side| size + 3 * on(board.of(side.other())))
}

/// A square as the second side sees it.
const fn turned(square: usize) -> usize {
    square ^ 56
}

/// By side: the zone of its elephant, as it sees it; [`ZONES`] for a lost one.
#[inline(always)]
fn zones(board: &Board) -> [usize; 2] {
    let zone = |square: usize| square / 32 * 2 + square % 8 / 4;
    let [first, second] = Side::BOTH.map(|side| squares(board.pieces(side, ELEPHANT)).next());
    [first.map_or(ZONES, zone), second.map_or(ZONES, |square| zone(turned(square)))]
}

/// The row of a piece.
#[inline(always)]
fn piece(side: Side, kind: usize, rank: usize, square: usize, zones: [usize; 2]) -> Rows {
    let own = side.index();
    let row = |zone: usize, other: usize, square| {
        (((zone * 2 + other) * KINDS + kind) * RANKS + rank) * 64 + square
    };
    [row(zones[0], own, square), row(zones[1], 1 - own, turned(square))]
}

/// The row of a frozen piece.
#[inline(always)]
fn frozen(board: &Board, side: Side, square: usize) -> Rows {
    let own = side.index();
    let rabbit = usize::from(board.kind_at(square) == RABBIT);
    let row = |other: usize, square| FROZEN_ROWS + (other * 2 + rabbit) * 64 + square;
    [row(own, square), row(1 - own, turned(square))]
}

/// The row of what stands beside a trap, by its number.
#[inline(always)]
fn trap(board: &Board, number: usize) -> Rows {
    let square = TRAPS[number];
    let [north, east, south, west] =
        [square + 8, square + 1, square - 8, square - 1].map(|square| standing(board, square));
    let place = |all: [usize; 4]| all.into_iter().fold(0, |sum, at| sum * STANDING + at);
    let first = place([north[0], east[0], south[0], west[0]]);
    let second = place([south[1], east[1], north[1], west[1]]);
    [TRAP_ROWS + number * GUARDS + first, TRAP_ROWS + (number ^ 2) * GUARDS + second]
}

/// The row of the steps left.
#[inline(always)]
fn steps_left(position: &Position) -> Rows {
    let left = usize::from(position.steps_left()).clamp(1, 4) - 1;
    let moves = usize::from(position.side() == Side::Second);
    [STEPS_ROWS + moves * 4 + left, STEPS_ROWS + (1 - moves) * 4 + left]
}

impl Features<Position> for PiecesAndTraps {
    const NAME: &'static str = "arimaa-pieces-traps-2";
    const INPUTS: usize = STEPS_LEFT + 8;
    const BUCKETS: usize = 4;
    const SYMMETRIES: usize = 2;

    fn new(_: &Position) -> Self {
        Self
    }

    fn rows(&self) -> usize {
        Self::INPUTS - PIECES_IN + PIECE_ROWS
    }

    /// A piece's own row is the sum of its inputs; the others are inputs as they are.
    fn inputs_of(&self, row: usize, visit: &mut dyn FnMut(usize)) {
        if row >= PIECE_ROWS {
            return visit(row - PIECE_ROWS + PIECES_IN);
        }
        let (square, rank) = (row % 64, row / 64 % RANKS);
        let (kind, other) = (row / (64 * RANKS) % KINDS, row / (64 * RANKS * KINDS) % 2);
        let zone = row / (64 * RANKS * KINDS * 2);
        if zone < ZONES {
            visit(BY_ZONE + ((zone * 2 + other) * KINDS + kind) * 64 + square);
        }
        visit(BY_KIND + (other * KINDS + kind) * 64 + square);
        if kind != RABBIT {
            visit(BY_RANK + (other * RANKS + rank) * 64 + square);
        }
    }

    #[inline(always)]
    fn active(&self, position: &Position, mut visit: impl FnMut(Rows)) {
        let board = position.board();
        let zones = zones(board);
        for side in Side::BOTH {
            for kind in RABBIT..KINDS {
                let stand = board.pieces(side, kind);
                if stand == 0 {
                    continue;
                }
                let rank = rank(board, side, kind);
                squares(stand).for_each(|square| visit(piece(side, kind, rank, square, zones)));
            }
            for square in squares(position.frozen(side)) {
                visit(frozen(board, side, square));
            }
        }
        for number in 0..TRAPS.len() {
            visit(trap(board, number));
        }
        visit(steps_left(position));
    }

    /// An elephant takes its zone with it.
    #[inline(always)]
    fn renewed(&self, before: &Position, after: &Position) -> [bool; 2] {
        let (old, new) = (zones(before.board()), zones(after.board()));
        [old[0] != new[0], old[1] != new[1]]
    }

    #[inline(always)]
    fn changes(&self, before: &Position, after: &Position, mut visit: impl FnMut(Rows, bool)) {
        let (old, new) = (before.board(), after.board());
        let changed = old.difference(new);
        if changed != 0 {
            // A view whose zone is another is made afresh.
            let zones = zones(new);
            for (board, on) in [(old, false), (new, true)] {
                for square in squares(changed & board.occupied()) {
                    if let Some((side, kind)) = board.at(square) {
                        visit(piece(side, kind, rank(board, side, kind), square, zones), on);
                    }
                }
            }
            if before.count_pieces() != after.count_pieces() {
                ranks_changed(old, new, changed, zones, &mut visit);
            }
            for side in Side::BOTH {
                let sets = [before.frozen(side), after.frozen(side)];
                for square in squares(sets[0] & !sets[1]) {
                    visit(frozen(old, side, square), false);
                }
                for square in squares(sets[1] & !sets[0]) {
                    visit(frozen(new, side, square), true);
                }
            }
            for (number, &square) in TRAPS.iter().enumerate() {
                if near(1 << square) & changed != 0 {
                    visit(trap(old, number), false);
                    visit(trap(new, number), true);
                }
            }
        }
        visit(steps_left(before), false);
        visit(steps_left(after), true);
    }

    /// By the pieces on the board, eight to a bucket.
    fn bucket(position: &Position) -> usize {
        let pieces = position.board().occupied().count_ones() as usize;
        (pieces.saturating_sub(1) / 8).min(Self::BUCKETS - 1)
    }

    /// The wings exchanged.
    fn image(input: usize, symmetry: usize) -> usize {
        match input {
            _ if symmetry == 0 || input >= STEPS_LEFT => input,
            BY_ZONE..FROZEN => {
                let (zone, at) = ((input - BY_ZONE) / OF_ZONE, (input - BY_ZONE) % OF_ZONE);
                BY_ZONE + (zone ^ 1) * OF_ZONE + (at ^ 7)
            }
            _ if input < TRAP => input ^ 7,
            _ => {
                let (trap, guards) = ((input - TRAP) / GUARDS, (input - TRAP) % GUARDS);
                let power = |place: u32| STANDING.pow(3 - place);
                let at = |place: u32| guards / power(place) % STANDING;
                // North, west, south, east.
                let image = [at(0), at(3), at(2), at(1)];
                let sum = image.into_iter().fold(0, |sum, at| sum * STANDING + at);
                TRAP + (trap ^ 1) * GUARDS + sum
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Notation as _, inputs_on};
    use std::collections::BTreeSet;

    fn inputs(text: &str, symmetry: usize) -> [BTreeSet<u32>; 2] {
        let position = Position::parse(text).unwrap();
        let mut found = [Vec::new(), Vec::new()];
        inputs_on::<_, PiecesAndTraps>(&position, symmetry, &mut found);
        found.map(|list| list.into_iter().collect())
    }

    fn board(rows: [&str; 8]) -> String {
        format!("[{}]", rows.concat().replace('.', " "))
    }

    #[test]
    fn the_second_side_sees_what_the_first_would_from_there() {
        let above = [
            "r.......", "..d.....", ".E......", "........", "........", ".C......", "..m....R",
            "........",
        ];
        let below = [
            "........", "..M....r", ".c......", "........", "........", ".e......", "..D.....",
            "R.......",
        ];
        let [own, other] = inputs(&format!("g {}", board(above)), 0);
        assert_eq!(inputs(&format!("s {}", board(below)), 0), [own.clone(), other.clone()]);
        assert_ne!(own, other);
    }

    #[test]
    fn wings_are_exchanged_in_a_mirror() {
        let one = [
            "r.......", "..d.....", ".E......", "........", "........", ".H......", "..m....R",
            "...c....",
        ];
        let mirrored = [
            "........r",
            ".....d..",
            "......E.",
            "........",
            "........",
            "......H.",
            "R....m..",
            "....c...",
        ];
        let mirrored = mirrored.map(|row| &row[row.len() - 8..]);
        assert_eq!(
            inputs(&format!("g {}", board(one)), 1),
            inputs(&format!("g {}", board(mirrored)), 0)
        );
    }

    #[test]
    fn a_piece_is_known_by_where_the_own_elephant_stands() {
        let with_elephants = |gold: &str, silver: &str| {
            let rows = [
                "r.......", silver, "........", "...H....", "........", gold, "........",
                "R.......",
            ];
            inputs(&format!("g {}", board(rows)), 0)
        };
        let zones_of = |found: &BTreeSet<u32>| -> BTreeSet<usize> {
            let zones = found.iter().map(|&input| input as usize);
            zones
                .filter(|input| (BY_ZONE..FROZEN).contains(input))
                .map(|input| (input - BY_ZONE) / OF_ZONE)
                .collect()
        };
        let zones = |gold, silver| with_elephants(gold, silver).map(|found| zones_of(&found));
        let only = |zone| BTreeSet::from([zone]);
        assert_eq!(zones("E.......", ".......e"), [only(0), only(1)]);
        assert_eq!(zones("......E.", "e......."), [only(1), only(0)]);
        // A lost elephant stands nowhere.
        assert_eq!(zones("........", ".e......"), [BTreeSet::new(), only(0)]);
    }

    #[test]
    fn a_piece_is_known_by_what_is_left_that_is_stronger() {
        let [with, _] = inputs(
            &format!(
                "g {}",
                board([
                    "r......e", "........", "........", "........", "...H....", "........",
                    "........", "R......."
                ])
            ),
            0,
        );
        let [without, _] = inputs(
            &format!(
                "g {}",
                board([
                    "r.......", "........", "........", "........", "...H....", "........",
                    "........", "R......."
                ])
            ),
            0,
        );
        let at = |rank: usize| (BY_RANK + rank * 64 + 27) as u32;
        assert!(with.contains(&at(1)) && !with.contains(&at(0)));
        assert!(without.contains(&at(0)) && !without.contains(&at(1)));
    }
}
