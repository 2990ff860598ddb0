//! Who runs the tournaments: begins them and their games, hears of each turn and end, and keeps what they come to.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::{MissedTickBehavior, interval};

use super::kept::{Change, Done, Entry, Head, Keeps, Pairing};
use super::rules::{self, Ended, Meeting, Step};
use super::shown::{self, OnBoard};
use super::table::Table;
use crate::begin::Begins;
use crate::ids;
use crate::news::Standing;
use crate::outbox::Letter;
use crate::protocol::tournament::{Stage, Terms};
use crate::protocol::{Code, Failure, ServerMessage};
use crate::room::NO_FIRST_MOVE;
use crate::rooms::Rooms;
use crate::store::StoreError;
use crate::wanted::{Wanted, wanted};

/// How often it is looked whether something is due.
const TICK: Duration = Duration::from_millis(500);
/// Tournaments that are over, of which the list is made.
const PAST: usize = 120;
/// Steps of a tournament that are done at a time.
const STEPS: usize = 8;
/// An answer on a tournament is given to others as it was, for so long.
const FRESH: Duration = Duration::from_millis(500);

/// A tournament that somebody looks at, or that is not over.
pub struct Live {
    table: tokio::sync::Mutex<Table>,
    boards: Mutex<HashMap<String, OnBoard>>,
    /// Told at every change.
    pub changed: watch::Sender<()>,
    told: Mutex<Option<(u64, Instant, Letter)>>,
    /// How often it has changed: what was told before is old.
    version: AtomicU64,
}

impl Live {
    /// Nothing is told of it yet.
    pub fn new(table: Table) -> Self {
        Self {
            table: tokio::sync::Mutex::new(table),
            boards: Mutex::default(),
            changed: watch::Sender::default(),
            told: Mutex::default(),
            version: AtomicU64::default(),
        }
    }

    /// Its table, for as long as one has it.
    pub async fn table(&self) -> tokio::sync::MutexGuard<'_, Table> {
        self.table.lock().await
    }

    /// The games that are shown.
    pub fn boards(&self) -> MutexGuard<'_, HashMap<String, OnBoard>> {
        // The map is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn told(&self) -> MutexGuard<'_, Option<(u64, Instant, Letter)>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn has_changed(&self) {
        self.version.fetch_add(1, Ordering::Relaxed);
        self.changed.send_replace(());
    }

    /// How it stands, as a message that is made once for all who look.
    pub async fn letter(&self, now: i64) -> Letter {
        let version = self.version.load(Ordering::Relaxed);
        if let Some((of, at, letter)) = &*self.told()
            && *of == version
            && at.elapsed() < FRESH
        {
            return letter.clone();
        }
        let table = self.table().await;
        let shown = shown::tournament(&table, &self.boards(), now);
        let letter = Letter::from(&ServerMessage::Tournament(Box::new(shown)));
        *self.told() = Some((version, Instant::now(), letter.clone()));
        letter
    }
}

/// Runs the tournaments of a club.
pub struct Director {
    pub(super) rooms: Arc<Rooms>,
    pub(super) keeps: Arc<dyn Keeps>,
    /// The names of the games that are played here.
    games: Vec<&'static str>,
    /// Milliseconds that its clock is ahead of the system's.
    ahead: Arc<AtomicI64>,
    open: Mutex<BTreeMap<String, Arc<Live>>>,
    /// Those that are over and that somebody looks at.
    looked_at: Mutex<BTreeMap<String, Weak<Live>>>,
    /// Those that are over, the newest first, with the numbers of their players.
    past: Mutex<Vec<(Head, usize)>>,
    /// Somebody has come or gone: something may be due.
    pub(super) wake: Notify,
    /// Held while a tournament is made.
    pub(super) making: tokio::sync::Mutex<()>,
    /// Told when the list changes.
    pub changed: watch::Sender<()>,
    heard: Mutex<Option<mpsc::UnboundedReceiver<Arc<Standing>>>>,
}

/// A failure of the database.
pub fn storage(error: &StoreError) -> Failure {
    Failure::new(Code::Storage, format!("Nothing was changed: {error}."))
}

impl Director {
    /// It hears of games from now on, and does nothing before [`run`](Director::run).
    pub fn new(
        rooms: Arc<Rooms>,
        keeps: Arc<dyn Keeps>,
        games: Vec<&'static str>,
        ahead: Arc<AtomicI64>,
    ) -> Arc<Self> {
        let heard = Mutex::new(Some(rooms.news.direct()));
        Arc::new(Self {
            rooms,
            keeps,
            games,
            ahead,
            open: Mutex::default(),
            looked_at: Mutex::default(),
            past: Mutex::default(),
            wake: Notify::new(),
            making: tokio::sync::Mutex::default(),
            changed: watch::Sender::default(),
            heard,
        })
    }

