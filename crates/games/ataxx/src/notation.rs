//! Positions and moves as text.
//!
//! `x5o/7/7/2-1-2/7/7/o5x x 0 1`: the ranks from 7 down to 1, each from file a to g with numbers
//! for empty squares and `-` for blocked ones, the side to move, the plies since the last clone
//! and the number of the move. Moves are `g2` (a clone, by its target), `a1c3` (a jump) and
//! `0000` (a pass).

use game::{Notation, ParseError, Position as _, Side};

use crate::board::{Squares, jumps, square, touching};
use crate::moves::Move;
use crate::position::Position;

/// The usual start.
pub(crate) const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";

/// `c1` for a square of [`board`](crate::board).
pub fn square_name(square: usize) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{file}{}", square / 8 + 1)
}

fn square_by_name(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [file @ b'a'..=b'g', rank @ b'1'..=b'7'] => {
            Some(square(usize::from(file - b'a'), usize::from(rank - b'1')))
        }
        _ => None,
    }
}

struct Board {
    stones: [Squares; 2],
    walls: Squares,
}

fn parse_board(whole: &str, text: &str) -> Result<Board, ParseError> {
    let fail = |part: &str, reason: String| Err(ParseError::new(whole, part, reason));
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 7 {
        return fail(text, format!("a board has 7 ranks, this one has {}", ranks.len()));
    }
    let mut board = Board { stones: [0; 2], walls: 0 };
    for (rank, row) in (0..7).rev().zip(&ranks) {
        let mut file = 0;
        for (at, letter) in row.char_indices() {
            if file >= 7 {
                return fail(row, format!("rank {} has more than 7 squares", rank + 1));
            }
            let set = match letter {
                '1'..='7' => {
                    file += letter as usize - '0' as usize;
                    continue;
                }
                'x' | 'X' => &mut board.stones[0],
                'o' | 'O' => &mut board.stones[1],
                '-' => &mut board.walls,
                _ => {
                    let here = &row[at..at + letter.len_utf8()];
                    return fail(here, "a square is x, o, - or a number of empty ones".into());
                }
            };
            *set |= 1 << square(file, rank);
            file += 1;
        }
        if file != 7 {
            return fail(row, format!("rank {} has {file} squares and not 7", rank + 1));
        }
    }
    Ok(board)
}

fn parse_count(whole: &str, text: &str, of: &str) -> Result<u16, ParseError> {
    text.parse().map_err(|_| {
        ParseError::new(whole, text, format!("{of} is a whole number from 0 to 65535"))
    })
}

/// The possible meanings of a move's text, before legality is checked.
fn read_move(text: &str) -> Option<Move> {
    let lower = text.to_ascii_lowercase();
    let way = lower.strip_prefix("p@").unwrap_or(&lower);
    if matches!(way, "0000" | "pass" | "null") {
        return Some(Move::PASS);
    }
    let way: String = way.chars().filter(|&c| c != '-').collect();
    match way.len() {
        2 => square_by_name(&way).map(Move::clone_to),
        4 => {
            let (from, to) = way.split_at_checked(2)?;
            let (from, to) = (square_by_name(from)?, square_by_name(to)?);
            Some(if from == to {
                Move::PASS
            } else if touching(from) >> to & 1 == 1 {
                Move::clone_to(to)
            } else {
                Move::jump(from, to)
            })
        }
        _ => None,
    }
}

impl Position {
    /// The reason why a well-formed move is not legal here.
    fn refusal(&self, mv: Move) -> String {
        let us = self.side_to_move();
        let name = Self::side_name(us);
        if mv.is_pass() {
            return format!("{name} can move and so may not pass");
        }
        let to = square_name(mv.to());
        if self.walls() >> mv.to() & 1 == 1 {
            return format!("{to} is blocked");
        }
        if self.empty() >> mv.to() & 1 == 0 {
            return format!("{to} is not empty");
        }
        if mv.is_clone() {
            return format!("{name} has no stone beside {to}");
        }
        let from = square_name(mv.from());
        if self.stones(us) >> mv.from() & 1 == 0 {
            return format!("{name} has no stone on {from}");
        }
        debug_assert!(jumps(mv.from()) >> mv.to() & 1 == 0);
        format!("{to} is more than two squares from {from}")
    }
}

