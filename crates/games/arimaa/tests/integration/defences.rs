//! The steps that can stop a goal, against the full enumeration of turns.

use std::collections::{BTreeMap, BTreeSet};

use arimaa::Position;
use game::{MoveList, Notation as _, Position as _};

use crate::random;

/// By its key, a way to each board at the end of a turn from here that leaves the other side no goal; by `defences`, without the
/// steps that are said to have no part in that. Also how many steps were looked at.
pub(crate) fn safe_ends(position: &Position, defences: bool) -> (BTreeMap<u64, String>, usize) {
    let side = position.side();
    let (mut ends, mut steps) = (BTreeMap::new(), 0);
    let mut level = vec![*position];
    while !level.is_empty() {
        let mut seen = BTreeSet::new();
        for at in std::mem::take(&mut level) {
            let threat = if defences { at.threat() } else { None };
            let mut moves = MoveList::new();
            at.legal_moves(&mut moves);
            for &mv in &moves {
                if threat.is_some_and(|threat| at.leaves_threat(mv, threat)) {
                    continue;
                }
                steps += 1;
                let next = at.make(mv);
                if next.side() == side {
                    if seen.insert(next.key()) {
                        level.push(next);
                    }
                } else if next.ending().is_none() && next.goal_distance().is_none() {
                    let last = at.move_text(mv);
                    ends.entry(next.key()).or_insert_with(|| format!("{} {last}", at.text()));
                }
            }
        }
    }
    (ends, steps)
}

/// Checks so many positions in which the other side has a goal, at any step of a turn.
fn check(count: usize, seed: u64) {
    let (mut hopeless, mut all, mut some) = (0, 0, 0);
    let threatened =
        |position: &Position| position.threat().is_some() && position.goal_distance().is_none();
    for position in random::positions(seed).filter(threatened).take(count) {
        let (expected, steps) = safe_ends(&position, false);
        let (found, fewer) = safe_ends(&position, true);
        let missed = expected.iter().find(|(key, _)| !found.contains_key(key));
        assert_eq!(missed, None, "{}", position.text());
        hopeless += usize::from(expected.is_empty());
        (all, some) = (all + steps, some + fewer);
    }
    assert!(hopeless * 20 > count && hopeless * 20 < 19 * count, "{hopeless} of {count}");
    assert!(some * 2 < all, "{some} of {all} steps");
}

#[test]
fn every_turn_that_stops_a_goal_is_left() {
    check(20, 1);
}

#[test]
#[ignore = "20,000 positions take some minutes"]
fn every_turn_that_stops_a_goal_is_left_in_20_000_positions() {
    for seed in 2..22 {
        check(1_000, seed);
    }
}
