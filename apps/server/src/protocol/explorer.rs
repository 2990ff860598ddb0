//! Messages of the opening explorer.

use schemars::JsonSchema;
use serde::Serialize;

use super::Score;

/// `explored`: what was played in a position, the turn of most games first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Explored {
    /// The game's name.
    pub game: String,
    /// Where the line begins.
    pub start: String,
    /// The turns from there, as they were asked for.
    pub turns: Vec<String>,
    /// The turns played at its end; empty where the book has nothing.
    pub played: Vec<ExploredTurn>,
}

/// A turn with the games in which it was played, by their results for the side that played it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExploredTurn {
    /// The turn in the game's notation.
    pub turn: String,
    /// The same as people read it.
    pub words: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// As the side that plays it sees it; null where it was not searched.
    pub score: Option<Score>,
    /// The nominal depth of that search below the turn, in plies.
    pub depth: Option<u32>,
}
