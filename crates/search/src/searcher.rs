//! A searcher: what outlasts one search, and the threads of a search.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use game::{Evaluator, Position, Repetition};

use crate::busy::Busy;
use crate::iterations::{Iterations, goes_deeper};
use crate::mode::Mode;
use crate::params::Tunables;
use crate::reductions::Reductions;
use crate::report::{Job, Outcome, Report};
use crate::root::{rank_moves, root_moves};
use crate::shared::{Control, TableHandle};
use crate::stats::{Counters, Stats};
use crate::tablebase::Prober;
use crate::time::{Budget, Stopwatch};
use crate::tt::Table;
use crate::worker::{Shared, ThreadData, Worker};

/// The search of one game: its table, what it has learned, its numbers.
pub struct Searcher<P: Position, E: Evaluator<P>, M: Mode> {
    mode: M,
    tunables: Tunables,
    /// The late-move reductions that the tunables ask for.
    reductions: Reductions,
    params: E::Params,
    table: Arc<TableHandle<M::Layout>>,
    /// One a thread.
    threads: Vec<ThreadData<P>>,
    prober: Option<Arc<dyn Prober<P>>>,
    /// How long the machine kept a search waiting at a stretch, in searches of late.
    stall: Duration,
    /// The size in MiB up to which the table grows while searches go on; 0 where it does not.
    full_mib: usize,
}

/// The size of a table that is to grow, as a part of its full size.
const SMALL: usize = 16;

impl<P: Position, E: Evaluator<P>, M: Mode> Searcher<P, E, M> {
    /// A searcher on `threads` threads (at least one) with a table of its own or shared.
    pub fn new(
        mode: M,
        tunables: Tunables,
        params: E::Params,
        threads: usize,
        table: Arc<TableHandle<M::Layout>>,
    ) -> Self {
        let threads = (0..threads.max(1)).map(|_| ThreadData::new()).collect();
        Self {
            mode,
            tunables,
            reductions: Reductions::new(&tunables),
            params,
            table,
            threads,
            prober: None,
            stall: Duration::ZERO,
            full_mib: 0,
        }
    }

    /// The table.
    pub fn table(&self) -> &Arc<TableHandle<M::Layout>> {
        &self.table
    }

    /// Asks this tablebase from now on, or none.
    pub fn set_prober(&mut self, prober: Option<Arc<dyn Prober<P>>>) {
        self.prober = prober;
    }

