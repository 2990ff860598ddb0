//! Positions as text, and the trait that binds all texts together.
//!
//! `g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]`: the side to move, and the
//! squares from a8 to h8 and so on down to h1. Within a turn the steps made follow the board at its
//! start. The drawn form of the field is read too.

use game::{Notation, ParseError, Position as _, Side, Turn};

use crate::board::{Board, HOME, TRAPS, piece_by_letter};
use crate::moves::Move;
use crate::position::Position;

/// The side of a letter: `g` and `s`, or `w` and `b` as the field wrote them before.
pub(crate) fn side_by_letter(letter: char) -> Option<Side> {
    match letter {
        'g' | 'G' | 'w' => Some(Side::First),
        's' | 'S' | 'b' => Some(Side::Second),
        _ => None,
    }
}

/// The board of 64 characters from a8 to h1.
fn parse_squares(whole: &str, text: &str) -> Result<Board, ParseError> {
    let count = text.chars().count();
    if count != 64 {
        let reason = format!("a board has 64 squares between [ and ], this one has {count}");
        return Err(ParseError::new(whole, text, reason));
    }
    let mut board = Board::default();
    for (index, (at, letter)) in text.char_indices().enumerate() {
        let square = (7 - index / 8) * 8 + index % 8;
        if put(&mut board, square, letter).is_none() {
            let here = &text[at..at + letter.len_utf8()];
            let reason = "a square is one of RCDHMErcdhme, or . or a blank where it is empty";
            return Err(ParseError::new(whole, here, reason));
        }
    }
    Ok(board)
}

/// Puts what a letter stands for; None where it stands for nothing.
fn put(board: &mut Board, square: usize, letter: char) -> Option<()> {
    match letter {
        ' ' | '.' => Some(()),
        // Drawn boards mark the traps.
        'x' | 'X' if TRAPS >> square & 1 == 1 => Some(()),
        _ => {
            let (side, kind) = piece_by_letter(letter)?;
            board.put(square, side, kind);
            Some(())
        }
    }
}

/// A board drawn with `8| r r   r … |` and so on.
fn parse_drawn(whole: &str) -> Result<Position, ParseError> {
    let mut board = Board::default();
    let mut side = None;
    let mut next_rank = 8;
    for line in whole.lines() {
        let trimmed = line.trim();
        if let Some((rank, row)) = line.split_once('|') {
            if rank.trim().parse() != Ok(next_rank) {
                let reason = format!("rank {next_rank} was expected here");
                return Err(ParseError::new(whole, rank, reason));
            }
            parse_drawn_rank(whole, row, next_rank - 1, &mut board)?;
            next_rank -= 1;
            if next_rank == 0 {
                break;
            }
        } else if side.is_none() && !trimmed.is_empty() && !trimmed.starts_with('+') {
            // `12g`, or `g` alone; steps of the turn may follow.
            let word = trimmed.split_whitespace().next().unwrap_or_default();
            let letter = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let mut letters = letter.chars();
            side = letters.next().and_then(side_by_letter).filter(|_| letters.next().is_none());
            if side.is_none() {
                let reason = "a drawn board begins with its turn, as in 2g or s";
                return Err(ParseError::new(whole, word, reason));
            }
        }
    }
    if next_rank != 0 {
        let reason = format!("rank {next_rank} of the drawn board is missing");
        return Err(ParseError::new(whole, &whole[whole.len()..], reason));
    }
    Position::at_turn_start(whole, board, side.unwrap_or(Side::First))
}

fn parse_drawn_rank(
    whole: &str,
    row: &str,
    rank: usize,
    board: &mut Board,
) -> Result<(), ParseError> {
    // ` r r   r |`: squares stand at every second character, from the second on.
    let inside = row.split('|').next().unwrap_or_default();
    for (index, (at, letter)) in inside.char_indices().enumerate() {
        let here = &inside[at..at + letter.len_utf8()];
        let wrong = |reason: &str| Err(ParseError::new(whole, here, reason));
        if index % 2 == 0 {
            if letter != ' ' {
                return wrong("squares of a drawn board are parted by blanks");
            }
        } else if index / 2 >= 8 {
            return wrong("a rank has 8 squares");
        } else if put(board, rank * 8 + index / 2, letter).is_none() {
            return wrong("a square is one of RCDHMErcdhme, or blank, . or x");
        }
    }
    Ok(())
}

