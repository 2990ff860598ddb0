//! Games counted as they finish, in any order.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Decision, Estimate, Sprt, SprtState, estimate};

/// The games of a match between two engines, counted from the first one's side.
///
/// Games finish in any order, and short games are not like long ones: counting pairs as they come
/// would favour what is short. So a test looks at pairs in the order of the schedule: only those
/// before which no pair is still open ([`Tally::test`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    /// Finished pairs of which each engine won a game: the same side won both.
    split: u64,
    /// Half points of pairs of which one game is finished, by pair.
    open: BTreeMap<u64, u8>,
    /// Half points of finished pairs that are not in the prefix yet.
    ahead: BTreeMap<u64, u8>,
    /// The pairs in order of the schedule, as far as none is missing.
    prefix: Vec<u8>,
}

/// Fewer pairs than this say nothing of the openings.
const SEVERAL: u64 = 10;

/// The winner that the openings decide on, where they decide more than the engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OpeningsDecide {
    /// In most pairs the same side won both games.
    Side,
    /// In most pairs the same engine won both games, now one and now the other.
    Engine,
}

impl OpeningsDecide {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Side => {
                "In most pairs the same side won both games: the openings decide more than the engines."
            }
            Self::Engine => {
                "In most pairs one engine won both games, now the first and now the second: the openings decide \
                 more than the engines."
            }
        }
    }
}

/// The score of a match from the first engine's side.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// Games finished.
    pub games: u64,
    /// Won by the first engine.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by the first engine.
    pub losses: u64,
    /// Finished pairs in which the first engine scored 0, 1/2, 1, 3/2 and 2.
    pub pairs: [u64; 5],
    /// Finished pairs of which each engine won a game: the same side won both.
    pub split: u64,
    /// The openings decide more than the engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings_decide: Option<OpeningsDecide>,
    /// Points a game, from 0 to 1; 0.5 before the first game.
    pub score: f64,
    /// The share of drawn games, from 0 to 1; 0 before the first game.
    pub draw_ratio: f64,
    /// From the pairs or, where no pair is finished, from single games; None before the first game.
    #[serde(flatten)]
    pub estimate: Option<Estimate>,
}

impl Tally {
    /// Counts a game of a pair (counted from 0): 0 half points for a loss, 1 for a draw, 2 for a win.
    pub fn add(&mut self, pair: u64, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        match self.open.remove(&pair) {
            Some(other) => {
                self.split += u64::from(half_points.abs_diff(other) == 2);
                self.close(pair, (half_points + other).min(4));
            }
            None => drop(self.open.insert(pair, half_points)),
        }
    }

    fn close(&mut self, pair: u64, half_points: u8) {
        self.pairs[usize::from(half_points)] += 1;
        self.ahead.insert(pair, half_points);
        while let Some(next) = self.ahead.remove(&(self.prefix.len() as u64)) {
            self.prefix.push(next);
        }
    }

    /// The score so far.
    pub fn summary(&self) -> Summary {
        let Self { wins, draws, losses, pairs, .. } = *self;
        let paired = pairs.iter().any(|&count| count > 0);
        let estimate = if paired { estimate(&pairs) } else { estimate(&[losses, draws, wins]) };
        let games = wins + draws + losses;
        let share = |points: f64, of_none: f64| {
            if games == 0 { of_none } else { points / games as f64 }
        };
        let score = share(wins as f64 + draws as f64 / 2.0, 0.5);
        let draw_ratio = share(draws as f64, 0.0);
        let (split, openings_decide) = (self.split, self.openings_decide());
        Summary {
            games,
            wins,
            draws,
            losses,
            pairs,
            split,
            openings_decide,
            score,
            draw_ratio,
            estimate,
        }
    }

    /// Most pairs went as if the opening decided them.
    fn openings_decide(&self) -> Option<OpeningsDecide> {
        let paired = self.pairs.iter().sum::<u64>();
        if paired < SEVERAL {
            return None;
        }
        let (pairs, games) = (paired as f64, (self.wins + self.draws + self.losses) as f64);
        if 2 * self.split > paired {
            return Some(OpeningsDecide::Side);
        }
        // Who is stronger wins many pairs outright, too: more of them than single games would make by chance, and not
        // all by the same engine.
        let share = |count: u64| count as f64 / games;
        let by_chance = pairs * (share(self.wins).powi(2) + share(self.losses).powi(2));
        let swept = self.pairs[0] + self.pairs[4];
        let both = 10 * self.pairs[0].min(self.pairs[4]) >= swept;
        let many = 2 * swept > paired && swept as f64 > by_chance + pairs.sqrt();
        (both && many).then_some(OpeningsDecide::Engine)
    }

    /// The number of pairs, in order of the schedule, before which none is open.
    pub fn in_order(&self) -> usize {
        self.prefix.len()
    }

    /// The log-likelihood ratio after each pair that a test looked at, in the order of the schedule: at
    /// most about so many points, the last one always among them.
    pub fn curve(&self, sprt: &Sprt, points: usize) -> Vec<(usize, f64)> {
        let mut test = RunningTest::new(*sprt);
        let every = self.prefix.len().div_ceil(points.max(1)).max(1);
        let mut curve = vec![(0, 0.0)];
        while test.step(&self.prefix) {
            let last = test.pairs == self.prefix.len() || test.state.decision.is_some();
            if last || test.pairs.is_multiple_of(every) {
                curve.push((test.pairs, test.state.llr));
            }
        }
        curve
    }

