//! Defences against a goal: which steps can have a part in a turn that stops it.
//!
//! Where the other side would reach a goal if the turn ended here, what it would do rests on few squares: a turn that
//! changes none of them does not stop it. So of the steps that are left one must change such a square. Steps that have
//! nothing to do with that one can be made after it, and the turns that begin with it are tried; so before it
//! only those count which it, or one between, depends on.

use std::cell::Cell;

use game::Side;

use crate::board::{Board, GOAL, RABBIT, Squares, TRAPS, beside, near};
use crate::goal::{add_tried, steps_tried};
use crate::moves::Move;
use crate::position::{Link, Position};

thread_local! {
    /// What goals rest on, by the key of a board and the side that is to stop them; no square where there is no goal. A search
    /// comes to a board again and again, with more steps left and with less.
    static FOUND: Box<[Cell<Found>]> = vec![Cell::new(Found::default()); 1 << FOUND_BITS].into();
}

/// The squares that a goal on a board rests on, and how many steps were tried to find them.
#[derive(Clone, Copy, Default)]
struct Found {
    key: u64,
    squares: Squares,
    tried: u32,
}

/// Boards are found by so many bits of their keys: 192 KiB a thread.
const FOUND_BITS: u32 = 13;

impl Position {
    /// The squares where a step must change something to have a part in stopping the goal that the other side would reach
    /// if the turn ended here; None where it would reach none, or where a push is open.
    pub(crate) fn defended_squares(&self) -> Option<Squares> {
        if self.is_setup() || self.has_open_push() {
            return None;
        }
        let goal = self.squares_of_goal()?;
        let depended_on = |set: Squares, _| depended_on(set, self.board(), self.side());
        Some((1..self.steps_left()).fold(goal, depended_on))
    }

    /// The squares that a goal of the other side, if it had its turn now, rests on: while nothing on them changes, each of
    /// its steps stays legal and has the same effect.
    fn squares_of_goal(&self) -> Option<Squares> {
        let key = self.board_key() ^ self.side().index() as u64;
        let place = (key >> (64 - FOUND_BITS)) as usize;
        let mut found = FOUND.with(|found| found[place].get());
        if found.key == key {
            add_tried(found.tried);
        } else {
            let before = steps_tried();
            let squares = self.searched_squares_of_goal().unwrap_or_default();
            found = Found { key, squares, tried: steps_tried().wrapping_sub(before) };
            FOUND.with(|all| all[place].set(found));
        }
        (found.squares != 0).then_some(found.squares)
    }

    fn searched_squares_of_goal(&self) -> Option<Squares> {
        let side = self.side().other();
        if self.goal_threat(side)? == 0 {
            let there = self.board().pieces(side, RABBIT) & GOAL[side.index()];
            return Some(there & there.wrapping_neg());
        }
        let mut position = self.with_whole_turn(side);
        let mut set = 0;
        while position.side() == side
            && let Some(win) = position.win_within_turn()
            && let Some((from, way)) = win.mv.as_step()
        {
            let to = beside(from, way).map_or(0, |to| 1 << to);
            set |= 1 << from | to;
            // Who is beside a piece decides if it is frozen, which does not matter for one that is pushed or pulled.
            if position.board().of(side) >> from & 1 == 1 {
                set |= near(1 << from);
            }
            // Who is beside a trap decides if what stands there stays.
            let traps = set & TRAPS & (self.board().occupied() | to);
            set |= near(traps);
            position = position.after(win.mv);
        }
        Some(set)
    }

    /// True if the step has no part in stopping a goal, by what [`defended_squares`](Position::defended_squares) says of
    /// this position.
    #[inline]
    pub(crate) fn leaves_goal(&self, mv: Move, defended: Squares) -> bool {
        let Some((from, way)) = mv.as_step() else { return true };
        let captured = near(1 << from) & TRAPS;
        let changed = 1 << from | beside(from, way).map_or(0, |to| 1 << to) | captured;
        // A pull is made at once or never, and belongs to the step before it.
        let pulls = matches!(self.link(), Link::Pull(pull) if beside(from, way) == Some(usize::from(pull.square)));
        let ends = self.steps_left() == 1;
        changed & defended == 0 && (ends || !pulls)
    }
}

/// The squares on which a step must change something to be bound to come before another one that changes one of the set: it
/// makes that possible, alters its effect, or would itself be altered.
#[inline]
fn depended_on(set: Squares, board: &Board, side: Side) -> Squares {
    let (own, enemies) = (board.of(side), board.of(side.other()));
    let ends = set | near(set);
    let around = ends | near(ends & (own | enemies));
    // What may be frozen by a piece that is pushed there.
    let frozen_then = near(near(ends & enemies)) & own;
    around | near(around & TRAPS) | TRAPS & near(ends) | frozen_then
}
