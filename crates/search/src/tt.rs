//! The transposition table: shared between threads without locks, in two tiers.
//!
//! A bucket is one cache line. Its first slots prefer depth, its last take whatever came most
//! recently. The bucket comes from the key's high bits and the check from its low bits, so that a
//! table can grow or shrink with its entries carried over.

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use game::Score;

pub use crate::layout::{Compact, Layout, Short, Wide};
use crate::pages::Pages;
use crate::replacement::{Bucket, Replacement as _, SCHEMES, SWEPT, TwoTier};

/// The meaning of a stored score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The value is at most this.
    Upper = 1,
    /// The value is at least this.
    Lower = 2,
    /// The value is this.
    Exact = 3,
}

/// The table's entry for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that cut off, as its bits.
    pub mv: Option<NonZeroU16>,
    /// The score; distances count from this position.
    pub score: Score,
    /// The meaning of the score.
    pub bound: Bound,
    /// The depth it was searched to, in plies from 0 to 255.
    pub depth: i32,
}

/// How many searches the age of an entry can distinguish.
const AGES: u64 = 64;

/// An entry as 48 bits: move, score, depth, bound and age. A layout may keep a second move above them.
fn pack(entry: &Entry, age: u64) -> u64 {
    let mv = entry.mv.map_or(0, NonZeroU16::get);
    u64::from(mv)
        | u64::from(entry.score.raw() as i16 as u16) << 16
        | (entry.depth.clamp(0, 255) as u64) << 32
        | (entry.bound as u64) << 40
        | (age % AGES) << 42
}

#[inline(always)]
fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 40 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        mv: NonZeroU16::new(data as u16),
        score: Score::from_raw(i32::from((data >> 16) as u16 as i16)),
        bound,
        depth: (data >> 32 & 255) as i32,
    })
}

fn depth_of(data: u64) -> i32 {
    (data >> 32 & 255) as i32
}

fn age_of(data: u64) -> u64 {
    data >> 42 & (AGES - 1)
}

/// The table. Reading and writing need no lock; entries torn between two threads are seen by
/// their check bits.
pub struct Table<L> {
    buckets: Pages<L>,
    age: AtomicU64,
    /// The number of the replacement scheme.
    scheme: AtomicUsize,
    /// New entries that found no place since the last sweep.
    refused: AtomicUsize,
    /// The bits of a key that are compared, where the layout keeps it whole.
    mask: AtomicU64,
    /// Probes that took the entry of another position for theirs.
    collisions: AtomicU64,
}

/// The least key of a bucket of `count`.
fn first_key(bucket: usize, count: usize) -> u64 {
    let key = ((bucket as u128) << 64).div_ceil(count.max(1) as u128);
    u64::try_from(key).unwrap_or(u64::MAX)
}

/// The keys that a bucket of `count` holds.
fn keys_of(bucket: usize, count: usize) -> std::ops::RangeInclusive<u64> {
    let last = if bucket + 1 >= count { u64::MAX } else { first_key(bucket + 1, count) - 1 };
    first_key(bucket, count)..=last
}

#[inline(always)]
fn bucket_of(key: u64, count: usize) -> usize {
    ((u128::from(key) * count as u128) >> 64) as usize
}

impl<L: Layout> Table<L> {
    /// A table of `mib` MiB with nothing in it; 0 for a table that remembers nothing. The memory
    /// comes from the system already zero and is touched as it is used, so this takes no time.
    /// None if the system does not have so much.
    pub fn new(mib: usize) -> Option<Self> {
        let count = mib.checked_mul(1 << 20)? / size_of::<L>();
        let buckets = Pages::new(count)?;
        Some(Self {
            buckets,
            age: AtomicU64::new(0),
            scheme: AtomicUsize::new(0),
            refused: AtomicUsize::new(0),
            mask: AtomicU64::new(u64::MAX),
            collisions: AtomicU64::new(0),
        })
    }