    /// Where a test stands: looked at after every pair in the order of the schedule, it ends at the
    /// first that reaches a bound, and what came later changes nothing. With it, the number of pairs
    /// that it looked at.
    pub fn test(&self, sprt: &Sprt) -> (SprtState, usize) {
        let mut test = RunningTest::new(*sprt);
        test.go_on(self);
        test.state()
    }
}

/// A test that is looked at as the match goes on, each pair once.
#[derive(Clone, Debug)]
pub(crate) struct RunningTest {
    sprt: Sprt,
    counts: [u64; 5],
    pairs: usize,
    state: SprtState,
}

impl RunningTest {
    pub(crate) fn new(sprt: Sprt) -> Self {
        Self { sprt, counts: [0; 5], pairs: 0, state: sprt.state(&[0; 5]) }
    }

    /// Looks at the pairs that are new since the last time, until a bound is reached.
    pub(crate) fn go_on(&mut self, tally: &Tally) -> Option<Decision> {
        while self.step(&tally.prefix) {}
        self.state.decision
    }

    /// Looks at the next pair; false where there is none, or all is decided.
    fn step(&mut self, prefix: &[u8]) -> bool {
        let (None, Some(&half_points)) = (self.state.decision, prefix.get(self.pairs)) else {
            return false;
        };
        self.counts[usize::from(half_points)] += 1;
        self.pairs += 1;
        self.state = self.sprt.state(&self.counts);
        true
    }

    pub(crate) fn state(&self) -> (SprtState, usize) {
        (self.state, self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_may_finish_in_any_order() {
        let mut tally = Tally::default();
        for (pair, half_points) in [(2, 2), (0, 1), (1, 2), (2, 2), (1, 0)] {
            tally.add(pair, half_points);
        }
        let summary = tally.summary();
        assert_eq!((summary.games, summary.wins, summary.draws, summary.losses), (5, 3, 1, 1));
        assert_eq!(summary.pairs, [0, 0, 1, 0, 1]);
        assert_eq!((summary.score, summary.draw_ratio), (0.7, 0.2));
        assert_eq!(tally.in_order(), 0, "pair 0 is open");
        tally.add(0, 0);
        assert_eq!((tally.in_order(), &tally.prefix[..]), (3, &[1, 2, 4][..]));
    }

    #[test]
    fn of_nothing_played_nothing_is_told() {
        let summary = serde_json::to_value(Tally::default().summary()).unwrap();
        assert_eq!(
            (&summary["games"], summary.get("elo"), summary.get("los")),
            (&0.into(), None, None)
        );
    }

    #[test]
    fn openings_that_decide_are_noticed() {
        let tally = |pairs: &[[u8; 2]], times: u64| {
            let mut tally = Tally::default();
            for at in 0..times * pairs.len() as u64 {
                for half_points in pairs[at as usize % pairs.len()] {
                    tally.add(at, half_points);
                }
            }
            tally.summary()
        };
        // Whoever has the first side wins.
        let sides = tally(&[[2, 0], [0, 2], [2, 2]], 5);
        assert_eq!((sides.split, sides.openings_decide), (10, Some(OpeningsDecide::Side)));
        let engines = tally(&[[2, 2], [0, 0], [0, 0]], 5);
        assert_eq!((engines.split, engines.openings_decide), (0, Some(OpeningsDecide::Engine)));
        // The weaker engine still wins a quarter of the pairs.
        let uneven = tally(&[[2, 2], [2, 2], [2, 2], [0, 0]], 5);
        assert_eq!(uneven.openings_decide, Some(OpeningsDecide::Engine));
        for (pairs, times) in [
            // One engine is much stronger.
            (&[[2, 2], [2, 2], [2, 2], [2, 0]][..], 20),
            // As independent games of equal engines go.
            (&[[2, 2], [0, 0], [2, 0], [0, 2]], 20),
            (&[[1, 1]], 20),
            // Too few.
            (&[[2, 0]], 9),
        ] {
            assert_eq!(tally(pairs, times).openings_decide, None, "{pairs:?}");
        }
    }

    #[test]
    fn a_test_decides_the_same_in_whatever_order_games_finish() {
        let sprt: Sprt = "0,200,0.05,0.05".parse().unwrap();
        // Long games are lost, short ones won: those that finish first say the wrong thing.
        let pair = |pair: u64| if pair.is_multiple_of(3) { 2 } else { 0 };
        let mut scheduled = Tally::default();
        let mut by_length = Tally::default();
        let mut test = RunningTest::new(sprt);
        for number in 0..300 {
            scheduled.add(number, pair(number));
            scheduled.add(number, pair(number));
        }
        let short = (0..300).filter(|number| pair(*number) == 2);
        let long = (0..300).filter(|number| pair(*number) == 0);
        for number in short.chain(long) {
            by_length.add(number, pair(number));
            by_length.add(number, pair(number));
            test.go_on(&by_length);
        }
        let (state, pairs) = scheduled.test(&sprt);
        assert_eq!(state.decision, Some(Decision::Rejected));
        assert!(pairs < 300);
        assert_eq!(by_length.test(&sprt), (state, pairs));
        assert_eq!(test.state(), (state, pairs));
    }
}
