//! The messages for study: lines, analyses, variations, the computer analysis of a game, and the library.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ending, Player, Score};

/// A time for each side, with an increment after each of its turns or a delay before its clock runs, in milliseconds; or
/// days for each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockRule {
    /// At the start, at most a day; with `days` as long as they are.
    pub initial: u64,
    /// After each turn, at most an hour; none with `days`.
    pub increment: u64,
    /// The first so many milliseconds of each turn cost nothing, at most an hour; none with an increment or `days`.
    #[serde(default, skip_serializing_if = "is_none")]
    pub delay: u64,
    /// In a correspondence game the days for each turn, from 1 to 14; else 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub days: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_zero(days: &u32) -> bool {
    *days == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_none(delay: &u64) -> bool {
    *delay == 0
}

/// In milliseconds.
pub const DAY: u64 = 24 * 3_600_000;

impl ClockRule {
    /// A time for the whole game.
    #[must_use]
    pub fn timed(initial: u64, increment: u64) -> Self {
        Self { initial, increment, delay: 0, days: 0 }
    }

    /// A time for the whole game, and a delay before the clock runs in each turn.
    #[must_use]
    pub fn delayed(initial: u64, delay: u64) -> Self {
        Self { initial, increment: 0, delay, days: 0 }
    }

    /// So many days for each turn.
    #[must_use]
    pub fn by_days(days: u32) -> Self {
        Self { initial: u64::from(days) * DAY, increment: 0, delay: 0, days }
    }

    /// The time that a side has for forty turns, by which speeds are told apart, in milliseconds.
    #[must_use]
    pub fn forty_turns(&self) -> u64 {
        self.initial.saturating_add(self.increment.saturating_add(self.delay).saturating_mul(40))
    }

    /// As the field writes it: minutes, and the seconds of the increment or of the delay: `5+3`, `5d3`.
    #[must_use]
    pub fn text(&self) -> String {
        let minutes = self.initial as f64 / 60_000.0;
        let seconds = |time: u64| time as f64 / 1000.0;
        match (self.days, self.delay) {
            (0, 0) => format!("{minutes}+{}", seconds(self.increment)),
            (0, delay) => format!("{minutes}d{}", seconds(delay)),
            (days, _) => format!("{days}d"),
        }
    }

    /// The game is one by correspondence: each turn has days of its own.
    #[must_use]
    pub fn is_by_days(&self) -> bool {
        self.days > 0
    }
}

/// The clocks as they stand when the message is sent.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Clock")]
pub struct ClockState {
    /// The rule.
    #[serde(flatten)]
    pub rule: ClockRule,
    /// Time left to each side, in milliseconds.
    pub left: BTreeMap<char, u64>,
    /// What is left of the delay of this turn, in milliseconds: only then the time left passes.
    pub waits: u64,
    /// True while the clock of the side to move runs.
    pub running: bool,
}

/// A position, as the turns that lead to it.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The game's name.
    pub game: String,
    /// Where the line begins.
    pub start: String,
    /// The turns from there.
    #[serde(default)]
    pub turns: Vec<String>,
}

/// `analyse`. A connection has one analysis at a time.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    /// Repeated in each answer.
    pub key: u64,
    /// The game's name.
    pub game: String,
    /// Where the line begins.
    pub start: String,
    /// The turns from there.
    #[serde(default)]
    pub turns: Vec<String>,
    /// The number of lines (MultiPV); 0 for every legal move.
    pub lines: usize,
    /// The family of the search.
    #[serde(default)]
    pub algorithm: Algorithm,
    /// True to analyse what the other side would play if it were to move.
    #[serde(default)]
    pub threat: bool,
}

/// A family of searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Alpha-beta.
    #[default]
    AlphaBeta,
    /// Monte Carlo tree search.
    Mcts,
}

/// A change of the variations or comments. A path is the turns from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum TreeEdit {
    /// Adds the path, and every turn on the way to it.
    Add {
        /// The turns from the start.
        path: Vec<String>,
    },
    /// Sets the comment on the position; an empty one removes it.
    Comment {
        /// The turns from the start.
        path: Vec<String>,
        /// At most 2000 characters.
        text: String,
    },
    /// Deletes the turn at the path's end, and all that follows it.
    Delete {
        /// The turns from the start.
        path: Vec<String>,
    },
    /// Makes it the first of its siblings.
    Promote {
        /// The turns from the start.
        path: Vec<String>,
    },
}

/// `edit`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct Edit {
    /// The game.
    pub id: String,
    /// The change.
    #[serde(flatten)]
    pub edit: TreeEdit,
}

/// `library`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LibraryOf {
    /// Whose games; a server on loopback lists all.
    pub user: Option<String>,
    /// True to get the trees, too.
    #[serde(default)]
    pub trees: bool,
    /// True to get the turns as people read them, too.
    #[serde(default)]
    pub words: bool,
}

/// `line`: the position at the end of a line.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Line {
    /// The game's name.
    pub game: String,
    /// Where it begins.
    pub start: String,
    /// The turns.
    pub turns: Vec<String>,
    /// The position after each turn.
    pub positions: Vec<String>,
    /// Who is to move at the end.
    pub side: char,
    /// The legal turns there.
    pub legal: Vec<String>,
    /// How the line ends, if it does.
    pub ending: Option<Ending>,
}

