//! The positions being searched right now, so that threads of one search share the work.
//!
//! Kerrigan, Simplified ABDADA (2013), after Weill, The ABDADA distributed minimax search
//! algorithm (1996): a move whose position another thread is searching is deferred; when its turn
//! comes again, the table mostly knows the result.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// The positions under search on all threads. A slot that two positions fight for loses one of
/// them: that costs time, never correctness.
pub(crate) struct Busy(Box<[AtomicU64]>);

/// The mark of a position that is searched to a depth; never 0, which is a free slot.
#[inline(always)]
fn mark(key: u64, depth: i32) -> u64 {
    (key ^ (depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
}

impl Busy {
    /// For a search on so many threads; one thread needs no slots.
    pub(crate) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self((0..slots).map(|_| AtomicU64::new(0)).collect())
    }

    /// True if several threads search.
    #[inline(always)]
    pub(crate) fn shared(&self) -> bool {
        !self.0.is_empty()
    }

    #[inline(always)]
    fn slot(&self, mark: u64) -> Option<&AtomicU64> {
        self.0.get((mark >> 40) as usize & (SLOTS - 1))
    }

    /// True if some thread searches the position to that depth.
    #[inline(always)]
    pub(crate) fn contains(&self, key: u64, depth: i32) -> bool {
        let mark = mark(key, depth);
        self.slot(mark).is_some_and(|slot| slot.load(Relaxed) == mark)
    }

    #[inline(always)]
    pub(crate) fn enter(&self, key: u64, depth: i32) {
        let mark = mark(key, depth);
        if let Some(slot) = self.slot(mark) {
            slot.store(mark, Relaxed);
        }
    }

    #[inline(always)]
    pub(crate) fn leave(&self, key: u64, depth: i32) {
        let mark = mark(key, depth);
        if let Some(slot) = self.slot(mark) {
            if slot.load(Relaxed) == mark {
                slot.store(0, Relaxed);
            }
        }
    }
}
