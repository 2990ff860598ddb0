//! Who sits at the board: Tesuji's own engines, external programs, people.

pub(crate) mod child;
mod human;
mod log;
mod own;
mod program;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use engine::{AnyGame, Limits, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use human::{HumanInput, HumanPlayer};
pub use log::TrafficLog;
pub use own::OwnPlayer;
pub use program::{Identity, Program};

/// How often whoever waits looks whether it should stop.
pub(crate) const POLL: Duration = Duration::from_millis(20);

/// The surroundings that players need of the program that the arena is part of.
#[derive(Clone, Default)]
pub struct Environment {
    /// How external programs are guarded; None to start them without a guard.
    pub guard: Option<GuardCommand>,
    /// Who answers for people.
    pub human: Option<Arc<Mutex<dyn HumanInput>>>,
    /// The folder for logs of programs' input and output; None for no logs.
    pub log: Option<TrafficLog>,
}

/// A command that runs [`crate::guard::main`]: the guard's arguments follow it.
#[derive(Clone, Debug)]
pub struct GuardCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments before the guard's.
    pub args: Vec<String>,
}

/// The kinds of faults.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The program cannot be started.
    NoStart,
    /// It does not say in time who it is.
    SlowStart,
    /// It does not say in time that it is ready.
    NotReady,
    /// It ends before its first game.
    CrashAtStart,
    /// It ends in a game.
    Crash,
    /// It gives no turn, not even after `stop`.
    Hang,
    /// Its turn comes too late.
    Time,
    /// Its turn is not legal.
    IllegalTurn,
    /// Its turn cannot be read.
    UnreadableTurn,
    /// It says that there is no turn where there is one.
    NoTurn,
    /// It says too much.
    Flood,
    /// It says a line that does not end.
    EndlessLine,
    /// It refuses the position or a setting, or its search fails.
    Failed,
    /// It was disqualified for earlier faults: the game was lost without being played.
    Disqualified,
    /// It gave the game up, which is no fault but ends a game in the same way.
    Resigned,
}

impl FaultKind {
    /// The game had not begun for it: such a game is void and played again.
    pub fn is_at_start(self) -> bool {
        matches!(self, Self::NoStart | Self::SlowStart | Self::NotReady | Self::CrashAtStart)
    }

    /// It counts towards disqualification. To lose on time is part of the game.
    pub fn disqualifies(self) -> bool {
        !matches!(self, Self::Time | Self::Disqualified | Self::Resigned)
    }

    /// In words, for a table of counts.
    pub fn words(self) -> &'static str {
        match self {
            Self::NoStart => "cannot be started",
            Self::SlowStart => "slow to start",
            Self::NotReady => "not ready",
            Self::CrashAtStart => "crashed at the start",
            Self::Crash => "crashed",
            Self::Hang => "stopped responding",
            Self::Time => "lost on time",
            Self::IllegalTurn => "illegal move",
            Self::UnreadableTurn => "unreadable move",
            Self::NoTurn => "no move",
            Self::Flood => "flooded its output",
            Self::EndlessLine => "endless line",
            Self::Failed => "failed",
            Self::Disqualified => "disqualified",
            Self::Resigned => "resigned",
        }
    }
}

/// A player's fault, and the words for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// In plain English, for the record.
    pub text: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    /// Why the side of this name has lost.
    pub(crate) fn reason(&self, side: &str) -> String {
        match self.kind {
            FaultKind::Time => format!("{side} lost on time: {}", self.text),
            FaultKind::Resigned => format!("{side} resigned"),
            FaultKind::Disqualified => format!("{side}'s engine was {}", self.text),
            _ => format!("{side}'s engine failed: {}", self.text),
        }
    }
}

/// A request for a turn.
pub struct Question<'a> {
    /// The game, for people to look at.
    pub game: &'a dyn AnyGame,
    /// Where it began.
    pub start: &'a str,
    /// The turns played.
    pub turns: &'a [String],
    /// The limits of the turn.
    pub limits: &'a Limits,
    /// The most that it may take, its margin included; None where nothing bounds its time.
    pub allowed: Option<Duration>,
    /// Set when the game is to be given up.
    pub stop: &'a AtomicBool,
}

/// A turn, and the engine's report on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The turn, as the player wrote it.
    pub turn: String,
    /// When the question had been asked, and when the answer arrived.
    pub times: [Instant; 2],
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// The score from the player's view.
    pub score: Option<Verdict>,
    /// Nodes.
    pub nodes: Option<u64>,
}

impl Reply {
    /// How long the player took.
    pub fn took(&self) -> Duration {
        self.times[1].saturating_duration_since(self.times[0])
    }
}

/// Why there is no turn.
#[derive(Clone, PartialEq, Debug)]
pub enum NoReply {
    /// The game is to be given up.
    Stopped,
    /// The player did something wrong.
    Fault(Fault),
}

impl From<Fault> for NoReply {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Somebody who plays. Its methods wait, on the thread of the game.
pub trait Player: Send {
    /// Another game begins: forgets the one before, starts what is not running.
    ///
    /// # Errors
    /// Why it cannot play.
    fn begin(&mut self) -> Result<(), Fault>;

    /// Asks for a turn.
    ///
    /// # Errors
    /// Why there is none.
    fn think(&mut self, question: &Question<'_>) -> Result<Reply, NoReply>;

    /// The game has ended by its rules or by agreement, won by the side of this letter or drawn; comes before
    /// [`end`](Self::end).
    fn hear_result(&mut self, _game: &dyn AnyGame, _winner: Option<char>) {}

    /// The game is over, and whether the player was at fault. Oddities that are no faults come back
    /// for the record.
    fn end(&mut self, at_fault: bool) -> Vec<String>;

    /// Nothing more is to be played. Oddities of its end come back.
    fn leave(&mut self) -> Vec<String> {
        Vec::new()
    }
}
