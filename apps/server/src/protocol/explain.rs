//! Messages about why a position is worth what it is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `explain`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// The game's name.
    pub game: String,
    /// Where the line begins.
    pub start: String,
    /// The turns from there to the position.
    #[serde(default)]
    pub turns: Vec<String>,
    /// Turns from the position on, at whose end it is asked as well: the best line of a search. What cannot be played of
    /// it is passed over, as a search may end within a turn.
    #[serde(default)]
    pub line: Vec<String>,
}

/// `explained`: why a position is worth what it is, and the one at the end of a line from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Explained {
    /// The game's name.
    pub game: String,
    /// Where the line begins.
    pub start: String,
    /// The turns to the position, as they were asked for.
    pub turns: Vec<String>,
    /// The turns from there, as they were asked for.
    pub line: Vec<String>,
    /// The position; null where the game is over there.
    pub position: Option<ExplainedPosition>,
    /// The number of turns of `line` that were played.
    pub played: usize,
    /// The position after them; null where none was played, or the game is over there.
    pub end: Option<ExplainedPosition>,
}

/// The hand-made static evaluation of a position, term by term; all of it as the first side sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExplainedPosition {
    /// The position.
    pub position: String,
    /// All terms together, in hundredths of a piece.
    pub points: i32,
    /// The score of the network, which plays and has no terms, in hundredths of a piece; null where there is none.
    pub network: Option<i32>,
    /// The terms, the largest first.
    pub terms: Vec<ExplainedTerm>,
    /// All smaller terms together; null where all are told.
    pub rest: Option<ExplainedTerm>,
}

/// A term of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExplainedTerm {
    /// Its worth for the first side, in hundredths of a piece.
    pub points: i32,
    /// The term in words.
    pub text: String,
}
