//! What the crate itself promises, on a game small enough to count by hand.

mod laws;
mod line;
mod referee;
mod text;
mod turns;
mod values;
