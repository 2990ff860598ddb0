//! The search on real games.

mod clock;
mod lines;
mod oracle;
mod wins;
