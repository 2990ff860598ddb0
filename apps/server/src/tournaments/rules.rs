//! The rules of tournaments: who may come and go, what is due, how games count. Every answer is a
//! list of changes, which are kept before they are made.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use arena::tournament::pairing::{everyone, pair_round};

use super::kept::{Change, Done, Entry, Head, Pairing};
use super::ladder::{self, Moved};
use super::table::Table;
use super::terms;
use super::wave::{self, Free, is_first};
use crate::protocol::seats::Rating;
use crate::protocol::tournament::{Kind, Stage, Status};
use crate::protocol::{Code, Failure};
use crate::who::Who;

/// Between two rounds of a Swiss tournament, in milliseconds.
pub const BETWEEN_ROUNDS: i64 = 5_000;
/// Two who have just played each other play again where both have waited so long for others, in milliseconds.
const AGAIN: i64 = 20_000;
/// So long after its start a tournament waits for two players, in milliseconds.
const WAITS: i64 = 3_600_000;
/// So long a round robin waits for players who pause, in milliseconds.
const WAIT_FOR_PLAYERS: i64 = 300_000;
/// Before the end of an arena or ladder nobody is paired any more, in milliseconds: at least, and at most.
const CLOSING: [i64; 2] = [30_000, 120_000];

/// A game that is to begin, or a point without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The round, from 0.
    pub round: u32,
    /// The players' numbers, the one who moves first first; of a bye twice the same.
    pub players: [usize; 2],
}

/// A step that is due.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Nothing yet.
    Wait,
    /// It begins, or is over.
    Head(Box<Head>),
    /// Games begin.
    Meet(Vec<Meeting>),
}

/// How a game of a tournament ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// Half points of who moved first; none where the game came to nothing.
    pub half_points: Option<u8>,
    /// The loser made no first move.
    pub no_show: bool,
    /// The ratings of both after it.
    pub ratings: [Option<Rating>; 2],
    /// When, in milliseconds since 1970.
    pub at: i64,
}

fn stale(message: &str) -> Failure {
    Failure::new(Code::Stale, message)
}

fn is_open(table: &Table) -> Result<(), Failure> {
    match table.head().stage {
        Stage::Coming | Stage::Running => Ok(()),
        Stage::Over => Err(stale("The tournament is over.")),
        Stage::Canceled => Err(stale("The tournament was cancelled.")),
    }
}

/// Why nobody may join any more, or not this member.
///
/// # Errors
/// Says so.
pub fn may_join(table: &Table, who: &Who, rating: Option<Rating>) -> Result<(), Failure> {
    is_open(table)?;
    if !table.head().is_open_to(&who.key) {
        return Err(Failure::new(Code::Limit, "This tournament is by invitation."));
    }
    if let Some(failure) = terms::refusal(&table.head().terms, who, rating) {
        return Err(failure);
    }
    // Who has withdrawn from a ladder has left it, and comes to it anew.
    let ladder = table.kind() == Kind::Ladder;
    let held = if ladder { table.order().len() } else { table.players().len() };
    let is_new = table.number(&who.key).is_none_or(|number| ladder && table.place(number) == 0);
    if is_new && held >= terms::most(table.kind()) {
        let message = format!("The tournament is full: {held} players.");
        return Err(Failure::new(Code::Limit, message));
    }
    let rounds = table.head().terms.rounds.unwrap_or(u32::MAX);
    if table.kind() == Kind::Swiss && round(table).is_some_and(|round| round + 1 >= rounds) {
        return Err(stale("The last round is under way."));
    }
    Ok(())
}

/// A member joins, or plays on after a pause.
///
/// # Errors
/// Where they may not.
pub fn join(
    table: &Table,
    who: &Who,
    rating: Option<Rating>,
    now: i64,
) -> Result<Vec<Change>, Failure> {
    let number = table.number(&who.key);
    if number.is_some_and(|number| table.players()[number].status == Status::In) {
        return is_open(table).map(|()| Vec::new());
    }
    may_join(table, who, rating)?;
    let before = number.map(|number| &table.players()[number]);
    let (rung, moved) = match before.filter(|entry| entry.status != Status::Out) {
        Some(entry) => (entry.rung, entry.moved),
        // Newcomers begin at the bottom.
        None => (table.bottom(), 0),
    };
    let entry = Entry { who: who.clone(), rating, status: Status::In, since: now, rung, moved };
    Ok(vec![Change::Player(number.unwrap_or(table.players().len()), Box::new(entry))])
}

