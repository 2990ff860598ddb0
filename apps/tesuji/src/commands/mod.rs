//! The subcommands, a file each.

pub mod ablate;
pub mod analyze;
pub mod arena;
pub mod bench;
pub mod check_engine;
pub mod convert;
pub mod elo;
pub mod engine;
pub mod games;
pub mod guard;
pub mod manual;
pub mod matches;
pub mod openings;
pub mod perft;
pub mod play;
pub mod rate;
pub mod records;
pub mod serve;
mod session;
pub mod show;
pub mod solve;
pub mod tournament;
pub mod verify;

use std::path::PathBuf;

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
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Tournament(args)) => tournament::run(&args),
        Some(Command::Arena(args)) => arena::run(&args),
        Some(Command::Rate(args)) => rate::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Openings(args)) => openings::run(&args),
        Some(Command::CheckEngine(args)) => check_engine::run(&args),
        Some(Command::Guard(args)) => guard::run(args),
        Some(Command::Ablate(args)) => ablate::run(&args),
        Some(Command::Elo(args)) => elo::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args),
        Some(Command::Man(args)) => manual::man(&args),
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

/// `tesuji` in the user's folder for data; beside the program's caller where there is none.
pub fn data_folder() -> PathBuf {
    let variable =
        |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = |below: &str| variable("HOME").map(|home| home.join(below));
    let folder = variable("XDG_DATA_HOME").or_else(|| match std::env::consts::OS {
        "windows" => variable("LOCALAPPDATA"),
        "macos" => home("Library/Application Support"),
        _ => home(".local/share"),
    });
    folder.map_or_else(|| PathBuf::from("tesuji-data"), |folder| folder.join("tesuji"))
}
