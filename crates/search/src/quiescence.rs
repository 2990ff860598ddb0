//! Quiescence: tactical moves past the nominal depth, until the position is quiet.

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
        let position = node.position;
        if self.mode.exact() && !position.has_legal_move() {
            return ending_score(
                position.ending_without_moves(),
                position.side_to_move(),
                node.ply,
            );
        }
        self.evaluate(position, node.state)
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
        let ended_here = -self.evaluate(&after, state);
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
        if evades {
            position.legal_moves(&mut moves);
        } else {
            position.tactical_moves(&mut moves);
            if switches.quiescence_checks && depth == 0 {
                position.quiet_checks(&mut moves);
            }
        }
        if moves.is_empty() {
            return if evades {
                ending_score(position.ending_without_moves(), position.side_to_move(), ply)
            } else {
                best
            };
        }
        self.stats.quiescence_expanded(depth);
        // Pushed one by one: what `collect` returns is copied, all of its room included.
        let mut values = ArrayVec::<i32, MAX_MOVES>::new();
        for &mv in &moves {
            values.push(position.tactical_value(mv));
        }
        let table_move = entry.and_then(|entry| entry.mv);
        if keeps && let Some(known) = table_move {
            if let Some(at) = moves.iter().position(|mv| mv.bits() == known) {
                values[at] = values[at].max(0) + 10_000;
            }
        }
        let mut best_move = None;
        for next in 0..moves.len() {
            // The most valuable of those left.
            let mut at = next;
            for later in next + 1..moves.len() {
                if values[later] > values[at] {
                    at = later;
                }
            }
            moves.swap(next, at);
            values.swap(next, at);
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
            self.nodes += 1;
            self.quiescence_nodes += 1;
            self.stats.quiescence_node(depth + 1);
            let score = match self.child_result(node, &edge, ReplyWin::Unknown, 0) {
                StaticResult::Known(score) => score,
                StaticResult::Open { in_check } => {
                    let state = self.evaluator.update(state, position, mv, &child);
                    let window = Window { alpha, beta }.below(edge.length);
                    let next = Node {
                        position: &child,
                        state: &state,
                        ply: ply + 1,
                        in_check,
                        may_pass: true,
                        cut: false,
                    };
                    let score = if keeps_turn(position, &child) {
                        self.quiescence_child(&next, window, depth + 1)
                    } else {
                        -self.quiescence_child(&next, window.turned(), depth + 1)
                    };
                    seen_above(score, edge.length)
                }
            };
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
}
