//! A position.

use game::Side;

use crate::attacks;
use crate::board::{Squares, bit, first, has, pawn_attacks, rank_of, square, squares};
use crate::castling::{Castling, CastlingSide};
use crate::keys::{self, Keys, NO_FILE};
use crate::moves::Move;
use crate::piece::Piece;
use crate::planes::{Planes, code_of};

/// The checks and pins about the king of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Threats {
    /// The pieces that give check.
    pub(crate) checkers: Squares,
    /// Pieces of either side that alone stand between the king and a slider.
    pub(crate) blockers: Squares,
}

impl Threats {
    /// Of these pieces, which would attack the king if nothing stood between.
    #[inline(always)]
    pub(crate) fn among(aims: Squares, king: usize, occupied: Squares) -> Self {
        let mut threats = Self::default();
        for at in squares(aims) {
            let between = attacks::between(king, at) & occupied;
            if between == 0 {
                threats.checkers |= bit(at);
            } else if between & (between - 1) == 0 {
                threats.blockers |= between;
            }
        }
        threats
    }
}

/// A position of chess, standard or Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) planes: Planes,
    pub(crate) keys: Keys,
    pub(crate) threats: Threats,
    pub(crate) castling: Castling,
    pub(crate) side: Side,
    /// The file on which a pawn can be captured en passant, or [`NO_FILE`]; only where that is legal.
    pub(crate) en_passant: u8,
    /// Plies since a pawn moved or something was taken.
    pub(crate) clock: u16,
    /// The number of the move: one more after each of Black's.
    pub(crate) number: u16,
}

// Every move copies it.
const _: () = assert!(size_of::<Position>() <= 88);

impl Position {
    /// Its keys, from the board.
    pub(crate) fn fresh_keys(&self) -> Keys {
        let mut all = keys::castling(self.castling().squares()) ^ keys::side_to_move(self.turn());
        for side in Side::BOTH {
            for kind in Piece::ALL {
                for at in squares(self.pieces(side, kind)) {
                    all = all ^ keys::piece(side, code_of(kind), at);
                }
            }
        }
        all ^ keys::passed(self.en_passant)
    }

    /// A position from its parts, whose kings are one a side. An en passant file that is of no use is
    /// dropped.
    pub(crate) fn new(
        pieces: [Squares; 6],
        colours: [Squares; 2],
        side: Side,
        castling: Castling,
        en_passant: Option<usize>,
        (clock, number): (u16, u16),
    ) -> Self {
        let mut position = Self {
            planes: Planes::new(&pieces, colours[Side::Second.index()]),
            keys: Keys::default(),
            threats: Threats::default(),
            castling,
            side,
            en_passant: NO_FILE,
            clock,
            number,
        };
        position.threats = position.fresh_threats();
        if let Some(file) = en_passant
            && position.may_take_in_passing(file)
        {
            position.en_passant = file as u8;
        }
        position.keys = position.fresh_keys();
        position
    }

    /// Computes the checks and pins about the king of the side to move.
    pub(crate) fn fresh_threats(&self) -> Threats {
        let (us, them) = (self.side, self.side.other());
        let king = self.king(us);
        let near = attacks::pawn(us, king) & self.pieces(them, Piece::Pawn)
            | attacks::knight(king) & self.pieces(them, Piece::Knight);
        Threats::among(near | self.snipers(them, king), king, self.occupied())
    }

    /// A side's sliders that would attack a square if nothing stood between.
    #[inline(always)]
    pub(crate) fn snipers(&self, side: Side, at: usize) -> Squares {
        let snipers = attacks::diagonals(at) & self.planes.diagonal()
            | attacks::orthogonals(at) & self.planes.straight();
        snipers & self.all_of(side)
    }

    /// The pieces of a side and a kind.
    #[inline(always)]
    pub fn pieces(&self, side: Side, piece: Piece) -> Squares {
        self.planes.pieces(side, piece)
    }

    /// The pieces of a kind, of both sides.
    #[inline(always)]
    pub fn of_kind(&self, piece: Piece) -> Squares {
        self.planes.of_kind(piece)
    }

