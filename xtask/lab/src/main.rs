//! The measurements behind `docs/strength.md`. `cargo xtask bench` and `cargo xtask agree` run
//! them; each prints what it measured, with units.

mod agree;
mod chess_perft;
mod endgames;
mod latency;
mod layouts;
mod perft;
mod playouts;
mod positions;
mod speed;
mod think;
mod wac;
mod wins;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(version, about = "Measures Tesuji: agreement, speed, depth, latency")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Every driver, table on and off, against plain minimax on random positions
    Agree(agree::Args),
    /// The reference position: time and nodes to each depth and to the proof of its win
    Proof(speed::ProofArgs),
    /// The depth reached in a given time from start positions and from endings
    Depths(speed::DepthsArgs),
    /// Time to depth and nodes with one thread and with several
    Parallel(speed::ParallelArgs),
    /// How soon a search answers a stop, also while its table is built or resized
    Latency(latency::Args),
    /// Entries of eight, ten and sixteen bytes in tables of one size
    Layouts(layouts::Args),
    /// Monte Carlo tree search: playouts a second
    Playouts(playouts::Args),
    /// Bulk counting against making every move
    Perft(perft::Args),
    /// Chess: counting in bulk and by making every move, beside cozy-chess
    ChessPerft(chess_perft::Args),
    /// Chess: the 300 positions of Win At Chess
    Wac(wac::Args),
    /// Ataxx: endings with few empty squares, each settled within a time
    Endgames(endgames::Args),
    /// Proven wins of the reference data: found with their exact distance and a best move
    Wins(wins::Args),
}

fn main() -> Result<()> {
    match Cli::parse().task {
        Task::Agree(args) => agree::run(&args),
        Task::Proof(args) => speed::proof(&args),
        Task::Depths(args) => speed::depths(&args),
        Task::Parallel(args) => speed::parallel(&args),
        Task::Latency(args) => latency::run(&args),
        Task::Layouts(args) => layouts::run(&args),
        Task::Playouts(args) => playouts::run(&args),
        Task::Perft(args) => perft::run(&args),
        Task::ChessPerft(args) => chess_perft::run(&args),
        Task::Wac(args) => wac::run(&args),
        Task::Endgames(args) => endgames::run(&args),
        Task::Wins(args) => wins::run(&args),
    }
}
