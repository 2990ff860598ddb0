//! True if a rabbit can reach its goal within the turn: exact, and mostly without a search.
//!
//! A lower bound of the steps (`bound.rs`) is the answer where nothing is in the way, or where it is more than the turn has.
//! Else the steps are searched (`walk.rs`).

mod bound;
mod walk;

use std::cell::Cell;

use game::{Side, StaticWin};

use self::bound::{bound, bound_over_two_turns, closer_bound, zone};
use self::walk::{Walk, any, touching};
pub(crate) use self::walk::{add_tried, steps_tried};
use crate::board::RABBIT;
use crate::moves::Move;
use crate::position::Position;

thread_local! {
    /// How far goals are: the key of a position, but for the lowest three bits, which say in how many steps the goal is
    /// reached and one, or [`NOT_REACHED`], and the bits that it is found by, which say how many steps were tried for it.
    static FOUND: Box<[Cell<u64>]> = vec![Cell::new(0); 1 << FOUND_BITS].into();
}

/// Keys are found by so many of their bits: 512 KiB a thread, which stay near the processor.
const FOUND_BITS: u32 = 16;
/// The others.
const KEPT_BITS: u32 = 64 - FOUND_BITS;
/// The most steps that are counted for one position.
const MOST_TRIED: u32 = (1 << FOUND_BITS) - 1;
const NOT_REACHED: u64 = 7;

/// How far the goal of the position of this key is, if that is still known: a search comes to a position again and again.
#[inline(always)]
fn known(key: u64) -> Option<Option<u32>> {
    FOUND.with(|found| {
        let entry = found[(key >> KEPT_BITS) as usize].get();
        let steps = entry & 7;
        let same = (entry ^ key) << FOUND_BITS >> FOUND_BITS >> 3 == 0 && steps != 0;
        same.then(|| {
            add_tried((entry >> KEPT_BITS) as u32);
            (steps != NOT_REACHED).then_some(steps as u32 - 1)
        })
    })
}

#[inline(always)]
fn keep(key: u64, steps: Option<u32>, tried: u32) {
    let steps = steps.map_or(NOT_REACHED, |steps| u64::from(steps) + 1);
    let kept = key << FOUND_BITS >> FOUND_BITS & !7;
    let entry = u64::from(tried) << KEPT_BITS | kept | steps;
    FOUND.with(|found| found[(key >> KEPT_BITS) as usize].set(entry));
}

impl Position {
    /// The fewest steps in which the side to move brings a rabbit to its goal within this turn, no
    /// push left open; 0 where one stands there.
    pub fn goal_distance(&self) -> Option<u32> {
        if self.is_setup() {
            return None;
        }
        let most = u32::from(self.steps_left());
        let side = self.side();
        if self.board().pieces(side, RABBIT) & zone(side, most) == 0 {
            return None;
        }
        let open = self.has_open_push();
        if !open && self.on_goal(side) {
            return Some(0);
        }
        let key = self.turn_key();
        known(key).unwrap_or_else(|| {
            let before = steps_tried();
            let found = self.searched_goal_distance(most, open);
            let all = steps_tried().wrapping_sub(before);
            let tried = all.min(MOST_TRIED);
            add_tried(tried.wrapping_sub(all));
            keep(key, found, tried);
            found
        })
    }

    /// As [`goal_distance`](Position::goal_distance), where no rabbit is there yet.
    #[inline(never)]
    fn searched_goal_distance(&self, most: u32, open: bool) -> Option<u32> {
        let bound = closer_bound(self.board(), self.side(), most, self.may_pull());
        if bound.steps > most {
            return None;
        }
        if bound.exact && !open {
            return Some(bound.steps);
        }
        let walk = Walk::of(self, bound.rabbits);
        (bound.steps.max(1)..=most).find(|&budget| {
            let all = budget == 4 && !open;
            if all { walk.reaches_within(&bound, budget) } else { walk.reaches(budget) }
        })
    }

    /// A lower bound of the steps in which `side` reaches a goal if the other side makes none, without any search: from 0 to
    /// `most`, up to two turns; more if it is not reached in so many.
    pub(crate) fn least_steps_to_goal(&self, side: Side, most: u32) -> u32 {
        bound_over_two_turns(self.board(), side, most)
    }

    /// The fewest steps in which `side` would reach a goal if it had a whole turn on this board.
    pub fn goal_threat(&self, side: Side) -> Option<u32> {
        if self.board().pieces(side, RABBIT) & zone(side, 4) == 0 {
            return None;
        }
        self.with_whole_turn(side).goal_distance()
    }

    /// A lower bound of [`goal_threat`](Position::goal_threat), without any search.
    #[inline(always)]
    pub(crate) fn goal_bound(&self, side: Side) -> Option<u32> {
        let bound = bound(self.board(), side, 4, false);
        (bound.steps <= 4).then_some(bound.steps)
    }

    /// Steps to a win within this turn that can be seen without a search of the game.
    #[inline]
    pub(crate) fn steps_to_win(&self) -> Option<i32> {
        if self.wins_by_passing() {
            return Some(0);
        }
        self.goal_distance().map(|steps| steps as i32)
    }

    /// True if the turn, ended here, is a win on the board.
    #[inline]
    pub(crate) fn wins_by_passing(&self) -> bool {
        let (side, board) = (self.side(), self.board());
        let won = self.on_goal(side)
            || (board.pieces(side.other(), RABBIT) == 0 && !self.on_goal(side.other()));
        won && self.may_pass()
    }

    /// The win of [`steps_to_win`](Position::steps_to_win) with its first move.
    pub(crate) fn win_within_turn(&self) -> Option<StaticWin<Move>> {
        if self.wins_by_passing() {
            return Some(StaticWin { mv: Move::PASS, plies: 0 });
        }
        let steps = self.goal_distance()?;
        // In so few steps as it takes, each has a part in the goal.
        let bound = bound(self.board(), self.side(), steps, self.may_pull());
        let walk = Walk::of(self, bound.rabbits);
        let mut firsts = self.legal_steps();
        if !walk.is_open() {
            let slack = steps.saturating_sub(bound.steps);
            if slack < 2 {
                firsts = touching(&firsts, walk.touched(&bound, slack));
            }
        }
        let mut first = None;
        let leads = walk.by_step(steps.max(1));
        any(&firsts, |mv| {
            let found = leads(mv);
            if found {
                first = Some(mv);
            }
            found
        });
        first.map(|mv| StaticWin { mv, plies: steps as i32 })
    }
}
