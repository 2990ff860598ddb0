//! The statistics of a search, as the field prints them.

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
    /// By ply, as far as the search went.
    pub plies: Vec<PlyStatistics>,
    /// In quiescence, by its own ply from 1: states, and states for each node that searched its
    /// moves one ply above.
    pub quiescence: Vec<(u64, f64)>,
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl Statistics {
    pub(crate) fn new(counters: &Counters) -> Self {
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
            plies,
            quiescence,
            ..Self::default()
        }
    }
}
