//! How long to wait before the next attempt.

use std::time::Duration;

/// The first wait.
const FIRST: Duration = Duration::from_millis(250);
/// The longest.
const LONGEST: Duration = Duration::from_secs(60);

/// Waits that double from a quarter of a second to a minute.
#[derive(Clone, Debug)]
pub struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(FIRST)
    }
}

impl Backoff {
    /// How long to wait now; the next time it is twice as long.
    pub fn wait(&mut self) -> Duration {
        let now = self.0;
        self.0 = (now * 2).min(LONGEST);
        now
    }

    /// Something succeeded: the next wait is the first again.
    pub fn reset(&mut self) {
        self.0 = FIRST;
    }
}

#[cfg(test)]
mod tests {
    use super::{Backoff, FIRST, LONGEST};

    #[test]
    fn waits_double_up_to_a_minute_and_begin_anew() {
        let mut backoff = Backoff::default();
        let waits: Vec<_> = (0..12).map(|_| backoff.wait()).collect();
        assert_eq!(waits[..3], [FIRST, FIRST * 2, FIRST * 4]);
        assert_eq!(waits[11], LONGEST);
        backoff.reset();
        assert_eq!(backoff.wait(), FIRST);
    }
}
