//! The static evaluation: pawns, and how far they are.

use game::{Evaluator, Position as _, Side};

use crate::position::{Move, Position, SIZE};

game::parameters! {
    /// The numbers of the evaluation.
    pub struct EvalParams {
        /// A pawn, by its rank from its own side.
        by_rank: [i16; 8] = [110, 95, 100, 110, 130, 170, 260, 400], 0..=1000, step 10, "points";
        /// The right to move.
        tempo: i32 = 10, -50..=50, step 5, "points";
    }
}

/// The static evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    params: EvalParams,
}

impl Evaluation {
    /// The worth of a pawn on a square.
    fn pawn(&self, side: Side, square: usize) -> i32 {
        let rank = square / SIZE;
        let rank = if side == Side::First { rank } else { SIZE - 1 - rank };
        i32::from(self.params.by_rank[rank])
    }

    fn worth(&self, side: Side, pawns: u64) -> i32 {
        let on = |square: &usize| pawns >> square & 1 == 1;
        (0..SIZE * SIZE).filter(on).map(|square| self.pawn(side, square)).sum()
    }
}

impl Evaluator<Position> for Evaluation {
    type Params = EvalParams;
    /// The worth of the first side's pawns, less the second side's.
    type State = i32;

    fn new(params: &EvalParams, _root: &Position) -> Self {
        Self { params: params.clone() }
    }

    fn fresh(&self, position: &Position) -> i32 {
        let [first, second] = Side::BOTH.map(|side| self.worth(side, position.pawns(side)));
        first - second
    }

    fn update(&self, state: &i32, before: &Position, mv: Move, _after: &Position) -> i32 {
        let (side, other) = (before.side_to_move(), before.side_to_move().other());
        let (from, to) = (mv.from() % (SIZE * SIZE), mv.to());
        let takes = before.pawns(other) >> to & 1 == 1;
        let taken = if takes { self.pawn(other, to) } else { 0 };
        let gain = self.pawn(side, to) - self.pawn(side, from) + taken;
        if side == Side::First { state + gain } else { state - gain }
    }

    fn evaluate(&self, position: &Position, state: &i32) -> i32 {
        let own = if position.side_to_move() == Side::First { *state } else { -state };
        own + self.params.tempo
    }
}
