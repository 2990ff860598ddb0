//! Types that messages of several kinds have in common.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ending {
    /// The side that won; none in a draw.
    pub winner: Option<char>,
    /// In words.
    pub reason: String,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Player {
    /// A person: whoever watches the game.
    Person,
    /// Tesuji, at one of the levels that `hello` lists.
    Engine {
        /// From 1, the weakest.
        level: u8,
    },
}

/// A score as the side to move at the root of the search sees it: points in hundredths, wins and losses in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    /// The unit of the value.
    pub kind: ScoreKind,
    /// Points, or plies to the end.
    pub value: i32,
}

/// The unit of a [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScoreKind {
    /// A proven win.
    Win,
    /// A proven loss.
    Loss,
    /// A proven draw.
    Draw,
    /// An estimate, in hundredths.
    Points,
}
