//! Pruning, reductions and extensions: a function for each technique, inlined into the node function.
//!
//! Those that decide a node return its score; those that change its depth, the plies.

use game::{Evaluator, Position, Score};

use crate::history::ContinuationRows;
use crate::mode::Mode;
use crate::node::{Node, StaticResult};
use crate::ordering::Picked;
use crate::window::Window;
use crate::worker::{NOT_EVALUATED, Worker};

/// The prospects of a node by its static evaluation.
#[derive(Clone, Copy)]
pub(crate) struct Estimate {
    /// The static evaluation; 0 where no technique asks for it.
    score: Score,
    /// True if it is better than two plies before.
    improving: bool,
    /// True if the node may be pruned: not in principal variations, in check, or where proven scores are in question.
    prunes: bool,
}

/// Futility pruning at a node: the static evaluation and the margin, where it applies.
#[derive(Clone, Copy)]
pub(crate) struct Futility {
    applies: bool,
    value: i32,
}

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// Evaluates a node as far as the techniques that are on need it.
    #[inline(always)]
    pub(crate) fn estimate<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        window: Window,
    ) -> Estimate {
        let switches = self.mode.switches();
        let Node { position, ply, in_check, .. } = *node;
        let prunes = !PV && !in_check && !window.beta.is_decided() && !window.alpha.is_decided();
        let asked = switches.null_move
            || switches.reverse_futility
            || switches.futility
            || switches.razoring;
        let wanted = prunes || (switches.improving && !in_check);
        let score = if wanted && asked { self.evaluate(position, node.state) } else { Score::ZERO };
        let mut improving = true;
        if switches.improving {
            self.thread.stack[ply].evaluation = if in_check { NOT_EVALUATED } else { score };
            let before = ply.checked_sub(2).map(|ply| self.thread.stack[ply].evaluation);
            improving = !in_check && before.is_none_or(|before| score > before);
        }
        Estimate { score, improving, prunes }
    }

    /// The depth with the extension of checks: one is not left standing at the horizon, and where `extend_all_checks`
    /// is on its few answers cost no depth anywhere.
    #[inline(always)]
    pub(crate) fn extended_by_check(&self, node: &Node<'_, P, E::State>, depth: i32) -> i32 {
        let switches = self.mode.switches();
        let may = |switch: bool| switch && (node.ply as i32) < 2 * self.root_depth && node.in_check;
        if depth <= 0 {
            if may(switches.check_extension) { 1 } else { depth }
        } else {
            depth + i32::from(may(switches.extend_all_checks))
        }
    }

    /// Reverse futility pruning: so far above the window that a shallow search will stay there.
    #[inline(always)]
    pub(crate) fn reverse_futility(
        &self,
        estimate: &Estimate,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let switches = self.mode.switches();
        let applies = switches.reverse_futility
            && estimate.prunes
            && depth <= self.tunables.reverse_futility_depth;
        if !applies {
            return None;
        }
        let plies = depth - i32::from(switches.improving && estimate.improving);
        let margin = plies * self.tunables.reverse_futility_margin;
        (estimate.score.raw() - margin >= window.beta.raw()).then_some(estimate.score)
    }

    /// Razoring: so far below the window that only captures could help, which quiescence looks for.
    #[inline(always)]
    pub(crate) fn razoring(
        &mut self,
        node: &Node<'_, P, E::State>,
        estimate: &Estimate,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let applies = self.mode.switches().razoring
            && estimate.prunes
            && depth <= self.tunables.razoring_depth;
        if !applies {
            return None;
        }
        let margin = self.tunables.futility_base + depth * self.tunables.razoring_margin;
        if estimate.score.raw() + margin > window.alpha.raw() {
            return None;
        }
        let score = self.horizon(node, Window::above(window.alpha));
        (score <= window.alpha || self.stopped).then_some(score)
    }

    /// Null-move pruning: even passing keeps the score above the window.
    #[inline(always)]
    pub(crate) fn null_move(
        &mut self,
        node: &Node<'_, P, E::State>,
        estimate: &Estimate,
        Window { beta, .. }: Window,
        depth: i32,
    ) -> Option<Score> {
        let switches = self.mode.switches();
        let applies = switches.null_move
            && estimate.prunes
            && node.may_pass
            && depth >= self.tunables.null_move_depth
            && estimate.score >= beta;
        if !applies {
            return None;
        }
        let passed = node.position.null_move()?;
        let ply = node.ply;
        self.enter_pass(ply);
        let growth = depth * self.tunables.null_move_growth / 100;
        let rest = depth - 1 - self.tunables.null_move_reduction - growth;
        let turned = Window { alpha: -beta, beta: -beta.previous() };
        let score = -match self.static_result(&passed, rest, ply + 1) {
            StaticResult::Known(score) => score,
            StaticResult::Open { in_check } => {
                let (position, state) = (&passed, node.state);
                let child = Node { position, state, ply: ply + 1, in_check, may_pass: false };
                self.node::<false>(&child, turned, rest)
            }
        };
        if self.stopped {
            return Some(Score::ZERO);
        }
        // Where passing would be the best there is, the score after it says nothing.
        let verified = score >= beta
            && (!switches.null_move_verification
                || depth < self.tunables.null_verification_depth
                || self.holds_without_passing(node, beta, rest));
        if self.stopped {
            return Some(Score::ZERO);
        }
        // A win found by passing is not proven: passing was not allowed.
        verified.then_some(if score.is_proven() { beta } else { score })
    }

    /// True if the score stays at or above `beta` at this depth without a pass here.
    #[inline(always)]
    fn holds_without_passing(
        &mut self,
        node: &Node<'_, P, E::State>,
        beta: Score,
        depth: i32,
    ) -> bool {
        let window = Window { alpha: beta.previous(), beta };
        let node = Node { in_check: false, may_pass: false, ..*node };
        self.node::<false>(&node, window, depth) >= beta
    }

    /// Internal iterative reduction: a node that no search has visited is worth less effort until one has.
    #[inline(always)]
    pub(crate) fn internal_reduction(&self, is_new: bool, depth: i32) -> i32 {
        let switches = self.mode.switches();
        let applies = switches.internal_reductions
            && switches.table
            && switches.table_move
            && is_new
            && depth >= self.tunables.internal_reduction_depth;
        i32::from(applies)
    }

    /// One-reply extension: a forced move is no choice, and costs no depth.
    #[inline(always)]
    pub(crate) fn one_reply_extension(&self, node: &Node<'_, P, E::State>) -> i32 {
        let applies = self.mode.switches().one_reply_extension
            && (node.ply as i32) < 2 * self.root_depth
            && node.position.is_forced();
        i32::from(applies)
    }

    /// Futility pruning: the quiet moves of a shallow node, after the first, must bring it up to the window.
    #[inline(always)]
    pub(crate) fn futility(&self, estimate: &Estimate, number: usize, depth: i32) -> Futility {
        let applies = self.mode.switches().futility
            && estimate.prunes
            && number > 0
            && depth <= self.tunables.futility_depth;
        let margin = self.tunables.futility_base + depth * self.tunables.futility_margin;
        Futility { applies, value: estimate.score.raw() + margin }
    }

    /// True if no quiet move of the node can bring it up to `alpha`; `best` is then at least what one could bring.
    #[inline(always)]
    pub(crate) fn skips_quiet(&self, futility: Futility, alpha: Score, best: &mut Score) -> bool {
        futility.is_below(P::MOST_QUIET_GAIN, alpha, best)
    }

    /// True if this quiet move cannot, with what it brings at once.
    #[inline(always)]
    pub(crate) fn is_futile(
        &self,
        futility: Futility,
        position: &P,
        mv: P::Move,
        alpha: Score,
        best: &mut Score,
    ) -> bool {
        P::MOST_QUIET_GAIN > 0 && futility.is_below(position.quiet_gain(mv), alpha, best)
    }

    /// Late-move pruning: so many moves of a shallow node did not help that its other quiet ones will not.
    #[inline(always)]
    pub(crate) fn late_move_pruning(
        &self,
        estimate: &Estimate,
        number: usize,
        depth: i32,
        best: Score,
    ) -> bool {
        let switches = self.mode.switches();
        let most = (self.tunables.late_move_count + depth * depth)
            >> i32::from(switches.improving && !estimate.improving);
        switches.late_move_pruning
            && estimate.prunes
            && depth <= self.tunables.late_move_depth
            && number as i32 >= most
            && !best.is_loss()
    }

    /// True if captures that lose material are pruned, once all that are left are such.
    #[inline(always)]
    pub(crate) fn losing_pruning(
        &self,
        estimate: &Estimate,
        number: usize,
        depth: i32,
        best: Score,
    ) -> bool {
        self.mode.switches().losing_pruning
            && estimate.prunes
            && number > 0
            && depth <= self.tunables.losing_depth
            && !best.is_loss()
    }

    /// Late-move reductions: the plies by which the move with this number is searched less deep at first.
    #[inline(always)]
    pub(crate) fn late_move_reduction<const PV: bool>(
        &self,
        node: &Node<'_, P, E::State>,
        estimate: &Estimate,
        Picked { mv, quiet }: Picked<P::Move>,
        number: usize,
        depth: i32,
        rows: &ContinuationRows,
    ) -> i32 {
        let (switches, tunables) = (self.mode.switches(), &self.tunables);
        if !switches.late_move_reductions
            || depth < tunables.lmr_depth
            || number < tunables.lmr_moves as usize
            || !(quiet || switches.reduce_tactical)
            || node.in_check
        {
            return 0;
        }
        let mut hundredths = self.reductions.get(depth, number);
        if switches.history && quiet {
            let score = self.thread.history.score(node.position, mv, rows);
            hundredths -= 100 * score / tunables.lmr_history;
        }
        if switches.improving && !estimate.improving {
            hundredths += tunables.improving_reduction;
        }
        if PV {
            hundredths -= 100;
        }
        (hundredths / 100).clamp(0, depth - 2)
    }
}

impl Futility {
    /// True if a quiet move that brings `gain` at once does not reach `alpha`; `best` is then raised to its value.
    #[inline(always)]
    fn is_below(self, gain: i32, alpha: Score, best: &mut Score) -> bool {
        let value = self.value + gain;
        let below = self.applies && value <= alpha.raw();
        if below {
            *best = (*best).max(Score::points(value));
        }
        below
    }
}
