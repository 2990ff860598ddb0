//! Who meets whom, whoever plays: engines here, the members of a club on the server.

use std::collections::BTreeSet;

/// Attempts before a rematch is allowed.
const WAIT_BUDGET: u32 = 200_000;

/// All pairings of a round robin between so many, the lower number first. Those of a player who is added come after
/// those that were there.
pub fn everyone(players: u32) -> impl Iterator<Item = (u32, u32)> {
    (1..players).flat_map(|second| (0..second).map(move |first| (first, second)))
}

/// Pairs a round of a Swiss tournament: neighbours in `order` (the leader first) that have not met; with an odd number
/// the lowest without one has a bye. `met` has each two, the lower number first. Only where there is no other way two
/// meet again.
pub fn pair_round(
    order: &[u32],
    met: &BTreeSet<(u32, u32)>,
    had_bye: &[u32],
) -> (Vec<(u32, u32)>, Option<u32>) {
    let mut left = order.to_vec();
    let mut bye = None;
    if !left.len().is_multiple_of(2) {
        let lowest = left.iter().rposition(|engine| !had_bye.contains(engine));
        bye = Some(left.remove(lowest.unwrap_or(left.len() - 1)));
    }
    let mut pairs = Vec::new();
    let mut wait_budget = WAIT_BUDGET;
    if !search(&left, met, &mut pairs, &mut wait_budget) {
        pairs = left.chunks_exact(2).map(|two| (two[0], two[1])).collect();
    }
    (pairs, bye)
}

/// The leader meets the next that it has not met, and so on, taken back where the rest cannot be paired.
fn search(
    left: &[u32],
    met: &BTreeSet<(u32, u32)>,
    pairs: &mut Vec<(u32, u32)>,
    wait_budget: &mut u32,
) -> bool {
    let Some((&leader, others)) = left.split_first() else { return true };
    for (index, &other) in others.iter().enumerate() {
        if *wait_budget == 0 {
            return false;
        }
        *wait_budget -= 1;
        if met.contains(&(leader.min(other), leader.max(other))) {
            continue;
        }
        let rest: Vec<u32> = others[..index].iter().chain(&others[index + 1..]).copied().collect();
        pairs.push((leader, other));
        if search(&rest, met, pairs, wait_budget) {
            return true;
        }
        pairs.pop();
    }
    false
}
