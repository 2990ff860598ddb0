//! The reports of an engine.

use std::time::Duration;

/// Scores are those of the games, from the view of the side to move.
pub use game::{Bound, Verdict as ScoreText};

/// The values that an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The default.
        start: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        start: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of some words.
    Choice {
        /// The default.
        start: String,
        /// All of them.
        values: Vec<String>,
    },
    /// Any text.
    Text {
        /// The default.
        start: String,
    },
    /// An action; it has no value.
    Button,
}

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// The values that it takes.
    pub kind: OptionKind,
}

/// The state of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// Nominal depth in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multi_pv: usize,
    /// The score.
    pub score: ScoreText,
    /// Exact, or a bound on the value.
    pub bound: Bound,
    /// Win, draw and loss chances of the side to move, in thousandths; None where they are not asked for.
    pub wdl: Option<[u32; 3]>,
    /// Nodes searched.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The occupancy of the transposition table, in thousandths.
    pub hashfull: u32,
    /// Tablebase hits; None where the protocol does not report them.
    pub table_hits: Option<u64>,
    /// The principal variation, in turns.
    pub pv: Vec<String>,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// The engine's name, author and options: the whole answer to [`Hello`](crate::Command::Hello).
    Hello {
        /// `Tesuji 0.1.0`.
        name: String,
        /// The author.
        author: String,
        /// The options.
        options: Vec<OptionInfo>,
    },
    /// The engine is ready for further commands.
    ReadyOk,
    /// The state of the search.
    Info(SearchInfo),
    /// The root move that is being searched.
    Current {
        /// The turn.
        turn: String,
        /// Its number, from 1.
        number: usize,
    },
    /// The answer to a question, in lines.
    Text(Vec<String>),
    /// A message for the log.
    Remark(String),
    /// An error, of the user or the engine.
    Error(String),
    /// The search has ended.
    BestMove {
        /// The turn to play; None where the game is over.
        turn: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
}
