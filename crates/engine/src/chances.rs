//! The worth of a score in games.

use game::{Score, Verdict};

/// The chances behind a score, as games showed them: of those with the score `x`, in pieces, the share
/// `1 / (1 + exp((even - x) / spread))` was won, and by symmetry the share with `-x` in the place of `x` lost.
///
/// The form is that of the win rate model of Stockfish, with numbers of our own games (docs/games/chess.md).
#[derive(Clone, Copy, Debug)]
pub struct Chances {
    /// The score at which half of the games are won.
    pub(crate) even: f64,
    /// How many pieces it takes to change the odds by the factor e.
    pub(crate) spread: f64,
}

impl Chances {
    /// Won, drawn and lost, in thousandths that add up to 1000.
    pub fn of(&self, score: Score) -> [u32; 3] {
        let pieces = match score.verdict() {
            Verdict::Win(_) => return [1_000, 0, 0],
            Verdict::Loss(_) => return [0, 0, 1_000],
            Verdict::Points(points) => f64::from(points) / 100.0,
        };
        let share =
            |pieces: f64| (1_000.0 / (1.0 + ((self.even - pieces) / self.spread).exp())).round();
        let (won, lost) = (share(pieces) as u32, share(-pieces) as u32);
        [won, 1_000 - won - lost, lost]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_symmetric_and_grow_with_the_score() {
        let model = Chances { even: 1.0, spread: 0.4 };
        let mut before = 0;
        for points in (-3_000..=3_000).step_by(10) {
            let [won, drawn, lost] = model.of(Score::points(points));
            assert_eq!(won + drawn + lost, 1_000);
            assert_eq!(model.of(Score::points(-points)), [lost, drawn, won]);
            assert!(won >= before, "{points}");
            before = won;
        }
        assert_eq!(model.of(Score::points(100))[0], 500);
        assert_eq!(model.of(Score::win_in(9)), [1_000, 0, 0]);
        assert_eq!(model.of(Score::loss_in(9)), [0, 0, 1_000]);
    }
}
