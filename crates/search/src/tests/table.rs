//! Which entries of the table stay, and which give way.

use std::num::NonZeroU16;

use game::Score;
use game::zobrist::mix;

use super::script::points;
use crate::shared::TableHandle;
use crate::tt::{Bound, Compact, Entry, Layout, Table, Wide};

fn entry(bound: Bound, depth: i32, mv: u16) -> Entry {
    Entry { mv: NonZeroU16::new(mv), score: points(depth), bound, depth }
}

/// True if `second` replaces `first`, of the same position, after so many searches.
fn replaces<L: Layout>(first: Entry, second: Entry, searches: usize) -> bool {
    let table = Table::<L>::new(1).unwrap();
    let key = mix(5);
    table.store(key, first);
    (0..searches).for_each(|_| table.next_age());
    table.store(key, second);
    let found = table.probe(key).unwrap();
    assert!(found == first || found == second, "{found:?}");
    found == second
}

#[test]
fn a_much_deeper_bound_of_the_same_search_stays() {
    let deep = entry(Bound::Lower, 9, 1);
    for bound in [Bound::Lower, Bound::Upper] {
        for (depth, stays) in [(5, true), (6, true), (7, false), (9, false), (12, false)] {
            let new = entry(bound, depth, 2);
            assert_eq!(replaces::<Compact>(deep, new, 0), !stays, "{new:?}");
            assert_eq!(replaces::<Wide>(deep, new, 0), !stays, "{new:?}");
            assert!(replaces::<Wide>(deep, new, 1), "of an older search");
        }
    }
    assert!(replaces::<Wide>(deep, entry(Bound::Exact, 1, 2), 0), "exact scores always count");
    assert!(replaces::<Wide>(deep, entry(Bound::Upper, 1, 2), 65), "ages go round");
    assert!(!replaces::<Wide>(deep, entry(Bound::Upper, 1, 2), 64), "after all of them");
}

#[test]
fn a_position_keeps_its_move_where_a_new_entry_has_none() {
    let table = Table::<Compact>::new(1).unwrap();
    table.store(7, entry(Bound::Lower, 3, 5));
    table.store(7, Entry { mv: None, score: Score::ZERO, bound: Bound::Upper, depth: 4 });
    let found = table.probe(7).unwrap();
    assert_eq!((found.mv, found.depth, found.bound), (NonZeroU16::new(5), 4, Bound::Upper));
    table.store(7, entry(Bound::Lower, 4, 6));
    assert_eq!(table.probe(7).unwrap().mv, NonZeroU16::new(6));
}

/// Keys of one bucket, that differ in their check.
fn crowd<L: Layout>(table: &Table<L>, count: usize) -> Vec<u64> {
    let buckets = table.capacity() / L::SLOTS;
    let low = |n: u64| mix(n) >> 32;
    let top = u64::MAX / buckets as u64 * 7;
    (0..count as u64).map(|n| top + (low(n) & 0x00ff_ffff_ffff)).collect()
}

#[test]
fn the_shallowest_of_the_deep_slots_gives_way_first() {
    let table = Table::<Wide>::new(1).unwrap();
    let keys = crowd(&table, 6);
    for (&key, depth) in keys.iter().zip([9, 5, 7, 3]) {
        table.store(key, entry(Bound::Lower, depth, 1));
    }
    let depths = |table: &Table<Wide>| {
        keys.iter().map(|&key| table.probe(key).map(|entry| entry.depth)).collect::<Vec<_>>()
    };
    // Three slots prefer depth, the last takes what comes.
    assert_eq!(depths(&table)[..4], [Some(9), Some(5), Some(7), Some(3)]);
    table.store(keys[4], entry(Bound::Lower, 5, 1));
    assert_eq!(depths(&table)[..5], [Some(9), None, Some(7), Some(3), Some(5)]);
    table.store(keys[5], entry(Bound::Lower, 4, 1));
    assert_eq!(depths(&table), [Some(9), None, Some(7), None, Some(5), Some(4)]);
    // A search is worth four plies: the oldest give way although they are deeper.
    table.next_age();
    table.store(keys[3], entry(Bound::Lower, 1, 1));
    assert_eq!(depths(&table), [Some(9), None, Some(7), Some(1), None, Some(4)]);
}

