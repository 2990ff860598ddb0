//! Positions, moves and turns as text.

use std::fmt;

use crate::{Position, Side, Turn};

/// Text that could not be read: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The fault, in plain English.
    pub reason: String,
    /// The part of the text that is at fault, as it was written.
    pub text: String,
    /// Where that part begins: characters from the start of the whole text, from 0.
    pub column: usize,
}

impl ParseError {
    /// An error about `part`, which must be a slice of `whole` for the column to be right (it is
    /// 0 otherwise).
    pub fn new(whole: &str, part: &str, reason: impl Into<String>) -> Self {
        let offset = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize);
        let column = offset
            .filter(|&offset| offset <= whole.len() && whole.is_char_boundary(offset))
            .map_or(0, |offset| whole[..offset].chars().count());
        Self { reason: reason.into(), text: part.to_owned(), column }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.text.chars().take(60).flat_map(char::escape_debug).collect();
        write!(f, "{} (at column {}: '{shown}')", self.reason, self.column + 1)
    }
}

impl std::error::Error for ParseError {}

/// A position that can be written and read.
///
/// Text read back is the same position (a law that every game is tested for).
pub trait Notation: Position {
    /// The game's name as scripts write it: `onitama`.
    const GAME: &'static str;

    /// The option, as protocols call it, that asks for another way of writing moves; None where there is one
    /// way only.
    const WRITING_OPTION: Option<&'static str> = None;

    /// The usual start position.
    fn start() -> Self;

    /// The same position, from which moves are written the other way that
    /// [`WRITING_OPTION`](Notation::WRITING_OPTION) asks for.
    #[must_use]
    fn written_otherwise(self) -> Self {
        self
    }

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is no position of this game; the error says why and where.
    fn parse(text: &str) -> Result<Self, ParseError>;

    /// The position as text.
    fn text(&self) -> String;

    /// The text without the clocks and counts that differ between the same positions of two games; it can be read, too.
    fn text_without_clocks(&self) -> String {
        self.text()
    }

    /// Reads a move and checks that it is legal here.
    ///
    /// # Errors
    /// If the text is no move, the game is over or the move is illegal; the error says which.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError>;

    /// A legal move as scripts and protocols write it: `ox c1c2`.
    fn move_text(&self, mv: Self::Move) -> String;

    /// A legal move as people read it: `Ox c1-c2`.
    fn describe_move(&self, mv: Self::Move) -> String;

    /// The letter of a side in the text of a position: `r`, `w`, `g`.
    fn side_letter(side: Side) -> char;

    /// The name of a side as people say it: `Red`.
    fn side_name(side: Side) -> &'static str;

    /// The position drawn for a terminal, several lines.
    fn draw(&self) -> String;

    /// True if [`legal_turns`](Notation::legal_turns) lists every turn; where there are too many it
    /// lists some.
    fn lists_turns(&self) -> bool {
        true
    }

    /// Every distinct turn that can be played here, history aside; some of them where
    /// [`lists_turns`](Notation::lists_turns) says so.
    fn legal_turns(&self) -> Vec<Turn<Self>> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let mut moves = crate::MoveList::new();
        self.legal_moves(&mut moves);
        moves.into_iter().map(|mv| std::iter::once(mv).collect()).collect()
    }

    /// Reads a turn and checks that it is legal here, history aside.
    ///
    /// # Errors
    /// As [`parse_move`](Notation::parse_move).
    fn parse_turn(&self, text: &str) -> Result<Turn<Self>, ParseError> {
        self.parse_move(text).map(|mv| std::iter::once(mv).collect())
    }

    /// Reads the first moves of a turn, which need not be complete; none where the text is blank.
    ///
    /// # Errors
    /// As [`parse_move`](Notation::parse_move).
    fn parse_moves(&self, text: &str) -> Result<Vec<Self::Move>, ParseError> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        self.parse_move(text).map(|mv| vec![mv])
    }

    /// A legal turn as scripts write it.
    fn turn_text(&self, turn: &Turn<Self>) -> String {
        let mut position = *self;
        let mut parts = Vec::with_capacity(turn.len());
        for &mv in turn {
            parts.push(position.move_text(mv));
            position = position.make(mv);
        }
        parts.join(" ")
    }

    /// A legal turn as people read it.
    fn describe_turn(&self, turn: &Turn<Self>) -> String {
        let mut position = *self;
        let mut parts = Vec::with_capacity(turn.len());
        for &mv in turn {
            parts.push(position.describe_move(mv));
            position = position.make(mv);
        }
        parts.join(" ")
    }
}
