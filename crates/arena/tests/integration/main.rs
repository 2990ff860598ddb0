//! Matches, tournaments and the programs in them.

mod check;
mod common;
mod matches;
mod openings;
mod programs;
mod protocols;
mod stats;
mod tournaments;
