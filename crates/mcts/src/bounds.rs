//! Bounds on the value by the rules: what a solver knows of a node.
//!
//! Winands, Björnsson and Saito, Monte-Carlo Tree Search Solver, 2008; Cazenave and Saffidine, Score Bounded
//! Monte-Carlo Tree Search, 2010. Here the bounds are scores with their distances, so that the shortest win and
//! the longest defence are known where both bounds meet.

use game::Score;

/// The value of a position by the rules lies between these, both included. It is a win, a draw or a loss; all open
/// bounds are wins or losses that could still be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) lower: Score,
    pub(crate) upper: Score,
}

/// Below every score: a position within a turn from which history leaves no way on.
const UNPLAYABLE: Score = Score::from_raw(i32::MIN);

/// A distance changed by a move of this length, seen from the position before it.
fn farther(score: Score, length: i32) -> Score {
    if score.is_decided() { score.from_table(length) } else { score }
}

impl Bounds {
    /// Nothing is known.
    pub(crate) const OPEN: Self = Self { lower: Score::loss_in(0), upper: Score::win_in(0) };
    /// No way on.
    pub(crate) const UNPLAYABLE: Self = Self { lower: UNPLAYABLE, upper: UNPLAYABLE };

    pub(crate) fn exactly(score: Score) -> Self {
        Self { lower: score, upper: score }
    }

    pub(crate) fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// True if it is known who wins, or that nobody does.
    pub(crate) fn is_decided(self) -> bool {
        self.is_exact() || (self.lower.is_decided() && self.lower > Score::ZERO) || self.is_lost()
    }

    /// True if the side to move loses, whatever it plays.
    pub(crate) fn is_lost(self) -> bool {
        self.upper.is_decided() && self.upper < Score::ZERO
    }

    pub(crate) fn is_unplayable(self) -> bool {
        self.upper == UNPLAYABLE
    }

    /// The score that is known of a decided position: a win that may be shorter, a loss that may be longer.
    pub(crate) fn score(self) -> Score {
        if self.is_lost() { self.upper } else { self.lower }
    }

    /// The same seen from before a move of this length; `turned` if the other side made it.
    pub(crate) fn seen_above(self, turned: bool, length: i32) -> Self {
        if self.is_unplayable() {
            return self;
        }
        let (lower, upper) =
            if turned { (-self.upper, -self.lower) } else { (self.lower, self.upper) };
        Self { lower: farther(lower, length), upper: farther(upper, length) }
    }

    /// The intersection of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The bounds of the better of two moves.
    pub(crate) fn better(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    pub(crate) fn pack(self) -> u32 {
        let half = |score: Score| u32::from(score.raw() as i16 as u16);
        half(self.lower) << 16 | half(self.upper)
    }

    pub(crate) fn unpack(packed: u32) -> Self {
        let half = |bits: u32| Score::from_raw(i32::from(bits as u16 as i16));
        Self { lower: half(packed >> 16), upper: half(packed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_pack_and_turn() {
        let some = Bounds { lower: Score::ZERO, upper: Score::win_in(4) };
        for bounds in [some, Bounds::OPEN, Bounds::UNPLAYABLE, Bounds::exactly(Score::loss_in(9))] {
            assert_eq!(Bounds::unpack(bounds.pack()), bounds);
        }
        let above = some.seen_above(true, 1);
        assert_eq!(above, Bounds { lower: Score::loss_in(5), upper: Score::ZERO });
        assert_eq!(some.seen_above(false, 0), some);
        assert_eq!(Bounds::UNPLAYABLE.seen_above(false, 1), Bounds::UNPLAYABLE);
        assert!(Bounds::exactly(Score::known_win(0)).is_decided());
        assert!(!some.is_decided() && Bounds::exactly(Score::ZERO).is_decided());
    }
}
