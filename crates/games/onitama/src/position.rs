//! The rules.

use game::zobrist::{hash, keys, mix};
use game::{
    Ending, HistoryRule, MoveList, Position as Rules, Repetition, ReplyWin, Side, StaticWin,
};

use crate::cards::Card;
use crate::deal::{DEALS, Deal};
use crate::moves::{Move, OFF_BOARD};

/// Where the master is once it has been captured.
const CAPTURED: u8 = 31;

/// What a student is worth among captures, in points.
const STUDENT: i32 = 100;

/// With no more pieces than these on the board, of both sides, passing may be better than any move.
const ZUGZWANG_PIECES: u32 = 6;

/// The temple of each side, where its master starts: c1 and c5.
pub const TEMPLES: [usize; 2] = [2, 22];

/// A captured master: the way of the stone.
pub const STONE: &str = "way of the stone";
/// A master on the other side's temple: the way of the stream.
pub const STREAM: &str = "way of the stream";

const fn piece_keys() -> [[[u64; 32]; 2]; 2] {
    [[keys(11), keys(12)], [keys(13), keys(14)]]
}

/// By side, then student or master, then square.
static PIECE_KEYS: [[[u64; 32]; 2]; 2] = piece_keys();
static DEAL_KEYS: [u64; 64] = keys(15);
static CARD_KEYS: [u64; 64] = keys(16);

/// A position of Onitama in 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    key: u64,
    /// By side, one bit a square, the master's among them; a1 is bit 0 and e5 is bit 24.
    pieces: [u32; 2],
    /// By side.
    masters: [u8; 2],
    /// In ascending order.
    cards: [Card; 5],
    deal: Deal,
}

const _: () = assert!(size_of::<Position>() <= 24);

