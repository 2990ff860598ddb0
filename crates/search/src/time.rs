//! How much of a clock a search may take.

use std::time::Duration;

use game::Side;

use crate::limits::Limits;

/// The time that one search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// No new iteration begins after this.
    pub(crate) soft: Option<Duration>,
    /// The search ends here, whatever it is doing.
    pub(crate) hard: Option<Duration>,
}

/// What is kept back of a clock for what happens outside the search.
const OVERHEAD: Duration = Duration::from_millis(5);

impl Budget {
    /// The budget of `side` under these limits.
    pub(crate) fn new(limits: &Limits, side: Side) -> Self {
        if let Some(time) = limits.move_time {
            return Self { soft: None, hard: Some(time) };
        }
        let Some(clock) = limits.clock.filter(|_| !limits.infinite) else {
            return Self { soft: None, hard: None };
        };
        let left = clock.remaining[side.index()].saturating_sub(OVERHEAD);
        let increment = clock.increment[side.index()];
        let turns = clock.moves_to_go.unwrap_or(25).clamp(1, 50);
        let share = left / turns + increment * 3 / 4;
        let hard = (share * 3).min(left * 4 / 5).max(Duration::from_millis(1));
        Self { soft: Some((share * 3 / 5).min(hard)), hard: Some(hard) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Clock;

    #[test]
    fn a_clock_is_never_overstepped() {
        for millis in [0, 1, 10, 500, 60_000] {
            for increment in [0, 10, 5_000] {
                for moves_to_go in [None, Some(1), Some(40)] {
                    let remaining = [Duration::from_millis(millis); 2];
                    let increment = [Duration::from_millis(increment); 2];
                    let clock = Some(Clock { remaining, increment, moves_to_go });
                    let limits = Limits { clock, ..Limits::default() };
                    let budget = Budget::new(&limits, Side::First);
                    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                    assert!(soft <= hard, "{limits:?}");
                    assert!(hard <= remaining[0].max(Duration::from_millis(1)), "{limits:?}");
                }
            }
        }
    }

    #[test]
    fn time_for_a_move_is_used_in_full() {
        let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
        let budget = Budget::new(&limits, Side::Second);
        assert_eq!((budget.soft, budget.hard), (None, Some(Duration::from_millis(100))));
    }
}
