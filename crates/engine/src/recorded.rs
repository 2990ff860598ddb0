//! Files, whatever game it is: games in the format in which its players keep them, and books of openings.

/// A game of a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordedGame {
    /// Names and values that describe it: `White`, `Event`, ...
    pub tags: Vec<(String, String)>,
    /// The position where it began.
    pub start: String,
    /// The main line.
    pub turns: Vec<RecordedTurn>,
    /// How it ended; None where that is not known.
    pub result: Option<RecordedResult>,
}

/// Who won: a side's letter, or nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedResult {
    /// The winner's letter in the text of a position; None in a draw.
    pub winner: Option<char>,
}

/// A turn with its comment and times.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordedTurn {
    /// The turn, as scripts write it.
    pub turn: String,
    /// The comment after it.
    pub comment: Option<String>,
    /// The mover's clock after it, in seconds.
    pub clock: Option<f64>,
    /// How long the mover thought, in seconds.
    pub elapsed: Option<f64>,
}

/// A book of openings.
pub trait OpeningBook: Send + Sync {
    /// The turns that the book has for a position, as scripts write them, with their weights; the heaviest first.
    fn turns(&self, position: &str) -> Vec<(String, u32)>;
}

/// The files in which people keep the games of one kind.
pub trait GameFiles: Send + Sync {
    /// The name of their format: `pgn`, `text`.
    fn format(&self) -> &'static str;

    /// The games of a text in that format, in order; one that cannot be read comes as words for what is wrong and where.
    fn read(&self, text: &str) -> Vec<Result<RecordedGame, String>>;

    /// A game in that format.
    ///
    /// # Errors
    /// If the game cannot be played, or not be written in that format.
    fn write(&self, game: &RecordedGame) -> Result<String, String>;
}

/// Books of openings in a format that the players of one game know.
pub trait BookFiles: Send + Sync {
    /// A book from the bytes of its file.
    ///
    /// # Errors
    /// If they are no such book; in words.
    fn read(&self, bytes: Vec<u8>) -> Result<Box<dyn OpeningBook>, String>;

    /// The bytes of a file: positions with their turns and weights.
    ///
    /// # Errors
    /// If a position or a turn cannot be read; in words, with its text.
    fn write(&self, positions: &[(&str, Vec<(&str, u32)>)]) -> Result<Vec<u8>, String>;
}
