//! Glicko-2: a rating with its deviation and its volatility, brought up to date by the results of a rating period.
//!
//! The formulas are those of M. Glickman, "Example of the Glicko-2 system" (2013), and the steps bear its numbers.

/// Points of the shown scale to one of the inner scale (step 2).
pub const SCALE: f64 = 173.717_8;
/// The rating that a newcomer has.
const START: f64 = 1_500.0;
/// The deviation that a newcomer has, and the largest there is.
const LARGEST_DEVIATION: f64 = 350.0;
/// How far volatilities change from period to period (τ); the paper advises 0.3 to 1.2.
const TAU: f64 = 0.5;
/// How exactly the new volatility is found (ε).
const EXACTNESS: f64 = 0.000_001;
/// The bracket of the volatility widens at most so often, by τ each time.
const WIDEST: u32 = 200;
/// The regula falsi ends far sooner.
const MOST_ROUNDS: u32 = 200;
/// A rating of a larger deviation is provisional: its 95 % interval is wider than 216 points to either side.
pub const PROVISIONAL: f64 = 110.0;

/// A player's strength, as far as it is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glicko {
    /// The likeliest strength, on Elo's scale; 1500 at first.
    pub rating: f64,
    /// The standard deviation of `rating`, from above 0 to 350.
    pub deviation: f64,
    /// How much the strength itself changes from period to period; 0.06 at first.
    pub volatility: f64,
}

/// A game as it counts for one of its players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// The other player before the period.
    pub opponent: Glicko,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
}

impl Default for Glicko {
    fn default() -> Self {
        Self { rating: START, deviation: LARGEST_DEVIATION, volatility: 0.06 }
    }
}

impl Glicko {
    /// The deviation is still so large that the rating says little.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The score that is expected of a game against that opponent, from 0 to 1 (E in step 3).
    #[must_use]
    pub fn expected_score(&self, opponent: &Self) -> f64 {
        let difference = (self.rating - opponent.rating) / SCALE;
        1.0 / (1.0 + (-weight(opponent.deviation / SCALE) * difference).exp())
    }

    /// After so many rating periods without a game: the deviation has grown, by step 6 once for each of them. Part of a
    /// period counts in part; a negative number is none.
    #[must_use]
    pub fn after_idle(&self, periods: f64) -> Self {
        let grown = (self.deviation / SCALE).hypot(self.volatility * periods.max(0.0).sqrt());
        Self { deviation: (grown * SCALE).min(LARGEST_DEVIATION), ..*self }
    }

