//! The search for a goal within a turn: iterative deepening with the bound of the flood as a guide (IDA*: Korf, Depth-first
//! iterative-deepening, 1985), over the steps that can have a part in a goal. Its last two steps are not searched: they are
//! seen.

use std::cell::Cell;

use game::Side;

use super::bound::{Bound, runs, widened, zone};
use crate::board::{
    Board, Direction, GOAL, RABBIT, Squares, TRAPS, backward, near, shifted, squares,
};
use crate::moves::Move;
use crate::position::{Link, Pending, Position};
use crate::steps::Steps;

thread_local! {
    /// How many steps the searches for goals of this thread have tried, or would have if they had kept nothing.
    static TRIED: Cell<u32> = const { Cell::new(0) };
}

/// Of these steps, those that begin or end in a set.
#[inline(always)]
pub(super) fn touching(steps: &Steps, set: Squares) -> Steps {
    let mut found = *steps;
    for way in Direction::ALL {
        found.from[way as usize] &= set | shifted(set, crate::steps::opposite(way));
    }
    found
}

impl Steps {
    /// Of these steps of pieces to move, those that neither make another one possible, or alter it, nor are altered by
    /// it: both orders are legal or neither is, and lead to the same board.
    #[inline(always)]
    fn independent_of(&self, from: usize, way: Direction) -> Self {
        let (from, to) = (1 << from, shifted(1 << from, way));
        // What a step changes: its squares, and a trap that it no longer guards. What it rests on: these, who is beside
        // it, and who else guards a trap.
        let beside = near(from);
        let changed = from | to | beside & TRAPS;
        let read = changed | beside | near(beside & TRAPS) | near(to & TRAPS);
        let reading = near(changed);
        let ends = read | reading & TRAPS;
        let starts = read | reading | near((read | reading) & TRAPS);
        let mut found = *self;
        for way in Direction::ALL {
            found.from[way as usize] &= !(starts | shifted(ends, crate::steps::opposite(way)));
        }
        found
    }
}

/// Where pieces of a side that may step can go, rabbits not back.
#[inline(always)]
fn arrivals(board: &Board, side: Side, free: Squares) -> Squares {
    let others = free & !board.kinds[RABBIT];
    runs(side, free) | shifted(others, backward(side))
}

/// A position within the turn of `side` as the search for a goal sees it: no key, and not how the turn began.
#[derive(Clone, Copy)]
pub(super) struct Walk {
    board: Board,
    side: Side,
    link: Link,
    /// The rabbits of the side that may come to the goal.
    rabbits: Squares,
}

