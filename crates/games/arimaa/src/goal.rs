//! True if a rabbit can reach its goal within the turn: exact, and mostly without a search.
//!
//! A flood from each rabbit that is near enough gives a lower bound of the steps it needs: an empty
//! square costs one step, a piece of one's own in the way another one at least, one of the other
//! side two (a pull; after a push the pusher would stand there), and where the rabbit would be
//! frozen or captured something else must be done once. Each costs one step more where no piece is near enough
//! to do it at once. Where the flood meets nothing in its way the bound is the
//! answer. Else the steps are searched by iterative deepening with the bound as a guide (IDA*: Korf,
//! Depth-first iterative-deepening, 1985), and with no step to waste only those near the way are
//! tried.

use std::cell::Cell;

use game::{Side, StaticWin};

use crate::board::{
    Board, Direction, GOAL, RABBIT, Squares, TRAPS, backward, near, shifted, squares,
};
use crate::moves::Move;
use crate::position::{Link, Pending, Position};
use crate::steps::Steps;

/// More steps than a turn has.
const NEVER: u32 = 9;

/// The result of the flood from all rabbits of a side.
#[derive(Clone, Copy, Debug)]
struct Bound {
    /// At least so many steps are needed.
    steps: u32,
    /// True if so many steps of one rabbit are enough.
    exact: bool,
    /// The squares that a rabbit may come over within the budget.
    area: Squares,
}

/// The squares from which a side's rabbits are at most `steps` ranks from the goal.
#[inline(always)]
const fn zone(side: Side, steps: u32) -> Squares {
    let ranks = 8 * (7 - if steps > 7 { 7 } else { steps });
    match side {
        Side::First => u64::MAX << ranks,
        Side::Second => u64::MAX >> ranks,
    }
}

/// Where a rabbit of a side goes in one step.
#[inline(always)]
const fn runs(side: Side, set: Squares) -> Squares {
    let ahead = match backward(side) {
        Direction::South => Direction::North,
        _ => Direction::South,
    };
    shifted(set, ahead) | shifted(set, Direction::East) | shifted(set, Direction::West)
}

/// The bound by what stands in the way. `pulls`: whether a piece of the other side may be pulled by the next step,
/// which takes one step and not two.
#[inline(always)]
fn bound(board: &Board, side: Side, budget: u32, pulls: bool) -> Bound {
    bound_by::<false>(board, side, budget, pulls)
}

/// The bound that asks, too, if what is in the way can be helped at once: only where the other leaves the question open.
#[inline(always)]
fn closer_bound(board: &Board, side: Side, budget: u32, pulls: bool) -> Bound {
    let bound = bound(board, side, budget, pulls);
    if bound.steps > budget || bound.exact {
        return bound;
    }
    bound_by::<true>(board, side, budget, pulls)
}

#[inline(always)]
fn bound_by<const CLOSE: bool>(board: &Board, side: Side, budget: u32, pulls: bool) -> Bound {
    let mut best = Bound { steps: NEVER, exact: false, area: 0 };
    let candidates = board.pieces(side, RABBIT) & zone(side, budget);
    for at in squares(candidates) {
        flood::<CLOSE, 8>(board, side, 1 << at, budget, pulls, &mut best);
    }
    best
}

