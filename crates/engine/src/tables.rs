//! Endgame tables behind the engine interface: how a game offers them, and who builds them when.

use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use search::{Limits, Oracle};

use crate::kind::GameDefinition;

/// What a table keeps of each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// The plies to the end: what an engine plays by.
    Distances,
    /// Won, lost or drawn.
    Verdicts,
}

/// How many positions of a table end how, for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSummary {
    /// All positions that are not over, with one side to move.
    pub positions: u64,
    /// Won.
    pub wins: u64,
    /// Lost.
    pub losses: u64,
    /// Neither.
    pub draws: u64,
    /// The plies of the longest win or loss, where they are known.
    pub longest: Option<u32>,
}

/// What a table says of a position, for the side to move. The plies to the end are None where the table
/// keeps verdicts only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableValue {
    /// It wins, in so many plies.
    Win(Option<u32>),
    /// It loses, in so many plies.
    Loss(Option<u32>),
    /// Neither side can force a win.
    Draw,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct TableProgress {
    /// Ends within so many plies are known.
    pub plies: u32,
    /// Positions decided so far.
    pub decided: u64,
    /// All positions; draws are never decided.
    pub positions: u64,
}

/// A table of wins that is asked for: one bit a position, kept in a file.
#[derive(Clone, Copy, Debug)]
pub struct WinsRequest<'r> {
    /// What stands for the game, as [`GameKind::solve`](crate::GameKind::solve) takes it.
    pub cards: &'r str,
    /// The most pieces a side.
    pub men: usize,
    /// The file. While the table is built, its name has `.part` after it; what an earlier build
    /// left there is gone on with.
    pub path: &'r Path,
    /// How much memory may be used, in bytes.
    pub memory: u64,
    /// Threads, at least one.
    pub threads: usize,
}

/// What the work on a table of wins is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinsStage {
    /// What stands in a file is read.
    Reading,
    /// Wins are found.
    Building,
    /// Wins and losses are counted.
    Counting,
}

/// How far the work on a table of wins has come.
#[derive(Clone, Copy, Debug)]
pub struct WinsProgress {
    /// What it is at.
    pub stage: WinsStage,
    /// Steps done; nobody knows how many a build will take.
    pub steps: u64,
    /// How many there are in all, where that is known.
    pub all_steps: Option<u64>,
    /// Wins found.
    pub wins: u64,
    /// All positions.
    pub positions: u64,
}

/// A finished table of wins in its file.
pub trait WinsTable {
    /// How many positions end how.
    fn summary(&self) -> TableSummary;
    /// Whether it was read, not built.
    fn is_read(&self) -> bool;
    /// Checks one in `every` positions by the rules, on so many threads. `progress` is told how
    /// many were checked, and ends the check where it says no. Returns that number.
    ///
    /// # Errors
    /// The first contradiction, or that the check was cancelled.
    fn verify(
        &mut self,
        every: u64,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, TableError>;
}

/// Why there is no table, or why one was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// The progress callback said so.
    #[error("cancelled")]
    Cancelled,
    /// Anything else.
    #[error("{0}")]
    Refused(String),
}

/// A finished endgame table, whatever game it is of.
pub trait EndgameTable: Send + Sync {
    /// What it is a table of, beside the number of pieces (in Onitama five cards).
    fn cards(&self) -> Vec<String>;
    /// The most pieces a side.
    fn men(&self) -> usize;
    /// What is kept of each position.
    fn kind(&self) -> TableKind;
    /// How many positions end how.
    fn summary(&self) -> TableSummary;
    /// What it says of a position; None where that is not one of its positions, or no position at all.
    fn look_up(&self, position: &str) -> Option<TableValue>;
    /// Checks one in `every` positions by the rules, on so many threads. `progress` is told how
    /// many were checked, and ends the check where it says no. Returns that number.
    ///
    /// # Errors
    /// The first contradiction, or that the check was cancelled.
    fn verify(
        &self,
        every: u64,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, TableError>;
    /// Writes it.
    ///
    /// # Errors
    /// Those of the writer.
    fn save(&self, out: &mut dyn Write) -> std::io::Result<()>;
}

/// A table that a search can ask.
pub(crate) trait Tables<P: game::Position>: EndgameTable + Oracle<P> {
    /// Whether the position is of the same game (in Onitama: has the same five cards).
    fn covers(&self, position: &P) -> bool;
}

pub(crate) type SharedTables<P> = Arc<dyn Tables<P>>;

/// Where the endgame tables of a game come from.
pub(crate) trait TableSource<P: game::Position>: 'static {
    /// The numbers of pieces a side for which an engine may have tables, in ascending order.
    const MEN: &'static [usize];

