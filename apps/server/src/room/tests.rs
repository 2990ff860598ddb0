//! A game between two seats is explored by random interleavings, and compared with a plain model after each event.

mod claims;
mod model;

use std::path::Path;
use std::sync::mpsc as threads;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arena::seeds::mix;
use futures_util::FutureExt;
use model::{Act, Actor, FIRST_MOVE, Model};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinHandle, yield_now};
use tokio::time::advance;

use super::{By, Command, Room, Surroundings};
use crate::begin::{Begins, set_up};
use crate::blocks::Blocks;
use crate::engines;
use crate::gate::ClientId;
use crate::meter::Meter;
use crate::outbox::{Inbox, Outbox, Told};
use crate::part::Part;
use crate::protocol::seats::OfferKind;
use crate::protocol::study::ClockRule;
use crate::protocol::{GameState, NewGame};
use crate::searches::Searches;
use crate::sql::SqlStore;
use crate::store::{LogEntry, Store, Taken};
use crate::who::Who;

/// Games that are explored, and events in each.
const GAMES: u64 = 80;
const EVENTS: usize = 50;

/// Numbers that follow from a seed.
struct Dice(u64, u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.1 += 1;
        usize::try_from(mix(self.0, self.1) >> 33).expect("small") % most
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

/// A room in memory.
struct Live {
    commands: mpsc::UnboundedSender<Command>,
    task: JoinHandle<()>,
}

/// A window in which the game is watched.
struct Window {
    inbox: Inbox,
    told: Option<Arc<GameState>>,
}

impl Window {
    /// Compares what it shows with the model.
    fn compare(&mut self, model: &Model, of: &(Actor, u64)) {
        let (sides, mut now) = (model.sides, false);
        while let Some(Ok(told)) = self.inbox.next_told().now_or_never() {
            if let Told::Game(game) = told {
                (self.told, now) = (Some(game), true);
            }
        }
        let told = self.told.as_ref().expect("who comes is told the game");
        let turns: Vec<&String> = told.history.iter().map(|entry| &entry.turn).collect();
        assert_eq!(turns, model.turns.iter().collect::<Vec<_>>(), "{of:?}");
        assert_eq!(told.ending, model.ending(), "{of:?}");
        assert_eq!(told.side, sides[model.to_move()], "{of:?}");
        let seats = told.seats.as_ref().expect("seats");
        let flat = |(&side, kinds): (&char, &Vec<OfferKind>)| {
            kinds.iter().map(|&kind| (side, kind)).collect::<Vec<_>>()
        };
        let offers: Vec<(char, OfferKind)> = seats.offers.iter().flat_map(flat).collect();
        let mut expected: Vec<(char, OfferKind)> =
            model.offers.iter().map(|&(side, kind)| (sides[side], kind)).collect();
        expected.sort_unstable();
        assert_eq!((offers, seats.next.is_some()), (expected, model.next), "{of:?}");
        let Some((clock, expected)) = told.clock.as_ref().zip(model.clocks.as_ref()) else {
            assert!(told.clock.is_none() && model.clocks.is_none());
            return;
        };
        assert_eq!(clock.running, expected.since.is_some(), "{of:?}: the clock runs");
        for side in (0..2).filter(|_| now) {
            assert_eq!(Some(clock.left[&sides[side]]), model.left(side), "{of:?}: {side}");
            let gone = seats.seats[&sides[side]].claim_in;
            assert!(gone.is_none() || model.gone[side].is_some(), "{of:?}: {side} is there");
        }
    }
}

/// Notes an answer, with which of the acts it is of.
fn note(answer: oneshot::Receiver<bool>, at: usize, done: &Arc<Mutex<Vec<(usize, bool)>>>) {
    let done = Arc::clone(done);
    tokio::spawn(async move {
        // The server may be killed before there is one.
        if let Ok(answer) = answer.await {
            done.lock().expect("whole").push((at, answer));
        }
    });
}

/// A server with one game, and its model.
struct Session<'a> {
    folder: &'a Path,
    store: Arc<SqlStore>,
    searches: Arc<Searches>,
    id: String,
    who: [Who; 3],
    invite: Option<String>,
    live: Option<Live>,
    windows: std::collections::BTreeMap<(Actor, u64), Window>,
    model: Model,
    dice: Dice,
}