/// The squares of a set, from a1 on.
#[inline(always)]
pub(crate) fn squares(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

impl Position {
    /// A position from its parts: pieces by side with their masters among them, masters' squares,
    /// hands by side and the fifth card. None if the five cards are not all different.
    pub(crate) fn new(
        pieces: [u32; 2],
        masters: [usize; 2],
        hands: [[Card; 2]; 2],
        spare: Card,
        side: Side,
    ) -> Option<Self> {
        let mut cards = [hands[0][0], hands[0][1], hands[1][0], hands[1][1], spare];
        cards.sort_unstable();
        if cards.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let slot = |card: Card| cards.iter().position(|&c| c == card).unwrap_or(0) as u8;
        let deal = Deal::new(hands.map(|hand| hand.map(slot)), side)?;
        let masters = masters.map(|square| square as u8);
        let mut position = Self { key: 0, pieces, masters, cards, deal };
        position.key = position.fresh_key();
        Some(position)
    }

    /// The usual set-up with these cards.
    pub(crate) fn start_with(hands: [[Card; 2]; 2], spare: Card, side: Side) -> Option<Self> {
        Self::new([0x1f, 0x1f << 20], TEMPLES, hands, spare, side)
    }

    fn fresh_key(&self) -> u64 {
        let mut key = DEAL_KEYS[self.deal.index()];
        for card in self.cards {
            key ^= CARD_KEYS[card.index()];
        }
        for side in Side::BOTH {
            for square in squares(self.pieces[side.index()]) {
                key ^= PIECE_KEYS[side.index()][self.kind(side, square)][square];
            }
        }
        key
    }

    /// 0 for a student, 1 for the master.
    #[inline(always)]
    fn kind(&self, side: Side, square: usize) -> usize {
        usize::from(usize::from(self.masters[side.index()]) == square)
    }

    /// The squares of a side's pieces, its master among them; a1 is bit 0, e5 is bit 24.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> u32 {
        self.pieces[side.index()]
    }

    /// The square of a side's master; None once it is captured.
    #[inline(always)]
    pub fn master(&self, side: Side) -> Option<usize> {
        let square = self.masters[side.index()];
        (square != CAPTURED).then_some(usize::from(square))
    }

    /// The five cards in ascending order: the slots of [`Move::slot`].
    #[inline(always)]
    pub fn cards(&self) -> &[Card; 5] {
        &self.cards
    }

    /// The number of the deal with its side to move: see [`Deal::index`].
    #[inline(always)]
    pub(crate) fn deal_index(&self) -> usize {
        self.deal.index()
    }

    /// The slots of a side's hand, in ascending order.
    #[inline(always)]
    pub fn hand_slots(&self, side: Side) -> [usize; 2] {
        let [a, b] = self.deal.hands().hands[side.index()];
        [usize::from(a), usize::from(b)]
    }

    /// The slot of the fifth card.
    #[inline(always)]
    pub fn spare_slot(&self) -> usize {
        usize::from(self.deal.hands().spare)
    }

    /// A side's two cards.
    #[inline(always)]
    pub fn hand(&self, side: Side) -> [Card; 2] {
        let [a, b] = self.hand_slots(side);
        [self.cards[a], self.cards[b]]
    }

    /// The fifth card.
    pub fn spare(&self) -> Card {
        self.cards[self.spare_slot()]
    }

    /// A win of `side` in one move if it were its turn, with this card: the squares of its pieces
    /// that take the master, and that of its master if it reaches the temple.
    #[inline(always)]
    fn threat(&self, side: Side, masks: [u32; 2]) -> (u32, u32) {
        let own = self.pieces[side.index()];
        // A master that was captured stands on no square: bit 31 is in no mask.
        let master = 1u32 << self.masters[side.index()];
        (masks[0] & own, masks[1] & master)
    }

    /// The squares from which `side` reaches the other's master and its temple with a card.
    #[inline(always)]
    fn threat_masks(&self, side: Side, card: Card) -> [u32; 2] {
        let them = side.other();
        // Turned by half, a card attacks back. One's own student cannot be moved upon, but where
        // it stands on the temple, the master does not get there.
        let stone = card.targets(them, usize::from(self.masters[them.index()]));
        let stream = card.targets(them, TEMPLES[them.index()]);
        let blocked = self.pieces[side.index()] >> TEMPLES[them.index()] & 1;
        [stone, stream & blocked.wrapping_sub(1)]
    }

    #[inline(always)]
    fn threatens(&self, side: Side) -> bool {
        let [a, b] = self.hand(side);
        let (a, b) = (self.threat_masks(side, a), self.threat_masks(side, b));
        let (stone, stream) = self.threat(side, [a[0] | b[0], a[1] | b[1]]);
        (stone | stream) != 0
    }

    /// Calls `visit` with the slot, the square and the targets (own pieces left out) of each
    /// piece of the side to move.
    #[inline(always)]
    fn for_each_piece(&self, mut visit: impl FnMut(usize, usize, u32)) {
        let us = self.side_to_move();
        let own = self.pieces[us.index()];
        for slot in self.hand_slots(us) {
            let card = self.cards[slot];
            for from in squares(own) {
                visit(slot, from, card.targets(us, from) & !own);
            }
        }
    }

    /// The targets that make a move of the piece on `from` a tactical one.
    #[inline(always)]
    fn tactical_targets(&self, from: usize) -> u32 {
        let us = self.side_to_move();
        let them = us.other().index();
        let temple = u32::from(self.kind(us, from) == 1) << TEMPLES[them];
        self.pieces[them] | temple
    }

    /// The squares from which a side reaches a square with the two cards of its hand.
    #[inline(always)]
    fn reaching(&self, side: Side, square: usize) -> u32 {
        let [a, b] = self.hand(side);
        a.targets(side.other(), square) | b.targets(side.other(), square)
    }

    /// Every square that the pieces of the side to move reach.
    #[inline(always)]
    fn reached(&self) -> u32 {
        let us = self.side_to_move();
        let [a, b] = self.hand(us);
        a.spread(us, self.pieces[us.index()]) | b.spread(us, self.pieces[us.index()])
    }

    /// True if the side to move, which has no win, loses its master or lets the other's into the
    /// temple whatever it plays.
    #[inline]
    fn is_lost(&self) -> bool {
        let us = self.side_to_move();
        let (them, own) = (us.other(), self.pieces[us.index()]);
        let (Some(master), Some(other_master)) = (self.master(us), self.master(them)) else {
            return false;
        };
        // Nothing stops a master on its way into the temple but its capture, which would win.
        let home = TEMPLES[us.index()];
        let enemies = self.pieces[them.index()];
        if enemies >> home & 1 == 0 && self.reaching(them, home) >> other_master & 1 == 1 {
            return true;
        }
        // The master goes where nobody reaches it.
        let [a, b] = self.hand(us);
        let flights = (a.targets(us, master) | b.targets(us, master)) & !own;
        if squares(flights).any(|to| self.reaching(them, to) & enemies & !(1 << to) == 0) {
            return false;
        }
        // Or a student takes the one attacker.
        let attackers = self.reaching(them, master) & enemies;
        let single = attackers & (attackers - 1) == 0;
        let students = own & !(1 << master);
        !(single && self.reaching(us, attackers.trailing_zeros() as usize) & students != 0)
    }

    fn must_pass(&self) -> bool {
        let mut any = 0;
        self.for_each_piece(|_, _, targets| any |= targets);
        any == 0
    }
}

