//! A searcher: the tree that outlasts a search, and the threads that work on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use game::{Position, Repetition, Score};
use search::{Budget, Control, Counters, Job, Outcome, Prober, Report, Stopwatch};

use crate::outlook::Outlook;
use crate::params::Params;
use crate::pool::{Pool, ROOT};
use crate::provider::Provider;
use crate::worker::{Common, Counts, ThreadData, Worker};

/// Playouts between two looks at the clock, and at the sums of all threads.
const POLL_PLAYOUTS: u64 = 16;
/// Playouts between two looks at the line of the best move, where the depth bounds the search.
const DEPTH_PLAYOUTS: u64 = 8;

/// The search of one game: its tree, and what it has learned.
pub struct Searcher<P: Position, V: Provider<P>> {
    params: Params,
    knowledge: V::Knowledge,
    mib: usize,
    pub(crate) pool: Pool,
    /// The position of the root of the tree; None where there is none.
    root: Option<P>,
    /// The tree has some of its root's moves only, as the last search was asked for: it serves no other.
    partial: bool,
    /// The moves from where the tree began to its root.
    depth: u32,
    /// The repetition keys that were forbidden in it.
    forbidden: Vec<u64>,
    threads: Vec<ThreadData>,
    prober: Option<Arc<dyn Prober<P>>>,
    /// How long the machine kept a search waiting at a stretch, in searches of late.
    stall: Duration,
}

/// Who hears the reports of a search, and may look at the tree then.
pub type Listener<'l, P> = dyn FnMut(&Report<P>, &Outlook<'_, P>) + 'l;

/// The sums of all threads.
struct Sums {
    playouts: AtomicU64,
    nodes: AtomicU64,
}

/// Where a search stands, for the thread that decides when it ends.
struct Watch<'a, 's, P: Position> {
    job: &'a Job<'a, P>,
    budget: Budget,
    stopwatch: Stopwatch<'s>,
    sums: Arc<Sums>,
    /// The playouts at which to report next.
    report_at: u64,
    /// Counts of earlier rounds: between them the tree made room.
    counts: Counts,
    stats: Counters,
    /// The endgame tables' values of the root's moves.
    known: Vec<(P::Move, Score)>,
    /// The search is over.
    over: bool,
}

impl<P: Position, V: Provider<P>> Searcher<P, V> {
    /// A searcher on `threads` threads (at least one) with a tree of at most `mib` MiB (a small one for 0).
    pub fn new(params: Params, knowledge: V::Knowledge, threads: usize, mib: usize) -> Self {
        let mut searcher = Self {
            params,
            knowledge,
            mib,
            pool: Pool::new(mib, params.transpositions > 0),
            root: None,
            partial: false,
            depth: 0,
            forbidden: Vec::new(),
            threads: Vec::new(),
            prober: None,
            stall: Duration::ZERO,
        };
        searcher.set_threads(threads);
        searcher
    }

    /// Asks these endgame tables from now on, or none.
    pub fn set_prober(&mut self, prober: Option<Arc<dyn Prober<P>>>) {
        // Bounds in the tree depend on them.
        if self.prober.is_some() != prober.is_some() {
            self.forget();
        }
        self.prober = prober;
    }

    /// Searches on so many threads (at least one) from now on.
    pub fn set_threads(&mut self, threads: usize) {
        let seed = self.params.seed as u64;
        self.threads.truncate(threads.max(1));
        for number in self.threads.len()..threads.max(1) {
            self.threads.push(ThreadData::new(seed, number));
        }
    }

    /// Gives the tree another size; as much of it as fits stays.
    pub fn set_memory(&mut self, mib: usize) {
        if mib != self.mib {
            self.mib = mib;
            self.pool.resize(mib);
        }
    }

    /// The size of the tree: in MiB, and the most nodes that it may have.
    pub fn size(&self) -> (usize, usize) {
        (self.mib, self.pool.used().1)
    }

    /// Forgets the tree, and what was learned beside it.
    pub fn forget(&mut self) {
        self.pool.clear();
        self.root = None;
        let seed = self.params.seed as u64;
        for (number, thread) in self.threads.iter_mut().enumerate() {
            *thread = ThreadData::new(seed, number);
        }
    }

