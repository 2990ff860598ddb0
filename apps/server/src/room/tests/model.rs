//! The model of a game that two seats play: plain values, and a function for each event.

use std::collections::{BTreeMap, BTreeSet};

use engine::AnyGame;

use crate::engines;
use crate::protocol::Ending;
use crate::protocol::seats::OfferKind;
use crate::protocol::study::ClockRule;
use crate::store::LogEntry;

/// After a restart the clock waits so long for who is to move, in milliseconds.
pub const FIRST_MOVE: u64 = 30_000;

/// One of those who take part: 0 and 1 play, 2 watches. Each has two windows.
pub type Actor = usize;

/// An act of somebody, as a command asks for it.
#[derive(Clone, Debug)]
pub enum Act {
    Play { ply: usize, turn: String },
    Resign(Option<usize>),
    Abort,
    Claim { draw: bool },
    Offer(OfferKind, bool),
    Undo(usize),
    Redo(usize),
    Watch(u64),
    Leave(u64),
}

/// Both clocks, in milliseconds.
#[derive(Clone)]
pub struct Clocks {
    pub rule: ClockRule,
    pub left: [u64; 2],
    /// What is left of the delay of this turn.
    pub waits: u64,
    pub since: Option<u64>,
}

/// A game.
pub struct Model {
    pub sides: [char; 2],
    /// Who has each seat.
    pub seats: [Option<Actor>; 2],
    pub rated: bool,
    pub start: String,
    pub kind: &'static dyn engine::GameKind,
    pub now: u64,
    pub turns: Vec<String>,
    undone: Vec<String>,
    pub end: Option<Ending>,
    pub clocks: Option<Clocks>,
    pub offers: BTreeSet<(usize, OfferKind)>,
    /// A game follows this one.
    pub next: bool,
    /// The windows that show the game: whose, and which.
    pub watchers: BTreeSet<(Actor, u64)>,
    pub log: Vec<LogEntry>,
    /// The room is in memory.
    pub live: bool,
    away: bool,
    /// When who is to move has had time to come back.
    back_by: Option<u64>,
    /// Since when nobody is there of each side.
    pub gone: [Option<u64>; 2],
}

impl Clone for Model {
    fn clone(&self) -> Self {
        Self {
            start: self.start.clone(),
            turns: self.turns.clone(),
            undone: self.undone.clone(),
            end: self.end.clone(),
            clocks: self.clocks.clone(),
            offers: self.offers.clone(),
            watchers: self.watchers.clone(),
            log: self.log.clone(),
            ..*self
        }
    }
}

