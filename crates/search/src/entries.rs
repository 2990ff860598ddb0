//! Uses of table entries beside the node's own cutoff: those of its children, and a window to begin
//! with.

use game::{Evaluator, MoveList, Position, Score};

use crate::mode::Mode;
use crate::stats::Stats;
use crate::tree::{Edge, Hit, Node, keeps_turn, seen_above};
use crate::tt::Bound;
use crate::window::Window;
use crate::worker::Worker;

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// Looks up the children of a node in the table, before any is searched: the move whose child has the best score that
    /// the node can count on, at whatever depth; or as the error a score that cuts a node outside the principal variation
    /// (Plaat, Schaeffer, Pijls and de Bruin, Exploiting graph properties of game trees, 1996: enhanced transposition
    /// cutoffs).
    // Outside the node function, whose registers are scarce.
    #[inline(never)]
    pub(crate) fn look_up_children<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        beta: Score,
        depth: i32,
    ) -> Result<Option<P::Move>, Score> {
        let Node { position, ply, .. } = *node;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut best: Option<(Score, P::Move)> = None;
        for mv in moves {
            let child = position.make(mv);
            let edge = Edge::new(position, mv, &child);
            let rest = depth - edge.spent;
            let by_history =
                self.is_forbidden(position, &child) || self.would_repeat(position, mv, &child);
            let entry = if by_history { None } else { self.table.probe(self.table_key(&child)) };
            let Some(entry) = entry else { continue };
            let keeps = keeps_turn(position, &child);
            let least = if keeps { Bound::Lower } else { Bound::Upper };
            if entry.bound != least && entry.bound != Bound::Exact {
                continue;
            }
            let score = entry.score.from_table(ply as i32 + 1);
            let score = seen_above(if keeps { score } else { -score }, edge.length);
            let exact = self.mode.exact();
            let deep = if exact { entry.depth == rest } else { entry.depth >= rest };
            if !PV && score >= beta && (deep || (score.is_proven() && !exact)) {
                self.stats.child_cutoff(ply);
                return Err(score);
            }
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, mv));
            }
        }
        Ok(best.map(|(_, mv)| mv))
    }

    /// A window around the score that the table has of a node of the principal variation from a search less deep; None
    /// where it has none, or the window is no narrower.
    pub(crate) fn table_window(&self, hit: Option<Hit<P::Move>>, window: Window) -> Option<Window> {
        let hit = hit.filter(|hit| hit.bound == Bound::Exact && !hit.score.is_proven())?;
        let half = self.tunables.table_window_half;
        let around = |points: i32| Score::from_raw(hit.score.raw() + points);
        let narrow =
            Window { alpha: window.alpha.max(around(-half)), beta: window.beta.min(around(half)) };
        let narrower = narrow.alpha > window.alpha || narrow.beta < window.beta;
        (narrower && narrow.alpha < narrow.beta).then_some(narrow)
    }
}