    /// Builds the table for the game of this position.
    fn build(
        position: &P,
        men: usize,
        kind: TableKind,
        threads: usize,
        progress: &mut dyn FnMut(TableProgress) -> bool,
    ) -> Result<SharedTables<P>, TableError>;

    /// Reads a table that was saved.
    fn load(from: &mut dyn Read) -> Result<SharedTables<P>, TableError>;

    /// Opens or builds a table of wins; `note` is told of files that were refused and replaced.
    fn wins(
        position: &P,
        request: &WinsRequest<'_>,
        note: &mut dyn FnMut(String),
        progress: &mut dyn FnMut(WinsProgress) -> bool,
    ) -> Result<Box<dyn WinsTable>, TableError>;

    /// A position of the game that a table is asked for (in Onitama by five cards).
    fn of_cards(cards: &str) -> Result<P, TableError>;

    /// The names of the cards of a position, in the order of [`EndgameTable::cards`].
    fn card_names(position: &P) -> Vec<String>;

    /// Whether captures may soon lead to positions of so many pieces a side.
    fn is_near(position: &P, men: usize) -> bool;

    /// Whether both can have the same table.
    fn is_same_game(a: &P, b: &P) -> bool;
}

/// For games that have no tables.
pub(crate) struct NoTables;

impl<P: game::Position> TableSource<P> for NoTables {
    const MEN: &'static [usize] = &[];

    fn build(
        _: &P,
        _: usize,
        _: TableKind,
        _: usize,
        _: &mut dyn FnMut(TableProgress) -> bool,
    ) -> Result<SharedTables<P>, TableError> {
        Err(none())
    }

    fn load(_: &mut dyn Read) -> Result<SharedTables<P>, TableError> {
        Err(none())
    }

    fn wins(
        _: &P,
        _: &WinsRequest<'_>,
        _: &mut dyn FnMut(String),
        _: &mut dyn FnMut(WinsProgress) -> bool,
    ) -> Result<Box<dyn WinsTable>, TableError> {
        Err(none())
    }

    fn of_cards(_: &str) -> Result<P, TableError> {
        Err(none())
    }

    fn card_names(_: &P) -> Vec<String> {
        Vec::new()
    }

    fn is_near(_: &P, _: usize) -> bool {
        false
    }

    fn is_same_game(_: &P, _: &P) -> bool {
        false
    }
}

fn none() -> TableError {
    TableError::Refused("this game has no endgame tables".to_owned())
}

/// A search of fewer states asks no tables and has none built: it would be over before, and a weak
/// opponent should not play endings like a strong one.
const LEAST_STATES: u64 = 1_000_000;

/// What a build leaves behind, and the ready_changed that rings when it does.
struct Cache<P> {
    state: Mutex<State<P>>,
    ready_changed: Condvar,
}

struct State<P> {
    ready: Option<SharedTables<P>>,
    /// Whether more is under way.
    building: bool,
}

