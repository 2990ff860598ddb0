//! A position: the board, whose turn it is, and how far the turn has gone.

use game::zobrist::{keys, mix};
use game::{ParseError, Side};

use crate::board::{Board, COUNTS, GOAL, HOME, KINDS, Kind, RABBIT, Squares, TRAPS, near, squares};
use crate::moves::{Action, Move};

/// The steps of a turn.
pub const STEPS: u8 = 4;

static PIECE_KEYS: [[[u64; 64]; KINDS]; 2] = [
    [keys(41), keys(42), keys(43), keys(44), keys(45), keys(46)],
    [keys(51), keys(52), keys(53), keys(54), keys(55), keys(56)],
];
static PUSH_KEYS: [[u64; 64]; KINDS] = [keys(61), keys(62), keys(63), keys(64), keys(65), keys(66)];
static PULL_KEYS: [[u64; 64]; KINDS] = [keys(71), keys(72), keys(73), keys(74), keys(75), keys(76)];
static STEPS_KEYS: [u64; STEPS as usize + 1] = keys(81);
const SIDE_KEY: u64 = keys::<1>(82)[0];
const SETUP_KEY: u64 = keys::<1>(83)[0];

/// A square that a push or a pull is about, and the strength of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pending {
    /// Of a push, the square to be filled; of a pull, the square that was left.
    pub(crate) square: u8,
    /// Of a push, the kind that was pushed; of a pull, the kind that can pull.
    pub(crate) kind: u8,
}

/// The constraint or right that the last step leaves to the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Link {
    /// Nothing.
    None,
    /// A push is open: the next step must fill the square with a stronger piece.
    Push(Pending),
    /// A weaker piece of the other side may be pulled into the square.
    Pull(Pending),
}

impl Link {
    /// The obligation that a step leaves to the next one: of a piece of the side to move (`own`) or
    /// of the other, by kind and squares.
    #[inline(always)]
    pub(crate) fn after(self, own: bool, kind: Kind, from: usize, to: usize) -> Self {
        let pending = Pending { square: from as u8, kind: kind as u8 };
        match self {
            Self::Push(_) => Self::None,
            Self::Pull(pull)
                if !own && usize::from(pull.square) == to && kind < usize::from(pull.kind) =>
            {
                Self::None
            }
            _ if own => Self::Pull(pending),
            _ => Self::Push(pending),
        }
    }
}

/// Which part of the game it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The side to move puts its pieces on the board.
    Setup,
    /// Turns of up to four steps.
    Play,
}

/// A position of Arimaa, also one within a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    /// The board at the start of the turn: a turn must change it.
    start: Board,
    key: u64,
    board_key: u64,
    /// By side: the pieces that cannot step.
    frozen: [Squares; 2],
    /// The part of the board at the start of the turn in the key.
    start_key: u64,
    /// The steps made in this turn, in order; for its text alone.
    made: [Option<Move>; STEPS as usize],
    link: Link,
    side: Side,
    steps_left: u8,
    phase: Phase,
}

const _: () = assert!(size_of::<Position>() <= 200);

const fn mixed(board_key: u64) -> u64 {
    mix(board_key ^ 0x9d7c_5a31_e2b4_886f)
}

/// The key of a board alone.
fn key_of(board: &Board) -> u64 {
    let mut key = 0;
    for side in Side::BOTH {
        for (kind, keys) in PIECE_KEYS[side.index()].iter().enumerate() {
            key = squares(board.pieces(side, kind)).fold(key, |key, square| key ^ keys[square]);
        }
    }
    key
}

impl Position {
    /// The start of the game: nothing is on the board, and Gold sets up.
    pub fn empty() -> Self {
        Self::assemble(Board::default(), Side::First, Phase::Setup)
    }

    /// The start of a turn of `side` on this board. Without a piece of `side` on it, where those of
    /// the side before are just set up, it is the side's turn to set up.
    ///
    /// # Errors
    /// If the board cannot be; `text` is what was read.
    pub(crate) fn at_turn_start(text: &str, board: Board, side: Side) -> Result<Self, ParseError> {
        for side in Side::BOTH {
            for (kind, most) in COUNTS.into_iter().enumerate() {
                let count = board.pieces(side, kind).count_ones();
                if count > most {
                    let letter = crate::board::piece_letter(side, kind);
                    let reason = format!("a side has {most} of '{letter}' at most, here {count}");
                    return Err(ParseError::new(text, text, reason));
                }
            }
        }
        if let Some(square) = squares(board.undefended()).next() {
            let name = crate::board::square_name(square);
            let reason = format!("the piece on the trap {name} has no friend beside it");
            return Err(ParseError::new(text, text, reason));
        }
        let unset = |side: Side| board.of(side) == 0;
        let gold_ready = board.of(Side::First) == HOME[0];
        let setup = match side {
            Side::First => unset(Side::First) && unset(Side::Second),
            Side::Second => unset(Side::Second) && gold_ready,
        };
        let phase = if setup { Phase::Setup } else { Phase::Play };
        Ok(Self::assemble(board, side, phase))
    }

