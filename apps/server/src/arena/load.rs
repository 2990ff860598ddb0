//! The share of the machine that the tournaments of the page may take together.

use arena::store::Store;
use arena::{EngineSpec, Tournament};

use super::{Tournaments, failed, lock};
use crate::protocol::{Code, Failure};

/// The most memory that the tables of all engines may have that run at once, and the most threads.
const MAX_TABLES_MIB: u64 = 8 * 1024;
const MAX_THREADS: u64 = 64;
/// Engines that are kept for each game that is played at once: two play, and the two before them keep their tables.
const ENGINES_A_GAME: usize = 4;

/// The load of a tournament on the machine while it is played.
#[derive(Default)]
struct Load {
    tables_mib: u64,
    threads: u64,
}

impl Load {
    fn of(tournament: &Tournament) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let games = tournament.workers(0, cores) as u64;
        let engines = tournament.engines();
        let mut tables: Vec<u64> = engines.iter().map(|engine| engine.hash_mib() as u64).collect();
        tables.sort_unstable_by_key(|&mib| std::cmp::Reverse(mib));
        let tables: u64 = tables.iter().take(ENGINES_A_GAME).sum();
        let threads = engines.iter().map(EngineSpec::threads).max().unwrap_or(1) as u64;
        Self { tables_mib: games.saturating_mul(tables), threads: games.saturating_mul(threads) }
    }

    fn add(&mut self, other: &Self) {
        self.tables_mib = self.tables_mib.saturating_add(other.tables_mib);
        self.threads = self.threads.saturating_add(other.threads);
    }
}

impl Tournaments {
    /// This machine can carry one more.
    pub(super) fn check_load(&self, store: &Store, new: &Tournament) -> Result<(), Failure> {
        let limit = |text: String| Err(Failure::new(Code::Limit, text));
        let mut load = Load::of(new);
        let mut running = 0;
        for stored in store.list().map_err(|error| failed(&error))? {
            let started = lock(&self.started).contains(&stored.id);
            if !started && !store.is_played(stored.id).map_err(|error| failed(&error))? {
                continue;
            }
            running += 1;
            // One whose engines cannot be read, as it is played by another version, counts as one alone.
            if let Ok(tournament) = Tournament::new(stored.config) {
                load.add(&Load::of(&tournament));
            }
        }
        if running >= self.setting.at_once {
            return limit(format!(
                "The page lets {} run at once, and so many are being played: stop one first.",
                self.setting.at_once
            ));
        }
        if load.tables_mib > MAX_TABLES_MIB {
            return limit(format!(
                "The tables of all engines that would run at once have {} MiB, and the page allows {MAX_TABLES_MIB}: give the engines smaller ones (hash=).",
                load.tables_mib
            ));
        }
        if load.threads > MAX_THREADS {
            return limit(format!(
                "All engines that would run at once have {} threads, and the page allows {MAX_THREADS}: give the engines fewer (threads=).",
                load.threads
            ));
        }
        Ok(())
    }
}
