//! Pondering on every possible reply: one search for each, a ply at a time, on a fixed number of
//! threads.
//!
//! Each reply has a table of its own, an equal share of the memory. A reply whose result is proven
//! drops out; its memory goes to the others, whose tables grow with their entries carried over.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use game::{Evaluator, Position, Score};

use crate::MAX_PLY;
use crate::driver::Driver;
use crate::limits::Limits;
use crate::mode::Mode;
use crate::report::Job;
use crate::searcher::Searcher;
use crate::shared::{Control, TableHandle};
use crate::tt::{Layout, Table};

/// One possible reply and its search.
pub struct Reply<P: Position, E: Evaluator<P>, M: Mode> {
    /// The position after it.
    pub position: P,
    /// Its searcher; what it learned serves the search that follows.
    pub searcher: Searcher<P, E, M>,
    /// The last depth completed, in plies; 0 for none.
    pub depth: i32,
    /// The score at that depth, for the side to move after the reply.
    pub score: Option<Score>,
    /// The best line at that depth.
    pub line: Vec<P::Move>,
    /// True if the result is proven.
    pub proven: bool,
    /// Nodes searched so far.
    pub nodes: u64,
}

/// The progress of pondering, reported after each iteration.
pub struct Progress<'a, M> {
    /// Which reply was searched, by its place in the list.
    pub reply: usize,
    /// The depth completed.
    pub depth: i32,
    /// The score, for the side to move after the reply.
    pub score: Score,
    /// The best line after the reply.
    pub line: &'a [M],
    /// How many replies are not yet proven.
    pub open: usize,
    /// Nodes searched for all replies.
    pub nodes: u64,
}

/// The shared resources of pondering.
pub struct Pool<'a> {
    /// How many threads search, at least one.
    pub threads: usize,
    /// Memory for all tables together, in MiB. While a table grows, its old form is in memory too.
    pub mib: usize,
    /// Score repetitions as draws.
    pub repetition_draw: bool,
    /// The repetition keys of the game, up to the position before the reply.
    pub game_keys: &'a [u64],
    /// Which windows to use.
    pub driver: Driver,
    /// To stop it.
    pub control: &'a Control,
    /// The time since it began.
    pub now: &'a (dyn Fn() -> Duration + Sync),
}

struct State<P: Position, E: Evaluator<P>, M: Mode> {
    /// None while a thread works on it.
    replies: Vec<Option<Reply<P, E, M>>>,
    open: usize,
    nodes: u64,
}

/// The size of a table that has to change, for it to be worth the copy.
fn grows(mib: usize, share: usize) -> bool {
    share >= mib + mib.div_ceil(4) && share > mib
}

impl Pool<'_> {
    /// A share of the memory: at least one MiB, so that each reply remembers something.
    fn share(&self, open: usize) -> usize {
        (self.mib / open.max(1)).max(1)
    }

    /// Searches all `positions`, those with the least depth first, until stopped or all are
    /// proven. `new` makes the searcher for a table. Replies for whose table the system has no
    /// memory are left out.
    pub fn ponder<P: Position, E: Evaluator<P>, M: Mode>(
        &self,
        positions: &[P],
        new: impl Fn(TableHandle<M::Layout>) -> Searcher<P, E, M>,
        progress: &(dyn Fn(Progress<'_, P::Move>) + Sync),
    ) -> Vec<Reply<P, E, M>> {
        let share = self.share(positions.len());
        let replies: Vec<_> = positions
            .iter()
            .filter_map(|&position| {
                let searcher = new(TableHandle::new(Table::new(share)?));
                let proven = position.ending().is_some();
                let (depth, score, line, nodes) = (0, None, Vec::new(), 0);
                Some(Some(Reply { position, searcher, depth, score, line, proven, nodes }))
            })
            .collect();
        let open = replies.iter().flatten().filter(|reply| !reply.proven).count();
        let state = Mutex::new(State { replies, open, nodes: 0 });
        let changed = Condvar::new();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| self.work(&state, &changed, progress));
            }
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.replies.into_iter().flatten().collect()
    }

    /// One thread: takes the open reply with the least depth and searches it a ply deeper.
    fn work<P: Position, E: Evaluator<P>, M: Mode>(
        &self,
        state: &Mutex<State<P, E, M>>,
        changed: &Condvar,
        progress: &(dyn Fn(Progress<'_, P::Move>) + Sync),
    ) {
        let mut guard = state.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.control.stopped() && guard.open > 0 {
            let next = (0..guard.replies.len())
                .filter_map(|at| Some((at, guard.replies[at].as_ref()?)))
                .filter(|(_, reply)| !reply.proven && reply.depth < MAX_PLY as i32)
                // Among equals, what is worst for us is what a good player will choose.
                .min_by_key(|(at, reply)| (reply.depth, reply.score, *at))
                .map(|(at, _)| at);
            let Some(at) = next else {
                // Every open reply is in work: wait until one comes back.
                let waited = changed.wait_timeout(guard, Duration::from_millis(5));
                guard = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            };
            let Some(mut reply) = guard.replies[at].take() else { continue };
            let share = self.share(guard.open);
            drop(guard);
            if grows(reply.searcher.table().get().mib(), share) {
                resize(reply.searcher.table(), share, &|| !self.control.stopped());
            }
            let complete = self.deepen(&mut reply);
            guard = state.lock().unwrap_or_else(PoisonError::into_inner);
            guard.nodes = guard.nodes + reply.nodes - complete.before;
            if reply.proven {
                guard.open -= 1;
                // The reply keeps its line; the memory is for the others.
                resize(reply.searcher.table(), 0, &|| true);
            }
            let (open, nodes) = (guard.open, guard.nodes);
            if complete.complete
                && let Some(score) = reply.score
            {
                let (depth, line) = (reply.depth, &reply.line);
                progress(Progress { reply: at, depth, score, line, open, nodes });
            }
            guard.replies[at] = Some(reply);
            changed.notify_all();
        }
    }

    fn deepen<P: Position, E: Evaluator<P>, M: Mode>(
        &self,
        reply: &mut Reply<P, E, M>,
    ) -> Deepened {
        let before = reply.nodes;
        let depth = reply.depth + 1;
        let limits = Limits { depth: Some(depth as u32), ..Limits::default() };
        // The control is the pool's own: stopping it stops every search. A search that ends by
        // itself must not, so each has a control that looks at the pool's.
        let control = self.control.child();
        let job = Job {
            root: reply.position,
            game_keys: self.game_keys,
            repetition_draw: self.repetition_draw,
            limits: &limits,
            only: &[],
            driver: self.driver,
            control: &control,
            now: self.now,
            processor: None,
            current: None,
            resume: reply.score.map(|score| (reply.depth, score)),
        };
        let report = reply.searcher.search(&job, &mut |_| {}).report;
        reply.nodes += report.nodes;
        let complete = report.complete && report.depth == depth;
        if complete && let Some(best) = report.best() {
            reply.depth = depth;
            reply.score = Some(best.score);
            reply.line.clone_from(&best.line);
            reply.proven = best.score.is_proven();
        } else if report.best().is_none() {
            reply.proven = true;
        }
        Deepened { before, complete }
    }
}

/// Changes the size of a table, its entries carried over. Where the memory is not to be had, it
/// keeps the size it has.
fn resize<L: Layout>(table: &TableHandle<L>, mib: usize, go_on: &dyn Fn() -> bool) {
    if let Some(new) = Table::new(mib) {
        table.rehash_into(new, go_on);
    }
}

struct Deepened {
    before: u64,
    complete: bool,
}
