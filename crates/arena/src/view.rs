//! A tournament as programs show it: `tesuji arena`, the page and the report.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::rating::{Games, Rated};
use crate::stats::{Sprt, SprtState};
use crate::store::{State, Store, StoreError, Stored, StoredFault};
use crate::tournament::{ArenaError, FaultCounts, LiveGame, Row, Tournament};
use crate::{Format, GameRecord, Summary};

/// Points of a test's curve.
const CURVE: usize = 300;
/// Faults that are listed one by one.
const FAULTS: u32 = 50;

/// A tournament in a list.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TournamentLine")]
pub struct Line {
    /// Its number.
    pub id: i64,
    /// Its name for people.
    pub name: String,
    /// Its format.
    #[schemars(with = "Format")]
    pub format: &'static str,
    /// The game.
    pub game: String,
    /// The engines, as lines.
    pub engines: Vec<String>,
    /// Games finished.
    pub games: u64,
    /// Its state.
    pub state: State,
    /// When it was begun, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
}

/// A tournament in a list.
///
/// # Errors
/// When the store cannot be read.
pub fn line(store: &Store, stored: Stored) -> Result<Line, StoreError> {
    let state = store.state(&stored)?;
    let Stored { id, name, config, games, created, updated, .. } = stored;
    let format = config.format.name();
    let (game, engines) = (config.game, config.engines);
    Ok(Line { id, name, format, game, engines, games, state, created, updated })
}

/// A test that ends a match, and how it went.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Test {
    /// Its hypotheses and error rates.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// Where it stands.
    #[serde(flatten)]
    pub state: SprtState,
    /// The pairs that it has looked at.
    pub pairs: usize,
    /// After some of these pairs, the log-likelihood ratio.
    pub curve: Vec<(usize, f64)>,
}

/// A fault of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct FaultLine {
    /// The engine's name.
    pub engine: String,
    /// Its kind, as scripts write it.
    pub kind: String,
    /// In words.
    pub text: String,
    /// The game was played again.
    pub void: bool,
}

/// The faults of an engine, counted by kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct EngineFaults {
    /// The engine's name.
    pub engine: String,
    /// By kind.
    pub counts: FaultCounts,
}

impl EngineFaults {
    /// In words: `30 (28 illegal move, 2 lost on time)`.
    pub fn words(&self) -> String {
        let all: u64 = self.counts.values().sum();
        let by_kind = self.counts.iter().map(|(kind, count)| format!("{count} {}", kind.words()));
        format!("{all} ({})", by_kind.collect::<Vec<_>>().join(", "))
    }
}

/// All that is shown of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Overview {
    /// As in the list.
    #[serde(flatten)]
    pub line: Line,
    /// The games scheduled so far, finished or not.
    pub known: u64,
    /// The seed of its openings and pairings.
    pub seed: u64,
    /// The names of the engines.
    pub names: Vec<String>,
    /// The table, the best first.
    pub standings: Vec<Row>,
    /// Of a match, its score from the first engine's side.
    pub summary: Option<Summary>,
    /// Of a match with one, its test.
    pub test: Option<Test>,
    /// The winner of a knockout.
    pub winner: Option<String>,
    /// How many faults there were.
    pub faults_count: u64,
    /// The faults of each engine that had any.
    pub faults_by_engine: Vec<EngineFaults>,
    /// The first of them.
    pub faults: Vec<FaultLine>,
    /// The games under way, as the program that plays them told.
    #[schemars(with = "Vec<LiveGame<'static>>")]
    pub live: Vec<Value>,
}

/// All that is shown of a tournament.
///
/// # Errors
/// When the store cannot be read, or its games cannot be read any more.
pub fn overview(store: &Store, stored: Stored) -> Result<Overview, ArenaError> {
    let id = stored.id;
    let tournament = Tournament::outline(stored.config.clone())?;
    let results = store.results(id)?;
    let names: Vec<String> =
        tournament.engines().iter().map(|spec| spec.name().to_owned()).collect();
    let name = |engine: usize| names.get(engine).map_or("?", String::as_str).to_owned();
    let is_match = stored.config.format == Format::Match;
    let tally = is_match.then(|| tournament.tally(&results, 0, 1));
    let test = tally.as_ref().zip(stored.config.sprt).map(|(tally, sprt)| {
        let (state, pairs) = tally.test(&sprt);
        Test { sprt, state, pairs, curve: tally.curve(&sprt, CURVE) }
    });
    let counts = store.fault_counts(id)?;
    let faults_by_engine = counts
        .iter()
        .map(|(&engine, counts)| EngineFaults {
            engine: name(engine as usize),
            counts: counts.clone(),
        })
        .collect();
    let faults = store.faults(id, FAULTS)?;
    let fault_line = |fault: &StoredFault| FaultLine {
        engine: name(fault.engine as usize),
        kind: fault.kind.clone(),
        text: fault.text.clone(),
        void: fault.void,
    };
    let live = store.live(id)?;
    Ok(Overview {
        known: tournament.schedule(&results).games(),
        seed: stored.config.seed,
        standings: tournament.standings(&results).rows(),
        summary: tally.map(|tally| tally.summary()),
        test,
        winner: tournament.knockout_winner(&results).map(name),
        faults_count: counts.values().flat_map(|counts| counts.values()).sum(),
        faults_by_engine,
        faults: faults.iter().map(fault_line).collect(),
        live: live.iter().filter_map(|text| serde_json::from_str(text).ok()).collect(),
        names,
        line: line(store, stored)?,
    })
}

/// The ratings of a tournament's engines, the best first.
///
/// # Errors
/// When the store cannot be read, or a record in it.
pub fn ratings(store: &Store, id: i64) -> Result<Vec<Rated>, StoreError> {
    let mut games = Games::default();
    store.records::<StoreError>(id, |record| {
        let damaged = |reason: String| StoreError::Damaged { id, reason };
        let ([first, second], half_points) =
            record.by_mover().map_err(|error| damaged(error.to_string()))?;
        games.add(&first, &second, half_points);
        Ok(())
    })?;
    Ok(games.ratings().rows)
}

/// A finished game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "FinishedGame")]
pub struct GameLine {
    /// Its number in the tournament, from 1.
    pub number: u64,
    /// The round, from 1.
    pub round: u32,
    /// The engines' names, the first side's first.
    pub names: [String; 2],
    /// The winner's letter; None in a draw.
    pub winner: Option<char>,
    /// Why it ended.
    pub reason: String,
    /// Turns played.
    pub turns: usize,
    /// How long it took, in seconds.
    pub seconds: f64,
}

impl From<&GameRecord> for GameLine {
    fn from(record: &GameRecord) -> Self {
        Self {
            number: record.number,
            round: record.round,
            names: record.names.clone().unwrap_or_else(|| record.engines.clone()),
            winner: record.result.winner,
            reason: record.result.reason.clone(),
            turns: record.turns.len(),
            seconds: record.seconds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FaultKind;

    #[test]
    fn faults_are_told_by_kind_after_their_number() {
        let counts = FaultCounts::from([(FaultKind::IllegalTurn, 28), (FaultKind::Time, 2)]);
        let faults = EngineFaults { engine: "odd".to_owned(), counts };
        assert_eq!(faults.words(), "30 (2 lost on time, 28 illegal move)");
    }
}
