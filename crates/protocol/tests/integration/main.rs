//! The protocols, line by line.

mod aei;
mod client;
mod ugi;
mod uoi;
mod xboard;