#[test]
fn a_sweep_keeps_the_deepest_four_fifths() {
    let table = Table::<Wide>::new(8).unwrap();
    table.set_form(4, 64);
    let depths = |n: u64| 1 + (n % 10) as i32;
    let count = 10_000;
    (0..count).for_each(|n| table.store(mix(n), entry(Bound::Exact, depths(n), 1)));
    assert!((0..count).all(|n| table.probe(mix(n)).is_some()), "there is room for all");
    table.sweep();
    let kept =
        |depth| (0..count).filter(|&n| depths(n) == depth && table.probe(mix(n)).is_some()).count();
    assert_eq!([1, 2, 3, 10].map(kept), [0, 0, 1_000, 1_000]);
    // Half of a depth, where that is what is too much.
    table.clear();
    (0..count).for_each(|n| table.store(mix(n), entry(Bound::Exact, depths(n).min(3), 1)));
    table.sweep();
    let kept = (0..count).filter(|&n| table.probe(mix(n)).is_some()).count();
    assert_eq!(kept, 8_000);
}

#[test]
fn a_table_without_room_is_swept_by_itself() {
    let table = Table::<Wide>::new(1).unwrap();
    table.set_form(4, 64);
    let depth = |n: u64| if n < 10_000 { 9 } else { 1 };
    for n in 0..300_000 {
        table.store(mix(n), entry(Bound::Lower, depth(n), 1));
    }
    let there = |n: &u64| table.probe(mix(*n)).is_some();
    let (deep, shallow) = ((0..10_000).filter(there), (10_000..300_000).filter(there));
    let (deep, shallow) = (deep.count(), shallow.count());
    assert!(deep > 9_900, "the deep ones stay: {deep}");
    assert!(shallow > table.capacity() / 3, "new ones find room: {shallow}");
    let newest = (290_000..300_000).filter(there).count();
    assert!(newest > 1_000, "the newest too: {newest}");
}

#[test]
fn entries_of_other_positions_are_counted_where_few_bits_are_compared() {
    let table = Table::<Wide>::new(1).unwrap();
    let keys = crowd(&table, 2);
    let alike = keys[0] ^ 1 << 20;
    table.store(keys[0], entry(Bound::Lower, 3, 5));
    assert_eq!((table.probe(alike), table.take_collisions()), (None, Some(0)));
    table.set_form(0, 20);
    assert_eq!(table.probe(alike), Some(entry(Bound::Lower, 3, 5)));
    assert!(table.probe(keys[0]).is_some() && table.probe(keys[1]).is_none());
    assert_eq!([table.take_collisions(), table.take_collisions()], [Some(1), Some(0)]);
    let resized = Table::new(2).unwrap();
    assert!(table.rehash_into(&resized, &|| true));
    assert!(resized.probe(alike).is_some(), "the form goes with the entries");
    assert_eq!(Table::<Compact>::new(1).unwrap().take_collisions(), None);
}

#[test]
fn fullness_counts_the_present_search_alone() {
    let table = Table::<Wide>::new(1).unwrap();
    let mut filled = 0;
    for n in 0..table.capacity() as u64 {
        table.store(mix(n), entry(Bound::Exact, 1, 1));
        filled += 1;
    }
    assert_eq!(filled, table.capacity());
    let full = table.hashfull();
    assert!((500..900).contains(&full), "{full}: some buckets have more keys than slots");
    table.next_age();
    assert_eq!(table.hashfull(), 0);
    assert!(table.probe(mix(3)).is_some() || table.probe(mix(4)).is_some(), "but it is all there");
    table.clear();
    assert!((0..filled as u64).all(|n| table.probe(mix(n)).is_none()));
}

#[test]
fn a_new_table_is_told_by_its_version() {
    let handle = TableHandle::new(Table::<Compact>::new(1).unwrap());
    handle.get().store(7, entry(Bound::Lower, 3, 5));
    let before = handle.version();
    handle.rehash_into(Table::new(2).unwrap(), &|| false);
    assert_eq!((handle.version(), handle.get().mib()), (before, 1), "told to stop: the old one");
    handle.rehash_into(Table::new(2).unwrap(), &|| true);
    assert_eq!((handle.version(), handle.get().mib()), (before + 1, 2));
    assert_eq!(handle.get().probe(7).unwrap().depth, 3);
    handle.replace(Table::new(1).unwrap());
    assert_eq!((handle.version(), handle.get().probe(7)), (before + 2, None));
}

#[test]
fn memory_is_put_behind_a_table_until_told_to_stop() {
    let table = Table::<Compact>::new(1).unwrap();
    let asked = std::cell::Cell::new(0);
    let until = |last: u32| {
        asked.set(0);
        table.touch(&|| {
            asked.set(asked.get() + 1);
            asked.get() < last
        })
    };
    // A MiB has 256 pages, and every 64th asks.
    assert!(until(99));
    assert_eq!(asked.get(), 4);
    assert!(!until(2));
    assert_eq!(asked.get(), 2);
}
