//! Games as they are stored in files.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use tune::data::{Blocks, StoredGame};

use crate::cli::Game;
use crate::files;

/// The games of files, and how many parts of them are damaged; those are told on standard error.
pub fn read(paths: &[PathBuf]) -> Result<(Vec<StoredGame>, usize)> {
    let (mut games, mut damaged) = (Vec::new(), 0);
    for path in paths {
        let name = files::name(path);
        let bytes = files::read(path, u64::MAX - 1)?;
        let before = games.len();
        let mut faults = 0;
        for block in Blocks::new(&bytes) {
            match block {
                Ok(block) => games.extend(block),
                Err(damage) => {
                    faults += 1;
                    eprintln!("{name}: {damage}");
                }
            }
        }
        ensure!(faults == 0 || games.len() > before, "{name} is no file of games");
        damaged += faults;
    }
    Ok((games, damaged))
}

/// The one game that all are games of.
pub fn kind_of<'g>(games: impl IntoIterator<Item = &'g StoredGame>) -> Result<Game> {
    let mut games = games.into_iter();
    let first = games.next().context("there is no game in it")?;
    let name = &first.recipe.game;
    if let Some(other) = games.find(|game| game.recipe.game != *name) {
        bail!("there are games of {name} and of {}", other.recipe.game);
    }
    engine::kind(name).with_context(|| format!("there is no game '{name}'"))
}
