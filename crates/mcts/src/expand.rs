//! How a node is given its children.

use game::{MoveBits, MoveList, Position, Repetition, Score};
use search::Stats as _;

use crate::bounds::Bounds;
use crate::node::stage;
use crate::noise::add_noise;
use crate::pool::ROOT;
use crate::provider::{Priors, Provider};
use crate::rules::ended;
use crate::worker::Worker;

/// Positions in which a count of plies may end the game so soon are not shared: the count is not in their key.
const CLOCK_PLIES: i32 = 40;

impl<P: Position, V: Provider<P>> Worker<'_, P, V> {
    /// Gives a node its children. None where the playout goes on with one of them; else it ends there.
    pub(crate) fn expand(&mut self, position: &P, at: u32) -> Option<f32> {
        let (pool, common) = (self.pool, self.common);
        let node = pool.get(at);
        if !node.begin_expanding() {
            // Every playout begins at the root: one that ended there while another thread gives it its children would only
            // be counted.
            while at == ROOT && node.stage() == stage::EXPANDING {
                std::thread::yield_now();
            }
            let goes_on = at == ROOT && node.head().is_some();
            return if goes_on { None } else { Some(self.evaluate(position, at)) };
        }
        let depth = common.depth + self.path.len() as u32;
        let shares = common.params.transpositions > 0
            && at != ROOT
            && !position.clock_ends_within(CLOCK_PLIES);
        if shares && let Some(head) = pool.find_shared(position.key(), depth) {
            node.set_head(head);
            self.learn_from_head(at, position);
            return self.solved_value(at, position);
        }
        let (moves, excluded) = self.moves(position, at);
        if moves.is_empty() {
            node.set_stage(stage::SEEN);
            return Some(self.without_moves(position, at, excluded));
        }
        self.stats.expanded(self.path.len().min(search::MAX_PLY));
        let mut priors = std::mem::take(&mut self.priors);
        priors.clear();
        self.provider.priors(position, &moves, &mut priors);
        if at == ROOT && common.params.root_noise > 0 {
            add_noise(&common.params, &mut priors.shares, &mut self.thread.random);
        }
        let head = pool.take(moves.len());
        if let Some(head) = head {
            self.fill(position, head, &moves, &priors);
            if at == ROOT && common.params.decisive {
                self.note_static_win(position, head);
            }
            if shares {
                pool.share(head);
            }
            node.set_head(head);
        } else {
            node.set_stage(stage::SEEN);
        }
        self.priors = priors;
        if head.is_none() {
            return Some(self.evaluate(position, at));
        }
        self.learn_from_head(at, position);
        self.solved_value(at, position)
    }

    /// The value of a node that need not be looked at further.
    pub(crate) fn solved_value(&self, at: u32, position: &P) -> Option<f32> {
        let bounds = self.pool.get(at).bounds();
        if at != ROOT && self.common.is_solved(bounds) {
            self.decided_value(at, position)
        } else {
            None
        }
    }

    /// Tells a node what the head of its children knows.
    pub(crate) fn learn_from_head(&self, at: u32, position: &P) {
        if let Some(head) = self.pool.get(at).head()
            && self.common.params.solver
        {
            let (turned, length) = self.way_in(position);
            self.pool.get(at).tighten(self.pool.get(head).bounds().seen_above(turned, length));
        }
    }

    /// The moves of a node, and whether history excludes others.
    fn moves(&self, position: &P, at: u32) -> (MoveList<P::Move>, bool) {
        let common = self.common;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if at == ROOT && !common.only.is_empty() {
            moves.retain(|mv| common.only.contains(mv));
        }
        let all = moves.len();
        if P::REPETITION == Repetition::Illegal && !common.forbidden.is_empty() {
            let us = position.side_to_move();
            moves.retain(|&mut mv| {
                let child = position.make(mv);
                let key = child.repetition_key().filter(|_| child.side_to_move() != us);
                key.is_none_or(|key| !common.forbidden.contains(&key))
            });
        }
        let excluded = moves.len() < all;
        (moves, excluded)
    }

    /// The value of a node without a move. That history excludes them all is no reason to call it an end.
    fn without_moves(&mut self, position: &P, at: u32, excluded: bool) -> f32 {
        let (turned, length) = self.way_in(position);
        let node = self.pool.get(at);
        if !excluded {
            let score = ended(position.ending_without_moves(), position.side_to_move());
            node.tighten(Bounds::exactly(score).seen_above(turned, length));
        } else if position.repetition_key().is_none() {
            // Within a turn: there is no way on.
            node.tighten(Bounds::UNPLAYABLE);
        }
        self.decided_value(at, position).unwrap_or_else(|| self.evaluate(position, at))
    }

    /// Fills the children in, those of the highest prior first.
    fn fill(&mut self, position: &P, head: u32, moves: &[P::Move], priors: &Priors) {
        let (pool, params) = (self.pool, &self.common.params);
        let Priors { shares, points } = priors;
        let mut order: MoveList<u16> = (0..moves.len() as u16).collect();
        order.sort_by(|&a, &b| shares[usize::from(b)].total_cmp(&shares[usize::from(a)]));
        let depth = self.common.depth + self.path.len() as u32;
        let mut best = Bounds::UNPLAYABLE;
        pool.get(head).begin_head(position.key(), depth, moves.len(), Bounds::OPEN);
        let us = position.side_to_move();
        for (child, &number) in pool.children(head).iter().zip(&order) {
            let mv = moves[usize::from(number)];
            let length = position.length_of(mv);
            let looks = params.anti_decisive
                || (params.decisive && P::STATIC_WIN_PLIES == 0 && position.is_tactical(mv));
            let mut bounds = Bounds::OPEN.seen_above(true, length);
            if looks {
                let after = position.make(mv);
                self.counts.nodes += 1;
                bounds = self.known(&after).seen_above(after.side_to_move() != us, length);
            }
            let points = points.get(usize::from(number)).copied().flatten();
            child.begin(mv.bits().get(), shares[usize::from(number)], points, bounds);
            if looks {
                child.set_stage(stage::SEEN);
            }
            best = best.better(self.told(bounds));
        }
        if params.solver {
            pool.get(head).tighten(best);
        }
    }

    /// Tells a child of the root that the game sees it win.
    fn note_static_win(&self, position: &P, head: u32) {
        let Some(win) = position.static_win() else { return };
        let mut children = self.pool.children(head).iter();
        if let Some(child) = children.find(|child| child.move_bits() == win.mv.bits().get()) {
            let lower = Score::win_in(win.plies);
            let upper = if P::STATIC_WIN_IS_SHORTEST { lower } else { Score::win_in(0) };
            let bounds = child.tighten(Bounds { lower, upper });
            if self.common.params.solver {
                self.pool.get(head).tighten(Bounds { upper: Score::win_in(0), ..bounds });
            }
        }
    }

    /// The bounds that a child's tell its parent: none of draws where they are not to bound
    /// anything.
    pub(crate) fn told(&self, bounds: Bounds) -> Bounds {
        let drawn = bounds == Bounds::exactly(Score::ZERO);
        if drawn && !self.common.params.bounded_draws { Bounds::OPEN } else { bounds }
    }
}
