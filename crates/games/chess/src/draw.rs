//! A position drawn for a terminal.

use game::{Notation, Position as _, Side};

use crate::board::square;
use crate::fen;
use crate::position::Position;

/// The board with rank 8 on top, who is to move, and what else counts.
pub(crate) fn draw(position: &Position) -> String {
    let mut lines = vec!["    a b c d e f g h".to_owned()];
    for rank in (0..8).rev() {
        let row: Vec<String> = (0..8)
            .map(|file| {
                let piece = position.piece_at(square(file, rank));
                piece.map_or('.', |(side, piece)| fen::piece_letter(side, piece)).to_string()
            })
            .collect();
        let side = Side::BOTH[usize::from(rank > 3)];
        let note = match rank {
            0 | 7 if position.side_to_move() == side => {
                let check = if position.checkers() == 0 { "" } else { ", in check" };
                format!("   {} to move{check}", Position::side_name(side))
            }
            3 if position.clock() > 0 => {
                format!("   {} plies without a capture or a pawn's move", position.clock())
            }
            _ => String::new(),
        };
        lines.push(format!("  {} {} {}{note}", rank + 1, row.join(" "), rank + 1));
    }
    lines.push("    a b c d e f g h".to_owned());
    lines.join("\n")
}
