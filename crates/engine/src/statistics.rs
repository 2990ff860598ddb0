//! The statistics of a search, as the field prints them.

use std::sync::Arc;

use game::{Notation, Score};
use search::Counters;

/// One ply below the root.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlyStatistics {
    /// Plies below the root, from 1.
    pub ply: usize,
    /// Positions reached by a move made.
    pub states: u64,
    /// Nodes of this ply for each node that searched its moves one ply above.
    pub branching: f64,
    /// The share of positions that the table knew, from 0 to 1.
    pub hit_rate: f64,
    /// Of the nodes with a table move and a best move, the share in which they were the same.
    pub best_move_hit_rate: f64,
}

/// A move of the tree of a Monte Carlo tree search.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeBranch {
    /// The move as scripts write it; of a turn of several moves, one of them.
    pub mv: String,
    /// The same as people read it.
    pub words: String,
    /// Playouts that went through it.
    pub visits: u32,
    /// Their mean value for the side that makes the move: from -1, a loss, to 1, a win.
    pub value: f64,
    /// Its share among the moves of its position before any playout, from 0 to 1.
    pub prior: f64,
    /// Its score for the side that makes the move, where it is proven.
    pub proven: Option<Score>,
    /// The most visited moves after it.
    pub replies: Vec<Self>,
}

impl TreeBranch {
    /// The branches at a position, in words.
    pub(crate) fn written<P: Notation>(at: &P, branches: &[mcts::Branch<P::Move>]) -> Vec<Self> {
        let write = |branch: &mcts::Branch<P::Move>| Self {
            mv: at.move_text(branch.mv),
            words: at.describe_move(branch.mv),
            visits: branch.visits,
            value: branch.value.into(),
            prior: branch.prior.into(),
            proven: branch.proven,
            replies: Self::written(&at.make(branch.mv), &branch.replies),
        };
        branches.iter().map(write).collect()
    }
}

/// The counts of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Nodes: positions reached by a move made, quiescence included.
    pub states: u64,
    /// Nodes in quiescence.
    pub quiescence_states: u64,
    /// Positions evaluated statically.
    pub leaves: u64,
    /// The table's size in MiB.
    pub table_mib: usize,
    /// How many entries the table has room for.
    pub table_entries: usize,
    /// How full the table is with entries of this search, in thousandths.
    pub table_full: u32,
    /// Probes that took the table's entry of another position for theirs, where searches are compiled to measure.
    pub collisions: Option<u64>,
    /// By ply, as far as the search went.
    pub plies: Vec<PlyStatistics>,
    /// In quiescence, by its own ply from 1: states, and states for each node that searched its
    /// moves one ply above.
    pub quiescence: Vec<(u64, f64)>,
    /// Of Monte Carlo tree search: every move of the root, and the most visited moves after it.
    pub tree: Arc<[TreeBranch]>,
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl Statistics {
    /// The counts of a search, and what its counters do not say.
    pub(crate) fn new(counters: &Counters, others: Self) -> Self {
        let plies = counters
            .plies
            .windows(2)
            .enumerate()
            .map(|(above, pair)| PlyStatistics {
                ply: above + 1,
                states: pair[1].nodes,
                branching: share(pair[1].nodes, pair[0].expanded),
                hit_rate: share(pair[1].hits, pair[1].probes),
                best_move_hit_rate: share(pair[1].best_table_moves, pair[1].table_moves),
            })
            .take_while(|ply| ply.states > 0)
            .collect();
        let quiescence = counters
            .quiescence
            .windows(2)
            .map(|pair| (pair[1].0, share(pair[1].0, pair[0].1)))
            .take_while(|&(states, _)| states > 0)
            .collect();
        Self {
            states: counters.nodes(),
            quiescence_states: counters.quiescence_nodes(),
            leaves: counters.leaves,
            collisions: counters.collisions,
            plies,
            quiescence,
            ..others
        }
    }
}
