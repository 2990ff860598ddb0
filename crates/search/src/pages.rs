//! The two places where the search talks to the machine about memory.

use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::{MmapMut, MmapRaw};
use zerocopy::FromBytes;

/// A block of zeroes from the system, as a slice of `T`. It is touched only as it is used, backed
/// by huge pages where the system gives them (a table is read at random, and with small pages
/// nearly every read misses the address cache as well), and given back when dropped.
pub(crate) struct Pages<T> {
    map: Option<MmapRaw>,
    count: usize,
    _items: PhantomData<T>,
}

impl<T: FromBytes + Sync> Pages<T> {
    /// `count` items; None if the system does not have the memory.
    pub(crate) fn new(count: usize) -> Option<Self> {
        if count == 0 {
            return Some(Self { map: None, count, _items: PhantomData });
        }
        let map = MmapRaw::from(MmapMut::map_anon(count.checked_mul(size_of::<T>())?).ok()?);
        // Miri knows no advice.
        #[cfg(all(target_os = "linux", not(miri)))]
        {
            // Where the system refuses, small pages do as well.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Self { map: Some(map), count, _items: PhantomData })
    }
}

/// How much memory is given back at a time: while the system takes it, a thread that needs a new
/// page has to wait.
#[cfg(all(target_os = "linux", not(miri)))]
const PIECE: usize = 16 << 20;

impl<T> Drop for Pages<T> {
    fn drop(&mut self) {
        #[cfg(all(target_os = "linux", not(miri)))]
        if let Some(map) = &self.map {
            for from in (0..map.len()).step_by(PIECE) {
                let length = PIECE.min(map.len() - from);
                let advice = memmap2::UncheckedAdvice::DontNeed;
                // SAFETY: this makes the bytes zero. No reference to them is left, for the pages
                // are being dropped, and the mapping is private.
                #[allow(unsafe_code)]
                let given_back = unsafe { map.unchecked_advise_range(advice, from, length) };
                // Where the system refuses, it takes all at once.
                let _ = given_back;
            }
        }
    }
}

impl<T: FromBytes + Sync> Deref for Pages<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        let Some(map) = &self.map else { return &[] };
        // SAFETY: the pointer may be written through. The mapping is as long as `count` items, begins on a page (no item is aligned to
        // more), lives as long as `self`, and any bytes are a valid `T` (`FromBytes`). Nothing
        // else has a reference to it; `T` is `Sync`, and changes through its own atomics alone.
        #[allow(unsafe_code)]
        unsafe {
            std::slice::from_raw_parts(map.as_mut_ptr().cast::<T>().cast_const(), self.count)
        }
    }
}

/// Asks the processor to fetch the cache line of a value.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program sees, and the pointer is that of a
        // live reference. Measured gain: docs/log/2026-11-benchmarks.md.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
