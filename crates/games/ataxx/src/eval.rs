//! The static evaluation: stones and where they stand, what could be taken and what could not, and room.

use game::{Evaluator, Pair, Position as _, Side};

use crate::board::{BITS, by_touching, near, reach, squares, touching};
use crate::moves::Move;
use crate::params::EvalParams;
use crate::position::Position;

/// The static evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By square: what a stone there is worth.
    squares: [Pair; BITS],
    /// By how many stones the other side would take, from 1.
    capture: [Pair; 7],
    safe: Pair,
    room: Pair,
    tempo: Pair,
    order_stone: i32,
    order_left: i32,
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

/// The empty squares of a board with nothing on it: all of the opening.
const SQUARES: i32 = 49;

impl EvalParams {
    /// The element of [`by_square`](Self::by_square) for a square by its file and rank, both below 7.
    pub const fn place_by_square(file: usize, rank: usize) -> usize {
        place(rank * 8 + file)
    }
}

impl Evaluator<Position> for Evaluation {
    type Params = EvalParams;
    /// The worth of the stones, the second side's subtracted from the first's.
    type State = Pair;

    const ORDERS: bool = true;

    fn new(params: &EvalParams, _root: &Position) -> Self {
        let pair = |[opening, endgame]: [i32; 2]| Pair::new(opening, endgame);
        let mut values = [Pair::default(); BITS];
        for at in squares(crate::board::BOARD) {
            let by_phase = [params.by_square[place(at)], params.by_square_late[place(at)]];
            values[at] = pair(by_phase.map(|value| params.stone + i32::from(value)));
        }
        let capture = |count| Pair::of([params.capture[count], params.capture_late[count]]);
        // A square that both reach is no hole of either, so the difference of holes is that of
        // room.
        let mut room = pair(params.mobility);
        room += pair(params.hole);
        Self {
            squares: values,
            capture: std::array::from_fn(capture),
            safe: pair(params.safe),
            room,
            tempo: pair(params.tempo),
            order_stone: params.order_stone,
            order_left: params.order_left,
        }
    }

    fn fresh(&self, position: &Position) -> Pair {
        let mut sum = Pair::default();
        squares(position.stones(Side::First)).for_each(|at| sum += self.squares[at]);
        squares(position.stones(Side::Second)).for_each(|at| sum -= self.squares[at]);
        sum
    }

    #[inline(always)]
    fn update(&self, state: &Pair, before: &Position, mv: Move, _: &Position) -> Pair {
        if mv.is_pass() {
            return *state;
        }
        let us = before.side_to_move();
        let mut gained = self.squares[mv.to()];
        if !mv.is_clone() {
            gained -= self.squares[mv.from()];
        }
        for at in squares(touching(mv.to()) & before.stones(us.other())) {
            gained += self.squares[at] * 2;
        }
        let mut state = *state;
        state += gained * if us == Side::First { 1 } else { -1 };
        state
    }

    /// The stones won, and those that a jump leaves exposed.
    #[inline(always)]
    fn orders(&self, position: &Position) -> impl Fn(Move) -> i32 {
        let own = position.stones(position.side_to_move());
        move |mv| {
            let won = position.tactical_value(mv) * self.order_stone;
            if mv.is_clone() {
                return won;
            }
            // A jump leaves an empty square, beside which its own stones can be taken.
            let left = touching(mv.from()) & own;
            won - left.count_ones() as i32 * self.order_left
        }
    }

    #[inline(always)]
    fn evaluate(&self, position: &Position, state: &Pair) -> i32 {
        let us = position.side_to_move();
        let (own, other) = (position.stones(us), position.stones(us.other()));
        let empty = position.empty();
        let (ours, theirs) = (reach(own) & empty, reach(other) & empty);
        let more = |own: u64, other: u64| own.count_ones() as i32 - other.count_ones() as i32;
        let mut sum = *state * if us == Side::First { 1 } else { -1 };
        let (lost, won) = (by_touching(own, theirs), by_touching(other, ours));
        for (value, (lost, won)) in self.capture.iter().zip(lost.into_iter().zip(won)) {
            sum += *value * more(lost, won);
        }
        let exposed = near(empty);
        sum += self.safe * more(own & !exposed, other & !exposed);
        sum += self.room * more(ours, theirs);
        sum += self.tempo;
        sum.tapered(empty.count_ones() as i32, SQUARES)
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
        let walls = "-------/-------/-------/x------/-------/x------/x1o2--";
        let black = Position::parse(&format!("{walls} x 0 1")).unwrap();
        let white = Position::parse(&format!("{walls} o 0 1")).unwrap();
        let params = EvalParams {
            by_square: [0; 10],
            by_square_late: [0; 10],
            capture: [-98, -147, 0, 0, 0, 0, 0],
            capture_late: [-490, -539, 0, 0, 0, 0, 0],
            safe: [343, 392],
            mobility: [98, 147],
            hole: [196, 245],
            tempo: [490, 539],
            ..EvalParams::default()
        };
        let evaluate = |at| Evaluation::new(&params, &black).evaluate_fresh(at);
        // Two stones more, a square where two can be lost for one where one can, one stone more that is safe, two squares
        // fewer in reach, and these two are holes; three squares are empty.
        let early = |sign: i32| sign * (-147 + 98 + 343 - 2 * 98 - 2 * 196) + 490;
        let late = |sign: i32| sign * (-539 + 490 + 392 - 2 * 147 - 2 * 245) + 539;
        let sum = |sign| sign * 2 * params.stone + (3 * early(sign) + 46 * late(sign)) / 49;
        assert_eq!(evaluate(&black), sum(1));
        assert_eq!(evaluate(&white), sum(-1));
    }

    #[test]
    fn moves_are_ordered_by_stones_won_and_stones_left_exposed() {
        let position = Position::parse("xx5/x6/7/o6/7/7/7 x 0 1").unwrap();
        let params = EvalParams { order_stone: 10, order_left: 3, ..EvalParams::default() };
        let evaluation = Evaluation::new(&params, &position);
        let orders = evaluation.orders(&position);
        let order = |text| orders(position.parse_move(text).unwrap());
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
