//! One thread's part of the search: it goes down the tree, asks at its edge, and takes the result back.

use std::sync::Arc;

use game::{MoveBits, Position, Repetition, Side};
use search::{Counters, Prober, Stats as _};

use crate::bounds::Bounds;
use crate::params::Params;
use crate::playout::{Random, play};
use crate::pool::Pool;
use crate::provider::{Priors, Provider};
use crate::value::of_decided;

/// The data that all threads of a search share, but for the tree.
pub(crate) struct Common<'s, P: Position> {
    pub(crate) params: Params,
    pub(crate) root: P,
    /// The plies from where the tree began to the root: what transpositions are told apart by.
    pub(crate) depth: u32,
    /// The moves to search at the root; all if empty.
    pub(crate) only: &'s [P::Move],
    /// Repetition keys of the game's earlier positions, to which to come back is worth a draw.
    pub(crate) game_keys: &'s [u64],
    /// Repetition keys that no turn may bring about: they stood on the board twice.
    pub(crate) forbidden: &'s [u64],
    /// The endgame tables to ask.
    pub(crate) prober: Option<Arc<dyn Prober<P>>>,
    /// Exact distances are asked for: a win that may be shorter is searched on.
    pub(crate) prove_distance: bool,
    /// So many moves of the root are to have scores of their own.
    pub(crate) lines: usize,
    /// Every move of the root is looked at first.
    pub(crate) every_move: bool,
    /// More than one thread works on the tree.
    pub(crate) several: bool,
}

impl<P: Position> Common<'_, P> {
    /// True if nothing more is to be found out below a node.
    #[inline]
    pub(crate) fn is_solved(&self, bounds: Bounds) -> bool {
        if self.prove_distance { bounds.is_exact() } else { bounds.is_decided() }
    }
}

/// A move made on the way down.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The node that it leads to.
    pub(crate) node: u32,
    /// The head among whose children that is.
    pub(crate) head: u32,
    /// Who made it.
    pub(crate) side: Side,
    pub(crate) bits: u16,
    /// Where its mean result is kept.
    pub(crate) slot: usize,
    /// By how much it lengthens the way to an end.
    pub(crate) length: i32,
}

/// The data of a thread that outlast one search.
#[derive(Clone, Debug)]
pub(crate) struct ThreadData {
    pub(crate) random: Random,
    /// By side and slot: the sum of results, and how many there were.
    pub(crate) history: Vec<(f32, u32)>,
    /// By side and move: the number of the playout and of the ply in it where the move was made last.
    pub(crate) last_played: Vec<u64>,
}

impl ThreadData {
    pub(crate) fn new(seed: u64, number: usize) -> Self {
        let random = Random::new(seed ^ (number as u64) << 32);
        Self { random, history: Vec::new(), last_played: Vec::new() }
    }
}

impl Counts {
    /// Adds the counts of another thread.
    pub(crate) fn add(&mut self, other: &Self) {
        self.playouts += other.playouts;
        self.nodes += other.nodes;
        self.hits += other.hits;
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// The counters of a thread.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// Playouts: ways from the root to a value.
    pub(crate) playouts: u64,
    /// Positions made.
    pub(crate) nodes: u64,
    /// Positions that the endgame tables knew.
    pub(crate) hits: u64,
    /// The most plies of a playout within the tree.
    pub(crate) deepest: usize,
}

/// One thread's search.
pub(crate) struct Worker<'s, P: Position, V> {
    pub(crate) common: &'s Common<'s, P>,
    pub(crate) pool: &'s Pool,
    pub(crate) provider: V,
    pub(crate) thread: &'s mut ThreadData,
    pub(crate) counts: Counts,
    /// The part of the counts that all threads' sums have.
    pub(crate) told: Counts,
    /// Counts by ply.
    pub(crate) stats: Counters,
    pub(crate) path: Vec<Step>,
    /// Repetition keys of the game and the path.
    keys: Vec<u64>,
    /// Where the comparison of keys begins.
    keys_from: usize,
    pub(crate) priors: Priors,
}

/// Moves by side and bits.
const MOVES: usize = 1 << 16;

/// True if a position that comes again on a way through the tree is worth a draw there.
const fn counts_repetitions<P: Position>() -> bool {
    matches!(P::REPETITION, Repetition::None | Repetition::Draw)
}