    /// Searches on so many threads (at least one) from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads.resize_with(threads.max(1), ThreadData::new);
    }

    /// Forgets what was learned beside the table.
    pub fn forget(&mut self) {
        for thread in &mut self.threads {
            *thread = ThreadData::new();
        }
        if self.full_mib > 0 {
            self.begin_small();
        }
    }

    /// Puts an empty table of a part of the full size in place.
    fn begin_small(&self) {
        if let Some(small) = Table::new((self.full_mib / SMALL).max(1)) {
            self.table.replace(small);
        }
    }

    /// Searches until a limit is reached, the control stops it or the result is proven. `report`
    /// is called on this thread, at least once for each complete iteration.
    pub fn search(&mut self, job: &Job<'_, P>, report: &mut dyn FnMut(&Report<P>)) -> Outcome<P> {
        self.table.get().next_age();
        if self.mode.switches().growing_table && self.full_mib == 0 {
            self.full_mib = self.table.get().mib();
            self.begin_small();
        }
        let (scheme, key_bits) = (self.tunables.replacement, self.tunables.key_bits);
        self.table.get().set_form(scheme as usize, key_bits as u32);
        for thread in &mut self.threads {
            if self.mode.switches().correction {
                thread.corrections.make_room();
            }
            if self.mode.switches().history_ageing {
                thread.history.decay();
            }
        }
        let mut moves = root_moves(&job.root, job.only);
        let asked = self.prober.as_deref().filter(|_| self.mode.switches().probe);
        let ask = asked.is_none_or(|prober| {
            rank_moves(prober, &job.root, job.game_keys, &mut moves, job.limits.multi_pv)
        });
        let known = moves.iter().filter(|root_move| root_move.known.is_some()).count() as u64;
        let side = job.root.side_to_move();
        let budget = Budget::new(job.limits, side, self.stall, self.tunables.division());
        let shared = Shared {
            control: job.control,
            table: &self.table,
            now: job.now,
            nodes: AtomicU64::new(0),
            hits: AtomicU64::new(known),
            node_limit: job.limits.nodes.unwrap_or(u64::MAX),
            every_move: job.limits.every_move,
            full_mib: self.full_mib,
            budget,
            repetition_draw: job.repetition_draw,
            forbidden: forbidden(job),
            busy: Busy::new(self.threads.len()),
        };
        let evaluator = E::new(&self.params, &job.root);
        let evaluators = std::iter::repeat_n(evaluator, self.threads.len());
        let mut workers: Vec<Worker<'_, P, E, M>> = self
            .threads
            .iter_mut()
            .zip(evaluators)
            .map(|(thread, evaluator)| {
                let (mode, tunables, keys) = (self.mode.clone(), self.tunables, job.game_keys);
                let reductions = &self.reductions;
                let mut worker =
                    Worker::new(&shared, mode, tunables, reductions, evaluator, thread, keys);
                worker.prober = self.prober.clone().filter(|_| ask);
                worker
            })
            .collect();
        if let Some(main) = workers.first_mut() {
            main.current = job.current;
            if budget.last.is_some() {
                main.watch = Some(Stopwatch::new(job.processor));
            }
        }
        let Some((main, helpers)) = workers.split_first_mut() else {
            unreachable!("a searcher has at least one thread")
        };
        let iterations = Iterations { job, shared: &shared, moves };
        let mut last = std::thread::scope(|scope| {
            let iterations = &iterations;
            let spawn =
                |(number, helper)| scope.spawn(move || iterations.helper_thread(helper, number));
            let helping: Vec<_> = helpers.iter_mut().enumerate().map(spawn).collect();
            // Helpers end with the main thread, even where it panics.
            let stop = StopOnDrop(job.control);
            let mut last = iterations.main_thread(main, report);
            drop(stop);
            for helper in helping {
                let found = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                if found.is_some_and(|found| goes_deeper(job.limits, found, &mut last)) {
                    report(&last);
                }
            }
            last
        });
        last.nodes = workers.iter().map(|worker| worker.nodes - worker.proof_nodes).sum();
        last.quiescence_nodes = workers.iter().map(|worker| worker.quiescence_nodes).sum();
        last.table_hits = known + workers.iter().map(|worker| worker.hits).sum::<u64>();
        last.time = (job.now)();
        let stall = workers[0].watch.as_ref().map_or(Duration::ZERO, |watch| watch.stall);
        let mut counters: Option<Counters> = None;
        for worker in &workers {
            if let Some(counts) = worker.stats.counters() {
                counters.get_or_insert_default().add(counts);
            }
        }
        drop(workers);
        if let Some(counters) = &mut counters {
            counters.collisions = self.table.get().take_collisions();
        }
        // One long wait is not to cost time for the rest of a game.
        self.stall = stall.max(self.stall * 9 / 10);
        Outcome { report: last, counters }
    }
}

/// The repetition keys that stood on the board twice, where the rules forbid a third time.
fn forbidden<P: Position>(job: &Job<'_, P>) -> Vec<u64> {
    if P::REPETITION != Repetition::Illegal {
        return Vec::new();
    }
    let mut keys = job.game_keys.to_vec();
    keys.extend(job.root.repetition_key());
    keys.sort_unstable();
    let twice = keys.windows(2).filter(|pair| pair[0] == pair[1]);
    let mut twice: Vec<u64> = twice.map(|pair| pair[0]).collect();
    twice.dedup();
    twice
}

struct StopOnDrop<'a>(&'a Control);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
