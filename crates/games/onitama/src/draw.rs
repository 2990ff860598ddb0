//! A position drawn for a terminal.

use game::{Notation, Position as _, Side};

use crate::cards::Card;
use crate::position::{Position, TEMPLES};

impl Position {
    /// `r`, `R`, `b` or `B`; None on an empty square.
    pub(crate) fn letter(&self, square: usize) -> Option<char> {
        let side = Side::BOTH.into_iter().find(|&s| self.pieces(s) >> square & 1 == 1)?;
        let letter = Self::side_letter(side);
        let master = self.master(side) == Some(square);
        Some(if master { letter.to_ascii_uppercase() } else { letter })
    }
}

/// The board with rank 5 on top, and under it the five cards, each turned for its owner.
pub(crate) fn draw(position: &Position) -> String {
    let mut lines = vec!["    a b c d e".to_owned()];
    for rank in (0..5).rev() {
        let row: Vec<String> = (0..5)
            .map(|file| {
                let square = rank * 5 + file;
                let empty = if TEMPLES.contains(&square) { '_' } else { '.' };
                position.letter(square).unwrap_or(empty).to_string()
            })
            .collect();
        let to_move = Side::BOTH[usize::from(rank > 2)];
        let note = match rank {
            0 | 4 => {
                let [a, b] = position.hand(to_move).map(Card::title);
                let mark = if position.side_to_move() == to_move { ", to move" } else { "" };
                format!("   {}: {a}, {b}{mark}", Position::side_name(to_move))
            }
            2 => format!("   Fifth card: {}", position.spare().title()),
            _ => String::new(),
        };
        lines.push(format!("  {} {} {}{note}", rank + 1, row.join(" "), rank + 1));
    }
    lines.push("    a b c d e".to_owned());
    lines.push(String::new());
    let owners = [Side::First, Side::First, Side::Second, Side::Second, position.side_to_move()];
    let [red, blue] = Side::BOTH.map(|side| position.hand(side));
    let cards = [red[0], red[1], blue[0], blue[1], position.spare()];
    let heads: Vec<String> = cards.iter().map(|card| format!("{:<12}", card.title())).collect();
    lines.push(format!("  {}", heads.concat()).trim_end().to_owned());
    for rank in (0..5).rev() {
        let row: String = cards
            .iter()
            .zip(owners)
            .map(|(card, owner)| format!("{:<12}", card_row(*card, owner, rank)))
            .collect();
        lines.push(format!("  {row}").trim_end().to_owned());
    }
    lines.join("\n")
}

/// One row of a card's 5 by 5 picture: `@` is the piece, `x` where it may go.
fn card_row(card: Card, owner: Side, rank: usize) -> String {
    let targets = card.targets(owner, 12);
    let cells: Vec<&str> = (0..5)
        .map(|file| match rank * 5 + file {
            12 => "@",
            square if targets >> square & 1 == 1 => "x",
            _ => ".",
        })
        .collect();
    cells.join(" ")
}