fn open(folder: &Path) -> Arc<SqlStore> {
    Arc::new(
        SqlStore::open(&folder.into(), Part::default(), u64::MAX, Meter::default()).expect("opens"),
    )
}

impl<'a> Session<'a> {
    /// Begins a game whose kind follows from the seed.
    async fn begin(
        folder: &'a Path,
        store: Arc<SqlStore>,
        searches: Arc<Searches>,
        seed: u64,
    ) -> Self {
        let mut dice = Dice(seed, 0);
        let who = ["ann", "ben", "cat"].map(|name| Who::account(&format!("{name}{seed}"), false));
        let rule = [
            None,
            Some(ClockRule::timed(20_000, 0)),
            Some(ClockRule::timed(60_000, 2000)),
            Some(ClockRule::timed(1000, 1000)),
            Some(ClockRule::delayed(5000, 3000)),
        ];
        let (rule, kind) = (dice.of(&rule), dice.below(5));
        let rated = rule.is_some() && kind < 2;
        let other = if kind == 3 { 0 } else { 1 };
        let by = who[0].clone();
        let (seats, begins) = if kind == 4 {
            ([Some(0), None], Begins::Member(by))
        } else {
            let id = format!("game{seed}");
            let other_who = who[other].clone();
            let begins = Begins::Match { id, by, other: other_who, rated, tournament: None };
            ([Some(0), Some(other)], begins)
        };
        let game = dice.of(&["onitama", "ataxx"]);
        let found = engines::kind(game).expect("a game");
        let start = engines::deal(found, "", seed).expect("a deal");
        let mut model = Model::new((found, start.clone()), seats, rated, rule);
        let new = new_game(game, start, rule, model.sides[0]);
        let (record, ending) = set_up(new, begins).expect("a game");
        model.start.clone_from(&record.row.start);
        let seating = record.row.seating.clone().expect("seats");
        let invite = seating.seats.values().find_map(|seat| seat.invite.clone());
        let id = store.create(record, ending).await.expect("keeps");
        let (live, windows) = (None, Default::default());
        Self { folder, store, searches, id, who, invite, live, windows, model, dice }
    }

    fn client(actor: Actor, window: u64) -> ClientId {
        let number = actor as u64 * 2 + window;
        ClientId { address: [127, 0, 0, 1].into(), number }
    }

    /// Reads the game from the store, unless it is in memory.
    async fn load(&mut self) -> mpsc::UnboundedSender<Command> {
        if let Some(live) = &self.live {
            return live.commands.clone();
        }
        let record = self.store.load(&self.id).await.expect("reads").expect("is there");
        let (commands, inbox) = mpsc::unbounded_channel();
        let store = &self.store;
        let around = Surroundings {
            store: Arc::clone(store) as Arc<dyn Store>,
            chats: Arc::clone(store) as Arc<dyn crate::chats::Chats>,
            tournaments: Arc::clone(store) as Arc<dyn crate::tournaments::kept::Keeps>,
            blocks: Arc::new(Blocks::of(Vec::new())),
            live: Arc::default(),
            searches: Arc::clone(&self.searches),
            news: Arc::default(),
            pause: Duration::ZERO,
            first_move: Duration::from_millis(FIRST_MOVE),
            stopping: crate::stopping::Stopping::default(),
            close: Box::new(|_, inbox| inbox.is_empty()),
        };
        let room = Room::load(record, around, commands.clone(), Self::client(0, 0));
        let task = tokio::spawn(room.expect("loads").run(inbox));
        self.live = Some(Live { commands: commands.clone(), task });
        self.model.load();
        // It begins before the time goes on.
        yield_now().await;
        commands
    }

