//! How the transposition table keeps its entries in memory.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use zerocopy::FromBytes;

/// How a bucket keeps its entries: the type parameter of `Table`.
pub trait Layout: FromBytes + Send + Sync + 'static {
    /// Slots in a bucket.
    const SLOTS: usize;
    /// How many of them, from the first, prefer depth.
    const DEEP_SLOTS: usize;
    /// True if a slot keeps the whole key, and has room for 16 bits beside the entry: the second best move.
    const WHOLE: bool = false;

    /// The bits kept for the key in a slot; 0 if it keeps none for it.
    fn load(&self, slot: usize, key: u64) -> u64;
    /// The same where only the bits of `mask` are compared, if the key is kept whole.
    #[inline(always)]
    fn load_by(&self, slot: usize, key: u64, _mask: u64) -> u64 {
        self.load(slot, key)
    }
    /// The bits in a slot, whatever its key; 0 for an empty slot.
    fn load_any(&self, slot: usize) -> u64;
    /// Writes a slot.
    fn save(&self, slot: usize, key: u64, data: u64);
    /// Writes a word of the bucket as it is, so that the system puts memory behind it.
    fn touch(&self);
    /// Empties the bucket.
    fn clear(&self);
    /// Copies a slot of another bucket that covers `keys`, if what is known of its key lets it
    /// lie in a bucket that covers `target`.
    fn carry(
        &self,
        slot: usize,
        from: &Self,
        from_slot: usize,
        target: std::ops::RangeInclusive<u64>,
    );
}

/// Ten bytes an entry: 64 bits of data, 16 of which check the key, and 16 more check bits folded
/// with the data, so that a torn write is seen.
#[derive(FromBytes)]
#[repr(C, align(64))]
pub struct Compact {
    pub(crate) data: [AtomicU64; 6],
    pub(crate) checks: [AtomicU16; 6],
    unused: [AtomicU16; 2],
}

const _: () = assert!(size_of::<Compact>() == 64);

#[inline(always)]
pub(crate) fn fold(data: u64) -> u16 {
    (data ^ data >> 16 ^ data >> 32 ^ data >> 48) as u16
}

const DATA_BITS: u64 = (1 << 48) - 1;

/// The data of a slot's two words if they are this key's; else 0.
#[inline(always)]
pub(crate) fn unseal(key: u64, data: u64, check: impl FnOnce() -> u16) -> u64 {
    if data >> 48 != key >> 16 & 0xffff {
        return 0;
    }
    if check() ^ fold(data) == key as u16 { data & DATA_BITS } else { 0 }
}

/// The two words of a slot for a key and its data.
#[inline(always)]
pub(crate) fn seal(key: u64, data: u64) -> (u64, u16) {
    let data = data & DATA_BITS | (key >> 16 & 0xffff) << 48;
    (data, key as u16 ^ fold(data))
}

impl Layout for Compact {
    const SLOTS: usize = 6;
    const DEEP_SLOTS: usize = 4;

    #[inline(always)]
    fn load(&self, slot: usize, key: u64) -> u64 {
        let data = self.data[slot].load(Relaxed);
        unseal(key, data, || self.checks[slot].load(Relaxed))
    }

    #[inline(always)]
    fn load_any(&self, slot: usize) -> u64 {
        self.data[slot].load(Relaxed) & DATA_BITS
    }

    #[inline(always)]
    fn save(&self, slot: usize, key: u64, data: u64) {
        let (data, check) = seal(key, data);
        self.data[slot].store(data, Relaxed);
        self.checks[slot].store(check, Relaxed);
    }

    fn touch(&self) {
        self.unused[0].store(0, Relaxed);
    }

    #[inline]
    fn clear(&self) {
        self.data.iter().for_each(|word| word.store(0, Relaxed));
        self.checks.iter().for_each(|word| word.store(0, Relaxed));
    }

    fn carry(&self, slot: usize, from: &Self, from_slot: usize, _: std::ops::RangeInclusive<u64>) {
        self.data[slot].store(from.data[from_slot].load(Relaxed), Relaxed);
        self.checks[slot].store(from.checks[from_slot].load(Relaxed), Relaxed);
    }
}

/// Eight bytes an entry: 48 bits of data and 16 that check the key. The place in the table, which comes of other bits,
/// tells the rest; of 8,000 probes of an unknown position in a full table about one takes another's entry for its own.
#[derive(FromBytes)]
#[repr(C, align(64))]
pub struct Short {
    words: [AtomicU64; 8],
}

const _: () = assert!(size_of::<Short>() == 64);

impl Layout for Short {
    const SLOTS: usize = 8;
    const DEEP_SLOTS: usize = 5;

    #[inline(always)]
    fn load(&self, slot: usize, key: u64) -> u64 {
        let word = self.words[slot].load(Relaxed);
        if word >> 48 == key & 0xffff { word & DATA_BITS } else { 0 }
    }

    #[inline(always)]
    fn load_any(&self, slot: usize) -> u64 {
        self.words[slot].load(Relaxed) & DATA_BITS
    }

    #[inline(always)]
    fn save(&self, slot: usize, key: u64, data: u64) {
        self.words[slot].store(data & DATA_BITS | key << 48, Relaxed);
    }

    fn touch(&self) {
        // Nothing else writes: a table is touched before it is shared.
        self.words[0].store(self.words[0].load(Relaxed), Relaxed);
    }

    fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }

    fn carry(&self, slot: usize, from: &Self, from_slot: usize, _: std::ops::RangeInclusive<u64>) {
        self.words[slot].store(from.words[from_slot].load(Relaxed), Relaxed);
    }
}

/// Sixteen bytes an entry: the whole key is checked. For exact and instrumented searches.
#[derive(FromBytes)]
#[repr(C, align(64))]
pub struct Wide {
    /// Key xor data, then data, slot by slot (Hyatt and Mann, A lock-less transposition table,
    /// ICGA Journal 2002).
    words: [AtomicU64; 8],
}

impl Layout for Wide {
    const SLOTS: usize = 4;
    const DEEP_SLOTS: usize = 3;
    const WHOLE: bool = true;

    #[inline(always)]
    fn load(&self, slot: usize, key: u64) -> u64 {
        self.load_by(slot, key, u64::MAX)
    }

    #[inline(always)]
    fn load_by(&self, slot: usize, key: u64, mask: u64) -> u64 {
        let data = self.words[2 * slot + 1].load(Relaxed);
        let differs = self.words[2 * slot].load(Relaxed) ^ data ^ key;
        if differs & mask == 0 { data } else { 0 }
    }

    #[inline(always)]
    fn load_any(&self, slot: usize) -> u64 {
        self.words[2 * slot + 1].load(Relaxed)
    }

    #[inline(always)]
    fn save(&self, slot: usize, key: u64, data: u64) {
        self.words[2 * slot].store(key ^ data, Relaxed);
        self.words[2 * slot + 1].store(data, Relaxed);
    }

    fn touch(&self) {
        // Nothing else writes: a table is touched before it is shared.
        self.words[0].store(self.words[0].load(Relaxed), Relaxed);
    }

    fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }

    fn carry(
        &self,
        slot: usize,
        from: &Self,
        from_slot: usize,
        target: std::ops::RangeInclusive<u64>,
    ) {
        let data = from.words[2 * from_slot + 1].load(Relaxed);
        let key = from.words[2 * from_slot].load(Relaxed) ^ data;
        if target.contains(&key) {
            self.save(slot, key, data);
        }
    }
}
