//! Steps, placements and turns as text.
//!
//! `Ee2n`: a piece (upper case for Gold), its square, a direction. A captured piece is written right
//! after the step that captured it, `rc3x`, which is no step. A push is written enemy first, a pull own
//! piece first. The end of a turn before its fourth step is not written. When setting up, `Ra1` is a
//! placement; any order is read.

use game::{Notation as _, ParseError, Position as _, Side, Turn};

use crate::board::{
    COUNTS, Direction, HOME, Kind, RABBIT, backward, beside, near, piece_by_letter, piece_letter,
    square_by_name, square_name,
};
use crate::moves::{Action, Move};
use crate::position::{Link, Pending, Position};

/// The words of a turn, one by one.
pub(crate) struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// The words of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    pub(crate) fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        self.rest = after;
        (!word.is_empty()).then_some(word)
    }
}

/// A word of a turn, read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Step { side: Side, kind: Kind, from: usize, way: Direction },
    Captured { side: Side, kind: Kind, square: usize },
    Placed { side: Side, kind: Kind, square: usize },
    Pass,
}

fn token(word: &str) -> Option<Token> {
    if word.eq_ignore_ascii_case("pass") {
        return Some(Token::Pass);
    }
    if !word.is_ascii() || !(3..=4).contains(&word.len()) {
        return None;
    }
    let (side, kind) = piece_by_letter(word.chars().next()?)?;
    let square = square_by_name(&word[1..3])?;
    Some(match word[3..].chars().next() {
        None => Token::Placed { side, kind, square },
        Some('x' | 'X') => Token::Captured { side, kind, square },
        Some(letter) => {
            Token::Step { side, kind, from: square, way: Direction::by_letter(letter)? }
        }
    })
}

/// True if a word is a capture by the step before it.
pub(crate) fn is_capture(word: &str) -> bool {
    matches!(token(word), Some(Token::Captured { .. }))
}

fn piece_name(side: Side, kind: Kind, square: usize) -> String {
    format!("{}{}", piece_letter(side, kind), square_name(square))
}

impl Position {
    /// The position at the start of this turn.
    pub(crate) fn turn_begun(&self) -> Self {
        // The board stood there: it can be.
        Self::at_turn_start("", *self.turn_start(), self.side()).unwrap_or(*self)
    }

    /// A legal move as one word, with the words of what it captures.
    pub(crate) fn token_text(&self, mv: Move) -> String {
        match mv.action() {
            Some(Action::Step { from, way }) => {
                let (side, kind) = self.board().at(from).unwrap_or((self.side(), RABBIT));
                let mut text = piece_name(side, kind, from);
                text.push(way.letter());
                for (square, side, kind) in self.captured_by(mv) {
                    text += " ";
                    text += &piece_name(side, kind, square);
                    text.push('x');
                }
                text
            }
            Some(Action::Pass) => "pass".to_owned(),
            Some(Action::Place { kind, square }) => piece_name(self.side(), kind, square),
            None => "?".to_owned(),
        }
    }

    /// A turn as it is written: its steps or placements, and what was captured.
    pub(crate) fn write_turn(&self, turn: &Turn<Self>) -> String {
        let mut position = *self;
        let mut words = Vec::with_capacity(turn.len());
        for &mv in turn {
            if !mv.is_pass() {
                words.push(position.token_text(mv));
            }
            position = position.after(mv);
        }
        words.join(" ")
    }

    /// The legal move that a word stands for; `whole` is what it is part of.
    pub(crate) fn legal_token(&self, whole: &str, word: &str) -> Result<Move, ParseError> {
        let fail = |reason: String| Err(ParseError::new(whole, word, reason));
        let Some(token) = token(word) else {
            let form = if self.is_setup() { "Ra1 puts a rabbit on a1" } else { "Ee2n is a step" };
            return fail(format!("this is no move: {form}"));
        };
        let mv = match token {
            Token::Pass => Move::PASS,
            Token::Placed { side, kind, square } => {
                if side != self.side() {
                    return fail(format!("{} sets up here", Self::side_name(self.side())));
                }
                Move::place(kind, square)
            }
            Token::Step { side, kind, from, way } => {
                if !self.is_setup() && self.board().at(from) != Some((side, kind)) {
                    let found = self.board().at(from).map_or_else(
                        || "nothing".to_owned(),
                        |(side, kind)| piece_letter(side, kind).to_string(),
                    );
                    return fail(format!("{} holds {found}", square_name(from)));
                }
                Move::step(from, way)
            }
            Token::Captured { .. } => {
                return fail("a capture is written right after its step".to_owned());
            }
        };
        if self.is_legal(mv) { Ok(mv) } else { fail(self.refusal(mv)) }
    }

