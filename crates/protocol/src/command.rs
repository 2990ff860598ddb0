//! The commands that an engine gets.

use std::time::Duration;

/// The nodes of a search whose limits could not be read: some milliseconds.
const NODES_INSTEAD: u64 = 10_000;

/// The limits of a search, as `go` gives them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Nominal depth, in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The time left on the clocks of the first and the second side.
    pub time: [Option<Duration>; 2],
    /// Their increments.
    pub increment: [Option<Duration>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Mate in so many of the winner's moves.
    pub mate: Option<u32>,
    /// True to search until `stop`.
    pub infinite: bool,
    /// True to ponder on the expected reply, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// True to ponder on every legal reply, until the next `position`, `go` or `stop`.
    pub ponder_replies: bool,
    /// The turns to search at the root; empty for all.
    pub search_moves: Vec<String>,
}

/// A question about the position or the engine: typed by a person, or from a GUI that leaves the rules to the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// `d`: a diagram of the board, and the position as text.
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
    /// True for the questions of GUIs, which are answered by `response`.
    pub const fn is_query(self) -> bool {
        matches!(self, Self::GameOver | Self::FirstSideToMove | Self::Result)
    }
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Identify yourself and list your options.
    Hello,
    /// Answer as soon as further commands can be taken.
    IsReady,
    /// A new game begins.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; empty where none was given.
        value: String,
    },
    /// Set the position to search.
    Position {
        /// Where the game began; None for the usual start.
        start: Option<String>,
        /// The turns since then.
        turns: Vec<String>,
    },
    /// Search.
    Go(Go),
    /// Stop searching and answer.
    Stop,
    /// The expected reply was played.
    PonderHit,
    /// Answer a question about the position, or about the engine.
    Ask(Question),
    /// End the session.
    Quit,
    /// An unknown command: its first word.
    Unknown(String),
}

/// The search in place of one whose limits were refused: a short one, which stays infinite or pondering where that was
/// asked for.
pub(crate) fn go_instead(line: &str) -> Option<Go> {
    let mut words = line.split_whitespace();
    let is_go = words.next() == Some("go");
    let words: Vec<&str> = words.collect();
    let has = |word: &str| words.contains(&word);
    // Nobody waits for an answer to these.
    if !is_go || has("ponderreplies") || has("perft") {
        return None;
    }
    let (infinite, ponder) = (has("infinite"), has("ponder"));
    Some(Go { nodes: Some(NODES_INSTEAD), infinite, ponder, ..Go::default() })
}
