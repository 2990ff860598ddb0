//! A thread that plays one game after the other.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use engine::{Referee, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use super::schedule::Slot;
use super::{ArenaError, Format, Tournament};
use crate::judge::Judge;
use crate::play::{Overhead, Played, Seat, Watched, play_game};
use crate::player::{Environment, Fault, POLL, Player};
use crate::record::GameRecord;
use crate::seeds::mix;

/// A game under way is shown to those who watch after so long, and then at most as often.
const LIVE: Duration = Duration::from_millis(250);
/// Engines that a worker keeps beside those of the game: programs use memory.
const KEPT: usize = 2;

/// The state that workers share with whoever leads them.
pub(super) struct Queue {
    slots: Mutex<(VecDeque<Slot>, bool)>,
    changed: Condvar,
    /// Games under way are to be given up.
    pub(super) halt: AtomicBool,
    /// Oddities at the ends of programs, by engine.
    pub(super) remarks: Mutex<Vec<(u32, String)>>,
}

impl Queue {
    pub(super) fn new() -> Self {
        Self {
            slots: Mutex::new((VecDeque::new(), false)),
            changed: Condvar::new(),
            halt: AtomicBool::new(false),
            remarks: Mutex::new(Vec::new()),
        }
    }

    /// Changes what is waiting.
    pub(super) fn change(&self, change: impl FnOnce(&mut VecDeque<Slot>)) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut slots.0);
        self.changed.notify_all();
    }

    /// Nothing more comes: workers end when nothing waits.
    pub(super) fn close(&self) {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        self.changed.notify_all();
    }

    /// Waits so long, or until games are to be given up.
    fn rest(&self, wait: Duration) {
        let until = Instant::now() + wait;
        while !self.halt.load(Ordering::Relaxed) {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(POLL));
        }
    }

    fn next(&self) -> Option<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if self.halt.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(slot) = slots.0.pop_front() {
                return Some(slot);
            }
            if slots.1 {
                return None;
            }
            slots = self.changed.wait(slots).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A worker's message.
pub(super) enum Message {
    /// A game has its result.
    Finished(Slot, Box<GameRecord>, Overhead),
    /// A game could not begin: whose fault it was.
    Void(Slot, u32, Fault),
    /// How a game stands.
    Live(usize, String),
    /// An engine cannot be built.
    Error(ArenaError),
}

/// A game under way, for those who watch.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LiveGame")]
pub(crate) struct LiveGame<'a> {
    number: u64,
    round: u32,
    /// The first side's first.
    engines: [&'a str; 2],
    start: String,
    turns: Vec<String>,
    position: String,
    side: char,
    /// In seconds.
    left: [Option<f64>; 2],
    scores: [Option<Verdict>; 2],
    /// The score that each turn was played with, from its player's view.
    course: Vec<Option<Verdict>>,
}

/// A worker.
pub(super) struct Worker<'a> {
    pub(super) number: usize,
    pub(super) tournament: &'a Tournament,
    pub(super) environment: &'a Environment,
    pub(super) queue: &'a Queue,
    pub(super) messages: Sender<Message>,
    /// The cores that it may use; empty for all.
    pub(super) cores: Vec<usize>,
    /// Who ends games by endgame tables, once it is built.
    pub(super) judge: Option<Judge>,
    /// Engines that were built, the last used last.
    pub(super) players: Vec<(u32, Box<dyn Player>)>,
    /// How long it rests between two games.
    pub(super) wait: Duration,
}

