//! Who of those that are free in an arena meet now, and who moves first.

/// A player who is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    /// The player's number.
    pub player: usize,
    /// The place in the table, from 1.
    pub rank: usize,
    /// The opponent of the last game.
    pub last: Option<usize>,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
}

impl Free {
    /// Neither has just played the other.
    fn may_meet(&self, other: &Self) -> bool {
        self.last != Some(other.player) && other.last != Some(self.player)
    }
}

/// Of an odd number so many are tried as the one who waits.
const TRIED: usize = 8;

/// Pairs those who are free, each once: neighbours in the table, nobody with the opponent of either's last game. With an odd
/// number the one who was free last waits, of several the lowest, unless others then find nobody.
pub fn pair(free: &[Free]) -> Vec<[usize; 2]> {
    let mut order = free.to_vec();
    order.sort_by_key(|one| one.rank);
    let mut best: Vec<[Free; 2]> = Vec::new();
    if order.len().is_multiple_of(2) {
        best = matched(&order).0;
    } else {
        let mut waits = order.clone();
        waits.sort_by_key(|one| std::cmp::Reverse((one.since, one.rank)));
        for waits in waits.iter().take(TRIED) {
            let others: Vec<Free> = order.iter().filter(|it| *it != waits).copied().collect();
            let (mut pairs, left) = matched(&others);
            pairs.extend(left.iter().find(|it| it.may_meet(waits)).map(|it| [*it, *waits]));
            let all = pairs.len() == order.len() / 2;
            if pairs.len() > best.len() {
                best = pairs;
            }
            if all {
                break;
            }
        }
    }
    best.into_iter().map(|pair| pair.map(|one| one.player)).collect()
}

/// The pairs, and who is left: none of them may meet another.
fn matched(order: &[Free]) -> (Vec<[Free; 2]>, Vec<Free>) {
    let mut order = order.to_vec();
    let mut pairs: Vec<[Free; 2]> = Vec::new();
    let mut left: Vec<Free> = Vec::new();
    while !order.is_empty() {
        let first = order.remove(0);
        match order.iter().position(|other| first.may_meet(other)) {
            Some(at) => pairs.push([first, order.remove(at)]),
            None => left.push(first),
        }
    }
    // Two who have just played each other change with a pair that was made, the lowest that lets them.
    let mut stuck = Vec::new();
    while let [one, two, rest @ ..] = &left[..] {
        let (one, two, mut rest) = (*one, *two, rest.to_vec());
        let change = |[a, b]: [Free; 2]| {
            if one.may_meet(&a) && two.may_meet(&b) {
                Some([[one, a], [two, b]])
            } else if one.may_meet(&b) && two.may_meet(&a) {
                Some([[one, b], [two, a]])
            } else {
                None
            }
        };
        let found = (0..pairs.len()).rev().find_map(|at| Some((at, change(pairs[at])?)));
        if let Some((at, changed)) = found {
            pairs.remove(at);
            pairs.extend(changed);
        } else {
            // The first waits; the second may still change with the next.
            stuck.push(one);
            rest.insert(0, two);
        }
        left = rest;
    }
    stuck.extend(left);
    (pairs, stuck)
}

/// The sides that a player has had: how often more first than second, and what it was last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// Games as first, less those as second.
    pub balance: i32,
    /// The last was as first; none before any game.
    pub last: Option<bool>,
}

impl Sides {
    /// Adds a game.
    pub fn add(&mut self, first: bool) {
        self.balance += if first { 1 } else { -1 };
        self.last = Some(first);
    }
}

