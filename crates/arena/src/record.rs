//! One game on record.

use serde::{Deserialize, Serialize};

/// How a game came out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// The winner's letter in the text of a position; None in a draw.
    pub winner: Option<char>,
    /// Why: `way of the stone`.
    pub reason: String,
}

/// One game of a match. As JSON it is one line of a record file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's name as scripts write it.
    pub game: String,
    /// Its number in the match, from 1.
    pub number: u64,
    /// The pair that it belongs to, from 1: both games of a pair begin with the same deal.
    pub pair: u64,
    /// The position where it began.
    pub start: String,
    /// The engines, as lines, that of the first side first (in Onitama Red's).
    pub engines: [String; 2],
    /// The side letter of the match's first engine.
    pub first_engine: char,
    /// The turns played.
    pub turns: Vec<String>,
    /// How it came out.
    pub result: GameResult,
    /// How long it took, in seconds.
    pub seconds: f64,
}

impl GameRecord {
    /// Half points of the match's first engine: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self) -> u8 {
        match self.result.winner {
            None => 1,
            Some(letter) => 2 * u8::from(letter == self.first_engine),
        }
    }
}
