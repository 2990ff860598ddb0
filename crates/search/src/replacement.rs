//! Which entry of a bucket a new position replaces (Breuker, Uiterwijk and van den Herik, Replacement schemes for
//! transposition tables, 1994).

/// A bucket as a scheme sees it.
pub(crate) struct Bucket<'b> {
    /// For each slot the depth of its entry and for how many searches it has been there; None where it is empty.
    pub(crate) entries: &'b dyn Fn(usize) -> Option<(i32, i32)>,
    pub(crate) slots: usize,
    /// How many slots, from the first, prefer depth where there are two tiers.
    pub(crate) deep_slots: usize,
}

/// A replacement scheme.
pub(crate) trait Replacement {
    /// The slot that a new entry of this depth takes; None where it is not kept. `spread` is an even number that
    /// chooses among equals.
    fn slot(&self, bucket: &Bucket<'_>, depth: i32, spread: usize) -> Option<usize>;
}

/// The worth of an empty slot: less than that of an entry of the present search.
const EMPTY: i32 = -1;

/// The slot, and its worth, whose entry is worth least.
#[inline(always)]
fn least(
    bucket: &Bucket<'_>,
    slots: std::ops::Range<usize>,
    worth: impl Fn((i32, i32)) -> i32,
) -> (i32, usize) {
    let worth = |slot| ((bucket.entries)(slot).map_or(EMPTY, &worth), slot);
    slots.map(worth).min().unwrap_or((EMPTY, 0))
}

/// The depth, less four plies for each search that has gone by since.
#[inline(always)]
fn aged((depth, age): (i32, i32)) -> i32 {
    depth - 4 * age
}

/// The first slots prefer depth, with ageing; what is worth less goes to the others.
pub(crate) struct TwoTier;

impl Replacement for TwoTier {
    #[inline(always)]
    fn slot(&self, bucket: &Bucket<'_>, depth: i32, spread: usize) -> Option<usize> {
        let (worth, slot) = least(bucket, 0..bucket.deep_slots, aged);
        let recent = bucket.slots - bucket.deep_slots;
        Some(if worth <= depth { slot } else { bucket.deep_slots + spread % recent })
    }
}

/// The newest entry always stays, in a slot that its key chooses.
pub(crate) struct Always;

impl Replacement for Always {
    fn slot(&self, bucket: &Bucket<'_>, _: i32, spread: usize) -> Option<usize> {
        Some(spread % bucket.slots)
    }
}

/// Only an entry at least as deep as the shallowest one is kept, whatever the age.
pub(crate) struct DepthPreferred;

impl Replacement for DepthPreferred {
    fn slot(&self, bucket: &Bucket<'_>, depth: i32, _: usize) -> Option<usize> {
        let (worth, slot) = least(bucket, 0..bucket.slots, |(depth, _)| depth);
        (worth <= depth).then_some(slot)
    }
}

/// The entry worth least by depth and age gives way, whatever the new one is worth.
pub(crate) struct Aged;

impl Replacement for Aged {
    fn slot(&self, bucket: &Bucket<'_>, _: i32, _: usize) -> Option<usize> {
        Some(least(bucket, 0..bucket.slots, aged).1)
    }
}

/// No entry gives way to another. Where too many found no place, the table is swept: see
/// [`sweep`](crate::tt::Table::sweep).
pub(crate) struct Swept;

impl Replacement for Swept {
    fn slot(&self, bucket: &Bucket<'_>, _: i32, _: usize) -> Option<usize> {
        (0..bucket.slots).find(|&slot| (bucket.entries)(slot).is_none())
    }
}

/// The schemes, by the numbers of the parameter `Replacement`.
pub(crate) const SCHEMES: [&(dyn Replacement + Sync); 5] =
    [&TwoTier, &Always, &DepthPreferred, &Aged, &Swept];

/// The number of [`Swept`].
pub(crate) const SWEPT: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    /// The slot taken in a bucket of these entries (depth and age), three of four deep.
    fn taken(scheme: usize, entries: [Option<(i32, i32)>; 4], depth: i32) -> Option<usize> {
        let entries = &|slot: usize| entries[slot];
        SCHEMES[scheme].slot(&Bucket { entries, slots: 4, deep_slots: 3 }, depth, 5)
    }

    #[test]
    fn each_scheme_replaces_what_it_says() {
        let full = [Some((9, 0)), Some((5, 0)), Some((12, 2)), Some((3, 0))];
        let gap = [Some((9, 0)), None, Some((12, 2)), Some((3, 0))];
        // The deepest of all is of the search before last, and so worth 4.
        assert_eq!([4, 3].map(|depth| taken(0, full, depth)), [Some(2), Some(3)]);
        assert_eq!(taken(0, gap, 1), Some(1));
        assert_eq!([0, 20].map(|depth| taken(1, full, depth)), [Some(1), Some(1)]);
        assert_eq!([2, 3].map(|depth| taken(2, full, depth)), [None, Some(3)]);
        assert_eq!(taken(2, gap, 0), Some(1));
        assert_eq!([0, 20].map(|depth| taken(3, full, depth)), [Some(3), Some(3)]);
        let old = [Some((9, 0)), Some((5, 0)), Some((12, 3)), Some((3, 0))];
        assert_eq!(taken(3, old, 0), Some(2), "worth 0");
        assert_eq!([taken(4, full, 20), taken(4, gap, 0)], [None, Some(1)]);
    }
}
