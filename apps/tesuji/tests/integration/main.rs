//! The program as its users meet it.

mod arena;
mod cli;
mod common;
mod convert;
#[cfg(feature = "examples")]
mod examples;
mod json;
mod protocol;
mod runner;
mod solve;
mod uci;
