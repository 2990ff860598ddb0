//! The rules, as the search and the referee ask for them.

use game::zobrist::{hash, mix};
use game::{Ending, HistoryRule, MoveList, Position as Rules, Repetition, Side};

use crate::board::{Squares, bit, has, rank_of};
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;

/// After so many plies without a pawn's move or a capture the game is a draw.
pub const CLOCK_LIMIT: u16 = 100;

const LIGHT: Squares = 0x55aa_55aa_55aa_55aa;

impl Position {
    /// True if no sequence of moves can mate: bare kings, one minor piece, or bishops that all stand on
    /// squares of one colour (FIDE Laws of Chess 5.2.2, as far as the pieces alone show it).
    #[inline(always)]
    pub fn is_dead(&self) -> bool {
        let strong =
            self.of_kind(Piece::Pawn) | self.of_kind(Piece::Rook) | self.of_kind(Piece::Queen);
        if strong != 0 {
            return false;
        }
        let (knights, bishops) = (self.of_kind(Piece::Knight), self.of_kind(Piece::Bishop));
        let minors = knights | bishops;
        if minors & minors.wrapping_sub(1) == 0 {
            return true;
        }
        knights == 0 && (bishops & LIGHT == 0 || bishops & !LIGHT == 0)
    }

    /// True if a side has more than pawns.
    #[inline(always)]
    pub fn has_pieces(&self, side: Side) -> bool {
        let minor = self.of_kind(Piece::Pawn) | self.of_kind(Piece::King);
        self.all_of(side) & !minor != 0
    }
}

