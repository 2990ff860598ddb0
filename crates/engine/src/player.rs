//! The engine interface: it is told a position, thinks in the background, and reports.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use game::{Bound, ParseError, Score, TurnError};
use search::{Control, Limits};

use crate::any_game::AnyGame;
use crate::config::ConfigError;
use crate::options::OptionInfo;
use crate::statistics::{Statistics, TreeBranch};

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
    /// Its relation to the value.
    pub bound: Bound,
    /// The depth is complete.
    pub complete: bool,
    /// Since the search began.
    pub time: Duration,
    /// Nodes: positions reached by a move made, quiescence included.
    pub nodes: u64,
    /// Nodes in the proof that a win is the shortest, or a defence the longest; not among `nodes`.
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
    /// The score is a proven win or loss of which the distance is known to be exact.
    pub settled: bool,
    /// The chances behind the score, in thousandths: won, drawn, lost. Where they were asked for.
    pub chances: Option<[u32; 3]>,
    /// The line as scripts write it, a turn each.
    pub pv: Vec<String>,
    /// The line as people read it, a turn each.
    pub line: Vec<String>,
    /// With the best line of a Monte Carlo tree search, now and then: every move of the root, and the most visited moves
    /// after it.
    pub tree: Option<Arc<[TreeBranch]>>,
}

impl Info {
    /// A report on the best line of a complete depth, of which nothing more is known.
    pub(crate) fn of_depth(depth: u32, score: Score, nodes: u64, time: Duration) -> Self {
        Self {
            depth,
            seldepth: depth,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            complete: true,
            time,
            nodes,
            proof_nodes: 0,
            line_nodes: nodes,
            line_depth: depth,
            qnodes: 0,
            hashfull: 0,
            table_hits: 0,
            settled: false,
            chances: None,
            pv: Vec::new(),
            line: Vec::new(),
            tree: None,
        }
    }
}

/// A message of an engine while it thinks.
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
        /// The counts; None where nothing was.
        statistics: Option<Box<Statistics>>,
    },
    /// The search failed by a fault of the engine (a panic in its thread); always the last event.
    Failed(String),
}

/// Takes what an engine says; called on the engine's threads.
pub type Sink = Box<dyn FnMut(Event) + Send>;

/// Takes what an engine says that thinks on the caller's thread.
pub type Listener<'l> = dyn FnMut(Event) + Send + 'l;

/// Ends a search from elsewhere. Clones end the same one.
#[derive(Clone, Default)]
pub struct Stop(Arc<Control>);

impl Stop {
    /// Ends the search soon; its best turn still comes.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// The search is to end, or not to begin.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped()
    }

    /// The control of a search that this ends.
    pub(crate) fn control(&self) -> Control {
        self.0.child()
    }
}

/// A player that thinks in the background.
pub trait Engine: Send {
    /// Who it is: `Tesuji 0.1.0`.
    fn name(&self) -> String;

    /// The options, to be set with [`set_option`](Engine::set_option).
    fn options(&self) -> Vec<OptionInfo>;

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

    /// Sets the game to think about, as it is. A running search is stopped first.
    ///
    /// # Errors
    /// If it is a game of another kind; the game set before is then kept.
    fn take_game(&mut self, game: &dyn AnyGame) -> Result<(), GameError> {
        self.set_game(Some(&game.start_text()), &game.turns())
    }

    /// A game has ended, won by the side of this letter or drawn: an engine that keeps experience may learn from it. Where
    /// nobody tells it, it supposes what its last search has proven.
    fn learn_result(&mut self, _game: &dyn AnyGame, _winner: Option<char>) {}

    /// The next [`go`](Engine::go) searches only these turns at the root (of a turn of several
    /// moves, its first move); none for all. Setting a game forgets them.
    ///
    /// # Errors
    /// If one of them is not legal in the game set; then all are searched.
    fn search_only(&mut self, turns: &[String]) -> Result<(), GameError>;

    /// Begins to think and returns at once. A running search is stopped first.
    fn go(&mut self, limits: Limits, sink: Sink);

    /// Thinks on the caller's thread and returns when the last event was given. Time counts at once, also where
    /// `ponder` is set.
    fn think(&mut self, limits: Limits, stop: &Stop, sink: &mut Listener<'_>) {
        /// How often a stop is looked for.
        const POLL: Duration = Duration::from_millis(5);
        let (sender, events) = channel();
        self.go(limits, Box::new(move |event| drop(sender.send(event))));
        loop {
            match events.recv_timeout(POLL) {
                Ok(event) => sink(event),
                Err(RecvTimeoutError::Timeout) if stop.is_stopped() => self.stop(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.wait();
    }

    /// Begins to search every possible reply of the opponent, who is to move in the game set, each
    /// a ply at a time. When [`set_game`](Engine::set_game) then sets that game with one more turn,
    /// the searches of all other replies end, and the next [`go`](Engine::go) has all that was
    /// learned of that one. Anything else ends them all.
    ///
    /// Reports are from the opponent's view, their lines begin with the reply, and `multi_pv` is
    /// its number; the last event has no turn. Where a turn has several moves, and in Monte Carlo tree search, all
    /// replies are searched as one position, and `multi_pv` is 1. An engine that cannot do this says so at once by the
    /// last event.
    fn ponder_replies(&mut self, mut sink: Sink) {
        sink(Event::BestMove { turn: None, ponder: None, last: None, statistics: None });
    }

    /// The expected reply was played: a search begun with `ponder` now counts its time.
    fn ponder_hit(&mut self);

    /// A remark on the option that was set last, in words; given once.
    fn remark(&mut self) -> Option<String> {
        None
    }

    /// The fault of the endgame tables that were asked or of the file of experience, in words; given once.
    fn fault(&mut self) -> Option<String> {
        None
    }

    /// Asks the running search to end soon; its best move comes through the sink.
    fn stop(&mut self);

    /// A search is running.
    fn is_searching(&self) -> bool;

    /// Waits until the running search has ended and its last event was given.
    fn wait(&mut self);
}
