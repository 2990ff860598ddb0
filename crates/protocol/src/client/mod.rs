//! The user's side of a session: commands to an engine are written, its lines are parsed.
//!
//! [`Client`] is the interface of every protocol; [`Protocol`](crate::Protocol) lists them. A protocol
//! of another family than UCI's is another implementation of [`Client`] beside [`UciClient`].

mod aei;
mod interface;
mod uci_family;
mod xboard;

pub use aei::AeiClient;
pub use interface::{Client, ParsedInfo, ParsedLine, Unsupported};
pub use uci_family::UciClient;
pub use xboard::XBoardClient;
