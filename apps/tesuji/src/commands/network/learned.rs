//! What the inputs of a network have learned, drawn as boards.

use std::fmt::Write as _;

use engine::{LearnedView, SquareWorth};
use serde::Serialize;

/// The most columns of the terminal that boards beside each other take.
const ACROSS: usize = 100;

/// What a kind of piece is worth by square.
#[derive(Serialize)]
pub(super) struct Board<'a> {
    /// The piece.
    piece: &'a str,
    /// How many squares a row has.
    columns: usize,
    /// In points by square, the row farthest from the first side first; 0 where none stood.
    worth: &'a [i32],
}

/// The boards of a view.
pub(super) fn boards(view: &LearnedView) -> Vec<Board<'_>> {
    let boards = view.boards.iter();
    boards
        .map(|SquareWorth { piece, columns, worth }| Board { piece, columns: *columns, worth })
        .collect()
}

/// The boards as lines of text, as many beside each other as a terminal has room for.
pub(super) fn drawn(boards: &[Board<'_>]) -> Vec<String> {
    let digits = |board: &Board<'_>| {
        board.worth.iter().map(|worth| worth.to_string().len()).max().unwrap_or(1)
    };
    let cell = boards.iter().map(digits).max().unwrap_or(1) + 1;
    let width = boards.iter().map(|board| board.columns * cell).max().unwrap_or(1) + 3;
    let mut lines = Vec::new();
    for group in boards.chunks((ACROSS / width).max(1)) {
        let title = |board: &Board<'_>| format!("{:width$}", format!(" {}", board.piece));
        lines.push(group.iter().map(title).collect::<String>());
        let rows = |board: &Board<'_>| board.worth.len() / board.columns.max(1);
        for row in 0..group.iter().map(rows).max().unwrap_or(0) {
            let mut text = String::new();
            for board in group {
                let squares = board.worth.iter().skip(row * board.columns).take(board.columns);
                let begin = text.len();
                for worth in squares {
                    // Writing to a string cannot fail.
                    let _ = write!(text, "{worth:>cell$}");
                }
                text += &" ".repeat((begin + width).saturating_sub(text.len()));
            }
            lines.push(text);
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_stand_beside_each_other_as_far_as_there_is_room() {
        let board = |piece| Board { piece, columns: 2, worth: &[1, -20, 300, 0] };
        let two = drawn(&[board("man"), board("king")]);
        assert_eq!(two, [" man        king", "   1 -20      1 -20", " 300   0    300   0"]);
        let many: Vec<Board<'_>> = (0..10).map(|_| board("man")).collect();
        assert_eq!(drawn(&many).len(), 6, "nine fit beside each other");
        assert!(drawn(&[]).is_empty());
    }
}
