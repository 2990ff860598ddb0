//! Engines behind the interface that everyone above uses.

mod arimaa;
mod ataxx;
mod chess;
mod engine;
mod syzygy;
mod tables;
