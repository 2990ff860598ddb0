//! Since when nobody is there who plays a side, and for how long that is borne.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::protocol::study::ClockRule;

/// How it is told that a side has gone and the other has claimed.
pub const ABANDONED: &str = "abandonment";

/// The part of the time of forty turns after which who has gone may be claimed against, and its bounds.
const PART: u64 = 8;
const LEAST: Duration = Duration::from_secs(10);
const MOST: Duration = Duration::from_secs(60);

/// The time after which who has gone may be claimed against.
pub fn claim_wait(rule: &ClockRule) -> Duration {
    Duration::from_millis(rule.forty_turns() / PART).clamp(LEAST, MOST)
}

/// Since when nobody is there who plays a side. Only the time counts in which the other side is there and waits.
#[derive(Default)]
pub struct Absences(BTreeMap<char, Instant>);

impl Absences {
    /// Notes whether somebody is there of each of the two sides.
    pub fn note(&mut self, here: [(char, bool); 2], now: Instant) {
        let [(one, _), (two, _)] = here;
        for (side, here) in here {
            if !here {
                self.0.entry(side).or_insert(now);
                continue;
            }
            let Some(since) = self.0.remove(&side) else { continue };
            // For the time in which neither was there nobody has waited.
            if let Some(others) = self.0.get_mut(if side == one { &two } else { &one }) {
                *others += now.saturating_duration_since(since.max(*others));
            }
        }
    }

    /// For how long the other side has waited for that one; none while it is there.
    pub fn waited(&self, side: char, now: Instant) -> Option<Duration> {
        let gone = *self.0.get(&side)?;
        let until = self.0.iter().find(|(other, _)| **other != side).map_or(now, |(_, &at)| at);
        Some(until.saturating_duration_since(gone))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Absences, claim_wait};
    use crate::protocol::study::ClockRule;

    #[test]
    fn who_has_gone_has_less_time_with_a_short_clock() {
        for (rule, seconds) in [
            (ClockRule::timed(60_000, 0), 10),
            (ClockRule::timed(180_000, 2000), 32),
            (ClockRule::delayed(180_000, 2000), 32),
            (ClockRule::timed(600_000, 0), 60),
            (ClockRule::timed(3_600_000, 0), 60),
        ] {
            assert_eq!(claim_wait(&rule).as_secs(), seconds, "{rule:?}");
        }
        assert_eq!(claim_wait(&ClockRule::timed(1000, 0)), Duration::from_secs(10));
    }

    #[test]
    fn only_the_time_counts_in_which_the_other_side_waits() {
        let (mut absences, begun) = (Absences::default(), Instant::now());
        let at = |seconds: u64| begun + Duration::from_secs(seconds);
        let waited = |absences: &Absences, side, now: u64| {
            absences.waited(side, at(now)).map(|waited| waited.as_secs())
        };
        absences.note([('w', true), ('b', true)], at(0));
        assert_eq!(waited(&absences, 'w', 5), None);
        absences.note([('w', false), ('b', true)], at(10));
        assert_eq!(waited(&absences, 'w', 13), Some(3));
        // The other goes, too, and is away for a minute.
        absences.note([('w', false), ('b', false)], at(14));
        assert_eq!((waited(&absences, 'w', 60), waited(&absences, 'b', 60)), (Some(4), Some(0)));
        absences.note([('w', false), ('b', true)], at(74));
        assert_eq!((waited(&absences, 'w', 75), waited(&absences, 'b', 75)), (Some(5), None));
        // Who comes back has all of the time again.
        absences.note([('w', true), ('b', true)], at(76));
        absences.note([('w', false), ('b', true)], at(77));
        assert_eq!(waited(&absences, 'w', 79), Some(2));
        // Both at once, then the one of them.
        absences.note([('w', false), ('b', false)], at(80));
        absences.note([('w', true), ('b', false)], at(100));
        assert_eq!((waited(&absences, 'w', 103), waited(&absences, 'b', 103)), (None, Some(3)));
    }
}
