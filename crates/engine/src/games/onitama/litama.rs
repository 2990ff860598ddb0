//! The words of the public Litama server for Onitama. Its blue side has the first rank, as ours called red has; its boards
//! are digits from a1 to e5.

use crate::dialect::{Dialect, DialectPosition};

/// See [`Dialect`].
pub(super) struct Litama;

/// The text for a turn without a move.
const NONE: &str = "none";
/// The same in our notation, before the card.
const PASS: &str = "pass";

impl Dialect for Litama {
    fn server(&self) -> &'static str {
        "litama"
    }

    fn deal(&self) -> &'static str {
        "base"
    }

    fn sides(&self) -> [&'static str; 2] {
        ["blue", "red"]
    }

    fn position(&self, text: &str) -> Option<DialectPosition> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, _, first, second, side_card] = words[..] else { return None };
        let cards = |hand: &str| hand.split(',').map(str::to_owned).collect();
        let mut squares = String::with_capacity(25);
        for rank in board.split('/').rev() {
            for piece in rank.chars() {
                match piece {
                    'r' => squares.push('1'),
                    'R' => squares.push('2'),
                    'b' => squares.push('3'),
                    'B' => squares.push('4'),
                    empty => squares.extend((0..empty.to_digit(6)?).map(|_| '0')),
                }
            }
        }
        let hands = [cards(first), cards(second)];
        Some(DialectPosition { board: squares, hands, side_card: side_card.to_owned() })
    }

    fn turn(&self, text: &str) -> String {
        match text.split_once(' ') {
            Some((PASS, card)) => format!("{card}:{NONE}"),
            Some((card, squares)) => format!("{card}:{squares}"),
            None => text.to_owned(),
        }
    }

    fn read_turn(&self, card: &str, squares: &str) -> String {
        if matches!(squares, NONE | PASS) { format!("{PASS} {card}") } else { format!("{card} {squares}") }
    }
}

#[cfg(test)]
mod tests {
    use super::Litama;
    use crate::dialect::Dialect as _;

    #[test]
    fn positions_and_turns_are_told_as_litama_does() {
        let start = "bbBbb/5/5/5/rrRrr r boar,ox elephant,horse crab";
        let told = Litama.position(start).expect("a position");
        assert_eq!(told.board, "1121100000000000000033433");
        assert_eq!(told.hands, [["boar", "ox"], ["elephant", "horse"]].map(|hand| hand.map(str::to_owned).to_vec()));
        assert_eq!(told.side_card, "crab");
        let later = "bb1bb/2B2/5/2r2/rr1Rr b boar,crab elephant,horse ox";
        assert_eq!(Litama.position(later).expect("a position").board, "1102100100000000040033033");
        for bad in ["", "5/5/5/5/5", "5/5/5/5/x r a,b c,d e"] {
            assert_eq!(Litama.position(bad), None, "{bad}");
        }
        for (own, told) in [("ox c1c2", "ox:c1c2"), ("pass ox", "ox:none")] {
            assert_eq!(Litama.turn(own), told);
            let (card, squares) = told.split_once(':').expect("two words");
            assert_eq!(Litama.read_turn(card, squares), own);
        }
    }
}
