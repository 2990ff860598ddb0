//! Chess, standard and Chess960: its rules, notation and evaluation.
//!
//! - [`Position`]: the rules on bitboards of 64 squares. A value: a move copies it.
//! - [`Move`]: from, to and what a pawn becomes, in 16 bits.
//! - [`Epd`]: a position and its operations.
//! - [`Book`]: opening books.
//! - [`pgn`]: games with variations and comments.
//! - [`Evaluation`], [`EvalParams`]: the static evaluation and its numbers.
//! - [`PiecesByKing`]: what a network sees.
//! - [`syzygy`]: endgame tables.
//! - [`attacks`], [`board`]: what pieces attack, and sets of squares.
//!
//! The rules, their sources and the notation are in `docs/games/chess.md`.

pub mod attacks;
pub mod board;
mod book;
mod castling;
mod draw;
mod epd;
mod eval;
mod exchange;
mod features;
mod fen;
mod generate;
mod keys;
mod make;
mod moves;
mod notation;
mod params;
pub mod pgn;
mod piece;
mod planes;
mod position;
mod rules;
mod san;
mod start;
pub mod syzygy;

pub use book::{Book, book_key};
pub use castling::CastlingSide;
pub use epd::Epd;
pub use eval::{Evaluation, State};
pub use features::PiecesByKing;
pub use moves::Move;
pub use params::EvalParams;
pub use piece::Piece;
pub use position::Position;
pub use rules::CLOCK_LIMIT;
pub use start::CHESS960_STARTS;
