//! Legal moves, without a look at what they lead to: pinned pieces keep to their line, and in check only what
//! ends it is generated.

use game::{MoveList, Side};

use crate::attacks;
use crate::board::{
    FILE_A, FILE_H, Squares, bit, file_of, file_squares, first, forward, has, pawn_attacks,
    rank_of, rank_squares, square, squares,
};
use crate::castling::{Castling, CastlingSide};
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;

/// Captures, promotions.
const TACTICAL: u8 = 1;
/// All others.
const QUIET: u8 = 2;
const ALL: u8 = TACTICAL | QUIET;

/// The consumer of the moves found.
trait Visitor {
    /// One piece may go to each of these squares.
    fn piece(&mut self, from: usize, targets: Squares);
    /// Pawns may go to each of these squares, from the square so far below.
    fn pawns(&mut self, targets: Squares, step: i32);
    /// The same, and become another piece.
    fn promotions(&mut self, targets: Squares, step: i32);
}

/// Puts moves into a list.
struct Collect<'l>(&'l mut MoveList<Move>);

impl Visitor for Collect<'_> {
    #[inline(always)]
    fn piece(&mut self, from: usize, targets: Squares) {
        for to in squares(targets) {
            self.0.push(Move::new(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Squares, step: i32) {
        for to in squares(targets) {
            self.0.push(Move::new((to as i32 - step) as usize & 63, to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Squares, step: i32) {
        for to in squares(targets) {
            for piece in Piece::PROMOTIONS {
                self.0.push(Move::promoting((to as i32 - step) as usize & 63, to, piece));
            }
        }
    }
}

/// Counts them.
struct Count(u32);

impl Visitor for Count {
    #[inline(always)]
    fn piece(&mut self, _: usize, targets: Squares) {
        self.0 += targets.count_ones();
    }
    #[inline(always)]
    fn pawns(&mut self, targets: Squares, _: i32) {
        self.0 += targets.count_ones();
    }
    #[inline(always)]
    fn promotions(&mut self, targets: Squares, _: i32) {
        self.0 += 4 * targets.count_ones();
    }
}

/// Puts quiet moves that give check into a list.
struct Checks<'l> {
    moves: Collect<'l>,
    position: &'l Position,
    /// The other side's.
    king: usize,
    empty: Squares,
    /// By kind, the squares from which it gives check.
    from_here: [Squares; 6],
    /// Pieces that alone stand between a slider of their own side and the other king.
    cover: Squares,
}

impl Visitor for Checks<'_> {
    #[inline(always)]
    fn piece(&mut self, from: usize, targets: Squares) {
        // Castling is written with the rook's square, which is not empty.
        let targets = targets & self.empty;
        let mut found = targets & self.from_here[self.position.kind_at(from).index()];
        if has(self.cover, from) {
            found |= targets & !attacks::line(self.king, from);
        }
        self.moves.piece(from, found);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Squares, step: i32) {
        let mut found = targets & self.from_here[Piece::Pawn.index()];
        for to in squares(stepped(self.cover, step) & targets) {
            let from = (to as i32 - step) as usize & 63;
            if has(self.cover, from) && !has(attacks::line(self.king, from), to) {
                found |= bit(to);
            }
        }
        self.moves.pawns(found, step);
    }

    fn promotions(&mut self, _: Squares, _: i32) {}
}

/// A set moved by a step, positive towards h8.
#[inline(always)]
const fn stepped(set: Squares, step: i32) -> Squares {
    if step > 0 { set << step } else { set >> -step }
}

impl Position {
    /// The squares to which a piece other than the king may go in view of a check: all, the checker and what
    /// is between, or none in double check.
    #[inline(always)]
    fn check_mask(&self, king: usize) -> Squares {
        let checkers = self.checkers();
        if checkers == 0 {
            !0
        } else if checkers & (checkers - 1) == 0 {
            attacks::between(king, first(checkers)) | checkers
        } else {
            0
        }
    }

    /// The squares of these that the king on `king` may enter.
    #[inline(always)]
    fn safe_for_king(&self, king: usize, us: Side, targets: Squares) -> Squares {
        let them = us.other();
        let near =
            pawn_attacks(them, self.pieces(them, Piece::Pawn)) | attacks::king(self.king(them));
        // The king does not hide what is behind it.
        let occupied = self.occupied() ^ bit(king);
        let mut safe = targets & !near;
        for at in squares(safe) {
            if self.is_attacked(at, them, occupied) {
                safe ^= bit(at);
            }
        }
        safe
    }

    /// The rook with which the side to move may castle now.
    #[inline]
    fn castling_rook(&self, king: usize, us: Side, wing: CastlingSide) -> Option<usize> {
        let rook = self.castling().rook(us, wing, king)?;
        let rank = Castling::rank(us);
        let (king_to, rook_to) = (square(wing.king_file(), rank), square(wing.rook_file(), rank));
        let others = self.occupied() ^ bit(king) ^ bit(rook);
        let king_way = attacks::between(king, king_to) | bit(king_to);
        let rook_way = attacks::between(rook, rook_to) | bit(rook_to);
        if (king_way | rook_way) & others != 0 {
            return None;
        }
        squares(king_way).all(|at| !self.is_attacked(at, us.other(), others)).then_some(rook)
    }

    #[inline(always)]
    fn visit<V: Visitor, const KIND: u8>(&self, visitor: &mut V) {
        match self.turn() {
            Side::First => self.visit_side::<V, KIND, true>(visitor),
            Side::Second => self.visit_side::<V, KIND, false>(visitor),
        }
    }

    #[inline(always)]
    fn visit_side<V: Visitor, const KIND: u8, const WHITE: bool>(&self, visitor: &mut V) {
        let us = if WHITE { Side::First } else { Side::Second };
        let (own, other) = (self.all_of(us), self.all_of(us.other()));
        let occupied = own | other;
        let king = self.king(us);
        let kind = match KIND {
            TACTICAL => other,
            QUIET => !occupied,
            _ => !own,
        };
        let around = attacks::king(king) & kind;
        if around != 0 {
            visitor.piece(king, self.safe_for_king(king, us, around));
        }
        let mask = self.check_mask(king);
        if mask == 0 {
            return;
        }
        let pinned = self.blockers() & own;
        let targets = kind & mask;
        for from in squares(self.pieces(us, Piece::Knight) & !pinned) {
            visitor.piece(from, attacks::knight(from) & targets);
        }
        let queens = self.of_kind(Piece::Queen);
        let diagonal = (self.of_kind(Piece::Bishop) | queens) & own;
        for from in squares(diagonal & !pinned) {
            visitor.piece(from, attacks::bishop(from, occupied) & targets);
        }
        let straight = (self.of_kind(Piece::Rook) | queens) & own;
        for from in squares(straight & !pinned) {
            visitor.piece(from, attacks::rook(from, occupied) & targets);
        }
        let in_check = self.checkers() != 0;
        // A pinned piece ends no check.
        if !in_check {
            for from in squares(diagonal & pinned) {
                let way = attacks::line(king, from);
                visitor.piece(from, attacks::bishop(from, occupied) & way & targets);
            }
            for from in squares(straight & pinned) {
                let way = attacks::line(king, from);
                visitor.piece(from, attacks::rook(from, occupied) & way & targets);
            }
            if KIND & QUIET != 0 && self.castling().squares() & own != 0 {
                for wing in CastlingSide::BOTH {
                    if let Some(rook) = self.castling_rook(king, us, wing) {
                        visitor.piece(king, bit(rook));
                    }
                }
            }
        }
        self.visit_pawns::<V, KIND, WHITE>(visitor, king, mask, pinned);
    }

    #[inline(always)]
    fn visit_pawns<V: Visitor, const KIND: u8, const WHITE: bool>(
        &self,
        visitor: &mut V,
        king: usize,
        mask: Squares,
        pinned: Squares,
    ) {
        let us = if WHITE { Side::First } else { Side::Second };
        let (up, left, right) = if WHITE { (8, 7, 9) } else { (-8, -9, -7) };
        let other = self.all_of(us.other());
        let empty = !self.occupied();
        let last = rank_squares(if WHITE { 7 } else { 0 });
        let third = rank_squares(if WHITE { 2 } else { 5 });
        let pawns = self.pieces(us, Piece::Pawn);
        let in_check = self.checkers() != 0;
        // A pin along the file lets a pawn go on, one along a diagonal lets it take the piece that pins.
        let along = if in_check { 0 } else { pinned & file_squares(file_of(king)) };
        let one = stepped(pawns & (!pinned | along), up) & empty;
        if KIND & QUIET != 0 {
            visitor.pawns(one & !last & mask, up);
            visitor.pawns(stepped(one & third, up) & empty & mask, 2 * up);
        }
        if KIND & TACTICAL != 0 {
            visitor.promotions(one & last & mask, up);
            let free = pawns & !pinned;
            let to_left = stepped(free & !FILE_A, left) & other & mask;
            let to_right = stepped(free & !FILE_H, right) & other & mask;
            visitor.pawns(to_left & !last, left);
            visitor.pawns(to_right & !last, right);
            visitor.promotions(to_left & last, left);
            visitor.promotions(to_right & last, right);
            if !in_check {
                for from in squares(pawns & pinned & !along) {
                    let way = attacks::line(king, from);
                    let to = attacks::pawn(us, from) & other & way;
                    let step = first(to) as i32 - from as i32;
                    visitor.pawns(to & !last, step);
                    visitor.promotions(to & last, step);
                }
            }
            if let Some(to) = self.en_passant() {
                for from in squares(attacks::pawn(us.other(), to) & pawns) {
                    if self.en_passant_is_safe(from, to) {
                        visitor.piece(from, bit(to));
                    }
                }
            }
        }
    }

    #[inline]
    pub(crate) fn generate_tactical(&self, moves: &mut MoveList<Move>) {
        self.visit::<_, TACTICAL>(&mut Collect(moves));
    }

    #[inline]
    pub(crate) fn generate_quiet(&self, moves: &mut MoveList<Move>) {
        self.visit::<_, QUIET>(&mut Collect(moves));
    }

    #[inline]
    pub(crate) fn generate_all(&self, moves: &mut MoveList<Move>) {
        self.visit::<_, ALL>(&mut Collect(moves));
    }

    #[inline]
    pub(crate) fn count_all(&self) -> u64 {
        let mut count = Count(0);
        self.visit::<_, ALL>(&mut count);
        count.0.into()
    }

    /// The squares to which the side to move's piece of this kind on `from` may go; for castling the rook's.
    pub(crate) fn legal_targets(&self, from: usize, piece: Piece) -> Squares {
        let us = self.turn();
        let (own, occupied) = (self.all_of(us), self.occupied());
        let king = self.king(us);
        let mut targets = match piece {
            Piece::King => {
                let steps = self.safe_for_king(king, us, attacks::king(king) & !own);
                if self.checkers() != 0 {
                    return steps;
                }
                let rooks = CastlingSide::BOTH.map(|wing| self.castling_rook(king, us, wing));
                return rooks.into_iter().flatten().fold(steps, |set, rook| set | bit(rook));
            }
            Piece::Knight => attacks::knight(from),
            Piece::Bishop => attacks::bishop(from, occupied),
            Piece::Rook => attacks::rook(from, occupied),
            Piece::Queen => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
            Piece::Pawn => {
                let one = forward(us, bit(from)) & !occupied;
                let home = if us == Side::First { 1 } else { 6 };
                let two = if rank_of(from) == home { forward(us, one) & !occupied } else { 0 };
                one | two | attacks::pawn(us, from) & self.all_of(us.other())
            }
        };
        targets &= !own & self.check_mask(king);
        if has(self.blockers(), from) {
            targets &= attacks::line(king, from);
        }
        if piece == Piece::Pawn
            && let Some(to) = self.en_passant()
            && has(attacks::pawn(us, from), to)
            && self.en_passant_is_safe(from, to)
        {
            targets |= bit(to);
        }
        targets
    }

    /// Quiet moves that give check by the piece moved or one behind it; castling is left out.
    pub(crate) fn generate_checks(&self, moves: &mut MoveList<Move>) {
        let (us, them) = (self.turn(), self.turn().other());
        let king = self.king(them);
        let occupied = self.occupied();
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let mut checks = Checks {
            moves: Collect(moves),
            position: self,
            king,
            empty: !occupied,
            from_here: [
                attacks::pawn(them, king),
                attacks::knight(king),
                diagonal,
                straight,
                diagonal | straight,
                0,
            ],
            cover: 0,
        };
        let queens = self.of_kind(Piece::Queen);
        let behind = attacks::diagonals(king) & (self.of_kind(Piece::Bishop) | queens)
            | attacks::orthogonals(king) & (self.of_kind(Piece::Rook) | queens);
        for slider in squares(behind & self.all_of(us)) {
            let between = attacks::between(king, slider) & occupied;
            if between & between.wrapping_sub(1) == 0 {
                checks.cover |= between & self.all_of(us);
            }
        }
        self.visit::<_, QUIET>(&mut checks);
    }
}
