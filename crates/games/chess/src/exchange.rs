//! Static exchange evaluation: what a series of captures on one square wins.

use arrayvec::ArrayVec;
use game::Side;

use crate::attacks;
use crate::board::{Squares, bit};
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;

/// The captures on a square that follow on a move, each with the least valuable piece; pins are not seen.
struct Exchange<'p> {
    position: &'p Position,
    to: usize,
    /// The side that captured last.
    side: Side,
    occupied: Squares,
    attackers: Squares,
    diagonal: Squares,
    straight: Squares,
}

impl<'p> Exchange<'p> {
    #[inline(always)]
    fn after(position: &'p Position, mv: Move) -> Self {
        let to = mv.to();
        let mut occupied = position.occupied() ^ bit(mv.from());
        if position.is_en_passant(mv) {
            occupied ^= bit(to ^ 8);
        }
        let queens = position.of_kind(Piece::Queen);
        Self {
            position,
            to,
            side: position.turn(),
            occupied,
            attackers: position.attackers(to, occupied) & occupied,
            diagonal: position.of_kind(Piece::Bishop) | queens,
            straight: position.of_kind(Piece::Rook) | queens,
        }
    }

    /// The piece that captures next, if one can.
    #[inline(always)]
    fn capture(&mut self) -> Option<Piece> {
        self.side = self.side.other();
        let own = self.attackers & self.position.all_of(self.side);
        if own == 0 {
            return None;
        }
        let (piece, from) = Piece::ALL.into_iter().find_map(|piece| {
            let set = own & self.position.of_kind(piece);
            (set != 0).then(|| (piece, set & set.wrapping_neg()))
        })?;
        // A king may not take what is covered.
        if piece == Piece::King && self.attackers != own {
            return None;
        }
        self.occupied ^= from;
        // The piece behind it attacks now.
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            self.attackers |= attacks::bishop(self.to, self.occupied) & self.diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            self.attackers |= attacks::rook(self.to, self.occupied) & self.straight;
        }
        self.attackers &= self.occupied;
        Some(piece)
    }
}

impl Position {
    /// What a legal move brings at once, and what then stands on its target.
    #[inline(always)]
    fn first_gain(&self, mv: Move) -> (i32, Piece) {
        let taken = self.captured(mv).map_or(0, Piece::exchange_value);
        match mv.promotion() {
            None => (taken, self.kind_at(mv.from())),
            Some(made) => (taken + made.exchange_value() - Piece::Pawn.exchange_value(), made),
        }
    }

    /// The gain or loss of a legal move where both sides go on taking on its target with their least valuable
    /// piece as long as that pays, in points. Pins are not seen.
    pub fn exchange(&self, mv: Move) -> i32 {
        if self.is_castling(mv) {
            return 0;
        }
        let (first, mut stands) = self.first_gain(mv);
        let mut gains = ArrayVec::<i32, 32>::new();
        gains.push(first);
        let mut exchange = Exchange::after(self, mv);
        while let (Some(&last), false) = (gains.last(), gains.is_full())
            && let Some(piece) = exchange.capture()
        {
            gains.push(stands.exchange_value() - last);
            stands = piece;
        }
        let settled = gains.into_iter().rev().reduce(|after, gain| -after.max(-gain));
        settled.unwrap_or(0)
    }

    /// True if [`exchange`](Self::exchange) is below `-points`; ends as soon as that is known.
    #[inline]
    pub(crate) fn exchange_loses(&self, mv: Move, points: i32) -> bool {
        if self.is_castling(mv) {
            return points < 0;
        }
        let (first, mut stands) = self.first_gain(mv);
        // What the side that captured last has more than it needs if its piece is lost.
        let mut spare = first + points - stands.exchange_value();
        if first + points < 0 || spare >= 0 {
            return spare < 0;
        }
        let mut exchange = Exchange::after(self, mv);
        let mut loses = false;
        while let Some(piece) = exchange.capture() {
            loses = !loses;
            stands = piece;
            // As the side that captured now sees it: to break even is enough for the one that moved first.
            spare = -spare - stands.exchange_value();
            if spare >= i32::from(loses) {
                break;
            }
        }
        loses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{MoveList, Notation as _, Position as _};

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

    #[test]
    fn what_loses_more_than_so_much_is_what_the_whole_exchange_says() {
        let mut lost = 0;
        for seed in 0..2_000 {
            let position = Position::random_play(seed, seed as usize % 120);
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            for mv in moves {
                let whole = position.exchange(mv);
                for points in [0, 1, 25, 100, 225, 500] {
                    let loses = position.exchange_loses(mv, points);
                    assert_eq!(loses, whole < -points, "{position:?} {mv:?} {points}");
                    lost += usize::from(loses);
                }
            }
        }
        assert!(lost > 10_000, "{lost}");
    }
}
