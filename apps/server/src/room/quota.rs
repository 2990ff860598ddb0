//! What a side may be spared of the time on the way, within bounds that hold whatever a client does to look slow.

use std::time::Duration;

use crate::protocol::study::ClockRule;

/// The most that a turn is spared, in milliseconds.
pub const MOST: u64 = 500;

/// The turns' gains that a side has at the start, and the most that it can save up.
const AT_START: u64 = 3;
const SAVED: u64 = 7;

/// What a side may still be spared, in milliseconds. Each turn adds to it.
pub struct Quota {
    left: u64,
    gain: u64,
}

impl Quota {
    /// At the start: with short clocks a turn gains less.
    pub fn new(rule: &ClockRule) -> Self {
        let gain = (rule.forty_turns() / 360).clamp(50, MOST);
        Self { left: AT_START * gain, gain }
    }

    /// What a turn may be spared, of which so much was on the way.
    pub fn spared(&self, lag: Duration) -> u64 {
        u64::try_from(lag.as_millis()).unwrap_or(u64::MAX).min(MOST).min(self.left)
    }

    /// A turn was spared so much.
    pub fn take(&mut self, spared: u64) {
        self.left = (self.left.saturating_sub(spared) + self.gain).min(SAVED * self.gain);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{MOST, Quota};
    use crate::protocol::study::ClockRule;

    #[test]
    fn whoever_looks_slow_gains_no_more_than_the_bounds() {
        let endless = Duration::from_secs(3600);
        for (rule, gain) in [
            (ClockRule::timed(60_000, 0), 166),
            (ClockRule::timed(1000, 0), 50),
            (ClockRule::timed(300_000, 3000), MOST),
            (ClockRule::delayed(60_000, 2000), 388),
        ] {
            let mut quota = Quota::new(&rule);
            let mut all = 0;
            for _ in 0..40 {
                let spared = quota.spared(endless);
                assert!(spared <= MOST);
                quota.take(spared);
                all += spared;
            }
            assert!(all <= (40 + 3) * gain, "{all} of {rule:?}");
            assert!(all >= 39 * gain, "{all} of {rule:?}");
        }
    }

    #[test]
    fn a_turn_is_spared_what_was_on_the_way_and_saves_some_for_later() {
        let mut quota = Quota::new(&ClockRule::timed(60_000, 0));
        assert_eq!(quota.spared(Duration::from_millis(40)), 40);
        for _ in 0..20 {
            quota.take(40);
        }
        // Seven turns' worth, and no more.
        quota.take(0);
        assert_eq!(quota.left, 7 * 166);
        assert_eq!(quota.spared(Duration::from_secs(9)), MOST);
    }
}