impl Walk {
    #[inline(always)]
    pub(super) fn of(position: &Position, rabbits: Squares) -> Self {
        Self { board: *position.board(), side: position.side(), link: position.link(), rabbits }
    }

    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        matches!(self.link, Link::Push(_))
    }

    #[inline(always)]
    fn on_goal(&self) -> bool {
        self.rabbits & GOAL[self.side.index()] != 0
    }

    #[inline(always)]
    fn after(&self, from: usize, way: Direction) -> Self {
        let mut next = *self;
        // Steps stay on the board.
        let to = crate::board::beside(from, way).unwrap_or(from);
        let own = self.board.of(self.side) >> from & 1 == 1;
        let kind = self.board.kind_at(from);
        let moved = 1 << from | 1 << to;
        let mover = if own { self.side } else { self.side.other() };
        next.board.sides[mover.index()] ^= moved;
        next.board.kinds[kind] ^= moved;
        next.link = self.link.after(own, kind, from, to);
        if self.rabbits >> from & 1 == 1 {
            next.rabbits = self.rabbits & !(1 << from) | 1 << to;
        }
        let gone = next.board.undefended();
        if gone != 0 {
            next.board.kinds.iter_mut().chain(&mut next.board.sides).for_each(|set| *set &= !gone);
            next.rabbits &= !gone;
        }
        if let Link::Pull(Pending { square, kind }) = next.link {
            let weaker = next.board.weaker(usize::from(kind)) & next.board.of(self.side.other());
            if weaker & near(1 << square) == 0 {
                next.link = Link::None;
            }
        }
        next
    }

    /// True if one more step brings a rabbit to its goal, or closes the push that is open while one stands there.
    #[inline(always)]
    fn reaches_at_once(&self) -> bool {
        let (board, side) = (&self.board, self.side);
        if self.is_open() {
            return self.on_goal() && Steps::of(board, side, self.link, false).count() > 0;
        }
        let runners = self.rabbits & near(GOAL[side.index()]);
        let room = GOAL[side.index()] & !board.occupied();
        runs(side, runners) & room != 0 && runs(side, runners & !board.frozen(side)) & room != 0
    }

    /// True if two more steps do, with no push open: exact, and without a search. A rabbit makes both; or one before its
    /// goal makes the second, when a friend has come beside it or gone out of its way, or a pull has ended.
    #[inline(always)]
    fn reaches_in_two(&self) -> bool {
        let (board, side) = (&self.board, self.side);
        let goal = GOAL[side.index()];
        let own = board.of(side);
        let doorstep = shifted(goal, backward(side));
        let near_enough = self.rabbits & (doorstep | shifted(doorstep, backward(side)));
        if near_enough == 0 {
            return false;
        }
        let enemies = board.of(side.other());
        let empty = !(own | enemies);
        let ahead = crate::steps::opposite(backward(side));
        // Every piece but a rabbit freezes one that stands alone.
        let danger = near(enemies & !board.kinds[RABBIT]);
        let ready = near_enough & (!danger | near(own));
        if shifted(ready, ahead) & empty & goal != 0 {
            return true;
        }
        let open = shifted(goal & empty, backward(side));
        for at in squares(near(runs(side, ready) & empty & open) & ready) {
            let rabbit = 1 << at;
            let others = own & !rabbit;
            // A friend on a trap that only the rabbit guards falls when it leaves.
            let lost = TRAPS & others & near(rabbit) & !near(others);
            let middle = runs(side, rabbit) & empty & open;
            if middle & (!danger | near(others & !lost)) != 0 {
                return true;
            }
        }
        // A piece that stands in the way moves on; the rabbit is alone then, or has another friend.
        let in_the_way = own & goal & near(empty) & shifted(near_enough, ahead);
        if in_the_way != 0 {
            let free = in_the_way & !board.frozen(side);
            for at in squares(shifted(free, backward(side))) {
                let rabbit = 1 << at;
                let friends = own & near(rabbit) & !shifted(rabbit, ahead);
                if rabbit & danger == 0 || friends != 0 {
                    return true;
                }
            }
        }
        // Only because it is frozen a rabbit before an empty goal did not go at once: a friend comes, and not before it.
        let waiting = near_enough & open;
        if waiting != 0 {
            let arriving = arrivals(board, side, own & !board.frozen(side)) & empty;
            for at in squares(waiting) {
                if near(1 << at) & !shifted(1 << at, ahead) & arriving != 0 {
                    return true;
                }
            }
        }
        let Link::Pull(pull) = self.link else { return false };
        // What is pulled leaves the goal free, or freezes a rabbit before it, or guards on a trap what freezes one.
        let runners = near_enough & doorstep;
        let trapped = enemies & TRAPS & near(runners);
        let matters = near(runners) | near(trapped);
        let weaker = board.weaker(usize::from(pull.kind)) & enemies;
        if weaker & near(1 << pull.square) & matters == 0 {
            return false;
        }
        Direction::ALL.into_iter().any(|way| {
            let pulled = board.pulled(side, pull, way) & matters;
            squares(pulled).any(|at| self.after(at, way).reaches_at_once())
        })
    }

    /// The steps that a goal with the last of `LEFT` more may begin with, where none is reached in fewer.
    ///
    /// A rabbit that steps on at once has its part, and so has a step that helps one which is nearer to its goal: what the
    /// last help changes is at most as far from the rabbit as that has steps to go, and each one before it, which makes it
    /// possible, two squares further: it comes beside what is to come. What falls in a trap there had its guard beside the
    /// trap. Where all steps but the last are helps, the rabbit is frozen or a piece before it has to go, which is near. After
    /// a push one step is left of three, so it must free a rabbit or what stands before it.
    #[inline(always)]
    fn useful_steps<const LEFT: u32>(&self) -> Steps {
        let (board, side) = (&self.board, self.side);
        let rabbits = self.rabbits;
        let frozen = rabbits & board.frozen(side) & zone(side, 1);
        let further = |set: Squares, away| set | near(set) | rabbits & zone(side, away);
        let around = widened((2..LEFT).fold(frozen, further), LEFT - 1);
        let all = Steps::of(board, side, self.link, true);
        let mut steps = touching(&all, around | near(around & TRAPS & board.occupied()));
        let ahead = crate::steps::opposite(backward(side)) as usize;
        steps.from[ahead] |= all.from[ahead] & rabbits & zone(side, LEFT);
        if LEFT == 3 {
            let pushed = self.pushed_for_one();
            let pulled = if let Link::Pull(pull) = self.link { near(1 << pull.square) } else { 0 };
            for set in &mut steps.from {
                *set &= board.of(side) | pushed | pulled;
            }
        }
        steps
    }

    /// Which pieces a push takes out of the way of a rabbit that then has one step: what freezes it before an empty goal, what
    /// guards that on a trap, or what stands where the piece before it goes.
    #[inline(always)]
    fn pushed_for_one(&self) -> Squares {
        let (board, side) = (&self.board, self.side);
        let rabbits = self.rabbits;
        let before = |goals: Squares| near(goals & GOAL[side.index()]) & rabbits & zone(side, 1);
        let waiting = near(before(!board.occupied()));
        let blocking = near(rabbits) & board.of(side) & GOAL[side.index()];
        waiting | near(waiting & TRAPS & board.occupied()) | near(blocking)
    }

    /// True if the side brings a rabbit to its goal in at most `budget` more steps. With three or more it is to be asked
    /// only where one less is not enough.
    pub(super) fn reaches(&self, budget: u32) -> bool {
        self.reaches_without(budget, &Steps::default())
    }

    /// As [`reaches`](Walk::reaches), where nothing is reached by the turns that go on with one of some steps.
    #[inline(always)]
    fn reaches_without(&self, budget: u32, vain: &Steps) -> bool {
        if self.is_open() {
            // Few steps end a push: to try them costs less than a bound.
            return match budget {
                0 => false,
                1 => self.reaches_at_once(),
                _ => any(&Steps::of(&self.board, self.side, self.link, true), self.by_step(budget)),
            };
        }
        if self.on_goal() {
            return true;
        }
        match budget {
            0 => false,
            1 => self.reaches_at_once(),
            2 => self.reaches_in_two(),
            3 => any(&self.useful_steps::<3>().without(vain), self.by_step(budget)),
            _ => any(&self.useful_steps::<4>().without(vain), self.by_step(budget)),
        }
    }

    /// As [`reaches`](Walk::reaches), where all steps of the turn are left and the bound is known. Of two steps in a row that
    /// do not touch each other one order is tried.
    pub(super) fn reaches_within(&self, bound: &Bound, budget: u32) -> bool {
        let steps = self.useful_steps::<4>();
        let first = touching(&steps, widened(bound.area, 1));
        let mut vain = Steps::default();
        let mut leads = |mv: Move| {
            add_tried(1);
            let Some((from, way)) = mv.as_step() else { return false };
            let next = self.after(from, way);
            if self.board.of(self.side) >> from & 1 == 0 {
                return next.reaches(budget - 1);
            }
            let found = next.reaches_without(budget - 1, &vain.independent_of(from, way));
            if matches!(next.link, Link::None) {
                vain.from[way as usize] |= 1 << from;
            }
            found
        };
        if any(&first, &mut leads) {
            return true;
        }
        let mut rest = steps.without(&first);
        let slack = budget - bound.steps;
        if slack < 2 {
            rest = touching(&rest, self.touched(bound, slack));
        }
        any(&rest, leads)
    }

    /// Where a step begins or ends that has a part in a goal, with so many steps to waste.
    ///
    /// The changes of a step end at its squares and at a trap beside the first; the effect of what that frees ends one
    /// further. A piece in the way that stands on a trap goes with its guard, one further still.
    #[inline(always)]
    pub(super) fn touched(&self, bound: &Bound, slack: u32) -> Squares {
        let trapped = self.board.of(self.side.other()) & TRAPS & widened(bound.area, 1);
        widened(bound.area, 2 + u32::from(trapped != 0) + 3 * slack)
    }

    /// True of a step after which the rest of `budget` is enough.
    #[inline(always)]
    pub(super) fn by_step(&self, budget: u32) -> impl Fn(Move) -> bool {
        move |mv| {
            add_tried(1);
            mv.as_step().is_some_and(|(from, way)| self.after(from, way).reaches(budget - 1))
        }
    }
}

/// How many steps the searches for goals of this thread have tried, modulo 2^32: what they cost. What they kept and find
/// again counts as if it were tried again, so that nothing depends on what was searched before.
#[inline(always)]
pub(crate) fn steps_tried() -> u32 {
    TRIED.get()
}

/// Counts so many more.
#[inline(always)]
pub(crate) fn add_tried(steps: u32) {
    TRIED.set(TRIED.get().wrapping_add(steps));
}

#[inline(always)]
pub(super) fn any(steps: &Steps, mut test: impl FnMut(Move) -> bool) -> bool {
    for way in Direction::ALL {
        for from in squares(steps.from[way as usize]) {
            if test(Move::step(from, way)) {
                return true;
            }
        }
    }
    false
}
