//! Quiescence: tactical moves past the nominal depth, until the position is quiet.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;
use game::{Evaluator, MAX_MOVES, MoveBits, MoveList, Position, ReplyWin, Score};

use crate::MAX_PLY;
use crate::mode::Mode;
use crate::stats::Stats;
use crate::tree::{Edge, Node, StaticResult, ending_score, keeps_turn, seen_above};
use crate::tt::Entry;
use crate::window::Window;
use crate::worker::Worker;

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// The value of a position at the nominal depth.
    #[inline(always)]
    pub(crate) fn horizon(&mut self, node: &Node<'_, P, E::State>, window: Window) -> Score {
        if self.mode.switches().quiescence {
            return self.quiescence(node, window, 0);
        }
        let ended = self.ended_without_moves(node.position, node.ply);
        ended.unwrap_or_else(|| self.evaluate(node.position, node.state))
    }

    /// In exact mode, the score of a position at the nominal depth that has no legal move.
    #[inline(always)]
    pub(crate) fn ended_without_moves(&self, position: &P, ply: usize) -> Option<Score> {
        let ended = self.mode.exact() && !position.has_legal_move();
        ended.then(|| ending_score(position.ending_without_moves(), position.side_to_move(), ply))
    }

    /// The value of a child at the horizon without quiescence.
    #[inline(never)]
    pub(crate) fn evaluated_leaf(
        &mut self,
        node: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
        mut window: Window,
    ) -> Score {
        let (position, ply) = (edge.child, node.ply + 1);
        if let Err(score) = self.arrive::<false>(position, ply, &mut window, 0, false) {
            return score;
        }
        let ended = (ply < MAX_PLY).then(|| self.ended_without_moves(position, ply)).flatten();
        ended.unwrap_or_else(|| self.evaluate_child(node, edge))
    }

    /// A child in quiescence, `depth` plies past the horizon.
    #[inline(always)]
    fn quiescence_child(
        &mut self,
        node: &Node<'_, P, E::State>,
        window: Window,
        depth: usize,
    ) -> Score {
        if self.poll() {
            return Score::ZERO;
        }
        if node.ply > self.seldepth {
            self.seldepth = node.ply;
        }
        if node.ply >= MAX_PLY {
            return self.evaluate(node.position, node.state);
        }
        self.quiescence(node, window, depth)
    }

    /// The value of the side to move without another move: the static evaluation, or within a turn what
    /// comes of ending it here, seen by the other side. Whether that lets the other side win is asked only where it
    /// would be better than `alpha`: nothing below that is taken.
    #[inline(always)]
    fn stand_pat(&mut self, position: &P, state: &E::State, ply: usize, alpha: Score) -> Score {
        let Some(after) = position.turn_ended() else { return self.evaluate(position, state) };
        let passed = self.evaluator.pass(state, position, &after);
        let ended_here = -self.evaluate(&after, &passed);
        let reply = if ended_here > alpha { ReplyWin::Unknown } else { ReplyWin::None };
        match self.static_result(&after, reply, 0, ply + 1) {
            // To end the turn here would lose, but it may go on otherwise: that proves nothing.
            StaticResult::Known(score) if score.is_win() => {
                let static_evaluation = self.evaluate(position, state);
                Score::points(static_evaluation.raw() - self.tunables.danger)
            }
            StaticResult::Known(score) => -score,
            StaticResult::Open { .. } => ended_here,
        }
    }

    /// Quiescence: the side to move takes the static evaluation, or plays a tactical move. In check it may have to play any.
    #[inline(always)]
    fn quiescence(&mut self, node: &Node<'_, P, E::State>, window: Window, depth: usize) -> Score {
        self.search_tactics(node.position, node.state, window, node.ply, depth, node.in_check)
    }

    fn search_tactics(
        &mut self,
        position: &P,
        state: &E::State,
        window: Window,
        ply: usize,
        depth: usize,
        in_check: bool,
    ) -> Score {
        let node = &Node { position, state, ply, in_check, may_pass: true, cut: false };
        let switches = self.mode.switches();
        let Window { mut alpha, beta } = window;
        // 0. The table: what was found there is at least as deep.
        let keeps = switches.quiescence_table && switches.table;
        let entry = if keeps { self.table.probe(self.table_key(position)) } else { None };
        if let Some(entry) = entry {
            let score = entry.score.from_table(ply as i32);
            if window.is_cut_by(entry.bound, score) {
                return score;
            }
        }
        // 1. In check nothing can be left as it is.
        let evades = switches.quiescence_evasions
            && in_check
            && (depth as i32) < self.tunables.quiescence_depth;
        let static_evaluation = if evades {
            Score::loss_in(ply as i32)
        } else {
            self.stand_pat(position, state, ply, alpha)
        };
        let mut best = static_evaluation;
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        if depth as i32 >= self.tunables.quiescence_depth {
            return best;
        }
        // 2. Delta pruning: no capture can bring so much.
        let delta = switches.delta_pruning && !evades && !alpha.is_decided();
        if delta && static_evaluation.raw() + self.tunables.delta_node <= alpha.raw() {
            return best;
        }
        // 3. The moves.
        let mut moves = MoveList::new();
        self.generate_tactics(position, evades, depth, &mut moves);
        if moves.is_empty() {
            return if evades {
                ending_score(position.ending_without_moves(), position.side_to_move(), ply)
            } else {
                best
            };
        }
        self.stats.quiescence_expanded(depth);
        let known = if keeps { entry.and_then(|entry| entry.mv) } else { None };
        let mut values = tactical_values(position, &moves, known);
        let mut best_move = None;
        for next in 0..moves.len() {
            bring_best_forward(next, &mut moves, &mut values);
            let (mv, value) = (moves[next], values[next]);
            let quiet_check = switches.quiescence_checks && depth == 0 && !position.is_tactical(mv);
            if !evades && !quiet_check {
                if value < self.tunables.quiescence_value {
                    break;
                }
                // 3a. Delta pruning: this capture does not bring enough.
                if delta
                    && static_evaluation.raw() + value + self.tunables.delta_move <= alpha.raw()
                {
                    continue;
                }
            }
            // 3b. The exchange loses.
            if !evades && switches.exchange_pruning && position.loses_exchange(mv) {
                continue;
            }
            let child = position.make(mv);
            if self.is_forbidden(position, &child) {
                continue;
            }
            let edge = Edge::new(position, mv, &child);
            if keeps && switches.prefetch {
                self.table.prefetch(self.table_key(&child));
            }
            let score = self.search_tactic(node, &edge, Window { alpha, beta }, depth);
            if self.stopped {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        // An entry of the search itself is worth more, and stays.
        if keeps && entry.is_none_or(|entry| entry.depth == 0) {
            let bound = window.bound_of(best);
            let mv = best_move.map(MoveBits::bits);
            let entry = Entry { mv, score: best.to_table(ply as i32), bound, depth: 0 };
            self.table.store(self.table_key(position), entry);
        }
        best
    }

    /// The moves that quiescence looks at: all in check, else the tactical ones, and checks at the nominal depth.
    #[inline(always)]
    fn generate_tactics(
        &self,
        position: &P,
        evades: bool,
        depth: usize,
        moves: &mut MoveList<P::Move>,
    ) {
        if evades {
            position.legal_moves(moves);
            return;
        }
        position.tactical_moves(moves);
        if self.mode.switches().quiescence_checks && depth == 0 {
            position.quiet_checks(moves);
        }
    }

    /// The score of one move in quiescence, seen by the side that plays it.
    #[inline(always)]
    fn search_tactic(
        &mut self,
        node: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
        window: Window,
        depth: usize,
    ) -> Score {
        self.nodes += 1;
        self.quiescence_nodes += 1;
        self.stats.quiescence_node(depth + 1);
        let in_check = match self.child_result(node, edge, ReplyWin::Unknown, 0) {
            StaticResult::Known(score) => return score,
            StaticResult::Open { in_check } => in_check,
        };
        let (position, child) = (node.position, edge.child);
        let state = self.evaluator.update(node.state, position, edge.mv, child);
        let window = window.below(edge.length);
        let next = Node {
            position: child,
            state: &state,
            ply: node.ply + 1,
            in_check,
            may_pass: true,
            cut: false,
        };
        let score = if keeps_turn(position, child) {
            self.quiescence_child(&next, window, depth + 1)
        } else {
            -self.quiescence_child(&next, window.turned(), depth + 1)
        };
        seen_above(score, edge.length)
    }
}

/// The values by which tactical moves are ordered, that of the table first.
#[inline(always)]
fn tactical_values<P: Position>(
    position: &P,
    moves: &MoveList<P::Move>,
    known: Option<NonZeroU16>,
) -> ArrayVec<i32, MAX_MOVES> {
    // Pushed one by one: what `collect` returns is copied, all of its room included.
    let mut values = ArrayVec::<i32, MAX_MOVES>::new();
    for &mv in moves {
        values.push(position.tactical_value(mv));
    }
    if let Some(known) = known
        && let Some(at) = moves.iter().position(|mv| mv.bits() == known)
    {
        values[at] = values[at].max(0) + 10_000;
    }
    values
}

/// Swaps the most valuable of the moves from `next` on to that place.
#[inline(always)]
fn bring_best_forward<T>(next: usize, moves: &mut MoveList<T>, values: &mut [i32]) {
    let mut at = next;
    for later in next + 1..moves.len() {
        if values[later] > values[at] {
            at = later;
        }
    }
    moves.swap(next, at);
    values.swap(next, at);
}
