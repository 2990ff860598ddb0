//! The state that the threads of a search and its owner share.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::tt::{Layout, Table};

/// The owner's hold on a running search: to stop it, or to start its clock once the ponder move was played.
#[derive(Debug, Default)]
pub struct Control {
    /// Shared with the children of a control.
    above: Option<Arc<AtomicBool>>,
    stop: Arc<AtomicBool>,
    pondering: AtomicBool,
    /// When time began to count, in microseconds of the search's own clock.
    time_from: AtomicU64,
}

impl Control {
    /// For a search that is about to begin.
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
    }

    /// A control for one of several searches: stopping this one stops it too, but not the other
    /// way round.
    pub fn child(&self) -> Self {
        Self { above: Some(self.stop.clone()), ..Self::default() }
    }

    /// Ends the search at its next poll.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// True if the search is to end.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        let above = self.above.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        above || self.stop.load(Ordering::Relaxed)
    }

    /// Time counts from `now` on, the time since the search began.
    pub fn ponder_hit(&self, now: Duration) {
        self.time_from.store(now.as_micros() as u64, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
    }

    /// True if time does not count yet.
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Of `now`, the time since the search began, the part that counts.
    pub fn counted(&self, now: Duration) -> Duration {
        if self.pondering() {
            return Duration::ZERO;
        }
        now.saturating_sub(Duration::from_micros(self.time_from.load(Ordering::Relaxed)))
    }
}

/// A table that can be exchanged for one of another size while searches use it.
pub struct TableHandle<L> {
    current: Mutex<Arc<Table<L>>>,
    version: AtomicU32,
}

impl<L: Layout> TableHandle<L> {
    /// A handle on a table.
    pub fn new(table: Table<L>) -> Self {
        Self { current: Mutex::new(Arc::new(table)), version: AtomicU32::new(0) }
    }

    /// The present table.
    pub fn get(&self) -> Arc<Table<L>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts another table in its place; workers take it at their next poll.
    pub fn replace(&self, table: Table<L>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(table);
        self.version.fetch_add(1, Ordering::Release);
    }

    /// Carries the entries over into a table of another size and puts it in place, while searches
    /// go on with the old table. The old and the new one are in memory until the last worker has
    /// polled; this waits for that, as giving back a large table takes time that no search should
    /// lose. `go_on` is asked now and then; where it says no, the old table stays.
    pub fn rehash_into(&self, new: Table<L>, go_on: &dyn Fn() -> bool) {
        let old = self.get();
        if !old.rehash_into(&new, go_on) {
            return;
        }
        self.replace(new);
        while Arc::strong_count(&old) > 1 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[inline(always)]
    pub(crate) fn version(&self) -> u32 {
        self.version.load(Ordering::Acquire)
    }
}
