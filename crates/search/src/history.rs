//! What earlier cutoffs teach about quiet moves: history, killers and countermoves.

use game::{MoveBits, Position, Side};

/// History scores stay between minus and plus this.
pub(crate) const HISTORY_MAX: i32 = 16_384;

/// Statistics of quiet moves, kept through a game and decayed between searches.
#[derive(Clone, Debug)]
pub(crate) struct History<P: Position> {
    /// By side and move: how well the move did.
    scores: Vec<i16>,
    /// By side and move: the bits of the quiet move that refuted it; 0 for none.
    counters: Vec<u16>,
    _position: std::marker::PhantomData<P>,
}

/// Where the statistics of a move are.
#[inline(always)]
pub(crate) fn index<P: Position>(position: &P, mv: P::Move) -> usize {
    let side = position.side_to_move() == Side::Second;
    usize::from(side) * P::HISTORY_SLOTS + position.history_slot(mv)
}

impl<P: Position> History<P> {
    pub(crate) fn new() -> Self {
        let size = 2 * P::HISTORY_SLOTS;
        Self { scores: vec![0; size], counters: vec![0; size], _position: std::marker::PhantomData }
    }

    /// Halves all scores: what an older search learned counts less.
    pub(crate) fn decay(&mut self) {
        for score in &mut self.scores {
            *score /= 2;
        }
    }

    #[inline(always)]
    pub(crate) fn score(&self, position: &P, mv: P::Move) -> i32 {
        i32::from(self.scores[index(position, mv)])
    }

    /// The scores of all moves of the side to move, by their
    /// [`history_slot`](Position::history_slot).
    #[inline(always)]
    pub(crate) fn scores(&self, position: &P) -> &[i16] {
        let side = usize::from(position.side_to_move() == Side::Second);
        &self.scores[side * P::HISTORY_SLOTS..][..P::HISTORY_SLOTS]
    }

    /// Moves the score towards the end that the sign of `bonus` names; the nearer it is to that
    /// end, the less.
    #[inline]
    fn update(&mut self, position: &P, mv: P::Move, bonus: i32) {
        let score = &mut self.scores[index(position, mv)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }

    /// `best` cut off; the quiet moves `tried` before it did not.
    pub(crate) fn cutoff(&mut self, position: &P, best: P::Move, tried: &[P::Move], depth: i32) {
        let bonus = (depth * depth * 8 + depth * 16).clamp(16, 1_600);
        self.update(position, best, bonus);
        for &mv in tried {
            self.update(position, mv, -bonus);
        }
    }

    /// The quiet move that refuted the move with this [`index`] last.
    #[inline]
    pub(crate) fn countermove(&self, previous: usize) -> Option<P::Move> {
        std::num::NonZeroU16::new(self.counters[previous]).map(P::Move::from_bits)
    }

    pub(crate) fn set_countermove(&mut self, previous: usize, refutation: P::Move) {
        self.counters[previous] = refutation.bits().get();
    }
}
