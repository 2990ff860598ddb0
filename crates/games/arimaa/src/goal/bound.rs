//! A lower bound of the steps that a rabbit needs to its goal, by a flood.
//!
//! From each rabbit that is near enough: an empty square costs one step, a piece of one's own in the way another one at
//! least, one of the other side two (a pull; after a push the pusher would stand there), and where the rabbit would be frozen
//! or captured something else must be done once. Each costs one step more where no piece is near enough to do it at once.
//! Where the flood meets nothing in its way the bound is exact.

use game::Side;

use crate::board::{
    Board, Direction, GOAL, RABBIT, Squares, TRAPS, backward, near, shifted, squares,
};

/// More steps than a turn has.
const NEVER: u32 = 9;

/// The result of the flood from all rabbits of a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// At least so many steps are needed.
    pub(super) steps: u32,
    /// True if so many steps of one rabbit are enough.
    pub(super) exact: bool,
    /// The squares that a rabbit may come over within the budget.
    pub(super) area: Squares,
    /// The rabbits that may come to the goal within the budget.
    pub(super) rabbits: Squares,
}

/// The squares from which a side's rabbits are at most `steps` ranks from the goal.
#[inline(always)]
pub(super) const fn zone(side: Side, steps: u32) -> Squares {
    let ranks = 8 * (7 - if steps > 7 { 7 } else { steps });
    match side {
        Side::First => u64::MAX << ranks,
        Side::Second => u64::MAX >> ranks,
    }
}

/// Where a rabbit of a side goes in one step.
#[inline(always)]
pub(super) const fn runs(side: Side, set: Squares) -> Squares {
    let ahead = match backward(side) {
        Direction::South => Direction::North,
        _ => Direction::South,
    };
    shifted(set, ahead) | shifted(set, Direction::East) | shifted(set, Direction::West)
}

impl Bound {
    const NONE: Self = Self { steps: NEVER, exact: false, area: 0, rabbits: 0 };
}

/// The bound by what stands in the way. `pulls`: whether a piece of the other side may be pulled by the next step,
/// which takes one step and not two.
#[inline(always)]
pub(super) fn bound(board: &Board, side: Side, budget: u32, pulls: bool) -> Bound {
    let rabbits = board.pieces(side, RABBIT) & zone(side, budget);
    bound_of::<false>(board, side, rabbits, budget, pulls)
}

/// The bound that asks, too, if what is in the way can be helped at once: only where the other leaves the question open.
#[inline(always)]
pub(super) fn closer_bound(board: &Board, side: Side, budget: u32, pulls: bool) -> Bound {
    let bound = bound(board, side, budget, pulls);
    if bound.steps > budget || bound.exact {
        return bound;
    }
    bound_of::<true>(board, side, bound.rabbits, budget, pulls)
}

#[inline(always)]
fn bound_of<const CLOSE: bool>(
    board: &Board,
    side: Side,
    rabbits: Squares,
    budget: u32,
    pulls: bool,
) -> Bound {
    let mut best = Bound::NONE;
    for at in squares(rabbits) {
        flood::<CLOSE, 8>(board, side, 1 << at, budget, pulls, &mut best);
    }
    best
}

/// At least so many steps are needed, up to `most` of two turns, if the other side makes none.
#[inline(always)]
pub(super) fn bound_over_two_turns(board: &Board, side: Side, most: u32) -> u32 {
    let mut best = Bound::NONE;
    for at in squares(board.pieces(side, RABBIT) & zone(side, most)) {
        flood::<false, 12>(board, side, 1 << at, most, true, &mut best);
    }
    best.steps
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
        best.rabbits |= rabbit;
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
    best.rabbits |= rabbit;
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
pub(super) fn widened(set: Squares, times: u32) -> Squares {
    (0..times).fold(set, |set, _| set | near(set))
}
