//! The parts that commands begin with: a game, an engine, a seed, a folder.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use engine::{AnyGame, Engine, EngineConfig, Referee};

use crate::cli::Game;

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
