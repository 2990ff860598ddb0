//! Positions and moves, as the rest of the program writes and reads them.
//!
//! Positions are FEN. Moves are written as protocols do, from square to square (`e2e4`, `e7e8q`); castling is
//! the king's way (`e1g1`), or king takes rook (`e1h1`) where Chess960 is set or the position needs it. Standard algebraic
//! notation is read too, and is what people are shown.

use game::{Notation, ParseError, Position as _, Side};

use crate::board::{file_of, has, rank_of, square, square_by_name, square_name};
use crate::castling::CastlingSide;
use crate::fen;
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;

/// The usual start.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Two squares and what a pawn becomes: `e7e8q`, `e7-e8=Q`, `e2xd3`.
fn read_squares(text: &str) -> Option<(usize, usize, Option<Piece>)> {
    let plain: String = text
        .chars()
        .filter(|c| !matches!(c, '-' | 'x' | '='))
        .collect::<String>()
        .to_ascii_lowercase();
    let (from, rest) = plain.split_at_checked(2)?;
    let (to, made) = rest.split_at_checked(2)?;
    let made = match made {
        "" => None,
        "n" | "b" | "r" | "q" | "k" | "p" => Piece::from_letter(made.chars().next()?),
        _ => return None,
    };
    Some((square_by_name(from)?, square_by_name(to)?, made))
}

impl Position {
    /// The move meant by two squares; castling may be the king's way or king takes rook.
    fn move_between(&self, from: usize, to: usize, made: Option<Piece>) -> Move {
        let us = self.side_to_move();
        if from == self.king(us) && !has(self.all_of(us), to) && made.is_none() {
            let apart = file_of(from).abs_diff(file_of(to)) > 1 && rank_of(from) == rank_of(to);
            for wing in CastlingSide::BOTH {
                if let Some(rook) = self.castling().rook(us, wing, from)
                    && apart
                    && file_of(to) == wing.king_file()
                {
                    return Move::new(from, rook);
                }
            }
        }
        match made {
            Some(piece) => Move::promoting(from, to, piece),
            None => Move::new(from, to),
        }
    }

    /// The reason why a move is not legal here.
    fn refusal(&self, mv: Move) -> String {
        let us = self.side_to_move();
        let name = Self::side_name(us);
        let (from, to) = (square_name(mv.from()), square_name(mv.to()));
        match self.piece_at(mv.from()) {
            None => return format!("no piece stands on {from}"),
            Some((side, _)) if side != us => {
                return format!("{name} is to move, and the piece on {from} is not {name}'s");
            }
            Some((_, Piece::Pawn)) if matches!(rank_of(mv.to()), 0 | 7) => {
                if mv.promotion().is_none()
                    && self.is_legal(Move::promoting(mv.from(), mv.to(), Piece::Queen))
                {
                    return format!("say what the pawn becomes: {from}{to}q, r, b or n");
                }
            }
            Some(_) if mv.promotion().is_some() => {
                return "only a pawn that reaches the last rank becomes another piece".to_owned();
            }
            Some(_) => {}
        }
        let piece = self.kind_at(mv.from()).name();
        if self.checkers() != 0 {
            return format!("{name} is in check, and the {piece} on {from} cannot end it on {to}");
        }
        if has(self.all_of(us), mv.to()) {
            return format!("{name}'s own piece stands on {to}");
        }
        if has(self.blockers(), mv.from()) {
            return format!("the {piece} on {from} would leave its king in check");
        }
        format!("the {piece} on {from} cannot go to {to}")
    }
}

impl Notation for Position {
    const GAME: &'static str = "chess";

    // Castling is written king takes rook.
    const WRITING_OPTION: Option<&'static str> = Some("UCI_Chess960");

    fn written_otherwise(self) -> Self {
        self.shuffled()
    }

    fn start() -> Self {
        Self::parse(START).expect("the start position is well formed (tested)")
    }

    fn parse(text: &str) -> Result<Self, ParseError> {
        if text.trim() == "startpos" {
            return fen::parse(START);
        }
        fen::parse(text)
    }

    fn text(&self) -> String {
        format!("{} {} {}", fen::fields(self), self.clock(), self.number())
    }

    fn text_without_clocks(&self) -> String {
        fen::fields(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let part = text.trim();
        if let Some(ending) = self.ending() {
            let reason = format!("the game is over ({})", ending.reason);
            return Err(ParseError::new(text, part, reason));
        }
        let Some((from, to, made)) = read_squares(part) else {
            return self.parse_san(part).map_err(|error| ParseError::new(text, part, error.reason));
        };
        let king_or_pawn = matches!(made, Some(Piece::King | Piece::Pawn)) || from == to;
        let mv = self.move_between(from, to, made.filter(|_| !king_or_pawn));
        if king_or_pawn || !self.is_legal(mv) {
            return Err(ParseError::new(text, part, self.refusal(mv)));
        }
        Ok(mv)
    }

    fn move_text(&self, mv: Move) -> String {
        let mut to = mv.to();
        if !self.is_shuffled() && self.is_castling(mv) {
            let wing = if to > mv.from() { CastlingSide::King } else { CastlingSide::Queen };
            to = square(wing.king_file(), rank_of(to));
        }
        let mut text = square_name(mv.from()) + &square_name(to);
        if let Some(piece) = mv.promotion() {
            text.push(piece.letter().to_ascii_lowercase());
        }
        text
    }

    fn describe_move(&self, mv: Move) -> String {
        self.san(mv)
    }

    fn side_letter(side: Side) -> char {
        ['w', 'b'][side.index()]
    }

    fn side_name(side: Side) -> &'static str {
        ["White", "Black"][side.index()]
    }

    fn draw(&self) -> String {
        crate::draw::draw(self)
    }
}
