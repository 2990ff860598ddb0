//! The position after a move.
//!
//! The next position is put together from values, never changed once it is in memory: a copy of what has just been written in
//! parts would have to wait for the parts.

use game::Side;

use crate::attacks;
use crate::board::{SQUARES, Squares, beside, bit, file_of, rank_squares};
use crate::castling::Castling;
use crate::keys::{self, NO_FILE};
use crate::moves::Move;
use crate::piece::Piece;
use crate::planes::code_of;
use crate::position::{Position, Threats};

const PAWN: usize = code_of(Piece::Pawn);
const ROOK: usize = code_of(Piece::Rook);
const KING: usize = code_of(Piece::King);

/// By side, number of the kind and the other side's king: whence a piece gives check to it, sliders if nothing is between.
static AIMS: [[[Squares; SQUARES]; 8]; 2] = {
    let mut table = [[[0; SQUARES]; 8]; 2];
    let mut king = 0;
    while king < SQUARES {
        let mut side = 0;
        while side < 2 {
            let row = &mut table[side];
            row[PAWN][king] = attacks::pawn(Side::BOTH[1 - side], king);
            row[code_of(Piece::Knight)][king] = attacks::knight(king);
            row[code_of(Piece::Bishop)][king] = attacks::diagonals(king);
            row[ROOK][king] = attacks::orthogonals(king);
            row[code_of(Piece::Queen)][king] =
                attacks::diagonals(king) | attacks::orthogonals(king);
            side += 1;
        }
        king += 1;
    }
    table
};

/// The rank where a side castles.
#[inline(always)]
const fn home(side: Side) -> Squares {
    rank_squares(Castling::rank(side))
}

impl Position {
    /// The position after a legal move.
    #[inline(always)]
    pub(crate) fn after(&self, mv: Move) -> Self {
        if self.is_castling(mv) {
            return self.after_castling(mv);
        }
        self.after_usual::<true>(mv)
    }

    /// The position after a legal move other than castling; without `PASSES` nothing can be captured en passant after it.
    #[inline(always)]
    fn after_usual<const PASSES: bool>(&self, mv: Move) -> Self {
        let (us, them) = (self.side, self.side.other());
        let (from, to) = (bit(mv.from()), bit(mv.to()));
        let code = self.planes.code_at(mv.from());
        let taken = self.planes.code_at(mv.to());
        let made = mv.code_made(code);
        let mut keys = self.keys
            ^ keys::turned(self.en_passant)
            ^ keys::piece(us, code, mv.from())
            ^ keys::piece(us, made, mv.to())
            ^ keys::piece(them, taken, mv.to());
        let mut clock = self.clock.saturating_add(1) * u16::from(taken == 0);
        let mut en_passant = NO_FILE;
        let mut emptied = from | to;
        if code == PAWN {
            clock = 0;
            if self.en_passant() == Some(mv.to()) {
                emptied |= bit(mv.to() ^ 8);
                keys = keys ^ keys::piece(them, PAWN, mv.to() ^ 8);
            }
            if PASSES
                && mv.from() ^ mv.to() == 16
                && beside(to) & self.pieces(them, Piece::Pawn) != 0
            {
                en_passant = self.file_passed(mv);
                keys = keys ^ keys::passed(en_passant);
            }
        }
        let given_up = emptied | if code == KING { home(us) } else { 0 };
        let lost = given_up & self.castling.squares();
        let mut castling = self.castling;
        if lost != 0 {
            keys = keys ^ keys::castling(lost);
            castling = castling.without(lost);
        }
        let king = self.king(them);
        let aims = self.snipers(us, king) & !from | to & AIMS[us.index()][made & 7][king];
        let occupied = self.occupied() & !emptied | to;
        Self {
            planes: self.planes.changed(emptied, to, us, made),
            keys,
            threats: Threats::among(aims, king, occupied),
            castling,
            side: them,
            en_passant,
            clock,
            number: self.number.saturating_add(us.index() as u16),
        }
    }

    /// The file of a pawn that goes two squares, if it can be captured en passant.
    #[cold]
    #[inline(never)]
    fn file_passed(&self, mv: Move) -> u8 {
        let file = file_of(mv.to());
        let can = self.after_usual::<false>(mv).may_take_in_passing(file);
        if can { file as u8 } else { NO_FILE }
    }

    #[inline(never)]
    fn after_castling(&self, mv: Move) -> Self {
        let us = self.side;
        let (king, rook) = self.castled(mv);
        let lost = home(us) & self.castling.squares();
        let emptied = bit(mv.from()) | bit(mv.to());
        let lifted = self.planes.changed(emptied, bit(king), us, KING);
        let passed = self.passed();
        let next = Self {
            planes: lifted.changed(bit(rook), bit(rook), us, ROOK),
            keys: passed.keys
                ^ keys::castling(lost)
                ^ keys::piece(us, KING, mv.from())
                ^ keys::piece(us, KING, king)
                ^ keys::piece(us, ROOK, mv.to())
                ^ keys::piece(us, ROOK, rook),
            castling: self.castling.without(lost),
            ..passed
        };
        Self { threats: next.fresh_threats(), ..next }
    }

    /// The position with the other side to move.
    pub(crate) fn passed(&self) -> Self {
        let next = Self {
            keys: self.keys ^ keys::turned(self.en_passant),
            side: self.side.other(),
            en_passant: NO_FILE,
            clock: self.clock.saturating_add(1),
            number: self.number.saturating_add(self.side.index() as u16),
            ..*self
        };
        Self { threats: next.fresh_threats(), ..next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::zobrist::mix;
    use game::{MoveList, Position as _};

    #[test]
    fn what_is_carried_along_is_what_the_board_shows() {
        for seed in 0..200 {
            let mut position = Position::random_play(seed, 0);
            for step in 0..120 {
                assert_eq!(position.keys, position.fresh_keys());
                assert_eq!(position.threats, position.fresh_threats());
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let number = mix(seed << 32 | step) as usize % moves.len().max(1);
                let Some(&mv) = moves.get(number) else { break };
                position = position.after(mv);
            }
        }
    }
}
