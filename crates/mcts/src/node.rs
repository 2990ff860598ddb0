//! A node of the tree, which the threads of a search share.

use std::sync::atomic::{
    AtomicI32, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed,
};

use crate::bounds::Bounds;

/// A value of 1 as nodes add it up: in whole numbers, so that the order of threads and of sums changes nothing.
const ONE: f32 = (1 << 24) as f32;

/// How far a node has come.
pub(crate) mod stage {
    /// Its position was not looked at.
    pub(crate) const NEW: u8 = 0;
    /// Its position was looked at.
    pub(crate) const SEEN: u8 = 1;
    /// A thread gives it children.
    pub(crate) const EXPANDING: u8 = 2;
    /// It has children.
    pub(crate) const EXPANDED: u8 = 3;
}

/// A move and what is known of it. Values and bounds are those of the side that makes the move.
///
/// The children of a node lie one after the other behind a head, which belongs to their parent's position: its
/// values and bounds are those of the side to move there.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Node {
    /// Of the values of all visits.
    sum: AtomicI64,
    /// Of their squares; of a head, the key of the position.
    squares: AtomicU64,
    /// Of the values of visits in which the move came later; of a head, the children that it has cached.
    amaf_sum: AtomicU64,
    visits: AtomicU32,
    /// Visits in which the move came later; of a head, the visits when it cached.
    amaf_visits: AtomicU32,
    prior: AtomicU32,
    /// Where the head of its children lies; 0 where it has none. Of a head: its depth in plies.
    first: AtomicU32,
    bounds: AtomicU32,
    minimax: AtomicU32,
    /// Its static evaluation, where that was found with the priors; else [`UNKNOWN`].
    points: AtomicI32,
    /// The bits of the move; 0 at the root and in a head.
    mv: AtomicU16,
    /// Of a head: how many children follow it.
    count: AtomicU16,
    stage: AtomicU8,
}

const _: () = assert!(size_of::<Node>() == 64);

impl Default for Node {
    fn default() -> Self {
        Self {
            sum: AtomicI64::new(0),
            squares: AtomicU64::new(0),
            amaf_sum: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            amaf_visits: AtomicU32::new(0),
            prior: AtomicU32::new(0),
            first: AtomicU32::new(0),
            bounds: AtomicU32::new(Bounds::OPEN.pack()),
            minimax: AtomicU32::new(0),
            points: AtomicI32::new(UNKNOWN),
            mv: AtomicU16::new(0),
            count: AtomicU16::new(0),
            stage: AtomicU8::new(stage::NEW),
        }
    }
}

/// The points of a position that was not evaluated.
const UNKNOWN: i32 = i32::MIN;

fn fixed(value: f32) -> i64 {
    (value * ONE) as i64
}

impl Node {
    /// Makes it a new child.
    pub(crate) fn begin(&self, mv: u16, prior: f32, points: Option<i32>, bounds: Bounds) {
        self.clear();
        self.prior.store(prior.to_bits(), Relaxed);
        self.points.store(points.unwrap_or(UNKNOWN), Relaxed);
        self.bounds.store(bounds.pack(), Relaxed);
        self.mv.store(mv, Relaxed);
    }

    /// Makes it the head of so many children of a position.
    pub(crate) fn begin_head(&self, key: u64, depth: u32, count: usize, bounds: Bounds) {
        self.clear();
        self.squares.store(key, Relaxed);
        self.first.store(depth, Relaxed);
        self.count.store(count as u16, Relaxed);
        self.bounds.store(bounds.pack(), Relaxed);
    }

    fn clear(&self) {
        self.sum.store(0, Relaxed);
        self.squares.store(0, Relaxed);
        self.amaf_sum.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.amaf_visits.store(0, Relaxed);
        self.first.store(0, Relaxed);
        self.minimax.store(0, Relaxed);
        self.points.store(UNKNOWN, Relaxed);
        self.mv.store(0, Relaxed);
        self.count.store(0, Relaxed);
        self.stage.store(stage::NEW, Relaxed);
    }

    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The sum of the values of all visits.
    #[inline]
    pub(crate) fn sum(&self) -> f32 {
        self.sum.load(Relaxed) as f32 / ONE
    }

    /// The mean value; 0 before the first visit.
    #[inline]
    pub(crate) fn mean(&self) -> f32 {
        self.sum() / self.visits().max(1) as f32
    }

    /// The variance of the values.
    pub(crate) fn variance(&self) -> f32 {
        let mean = self.mean();
        let squares = self.squares.load(Relaxed) as f32 / ONE / self.visits().max(1) as f32;
        (squares - mean * mean).max(0.0)
    }

    /// Adds a visit of this value.
    #[inline]
    pub(crate) fn add(&self, value: f32) {
        self.sum.fetch_add(fixed(value), Relaxed);
        self.visits.fetch_add(1, Relaxed);
    }

    /// Adds to the sum of squares; not asked of a head.
    #[inline]
    pub(crate) fn add_square(&self, value: f32) {
        self.squares.fetch_add(fixed(value * value) as u64, Relaxed);
    }

