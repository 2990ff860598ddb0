//! Text protocols between an engine and its user, without input or output of their own.
//!
//! Nothing here knows a game, an engine or a search: positions and turns are text, and who thinks
//! stands behind the trait [`Backend`].
//!
//! - [`Protocol`]: all of them, with both of their sides.
//! - [`Dialect`]: what one protocol of UCI's family calls things. [`uoi::UOI`] is Onitama's,
//!   [`uai::UAI`] that of Ataxx, [`uci::UCI`] that of chess, [`ugi::UGI`] that of any other game.
//! - [`Command`]: what the user says, read by [`Dialect::parse`].
//! - [`Report`]: what the engine says, written by [`Dialect::write`].
//! - [`Server`]: the engine's side of a session: bytes go in, lines come out.
//! - [`aei`]: that of Arimaa, which is of another family; [`Session`] is what both have in common.
//! - [`client`]: the user's side: what to say, and what the engine's lines mean.

pub mod aei;
pub mod client;
mod command;
mod dialect;
mod error;
mod lines;
mod parse;
mod protocols;
mod report;
mod server;
pub mod uai;
pub mod uci;
pub mod ugi;
pub mod uoi;
mod words;
mod write;

pub use client::{Client, ParsedInfo, ParsedLine, Unsupported};
pub use command::{Command, Go, Question};
pub use dialect::{Clocks, Dialect, Proven, Separator};
pub use error::ProtocolError;
pub use lines::{Lines, MAX_LINE};
pub use protocols::Protocol;
pub use report::{Bound, OptionInfo, OptionKind, Report, ScoreText, SearchInfo};
pub use server::{Backend, Server, Session, State};