    fn assemble(board: Board, side: Side, phase: Phase) -> Self {
        let board_key = key_of(&board);
        let mut position = Self {
            board,
            start: board,
            key: 0,
            board_key,
            frozen: Side::BOTH.map(|side| board.frozen(side)),
            start_key: mixed(board_key),
            made: [None; STEPS as usize],
            link: Link::None,
            side,
            steps_left: STEPS,
            phase,
        };
        position.key = position.whole_key();
        position
    }

    /// The key out of its parts.
    #[inline(always)]
    fn whole_key(&self) -> u64 {
        let side = if self.side == Side::Second { SIDE_KEY } else { 0 };
        let phase = if self.phase == Phase::Setup { SETUP_KEY } else { 0 };
        let link = match self.link {
            Link::None => 0,
            Link::Push(Pending { square, kind }) => {
                PUSH_KEYS[usize::from(kind)][usize::from(square)]
            }
            Link::Pull(Pending { square, kind }) => {
                PULL_KEYS[usize::from(kind)][usize::from(square)]
            }
        };
        self.board_key
            ^ self.start_key
            ^ side
            ^ phase
            ^ link
            ^ STEPS_KEYS[usize::from(self.steps_left)]
    }

    /// The key of what may happen in the rest of the turn: of all but how it began.
    #[inline(always)]
    pub(crate) fn turn_key(&self) -> u64 {
        self.whole_key() ^ self.start_key
    }