    /// Counts so many losses until [`relieve`](Node::relieve).
    pub(crate) fn burden(&self, losses: u32) {
        self.visits.fetch_add(losses, Relaxed);
        self.sum.fetch_sub(fixed(losses as f32), Relaxed);
    }

    /// Takes back what [`burden`](Node::burden) counted.
    pub(crate) fn relieve(&self, losses: u32) {
        self.visits.fetch_sub(losses, Relaxed);
        self.sum.fetch_add(fixed(losses as f32), Relaxed);
    }

    /// Adds a visit in which the move came later.
    pub(crate) fn add_amaf(&self, value: f32) {
        self.amaf_sum.fetch_add(fixed(value) as u64, Relaxed);
        self.amaf_visits.fetch_add(1, Relaxed);
    }

    /// How many visits there were in which the move came later, and their mean value.
    pub(crate) fn amaf(&self) -> (u32, f32) {
        let visits = self.amaf_visits.load(Relaxed);
        (visits, self.amaf_sum.load(Relaxed) as i64 as f32 / ONE / visits.max(1) as f32)
    }

    #[inline]
    pub(crate) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    /// Its static evaluation in points, where that was found with the priors.
    pub(crate) fn static_points(&self) -> Option<i32> {
        let points = self.points.load(Relaxed);
        (points != UNKNOWN).then_some(points)
    }

    pub(crate) fn minimax(&self) -> f32 {
        f32::from_bits(self.minimax.load(Relaxed))
    }

    pub(crate) fn set_minimax(&self, value: f32) {
        self.minimax.store(value.to_bits(), Relaxed);
    }

    #[inline]
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds::unpack(self.bounds.load(Relaxed))
    }

    /// Tightens the bounds by what is newly known, and returns them.
    pub(crate) fn tighten(&self, bounds: Bounds) -> Bounds {
        if bounds.is_unplayable() {
            self.bounds.store(bounds.pack(), Relaxed);
            return bounds;
        }
        let tighter = |packed| Some(Bounds::unpack(packed).and(bounds).pack());
        let before = self.bounds.fetch_update(Relaxed, Relaxed, tighter);
        Bounds::unpack(before.unwrap_or_else(|packed| packed)).and(bounds)
    }

    #[inline]
    pub(crate) fn move_bits(&self) -> u16 {
        self.mv.load(Relaxed)
    }

    #[inline]
    pub(crate) fn stage(&self) -> u8 {
        self.stage.load(std::sync::atomic::Ordering::Acquire)
    }

    pub(crate) fn set_stage(&self, stage: u8) {
        self.stage.store(stage, std::sync::atomic::Ordering::Release);
    }

    /// Lets this thread give it children, unless another one does.
    pub(crate) fn begin_expanding(&self) -> bool {
        let order = std::sync::atomic::Ordering::AcqRel;
        self.stage.compare_exchange(stage::SEEN, stage::EXPANDING, order, Relaxed).is_ok()
    }

    /// Where the head of its children lies; None where it has none.
    #[inline]
    pub(crate) fn head(&self) -> Option<u32> {
        (self.stage() == stage::EXPANDED).then(|| self.first.load(Relaxed))
    }

    /// Gives it these children.
    pub(crate) fn set_head(&self, head: u32) {
        self.first.store(head, Relaxed);
        self.set_stage(stage::EXPANDED);
    }

    /// Takes its children away; what they proved stays.
    pub(crate) fn collapse(&self) {
        self.first.store(0, Relaxed);
        self.set_stage(stage::SEEN);
    }

    /// Of a head: how many children follow.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        usize::from(self.count.load(Relaxed))
    }

    /// Of a head: the key of its position, and its depth.
    pub(crate) fn identity(&self) -> (u64, u32) {
        (self.squares.load(Relaxed), self.first.load(Relaxed))
    }

    /// Of a head: the children that it has cached, a byte each with their number from 1; and its visits at that time.
    pub(crate) fn cached(&self) -> (u64, u32) {
        (self.amaf_sum.load(Relaxed), self.amaf_visits.load(Relaxed))
    }

    /// Of a head: caches these children.
    pub(crate) fn cache(&self, children: u64, visits: u32) {
        self.amaf_sum.store(children, Relaxed);
        self.amaf_visits.store(visits, Relaxed);
    }

    /// Makes it a root: what is known is turned to the view of the side to move, where the other side made the move.
    pub(crate) fn become_root(&mut self, turned: bool, bounds: Bounds) {
        if turned {
            *self.sum.get_mut() *= -1;
            let minimax = f32::from_bits(*self.minimax.get_mut());
            *self.minimax.get_mut() = (-minimax).to_bits();
            if *self.points.get_mut() != UNKNOWN {
                *self.points.get_mut() *= -1;
            }
        }
        *self.bounds.get_mut() = bounds.pack();
        *self.mv.get_mut() = 0;
    }

    /// Of a node that has children: moves their head.
    pub(crate) fn move_head(&mut self, head: u32) {
        *self.first.get_mut() = head;
    }
}
