//! Scores: points, or a proven number of plies to the end.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest distance, in plies, that a proven score can hold.
pub const MAX_PLIES: i32 = 2_000;

/// How far below the root, in plies, a win can be known without its distance.
pub const MAX_KNOWN_PLIES: i32 = 1_000;

const WIN: i32 = 30_000;
/// Proven scores lie above this, and below its opposite.
const UNPROVEN: i32 = WIN - MAX_PLIES - 1;
/// A win known without its distance, at the root.
const KNOWN: i32 = 20_000;
const POINTS: i32 = KNOWN - MAX_KNOWN_PLIES - 1;

/// A score from the view of the side to move.
///
/// A win in fewer plies scores higher and a loss in fewer plies lower, so the quickest win is
/// played and a loss is delayed. Points are hundredths of the game's basic piece, between
/// -[`Score::MAX_POINTS`] and [`Score::MAX_POINTS`]. Between both stand wins and losses that are known but not how
/// soon they come, as some endgame tables have it.
///
/// ```
/// use game::{Score, Verdict};
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::win_in(5) > Score::points(900));
/// assert!(Score::loss_in(4) < Score::points(-900));
/// assert_eq!((-Score::win_in(3)).verdict(), Verdict::Loss(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Score(i32);

/// A score taken apart, also as programs read it: `{"kind":"win","value":5}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "value", rename_all = "lowercase")]
pub enum Verdict {
    /// The side to move wins in so many plies.
    Win(u32),
    /// The side to move loses in so many plies.
    Loss(u32),
    /// Hundredths of the game's basic piece.
    Points(i32),
}

/// The relation of a reported score to the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Score {
    /// No points either way; also the score of a draw.
    pub const ZERO: Self = Self(0);
    /// Above every score.
    pub const INFINITY: Self = Self(WIN + 1);
    /// The most points an evaluation may give.
    pub const MAX_POINTS: i32 = POINTS;

    /// A win in `plies` plies, 0 for a game just won; at most [`MAX_PLIES`].
    #[inline(always)]
    pub const fn win_in(plies: i32) -> Self {
        debug_assert!(plies >= 0 && plies <= MAX_PLIES);
        Self(WIN - plies)
    }

    /// A loss in `plies` plies.
    #[inline(always)]
    pub const fn loss_in(plies: i32) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// A known win of which the distance is not known, in a position `plies` plies below the root; at most
    /// [`MAX_KNOWN_PLIES`].
    #[inline(always)]
    pub const fn known_win(plies: i32) -> Self {
        debug_assert!(plies >= 0 && plies <= MAX_KNOWN_PLIES);
        Self(KNOWN - plies)
    }

    /// A known loss of which the distance is not known, as [`known_win`](Score::known_win).
    #[inline(always)]
    pub const fn known_loss(plies: i32) -> Self {
        Self(-Self::known_win(plies).0)
    }

    /// An evaluation in points, kept within the range of points.
    #[inline(always)]
    pub const fn points(points: i32) -> Self {
        let max = Self::MAX_POINTS;
        Self(if points > max {
            max
        } else if points < -max {
            -max
        } else {
            points
        })
    }

    /// The number behind the score, for arithmetic on windows; it fits 16 bits.
    #[inline(always)]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The score with this number behind it, kept between the infinities.
    #[inline(always)]
    pub const fn from_raw(raw: i32) -> Self {
        let max = Self::INFINITY.0;
        Self(if raw > max {
            max
        } else if raw < -max {
            -max
        } else {
            raw
        })
    }

    /// The next higher score; not asked of the infinities.
    #[inline(always)]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The next lower score; not asked of the infinities.
    #[inline(always)]
    pub const fn previous(self) -> Self {
        Self(self.0 - 1)
    }

    /// True if the score is a proven win.
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 > UNPROVEN
    }

    /// True if the score is a proven loss.
    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 < -UNPROVEN
    }

    /// True if the score is a proven win or loss.
    #[inline(always)]
    pub const fn is_proven(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// True if the score is a win or loss that is proven or known: no evaluation.
    #[inline(always)]
    pub const fn is_decided(self) -> bool {
        self.0 > POINTS || self.0 < -POINTS
    }

    /// True if the score is a win or loss that is known, but not how soon it comes.
    #[inline(always)]
    pub const fn is_known(self) -> bool {
        self.is_decided() && !self.is_proven()
    }

    /// The score as the table keeps it: distances count from this node, which is `ply` plies
    /// below the root.
    #[inline(always)]
    pub const fn to_table(self, ply: i32) -> Self {
        if self.0 > POINTS {
            Self(self.0 + ply)
        } else if self.0 < -POINTS {
            Self(self.0 - ply)
        } else {
            self
        }
    }

    /// The inverse of [`Score::to_table`].
    #[inline(always)]
    pub const fn from_table(self, ply: i32) -> Self {
        if self.0 > POINTS {
            Self(self.0 - ply)
        } else if self.0 < -POINTS {
            Self(self.0 + ply)
        } else {
            self
        }
    }

    /// The score as a verdict. Of a [known](Score::is_known) win or loss: points, more than any evaluation has.
    pub const fn verdict(self) -> Verdict {
        if self.is_win() {
            Verdict::Win((WIN - self.raw()) as u32)
        } else if self.is_loss() {
            Verdict::Loss((WIN + self.raw()) as u32)
        } else {
            Verdict::Points(self.raw())
        }
    }
}

