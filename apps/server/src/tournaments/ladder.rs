//! Ladders: who of those that are free meet, and what a result does to the rungs.

use super::table::{Met, Table};

/// So many rungs apart two meet at most; those who are not there are not counted.
const REACH: usize = 3;
/// So long after a game in which the lower won the same two meet again, in milliseconds.
const REST: i64 = 3_600_000;
/// So long after any other game, in milliseconds.
const LONG_REST: i64 = 6 * REST;

/// A player of a ladder whom a result puts on another rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The player's number.
    pub player: usize,
    /// The rung, as entries have it.
    pub rung: u32,
    /// Rungs up; down where negative.
    pub by: i32,
}

/// Two who have met may meet again.
fn may_meet(met: Option<Met>, now: i64) -> bool {
    met.is_none_or(|Met { at, taken }| now - at >= if taken { REST } else { LONG_REST })
}

/// Pairs those who are free of those who are there, given from the top down: within reach, whoever has never met first, then
/// whoever met longest ago; of several the nearest, and of those the highest.
pub fn pair(table: &Table, there: &[usize], now: i64) -> Vec<[usize; 2]> {
    let is_free = |player: usize| table.record(player).plays.is_none();
    let mut wanted = Vec::new();
    for (at, &one) in there.iter().enumerate().filter(|(_, one)| is_free(**one)) {
        let below = there[at + 1..].iter().take(REACH).enumerate();
        for (apart, &two) in below.filter(|(_, two)| is_free(**two)) {
            let met = table.met(one, two);
            if may_meet(met, now) {
                wanted.push((met.map(|met| met.at), apart, at, [one, two]));
            }
        }
    }
    wanted.sort_unstable();
    let mut busy = vec![false; table.players().len()];
    let mut pairs = Vec::new();
    for (.., pair) in wanted {
        if pair.iter().all(|&player| !busy[player]) {
            pair.iter().for_each(|&player| busy[player] = true);
            pairs.push(pair);
        }
    }
    pairs
}

/// Those whom a win puts on another rung: who beats somebody above takes that rung, and those between move down by one.
pub fn climb(table: &Table, winner: usize, loser: usize) -> Vec<Moved> {
    let (from, to) = (table.place(winner), table.place(loser));
    // One of them has withdrawn, or the higher has won.
    if from <= to || to == 0 {
        return Vec::new();
    }
    let moving = &table.order()[to - 1..from];
    let rung = |player: usize| table.players()[player].rung;
    let up = i32::try_from(moving.len() - 1).unwrap_or(i32::MAX);
    let first = Moved { player: winner, rung: rung(loser), by: up };
    let down = moving.windows(2).map(|two| Moved { player: two[0], rung: rung(two[1]), by: -1 });
    std::iter::once(first).chain(down).collect()
}
