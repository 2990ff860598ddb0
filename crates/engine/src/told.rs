//! What files hold, whatever game it is: games in the game's own format (PGN in chess), and books of openings.

/// A game as it is told.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ToldGame {
    /// Names and values that describe it: `White`, `Event`, ...
    pub tags: Vec<(String, String)>,
    /// The position where it began.
    pub start: String,
    /// The main line.
    pub turns: Vec<ToldTurn>,
    /// How it ended; None where that is not known.
    pub result: Option<ToldResult>,
}

/// Who won: a side's letter, or nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToldResult {
    /// The winner's letter in the text of a position; None in a draw.
    pub winner: Option<char>,
}

/// A turn, and what is said of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ToldTurn {
    /// The turn, as scripts write it.
    pub turn: String,
    /// What is said of it.
    pub comment: Option<String>,
    /// What the mover's clock showed after it, in seconds.
    pub clock: Option<f64>,
    /// How long the mover thought, in seconds.
    pub elapsed: Option<f64>,
}

/// A book of openings.
pub trait OpeningBook: Send {
    /// The turns that the book has for a position, as scripts write them, with their weights; the heaviest first.
    fn turns(&self, position: &str) -> Vec<(String, u32)>;
}
