//! The search on real games.

mod clock;
mod lines;
mod tablebase;
mod wins;
