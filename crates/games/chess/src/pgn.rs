//! Games as text: Portable Game Notation, with variations, comments, judgements and clocks.
//!
//! Edwards, Portable Game Notation Specification and Implementation Guide, 1994. Reading is tolerant (any notation that
//! [`Position::parse_move`](game::Notation::parse_move) takes, missing numbers, `;` and `%` comments), writing is the export format.

mod read;
mod write;

pub use read::{PgnError, read};

use crate::moves::Move;
use crate::position::Position;

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct Pgn {
    /// Names and values, in order: `Event`, `White`, ...
    pub tags: Vec<(String, String)>,
    /// Where it began: the usual start, or the tag `FEN`.
    pub start: Position,
    /// A comment before the first move.
    pub comment: Option<String>,
    /// The main line.
    pub moves: Vec<PgnMove>,
    /// How it ended.
    pub result: PgnResult,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unknown,
}

impl PgnResult {
    const ALL: [Self; 4] = [Self::White, Self::Black, Self::Draw, Self::Unknown];

    /// As it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == text)
    }
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`, ...
    pub nags: Vec<u8>,
    /// The mover's clock after it, in seconds: `[%clk 0:05:00]`.
    pub clock: Option<f64>,
    /// How long the mover thought, in seconds: `[%emt 0:00:03]`.
    pub elapsed: Option<f64>,
    /// The comment on it, without the commands in square brackets.
    pub comment: Option<String>,
    /// Lines that could have been played instead of it, each from the position before it.
    pub variations: Vec<Vec<PgnMove>>,
}

impl PgnMove {
    /// A move of which nothing is said.
    pub const fn new(mv: Move) -> Self {
        Self {
            mv,
            nags: Vec::new(),
            clock: None,
            elapsed: None,
            comment: None,
            variations: Vec::new(),
        }
    }
}

impl Pgn {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}