impl Model {
    pub fn new(
        (kind, start): (&'static dyn engine::GameKind, String),
        seats: [Option<Actor>; 2],
        rated: bool,
        rule: Option<ClockRule>,
    ) -> Self {
        let sides = engines::start(kind, &start).expect("a start").side_letters();
        let clocks = rule.map(|rule| Clocks {
            rule,
            left: [rule.initial; 2],
            waits: rule.delay,
            since: None,
        });
        Self {
            sides,
            seats,
            rated,
            start,
            kind,
            now: 0,
            turns: Vec::new(),
            undone: Vec::new(),
            end: None,
            clocks,
            offers: BTreeSet::new(),
            next: false,
            watchers: BTreeSet::new(),
            log: Vec::new(),
            live: false,
            away: false,
            back_by: None,
            gone: [None; 2],
        }
    }

    /// The position after so many turns, under the rules.
    fn game_after(&self, plies: usize) -> Box<dyn AnyGame> {
        let mut game = engines::start(self.kind, &self.start).expect("a start");
        for turn in &self.turns[..plies] {
            game.play(turn).expect("a legal turn");
        }
        game
    }

    pub fn game(&self) -> Box<dyn AnyGame> {
        self.game_after(self.turns.len())
    }

    pub fn to_move(&self) -> usize {
        self.side_after(self.turns.len())
    }

    fn side_after(&self, plies: usize) -> usize {
        usize::from(self.game_after(plies).side() == self.sides[1])
    }

    pub fn ending(&self) -> Option<Ending> {
        let on_board = self.game().ending();
        on_board
            .map(|it| Ending { winner: it.winner, reason: it.reason })
            .or_else(|| self.end.clone())
    }

    fn has(&self, actor: Actor, side: usize) -> bool {
        self.seats[side] == Some(actor)
    }

    /// Two people play, or will.
    pub fn is_shared(&self) -> bool {
        self.seats[0] != self.seats[1]
    }

    pub fn goes_on_alone(&self) -> bool {
        self.is_shared()
            && self.clocks.is_some()
            && !self.turns.is_empty()
            && self.ending().is_none()
    }

    /// The time that a side has left now.
    pub fn left(&self, side: usize) -> Option<u64> {
        let clocks = self.clocks.as_ref()?;
        let runs = clocks.since.filter(|_| side == self.to_move());
        let passed = runs.map_or(0, |since| self.now - since);
        Some(clocks.left[side].saturating_sub(passed.saturating_sub(clocks.waits)))
    }

    /// When something happens by itself.
    pub fn next_alarm(&self) -> Option<u64> {
        let clocks = self.clocks.as_ref().filter(|_| self.live)?;
        let flag = clocks.since.map(|since| since + clocks.left[self.to_move()] + clocks.waits);
        flag.into_iter().chain(self.back_by).min()
    }

    /// Lets what is due by now happen.
    pub fn ring(&mut self) {
        if self.live && self.back_by.is_some_and(|at| at <= self.now) {
            self.back_by = None;
            if std::mem::take(&mut self.away) {
                self.start_clock();
            }
            self.rest();
        }
        let side = self.to_move();
        let fallen = self.clocks.as_ref().is_some_and(|clocks| {
            let end = clocks.since.map(|since| since + clocks.left[side] + clocks.waits);
            end.is_some_and(|end| end <= self.now)
        });
        if self.live && fallen && self.ending().is_none() {
            self.finish(Some(1 - side), "time");
            self.rest();
        }
    }

    /// The room is read from the store.
    pub fn load(&mut self) {
        if self.live {
            return;
        }
        let kept = self.log.iter().rev().find_map(|entry| match entry {
            LogEntry::Turn { left, .. } => Some(left.clone()),
            _ => None,
        });
        let kept = kept.unwrap_or_default();
        if let Some(clocks) = &mut self.clocks {
            let left = |side: char| kept.get(&side).copied().unwrap_or(clocks.rule.initial);
            (clocks.left, clocks.since) = (self.sides.map(left), None);
            clocks.waits = clocks.rule.delay;
        }
        self.live = true;
        self.away = self.goes_on_alone();
        self.back_by = self.away.then_some(self.now + FIRST_MOVE);
        self.gone = [Some(self.now); 2];
    }

    /// Notes who is there and who has gone.
    pub fn note_absences(&mut self) {
        for side in 0..2 {
            if !self.is_here(side) {
                self.gone[side] = self.gone[side].or(Some(self.now));
            } else if let Some(since) = self.gone[side].take()
                && let Some(others) = &mut self.gone[1 - side]
            {
                // While neither was there nobody has waited.
                *others += self.now - since.max(*others);
            }
        }
    }

    /// Somebody looks at the game who plays that side.
    fn is_here(&self, side: usize) -> bool {
        self.watchers.iter().any(|&(actor, _)| self.has(actor, side))
    }

    /// The room is gone, with all that is in memory alone.
    pub fn unload(&mut self) {
        self.live = false;
        self.offers.clear();
        self.watchers.clear();
        (self.next, self.away, self.back_by) = (false, false, None);
        self.stop_clock(self.to_move());
    }

    /// After each command: where nobody is there and nothing goes on the clock stops.
    pub fn rest(&mut self) {
        if self.watchers.is_empty() && !self.goes_on_alone() {
            self.stop_clock(self.to_move());
        }
    }

    fn start_clock(&mut self) {
        let side = self.to_move();
        if self.away && self.watchers.iter().any(|&(actor, _)| self.has(actor, side)) {
            self.away = false;
        }
        let idle = self.away
            || self.turns.is_empty()
            || self.ending().is_some()
            || (self.watchers.is_empty() && !self.is_shared());
        if let Some(clocks) = self.clocks.as_mut().filter(|_| !idle) {
            clocks.since.get_or_insert(self.now);
        }
    }

    fn stop_clock(&mut self, side: usize) {
        if let Some(left) = self.left(side)
            && let Some(clocks) = &mut self.clocks
        {
            let passed = clocks.since.map_or(0, |since| self.now - since);
            clocks.waits = clocks.waits.saturating_sub(passed);
            (clocks.left[side], clocks.since) = (left, None);
        }
    }

    fn finish(&mut self, winner: Option<usize>, reason: &str) {
        self.stop_clock(self.to_move());
        let winner = winner.map(|side| self.sides[side]);
        let ending = Ending { winner, reason: reason.to_owned() };
        self.log.push(LogEntry::End(ending.clone()));
        self.end = Some(ending);
    }

    /// Somebody asks for something; whether it is done, or was.
    pub fn act(&mut self, actor: Actor, act: &Act) -> bool {
        let own: Vec<usize> = (0..2).filter(|&side| self.has(actor, side)).collect();
        match *act {
            Act::Watch(window) => {
                self.watchers.insert((actor, window));
                self.note_absences();
                self.start_clock();
                return true;
            }
            Act::Leave(window) => {
                if self.watchers.remove(&(actor, window)) {
                    self.note_absences();
                }
                return true;
            }
            _ if own.is_empty() => return false,
            _ => {}
        }
        match act {
            Act::Play { ply, turn } => self.play(&own, *ply, turn),
            Act::Resign(side) => self.resign(&own, *side),
            Act::Abort => self.abort(),
            Act::Claim { draw } => self.claim(&own, *draw),
            Act::Offer(kind, yes) => self.offer(own[0], *kind, *yes),
            Act::Undo(ply) => {
                let may = own.len() == 2 && *ply < self.turns.len();
                may.then(|| self.undo(*ply)).is_some()
            }
            Act::Redo(ply) => {
                let may = own.len() == 2 && *ply == self.turns.len() && self.end.is_none();
                let Some(turn) = self.undone.first().filter(|_| may).cloned() else { return false };
                self.commit(turn);
                true
            }
            Act::Watch(_) | Act::Leave(_) => true,
        }
    }

    fn resign(&mut self, own: &[usize], side: Option<usize>) -> bool {
        let to_move = own.contains(&self.to_move()).then(|| self.to_move());
        let side = side.or(to_move).unwrap_or(own[0]);
        let may = self.ending().is_none() && own.contains(&side);
        may.then(|| self.finish(Some(1 - side), "resignation")).is_some()
    }

    fn abort(&mut self) -> bool {
        let moved: BTreeSet<usize> =
            (0..self.turns.len()).map(|ply| self.side_after(ply)).collect();
        let may = self.ending().is_none() && moved.len() < 2;
        may.then(|| self.finish(None, "abort")).is_some()
    }

    fn play(&mut self, own: &[usize], ply: usize, turn: &str) -> bool {
        if self.turns.get(ply).is_some_and(|played| played == turn) {
            return own.contains(&self.side_after(ply));
        }
        let free = self.seats.contains(&None);
        let legal = self.game().legal_turns().iter().any(|it| it == turn);
        let may = ply == self.turns.len()
            && legal
            && self.ending().is_none()
            && own.contains(&self.to_move())
            && !(free && self.turns.len() > 1);
        may.then(|| self.commit(turn.to_owned())).is_some()
    }

    fn commit(&mut self, turn: String) {
        let side = self.to_move();
        let mut kept = BTreeMap::new();
        if let Some(remaining) = self.left(side)
            && let Some(clocks) = &mut self.clocks
        {
            clocks.left[side] = remaining + clocks.rule.increment;
            (clocks.since, clocks.waits) = (None, clocks.rule.delay);
            kept = self.sides.into_iter().zip(clocks.left).collect();
        }
        let ply = self.turns.len();
        self.log.push(LogEntry::Turn { ply, turn: turn.clone(), thought: None, left: kept });
        if self.undone.first() == Some(&turn) {
            self.undone.remove(0);
        } else {
            self.undone.clear();
        }
        self.turns.push(turn);
        self.offers.retain(|&(by, _)| by == side);
        self.away = false;
        self.start_clock();
    }

    fn undo(&mut self, ply: usize) {
        self.stop_clock(self.to_move());
        self.log.push(LogEntry::Undo { ply });
        self.undone.splice(0..0, self.turns.split_off(ply));
        self.end = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.waits = clocks.rule.delay;
        }
        self.start_clock();
    }