impl Notation for Position {
    const GAME: &'static str = "ataxx";

    fn start() -> Self {
        Self::parse(START).expect("the start position is well formed (tested)")
    }

    fn parse(text: &str) -> Result<Self, ParseError> {
        let mut fields = text.split_ascii_whitespace();
        let end = &text[text.len()..];
        let missing = |name: &str| ParseError::new(text, end, format!("{name} is missing"));
        let board = fields.next().ok_or_else(|| missing("the board"))?;
        let Board { stones, walls } = parse_board(text, board)?;
        let side = fields.next().ok_or_else(|| missing("the side to move"))?;
        let side = match side {
            "x" | "X" => Side::First,
            "o" | "O" => Side::Second,
            _ => return Err(ParseError::new(text, side, "the side to move is x or o")),
        };
        // Some programs leave the counts out.
        let clock = fields.next().map_or(Ok(0), |field| {
            parse_count(text, field, "the count of plies since the last clone")
        })?;
        let number =
            fields.next().map_or(Ok(1), |field| parse_count(text, field, "the move number"))?;
        if let Some(extra) = fields.next() {
            return Err(ParseError::new(text, extra, "nothing more was expected"));
        }
        Ok(Self::new(stones, walls, side, clock, number))
    }

    fn text(&self) -> String {
        format!("{} {} {}", self.text_without_clocks(), self.clock(), self.number())
    }

    fn text_without_clocks(&self) -> String {
        let mut ranks = Vec::with_capacity(7);
        for rank in (0..7).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..7 {
                let letter = self.letter(square(file, rank));
                if letter.is_some() && empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                match letter {
                    None => empty += 1,
                    Some(letter) => row.push(letter),
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            ranks.push(row);
        }
        let side = Self::side_letter(self.side_to_move());
        format!("{} {side}", ranks.join("/"))
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let part = text.trim();
        if let Some(ending) = self.ending() {
            let reason = format!("the game is over ({})", ending.reason);
            return Err(ParseError::new(text, part, reason));
        }
        let mv = read_move(part).ok_or_else(|| {
            let reason = "a move is a square (g2), two squares (a1c3) or 0000 for a pass";
            ParseError::new(text, part, reason)
        })?;
        if self.is_legal(mv) { Ok(mv) } else { Err(ParseError::new(text, part, self.refusal(mv))) }
    }

    fn move_text(&self, mv: Move) -> String {
        if mv.is_pass() {
            "0000".to_owned()
        } else if mv.is_clone() {
            square_name(mv.to())
        } else {
            format!("{}{}", square_name(mv.from()), square_name(mv.to()))
        }
    }

    fn describe_move(&self, mv: Move) -> String {
        if mv.is_pass() {
            "Pass".to_owned()
        } else if mv.is_clone() {
            square_name(mv.to())
        } else {
            format!("{}-{}", square_name(mv.from()), square_name(mv.to()))
        }
    }

    fn side_letter(side: Side) -> char {
        ['x', 'o'][side.index()]
    }

    fn side_name(side: Side) -> &'static str {
        ["Black", "White"][side.index()]
    }

    fn draw(&self) -> String {
        crate::draw::draw(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_is_not_legal_is_refused_with_the_reason() {
        let position = Position::parse("x5o/7/2---2/7/7/7/o4xx x 0 1").unwrap();
        for (text, reason) in [
            ("0000", "Black can move and so may not pass"),
            ("a7c5", "c5 is blocked"),
            ("g1", "g1 is not empty"),
            ("a7a7", "Black can move and so may not pass"),
            ("d4", "Black has no stone beside d4"),
            ("g7g5", "Black has no stone on g7"),
            ("a7a4", "a4 is more than two squares from a7"),
            ("h1", "a move is a square (g2), two squares (a1c3) or 0000 for a pass"),
        ] {
            let error = position.parse_move(text).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
        for (text, meant) in [("a7b6", "b6"), ("P@b6", "b6"), ("A7-C7", "a7c7")] {
            let mv = position.parse_move(text).unwrap();
            assert_eq!(position.move_text(mv), meant);
        }
        let over = Position::parse("7/7/7/7/7/7/6x o 0 1").unwrap();
        let error = over.parse_move("0000").unwrap_err().to_string();
        assert!(error.starts_with("the game is over (all stones taken)"), "{error}");
    }
}