/// A player pauses, or withdraws.
///
/// # Errors
/// Where they do not play in it.
pub fn leave(table: &Table, who: &Who, status: Status, now: i64) -> Result<Vec<Change>, Failure> {
    is_open(table)?;
    let number = table.number(&who.key).filter(|&it| table.players()[it].status != Status::Out);
    let number = number.ok_or_else(|| stale("You do not play in this tournament."))?;
    if status == Status::Paused && table.head().stage == Stage::Coming {
        return Err(stale("It has not begun: withdraw, and join again when you like."));
    }
    let entry = Entry { status, since: now, ..table.players()[number].clone() };
    Ok(vec![Change::Player(number, Box::new(entry))])
}

fn is_creator(table: &Table, who: &Who) -> Result<(), Failure> {
    if table.head().by.key == who.key {
        return Ok(());
    }
    Err(Failure::new(Code::NotYourTurn, "Who made the tournament may do that, and nobody else."))
}

/// Its creator cancels it.
///
/// # Errors
/// Where somebody else asks, or it is over.
pub fn cancel(table: &Table, who: &Who, now: i64) -> Result<Vec<Change>, Failure> {
    is_creator(table, who)?;
    is_open(table)?;
    let head = Head { stage: Stage::Canceled, ends: Some(now), ..table.head().clone() };
    Ok(vec![Change::Head(Box::new(head))])
}

/// Who is invited to a private tournament by now: its creator may invite more.
///
/// # Errors
/// Where somebody else asks, it is over, or it is not private.
pub fn invited(table: &Table, who: &Who) -> Result<Vec<Who>, Failure> {
    is_creator(table, who)?;
    is_open(table)?;
    table.head().invited.clone().ok_or_else(|| stale("All may join this tournament."))
}

/// Its creator begins it before its time.
///
/// # Errors
/// Where somebody else asks, or it has begun.
pub fn start(table: &Table, who: &Who, now: i64) -> Result<Vec<Change>, Failure> {
    is_creator(table, who)?;
    is_open(table)?;
    if table.head().stage != Stage::Coming {
        return Err(stale("The tournament has begun."));
    }
    let head = Head { starts: now, ..table.head().clone() };
    Ok(vec![Change::Head(Box::new(head))])
}

/// The result of a game, once.
pub fn result(table: &Table, game: &str, ended: &Ended) -> Vec<Change> {
    let Some(pairing) = table.of_game(game).filter(|pairing| pairing.done.is_none()) else {
        return Vec::new();
    };
    let head = table.head();
    if head.stage != Stage::Running {
        return Vec::new();
    }
    // Games that end after the end of an arena or ladder count for nothing.
    let late = head.ends.is_some_and(|ends| ended.at > ends);
    let half_points = ended.half_points.filter(|_| !late);
    let [one, two] = pairing.players;
    let moves = match half_points.filter(|_| table.kind() == Kind::Ladder) {
        Some(2) => ladder::climb(table, one, two),
        Some(0) => ladder::climb(table, two, one),
        _ => Vec::new(),
    };
    let points = half_points.map_or([0, 0], |half| worth(table, pairing.players, half, &moves));
    let done = Done { order: table.done(), half_points, points, at: ended.at };
    let mut changes = vec![Change::Pairing(Pairing { done: Some(done), ..pairing.clone() })];
    let mut entries = players_after(table, pairing, ended);
    for Moved { player, rung, by } in moves {
        let entry = entries.entry(player).or_insert_with(|| table.players()[player].clone());
        (entry.rung, entry.moved) = (rung, by);
    }
    changes.extend(entries.into_iter().map(|(it, entry)| Change::Player(it, Box::new(entry))));
    changes
}

/// What a game was worth to each of its players, the half points of the first of whom are those.
fn worth(table: &Table, players: [usize; 2], half_points: u8, moves: &[Moved]) -> [u32; 2] {
    if table.kind() == Kind::Ladder {
        let up = moves.first().map_or(0, |moved| moved.by.unsigned_abs());
        return players
            .map(|it| if moves.first().is_some_and(|of| of.player == it) { up } else { 0 });
    }
    let [one, two] = players.map(|player| &table.record(player).sheet);
    [one.worth(table.kind(), half_points), two.worth(table.kind(), 2 - half_points)]
}

/// The players of a pairing after its game.
fn players_after(table: &Table, pairing: &Pairing, ended: &Ended) -> BTreeMap<usize, Entry> {
    let [one, two] = pairing.players;
    let mut entries = BTreeMap::new();
    for (player, rating, lost) in [
        (one, ended.ratings[0], ended.half_points == Some(0)),
        (two, ended.ratings[1], ended.half_points == Some(2)),
    ] {
        let mut entry = Entry { since: ended.at, ..table.players()[player].clone() };
        if let Some(rating) = rating {
            entry.rating = Some(Rating { change: None, ..rating });
        }
        if ended.no_show && lost && entry.status == Status::In {
            entry.status = Status::Paused;
        }
        entries.insert(player, entry);
    }
    entries
}

