//! Positions and moves as text: `8/8/8/3xo3/3ox3/8/8/8 x`, the ranks from the eighth on, `d3`, and `pass`.

use game::{Notation, ParseError, Position as _, Side};

use crate::position::{Move, Position, SIZE, SQUARES};

const PASS: &str = "pass";

impl Notation for Position {
    const GAME: &'static str = "othello";

    fn start() -> Self {
        let square = |file: usize, rank: usize| 1_u64 << (rank * SIZE + file);
        Self::new([square(4, 3) | square(3, 4), square(3, 3) | square(4, 4)], Side::First)
    }

    fn parse(text: &str) -> Result<Self, ParseError> {
        let fail = |part: &str, reason: &str| Err(ParseError::new(text, part, reason));
        let Some((board, side)) = text.trim().split_once(' ') else {
            return fail(text, "a position is a board and the side to move, as in 8/8/…/8 x");
        };
        if board.split('/').count() != SIZE {
            return fail(board, "a board has 8 ranks");
        }
        let mut stones = [0_u64; 2];
        for (rank, row) in board.split('/').zip((0..SIZE).rev()) {
            let mut column = 0;
            for letter in rank.chars() {
                match letter {
                    '1'..='8' => column += letter as usize - '0' as usize,
                    'x' | 'o' if column < SIZE => {
                        stones[usize::from(letter == 'o')] |= 1 << (row * SIZE + column);
                        column += 1;
                    }
                    _ => return fail(rank, "a rank is made of x, o and numbers of empty squares"),
                }
            }
            if column != SIZE {
                return fail(rank, "a rank has 8 squares");
            }
        }
        match side.trim() {
            "x" => Ok(Self::new(stones, Side::First)),
            "o" => Ok(Self::new(stones, Side::Second)),
            _ => fail(side, "the side to move is x or o"),
        }
    }

    fn text(&self) -> String {
        let mut ranks = Vec::with_capacity(SIZE);
        for row in (0..SIZE).rev() {
            let mut rank = String::new();
            let mut empty = 0;
            for column in 0..SIZE {
                let on = |side| self.stones(side) >> (row * SIZE + column) & 1 == 1;
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
        let fail = |reason: String| Err(ParseError::new(text, part, reason));
        if let Some(ending) = self.ending() {
            return fail(format!("the game is over ({})", ending.reason));
        }
        let mv = match part.as_bytes() {
            _ if part == PASS => Move::PASS,
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Move::put(usize::from(rank - b'1') * SIZE + usize::from(file - b'a'))
            }
            _ => return fail("a move is a square, as in d3, or pass".to_owned()),
        };
        if self.is_legal(mv) {
            Ok(mv)
        } else if mv == Move::PASS {
            fail("who can put a stone may not pass".to_owned())
        } else {
            fail("a stone there turns none over".to_owned())
        }
    }

    fn move_text(&self, mv: Move) -> String {
        let square = mv.square();
        if square >= SQUARES {
            return PASS.to_owned();
        }
        [b'a' + (square % SIZE) as u8, b'1' + (square / SIZE) as u8]
            .map(char::from)
            .iter()
            .collect()
    }

    fn describe_move(&self, mv: Move) -> String {
        self.move_text(mv)
    }

    fn side_letter(side: Side) -> char {
        ['x', 'o'][side.index()]
    }

    fn side_name(side: Side) -> &'static str {
        ["Black", "White"][side.index()]
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
