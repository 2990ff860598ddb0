//! What is told of the engine's searches in a game.

use schemars::JsonSchema;
use serde::Serialize;

use super::base::Score;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The engine's own turn.
    Move,
    /// A hint for a person.
    Hint,
    /// Pondering, in a person's time.
    Ponder,
}

/// A search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Thinking {
    /// Its purpose.
    pub purpose: Purpose,
    /// True while it waits for a free engine.
    pub queued: bool,
}

/// Pondering under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Pondering {
    /// True while it waits for a thread that no one else needs.
    pub queued: bool,
}

/// The progress of a search.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Info {
    /// The game.
    pub id: String,
    /// The turns played before the position searched.
    pub ply: usize,
    /// The side to move there.
    pub side: char,
    /// The purpose of the search.
    pub purpose: Purpose,
    /// The nominal depth.
    pub depth: u32,
    /// The deepest ply.
    pub seldepth: u32,
    /// As `side` sees it.
    pub score: Score,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The same as people read it.
    pub words: Vec<String>,
}

/// The turn that a hint suggests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hint {
    /// The game.
    pub id: String,
    /// The turns played before it.
    pub ply: usize,
    /// The suggestion.
    pub turn: String,
    /// The same as people read it.
    pub words: String,
    /// 1 for the best turn; more where hints were asked for again.
    pub rank: usize,
    /// As the side to move sees it; null where it was not searched.
    pub score: Option<Score>,
}