    /// After a rating period with those games; without any only the deviation grows.
    #[must_use]
    pub fn after(&self, outcomes: &[Outcome]) -> Self {
        if outcomes.is_empty() {
            return self.after_idle(1.0);
        }
        let deviation = self.deviation / SCALE;
        // Steps 3 and 4.
        let (mut information, mut surprise) = (0.0, 0.0);
        for Outcome { opponent, score } in outcomes {
            let weight = weight(opponent.deviation / SCALE);
            let expected = self.expected_score(opponent);
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        let variance = 1.0 / information;
        let improvement = variance * surprise;
        // Steps 5 to 8.
        let volatility = new_volatility(self.volatility, deviation, variance, improvement);
        let before = deviation.hypot(volatility);
        let after = 1.0 / (1.0 / (before * before) + information).sqrt();
        Self {
            rating: self.rating + SCALE * after * after * surprise,
            deviation: (SCALE * after).min(LARGEST_DEVIATION),
            volatility,
        }
    }
}

/// How much a game counts against an opponent of that deviation (g in step 3).
fn weight(deviation: f64) -> f64 {
    use std::f64::consts::PI;
    1.0 / (1.0 + 3.0 * deviation * deviation / (PI * PI)).sqrt()
}

/// Step 5: the zero of a falling function, by regula falsi with Illinois' halving.
fn new_volatility(volatility: f64, deviation: f64, variance: f64, improvement: f64) -> f64 {
    let start = (volatility * volatility).ln();
    let squared = deviation * deviation;
    let function = |x: f64| {
        let grown = squared + variance + x.exp();
        x.exp() * (improvement * improvement - grown) / (2.0 * grown * grown)
            - (x - start) / (TAU * TAU)
    };
    let mut low = start;
    let excess = improvement * improvement - squared - variance;
    let mut high = if excess > 0.0 {
        excess.ln()
    } else {
        let mut steps = (1..=WIDEST).map(|steps| start - f64::from(steps) * TAU);
        steps.find(|&x| function(x) >= 0.0).unwrap_or(start)
    };
    let (mut at_low, mut at_high) = (function(low), function(high));
    for _ in 0..MOST_ROUNDS {
        if (high - low).abs() <= EXACTNESS {
            break;
        }
        let between = low + (low - high) * at_low / (at_high - at_low);
        let at_between = function(between);
        if at_between * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (between, at_between);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::{Glicko, Outcome};

    fn player(rating: f64, deviation: f64) -> Glicko {
        Glicko { rating, deviation, ..Glicko::default() }
    }

    #[test]
    fn glicko_gives_the_results_of_the_papers_example() {
        let outcomes = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)].map(
            |(rating, deviation, score)| Outcome { opponent: player(rating, deviation), score },
        );
        let before = player(1500.0, 200.0);
        let expected = outcomes.map(|outcome| before.expected_score(&outcome.opponent));
        for (found, of_paper) in expected.into_iter().zip([0.639, 0.432, 0.303]) {
            assert!((found - of_paper).abs() < 0.000_6, "{found} {of_paper}");
        }
        let after = before.after(&outcomes);
        assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn glicko_without_games_only_knows_less() {
        let before = player(1700.0, 50.0);
        let after = before.after(&[]);
        assert!(after.rating == 1700.0 && after.volatility == before.volatility);
        // In the inner scale: the root of 0.2878² + 0.06².
        assert!((after.deviation - 51.07).abs() < 0.01, "{after:?}");
        assert_eq!(Glicko::default().after(&[]).deviation, 350.0);
    }

    #[test]
    fn glicko_grows_with_every_idle_period_and_not_past_a_newcomers() {
        let before = player(1700.0, 50.0);
        // Period by period, or all at once: φ² grows by σ² each time. In the inner scale 0.2878² + 100 · 0.06² = 0.6652².
        let stepwise = (0..100).fold(before, |player, _| player.after(&[]));
        let at_once = before.after_idle(100.0);
        assert!((stepwise.deviation - at_once.deviation).abs() < 1e-9, "{stepwise:?} {at_once:?}");
        assert!((at_once.deviation - 115.6).abs() < 0.1, "{at_once:?}");
        assert_eq!((at_once.rating, at_once.volatility), (1700.0, 0.06));
        assert!(!before.is_provisional() && at_once.is_provisional());
        assert_eq!(before.after_idle(1e9).deviation, 350.0);
        let unchanged = [0.0, -5.0].map(|periods| before.after_idle(periods).deviation);
        assert!(unchanged.iter().all(|deviation| (deviation - 50.0).abs() < 1e-9), "{unchanged:?}");
    }

    #[test]
    fn glicko_is_provisional_until_enough_was_played() {
        let (mut one, mut other) = (Glicko::default(), Glicko::default());
        assert!(one.is_provisional());
        for game in 0..40 {
            let score = f64::from(game % 2);
            let next = one.after(&[Outcome { opponent: other, score }]);
            other = other.after(&[Outcome { opponent: one, score: 1.0 - score }]);
            one = next;
        }
        assert!(!one.is_provisional() && !other.is_provisional(), "{one:?} {other:?}");
        assert!((one.rating + other.rating - 3000.0).abs() < 1.0, "{one:?} {other:?}");
    }

    #[test]
    fn glicko_stays_finite_where_results_surprise() {
        let weak = player(100.0, 30.0);
        let strong = player(3500.0, 30.0);
        let won = weak.after(&[Outcome { opponent: strong, score: 1.0 }; 20]);
        let lost = strong.after(&[Outcome { opponent: weak, score: 0.0 }; 20]);
        assert!(won.rating.is_finite() && won.rating > 100.0, "{won:?}");
        assert!(lost.rating.is_finite() && lost.rating < 3500.0, "{lost:?}");
        assert!(won.volatility.is_finite() && lost.volatility.is_finite());
    }
}
