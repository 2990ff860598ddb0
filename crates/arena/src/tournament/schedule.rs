//! Which games are to be played: a function of the configuration and the results so far, so that it is
//! the same after any interruption.

use std::collections::{BTreeMap, BTreeSet};

use super::config::{Config, Format};
use super::pairing::{everyone, pair_round};
use crate::seeds::{mix, shuffled};

/// Extra pairs that a knockout pairing may have when it is even; after them the one that was named
/// first goes on.
const TIE_BREAKS: u64 = 10;

/// The key of a game of a tournament, whatever else is played in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Key {
    /// The round, from 0.
    pub round: u32,
    /// The engine's number, from 0, whose score is counted.
    pub first: u32,
    /// Its opponent's.
    pub second: u32,
    /// The pair in their pairing, from 0.
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

/// All games between two engines in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pairing {
    round: u32,
    first: u32,
    second: u32,
    /// Games that were planned from the start: pairs, and perhaps an odd game.
    regular: u64,
    /// Pairs that were added because it was even.
    extra: u64,
    /// The number of its first game, from 1, and that of the first added one.
    numbers: [u64; 2],
    /// The number of its first opening.
    opening: u64,
}

impl Pairing {
    fn games(&self) -> u64 {
        self.regular + 2 * self.extra
    }

    fn pairs(&self) -> u64 {
        self.regular.div_ceil(2) + self.extra
    }

    /// A game of it, where it has that one.
    fn slot(&self, pair: u64, leg: u8) -> Option<Slot> {
        let regular = self.regular.div_ceil(2);
        let at = 2 * pair + u64::from(leg);
        let number = if pair < regular {
            (at < self.regular).then(|| self.numbers[0] + at)?
        } else {
            (pair < self.pairs()).then(|| self.numbers[1] + at - 2 * regular)?
        };
        let Self { round, first, second, opening, .. } = *self;
        Some(Slot { key: Key { round, first, second, pair, leg }, number, opening: opening + pair })
    }

    /// Half points of both, and whether all of its games are played.
    fn score(&self, results: &Results) -> (u64, u64, bool) {
        let Self { round, first, second, .. } = *self;
        let key = |pair| Key { round, first, second, pair, leg: 0 };
        let played = results.range(key(0)..key(self.pairs()));
        let (points, games) = played
            .fold((0, 0), |(points, games), (_, &half)| (points + u64::from(half), games + 1));
        (points, 2 * games - points, games == self.games())
    }
}

/// The games that are known to be played. They are computed as they are asked for: what is planned takes no
/// memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The pairings of each round.
    rounds: Vec<Vec<Pairing>>,
}

impl Schedule {
    /// How many games are known to be played, finished or not.
    pub fn games(&self) -> u64 {
        self.rounds.iter().flatten().map(Pairing::games).sum()
    }

    /// The games, in the order in which they are begun: round by round, and in each round pair by pair, so that
    /// all pairings progress together.
    pub fn slots(self) -> impl Iterator<Item = Slot> + Send {
        self.rounds.into_iter().flat_map(|pairings| {
            let pairs = pairings.iter().map(Pairing::pairs).max().unwrap_or(0);
            let count = pairings.len();
            let all = (0..pairs)
                .flat_map(move |pair| (0..count).map(move |index| (pair, index)))
                .flat_map(|(pair, index)| (0..2).map(move |leg| (pair, index, leg)));
            all.filter_map(move |(pair, index, leg)| pairings[index].slot(pair, leg))
        })
    }

    /// One of its games is not played yet.
    pub fn is_open(self, results: &Results) -> bool {
        self.slots().any(|slot| !results.contains_key(&slot.key))
    }
}

/// The games that are known to be played. Those of later rounds come when the results that they depend on are
/// there.
pub(super) fn schedule(config: &Config, results: &Results) -> Schedule {
    let engines = config.engines.len() as u32;
    match config.format {
        Format::Match => all(config, &[(0, 1)]),
        Format::Gauntlet => {
            let pairings: Vec<(u32, u32)> = (1..engines).map(|other| (0, other)).collect();
            all(config, &pairings)
        }
        Format::RoundRobin => {
            let pairings: Vec<(u32, u32)> = everyone(engines).collect();
            all(config, &pairings)
        }
        Format::Swiss => swiss(config, results).0,
        Format::Knockout => knockout(config, results).0,
    }
}

