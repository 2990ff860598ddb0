//! The rules.

use std::num::NonZeroU16;

use game::{Ending, MoveBits, MoveList, Position as Rules, Repetition, Side, zobrist};

pub(crate) const COLUMNS: usize = 7;
pub(crate) const ROWS: usize = 6;
/// Bits of a column: its rows, and one that is always empty, so that no line runs over the edge.
const COLUMN: usize = ROWS + 1;
const SQUARES: usize = COLUMNS * COLUMN;

static KEYS: [[u64; SQUARES]; 2] = [zobrist::keys(71), zobrist::keys(72)];
const SECOND_TO_MOVE: u64 = zobrist::mix(73);

/// A column, plus one: no move is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// A stone dropped into a column, counted from 0.
    pub(crate) const fn drop_into(column: usize) -> Self {
        Self(NonZeroU16::MIN.saturating_add(column as u16))
    }

    /// The column, from 0.
    pub const fn column(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl MoveBits for Move {
    fn bits(self) -> NonZeroU16 {
        self.0
    }
    fn from_bits(bits: NonZeroU16) -> Self {
        Self(bits)
    }
}

/// A position: the stones of each side, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    stones: [u64; 2],
    side: Side,
    key: u64,
}

/// The bit of a square.
pub(crate) const fn square(column: usize, row: usize) -> usize {
    column * COLUMN + row
}

/// True if four stones stand in a line: along a column, a rank, or one of the diagonals.
const fn has_four(stones: u64) -> bool {
    let mut steps = [1, COLUMN, COLUMN - 1, COLUMN + 1].as_slice();
    while let [step, rest @ ..] = steps {
        let pairs = stones & stones >> *step;
        if pairs & pairs >> (2 * *step) != 0 {
            return true;
        }
        steps = rest;
    }
    false
}

impl Position {
    /// A position with these stones.
    pub(crate) fn new(stones: [u64; 2], side: Side) -> Self {
        let mut key = if side == Side::First { 0 } else { SECOND_TO_MOVE };
        for (keys, stones) in KEYS.iter().zip(stones) {
            for (square, of_square) in keys.iter().enumerate() {
                if stones >> square & 1 == 1 {
                    key ^= of_square;
                }
            }
        }
        Self { stones, side, key }
    }

    /// The stones of a side, as bits: `column * 7 + row`.
    pub const fn stones(&self, side: Side) -> u64 {
        self.stones[side.index()]
    }

    /// Where a stone lands; None where the column is full.
    pub(crate) fn landing(&self, column: usize) -> Option<usize> {
        let all = self.stones[0] | self.stones[1];
        let height = (all >> (column * COLUMN) & ((1 << ROWS) - 1)).count_ones() as usize;
        (height < ROWS).then(|| square(column, height))
    }

    fn wins(&self, at: usize) -> bool {
        has_four(self.stones(self.side) | 1 << at)
    }

    /// Appends the moves that win, or those that do not.
    fn moves(&self, winning: bool, moves: &mut MoveList<Move>) {
        for column in 0..COLUMNS {
            if self.landing(column).is_some_and(|at| self.wins(at) == winning) {
                moves.push(Move::drop_into(column));
            }
        }
    }
}

impl Rules for Position {
    type Move = Move;
    const REPETITION: Repetition = Repetition::Irrelevant;
    const HISTORY_SLOTS: usize = SQUARES;
    const SIDES_ALTERNATE: bool = true;
    const MOVER_MAY_LOSE: bool = false;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn ending(&self) -> Option<Ending> {
        let before = self.side.other();
        if has_four(self.stones(before)) {
            return Some(Ending::win(before, "four in a row"));
        }
        let full = self.count_pieces() as usize == COLUMNS * ROWS;
        full.then(|| self.ending_without_moves())
    }

    fn tactical_moves(&self, moves: &mut MoveList<Move>) {
        self.moves(true, moves);
    }

    fn quiet_moves(&self, moves: &mut MoveList<Move>) {
        self.moves(false, moves);
    }

    fn is_legal(&self, mv: Move) -> bool {
        mv.column() < COLUMNS && self.landing(mv.column()).is_some()
    }

    fn is_tactical(&self, mv: Move) -> bool {
        self.landing(mv.column()).is_some_and(|at| self.wins(at))
    }

    fn tactical_value(&self, _mv: Move) -> i32 {
        0
    }

    fn ending_without_moves(&self) -> Ending {
        Ending::draw("the board is full")
    }

    fn make(&self, mv: Move) -> Self {
        let mut after = *self;
        if let Some(at) = self.landing(mv.column()) {
            after.stones[self.side.index()] |= 1 << at;
            after.key ^= KEYS[self.side.index()][at];
        }
        after.side = self.side.other();
        after.key ^= SECOND_TO_MOVE;
        after
    }

    fn irreversible(&self, _mv: Move) -> bool {
        true
    }

    fn count_pieces(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count_ones()
    }

    fn history_slot(&self, mv: Move) -> usize {
        self.landing(mv.column()).unwrap_or(0)
    }
}
