//! Fixed positions of any game, to count and time on.

use anyhow::{Context as _, Result};
use engine::{Engine as _, Limits, RandomEngine, Referee};

use crate::cli::Game;
use crate::think::think;

/// How many plies are played at random before each position, in turn.
const PLIES: [usize; 4] = [0, 4, 8, 12];

/// The first `count` of an endless list that never changes: deals by the seeds 1, 2, ..., after
/// some plies at random. Games that ended on the way are left out.
pub fn fixed(kind: Game, count: usize) -> Result<Vec<String>> {
    let mut found = Vec::with_capacity(count);
    for seed in 1.. {
        if found.len() == count {
            break;
        }
        let start = kind.deal(kind.info().match_deal, seed)?;
        let mut game = kind.new_game(Some(&start), Referee::default())?;
        let mut random = RandomEngine::new(kind, seed);
        for _ in 0..PLIES[found.len() % PLIES.len()] {
            if game.ending().is_some() {
                break;
            }
            random.set_game(Some(&start), &game.turns())?;
            let turn = think(&mut random, Limits::default(), |_| Ok(()))?.turn;
            game.play(&turn.context("the random player gave no move")?)?;
        }
        if game.ending().is_none() {
            found.push(game.position_text());
        }
    }
    Ok(found)
}
