//! How a child is selected.

use game::{MoveBits, Position};

use crate::formula::Formula;
use crate::node::Node;
use crate::params::Params;
use crate::pool::ROOT;
use crate::provider::Provider;
use crate::worker::{Worker, history_slot};

impl<P: Position, V: Provider<P>> Worker<'_, P, V> {
    /// The child to go to, by its number, and its move; None where none is worth a look.
    pub(crate) fn select(&mut self, position: &P, at: u32, head: u32) -> Option<(u32, P::Move)> {
        let params = &self.common.params;
        let (visits, value) = self.standing(position, at, head);
        let formula = Formula::new(params, visits, value);
        let children = self.pool.children(head);
        let cached = self.cached(head, visits, children);
        let number = if cached == 0 {
            let wide = width(params, visits).min(children.len());
            self.best_of(position, at, head, &formula, 0..wide)
                .or_else(|| self.best_of(position, at, head, &formula, wide..children.len()))
        } else {
            let numbers = cached.to_le_bytes().into_iter().take_while(|&number| number > 0);
            let numbers = numbers.map(|number| usize::from(number) - 1);
            self.best_of(position, at, head, &formula, numbers)
                .or_else(|| self.best_of(position, at, head, &formula, 0..children.len()))
        }?;
        let bits = std::num::NonZeroU16::new(children[number].move_bits())?;
        Some((head + 1 + number as u32, P::Move::from_bits(bits)))
    }

    /// The visits of a position and its value for the side to move.
    fn standing(&self, position: &P, at: u32, head: u32) -> (u32, f32) {
        if self.common.params.transpositions == 2 {
            let position = self.pool.get(head);
            return (position.visits(), position.mean());
        }
        let node = self.pool.get(at);
        let turned = self.way_in(position).0;
        (node.visits(), if turned { -node.mean() } else { node.mean() })
    }

    /// The visits of a child and the sum of their values, with those that its position had on other ways where
    /// counts are shared.
    fn counts_of(&self, child: &Node, position: &P) -> (u32, f32) {
        let own = (child.visits(), child.sum());
        let shared = self.common.params.transpositions == 2;
        let Some(head) = child.head().filter(|_| shared) else { return own };
        let head = self.pool.get(head);
        if head.visits() <= own.0 {
            return own;
        }
        let bits = std::num::NonZeroU16::new(child.move_bits());
        let turned = P::SIDES_ALTERNATE
            || bits.is_none_or(|bits| {
                position.make(P::Move::from_bits(bits)).side_to_move() != position.side_to_move()
            });
        // The value of the position, as often as it was found this way: visits decide what is explored.
        let mean = if turned { -head.mean() } else { head.mean() };
        (head.visits(), mean * head.visits() as f32)
    }

    fn best_of(
        &self,
        position: &P,
        at: u32,
        head: u32,
        formula: &Formula,
        numbers: impl Iterator<Item = usize>,
    ) -> Option<usize> {
        let common = self.common;
        let children = self.pool.children(head);
        let known = self.pool.get(head).bounds();
        // The root of a search for several lines goes on when its best move is known.
        let several = at == ROOT && common.lines > 1;
        let by_prior = Formula::is_by_prior(&common.params);
        let mut best: Option<(f32, usize)> = None;
        for number in numbers {
            let child = &children[number];
            let visits = child.visits();
            if common.params.solver {
                let bounds = self.told(child.bounds());
                let hopeless = if several { false } else { bounds.upper <= known.lower };
                if bounds.is_unplayable() || hopeless || common.is_solved(bounds) {
                    continue;
                }
            }
            if common.every_move && at == ROOT && visits == 0 {
                return Some(number);
            }
            let history =
                if formula.asks_history() { self.history_of(position, child) } else { 0.0 };
            let counted = formula.of(child, self.counts_of(child, position), history);
            if best.is_none_or(|(most, _)| counted > most) {
                best = Some((counted, number));
            }
            // Children stand in the order of their priors: no other one that was not visited is better.
            if visits == 0 && by_prior {
                break;
            }
        }
        best.map(|(_, number)| number)
    }

    /// The mean result of the move of a child, wherever it was made.
    fn history_of(&self, position: &P, child: &Node) -> f32 {
        let Some(bits) = std::num::NonZeroU16::new(child.move_bits()) else { return 0.0 };
        let slot = history_slot(position, P::Move::from_bits(bits));
        let (sum, count) = self.thread.history[slot];
        sum / count.max(1) as f32
    }

    /// The children that a much visited node chooses from, a byte each with their number from 1; 0 for all.
    fn cached(&self, head: u32, visits: u32, children: &[Node]) -> u64 {
        let params = &self.common.params;
        let size = params.cached_children as usize;
        if size == 0 || size >= children.len() || (visits as i32) < params.cache_visits {
            return 0;
        }
        let head = self.pool.get(head);
        let (cached, since) = head.cached();
        if cached != 0 && visits < since.saturating_add(params.cache_period as u32) {
            return cached;
        }
        let mut best = [(f32::MIN, 0u8); 8];
        for (number, child) in
            children.iter().enumerate().take(255).filter(|(_, child)| child.visits() > 0)
        {
            let value = child.mean();
            if value > best[size - 1].0 {
                best[size - 1] = (value, number as u8 + 1);
                best[..size].sort_by(|a, b| b.0.total_cmp(&a.0));
            }
        }
        let bytes = best.map(|(_, number)| number);
        head.cache(u64::from_le_bytes(bytes), visits);
        // Now and then all are looked at, so that others can come in.
        0
    }
}

/// How many children a node chooses from: more with its visits.
fn width(params: &Params, visits: u32) -> usize {
    if params.widening == 0 {
        return usize::MAX;
    }
    let grown = (visits as f32).powf(Params::part(params.widening_power));
    params.widening as usize + grown as usize
}
