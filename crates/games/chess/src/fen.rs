//! Positions as text: Forsyth-Edwards notation.
//!
//! Six fields: the ranks from 8 down to 1, the side to move, the rights to castle, the en passant square, the
//! plies since a pawn moved or something was taken, and the number of the move. The rights are read in the
//! standard form (`KQkq`, the outermost rook: X-FEN) and by the rook's file (`HAha`: Shredder-FEN). The second is
//! written where Chess960 is set or the position needs it; the en passant square only where a capture on it is legal.
//! The two counts may be missing.

use game::{ParseError, Position as _, Side};

use crate::board::{
    Squares, bit, file_of, first, has, rank_of, rank_squares, square, square_by_name, square_name,
    squares,
};
use crate::castling::{Castling, CastlingSide};
use crate::piece::Piece;
use crate::position::Position;

struct Board {
    pieces: [Squares; 6],
    colours: [Squares; 2],
}

impl Board {
    fn of(&self, side: Side, piece: Piece) -> Squares {
        self.pieces[piece.index()] & self.colours[side.index()]
    }
}

/// `P` for White's pawn, `p` for Black's.
pub(crate) fn piece_letter(side: Side, piece: Piece) -> char {
    match side {
        Side::First => piece.letter(),
        Side::Second => piece.letter().to_ascii_lowercase(),
    }
}

fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::First } else { Side::Second }
}

fn parse_board(whole: &str, text: &str) -> Result<Board, ParseError> {
    let fail = |part: &str, reason: String| Err(ParseError::new(whole, part, reason));
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return fail(text, format!("a board has 8 ranks, this one has {}", ranks.len()));
    }
    let mut board = Board { pieces: [0; 6], colours: [0; 2] };
    for (rank, row) in (0..8).rev().zip(&ranks) {
        let mut file = 0;
        for (at, letter) in row.char_indices() {
            if file >= 8 {
                return fail(row, format!("rank {} has more than 8 squares", rank + 1));
            }
            if let '1'..='8' = letter {
                file += letter as usize - '0' as usize;
                continue;
            }
            let Some(piece) = Piece::from_letter(letter) else {
                let here = &row[at..at + letter.len_utf8()];
                return fail(
                    here,
                    "a square is one of PNBRQKpnbrqk, or a number of empty ones".into(),
                );
            };
            board.pieces[piece.index()] |= bit(square(file, rank));
            board.colours[side_of(letter).index()] |= bit(square(file, rank));
            file += 1;
        }
        if file != 8 {
            return fail(row, format!("rank {} has {file} squares and not 8", rank + 1));
        }
    }
    check_pieces(&board).map_err(|reason| ParseError::new(whole, text, reason))?;
    Ok(board)
}

/// Refuses boards that no game can lead to and that the program could not play on.
fn check_pieces(board: &Board) -> Result<(), String> {
    for side in Side::BOTH {
        let name = ["White", "Black"][side.index()];
        let count = |piece| board.of(side, piece).count_ones();
        match count(Piece::King) {
            1 => {}
            0 => return Err(format!("{name} has no king")),
            more => return Err(format!("{name} has {more} kings")),
        }
        let pawns = board.of(side, Piece::Pawn);
        if pawns & (rank_squares(0) | rank_squares(7)) != 0 {
            return Err(format!("{name} has a pawn on the first or last rank"));
        }
        let extra = |piece, usual: u32| count(piece).saturating_sub(usual);
        let promoted = extra(Piece::Knight, 2)
            + extra(Piece::Bishop, 2)
            + extra(Piece::Rook, 2)
            + extra(Piece::Queen, 1);
        if pawns.count_ones() + promoted > 8 {
            return Err(format!("{name} has more pieces than 8 pawns can become"));
        }
    }
    Ok(())
}

fn parse_castling(whole: &str, text: &str, board: &Board) -> Result<Castling, ParseError> {
    let mut castling = Castling::NONE;
    if text == "-" {
        return Ok(castling);
    }
    let mut shuffled = false;
    for (at, letter) in text.char_indices() {
        let here = &text[at..at + letter.len_utf8()];
        let fail = |reason: String| Err(ParseError::new(whole, here, reason));
        let side = side_of(letter);
        let name = ["White", "Black"][side.index()];
        let rank = Castling::rank(side);
        let king = first(board.of(side, Piece::King));
        if rank_of(king) != rank {
            return fail(format!("{name} cannot castle: its king is not on rank {}", rank + 1));
        }
        let rooks = board.of(side, Piece::Rook) & rank_squares(rank);
        let files: Vec<usize> = squares(rooks).map(file_of).collect();
        let outermost = match letter.to_ascii_lowercase() {
            'k' => files.last().copied().filter(|&file| file > file_of(king)),
            'q' => files.first().copied().filter(|&file| file < file_of(king)),
            file @ 'a'..='h' => {
                shuffled = true;
                let file = file as usize - 'a' as usize;
                files.contains(&file).then_some(file)
            }
            _ => return fail("castling is -, or letters of KQkq or of files".into()),
        };
        let Some(file) = outermost else {
            return fail(format!("{name} has no rook there to castle with"));
        };
        let wing = if file > file_of(king) { CastlingSide::King } else { CastlingSide::Queen };
        if castling.rook(side, wing, king).is_some() {
            return fail(format!("{name} has a second rook to castle with on that wing"));
        }
        castling.allow(square(file, rank));
        // Where king and rook stand as usual, castling is written as usual.
        shuffled |= file_of(king) != 4 || !matches!(file, 0 | 7);
    }
    castling.shuffled = shuffled && !castling.is_empty();
    Ok(castling)
}