/// The last round that was paired, from 0; none before the first.
pub fn round(table: &Table) -> Option<u32> {
    table.pairings().next_back().map(|pairing| pairing.round)
}

/// When the next round of a Swiss tournament is paired, in milliseconds since 1970.
pub fn next_round(table: &Table) -> Option<i64> {
    let rounds = table.head().terms.rounds.unwrap_or(0);
    let waits = table.kind() == Kind::Swiss
        && table.head().stage == Stage::Running
        && table.open().next().is_none()
        && round(table).is_some_and(|round| round + 1 < rounds);
    let last = table.pairings().filter_map(|pairing| pairing.done).map(|done| done.at).max();
    last.filter(|_| waits).map(|last| last + BETWEEN_ROUNDS)
}

fn over(table: &Table, now: i64) -> Step {
    let first = table.order().first().copied();
    let played = first.filter(|&first| match table.kind() {
        Kind::Ladder => table.counted() > 0,
        _ => table.record(first).sheet.sum() > 0,
    });
    Step::Head(Box::new(Head {
        stage: Stage::Over,
        ends: Some(table.head().ends.unwrap_or(now)),
        winner: played.map(|first| table.players()[first].who.clone()),
        ..table.head().clone()
    }))
}

/// The step that is due now. `here` says if a member listens: an arena pairs those alone.
pub fn due(table: &Table, now: i64, here: &dyn Fn(&str) -> bool) -> Step {
    let head = table.head();
    match head.stage {
        Stage::Over | Stage::Canceled => Step::Wait,
        Stage::Coming if now < head.starts => Step::Wait,
        Stage::Coming => begin(table, now),
        Stage::Running => match table.kind() {
            Kind::Arena | Kind::Ladder => lasting(table, now, here),
            Kind::Swiss => swiss(table, now),
            Kind::RoundRobin => round_robin(table, now),
        },
    }
}

fn begin(table: &Table, now: i64) -> Step {
    let head = table.head().clone();
    if matches!(table.kind(), Kind::Arena | Kind::Ladder) {
        let ends = terms::length(&head.terms).map(|length| now + length);
        return Step::Head(Box::new(Head { stage: Stage::Running, starts: now, ends, ..head }));
    }
    if table.are_in().nth(1).is_some() {
        return Step::Head(Box::new(Head { stage: Stage::Running, starts: now, ..head }));
    }
    if now > head.starts + WAITS {
        return Step::Head(Box::new(Head { stage: Stage::Canceled, ends: Some(now), ..head }));
    }
    Step::Wait
}

/// The two with the one who moves first first. The lot is the pairing's number.
fn sided(table: &Table, [one, two]: [usize; 2], number: usize) -> [usize; 2] {
    let lot = (number + one + two).is_multiple_of(2);
    let first = is_first(table.record(one).sides, table.record(two).sides, lot);
    if first { [one, two] } else { [two, one] }
}

fn is_free(table: &Table, player: usize) -> bool {
    table.record(player).plays.is_none()
}

/// So long before its end an arena or ladder pairs nobody, in milliseconds.
pub fn closing(head: &Head) -> i64 {
    let half = i64::try_from(head.terms.clock.initial / 2).unwrap_or(i64::MAX);
    let length = terms::length(&head.terms).unwrap_or(0);
    half.clamp(CLOSING[0], CLOSING[1]).min(length / 4)
}

/// The step of an arena or ladder: whoever is free is paired, until its time is over.
fn lasting(table: &Table, now: i64, here: &dyn Fn(&str) -> bool) -> Step {
    if let Some(ends) = table.head().ends {
        if now >= ends {
            return over(table, now);
        }
        if now > ends - closing(table.head()) {
            return Step::Wait;
        }
    }
    let is_there = |player: &usize| {
        let entry = &table.players()[*player];
        entry.status == Status::In && here(&entry.who.key)
    };
    let there: Vec<usize> = table.order().iter().copied().filter(is_there).collect();
    let pairs = match table.kind() {
        Kind::Ladder => ladder::pair(table, &there, now),
        _ => arena(table, &there, now),
    };
    meet(pairs.iter().enumerate().map(|(at, &pair)| Meeting {
        round: 0,
        players: sided(table, pair, at + table.next() as usize),
    }))
}

