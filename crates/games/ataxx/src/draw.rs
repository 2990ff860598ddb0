//! A position drawn for a terminal.

use game::{Notation, Position as _, Side};

use crate::board::{Squares, square};
use crate::position::Position;

impl Position {
    /// `x`, `o` or `-` for a blocked square; None on an empty one.
    pub(crate) fn letter(&self, square: usize) -> Option<char> {
        let has = |set: Squares| set >> square & 1 == 1;
        if has(self.walls()) {
            return Some('-');
        }
        Side::BOTH.into_iter().find(|&side| has(self.stones(side))).map(Self::side_letter)
    }
}

/// The board with rank 7 on top, and the count of stones.
pub(crate) fn draw(position: &Position) -> String {
    let mut lines = vec!["    a b c d e f g".to_owned()];
    for rank in (0..7).rev() {
        let row: Vec<String> = (0..7)
            .map(|file| position.letter(square(file, rank)).unwrap_or('.').to_string())
            .collect();
        let side = Side::BOTH[usize::from(rank > 3)];
        let note = match rank {
            0 | 6 => {
                let count = position.stones(side).count_ones();
                let mark = if position.side_to_move() == side { ", to move" } else { "" };
                let name = Position::side_name(side);
                format!("   {name} ({}): {count}{mark}", Position::side_letter(side))
            }
            3 if position.clock() > 0 => {
                format!("   {} plies since the last clone", position.clock())
            }
            _ => String::new(),
        };
        lines.push(format!("  {} {} {}{note}", rank + 1, row.join(" "), rank + 1));
    }
    lines.push("    a b c d e f g".to_owned());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_its_count_and_the_mover_its_mark() {
        let position = Position::parse("x5o/7/2---2/7/7/7/o4xx o 7 9").unwrap();
        let drawn = [
            "    a b c d e f g",
            "  7 x . . . . . o 7   White (o): 2, to move",
            "  6 . . . . . . . 6",
            "  5 . . - - - . . 5",
            "  4 . . . . . . . 4   7 plies since the last clone",
            "  3 . . . . . . . 3",
            "  2 . . . . . . . 2",
            "  1 o . . . . x x 1   Black (x): 3",
            "    a b c d e f g",
        ];
        assert_eq!(draw(&position).lines().collect::<Vec<_>>(), drawn);
        let start = draw(&Position::start());
        assert!(start.contains("White (o): 2\n") && start.contains("Black (x): 2, to move\n"));
        assert!(!start.contains("clone"), "{start}");
    }
}
