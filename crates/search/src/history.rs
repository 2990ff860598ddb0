//! Lessons of earlier cutoffs on quiet moves: history, killers and countermoves.

use crate::params::{Switches, Tunables};
use game::{HistoryRule, MoveBits, Position, Side};

/// History scores stay between minus and plus this.
pub(crate) const HISTORY_MAX: i32 = 16_384;

/// How many plies back the moves are by which the continuation history goes: the other side's last, and the own ones one and two
/// turns before.
pub(crate) const BACK: [usize; 3] = [1, 2, 4];

/// How many those are.
pub(crate) const CONTINUATIONS: usize = BACK.len();

/// What the statistics of a node's quiet moves are kept by.
#[derive(Clone, Copy, Default)]
pub(crate) struct Context {
    /// The rows of the continuations after the moves that led to the node; none after a pass and near the root.
    pub(crate) rows: [Option<usize>; CONTINUATIONS],
    /// The game's [`history_context`](Position::history_context), where moves are kept by kind.
    pub(crate) kinds: Option<u64>,
}

/// The moves that led to a node.
#[derive(Clone, Copy, Default)]
pub(crate) struct Preceding {
    /// The [`index`] of the last one; none after a pass and at the root.
    pub(crate) last: Option<usize>,
    pub(crate) context: Context,
}

/// The continuations in these rows.
pub(crate) type Rows<'h> = [Option<&'h [i16]>; CONTINUATIONS];

/// How well the move with this slot did after those before.
#[inline(always)]
pub(crate) fn continued(rows: &Rows<'_>, slot: usize) -> i32 {
    rows.iter().map(|row| row.map_or(0, |row| i32::from(row[slot]))).sum()
}

/// Statistics of quiet moves, kept through a game and decayed between searches.
#[derive(Clone, Debug)]
pub(crate) struct History<P: Position> {
    /// By side, kind and move: how well the move did.
    scores: Vec<i16>,
    /// By side and move: the bits of the quiet move that refuted it; 0 for none.
    counters: Vec<u16>,
    /// By how many plies earlier the first of two moves was played ([`BACK`]), by the side of the second and
    /// both: how well the second did.
    continuations: [Vec<i16>; CONTINUATIONS],
    /// By side and [`capture_slot`](Position::capture_slot): how well a capture did.
    captures: Vec<i16>,
    _position: std::marker::PhantomData<P>,
}

/// How the history tells moves apart, where it is not as the game does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Apart {
    pub(crate) rule: HistoryRule,
    pub(crate) by_side: bool,
}

impl Apart {
    /// The index that switches and numbers ask for; None where moves are told apart as the game
    /// does.
    #[inline(always)]
    pub(crate) fn asked(switches: Switches, tunables: &Tunables) -> Option<Self> {
        if !switches.other_history {
            return None;
        }
        let rules = [HistoryRule::PieceAndTarget, HistoryRule::Squares, HistoryRule::Direction];
        let rule = rules[(tunables.history_index as usize).min(rules.len() - 1)];
        Some(Self { rule, by_side: switches.history_by_side })
    }
}

/// Where the score of a move is.
#[inline(always)]
fn slot<P: Position>(position: &P, mv: P::Move, context: &Context, apart: Option<Apart>) -> usize {
    let Some(Apart { rule, by_side }) = apart else {
        let side = usize::from(position.side_to_move() == Side::Second);
        return side * P::HISTORY_KINDS * P::HISTORY_SLOTS + of_side(position, mv, context);
    };
    let second = by_side && position.side_to_move() == Side::Second;
    usize::from(second) * P::HISTORY_SLOTS + position.history_slot_by(mv, rule)
}

/// The same among the [`scores`](History::scores) of its side.
#[inline(always)]
pub(crate) fn of_side<P: Position>(position: &P, mv: P::Move, context: &Context) -> usize {
    let kind = context.kinds.map_or(0, |kinds| position.history_kind(mv, kinds));
    kind * P::HISTORY_SLOTS + position.history_slot(mv)
}

/// Where the statistics of a move are.
#[inline(always)]
pub(crate) fn index<P: Position>(position: &P, mv: P::Move) -> usize {
    let side = position.side_to_move() == Side::Second;
    usize::from(side) * P::HISTORY_SLOTS + position.history_slot(mv)
}

