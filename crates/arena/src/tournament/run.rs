//! Playing a tournament: workers play, and one thread decides what is next, stores and reports.

use std::collections::{BTreeMap, VecDeque};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

use engine::Referee;

use super::feed::Feed;
use super::schedule::{Key, Results, Slot};
use super::worker::{Message, Queue, Worker};
use super::{ArenaError, Format, Tournament};
use crate::play::Overhead;
use crate::player::{Environment, Fault, FaultKind};
use crate::record::{GameRecord, GameResult, RecordedFault};
use crate::stats::{Decision, RunningTest, SprtState, Summary, Tally};
use crate::store::{Request, Store};
use crate::words::counted;

/// How often it looks whether it should stop.
const POLL: Duration = Duration::from_millis(100);
/// At most so many games share a transaction.
const BATCH: usize = 256;

/// An event of a run.
pub enum Event<'a> {
    /// A game has its result, and is stored.
    Game(&'a GameRecord, Key),
    /// A game could not begin, and is played again.
    Void {
        /// The engine at fault, from 0.
        engine: usize,
        /// The fault.
        fault: &'a Fault,
    },
    /// An engine is disqualified: its other games are lost.
    Disqualified {
        /// The engine, from 0.
        engine: usize,
        /// Its faults.
        faults: u32,
    },
    /// Something was odd about the end of a program.
    Remark {
        /// The engine, from 0.
        engine: usize,
        /// The text.
        text: &'a str,
    },
}

/// How a tournament stands when it is over or was stopped.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// All results, those of earlier runs too.
    pub results: Results,
    /// Nothing is left to be played.
    pub complete: bool,
    /// Of a match: the count, of the pairs that the test looked at where one has ended it.
    pub summary: Option<Summary>,
    /// Of a match with a test: where it stands, and how many pairs it looked at.
    pub test: Option<(SprtState, usize)>,
    /// Games played in this run.
    pub played: u64,
    /// The arena's own time, in this run.
    pub overhead: Overhead,
    /// Games at once.
    pub workers: usize,
    /// The faults of each engine, in earlier runs too.
    pub faults: Vec<FaultCounts>,
}

/// How often an engine did what wrong.
pub type FaultCounts = BTreeMap<FaultKind, u64>;

/// A tournament to be played.
pub struct Running<'a> {
    /// The tournament.
    pub tournament: &'a Tournament,
    /// Where it is stored, and its number there; None to store nothing.
    pub store: Option<(&'a mut Store, i64)>,
    /// The environment of the players.
    pub environment: &'a Environment,
    /// Games at once; 0 for as many as the cores can carry.
    pub concurrency: usize,
    /// The machine's cores.
    pub cores: usize,
    /// Each game is kept to cores of its own (Linux).
    pub pin: bool,
    /// How long each worker rests between two games.
    pub wait: Duration,
    /// Set to stop: games under way are given up and nothing new begins.
    pub stop: &'a AtomicBool,
}

/// The state of a run.
struct State {
    results: Results,
    feed: Feed,
    tally: Tally,
    test: Option<RunningTest>,
    voids: BTreeMap<Key, u32>,
    faults: Vec<FaultCounts>,
    played: u64,
    overhead: Overhead,
}

/// A fault that is to be stored: whose, in which game, what, and whether the game is played again.
type NewFault = (u32, Key, Fault, bool);

