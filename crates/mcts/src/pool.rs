//! The pool of nodes: one block of memory, from which the children of a node are taken together.
//!
//! It grows to the size that it was given. When it is full, the search pauses, and the children of the least visited
//! nodes are given back: those that stay move together, so that there is room again at the end.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use game::MAX_MOVES;
use game::zobrist::mix;

use crate::node::Node;

/// The root's place.
pub(crate) const ROOT: u32 = 0;
/// The fewest nodes of a pool: those of two positions with the most moves.
pub(crate) const LEAST: usize = 2 * MAX_MOVES + 3;
/// How many nodes a pool begins with.
const FIRST: usize = 1 << 12;
const MIB: usize = 1 << 20;

/// A pool of nodes.
#[derive(Debug)]
pub(crate) struct Pool {
    nodes: Vec<Node>,
    /// The first node that is free.
    next: AtomicU32,
    /// True if nodes were asked for that were not there.
    full: AtomicBool,
    /// The most nodes there may be.
    most: usize,
    /// Heads by key and depth: the upper half of the mixed key, and the place. Empty where nothing is shared.
    shared: Vec<AtomicU64>,
    /// How often nodes were given back.
    reclaimed: u32,
}

/// The bytes of an entry of the table of shared positions, for each node: there is one for four nodes.
const SHARED_BYTES: usize = size_of::<u64>() / 4;

impl Pool {
    /// A pool of at most so many MiB, with a root that nothing is known of.
    pub(crate) fn new(mib: usize, shares: bool) -> Self {
        let most = most_nodes(mib);
        let mut pool = Self {
            nodes: Vec::new(),
            next: AtomicU32::new(1),
            full: AtomicBool::new(false),
            most,
            shared: Vec::new(),
            reclaimed: 0,
        };
        pool.grow(FIRST.min(most));
        if shares {
            pool.shared.resize_with((most / 4).next_power_of_two(), AtomicU64::default);
        }
        pool
    }

    fn grow(&mut self, nodes: usize) {
        self.nodes.resize_with(nodes, Node::default);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self.next.get_mut() = 1;
        *self.full.get_mut() = false;
        self.nodes[ROOT as usize] = Node::default();
        self.forget_shared();
    }

    fn forget_shared(&mut self) {
        for entry in &mut self.shared {
            *entry.get_mut() = 0;
        }
    }

