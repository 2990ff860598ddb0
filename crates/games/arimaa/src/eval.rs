//! The static evaluation: material and squares, carried from position to position, and the terms of `terms.rs`.

use game::{Evaluator, Explanation, Side};

use crate::board::{KINDS, RABBIT, beside, squares};
use crate::material::Material;
use crate::moves::Move;
use crate::order;
use crate::params::EvalParams;
use crate::position::Position;

/// The static evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By side, kind and square: what a piece there is worth early and late, the second side's negative.
    squares: Box<[[[Phases; 64]; KINDS]; 2]>,
    material: Material,
    /// The value of each kind, for captures to come.
    pub(crate) values: [i32; KINDS],
    pub(crate) params: EvalParams,
}

/// The state carried from position to position, the second side's subtracted from the first's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalState {
    squares: Phases,
    material: i32,
}

/// A number with all pieces but rabbits on the board, and with none of them.
type Phases = [i32; 2];

#[inline(always)]
const fn plus(a: Phases, b: Phases) -> Phases {
    [a[0] + b[0], a[1] + b[1]]
}

/// How many pieces that are no rabbits there are at the start.
const PIECES: i32 = 16;

/// The value between early and late.
#[inline(always)]
fn by_phase(position: &Position, [early, late]: Phases) -> i32 {
    let board = position.board();
    let pieces = (board.occupied() & !board.kinds[RABBIT]).count_ones() as i32;
    (early * pieces + late * (PIECES - pieces)) / PIECES
}

impl Evaluation {
    /// The first side's material less the second's, and the same of the squares, in points.
    pub(crate) fn carried(&self, position: &Position) -> (i32, i32) {
        let EvalState { squares, material } = self.fresh(position);
        (material, by_phase(position, squares))
    }
}

impl Evaluator<Position> for Evaluation {
    type Params = EvalParams;
    type State = EvalState;
    const ORDERS: bool = true;
    const REMEMBERS: bool = true;
    const EXPLAINS: bool = true;

    fn new(params: &EvalParams, _root: &Position) -> Self {
        let mut table = Box::new([[[[0; 2]; 64]; KINDS]; 2]);
        for side in Side::BOTH {
            for kind in 0..KINDS {
                for square in 0..64 {
                    let (rank, file) = (square / 8, square % 8);
                    let rank = if side == Side::First { rank } else { 7 - rank };
                    let file = file.min(7 - file);
                    let at = (kind * 8 + rank) * 4 + file;
                    let value = [params.early_square[at], params.late_square[at]].map(i32::from);
                    table[side.index()][kind][square] =
                        if side == Side::First { value } else { value.map(i32::wrapping_neg) };
                }
            }
        }
        let material = Material::new(params);
        let values = material.values();
        Self { squares: table, material, values, params: params.clone() }
    }

    fn fresh(&self, position: &Position) -> EvalState {
        let board = position.board();
        let add = |sum, square| {
            let piece = board.at(square);
            piece.map_or(sum, |(side, kind)| plus(sum, self.squares[side.index()][kind][square]))
        };
        EvalState {
            squares: squares(board.occupied()).fold([0, 0], add),
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
        let left = table[from].map(i32::wrapping_neg);
        EvalState { squares: plus(plus(state.squares, table[to]), left), material: state.material }
    }

    fn evaluate(&self, position: &Position, state: &EvalState) -> i32 {
        let absolute = by_phase(position, state.squares) + state.material;
        let score = if position.side() == Side::First { absolute } else { -absolute };
        if position.is_setup() {
            return score;
        }
        score + self.terms(position)
    }

    fn explain(&self, position: &Position) -> Vec<Explanation> {
        self.reasons(position)
    }

    #[inline(always)]
    fn orders(&self, position: &Position) -> impl Fn(Move) -> i32 {
        order::orders(&self.params, position)
    }
}