impl Worker<'_> {
    /// Builds the engines of a match, and sees whether they start: it cannot go on without one of
    /// them. A tournament can.
    pub(super) fn prepare(&mut self, starts: bool) -> Result<(), ArenaError> {
        let is_match = self.tournament.config.format == Format::Match;
        for (engine, spec) in (0..).zip(&self.tournament.specs) {
            if is_match || starts {
                self.fetch(engine)?;
            }
            if let (true, true, Some((_, player))) = (is_match, starts, self.players.last_mut()) {
                player.begin().map_err(|fault| ArenaError::Start {
                    number: engine as usize + 1,
                    line: spec.to_string(),
                    reason: fault.text,
                })?;
            }
            self.keep(KEPT + 2);
        }
        Ok(())
    }

    /// Keeps so many engines, and says farewell to those that were not used for longest.
    fn keep(&mut self, count: usize) {
        while self.players.len() > count {
            let (engine, mut player) = self.players.remove(0);
            let odd = player.leave();
            if !odd.is_empty() {
                let mut remarks = self.queue.remarks.lock().unwrap_or_else(PoisonError::into_inner);
                remarks.extend(odd.into_iter().map(|text| (engine, text)));
            }
        }
    }

    /// Plays until there is nothing more.
    pub(super) fn run(mut self) {
        pin(&self.cores);
        self.work();
        self.keep(0);
    }

    fn work(&mut self) {
        let mut first = true;
        while let Some(slot) = self.queue.next() {
            if !std::mem::take(&mut first) {
                self.queue.rest(self.wait);
            }
            let message = match self.play(slot) {
                Ok(Some(message)) => message,
                Ok(None) => return,
                Err(error) => Message::Error(error),
            };
            if self.messages.send(message).is_err() {
                return;
            }
        }
    }

    /// Builds an engine where it is not there, and puts it last.
    fn fetch(&mut self, engine: u32) -> Result<(), ArenaError> {
        if let Some(at) = self.players.iter().position(|(number, _)| *number == engine) {
            let found = self.players.remove(at);
            self.players.push(found);
            return Ok(());
        }
        let spec = &self.tournament.specs[engine as usize];
        let config = &self.tournament.config;
        // Far from the numbers of pairs, so that no deal shares its seed.
        let seed = mix(config.seed, u64::MAX - u64::from(engine));
        let player = spec.player(self.tournament.kind, seed, self.environment);
        let player = player.map_err(|error| ArenaError::Engine {
            number: engine as usize + 1,
            line: spec.to_string(),
            error: Box::new(error),
        })?;
        self.players.push((engine, player));
        Ok(())
    }

    fn play(&mut self, slot: Slot) -> Result<Option<Message>, ArenaError> {
        let begun = Instant::now();
        let date = crate::record::utc(SystemTime::now());
        let Tournament { config, kind, specs, .. } = self.tournament;
        let key = slot.key;
        let (start, group) = self.tournament.opening(slot.opening)?;
        let referee = Referee { repetition_draw: true };
        let mut game = kind.new_game(Some(&start), referee).map_err(ArenaError::Deal)?;
        if self.judge.is_none() {
            self.judge = Judge::by(*kind, &config.rules).map_err(ArenaError::Plan)?;
        }
        self.fetch(key.first)?;
        self.fetch(key.second)?;
        self.keep(KEPT + 2);
        let swapped = key.leg == 1;
        let order = if swapped { [key.second, key.first] } else { [key.first, key.second] };
        let names = order.map(|engine| specs[engine as usize].name());
        let count = self.players.len();
        let [first, second] = &mut self.players[count - 2..] else { return Ok(None) };
        let players = if swapped { [second, first] } else { [first, second] };
        let seats = players.map(|(number, player)| {
            let spec = &specs[*number as usize];
            Seat {
                player: player.as_mut(),
                limits: spec.limits(),
                clock: spec.clock(),
                margin: spec.margin(),
            }
        });
        let mut shown = begun;
        let (number, messages) = (self.number, &self.messages);
        let mut watch = |watched: &Watched<'_>| {
            if shown.elapsed() >= LIVE {
                shown = Instant::now();
                let live = live(&slot, names, watched);
                drop(messages.send(Message::Live(number, live)));
            }
        };
        let judge = self.judge.as_mut();
        let (rules, halt) = (&config.rules, &self.queue.halt);
        let played = play_game(game.as_mut(), seats, rules, judge, halt, &mut watch);
        let finish = match played {
            Played::Stopped => return Ok(None),
            Played::Void(index, fault) => {
                return Ok(Some(Message::Void(slot, order[index], fault)));
            }
            Played::Finished(finish) => finish,
        };
        let lines = order.map(|engine| specs[engine as usize].to_string());
        let named = order
            .iter()
            .any(|&engine| specs[engine as usize].name() != config.engines[engine as usize]);
        let record = GameRecord {
            game: kind.name().to_owned(),
            number: slot.number,
            pair: key.pair + 1,
            round: key.round + 1,
            start,
            engines: lines,
            names: named.then(|| names.map(str::to_owned)),
            first_engine: game.side_letters()[usize::from(swapped)],
            turns: game.turns(),
            notes: finish.notes,
            result: finish.result,
            fault: finish.fault,
            remarks: finish.remarks,
            seconds: begun.elapsed().as_secs_f64(),
            date: Some(date),
            event: config.event.clone(),
            site: config.site.clone(),
            group: group.map(str::to_owned),
        };
        Ok(Some(Message::Finished(slot, Box::new(record), finish.overhead)))
    }
}