    /// The time, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
        now.saturating_add(self.ahead.load(Ordering::Relaxed))
    }

    pub(super) fn open(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Live>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn past(&self) -> MutexGuard<'_, Vec<(Head, usize)>> {
        self.past.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that are over and that somebody looks at.
    pub(super) fn looked_at(&self) -> MutexGuard<'_, BTreeMap<String, Weak<Live>>> {
        self.looked_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All that are not over.
    pub(super) fn all(&self) -> Vec<Arc<Live>> {
        self.open().values().cloned().collect()
    }

    /// Takes a new one up.
    pub(super) fn take_up(&self, id: String, table: Table) {
        self.open().insert(id, Arc::new(Live::new(table)));
        self.changed.send_replace(());
        self.wake.notify_one();
    }

    /// The game that a tournament plays.
    pub(super) fn wanted(&self, terms: &Terms) -> Result<Wanted, Failure> {
        let mut wanted = wanted(&self.games, &terms.game, Some(terms.clock))?;
        wanted.rated = terms.rated;
        Ok(wanted)
    }

    /// Keeps changes of a tournament, and makes them.
    pub(super) async fn keep(
        &self,
        live: &Live,
        table: &mut Table,
        changes: Vec<Change>,
    ) -> Result<(), Failure> {
        if changes.is_empty() {
            return Ok(());
        }
        let id = table.head().id.clone();
        let kept = self.keeps.change_tournament(&id, changes.clone()).await;
        kept.map_err(|error| storage(&error))?;
        let listed =
            changes.iter().any(|change| matches!(change, Change::Head(_) | Change::Player(..)));
        for change in changes {
            table.apply(change);
        }
        if matches!(table.head().stage, Stage::Over | Stage::Canceled) {
            let closed = self.open().remove(&id);
            if let Some(live) = closed {
                self.look_at(&id, &live);
            }
            live.boards().clear();
            let mut past = self.past();
            past.insert(0, (table.head().clone(), table.order().len()));
            past.truncate(PAST);
        }
        live.has_changed();
        if listed {
            self.changed.send_replace(());
        }
        Ok(())
    }

    /// Takes up what was under way when the server ended.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn resume(&self) -> Result<(), StoreError> {
        *self.past() = self.keeps.past_tournaments(PAST).await?;
        for id in self.keeps.open_tournaments().await? {
            // One that is damaged hides itself and no other.
            let Ok(Some(kept)) = self.keeps.tournament(&id).await else { continue };
            let live = Arc::new(Live::new(Table::of(kept)));
            self.open().insert(id, Arc::clone(&live));
            let mut table = live.table().await;
            let games = table.open().map(|it| (it.number, it.game.clone().unwrap_or_default()));
            for (number, game) in games.collect::<Vec<_>>() {
                self.resume_game(&live, &mut table, number, &game).await?;
            }
        }
        Ok(())
    }

    async fn resume_game(
        &self,
        live: &Live,
        table: &mut Table,
        number: u32,
        game: &str,
    ) -> Result<(), StoreError> {
        let standing = match self.rooms.store.load(game).await {
            Ok(Some(record)) => Standing::of(record).ok(),
            Ok(None) => {
                // The server ended between the pairing and its game.
                let _ = self.keep(live, table, vec![Change::Unpaired(number)]).await;
                return Ok(());
            }
            Err(_) => None,
        };
        let at = self.keeps.game_changed(game).await?.unwrap_or_default();
        match standing {
            Some(standing) if standing.ending.is_none() => {
                // Its players find it where it was; its clock waits for them a while.
                let _ = self.rooms.attend(game).await;
            }
            standing => {
                let ended = standing.map_or_else(|| nothing(at), |it| ended(&it, at));
                // Where it cannot be kept now it is when the server starts again.
                let _ = self.keep(live, table, rules::result(table, game, &ended)).await;
            }
        }
        Ok(())
    }

    /// Looks at the games that another process has, which has begun anew: what it would have told may be lost.
    #[cfg(feature = "cluster")]
    pub async fn look_again(&self, node: usize) {
        for live in self.all() {
            let mut table = live.table().await;
            let games = table.open().map(|it| (it.number, it.game.clone().unwrap_or_default()));
            let of_node = |id: &str| self.rooms.others.part.owner(id) == node;
            let games: Vec<_> = games.filter(|(_, game)| of_node(game)).collect();
            for (number, game) in games {
                // A database that fails now is asked again at the next start.
                let _ = self.resume_game(&live, &mut table, number, &game).await;
            }
            self.wake.notify_one();
        }
    }

    /// Runs them all, until the server ends.
    pub async fn run(self: Arc<Self>) {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut heard) = heard else { return };
        let mut times = interval(TICK);
        times.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Ends of games that could not be kept yet.
        let mut unkept: Vec<(Arc<Standing>, i64)> = Vec::new();
        loop {
            tokio::select! {
                _ = times.tick() => {
                    for (standing, at) in std::mem::take(&mut unkept) {
                        if self.hear(&standing, at).await.is_err() {
                            unkept.push((standing, at));
                        }
                    }
                }
                () = self.wake.notified() => {}
                standing = heard.recv() => {
                    let Some(standing) = standing else { return };
                    let at = self.now();
                    match self.hear(&standing, at).await {
                        Ok(true) => {}
                        Ok(false) => continue,
                        Err(_) => unkept.push((standing, at)),
                    }
                }
            }
            for live in self.all() {
                // A change that cannot be kept now is due again at the next tick.
                let _ = self.advance(&live).await;
            }
        }
    }

    /// Hears how a game stands; whether something may be due now.
    async fn hear(&self, standing: &Arc<Standing>, at: i64) -> Result<bool, Failure> {
        let row = &standing.row;
        let live = row.tournament.as_ref().and_then(|id| self.open().get(id).cloned());
        let Some(live) = live else { return Ok(false) };
        if standing.ending.is_none() {
            let on_board = OnBoard { standing: Arc::clone(standing), since: at };
            live.boards().insert(row.id.clone(), on_board);
            live.has_changed();
            return Ok(false);
        }
        let mut table = live.table().await;
        let changes = rules::result(&table, &row.id, &ended(standing, at));
        self.keep(&live, &mut table, changes).await?;
        live.boards().remove(&row.id);
        Ok(true)
    }

    /// The keys of those who play in another tournament now.
    async fn elsewhere(&self, live: &Live) -> HashSet<String> {
        let mut keys = HashSet::new();
        for other in self.all().iter().filter(|other| !std::ptr::eq(&***other, live)) {
            let table = other.table().await;
            let players = table.open().flat_map(|pairing| pairing.players);
            keys.extend(players.map(|player| table.players()[player].who.key.clone()));
        }
        keys
    }

    /// Does what is due in a tournament.
    async fn advance(&self, live: &Live) -> Result<(), Failure> {
        let elsewhere = self.elsewhere(live).await;
        let here = |key: &str| !elsewhere.contains(key) && self.rooms.news.has(key);
        let mut table = live.table().await;
        for _ in 0..STEPS {
            match rules::due(&table, self.now(), &here) {
                Step::Wait => return Ok(()),
                Step::Head(head) => {
                    self.keep(live, &mut table, vec![Change::Head(head)]).await?;
                }
                Step::Meet(meetings) => self.meet(live, &mut table, &meetings).await?,
            }
        }
        Ok(())
    }

    /// Keeps pairings, and begins their games.
    async fn meet(
        &self,
        live: &Live,
        table: &mut Table,
        meetings: &[Meeting],
    ) -> Result<(), Failure> {
        let mut made = Vec::new();
        for (meeting, number) in meetings.iter().zip(table.next()..) {
            let &Meeting { round, players } = meeting;
            let bye = players[0] == players[1];
            let game = if bye { None } else { Some(ids::game_id().map_err(|_| no_bits())?) };
            // A bye is worth a win.
            let won =
                Done { order: table.done(), half_points: Some(2), points: [2, 0], at: self.now() };
            let ratings = players.map(|player| table.rating(player));
            let done = bye.then_some(won);
            made.push(Pairing { number, round, game, players, ratings, done });
        }
        let changes = made.iter().cloned().map(Change::Pairing).collect();
        self.keep(live, table, changes).await?;
        let begun = {
            let head = table.head();
            let of = |player: usize| &table.players()[player];
            let games = made.iter().filter_map(|pairing| {
                let game = pairing.game.clone()?;
                let [first, second] = pairing.players.map(of);
                Some(self.begin(head, game, first, second, pairing.number))
            });
            join_all(games).await
        };
        let failed = begun.into_iter().filter_map(Result::err).map(Change::Unpaired).collect();
        self.keep(live, table, failed).await
    }

    /// Begins a game; the number of its pairing where that fails.
    async fn begin(
        &self,
        head: &Head,
        game: String,
        first: &Entry,
        second: &Entry,
        number: u32,
    ) -> Result<(), u32> {
        let begun = async {
            let mut new = self.wanted(&head.terms)?.new;
            new.seat = Some(crate::engines::sides(&new.game)?[0]);
            new.private = head.invited.is_some();
            let (by, other) = (first.who.clone(), second.who.clone());
            let (rated, tournament) = (head.terms.rated, Some(head.id.clone()));
            let id = game.clone();
            let by = Begins::Match { id, by, other, rated, tournament };
            self.rooms.begin(new, by).await?;
            self.rooms.attend(&game).await
        };
        begun.await.map_err(|_: Failure| number)
    }
}

fn no_bits() -> Failure {
    Failure::new(Code::Storage, "The system gives no random bits.")
}

/// The end of a game that came to nothing.
fn nothing(at: i64) -> Ended {
    Ended { half_points: None, no_show: false, ratings: [None; 2], at }
}

/// How a game ended, as the tournament counts it.
fn ended(standing: &Standing, at: i64) -> Ended {
    let Some(ending) = &standing.ending else { return nothing(at) };
    let half_points = match ending.winner {
        None if ending.reason == "abort" => None,
        None => Some(1),
        Some(winner) => Some(if winner == standing.sides[0] { 2 } else { 0 }),
    };
    let seats = standing.row.seating.as_ref();
    let rating = |side| seats.and_then(|seating| seating.seats.get(&side)?.rating);
    let ratings = standing.sides.map(rating);
    Ended { half_points, no_show: ending.reason == NO_FIRST_MOVE, ratings, at }
}