    #[inline]
    pub(crate) fn get(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// The children behind a head.
    #[inline]
    pub(crate) fn children(&self, head: u32) -> &[Node] {
        let first = head as usize + 1;
        &self.nodes[first..first + self.get(head).count()]
    }

    /// Takes nodes for a head and so many children; None where there are not as many.
    pub(crate) fn take(&self, children: usize) -> Option<u32> {
        let wanted = children as u32 + 1;
        let at = self.next.fetch_add(wanted, Relaxed);
        if at as usize + wanted as usize > self.nodes.len() {
            self.next.fetch_sub(wanted, Relaxed);
            self.full.store(true, Relaxed);
            return None;
        }
        Some(at)
    }

    /// True if the search has to pause for [`make_room`](Pool::make_room).
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    /// How many nodes are in use, and how many there may be.
    pub(crate) fn used(&self) -> (usize, usize) {
        (self.next.load(Relaxed) as usize, self.most)
    }

    /// How often nodes were given back.
    #[cfg(test)]
    pub(crate) fn reclaimed(&self) -> u32 {
        self.reclaimed
    }

    fn slot(&self, key: u64, depth: u32) -> (usize, u64) {
        let mixed = mix(key ^ u64::from(depth) << 48);
        (mixed as usize & (self.shared.len() - 1), mixed & 0xffff_ffff_0000_0000)
    }

    /// The head of the children of a position at a depth, where they are shared and there are some.
    pub(crate) fn find_shared(&self, key: u64, depth: u32) -> Option<u32> {
        if self.shared.is_empty() {
            return None;
        }
        let (slot, check) = self.slot(key, depth);
        let entry = self.shared[slot].load(std::sync::atomic::Ordering::Acquire);
        let head = entry as u32;
        let same = head != 0 && entry & 0xffff_ffff_0000_0000 == check;
        (same && self.get(head).identity() == (key, depth)).then_some(head)
    }

    /// Lets others find this head.
    pub(crate) fn share(&self, head: u32) {
        if !self.shared.is_empty() {
            let (key, depth) = self.get(head).identity();
            let (slot, check) = self.slot(key, depth);
            let entry = check | u64::from(head);
            self.shared[slot].store(entry, std::sync::atomic::Ordering::Release);
        }
    }

    /// Makes room after nodes were asked for that were not there: the pool grows while it may; else children of the
    /// least visited nodes are given back.
    pub(crate) fn make_room(&mut self) {
        *self.full.get_mut() = false;
        let size = self.nodes.len();
        if size < self.most {
            self.grow((2 * size).min(self.most));
            return;
        }
        self.reclaimed += 1;
        self.keep(size / 2);
    }

    /// Keeps the most visited part of the tree, of about so many nodes at most.
    pub(crate) fn keep(&mut self, nodes: usize) {
        let mut threshold = 2;
        let mut heads = self.heads();
        while self.size_of(&heads) > nodes && threshold < u32::MAX / 2 {
            self.collapse_below(&heads, threshold);
            heads = self.heads();
            threshold *= 2;
        }
        self.compact(&heads);
    }

    /// The places of all heads that can be reached from the root, in order.
    fn heads(&self) -> Vec<u32> {
        let mut met = vec![0u64; self.nodes.len().div_ceil(64)];
        let mut open: Vec<u32> = self.get(ROOT).head().into_iter().collect();
        let mut heads = Vec::new();
        while let Some(head) = open.pop() {
            let (word, bit) = (head as usize / 64, 1 << (head % 64));
            if met[word] & bit != 0 {
                continue;
            }
            met[word] |= bit;
            heads.push(head);
            open.extend(self.children(head).iter().filter_map(Node::head));
        }
        heads.sort_unstable();
        heads
    }

    fn size_of(&self, heads: &[u32]) -> usize {
        1 + heads.iter().map(|&head| self.get(head).count() + 1).sum::<usize>()
    }

    fn collapse_below(&self, heads: &[u32], visits: u32) {
        for &head in heads {
            for child in self.children(head) {
                if child.head().is_some() && child.visits() < visits {
                    child.collapse();
                }
            }
        }
    }

    /// Moves these heads and their children together.
    fn compact(&mut self, heads: &[u32]) {
        let mut places = Vec::with_capacity(heads.len());
        let mut next = 1;
        for &head in heads {
            places.push(next);
            next += self.get(head).count() as u32 + 1;
        }
        let moved = |before: u32| heads.binary_search(&before).map_or(0, |at| places[at]);
        if let Some(head) = self.get(ROOT).head() {
            self.nodes[ROOT as usize].move_head(moved(head));
        }
        for (&from, &to) in heads.iter().zip(&places) {
            let count = self.get(from).count();
            for number in 0..=count {
                // A place is never behind the one that it is moved to.
                let mut node = std::mem::take(&mut self.nodes[from as usize + number]);
                if let Some(head) = node.head() {
                    node.move_head(moved(head));
                }
                self.nodes[to as usize + number] = node;
            }
        }
        *self.next.get_mut() = next;
        if !self.shared.is_empty() {
            self.forget_shared();
            for &head in &places {
                self.share(head);
            }
        }
    }

    /// Makes the node of a move at the root the root. `turned` if the other side is to move there. False if there is
    /// no such node, or nothing below it.
    pub(crate) fn follow(&mut self, mv: u16, turned: bool) -> bool {
        let Some(head) = self.get(ROOT).head() else { return false };
        let children = self.children(head);
        let Some(number) = children.iter().position(|child| child.move_bits() == mv) else {
            return false;
        };
        let Some(below) = children[number].head() else { return false };
        let bounds = self.get(below).bounds();
        let mut root = std::mem::take(&mut self.nodes[head as usize + 1 + number]);
        root.become_root(turned, bounds);
        self.nodes[ROOT as usize] = root;
        true
    }

    /// Gives the pool another size, and leaves room in it.
    pub(crate) fn resize(&mut self, mib: usize) {
        self.most = most_nodes(mib);
        self.keep(self.most / 2);
        if self.nodes.len() > self.most {
            self.nodes.truncate(self.most);
            self.nodes.shrink_to_fit();
        }
        if !self.shared.is_empty() {
            self.shared.clear();
            self.shared.resize_with((self.most / 4).next_power_of_two(), AtomicU64::default);
            for head in self.heads() {
                self.share(head);
            }
        }
    }
}

/// The nodes that a pool of so many MiB may have.
fn most_nodes(mib: usize) -> usize {
    let most = mib * MIB / (size_of::<Node>() + SHARED_BYTES);
    most.clamp(LEAST, u32::MAX as usize / 2)
}
