//! Onitama, against its reference data.

mod perft;
mod rules;
mod tablebase;
