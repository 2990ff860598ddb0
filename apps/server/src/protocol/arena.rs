//! The messages about tournaments.

use arena::rating::Rated;
use arena::view::{GameLine, Line, Overview};
use arena::{Format, GameRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `arena_start`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The game's name.
    pub game: String,
    /// Who meets whom.
    pub format: Format,
    /// The engines, as lines.
    pub engines: Vec<String>,
    /// Games of a match, or of each pairing.
    pub games: u64,
    /// Rounds of a Swiss tournament; without it so many that one engine can win them all alone.
    pub rounds: Option<u32>,
    /// The seed of openings and pairings; without it the server rolls one.
    pub seed: Option<u64>,
    /// The test that ends a match: `elo0,elo1` in normalised Elo, and the error rates where they are not 0.05.
    pub sprt: Option<String>,
    /// How to deal the starts, in the game's own words.
    #[serde(default)]
    pub deal: String,
    /// Openings in place of deals: a file's text, as [`arena::Openings::read`] takes it.
    pub openings: Option<String>,
    /// True to take the openings in the seed's order.
    #[serde(default)]
    pub shuffled: bool,
    /// Its name.
    pub name: Option<String>,
}

/// The tournaments there are.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ArenaList")]
pub struct List {
    /// The newest first.
    pub tournaments: Vec<Line>,
    /// Programs that the page may let play, as lines.
    pub programs: Vec<String>,
    /// True where the page may start, stop and remove some.
    pub may_start: bool,
}

/// How a tournament stands.
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
    /// Why the program that played it ended, where it failed.
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
