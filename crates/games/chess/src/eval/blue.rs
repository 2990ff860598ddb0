//! The five heuristics of the Shallow Blue experiment.
//!
//! Each is mine against theirs, scaled to -1..1: the values of the pieces (1, 3, 3, 5, 9); check; the value of the
//! enemy's pieces under attack; the squares that can be moved to, the four in the centre counted twice; the own pieces that are covered.

use game::Side;

use crate::attacks;
use crate::board::{Squares, forward, pawn_attacks, rank_squares, squares};
use crate::piece::Piece;
use crate::position::Position;

const VALUES: [i32; 5] = [1, 3, 3, 5, 9];
/// d4, e4, d5, e5.
const CENTRE: Squares = 0x0000_0018_1800_0000;
/// The points of a heuristic of weight 1 at its greatest.
const UNIT: i32 = 1_000;

/// Mine against theirs, from -[`UNIT`] to [`UNIT`].
fn ratio(mine: i32, theirs: i32) -> i32 {
    if mine + theirs == 0 { 0 } else { UNIT * (mine - theirs) / (mine + theirs) }
}

fn worth(position: &Position, side: Side, of: Squares) -> i32 {
    let values = Piece::ALL.into_iter().zip(VALUES);
    values
        .map(|(piece, value)| value * (position.pieces(side, piece) & of).count_ones() as i32)
        .sum()
}

/// All squares that a side attacks, its own pieces' among them, and where its pawns can go.
fn reach(position: &Position, side: Side) -> (Squares, Squares) {
    let occupied = position.occupied();
    let pawns = position.pieces(side, Piece::Pawn);
    let takes = pawn_attacks(side, pawns);
    let mut attacked = attacks::king(position.king(side));
    for at in squares(position.pieces(side, Piece::Knight)) {
        attacked |= attacks::knight(at);
    }
    let queens = position.of_kind(Piece::Queen);
    let own = position.all_of(side);
    for at in squares((position.of_kind(Piece::Bishop) | queens) & own) {
        attacked |= attacks::bishop(at, occupied);
    }
    for at in squares((position.of_kind(Piece::Rook) | queens) & own) {
        attacked |= attacks::rook(at, occupied);
    }
    let third = rank_squares(if side == Side::First { 2 } else { 5 });
    let one = forward(side, pawns) & !occupied;
    let two = forward(side, one & third) & !occupied;
    let theirs = position.all_of(side.other());
    let targets = (attacked & !own) | (takes & theirs) | one | two;
    (attacked | takes, targets)
}

/// The score from the view of the side to move, with these weights.
pub(super) fn score(weights: &[i32; 5], position: &Position) -> i32 {
    let us = position.turn();
    let sides = [us, us.other()];
    let [value, check, attack, moves, cover] = *weights;
    let mut score = value * {
        let [mine, theirs] = sides.map(|side| worth(position, side, !0));
        ratio(mine, theirs)
    };
    // Only the side to move can be in check.
    if position.checkers() != 0 {
        score -= check * UNIT;
    }
    if attack == 0 && moves == 0 && cover == 0 {
        return score;
    }
    let [(mine, my_moves), (theirs, their_moves)] = sides.map(|side| reach(position, side));
    score += attack * ratio(worth(position, us.other(), mine), worth(position, us, theirs));
    let squares = |set: Squares| (set.count_ones() + (set & CENTRE).count_ones()) as i32;
    score += moves * ratio(squares(my_moves), squares(their_moves));
    if cover != 0 {
        let covered = |side, set: Squares| (position.all_of(side) & set).count_ones() as i32;
        score += cover * ratio(covered(us, mine), covered(us.other(), theirs));
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Notation as _;

    #[test]
    fn each_heuristic_is_mine_against_theirs() {
        let of = |text: &str, number: usize| {
            let mut weights = [0; 5];
            weights[number] = 1;
            score(&weights, &Position::parse(text).unwrap())
        };
        let start = Position::start().text();
        assert!((0..5).all(|number| of(&start, number) == 0));
        // A rook against a knight: 5 and 3.
        let uneven = "4k3/8/8/3n4/8/8/8/R3K3 w - - 0 1";
        assert_eq!(of(uneven, 0), 1000 * 2 / 8);
        assert_eq!(of(uneven, 1), 0);
        assert_eq!(of("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", 1), -1000);
        // The rook attacks the knight, nothing attacks the rook.
        assert_eq!(of("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", 2), 1000);
        // White covers its rook, Black nothing.
        assert_eq!(of("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", 4), 1000);
        assert_eq!(of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 3), 0);
    }
}