impl Rules for Position {
    type Move = Move;
    const REPETITION: Repetition = Repetition::None;
    // All that 13 bits can say, more than there are moves: no index needs a check.
    const HISTORY_SLOTS: usize = 8 << 10;
    const CORRECTIONS: usize = 2;
    const SIDES_ALTERNATE: bool = true;
    const MOVER_MAY_LOSE: bool = false;
    const STATIC_WIN_PLIES: i32 = 1;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.deal.side()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn ending(&self) -> Option<Ending> {
        for side in Side::BOTH {
            let other = side.other().index();
            if self.masters[other] == CAPTURED {
                return Some(Ending::win(side, STONE));
            }
            if usize::from(self.masters[side.index()]) == TEMPLES[other] {
                return Some(Ending::win(side, STREAM));
            }
        }
        None
    }

    #[inline]
    fn tactical_moves(&self, moves: &mut MoveList<Move>) {
        let us = self.side_to_move();
        let them = us.other();
        let (own, enemies) = (self.pieces[us.index()], self.pieces[them.index()]);
        let temple = 1 << TEMPLES[them.index()];
        let master = 1 << self.masters[us.index()] & own;
        // Most positions have none, and few have more than one target.
        let targets = self.reached() & (enemies | (temple & !own));
        if targets == 0 {
            return;
        }
        for slot in self.hand_slots(us) {
            for to in squares(targets) {
                // Onto an empty temple only the master's move is one.
                let movers = if enemies >> to & 1 == 1 { own } else { master };
                for from in squares(self.cards[slot].targets(them, to) & movers) {
                    moves.push(Move::new(slot, from, to));
                }
            }
        }
    }

