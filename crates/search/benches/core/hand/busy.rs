//! Which positions other threads are searching (`busy.rs` of the core).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;

/// Empty where one thread searches.
pub(super) struct Busy(Box<[AtomicU64]>);

#[inline(always)]
fn mark(key: u64, depth: i32) -> u64 {
    (key ^ (depth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
}

impl Busy {
    pub(super) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self((0..slots).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    pub(super) fn shared(&self) -> bool {
        !self.0.is_empty()
    }

    #[inline(always)]
    fn slot(&self, mark: u64) -> Option<&AtomicU64> {
        self.0.get((mark >> 40) as usize & (SLOTS - 1))
    }

    #[inline(always)]
    pub(super) fn contains(&self, key: u64, depth: i32) -> bool {
        let mark = mark(key, depth);
        self.slot(mark).is_some_and(|slot| slot.load(Relaxed) == mark)
    }

    #[inline(always)]
    pub(super) fn enter(&self, key: u64, depth: i32) {
        let mark = mark(key, depth);
        if let Some(slot) = self.slot(mark) {
            slot.store(mark, Relaxed);
        }
    }

    #[inline(always)]
    pub(super) fn leave(&self, key: u64, depth: i32) {
        let mark = mark(key, depth);
        if let Some(slot) = self.slot(mark)
            && slot.load(Relaxed) == mark
        {
            slot.store(0, Relaxed);
        }
    }
}
