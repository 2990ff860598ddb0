//! Matches between engines.
//!
//! - [`EngineSpec`]: an engine as one line of text: `tesuji,nodes=1000,threads=2`.
//! - [`Match`]: who plays whom, from which deals, each played twice with sides changed.
//! - [`GameRecord`]: one game, as a line of JSON.
//! - [`Tally`], [`Summary`]: the score, the pair counts and the Elo difference with error bars.

mod play;
mod record;
mod schedule;
mod spec;
pub mod stats;

pub use play::{Player, Rules, play_game};
pub use record::{GameRecord, GameResult};
pub use schedule::{Match, MatchError};
pub use spec::{EngineSpec, SpecError};
pub use stats::{Estimate, Interval, Summary, Tally, elo_of_score, estimate};
