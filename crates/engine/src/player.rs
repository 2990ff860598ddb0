//! The engine interface: it is told a position, thinks in the background, and reports.

use std::time::Duration;

use game::params::{ParamError, ParamInfo};
use game::{ParseError, Score, TurnError};
use search::Limits;

use crate::statistics::Statistics;

/// How an engine is set up. [`EngineConfig::default`] is the engine at its best on one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineConfig {
    /// Threads that search together, from 1.
    pub threads: usize,
    /// The transposition table's size in MiB; 0 for none.
    pub hash_mib: usize,
    /// Parameters and switches by name: `("NullMove", "false")`; see [`Engine::options`]. Beside
    /// them `Preset` (a frozen configuration, applied first), `Driver` (`pvs`, `mtdf`,
    /// `alphabeta`, `minimax`), `Exact` (the value of the plain tree), `Level` (a number from 1, see
    /// [`levels`](crate::levels()); 0 for full strength) and `RepetitionDraw`
    /// (score repetitions as draws, as the referee of a match does; on from the start); where there are endgame
    /// tables in files `SyzygyPath` (their folders), `SyzygyProbeDepth`, `SyzygyProbeLimit` and `Syzygy50MoveRule`.
    pub options: Vec<(String, String)>,
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self { threads: 1, hash_mib: 64, options: Vec::new() }
    }
}

/// Why an engine could not be set up as asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    /// No parameter has this name, or it cannot have this value.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// Endgame tables cannot be read.
    #[error("{option}: {fault}")]
    Tables {
        /// The option that names them.
        option: &'static str,
        /// Why not, in words.
        fault: String,
    },
    /// No frozen configuration has this name.
    #[error("there is no preset '{given}': use {known}")]
    Preset {
        /// What was asked for.
        given: String,
        /// What there is.
        known: String,
    },
    /// The number of threads.
    #[error("an engine needs from 1 to {max} threads, not {given}")]
    Threads {
        /// What was asked for.
        given: usize,
        /// The most that is allowed.
        max: usize,
    },
    /// The system does not have the memory.
    #[error("the system has no {mib} MiB of memory for the table")]
    Memory {
        /// What was asked for.
        mib: usize,
    },
    /// The table's size.
    #[error("the table can have from 0 to {max} MiB, not {given}")]
    Hash {
        /// What was asked for.
        given: usize,
        /// The most that is allowed.
        max: usize,
    },
}

/// Why a position was not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The start position cannot be read.
    #[error("the position cannot be read: {0}")]
    Position(#[from] ParseError),
    /// A turn is not legal.
    #[error("turn {number} ('{text}') cannot be played: {error}")]
    Turn {
        /// Its number, from 1.
        number: usize,
        /// As it was given.
        text: String,
        /// Why not.
        error: TurnError,
    },
}

/// What a reported score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// A report from a search under way.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Nominal depth in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Which of the best lines this is, from 1.
    pub multi_pv: usize,
    /// The score from the view of the side to move at the root.
    pub score: Score,
    /// What the score is.
    pub bound: Bound,
    /// Whether the depth is complete.
    pub complete: bool,
    /// Since the search began.
    pub time: Duration,
    /// States: positions reached by a move made, quiescence included.
    pub nodes: u64,
    /// States in the proof that a win is the shortest, or a defence the longest; not among `nodes`.
    pub proof_nodes: u64,
    /// Those of them below the first move of this line, in all iterations so far.
    pub line_nodes: u64,
    /// The nominal depth of `score`: less than `depth` for a line that this iteration has not reached.
    pub line_depth: u32,
    /// Those of them in quiescence.
    pub qnodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// How often the endgame tables knew a position.
    pub table_hits: u64,
    /// Whether the score is a proven win or loss of which the distance is known to be exact.
    pub settled: bool,
    /// The line as scripts write it, a turn each.
    pub pv: Vec<String>,
    /// The line as people read it, a turn each.
    pub line: Vec<String>,
}

