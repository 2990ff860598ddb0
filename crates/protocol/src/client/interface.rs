//! The user's side of any protocol.

use std::time::Duration;

use crate::command::Go;
use crate::error::ProtocolError;
use crate::report::{Bound, OptionInfo, ScoreText};

/// How a search stands, as far as the engine says it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParsedInfo {
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// The deepest ply reached.
    pub seldepth: Option<u32>,
    /// Which of the best lines, from 1.
    pub multi_pv: Option<u32>,
    /// The score, from the view of the side to move.
    pub score: Option<(ScoreText, Bound)>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Since the search began, by the engine's clock.
    pub time: Option<Duration>,
    /// The line, a turn each.
    pub pv: Vec<String>,
}

/// A parsed line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParsedLine {
    /// Nothing: a blank line.
    Nothing,
    /// The engine's name.
    Name(String),
    /// Who wrote it.
    Author(String),
    /// Something that can be set.
    Option(OptionInfo),
    /// That all of these have been told.
    HelloOk,
    /// More can be taken.
    ReadyOk,
    /// How the search stands.
    Info(ParsedInfo),
    /// A remark.
    Remark(String),
    /// The search has ended.
    BestMove {
        /// The turn to play; None where the engine says that there is none.
        turn: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// Several things in one line, in their order; none of them is of this kind.
    Several(Vec<ParsedLine>),
    /// A line that is none of the protocol's: its first word.
    Unknown(String),
}

/// Commands and answers that a protocol does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unsupported {
    /// Who wrote the engine.
    pub author: bool,
    /// A search of so many nodes.
    pub nodes: bool,
    /// A time for a turn that is no whole number of seconds.
    pub parts_of_seconds: bool,
    /// How many turns are to be made until a clock has more time.
    pub moves_to_go: bool,
    /// An answer to [`is_ready`](Client::is_ready) while the engine thinks.
    pub ready_while_thinking: bool,
    /// Thinking on the expected reply, by order of the user.
    pub ponder: bool,
    /// A search without an end, whose answer waits for `stop`.
    pub infinite: bool,
    /// A rule against lines of no meaning.
    pub rule_of_lines: bool,
}

/// The user's side of one protocol: commands as lines with their ends, and the parser of the engine's lines. Text that is said holds no line ends but its own: blanks stand for them.
pub trait Client: Send {
    /// Asks who it is and what can be set. The answer ends with [`ParsedLine::HelloOk`].
    fn hello(&self) -> String;
    /// Asks whether more can be taken. The answer is [`ParsedLine::ReadyOk`].
    fn is_ready(&self) -> String;
    /// Sets an option.
    fn set_option(&self, name: &str, value: &str) -> String;
    /// Commands before positions of a game that begins at `start`, to an engine with these options.
    fn prepare(&self, _start: &str, _options: &[OptionInfo]) -> String {
        String::new()
    }
    /// Another game begins.
    fn new_game(&self) -> String;
    /// The position to think about: where the game began (None for the usual start), and the turns since.
    fn position(&self, start: Option<&str>, turns: &[String]) -> String;
    /// True where the engine lists its options. Where it does not, any may be tried.
    fn lists_options(&self) -> bool {
        true
    }
    /// Commands and answers that the protocol does not have.
    fn unsupported(&self) -> Unsupported {
        Unsupported::default()
    }
    /// The expected turn was played: think on, by the clock. Said after a search to [`ponder`](Go::ponder).
    fn ponder_hit(&self) -> String {
        "ponderhit\n".to_owned()
    }
    /// Something that no engine knows and every engine should pass over.
    fn nonsense(&self) -> String {
        "whatisthis 1 2 3\n".to_owned()
    }
    /// Think.
    fn go(&self, go: &Go) -> String;
    /// Stop thinking and answer.
    fn stop(&self) -> String;
    /// End.
    fn quit(&self) -> String;
    /// Parses a line of the engine, without its end.
    ///
    /// # Errors
    /// If the line begins like one of the protocol's and is not written as it should be.
    fn parse_line(&self, line: &str) -> Result<ParsedLine, ProtocolError>;
}
