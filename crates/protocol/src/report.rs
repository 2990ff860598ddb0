//! The reports of an engine.

use std::time::Duration;

/// Scores are those of the games, from the view of the side to move.
pub use game::{Bound, Verdict as ScoreText};

/// The values that an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value it starts from.
        start: bool,
    },
    /// A whole number.
    Spin {
        /// The value it starts from.
        start: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of some words.
    Choice {
        /// The word it starts from.
        start: String,
        /// All of them.
        values: Vec<String>,
    },
    /// Any text.
    Text {
        /// The text it starts from.
        start: String,
    },
    /// Something to be done; it has no value.
    Button,
}

/// An option that the user may set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// The values that it takes.
    pub kind: OptionKind,
}

/// How a search stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// Nominal depth in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Which of the best lines, from 1.
    pub multi_pv: usize,
    /// The score.
    pub score: ScoreText,
    /// The score's relation to the value.
    pub bound: Bound,
    /// The chances in thousandths, won, drawn and lost for the side to move; None where they are not asked for.
    pub wdl: Option<[u32; 3]>,
    /// Nodes.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// How often endgame tables knew a position; None where the protocol has no word for it.
    pub table_hits: Option<u64>,
    /// The line, a turn each.
    pub pv: Vec<String>,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// The engine's name, author and options, and that this is all.
    Hello {
        /// `Tesuji 0.1.0`.
        name: String,
        /// Who wrote it.
        author: String,
        /// The options.
        options: Vec<OptionInfo>,
    },
    /// More can be taken.
    ReadyOk,
    /// How the search stands.
    Info(SearchInfo),
    /// The turn at the root that is searched now.
    Current {
        /// The turn.
        turn: String,
        /// Its number, from 1.
        number: usize,
    },
    /// The answer to a question, in lines.
    Text(Vec<String>),
    /// A remark.
    Remark(String),
    /// A fault, of the user or the engine.
    Error(String),
    /// The search has ended.
    BestMove {
        /// The turn to play; None in a finished position.
        turn: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
}
