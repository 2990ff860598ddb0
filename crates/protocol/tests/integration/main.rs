//! The protocols, line by line.

mod aei;
mod client;
mod uoi;
mod xboard;
