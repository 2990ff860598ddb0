//! The static evaluation: stones and where they stand, what could be taken, and room.

use game::{Evaluator, Position as _, Side};

use crate::board::{BITS, count_touching, reach, squares, touching};
use crate::moves::Move;
use crate::params::EvalParams;
use crate::position::Position;

/// The static evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By square: what a stone there is worth.
    squares: [i32; BITS],
    params: EvalParams,
}

/// The place of a square among the ten that differ under every turn and mirror of the board.
const fn place(at: usize) -> usize {
    let (file, rank) = (at % 8, at / 8);
    let (file, rank) =
        (if file > 3 { 6 - file } else { file }, if rank > 3 { 6 - rank } else { rank });
    let (low, high) = if file < rank { (file, rank) } else { (rank, file) };
    // Rows of the triangle have 4, 3, 2 and 1 places.
    [0, 4, 7, 9][low] + high - low
}

/// The phase of a board with nothing on it.
const PHASES: i32 = 49;

impl Evaluator<Position> for Evaluation {
    type Params = EvalParams;
    /// The worth of the stones, the second side's subtracted from the first's.
    type State = i32;

    const ORDERS: bool = true;

    fn new(params: &EvalParams, _root: &Position) -> Self {
        let mut values = [0; BITS];
        for at in squares(crate::board::BOARD) {
            values[at] = params.stone + i32::from(params.by_square[place(at)]);
        }
        Self { squares: values, params: params.clone() }
    }

    fn fresh(&self, position: &Position) -> i32 {
        let [first, second] = Side::BOTH
            .map(|side| squares(position.stones(side)).map(|at| self.squares[at]).sum::<i32>());
        first - second
    }

    #[inline(always)]
    fn update(&self, state: &i32, before: &Position, mv: Move, _: &Position) -> i32 {
        if mv.is_pass() {
            return *state;
        }
        let us = before.side_to_move();
        let mut gained = self.squares[mv.to()];
        if !mv.is_clone() {
            gained -= self.squares[mv.from()];
        }
        for at in squares(touching(mv.to()) & before.stones(us.other())) {
            gained += 2 * self.squares[at];
        }
        if us == Side::First { state + gained } else { state - gained }
    }

    /// The stones won, and those that a jump leaves exposed.
    #[inline(always)]
    fn order(&self, position: &Position, mv: Move) -> i32 {
        let won = position.tactical_value(mv) * self.params.order_stone;
        if mv.is_clone() {
            return won;
        }
        // A jump leaves an empty square, beside which its own stones can be taken.
        let left = touching(mv.from()) & position.stones(position.side_to_move());
        won - left.count_ones() as i32 * self.params.order_left
    }

    #[inline(always)]
    fn evaluate(&self, position: &Position, state: &i32) -> i32 {
        let us = position.side_to_move();
        let (own, other) = (position.stones(us), position.stones(us.other()));
        let empty = position.empty();
        let (ours, theirs) = (reach(own) & empty, reach(other) & empty);
        let exposed = count_touching(own, theirs) as i32 - count_touching(other, ours) as i32;
        let (our_room, their_room) = (ours.count_ones() as i32, theirs.count_ones() as i32);
        // What both reach is no hole of either, so the difference of holes is that of room.
        let room = our_room - their_room;
        let params = &self.params;
        let sum = |phase: usize| {
            params.capture_square[phase] * exposed
                + (params.mobility[phase] + params.hole[phase]) * room
                + params.tempo[phase]
        };
        let phase = empty.count_ones() as i32;
        let stones = if us == Side::First { *state } else { -state };
        stones + (sum(0) * phase + sum(1) * (PHASES - phase)) / PHASES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Notation as _;
    use std::collections::HashMap;

    #[test]
    fn each_term_counts_as_its_declaration_says() {
        // Black reaches b1, White b1, d1 and e1; b1 is touched by two stones of Black and by one of White.
        let walls = "-------/".repeat(5);
        let black = Position::parse(&format!("{walls}x------/x1o2-- x 0 1")).unwrap();
        let white = Position::parse(&format!("{walls}x------/x1o2-- o 0 1")).unwrap();
        let params = EvalParams {
            by_square: [0; 10],
            capture_square: [-49, -490],
            mobility: [98, 147],
            hole: [196, 245],
            tempo: [490, 539],
            ..EvalParams::default()
        };
        let evaluate = |at| Evaluation::new(&params, &black).evaluate_fresh(at);
        // One stone more, one more to lose, two squares fewer in reach, and these two are holes; three squares are empty.
        let early = |sign: i32| sign * (-49 - 2 * 98 - 2 * 196) + 490;
        let late = |sign: i32| sign * (-490 - 2 * 147 - 2 * 245) + 539;
        let sum = |sign| sign * params.stone + (3 * early(sign) + 46 * late(sign)) / 49;
        assert_eq!(evaluate(&black), sum(1));
        assert_eq!(evaluate(&white), sum(-1));
    }

    #[test]
    fn moves_are_ordered_by_stones_won_and_stones_left_exposed() {
        let position = Position::parse("xx5/x6/7/o6/7/7/7 x 0 1").unwrap();
        let params = EvalParams { order_stone: 10, order_left: 3, ..EvalParams::default() };
        let evaluation = Evaluation::new(&params, &position);
        let order = |text| evaluation.order(&position, position.parse_move(text).unwrap());
        assert_eq!(order("c6"), 10, "a clone is a stone more");
        assert_eq!(order("b5"), 30, "a clone that takes one is three");
        assert_eq!(order("a7c6"), -6, "two stones are left beside the empty square");
        assert_eq!(order("b7b5"), 20 - 6, "a jump that takes one");
    }

    #[test]
    fn there_are_ten_places_and_mirrors_share_them() {
        let mut counts = HashMap::new();
        for at in squares(crate::board::BOARD) {
            let (file, rank) = (at % 8, at / 8);
            *counts.entry(place(at)).or_insert(0) += 1;
            for other in [rank + 8 * file, 6 - file + 8 * rank, file + 8 * (6 - rank)] {
                assert_eq!(place(at), place(other));
            }
        }
        assert_eq!(counts.len(), 10);
        assert_eq!((counts[&0], counts[&1], counts[&4], counts[&9]), (4, 8, 4, 1));
    }
}
