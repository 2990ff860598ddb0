//! A bucket of tokens: a burst at once, then a steady rate.

use std::time::Instant;

/// A limit on how often something may be done.
#[derive(Debug)]
pub struct Bucket {
    size: f64,
    per_second: f64,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(size: u32, per_second: f64, now: Instant) -> Self {
        Self { size: f64::from(size), per_second, tokens: f64::from(size), filled: now }
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + passed * self.per_second).min(self.size);
        self.filled = now;
        if self.tokens < 1.0 {
            return false;
        }
        self.tokens -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Bucket;
    use std::time::{Duration, Instant};

    #[test]
    fn allows_a_burst_and_then_a_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(3, 2.0, start);
        assert!((0..3).all(|_| bucket.take(start)));
        assert!(!bucket.take(start));
        let later = start + Duration::from_millis(600);
        assert!(bucket.take(later));
        assert!(!bucket.take(later));
    }
}
