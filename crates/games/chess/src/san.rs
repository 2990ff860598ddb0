//! Moves as people write them: standard algebraic notation, strict on output and tolerant on input.

use game::{MoveList, ParseError};

use crate::board::{file_of, rank_of, square_name};
use crate::castling::CastlingSide;
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;

/// A text in algebraic notation, read.
#[derive(Clone, Copy, Default)]
struct Wanted {
    piece: Option<Piece>,
    castle: Option<CastlingSide>,
    file: Option<usize>,
    rank: Option<usize>,
    to: usize,
    promotion: Option<Piece>,
}

impl Wanted {
    fn fits(&self, position: &Position, mv: Move) -> bool {
        if position.is_castling(mv) {
            let wing = if mv.to() > mv.from() { CastlingSide::King } else { CastlingSide::Queen };
            return self.castle == Some(wing);
        }
        self.castle.is_none()
            && self.to == mv.to()
            && self.piece == Some(position.kind_at(mv.from()))
            && self.promotion == mv.promotion()
            && self.file.is_none_or(|file| file == file_of(mv.from()))
            && self.rank.is_none_or(|rank| rank == rank_of(mv.from()))
    }
}

/// Removes what carries no meaning: signs of capture, check and judgement.
fn bare(text: &str) -> String {
    let text = text.trim();
    let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep")).unwrap_or(text);
    text.chars()
        .filter(|c| {
            !matches!(
                c,
                'x' | 'X' | ':' | '-' | '+' | '#' | '!' | '?' | '=' | '/' | '(' | ')' | ' '
            )
        })
        .collect()
}

/// The piece of a figurine.
fn figurine(letter: char) -> Option<Piece> {
    let code = letter as u32;
    // U+2654 to U+265F: king, queen, rook, bishop, knight, pawn, White's and then Black's.
    let index = code.checked_sub(0x2654).filter(|&index| index < 12)? % 6;
    Some(Piece::from_index(5 - index as usize))
}

/// Reads a bare text; a small `b` is a pawn's file where `pawn` says so.
fn read(text: &str, pawn: bool) -> Option<Wanted> {
    match text.to_ascii_uppercase().as_str() {
        "OO" | "00" => {
            return Some(Wanted { castle: Some(CastlingSide::King), ..Wanted::default() });
        }
        "OOO" | "000" => {
            return Some(Wanted { castle: Some(CastlingSide::Queen), ..Wanted::default() });
        }
        _ => {}
    }
    let mut letters: Vec<char> = text.chars().collect();
    let head = *letters.first()?;
    let named = match head {
        'P' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'n' | 'r' | 'q' | 'k' => Piece::from_letter(head),
        'b' if !pawn => Some(Piece::Bishop),
        _ => figurine(head),
    };
    if named.is_some() {
        letters.remove(0);
    }
    let piece = named.unwrap_or(Piece::Pawn);
    let tail = *letters.last()?;
    let mut wanted = Wanted { piece: Some(piece), ..Wanted::default() };
    if !tail.is_ascii_digit() {
        let made = Piece::from_letter(tail).or_else(|| figurine(tail))?;
        wanted.promotion = Some(made);
        letters.pop();
    }
    let mut numbers = letters.iter().map(|&letter| match letter {
        'a'..='h' => Some((true, letter as usize - 'a' as usize)),
        '1'..='8' => Some((false, letter as usize - '1' as usize)),
        _ => None,
    });
    let parts: Vec<(bool, usize)> = numbers.by_ref().collect::<Option<_>>()?;
    let (from, to) = parts.split_at_checked(parts.len().checked_sub(2)?)?;
    let &[(true, file), (false, rank)] = to else { return None };
    wanted.to = crate::board::square(file, rank);
    match *from {
        [] => {}
        [(true, file)] => wanted.file = Some(file),
        [(false, rank)] => wanted.rank = Some(rank),
        [(true, file), (false, rank)] => {
            (wanted.file, wanted.rank) = (Some(file), Some(rank));
        }
        _ => return None,
    }
    Some(wanted)
}

impl Position {
    /// A legal move in standard algebraic notation: `Nbd7`, `exd6`, `e8=Q+`, `O-O#`.
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_without_check(mv);
        let after = self.after(mv);
        if after.checkers() != 0 {
            text.push(if after.count_all() == 0 { '#' } else { '+' });
        }
        text
    }

    fn san_without_check(&self, mv: Move) -> String {
        if self.is_castling(mv) {
            return if mv.to() > mv.from() { "O-O" } else { "O-O-O" }.to_owned();
        }
        let piece = self.kind_at(mv.from());
        let from = square_name(mv.from());
        let mut text = String::new();
        if piece == Piece::Pawn {
            if self.captured(mv).is_some() {
                text += &from[..1];
            }
        } else {
            text.push(piece.letter());
            text += self.origin(mv, piece, &from);
        }
        if self.captured(mv).is_some() {
            text.push('x');
        }
        text += &square_name(mv.to());
        if let Some(made) = mv.promotion() {
            text.push('=');
            text.push(made.letter());
        }
        text
    }

    /// The disambiguation of the square moved from: its file, else its rank, else both.
    fn origin<'a>(&self, mv: Move, piece: Piece, from: &'a str) -> &'a str {
        let mut moves = MoveList::new();
        self.generate_all(&mut moves);
        moves.retain(|other| {
            other.to() == mv.to()
                && other.from() != mv.from()
                && self.kind_at(other.from()) == piece
                && !self.is_castling(*other)
        });
        let shares =
            |of: fn(usize) -> usize| moves.iter().any(|other| of(other.from()) == of(mv.from()));
        match (moves.is_empty(), shares(file_of), shares(rank_of)) {
            (true, ..) => "",
            (_, false, _) => &from[..1],
            (_, true, false) => &from[1..],
            (_, true, true) => from,
        }
    }

    /// Reads a move in algebraic notation. Signs of capture, check and judgement may be missing, wrong or
    /// written otherwise; more of the square moved from may be said than is needed.
    ///
    /// # Errors
    /// If the text is no move, or no legal move or more than one fits.
    pub fn parse_san(&self, text: &str) -> Result<Move, ParseError> {
        let fail = |reason: String| Err(ParseError::new(text, text.trim(), reason));
        let bare = bare(text);
        let mut moves = MoveList::new();
        self.generate_all(&mut moves);
        let mut known = false;
        for pawn in [true, false] {
            let Some(wanted) = read(&bare, pawn) else { continue };
            known = true;
            let mut found = moves.iter().copied().filter(|&mv| wanted.fits(self, mv));
            let Some(mv) = found.next() else { continue };
            let others: Vec<Move> = found.collect();
            if others.is_empty() {
                return Ok(mv);
            }
            let all = std::iter::once(mv).chain(others).map(|mv| self.san(mv));
            let all: Vec<String> = all.collect();
            return fail(format!("the move may be any of {}", all.join(", ")));
        }
        if known {
            fail("no such move is legal here".to_owned())
        } else {
            fail("a move is written like e2e4, e7e8q, Nf3, exd5, O-O or e8=Q".to_owned())
        }
    }
}