    /// The command that asks for it, with its answer; what needs no leave is answered by what follows.
    fn command(&mut self, actor: Actor, act: &Act) -> (Command, Option<oneshot::Receiver<bool>>) {
        let who = self.who[actor].clone();
        let client = Self::client(actor, 0);
        let side = |side: usize| self.model.sides[side];
        let command = match act.clone() {
            Act::Watch(window) => {
                let (outbox, inbox) = Outbox::of_stream(Self::client(actor, window), Some(who));
                self.windows.insert((actor, window), Window { inbox, told: None });
                return (Command::Watch(outbox), None);
            }
            Act::Leave(window) => {
                self.windows.remove(&(actor, window));
                return (Command::Leave(Self::client(actor, window)), None);
            }
            Act::Play { ply, turn } => Command::Play { client, ply: Some(ply), turn },
            Act::Resign(of) => Command::Resign { client, side: of.map(side) },
            Act::Abort => Command::Abort(client),
            Act::Claim { draw } => Command::Claim { client, side: None, draw },
            Act::Offer(offer, yes) => Command::Offer { client, who: who.clone(), offer, yes },
            Act::Undo(ply) => Command::Undo { client, ply },
            Act::Redo(ply) => Command::Redo { client, ply },
        };
        let (sender, answer) = oneshot::channel();
        let told = Box::new(move |outcome: Result<(), _>| {
            // The server was killed meanwhile.
            let _ = sender.send(outcome.is_ok());
        });
        let by = By { client, who: Some(who), command, answer: told };
        (Command::By(Box::new(by)), Some(answer))
    }

    /// Waits until the room has done all that it was told, timers among it.
    async fn settle(&mut self) {
        for _ in 0..10 {
            yield_now().await;
        }
        if let Some(live) = &self.live {
            let (sender, answer) = oneshot::channel();
            let told = Box::new(move |_| {
                let _ = sender.send(());
            });
            let who = Some(self.who[2].clone());
            let client = Self::client(2, 0);
            let by = By { client, who, command: Command::Attend, answer: told };
            if live.commands.send(Command::By(Box::new(by))).is_ok() && answer.await.is_ok() {
                for _ in 0..10 {
                    yield_now().await;
                }
            }
            if live.task.is_finished() {
                self.live = None;
            }
        }
    }

    /// Some acts at the same moment, which are heard so many milliseconds later: before an alarm of that time.
    async fn together(&mut self, acts: &[(Actor, Act)], late: u64) {
        let room = self.load().await;
        let mut answers = Vec::new();
        for (actor, act) in acts {
            let (command, answer) = self.command(*actor, act);
            room.send(command).expect("lives");
            answers.push(answer);
        }
        self.model.now += late;
        advance(Duration::from_millis(late)).await;
        for ((actor, act), answer) in acts.iter().zip(answers) {
            let expected = self.model.act(*actor, act);
            self.model.rest();
            if let Some(answer) = answer {
                assert_eq!(answer.await.expect("an answer"), expected, "{actor}: {act:?}");
            }
        }
        self.after().await;
    }

    /// Lets what is due happen, and compares.
    async fn after(&mut self) {
        self.settle().await;
        self.model.ring();
        if self.model.live && self.model.watchers.is_empty() && !self.model.goes_on_alone() {
            self.model.unload();
        }
        assert_eq!(self.live.is_some(), self.model.live, "the room is in memory");
        self.compare().await;
    }

    /// Time passes, alarm by alarm.
    async fn wait(&mut self, time: u64) {
        let end = self.model.now + time;
        while self.model.now < end {
            let next = self.model.next_alarm().filter(|&at| at > self.model.now).unwrap_or(end);
            let step = next.min(end) - self.model.now;
            self.model.now += step;
            advance(Duration::from_millis(step)).await;
            self.after().await;
        }
    }

