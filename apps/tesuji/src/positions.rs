//! Fixed positions of any game, to count and time on.

use anyhow::{Context as _, Result};
use engine::{Limits, RandomEngine, Referee, Request};

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
        let start = kind.starts().deal(kind.info().match_deal, seed)?;
        let mut game = kind.new_game(Some(&start), Referee::default())?;
        let mut random = RandomEngine::new(kind, seed);
        for _ in 0..PLIES[found.len() % PLIES.len()] {
            if game.ending().is_some() {
                break;
            }
            let request = Request::new(game.as_ref(), Limits::default());
            let (outcome, _) = think(&mut random, &request, |_| Ok(()))?;
            game.play(&outcome.turn.context("the random player gave no move")?)?;
        }
        if game.ending().is_none() {
            found.push(game.position_text());
        }
    }
    Ok(found)
}
