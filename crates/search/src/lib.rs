//! The alpha-beta family, generic over [`game::Position`].
//!
//! - [`minimax()`]: the reference search, which shares nothing with the rest.
//! - `node.rs`: the one recursive function, its steps numbered; `pruning.rs` has a function for each technique that
//!   they name, `quiescence.rs` what follows at the horizon.
//! - `worker.rs`: one thread's data, its polls, path and lines.
//! - [`Driver`]: PVS, MTD(f) or alpha-beta above it, by iterative deepening.
//! - [`Searcher`]: what outlasts one search; it runs [`Job`]s on its threads.
//! - [`Switches`], [`Tunables`]: every technique's switch and numbers, declared once.
//! - [`Play`] and [`Instrumented`]: the two instantiations of the node function.
//! - [`tt`]: the shared table.
//! - [`Prober`]: positions whose value is known beforehand; `probe.rs` asks for them.
//!
//! Nothing here knows a game, reads a clock that it did not get, or prints.

mod busy;
mod correction;
mod driver;
mod entries;
mod extensions;
mod history;
mod iterations;
mod layout;
mod limits;
mod minimax;
mod mode;
mod node;
mod ordering;
mod pages;
mod params;
mod ponder;
mod probe;
mod prove;
mod pruning;
mod quiescence;
mod reductions;
mod repetition;
mod replacement;
mod report;
mod root;
mod searcher;
mod shared;
mod static_result;
mod stats;
mod tablebase;
#[cfg(test)]
mod tests;
mod time;
mod tree;
pub mod tt;
mod verification;
mod window;
mod worker;

pub use driver::Driver;
pub use limits::{Clock, Limits};
pub use minimax::{Plain, minimax, minimax_move};
pub use mode::{Defaults, Instrumented, Mode, Play};
pub use params::{Switches, Tunables};
pub use ponder::{Pool, Progress, Reply};
pub use report::{Job, Outcome, Report};
pub use root::RootMove;
pub use searcher::Searcher;
pub use shared::{Control, TableHandle};
pub use stats::{Counters, PlyCounts, Silent, Stats};
pub use tablebase::{Prober, Ranking};
pub use time::{Budget, Division, Stopwatch};
pub use worker::POLL_NODES;

/// The deepest ply of a search.
pub const MAX_PLY: usize = 250;
