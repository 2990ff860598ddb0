//! Tests of the search from within, on games that are written down node by node.

mod busy;
mod correction;
mod drivers;
mod entries;
mod extensions;
mod history;
mod iterations;
mod limits;
mod minimax;
mod node;
mod ponder;
mod proof;
mod pruning;
mod reductions;
mod repetition;
mod root;
mod script;
mod searcher;
mod table;
mod tablebase;
mod verification;
mod window;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use game::Score;

use crate::busy::Busy;
use crate::mode::Instrumented;
use crate::reductions::Reductions;
use crate::shared::{Control, TableHandle};
use crate::time::Budget;
use crate::tree::Node;
use crate::tt::{Table, Wide};
use crate::window::Window;
use crate::worker::{Shared, ThreadData, Worker};
use crate::{Switches, Tunables};
use script::{Script, Written, nothing};

/// A position so many plies below the root, where a pass may be tried.
fn at(position: &Script, ply: usize) -> Node<'_, Script, ()> {
    let in_check = game::Position::in_check(position);
    Node { position, state: &(), ply, in_check, may_pass: true, cut: false }
}

type Tested<'s> = Worker<'s, Script, Written, Instrumented>;

/// How the search is set up for a test.
#[derive(Clone)]
struct Setup {
    switches: Switches,
    tunables: Tunables,
    exact: bool,
    repetition_draw: bool,
    threads: usize,
    node_limit: u64,
    table: Arc<TableHandle<Wide>>,
}

impl Setup {
    /// With these techniques, and the numbers that all games begin with.
    fn new(switches: Switches) -> Self {
        let table = Arc::new(TableHandle::new(Table::new(1).unwrap()));
        let tunables = Tunables::START;
        let node_limit = u64::MAX;
        Self {
            switches,
            tunables,
            exact: false,
            repetition_draw: false,
            threads: 1,
            node_limit,
            table,
        }
    }

    /// Lets a worker work.
    fn work<R>(&self, work: impl FnOnce(&mut Tested<'_>) -> R) -> R {
        self.work_after(&[], work)
    }

    /// Lets a worker work, in a game in which positions with these keys stood on the board.
    fn work_after<R>(&self, keys: &[u64], work: impl FnOnce(&mut Tested<'_>) -> R) -> R {
        let control = Control::new(false);
        let shared = Shared {
            control: &control,
            table: &self.table,
            now: &|| Duration::ZERO,
            nodes: AtomicU64::new(0),
            hits: AtomicU64::new(0),
            node_limit: self.node_limit,
            every_move: false,
            full_mib: 0,
            budget: Budget::default(),
            repetition_draw: self.repetition_draw,
            forbidden: Vec::new(),
            busy: Busy::new(self.threads),
        };
        let mode = Instrumented { switches: self.switches, exact: self.exact };
        let mut thread = ThreadData::new();
        thread.corrections.make_room();
        let reductions = Reductions::new(&self.tunables);
        let mut worker =
            Worker::new(&shared, mode, self.tunables, &reductions, Written, &mut thread, keys);
        worker.root_depth = 20;
        work(&mut worker)
    }

    /// The value that the node function finds for `root`, asked with a null window below `beta`.
    fn reaches(&self, root: Script, beta: i32, depth: i32) -> Score {
        let beta = Score::from_raw(beta);
        self.node::<false>(root, Window { alpha: beta.previous(), beta }, depth, 0)
    }

    /// The value that the node function finds so many plies below the root.
    fn node<const PV: bool>(&self, node: Script, window: Window, depth: i32, ply: usize) -> Score {
        self.work(|worker| worker.node::<PV>(&at(&node, ply), window, depth))
    }
}

/// One technique alone.
fn only(choose: impl FnOnce(&mut Switches)) -> Setup {
    let mut switches = nothing();
    choose(&mut switches);
    Setup::new(switches)
}