/// Moves a score towards the end that the sign of `bonus` names; the nearer it is to that end, the less.
#[inline(always)]
fn nudge(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

/// The increment of a history score for a cutoff at this depth, by the form that `HistoryIncrement`
/// names.
#[inline(always)]
pub(crate) fn increment(form: i32, depth: i32) -> i32 {
    const MOST: i32 = 1_600;
    match form {
        0 => (depth * depth * 8 + depth * 16).clamp(16, MOST),
        1 => depth.clamp(1, MOST),
        2 => (depth * depth).clamp(1, MOST),
        _ => (1 << depth.clamp(0, 20)).min(MOST),
    }
}

impl<P: Position> History<P> {
    pub(crate) fn new() -> Self {
        let size = 2 * P::HISTORY_SLOTS;
        let pairs = 2 * P::CONTINUATION_SLOTS * P::CONTINUATION_SLOTS;
        Self {
            scores: vec![0; P::HISTORY_KINDS * size],
            counters: vec![0; size],
            continuations: std::array::from_fn(|_| vec![0; pairs]),
            captures: vec![0; 2 * P::CAPTURE_SLOTS],
            _position: std::marker::PhantomData,
        }
    }

    /// Halves all scores: what an older search learned counts less.
    pub(crate) fn decay(&mut self) {
        // A loop each is vectorised, and one over both chained is not.
        for scores in [&mut self.scores, &mut self.captures] {
            for score in scores {
                *score /= 2;
            }
        }
    }

    /// How well a quiet move did, by itself and after those before.
    #[inline(always)]
    pub(crate) fn score(
        &self,
        position: &P,
        mv: P::Move,
        context: &Context,
        apart: Option<Apart>,
    ) -> i32 {
        let alone = i32::from(self.scores[slot(position, mv, context, apart)]);
        if P::CONTINUATION_SLOTS == 0 {
            return alone;
        }
        alone + continued(&self.rows(context), position.continuation_slot(mv))
    }

    /// The row of the continuations after a move with this slot, for the side to move.
    #[inline(always)]
    pub(crate) fn row(position: &P, earlier: usize) -> usize {
        let side = usize::from(position.side_to_move() == Side::Second);
        (side * P::CONTINUATION_SLOTS + earlier) * P::CONTINUATION_SLOTS
    }

    /// How well moves did after those before, by their [`continuation_slot`](Position::continuation_slot).
    #[inline(always)]
    pub(crate) fn rows(&self, context: &Context) -> Rows<'_> {
        if P::CONTINUATION_SLOTS == 0 {
            return [None; CONTINUATIONS];
        }
        let mut found = [None; CONTINUATIONS];
        for ((found, row), table) in found.iter_mut().zip(&context.rows).zip(&self.continuations) {
            *found = row.map(|at| &table[at..][..P::CONTINUATION_SLOTS]);
        }
        found
    }

    /// The scores of all moves of the side to move, by [`of_side`].
    #[inline(always)]
    pub(crate) fn scores(&self, position: &P) -> &[i16] {
        let side = usize::from(position.side_to_move() == Side::Second);
        let size = P::HISTORY_KINDS * P::HISTORY_SLOTS;
        &self.scores[side * size..][..size]
    }

    /// How well a quiet move did by itself.
    #[inline(always)]
    pub(crate) fn alone(
        &self,
        position: &P,
        mv: P::Move,
        context: &Context,
        apart: Option<Apart>,
    ) -> i16 {
        self.scores[slot(position, mv, context, apart)]
    }

    #[inline]
    fn update(
        &mut self,
        position: &P,
        mv: P::Move,
        context: &Context,
        bonus: i32,
        apart: Option<Apart>,
    ) {
        nudge(&mut self.scores[slot(position, mv, context, apart)], bonus);
        if P::CONTINUATION_SLOTS > 0 {
            let slot = position.continuation_slot(mv);
            for (row, table) in context.rows.iter().zip(&mut self.continuations) {
                if let Some(row) = row {
                    nudge(&mut table[row + slot], bonus);
                }
            }
        }
    }

    /// The quiet move `best` did well; those in `tried` did not (a `malus` for them).
    pub(crate) fn learn(
        &mut self,
        position: &P,
        best: P::Move,
        tried: &[P::Move],
        (bonus, malus): (i32, i32),
        context: &Context,
        apart: Option<Apart>,
    ) {
        self.update(position, best, context, bonus, apart);
        if malus != 0 {
            for &mv in tried {
                self.update(position, mv, context, -malus, apart);
            }
        }
    }

    /// Where the score of a capture is.
    #[inline(always)]
    fn capture_index(position: &P, mv: P::Move) -> usize {
        let side = usize::from(position.side_to_move() == Side::Second);
        side * P::CAPTURE_SLOTS + position.capture_slot(mv)
    }

    /// How well a capture did.
    #[inline(always)]
    pub(crate) fn of_capture(&self, position: &P, mv: P::Move) -> i32 {
        i32::from(self.captures[Self::capture_index(position, mv)])
    }

    /// A capture did well, or badly where `bonus` is below 0.
    #[inline]
    pub(crate) fn learn_capture(&mut self, position: &P, mv: P::Move, bonus: i32) {
        nudge(&mut self.captures[Self::capture_index(position, mv)], bonus);
    }

    /// The quiet move that refuted the move with this [`index`] last.
    #[inline]
    pub(crate) fn countermove(&self, previous: usize) -> Option<P::Move> {
        std::num::NonZeroU16::new(self.counters[previous]).map(P::Move::from_bits)
    }

    pub(crate) fn set_countermove(&mut self, previous: usize, refutation: P::Move) {
        self.counters[previous] = refutation.bits().get();
    }
}
