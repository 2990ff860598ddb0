//! Chess, against its reference data and another implementation.

mod cozy;
mod laws;
mod perft;
mod pgn;
mod syzygy;
mod text;
