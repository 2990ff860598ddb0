//! A position, and what a move makes of it.

use game::Side;
use game::zobrist::keys;

use crate::attacks;
use crate::board::{SQUARES, Squares, bit, file_of, first, has, rank_of, square, squares};
use crate::castling::{Castling, Wing};
use crate::moves::Move;
use crate::piece::Piece;

static PIECE_KEYS: [[[u64; SQUARES]; 6]; 2] = [
    [keys(31), keys(32), keys(33), keys(34), keys(35), keys(36)],
    [keys(37), keys(38), keys(39), keys(40), keys(41), keys(42)],
];
/// By the square of a rook that may castle.
static CASTLING_KEYS: [u64; SQUARES] = keys(43);
static EN_PASSANT_KEYS: [u64; 8] = keys(44);
const SIDE_KEY: u64 = keys::<1>(45)[0];

/// No file.
const NONE: u8 = 8;

/// A position of chess, standard or Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// By kind, of both sides.
    pieces: [Squares; 6],
    /// By side.
    colours: [Squares; 2],
    key: u64,
    /// The key of the pawns alone.
    pawn_key: u64,
    /// What gives check to the side to move.
    checkers: Squares,
    /// Pieces of either side that alone stand between the king of the side to move and a slider.
    blockers: Squares,
    castling: Castling,
    side: Side,
    /// The file on which a pawn can be taken in passing; only where that is legal.
    en_passant: u8,
    /// Plies since a pawn moved or something was taken.
    clock: u16,
    /// The number of the move: one more after each of Black's.
    number: u16,
}

const _: () = assert!(size_of::<Position>() <= 128);

