//! Who builds the endgame tables of an engine, and when.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use game::Notation as _;
use search::{Limits, Prober};

use super::{Probing, SharedProbe, TableProgress, TypedTableBuilder};
use crate::definition::GameDefinition;

/// A search of fewer nodes asks no tables and has none built: it would be over before, and a weak
/// opponent should not play endings like a strong one.
const LEAST_NODES: u64 = 1_000_000;

/// The tables that a build has finished.
struct Cache<P> {
    state: Mutex<State<P>>,
    ready_changed: Condvar,
}

struct State<P> {
    ready: Option<Ready<P>>,
    /// More is under way.
    building: bool,
}

/// A finished table.
struct Ready<P> {
    variant: String,
    pieces: usize,
    tables: SharedProbe<P>,
}

struct Building {
    variant: String,
    pieces: usize,
    cancel: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// Keeps the tables of one engine: those of the game that it thinks about.
pub(crate) struct TableKeeper<W: GameDefinition> {
    cache: Arc<Cache<W::Position>>,
    building: Option<Building>,
}

impl<W: GameDefinition> Default for TableKeeper<W> {
    fn default() -> Self {
        let state = Mutex::new(State { ready: None, building: false });
        Self { cache: Arc::new(Cache { state, ready_changed: Condvar::new() }), building: None }
    }
}

impl<W: GameDefinition> TableKeeper<W> {
    /// An order for the tables of so many pieces a side that a search may ask; their build begins, unless they are there
    /// or under way. None where the search is too small or no table is near.
    pub(crate) fn order(
        &mut self,
        position: &W::Position,
        pieces: usize,
        threads: usize,
        limits: &Limits,
    ) -> Option<TableOrder<W::Position>> {
        let small = limits.nodes.is_some_and(|nodes| nodes < LEAST_NODES);
        if pieces == 0 {
            self.clear();
        }
        if pieces == 0 || small {
            return None;
        }
        let builder = W::table_builder()?;
        let variant = builder.near(&position.text(), pieces)?;
        let same = |building: &Building| building.pieces == pieces && building.variant == variant;
        if !self.cache.has(&variant, pieces) && !self.building.as_ref().is_some_and(same) {
            self.cancel();
            let mut state = self.cache.lock();
            state.building = true;
            // Never those of two variants at once.
            state.ready = state.ready.take().filter(|ready| ready.variant == variant);
            drop(state);
            let (cache, cancel) = (self.cache.clone(), Arc::new(AtomicBool::new(false)));
            let (wanted, stop) = (variant.clone(), cancel.clone());
            let thread = std::thread::spawn(move || {
                // A build that panics leaves nothing, and nobody waits for it.
                let _ = catch_unwind(AssertUnwindSafe(|| {
                    cache.fill(builder, &wanted, pieces, threads, &stop);
                }));
                cache.lock().building = false;
                cache.ready_changed.notify_all();
            });
            self.building = Some(Building { variant: variant.clone(), pieces, cancel, thread });
        }
        let (cache, wait) = (self.cache.clone(), wait_budget(limits));
        Some(TableOrder { variant, cache, wait })
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

    fn has(&self, variant: &str, pieces: usize) -> bool {
        let state = self.lock();
        state.ready.as_ref().is_some_and(|ready| ready.variant == variant && ready.pieces >= pieces)
    }

    /// Builds the tables from the smallest up, and puts each there as it is finished.
    fn fill(
        &self,
        builder: &dyn TypedTableBuilder<P>,
        variant: &str,
        pieces: usize,
        threads: usize,
        stop: &AtomicBool,
    ) {
        for &size in builder.sizes().iter().filter(|&&size| size <= pieces) {
            if self.has(variant, size) {
                continue;
            }
            let go_on = &mut |_: TableProgress| !stop.load(Ordering::Relaxed);
            // Where there is no memory, the search does without.
            let Ok(tables) = builder.build_for_search(variant, size, threads, go_on) else { break };
            self.lock().ready = Some(Ready { variant: variant.to_owned(), pieces: size, tables });
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
    variant: String,
    cache: Arc<Cache<P>>,
    wait: Duration,
}

impl<P: game::Position> TableOrder<P> {
    /// The tables that there are, after a little wait for the first ones while `go_on` says so.
    pub(crate) fn collect(&self, go_on: &dyn Fn() -> bool) -> Option<Arc<dyn Prober<P>>> {
        const GLANCE: Duration = Duration::from_millis(5);
        let until = Instant::now() + self.wait;
        let mut state = self.cache.lock();
        loop {
            let ready = state.ready.as_ref().filter(|ready| ready.variant == self.variant);
            if let Some(ready) = ready {
                return Some(ready.tables.clone().prober(Probing::START));
            }
            if !state.building || Instant::now() >= until || !go_on() {
                return None;
            }
            // Woken now and then, as a stop notifies nobody.
            let waited = self.cache.ready_changed.wait_timeout(state, GLANCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
