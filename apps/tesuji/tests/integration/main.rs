//! The program as its users meet it.

mod arena;
mod cli;
mod common;
mod convert;
mod docs;
#[cfg(feature = "examples")]
mod examples;
mod fit;
mod json;
mod protocol;
mod runner;
mod solve;
mod uci;
