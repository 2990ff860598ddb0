//! Which games are to be played: a function of the configuration and the results so far, so that it is
//! the same after any interruption.

use std::collections::{BTreeMap, BTreeSet};

use super::config::{Config, Format};
use super::swiss::pair_round;
use crate::seeds::{mix, shuffled};

/// Extra pairs that a knockout encounter may have when it is even; after them the one that was named
/// first goes on.
const TIE_BREAKS: u64 = 10;

/// What names a game of a tournament, whatever else is played in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Key {
    /// The round, from 0.
    pub round: u32,
    /// The engine's number, from 0, whose score is counted.
    pub first: u32,
    /// Its opponent's.
    pub second: u32,
    /// The pair in their encounter, from 0.
    pub pair: u64,
    /// 0, or 1 for the game with sides changed.
    pub leg: u8,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Which it is.
    pub key: Key,
    /// Its number in the tournament, from 1.
    pub number: u64,
    /// The opening's number.
    pub opening: u64,
}

/// Half points of the first engine, by game.
pub type Results = BTreeMap<Key, u8>;

/// The games that are known to be played, in the order in which they are begun. Those of later rounds
/// come when the results that they depend on are there.
pub(super) fn schedule(config: &Config, results: &Results) -> Vec<Slot> {
    let engines = config.engines.len() as u32;
    match config.format {
        Format::Match => all(config, &[(0, 1)]),
        Format::Gauntlet => {
            let encounters: Vec<(u32, u32)> = (1..engines).map(|other| (0, other)).collect();
            all(config, &encounters)
        }
        Format::RoundRobin => {
            // Encounters of an engine that is added come after those that were there.
            let of = |second: u32| (0..second).map(move |first| (first, second));
            let encounters: Vec<(u32, u32)> = (1..engines).flat_map(of).collect();
            all(config, &encounters)
        }
        Format::Swiss => swiss(config, results).0,
        Format::Knockout => knockout(config, results).0,
    }
}

/// Encounters that are all known: pair by pair, so that all of them progress together.
fn all(config: &Config, encounters: &[(u32, u32)]) -> Vec<Slot> {
    let games = config.games;
    let mut slots = Vec::with_capacity(encounters.len() * games as usize);
    for pair in 0..games.div_ceil(2) {
        for (&(first, second), place) in encounters.iter().zip(0_u64..) {
            for leg in (0..2).filter(|leg| 2 * pair + u64::from(*leg) < games) {
                let number = place * games + 2 * pair + u64::from(leg) + 1;
                let key = Key { round: 0, first, second, pair, leg };
                slots.push(Slot { key, number, opening: pair });
            }
        }
    }
    slots
}

/// The games of an encounter in a round.
fn encounter(
    config: &Config,
    round: u32,
    first: u32,
    second: u32,
    pairs: u64,
    slots: &mut Vec<Slot>,
) {
    let regular = config.games.div_ceil(2);
    for pair in 0..pairs {
        // Tie-breaks are whole pairs.
        let legs = if pair < regular && 2 * pair + 1 >= config.games { 1 } else { 2 };
        for leg in 0..legs {
            let number = slots.len() as u64 + 1;
            let key = Key { round, first, second, pair, leg };
            let opening = u64::from(round) * (regular + TIE_BREAKS) + pair;
            slots.push(Slot { key, number, opening });
        }
    }
}

/// Half points of both in an encounter, and whether all of these games are played.
fn score(slots: &[Slot], results: &Results) -> (u64, u64, bool) {
    let played = slots.iter().filter_map(|slot| results.get(&slot.key));
    let (points, games) =
        played.fold((0, 0), |(points, games), &half| (points + u64::from(half), games + 1));
    (points, 2 * games - points, games == slots.len() as u64)
}

/// The rounds of a Swiss tournament as far as they can be paired, and who had a bye in each.
pub(super) fn swiss(config: &Config, results: &Results) -> (Vec<Slot>, Vec<Option<u32>>) {
    let engines = config.engines.len();
    let mut slots = Vec::new();
    let mut byes = Vec::new();
    let mut points = vec![0_u64; engines];
    let mut met: BTreeSet<(u32, u32)> = BTreeSet::new();
    let lots = shuffled(engines, mix(config.seed, u64::MAX - 7));
    for round in 0..config.rounds {
        let mut order: Vec<u32> = (0..engines as u32).collect();
        order.sort_by_key(|&engine| {
            (std::cmp::Reverse(points[engine as usize]), lots[engine as usize])
        });
        let had: Vec<u32> = byes.iter().copied().flatten().collect();
        let (pairs, bye) = pair_round(&order, &met, &had);
        if let Some(bye) = bye {
            points[bye as usize] += 2 * config.games;
        }
        byes.push(bye);
        let mut complete = true;
        for (a, b) in pairs {
            // Who begins the first pair of an encounter alternates by round.
            let (first, second) = if round % 2 == 0 { (a, b) } else { (b, a) };
            let from = slots.len();
            encounter(config, round, first, second, config.games.div_ceil(2), &mut slots);
            let (of_first, of_second, all) = score(&slots[from..], results);
            points[first as usize] += of_first;
            points[second as usize] += of_second;
            met.insert((a.min(b), a.max(b)));
            complete &= all;
        }
        if !complete {
            break;
        }
    }
    (slots, byes)
}

/// The rounds of a knockout as far as the winners are known, and the winner of it all. The order of the
/// engines is their seeding: the first meets the last, and the first two can meet in the final only.
/// Where places are free the best seeded have no opponent in the first round.
pub(super) fn knockout(config: &Config, results: &Results) -> (Vec<Slot>, Option<u32>) {
    let engines = config.engines.len();
    let places = engines.next_power_of_two();
    let mut bracket: Vec<Option<u32>> =
        seeding(places).into_iter().map(|seed| (seed < engines).then_some(seed as u32)).collect();
    let mut slots = Vec::new();
    let mut round = 0;
    while bracket.len() > 1 {
        let mut next = Vec::with_capacity(bracket.len() / 2);
        let mut complete = true;
        for two in bracket.chunks(2) {
            let (first, second) = match *two {
                [Some(first), Some(second)] => (first.min(second), first.max(second)),
                [one, other] => {
                    next.push(one.or(other));
                    continue;
                }
                _ => continue,
            };
            let winner = meet(config, results, round, first, second, &mut slots);
            complete &= winner.is_some();
            next.push(winner);
        }
        if !complete {
            return (slots, None);
        }
        bracket = next;
        round += 1;
    }
    (slots, bracket.first().copied().flatten())
}

/// An encounter of a knockout: pairs are added while it is even.
fn meet(
    config: &Config,
    results: &Results,
    round: u32,
    first: u32,
    second: u32,
    slots: &mut Vec<Slot>,
) -> Option<u32> {
    let regular = config.games.div_ceil(2);
    for extra in 0..=TIE_BREAKS {
        let mut games = Vec::new();
        encounter(config, round, first, second, regular + extra, &mut games);
        let (of_first, of_second, all) = score(&games, results);
        let decided = all && of_first != of_second;
        if !all || decided || extra == TIE_BREAKS {
            let before = slots.len() as u64;
            slots.extend(
                games.into_iter().map(|slot| Slot { number: slot.number + before, ..slot }),
            );
            if !all {
                return None;
            }
            return Some(if of_second > of_first { second } else { first });
        }
    }
    None
}

/// The order of seeds in a bracket of so many places: 0, 3, 1, 2 for four… so that the better half
/// meets the worse half in every round.
fn seeding(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let double = 2 * order.len();
        order = order.into_iter().flat_map(|seed| [seed, double - 1 - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests;
