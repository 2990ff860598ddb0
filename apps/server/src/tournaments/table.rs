//! A tournament in memory: its players, pairings and scores. It decides nothing and writes nothing: changes are made on
//! disk first and then here, so that both say the same.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;

use arena::tournament::Standings;

use super::kept::{Change, Done, Entry, Head, Kept, Pairing};
use super::scores::Sheet;
use super::wave::Sides;
use crate::protocol::tournament::{Kind, Status};

/// The difference that a win or a loss adds to the opponent's rating for the performance.
const PERFORMANCE: i64 = 500;

/// The sum of a player's games.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Their scores.
    pub sheet: Sheet,
    /// The sides that they have had.
    pub sides: Sides,
    /// The opponent of the last game.
    pub last: Option<usize>,
    /// The pairing that is played now.
    pub plays: Option<u32>,
    /// The sum of what the performance is the mean of.
    performance: i64,
}

impl Record {
    /// The rating at which the results would have been expected, on average.
    pub fn performance(&self) -> Option<i32> {
        let games = i64::try_from(self.sheet.games()).unwrap_or(i64::MAX);
        (games > 0).then(|| i32::try_from(self.performance / games).unwrap_or(0))
    }
}

/// The last game of two players of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Met {
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// The lower won, and took the rung.
    pub taken: bool,
}

/// The order of the table.
#[derive(Clone, Debug)]
struct Ranking {
    /// Players' numbers, the leader first.
    order: Vec<usize>,
    /// The place of each player, from 1; 0 of who is not in the table.
    places: Vec<usize>,
    /// Sonneborn-Berger of each player.
    sonneborn_berger: Vec<f64>,
}

/// A tournament.
pub struct Table {
    head: Head,
    players: Vec<Entry>,
    records: Vec<Record>,
    numbers: HashMap<String, usize>,
    pairings: BTreeMap<u32, Pairing>,
    games: HashMap<String, u32>,
    open: BTreeSet<u32>,
    /// Of a ladder: the last games of each two, the lower number first.
    met: HashMap<[usize; 2], Met>,
    done: u32,
    /// Games that count.
    counted: usize,
    next: u32,
    ranking: OnceLock<Ranking>,
}

impl Table {
    /// One without players.
    pub fn new(head: Head) -> Self {
        Self {
            head,
            players: Vec::new(),
            records: Vec::new(),
            numbers: HashMap::new(),
            pairings: BTreeMap::new(),
            games: HashMap::new(),
            open: BTreeSet::new(),
            met: HashMap::new(),
            done: 0,
            counted: 0,
            next: 0,
            ranking: OnceLock::new(),
        }
    }

    /// As it is kept.
    pub fn of(kept: Kept) -> Self {
        let Kept { head, players, mut pairings } = kept;
        let mut table = Self::new(head);
        for (number, entry) in players.into_iter().enumerate() {
            table.apply(Change::Player(number, Box::new(entry)));
        }
        pairings.sort_by_key(|pairing| pairing.number);
        let made = |pairing: &Pairing| Change::Pairing(Pairing { done: None, ..pairing.clone() });
        for change in pairings.iter().map(made).collect::<Vec<_>>() {
            table.apply(change);
        }
        pairings.retain(|pairing| pairing.done.is_some());
        pairings.sort_by_key(|pairing| pairing.done.map(|done| done.order));
        for pairing in pairings {
            table.apply(Change::Pairing(pairing));
        }
        table
    }

    /// Takes a change over that is kept.
    pub fn apply(&mut self, change: Change) {
        self.ranking = OnceLock::new();
        match change {
            Change::Head(head) => self.head = *head,
            Change::Player(number, entry) => {
                if number < self.players.len() {
                    self.players[number] = *entry;
                } else {
                    self.numbers.insert(entry.who.key.clone(), self.players.len());
                    self.players.push(*entry);
                    self.records.push(Record::default());
                }
            }
            Change::Pairing(pairing) => self.take(pairing),
            Change::Unpaired(number) => {
                self.open.remove(&number);
                if let Some(pairing) = self.pairings.remove(&number) {
                    for player in pairing.players {
                        self.records[player].plays = None;
                    }
                }
            }
        }
    }

