//! The alpha-beta of the core, specialised to Onitama by hand: what somebody would write who
//! needs no other game.
//!
//! Same algorithm, same nodes; but no type parameters (only the two forms of the node function,
//! with and without a principal variation), no switches, no exact mode, no statistics beside the
//! node counts, no history rules, no clock, and the tunables as constants. It knows what the
//! rules of Onitama give it: every move turns the side, nobody loses by his own move, there is
//! always a move, and a move is 13 bits. It can still be stopped, and share its work with other threads, as a search
//! in an engine must (at the root the copy does not put moves off).

mod busy;
mod history;
mod node;
mod numbers;
mod picker;
mod quiescence;
mod reductions;
mod root;
mod worker;

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use game::{Evaluator as _, Score, Verdict};
use onitama::{EvalParams, Evaluation, Position};
use search::tt::{Compact, Table};

use busy::Busy;
use root::{RootMove, root_moves};
use worker::{Memory, Worker};

/// How a search stands.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) depth: i32,
    pub(crate) seldepth: usize,
    /// The best first.
    pub(crate) moves: Vec<RootMove>,
    pub(crate) nodes: u64,
    pub(crate) quiescence_nodes: u64,
    pub(crate) hashfull: u32,
}

/// What outlasts one search.
pub(crate) struct Searcher {
    table: Table<Compact>,
    memory: Memory,
    threads: usize,
}

impl Searcher {
    /// One of so many threads that search with the same table; only one is ever started here.
    pub(crate) fn new(table: Table<Compact>, threads: usize) -> Self {
        Self { table, memory: Memory::new(), threads }
    }

    /// Searches to a nominal depth, or until the result is proven (`searcher.rs` of the core).
    pub(crate) fn search(
        &mut self,
        root: &Position,
        last_depth: i32,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        self.table.next_age();
        self.memory.history.decay();
        let evaluator = Evaluation::new(&EvalParams::START, root);
        let state = evaluator.fresh(root);
        let busy = Busy::new(self.threads);
        let mut worker = Worker::new(&self.table, &busy, &mut self.memory, evaluator, stop);
        let mut moves = root_moves(root);
        let mut score = None;
        let mut last = worker.report(0, &moves);
        for depth in 1..=last_depth {
            if worker.poll_now() {
                break;
            }
            let widened = &mut |worker: &Worker<'_>, moves: &[RootMove]| {
                report(&worker.report(depth, moves));
            };
            let found = worker.aspirate(root, &state, &mut moves, score, depth, widened);
            if !worker.stopped {
                score = Some(found);
                moves[1..].sort_by_key(|root_move| Reverse(root_move.nodes));
            }
            last = worker.report(depth, &moves);
            report(&last);
            if worker.stopped || seen_to_the_end(moves[0].score, depth) {
                break;
            }
        }
        last
    }
}

impl Worker<'_> {
    fn report(&self, depth: i32, moves: &[RootMove]) -> Report {
        Report {
            depth,
            seldepth: self.seldepth,
            moves: moves.to_vec(),
            nodes: self.nodes,
            quiescence_nodes: self.quiescence_nodes,
            hashfull: self.table.hashfull(),
        }
    }
}

/// Whether a deeper iteration would hardly find a shorter win or a longer defence.
fn seen_to_the_end(score: Score, depth: i32) -> bool {
    match score.verdict() {
        Verdict::Win(plies) | Verdict::Loss(plies) => plies as i32 <= depth + 1,
        Verdict::Points(_) => false,
    }
}
