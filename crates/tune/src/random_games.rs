//! Random games, for tests.

use arena::seeds::mix;
use engine::{GameKind, Referee};

/// The start and the packed moves of a random game of so many turns at most, from this start or the usual one.
pub(crate) fn random_game(
    kind: &'static dyn GameKind,
    start: Option<&str>,
    seed: u64,
    turns: usize,
) -> (String, Vec<u16>) {
    let mut game = kind.new_game(start, Referee::default()).unwrap();
    let (start, mut drawn) = (game.position_text(), 0);
    while game.ending().is_none() && game.turns().len() < turns {
        let mut next = || {
            drawn += 1;
            mix(seed, drawn)
        };
        let turn = game.random_turn(&mut next).unwrap();
        game.play(&turn).unwrap();
    }
    let moves = kind.packing().pack(&start, &game.turns()).unwrap();
    (start, moves)
}
