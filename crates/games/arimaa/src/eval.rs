//! The static evaluation: material, squares, freedom, traps, captures to come, goals to come.

use game::{Evaluator, Side};

use crate::board::{
    Board, Direction, HOME, KINDS, RABBIT, Squares, TRAPS, backward, beside, near, shifted, squares,
};
use crate::captures::captures_by;
use crate::material::Material;
use crate::moves::Move;
use crate::params::EvalParams;
use crate::position::{Position, STEPS};

/// The static evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By side, kind and square: what a piece there is worth, the second side's negative.
    squares: Box<[[[i32; 64]; KINDS]; 2]>,
    material: Material,
    /// The value of each kind, for captures to come.
    values: [i32; KINDS],
    params: EvalParams,
}

/// The state carried from position to position, the second side's subtracted from the first's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalState {
    squares: i32,
    material: i32,
}

/// The traps on a side's own half.
const OWN_TRAPS: [Squares; 2] = [TRAPS & 0xffff_ffff, TRAPS & !0xffff_ffff];

impl Evaluator<Position> for Evaluation {
    type Params = EvalParams;
    type State = EvalState;
    const ORDERS: bool = true;

    fn new(params: &EvalParams, _root: &Position) -> Self {
        let mut table = Box::new([[[0; 64]; KINDS]; 2]);
        for side in Side::BOTH {
            for kind in 0..KINDS {
                for square in 0..64 {
                    let (rank, file) = (square / 8, square % 8);
                    let rank = if side == Side::First { rank } else { 7 - rank };
                    let file = file.min(7 - file);
                    let value = i32::from(params.by_rank[kind * 8 + rank])
                        + i32::from(params.by_file[kind * 4 + file]);
                    table[side.index()][kind][square] =
                        if side == Side::First { value } else { -value };
                }
            }
        }
        let material = Material::new(params);
        let values = material.values();
        Self { squares: table, material, values, params: params.clone() }
    }

    fn fresh(&self, position: &Position) -> EvalState {
        let board = position.board();
        let sum = |square| {
            board.at(square).map_or(0, |(side, kind)| self.squares[side.index()][kind][square])
        };
        EvalState {
            squares: squares(board.occupied()).map(sum).sum(),
            material: self.material.score(board),
        }
    }

    #[inline(always)]
    fn update(
        &self,
        state: &EvalState,
        before: &Position,
        mv: Move,
        after: &Position,
    ) -> EvalState {
        let Some((from, way)) = mv.as_step() else {
            return if mv.is_pass() { *state } else { self.fresh(after) };
        };
        let (old, new) = (before.board(), after.board());
        if old.occupied().count_ones() != new.occupied().count_ones() {
            return self.fresh(after);
        }
        let side = usize::from(old.sides[1] >> from & 1 == 1);
        let table = &self.squares[side][old.kind_at(from)];
        let to = beside(from, way).unwrap_or(from);
        EvalState { squares: state.squares + table[to] - table[from], material: state.material }
    }

    fn evaluate(&self, position: &Position, state: &EvalState) -> i32 {
        let us = position.side();
        let absolute = state.squares + state.material;
        let mut score = if us == Side::First { absolute } else { -absolute };
        if position.is_setup() {
            return score;
        }
        let board = position.board();
        let them = us.other();
        let frozen = Side::BOTH.map(|side| board.frozen(side));
        let ours = frozen[us.index()];
        let theirs = frozen[them.index()];
        score += self.side_score(board, us, ours) - self.side_score(board, them, theirs);
        score += self.traps(board, us);
        let (now, next) = (&self.params.capture_now, &self.params.capture_next);
        score += self.capture_score(board, us, ours, position.steps_left(), now);
        score -= self.capture_score(board, them, theirs, STEPS, next);
        if let Some(steps) = position.goal_bound(them) {
            score -= self.params.goal_threat[steps.clamp(1, 4) as usize - 1];
        }
        score + self.params.step * i32::from(position.steps_left())
    }

    #[inline]
    fn order(&self, position: &Position, mv: Move) -> i32 {
        let params = &self.params;
        let Some((from, way)) = mv.as_step() else {
            return if mv.is_pass() { params.order_pass } else { 0 };
        };
        let Some(to) = beside(from, way) else { return 0 };
        let board = position.board();
        let side = position.side();
        let own = board.of(side) >> from & 1 == 1;
        let mut score = 0;
        if own {
            let kind = board.kind_at(from);
            if kind == crate::board::ELEPHANT {
                score += params.order_elephant;
            }
            if kind == RABBIT && way != Direction::East && way != Direction::West {
                score += params.order_rabbit;
            }
            // Onto a trap without a friend, or away from a friend on one.
            let left = board.of(side) & !(1 << from) | 1 << to;
            if left & TRAPS & !near(left) != 0 {
                score += params.order_sacrifice;
            }
        } else {
            score += params.order_displace;
        }
        if let Some(last) = position.made().last() {
            if let Some((before, turned)) = last.as_step() {
                if beside(before, turned) == Some(from) && to == before && own {
                    score += params.order_undo;
                }
                let near_last = near(1 << before) | near(near(1 << before)) | 1 << before;
                if near_last >> from & 1 == 1 {
                    score += params.order_near;
                }
            }
        }
        score
    }
}

