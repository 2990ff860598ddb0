//! The rules.

use std::num::NonZeroU16;

use game::{Ending, MoveBits, MoveList, Position as Rules, Repetition, Side, zobrist};

pub(crate) const SIZE: usize = 8;
const SQUARES: usize = SIZE * SIZE;
const RANK_1: u64 = 0xff;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

static KEYS: [[u64; SQUARES]; 2] = [zobrist::keys(81), zobrist::keys(82)];
const SECOND_TO_MOVE: u64 = zobrist::mix(83);

/// From a square to a square, plus one: no move is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move between two squares, counted from a1 along the ranks.
    pub(crate) const fn between(from: usize, to: usize) -> Self {
        Self(NonZeroU16::MIN.saturating_add((from * SQUARES + to) as u16))
    }

    /// The square left, counted from a1 along the ranks; 64 and more for numbers that are no move.
    pub const fn from(self) -> usize {
        (self.0.get() as usize - 1) / SQUARES
    }

    /// The square reached.
    pub const fn to(self) -> usize {
        (self.0.get() as usize - 1) % SQUARES
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

/// A position: the pawns of each side, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pawns: [u64; 2],
    side: Side,
    key: u64,
}

/// The rank where a side's pawns win.
pub(crate) const fn goal(side: Side) -> u64 {
    match side {
        Side::First => RANK_1 << (SQUARES - SIZE),
        Side::Second => RANK_1,
    }
}

/// Where pawns of a side go straight, to the a-file's side, and to the h-file's.
const fn steps(side: Side, pawns: u64) -> [u64; 3] {
    let (left, right) = (pawns & !FILE_A, pawns & !FILE_H);
    match side {
        Side::First => [pawns << 8, left << 7, right << 9],
        Side::Second => [pawns >> 8, left >> 9, right >> 7],
    }
}

/// By how much a square's number grows in each of the [`steps`].
const fn strides(side: Side) -> [isize; 3] {
    match side {
        Side::First => [8, 7, 9],
        Side::Second => [-8, -9, -7],
    }
}

impl Position {
    pub(crate) fn new(pawns: [u64; 2], side: Side) -> Self {
        let mut key = if side == Side::First { 0 } else { SECOND_TO_MOVE };
        for (keys, pawns) in KEYS.iter().zip(pawns) {
            for (square, of_square) in keys.iter().enumerate() {
                if pawns >> square & 1 == 1 {
                    key ^= of_square;
                }
            }
        }
        Self { pawns, side, key }
    }

    /// The pawns of a side, as bits: a1, b1 and so on.
    pub const fn pawns(&self, side: Side) -> u64 {
        self.pawns[side.index()]
    }

    /// Where the pawns of the side to move may go in each direction: straight on to empty squares alone.
    fn targets(&self) -> [u64; 3] {
        let (own, other) = (self.pawns(self.side), self.pawns(self.side.other()));
        let [straight, left, right] = steps(self.side, own);
        [straight & !(own | other), left & !own, right & !own]
    }

    fn moves(&self, tactical: bool, moves: &mut MoveList<Move>) {
        let sharp = self.pawns(self.side.other()) | goal(self.side);
        let mask = if tactical { sharp } else { !sharp };
        for (targets, stride) in self.targets().into_iter().zip(strides(self.side)) {
            let mut left = targets & mask;
            while left != 0 {
                let to = left.trailing_zeros() as usize;
                left &= left - 1;
                moves.push(Move::between(to.wrapping_add_signed(-stride), to));
            }
        }
    }
}

impl Rules for Position {
    type Move = Move;
    const REPETITION: Repetition = Repetition::Irrelevant;
    const HISTORY_SLOTS: usize = SQUARES * SQUARES;
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
        if self.pawns(before) & goal(before) != 0 {
            return Some(Ending::win(before, "the far rank is reached"));
        }
        (self.pawns(self.side) == 0).then(|| Ending::win(before, "no pawn is left"))
    }

    fn tactical_moves(&self, moves: &mut MoveList<Move>) {
        self.moves(true, moves);
    }

    fn quiet_moves(&self, moves: &mut MoveList<Move>) {
        self.moves(false, moves);
    }

    fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if from >= SQUARES || self.pawns(self.side) >> from & 1 == 0 {
            return false;
        }
        let [straight, left, right] = steps(self.side, 1 << from);
        let [to_straight, to_left, to_right] = self.targets();
        (straight & to_straight | left & to_left | right & to_right) >> to & 1 == 1
    }

    fn is_tactical(&self, mv: Move) -> bool {
        (self.pawns(self.side.other()) | goal(self.side)) >> mv.to() & 1 == 1
    }

    fn tactical_value(&self, mv: Move) -> i32 {
        if goal(self.side) >> mv.to() & 1 == 1 { 1000 } else { 100 }
    }

    fn ending_without_moves(&self) -> Ending {
        Ending::win(self.side.other(), "no move is left")
    }

    fn make(&self, mv: Move) -> Self {
        let (own, other) = (self.side.index(), self.side.other().index());
        let (from, to) = (mv.from() % SQUARES, mv.to());
        let mut after = *self;
        after.pawns[own] = after.pawns[own] & !(1 << from) | 1 << to;
        after.key ^= KEYS[own][from] ^ KEYS[own][to] ^ SECOND_TO_MOVE;
        if after.pawns[other] >> to & 1 == 1 {
            after.pawns[other] &= !(1 << to);
            after.key ^= KEYS[other][to];
        }
        after.side = self.side.other();
        after
    }

    fn null_move(&self) -> Option<Self> {
        Some(Self { side: self.side.other(), key: self.key ^ SECOND_TO_MOVE, ..*self })
    }

    // Pawns never go back.
    fn irreversible(&self, _mv: Move) -> bool {
        true
    }

    fn count_pieces(&self) -> u32 {
        (self.pawns[0] | self.pawns[1]).count_ones()
    }

    fn history_slot(&self, mv: Move) -> usize {
        (mv.from() % SQUARES) * SQUARES + mv.to()
    }
}
