//! Text protocols between engines and GUIs, without input or output of their own.
//!
//! Nothing here knows a game, an engine or a search: positions and turns are text, and the engine
//! stands behind the trait [`Backend`].
//!
//! - [`Protocol`]: all of them, the engine's side and the user's.
//! - [`Dialect`]: the words of one protocol of UCI's family. [`uoi::UOI`] is Onitama's,
//!   [`uai::UAI`] that of Ataxx, [`uci::UCI`] that of chess, [`ugi::UGI`] that of any other game.
//! - [`Command`]: a command to the engine, read by [`Dialect::parse`].
//! - [`Report`]: an answer of the engine, written by [`Dialect::write`].
//! - [`Server`]: the engine's side of a session: bytes go in, lines come out.
//! - [`aei`]: that of Arimaa, which is of another family; [`Session`] is the interface of both.
//! - [`client`]: the user's side: commands are written, the engine's lines are parsed.

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
