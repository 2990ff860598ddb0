//! Extensions: a function for each technique, inlined into the node function. They return the plies by which a node or
//! a move is searched deeper.

use game::{Evaluator, Position, Score};

use crate::mode::Mode;
use crate::ordering::Picked;
use crate::tree::{Hit, Node};
use crate::tt::Bound;
use crate::window::Window;
use crate::worker::Worker;

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// True down to twice the nominal depth: beyond, nothing is extended.
    #[inline(always)]
    fn may_extend(&self, node: &Node<'_, P, E::State>) -> bool {
        (node.ply as i32) < 2 * self.root_depth
    }

    /// The depth with the extension of checks: one is not left standing at the horizon, and where `extend_all_checks`
    /// is on its few answers cost no depth anywhere.
    #[inline(always)]
    pub(crate) fn extended_by_check(&self, node: &Node<'_, P, E::State>, depth: i32) -> i32 {
        let switches = self.mode.switches();
        let may = |switch: bool| switch && node.in_check && self.may_extend(node);
        if depth <= 0 {
            if may(switches.check_extension) { 1 } else { depth }
        } else {
            depth + i32::from(may(switches.extend_all_checks))
        }
    }

    /// One-reply extension: a forced move is no choice, and costs no depth.
    #[inline(always)]
    pub(crate) fn one_reply_extension(&self, node: &Node<'_, P, E::State>) -> i32 {
        let applies = self.mode.switches().one_reply_extension
            && self.may_extend(node)
            && node.position.is_forced();
        i32::from(applies)
    }

    /// Few-pieces extension: a capture that leaves few pieces is searched deeper, where the end of the game is near.
    #[inline(always)]
    pub(crate) fn few_pieces_extension(
        &self,
        node: &Node<'_, P, E::State>,
        picked: Picked<P::Move>,
        child: &P,
    ) -> i32 {
        let applies = self.mode.switches().few_pieces_extension
            && !picked.quiet
            && self.may_extend(node)
            && child.count_pieces() as i32 <= self.tunables.few_pieces
            && child.count_pieces() < node.position.count_pieces();
        i32::from(applies)
    }

    /// Threat extension: true where the side that passed is lost by this score.
    #[inline(always)]
    pub(crate) fn extends_threat(&self, node: &Node<'_, P, E::State>, after_pass: Score) -> bool {
        self.mode.switches().threat_extension && after_pass.is_loss() && self.may_extend(node)
    }

    /// The move that a search of this ply leaves out, to see what the others are worth.
    #[inline(always)]
    pub(crate) fn excluded(&self, ply: usize) -> Option<P::Move> {
        if self.mode.switches().singular_extensions {
            self.thread.stack[ply].excluded
        } else {
            None
        }
    }

    /// Singular extensions (Anantharaman, Campbell and Hsu, Singular extensions, 1988; in the form of Stockfish, by the
    /// table's entry): where a search of half the depth finds every other move worse than the table's by a margin,
    /// that is searched deeper, by two plies if the margin is a large one. Where the others are as good as beta,
    /// several moves cut the node off: the error is its score (multi-cut; Bjornsson and Marsland, 1999). Else,
    /// where the table's move seems to cut by itself, or the node is one expected to be cut, it is searched less deep.
    #[inline(always)]
    pub(crate) fn singular_extension<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        hit: Option<Hit<P::Move>>,
        window: Window,
        depth: i32,
    ) -> Result<i32, Score> {
        let (switches, tunables) = (self.mode.switches(), &self.tunables);
        if !switches.singular_extensions || depth < tunables.singular_depth {
            return Ok(0);
        }
        let Some(hit) = hit else { return Ok(0) };
        let Some(mv) = hit.mv else { return Ok(0) };
        let applies = self.excluded(node.ply).is_none()
            && hit.bound != Bound::Upper
            && hit.depth >= depth - tunables.singular_entry
            && !hit.score.is_decided()
            && self.may_extend(node);
        if !applies {
            return Ok(0);
        }
        self.is_singular::<PV>(node, hit, mv, window, depth)
    }

    /// Counts, for the child, the extensions of two plies in its line.
    #[inline(always)]
    pub(crate) fn note_double_extension(&mut self, ply: usize, extension: i32) {
        if self.mode.switches().double_extensions {
            let before = self.thread.stack[ply].doubles;
            self.thread.stack[ply + 1].doubles = before + i32::from(extension > 1);
        }
    }

    #[inline(never)]
    fn is_singular<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        hit: Hit<P::Move>,
        mv: P::Move,
        window: Window,
        depth: i32,
    ) -> Result<i32, Score> {
        let switches = self.mode.switches();
        let ply = node.ply;
        let margin = self.tunables.singular_margin * depth;
        let beta = Score::points(hit.score.raw() - margin);
        self.thread.stack[ply].excluded = Some(mv);
        let others = Node { may_pass: false, ..*node };
        let score = self.node::<false>(&others, Window::above(beta.previous()), (depth - 1) / 2);
        self.thread.stack[ply].excluded = None;
        if self.stopped {
            return Err(Score::ZERO);
        }
        if score < beta {
            let far = !PV
                && switches.double_extensions
                && score.raw() < beta.raw() - self.tunables.double_margin
                && self.thread.stack[ply].doubles < self.tunables.double_most;
            return Ok(1 + i32::from(far));
        }
        if switches.multi_cut && beta >= window.beta {
            return Err(beta);
        }
        if switches.negative_extensions && (hit.score >= window.beta || node.cut) {
            return Ok(if PV { -1 } else { -2 });
        }
        Ok(0)
    }
}
