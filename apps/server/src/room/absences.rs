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
pub fn patience(rule: &ClockRule) -> Duration {
    Duration::from_millis(rule.forty_turns() / PART).clamp(LEAST, MOST)
}

/// Since when nobody is there who plays a side.
#[derive(Default)]
pub struct Absences(pub(super) BTreeMap<char, Instant>);

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::patience;
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
            assert_eq!(patience(&rule).as_secs(), seconds, "{rule:?}");
        }
        assert_eq!(patience(&ClockRule::timed(1000, 0)), Duration::from_secs(10));
    }
}
