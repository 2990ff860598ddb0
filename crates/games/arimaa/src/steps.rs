//! Which steps are legal: plain steps, pushes and pulls.

use game::Side;

use crate::board::{
    Board, Direction, GOAL, RABBIT, Squares, TRAP_RINGS, backward, beside, near, shifted, squares,
};
use crate::moves::Move;
use crate::position::{Link, Pending, Position};

/// Steps as sets of the squares they begin on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Steps {
    /// Of all pieces, by direction.
    pub(crate) from: [Squares; 4],
}

/// The direction opposite to another.
#[inline(always)]
pub(crate) const fn opposite(way: Direction) -> Direction {
    Direction::ALL[(way as usize + 2) % 4]
}

impl Steps {
    /// Those of `side` on a board by the rules, one by one; `pushes` where two steps are left to push with.
    #[inline(always)]
    pub(crate) fn of(board: &Board, side: Side, link: Link, pushes: bool) -> Self {
        Self::of_free(board, side, board.of(side) & !board.frozen(side), link, pushes)
    }

    /// The same, with the pieces of `side` that can step given.
    #[inline(always)]
    fn of_free(board: &Board, side: Side, free: Squares, link: Link, pushes: bool) -> Self {
        let mut steps = Self::default();
        if let Link::Push(Pending { square, kind }) = link {
            // The kinds up to the pushed one cannot fill its square.
            let able = free & !board.weaker(usize::from(kind) + 1) & near(1 << square);
            for way in Direction::ALL {
                steps.from[way as usize] = able & shifted(1 << square, opposite(way));
            }
            return steps;
        }
        let empty = !board.occupied();
        let pushed = if pushes { board.movable(side, free) } else { 0 };
        let rabbits = free & board.kinds[RABBIT];
        for way in Direction::ALL {
            let room = shifted(empty, opposite(way));
            let mut set = free | pushed;
            if way == backward(side) {
                set &= !rabbits;
            }
            steps.from[way as usize] = set & room;
        }
        if let Link::Pull(pull) = link {
            for way in Direction::ALL {
                steps.from[way as usize] |= board.pulled(side, pull, way);
            }
        }
        steps
    }

    /// How many there are.
    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        self.from.iter().map(|set| set.count_ones()).sum()
    }

    #[inline(always)]
    pub(crate) fn has(&self, from: usize, way: Direction) -> bool {
        self.from[way as usize] >> from & 1 == 1
    }

    fn remove(&mut self, from: usize, way: Direction) {
        self.from[way as usize] &= !(1 << from);
    }

    /// Those that are not in another set.
    #[inline(always)]
    pub(crate) fn without(&self, other: &Self) -> Self {
        let mut rest = *self;
        for (set, gone) in rest.from.iter_mut().zip(other.from) {
            *set &= !gone;
        }
        rest
    }

    /// Each as a move.
    #[inline(always)]
    pub(crate) fn moves(&self, mut take: impl FnMut(Move)) {
        for way in Direction::ALL {
            for from in squares(self.from[way as usize]) {
                take(Move::step(from, way));
            }
        }
    }
}

impl Board {
    /// The piece of the other side, if any, that a direction leads from onto the square which a stronger one of `side`
    /// has just left.
    #[inline(always)]
    pub(crate) fn pulled(&self, side: Side, pull: Pending, way: Direction) -> Squares {
        let weaker = self.weaker(usize::from(pull.kind)) & self.of(side.other());
        weaker & shifted(1 << pull.square, opposite(way))
    }
}

impl Position {
    /// The steps of the rules one by one, without the rule that a turn must change the board.
    #[inline(always)]
    pub(crate) fn raw_steps(&self) -> Steps {
        let (board, side) = (self.board(), self.side());
        let free = board.of(side) & !self.frozen(side);
        Steps::of_free(board, side, free, self.link(), self.steps_left() >= 2)
    }

    /// The steps that some legal turn contains, history aside.
    #[inline(always)]
    pub(crate) fn legal_steps(&self) -> Steps {
        let mut steps = self.raw_steps();
        if self.steps_left() <= 2 {
            self.remove_returns(&mut steps);
        }
        steps
    }

    /// Removes the last step that would restore the board of the turn's start, and the beginning of
    /// a push whose every finish would.
    ///
    /// Nothing else needs a look ahead: what restores the board takes an even number of steps, and
    /// after two steps the first one can be made again.
    #[inline(never)]
    fn remove_returns(&self, steps: &mut Steps) {
        let difference = self.board().difference(self.turn_start());
        let wanted = if self.steps_left() == 1 { 2 } else { 3 };
        if difference.count_ones() != wanted {
            return;
        }
        let mut gone = Vec::new();
        let restores = |mv: Move| self.after(mv).board() == self.turn_start();
        for from in squares(difference) {
            for way in Direction::ALL {
                let inside = beside(from, way).is_some_and(|to| difference >> to & 1 == 1);
                if !inside || !steps.has(from, way) {
                    continue;
                }
                let mv = Move::step(from, way);
                let useless = if self.steps_left() == 1 {
                    restores(mv)
                } else {
                    let child = self.after(mv);
                    child.has_open_push() && child.legal_steps().count() == 0
                };
                if useless {
                    gone.push((from, way));
                }
            }
        }
        for (from, way) in gone {
            steps.remove(from, way);
        }
    }

    /// Of these steps, those that capture, begin a capture by a pull, reach the goal or finish a
    /// push.
    #[inline(always)]
    pub(crate) fn tactical_steps(&self, steps: &Steps) -> Steps {
        if self.has_open_push() {
            return *steps;
        }
        let board = self.board();
        let side = self.side();
        let (own, other) = (board.of(side), board.of(side.other()));
        let mut tactical = Steps::default();
        let runners = own & board.kinds[RABBIT];
        let goal = GOAL[side.index()];
        for way in Direction::ALL {
            tactical.from[way as usize] = runners & shifted(goal, opposite(way));
        }
        // Sideways on the goal rank is no news.
        tactical.from[Direction::East as usize] = 0;
        tactical.from[Direction::West as usize] = 0;
        for (trap, beside_it) in TRAP_RINGS {
            let guards = other & beside_it;
            if !guards.is_power_of_two() {
                continue;
            }
            let bit = 1 << trap;
            if other & bit != 0 {
                // The only guard of a piece on a trap: whatever takes it away captures.
                let guard_kind = board.kind_at(guards.trailing_zeros() as usize);
                let pullers = own & near(guards) & !board.weaker(guard_kind + 1);
                for way in Direction::ALL {
                    tactical.from[way as usize] |= guards;
                    if self.steps_left() >= 2 {
                        tactical.from[way as usize] |= pullers;
                    }
                }
            } else if own & bit != 0 {
                // A stronger piece on the trap pulls the guard after it.
                let guard_kind = board.kind_at(guards.trailing_zeros() as usize);
                if board.kind_at(trap) > guard_kind && self.steps_left() >= 2 {
                    for way in Direction::ALL {
                        tactical.from[way as usize] |= bit;
                    }
                }
            } else {
                // Alone beside an empty trap: a step into it captures.
                for way in Direction::ALL {
                    tactical.from[way as usize] |= guards & shifted(bit, opposite(way));
                }
            }
        }
        for (set, legal) in tactical.from.iter_mut().zip(steps.from) {
            *set &= legal;
        }
        tactical
    }
}