    /// The server is killed in the midst of some acts, and what it had acknowledged is there when it runs again.
    async fn kill(&mut self, acts: &[(Actor, Act)]) {
        let room = self.load().await;
        let mut outcomes = vec![self.model.clone()];
        let mut expected = Vec::new();
        let done = Arc::new(Mutex::new(Vec::new()));
        for (actor, act) in acts {
            let (command, answer) = self.command(*actor, act);
            room.send(command).expect("lives");
            let mut next = outcomes[outcomes.len() - 1].clone();
            let outcome = next.act(*actor, act);
            next.rest();
            outcomes.push(next);
            if let Some(answer) = answer {
                expected.push((outcomes.len() - 1, outcome));
                note(answer, outcomes.len() - 1, &done);
            }
        }
        self.end().await;
        let done = done.lock().expect("whole").clone();
        for answer in &done {
            assert!(expected.contains(answer), "{answer:?} of {acts:?}");
        }
        let record = self.store.load(&self.id).await.expect("reads").expect("is there");
        let acknowledged = done.iter().map(|&(at, _)| at).max().unwrap_or(0);
        let kept = outcomes.into_iter().skip(acknowledged).find(|it| it.log == record.log);
        self.model = kept
            .unwrap_or_else(|| panic!("acknowledged {done:?} of {acts:?}, kept {:?}", record.log));
        self.model.unload();
        self.windows.clear();
        self.compare().await;
    }

    /// The room is gone at some moment, and what it had given to the writer is written.
    async fn end(&mut self) {
        for _ in 0..self.dice.below(12) {
            yield_now().await;
            std::thread::sleep(Duration::from_micros(50));
        }
        let Live { task, .. } = self.live.take().expect("lives");
        task.abort();
        // Cancelled, or at its end already.
        let _ = task.await;
        yield_now().await;
        // All that was given to the writer is written.
        self.store.check().await.expect("writes");
        if self.dice.below(4) == 0 {
            let elsewhere = tempfile::tempdir().expect("a folder");
            // The store is closed before it is opened again.
            self.store = open(elsewhere.path());
            self.store = open(self.folder);
        }
    }

    /// Compares what is kept, and what each window shows, with the model.
    async fn compare(&mut self) {
        let model = &self.model;
        let record = self.store.load(&self.id).await.expect("reads").expect("is there");
        assert_eq!(record.log, model.log, "kept");
        if model.is_shared() {
            check_log(&record.log);
        }
        let rated = model.rated && model.ending().is_some() && model.turns.len() > 1;
        for who in &self.who[..2] {
            let points = self.store.rating_history(&who.key).await.expect("reads");
            assert_eq!(points.len(), usize::from(rated), "ratings of a game, once");
        }
        if !model.live {
            self.windows.clear();
        }
        for (of, window) in &mut self.windows {
            window.compare(model, of);
        }
    }

