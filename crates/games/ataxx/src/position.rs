//! The rules.

use game::zobrist::{hash, keys, mix};
use game::{
    Ending, HistoryRule, MoveList, Outcome, Position as Rules, Repetition, Side, StaticWin,
};

use crate::board::{
    BITS, BOARD, Squares, count_jumps, jumps, near, reach, squares, thrice_touched, touching,
};
use crate::moves::Move;

/// After so many plies without a clone the game is a draw.
pub const CLOCK_LIMIT: u16 = 100;

/// A capture of so many stones is tactical: nearly every move of the middle game takes some.
const LARGE: u32 = 3;

static STONE_KEYS: [[u64; BITS]; 2] = [keys(21), keys(22)];
static WALL_KEYS: [u64; BITS] = keys(23);
const SIDE_KEY: u64 = keys::<1>(24)[0];

/// The change to the key when a square's stone changes its side.
static FLIP_KEYS: [u64; BITS] = {
    let [first, second] = [keys::<BITS>(21), keys::<BITS>(22)];
    let mut flips = [0; BITS];
    let mut at = 0;
    while at < BITS {
        flips[at] = first[at] ^ second[at];
        at += 1;
    }
    flips
};

/// The squares on the edge of the board.
const RIM: Squares = BOARD & !0x0000_3e3e_3e3e_3e00;

/// A position of Ataxx.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    key: u64,
    /// By side.
    stones: [Squares; 2],
    walls: Squares,
    side: Side,
    /// Plies since the last clone.
    clock: u16,
    /// The number of the move: one more after each of the second side's.
    number: u16,
}

const _: () = assert!(size_of::<Position>() <= 40);

impl Position {
    /// A position from its parts; squares must not be in two sets.
    pub(crate) fn new(
        stones: [Squares; 2],
        walls: Squares,
        side: Side,
        clock: u16,
        number: u16,
    ) -> Self {
        let mut position = Self { key: 0, stones, walls, side, clock, number };
        position.key = position.fresh_key();
        position
    }

    fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Side::Second { SIDE_KEY } else { 0 };
        for (keys, set) in [
            (&STONE_KEYS[0], self.stones[0]),
            (&STONE_KEYS[1], self.stones[1]),
            (&WALL_KEYS, self.walls),
        ] {
            key = squares(set).fold(key, |key, square| key ^ keys[square]);
        }
        key
    }

    /// The stones of a side.
    #[inline(always)]
    pub fn stones(&self, side: Side) -> Squares {
        self.stones[side.index()]
    }

    /// The blocked squares.
    #[inline(always)]
    pub fn walls(&self) -> Squares {
        self.walls
    }

    /// The squares where a stone could be put.
    #[inline(always)]
    pub fn empty(&self) -> Squares {
        BOARD & !(self.stones[0] | self.stones[1] | self.walls)
    }

    /// Plies since the last clone: jumps, whatever they take, and passes.
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the move, from 1: one more after each of the second side's.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// The stones of the side to move, and those of the other.
    #[inline(always)]
    pub(crate) fn own_and_other(&self) -> (Squares, Squares) {
        (self.stones(self.side), self.stones(self.side.other()))
    }

    /// True if the side to move has no clone and no jump, and the game is not over.
    #[inline(always)]
    fn must_pass(&self) -> bool {
        let (own, other) = self.own_and_other();
        let empty = self.empty();
        reach(own) & empty == 0 && reach(other) & empty != 0 && own != 0
    }

    /// The moves onto `targets`, which are empty.
    #[inline(always)]
    fn moves_onto(&self, targets: Squares, moves: &mut MoveList<Move>) {
        let own = self.stones(self.side);
        for to in squares(near(own) & targets) {
            moves.push(Move::clone_to(to));
        }
        if reach(own) & targets == 0 {
            return;
        }
        for from in squares(own) {
            for to in squares(jumps(from) & targets) {
                moves.push(Move::jump(from, to));
            }
        }
    }

    /// The moves of the side to move: clones by their target, jumps by source and target.
    #[inline(always)]
    pub(crate) fn count_moves(own: Squares, empty: Squares) -> u32 {
        (near(own) & empty).count_ones() + count_jumps(own, empty)
    }

    /// True if a side has a jump to make when it is its turn: now, or after whatever the other plays first.
    fn can_wait(&self, side: Side, empty: Squares, later: bool) -> bool {
        let stones = self.stones(side);
        if !later {
            return count_jumps(stones, empty) > 0;
        }
        // A stone that touches no empty square is not taken by a move, and of two targets one stays.
        squares(stones & !near(empty)).any(|from| (jumps(from) & empty).count_ones() >= 2)
    }

    /// The winner by stones, when the board is settled.
    fn by_stones(&self, reason: &'static str) -> Ending {
        let [first, second] = self.stones.map(Squares::count_ones);
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Ending::win(Side::First, reason),
            std::cmp::Ordering::Less => Ending::win(Side::Second, reason),
            std::cmp::Ordering::Equal => Ending::draw(reason),
        }
    }
}

