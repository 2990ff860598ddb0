//! Books of openings of any game: what was played in each position, how it ended, and what a search says of it.

mod choice;
mod contents;
mod lines;
mod openings;

pub(crate) use choice::choose;
pub use contents::{Book, BookTurn, Searched};
pub use lines::MARK;
pub(crate) use openings::Openings;