struct Building<P> {
    position: P,
    men: usize,
    cancel: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// Keeps the tables of one engine: those of the game that it thinks about.
pub(crate) struct TableKeeper<W: GameDefinition> {
    cache: Arc<Cache<W::Position>>,
    building: Option<Building<W::Position>>,
}

impl<W: GameDefinition> Default for TableKeeper<W> {
    fn default() -> Self {
        let state = Mutex::new(State { ready: None, building: false });
        Self { cache: Arc::new(Cache { state, ready_changed: Condvar::new() }), building: None }
    }
}

impl<W: GameDefinition> TableKeeper<W> {
    /// An order for the tables that a search may ask; their build begins, unless they are there or
    /// under way. None where the search is too small or no table is near.
    pub(crate) fn order(
        &mut self,
        position: &W::Position,
        men: usize,
        threads: usize,
        limits: &Limits,
    ) -> Option<TableOrder<W::Position>> {
        let small = limits.nodes.is_some_and(|nodes| nodes < LEAST_STATES);
        if men == 0 {
            self.clear();
        }
        if men == 0 || small || !W::Tables::is_near(position, men) {
            return None;
        }
        let same = |building: &Building<W::Position>| {
            building.men == men && W::Tables::is_same_game(&building.position, position)
        };
        if !self.cache.has(position, men) && !self.building.as_ref().is_some_and(same) {
            self.cancel();
            let mut state = self.cache.lock();
            state.building = true;
            // Never those of two games at once.
            state.ready = state.ready.take().filter(|tables| tables.covers(position));
            drop(state);
            let (cache, cancel) = (self.cache.clone(), Arc::new(AtomicBool::new(false)));
            let (wanted, stop) = (*position, cancel.clone());
            let thread = std::thread::spawn(move || {
                // A build that panics leaves nothing, and nobody waits for it.
                let _ = catch_unwind(AssertUnwindSafe(|| {
                    cache.fill::<W::Tables>(&wanted, men, threads, &stop);
                }));
                cache.lock().building = false;
                cache.ready_changed.notify_all();
            });
            self.building = Some(Building { position: *position, men, cancel, thread });
        }
        let (cache, wait) = (self.cache.clone(), wait_budget(limits));
        Some(TableOrder { position: *position, cache, wait })
    }

    /// Ends a build under way and forgets all tables.
    fn clear(&mut self) {
        self.cancel();
        self.cache.lock().ready = None;
    }

    /// Ends a build under way; what is finished stays.
    pub(crate) fn cancel(&mut self) {
        if let Some(building) = self.building.take() {
            building.cancel.store(true, Ordering::Relaxed);
            let _ = building.thread.join();
        }
    }
}

impl<W: GameDefinition> Drop for TableKeeper<W> {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl<P: game::Position> Cache<P> {
    fn lock(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, position: &P, men: usize) -> bool {
        let state = self.lock();
        state.ready.as_ref().is_some_and(|tables| tables.covers(position) && tables.men() >= men)
    }

    /// Builds the tables from the smallest up, and puts each there as it is finished.
    fn fill<T: TableSource<P>>(&self, position: &P, men: usize, threads: usize, stop: &AtomicBool) {
        for &size in T::MEN.iter().filter(|&&size| size <= men) {
            if self.has(position, size) {
                continue;
            }
            let go_on = &mut |_: TableProgress| !stop.load(Ordering::Relaxed);
            // Where there is no memory, the search does without.
            let built = T::build(position, size, TableKind::Distances, threads, go_on);
            let Ok(tables) = built else { break };
            self.lock().ready = Some(tables);
            self.ready_changed.notify_all();
        }
    }
}

/// How long a search waits for its first tables, which take a fraction of a second.
fn wait_budget(limits: &Limits) -> Duration {
    let turn = limits.move_time.map(|time| time / 4);
    let clock = limits.clock.map(|clock| clock.remaining[0].min(clock.remaining[1]) / 100);
    [turn, clock].into_iter().flatten().min().unwrap_or(Duration::from_secs(60))
}

/// The tables that a search may have once they are finished.
pub(crate) struct TableOrder<P> {
    position: P,
    cache: Arc<Cache<P>>,
    wait: Duration,
}

impl<P: game::Position> TableOrder<P> {
    /// The tables that there are, after a little wait for the first ones while `go_on` says so.
    pub(crate) fn collect(&self, go_on: &dyn Fn() -> bool) -> Option<Arc<dyn Oracle<P>>> {
        const GLANCE: Duration = Duration::from_millis(5);
        let until = Instant::now() + self.wait;
        let mut state = self.cache.lock();
        loop {
            if let Some(tables) = state.ready.as_ref().filter(|ready| ready.covers(&self.position))
            {
                return Some(tables.clone());
            }
            if !state.building || Instant::now() >= until || !go_on() {
                return None;
            }
            // Woken now and then, as a stop rings no ready_changed.
            let waited = self.cache.ready_changed.wait_timeout(state, GLANCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
