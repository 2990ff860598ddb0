//! The static score: stones near the middle take part in more lines.

use game::{Evaluator, Position as _, Side};

use crate::position::{COLUMNS, Move, Position, ROWS, square};

game::parameters! {
    /// The numbers of the evaluation.
    pub struct EvalParams {
        /// A stone, by its distance from the middle column.
        by_distance: [i16; 4] = [30, 20, 10, 0], -100..=100, step 5, "points";
        /// The right to move.
        tempo: i32 = 5, -50..=50, step 5, "points";
    }
}

/// The static evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    params: EvalParams,
}

impl Evaluation {
    fn stone(&self, column: usize) -> i32 {
        i32::from(self.params.by_distance[column.abs_diff(COLUMNS / 2)])
    }
}

impl Evaluator<Position> for Evaluation {
    type Params = EvalParams;
    /// The worth of the first side's stones, less the second side's.
    type State = i32;

    fn new(params: &EvalParams, _root: &Position) -> Self {
        Self { params: params.clone() }
    }

    fn fresh(&self, position: &Position) -> i32 {
        let worth = |side: Side| -> i32 {
            let stones = position.stones(side);
            let on = |column, row| (stones >> square(column, row) & 1) as i32;
            (0..COLUMNS)
                .map(|column| {
                    (0..ROWS).map(|row| on(column, row)).sum::<i32>() * self.stone(column)
                })
                .sum()
        };
        worth(Side::First) - worth(Side::Second)
    }

    fn update(&self, state: &i32, before: &Position, mv: Move, _after: &Position) -> i32 {
        let stone = self.stone(mv.column());
        if before.side_to_move() == Side::First { state + stone } else { state - stone }
    }

    fn evaluate(&self, position: &Position, state: &i32) -> i32 {
        let own = if position.side_to_move() == Side::First { *state } else { -state };
        own + self.params.tempo
    }
}