impl Running<'_> {
    /// Plays what is not played yet. `report` gets each game when it is stored.
    ///
    /// # Errors
    /// If an engine cannot be built, an engine of a match cannot play, or the store fails.
    pub fn run(mut self, report: &mut dyn FnMut(Event<'_>)) -> Result<Outcome, ArenaError> {
        let tournament = self.tournament;
        let mut state = self.resume()?;
        let workers = tournament.workers(self.concurrency, self.cores);
        let queue = Queue::new();
        let (sender, messages) = channel();
        let threads = tournament.specs.iter().map(crate::EngineSpec::threads).max().unwrap_or(1);
        let mut ready = Vec::new();
        for number in 0..workers {
            let cores = (0..threads).map(|index| (number * threads + index) % self.cores.max(1));
            let mut worker = Worker {
                judge: None,
                number,
                tournament,
                environment: self.environment,
                queue: &queue,
                messages: sender.clone(),
                cores: if self.pin { cores.collect() } else { Vec::new() },
                players: Vec::new(),
                wait: self.wait,
            };
            // Engines that cannot play are reported before the first game.
            worker.prepare(number == 0)?;
            ready.push(worker);
        }
        drop(sender);
        std::thread::scope(|scope| {
            for worker in ready {
                scope.spawn(move || worker.run());
            }
            let led = self.lead(&mut state, &queue, &messages, report);
            queue.halt.store(true, Ordering::Relaxed);
            queue.close();
            led
        })?;
        let mut remarks =
            std::mem::take(&mut *queue.remarks.lock().unwrap_or_else(PoisonError::into_inner));
        remarks.sort();
        remarks.dedup();
        for (engine, text) in &remarks {
            report(Event::Remark { engine: *engine as usize, text });
        }
        if let Some((store, id)) = &mut self.store {
            store.clear_live(*id)?;
        }
        Ok(self.outcome(state, workers))
    }

    fn resume(&self) -> Result<State, ArenaError> {
        let engines = self.tournament.specs.len();
        let mut state = State {
            results: Results::new(),
            feed: Feed::default(),
            tally: Tally::default(),
            test: self.tournament.config.sprt.map(RunningTest::new),
            voids: BTreeMap::new(),
            faults: vec![FaultCounts::new(); engines],
            played: 0,
            overhead: Overhead::default(),
        };
        if let Some((store, id)) = &self.store {
            store.clear_live(*id)?;
            state.results = store.results(*id)?;
            for (engine, counts) in store.fault_counts(*id)? {
                if let Some(known) = state.faults.get_mut(engine as usize) {
                    *known = counts;
                }
            }
            state.voids = store.voids(*id)?;
        }
        for (key, &half_points) in &state.results {
            state.tally.add(key.pair, half_points);
        }
        Ok(state)
    }

    /// Feeds the workers and takes their messages, until nothing is left or it is to stop.
    fn lead(
        &mut self,
        state: &mut State,
        queue: &Queue,
        messages: &Receiver<Message>,
        report: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ArenaError> {
        let mut looked = Instant::now();
        self.fill(state, queue, report)?;
        while !state.feed.is_idle() && !state.decided() {
            if looked.elapsed() >= POLL {
                looked = Instant::now();
                if self.is_to_stop()? {
                    return Ok(());
                }
            }
            let first = match messages.recv_timeout(POLL) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            let batch: Vec<Message> =
                std::iter::once(first).chain(messages.try_iter().take(BATCH - 1)).collect();
            self.take(state, queue, batch, report)?;
            self.fill(state, queue, report)?;
        }
        Ok(())
    }

    fn is_to_stop(&self) -> Result<bool, ArenaError> {
        let asked = match &self.store {
            Some((store, id)) => store.requested(*id)? == Request::Stop,
            None => false,
        };
        Ok(asked || self.stop.load(Ordering::Relaxed))
    }

    /// Puts what is to be played next into the queue. Games of the disqualified are lost on the spot, and may make
    /// others known.
    fn fill(
        &mut self,
        state: &mut State,
        queue: &Queue,
        report: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ArenaError> {
        loop {
            let mut new = Vec::new();
            let mut forfeits = Vec::new();
            while !state.decided() && !state.feed.is_full() && forfeits.len() < BATCH {
                let Some(slot) = state.feed.next(self.tournament, &state.results) else { break };
                match self.disqualified(state, slot.key) {
                    Some(engine) => forfeits.push((slot, engine)),
                    None => new.push(slot),
                }
            }
            queue.change(|slots| slots.extend(new));
            if forfeits.is_empty() {
                return Ok(());
            }
            self.forfeit(state, &forfeits, report)?;
            if self.is_to_stop()? {
                return Ok(());
            }
        }
    }

    /// Which engine of a game is disqualified; the one with more faults, where both are.
    fn disqualified(&self, state: &State, key: Key) -> Option<u32> {
        let limit = self.tournament.config.policy.disqualify_after;
        let out = [key.first, key.second]
            .into_iter()
            .filter(|&engine| limit > 0 && state.serious(engine) >= limit);
        out.max_by_key(|&engine| state.serious(engine))
    }

    /// Games that are lost without being played.
    fn forfeit(
        &mut self,
        state: &mut State,
        forfeits: &[(Slot, u32)],
        report: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ArenaError> {
        let limit = self.tournament.config.policy.disqualify_after;
        let mut games = Vec::new();
        let mut faults = Vec::new();
        for &(slot, engine) in forfeits {
            let text = format!("disqualified after {}", counted(limit.into(), "fault"));
            let fault = Fault::new(FaultKind::Disqualified, text);
            state.count(engine, fault.kind);
            faults.push((engine, slot.key, fault.clone(), false));
            games.push((slot, self.lost(slot, engine, fault)?));
        }
        self.store_and_report(state, &games, &faults, report)
    }

    /// The record of a game that was lost before it began.
    fn lost(&self, slot: Slot, engine: u32, fault: Fault) -> Result<GameRecord, ArenaError> {
        let Tournament { config, kind, specs, .. } = self.tournament;
        let key = slot.key;
        let (start, group) = self.tournament.opening(slot.opening)?;
        let referee = Referee { repetition_draw: true };
        let game = kind.new_game(Some(&start), referee).map_err(ArenaError::Deal)?;
        let letters = game.side_letters();
        let order = if key.leg == 1 { [key.second, key.first] } else { [key.first, key.second] };
        let loser = usize::from(order[1] == engine);
        let side = letters[loser];
        let reason = fault.reason(game.side_name(side));
        Ok(GameRecord {
            game: kind.name().to_owned(),
            number: slot.number,
            pair: key.pair + 1,
            round: key.round + 1,
            start,
            engines: order.map(|engine| specs[engine as usize].to_string()),
            names: Some(order.map(|engine| specs[engine as usize].name().to_owned())),
            first_engine: letters[usize::from(key.leg == 1)],
            turns: Vec::new(),
            notes: Vec::new(),
            result: GameResult { winner: Some(letters[1 - loser]), reason },
            fault: Some(RecordedFault { side, fault }),
            remarks: Vec::new(),
            seconds: 0.0,
            date: Some(crate::record::utc(SystemTime::now())),
            event: config.event.clone(),
            site: config.site.clone(),
            group: group.map(str::to_owned),
        })
    }

    /// Takes the messages of workers.
    fn take(
        &mut self,
        state: &mut State,
        queue: &Queue,
        batch: Vec<Message>,
        report: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ArenaError> {
        let mut games = Vec::new();
        let mut faults: Vec<NewFault> = Vec::new();
        let mut again = VecDeque::new();
        let engines = 0..self.tournament.specs.len() as u32;
        let before: Vec<u32> = engines.map(|engine| state.serious(engine)).collect();
        for message in batch {
            match message {
                Message::Error(error) => return Err(error),
                Message::Live(slot, live) => {
                    if let Some((store, id)) = &self.store {
                        store.set_live(*id, slot, Some(&live))?;
                    }
                }
                Message::Void(slot, engine, fault) => {
                    state.count(engine, fault.kind);
                    let voids = state.voids.entry(slot.key).or_default();
                    *voids += 1;
                    let replay = *voids <= self.tournament.config.policy.replays;
                    faults.push((engine, slot.key, fault.clone(), replay));
                    if replay {
                        report(Event::Void { engine: engine as usize, fault: &fault });
                        again.push_back(slot);
                    } else {
                        let games_before = counted(u64::from(*voids - 1), "void game");
                        let text = format!("{} (after {games_before})", fault.text);
                        games.push((slot, self.lost(slot, engine, Fault { text, ..fault })?));
                    }
                }
                Message::Finished(slot, record, overhead) => {
                    let fault = record.fault.as_ref();
                    if let Some(found) =
                        fault.filter(|found| found.fault.kind != FaultKind::Resigned)
                    {
                        let of_first = found.side == record.first_engine;
                        let engine = if of_first { slot.key.first } else { slot.key.second };
                        state.count(engine, found.fault.kind);
                        faults.push((engine, slot.key, found.fault.clone(), false));
                    }
                    state.overhead.add(overhead);
                    state.played += 1;
                    games.push((slot, *record));
                }
            }
        }
        self.store_and_report(state, &games, &faults, report)?;
        let limit = self.tournament.config.policy.disqualify_after;
        let mut out = Vec::new();
        for (engine, was) in (0..).zip(before) {
            if limit > 0 && was < limit && state.serious(engine) >= limit {
                // Games under way may have ended in faults, too: it is out since the last that was allowed.
                report(Event::Disqualified { engine: engine as usize, faults: limit });
                out.push(engine);
            }
        }
        // Games of the disqualified that wait are lost.
        let mut forfeits = Vec::new();
        for slot in again {
            match self.disqualified(state, slot.key) {
                Some(engine) => forfeits.push((slot, engine)),
                None => queue.change(|slots| slots.push_front(slot)),
            }
        }
        if !out.is_empty() {
            queue.change(|slots| {
                slots.retain(|slot| {
                    let lost = self.disqualified(state, slot.key);
                    forfeits.extend(lost.map(|engine| (*slot, engine)));
                    lost.is_none()
                });
            });
        }
        if forfeits.is_empty() { Ok(()) } else { self.forfeit(state, &forfeits, report) }
    }

    fn store_and_report(
        &mut self,
        state: &mut State,
        games: &[(Slot, GameRecord)],
        faults: &[NewFault],
        report: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ArenaError> {
        if games.is_empty() && faults.is_empty() {
            return Ok(());
        }
        if let Some((store, id)) = &mut self.store {
            let rows: Vec<(Key, &GameRecord)> =
                games.iter().map(|(slot, record)| (slot.key, record)).collect();
            let faults: Vec<(u32, Key, &Fault, bool)> = faults
                .iter()
                .map(|(engine, key, fault, void)| (*engine, *key, fault, *void))
                .collect();
            store.append(*id, &rows, &faults)?;
        }
        for (slot, record) in games {
            let half_points = record.half_points();
            state.results.insert(slot.key, half_points);
            state.feed.done(slot.key);
            state.tally.add(slot.key.pair, half_points);
            report(Event::Game(record, slot.key));
        }
        Ok(())
    }

    fn outcome(&self, mut state: State, workers: usize) -> Outcome {
        let decided = state.decided();
        let tournament = self.tournament;
        let is_match = tournament.config.format == Format::Match;
        let test = state.test.as_ref().map(RunningTest::state);
        let summary = is_match.then(|| match test {
            Some((SprtState { decision: Some(_), .. }, pairs)) => {
                let counted = state.results.iter().filter(|(key, _)| key.pair < pairs as u64);
                let mut tally = Tally::default();
                counted.for_each(|(key, &half_points)| tally.add(key.pair, half_points));
                tally.summary()
            }
            _ => state.tally.summary(),
        });
        let complete = decided || !tournament.schedule(&state.results).is_open(&state.results);
        let State { results, played, overhead, faults, .. } = state;
        Outcome { results, complete, summary, test, played, overhead, workers, faults }
    }
}

impl State {
    fn count(&mut self, engine: u32, kind: FaultKind) {
        if let Some(counts) = self.faults.get_mut(engine as usize) {
            *counts.entry(kind).or_default() += 1;
        }
    }

    /// An engine's faults that may disqualify it: to lose on time is part of the game.
    fn serious(&self, engine: u32) -> u32 {
        let counts = self.faults.get(engine as usize).into_iter().flatten();
        let serious = counts.filter(|(kind, _)| kind.disqualifies()).map(|(_, count)| count);
        u32::try_from(serious.sum::<u64>()).unwrap_or(u32::MAX)
    }

    /// The test has ended the match.
    fn decided(&mut self) -> bool {
        let decision: Option<Decision> =
            self.test.as_mut().and_then(|test| test.go_on(&self.tally));
        decision.is_some()
    }
}