    /// All pieces of a side.
    #[inline(always)]
    pub fn all_of(&self, side: Side) -> Squares {
        self.planes.all_of(side)
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Squares {
        self.planes.occupied()
    }

    /// The square of a side's king.
    #[inline(always)]
    pub fn king(&self, side: Side) -> usize {
        first(self.pieces(side, Piece::King))
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> Side {
        self.side
    }

    /// The kind of piece on a square; the pawn on an empty one.
    #[inline(always)]
    pub(crate) fn kind_at(&self, at: usize) -> Piece {
        Piece::from_index(self.planes.code_at(at).saturating_sub(1))
    }

    /// The piece on a square.
    pub fn piece_at(&self, at: usize) -> Option<(Side, Piece)> {
        let side = Side::BOTH.into_iter().find(|&side| has(self.all_of(side), at))?;
        Some((side, self.kind_at(at)))
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Squares {
        self.threats.checkers
    }

    /// Pieces of either side that alone stand between the king of the side to move and a slider of the
    /// other: the own ones are pinned, the others can uncover a check.
    #[inline(always)]
    pub fn blockers(&self) -> Squares {
        self.threats.blockers
    }

    /// The Zobrist key.
    #[inline(always)]
    pub(crate) fn zobrist(&self) -> u64 {
        self.keys.all()
    }

    /// The Zobrist key of the pawns alone.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawns()
    }

    /// Plies since a pawn moved or something was taken.
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the move, from 1: one more after each of Black's.
    pub fn number(&self) -> u16 {
        self.number
    }

    pub(crate) fn counted(self, clock: u16, number: u16) -> Self {
        Self { clock, number, ..self }
    }

    #[inline(always)]
    pub(crate) fn castling(&self) -> &Castling {
        &self.castling
    }

    /// True if a side may still castle at all.
    pub fn may_castle(&self, side: Side) -> bool {
        self.castling.squares() & self.all_of(side) != 0
    }

    /// True if castling is written king takes rook: Chess960 is set, or the position needs it.
    pub fn is_shuffled(&self) -> bool {
        self.castling.shuffled
    }

    /// The same position with castling written king takes rook, where anyone may castle.
    #[must_use]
    pub fn shuffled(mut self) -> Self {
        self.castling.shuffled = !self.castling.is_empty();
        self
    }

    /// The square on which a pawn can be captured en passant, where that is legal.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<usize> {
        let rank = if self.side == Side::First { 5 } else { 2 };
        (self.en_passant != NO_FILE).then(|| square(usize::from(self.en_passant), rank))
    }

    /// The pieces of both sides that attack a square, with these squares occupied.
    #[inline(always)]
    pub fn attackers(&self, at: usize, occupied: Squares) -> Squares {
        attacks::pawn(Side::Second, at) & self.pieces(Side::First, Piece::Pawn)
            | attacks::pawn(Side::First, at) & self.pieces(Side::Second, Piece::Pawn)
            | attacks::knight(at) & self.of_kind(Piece::Knight)
            | attacks::king(at) & self.of_kind(Piece::King)
            | attacks::bishop(at, occupied) & self.planes.diagonal()
            | attacks::rook(at, occupied) & self.planes.straight()
    }

    /// The squares that a side attacks.
    pub(crate) fn attacked_by(&self, side: Side) -> Squares {
        let occupied = self.occupied();
        let mut set =
            pawn_attacks(side, self.pieces(side, Piece::Pawn)) | attacks::king(self.king(side));
        for at in squares(self.pieces(side, Piece::Knight)) {
            set |= attacks::knight(at);
        }
        for at in squares(self.planes.diagonal() & self.all_of(side)) {
            set |= attacks::bishop(at, occupied);
        }
        for at in squares(self.planes.straight() & self.all_of(side)) {
            set |= attacks::rook(at, occupied);
        }
        set
    }

    /// True if a side attacks a square, with these squares occupied.
    #[inline(always)]
    pub(crate) fn is_attacked(&self, at: usize, by: Side, occupied: Squares) -> bool {
        let theirs = self.all_of(by);
        let near = attacks::knight(at) & self.of_kind(Piece::Knight)
            | attacks::pawn(by.other(), at) & self.of_kind(Piece::Pawn)
            | attacks::king(at) & self.of_kind(Piece::King);
        near & theirs != 0
            || attacks::bishop(at, occupied) & self.planes.diagonal() & theirs != 0
            || attacks::rook(at, occupied) & self.planes.straight() & theirs != 0
    }

    /// True if the pawn on `from` may capture en passant on `to`.
    pub(crate) fn en_passant_is_safe(&self, from: usize, to: usize) -> bool {
        let king = self.king(self.side);
        let taken = bit(to ^ 8);
        let theirs = self.all_of(self.side.other()) & !taken;
        let occupied = (self.occupied() ^ bit(from) ^ taken) | bit(to);
        let (diagonal, straight) = (self.planes.diagonal(), self.planes.straight());
        self.checkers() & !taken & !(diagonal | straight) == 0
            && attacks::bishop(king, occupied) & diagonal & theirs == 0
            && attacks::rook(king, occupied) & straight & theirs == 0
    }

    /// True if the side to move may take the pawn that has just gone two squares on this file.
    pub(crate) fn may_take_in_passing(&self, file: usize) -> bool {
        let (us, them) = (self.side, self.side.other());
        let rank = if us == Side::First { 5 } else { 2 };
        let to = square(file, rank);
        let takers = attacks::pawn(them, to) & self.pieces(us, Piece::Pawn);
        squares(takers).any(|from| self.en_passant_is_safe(from, to))
    }

    /// True if a legal move is castling.
    #[inline(always)]
    pub fn is_castling(&self, mv: Move) -> bool {
        has(self.all_of(self.side), mv.to())
    }

    /// Where king and rook end that castle.
    #[inline]
    pub(crate) fn castled(&self, mv: Move) -> (usize, usize) {
        let wing = if mv.to() > mv.from() { CastlingSide::King } else { CastlingSide::Queen };
        let rank = rank_of(mv.from());
        (square(wing.king_file(), rank), square(wing.rook_file(), rank))
    }

    /// True if a legal move captures en passant.
    #[inline(always)]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.en_passant() == Some(mv.to()) && has(self.of_kind(Piece::Pawn), mv.from())
    }

    /// The piece that a legal move takes.
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        if has(self.all_of(self.side.other()), mv.to()) {
            Some(self.kind_at(mv.to()))
        } else {
            self.is_en_passant(mv).then_some(Piece::Pawn)
        }
    }
}
