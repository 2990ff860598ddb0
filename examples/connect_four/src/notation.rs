//! Positions and moves as text: `7/7/7/7/3o3/3x3 x`, the ranks from the top, and a column `d`.

use game::{Notation, ParseError, Position as _, Side};

use crate::position::{COLUMNS, Move, Position, ROWS, square};

impl Notation for Position {
    const GAME: &'static str = "connect_four";

    fn start() -> Self {
        Self::new([0; 2], Side::First)
    }

    fn parse(text: &str) -> Result<Self, ParseError> {
        let fail = |part: &str, reason: &str| Err(ParseError::new(text, part, reason));
        let Some((board, side)) = text.trim().split_once(' ') else {
            return fail(text, "a position is a board and the side to move: 7/7/7/7/7/7 x");
        };
        let mut stones = [0_u64; 2];
        if board.split('/').count() != ROWS {
            return fail(board, "a board has 6 ranks");
        }
        for (rank, row) in board.split('/').zip((0..ROWS).rev()) {
            let mut column = 0;
            for letter in rank.chars() {
                match letter {
                    '1'..='7' => column += letter as usize - '0' as usize,
                    'x' | 'o' if column < COLUMNS => {
                        stones[usize::from(letter == 'o')] |= 1 << square(column, row);
                        column += 1;
                    }
                    _ => return fail(rank, "a rank is made of x, o and numbers of empty squares"),
                }
            }
            if column != COLUMNS {
                return fail(rank, "a rank has 7 squares");
            }
        }
        let all = stones[0] | stones[1];
        for column in 0..COLUMNS {
            for row in 1..ROWS {
                if all >> square(column, row) & 1 == 1 && all >> square(column, row - 1) & 1 == 0 {
                    return fail(board, "a stone hangs in the air");
                }
            }
        }
        let [first, second] = stones.map(u64::count_ones);
        match side.trim() {
            "x" if first == second => Ok(Self::new(stones, Side::First)),
            "o" if first == second + 1 => Ok(Self::new(stones, Side::Second)),
            "x" | "o" => fail(side, "this side cannot be to move with so many stones"),
            _ => fail(side, "the side to move is x or o"),
        }
    }

    fn text(&self) -> String {
        let mut ranks = Vec::with_capacity(ROWS);
        for row in (0..ROWS).rev() {
            let mut rank = String::new();
            let mut empty = 0;
            for column in 0..COLUMNS {
                let on = |side| self.stones(side) >> square(column, row) & 1 == 1;
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
        let &[letter @ b'a'..=b'g'] = part.as_bytes() else {
            return Err(ParseError::new(text, part, "a move is a column from a to g"));
        };
        let mv = Move::drop_into(usize::from(letter - b'a'));
        if self.is_legal(mv) {
            Ok(mv)
        } else {
            Err(ParseError::new(text, part, "the column is full"))
        }
    }

    fn move_text(&self, mv: Move) -> String {
        char::from(b'a' + mv.column() as u8).to_string()
    }

    fn describe_move(&self, mv: Move) -> String {
        self.move_text(mv)
    }

    fn side_letter(side: Side) -> char {
        ['x', 'o'][side.index()]
    }

    fn side_name(side: Side) -> &'static str {
        ["Yellow", "Red"][side.index()]
    }

    fn draw(&self) -> String {
        let text = self.text();
        let board = text.split(' ').next().unwrap_or_default();
        let mut drawn = String::new();
        for letter in board.chars() {
            match letter {
                '/' => drawn.push('\n'),
                '1'..='7' => drawn += &" .".repeat(letter as usize - '0' as usize),
                stone => drawn.extend([' ', stone]),
            }
        }
        drawn + "\n a b c d e f g"
    }
}
