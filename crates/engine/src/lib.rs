//! Games and engines behind object-safe interfaces, with text at their edges.
//!
//! - [`kind()`], [`kinds`]: the games there are; [`games`] alone lists them.
//! - [`AnyGame`]: a game in progress under the one referee.
//! - [`Engine`]: a player that thinks in the background and reports through a sink.

mod agree;
mod any_game;
mod book;
mod chances;
mod checked_lines;
mod choices;
mod config;
mod core;
mod definition;
mod dialect;
mod experience;
mod explained;
mod game_text;
pub mod games;
mod kind;
mod layout;
mod levels;
mod network_inputs;
mod networks;
mod of_deal;
pub mod options;
mod packed;
mod parameters;
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
mod typed_parameters;
mod typed_positions;

pub use agree::{Agreement, Disagreement, agree_toys};
pub use any_game::{AnyGame, GameEnding, Within};
pub use book::{Book, BookTurn, MARK as BOOK_MARK, Searched};
pub use chances::Chances;
pub use choices::ChoiceSet;
pub use definition::{GameInfo, LevelGain, StartPart, TurnCounts, Variant};
pub use dialect::{Dialect, DialectPosition};
pub use experience::{
    Experience, ExperienceFile, Found, Lesson, MARK as EXPERIENCE_MARK, ReadExperience,
};
pub use explained::{Explained, end_of_line};
pub use game::params::{ParamError, ParamInfo};
pub use game::{Bound, Explanation, ParseError, Referee, Score, TurnError, Verdict};
pub use games::{examples, kind, kind_of_variant, kinds};

pub use config::{ConfigError, EngineConfig};
pub use kind::{
    Checks, Evaluation, GameKind, Knowledge, LearnedView, Packing, Perft, SquareWorth, Starts,
};
pub use layout::{BoardLayer, BoardLayout};
pub use levels::{Level, levels};
pub use network_inputs::{BuiltInNetwork, NetworkInputs};
pub use options::{Audience, OptionInfo, OptionKind};
pub use packed::PackedTurn;
pub use parameters::{Family, Parameter, ParameterSet};
pub use player::{Engine, Event, GameError, Info, Listener, Sink, Stop};
pub use positions::{Begun, PositionSet};
pub use random::RandomEngine;
pub use recorded::{BookFiles, GameFiles, OpeningBook, RecordedGame, RecordedResult, RecordedTurn};
pub use request::{Outcome, Request, SearchError, think};
pub use search::{Clock, Limits};
pub use statistics::{PlyStatistics, Statistics, TreeBranch};
pub use tables::{
    EndgameTable, OnTableProgress, SharedTablebase, TableBuilder, TableError, TableFolders,
    TableKind, TableProgress, TableSummary, TableValue, Tablebase, WinsProgress, WinsRequest,
    WinsStage, WinsTable,
};
