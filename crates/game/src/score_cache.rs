//! Static evaluations by the position's key: the same positions come again and again, by other orders of moves, in
//! quiescence and from iteration to iteration.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many scores are remembered.
const SLOTS: usize = 1 << 15;
/// The score, from the least possible; the upper bits are the key's.
const SCORE: u64 = 0xffff;
const LEAST: i32 = i16::MIN as i32;

/// Scores by key, a word each: two threads cannot tear it. A clone is empty.
#[derive(Debug)]
pub struct ScoreCache(Box<[AtomicU64]>);

impl Clone for ScoreCache {
    /// An empty one: each thread has its own.
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl Default for ScoreCache {
    fn default() -> Self {
        Self::new()
    }
}

impl ScoreCache {
    /// Without any score.
    pub fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The score remembered for this key, or else the one worked out, in points. Scores beyond 16 bits are not kept.
    #[inline(always)]
    pub fn get(&self, key: u64, compute: impl FnOnce() -> i32) -> i32 {
        let slot = &self.0[key as usize % SLOTS];
        let known = slot.load(Relaxed);
        // The key's lowest bits say where the slot is.
        if (known ^ key) & !SCORE == 0 && known != 0 {
            return (known & SCORE) as i32 + LEAST;
        }
        let score = compute();
        if let Ok(kept) = u16::try_from(score - LEAST) {
            slot.store(key & !SCORE | u64::from(kept), Relaxed);
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_was_worked_out() {
        let cache = ScoreCache::new();
        for (key, score) in [(0x1_0000, 0), (0x2_0001, -31_000), (0x3_0001, 32_000), (7, 40_000)] {
            assert_eq!(cache.get(key, || score), score);
            assert_eq!(cache.get(key, || score), score);
        }
        let kept = |key| cache.get(key, || 99);
        // The second was displaced, the last is too large to be kept.
        assert_eq!([kept(0x1_0000), kept(0x3_0001), kept(7)], [0, 32_000, 99]);
        assert_eq!(kept(0x2_0001), 99);
    }
}
