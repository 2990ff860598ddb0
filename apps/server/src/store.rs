//! What is kept of games, behind a trait: a game is a row, and every change of it a row appended to its log.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;

use crate::protocol::{Player, Thought};

/// A game as it was begun.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// The id in its address.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The start position.
    pub start: String,
    /// Who plays each side.
    pub players: BTreeMap<char, Player>,
}

/// A change of a game. Undo is appended too: nothing that was played is ever deleted.
#[derive(Clone, Debug, PartialEq)]
pub enum LogEntry {
    /// A turn, played after `ply` turns.
    Turn {
        /// The turns before it.
        ply: usize,
        /// In the game's notation.
        turn: String,
        /// What the engine thought, if it was its turn.
        thought: Option<Thought>,
    },
    /// Back to the position after `ply` turns.
    Undo {
        /// The turns that remain.
        ply: usize,
    },
}

/// A turn that stands: what the log comes to, undone turns left out.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedTurn {
    /// In the game's notation.
    pub turn: String,
    /// What the engine thought, if it was its turn.
    pub thought: Option<Thought>,
}

/// What a game's log comes to.
#[must_use]
pub fn replay(log: Vec<LogEntry>) -> Vec<PlayedTurn> {
    let mut line: Vec<PlayedTurn> = Vec::new();
    for entry in log {
        match entry {
            LogEntry::Turn { ply, turn, thought } => {
                line.truncate(ply);
                line.push(PlayedTurn { turn, thought });
            }
            LogEntry::Undo { ply } => line.truncate(ply),
        }
    }
    line
}

/// Why the store failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made or written.
    #[error("the data folder {folder} cannot be used: {reason}")]
    Folder {
        /// Its path.
        folder: String,
        /// What the system said.
        reason: String,
    },
    /// Another server has it.
    #[error(
        "the database in {folder} is in use by another server; give this one another folder with --data"
    )]
    InUse {
        /// Its path.
        folder: String,
    },
    /// A newer program wrote it.
    #[error(
        "the database has version {found}, and this program knows versions up to {known}; use a newer program"
    )]
    TooNew {
        /// The version found.
        found: i64,
        /// The newest one known.
        known: i64,
    },
    /// SQLite's own words.
    #[error("the database failed: {0}")]
    Database(String),
    /// A row cannot be understood.
    #[error("the record of game {id} is damaged: {reason}")]
    Damaged {
        /// The game.
        id: String,
        /// What is wrong.
        reason: String,
    },
    /// The writer is gone.
    #[error("the database is closed")]
    Closed,
}

/// A store's answer, when it comes.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Keeps games. An answer of success means: on disk, there after any crash of the program.
pub trait Store: Send + Sync {
    /// Adds a game.
    fn create(&self, row: GameRow) -> Answer<()>;
    /// Appends to a game's log.
    fn append(&self, id: &str, entry: LogEntry) -> Answer<()>;
    /// Reads a game and its log.
    fn load(&self, id: &str) -> Answer<Option<(GameRow, Vec<LogEntry>)>>;
}

#[cfg(test)]
mod tests {
    use super::{LogEntry, replay};

    #[test]
    fn undone_turns_are_left_out() {
        let turn = |ply, turn: &str| LogEntry::Turn { ply, turn: turn.to_owned(), thought: None };
        let log =
            vec![turn(0, "a"), turn(1, "b"), LogEntry::Undo { ply: 1 }, turn(1, "c"), turn(2, "d")];
        let line: Vec<_> = replay(log).into_iter().map(|played| played.turn).collect();
        assert_eq!(line, ["a", "c", "d"]);
    }
}
