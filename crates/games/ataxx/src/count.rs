//! Counting the last two plies without making a move.

use crate::board::{Squares, jumps, near, reach, squares, touching};
use crate::position::Position;

/// No square is the target of more moves of one side: 16 jumps and a clone.
const MOST_ONTO_A_SQUARE: u32 = 17;

/// How many moves lead onto a square from `stones`.
#[inline(always)]
fn moves_onto(square: usize, stones: Squares) -> u32 {
    u32::from(touching(square) & stones != 0) + (jumps(square) & stones).count_ones()
}

impl Position {
    /// How many leaves there are two plies below; a game over after one ply counts as `finished`.
    /// None where replies are so few that each position must be looked at.
    ///
    /// A move that takes nothing changes the replies by those onto its target, and, if it is a
    /// jump, by those onto the square that it leaves: the sum over all of them needs no loop over
    /// moves. Moves that take stones are counted by their target.
    pub(crate) fn count_two(&self, finished: u64) -> Option<u64> {
        let (own, other) = self.own_and_other();
        let empty = self.empty();
        let replies = Self::count_moves(other, empty);
        if replies <= MOST_ONTO_A_SQUARE || reach(own) & empty == 0 {
            return None;
        }
        let quiet = empty & !near(other);
        // Every move that takes nothing leaves the replies as they are,
        let mut leaves = u64::from(Self::count_moves(own, quiet)) * u64::from(replies);
        // but for those onto its target (which no stone touches: only jumps are lost)
        for to in squares(quiet & reach(other) & reach(own)) {
            let lost = (jumps(to) & other).count_ones();
            leaves -= u64::from(moves_onto(to, own) * lost);
        }
        // and those onto the square that a jump leaves.
        for from in squares(own & reach(other)) {
            let won = moves_onto(from, other);
            leaves += u64::from((jumps(from) & quiet).count_ones() * won);
        }
        for to in squares(near(other) & empty & reach(own)) {
            leaves += Self::count_after_taking(to, own, other, empty, finished);
        }
        Some(leaves)
    }

    /// The leaves of all moves onto `to`, which take what touches it.
    fn count_after_taking(
        to: usize,
        own: Squares,
        other: Squares,
        empty: Squares,
        finished: u64,
    ) -> u64 {
        let taken = touching(to) & other;
        let (clones, sources) = (touching(to) & own, jumps(to) & own);
        let moves = u64::from(clones != 0) + u64::from(sources.count_ones());
        let left = other ^ taken;
        if left == 0 {
            return moves * finished;
        }
        let room = empty & !(1 << to);
        let replies = Self::count_moves(left, room);
        let mut leaves = moves * u64::from(replies);
        // Stones without a move pass, and the game goes on: the other side had more moves than lead onto one square, so
        // the mover can now go where a stone that it took could.
        for from in squares(sources) {
            let won = moves_onto(from, left);
            leaves += u64::from(won) + u64::from(replies + won == 0);
        }
        leaves + u64::from(clones != 0 && replies == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::perft::{Finished, walk};
    use game::{Notation as _, Position as _, laws};
    use rand::SeedableRng;

    #[test]
    fn a_side_that_is_left_without_a_move_passes() {
        // Black takes e3 by a clone, or by a jump from g1; the stone in the corner is walled in.
        let text = "o--4/---4/---4/7/4o2/7/x3x1x x 0 1";
        let position = Position::parse(text).unwrap();
        for (finished, custom) in [(0, Finished::Nothing), (1, Finished::OneLeaf)] {
            assert_eq!(position.count_two_plies(finished), Some(walk(&position, 2, custom)));
        }
    }

    #[test]
    fn two_plies_are_counted_as_by_making_moves() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(5);
        let mut counted = 0;
        for seed in 0..200 {
            laws::random_walk(Position::random_walls(seed), 120, &mut rng, |position| {
                if position.ending().is_some() {
                    return;
                }
                for (finished, custom) in [(0, Finished::Nothing), (1, Finished::OneLeaf)] {
                    if let Some(leaves) = position.count_two_plies(finished) {
                        counted += 1;
                        assert_eq!(leaves, walk(position, 2, custom), "{}", position.text());
                    }
                }
            });
        }
        assert!(counted > 10_000, "{counted}");
    }
}
