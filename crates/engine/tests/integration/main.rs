//! Engines behind the interface that everyone above uses.

mod arimaa;
mod ataxx;
mod chess;
mod engine;
mod experience;
mod gains;
mod mcts;
mod syzygy;
mod tables;
