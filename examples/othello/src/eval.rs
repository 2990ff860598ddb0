//! The static evaluation: where stones stand, and how many moves each side has.

use game::{Evaluator, Position as _, Side};

use crate::position::{CORNERS, Move, Position};

/// Beside a corner on the diagonal, and along the edge.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
const EDGES: u64 = 0xff81_8181_8181_81ff & !(CORNERS | C_SQUARES);
const INSIDE: u64 = !(CORNERS | X_SQUARES | C_SQUARES | EDGES);

game::parameters! {
    /// The numbers of the evaluation.
    pub struct EvalParams {
        /// A stone in a corner, beside it on the diagonal, beside it on the edge, elsewhere on the edge, and inside.
        by_place: [i16; 5] = [500, -150, -60, 40, -5], -1000..=1000, step 10, "points";
        /// A square where a stone may be put.
        mobility: i32 = 40, 0..=200, step 5, "points";
        /// The right to move.
        tempo: i32 = 20, -50..=50, step 5, "points";
    }
}

/// The static evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    params: EvalParams,
}

impl Evaluation {
    fn worth(&self, position: &Position, side: Side) -> i32 {
        let places = [CORNERS, X_SQUARES, C_SQUARES, EDGES, INSIDE];
        let stones = position.stones(side);
        let placed = places.iter().zip(self.params.by_place);
        let placed: i32 = placed
            .map(|(place, worth)| (stones & place).count_ones() as i32 * i32::from(worth))
            .sum();
        placed + position.placings(side).count_ones() as i32 * self.params.mobility
    }
}

impl Evaluator<Position> for Evaluation {
    type Params = EvalParams;
    /// Nothing is kept up: counting bits is as quick.
    type State = ();

    fn new(params: &EvalParams, _root: &Position) -> Self {
        Self { params: params.clone() }
    }

    fn fresh(&self, _position: &Position) {}

    fn update(&self, _state: &(), _before: &Position, _mv: Move, _after: &Position) {}

    fn evaluate(&self, position: &Position, _state: &()) -> i32 {
        let side = position.side_to_move();
        self.worth(position, side) - self.worth(position, side.other()) + self.params.tempo
    }
}
