//! Positions of random games, within turns too.

use arimaa::Position;
use game::{Position as _, laws};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions that are not over, without end, of short random walks from random boards.
pub(crate) fn positions(seed: u64) -> impl Iterator<Item = Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (1..).flat_map(move |deal| {
        let mut path = Vec::new();
        let start = Position::random_board(seed * 1_000_003 + deal);
        laws::random_walk(start, 9, &mut rng, |position| path.push(*position));
        path.retain(|position| position.ending().is_none());
        path
    })
}
