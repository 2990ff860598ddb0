//! Opening books in PolyGlot's format.
//!
//! A book is a sorted list of entries of 16 bytes, big-endian: the position's key, a move, its weight, and four bytes for learning. The keys are made
//! of 781 fixed numbers that the format prescribes (`data/polyglot.keys`): for pieces on squares, rights to castle, en passant files and the
//! side to move. The format knows standard castling only.

use game::{MoveBits as _, Notation as _, Position as _, Side};

use crate::board::{file_of, square_name, squares};
use crate::castling::CastlingSide;
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;

static KEYS: &[u8; 781 * 8] = include_bytes!("../data/polyglot.keys");
const ENTRY: usize = 16;
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn key(index: usize) -> u64 {
    number(&KEYS[index * 8..][..8])
}

/// The key of a position in books.
pub fn book_key(position: &Position) -> u64 {
    let mut found = 0;
    for side in Side::BOTH {
        for piece in Piece::ALL {
            let kind = 2 * piece.index() + usize::from(side == Side::First);
            for at in squares(position.pieces(side, piece)) {
                found ^= key(64 * kind + at);
            }
        }
        for wing in CastlingSide::BOTH {
            if position.castling().rook(side, wing, position.king(side)).is_some() {
                found ^= key(CASTLING + 2 * side.index() + wing as usize);
            }
        }
    }
    if let Some(at) = position.en_passant() {
        found ^= key(EN_PASSANT + file_of(at));
    }
    if position.side_to_move() == Side::First { found ^ key(WHITE_TO_MOVE) } else { found }
}

/// A book.
#[derive(Clone, Debug)]
pub struct Book(Vec<u8>);

impl Book {
    /// A book from the bytes of its file.
    ///
    /// # Errors
    /// If they are no sorted list of entries; in words.
    pub fn new(bytes: Vec<u8>) -> Result<Self, String> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(ENTRY) {
            let length = bytes.len();
            return Err(format!(
                "a book has entries of {ENTRY} bytes, and this file has {length} bytes"
            ));
        }
        let keys = || bytes.chunks_exact(ENTRY).map(|entry| number(&entry[..8]));
        if let Some(at) = keys().zip(keys().skip(1)).position(|(a, b)| a > b) {
            return Err(format!("entry {} is out of order: this is no book", at + 2));
        }
        Ok(Self(bytes))
    }

    /// A book of positions with their moves and weights. Where a weight is more than the format holds, all of that position are
    /// made smaller.
    pub fn of(positions: impl IntoIterator<Item = (Position, Vec<(Move, u32)>)>) -> Self {
        const MOST: u64 = u16::MAX as u64;
        let mut entries = Vec::new();
        for (position, moves) in positions {
            let key = book_key(&position);
            let heaviest = moves.iter().map(|&(_, weight)| u64::from(weight)).max().unwrap_or(0);
            for (mv, weight) in moves {
                let weight = u64::from(weight) * MOST.min(heaviest) / heaviest.max(1);
                entries.push((key, mv.bits().get(), weight as u16));
            }
        }
        entries.sort_unstable_by_key(|&(key, mv, weight)| (key, std::cmp::Reverse(weight), mv));
        let entry = |(key, mv, weight): (u64, u16, u16)| {
            let mut bytes = [0; ENTRY];
            bytes[..8].copy_from_slice(&key.to_be_bytes());
            bytes[8..10].copy_from_slice(&mv.to_be_bytes());
            bytes[10..12].copy_from_slice(&weight.to_be_bytes());
            bytes
        };
        Self(entries.into_iter().flat_map(entry).collect())
    }

    /// The bytes of its file.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// The moves of the book for a position that are legal there, with their weights; the heaviest first.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        let wanted = book_key(position);
        let count = self.0.len() / ENTRY;
        let entry = |at: usize| &self.0[at * ENTRY..][..ENTRY];
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            if number(&entry(middle)[..8]) < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let own = (low..count).map(entry).take_while(|entry| number(&entry[..8]) == wanted);
        let mut found: Vec<(Move, u16)> = own
            .filter_map(|entry| {
                let raw = std::num::NonZeroU16::new(number(&entry[8..10]) as u16)?;
                // Files and ranks lie in these bits as in ours.
                let mv = Move::from_bits(raw);
                let usual = || {
                    let text = square_name(mv.from()) + &square_name(mv.to());
                    position.parse_move(&text).ok()
                };
                let mv = if position.is_legal(mv) { Some(mv) } else { usual() };
                Some((mv?, number(&entry[10..12]) as u16))
            })
            .collect();
        found.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The format's own examples.
    #[test]
    fn keys_are_those_that_the_format_tells() {
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            let mut position = Position::start();
            for text in moves.split_whitespace() {
                position = position.make(position.parse_move(text).unwrap());
            }
            assert_eq!(book_key(&position), expected, "{moves}");
        }
    }

    fn entry(position: &Position, mv: u16, weight: u16) -> Vec<u8> {
        let mut bytes = book_key(position).to_be_bytes().to_vec();
        bytes.extend(mv.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
        bytes
    }

    #[test]
    fn moves_are_found_checked_and_sorted() {
        let start = Position::start();
        let castle = Position::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let bits = |from: u16, to: u16| from << 6 | to;
        let mut entries = [
            entry(&start, bits(12, 28), 5),
            entry(&start, bits(11, 27), 9),
            entry(&start, bits(12, 36), 7),
            entry(&castle, bits(4, 7), 1),
            entry(&castle, bits(4, 6), 1),
        ];
        entries.sort_by_key(|entry| number(&entry[..8]));
        let book = Book::new(entries.concat()).unwrap();
        let texts = |position: &Position| -> Vec<String> {
            book.moves(position).iter().map(|&(mv, _)| position.move_text(mv)).collect()
        };
        // An illegal entry is left out; castling may be written either way.
        assert_eq!(texts(&start), ["d2d4", "e2e4"]);
        assert_eq!(texts(&castle), ["e1g1", "e1g1"]);
        assert!(book.moves(&start.make(book.moves(&start)[0].0)).is_empty());
        entries.reverse();
        assert!(Book::new(entries.concat()).unwrap_err().contains("out of order"));
        assert!(Book::new(vec![0; 17]).unwrap_err().contains("17 bytes"));
    }

    #[test]
    fn a_book_is_read_as_it_was_written() {
        let start = Position::start();
        let castle = Position::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let promotes = Position::parse("8/P3k3/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let written = [
            (
                start,
                vec![("e2e4", 300_000), ("d2d4", 100_000)],
                vec![("e2e4", 65_535), ("d2d4", 21_845)],
            ),
            (castle, vec![("e1g1", 7)], vec![("e1g1", 7)]),
            (promotes, vec![("a7a8n", 3), ("a7a8q", 9)], vec![("a7a8q", 9), ("a7a8n", 3)]),
        ];
        let moves = written.iter().map(|(position, moves, _)| {
            let mv = |&(text, weight): &(&str, u32)| (position.parse_move(text).unwrap(), weight);
            (*position, moves.iter().map(mv).collect())
        });
        let book = Book::new(Book::of(moves).into_bytes()).unwrap();
        for (position, _, expected) in written {
            let found = book.moves(&position);
            let found: Vec<_> =
                found.iter().map(|&(mv, weight)| (position.move_text(mv), weight)).collect();
            let expected: Vec<_> =
                expected.into_iter().map(|(text, weight)| (text.to_owned(), weight)).collect();
            assert_eq!(found, expected);
        }
    }
}
