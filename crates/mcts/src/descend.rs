//! A playout: down the tree, to a value, and back.

use game::{Position, Score, Side};

use crate::bounds::Bounds;
use crate::node::{Node, stage};
use crate::params::Params;
use crate::pool::ROOT;
use crate::provider::Provider;
use crate::worker::{Worker, move_index};

impl<P: Position, V: Provider<P>> Worker<'_, P, V> {
    /// One playout: from the root to a value and back.
    pub(crate) fn playout(&mut self) {
        self.begin();
        let mut position = self.common.root;
        let mut at = ROOT;
        let value = loop {
            if let Some(value) = self.value_at(&position, at) {
                break value;
            }
            let head = self.pool.get(at).head();
            let chosen = head.and_then(|head| Some((head, self.select(&position, at, head)?)));
            let Some((head, (child, mv))) = chosen else {
                // Nothing is left to look at: what two threads proved at the same time is put together here.
                if let Some(head) = head.filter(|_| self.common.params.solver) {
                    let (turned, length) = self.way_in(&position);
                    self.prove(at, head, turned, length);
                }
                break self
                    .decided_value(at, &position)
                    .unwrap_or_else(|| self.evaluate(&position, at));
            };
            self.enter(&position, mv, head, child);
            position = position.make(mv);
            at = child;
            if self.common.several {
                self.pool.get(at).burden(self.common.params.virtual_loss as u32);
            }
        };
        let depth = self.path.len();
        self.counts.deepest = self.counts.deepest.max(depth);
        if self.common.params.implicit_minimax > 0 && self.pool.get(at).head().is_none() {
            self.note_static_value(&position, at);
        }
        let absolute = if position.side_to_move() == Side::First { value } else { -value };
        // An exact distance needs all bounds; who wins, only those that decide.
        let proves = self.common.prove_distance || self.pool.get(at).bounds().is_decided();
        self.back_up(absolute, proves && self.common.params.solver);
    }

    /// The value of a node for its side to move, where the playout ends there; None where it goes on.
    fn value_at(&mut self, position: &P, at: u32) -> Option<f32> {
        let (node, ply) = (self.pool.get(at), self.path.len());
        if at != ROOT && self.is_drawn_by_repetition(position) {
            return Some(0.0);
        }
        if node.stage() == stage::NEW {
            if at != ROOT {
                let (turned, length) = self.way_in(position);
                let known = self.known(position);
                node.tighten(known.seen_above(turned, length));
            }
            node.set_stage(stage::SEEN);
        }
        if let Some(value) = self.solved_value(at, position) {
            return Some(value);
        }
        if node.stage() == stage::EXPANDED {
            if self.common.params.transpositions == 0 || at == ROOT {
                return None;
            }
            // Whoever shares the children may have proven something.
            self.learn_from_head(at, position);
            return self.solved_value(at, position);
        }
        let params = &self.common.params;
        let mature = params.maturity as f32 + Params::part(params.maturity_growth) * ply as f32;
        if ply >= search::MAX_PLY || (at != ROOT && (node.visits() as f32) < mature) {
            return Some(self.evaluate(position, at));
        }
        self.expand(position, at)
    }

    /// Notes the static value of a node without children, for the side that moved into it.
    fn note_static_value(&mut self, position: &P, at: u32) {
        let known = self.decided_value(at, position);
        let own = match known {
            Some(value) => value,
            None if position.is_over() => 0.0,
            None => self.static_value(position, at),
        };
        let turned = self.way_in(position).0;
        self.pool.get(at).set_minimax(if turned { -own } else { own });
    }

    /// Takes a value, that of the first side, back to the root.
    fn back_up(&mut self, absolute: f32, proves: bool) {
        let params = self.common.params;
        let of = |side: Side| if side == Side::First { absolute } else { -absolute };
        let virtual_loss = if self.common.several { params.virtual_loss as u32 } else { 0 };
        if params.rave > 0 {
            self.back_up_amaf(absolute);
        }
        let mut changed = proves;
        for ply in (0..self.path.len()).rev() {
            let step = self.path[ply];
            let node = self.pool.get(step.node);
            let value = of(step.side);
            if virtual_loss > 0 {
                node.relieve(virtual_loss);
            }
            node.add(value);
            if params.formula == 1 {
                node.add_square(value);
            }
            if params.transpositions == 2 {
                self.pool.get(step.head).add(value);
            }
            if params.history > 0 {
                let (sum, count) = &mut self.thread.history[step.slot];
                *sum += value;
                *count += 1;
            }
            let parent = if ply == 0 { ROOT } else { self.path[ply - 1].node };
            let (turned, length) = match ply {
                0 => (false, 0),
                _ => (self.path[ply - 1].side != step.side, self.path[ply - 1].length),
            };
            if changed {
                changed = self.prove(parent, step.head, turned, length);
            }
            if params.implicit_minimax > 0 {
                self.take_minimax(parent, step.head, turned);
            }
        }
        let root = self.pool.get(ROOT);
        root.add(of(self.common.root.side_to_move()));
    }

    /// Takes what is known of the children back to their parent; says whether it learned anything.
    fn prove(&self, parent: u32, head: u32, turned: bool, length: i32) -> bool {
        let children = self.pool.children(head);
        let all = children.iter().map(|child| self.told(child.bounds()));
        let best = all.fold(Bounds::UNPLAYABLE, Bounds::better);
        let (head, node) = (self.pool.get(head), self.pool.get(parent));
        let before = node.bounds();
        if best.is_unplayable() {
            // No way on: where a turn begins, that is no end either.
            if !P::SIDES_ALTERNATE && !turned && parent != ROOT {
                node.tighten(best);
            }
        } else {
            let own = head.tighten(best);
            node.tighten(own.seen_above(turned, length));
        }
        node.bounds() != before
    }

    /// The best minimax value of the children that were visited, for their parent.
    fn take_minimax(&self, parent: u32, head: u32, turned: bool) {
        let visited = self.pool.children(head).iter().filter(|child| child.visits() > 0);
        let best = visited.map(Node::minimax).fold(f32::MIN, f32::max);
        if best > f32::MIN {
            self.pool.get(parent).set_minimax(if turned { -best } else { best });
        }
    }

    /// Every move that a side made later in the playout counts as if it had been made first.
    fn back_up_amaf(&mut self, absolute: f32) {
        let number = self.counts.playouts << 16;
        for (ply, step) in (1..).zip(&self.path) {
            self.thread.last_played[move_index(step.side, step.bits)] = number | ply;
        }
        // Moves beyond the tree came later than all within it: they were noted before.
        for (ply, step) in (0..).zip(&self.path) {
            let value = if step.side == Side::First { absolute } else { -absolute };
            for child in self.pool.children(step.head) {
                let last = self.thread.last_played[move_index(step.side, child.move_bits())];
                if last > (number | ply) {
                    child.add_amaf(value);
                }
            }
        }
    }

    /// True if the root, and as many of its moves as are asked for, need not be looked at further.
    pub(crate) fn is_done(&self) -> bool {
        let common = self.common;
        let root = self.pool.get(ROOT);
        if !common.params.solver || !common.is_solved(root.bounds()) {
            return false;
        }
        let children = root.head().map_or(&[] as &[Node], |head| self.pool.children(head));
        let solved = children.iter().filter(|child| common.is_solved(child.bounds())).count();
        common.lines == 1 || solved >= common.lines
    }

    /// The score of the root, where its bounds decide it.
    pub(crate) fn proven_score(&self) -> Option<Score> {
        let bounds = self.pool.get(ROOT).bounds();
        bounds.is_decided().then(|| bounds.score())
    }
}
