//! The user's side of any protocol.

use std::time::Duration;

use crate::command::Go;
use crate::error::ProtocolError;
use crate::report::{Bound, OptionInfo, ScoreText};

/// The state of a search, as far as the engine reports it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParsedInfo {
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// The deepest ply reached.
    pub seldepth: Option<u32>,
    /// The rank of the line, from 1.
    pub multi_pv: Option<u32>,
    /// The score, from the view of the side to move.
    pub score: Option<(ScoreText, Bound)>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The time since the search began, by the engine's clock.
    pub time: Option<Duration>,
    /// The principal variation, in turns.
    pub pv: Vec<String>,
}

/// A parsed line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParsedLine {
    /// Nothing: a blank line.
    Nothing,
    /// The engine's name.
    Name(String),
    /// The author.
    Author(String),
    /// An option.
    Option(OptionInfo),
    /// The end of name, author and options.
    HelloOk,
    /// The engine is ready for further commands.
    ReadyOk,
    /// The state of the search.
    Info(ParsedInfo),
    /// A message for the log.
    Remark(String),
    /// The search has ended.
    BestMove {
        /// The turn to play; None where the engine says that there is none.
        turn: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// Several of these in one line, in their order; none is itself `Several`.
    Several(Vec<ParsedLine>),
    /// A line that is none of the protocol's: its first word.
    Unknown(String),
}

/// Commands and answers that a protocol does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unsupported {
    /// The engine's author.
    pub author: bool,
    /// A node limit.
    pub nodes: bool,
    /// A time for a move in fractions of a second.
    pub parts_of_seconds: bool,
    /// The moves to the next time control.
    pub moves_to_go: bool,
    /// An answer to [`is_ready`](Client::is_ready) during a search.
    pub ready_while_thinking: bool,
    /// Pondering on the expected reply, at the user's command.
    pub ponder: bool,
    /// An infinite search, whose answer waits for `stop`.
    pub infinite: bool,
    /// A rule that lines outside the protocol are not written.
    pub rule_of_lines: bool,
}

/// The user's side of one protocol: it writes commands as lines, line ends included, and parses the engine's lines.
/// Line breaks within an argument are written as spaces.
pub trait Client: Send {
    /// Asks for name, author and options. The answer ends with [`ParsedLine::HelloOk`].
    fn hello(&self) -> String;
    /// Asks whether the engine is ready. The answer is [`ParsedLine::ReadyOk`].
    fn is_ready(&self) -> String;
    /// Sets an option.
    fn set_option(&self, name: &str, value: &str) -> String;
    /// Commands to an engine with these options before a game that begins at `start`.
    fn prepare(&self, _start: &str, _options: &[OptionInfo]) -> String {
        String::new()
    }
    /// A new game begins.
    fn new_game(&self) -> String;
    /// The position to search: where the game began (None for the usual start), and the turns since.
    fn position(&self, start: Option<&str>, turns: &[String]) -> String;
    /// True if engines list their options. Where they do not, any may be tried.
    fn lists_options(&self) -> bool {
        true
    }
    /// Commands and answers that the protocol does not have.
    fn unsupported(&self) -> Unsupported {
        Unsupported::default()
    }
    /// The expected turn was played: the search goes on, by the clock. Sent during a search with [`ponder`](Go::ponder).
    fn ponder_hit(&self) -> String {
        "ponderhit\n".to_owned()
    }
    /// A line that no engine knows and every engine should ignore.
    fn nonsense(&self) -> String {
        "whatisthis 1 2 3\n".to_owned()
    }
    /// Begins a search.
    fn go(&self, go: &Go) -> String;
    /// Stops the search; the answer follows.
    fn stop(&self) -> String;
    /// Ends the session.
    fn quit(&self) -> String;
    /// Parses a line of the engine, without its end.
    ///
    /// # Errors
    /// If the line begins like one of the protocol's and is not written as it should be.
    fn parse_line(&self, line: &str) -> Result<ParsedLine, ProtocolError>;
}