    /// A member is shown under another name; whether they are named here.
    pub fn rename(&mut self, key: &str, name: &str) -> bool {
        let is_named = self.head.rename(key, name);
        let Some(player) = self.number(key) else { return is_named };
        name.clone_into(&mut self.players[player].who.member.name);
        true
    }

    fn take(&mut self, pairing: Pairing) {
        let Pairing { number, players: [one, two], .. } = pairing;
        if one.max(two) >= self.players.len() {
            return;
        }
        if !self.pairings.contains_key(&number) {
            self.next = self.next.max(number + 1);
            if let Some(game) = &pairing.game {
                self.games.insert(game.clone(), number);
                self.open.insert(number);
                for (player, other, first) in [(one, two, true), (two, one, false)] {
                    let record = &mut self.records[player];
                    record.sides.add(first);
                    record.last = Some(other);
                    record.plays = Some(number);
                }
            }
        }
        if let Some(done) = &pairing.done {
            self.open.remove(&number);
            self.done = self.done.max(done.order + 1);
            self.count(&pairing, *done);
            if self.kind() == Kind::Ladder {
                // It may go on for years: what is played is in the sums, and on disk.
                self.pairings.remove(&number);
                self.games.remove(pairing.game.as_deref().unwrap_or_default());
                return;
            }
        }
        self.pairings.insert(number, pairing);
    }

    fn count(&mut self, pairing: &Pairing, done: Done) {
        let [one, two] = pairing.players;
        for player in [one, two] {
            if self.records[player].plays == Some(pairing.number) {
                self.records[player].plays = None;
            }
        }
        let ladder = self.kind() == Kind::Ladder;
        if ladder {
            let met = Met { at: done.at, taken: done.points != [0, 0] };
            self.met.insert([one.min(two), one.max(two)], met);
        }
        let Some(half_points) = done.half_points.map(|it| it.min(2)) else { return };
        if pairing.game.is_none() {
            self.records[one].sheet.add(half_points, done.points[0], false);
            return;
        }
        self.counted += 1;
        let sides = [(one, half_points, 0), (two, 2 - half_points, 1)];
        for (player, half_points, at) in sides {
            let record = &mut self.records[player];
            if ladder {
                record.sheet.add_to_ladder(half_points);
            } else {
                record.sheet.add(half_points, done.points[at], true);
            }
            let beside = PERFORMANCE * (i64::from(half_points) - 1);
            record.performance += i64::from(pairing.ratings[1 - at]) + beside;
        }
    }

    /// The tournament's terms and stage.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Who meets whom.
    pub fn kind(&self) -> Kind {
        self.head.terms.kind
    }

    /// The players, by number.
    pub fn players(&self) -> &[Entry] {
        &self.players
    }

    /// The number of a member who has joined, or had.
    pub fn number(&self, key: &str) -> Option<usize> {
        self.numbers.get(key).copied()
    }

    /// The sum of a player's games.
    pub fn record(&self, player: usize) -> &Record {
        &self.records[player]
    }

    /// The last game of two players of a ladder.
    pub fn met(&self, one: usize, two: usize) -> Option<Met> {
        self.met.get(&[one.min(two), one.max(two)]).copied()
    }

    /// All pairings, in the order in which they were made; of a ladder those that are played now.
    pub fn pairings(&self) -> impl DoubleEndedIterator<Item = &Pairing> {
        self.pairings.values()
    }

    /// The pairings that are played now.
    pub fn open(&self) -> impl Iterator<Item = &Pairing> {
        self.open.iter().filter_map(|number| self.pairings.get(number))
    }

    /// The pairing of a game.
    pub fn of_game(&self, game: &str) -> Option<&Pairing> {
        self.games.get(game).and_then(|number| self.pairings.get(number))
    }

    /// A pairing.
    pub fn pairing(&self, number: u32) -> Option<&Pairing> {
        self.pairings.get(&number)
    }

    /// The number of the next pairing.
    pub fn next(&self) -> u32 {
        self.next
    }