    #[inline]
    fn quiet_moves(&self, moves: &mut MoveList<Move>) {
        let mut any = 0;
        self.for_each_piece(|slot, from, targets| {
            any |= targets;
            for to in squares(targets & !self.tactical_targets(from)) {
                moves.push(Move::new(slot, from, to));
            }
        });
        if any == 0 {
            // No card can be used: one of the two must still be exchanged, and the player
            // chooses which (rules of Onitama, Arcane Wonders 2014).
            moves.extend(self.hand_slots(self.side_to_move()).map(Move::pass));
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        let us = self.side_to_move();
        let own = self.pieces[us.index()];
        let [a, b] = self.hand(us);
        let count = a.count_moves(us, own) + b.count_moves(us, own);
        if count == 0 { 2 } else { count.into() }
    }

    fn count_two_plies(&self, finished: u64) -> Option<u64> {
        let us = self.side_to_move();
        let them = us.other();
        let enemies = self.pieces[them.index()];
        let enemy_master = 1u32.checked_shl(self.masters[them.index()].into())?;
        // A move changes nothing of what the other side may do, but for the piece it takes: the
        // other side's hand stays, and only its own pieces block it.
        let [a, b] = self.hand(them);
        let replies = |pieces: u32| match a.count_moves(them, pieces) + b.count_moves(them, pieces)
        {
            0 => 2,
            count => u64::from(count),
        };
        let quiet_replies = replies(enemies);
        let (mut leaves, mut any) = (0, 0);
        self.for_each_piece(|_, from, targets| {
            any |= targets;
            let temple = (self.kind(us, from) as u32) << TEMPLES[them.index()];
            let wins = targets & (enemy_master | temple);
            let captures = targets & enemies & !wins;
            let quiet = targets & !enemies & !wins;
            leaves += u64::from(wins.count_ones()) * finished;
            leaves += u64::from(quiet.count_ones()) * quiet_replies;
            leaves += squares(captures).map(|to| replies(enemies & !(1 << to))).sum::<u64>();
        });
        Some(if any == 0 { 2 * quiet_replies } else { leaves })
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        if !mv.is_well_formed() || !self.deal.holds(mv.slot()) || self.ending().is_some() {
            return false;
        }
        if mv.is_pass() {
            return self.must_pass();
        }
        let us = self.side_to_move();
        let own = self.pieces[us.index()];
        let targets = self.cards[mv.slot()].targets(us, mv.from()) & !own;
        own >> mv.from() & 1 == 1 && targets >> mv.to() & 1 == 1
    }

    #[inline(always)]
    fn is_tactical(&self, mv: Move) -> bool {
        self.tactical_targets(mv.from()) >> mv.to() & 1 == 1
    }

    /// Of moves that take nothing: a student that can be taken where it goes and that nobody takes back, or a master that
    /// can be taken.
    #[inline]
    fn loses_by_exchange(&self, mv: Move, points: i32) -> bool {
        let us = self.side_to_move();
        let them = us.other();
        let others = self.pieces[them.index()];
        if mv.is_pass() || self.reaching(them, mv.to()) & others == 0 || others >> mv.to() & 1 == 1
        {
            return false;
        }
        if self.kind(us, mv.from()) == 1 {
            return true;
        }
        // Who takes back has the other card of the hand, and the fifth one.
        let [a, b] = self.hand_slots(us);
        let kept = self.cards[if a == mv.slot() { b } else { a }];
        let guards = kept.targets(them, mv.to()) | self.spare().targets(them, mv.to());
        points < STUDENT && guards & self.pieces[us.index()] & !(1 << mv.from()) == 0
    }

    #[inline(always)]
    fn tactical_value(&self, mv: Move) -> i32 {
        let us = self.side_to_move();
        let them = us.other();
        let master = self.kind(us, mv.from()) as i32;
        if self.kind(them, mv.to()) == 1 || (master == 1 && mv.to() == TEMPLES[them.index()]) {
            10_000
        } else {
            // A student takes before the master does: the master is needed at home.
            STUDENT - 10 * master
        }
    }

    fn ending_without_moves(&self) -> Ending {
        // Never asked: a player without a card move passes.
        Ending::draw("no legal move")
    }

    #[inline(always)]
    fn make(&self, mv: Move) -> Self {
        let us = self.side_to_move();
        let (own, other) = (us.index(), us.other().index());
        let (from, to) = (mv.from(), mv.to());
        let mut next = *self;
        next.deal = self.deal.after(mv.slot());
        let mut key = self.key ^ DEAL_KEYS[self.deal.index()] ^ DEAL_KEYS[next.deal.index()];
        // In a pass both squares are off the board and everything below cancels out.
        let kind = self.kind(us, from);
        key ^= PIECE_KEYS[own][kind][from] ^ PIECE_KEYS[own][kind][to];
        next.pieces[own] ^= 1 << from ^ 1 << to;
        if kind == 1 {
            next.masters[own] = to as u8;
        }
        if self.pieces[other] >> to & 1 == 1 {
            let taken = self.kind(us.other(), to);
            key ^= PIECE_KEYS[other][taken][to];
            next.pieces[other] ^= 1 << to;
            if taken == 1 {
                next.masters[other] = CAPTURED;
            }
        }
        next.key = key;
        next
    }

    #[inline]
    fn null_move(&self) -> Option<Self> {
        if self.count_pieces() <= ZUGZWANG_PIECES {
            return None;
        }
        let mut next = *self;
        next.deal = self.deal.turned();
        next.key ^= DEAL_KEYS[self.deal.index()] ^ DEAL_KEYS[next.deal.index()];
        Some(next)
    }

    #[inline(always)]
    fn irreversible(&self, mv: Move) -> bool {
        self.pieces[self.side_to_move().other().index()] >> mv.to() & 1 == 1
    }

    #[inline]
    fn static_win(&self) -> Option<StaticWin<Move>> {
        let us = self.side_to_move();
        if !self.threatens(us) {
            return None;
        }
        for slot in self.hand_slots(us) {
            let masks = self.threat_masks(us, self.cards[slot]);
            let (stone, stream) = self.threat(us, masks);
            let them = us.other().index();
            for (from, to) in [(stone, usize::from(self.masters[them])), (stream, TEMPLES[them])] {
                if from != 0 {
                    let from = from.trailing_zeros() as usize;
                    return Some(StaticWin { mv: Move::new(slot, from, to), plies: 1 });
                }
            }
        }
        None
    }

    #[inline(always)]
    fn static_win_plies(&self) -> Option<i32> {
        self.threatens(self.side_to_move()).then_some(1)
    }

    #[inline(always)]
    fn reply_win(&self, mv: Move, in_check: bool) -> ReplyWin {
        let us = self.side_to_move();
        let takes = self.pieces[us.other().index()] >> mv.to() & 1 == 1;
        // The other side's hand, its pieces and what they aim at stay, so that its threats do: a student stops none by
        // a move, for cards leap.
        match (takes || self.kind(us, mv.from()) == 1, in_check) {
            (true, _) => ReplyWin::Unknown,
            (false, true) => ReplyWin::In(1),
            (false, false) => ReplyWin::None,
        }
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.threatens(self.side_to_move().other())
    }

    #[inline(always)]
    fn static_loss_plies(&self) -> Option<i32> {
        self.is_lost().then_some(2)
    }

    #[inline(always)]
    fn count_pieces(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).count_ones()
    }

