//! The user's side of a session: what to say to an engine, and what its lines mean.
//!
//! [`Client`] is the one interface behind which every protocol stands; [`Protocol`](crate::Protocol) lists them. A protocol
//! of another family than UCI's is another implementation of [`Client`] beside [`UciClient`].

mod aei;
mod interface;
mod uci_family;
mod xboard;

pub use aei::AeiClient;
pub use interface::{Client, ParsedInfo, ParsedLine, Unsupported};
pub use uci_family::UciClient;
pub use xboard::XBoardClient;