    /// How many pairings are done.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// How many games count, by now.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// The rung below all those of a ladder; 0 elsewhere.
    pub fn bottom(&self) -> u32 {
        let rungs = self.players.iter().map(|entry| entry.rung + 1).max();
        rungs.filter(|_| self.kind() == Kind::Ladder).unwrap_or(0)
    }

    /// Players who may be paired.
    pub fn are_in(&self) -> impl Iterator<Item = usize> {
        let is_in =
            |(number, entry): (usize, &Entry)| (entry.status == Status::In).then_some(number);
        self.players.iter().enumerate().filter_map(is_in)
    }

    /// The rating of a player, as pairings take it.
    pub fn rating(&self, player: usize) -> i32 {
        self.players[player].rating.map_or(1500, |rating| rating.rating)
    }

    /// Players' numbers, the leader first. Who has withdrawn without a game is left out.
    pub fn order(&self) -> &[usize] {
        &self.ranking().order
    }

    /// The place of a player, from 1; 0 of who is not in the table.
    pub fn place(&self, player: usize) -> usize {
        self.ranking().places.get(player).copied().unwrap_or(0)
    }

    /// The tie-break between equal points; none in an arena, where the performance is, or in a ladder.
    pub fn sonneborn_berger(&self, player: usize) -> Option<f64> {
        self.ranking().sonneborn_berger.get(player).copied()
    }

    fn ranking(&self) -> &Ranking {
        self.ranking.get_or_init(|| self.rank())
    }

    fn rank(&self) -> Ranking {
        let (order, sonneborn_berger) = match self.kind() {
            Kind::Ladder => (self.rungs(), Vec::new()),
            Kind::Arena => (self.by_points(&[]), Vec::new()),
            Kind::Swiss | Kind::RoundRobin => {
                let ties = self.ties();
                (self.by_points(&ties), ties)
            }
        };
        let mut places = vec![0; self.players.len()];
        for (at, &player) in order.iter().enumerate() {
            places[player] = at + 1;
        }
        Ranking { order, places, sonneborn_berger }
    }

    /// A ladder from the top down: who has withdrawn is not on it.
    fn rungs(&self) -> Vec<usize> {
        let stays = |player: &usize| self.players[*player].status != Status::Out;
        let mut order: Vec<usize> = (0..self.players.len()).filter(stays).collect();
        order.sort_by_key(|&player| (self.players[player].rung, player));
        order
    }

    /// The order by points, and by those ties where they are equal.
    fn by_points(&self, sonneborn_berger: &[f64]) -> Vec<usize> {
        let counts = |player: &usize| {
            self.players[*player].status != Status::Out
                || self.records[*player].sheet.games() > 0
                || self.records[*player].plays.is_some()
        };
        let mut order: Vec<usize> = (0..self.players.len()).filter(counts).collect();
        order.sort_by(|&a, &b| {
            let (one, two) = (&self.records[a], &self.records[b]);
            let tie = |player: usize| sonneborn_berger.get(player).copied().unwrap_or(0.0);
            let performance = |of: &Record| (self.kind() == Kind::Arena).then(|| of.performance());
            two.sheet
                .sum()
                .cmp(&one.sheet.sum())
                .then(tie(b).total_cmp(&tie(a)))
                .then(performance(two).cmp(&performance(one)))
                .then(two.sheet.wins().cmp(&one.sheet.wins()))
                .then(self.rating(b).cmp(&self.rating(a)))
                .then(a.cmp(&b))
        });
        order
    }

    /// Sonneborn-Berger of each player.
    fn ties(&self) -> Vec<f64> {
        let mut standings = Standings::new(vec![String::new(); self.players.len()]);
        for pairing in self.pairings.values() {
            let [one, two] = pairing.players;
            match (pairing.done.and_then(|done| done.half_points), &pairing.game) {
                (Some(half_points), Some(_)) => standings.add(one, two, half_points),
                (Some(half_points), None) => standings.add_bye(one, half_points.into()),
                (None, _) => {}
            }
        }
        let mut ties = vec![0.0; self.players.len()];
        for row in standings.rows() {
            ties[row.engine] = row.sonneborn_berger;
        }
        ties
    }
}