/// `within`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithinLine {
    /// The game's name.
    pub game: String,
    /// Where it begins.
    pub start: String,
    /// The turns before this one.
    pub turns: Vec<String>,
    /// The moves of this turn so far.
    pub begun: String,
}

/// A turn of several moves, not yet complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Within {
    /// The game's name.
    pub game: String,
    /// Where it begins.
    pub start: String,
    /// The turns before this one.
    pub turns: Vec<String>,
    /// The moves of this turn so far.
    pub begun: String,
    /// The position after them.
    pub position: String,
    /// The moves that may come next; none where the turn is complete.
    pub moves: Vec<String>,
    /// True where the turn may end here.
    pub may_end: bool,
}

/// One line of an [`Analysis`].
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AnalysisLine {
    /// As the side to move sees it.
    pub score: Score,
    /// True for a proven win or loss whose distance is exact.
    pub exact: bool,
    /// The depth of the score in plies.
    pub depth: u32,
    /// Nodes searched below the first move.
    pub nodes: u64,
    /// The turns.
    pub pv: Vec<String>,
    /// The same as people read them.
    pub words: Vec<String>,
    /// The endgame tables' verdict on the first turn: a win, a loss (of 0 plies where the distance is not kept) or a
    /// draw; null where they do not know.
    pub verdict: Option<Score>,
}

/// An endgame table that is being built.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TableBuild {
    /// The greatest number of pieces a side.
    pub men: usize,
    /// The share of its positions known to be won or lost, 0 to 1.
    pub share: f64,
}

/// The endgame tables of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Tables")]
pub struct TablesTold {
    /// The greatest number of pieces a side of the tables that are ready; 0 for none.
    pub ready: usize,
    /// The table that is being built.
    pub building: Option<TableBuild>,
}

/// A move of the tree of a Monte Carlo tree search.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TreeMove {
    /// The move; of a turn of several moves, one of them.
    pub r#move: String,
    /// The same as people read it.
    pub words: String,
    /// Playouts that went through it.
    pub visits: u32,
    /// Their mean value for the side that makes the move: from -1, a loss, to 1, a win.
    pub value: f64,
    /// Its share among the moves of its position before any playout, from 0 to 1.
    pub prior: f64,
    /// The proven score for the side that makes the move; null where nothing is proven.
    pub proven: Option<Score>,
    /// The most visited moves after it, the most visited first.
    pub replies: Vec<TreeMove>,
}

/// The tree of a Monte Carlo tree search.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SearchTree {
    /// The moves of the root, the best first; the most visited of very many.
    pub moves: Vec<TreeMove>,
    /// True where a move is a turn, and can be played as it is.
    pub turns: bool,
}

/// The state of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Analysis {
    /// From the request.
    pub key: u64,
    /// The nominal depth.
    pub depth: u32,
    /// The deepest ply.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// True once it has ended; it may then be requested again.
    pub done: bool,
    /// The endgame tables, where the position is near them.
    pub tables: Option<TablesTold>,
    /// The best first.
    pub lines: Vec<AnalysisLine>,
    /// The tree of a Monte Carlo tree search, once it is told.
    pub search_tree: Option<SearchTree>,
}

/// A turn in the variations of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StoredNode")]
pub struct TreeNode {
    /// The index of the turn before it; null after the start.
    pub parent: Option<usize>,
    /// The turn that leads here.
    pub turn: String,
    /// The same as people read it.
    pub words: String,
    /// Who played it.
    pub side: char,
    /// The position after it.
    pub position: String,
    /// The comment on it; empty for none.
    pub comment: String,
}

/// The variations and comments of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tree {
    /// The game.
    pub id: String,
    /// The comment on the start.
    pub comment: String,
    /// Parents before children, siblings in order.
    pub nodes: Vec<TreeNode>,
}

/// The computer analysis of a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Judged {
    /// As the side to move sees it.
    pub score: Score,
    /// The best turn.
    pub best: String,
    /// The same as people read it; empty in reports of older versions.
    #[serde(default)]
    pub words: String,
    /// The score of the second best turn; none where there is but one.
    #[serde(default)]
    pub second: Option<Score>,
    /// The nominal depth.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// The computer analysis of a game, as far as it is done.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Report")]
pub struct ReportState {
    /// The game.
    pub id: String,
    /// True while positions are being analysed.
    pub running: bool,
    /// For each position from the start on; null where there is none yet, or nothing to analyse.
    pub positions: Vec<Option<Judged>>,
}

/// A game of the library.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LibraryGame {
    /// Its id.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// Where it began.
    pub start: String,
    /// Who played.
    pub players: BTreeMap<char, Player>,
    /// The turns played.
    pub turns: Vec<String>,
    /// The same as people read them, where they were asked for.
    pub words: Vec<String>,
    /// Who played, by side letter, where it was played elsewhere.
    pub names: BTreeMap<char, String>,
    /// How it ended; null while it goes on.
    pub ending: Option<Ending>,
    /// Its tree, if it was asked for.
    pub tree: Vec<TreeNode>,
    /// The comment on the start.
    pub comment: String,
    /// When it was begun, in milliseconds since 1970.
    pub created: i64,
    /// When it was last changed.
    pub changed: i64,
}