    #[inline(always)]
    fn history_slot(&self, mv: Move) -> usize {
        mv.compact()
    }

    fn history_slot_by(&self, mv: Move, rule: HistoryRule) -> usize {
        let (from, to) = (mv.from(), mv.to());
        match rule {
            HistoryRule::PieceAndTarget => self.kind(self.side_to_move(), from) << 5 | to,
            HistoryRule::Squares => from << 5 | to,
            // From -24 to 24.
            HistoryRule::Direction => to + OFF_BOARD - from,
        }
    }

    fn second_key(&self) -> u64 {
        let [first, second] = self.pieces;
        let cards = self.cards.iter().fold(0, |all, card| all << 8 | card.index() as u64);
        let masters = u64::from(self.masters[0]) << 8 | u64::from(self.masters[1]);
        let pieces = u64::from(first) << 32 | u64::from(second);
        hash([pieces, masters << 8 | self.deal.index() as u64, cards])
    }

    /// The hands, then the places of the masters with the number of students.
    fn correction_key(&self, which: usize) -> u64 {
        let [first, second] = self.masters.map(u64::from);
        let counts = self.pieces.map(|pieces| u64::from(pieces.count_ones()));
        match which {
            0 => {
                let cards = self.cards.iter().fold(0, |all, card| all << 8 | card.index() as u64);
                mix(cards << 8 | self.deal.index() as u64)
            }
            _ => mix(first << 24 | second << 16 | counts[0] << 8 | counts[1]),
        }
    }
}

const _: () = assert!(DEALS <= 64 && OFF_BOARD < 32);
