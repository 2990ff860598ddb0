//! Windows of scores.

use game::{Position, Score};

use crate::tt::Bound;

/// A window of scores.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Self = Self { alpha: Score::from_raw(i32::MIN), beta: Score::INFINITY };

    /// The null window that asks whether the value is above `alpha`.
    #[inline(always)]
    pub(crate) const fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// The same window for a child by a move of this length: the inverse of `seen_above`.
    #[inline(always)]
    pub(crate) const fn below(self, length: i32) -> Self {
        Self { alpha: self.alpha.from_table(1 - length), beta: self.beta.from_table(1 - length) }
    }

    /// Mate distance pruning: a win already found that no line from this ply can beat, or a loss no line can miss. The
    /// window is empty where that decides the node.
    #[inline(always)]
    pub(crate) fn within_mates<P: Position>(self, ply: usize) -> Self {
        let soonest = if P::MOVES_MAY_BE_FREE { 0 } else { 1 };
        Self {
            alpha: self.alpha.max(Score::loss_in(ply as i32)),
            beta: self.beta.min(Score::win_in(ply as i32 + soonest)),
        }
    }

    /// The same window for a score of which so many points are taken later; bounds of proven scores stay.
    #[inline(always)]
    pub(crate) fn raised(self, points: i32) -> Self {
        let raised = |bound: Score| match bound.is_decided() {
            true => bound,
            false => Score::points(bound.raw() + points),
        };
        let alpha = raised(self.alpha);
        Self { alpha, beta: raised(self.beta).max(alpha.next()) }
    }

    /// The same window for the other side.
    #[inline(always)]
    pub(crate) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// True if a score of the table decides a search within this window.
    #[inline(always)]
    pub(crate) fn is_cut_by(self, bound: Bound, score: Score) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }

    /// True if a search within this window, a part of `whole`, has not found the value, which may be in the whole.
    #[inline(always)]
    pub(crate) fn misses(self, whole: Self, score: Score) -> bool {
        (score <= self.alpha && score > whole.alpha) || (score >= self.beta && score < whole.beta)
    }

    /// The bound of the score that a search within this window ended with.
    #[inline(always)]
    pub(crate) fn bound_of(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