impl Info {
    /// The report on a turn that was not searched for.
    pub(crate) fn of_the_book(time: Duration) -> Self {
        Self {
            depth: 0,
            seldepth: 0,
            multi_pv: 1,
            score: Score::ZERO,
            bound: Bound::Exact,
            complete: true,
            time,
            nodes: 0,
            proof_nodes: 0,
            line_nodes: 0,
            line_depth: 0,
            qnodes: 0,
            hashfull: 0,
            table_hits: 0,
            settled: false,
            pv: Vec::new(),
            line: Vec::new(),
        }
    }
}

/// What an engine says while it thinks.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// How the search stands.
    Info(Info),
    /// In a long search: the turn at the root that is searched now.
    Current {
        /// The turn.
        turn: String,
        /// Its number, from 1.
        number: usize,
    },
    /// The search has ended; always the last event of a search.
    BestMove {
        /// The turn to play; None in a finished position.
        turn: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
        /// The last report on the best line; None where nothing was searched.
        last: Option<Info>,
        /// What was counted; None where nothing was.
        statistics: Option<Box<Statistics>>,
    },
    /// The search failed by a fault of the engine (a panic in its thread); always the last event.
    Failed(String),
}

/// Takes what an engine says; called on the engine's threads.
pub type Sink = Box<dyn FnMut(Event) + Send>;

/// A player that thinks in the background.
pub trait Engine: Send {
    /// Who it is: `Tesuji 0.1.0`.
    fn name(&self) -> String;

    /// What can be set with [`set_option`](Engine::set_option), beside `Threads` and `Hash` (MiB).
    fn options(&self) -> Vec<ParamInfo>;

    /// Sets an option by name, without regard to case. A running search is stopped first, except
    /// for `Hash`, which resizes the table while the search goes on.
    ///
    /// # Errors
    /// If there is no such option or it cannot have that value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), ConfigError>;

    /// Forgets what was learned in an earlier game.
    fn new_game(&mut self);

    /// Sets the game to think about: where it began (None for the usual start) and what was
    /// played. A running search is stopped first.
    ///
    /// # Errors
    /// If the position or a turn is wrong; the game set before is then kept.
    fn set_game(&mut self, start: Option<&str>, turns: &[String]) -> Result<(), GameError>;

    /// The next [`go`](Engine::go) searches only these turns at the root (of a turn of several
    /// moves, its first move); none for all. Setting a game forgets them.
    ///
    /// # Errors
    /// If one of them is not legal in the game set; then all are searched.
    fn search_only(&mut self, turns: &[String]) -> Result<(), GameError>;

    /// Begins to think and returns at once. A running search is stopped first.
    fn go(&mut self, limits: Limits, sink: Sink);

    /// Thinks on the caller's thread and returns when the last event was given. For short searches, of
    /// which starting a thread would be the greater part; nothing can stop it but its limits.
    fn think(&mut self, limits: Limits, sink: Sink) {
        self.go(limits, sink);
        self.wait();
    }

    /// Begins to search every possible reply of the opponent, who is to move in the game set, each
    /// a ply at a time. When [`set_game`](Engine::set_game) then sets that game with one more turn,
    /// the searches of all other replies end, and the next [`go`](Engine::go) has all that was
    /// learned of that one. Anything else ends them all.
    ///
    /// Reports are from the opponent's view, their lines begin with the reply, and `multi_pv` is
    /// its number; the last event has no turn. An engine that cannot do this says so at once by
    /// that event.
    fn ponder_replies(&mut self, mut sink: Sink) {
        sink(Event::BestMove { turn: None, ponder: None, last: None, statistics: None });
    }

    /// The expected reply was played: a search begun with `ponder` now counts its time.
    fn ponder_hit(&mut self);

    /// What endgame tables it was given in folders, in words.
    fn about_tables(&self) -> Option<String> {
        None
    }

    /// What is wrong with the endgame tables that were asked, in words; told once.
    fn fault(&mut self) -> Option<String> {
        None
    }

    /// Asks the running search to end soon; its best move comes through the sink.
    fn stop(&mut self);

    /// Whether a search is running.
    fn is_searching(&self) -> bool;

    /// Waits until the running search has ended and its last event was given.
    fn wait(&mut self);
}
