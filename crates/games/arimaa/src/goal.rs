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

use game::{Side, StaticWin};

use crate::board::{
    Board, Direction, GOAL, RABBIT, Squares, TRAPS, backward, near, shifted, squares,
};
use crate::moves::Move;
use crate::position::Position;
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
        flood::<CLOSE>(board, side, 1 << at, budget, pulls, &mut best);
    }
    best
}

#[inline(always)]
fn flood<const CLOSE: bool>(
    board: &Board,
    side: Side,
    rabbit: Squares,
    budget: u32,
    pulls: bool,
    best: &mut Bound,
) {
    const ROOM: usize = 8;
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
    // What has room: an empty square beside it. A piece on a trap goes with its only guard.
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

/// Positions from which a search found no goal: steps in another order lead there again.
struct Failed([u64; 256]);

impl Failed {
    fn new() -> Self {
        Self([0; 256])
    }

    #[inline(always)]
    fn slot(&mut self, position: &Position) -> (&mut u64, u64) {
        // The steps left are in the key, and with them the budget but for one search's start.
        let key = position.stored_key() | 1;
        (&mut self.0[(key >> 56) as usize], key)
    }
}

/// True if `side` brings a rabbit to its goal with one step, or has one there and can close the push
/// that is open.
#[inline(always)]
fn reaches_at_once(position: &Position, side: Side) -> bool {
    let board = position.board();
    if position.has_open_push() {
        return position.on_goal(side) && position.raw_steps().count() > 0;
    }
    let runners = board.pieces(side, RABBIT) & near(GOAL[side.index()]);
    let room = GOAL[side.index()] & !board.occupied();
    runs(side, runners) & room != 0 && runs(side, runners & !board.frozen(side)) & room != 0
}

/// True if `side`, whose turn it is, brings a rabbit to its goal in at most `budget` more steps.
fn reaches(position: &Position, side: Side, budget: u32, failed: &mut Failed) -> bool {
    if position.side() != side || !position.has_open_push() {
        if position.on_goal(side) {
            return true;
        }
        if position.side() != side || budget == 0 {
            return false;
        }
    } else if budget == 0 {
        return false;
    }
    if budget == 1 {
        return reaches_at_once(position, side);
    }
    let open = position.has_open_push();
    let bound = closer_bound(position.board(), side, budget, position.may_pull());
    if bound.steps > budget {
        return false;
    }
    if bound.exact && !open && bound.steps > 0 {
        return true;
    }
    let (slot, key) = failed.slot(position);
    if *slot == key {
        return false;
    }
    let slack = budget - bound.steps;
    let mut steps = position.raw_steps();
    if slack < 2 && !open {
        // The changes of a step end at its squares and at a trap beside the first; the effect of what that frees
        // ends one further. A piece in the way that stands on a trap goes with its guard, one further still.
        let board = position.board();
        let trapped = board.of(side.other()) & TRAPS & widened(bound.area, 1);
        steps = touching(&steps, widened(bound.area, 2 + u32::from(trapped != 0) + 3 * slack));
    }
    let found = any(&steps, |mv| reaches(&position.after(mv), side, budget - 1, failed));
    if !found {
        let (slot, key) = failed.slot(position);
        *slot = key;
    }
    found
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
        let bound = closer_bound(self.board(), side, most, self.may_pull());
        if bound.steps > most {
            return None;
        }
        if bound.exact && !open {
            return Some(bound.steps);
        }
        let least = bound.steps.max(1);
        (least..=most).find(|&budget| reaches(self, side, budget, &mut Failed::new()))
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
        let side = self.side();
        let mut first = None;
        any(&self.legal_steps(), |mv| {
            let mut failed = Failed::new();
            let found = reaches(&self.after(mv), side, steps.saturating_sub(1), &mut failed);
            if found {
                first = Some(mv);
            }
            found
        });
        first.map(|mv| StaticWin { mv, plies: steps as i32 })
    }
}