/// Where it is kept when a side made a move last.
pub(crate) fn move_index(side: Side, bits: u16) -> usize {
    side.index() * MOVES + usize::from(bits)
}

/// Where the mean result of a move is kept.
pub(crate) fn history_slot<P: Position>(position: &P, mv: P::Move) -> usize {
    position.side_to_move().index() * P::HISTORY_SLOTS + position.history_slot(mv)
}

impl<'s, P: Position, V: Provider<P>> Worker<'s, P, V> {
    pub(crate) fn new(
        common: &'s Common<'s, P>,
        pool: &'s Pool,
        provider: V,
        thread: &'s mut ThreadData,
    ) -> Self {
        if common.params.history > 0 {
            thread.history.resize(2 * P::HISTORY_SLOTS, (0.0, 0));
        }
        if common.params.rave > 0 {
            thread.last_played.resize(2 * MOVES, 0);
        }
        Self {
            common,
            pool,
            provider,
            thread,
            counts: Counts::default(),
            told: Counts::default(),
            stats: Counters::default(),
            path: Vec::with_capacity(search::MAX_PLY),
            keys: common.game_keys.to_vec(),
            keys_from: 0,
            priors: Priors::default(),
        }
    }

    /// Where a playout begins: at the root.
    pub(crate) fn begin(&mut self) {
        self.path.clear();
        self.keys.truncate(self.common.game_keys.len());
        self.keys_from = 0;
        self.counts.playouts += 1;
    }

    /// Notes a move from a position, and where it leads to.
    pub(crate) fn enter(&mut self, position: &P, mv: P::Move, head: u32, node: u32) {
        self.counts.nodes += 1;
        self.stats.node(self.path.len() + 1);
        self.path.push(Step {
            node,
            head,
            side: position.side_to_move(),
            bits: mv.bits().get(),
            slot: if self.thread.history.is_empty() { 0 } else { history_slot(position, mv) },
            length: position.length_of(mv),
        });
        if counts_repetitions::<P>() {
            if position.irreversible(mv) {
                self.keys_from = self.keys.len();
            } else if let Some(key) = position.repetition_key() {
                self.keys.push(key);
            }
        }
    }

    /// True if the position stood on the board before, in the game or on the path, and is worth a draw for that.
    pub(crate) fn is_drawn_by_repetition(&self, position: &P) -> bool {
        counts_repetitions::<P>()
            && self.keys.len() >= self.keys_from + 4
            && position
                .repetition_key()
                .is_some_and(|key| self.keys[self.keys_from..].contains(&key))
    }

    /// True if the move into a node turned to the other side, and by how much it lengthens the way to an end.
    pub(crate) fn way_in(&self, position: &P) -> (bool, i32) {
        self.path
            .last()
            .map_or((false, 0), |step| (step.side != position.side_to_move(), step.length))
    }

    /// The value of a node for the side to move there, where its bounds decide it.
    pub(crate) fn decided_value(&self, at: u32, position: &P) -> Option<f32> {
        let bounds = self.pool.get(at).bounds();
        if bounds.is_unplayable() {
            // A way that cannot be gone is not to be liked.
            return Some(-1.0);
        }
        let own = bounds.seen_above(self.way_in(position).0, 0);
        own.is_decided().then(|| of_decided(own.score()))
    }

    /// The static value of the position of a node, for the side to move.
    pub(crate) fn static_value(&mut self, position: &P, at: u32) -> f32 {
        let Some(points) = self.pool.get(at).static_points() else {
            return self.provider.value(position, &mut self.counts.nodes);
        };
        let turned = self.way_in(position).0;
        self.provider.value_of(if turned { -points } else { points })
    }

    /// The value of the position of a node by evaluation or by a playout beyond the tree, for the side to move.
    pub(crate) fn evaluate(&mut self, position: &P, at: u32) -> f32 {
        self.stats.leaf();
        if self.common.params.playout_plies == 0 {
            return self.static_value(position, at);
        }
        let (number, mut ply) = (self.counts.playouts, self.path.len() as u64);
        let ThreadData { random, last_played, .. } = &mut *self.thread;
        let stats = &mut self.stats;
        let played = play(&self.common.params, &self.provider, position, random, |side, bits| {
            ply += 1;
            stats.node(ply as usize);
            if let Some(last) = last_played.get_mut(move_index(side, bits)) {
                *last = number << 16 | ply;
            }
        });
        self.counts.nodes += played.nodes;
        played.value
    }
}