    /// A random act of somebody.
    fn act(&mut self) -> (Actor, Act) {
        let actor = self.dice.of(&[0, 0, 0, 1, 1, 1, 2]);
        let plies = self.model.turns.len();
        let window = self.dice.below(2) as u64;
        let kinds = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];
        let act = match self.dice.below(60) {
            // Rare, so that most games come far.
            0 if self.dice.below(3) > 0 => Act::Abort,
            0 => Act::Resign(self.dice.of(&[None, Some(0), Some(1)])),
            1..8 => Act::Offer(self.dice.of(&kinds), self.dice.below(4) > 0),
            8..11 => Act::Undo(self.dice.below(plies + 1)),
            11 => Act::Redo(plies),
            29 | 30 => Act::Claim { draw: self.dice.below(2) == 0 },
            12..22 => Act::Watch(window),
            22..26 => Act::Leave(window),
            // The same turn again, one for another ply, and none at all.
            26 if plies > 0 => {
                let ply = self.dice.below(plies);
                return (actor, Act::Play { ply, turn: self.model.turns[ply].clone() });
            }
            27 => Act::Play { ply: plies, turn: "nonsense".to_owned() },
            wrong => {
                let turns = self.model.game().legal_turns();
                let turn = if turns.is_empty() { String::new() } else { self.dice.of(&turns) };
                let ply = if wrong == 28 { plies + 1 } else { plies };
                // Mostly by who is to move, in turn.
                let mover = self.model.seats[self.model.to_move()].filter(|_| wrong > 32);
                return (mover.unwrap_or(actor), Act::Play { ply, turn });
            }
        };
        (actor, act)
    }

    /// Something happens.
    async fn event(&mut self) {
        let count = 1 + self.dice.below(3);
        let acts: Vec<(Actor, Act)> = (0..count).map(|_| self.act()).collect();
        let to_flag = self.model.next_alarm().map_or(0, |at| at - self.model.now);
        match self.dice.below(20) {
            0..11 => self.together(&acts, 0).await,
            // A move at the flag's fall: heard a moment before, at it, or after.
            11 => self.together(&acts[..1], to_flag).await,
            12 => self.together(&acts[..1], to_flag.saturating_sub(1)).await,
            13 => self.together(&acts[..1], to_flag + 1500).await,
            14 => {
                self.wait(to_flag).await;
                self.together(&acts, 0).await;
            }
            15..18 => {
                let time = self.dice.of(&[1, 400, 3000, 12_000]);
                self.wait(time).await;
            }
            18 => self.join().await,
            _ => self.kill(&acts).await,
        }
    }

    /// Somebody uses the invitation.
    async fn join(&mut self) {
        let (actor, Some(word)) = (self.dice.below(3), self.invite.clone()) else { return };
        let who = self.who[actor].clone();
        let taken = self.store.take_seat(&word, who.clone()).await.expect("answers");
        let free = self.model.seats.iter().position(Option::is_none);
        let Some(side) = free else {
            assert_eq!(taken, Taken::None);
            return;
        };
        let id = self.id.clone();
        if actor == 0 {
            assert_eq!(taken, Taken::Already { id });
            return;
        }
        let side_letter = self.model.sides[side];
        assert_eq!(taken, Taken::Now { id, side: side_letter });
        let room = self.load().await;
        self.model.seats[side] = Some(actor);
        self.model.note_absences();
        let client = Self::client(actor, 0);
        room.send(Command::Seated { client, side: side_letter, who }).expect("lives");
        self.after().await;
    }
}

/// A game that is asked for, from that start, with the seat of who asks.
fn new_game(game: &str, start: String, rule: Option<ClockRule>, seat: char) -> NewGame {
    let mut new = crate::wanted::wanted(&["onitama", "ataxx"], game, rule).expect("a game").new;
    (new.deal, new.position, new.seat) = (None, Some(start), Some(seat));
    new
}

/// A log of a game of two: each turn follows the one before, and after the end there is nothing.
fn check_log(log: &[LogEntry]) {
    let mut plies = 0;
    for (at, entry) in log.iter().enumerate() {
        match entry {
            LogEntry::Turn { ply, .. } => {
                assert_eq!(*ply, plies, "each turn once: {log:?}");
                plies += 1;
            }
            LogEntry::Undo { ply } => {
                assert!(*ply < plies, "{log:?}");
                plies = *ply;
            }
            LogEntry::End(_) => {
                assert_eq!(at + 1, log.len(), "one end, and nothing after: {log:?}");
            }
        }
    }
}

/// Says which game failed.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the game of seed {}", self.0);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_session_is_that_of_the_model_however_its_events_interleave() {
    // The clock moves where the test moves it, and not while the database works.
    let (end, ended) = threads::channel::<()>();
    let still = tokio::task::spawn_blocking(move || ended.recv().is_ok());
    let folder = tempfile::tempdir().expect("a folder");
    let searches = Arc::new(Searches::start(1, 1, None).expect("a thread"));
    let mut store = open(folder.path());
    for seed in 0..GAMES {
        let _said = Seed(seed);
        let mut session = Session::begin(folder.path(), store, Arc::clone(&searches), seed).await;
        for _ in 0..EVENTS {
            session.event().await;
        }
        if let Some(Live { task, .. }) = session.live.take() {
            task.abort();
            let _ = task.await;
        }
        store = session.store;
    }
    drop(end);
    still.await.expect("ends");
}