/// The file of a square behind a pawn that may just have gone two squares.
fn parse_en_passant(
    whole: &str,
    text: &str,
    board: &Board,
    side: Side,
) -> Result<Option<usize>, ParseError> {
    if text == "-" {
        return Ok(None);
    }
    let fail = |reason: &str| Err(ParseError::new(whole, text, reason));
    let Some(at) = square_by_name(&text.to_ascii_lowercase()) else {
        return fail("the en passant square is - or a square such as e3");
    };
    let rank = if side == Side::First { 5 } else { 2 };
    if rank_of(at) != rank {
        return fail(
            "the en passant square is on rank 6 with White to move, and on rank 3 with Black",
        );
    }
    let occupied = board.colours[0] | board.colours[1];
    // The pawn has come from behind this square and stands before it.
    let from = if side == Side::First { at + 8 } else { at - 8 };
    let pawn = from ^ 16;
    if !has(board.of(!side, Piece::Pawn), pawn) || has(occupied, at) || has(occupied, from) {
        return fail("no pawn can just have passed the en passant square");
    }
    Ok(Some(file_of(at)))
}

fn parse_count(whole: &str, text: &str, of: &str) -> Result<u16, ParseError> {
    text.parse().map_err(|_| {
        ParseError::new(whole, text, format!("{of} is a whole number from 0 to 65535"))
    })
}

/// The first four fields, and what is left of the text.
pub(crate) fn parse_fields(text: &str) -> Result<(Position, &str), ParseError> {
    let end = &text[text.len()..];
    let mut rest = text;
    let mut next = || {
        let trimmed = rest.trim_start();
        let at = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (field, after) = trimmed.split_at(at);
        rest = after;
        (!field.is_empty()).then_some(field)
    };
    let missing = |name: &str| ParseError::new(text, end, format!("{name} is missing"));
    let board = parse_board(text, next().ok_or_else(|| missing("the board"))?)?;
    let side_field = next().ok_or_else(|| missing("the side to move"))?;
    let side = match side_field {
        "w" | "W" => Side::First,
        "b" | "B" => Side::Second,
        _ => return Err(ParseError::new(text, side_field, "the side to move is w or b")),
    };
    let rights = next().ok_or_else(|| missing("the field of castling rights"))?;
    let castling = parse_castling(text, rights, &board)?;
    let en_passant = next().ok_or_else(|| missing("the en passant square"))?;
    let en_passant = parse_en_passant(text, en_passant, &board, side)?;
    let position = Position::new(board.pieces, board.colours, side, castling, en_passant, (0, 1));
    let other_king = position.king(!side);
    if position.is_attacked(other_king, side, position.occupied()) {
        let name = ["White", "Black"][(!side).index()];
        let reason = format!("{name} is in check and not to move");
        return Err(ParseError::new(text, side_field, reason));
    }
    if position.checkers().count_ones() > 2 {
        return Err(ParseError::new(text, side_field, "more than two pieces give check"));
    }
    Ok((position, rest))
}

/// A position from its text.
pub(crate) fn parse(text: &str) -> Result<Position, ParseError> {
    let (position, rest) = parse_fields(text)?;
    let mut fields = rest.split_whitespace();
    let clock = fields.next().map_or(Ok(0), |field| {
        parse_count(text, field, "the count of plies since a pawn moved or something was taken")
    })?;
    let number =
        fields.next().map_or(Ok(1), |field| parse_count(text, field, "the move number"))?;
    if let Some(extra) = fields.next() {
        return Err(ParseError::new(text, extra, "nothing more was expected"));
    }
    Ok(position.with_counts(clock, number.max(1)))
}

/// The first four fields.
pub(crate) fn fields(position: &Position) -> String {
    let mut ranks = Vec::with_capacity(8);
    for rank in (0..8).rev() {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..8 {
            let Some((side, piece)) = position.piece_at(square(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                row += &std::mem::take(&mut empty).to_string();
            }
            row.push(piece_letter(side, piece));
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        ranks.push(row);
    }
    let side = ['w', 'b'][position.side_to_move().index()];
    let passant = position.en_passant().map_or_else(|| "-".to_owned(), square_name);
    format!("{} {side} {} {passant}", ranks.join("/"), castling_text(position))
}

fn castling_text(position: &Position) -> String {
    let castling = position.castling();
    let mut text = String::new();
    for side in Side::BOTH {
        for wing in CastlingSide::BOTH {
            let Some(rook) = castling.rook(side, wing, position.king(side)) else { continue };
            let letter = match wing {
                _ if castling.shuffled => char::from(b'A' + file_of(rook) as u8),
                CastlingSide::King => 'K',
                CastlingSide::Queen => 'Q',
            };
            text.push(match side {
                Side::First => letter,
                Side::Second => letter.to_ascii_lowercase(),
            });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

impl Position {
    /// The same position with these counts of plies and moves.
    #[must_use]
    pub fn with_counts(self, clock: u16, number: u16) -> Self {
        Self::counted(self, clock, number)
    }
}
