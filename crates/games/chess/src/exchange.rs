//! Static exchange evaluation: what a series of captures on one square wins.

use game::Side;

use crate::attacks;
use crate::board::{Squares, bit};
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;

impl Position {
    /// The least valuable of these attackers of a side, and its kind.
    #[inline(always)]
    fn least(&self, side: Side, attackers: Squares) -> Option<(Piece, Squares)> {
        let own = attackers & self.all_of(side);
        if own == 0 {
            return None;
        }
        Piece::ALL.into_iter().find_map(|piece| {
            let set = own & self.of_kind(piece);
            (set != 0).then(|| (piece, set & set.wrapping_neg()))
        })
    }

    /// The gain or loss of a legal move where both sides go on taking on its target with their least valuable
    /// piece as long as that pays, in points. Pins are not seen.
    pub fn exchange(&self, mv: Move) -> i32 {
        if self.is_castling(mv) {
            return 0;
        }
        let (to, mut side) = (mv.to(), self.turn());
        let mut occupied = self.occupied() ^ bit(mv.from());
        let mut gains = [0; 32];
        gains[0] = self.captured(mv).map_or(0, Piece::exchange_value);
        if self.is_en_passant(mv) {
            occupied ^= bit(to ^ 8);
        }
        let mut stands = self.kind_at(mv.from());
        if let Some(made) = mv.promotion() {
            gains[0] += made.exchange_value() - Piece::Pawn.exchange_value();
            stands = made;
        }
        let diagonal = self.of_kind(Piece::Bishop) | self.of_kind(Piece::Queen);
        let straight = self.of_kind(Piece::Rook) | self.of_kind(Piece::Queen);
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut depth = 0;
        loop {
            side = side.other();
            let Some((piece, from)) = self.least(side, attackers) else { break };
            // A king may not take what is covered.
            if piece == Piece::King && attackers & self.all_of(side.other()) != 0 {
                break;
            }
            depth += 1;
            gains[depth] = stands.exchange_value() - gains[depth - 1];
            if depth + 1 >= gains.len() {
                break;
            }
            stands = piece;
            occupied ^= from;
            // The piece behind it attacks now.
            if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
                attackers |= attacks::bishop(to, occupied) & diagonal;
            }
            if matches!(piece, Piece::Rook | Piece::Queen) {
                attackers |= attacks::rook(to, occupied) & straight;
            }
            attackers &= occupied;
        }
        while depth > 0 {
            gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
            depth -= 1;
        }
        gains[0]
    }

    /// True if a move takes something at least as dear as what takes: it loses nothing by exchanges.
    #[inline(always)]
    pub(crate) fn captures_higher_value(&self, mv: Move) -> bool {
        let taken = self.captured(mv).map_or(0, Piece::exchange_value);
        mv.promotion().is_none() && taken >= self.kind_at(mv.from()).exchange_value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Notation as _;

    #[track_caller]
    fn exchange(fen: &str, mv: &str) -> i32 {
        let position = Position::parse(fen).unwrap();
        position.exchange(position.parse_move(mv).unwrap())
    }

    #[test]
    fn exchanges_go_on_as_long_as_they_pay() {
        // A rook takes a pawn that nothing covers.
        assert_eq!(exchange("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), 100);
        // A knight takes a pawn that is covered twice, itself covered from behind.
        assert_eq!(
            exchange("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"),
            100 - 325
        );
        assert_eq!(exchange("4k3/8/3p4/4p3/3P4/8/8/4K3 w - - 0 1", "d4e5"), 0);
        // The king cannot take a covered piece.
        assert_eq!(exchange("8/8/8/4k3/4p3/3Q4/8/4R1K1 w - - 0 1", "d3e4"), 100);
        // Promotion by capture.
        assert_eq!(exchange("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"), 325 + 875);
        // En passant.
        assert_eq!(exchange("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
        // A quiet move onto a covered square.
        assert_eq!(exchange("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5"), -325);
    }
}