fn live(slot: &Slot, engines: [&str; 2], watched: &Watched<'_>) -> String {
    let game = watched.game;
    let last = |parity: usize| {
        // The notes alternate; the last one is of the side that is not to move.
        let first_to_move = game.side() == game.side_letters()[0];
        let behind = usize::from((parity == 0) == first_to_move);
        watched.notes.iter().rev().nth(behind).and_then(|note| note.score)
    };
    let shown = LiveGame {
        number: slot.number,
        round: slot.key.round + 1,
        engines,
        start: game.start_text(),
        turns: game.turns(),
        position: game.position_text(),
        side: game.side(),
        left: watched.left.map(|left| left.map(|left| left.as_secs_f64())),
        scores: [last(0), last(1)],
        course: watched.notes.iter().map(|note| note.score).collect(),
    };
    serde_json::to_string(&shown).unwrap_or_default()
}

/// Keeps this thread, and what it starts, to these cores.
#[cfg(target_os = "linux")]
fn pin(cores: &[usize]) {
    if cores.is_empty() {
        return;
    }
    let mut set = rustix::thread::CpuSet::new();
    for &core in cores {
        set.set(core);
    }
    // Where the system does not allow it the games are played all the same.
    let _ = rustix::thread::sched_setaffinity(None, &set);
}

#[cfg(not(target_os = "linux"))]
fn pin(_cores: &[usize]) {}

#[cfg(test)]
mod tests {
    use super::super::schedule::Key;
    use super::*;
    use crate::record::TurnNote;

    #[test]
    fn those_who_watch_see_the_last_score_of_each_side() {
        let kind = engine::kind("onitama").unwrap();
        let mut game = kind.new_game(None, Referee::default()).unwrap();
        let key = Key { round: 0, first: 0, second: 1, pair: 0, leg: 0 };
        let slot = Slot { key, number: 1, opening: 0 };
        let mut notes = Vec::new();
        // Red begins; the scores of its turns are 10 and 30.
        for (score, seen) in
            [(10, [Some(10), None]), (20, [Some(10), Some(20)]), (30, [Some(30), Some(20)])]
        {
            let turn = game.legal_turns()[0].clone();
            game.play(&turn).unwrap();
            notes.push(TurnNote { score: Some(Verdict::Points(score)), ..TurnNote::default() });
            let watched = Watched { game: game.as_ref(), notes: &notes, left: [None; 2] };
            let live = live(&slot, ["a", "b"], &watched);
            let live: serde_json::Value = serde_json::from_str(&live).unwrap();
            let scores = seen.map(|score| score.map(Verdict::Points));
            assert_eq!(live["scores"], serde_json::to_value(scores).unwrap(), "{live}");
        }
    }
}
