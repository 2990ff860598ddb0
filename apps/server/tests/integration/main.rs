//! The server as its clients meet it.

mod cards;
mod common;
mod crowd;
mod frames;
mod games;
mod hostile;
mod layouts;
mod load;
mod pondering;
mod shelf;
mod study;
mod tournaments;