#[inline(always)]
fn flood<const CLOSE: bool, const ROOM: usize>(
    board: &Board,
    side: Side,
    rabbit: Squares,
    budget: u32,
    pulls: bool,
    best: &mut Bound,
) {
    let goal = GOAL[side.index()];
    if rabbit & goal != 0 {
        // It is there, and only a push may be open.
        (best.steps, best.exact) = (0, true);
        best.area |= rabbit;
        return;
    }
    let others = board.of(side) & !rabbit;
    let enemies = board.of(side.other());
    let strong = enemies & !board.kinds[RABBIT];
    let befriended = near(others);
    let stuck = near(strong) & !befriended;
    let deadly = TRAPS & !befriended;
    let empty = !(others | enemies);
    // A friend comes beside these with one step; elsewhere a friend needs two, and so does a push or pull of what freezes,
    // but for one that is open.
    let near_help = if !CLOSE || pulls { u64::MAX } else { near((empty | rabbit) & befriended) };
    // A piece has room where a square beside it is empty. A piece on a trap goes with its only
    // guard.
    let (mut roomy, mut movable, mut released) = (u64::MAX, u64::MAX, u64::MAX);
    if CLOSE {
        let room = near(empty | rabbit);
        roomy = room | TRAPS;
        // A stronger piece is beside it, and it can be pushed or pulled; else one must come, or room be made.
        movable = board.movable(side, others) & (room | near(others & room)) | TRAPS;
        if !pulls {
            // Shut in by what can go itself or be pushed.
            released = near(others & roomy | enemies & movable);
        }
    }
    // By steps taken: where the rabbit may be with nothing done for it; where something that takes a step, or two, must
    // have been done that is not counted yet; and where it is counted. What clears a square may be what
    // helps, too: that is counted once.
    let (mut plain, mut helped) = ([0; ROOM], [0; ROOM]);
    let (mut owing, mut owing_two) = ([0; ROOM], [0; ROOM]);
    if stuck & rabbit == 0 {
        plain[0] = rabbit;
    } else if pulls || near(rabbit) & empty & befriended != 0 {
        owing[0] = rabbit;
    } else {
        owing_two[0] = rabbit;
    }
    let mut area = 0;
    let mut found = None;
    let enemy_way = if pulls { 2 } else { 3 };
    let far_way = if pulls { 2 } else { 4 };
    let budget = budget as usize;
    for steps in 0..=budget {
        let (now, now_owing, now_owing_two) = (plain[steps], owing[steps], owing_two[steps]);
        let now_helped = helped[steps];
        area |= now | now_owing | now_owing_two | now_helped;
        if (now | now_helped) & goal != 0 {
            found.get_or_insert((steps as u32, now & goal != 0));
        }
        if steps == budget {
            break;
        }
        helped[steps + 1] |= now_owing;
        helped[steps + 2] |= now_owing_two;
        let free = runs(side, now & !stuck);
        let owed = runs(side, now & stuck & near_help | now_owing);
        let owed_two = runs(side, now & stuck & !near_help | now_owing_two);
        let paid = runs(side, now_helped);
        plain[steps + 1] |= free & empty & !deadly;
        owing[steps + 1] |= (owed | free & deadly & near_help) & empty;
        owing_two[steps + 1] |= (owed_two | free & deadly & !near_help) & empty;
        helped[steps + 1] |= paid & empty;
        let all = free | owed | owed_two | paid;
        let (blocked, held) = (all & others, all & enemies);
        helped[steps + 2] |= blocked & roomy;
        helped[steps + 3] |= blocked & !roomy & released;
        helped[steps + 4] |= blocked & !roomy & !released;
        helped[steps + enemy_way] |= held & movable;
        helped[steps + far_way] |= held & !movable;
    }
    let Some((steps, plain)) = found else { return };
    best.area |= area;
    // A friend on a trap that only the rabbit guards falls when it leaves.
    let guarded = near(rabbit) & TRAPS & others;
    let exact = plain && guarded & !befriended == 0;
    if steps < best.steps {
        (best.steps, best.exact) = (steps, exact);
    } else if steps == best.steps {
        best.exact |= exact;
    }
}

#[inline(always)]
fn widened(set: Squares, times: u32) -> Squares {
    (0..times).fold(set, |set, _| set | near(set))
}

/// Of these steps, those that begin or end in a set.
#[inline(always)]
fn touching(steps: &Steps, set: Squares) -> Steps {
    let mut found = *steps;
    for way in Direction::ALL {
        found.from[way as usize] &= set | shifted(set, crate::steps::opposite(way));
    }
    found
}

/// Where pieces of a side that may step can go, rabbits not back.
#[inline(always)]
fn arrivals(board: &Board, side: Side, free: Squares) -> Squares {
    let others = free & !board.kinds[RABBIT];
    runs(side, free) | shifted(others, backward(side))
}

/// A position within the turn of `side` as the search for a goal sees it: no key, and not how the turn began.
#[derive(Clone, Copy)]
struct Walk {
    board: Board,
    side: Side,
    link: Link,
}

