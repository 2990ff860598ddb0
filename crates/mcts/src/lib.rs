//! Monte Carlo tree search, generic over [`game::Position`] and a [`Provider`] of priors and values.
//!
//! - [`Searcher`]: what outlasts one search, its tree above all; it runs [`search::Job`]s on its threads.
//! - `descend.rs`: a playout, from the root to a value and back; `select.rs`, `expand.rs` and `playout.rs` are its
//!   parts, `formula.rs` is what children are compared by.
//! - `pool.rs`: the memory of the tree; `node.rs` a node, `bounds.rs` what is proven of it.
//! - [`Params`]: every technique's switch and numbers, declared once.
//!
//! A tree of moves, not of turns: values and bounds change their sign where the side to move does. Nothing here knows
//! a game, reads a clock that it did not get, or prints.

mod bounds;
mod descend;
mod expand;
mod formula;
mod node;
mod noise;
mod outlook;
mod params;
mod playout;
mod pool;
mod provider;
mod rules;
mod searcher;
mod select;
#[cfg(test)]
mod tests;
mod value;
mod worker;

pub use outlook::{Branch, Outlook};
pub use params::Params;
pub use provider::{Priors, Provider, StaticProvider};
pub use searcher::{Listener, Searcher};
