//! Endgame tables for those who study: the table of the fewest pieces with its distances, then the next larger one with
//! won, lost or drawn. They are built in the background, on one thread, while an analysis near them is on; those of one variant of one game are
//! kept at a time.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::{AnyGame, EndgameTable, GameKind, TableBuilder, TableKind, TableValue};

use crate::protocol::study::{TableBuild, TablesTold};
use crate::protocol::{Score, ScoreKind};

/// How long a build goes on that nobody wants: who steps through a game leaves and comes back.
const LINGER: Duration = Duration::from_secs(10);

/// One set of tables, and the build of its next one.
struct Set {
    kind: &'static dyn GameKind,
    builder: &'static dyn TableBuilder,
    variant: String,
    /// The smallest first.
    ready: Vec<Arc<dyn EndgameTable>>,
    building: Option<TableBuild>,
    /// How many want it, and since when nobody does.
    wanted: usize,
    left: Instant,
    /// Distinguishes a set from the one before it.
    number: u64,
}

impl Set {
    fn is_wanted(&self) -> bool {
        self.wanted > 0 || self.left.elapsed() < LINGER
    }
}

#[derive(Default)]
struct Cache {
    set: Option<Set>,
    numbers: u64,
}

/// The tables of the server.
#[derive(Clone, Default)]
pub struct Tables(Arc<Mutex<Cache>>);

/// A subscription to a set; while it is held the build goes on.
pub struct Subscription {
    tables: Tables,
    number: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(set) = self.tables.lock().set.as_mut().filter(|set| set.number == self.number) {
            set.wanted -= 1;
            set.left = Instant::now();
        }
    }
}

impl Subscription {
    /// How far the tables are.
    pub fn state(&self) -> Option<TablesTold> {
        let cache = self.tables.lock();
        let set = cache.set.as_ref().filter(|set| set.number == self.number)?;
        let ready = set.ready.last().map_or(0, |table| table.pieces());
        Some(TablesTold { ready, building: set.building })
    }

    /// The tables' score of each turn of the position, as the side to move sees it.
    pub fn verdicts(&self, game: &dyn AnyGame) -> BTreeMap<String, Score> {
        let ready = {
            let cache = self.tables.lock();
            let set = cache.set.as_ref().filter(|set| set.number == self.number);
            set.map(|set| set.ready.clone()).unwrap_or_default()
        };
        let verdict = |turn: String| {
            let mut after = game.boxed_clone();
            after.play(&turn).ok()?;
            let position = after.position_text();
            let value = ready.iter().find_map(|table| table.look_up(&position))?;
            Some((turn, seen_before(value)))
        };
        if ready.is_empty() {
            BTreeMap::new()
        } else {
            game.legal_turns().into_iter().filter_map(verdict).collect()
        }
    }
}

/// The value of a position for the side to move, as the side sees it that moved there.
fn seen_before(value: TableValue) -> Score {
    // A table of verdicts knows no distance: 0 stands for that.
    let plies =
        |plies: Option<u32>| plies.map_or(0, |plies| i32::try_from(plies + 1).unwrap_or(i32::MAX));
    match value {
        TableValue::Win(after) => Score { kind: ScoreKind::Loss, value: plies(after) },
        TableValue::Loss(after) => Score { kind: ScoreKind::Win, value: plies(after) },
        TableValue::Draw => Score { kind: ScoreKind::Draw, value: 0 },
    }
}

impl Tables {
    fn lock(&self) -> MutexGuard<'_, Cache> {
        // Every critical section leaves the cache whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes to the tables that captures may soon lead to from a position; none where there are none, or where
    /// others hold those of another set.
    pub fn subscribe(&self, kind: &'static dyn GameKind, position: &str) -> Option<Subscription> {
        let builder = kind.table_builder()?;
        let smallest = *builder.sizes().first()?;
        let variant = builder.near(position, smallest)?;
        let mut cache = self.lock();
        let same = |set: &Set| set.kind.name() == kind.name() && set.variant == variant;
        if cache.set.as_ref().is_none_or(|set| !same(set)) {
            if cache.set.as_ref().is_some_and(|set| set.wanted > 0) {
                return None;
            }
            cache.numbers += 1;
            let (number, left) = (cache.numbers, Instant::now());
            let (ready, building) = (Vec::new(), None);
            cache.set =
                Some(Set { kind, builder, variant, ready, building, wanted: 0, left, number });
        }
        let set = cache.set.as_mut()?;
        set.wanted += 1;
        let number = set.number;
        let due = set.building.is_none() && set.ready.len() < builder.sizes().len();
        if due {
            set.building = Some(TableBuild { men: smallest, share: 0.0 });
            let tables = self.clone();
            // Without a thread there are no tables, and the search does without.
            let begun = thread::Builder::new().name("tables".to_owned()).spawn(move || {
                // A build that panics leaves nothing.
                let _ = catch_unwind(AssertUnwindSafe(|| while tables.build_next(number) {}));
                if let Some(set) = tables.lock().set.as_mut().filter(|set| set.number == number) {
                    set.building = None;
                }
            });
            if begun.is_err() {
                set.building = None;
            }
        }
        drop(cache);
        Some(Subscription { tables: self.clone(), number })
    }

    /// Builds the next table of that set. False where there is none, no memory for it, or nobody wants it.
    fn build_next(&self, number: u64) -> bool {
        let (builder, variant, men, first) = {
            let mut cache = self.lock();
            let Some(set) = cache.set.as_mut().filter(|set| set.number == number) else {
                return false;
            };
            let Some(&men) = set.builder.sizes().get(set.ready.len()) else { return false };
            set.building = Some(TableBuild { men, share: 0.0 });
            (set.builder, set.variant.clone(), men, set.ready.is_empty())
        };
        let what = if first { TableKind::Distances } else { TableKind::Verdicts };
        let built = builder.build(&variant, men, what, 1, &mut |progress| {
            let mut cache = self.lock();
            let Some(set) = cache.set.as_mut().filter(|set| set.number == number) else {
                return false;
            };
            let share = progress.decided as f64 / progress.positions.max(1) as f64;
            set.building = Some(TableBuild { men, share });
            set.is_wanted()
        });
        let Ok(table) = built else { return false };
        let mut cache = self.lock();
        let Some(set) = cache.set.as_mut().filter(|set| set.number == number) else {
            return false;
        };
        set.ready.push(table);
        true
    }
}