    /// The other side has gone for long enough, and it is its turn, in a game with a clock in which both have moved.
    fn claim(&mut self, own: &[usize], draw: bool) -> bool {
        let Some(rule) = self.clocks.as_ref().map(|clocks| clocks.rule) else { return false };
        let to_move = own.contains(&self.to_move()).then(|| self.to_move());
        let side = to_move.unwrap_or(own[0]);
        let claim_wait = (rule.forty_turns() / 8).clamp(10_000, 60_000);
        let gone = self.gone[1 - side].is_some_and(|since| self.now - since >= claim_wait);
        let may = self.is_here(side)
            && self.to_move() != side
            && self.goes_on_alone()
            && self.turns.len() > 1
            && !self.seats.contains(&None);
        let done = may && gone;
        if done {
            self.finish((!draw).then_some(side), "abandonment");
        }
        done
    }

    fn offer(&mut self, side: usize, kind: OfferKind, yes: bool) -> bool {
        let refused = (kind == OfferKind::Takeback && self.rated)
            || !self.is_shared()
            || self.seats.contains(&None)
            || (kind == OfferKind::Rematch) != self.ending().is_some();
        let last = |side: usize| (0..self.turns.len()).rfind(|&ply| self.side_after(ply) == side);
        if refused {
            return false;
        }
        if !yes {
            self.offers.retain(|&(_, made)| made != kind);
        } else if self.offers.contains(&(1 - side, kind)) {
            match (kind, last(1 - side)) {
                (OfferKind::Draw, _) => self.finish(None, "agreement"),
                (OfferKind::Takeback, Some(ply)) => self.undo(ply),
                (OfferKind::Takeback, None) => return false,
                (OfferKind::Rematch, _) => self.next = true,
            }
            self.offers.clear();
        } else if kind == OfferKind::Takeback && last(side).is_none() {
            return false;
        } else if !self.next {
            self.offers.insert((side, kind));
        }
        true
    }
}
