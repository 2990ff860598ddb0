//! A position drawn, in the field's own form, for a terminal and to be read back.

use game::{Notation as _, Side};

use crate::board::{TRAPS, piece_letter};
use crate::position::Position;

/// The board with rank 8 on top; `x` marks an empty trap.
pub(crate) fn draw(position: &Position) -> String {
    let board = position.board();
    let side = Position::side_letter(position.side());
    let mut lines = vec![side.to_string(), " +-----------------+".to_owned()];
    for rank in (0..8).rev() {
        let row: Vec<String> = (0..8)
            .map(|file| {
                let square = rank * 8 + file;
                let empty = if TRAPS >> square & 1 == 1 { 'x' } else { '.' };
                let letter =
                    board.at(square).map_or(empty, |(side, kind)| piece_letter(side, kind));
                letter.to_string()
            })
            .collect();
        let note = match rank {
            7 | 0 => side_note(position, Side::BOTH[usize::from(rank == 7)]),
            4 if position.has_open_push() => "   a push must be finished".to_owned(),
            _ => String::new(),
        };
        lines.push(format!("{}| {} |{note}", rank + 1, row.join(" ")));
    }
    lines.push(" +-----------------+".to_owned());
    lines.push("   a b c d e f g h".to_owned());
    lines.join("\n")
}

fn side_note(position: &Position, side: Side) -> String {
    let name = Position::side_name(side);
    let count = position.board().of(side).count_ones();
    let state = if position.side() != side {
        String::new()
    } else if position.is_setup() {
        ", to set up".to_owned()
    } else {
        let left = position.steps_left();
        format!(", to move: {left} step{} left", if left == 1 { "" } else { "s" })
    };
    format!("   {name}: {count} pieces{state}")
}
