//! Games as text, a turn a line: `1g Ra1 Rb1 …`, `1s ra7 …`, `2g Ee2n Ee3n`.

use game::{Game, Notation as _, ParseError, Position as _, Side};

use crate::notation::side_by_letter;
use crate::position::Position;

/// A turn of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number of the move, from 1; a move is a turn of each side.
    pub number: u32,
    /// Whose turn.
    pub side: Side,
    /// The turn as it stands there: steps, `resigns`, or nothing yet.
    pub turn: String,
}

/// Reads the lines of a game. A `takeback` takes back the turn before it.
///
/// # Errors
/// If a line does not begin with a number and a side, or is out of order.
pub fn read(text: &str) -> Result<Vec<Line>, ParseError> {
    let mut lines: Vec<Line> = Vec::new();
    for row in text.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (head, turn) = row.split_once(char::is_whitespace).unwrap_or((row, ""));
        let bad = |reason: &str| ParseError::new(text, head, reason);
        let number = head.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let mut letters = head[number.len()..].chars();
        let side = letters.next().and_then(side_by_letter).filter(|_| letters.next().is_none());
        let (Ok(number), Some(side)) = (number.parse(), side) else {
            return Err(bad("a turn begins with its number and side, as in 2g"));
        };
        if turn.trim() == "takeback" {
            lines.pop();
            continue;
        }
        let turn = turn.trim().to_owned();
        if let Some(last) = lines.last() {
            let expected = match last.side {
                Side::First => (last.number, Side::Second),
                Side::Second => (last.number + 1, Side::First),
            };
            if expected != (number, side) {
                let letter = Position::side_letter(expected.1);
                return Err(bad(&format!("turn {}{letter} was expected here", expected.0)));
            }
        }
        lines.push(Line { number, side, turn });
    }
    Ok(lines)
}

/// The turns of a game as lines, with the number of the first one's move.
pub fn write(game: &Game<Position>) -> String {
    let mut text = String::new();
    let begun = game.start();
    // A game from a set-up board begins with its second move.
    let mut number = if begun.is_setup() { 1 } else { 2 };
    for (position, turn) in game.positions().iter().zip(game.turns()) {
        let side = position.side_to_move();
        let letter = Position::side_letter(side);
        text += &format!("{number}{letter} {}\n", position.turn_text(turn));
        if side == Side::Second {
            number += 1;
        }
    }
    text
}