/// True if the one of two moves first: who has done so less, or was second last; where nothing
/// parts them, `lot` decides.
pub fn is_first(one: Sides, two: Sides, lot: bool) -> bool {
    match (one.balance - two.balance, one.last, two.last) {
        (1.., ..) => false,
        (..=-1, ..) => true,
        (0, one, two) if one != two => match (one, two) {
            (Some(first), _) => !first,
            (None, other) => other == Some(true),
        },
        _ => lot,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Free, Sides, is_first, pair};

    /// Numbers that are always the same ones (Knuth's).
    struct Lots(u64);

    impl Lots {
        fn below(&mut self, most: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(self.0 >> 33).expect("small") % most
        }
    }

    fn free(player: usize, rank: usize, last: Option<usize>, since: i64) -> Free {
        Free { player, rank, last, since }
    }

    #[test]
    fn nobody_is_paired_twice_or_with_the_last_opponent_whoever_is_free() {
        let mut lots = Lots(7);
        for _ in 0..20_000 {
            let count = lots.below(12);
            let mut ranks: Vec<usize> = (1..=count).collect();
            for at in (1..count).rev() {
                ranks.swap(at, lots.below(at + 1));
            }
            let list: Vec<Free> = (0..count)
                .map(|player| {
                    let last = Some(lots.below(14)).filter(|&it| it != player && it < 13);
                    free(player, ranks[player], last, i64::from(u8::from(lots.below(2) == 0)))
                })
                .collect();
            let pairs = pair(&list);
            let mut seen = BTreeSet::new();
            for [one, two] in &pairs {
                assert!(seen.insert(*one) && seen.insert(*two), "{pairs:?}");
                assert!(list[*one].may_meet(&list[*two]), "{list:?} {pairs:?}");
            }
            // Nobody is left beside somebody whom they may meet.
            let left: Vec<&Free> = list.iter().filter(|it| !seen.contains(&it.player)).collect();
            let meets = |one: &Free, two: &Free| one.player != two.player && one.may_meet(two);
            let beside = left.iter().any(|one| left.iter().any(|two| meets(one, two)));
            assert!(!beside, "{list:?} {pairs:?}");
        }
    }

    #[test]
    fn neighbours_in_the_table_meet() {
        let list: Vec<Free> = [3, 1, 4, 2]
            .iter()
            .enumerate()
            .map(|(player, &rank)| free(player, rank, None, 0))
            .collect();
        assert_eq!(pair(&list), [[1, 3], [0, 2]]);
        // The first two have just played: each takes the nearest other.
        let list: Vec<Free> = [(0, Some(1)), (1, Some(0)), (2, None), (3, None)]
            .iter()
            .map(|&(player, last)| free(player, player + 1, last, 0))
            .collect();
        assert_eq!(pair(&list), [[0, 2], [1, 3]]);
        // The last two have just played: a pair is changed for them.
        let list: Vec<Free> = [(0, None), (1, None), (2, Some(3)), (3, Some(2))]
            .iter()
            .map(|&(player, last)| free(player, player + 1, last, 0))
            .collect();
        let mut pairs = pair(&list);
        pairs.sort_unstable();
        assert_eq!(pairs, [[2, 0], [3, 1]]);
    }

    #[test]
    fn who_waits_is_not_the_one_who_waited_before() {
        let list = [free(0, 1, None, 5), free(1, 2, None, 5), free(2, 3, None, 4)];
        assert_eq!(pair(&list), [[0, 2]]);
        assert_eq!(pair(&list[..1]), Vec::<[usize; 2]>::new());
    }

    #[test]
    fn sides_are_evened_out() {
        let had = |games: &[bool]| {
            let mut sides = Sides::default();
            games.iter().for_each(|&first| sides.add(first));
            sides
        };
        assert!(!is_first(had(&[true]), had(&[false]), true));
        assert!(is_first(had(&[false]), had(&[true]), false));
        // As often each: who was second last.
        assert!(is_first(had(&[true, false]), had(&[false, true]), false));
        assert!(!is_first(had(&[false, true]), had(&[true, false]), true));
        assert!(
            is_first(had(&[]), had(&[false, true]), false)
                && !is_first(had(&[]), had(&[true, false]), true)
        );
        assert!(is_first(had(&[]), had(&[]), true) && !is_first(had(&[]), had(&[]), false));
        // However they meet, nobody has one side much more often.
        let mut sides = [Sides::default(); 9];
        let mut lots = Lots(3);
        for _ in 0..2_000 {
            let one = lots.below(9);
            let two = (one + 1 + lots.below(8)) % 9;
            let first = is_first(sides[one], sides[two], lots.below(2) == 0);
            sides[one].add(first);
            sides[two].add(!first);
            assert!(sides.iter().all(|it| it.balance.abs() <= 4), "{sides:?}");
        }
    }
}
