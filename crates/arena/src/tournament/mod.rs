//! Matches and tournaments: their games, players and results.

mod config;
mod feed;
pub mod pairing;
mod run;
mod schedule;
mod standings;
mod worker;

use std::sync::{Arc, Mutex, PoisonError};

use engine::{GameKind, ParseError};

pub use config::{Config, FaultPolicy, Format};
pub use run::{Event, FaultCounts, Outcome, Running};
pub use schedule::{Key, Results, Schedule, Slot};
pub use standings::{Row, Standings};
pub(crate) use worker::LiveGame;

use crate::openings::OpeningsError;
use crate::stats::{SprtError, Tally};
use crate::store::StoreError;
use crate::{EngineSpec, SpecError};

/// The most games of a pairing.
const MOST_GAMES: u64 = 1_000_000_000;

/// As many random deals are not alike by chance.
const SEVERAL_PAIRS: u64 = 4;

/// Why a tournament cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// An engine cannot be built.
    #[error("engine {number} ('{line}'): {error}")]
    Engine {
        /// Its number, from 1.
        number: usize,
        /// Its line.
        line: String,
        /// Why not.
        error: Box<SpecError>,
    },
    /// An engine of a match does not start.
    #[error("engine {number} ('{line}') cannot play: {reason}")]
    Start {
        /// Its number, from 1.
        number: usize,
        /// Its line.
        line: String,
        /// Why not.
        reason: String,
    },
    /// Nobody knows the game.
    #[error("there is no game '{0}'")]
    Game(String),
    /// The configuration makes no tournament.
    #[error("{0}")]
    Plan(String),
    /// The openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The test.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// The deal cannot be read.
    #[error("the deal cannot be read: {0}")]
    Deal(ParseError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A tournament that can be played.
#[derive(Clone)]
pub struct Tournament {
    config: Config,
    kind: &'static dyn GameKind,
    specs: Vec<EngineSpec>,
    /// The round through the list of openings that was asked for last, and its order.
    order: Arc<Mutex<Option<(u64, Order)>>>,
}

type Order = Arc<Vec<usize>>;

impl Tournament {
    /// Checks a configuration.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(config: Config) -> Result<Self, ArenaError> {
        let new = Self::outline(config)?;
        for (index, spec) in new.specs.iter().enumerate() {
            spec.check(new.kind).map_err(|error| ArenaError::Engine {
                number: index + 1,
                line: new.config.engines[index].clone(),
                error: Box::new(error),
            })?;
        }
        if let Some(folders) = &new.config.rules.table_folders {
            new.kind.open_tables(folders).map_err(ArenaError::Plan)?;
        }
        new.opening(0)?;
        Ok(new)
    }

    /// For whoever only looks: from a configuration that was checked before, with or without its openings.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn outline(config: Config) -> Result<Self, ArenaError> {
        let kind =
            engine::kind(&config.game).ok_or_else(|| ArenaError::Game(config.game.clone()))?;
        let mut specs = Vec::new();
        for (index, line) in config.engines.iter().enumerate() {
            let spec = line.parse::<EngineSpec>().map_err(|error| ArenaError::Engine {
                number: index + 1,
                line: line.clone(),
                error: Box::new(error),
            })?;
            specs.push(spec);
        }
        let plan = |text: String| Err(ArenaError::Plan(text));
        let count = specs.len();
        if config.format == Format::Match && count != 2 {
            return plan(format!("a match is between two engines, and {count} are given"));
        }
        if count < 2 {
            return plan(format!("a tournament needs two engines or more, and {count} is given"));
        }
        if config.format != Format::Match {
            for (index, spec) in specs.iter().enumerate() {
                if specs[..index].iter().any(|other| other.name() == spec.name()) {
                    return plan(format!(
                        "two engines are called '{}': give them names",
                        spec.name()
                    ));
                }
            }
        }
        if config.games == 0 {
            return plan("there is nothing to play: games is 0".to_owned());
        }
        if config.games > MOST_GAMES {
            return plan(format!(
                "games must be at most {MOST_GAMES}, and {} are asked for",
                config.games
            ));
        }
        if let Some(sprt) = config.sprt {
            sprt.check()?;
            if config.format != Format::Match {
                return plan("a test (SPRT) ends a match, not a tournament".to_owned());
            }
        }
        if let Some(pieces) = config.rules.tables {
            let known = kind.table_builder().map_or(&[] as &[usize], |builder| builder.sizes());
            if !known.contains(&usize::from(pieces)) {
                let of = if known.is_empty() {
                    "it has none".to_owned()
                } else {
                    format!("it has those of {known:?} pieces a side")
                };
                let game = kind.title();
                return plan(format!(
                    "no endgame tables of {pieces} pieces a side for {game}: {of}"
                ));
            }
        }
        Ok(Self { config, kind, specs, order: Arc::default() })
    }

    /// Several pairs of games all begin in the same position: engines that always answer alike repeat them.
    pub fn has_one_start(&self) -> bool {
        let pairs = self.config.games / 2;
        if pairs < SEVERAL_PAIRS {
            return false;
        }
        let mut starts = (0..SEVERAL_PAIRS).filter_map(|number| Some(self.opening(number).ok()?.0));
        let first = starts.next();
        starts.all(|start| Some(start) == first)
    }

    /// The opening with this number, from 0, and the group that its file names.
    ///
    /// # Errors
    /// If it cannot be dealt.
    pub fn opening(&self, number: u64) -> Result<(String, Option<&str>), OpeningsError> {
        let Config { openings, seed, .. } = &self.config;
        let order = openings.place(number).map_or_else(Order::default, |(round, _)| {
            let mut last = self.order.lock().unwrap_or_else(PoisonError::into_inner);
            match &*last {
                Some((known, order)) if *known == round => Arc::clone(order),
                _ => Arc::clone(&last.insert((round, Arc::new(openings.order(*seed, round)))).1),
            }
        });
        openings.opening(self.kind, *seed, number, &order)
    }

    /// Of a match, the count by the groups of openings that their file names; empty where it names none.
    pub fn groups(&self, results: &Results) -> Vec<(String, Tally)> {
        let mut found: Vec<(String, Tally)> = Vec::new();
        for (key, &half_points) in results {
            let Ok((_, Some(group))) = self.opening(key.pair) else { continue };
            let at = found.iter().position(|(name, _)| name == group).unwrap_or_else(|| {
                found.push((group.to_owned(), Tally::default()));
                found.len() - 1
            });
            found[at].1.add(key.pair, half_points);
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The game.
    pub fn kind(&self) -> &'static dyn GameKind {
        self.kind
    }

    /// The engines.
    pub fn engines(&self) -> &[EngineSpec] {
        &self.specs
    }

    /// The games that are known to be played after these results.
    pub fn schedule(&self, results: &Results) -> Schedule {
        schedule::schedule(&self.config, results)
    }

    /// The table after these results.
    pub fn standings(&self, results: &Results) -> Standings {
        let names = self.specs.iter().map(|spec| spec.name().to_owned()).collect();
        let mut standings = Standings::new(names);
        for (key, &half_points) in results {
            standings.add(key.first as usize, key.second as usize, half_points);
        }
        if self.config.format == Format::Swiss {
            let (_, byes) = schedule::swiss(&self.config, results);
            for bye in byes.into_iter().flatten() {
                standings.add_bye(bye as usize, 2 * self.config.games);
            }
        }
        standings
    }

    /// The winner of a knockout that is over.
    pub fn knockout_winner(&self, results: &Results) -> Option<usize> {
        let over = self.config.format == Format::Knockout;
        over.then(|| schedule::knockout(&self.config, results).1)?.map(|winner| winner as usize)
    }

    /// The count of a pairing, from the side of `first`.
    pub fn tally(&self, results: &Results, first: u32, second: u32) -> Tally {
        let mut tally = Tally::default();
        // Pairs of later rounds come after those of earlier ones.
        let mut round = 0;
        let mut before = 0;
        let mut last = 0;
        for (key, &half_points) in results {
            let (ours, swapped) = (
                key.first == first && key.second == second,
                key.first == second && key.second == first,
            );
            if !(ours || swapped) {
                continue;
            }
            if key.round != round {
                (round, before) = (key.round, last);
            }
            let pair = before + key.pair;
            last = last.max(pair + 1);
            tally.add(pair, if ours { half_points } else { 2 - half_points });
        }
        tally
    }

    /// Games to be played at once, where nothing else is asked for: one thread a core, at least one
    /// game, and no more than there are. In a game one engine thinks at a time.
    pub fn workers(&self, asked: usize, cores: usize) -> usize {
        if self.specs.iter().any(EngineSpec::is_human) {
            return 1;
        }
        let threads = self.specs.iter().map(EngineSpec::threads).max().unwrap_or(1);
        let asked = if asked > 0 { asked } else { cores / threads };
        let engines = self.specs.len() as u64;
        let most = match self.config.format {
            Format::Match => self.config.games,
            _ => self.config.games.saturating_mul(engines * engines),
        };
        asked.clamp(1, usize::try_from(most.max(1)).unwrap_or(usize::MAX))
    }
}
