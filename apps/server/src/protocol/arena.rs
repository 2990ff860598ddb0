//! The messages about tournaments.

use arena::ablation::folder::AblationLine;
use arena::rating::Rated;
use arena::view::{GameLine, Line, Overview};
use arena::{Format, GameRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tune::tunings::TuningLine;

/// `arena_start`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The game's name.
    pub game: String,
    /// The format.
    pub format: Format,
    /// The engines, as lines.
    pub engines: Vec<String>,
    /// The number of games of a match, or of each pairing.
    pub games: u64,
    /// Rounds of a Swiss tournament; without it, as many as leave at most one engine with a perfect score.
    pub rounds: Option<u32>,
    /// The seed of openings and pairings; without it the server chooses one at random.
    pub seed: Option<u64>,
    /// The test that ends a match: `elo0,elo1` in normalised Elo, and the error rates where they are not 0.05.
    pub sprt: Option<String>,
    /// The kind of random start position, in the game's own words.
    #[serde(default)]
    pub deal: String,
    /// Openings in place of random starts: a file's text, as [`arena::Openings::read`] takes it.
    pub openings: Option<String>,
    /// True to shuffle the openings, by the seed.
    #[serde(default)]
    pub shuffled: bool,
    /// Its name.
    pub name: Option<String>,
}

/// The list of tournaments.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ArenaList")]
pub struct List {
    /// The newest first.
    pub tournaments: Vec<Line>,
    /// The ablations of the data folder, the last changed first.
    pub ablations: Vec<AblationLine>,
    /// The tunings of the data folder, the last changed first.
    pub tunings: Vec<TuningLine>,
    /// The external engines that the page may use, as lines.
    pub programs: Vec<String>,
    /// True if the page may start, stop and remove tournaments.
    pub may_start: bool,
}

/// The state of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Tournament")]
pub struct Shown {
    /// All of it.
    #[serde(flatten)]
    pub overview: Overview,
    /// The ratings, the best first; none before the first game.
    pub ratings: Vec<Rated>,
    /// The games that finished last, the last first.
    pub games_list: Vec<GameLine>,
    /// The reason why the program that plays it failed, if it did.
    pub problem: Option<String>,
}

/// A finished game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ArenaGame {
    /// The tournament.
    pub id: i64,
    /// The game.
    pub record: Box<GameRecord>,
}
