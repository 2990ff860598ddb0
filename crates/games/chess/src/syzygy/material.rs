//! The pieces on the board, as the names of tables say it: `KQvKR`.

use game::Side;

use crate::piece::Piece;
use crate::position::Position;

/// The most pieces of both sides that a table may have.
pub const MAX_PIECES: usize = 7;

/// The pieces in the order of names.
const ORDER: [Piece; 6] =
    [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// How many pieces of each kind each side has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(super) struct Material([[u8; 6]; 2]);

impl Material {
    pub(super) const EMPTY: Self = Self([[0; 6]; 2]);

    pub(super) fn of(position: &Position) -> Self {
        let count = |side| Piece::ALL.map(|piece| position.pieces(side, piece).count_ones() as u8);
        Self(Side::BOTH.map(count))
    }

    /// The material of a table's name: a king and others a side, joined by `v`.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let side = |text: &str| {
            let mut counts = [0; 6];
            for letter in text.chars() {
                let piece = Piece::from_letter(letter).filter(|_| letter.is_ascii_uppercase())?;
                counts[piece.index()] += 1;
            }
            Some(counts).filter(|counts| counts[Piece::King.index()] == 1)
        };
        if name.len() > MAX_PIECES + 1 {
            return None;
        }
        Some(Self([side(first)?, side(second)?])).filter(|material| material.total() > 2)
    }

    #[cfg(test)]
    pub(super) fn name(&self) -> String {
        let side = |counts: &[u8; 6]| -> String {
            let letters =
                |piece: Piece| std::iter::repeat_n(piece.letter(), counts[piece.index()].into());
            ORDER.into_iter().flat_map(letters).collect()
        };
        format!("{}v{}", side(&self.0[0]), side(&self.0[1]))
    }

    /// The same with the sides exchanged.
    pub(super) const fn turned(&self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    /// True if both sides have the same.
    pub(super) fn is_symmetric(&self) -> bool {
        self.0[0] == self.0[1]
    }

    pub(super) const fn count(&self, side: Side, piece: Piece) -> usize {
        self.0[side.index()][piece.index()] as usize
    }

    pub(super) fn add(&mut self, side: Side, piece: Piece) {
        let count = &mut self.0[side.index()][piece.index()];
        *count = count.saturating_add(1);
    }

    /// All pieces, kings among them.
    pub(super) fn total(&self) -> usize {
        self.0.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    pub(super) fn has_pawns(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.count(side, Piece::Pawn) > 0)
    }

    /// True if some piece other than a king is the only one of its kind and side.
    pub(super) fn has_single(&self) -> bool {
        let single = |side| ORDER[1..].iter().any(|&piece| self.count(side, piece) == 1);
        Side::BOTH.into_iter().any(single)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in ["KQvK", "KQvKR", "KRPPvKRP", "KPvKP"] {
            let material = Material::parse(name).unwrap();
            assert_eq!(material.name(), name);
            assert_eq!(material.turned().turned(), material);
        }
        assert_eq!(Material::parse("KRvKQ").unwrap().turned(), Material::parse("KQvKR").unwrap());
        for wrong in ["", "K", "KvK", "KQ", "KQvR", "kqvk", "KQvKvK", "KXvK", "KQQQQQQvK", "KKvK"] {
            assert_eq!(Material::parse(wrong), None, "{wrong}");
        }
    }
}
