//! The trait that every game implements.

use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU16;

use crate::{Ending, MoveList, Repetition, Side};

/// A move that packs into 16 bits, none of which is zero as a whole, for the transposition table.
pub trait MoveBits: Copy + Eq + Debug + Hash + Send + Sync + 'static {
    /// The move as a number.
    fn bits(self) -> NonZeroU16;
    /// The move with this number. Any number gives some move; [`Position::is_legal`] says
    /// whether it can be played.
    fn from_bits(bits: NonZeroU16) -> Self;
}

/// A win that a game can see without searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticWin<M> {
    /// The first move of the win.
    pub mv: M,
    /// Plies to the end, that move included; 1 where it ends the game.
    pub plies: i32,
}

/// A win that a game can show without the search of the game's tree, over the other side's next turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedWin<M> {
    /// The rest of the turn that begins it.
    pub turn: MoveList<M>,
    /// The most plies to the end, those of the turn included.
    pub plies: i32,
}

/// Knowledge of the other side's static win after a move, before that is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplyWin {
    /// Nothing: ask the position after it.
    Unknown,
    /// There is none.
    None,
    /// It wins in so many plies.
    In(i32),
    /// The turn has not passed to the other side, and who moves had none before the move.
    SameTurn,
}

/// The index by which statistics for move ordering tell moves apart, where it is not the game's own
/// choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryRule {
    /// The kind of piece and where it goes.
    PieceAndTarget,
    /// Where it comes from and goes to.
    Squares,
    /// How far it goes and in which direction.
    Direction,
}

