//! Onitama: its rules, notation and evaluation.
//!
//! - [`Position`]: the rules on bitboards of 25 squares, in 24 bytes.
//! - [`Card`], [`Deck`], [`CARDS`]: the movement cards.
//! - [`Move`]: a card and a piece's way, or a pass, in 16 bits.
//! - [`Evaluation`], [`EvalParams`]: the static evaluation and its numbers.
//! - [`PiecesAndCards`]: what a network sees of a position.
//!
//! The rules, their sources and the notation are in `docs/games/onitama.md`.

mod cards;
mod deal;
mod draw;
mod eval;
mod features;
mod learned;
mod moves;
mod notation;
mod params;
mod position;
mod start;
pub mod tablebase;
mod tables;

pub use cards::{CARD_COUNT, CARDS, Card, CardInfo, Deck};
pub use eval::{EvalState, Evaluation};
pub use features::PiecesAndCards;
pub use moves::Move;
pub use notation::square_name;
pub use params::EvalParams;
pub use position::{Position, STONE, STREAM, TEMPLES};
pub use tables::{BASE_PARAMETERS, BY_CARD_BASE_PARAMETERS};
