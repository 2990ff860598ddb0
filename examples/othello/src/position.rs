//! The rules.

use std::num::NonZeroU16;

use game::{Ending, MoveBits, MoveList, Position as Rules, Repetition, Side, zobrist};

pub(crate) const SIZE: usize = 8;
pub(crate) const SQUARES: usize = SIZE * SIZE;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

static KEYS: [[u64; SQUARES]; 2] = [zobrist::keys(91), zobrist::keys(92)];
const SECOND_TO_MOVE: u64 = zobrist::mix(93);

/// A square, plus one, or a number above all squares for the pass: no move is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The move of a side that can put no stone.
    pub(crate) const PASS: Self = Self(NonZeroU16::MIN.saturating_add(SQUARES as u16));

    /// A stone put on a square, counted from a1 along the ranks.
    pub(crate) const fn put(square: usize) -> Self {
        Self(NonZeroU16::MIN.saturating_add(square as u16))
    }

    /// The square, counted from a1 along the ranks; 64 for the pass, more for numbers that are no move.
    pub const fn square(self) -> usize {
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

/// One step in each of the eight directions, none over the edge.
const fn step(direction: usize, stones: u64) -> u64 {
    let (left, right) = (stones & !FILE_A, stones & !FILE_H);
    match direction {
        0 => stones << 8,
        1 => stones >> 8,
        2 => right << 1,
        3 => left >> 1,
        4 => right << 9,
        5 => left << 7,
        6 => right >> 7,
        _ => left >> 9,
    }
}

/// The stones of `other` that stand in an unbroken row from `from` in a direction.
const fn row(direction: usize, from: u64, other: u64) -> u64 {
    let mut row = step(direction, from) & other;
    let mut length = 1;
    while length < SIZE - 2 {
        row |= step(direction, row) & other;
        length += 1;
    }
    row
}

/// The squares where `own` shuts in stones of `other`.
pub(crate) const fn placings(own: u64, other: u64) -> u64 {
    let mut found = 0;
    let mut direction = 0;
    while direction < 8 {
        found |= step(direction, row(direction, own, other));
        direction += 1;
    }
    found & !(own | other)
}

/// The stones that turn over where `own` puts one on a square.
const fn turned(square: usize, own: u64, other: u64) -> u64 {
    let mut found = 0;
    let mut direction = 0;
    while direction < 8 {
        let row = row(direction, 1 << square, other);
        if step(direction, row) & own != 0 {
            found |= row;
        }
        direction += 1;
    }
    found
}

impl Position {
    pub(crate) fn new(stones: [u64; 2], side: Side) -> Self {
        let mut key = if side == Side::First { 0 } else { SECOND_TO_MOVE };
        for (keys, stones) in KEYS.iter().zip(stones) {
            key ^= keys_of(keys, stones);
        }
        Self { stones, side, key }
    }

    /// The stones of a side, as bits: a1, b1 and so on.
    pub const fn stones(&self, side: Side) -> u64 {
        self.stones[side.index()]
    }

    /// Where a side may put a stone.
    pub(crate) const fn placings(&self, side: Side) -> u64 {
        placings(self.stones(side), self.stones(side.other()))
    }

    fn moves(&self, mut squares: u64, moves: &mut MoveList<Move>) {
        while squares != 0 {
            moves.push(Move::put(squares.trailing_zeros() as usize));
            squares &= squares - 1;
        }
    }
}

/// The keys of some stones, joined.
fn keys_of(keys: &[u64; SQUARES], mut stones: u64) -> u64 {
    let mut joined = 0;
    while stones != 0 {
        joined ^= keys[stones.trailing_zeros() as usize];
        stones &= stones - 1;
    }
    joined
}

impl Rules for Position {
    type Move = Move;
    const REPETITION: Repetition = Repetition::Irrelevant;
    const HISTORY_SLOTS: usize = SQUARES + 1;
    const SIDES_ALTERNATE: bool = true;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn ending(&self) -> Option<Ending> {
        if self.placings(self.side) != 0 || self.placings(self.side.other()) != 0 {
            return None;
        }
        let [first, second] = self.stones.map(u64::count_ones);
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Ending::win(Side::First, "more stones"),
            std::cmp::Ordering::Less => Ending::win(Side::Second, "more stones"),
            std::cmp::Ordering::Equal => Ending::draw("as many stones"),
        })
    }

    fn tactical_moves(&self, moves: &mut MoveList<Move>) {
        self.moves(self.placings(self.side) & CORNERS, moves);
    }

    fn quiet_moves(&self, moves: &mut MoveList<Move>) {
        let placings = self.placings(self.side);
        self.moves(placings & !CORNERS, moves);
        if placings == 0 {
            moves.push(Move::PASS);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        let placings = self.placings(self.side);
        match mv.square() {
            square @ 0..SQUARES => placings >> square & 1 == 1,
            SQUARES => placings == 0 && self.placings(self.side.other()) != 0,
            _ => false,
        }
    }

    fn is_tactical(&self, mv: Move) -> bool {
        mv.square() < SQUARES && CORNERS >> mv.square() & 1 == 1
    }

    fn tactical_value(&self, _mv: Move) -> i32 {
        100
    }

    fn ending_without_moves(&self) -> Ending {
        // A side that can put no stone passes: it is never without a move before the end.
        Ending::draw("no move is left")
    }

    fn make(&self, mv: Move) -> Self {
        let mut after = *self;
        after.side = self.side.other();
        after.key ^= SECOND_TO_MOVE;
        let square = mv.square();
        if square >= SQUARES {
            return after;
        }
        let (own, other) = (self.side.index(), self.side.other().index());
        let turned = turned(square, self.stones[own], self.stones[other]);
        after.stones[own] |= turned | 1 << square;
        after.stones[other] &= !turned;
        after.key ^=
            KEYS[own][square] ^ keys_of(&KEYS[own], turned) ^ keys_of(&KEYS[other], turned);
        after
    }

    // Stones are never taken off the board.
    fn irreversible(&self, _mv: Move) -> bool {
        true
    }

    fn count_pieces(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count_ones()
    }

    fn history_slot(&self, mv: Move) -> usize {
        mv.square().min(SQUARES)
    }
}