    /// Puts memory behind all of a new table. What a search would else do bit by bit at its
    /// beginning, where a stop has to wait for it: a huge page is cleared as a whole. `go_on` is
    /// asked now and then; false once it said no.
    pub fn touch(&self, go_on: &dyn Fn() -> bool) -> bool {
        const PAGE: usize = 4096;
        self.buckets.iter().step_by(PAGE / size_of::<L>()).enumerate().all(|(page, bucket)| {
            bucket.touch();
            page % 64 != 0 || go_on()
        })
    }

    /// Empties it, as if it were new. No search may use it meanwhile.
    pub fn clear(&self) {
        self.buckets.iter().for_each(Layout::clear);
        self.age.store(0, Relaxed);
    }

    /// Its size in MiB.
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<L>()) >> 20
    }

    /// How many entries it has room for.
    pub fn capacity(&self) -> usize {
        self.buckets.len() * L::SLOTS
    }

    /// A new search begins: what is there grows older.
    pub fn next_age(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// From now on new positions replace others by the scheme with this number (the parameter `Replacement`), and so many
    /// of the low bits of a key are compared, where it is kept whole (`KeyBits`).
    pub(crate) fn set_form(&self, scheme: usize, key_bits: u32) {
        self.scheme.store(scheme.min(SCHEMES.len() - 1), Relaxed);
        self.mask.store(u64::MAX >> (64 - key_bits.clamp(1, 64)), Relaxed);
    }

    /// How many probes took the entry of another position for theirs; they are counted anew from now on. None where the
    /// layout does not keep whole keys.
    pub(crate) fn take_collisions(&self) -> Option<u64> {
        L::WHOLE.then(|| self.collisions.swap(0, Relaxed))
    }

    /// The data in a slot if it is this key's, by the bits that are compared; else 0.
    #[inline(always)]
    fn load(&self, bucket: &L, slot: usize, key: u64) -> u64 {
        if L::WHOLE {
            bucket.load_by(slot, key, self.mask.load(Relaxed))
        } else {
            bucket.load(slot, key)
        }
    }

    /// The entry of the position with this key.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.get(bucket_of(key, self.buckets.len()))?;
        for slot in 0..L::SLOTS {
            let data = self.load(bucket, slot, key);
            if data != 0 {
                if L::WHOLE && bucket.load(slot, key) == 0 {
                    self.collisions.fetch_add(1, Relaxed);
                }
                return unpack(data);
            }
        }
        None
    }

    /// The move that the entry of this key had before its present one, where the layout keeps it.
    pub(crate) fn second_move(&self, key: u64) -> Option<NonZeroU16> {
        let bucket = self.buckets.get(bucket_of(key, self.buckets.len()))?;
        let known =
            (0..L::SLOTS).map(|slot| self.load(bucket, slot, key)).find(|&data| data != 0)?;
        if L::WHOLE { NonZeroU16::new((known >> 48) as u16) } else { None }
    }

    /// Asks the processor to fetch the bucket of this key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.buckets.get(bucket_of(key, self.buckets.len())) {
            crate::pages::prefetch(bucket);
        }
    }

    /// Remembers an entry. A shallower entry of the same search does not replace a deeper one of
    /// the same position, unless it is exact; a position without a move keeps the one it had.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let Some(bucket) = self.buckets.get(bucket_of(key, self.buckets.len())) else { return };
        let age = self.age.load(Relaxed) % AGES;
        for slot in 0..L::SLOTS {
            let old = self.load(bucket, slot, key);
            if old == 0 {
                continue;
            }
            if entry.mv.is_none() {
                entry.mv = NonZeroU16::new(old as u16);
            }
            let keep = entry.bound != Bound::Exact
                && age_of(old) == age
                && depth_of(old) > entry.depth + 2;
            if !keep {
                let mut data = pack(&entry, age);
                if L::WHOLE {
                    let same = data as u16 == old as u16;
                    data |= (if same { old >> 48 } else { old & 0xffff }) << 48;
                }
                bucket.save(slot, key, data);
            }
            return;
        }
        match self.replacement_slot(bucket, key, entry.depth, age) {
            Some(slot) => bucket.save(slot, key, pack(&entry, age)),
            None if self.scheme.load(Relaxed) == SWEPT => self.refuse(),
            None => {}
        }
    }

    /// A new entry found no place. Once these are an eighth of all that there is room for, the table counts as full
    /// and is swept.
    #[cold]
    fn refuse(&self) {
        if self.refused.fetch_add(1, Relaxed) == self.capacity() / 8 {
            self.sweep();
            self.refused.store(0, Relaxed);
        }
    }

    /// Keeps the deepest four fifths of all entries.
    pub(crate) fn sweep(&self) {
        let entries = || {
            let slots = |bucket| (0..L::SLOTS).map(move |slot| (bucket, slot));
            self.buckets.iter().flat_map(slots)
        };
        let mut counts = [0_usize; 256];
        let depths = entries().map(|(bucket, slot): (&L, usize)| bucket.load_any(slot));
        depths.filter(|&data| data != 0).for_each(|data| counts[depth_of(data) as usize] += 1);
        let mut surplus = counts.iter().sum::<usize>() / 5;
        // Of each depth, from the shallowest, as many as are too many.
        let mut left = counts.map(|count| {
            let taken = count.min(surplus);
            surplus -= taken;
            taken
        });
        for (bucket, slot) in entries() {
            let data = bucket.load_any(slot);
            if data != 0 && left[depth_of(data) as usize] > 0 {
                left[depth_of(data) as usize] -= 1;
                bucket.save(slot, 0, 0);
            }
        }
    }

    /// The slot that a new position takes, if any.
    #[inline]
    fn replacement_slot(&self, bucket: &L, key: u64, depth: i32, age: u64) -> Option<usize> {
        let entries = |slot: usize| {
            let data = bucket.load_any(slot);
            let searches = (age.wrapping_sub(age_of(data)) % AGES) as i32;
            (data != 0).then(|| (depth_of(data), searches))
        };
        // Some bits that choose neither the bucket nor the check.
        let spread = (key >> 33) as usize;
        let bucket = Bucket { entries: &entries, slots: L::SLOTS, deep_slots: L::DEEP_SLOTS };
        match self.scheme.load(Relaxed) {
            // The usual one is inlined.
            0 => TwoTier.slot(&bucket, depth, spread),
            scheme => SCHEMES[scheme].slot(&bucket, depth, spread),
        }
    }

    /// How full it is with entries of the present search, in thousandths, by a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed) % AGES;
        let sample = self.buckets.len().min(1_000);
        if sample == 0 {
            return 0;
        }
        let step = self.buckets.len() / sample;
        let mut used = 0;
        for bucket in self.buckets.iter().step_by(step).take(sample) {
            used += (0..L::SLOTS)
                .map(|slot| bucket.load_any(slot))
                .filter(|&data| data != 0 && age_of(data) == age)
                .count();
        }
        (used * 1_000 / (sample * L::SLOTS)) as u32
    }

    /// Copies the entries into a new table of another size, each to every bucket that its range of
    /// keys now maps to. Searches may go on in this one meanwhile; what they store is lost.
    /// Both tables are in memory until the last reader lets go of this one. `go_on` is asked
    /// every few thousand entries, which is also a place to rest: searches want the processor too.
    /// Where it says no, the copy ends early; it then returns false.
    pub fn rehash_into(&self, new: &Self, go_on: &dyn Fn() -> bool) -> bool {
        new.age.store(self.age.load(Relaxed), Relaxed);
        new.scheme.store(self.scheme.load(Relaxed), Relaxed);
        new.mask.store(self.mask.load(Relaxed), Relaxed);
        let (old_count, count) = (self.buckets.len(), new.buckets.len());
        if count == 0 {
            return true;
        }
        if !new.touch(go_on) {
            return false;
        }
        for (number, from) in self.buckets.iter().enumerate() {
            if number % 512 == 0 && !go_on() {
                return false;
            }
            let keys = keys_of(number, old_count);
            for target in bucket_of(*keys.start(), count)..=bucket_of(*keys.end(), count) {
                new.carry_bucket(target, from);
            }
        }
        true
    }

    fn carry_bucket(&self, target: usize, from: &L) {
        let to = &self.buckets[target];
        let keys = keys_of(target, self.buckets.len());
        for from_slot in 0..L::SLOTS {
            let data = from.load_any(from_slot);
            if data == 0 {
                continue;
            }
            let free = (0..L::SLOTS).find(|&slot| to.load_any(slot) == 0);
            let slot = free.or_else(|| {
                (0..L::SLOTS)
                    .min_by_key(|&slot| depth_of(to.load_any(slot)))
                    .filter(|&slot| depth_of(to.load_any(slot)) < depth_of(data))
            });
            if let Some(slot) = slot {
                to.carry(slot, from, from_slot, keys.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{seal, unseal};
    use game::zobrist::mix;

    fn entry(depth: i32, number: u16) -> Entry {
        Entry {
            mv: NonZeroU16::new(number),
            score: Score::points(i32::from(number) % 500 - 250),
            bound: Bound::Exact,
            depth,
        }
    }

    fn stores_and_finds<L: Layout>(check_bits: u32) {
        let table = Table::<L>::new(1).unwrap();
        assert_eq!(table.mib(), 1);
        assert_eq!(table.probe(12345), None);
        for score in [Score::win_in(3), Score::loss_in(70), Score::points(-250), Score::ZERO] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                let key = mix(score.raw() as u64 ^ bound as u64);
                let entry = Entry { mv: NonZeroU16::new(77), score, bound, depth: 200 };
                table.store(key, entry);
                assert_eq!(table.probe(key), Some(entry));
            }
        }
        // A key that differs in its check bits alone is another position.
        table.store(mix(1), entry(5, 9));
        for bit in 0..check_bits {
            assert_eq!(table.probe(mix(1) ^ 1 << bit), None, "bit {bit}");
        }
    }

    #[test]
    fn all_layouts_store_and_find() {
        stores_and_finds::<Compact>(32);
        stores_and_finds::<Short>(16);
        stores_and_finds::<Wide>(64 - 14);
    }

    #[test]
    fn a_table_of_no_size_remembers_nothing() {
        let table = Table::<Compact>::new(0).unwrap();
        table.store(1, entry(1, 1));
        assert_eq!((table.probe(1), table.hashfull(), table.capacity()), (None, 0, 0));
    }

    #[test]
    fn deep_entries_outlast_shallow_ones_but_not_many_searches() {
        let table = Table::<Compact>::new(1).unwrap();
        let count = table.buckets.len();
        let key = |n: u64| first_key(7, count) + 1 + ((n * 0x1_0001) & 0x7fff_ffff);
        table.store(key(0), entry(20, 1));
        for n in 1..200 {
            table.store(key(n), entry(2, 2));
        }
        assert_eq!(table.probe(key(0)).map(|entry| entry.depth), Some(20));
        // The most recent is there too: the second tier takes whatever comes.
        assert!(table.probe(key(199)).is_some());
        for _ in 0..6 {
            table.next_age();
        }
        for n in 200..210 {
            table.store(key(n), entry(2, 2));
        }
        assert_eq!(table.probe(key(0)), None);
    }

    fn resizing_keeps_entries<L: Layout>() {
        let table = Table::<L>::new(2).unwrap();
        let keys: Vec<u64> = (0..5_000).map(mix).collect();
        for (n, &key) in (1..).zip(&keys) {
            table.store(key, entry(9, n));
        }
        for mib in [1, 2, 3, 7, 8] {
            let resized = Table::new(mib).unwrap();
            assert!(table.rehash_into(&resized, &|| true));
            let kept =
                (1..).zip(&keys).filter(|&(n, &key)| resized.probe(key) == Some(entry(9, n)));
            let kept = kept.count();
            assert!(kept >= 4_990, "{kept} of 5000 kept at {mib} MiB");
        }
        let none = Table::new(0).unwrap();
        assert!(table.rehash_into(&none, &|| true));
        assert_eq!(none.capacity(), 0);
        let cut_short = Table::new(4).unwrap();
        assert!(!table.rehash_into(&cut_short, &|| false));
        assert!(keys.iter().all(|&key| cut_short.probe(key).is_none()));
    }

    #[test]
    fn all_layouts_keep_their_entries_when_resized() {
        resizing_keeps_entries::<Compact>();
        resizing_keeps_entries::<Short>();
        resizing_keeps_entries::<Wide>();
    }

    #[test]
    fn every_key_has_its_bucket() {
        for count in [1, 2, 3, 1000, 16_384] {
            for bucket in [0, count / 2, count - 1] {
                let keys = keys_of(bucket, count);
                assert_eq!(bucket_of(*keys.start(), count), bucket);
                assert_eq!(bucket_of(*keys.end(), count), bucket);
            }
        }
    }

    #[test]
    fn a_wide_entry_remembers_the_move_it_had_before() {
        let table = Table::<Wide>::new(1).unwrap();
        let second = |table: &Table<Wide>| table.second_move(mix(3)).map(NonZeroU16::get);
        for (number, before) in [(7, None), (7, None), (8, Some(7)), (8, Some(7)), (7, Some(8))] {
            table.store(mix(3), entry(5, number));
            assert_eq!(table.probe(mix(3)), Some(entry(5, number)));
            assert_eq!(second(&table), before, "{number}");
        }
        let narrow = Table::<Compact>::new(1).unwrap();
        [7, 8].iter().for_each(|&number| narrow.store(mix(3), entry(5, number)));
        assert_eq!(narrow.second_move(mix(3)), None);
    }

    #[test]
    fn torn_writes_are_seen() {
        let table = Table::<Compact>::new(1).unwrap();
        let key = mix(99);
        table.store(key, entry(9, 9));
        let bucket = &table.buckets[bucket_of(key, table.buckets.len())];
        // Another thread's data under this thread's check, however little differs.
        let data = bucket.data[0].load(Relaxed);
        for bit in 0..64 {
            bucket.data[0].store(data ^ 1 << bit, Relaxed);
            assert_eq!(table.probe(key), None, "bit {bit}");
        }
        bucket.data[0].store(data, Relaxed);
        assert_eq!(table.probe(key), Some(entry(9, 9)));
    }

    /// All that threads can see of one slot, by a small model (loom): two write it, one reads. Its words are not
    /// written together; a reader gets what one of them stored for its key, or nothing.
    #[test]
    fn no_order_of_reads_and_writes_mixes_entries() {
        use loom::sync::Arc;
        use loom::sync::atomic::{AtomicU16, AtomicU64};

        // Two keys that differ in the bits that the check word holds alone, so that the data word does
        // not distinguish them.
        const ENTRIES: [(u64, u64); 2] = [(0x1234_5678_9abc, 0x1111), (0x1234_5678_9abd, 0x2233)];

        for (wanted, expected) in ENTRIES {
            loom::model(move || {
                let words = Arc::new((AtomicU64::new(0), AtomicU16::new(0)));
                let write = |(key, data): (u64, u64)| {
                    let words = words.clone();
                    move || {
                        let (data, check) = seal(key, data);
                        words.0.store(data, Relaxed);
                        words.1.store(check, Relaxed);
                    }
                };
                let [one, two] = ENTRIES.map(|entry| loom::thread::spawn(write(entry)));
                let data = words.0.load(Relaxed);
                let found = unseal(wanted, data, || words.1.load(Relaxed));
                assert!(found == 0 || found == expected, "{found:x} for {wanted:x}");
                one.join().unwrap();
                two.join().unwrap();
            });
        }
    }
}
