//! The counters of a search. A type parameter, with a silent form of no size.

use crate::MAX_PLY;

/// Counts what happens in a search.
pub trait Stats: Default + Send + 'static {
    /// A position was reached by a move.
    fn node(&mut self, _ply: usize) {}
    /// A position was reached by a move in quiescence, so many plies deep in it (from 1).
    fn quiescence_node(&mut self, _depth: usize) {}
    /// A position was given its static evaluation.
    fn leaf(&mut self) {}
    /// The table was asked.
    fn probe(&mut self, _ply: usize, _hit: bool) {}
    /// A node with a table move was cut off or raised by it (`best`) or by another.
    fn table_move(&mut self, _ply: usize, _best: bool) {}
    /// A node was cut by what the table knows of a child.
    fn child_cutoff(&mut self, _ply: usize) {}
    /// A node searched its moves.
    fn expanded(&mut self, _ply: usize) {}
    /// A node of quiescence searched its moves.
    fn quiescence_expanded(&mut self, _depth: usize) {}
    /// The counts so far, where there are any.
    fn counters(&self) -> Option<&Counters> {
        None
    }
}

/// Counts nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Stats for Silent {}

/// The counts of one ply: a cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub struct PlyCounts {
    /// Positions reached by a move made, outside quiescence.
    pub nodes: u64,
    /// Nodes that searched their moves.
    pub expanded: u64,
    /// Times the table was asked.
    pub probes: u64,
    /// Times it knew the position.
    pub hits: u64,
    /// Nodes with a best move and a table move.
    pub table_moves: u64,
    /// Those of them in which the table's move was best.
    pub best_table_moves: u64,
    /// Nodes cut by what the table knows of a child.
    pub child_cutoffs: u64,
}

/// Counts by ply.
#[derive(Clone, Debug)]
pub struct Counters {
    /// By ply below the root.
    pub plies: Box<[PlyCounts; MAX_PLY + 1]>,
    /// By ply of quiescence, from 1: nodes, and those of them that searched their moves.
    pub quiescence: Box<[(u64, u64); 64]>,
    /// Positions given their static evaluation.
    pub leaves: u64,
    /// Probes of the table that took the entry of another position for theirs, where whole keys are kept.
    pub collisions: Option<u64>,
}

impl Default for Counters {
    fn default() -> Self {
        Self {
            plies: Box::new([PlyCounts::default(); MAX_PLY + 1]),
            quiescence: Box::new([(0, 0); 64]),
            leaves: 0,
            collisions: None,
        }
    }
}

impl Counters {
    /// Adds the counts of another thread.
    pub fn add(&mut self, other: &Self) {
        for (sum, part) in self.plies.iter_mut().zip(other.plies.iter()) {
            sum.nodes += part.nodes;
            sum.expanded += part.expanded;
            sum.probes += part.probes;
            sum.hits += part.hits;
            sum.table_moves += part.table_moves;
            sum.best_table_moves += part.best_table_moves;
            sum.child_cutoffs += part.child_cutoffs;
        }
        for (sum, part) in self.quiescence.iter_mut().zip(other.quiescence.iter()) {
            sum.0 += part.0;
            sum.1 += part.1;
        }
        self.leaves += other.leaves;
    }

    /// Nodes in quiescence.
    pub fn quiescence_nodes(&self) -> u64 {
        self.quiescence.iter().map(|(nodes, _)| nodes).sum()
    }

    /// All nodes: positions reached by a move made, quiescence included.
    pub fn nodes(&self) -> u64 {
        self.plies.iter().map(|ply| ply.nodes).sum::<u64>() + self.quiescence_nodes()
    }
}

impl Stats for Counters {
    #[inline(always)]
    fn node(&mut self, ply: usize) {
        self.plies[ply.min(MAX_PLY)].nodes += 1;
    }

    #[inline(always)]
    fn quiescence_node(&mut self, depth: usize) {
        self.quiescence[depth & 63].0 += 1;
    }

    #[inline(always)]
    fn leaf(&mut self) {
        self.leaves += 1;
    }

    #[inline(always)]
    fn probe(&mut self, ply: usize, hit: bool) {
        let counts = &mut self.plies[ply.min(MAX_PLY)];
        counts.probes += 1;
        counts.hits += u64::from(hit);
    }

    #[inline(always)]
    fn table_move(&mut self, ply: usize, best: bool) {
        let counts = &mut self.plies[ply.min(MAX_PLY)];
        counts.table_moves += 1;
        counts.best_table_moves += u64::from(best);
    }

    #[inline(always)]
    fn child_cutoff(&mut self, ply: usize) {
        self.plies[ply.min(MAX_PLY)].child_cutoffs += 1;
    }

    #[inline(always)]
    fn expanded(&mut self, ply: usize) {
        self.plies[ply.min(MAX_PLY)].expanded += 1;
    }

    #[inline(always)]
    fn quiescence_expanded(&mut self, depth: usize) {
        self.quiescence[depth & 63].1 += 1;
    }

    fn counters(&self) -> Option<&Counters> {
        Some(self)
    }
}
