//! Games in files.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use engine::{AnyGame, Referee};
use serde::{Deserialize, Serialize};

use crate::cli::Game;
use crate::files;

/// The largest file of games that is read, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// A game in a file of JSON. A line that `tesuji match --out` wrote can be read as one, too.
#[derive(Serialize, Deserialize)]
struct SavedGame {
    game: String,
    start: String,
    turns: Vec<String>,
}

/// Writes the game.
pub fn save(game: &dyn AnyGame, path: &Path) -> Result<()> {
    let saved =
        SavedGame { game: game.game().to_owned(), start: game.start_text(), turns: game.turns() };
    let text = serde_json::to_string_pretty(&saved)? + "\n";
    files::replace(path, |out| out.write_all(text.as_bytes()))
}

/// Reads a game and plays it through, so that only a legal one is taken.
pub fn load(kind: Game, path: &Path, referee: Referee) -> Result<Box<dyn AnyGame>> {
    let place = || path.display();
    let text = files::read_text(path, MOST_BYTES)?;
    let first = if text.trim_start().starts_with('{') {
        let mut records = serde_json::Deserializer::from_str(&text).into_iter::<SavedGame>();
        records.next().map(|record| record.map_err(anyhow::Error::from))
    } else {
        // In the game's own format, as `tesuji convert` and the page write it.
        kind.files().read(&text).into_iter().next().map(|recorded| {
            let recorded = recorded.map_err(anyhow::Error::msg)?;
            let turns = recorded.turns.into_iter().map(|recorded| recorded.turn).collect();
            Ok(SavedGame { game: kind.name().to_owned(), start: recorded.start, turns })
        })
    };
    let first = first.with_context(|| format!("{} is empty", place()))?;
    let saved = first.with_context(|| format!("{} is no saved game", place()))?;
    ensure!(saved.game == kind.name(), "{} holds a game of {}", place(), saved.game);
    let game = kind.new_game(Some(&saved.start), referee);
    let mut game = game.with_context(|| format!("{}: start", place()))?;
    for (index, turn) in saved.turns.iter().enumerate() {
        game.play(turn).with_context(|| format!("{}: turn {} ('{turn}')", place(), index + 1))?;
    }
    Ok(game)
}
