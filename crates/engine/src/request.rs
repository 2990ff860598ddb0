//! A search that is asked for, and what comes of it.

use game::{ParseError, Referee};
use search::Limits;

use crate::any_game::AnyGame;
use crate::kind::GameKind;
use crate::player::{Engine, Event, GameError, Info, Stop};
use crate::statistics::Statistics;

/// A search that is asked for.
pub struct Request {
    /// The game to think about.
    pub game: Box<dyn AnyGame>,
    /// The turns to search; all where there is none.
    pub only: Vec<String>,
    /// The bounds.
    pub limits: Limits,
}

/// The outcome of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// The turn to play; None in a finished position.
    pub turn: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// The last report on the best line; None where nothing was searched.
    pub last: Option<Info>,
    /// The deepest nominal depth that was completed.
    pub completed: u32,
    /// The counts; None where nothing was.
    pub statistics: Option<Box<Statistics>>,
}

/// Why a search has no outcome.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The engine does not take the game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The search failed by a fault of the engine.
    #[error("the engine failed: {0}")]
    Failed(String),
    /// The search ended without an answer.
    #[error("the engine stopped responding")]
    Silent,
}

impl Request {
    /// A search of all turns of a game.
    pub fn new(game: &dyn AnyGame, limits: Limits) -> Self {
        Self { game: game.boxed_clone(), only: Vec::new(), limits }
    }

    /// A search of all turns of a position.
    ///
    /// # Errors
    /// If the text is no position of this game.
    pub fn at(kind: &dyn GameKind, position: &str, limits: Limits) -> Result<Self, ParseError> {
        let game = kind.new_game(Some(position), Referee::default())?;
        Ok(Self { game, only: Vec::new(), limits })
    }

    /// Lets an engine think, on the caller's thread; `on_info` gets its reports.
    ///
    /// # Errors
    /// Why there is no outcome.
    pub fn search(
        &self,
        engine: &mut dyn Engine,
        stop: &Stop,
        on_info: &mut (dyn FnMut(Info) + Send),
    ) -> Result<Outcome, SearchError> {
        engine.take_game(self.game.as_ref())?;
        engine.search_only(&self.only)?;
        think(engine, self.limits.clone(), stop, on_info)
    }
}

/// Lets an engine think about the game that it was set, on the caller's thread; `on_info` gets its reports.
///
/// # Errors
/// Why there is no outcome.
pub fn think(
    engine: &mut dyn Engine,
    limits: Limits,
    stop: &Stop,
    on_info: &mut (dyn FnMut(Info) + Send),
) -> Result<Outcome, SearchError> {
    let mut completed = 0;
    let mut found = Err(SearchError::Silent);
    engine.think(limits, stop, &mut |event| match event {
        Event::Info(info) => {
            if info.complete {
                completed = info.depth.max(completed);
            }
            on_info(info);
        }
        Event::Current { .. } => {}
        Event::BestMove { turn, ponder, last, statistics } => {
            found = Ok(Outcome { turn, ponder, last, completed: 0, statistics });
        }
        Event::Failed(fault) => found = Err(SearchError::Failed(fault)),
    });
    found.map(|found| Outcome { completed, ..found })
}