    /// The position at the root of the tree, where there is one.
    pub fn root(&self) -> Option<&P> {
        self.root.as_ref()
    }

    /// The tree as it stands.
    pub fn outlook(&self) -> Option<Outlook<'_, P>> {
        Some(Outlook { pool: &self.pool, params: &self.params, root: self.root? })
    }

    /// Goes on to where the game went: the tree below these moves from its root stays, if there is one.
    pub fn follow(&mut self, moves: &[P::Move]) {
        use game::MoveBits as _;
        let keeps = self.params.keep_tree && !self.partial;
        let Some(mut position) = self.root.take().filter(|_| keeps) else { return };
        for &mv in moves {
            let child = position.make(mv);
            let turned = child.side_to_move() != position.side_to_move();
            if !position.is_legal(mv) || !self.pool.follow(mv.bits().get(), turned) {
                return;
            }
            position = child;
        }
        self.depth += moves.len() as u32;
        // The rest of the tree moves together, with room for as much again.
        let (_, most) = self.pool.used();
        if !moves.is_empty() {
            self.pool.keep(most / 2);
        }
        self.root = Some(position);
    }

    /// Begins a tree anew, unless that of the last search serves.
    fn plant(&mut self, job: &Job<'_, P>, only: &[P::Move], forbidden: &[u64]) {
        let serves = self.root == Some(job.root)
            && self.params.keep_tree
            && self.params.root_noise == 0
            && !self.partial
            && only.is_empty()
            && self.forbidden == forbidden;
        if !serves {
            self.pool.clear();
            self.depth = 0;
        }
        self.root = Some(job.root);
        self.partial = !only.is_empty();
        self.forbidden = forbidden.to_vec();
    }

    /// Searches until a limit is reached, the control stops it or the result is proven. `report` is called on this
    /// thread. Of the job, the driver and what it resumes are the alpha-beta search's own.
    ///
    /// Nodes are positions made, in playouts and where children are looked at. The depth is that of the line of the
    /// most visited moves; a limit of depth ends the search when this line is so long, or goes to the end of the game.
    pub fn search(&mut self, job: &Job<'_, P>, report: &mut Listener<'_, P>) -> Outcome<P> {
        let mut legal = game::MoveList::new();
        if job.root.ending().is_none() {
            job.root.legal_moves(&mut legal);
        }
        let mut only: Vec<P::Move> =
            legal.iter().copied().filter(|mv| job.only.contains(mv)).collect();
        let (known, probes) = self.rank(job, &legal, &mut only);
        let forbidden = forbidden(job);
        self.plant(job, &only, &forbidden);
        let common = Common {
            params: self.params,
            root: job.root,
            depth: self.depth,
            only: &only,
            // Nobody gains by coming back to where the search was; what the game came back to is a rule of its own.
            game_keys: if job.repetition_draw { job.game_keys } else { &[] },
            forbidden: &forbidden,
            prober: self.prober.clone().filter(|_| probes),
            prove_distance: job.limits.prove_distance || job.limits.infinite,
            lines: job.limits.multi_pv.clamp(1, legal.len().max(1)),
            every_move: job.limits.every_move,
            several: self.threads.len() > 1,
        };
        let provider = V::new(&self.knowledge, &self.params, &job.root);
        let mut watch = Watch {
            job,
            budget: Budget::new(
                job.limits,
                job.root.side_to_move(),
                self.stall,
                self.params.division(),
            ),
            stopwatch: Stopwatch::new(job.processor),
            sums: Arc::new(Sums { playouts: AtomicU64::new(0), nodes: AtomicU64::new(0) }),
            report_at: 1,
            counts: Counts::default(),
            stats: Counters::default(),
            known,
            over: false,
        };
        while !legal.is_empty() {
            self.round(&common, &provider, &mut watch, report);
            if !self.pool.is_full() || job.control.stopped() {
                break;
            }
            self.pool.make_room();
        }
        self.stall = watch.stopwatch.stall.max(self.stall * 9 / 10);
        let outlook = Outlook { pool: &self.pool, params: &self.params, root: job.root };
        let last = watch.report(&outlook, &common, &Counts::default());
        if last.best().is_some() {
            report(&last, &outlook);
        }
        let counters = Some(watch.stats);
        Outcome { report: last, counters }
    }

    /// Keeps to the moves that the endgame tables rank highest. Returns their values as far as the tables know them, and
    /// whether the tables are to be probed within the tree.
    fn rank(
        &self,
        job: &Job<'_, P>,
        legal: &[P::Move],
        only: &mut Vec<P::Move>,
    ) -> (Vec<(P::Move, Score)>, bool) {
        let moves = if only.is_empty() { legal.to_vec() } else { only.clone() };
        let ask = |prober: &Arc<dyn Prober<P>>| prober.rank(&job.root, job.game_keys, &moves);
        let Some(ranking) = self.prober.as_ref().and_then(ask) else { return (Vec::new(), true) };
        let best = ranking.moves.iter().map(|&(rank, _)| rank).max();
        let ranked = moves.iter().zip(&ranking.moves).filter(|(_, (rank, _))| Some(*rank) == best);
        let known: Vec<_> = ranked.map(|(&mv, &(_, score))| (mv, score)).collect();
        if known.len() < legal.len() {
            *only = known.iter().map(|&(mv, _)| mv).collect();
        }
        (known, ranking.probe)
    }

    /// Lets all threads work on the tree until the search ends or the tree is full.
    fn round(
        &mut self,
        common: &Common<'_, P>,
        provider: &V,
        watch: &mut Watch<'_, '_, P>,
        report: &mut Listener<'_, P>,
    ) {
        let pool = &self.pool;
        let outlook = Outlook { pool, params: &self.params, root: common.root };
        let Some((first, others)) = self.threads.split_first_mut() else {
            unreachable!("a searcher has at least one thread")
        };
        let (sums, control) = (watch.sums.clone(), watch.job.control);
        let goes_on = |worker: &Worker<'_, P, V>| !pool.is_full() && !worker.is_done();
        let done = std::thread::scope(|scope| {
            let help = |thread| {
                let (mut worker, sums) =
                    (Worker::new(common, pool, provider.clone(), thread), &sums);
                scope.spawn(move || {
                    while !control.stopped() && goes_on(&worker) {
                        worker.playout();
                        if worker.counts.playouts.is_multiple_of(POLL_PLAYOUTS) {
                            sums.add(&mut worker.told, &worker.counts);
                        }
                    }
                    sums.add(&mut worker.told, &worker.counts);
                    (worker.counts, worker.stats)
                })
            };
            let helping: Vec<_> = others.iter_mut().map(help).collect();
            // Helpers end with this thread, even where it panics.
            let stop = StopOnDrop(control);
            let mut worker = Worker::new(common, pool, provider.clone(), first);
            // A search gives each answer after one playout at least.
            let mut begun = watch.counts.playouts > 0;
            while !begun || (goes_on(&worker) && !watch.is_over(&worker, &outlook, report)) {
                worker.playout();
                begun = true;
                if !common.several || worker.counts.playouts.is_multiple_of(POLL_PLAYOUTS) {
                    sums.add(&mut worker.told, &worker.counts);
                }
            }
            sums.add(&mut worker.told, &worker.counts);
            if pool.is_full() && !worker.is_done() && !watch.over {
                // They end by themselves, and go on in the next round.
                std::mem::forget(stop);
            } else {
                watch.wait();
                drop(stop);
            }
            let mut done = vec![(worker.counts, worker.stats)];
            for helper in helping {
                done.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            done
        });
        for (counts, stats) in done {
            watch.counts.add(&counts);
            watch.stats.add(&stats);
        }
    }
}