impl Walk {
    #[inline(always)]
    fn of(position: &Position) -> Self {
        Self { board: *position.board(), side: position.side(), link: position.link() }
    }

    #[inline(always)]
    fn is_open(&self) -> bool {
        matches!(self.link, Link::Push(_))
    }

    #[inline(always)]
    fn on_goal(&self) -> bool {
        self.board.pieces(self.side, RABBIT) & GOAL[self.side.index()] != 0
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
        let gone = next.board.undefended();
        if gone != 0 {
            next.board.kinds.iter_mut().chain(&mut next.board.sides).for_each(|set| *set &= !gone);
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
        let runners = board.pieces(side, RABBIT) & near(GOAL[side.index()]);
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
        let near_enough =
            own & board.kinds[RABBIT] & (doorstep | shifted(doorstep, backward(side)));
        if near_enough == 0 {
            return false;
        }
        let enemies = board.of(side.other());
        let empty = !(own | enemies);
        let ahead = crate::steps::opposite(backward(side));
        let frozen = board.frozen(side);
        if shifted(near_enough & !frozen, ahead) & empty & goal != 0 {
            return true;
        }
        let danger = near(enemies & !board.kinds[RABBIT]);
        for at in squares(near_enough) {
            let rabbit = 1 << at;
            let others = own & !rabbit;
            if rabbit & frozen == 0 {
                // A friend on a trap that only the rabbit guards falls when it leaves.
                let lost = TRAPS & others & near(rabbit) & !near(others);
                let middle = runs(side, rabbit) & empty & doorstep;
                let free = middle & (!danger | near(others & !lost));
                if shifted(free, ahead) & empty != 0 {
                    return true;
                }
            }
            let target = shifted(rabbit, ahead) & goal;
            if target & own != 0 {
                // A piece that stands in the way moves on; the rabbit is alone then, or has another
                // friend.
                let goes = target & frozen == 0 && near(target) & empty != 0;
                if goes && (rabbit & danger == 0 || near(rabbit) & others & !target != 0) {
                    return true;
                }
            } else if target & empty != 0 {
                // Only because it is frozen it did not go at once.
                let beside_it = near(rabbit) & empty & !target;
                if arrivals(board, side, others & !frozen) & beside_it != 0 {
                    return true;
                }
            }
        }
        let Link::Pull(pull) = self.link else { return false };
        // What is pulled leaves the goal free, or freezes a rabbit before it, or guards on a trap what freezes one.
        let runners = near_enough & doorstep;
        let trapped = enemies & TRAPS & near(runners);
        let matters = near(runners) | near(trapped);
        Direction::ALL.into_iter().any(|way| {
            let pulled = board.pulled(side, pull, way) & matters;
            squares(pulled).any(|at| self.after(at, way).reaches_at_once())
        })
    }

    /// The steps that a goal with the third step from here may begin with.
    ///
    /// All that `reaches_in_two` asks for stands at most three squares from a rabbit that is two
    /// from its goal: the friend that comes, and whatever may freeze that. A piece that falls in a
    /// trap there had its guard one further. A rabbit that comes near enough by this step itself
    /// stands one behind those. After a push one step is left, so it must change the squares beside
    /// a rabbit before its goal. Where the bound leaves no step to waste, each has a part in the goal.
    #[inline(always)]
    fn steps_of_three(&self, bound: &Bound) -> Steps {
        let board = &self.board;
        let reach = zone(self.side, 2);
        let rabbits = board.pieces(self.side, RABBIT);
        let around = widened(rabbits & reach, 3);
        let trapped = board.occupied() & TRAPS & around;
        let mut within =
            around | rabbits & zone(self.side, 3) | if trapped != 0 { near(around) } else { 0 };
        if bound.steps == 3 {
            within &= self.touched(bound, 0);
        }
        let mut steps = touching(&Steps::of(board, self.side, self.link, true), within);
        let pushed = widened(rabbits & zone(self.side, 1), 2);
        let pulled = if let Link::Pull(pull) = self.link { near(1 << pull.square) } else { 0 };
        for set in &mut steps.from {
            *set &= board.of(self.side) | pushed | pulled;
        }
        steps
    }

    /// True if the side brings a rabbit to its goal in at most `budget` more steps.
    fn reaches(&self, budget: u32) -> bool {
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
        let pulls = matches!(self.link, Link::Pull(_));
        match budget {
            0 => false,
            1 => self.reaches_at_once(),
            2 => self.reaches_in_two(),
            3 => {
                let bound = bound(&self.board, self.side, budget, pulls);
                if bound.steps > budget {
                    return false;
                }
                bound.exact || any(&self.steps_of_three(&bound), self.by_step(budget))
            }
            _ => {
                let bound = closer_bound(&self.board, self.side, budget, pulls);
                bound.steps <= budget && (bound.exact || self.reaches_within(&bound, budget))
            }
        }
    }

    /// As [`reaches`](Walk::reaches), where all steps of the turn are left and the bound is known.
    fn reaches_within(&self, bound: &Bound, budget: u32) -> bool {
        let steps = Steps::of(&self.board, self.side, self.link, true);
        let first = touching(&steps, widened(bound.area, 1));
        if any(&first, self.by_step(budget)) {
            return true;
        }
        let mut rest = steps.without(&first);
        let slack = budget - bound.steps;
        if slack < 2 {
            rest = touching(&rest, self.touched(bound, slack));
        }
        any(&rest, self.by_step(budget))
    }

    /// Where a step begins or ends that has a part in a goal, with so many steps to waste.
    ///
    /// The changes of a step end at its squares and at a trap beside the first; the effect of what that frees ends one
    /// further. A piece in the way that stands on a trap goes with its guard, one further still.
    #[inline(always)]
    fn touched(&self, bound: &Bound, slack: u32) -> Squares {
        let trapped = self.board.of(self.side.other()) & TRAPS & widened(bound.area, 1);
        widened(bound.area, 2 + u32::from(trapped != 0) + 3 * slack)
    }

    /// True of a step after which the rest of `budget` is enough.
    #[inline(always)]
    fn by_step(&self, budget: u32) -> impl Fn(Move) -> bool {
        move |mv| {
            add_tried(1);
            mv.as_step().is_some_and(|(from, way)| self.after(from, way).reaches(budget - 1))
        }
    }
}

thread_local! {
    /// How many steps the searches for goals of this thread have tried, or would have if they had kept nothing.
    static TRIED: Cell<u32> = const { Cell::new(0) };
    /// How far goals are: the key of a position, but for the lowest three bits, which say in how many steps the goal is
    /// reached and one, or [`NOT_REACHED`], and the bits that it is found by, which say how many steps were tried for it.
    static FOUND: Box<[Cell<u64>]> = vec![Cell::new(0); 1 << FOUND_BITS].into();
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

#[inline(always)]
fn any(steps: &Steps, mut test: impl FnMut(Move) -> bool) -> bool {
    for way in Direction::ALL {
        for from in squares(steps.from[way as usize]) {
            if test(Move::step(from, way)) {
                return true;
            }
        }
    }
    false
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
            let tried = steps_tried().wrapping_sub(before).min(MOST_TRIED);
            TRIED.set(before.wrapping_add(tried));
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
        let walk = Walk::of(self);
        (bound.steps.max(1)..=most).find(|&budget| {
            let all = budget == 4 && !open;
            if all { walk.reaches_within(&bound, budget) } else { walk.reaches(budget) }
        })
    }

    /// A lower bound of the steps in which `side` reaches a goal if the other side makes none, without any search: from 0 to
    /// `most`, up to two turns; more if it is not reached in so many.
    pub(crate) fn least_steps_to_goal(&self, side: Side, most: u32) -> u32 {
        let board = self.board();
        let mut best = Bound { steps: NEVER, exact: false, area: 0 };
        for at in squares(board.pieces(side, RABBIT) & zone(side, most)) {
            flood::<false, 12>(board, side, 1 << at, most, true, &mut best);
        }
        best.steps
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
        let walk = Walk::of(self);
        let mut firsts = self.legal_steps();
        if !walk.is_open() {
            // In so few steps as it takes, each has a part in the goal.
            let bound = bound(self.board(), self.side(), steps, self.may_pull());
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
