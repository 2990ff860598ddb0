//! Two engines against each other, from the starts of self-play, until a test decides.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use arena::player::{OwnPlayer, Player};
use arena::stats::Sprt;
use arena::{EngineSpec, Played, Rules, Seat, play_game};
use engine::{GameKind, Referee};

use crate::problem::{Halt, Score};
use crate::selfplay::SelfPlay;

/// Pairs between two looks at the test: it ends at the same pair with any number of threads.
const A_LOOK: u64 = 16;

/// An engine at the board, and how it was asked for.
pub(crate) type Seated = (OwnPlayer, EngineSpec);

/// The rules of games that are played to learn.
pub(crate) fn rules() -> Rules {
    Rules { max_plies: 600, ..Rules::default() }
}

/// Builds an engine.
pub(crate) fn seated(kind: &'static dyn GameKind, spec: EngineSpec) -> Result<Seated, Halt> {
    let engine = spec.build(kind, 0).map_err(|error| Halt::Failed(error.to_string()))?;
    Ok((OwnPlayer::new(engine), spec))
}

/// Plays a pair of games from a start, in which sides change; the score is that of the first player.
pub(crate) fn play_pair(
    kind: &'static dyn GameKind,
    start: &str,
    players: &mut [Seated; 2],
    rules: &Rules,
    stop: &AtomicBool,
) -> Result<Score, Halt> {
    let mut score = Score::default();
    for swapped in [false, true] {
        let game = kind.new_game(Some(start), Referee { repetition_draw: true });
        let mut game = game.map_err(|error| Halt::Failed(error.to_string()))?;
        let [one, other] = players;
        let order = if swapped { [other, one] } else { [one, other] };
        let seats = order.map(|(player, spec)| Seat {
            player: player as &mut dyn Player,
            limits: spec.limits(),
            clock: spec.clock(),
            margin: spec.margin(),
        });
        let letter = game.side_letters()[usize::from(swapped)];
        match play_game(game.as_mut(), seats, rules, None, stop, &mut |_| {}) {
            Played::Stopped => return Err(Halt::Stopped),
            Played::Void(_, fault) => return Err(Halt::Failed(fault.text)),
            Played::Finished(finish) => match finish.result.winner {
                None => score.draws += 1,
                Some(winner) if winner == letter => score.wins += 1,
                Some(_) => score.losses += 1,
            },
        }
    }
    Ok(score)
}

/// A match between two engines of one game.
pub struct Contest<'c> {
    /// The game and the recipe of its starts; the engine of the recipe does not play.
    pub starts: &'c SelfPlay,
    /// The engines: counts are those of the first.
    pub engines: [EngineSpec; 2],
    /// The test that ends the match.
    pub test: Sprt,
    /// At most so many pairs.
    pub pairs: u64,
    /// Ends it from elsewhere.
    pub stop: &'c AtomicBool,
}

impl Contest<'_> {
    /// Plays until the test has decided or all pairs are played: how many pairs scored 0, 1/2, 1, 3/2 and 2. `told` hears
    /// them at every look.
    ///
    /// # Errors
    /// If it was stopped, a start cannot be dealt, or an engine cannot be built or fails.
    pub fn play(&self, told: &mut dyn FnMut([u64; 5])) -> Result<[u64; 5], Halt> {
        let mut counts = [0; 5];
        let mut first = 0;
        while first < self.pairs && self.test.state(&counts).decision.is_none() {
            let last = (first + A_LOOK).min(self.pairs);
            for (sum, count) in counts.iter_mut().zip(self.some(first..last)?) {
                *sum += count;
            }
            first = last;
            told(counts);
        }
        Ok(counts)
    }

    /// Plays the pairs of these numbers.
    fn some(&self, pairs: std::ops::Range<u64>) -> Result<[u64; 5], Halt> {
        let next = AtomicU64::new(pairs.start);
        let sum: Mutex<Result<[u64; 5], Halt>> = Mutex::new(Ok([0; 5]));
        let work = || -> Result<[u64; 5], Halt> {
            let [one, other] = self.engines.clone();
            let kind = self.starts.kind;
            let mut players = [seated(kind, one)?, seated(kind, other)?];
            let (mut counts, rules) = ([0; 5], rules());
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= pairs.end {
                    return Ok(counts);
                }
                let (_, start) = self.starts.start(number).map_err(Halt::Failed)?;
                let score = play_pair(kind, &start, &mut players, &rules, self.stop)?;
                counts[(2 * score.wins + score.draws).min(4) as usize] += 1;
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.starts.threads.max(1) {
                scope.spawn(|| {
                    let found = work();
                    let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                    *sum = match (&*sum, found) {
                        (Ok(before), Ok(found)) => {
                            Ok(std::array::from_fn(|at| before[at] + found[at]))
                        }
                        (Err(halt), _) => Err(halt.clone()),
                        (_, Err(halt)) => Err(halt),
                    };
                });
            }
        });
        sum.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Recipe;
    use std::sync::Arc;

    fn contest(engines: [&str; 2], pairs: u64, threads: usize) -> [u64; 5] {
        let kind = engine::kind("ataxx").unwrap();
        let recipe = Arc::new(Recipe {
            game: kind.name().to_owned(),
            program: String::new(),
            engine: String::new(),
            seed: 9,
            deals: vec!["open".to_owned(), "walls".to_owned()],
            random_plies: [2, 6],
            random_turns: 0,
            exploration: None,
        });
        let starts = SelfPlay { kind, recipe, threads };
        let stop = AtomicBool::new(false);
        let engines = engines.map(|line| line.parse().unwrap());
        let test: Sprt = "0,30".parse().unwrap();
        Contest { starts: &starts, engines, test, pairs, stop: &stop }.play(&mut |_| {}).unwrap()
    }

    #[test]
    fn a_match_ends_where_the_test_decides_whatever_the_threads() {
        let strong = ["tesuji,nodes=400", "tesuji,nodes=10"];
        let one = contest(strong, 400, 1);
        assert_eq!(contest(strong, 400, 3), one);
        let played: u64 = one.iter().sum();
        assert!(played < 200 && played.is_multiple_of(16), "{one:?}");
        assert!(one[3] + one[4] > 4 * (one[0] + one[1]), "{one:?}");
        // Equals score the half of every pair, and the match goes to its end.
        assert_eq!(contest(["tesuji,nodes=20", "tesuji,nodes=20"], 24, 2), [0, 0, 24, 0, 0]);
    }
}
