//! Games and engines behind object-safe interfaces, with text at their edges.
//!
//! - [`kind()`], [`kinds`]: the games there are; [`games`] alone lists them.
//! - [`AnyGame`]: a game in progress under the one referee.
//! - [`Engine`]: a player that thinks in the background and reports through a sink.

mod agree;
mod any_game;
mod chances;
mod config;
mod core;
mod definition;
mod game_text;
pub mod games;
mod kind;
mod levels;
pub mod options;
mod player;
mod pondering;
mod positions;
mod presets;
mod random;
mod recorded;
mod request;
mod searching;
mod settings;
mod statistics;
mod tables;
mod task;
mod typed_positions;

pub use agree::{Agreement, Disagreement, agree_toys};
pub use any_game::{AnyGame, GameEnding, Within};
pub use chances::Chances;
pub use definition::{Evaluation, GameInfo, GameKind, Perft, TurnCounts};
pub use game::params::{ParamError, ParamInfo};
pub use game::{Bound, ParseError, Referee, Score, TurnError, Verdict};
pub use games::{examples, kind, kinds};

pub use config::{ConfigError, EngineConfig};
pub use levels::{Level, levels};
pub use options::{Audience, OptionInfo, OptionKind};
pub use player::{Engine, Event, GameError, Info, Listener, Sink, Stop};
pub use positions::PositionSet;
pub use random::RandomEngine;
pub use recorded::{
    BookReader, GameFiles, OpeningBook, RecordedGame, RecordedResult, RecordedTurn,
};
pub use request::{Outcome, Request, SearchError, think};
pub use search::{Clock, Limits};
pub use statistics::{PlyStatistics, Statistics, TreeBranch};
pub use tables::{
    EndgameTable, OnTableProgress, SharedTablebase, TableBuilder, TableError, TableFolders,
    TableKind, TableProgress, TableSummary, TableValue, Tablebase, WinsProgress, WinsRequest,
    WinsStage, WinsTable,
};
