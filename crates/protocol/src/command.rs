//! The commands of an engine's user.

use std::time::Duration;

/// How many nodes a search takes whose bounds could not be read: some milliseconds.
const NODES_INSTEAD: u64 = 10_000;

/// The bounds of a search, as `go` gives them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this turn.
    pub move_time: Option<Duration>,
    /// Time left to the first and to the second side.
    pub time: [Option<Duration>; 2],
    /// Time added after each of their turns.
    pub increment: [Option<Duration>; 2],
    /// Turns until more time comes.
    pub moves_to_go: Option<u32>,
    /// Until a win in so many of the winner's moves is found.
    pub mate: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
    /// On the expected reply, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// On every possible reply, until the next `position`, `go` or `stop`.
    pub ponder_replies: bool,
    /// Only these turns at the root; empty for all.
    pub search_moves: Vec<String>,
}

/// A question about the position or the engine: by people at its prompt, or by a front end that leaves the rules to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// `d`: the board, drawn, and its text.
    Board,
    /// `eval`: the static evaluation, term by term.
    Evaluation,
    /// `go perft N`: the leaves below each legal move.
    Perft(u32),
    /// `bench`: the nodes of a search of fixed positions, and the speed.
    Bench,
    /// `query gameover`: whether the game has ended, as `true` or `false`.
    GameOver,
    /// `query p1turn`: whether the first side is to move, as `true` or `false`.
    FirstSideToMove,
    /// `query result`: `p1win`, `p2win`, `draw` or `none`.
    Result,
}

impl Question {
    /// True for the questions of front ends, which are answered by `response`.
    pub const fn is_query(self) -> bool {
        matches!(self, Self::GameOver | Self::FirstSideToMove | Self::Result)
    }
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Say who you are and what can be set.
    Hello,
    /// Answer as soon as you can take more.
    IsReady,
    /// Another game begins.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; empty where none was given.
        value: String,
    },
    /// Think about this position.
    Position {
        /// Where the game began; None for the usual start.
        start: Option<String>,
        /// The turns since then.
        turns: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// Stop thinking and answer.
    Stop,
    /// The expected reply was played.
    PonderHit,
    /// Answer a question about the position, or about the engine.
    Ask(Question),
    /// End.
    Quit,
    /// A command that is not known: its first word.
    Unknown(String),
}

/// The search in place of one whose bounds were refused: a short one, that goes on until a further command where that was to.
pub(crate) fn go_instead(line: &str) -> Option<Go> {
    let mut words = line.split_whitespace();
    let is_go = words.next() == Some("go");
    let words: Vec<&str> = words.collect();
    let told = |word: &str| words.contains(&word);
    // Nobody waits for an answer to these.
    if !is_go || told("ponderreplies") || told("perft") {
        return None;
    }
    let (infinite, ponder) = (told("infinite"), told("ponder"));
    Some(Go { nodes: Some(NODES_INSTEAD), infinite, ponder, ..Go::default() })
}