    /// The reason why a move is not legal here.
    fn refusal(&self, mv: Move) -> String {
        if let Some(ending) = self.ending() {
            return format!("the game is over ({})", ending.reason);
        }
        match mv.action() {
            Some(Action::Place { .. }) if !self.is_setup() => {
                "a step needs a direction: n, e, s or w".to_owned()
            }
            Some(Action::Place { square, .. }) => {
                format!("{} is the next square to fill here", square_name(self.next_to_place()))
                    + &format!(", and not {}, or no such piece is left", square_name(square))
            }
            _ if self.is_setup() => {
                format!("{} sets up first", Self::side_name(self.side()))
            }
            Some(Action::Pass) if self.has_open_push() => {
                "a push must be finished by the next step".to_owned()
            }
            Some(Action::Pass) => "a turn must change the board".to_owned(),
            Some(Action::Step { from, way }) => self.step_refusal(from, way),
            None => "this is no move".to_owned(),
        }
    }

    fn step_refusal(&self, from: usize, way: Direction) -> String {
        let board = self.board();
        let (us, name) = (self.side(), square_name(from));
        let Some(to) = beside(from, way) else { return "a step must stay on the board".to_owned() };
        if board.at(to).is_some() {
            return format!("{} is not empty", square_name(to));
        }
        if self.raw_steps().has(from, way) {
            return "the turn would leave the board as it was".to_owned();
        }
        if let Link::Push(Pending { square, .. }) = self.link() {
            let square = square_name(usize::from(square));
            return format!("the push must be finished first, by a stronger piece onto {square}");
        }
        let own = board.of(us) >> from & 1 == 1;
        if own {
            if self.frozen(us) >> from & 1 == 1 {
                return format!("the piece on {name} is frozen");
            }
            debug_assert!(way == backward(us));
            return "rabbits do not step back".to_owned();
        }
        let free = board.of(us) & !self.frozen(us);
        if board.movable(us, free) >> from & 1 == 0 {
            return format!("no free stronger piece is beside {name} to push or pull it");
        }
        debug_assert!(near(1 << from) & free != 0);
        "a push takes two steps, and one is left".to_owned()
    }

    /// Reads a whole turn.
    pub(crate) fn read_turn(&self, text: &str) -> Result<Turn<Self>, ParseError> {
        if let Some(ending) = self.ending() {
            let reason = format!("the game is over ({})", ending.reason);
            return Err(ParseError::new(text, text.trim(), reason));
        }
        if self.is_setup() { self.read_setup(text) } else { self.read_steps(text) }
    }

    fn read_steps(&self, text: &str) -> Result<Turn<Self>, ParseError> {
        let mut reader = Reader::new(text);
        let mut turn = Turn::<Self>::new();
        let mut position = *self;
        let mut captured = Vec::new();
        let side = self.side();
        let end = &text[text.len()..];
        while let Some(word) = reader.next() {
            if let Some(Token::Captured { side, kind, square }) = token(word) {
                // Captures follow from the board; a word for one that did not happen is a fault.
                if !captured.contains(&(square, side, kind)) {
                    let piece = piece_name(side, kind, square);
                    let reason = format!("{piece} is not captured by the steps before");
                    return Err(ParseError::new(text, word, reason));
                }
                continue;
            }
            if position.side() != side {
                let reason = "the turn has ended: it has four steps at most";
                return Err(ParseError::new(text, word, reason));
            }
            let mv = position.legal_token(text, word)?;
            captured.extend(position.captured_by(mv));
            position = position.after(mv);
            turn.push(mv);
        }
        if turn.is_empty() {
            let reason = "a turn has one step at least: a piece, its square and a direction, Ee2n";
            return Err(ParseError::new(text, end, reason));
        }
        if position.side() == side {
            if !position.may_pass() {
                return Err(ParseError::new(text, text.trim(), position.refusal(Move::PASS)));
            }
            turn.push(Move::PASS);
        }
        Ok(turn)
    }

    fn read_setup(&self, text: &str) -> Result<Turn<Self>, ParseError> {
        let side = self.side();
        let home = HOME[side.index()];
        let mut board = *self.board();
        let mut reader = Reader::new(text);
        while let Some(word) = reader.next() {
            let fail = |reason: String| Err(ParseError::new(text, word, reason));
            let Some(Token::Placed { side: whose, kind, square }) = token(word) else {
                return fail("a placement is a piece and its square: Ra1".to_owned());
            };
            if whose != side {
                return fail(format!("{} sets up here", Self::side_name(side)));
            }
            if home >> square & 1 == 0 {
                let ranks = ["1 and 2", "7 and 8"][side.index()];
                return fail(format!("{} sets up on ranks {ranks}", Self::side_name(side)));
            }
            if board.at(square).is_some() {
                return fail(format!("{} is not empty", square_name(square)));
            }
            if board.pieces(side, kind).count_ones() >= COUNTS[kind] {
                let count = COUNTS[kind];
                return fail(format!("a side has {count} of this piece and no more"));
            }
            board.put(square, side, kind);
        }
        let placed = board.of(side).count_ones();
        if placed != 16 {
            let reason = format!("a side sets up 16 pieces, here {placed}");
            return Err(ParseError::new(text, text.trim(), reason));
        }
        let missing = home & !self.board().of(side);
        let squares = crate::board::squares(missing);
        Ok(squares.map(|square| Move::place(board.kind_at(square), square)).collect())
    }
}