    /// All that the key covers.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        let pending = |kind: u64, Pending { square, kind: piece }: Pending| {
            kind << 16 | u64::from(square) << 8 | u64::from(piece)
        };
        let link = match self.link {
            Link::None => 0,
            Link::Push(open) => pending(1, open),
            Link::Pull(open) => pending(2, open),
        };
        let rest = u64::from(self.steps_left) << 8 | (self.phase as u64) << 4 | self.side as u64;
        let boards = [self.board, self.start];
        let boards =
            boards.into_iter().flat_map(|board| board.kinds.into_iter().chain(board.sides));
        boards.chain([link, rest])
    }

    /// The key.
    #[inline(always)]
    pub(crate) fn stored_key(&self) -> u64 {
        self.key
    }

    /// The key computed from the board and the rest, to test the incremental one with.
    pub fn fresh_key(&self) -> u64 {
        let board_key = key_of(&self.board);
        let start_key = mixed(key_of(&self.start));
        Self { board_key, start_key, ..*self }.whole_key()
    }

    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces of a side that cannot step.
    #[inline(always)]
    pub(crate) fn frozen(&self, side: Side) -> Squares {
        self.frozen[side.index()]
    }

    /// The board when the turn began.
    #[inline(always)]
    pub fn turn_start(&self) -> &Board {
        &self.start
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The key of the board alone: not of the side, the steps left, or what came before.
    #[inline(always)]
    pub(crate) fn board_key(&self) -> u64 {
        self.board_key
    }

    /// The steps that the turn still has, from 1 to 4.
    #[inline(always)]
    pub fn steps_left(&self) -> u8 {
        self.steps_left
    }

    /// True if the side to move is setting up.
    #[inline(always)]
    pub fn is_setup(&self) -> bool {
        self.phase == Phase::Setup
    }

    /// True if a push is open, which the next step must finish.
    #[inline(always)]
    pub fn has_open_push(&self) -> bool {
        matches!(self.link, Link::Push(_))
    }

    /// True if the next step may be a pull.
    #[inline(always)]
    pub(crate) fn may_pull(&self) -> bool {
        matches!(self.link, Link::Pull(_))
    }

    /// True if no step of the turn was made yet.
    #[inline(always)]
    pub fn is_turn_start(&self) -> bool {
        self.steps_left == STEPS && (self.phase == Phase::Play || self.placed() == 0)
    }

    /// The steps made in this turn.
    pub fn made(&self) -> impl Iterator<Item = Move> + '_ {
        self.made.iter().map_while(|step| *step)
    }

    /// The last step of this turn but one, and the last one.
    #[inline(always)]
    pub(crate) fn last_two(&self) -> [Option<Move>; 2] {
        let made = usize::from(STEPS - self.steps_left);
        let back = |count: usize| made.checked_sub(count).and_then(|at| self.made[at]);
        [back(2), back(1)]
    }

    #[inline(always)]
    pub(crate) fn link(&self) -> Link {
        self.link
    }

    /// How many pieces the side to move has put on the board, when setting up.
    #[inline(always)]
    pub(crate) fn placed(&self) -> u32 {
        self.board.of(self.side).count_ones()
    }

    /// The square that the next placement fills: from the first rank up, from file a to h.
    pub(crate) fn next_to_place(&self) -> usize {
        (HOME[self.side.index()].trailing_zeros() + self.placed()) as usize
    }

    /// True if the turn may end here without another step.
    #[inline(always)]
    pub fn may_pass(&self) -> bool {
        self.phase == Phase::Play
            && self.steps_left < STEPS
            && !self.has_open_push()
            && self.board != self.start
    }

    /// The position after a legal move.
    #[inline(always)]
    pub(crate) fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        match mv.action() {
            Some(Action::Step { from, way }) => {
                // Legal steps stay on the board.
                let to = crate::board::beside(from, way).unwrap_or(from);
                next.step(mv, from, to);
            }
            Some(Action::Pass) => next.end_turn(),
            Some(Action::Place { kind, square }) => next.place(kind, square),
            None => {}
        }
        next.key = next.whole_key();
        next
    }

    #[inline(always)]
    fn step(&mut self, mv: Move, from: usize, to: usize) {
        let own = self.board.of(self.side) >> from & 1 == 1;
        let side = if own { self.side } else { self.side.other() };
        let kind = self.board.kind_at(from);
        let moved = 1 << from | 1 << to;
        self.board.sides[side.index()] ^= moved;
        self.board.kinds[kind] ^= moved;
        let keys = &PIECE_KEYS[side.index()][kind];
        self.board_key ^= keys[from] ^ keys[to];
        self.made[usize::from(STEPS - self.steps_left)] = Some(mv);
        self.link = self.link.after(own, kind, from, to);
        for square in squares(self.board.undefended()) {
            self.capture(square);
        }
        self.frozen = Side::BOTH.map(|side| self.board.frozen(side));
        self.steps_left -= 1;
        if self.steps_left == 0 {
            self.end_turn();
        } else if let Link::Pull(Pending { square, kind }) = self.link {
            // A pull that nobody can be pulled by is none: equal keys where moves are equal.
            let weaker = self.board.weaker(usize::from(kind)) & self.board.of(self.side.other());
            if weaker & near(1 << square) == 0 {
                self.link = Link::None;
            }
        }
    }

    #[inline(never)]
    fn capture(&mut self, square: usize) {
        if let Some((side, kind)) = self.board.at(square) {
            self.board.remove(square, side, kind);
            self.board_key ^= PIECE_KEYS[side.index()][kind][square];
        }
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.side = self.side.other();
        self.steps_left = STEPS;
        self.link = Link::None;
        self.start = self.board;
        self.start_key = mixed(self.board_key);
        self.made = [None; STEPS as usize];
    }

    fn place(&mut self, kind: Kind, square: usize) {
        self.board.put(square, self.side, kind);
        self.frozen = Side::BOTH.map(|side| self.board.frozen(side));
        self.board_key ^= PIECE_KEYS[self.side.index()][kind][square];
        if self.placed() == COUNTS.iter().sum::<u32>() {
            if self.side == Side::Second {
                self.phase = Phase::Play;
            }
            self.end_turn();
        }
    }

    /// The same board with the other side to begin a turn.
    pub(crate) fn turned(&self) -> Self {
        let mut next = *self;
        next.end_turn();
        next.key = next.whole_key();
        next
    }

    /// The same position with all steps of the turn still to be made: what a side could do with a
    /// whole turn. The turn may then not restore this board.
    pub(crate) fn with_whole_turn(&self, side: Side) -> Self {
        let mut next = *self;
        next.side = side.other();
        next.end_turn();
        next
    }

    /// True if a rabbit of `side` stands on its goal.
    #[inline(always)]
    pub fn on_goal(&self, side: Side) -> bool {
        self.board.pieces(side, RABBIT) & GOAL[side.index()] != 0
    }

    /// The pieces that a step captured, in the order of squares: those of the board before that
    /// stand on a trap and are gone.
    pub(crate) fn captured_by(&self, mv: Move) -> Vec<(usize, Side, Kind)> {
        let Some((from, way)) = mv.as_step() else { return Vec::new() };
        let Some(to) = crate::board::beside(from, way) else { return Vec::new() };
        let Some((side, kind)) = self.board.at(from) else { return Vec::new() };
        let mut board = self.board;
        board.remove(from, side, kind);
        board.put(to, side, kind);
        let gone = squares(board.undefended() & TRAPS);
        gone.filter_map(|square| board.at(square).map(|(side, kind)| (square, side, kind)))
            .collect()
    }
}