/// Who meet in an arena of those who are there.
fn arena(table: &Table, there: &[usize], now: i64) -> Vec<[usize; 2]> {
    let free: Vec<Free> = there
        .iter()
        .filter(|&&player| is_free(table, player))
        .map(|&player| Free {
            player,
            rank: table.place(player),
            last: table.record(player).last,
            since: table.players()[player].since,
        })
        .collect();
    let mut pairs = wave::pair(&free);
    if let ([], [one, two, ..]) = (&pairs[..], &free[..]) {
        // Two are all there are, or have waited long enough for another.
        let waited = |it: &Free| now - it.since >= AGAIN;
        let others = there.iter().any(|player| ![one.player, two.player].contains(player));
        if !others || waited(one) && waited(two) {
            pairs.push([one.player, two.player]);
        }
    }
    pairs
}

fn meet(meetings: impl Iterator<Item = Meeting>) -> Step {
    let meetings: Vec<Meeting> = meetings.collect();
    if meetings.is_empty() { Step::Wait } else { Step::Meet(meetings) }
}

/// A player's number as the arena's pairings have it, and back.
fn small(player: usize) -> u32 {
    u32::try_from(player).unwrap_or(u32::MAX)
}

fn swiss(table: &Table, now: i64) -> Step {
    if table.open().next().is_some() {
        return Step::Wait;
    }
    let round = match round(table) {
        None => 0,
        Some(last) if last + 1 >= table.head().terms.rounds.unwrap_or(0) => {
            return over(table, now);
        }
        Some(_) if next_round(table).is_some_and(|at| now < at) => return Step::Wait,
        Some(last) => last + 1,
    };
    let is_in: BTreeSet<usize> = table.are_in().collect();
    if is_in.len() < 2 {
        return over(table, now);
    }
    let order: Vec<u32> =
        table.order().iter().filter(|it| is_in.contains(it)).map(|&it| small(it)).collect();
    let (mut met, mut byes) = (BTreeSet::new(), Vec::new());
    for pairing in table.pairings() {
        let [one, two] = pairing.players.map(small);
        match pairing.game {
            Some(_) => drop(met.insert((one.min(two), one.max(two)))),
            None => byes.push(one),
        }
    }
    let (pairs, bye) = pair_round(&order, &met, &byes);
    let games = pairs.into_iter().enumerate().map(|(at, (one, two))| Meeting {
        round,
        players: sided(table, [one as usize, two as usize], at + round as usize),
    });
    meet(games.chain(bye.map(|one| Meeting { round, players: [one as usize; 2] })))
}

/// How often each two have met, and who of them had the first side last.
fn met(table: &Table) -> HashMap<(usize, usize), (u32, usize)> {
    let mut met: HashMap<(usize, usize), (u32, usize)> = HashMap::new();
    for pairing in table.pairings() {
        let [one, two] = pairing.players;
        let of_two = met.entry((one.min(two), one.max(two))).or_default();
        *of_two = (of_two.0 + 1, one);
    }
    met
}

fn round_robin(table: &Table, now: i64) -> Step {
    let met = met(table);
    let status = |player: usize| table.players()[player].status;
    let mut busy: BTreeSet<usize> =
        (0..table.players().len()).filter(|&it| !is_free(table, it)).collect();
    let (mut meetings, mut wanted, mut paused) = (Vec::new(), false, false);
    for cycle in 0..table.head().terms.rounds.unwrap_or(1) {
        for (one, two) in everyone(small(table.players().len())) {
            let (one, two) = (one as usize, two as usize);
            let (games, first) = met.get(&(one, two)).copied().unwrap_or_default();
            if games > cycle || [one, two].iter().any(|&it| status(it) == Status::Out) {
                continue;
            }
            if [one, two].iter().any(|&it| status(it) == Status::Paused) {
                paused = true;
                continue;
            }
            wanted = true;
            if games < cycle || busy.contains(&one) || busy.contains(&two) {
                continue;
            }
            busy.extend([one, two]);
            let players = match games {
                0 => sided(table, [one, two], meetings.len() + one),
                // The sides change from one game of two to the next.
                _ if first == one => [two, one],
                _ => [one, two],
            };
            meetings.push(Meeting { round: cycle, players });
        }
    }
    if !meetings.is_empty() || wanted || table.open().next().is_some() {
        return meet(meetings.into_iter());
    }
    let last = table.players().iter().map(|entry| entry.since).max().unwrap_or(now);
    if paused && now < last + WAIT_FOR_PLAYERS { Step::Wait } else { over(table, now) }
}