impl From<Verdict> for Score {
    /// The score that a verdict tells; wins later than 2,000 plies are not told apart.
    fn from(verdict: Verdict) -> Self {
        const MOST: u32 = 2_000;
        match verdict {
            Verdict::Points(points) => Self::points(points),
            Verdict::Win(plies) => Self::win_in(plies.min(MOST) as i32),
            Verdict::Loss(plies) => Self::loss_in(plies.min(MOST) as i32),
        }
    }
}

impl std::ops::Neg for Score {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl std::fmt::Display for Score {
    /// `+0.40`, `-1.25`, `wins in 5`, `loses in 4`, `table win`, `table loss`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = match self.verdict() {
            Verdict::Points(_) if self.is_known() => {
                if self.0 > 0 { "table win" } else { "table loss" }.to_owned()
            }
            Verdict::Win(plies) => format!("wins in {plies}"),
            Verdict::Loss(plies) => format!("loses in {plies}"),
            Verdict::Points(points) => format!("{:+.2}", f64::from(points) / 100.0),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_round_trip_keeps_distances() {
        for ply in [0, 1, 17, 200] {
            for score in [Score::win_in(201), Score::loss_in(222), Score::points(-55), Score::ZERO]
            {
                assert_eq!(score.to_table(ply).from_table(ply), score);
            }
        }
        assert_eq!(Score::win_in(7).to_table(4), Score::win_in(3));
        assert_eq!(Score::loss_in(8).to_table(4), Score::loss_in(4));
    }

    #[test]
    fn points_never_look_proven() {
        assert!(!Score::points(i32::MAX).is_proven());
        assert!(!Score::points(i32::MIN).is_proven());
        assert!(Score::win_in(MAX_PLIES).is_win());
        assert!(Score::loss_in(MAX_PLIES).is_loss());
        assert!(Score::INFINITY > Score::win_in(0));
    }

    #[test]
    fn known_wins_stand_between_points_and_proven_ones() {
        assert!(Score::known_win(MAX_KNOWN_PLIES) > Score::points(i32::MAX));
        assert!(Score::known_win(3) > Score::known_win(5));
        assert!(Score::known_win(0) < Score::win_in(MAX_PLIES));
        for score in [Score::known_win(7), Score::known_loss(7)] {
            assert!(score.is_decided() && score.is_known() && !score.is_proven());
            assert!(matches!(score.verdict(), Verdict::Points(points) if points.abs() == 19_993));
            assert_eq!(score.to_table(7).from_table(7), score);
        }
        assert_eq!(Score::known_win(7).to_table(7), Score::known_win(0));
        assert!(!Score::points(i32::MAX).is_decided());
        assert!(Score::win_in(3).is_decided() && !Score::win_in(3).is_known());
    }

    #[test]
    fn text() {
        assert_eq!(Score::known_win(9).to_string(), "table win");
        assert_eq!(Score::points(40).to_string(), "+0.40");
        assert_eq!(Score::points(-125).to_string(), "-1.25");
        assert_eq!(Score::win_in(5).to_string(), "wins in 5");
    }
}