struct StopOnDrop<'a>(&'a Control);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
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
    let mut twice: Vec<u64> =
        keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    twice.dedup();
    twice
}

impl Sums {
    /// Adds what a thread counted since it told last.
    fn add(&self, told: &mut Counts, counts: &Counts) {
        self.playouts.fetch_add(counts.playouts - told.playouts, Relaxed);
        self.nodes.fetch_add(counts.nodes - told.nodes, Relaxed);
        *told = *counts;
    }
}

impl<P: Position> Watch<'_, '_, P> {
    /// True if the search may not end by itself.
    fn waits(&self) -> bool {
        self.job.limits.infinite || self.job.control.pondering()
    }

    /// Waits as long as the search may not end by itself.
    fn wait(&self) {
        while self.waits() && !self.job.control.stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// True if the search is to end; asked after each playout of the main thread. Reports now and then.
    fn is_over<V: Provider<P>>(
        &mut self,
        worker: &Worker<'_, P, V>,
        outlook: &Outlook<'_, P>,
        report: &mut Listener<'_, P>,
    ) -> bool {
        self.over = self.decides(worker, outlook, report);
        self.over
    }

    fn decides<V: Provider<P>>(
        &mut self,
        worker: &Worker<'_, P, V>,
        outlook: &Outlook<'_, P>,
        report: &mut Listener<'_, P>,
    ) -> bool {
        let limits = self.job.limits;
        let playouts = self.sums.playouts.load(Relaxed);
        if playouts >= self.report_at {
            self.report_at = playouts + (playouts / 4).max(1);
            report(&self.report(outlook, worker.common, &worker.counts), outlook);
        }
        if self.job.control.stopped() {
            return true;
        }
        let open = worker.common.every_move && outlook.has_unvisited();
        // Where nothing is left to be made, playouts count: they end.
        let nodes = self.sums.nodes.load(Relaxed).max(playouts);
        if !open && limits.nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        let visits = worker.common.params.visits;
        if !open && visits > 0 && playouts >= visits as u64 {
            return true;
        }
        if let Some(depth) = limits.depth
            && !open
            && playouts.is_multiple_of(DEPTH_PLAYOUTS)
        {
            let (line, ends) = outlook.best_line();
            if line >= depth as usize || ends {
                return true;
            }
        }
        if let Some(score) = worker.proven_score()
            && limits.win_within.is_some_and(|plies| score >= Score::win_in(plies as i32))
        {
            return true;
        }
        playouts.is_multiple_of(POLL_PLAYOUTS) && self.is_late(outlook)
    }

    /// True if the clock wants the search to end.
    fn is_late(&mut self, outlook: &Outlook<'_, P>) -> bool {
        if !self.budget.is_bounded() || self.job.control.pondering() {
            return false;
        }
        let wall = (self.job.now)();
        let counted = self.job.control.counted(wall);
        let thought = self.stopwatch.thought(wall, counted);
        // One legal move needs no thought where the clock is our own.
        let forced = P::SIDES_ALTERNATE && self.job.limits.clock.is_some() && outlook.is_forced();
        // Where the most visited move is not that of the highest value, the search goes on to its last limit.
        let spent = self.budget.is_spent(counted, thought, 1.0) && outlook.is_settled();
        forced || spent || self.budget.is_used_up(counted, thought)
    }

    fn report(
        &self,
        outlook: &Outlook<'_, P>,
        common: &Common<'_, P>,
        counts: &Counts,
    ) -> Report<P> {
        let mut moves = outlook.moves(common.lines);
        for root_move in &mut moves {
            let known = self.known.iter().find(|(mv, _)| *mv == root_move.mv);
            root_move.known = known.map(|&(_, score)| score);
        }
        let (used, most) = outlook.pool.used();
        Report {
            depth: moves.first().map_or(0, |best| best.depth),
            seldepth: counts.deepest.max(self.counts.deepest),
            complete: true,
            lines: common.lines.min(moves.len()),
            moves,
            nodes: self.sums.nodes.load(Relaxed),
            proof_nodes: 0,
            quiescence_nodes: 0,
            table_hits: counts.hits + self.counts.hits + self.known.len() as u64,
            time: (self.job.now)(),
            hashfull: (used * 1_000 / most) as u32,
            settled: outlook.pool.get(ROOT).bounds().is_exact(),
        }
    }
}
