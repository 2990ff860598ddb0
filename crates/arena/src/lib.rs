//! Matches and tournaments between engines.
//!
//! - [`EngineSpec`]: an engine as one line of text, or a table of a TOML file: `tesuji,nodes=1000`.
//! - [`player`]: who sits at the board: Tesuji's own engines, external programs behind a [`guard`], people.
//! - [`play_game`]: one game, with clocks ([`time`]) and rules that may end it early ([`Rules`]).
//! - [`tournament`]: who plays whom, the threads that play, and what is stored when ([`store`]).
//! - [`GameRecord`]: one game, as a line of JSON, which can be replayed and checked.
//! - [`ablation`]: what each technique of a search is worth.
//! - [`view`] and [`report`]: a tournament as programs and people look at it.
//! - [`stats`]: the score, the pair counts, Elo with error bars, tests; [`rating`]: many engines.

pub mod ablation;
mod adjudicate;
pub mod check;
mod game_files;
pub mod glicko;
pub mod guard;
mod judge;
pub mod numbers;
pub mod openings;
mod play;
pub mod player;
pub mod rating;
mod record;
pub mod report;
pub mod seeds;
mod spec;
pub mod stats;
pub mod store;
pub mod time;
pub mod tournament;
pub mod view;
pub mod words;

pub use adjudicate::{DrawRule, ResignRule, Rules};
pub use judge::Judge;
pub use openings::{Openings, OpeningsError};
pub use play::{Finish, Overhead, Played, Seat, Watched, play_game};
pub use player::{Environment, Fault, FaultKind, GuardCommand, HumanInput, TrafficLog};
pub use record::{GameRecord, GameResult, RecordError, RecordedFault, TurnNote};
pub use spec::{EngineSpec, ProgramSpec, Restart, SpecError, TableError, read_tables};
pub use stats::{Estimate, Interval, Summary, Tally, elo_of_score, estimate};
pub use tournament::{ArenaError, Config, FaultPolicy, Format, Tournament};