/// Pairings that are all known.
fn all(config: &Config, pairings: &[(u32, u32)]) -> Schedule {
    let regular = config.games;
    let of = |(&(first, second), place): (&(u32, u32), u64)| {
        let numbers = [place.saturating_mul(regular).saturating_add(1), 0];
        Pairing { round: 0, first, second, regular, extra: 0, numbers, opening: 0 }
    };
    Schedule { rounds: vec![pairings.iter().zip(0..).map(of).collect()] }
}

/// A pairing in a round of a Swiss tournament or a knockout: the `place`th of all, of which there are at
/// most `places`. The numbers of added games come after those of all others, so that no game's number
/// depends on how another went.
fn pairing(config: &Config, round: u32, two: (u32, u32), place: u64, places: u64) -> Pairing {
    let regular = config.games;
    Pairing {
        round,
        first: two.0,
        second: two.1,
        regular,
        extra: 0,
        numbers: [place * regular + 1, places * regular + place * 2 * TIE_BREAKS + 1],
        opening: u64::from(round) * (regular.div_ceil(2) + TIE_BREAKS),
    }
}

/// The rounds of a Swiss tournament as far as they can be paired, and who had a bye in each.
pub(super) fn swiss(config: &Config, results: &Results) -> (Schedule, Vec<Option<u32>>) {
    let engines = config.engines.len();
    let mut rounds = Vec::new();
    let mut byes = Vec::new();
    let mut points = vec![0_u64; engines];
    let mut met: BTreeSet<(u32, u32)> = BTreeSet::new();
    let lots = shuffled(engines, mix(config.seed, u64::MAX - 7));
    let a_round = engines as u64 / 2;
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
        let mut pairings = Vec::new();
        for ((a, b), index) in pairs.into_iter().zip(0_u64..) {
            // Who begins the first pair of a pairing alternates by round.
            let two = if round % 2 == 0 { (a, b) } else { (b, a) };
            let place = u64::from(round) * a_round + index;
            let meeting = pairing(config, round, two, place, 0);
            let (of_first, of_second, all) = meeting.score(results);
            points[two.0 as usize] += of_first;
            points[two.1 as usize] += of_second;
            met.insert((a.min(b), a.max(b)));
            complete &= all;
            pairings.push(meeting);
        }
        rounds.push(pairings);
        if !complete {
            break;
        }
    }
    (Schedule { rounds }, byes)
}

/// The rounds of a knockout as far as the winners are known, and the winner of it all. The order of the
/// engines is their seeding: the first meets the last, and the first two can meet in the final only.
/// Where places are free the best seeded have no opponent in the first round.
pub(super) fn knockout(config: &Config, results: &Results) -> (Schedule, Option<u32>) {
    let engines = config.engines.len();
    let places = engines.next_power_of_two();
    let mut bracket: Vec<Option<u32>> =
        seeding(places).into_iter().map(|seed| (seed < engines).then_some(seed as u32)).collect();
    let mut rounds = Vec::new();
    let mut place = 0;
    while bracket.len() > 1 {
        let mut next = Vec::with_capacity(bracket.len() / 2);
        let mut complete = true;
        let mut pairings = Vec::new();
        for two in bracket.chunks(2) {
            let two = match *two {
                [Some(first), Some(second)] => (first.min(second), first.max(second)),
                [one, other] => {
                    next.push(one.or(other));
                    continue;
                }
                _ => continue,
            };
            let round = rounds.len() as u32;
            let meeting = pairing(config, round, two, place, engines as u64 - 1);
            place += 1;
            let (meeting, winner) = meet(meeting, results);
            complete &= winner.is_some();
            next.push(winner);
            pairings.push(meeting);
        }
        rounds.push(pairings);
        if !complete {
            return (Schedule { rounds }, None);
        }
        bracket = next;
    }
    (Schedule { rounds }, bracket.first().copied().flatten())
}

/// A pairing of a knockout, to which pairs are added while it is even, and its winner.
fn meet(mut meeting: Pairing, results: &Results) -> (Pairing, Option<u32>) {
    loop {
        let (of_first, of_second, all) = meeting.score(results);
        if !all {
            return (meeting, None);
        }
        if of_first != of_second || meeting.extra == TIE_BREAKS {
            let winner = if of_second > of_first { meeting.second } else { meeting.first };
            return (meeting, Some(winner));
        }
        meeting.extra += 1;
    }
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
