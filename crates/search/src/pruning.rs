//! Pruning and reductions: a function for each technique, inlined into the node function.
//!
//! Those that decide a node return its score; those that change its depth, the plies.

use game::{Evaluator, MoveBits, MoveList, Position, ReplyWin, Score};

use crate::history::Context;
use crate::mode::Mode;
use crate::ordering::Picked;
use crate::tree::{Edge, Hit, Late, Node, StaticResult};
use crate::tt::Bound;
use crate::window::Window;
use crate::worker::{NOT_EVALUATED, Worker};

/// The prospects of a node by its static evaluation.
#[derive(Clone, Copy)]
pub(crate) struct Estimate {
    /// The static evaluation; 0 where no technique asks for it.
    pub(crate) evaluation: Score,
    /// The same, or the table's score where that says more.
    score: Score,
    /// True if it is better than two plies before.
    improving: bool,
    /// True if the node may be pruned: not in principal variations, in check, or where proven scores are in question.
    prunes: bool,
}

impl Estimate {
    /// True if moves may be left out after so many others, of which the best has this score: not while all of them lose.
    #[inline(always)]
    pub(crate) fn prunes_after(&self, number: usize, best: Score) -> bool {
        self.prunes && number > 0 && !best.is_loss()
    }
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
        hit: Option<Hit<P::Move>>,
        window: Window,
    ) -> Estimate {
        let switches = self.mode.switches();
        let Node { position, ply, in_check, .. } = *node;
        let prunes = !PV && !in_check && !window.beta.is_decided() && !window.alpha.is_decided();
        let asked = switches.null_move
            || switches.reverse_futility
            || switches.futility
            || switches.razoring
            || switches.probcut;
        let wanted = prunes || ((switches.improving || switches.correction) && !in_check);
        let evaluation =
            if wanted && asked { self.evaluate(position, node.state) } else { Score::ZERO };
        let mut improving = true;
        if switches.improving {
            self.thread.stack[ply].evaluation = if in_check { NOT_EVALUATED } else { evaluation };
            let before = ply.checked_sub(2).map(|ply| self.thread.stack[ply].evaluation);
            improving = !in_check && before.is_none_or(|before| evaluation > before);
        }
        let mut score = evaluation;
        if switches.table_score
            && let Some(hit) = hit.filter(|hit| !hit.score.is_decided())
        {
            let says_more = match hit.bound {
                Bound::Lower => hit.score > evaluation,
                Bound::Upper => hit.score < evaluation,
                Bound::Exact => true,
            };
            if says_more {
                score = hit.score;
            }
        }
        Estimate { evaluation, score, improving, prunes }
    }

    /// Learns from the score of a node how wrong its static evaluation is. Nothing is learned where a capture was best,
    /// in check, of proven scores, or where the score is a bound on the side of the static evaluation that says nothing.
    #[inline(always)]
    pub(crate) fn learn_correction(
        &mut self,
        node: &Node<'_, P, E::State>,
        estimate: &Estimate,
        best_move: Option<P::Move>,
        (bound, score): (Bound, Score),
        depth: i32,
    ) {
        let learns = P::CORRECTIONS > 0 && self.mode.switches().correction && !node.in_check;
        if !learns
            || score.is_decided()
            || best_move.is_some_and(|mv| node.position.is_tactical(mv))
        {
            return;
        }
        let difference = score.raw() - estimate.evaluation.raw();
        let says_nothing = match bound {
            Bound::Lower => difference <= 0,
            Bound::Upper => difference >= 0,
            Bound::Exact => false,
        };
        if !says_nothing {
            self.thread.corrections.learn(node.position, difference, depth);
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

    /// Null-move pruning: even passing keeps the score above the window, and the error is the score that decides the
    /// node. Else true where the node is extended because passing would lose.
    #[inline(always)]
    pub(crate) fn null_move(
        &mut self,
        node: &Node<'_, P, E::State>,
        estimate: &Estimate,
        Window { beta, .. }: Window,
        depth: i32,
    ) -> Result<bool, Score> {
        let switches = self.mode.switches();
        let applies = switches.null_move
            && estimate.prunes
            && node.may_pass
            && depth >= self.tunables.null_move_depth
            && estimate.score >= beta;
        if !applies {
            return Ok(false);
        }
        let Some(passed) = node.position.null_move() else { return Ok(false) };
        let ply = node.ply;
        self.enter_pass(ply);
        let mut reduction =
            self.tunables.null_move_reduction + depth * self.tunables.null_move_growth / 100;
        if self.tunables.null_move_margin > 0 {
            let above = estimate.score.raw() - beta.raw();
            reduction += (above / self.tunables.null_move_margin).min(3);
        }
        let rest = depth - 1 - reduction;
        let turned = Window { alpha: -beta, beta: -beta.previous() };
        let score = -match self.static_result(&passed, ReplyWin::Unknown, rest, ply + 1) {
            StaticResult::Known(score) => score,
            StaticResult::Open { in_check } => {
                let state = &self.evaluator.pass(node.state, node.position, &passed);
                let position = &passed;
                let (ply, may_pass) = (ply + 1, false);
                let child = Node { position, state, ply, in_check, may_pass, cut: false };
                self.node::<false>(&child, turned, rest)
            }
        };
        if self.stopped {
            return Err(Score::ZERO);
        }
        // Where passing would be the best there is, the score after it says nothing.
        let verified = score >= beta
            && (!switches.null_move_verification
                || depth < self.tunables.null_verification_depth
                || self.holds_without_passing(node, beta, rest));
        if self.stopped {
            return Err(Score::ZERO);
        }
        if verified {
            // A win found by passing is not proven: passing was not allowed.
            return Err(if score.is_proven() { beta } else { score });
        }
        Ok(self.extends_threat(node, score))
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

    /// Probcut: a capture that keeps a shallower search that far above the window will keep the full one above it
    /// (Buro, ProbCut: an effective selective extension of the alpha-beta algorithm, 1995, in its later form).
    #[inline(always)]
    pub(crate) fn probcut(
        &mut self,
        node: &Node<'_, P, E::State>,
        estimate: &Estimate,
        hit: Option<Hit<P::Move>>,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let applies = self.mode.switches().probcut
            && estimate.prunes
            && node.may_pass
            && depth >= self.tunables.probcut_depth;
        if !applies {
            return None;
        }
        self.try_captures(node, estimate, hit, window, depth)
    }

    #[inline(never)]
    fn try_captures(
        &mut self,
        node: &Node<'_, P, E::State>,
        estimate: &Estimate,
        hit: Option<Hit<P::Move>>,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let Node { position, ply, .. } = *node;
        let beta = Score::points(window.beta.raw() + self.tunables.probcut_margin);
        let rest = depth - self.tunables.probcut_reduction;
        // The table knows that nothing is there.
        if hit.is_some_and(|hit| hit.depth >= rest && hit.score < beta) {
            return None;
        }
        let mut moves = MoveList::new();
        position.tactical_moves(&mut moves);
        moves.sort_by_key(|&mv| std::cmp::Reverse(position.tactical_value(mv)));
        for mv in moves {
            let wanted = beta.raw() - estimate.evaluation.raw();
            if wanted > 0 && position.loses_exchange(mv) {
                continue;
            }
            let child = position.make(mv);
            if self.is_forbidden(position, &child) {
                continue;
            }
            let edge = Edge::new(position, mv, &child);
            self.count_node(&child, depth - edge.spent, ply);
            let asked = Window::above(beta.previous());
            let mut score = Score::ZERO;
            // Quiescence first: what does not hold there is not worth a search.
            for depth in [edge.spent, rest.max(edge.spent)] {
                let known = self.child_result(node, &edge, ReplyWin::Unknown, depth - edge.spent);
                score = match known {
                    StaticResult::Known(score) => score,
                    StaticResult::Open { in_check } => {
                        let late = Late { scout: false, reduction: 0, defers: false };
                        self.search_move::<false>(node, &edge, in_check, asked, depth, late)
                    }
                };
                if self.stopped {
                    return Some(Score::ZERO);
                }
                if score < beta {
                    break;
                }
            }
            if score >= beta && !Self::is_unplayable(score) {
                return Some(if score.is_proven() { score } else { window.beta });
            }
        }
        None
    }

    /// True if a node without a table move is searched less deep first.
    #[inline(always)]
    pub(crate) fn deepens_internally(&self, hit: Option<Hit<P::Move>>, depth: i32) -> bool {
        let switches = self.mode.switches();
        switches.internal_deepening
            && switches.table
            && switches.table_move
            && hit.is_none_or(|hit| hit.mv.is_none())
            && depth >= self.tunables.internal_deepening_depth
    }

    /// Internal iterative deepening: searches the node less deep, for the table to have a move of it (Scott, A
    /// chess-playing program, 1969).
    #[inline(never)]
    pub(crate) fn internal_deepening<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        window: Window,
        depth: i32,
    ) -> Option<Hit<P::Move>> {
        let rest = depth - self.tunables.internal_deepening_reduction;
        let node = Node { may_pass: false, ..*node };
        self.node::<PV>(&node, window, rest);
        if PV {
            self.thread.lines[node.ply].clear();
        }
        let entry = self.table.probe(self.table_key(node.position))?;
        let mv = entry.mv.map(MoveBits::from_bits).filter(|&mv| node.position.is_legal(mv));
        let score = entry.score.from_table(node.ply as i32);
        Some(Hit { mv, score, bound: entry.bound, depth: entry.depth })
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
        let most = (self.tunables.late_move_count
            + ((self.tunables.late_move_growth * depth * depth) >> 4))
            >> i32::from(switches.improving && !estimate.improving);
        switches.late_move_pruning
            && estimate.prunes
            && depth <= self.tunables.late_move_depth
            && number as i32 >= most
            && !best.is_loss()
    }

    /// True if captures that lose material are left out at this depth, once all that are left are such.
    #[inline(always)]
    pub(crate) fn losing_pruning(&self, depth: i32) -> bool {
        self.mode.switches().losing_pruning && depth <= self.tunables.losing_depth
    }

    /// True if a quiet move is left out at this depth, with so many searched before it: for its history, for what it loses by
    /// exchanges, or for the little that it gains by the game's own count.
    #[inline(always)]
    pub(crate) fn quiet_pruning(
        &self,
        position: &P,
        mv: P::Move,
        number: usize,
        depth: i32,
        context: &Context,
    ) -> bool {
        let (switches, tunables) = (self.mode.switches(), &self.tunables);
        switches.history_pruning
            && depth <= tunables.history_pruning_depth
            && self.did_badly(position, mv, depth, context)
            || switches.quiet_exchange_pruning
                && depth <= tunables.quiet_exchange_depth
                && position.loses_exchange(mv)
            || switches.gain_pruning
                && P::MOST_QUIET_GAIN > 0
                && number >= tunables.gain_pruning_moves as usize
                && depth <= tunables.gain_pruning_depth
                && position.quiet_gain(mv) < tunables.gain_pruning_least
    }

    /// True if a quiet move did so badly that it is left out at this depth.
    #[inline(always)]
    fn did_badly(&self, position: &P, mv: P::Move, depth: i32, context: &Context) -> bool {
        let score = self.thread.history.score(position, mv, context, self.apart());
        score < -self.tunables.history_pruning_margin * depth
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
        context: &Context,
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
            let history = &self.thread.history;
            let score = history.score(node.position, mv, context, self.apart());
            hundredths -= 100 * score / tunables.lmr_history;
        }
        if E::ORDERS && switches.reduce_by_order && quiet {
            hundredths -= 100 * self.evaluator.orders(node.position)(mv) / tunables.lmr_order;
        }
        if switches.improving && !estimate.improving {
            hundredths += tunables.improving_reduction;
        }
        if switches.reduce_cut_nodes && node.cut {
            hundredths += tunables.cut_node_reduction;
        }
        if PV {
            hundredths -= 100;
        }
        (hundredths / 100).clamp(0, depth - 2)
    }

    /// The reduction of a capture that loses material by exchanges: that of a late move, whatever history says.
    #[inline(always)]
    pub(crate) fn losing_reduction<const PV: bool>(
        &self,
        node: &Node<'_, P, E::State>,
        number: usize,
        depth: i32,
    ) -> i32 {
        let tunables = &self.tunables;
        let late = depth >= tunables.lmr_depth && number >= tunables.lmr_moves as usize;
        if !late || node.in_check {
            return 0;
        }
        let hundredths = self.reductions.get(depth, number) - if PV { 100 } else { 0 };
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