impl Position {
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
            pieces,
            colours,
            key: 0,
            pawn_key: 0,
            checkers: 0,
            blockers: 0,
            castling,
            side,
            en_passant: NONE,
            clock,
            number,
        };
        position.look_at_king();
        if let Some(file) = en_passant {
            position.offer_en_passant(file);
        }
        position.key = position.fresh_key();
        position.pawn_key = position.fresh_pawn_key();
        position
    }

    fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Side::Second { SIDE_KEY } else { 0 };
        for side in Side::BOTH {
            for piece in Piece::ALL {
                for at in squares(self.pieces(side, piece)) {
                    key ^= PIECE_KEYS[side.index()][piece.index()][at];
                }
            }
        }
        for at in squares(self.castling.squares()) {
            key ^= CASTLING_KEYS[at];
        }
        match self.en_passant {
            NONE => key,
            file => key ^ EN_PASSANT_KEYS[usize::from(file)],
        }
    }

    fn fresh_pawn_key(&self) -> u64 {
        let mut key = 0;
        for side in Side::BOTH {
            for at in squares(self.pieces(side, Piece::Pawn)) {
                key ^= PIECE_KEYS[side.index()][Piece::Pawn.index()][at];
            }
        }
        key
    }

    /// The pieces of a side and a kind.
    #[inline(always)]
    pub fn pieces(&self, side: Side, piece: Piece) -> Squares {
        self.pieces[piece.index()] & self.colours[side.index()]
    }

    /// The pieces of a kind, of both sides.
    #[inline(always)]
    pub fn of_kind(&self, piece: Piece) -> Squares {
        self.pieces[piece.index()]
    }

    /// All pieces of a side.
    #[inline(always)]
    pub fn all_of(&self, side: Side) -> Squares {
        self.colours[side.index()]
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Squares {
        self.colours[0] | self.colours[1]
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
        let bit = |piece: usize| (self.pieces[piece] >> at & 1) as usize;
        Piece::from_index(bit(1) + 2 * bit(2) + 3 * bit(3) + 4 * bit(4) + 5 * bit(5))
    }

    /// The piece on a square.
    pub fn piece_at(&self, at: usize) -> Option<(Side, Piece)> {
        let side = Side::BOTH.into_iter().find(|&side| has(self.all_of(side), at))?;
        Some((side, self.kind_at(at)))
    }

    /// What gives check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Squares {
        self.checkers
    }

    /// Pieces of either side that alone stand between the king of the side to move and a slider of the
    /// other: the own ones are pinned, the others can uncover a check.
    #[inline(always)]
    pub fn blockers(&self) -> Squares {
        self.blockers
    }

    /// The Zobrist key.
    #[inline(always)]
    pub(crate) fn zobrist(&self) -> u64 {
        self.key
    }

    /// The Zobrist key of the pawns alone.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
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

    /// Whether a side may still castle at all.
    pub fn may_castle(&self, side: Side) -> bool {
        self.castling.squares() & self.all_of(side) != 0
    }

    /// Whether castling is written king takes rook: Chess960 is set, or the position needs it.
    pub fn is_shuffled(&self) -> bool {
        self.castling.shuffled
    }

    /// The same position with castling written king takes rook, where anyone may castle.
    #[must_use]
    pub fn shuffled(mut self) -> Self {
        self.castling.shuffled = !self.castling.is_empty();
        self
    }

    /// The square on which a pawn can be taken in passing, where that is legal.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<usize> {
        let rank = if self.side == Side::First { 5 } else { 2 };
        (self.en_passant != NONE).then(|| square(usize::from(self.en_passant), rank))
    }

    /// The pieces of both sides that attack a square, with these squares occupied.
    #[inline(always)]
    pub fn attackers(&self, at: usize, occupied: Squares) -> Squares {
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces;
        let [first, second] = self.colours;
        attacks::pawn(Side::Second, at) & pawns & first
            | attacks::pawn(Side::First, at) & pawns & second
            | attacks::knight(at) & knights
            | attacks::king(at) & kings
            | attacks::bishop(at, occupied) & (bishops | queens)
            | attacks::rook(at, occupied) & (rooks | queens)
    }

    /// Whether a side attacks a square, with these squares occupied.
    #[inline(always)]
    pub(crate) fn is_attacked(&self, at: usize, by: Side, occupied: Squares) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces;
        let theirs = self.colours[by.index()];
        let near = attacks::knight(at) & knights
            | attacks::pawn(by.other(), at) & pawns
            | attacks::king(at) & kings;
        near & theirs != 0
            || attacks::bishop(at, occupied) & (bishops | queens) & theirs != 0
            || attacks::rook(at, occupied) & (rooks | queens) & theirs != 0
    }

    /// Finds what gives check, and what stands between.
    #[inline(always)]
    fn look_at_king(&mut self) {
        let [pawns, knights, bishops, rooks, queens, _] = self.pieces;
        let king = self.king(self.side);
        let theirs = self.colours[self.side.other().index()];
        let occupied = self.occupied();
        self.checkers =
            (attacks::pawn(self.side, king) & pawns | attacks::knight(king) & knights) & theirs;
        self.blockers = 0;
        let snipers = (attacks::diagonals(king) & (bishops | queens)
            | attacks::straights(king) & (rooks | queens))
            & theirs;
        for sniper in squares(snipers) {
            let between = attacks::between(king, sniper) & occupied;
            if between == 0 {
                self.checkers |= bit(sniper);
            } else if between & (between - 1) == 0 {
                self.blockers |= between;
            }
        }
    }

    /// Whether the pawn on `from` may take in passing on `to`.
    pub(crate) fn en_passant_is_safe(&self, from: usize, to: usize) -> bool {
        let [_, _, bishops, rooks, queens, _] = self.pieces;
        let king = self.king(self.side);
        let taken = bit(to ^ 8);
        let theirs = self.colours[self.side.other().index()] & !taken;
        let occupied = (self.occupied() ^ bit(from) ^ taken) | bit(to);
        self.checkers & !taken & !(bishops | rooks | queens) == 0
            && attacks::bishop(king, occupied) & (bishops | queens) & theirs == 0
            && attacks::rook(king, occupied) & (rooks | queens) & theirs == 0
    }

    /// Notes that the pawn that has just gone two squares on this file can be taken in passing, if
    /// it can.
    fn offer_en_passant(&mut self, file: usize) {
        let (us, them) = (self.side, self.side.other());
        let rank = if us == Side::First { 5 } else { 2 };
        let to = square(file, rank);
        let takers = attacks::pawn(them, to) & self.pieces(us, Piece::Pawn);
        if squares(takers).any(|from| self.en_passant_is_safe(from, to)) {
            self.en_passant = file as u8;
        }
    }

    /// Puts a piece where none of that kind and side is, or takes it away.
    #[inline(always)]
    fn toggle(&mut self, side: Side, piece: Piece, at: usize) {
        self.pieces[piece.index()] ^= bit(at);
        self.colours[side.index()] ^= bit(at);
        self.key ^= PIECE_KEYS[side.index()][piece.index()][at];
        if piece == Piece::Pawn {
            self.pawn_key ^= PIECE_KEYS[side.index()][piece.index()][at];
        }
    }

    #[inline]
    fn forbid_castling(&mut self, with: Squares) {
        for at in squares(with & self.castling.squares()) {
            self.castling.forbid(at);
            self.key ^= CASTLING_KEYS[at];
        }
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    fn turned(&self) -> Self {
        let mut next = *self;
        next.side = self.side.other();
        next.clock = self.clock.saturating_add(1);
        next.number = self.number.saturating_add(self.side.index() as u16);
        next.key ^= SIDE_KEY;
        if self.en_passant != NONE {
            next.key ^= EN_PASSANT_KEYS[usize::from(self.en_passant)];
            next.en_passant = NONE;
        }
        next
    }

    /// Whether a legal move is castling.
    #[inline(always)]
    pub fn is_castling(&self, mv: Move) -> bool {
        has(self.colours[self.side.index()], mv.to())
    }

    /// Where king and rook end that castle.
    #[inline]
    pub(crate) fn castled(&self, mv: Move) -> (usize, usize) {
        let wing = if mv.to() > mv.from() { Wing::King } else { Wing::Queen };
        let rank = rank_of(mv.from());
        (square(wing.king_file(), rank), square(wing.rook_file(), rank))
    }

    /// Whether a legal move takes a pawn in passing.
    #[inline(always)]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.en_passant() == Some(mv.to()) && has(self.of_kind(Piece::Pawn), mv.from())
    }

    /// What a legal move takes.
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        if has(self.colours[self.side.other().index()], mv.to()) {
            Some(self.kind_at(mv.to()))
        } else {
            self.is_en_passant(mv).then_some(Piece::Pawn)
        }
    }

    /// The position after a legal move.
    #[inline(always)]
    pub(crate) fn after(&self, mv: Move) -> Self {
        let (us, them) = (self.side, self.side.other());
        let (from, to) = (mv.from(), mv.to());
        let mut next = self.turned();
        let piece = self.kind_at(from);
        if self.is_castling(mv) {
            next.castle(us, from, to);
        } else {
            if has(self.colours[them.index()], to) {
                next.toggle(them, self.kind_at(to), to);
                next.clock = 0;
            }
            next.toggle(us, piece, from);
            next.toggle(us, mv.promotion().unwrap_or(piece), to);
            let rank = RANKS[Castling::rank(us) / 7];
            let given_up = if piece == Piece::King { rank } else { bit(from) | bit(to) };
            if (given_up | bit(to)) & self.castling.squares() != 0 {
                next.forbid_castling(given_up | bit(to));
            }
            if piece == Piece::Pawn {
                next.clock = 0;
                if self.en_passant() == Some(to) {
                    next.toggle(them, Piece::Pawn, to ^ 8);
                }
            }
        }
        next.look_at_king();
        if piece == Piece::Pawn && from ^ to == 16 {
            let beside = crate::board::beside(bit(to)) & next.pieces(them, Piece::Pawn);
            if beside != 0 {
                next.offer_en_passant(file_of(to));
                if next.en_passant != NONE {
                    next.key ^= EN_PASSANT_KEYS[file_of(to)];
                }
            }
        }
        next
    }

    #[inline(never)]
    fn castle(&mut self, side: Side, king: usize, rook: usize) {
        let wing = if rook > king { Wing::King } else { Wing::Queen };
        let rank = rank_of(king);
        self.toggle(side, Piece::King, king);
        self.toggle(side, Piece::Rook, rook);
        self.toggle(side, Piece::King, square(wing.king_file(), rank));
        self.toggle(side, Piece::Rook, square(wing.rook_file(), rank));
        self.forbid_castling(RANKS[rank / 7]);
    }

    /// The position with the other side to move, out of check.
    pub(crate) fn passed(&self) -> Self {
        let mut next = self.turned();
        next.look_at_king();
        next
    }
}

/// The ranks where sides castle.
const RANKS: [Squares; 2] = [crate::board::rank_squares(0), crate::board::rank_squares(7)];