impl Evaluation {
    /// The worth of a side's own pieces by where they stand, beside their squares.
    #[inline(always)]
    fn side_score(&self, board: &Board, side: Side, frozen: Squares) -> i32 {
        let params = &self.params;
        let own = board.of(side);
        let other = board.of(side.other());
        let empty = !(own | other);
        let mut score = 0;
        if frozen != 0 {
            let home = near(OWN_TRAPS[side.other().index()]) | OWN_TRAPS[side.other().index()];
            for kind in 0..KINDS - 1 {
                let set = frozen & board.kinds[kind];
                score += i32::from(params.frozen[kind]) * set.count_ones() as i32;
                // Held beside a trap of the other side.
                score -= i32::from(params.hostage[kind]) * (set & home).count_ones() as i32;
            }
        }
        let free = own & !frozen;
        let ahead = free & !board.kinds[RABBIT];
        let mut ways = 0;
        for way in Direction::ALL {
            let movers = if way == backward(side) { ahead } else { free };
            ways += (shifted(movers, way) & empty).count_ones();
        }
        score += params.mobility * ways as i32;
        // Pieces on traps that cannot leave, with one guard.
        for trap in squares(own & TRAPS) {
            let ring = near(1 << trap);
            if (ring & own).is_power_of_two() && ring & empty == 0 {
                score -= i32::from(params.framed[board.kind_at(trap)]);
            }
        }
        score + self.passed(board, side)
    }

    /// Rabbits that nothing stands before.
    #[inline(always)]
    fn passed(&self, board: &Board, side: Side) -> i32 {
        let other = board.of(side.other());
        let home = HOME[side.index()];
        let mut score = 0;
        for square in squares(board.pieces(side, RABBIT) & !home) {
            let at = 1u64 << square;
            let files = at | shifted(at, Direction::East) | shifted(at, Direction::West);
            let mut cone = files;
            let rank = square / 8;
            let advanced = if side == Side::First { rank } else { 7 - rank };
            for _ in advanced..7 {
                cone |= if side == Side::First { cone << 8 } else { cone >> 8 };
            }
            if cone & !files & other == 0 {
                score += i32::from(self.params.passed[advanced]);
            }
        }
        score
    }

    /// The traps, seen by `us`.
    #[inline(always)]
    fn traps(&self, board: &Board, us: Side) -> i32 {
        let params = &self.params;
        let (own, other) = (board.of(us), board.of(us.other()));
        let mut score = 0;
        for trap in squares(TRAPS) {
            let ring = near(1 << trap);
            let (ours, theirs) =
                ((ring & own).count_ones() as usize, (ring & other).count_ones() as usize);
            let near_us = OWN_TRAPS[us.index()] >> trap & 1 == 1;
            let (our_table, their_table) = if near_us {
                (&params.own_trap, &params.far_trap)
            } else {
                (&params.far_trap, &params.own_trap)
            };
            score += i32::from(our_table[ours]) - i32::from(their_table[theirs]);
            for kind in (1..KINDS).rev() {
                let here = ring & board.kinds[kind];
                if here != 0 {
                    if here & own != 0 {
                        score += params.trap_power;
                    }
                    if here & other != 0 {
                        score -= params.trap_power;
                    }
                    break;
                }
            }
        }
        score
    }

    /// The captures of `side` in so many steps: the dearest in full, others for a quarter.
    #[inline(always)]
    fn capture_score(
        &self,
        board: &Board,
        side: Side,
        frozen: Squares,
        steps: u8,
        shares: &[i32; 3],
    ) -> i32 {
        let (mut best, mut sum) = (0, 0);
        captures_by(board, side, board.of(side) & !frozen, |capture| {
            if capture.steps > u32::from(steps) {
                return;
            }
            let share = shares[(capture.steps.clamp(2, 4) - 2) as usize];
            let value = self.values[board.kind_at(capture.square)] * share / 100;
            sum += value;
            best = best.max(value);
        });
        best + (sum - best) / 4
    }
}
