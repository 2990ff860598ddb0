//! Counters of the database's writes.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};

/// A commit that takes longer is told in the log: a slow disk delays every move.
const SLOW: Duration = Duration::from_secs(1);

/// Counters of the writer. Copies count into the same.
#[derive(Clone, Debug)]
pub struct Meter {
    /// Turns that are on disk.
    pub turns: Counter,
    /// Seconds from a turn's way to the writer until it is on disk.
    pub turn_seconds: Histogram,
    /// Seconds that transactions took.
    pub commit_seconds: Histogram,
    /// Requests that shared a transaction.
    pub batch: Histogram,
    /// Transactions that failed: nothing of them was kept, and who asked was told so.
    pub failures: Counter,
}

impl Default for Meter {
    fn default() -> Self {
        // From a quarter of a millisecond to four seconds.
        let seconds = || Histogram::new(exponential_buckets(0.000_25, 2.0, 15));
        Self {
            turns: Counter::default(),
            turn_seconds: seconds(),
            commit_seconds: seconds(),
            batch: Histogram::new(exponential_buckets(1.0, 2.0, 9)),
            failures: Counter::default(),
        }
    }
}

impl Meter {
    /// Notes a turn that was kept, and how long that took.
    pub fn kept_turn(&self, took: Duration) {
        self.turns.inc();
        self.turn_seconds.observe(took.as_secs_f64());
    }

    /// Notes a transaction: how many requests shared it, how long it took, and why it failed.
    pub fn committed(&self, requests: usize, took: Duration, failure: Option<&str>) {
        #[expect(clippy::cast_precision_loss, reason = "a batch is small")]
        self.batch.observe(requests as f64);
        self.commit_seconds.observe(took.as_secs_f64());
        if let Some(failure) = failure {
            self.failures.inc();
            tracing::error!(failure, requests, "the database did not keep what it was given");
        } else if took > SLOW {
            let seconds = took.as_secs_f64();
            tracing::warn!(seconds, requests, "the disk is slow: moves wait for it");
        }
    }
}