impl Position {
    /// Reads the bracket form; steps after it are made.
    fn parse_bracket(text: &str) -> Result<Self, ParseError> {
        let fail = |part: &str, reason: &str| Err(ParseError::new(text, part, reason));
        let Some(open) = text.find('[') else {
            let form = "a position is g or s and 64 squares in brackets, from a8 to h1: g [...]";
            return fail(text.trim(), form);
        };
        let word = text[..open].trim();
        let mut letters = word.trim_start_matches(|c: char| c.is_ascii_digit()).chars();
        let side = letters.next().and_then(side_by_letter).filter(|_| letters.next().is_none());
        let Some(side) = side else {
            return fail(&text[..open], "the side to move, before the board, is g or s");
        };
        let inside = &text[open + 1..];
        let Some(close) = inside.find(']') else {
            return fail(inside, "the bracket that ends the board is missing");
        };
        let board = parse_squares(text, &inside[..close])?;
        let mut position = Self::at_turn_start(text, board, side)?;
        let mut read = crate::turn_text::Reader::new(&inside[close + 1..]);
        while let Some(word) = read.next() {
            if !crate::turn_text::is_capture(word) {
                position = position.after(position.legal_token(text, word)?);
            }
        }
        Ok(position)
    }
}

impl Notation for Position {
    const GAME: &'static str = "arimaa";

    fn start() -> Self {
        Self::empty()
    }

    fn parse(text: &str) -> Result<Self, ParseError> {
        if text.contains('|') && !text.contains('[') {
            return parse_drawn(text);
        }
        Self::parse_bracket(text)
    }

    fn text(&self) -> String {
        let side = Self::side_letter(self.side());
        let mut text = format!("{side} [{}]", self.turn_start().letters());
        if self.is_setup() {
            let mut placed = Self::at_turn_start("", *self.turn_start(), self.side())
                .unwrap_or_else(|_| Self::empty());
            let home = self.board().of(self.side()) & HOME[self.side().index()];
            for square in crate::board::squares(home) {
                let mv = Move::place(self.board().kind_at(square), square);
                text += " ";
                text += &placed.move_text(mv);
                placed = placed.after(mv);
            }
            return text;
        }
        let mut position = self.turn_begun();
        for mv in self.made() {
            text += " ";
            text += &position.move_text(mv);
            position = position.after(mv);
        }
        text
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let mut reader = crate::turn_text::Reader::new(text);
        let fail = |part: &str, reason: &str| Err(ParseError::new(text, part, reason));
        let Some(token) = reader.next() else {
            return fail(text, "a step is a piece, its square and a direction: Ee2n");
        };
        if let Some(ending) = self.ending() {
            let reason = format!("the game is over ({})", ending.reason);
            return Err(ParseError::new(text, token, reason));
        }
        let mv = self.legal_token(text, token)?;
        match reader.next() {
            None => Ok(mv),
            Some(extra) => fail(extra, "one step was expected, and nothing more"),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        self.token_text(mv)
    }

    fn describe_move(&self, mv: Move) -> String {
        self.token_text(mv)
    }

    fn side_letter(side: Side) -> char {
        ['g', 's'][side.index()]
    }

    fn side_name(side: Side) -> &'static str {
        ["Gold", "Silver"][side.index()]
    }

    fn draw(&self) -> String {
        crate::draw::draw(self)
    }

    fn legal_turns(&self) -> Vec<Turn<Self>> {
        if self.ending().is_some() {
            return Vec::new();
        }
        if self.is_setup() {
            return crate::setups::book(self);
        }
        self.distinct_turns()
    }

    fn lists_turns(&self) -> bool {
        !self.is_setup()
    }

    fn parse_moves(&self, text: &str) -> Result<Vec<Move>, ParseError> {
        let mut reader = crate::turn_text::Reader::new(text);
        let (mut position, mut moves) = (*self, Vec::new());
        while let Some(word) = reader.next() {
            if crate::turn_text::is_capture(word) {
                continue;
            }
            if position.side() != self.side() {
                return Err(ParseError::new(text, word, "the turn has ended before this"));
            }
            let mv = position.legal_token(text, word)?;
            moves.push(mv);
            position = position.after(mv);
        }
        Ok(moves)
    }

    fn parse_turn(&self, text: &str) -> Result<Turn<Self>, ParseError> {
        self.read_turn(text)
    }

    fn turn_text(&self, turn: &Turn<Self>) -> String {
        self.write_turn(turn)
    }

    fn describe_turn(&self, turn: &Turn<Self>) -> String {
        self.write_turn(turn)
    }
}
