//! Positions and moves as text: `bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w`, the ranks from the top, and `a2a3`.

use game::{Notation, ParseError, Position as _, Side};

use crate::position::{Move, Position, SIZE, goal};

const PAWNS: u32 = 16;

/// `a1` as its number.
fn square(text: &str) -> Option<usize> {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
    Some(usize::from(rank - b'1') * SIZE + usize::from(file - b'a'))
}

fn square_text(square: usize) -> String {
    let name = [b'a' + (square % SIZE) as u8, b'1' + (square / SIZE % SIZE) as u8];
    name.map(char::from).iter().collect()
}

impl Notation for Position {
    const GAME: &'static str = "breakthrough";

    fn start() -> Self {
        Self::new([0xffff, 0xffff << 48], Side::First)
    }

    fn parse(text: &str) -> Result<Self, ParseError> {
        let fail = |part: &str, reason: &str| Err(ParseError::new(text, part, reason));
        let Some((board, side)) = text.trim().split_once(' ') else {
            return fail(text, "a position is a board and the side to move, as in 8/8/…/8 w");
        };
        if board.split('/').count() != SIZE {
            return fail(board, "a board has 8 ranks");
        }
        let mut pawns = [0_u64; 2];
        for (rank, row) in board.split('/').zip((0..SIZE).rev()) {
            let mut column = 0;
            for letter in rank.chars() {
                match letter {
                    '1'..='8' => column += letter as usize - '0' as usize,
                    'w' | 'b' if column < SIZE => {
                        pawns[usize::from(letter == 'b')] |= 1 << (row * SIZE + column);
                        column += 1;
                    }
                    _ => return fail(rank, "a rank is made of w, b and numbers of empty squares"),
                }
            }
            if column != SIZE {
                return fail(rank, "a rank has 8 squares");
            }
        }
        if pawns.iter().any(|pawns| pawns.count_ones() > PAWNS) {
            return fail(board, "a side has at most 16 pawns");
        }
        let side = match side.trim() {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return fail(side, "the side to move is w or b"),
        };
        if pawns[side.index()] & goal(side) != 0 {
            return fail(board, "the side to move has reached the far rank already");
        }
        if pawns == [0; 2] {
            return fail(board, "there is no pawn on the board");
        }
        Ok(Self::new(pawns, side))
    }

    fn text(&self) -> String {
        let mut ranks = Vec::with_capacity(SIZE);
        for row in (0..SIZE).rev() {
            let mut rank = String::new();
            let mut empty = 0;
            for column in 0..SIZE {
                let on = |side| self.pawns(side) >> (row * SIZE + column) & 1 == 1;
                let Some(side) = Side::BOTH.into_iter().find(|&side| on(side)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    rank += &empty.to_string();
                    empty = 0;
                }
                rank.push(Self::side_letter(side));
            }
            if empty > 0 {
                rank += &empty.to_string();
            }
            ranks.push(rank);
        }
        format!("{} {}", ranks.join("/"), Self::side_letter(self.side_to_move()))
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let part = text.trim();
        if let Some(ending) = self.ending() {
            let reason = format!("the game is over ({})", ending.reason);
            return Err(ParseError::new(text, part, reason));
        }
        let (from, to) = part.split_at_checked(2).unwrap_or_default();
        let (Some(from), Some(to)) = (square(from), square(to)) else {
            return Err(ParseError::new(text, part, "a move is two squares, as in a2a3"));
        };
        let mv = Move::between(from, to);
        if self.is_legal(mv) {
            return Ok(mv);
        }
        let reason = if self.pawns(self.side_to_move()) >> from & 1 == 0 {
            format!("there is no pawn of {} there", Self::side_name(self.side_to_move()))
        } else {
            "a pawn goes one square on, straight to an empty square or slantwise".to_owned()
        };
        Err(ParseError::new(text, part, reason))
    }

    fn move_text(&self, mv: Move) -> String {
        square_text(mv.from()) + &square_text(mv.to())
    }

    fn describe_move(&self, mv: Move) -> String {
        let takes = self.pawns(self.side_to_move().other()) >> mv.to() & 1 == 1;
        let sign = if takes { "x" } else { "-" };
        format!("{}{sign}{}", square_text(mv.from()), square_text(mv.to()))
    }

    fn side_letter(side: Side) -> char {
        ['w', 'b'][side.index()]
    }

    fn side_name(side: Side) -> &'static str {
        ["White", "Black"][side.index()]
    }

    fn draw(&self) -> String {
        let text = self.text();
        let board = text.split(' ').next().unwrap_or_default();
        let mut drawn = String::new();
        for (row, rank) in (1..=SIZE).rev().zip(board.split('/')) {
            drawn += &row.to_string();
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(empty) => drawn += &" .".repeat(empty as usize),
                    None => drawn.extend([' ', letter]),
                }
            }
            drawn.push('\n');
        }
        drawn + "  a b c d e f g h"
    }
}
