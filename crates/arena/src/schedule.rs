//! A match: its games, and the threads that play them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use engine::{Engine, GameKind, ParseError, Referee};

use crate::play::{Player, Rules, play_game};
use crate::{EngineSpec, GameRecord, SpecError};

/// A match between two engines. The same match gives the same games wherever its engines do not
/// depend on time or on several threads.
#[derive(Clone)]
pub struct Match {
    /// What is played.
    pub kind: &'static dyn GameKind,
    /// Who plays. Scores are from the side of the first.
    pub engines: [EngineSpec; 2],
    /// How many games. Each deal is played twice with sides changed, the last only once where
    /// the number is odd.
    pub games: u64,
    /// From which the deals come, and the choices of random engines without a seed of their own.
    pub seed: u64,
    /// What to deal, in the game's own words (in Onitama decks or cards); empty for the usual.
    pub deal: String,
    /// Games at once; 0 for as many as the cores can carry.
    pub concurrency: usize,
    /// What holds beside the rules of the game.
    pub rules: Rules,
}

/// Why a match could not begin.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MatchError {
    /// An engine cannot be built.
    #[error("engine {number} ('{line}'): {error}")]
    Engine {
        /// Its number, from 1.
        number: usize,
        /// Its line.
        line: String,
        /// Why not.
        error: SpecError,
    },
    /// The deal cannot be read.
    #[error("the deal cannot be read: {0}")]
    Deal(ParseError),
}

impl Match {
    /// The games to play at once, where nothing else is asked for: one thread a core, at least one
    /// game. In a game one engine thinks at a time.
    pub fn workers(&self, cores: usize) -> usize {
        let threads = self.engines.iter().map(EngineSpec::threads).max().unwrap_or(1);
        let asked = if self.concurrency > 0 { self.concurrency } else { cores / threads };
        asked.clamp(1, usize::try_from(self.games.max(1)).unwrap_or(usize::MAX))
    }

    /// The start position of a pair, which counts from 0.
    ///
    /// # Errors
    /// If the deal cannot be read.
    pub fn start(&self, pair: u64) -> Result<String, ParseError> {
        self.kind.deal(&self.deal, mix(self.seed, pair))
    }

    /// Plays the match and gives each game to `finished` as it ends, in any order. Once `stop`
    /// is set, games under way are given up and nothing new begins.
    ///
    /// # Errors
    /// If an engine cannot be built or the deal cannot be read.
    pub fn run(
        &self,
        cores: usize,
        stop: &AtomicBool,
        mut finished: impl FnMut(GameRecord),
    ) -> Result<(), MatchError> {
        self.start(0).map_err(MatchError::Deal)?;
        let tables =
            (0..self.workers(cores)).map(|_| self.table()).collect::<Result<Vec<_>, _>>()?;
        let next = AtomicU64::new(0);
        let (sender, records) = channel();
        std::thread::scope(|scope| {
            for table in tables {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(table, next, stop, &sender));
            }
            drop(sender);
            for record in records {
                finished(record);
            }
        });
        Ok(())
    }

    /// Both engines, built anew.
    fn table(&self) -> Result<[Box<dyn Engine>; 2], MatchError> {
        let build = |index: usize| {
            let spec = &self.engines[index];
            // Far from the numbers of pairs, so that no deal shares its seed.
            spec.build(self.kind, mix(self.seed, u64::MAX - index as u64)).map_err(|error| {
                MatchError::Engine { number: index + 1, line: spec.to_string(), error }
            })
        };
        Ok([build(0)?, build(1)?])
    }

    fn work(
        &self,
        mut table: [Box<dyn Engine>; 2],
        next: &AtomicU64,
        stop: &AtomicBool,
        records: &Sender<GameRecord>,
    ) {
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.games {
                return;
            }
            let record = self.play(&mut table, index, stop);
            if record.is_none_or(|record| records.send(record).is_err()) {
                return;
            }
        }
    }

    fn play(
        &self,
        table: &mut [Box<dyn Engine>; 2],
        index: u64,
        stop: &AtomicBool,
    ) -> Option<GameRecord> {
        let begun = Instant::now();
        let (pair, swapped) = (index / 2, index % 2 == 1);
        let start = self.start(pair).ok()?;
        let referee = Referee { repetition_draw: true };
        let mut game = self.kind.new_game(Some(&start), referee).ok()?;
        let [one, two] = table;
        let one = Player { engine: one.as_mut(), limits: self.engines[0].limits() };
        let two = Player { engine: two.as_mut(), limits: self.engines[1].limits() };
        let players = if swapped { [two, one] } else { [one, two] };
        let result = play_game(game.as_mut(), players, self.rules, stop)?;
        let mut engines = self.engines.clone().map(|spec| spec.to_string());
        if swapped {
            engines.reverse();
        }
        Some(GameRecord {
            game: self.kind.name().to_owned(),
            number: index + 1,
            pair: pair + 1,
            start,
            engines,
            first_engine: game.side_letters()[usize::from(swapped)],
            turns: game.turns(),
            result,
            seconds: begun.elapsed().as_secs_f64(),
        })
    }
}

/// A number that depends on both and has nothing visible in common with its neighbours
/// (splitmix64): matches with seeds 1 and 2 share no deals.
fn mix(seed: u64, index: u64) -> u64 {
    let step = |x: u64| {
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    let golden = 0x9e37_79b9_7f4a_7c15_u64;
    step(step(seed.wrapping_add(golden)).wrapping_add(index.wrapping_mul(golden)))
}
