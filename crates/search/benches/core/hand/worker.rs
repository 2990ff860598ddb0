//! What a search keeps, and its small steps (the beginning of `node.rs` of the core).

use std::sync::atomic::{AtomicBool, Ordering};

use game::{Evaluator as _, Position as _, Score};
use onitama::{EvalState, Evaluation, Move, Position};
use search::tt::{Compact, Table};
use search::{MAX_PLY, POLL_NODES};

use super::busy::Busy;
use super::history::{self, History};
use super::numbers::DEFER_DEPTH;
use super::reductions::Reductions;

/// What the search remembers of a ply.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) killers: [Option<Move>; 2],
    /// The [`history::index`] of the move that led to this ply's child; none after a pass.
    pub(super) played: Option<usize>,
}

impl Frame {
    const EMPTY: Self = Self { killers: [None; 2], played: None };
}

/// What is kept from search to search.
pub(super) struct Memory {
    pub(super) history: History,
    /// By ply, the best line from there.
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) frames: Box<[Frame; MAX_PLY + 2]>,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            history: History::new(),
            lines: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            frames: Box::new([Frame::EMPTY; MAX_PLY + 2]),
        }
    }
}

/// One search.
pub(super) struct Worker<'s> {
    pub(super) table: &'s Table<Compact>,
    pub(super) busy: &'s Busy,
    pub(super) memory: &'s mut Memory,
    pub(super) evaluator: Evaluation,
    pub(super) reductions: Reductions,
    pub(super) nodes: u64,
    pub(super) quiescence_nodes: u64,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    pub(super) stopped: bool,
    stop: &'s AtomicBool,
    until_poll: u32,
}

/// What can be said of a position without searching it.
#[derive(Clone, Copy)]
pub(super) enum Look {
    Known(Score),
    Open { in_check: bool },
}

/// A window of scores.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: Score::from_raw(i32::MIN), beta: Score::INFINITY };

    #[inline(always)]
    pub(super) const fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }
}

/// What can be said of a position after a move: nobody loses by his own move.
#[inline(always)]
pub(super) fn look(position: &Position, ply: usize) -> Look {
    // A node that is searched has no finished child: its win would have been seen.
    if ply <= 1 && position.ending().is_some() {
        return Look::Known(Score::loss_in(ply as i32));
    }
    look_on(position, ply)
}

/// What can be said of a position in which the game is not over.
#[inline(always)]
pub(super) fn look_on(position: &Position, ply: usize) -> Look {
    if position.static_win_plies().is_some() {
        return Look::Known(Score::win_in(ply as i32 + 1));
    }
    let in_check = position.in_check();
    if in_check && position.static_loss_plies().is_some() {
        return Look::Known(Score::loss_in(ply as i32 + 2));
    }
    Look::Open { in_check }
}

impl<'s> Worker<'s> {
    pub(super) fn new(
        table: &'s Table<Compact>,
        busy: &'s Busy,
        memory: &'s mut Memory,
        evaluator: Evaluation,
        stop: &'s AtomicBool,
    ) -> Self {
        memory.frames.fill(Frame::EMPTY);
        Self {
            table,
            busy,
            memory,
            evaluator,
            reductions: Reductions::new(),
            nodes: 0,
            quiescence_nodes: 0,
            seldepth: 0,
            root_depth: 0,
            stopped: false,
            stop,
            until_poll: POLL_NODES,
        }
    }

    #[inline(always)]
    pub(super) fn poll(&mut self) -> bool {
        self.until_poll -= 1;
        if self.until_poll == 0 { self.poll_now() } else { self.stopped }
    }

    #[cold]
    pub(super) fn poll_now(&mut self) -> bool {
        self.until_poll = POLL_NODES;
        self.stopped = self.stop.load(Ordering::Relaxed);
        self.stopped
    }

    /// Whether moves that another thread is searching are put off at a node of this depth.
    #[inline(always)]
    pub(super) fn defers(&self, depth: i32) -> bool {
        self.busy.shared() && depth >= DEFER_DEPTH
    }

    #[inline(always)]
    pub(super) fn evaluate(&self, position: &Position, state: &EvalState) -> Score {
        Score::points(self.evaluator.evaluate(position, state))
    }

    #[inline(always)]
    pub(super) fn update(
        &self,
        state: &EvalState,
        before: &Position,
        mv: Move,
        after: &Position,
    ) -> EvalState {
        self.evaluator.update(state, before, mv, after)
    }

    /// A move is searched: counts the state and fetches its bucket.
    #[inline(always)]
    pub(super) fn count_state(&mut self, child: &Position) {
        self.table.prefetch(child.key());
        self.nodes += 1;
    }

    /// As [`look`], from the view of the parent's side to move; `PV` nodes have their line.
    #[inline(always)]
    pub(super) fn look_at_child<const PV: bool>(&mut self, child: &Position, ply: usize) -> Look {
        let look = look(child, ply + 1);
        let Look::Known(score) = look else { return look };
        if PV {
            let line = &mut self.memory.lines[ply + 1];
            line.clear();
            if child.ending().is_none()
                && let Some(win) = child.static_win()
            {
                line.push(win.mv);
            }
        }
        Look::Known(-score)
    }

    #[inline(always)]
    pub(super) fn enter(&mut self, position: &Position, mv: Move, ply: usize) {
        self.memory.frames[ply].played = Some(history::index(position, mv));
    }

    #[inline(always)]
    pub(super) fn set_line(&mut self, ply: usize, mv: Move) {
        let [line, rest] = &mut self.memory.lines[ply..ply + 2] else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }
}