impl Rules for Position {
    type Move = Move;
    const REPETITION: Repetition = Repetition::Draw;
    const HISTORY_SLOTS: usize = 64 * 64;
    const HISTORY_KINDS: usize = 4;
    const CONTINUATION_SLOTS: usize = 6 * 64;
    const CAPTURE_SLOTS: usize = 6 * 6 * 64;
    const CORRECTIONS: usize = 3;
    const SIDES_ALTERNATE: bool = true;
    const MOVER_MAY_LOSE: bool = false;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.turn()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.zobrist()
    }

    #[inline(always)]
    fn ending(&self) -> Option<Ending> {
        self.is_dead().then(|| Ending::draw("dead position"))
    }

    fn ending_without_moves(&self) -> Ending {
        if self.checkers() == 0 {
            Ending::draw("stalemate")
        } else {
            Ending::win(self.turn().other(), "checkmate")
        }
    }

    #[inline(always)]
    fn ending_by_clock(&self) -> Option<Ending> {
        (self.clock() >= CLOCK_LIMIT).then(|| Ending::draw("fifty moves"))
    }

    #[inline(always)]
    fn clock_ends_within(&self, plies: i32) -> bool {
        i32::from(self.clock()) + plies >= i32::from(CLOCK_LIMIT)
    }

    #[inline]
    fn tactical_moves(&self, moves: &mut MoveList<Move>) {
        self.generate_tactical(moves);
    }

    #[inline]
    fn quiet_moves(&self, moves: &mut MoveList<Move>) {
        self.generate_quiet(moves);
    }

    #[inline]
    fn legal_moves(&self, moves: &mut MoveList<Move>) {
        self.generate_all(moves);
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        self.count_all()
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if !mv.is_well_formed() || !has(self.all_of(self.turn()), from) {
            return false;
        }
        let piece = self.kind_at(from);
        let promotes = piece == Piece::Pawn && matches!(rank_of(to), 0 | 7);
        promotes == mv.promotion().is_some() && has(self.legal_targets(from, piece), to)
    }

    #[inline(always)]
    fn is_tactical(&self, mv: Move) -> bool {
        has(self.all_of(self.turn().other()), mv.to())
            || mv.promotion().is_some()
            || self.is_en_passant(mv)
    }

    #[inline(always)]
    fn tactical_value(&self, mv: Move) -> i32 {
        let taken = self.captured(mv).map_or(0, Piece::exchange_value);
        let made = match mv.promotion() {
            None => 0,
            Some(Piece::Queen) => Piece::Queen.exchange_value() - Piece::Pawn.exchange_value(),
            // Underpromotions, hardly ever better, come last.
            Some(piece) => piece as i32 - 2 * Piece::Queen.exchange_value(),
        };
        taken + made - self.kind_at(mv.from()) as i32
    }

    #[inline(always)]
    fn make(&self, mv: Move) -> Self {
        self.after(mv)
    }

    #[inline]
    fn null_move(&self) -> Option<Self> {
        // With pawns alone, or in check, to pass may be the best there is.
        (self.checkers() == 0 && self.has_pieces(self.turn())).then(|| self.passed())
    }

    #[inline(always)]
    fn irreversible(&self, mv: Move) -> bool {
        let lasting = self.of_kind(Piece::Pawn) | self.castling().squares();
        lasting & bit(mv.from()) != 0 || has(self.occupied(), mv.to())
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.checkers() != 0
    }

    #[inline]
    fn loses_by_exchange(&self, mv: Move, points: i32) -> bool {
        self.exchange_loses(mv, points)
    }

    #[inline]
    fn quiet_checks(&self, moves: &mut MoveList<Move>) {
        if self.checkers() == 0 {
            self.generate_checks(moves);
        }
    }

    #[inline(always)]
    fn count_pieces(&self) -> u32 {
        self.occupied().count_ones()
    }

    #[inline(always)]
    fn history_slot(&self, mv: Move) -> usize {
        mv.from() << 6 | mv.to()
    }

    #[inline]
    fn history_context(&self) -> u64 {
        self.attacked_by(self.turn().other())
    }

    #[inline(always)]
    fn history_kind(&self, mv: Move, attacked: u64) -> usize {
        usize::from(has(attacked, mv.from())) << 1 | usize::from(has(attacked, mv.to()))
    }

    fn history_slot_by(&self, mv: Move, rule: HistoryRule) -> usize {
        let (from, to) = (mv.from(), mv.to());
        match rule {
            HistoryRule::PieceAndTarget => self.kind_at(from).index() << 6 | to,
            HistoryRule::Squares => from << 6 | to,
            HistoryRule::Direction => to + 64 - from,
        }
    }

    fn second_key(&self) -> u64 {
        let kinds = Piece::ALL.into_iter().map(|piece| self.of_kind(piece));
        let rest = [
            self.all_of(Side::Second),
            self.castling().squares(),
            u64::from(self.en_passant) << 1 | self.turn() as u64,
        ];
        hash(kinds.chain(rest))
    }

    #[inline(always)]
    fn capture_slot(&self, mv: Move) -> usize {
        // A promotion that takes nothing counts with captures of a king, which there are none of.
        let taken = self.captured(mv).unwrap_or(Piece::King);
        (taken.index() * 6 + self.kind_at(mv.from()).index()) << 6 | mv.to()
    }

    /// The pawns, then the other pieces of each side.
    #[inline(always)]
    fn correction_key(&self, which: usize) -> u64 {
        // Odd multipliers from the digits of pi (Blowfish's first words).
        const FACTORS: [u64; 6] = [
            0x243f_6a88_85a3_08d3,
            0x1319_8a2e_0370_7345,
            0xa409_3822_299f_31d1,
            0x082e_fa98_ec4e_6c89,
            0x4528_21e6_38d0_1377,
            0xbe54_66cf_34e9_0c6d,
        ];
        const OTHERS: [Piece; 5] =
            [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
        let pawns = self.of_kind(Piece::Pawn);
        if which == 0 {
            let (first, second) = (self.all_of(Side::First), self.all_of(Side::Second));
            return mix((pawns & first).wrapping_mul(FACTORS[0]) ^ (pawns & second));
        }
        let own = self.all_of(if which == 1 { Side::First } else { Side::Second });
        let mut key = 0_u64;
        for (&piece, factor) in OTHERS.iter().zip(FACTORS) {
            key = key.rotate_left(7) ^ (self.of_kind(piece) & own).wrapping_mul(factor);
        }
        mix(key)
    }

    #[inline(always)]
    fn continuation_slot(&self, mv: Move) -> usize {
        self.kind_at(mv.from()).index() << 6 | mv.to()
    }
}
