//! Tests of the crate alone, on a game small enough to count by hand.

mod laws;
mod line;
mod referee;
mod text;
mod turns;
mod values;