/// A position: the rules of one game, as a search needs them.
///
/// A position is a value: [`make`](Position::make) copies. It holds all that its own legality
/// needs, but no history, no evaluation and no heap data.
///
/// In Arimaa a move is one step, and the side to move may stay the same after it. Whoever walks
/// the tree therefore compares [`side_to_move`](Position::side_to_move) before and after, and
/// turns the sign of a score only where it changed.
pub trait Position: Copy + Eq + Debug + Send + Sync + 'static {
    /// A move (in Arimaa: a step).
    type Move: MoveBits;

    /// The effect of the third repetition of a position by the rules.
    const REPETITION: Repetition;

    /// The size of a table by [`history_slot`](Position::history_slot).
    const HISTORY_SLOTS: usize;

    /// How many kinds of moves [`history_kind`](Position::history_kind) tells apart.
    const HISTORY_KINDS: usize = 1;

    /// The size of a row of the table by [`continuation_slot`](Position::continuation_slot) and that of an
    /// earlier move; 0 where no such table is kept.
    const CONTINUATION_SLOTS: usize = 0;

    /// The size of a table by [`capture_slot`](Position::capture_slot).
    const CAPTURE_SLOTS: usize = Self::HISTORY_SLOTS;

    /// How many kinds of likeness [`correction_key`](Position::correction_key) knows.
    const CORRECTIONS: usize = 0;

    /// True if every move gives the turn to the other side: what the search need not ask then.
    const SIDES_ALTERNATE: bool = false;

    /// True if a move can end the game against the player who makes it.
    const MOVER_MAY_LOSE: bool = true;

    /// [`static_win`](Position::static_win) misses no win of at most so many plies.
    const STATIC_WIN_PLIES: i32 = 0;

    /// True if [`static_win`](Position::static_win) is the quickest win there is. Where it is not, a
    /// search for exact values does not ask.
    const STATIC_WIN_IS_SHORTEST: bool = true;

    /// True if [`length_of`](Position::length_of) may be 0.
    const MOVES_MAY_BE_FREE: bool = false;

    /// The most that [`quiet_gain`](Position::quiet_gain) says of any move, in points.
    const MOST_QUIET_GAIN: i32 = 0;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// The Zobrist key. It covers all that legality depends on, and no clocks: positions with
    /// equal keys have equal legal moves.
    fn key(&self) -> u64;

    /// Another hash of what [`key`](Position::key) covers, that shares nothing with it: positions of one key that differ
    /// in this are different positions. Computed afresh, for measurements; a game without one repeats its key.
    fn second_key(&self) -> u64 {
        self.key()
    }

    /// The end of the game where it can be seen on the board; generates no moves.
    fn ending(&self) -> Option<Ending>;

    /// Appends the moves that win, capture or promote.
    fn tactical_moves(&self, moves: &mut MoveList<Self::Move>);

    /// Appends all other legal moves, a forced pass among them.
    fn quiet_moves(&self, moves: &mut MoveList<Self::Move>);

    /// Appends every legal move. Not asked in a position that has [`ending`](Position::ending).
    #[inline]
    fn legal_moves(&self, moves: &mut MoveList<Self::Move>) {
        self.tactical_moves(moves);
        self.quiet_moves(moves);
    }

    /// How many legal moves there are.
    #[inline]
    fn count_legal_moves(&self) -> u64 {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// True if there is exactly one legal move.
    #[inline]
    fn is_forced(&self) -> bool {
        self.count_legal_moves() == 1
    }

    /// True if there is a legal move. Not asked in a position that has [`ending`](Position::ending).
    #[inline]
    fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// How many leaves there are two plies below, with a game that is over after one ply counted
    /// as `finished`, where the game knows that without making its moves. Not asked in a position
    /// that has [`ending`](Position::ending).
    #[inline]
    fn count_two_plies(&self, _finished: u64) -> Option<u64> {
        None
    }

    /// True if a move, from whatever source, may be played here.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// True if the move is one of [`tactical_moves`](Position::tactical_moves).
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// The value of what a tactical move takes or makes, in points, for ordering: the best
    /// victim first, the cheapest attacker first among equals.
    fn tactical_value(&self, mv: Self::Move) -> i32;

    /// The material gain of a quiet move, in points, where quiet moves can gain any: futility
    /// pruning counts it in. From 0 to [`MOST_QUIET_GAIN`](Position::MOST_QUIET_GAIN).
    #[inline(always)]
    fn quiet_gain(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// The end of the game for a side that has no legal move: mate, stalemate, immobilisation.
    /// Asked only where no move was generated.
    fn ending_without_moves(&self) -> Ending;

    /// The end of the game by a count of plies (fifty moves). Asked where a legal move exists.
    fn ending_by_clock(&self) -> Option<Ending> {
        None
    }

    /// True if [`ending_by_clock`](Position::ending_by_clock) may end the game within so many
    /// plies. The clock is not in the key, so scores that depend on it must not be remembered.
    #[inline(always)]
    fn clock_ends_within(&self, _plies: i32) -> bool {
        false
    }

    /// True if the game is over here as far as the position alone shows: on the board, for want of a legal move, or
    /// by a count of plies. History may end it too.
    fn is_over(&self) -> bool {
        self.ending().is_some() || !self.has_legal_move() || self.ending_by_clock().is_some()
    }

    /// The position after a legal move.
    #[must_use]
    fn make(&self, mv: Self::Move) -> Self;

    /// How much of the nominal depth a move uses up: 1, but more for the end of a turn of several
    /// moves before its last, so that turns count alike.
    #[inline(always)]
    fn depth_of(&self, _mv: Self::Move) -> i32 {
        1
    }

    /// By how much a move lengthens the way to the end of the game: 1, or 0 for a move that nobody
    /// counts (in Arimaa the end of a turn).
    #[inline(always)]
    fn length_of(&self, _mv: Self::Move) -> i32 {
        1
    }

    /// The position after the turn, where it may end here without another move: what the side to
    /// move has that stands pat within its turn.
    #[inline(always)]
    fn turn_ended(&self) -> Option<Self> {
        None
    }

    /// The same position with the other side to move: the pruning device, not a pass that the
    /// rules allow. None where it would make no sense.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// The key by which repetitions are counted; None inside a turn.
    fn repetition_key(&self) -> Option<u64> {
        Some(self.key())
    }

    /// True if no position from before the move can come back after it: bounds the scan for
    /// repetitions.
    fn irreversible(&self, mv: Self::Move) -> bool;

    /// A win for the side to move that the game can see at once, if it looks for any. None where
    /// [`ending_by_clock`](Position::ending_by_clock) has ended the game.
    #[inline]
    fn static_win(&self) -> Option<StaticWin<Self::Move>> {
        None
    }

    /// In how many plies [`static_win`](Position::static_win) wins, without its move: what most
    /// nodes ask.
    #[inline]
    fn static_win_plies(&self) -> Option<i32> {
        self.static_win().map(|win| win.plies)
    }

    /// The same after a move that kept the turn and before which there was none: a game whose static win is exact within a
    /// turn need not look for what would have been seen then.
    #[inline(always)]
    fn static_win_plies_later(&self) -> Option<i32> {
        self.static_win_plies()
    }

    /// Tells if the other side has a static win after `mv`, which is legal and after which it is to
    /// move, as far as that is known before the move is made. `in_check` is the value of
    /// [`in_check`](Position::in_check) for this position, in which nobody has won.
    #[inline(always)]
    fn reply_win(&self, _mv: Self::Move, _in_check: bool) -> ReplyWin {
        ReplyWin::Unknown
    }

    /// A side cannot force a win in fewer plies than this, whatever it plays: what a proof need not look at.
    #[inline(always)]
    fn least_plies_to_win(&self, _side: Side) -> i32 {
        0
    }

    /// True if the side to move would lose at once if it could pass: check, in the widest sense.
    #[inline]
    fn in_check(&self) -> bool {
        false
    }

    /// In how many plies the side to move loses whatever it plays, where the game can see that
    /// without searching. Asked only in check, where the side to move has no static win.
    #[inline]
    fn static_loss_plies(&self) -> Option<i32> {
        None
    }

    /// The rest of a turn after which the side to move wins by force, where the game can show one in so much work (in steps of
    /// its own, of which those that it takes are taken away) and there is no static win. `may_stand` tells, by its repetition
    /// key, if history allows a position.
    fn forced_win(
        &self,
        _effort: &mut u32,
        _may_stand: &dyn Fn(u64) -> bool,
    ) -> Option<ForcedWin<Self::Move>> {
        None
    }

    /// The move within a turn, where there is one, that does nothing but undo the step before it: the turn reaches no board
    /// by it which it would not reach with both of them left out. It may be illegal; another move is legal.
    #[inline(always)]
    fn take_back(&self) -> Option<Self::Move> {
        None
    }

    /// What [`leaves_threat`](Position::leaves_threat) needs to know, in the game's own terms, where the other side would
    /// have a static win if the turn ended here; None where it would not, or where the game does not look.
    fn threat(&self) -> Option<u64> {
        None
    }

    /// True if a legal move has no part in stopping the win that [`threat`](Position::threat) saw in this position: every
    /// turn from here which leaves the other side no static win leads to the same position by some order of moves that begins
    /// with another one.
    #[inline(always)]
    fn leaves_threat(&self, _mv: Self::Move, _threat: u64) -> bool {
        false
    }

    /// True if a legal move loses more than `points` of material where both sides go on capturing on its target as long
    /// as that pays.
    #[inline(always)]
    fn loses_by_exchange(&self, _mv: Self::Move, _points: i32) -> bool {
        false
    }

    /// True if a legal move loses any material where both sides go on capturing on its target as long as that pays.
    #[inline(always)]
    fn loses_exchange(&self, mv: Self::Move) -> bool {
        self.loses_by_exchange(mv, 0)
    }

    /// Appends quiet moves that give check, where the game has some that are worth a look at the first ply of
    /// quiescence.
    #[inline(always)]
    fn quiet_checks(&self, _moves: &mut MoveList<Self::Move>) {}

    /// How many pieces of both sides are on the board.
    fn count_pieces(&self) -> u32;

    /// Where ordering statistics of a move are kept, below
    /// [`HISTORY_SLOTS`](Position::HISTORY_SLOTS).
    fn history_slot(&self, mv: Self::Move) -> usize;

    /// The same by another rule, for comparisons; below [`HISTORY_SLOTS`](Position::HISTORY_SLOTS), too.
    fn history_slot_by(&self, mv: Self::Move, _rule: HistoryRule) -> usize {
        self.history_slot(mv)
    }

    /// What [`history_kind`](Position::history_kind) needs of the position, worked out once for all its moves.
    #[inline(always)]
    fn history_context(&self) -> u64 {
        0
    }

    /// Of which kind a quiet move is here, as its statistics may be kept by that, below
    /// [`HISTORY_KINDS`](Position::HISTORY_KINDS).
    #[inline(always)]
    fn history_kind(&self, _mv: Self::Move, _context: u64) -> usize {
        0
    }

    /// Where ordering statistics of a tactical move are kept, below
    /// [`CAPTURE_SLOTS`](Position::CAPTURE_SLOTS).
    #[inline(always)]
    fn capture_slot(&self, mv: Self::Move) -> usize {
        self.history_slot(mv)
    }

    /// A key of all that a static evaluation may depend on.
    #[inline(always)]
    fn evaluation_key(&self) -> u64 {
        self.key()
    }

    /// A key that positions share in which a static evaluation errs alike, for the kind of likeness with this number,
    /// below [`CORRECTIONS`](Position::CORRECTIONS): the same pawns, the same material. Not asked where that is 0.
    #[inline(always)]
    fn correction_key(&self, _which: usize) -> u64 {
        0
    }

    /// Where what a move did after an earlier one is kept, below
    /// [`CONTINUATION_SLOTS`](Position::CONTINUATION_SLOTS); not asked where that is 0.
    #[inline(always)]
    fn continuation_slot(&self, _mv: Self::Move) -> usize {
        0
    }
}