impl Rules for Position {
    type Move = Move;
    // The rules know none; the count of plies without a clone ends every game.
    const REPETITION: Repetition = Repetition::Irrelevant;
    const HISTORY_SLOTS: usize = BITS * BITS;
    const CONTINUATION_SLOTS: usize = 2 * BITS;
    const CORRECTIONS: usize = 2;
    const SIDES_ALTERNATE: bool = true;
    const STATIC_WIN_PLIES: i32 = 1;
    const MOST_QUIET_GAIN: i32 = 100 * (2 * (LARGE as i32 - 1) + 1);

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn ending(&self) -> Option<Ending> {
        let [first, second] = self.stones;
        let both = first | second;
        // An empty square beside a stone is seen at once.
        if first != 0 && second != 0 && (both << 1 | both >> 1) & self.empty() != 0 {
            return None;
        }
        let settled = first == 0 || second == 0 || reach(both) & self.empty() == 0;
        settled.then(|| {
            if first == 0 && second == 0 {
                Ending::draw("no stones are left")
            } else if first == 0 || second == 0 {
                self.by_stones("all stones taken")
            } else {
                self.by_stones("neither side can move")
            }
        })
    }

    fn ending_by_clock(&self) -> Option<Ending> {
        (self.clock >= CLOCK_LIMIT).then(|| Ending::draw("100 plies without a clone"))
    }

    #[inline(always)]
    fn clock_ends_within(&self, plies: i32) -> bool {
        i32::from(self.clock) + plies >= i32::from(CLOCK_LIMIT)
    }

    #[inline]
    fn tactical_moves(&self, moves: &mut MoveList<Move>) {
        let (_, other) = self.own_and_other();
        self.moves_onto(thrice_touched(other) & self.empty(), moves);
    }

