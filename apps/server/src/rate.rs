//! Limits on how often something may be done: a burst at once, then a steady rate. They count by address, so that
//! nobody has more of the server by opening more connections.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Addresses that are remembered before those with nothing to remember are forgotten.
const REMEMBERED: usize = 4096;

/// A bucket of tokens.
#[derive(Debug)]
struct Bucket {
    tokens: f64,
    filled: Instant,
}

/// A burst, and how many a second after it.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub burst: f64,
    pub per_second: f64,
}

/// A limit that each address, or name, has to itself.
#[derive(Debug)]
pub struct Limit<K = IpAddr> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl Rate {
    fn refill(self, bucket: &mut Bucket, now: Instant) {
        let passed = now.saturating_duration_since(bucket.filled).as_secs_f64();
        bucket.tokens = (bucket.tokens + passed * self.per_second).min(self.burst);
        bucket.filled = now;
    }
}

impl<K: Eq + Hash> Limit<K> {
    /// A full bucket for everyone.
    pub fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// Takes so many tokens of that address, if it has them.
    pub fn take(&self, address: K, tokens: f64, now: Instant) -> bool {
        let rate = self.rate;
        // Each bucket is whole whatever happens elsewhere.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| {
                rate.refill(bucket, now);
                bucket.tokens < rate.burst
            });
        }
        let full = Bucket { tokens: rate.burst, filled: now };
        let bucket = buckets.entry(address).or_insert(full);
        rate.refill(bucket, now);
        if bucket.tokens < tokens {
            return false;
        }
        bucket.tokens -= tokens;
        true
    }
}

/// The limits of an address.
pub struct Limits {
    /// Messages over WebSockets.
    pub messages: Limit,
    /// Bytes of them: what is kept of a game cannot grow faster.
    pub bytes: Limit,
    /// Games that are begun.
    pub new_games: Limit,
}

impl Default for Limits {
    fn default() -> Self {
        Self::times(1)
    }
}

impl Limits {
    /// The usual limits so many times: for a test, or where many people share an address.
    pub fn times(times: u32) -> Self {
        let times = f64::from(times.max(1));
        let limit = |burst, per_second| {
            Limit::new(Rate { burst: burst * times, per_second: per_second * times })
        };
        Self {
            messages: limit(120.0, 40.0),
            bytes: limit(4.0 * 1024.0 * 1024.0, 32.0 * 1024.0),
            new_games: limit(60.0, 0.5),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Limit, REMEMBERED, Rate};
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    #[test]
    fn allows_a_burst_and_then_a_rate_to_each_address() {
        let (start, rate) = (Instant::now(), Rate { burst: 3.0, per_second: 2.0 });
        let limit = Limit::<IpAddr>::new(rate);
        let (here, there) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        assert!((0..3).all(|_| limit.take(here, 1.0, start)));
        assert!(!limit.take(here, 1.0, start));
        assert!(limit.take(there, 3.0, start));
        let later = start + Duration::from_millis(600);
        assert!(limit.take(here, 1.0, later));
        assert!(!limit.take(here, 1.0, later));
    }

    #[test]
    fn addresses_with_nothing_to_remember_are_forgotten() {
        let start = Instant::now();
        let limit = Limit::<IpAddr>::new(Rate { burst: 1.0, per_second: 1.0 });
        let address = |number: usize| {
            IpAddr::V4(Ipv4Addr::from_bits(u32::try_from(number).expect("a small number")))
        };
        for number in 0..REMEMBERED {
            assert!(limit.take(address(number), 1.0, start));
        }
        assert!(limit.take(address(REMEMBERED), 1.0, start + Duration::from_secs(2)));
        assert_eq!(limit.buckets.lock().expect("whole").len(), 1);
    }
}
