//! A goal in two turns: a turn that threatens a goal, which no turn of the other side stops.
//!
//! What is looked for is a proof, and few turns can begin it: those after which the side would reach a goal with a turn
//! more. The fewer steps both turns have together, the sooner they are tried (iterative deepening), and a step only where a
//! lower bound of the steps to a goal, had the other side none, leaves enough of them. Of each turn that threatens, those
//! turns of the other side that can have a part in stopping the goal (`defence.rs`) are searched for one that does, but first
//! those that stopped other turns' goals. A budget of steps bounds the whole: who finds nothing in it knows nothing.

use std::collections::HashSet;

use game::{MoveList, Outcome, Position as _, Side, Turn};

use crate::goal::steps_tried;
use crate::moves::Move;
use crate::position::{Position, STEPS};

/// The most steps of both turns together: of the goals in two turns of games more than half have no more, and to look for
/// longer ones takes several times the work where there are none.
const LONGEST: u32 = 5;

/// The most steps of both turns together where the budget is more than [`SMALL`]. Of thirteen turns that looked even and lost
/// at once to a strong program, eleven allowed such a goal, found after as many as 290,000 steps of the search.
const LONGEST_OF_LARGE: u32 = 7;

/// A budget, in steps, that is mostly used up before goals of more steps are looked for.
const SMALL: u32 = 10_000;

/// So many steps of a search for a goal in a turn cost as much as one here.
const GOAL_STEPS: u32 = 4;

/// How many turns that stopped a goal are kept, to be tried first.
const KEPT: usize = 6;

/// The search for a turn that cannot be answered.
struct Forcing<F> {
    side: Side,
    /// The most steps of both turns together.
    length: u32,
    /// How many more steps may be looked at, those of the searches for a goal in a turn at a fourth.
    budget: u32,
    /// The [count](steps_tried) of these when the budget was last seen to.
    tried: u32,
    /// Whether the side may end its turn on a position, by its key.
    may_stand: F,
    turn: Turn<Position>,
    seen: HashSet<u64>,
    stopped: Vec<Turn<Position>>,
}

impl Position {
    /// The rest of this turn after which the side to move reaches a goal with its next one, whatever the other side does in
    /// between. None where there is none of at most five steps in both, or seven with a budget of more than 10,000 steps, and
    /// where `budget` steps were not enough to find it; what it takes is taken away. Not to be asked where a goal is in reach
    /// of this turn. `may_stand` tells of a position, by its key, whether the history of the game lets the turn end on it.
    pub fn goal_in_two(
        &self,
        budget: &mut u32,
        may_stand: impl Fn(u64) -> bool,
    ) -> Option<Turn<Self>> {
        if self.is_setup() {
            return None;
        }
        let side = self.side();
        let (turn, seen) = (Turn::<Self>::new(), HashSet::new());
        let stopped = Vec::with_capacity(KEPT);
        let longest = if *budget <= SMALL { LONGEST } else { LONGEST_OF_LARGE };
        let (tried, left) = (steps_tried(), *budget);
        let mut search =
            Forcing { side, length: 0, budget: left, tried, may_stand, turn, seen, stopped };
        let found = (self.least_steps_to_goal(side, longest)..=longest).any(|length| {
            search.length = length;
            search.seen.clear();
            search.attack(self)
        });
        *budget = search.budget;
        found.then_some(search.turn)
    }

    fn moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves
    }
}

impl<F: Fn(u64) -> bool> Forcing<F> {
    /// Takes one more step, and those of searches for a goal since the last one, from the budget; true if it is used up.
    fn is_used_up(&mut self) -> bool {
        let tried = steps_tried();
        let searched = tried.wrapping_sub(self.tried) / GOAL_STEPS;
        self.tried = self.tried.wrapping_add(searched * GOAL_STEPS);
        let used_up = self.budget == 0;
        self.budget = self.budget.saturating_sub(1 + searched);
        used_up
    }

    /// Tries the turns that go on from here; true if one is found, which then stands in `turn`.
    fn attack(&mut self, position: &Position) -> bool {
        let moves = position.moves();
        let mut next_steps = Vec::with_capacity(moves.len());
        let made = self.turn.len() as u32;
        for mv in moves {
            if self.is_used_up() {
                return false;
            }
            let next = position.after(mv);
            let left = self.length.saturating_sub(made + u32::from(!mv.is_pass()));
            let goes_on = next.side() == self.side;
            let most = u32::from(if goes_on { next.steps_left() + STEPS } else { STEPS }).min(left);
            let least = next.least_steps_to_goal(self.side, most);
            if least <= most && self.seen.insert(next.key()) {
                next_steps.push((least, mv, next));
            }
        }
        next_steps.sort_by_key(|&(least, ..)| least);
        for (_, mv, next) in next_steps {
            self.turn.push(mv);
            let goes_on = next.side() == self.side;
            if if goes_on { self.attack(&next) } else { self.cannot_be_answered(&next) } {
                return true;
            }
            self.turn.pop();
        }
        false
    }

    /// True if the side reaches a goal after any turn of the other side from here.
    fn cannot_be_answered(&mut self, position: &Position) -> bool {
        if position.ending().is_some()
            || position.steps_to_win().is_some()
            || position.goal_threat(self.side).is_none()
            || !(self.may_stand)(position.key())
        {
            return false;
        }
        if let Some(at) = self.stopped.iter().position(|turn| self.is_stopped_by(position, turn)) {
            self.stopped[..=at].rotate_right(1);
            return false;
        }
        let mut turn = Turn::<Position>::new();
        if !self.answer(position, &mut turn, &mut HashSet::new()) {
            return true;
        }
        self.stopped.truncate(KEPT - 1);
        self.stopped.insert(0, turn);
        false
    }

    /// True if these steps, with which the other side stopped another goal, are legal and stop this one.
    fn is_stopped_by(&self, position: &Position, turn: &Turn<Position>) -> bool {
        let mut position = *position;
        for &mv in turn {
            if !position.is_legal(mv) {
                return false;
            }
            position = position.after(mv);
        }
        self.is_stopped(&position)
    }

    /// True if the side, which begins its turn here, does not win with it.
    fn is_stopped(&self, position: &Position) -> bool {
        match position.ending() {
            Some(ending) => ending.outcome != Outcome::Win(self.side),
            None => position.side() == self.side && position.goal_distance().is_none(),
        }
    }

    /// Looks for a turn of the other side that stops the goal; true if there is one, which then stands in `turn`, or if the
    /// budget is used up.
    fn answer(
        &mut self,
        position: &Position,
        turn: &mut Turn<Position>,
        seen: &mut HashSet<u64>,
    ) -> bool {
        let defended = position.defended_squares();
        let moves = position.moves();
        // The end of the turn first: most goals are stopped by few steps.
        for &mv in moves.iter().rev() {
            if defended.is_some_and(|defended| position.leaves_goal(mv, defended)) {
                continue;
            }
            if self.is_used_up() {
                return true;
            }
            let next = position.after(mv);
            if !seen.insert(next.key()) {
                continue;
            }
            turn.push(mv);
            let goes_on = next.side() == position.side();
            if if goes_on { self.answer(&next, turn, seen) } else { self.is_stopped(&next) } {
                return true;
            }
            turn.pop();
        }
        false
    }
}
