//! The subcommands, a file each.

pub mod ablate;
pub mod analyze;
pub mod bench;
pub mod elo;
pub mod engine;
pub mod games;
pub mod manual;
pub mod matches;
pub mod perft;
pub mod play;
pub mod serve;
pub mod show;

use ::engine::{AnyGame, Engine, EngineConfig, Referee};
use anyhow::{Context as _, Result};

use crate::cli::{Command, Game};

/// Runs a command.
pub fn run(command: Option<Command>) -> Result<()> {
    match command {
        None => serve::run(&serve::ServeArgs::default()),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Match(args)) => matches::run(args),
        Some(Command::Ablate(args)) => ablate::run(&args),
        Some(Command::Elo(args)) => elo::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args),
        Some(Command::Man) => manual::man(),
    }
}

/// The game that begins at `position` (or the usual start) after `moves`.
pub fn set_up(
    kind: Game,
    position: Option<&str>,
    moves: &[String],
    referee: Referee,
) -> Result<Box<dyn AnyGame>> {
    let mut game = kind.new_game(position, referee).context("the position cannot be read")?;
    for (index, turn) in moves.iter().enumerate() {
        game.play(turn).with_context(|| format!("move {} ('{turn}')", index + 1))?;
    }
    Ok(game)
}

/// Tesuji's engine for this game.
pub fn new_engine(kind: Game, config: &EngineConfig) -> Result<Box<dyn Engine>> {
    kind.new_engine(config).context("the engine cannot be set up")
}

/// A seed that differs from run to run.
pub fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |time| time.as_micros() as u64 % 1_000_000_007)
}
