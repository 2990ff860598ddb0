//! Games and engines behind object-safe interfaces, with text at their edges.
//!
//! - [`kind()`], [`kinds`]: the games there are; [`games`] alone lists them.
//! - [`AnyGame`]: a game in progress under the one referee.
//! - [`Engine`]: a player that thinks in the background and reports through a sink.

mod agree;
mod alphabeta;
mod any_game;
mod chances;
mod folders;
mod game_text;
pub mod games;
mod kind;
mod levels;
mod player;
mod pondering;
mod presets;
mod random;
mod settings;
mod statistics;
mod tables;
mod task;
mod told;

pub use agree::{Agreement, Disagreement, agree_toys};
pub use any_game::{AnyGame, GameEnding, Within};
pub use folders::TableFolders;
pub use game::params::{ParamError, ParamInfo};
pub use game::{ParseError, Referee, Score, TurnError, Verdict};
pub use games::{kind, kinds};
pub use kind::{Evaluation, GameKind, Perft, TurnCounts};
pub use levels::{Level, levels};
pub use player::{Bound, ConfigError, Engine, EngineConfig, Event, GameError, Info, Sink};
pub use random::RandomEngine;
pub use search::{Clock, Limits};
pub use settings::{MAX_HASH, MAX_MOVE_OVERHEAD, MAX_THREADS, MOVE_OVERHEAD};
pub use statistics::{PlyStatistics, Statistics};
pub use tables::{
    EndgameTable, TableError, TableKind, TableProgress, TableSummary, TableValue, WinsProgress,
    WinsRequest, WinsStage, WinsTable,
};
pub use told::{OpeningBook, ToldGame, ToldResult, ToldTurn};
