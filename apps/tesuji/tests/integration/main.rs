//! The program as its users meet it.

mod ablate;
mod arena;
mod book;
mod bot;
mod cli;
#[cfg(all(unix, feature = "cluster"))]
mod cluster;
mod common;
mod convert;
#[cfg(unix)]
mod course;
#[cfg(unix)]
mod disk;
mod docs;
#[cfg(feature = "examples")]
mod examples;
mod experience;
mod json;
#[cfg(unix)]
mod kill;
#[cfg(unix)]
mod operation;
mod protocol;
mod runner;
mod solve;
mod train;
mod tune;
mod uci;