    #[inline]
    fn quiet_moves(&self, moves: &mut MoveList<Move>) {
        let (_, other) = self.own_and_other();
        self.moves_onto(!thrice_touched(other) & self.empty(), moves);
        if self.must_pass() {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        let own = self.stones(self.side);
        match Self::count_moves(own, self.empty()) {
            0 => u64::from(self.must_pass()),
            count => count.into(),
        }
    }

    #[inline(always)]
    fn has_legal_move(&self) -> bool {
        // A side that cannot move passes; where the other cannot either, the game is over.
        true
    }

    #[inline]
    fn is_forced(&self) -> bool {
        let clones = near(self.stones(self.side)) & self.empty();
        clones & clones.wrapping_sub(1) == 0 && self.count_legal_moves() == 1
    }

    #[inline]
    fn count_two_plies(&self, finished: u64) -> Option<u64> {
        // Near the limit the clock must be asked at each position.
        let clock_matters = self.clock_ends_within(2);
        if clock_matters { None } else { self.count_two(finished) }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        if !mv.is_well_formed() || self.ending().is_some() {
            return false;
        }
        if mv == Move::PASS {
            return self.must_pass();
        }
        let own = self.stones(self.side);
        if self.empty() >> mv.to() & 1 == 0 {
            return false;
        }
        if mv.is_clone() {
            touching(mv.to()) & own != 0
        } else {
            own >> mv.from() & jumps(mv.to()) >> mv.from() & 1 == 1
        }
    }

    #[inline(always)]
    fn is_tactical(&self, mv: Move) -> bool {
        // A pass goes where nothing is near.
        (touching(mv.to()) & self.stones(self.side.other())).count_ones() >= LARGE
    }

    #[inline(always)]
    fn quiet_gain(&self, mv: Move) -> i32 {
        100 * self.tactical_value(mv)
    }

    #[inline(always)]
    fn tactical_value(&self, mv: Move) -> i32 {
        let taken = touching(mv.to()) & self.stones(self.side.other());
        // A clone is a stone more than a jump.
        2 * taken.count_ones() as i32 + i32::from(mv.is_clone())
    }

    fn ending_without_moves(&self) -> Ending {
        // Never asked: a side that cannot move passes, or the game is over.
        Ending::draw("neither side can move")
    }

    #[inline(always)]
    fn make(&self, mv: Move) -> Self {
        let (us, them) = (self.side.index(), self.side.other().index());
        let mut next = *self;
        next.side = self.side.other();
        next.number = self.number.saturating_add(us as u16);
        next.key = self.key ^ SIDE_KEY;
        next.clock = if mv.is_clone() { 0 } else { self.clock.saturating_add(1) };
        if mv.is_pass() {
            return next;
        }
        let to = 1 << mv.to();
        let taken = touching(mv.to()) & self.stones[them];
        next.stones[us] |= to | taken;
        next.stones[them] ^= taken;
        next.key ^= STONE_KEYS[us][mv.to()];
        if !mv.is_clone() {
            next.stones[us] ^= 1 << mv.from();
            next.key ^= STONE_KEYS[us][mv.from()];
        }
        for square in squares(taken) {
            next.key ^= FLIP_KEYS[square];
        }
        next
    }

    #[inline]
    fn null_move(&self) -> Option<Self> {
        // With little room left it can be a gain to pass: the other must fill its own holes.
        const ROOM: u32 = 8;
        (self.empty().count_ones() >= ROOM).then(|| Self {
            key: self.key ^ SIDE_KEY,
            side: self.side.other(),
            clock: self.clock.saturating_add(1),
            ..*self
        })
    }

    /// A clone onto the last empty square in reach, or a move that takes all stones of the other side.
    #[inline]
    fn static_win(&self) -> Option<StaticWin<Move>> {
        if self.clock_ends_within(0) {
            return None;
        }
        let (own, other) = self.own_and_other();
        let empty = self.empty();
        let win = |mv| Some(StaticWin { mv, plies: 1 });
        let last = reach(own | other) & empty;
        if last.is_power_of_two() && near(own) & last != 0 {
            let mv = Move::clone_to(last.trailing_zeros() as usize);
            let wins = |ending: Ending| ending.outcome == Outcome::Win(self.side);
            if self.make(mv).ending().is_some_and(wins) {
                return win(mv);
            }
        }
        // A move takes eight stones at most, and all of them touch its target.
        if other.count_ones() > 8 {
            return None;
        }
        let targets = squares(other).fold(empty, |targets, square| targets & touching(square));
        let mut moves = MoveList::new();
        if targets != 0 && other != 0 {
            self.moves_onto(targets, &mut moves);
        }
        moves.first().and_then(|&mv| win(mv))
    }

    /// A win is a board on which nobody can move, or one without the other's stones.
    ///
    /// In the first every square that is now in reach is filled: a square that a stone leaves is
    /// in reach of it, and so is filled again, the last one first. Only a clone adds a stone: a jump of
    /// the other side costs a ply. In the second the winner has taken all stones of the other, eight a move at most.
    #[inline]
    fn least_plies_to_win(&self, side: Side) -> i32 {
        let (own, other) = (self.stones(side), self.stones(side.other()));
        let in_reach = reach(own | other) & self.empty();
        let attacks = self.side == side;
        let fill =
            in_reach.count_ones() + u32::from(self.can_wait(side.other(), in_reach, attacks));
        let take = 2 * other.count_ones().div_ceil(8) - u32::from(attacks && other != 0);
        fill.min(take) as i32
    }

    #[inline(always)]
    fn irreversible(&self, mv: Move) -> bool {
        // Only a clone adds a stone, and none is ever removed.
        mv.is_clone()
    }

    #[inline(always)]
    fn count_pieces(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count_ones()
    }

    #[inline(always)]
    fn history_slot(&self, mv: Move) -> usize {
        mv.compact()
    }

    #[inline(always)]
    fn continuation_slot(&self, mv: Move) -> usize {
        usize::from(mv.is_clone()) * BITS + mv.to()
    }

    fn history_slot_by(&self, mv: Move, rule: HistoryRule) -> usize {
        let (from, to) = (mv.from(), mv.to());
        match rule {
            HistoryRule::PieceAndTarget => usize::from(mv.is_clone()) * BITS + to,
            HistoryRule::Squares => from * BITS + to,
            HistoryRule::Direction => to + BITS - from,
        }
    }

    fn second_key(&self) -> u64 {
        hash([self.stones[0], self.stones[1], self.walls, self.side as u64])
    }

    /// The numbers of stones, then the stones on the rim.
    fn correction_key(&self, which: usize) -> u64 {
        let [first, second] = self.stones;
        match which {
            0 => mix(u64::from(first.count_ones()) << 8 | u64::from(second.count_ones())),
            _ => hash([first & RIM, second & RIM]),
        }
    }
}
