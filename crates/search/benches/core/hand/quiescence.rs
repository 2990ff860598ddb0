//! Quiescence (the end of `node.rs` of the core).

use arrayvec::ArrayVec;
use game::{MoveList, Position as _, Score};
use onitama::{EvalState, Position};
use search::MAX_PLY;

use super::picker::MAX_MOVES;
use super::worker::{Look, Window, Worker, look};

impl Worker<'_> {
    /// A child in quiescence.
    #[inline(always)]
    fn quiesce(
        &mut self,
        position: &Position,
        state: &EvalState,
        window: Window,
        ply: usize,
    ) -> Score {
        if self.poll() {
            return Score::ZERO;
        }
        if ply > self.seldepth {
            self.seldepth = ply;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, state);
        }
        self.stand_or_take(position, state, window, ply)
    }

    /// The side to move takes the static score, or plays a tactical move.
    pub(super) fn stand_or_take(
        &mut self,
        position: &Position,
        state: &EvalState,
        window: Window,
        ply: usize,
    ) -> Score {
        let Window { mut alpha, beta } = window;
        let mut best = self.evaluate(position, state);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = MoveList::new();
        position.tactical_moves(&mut moves);
        if moves.is_empty() {
            return best;
        }
        let mut values = ArrayVec::<i32, MAX_MOVES>::new();
        for &mv in &moves {
            values.push(position.tactical_value(mv));
        }
        for next in 0..moves.len() {
            // The best victim of those left.
            let mut at = next;
            for later in next + 1..moves.len() {
                if values[later] > values[at] {
                    at = later;
                }
            }
            moves.swap(next, at);
            values.swap(next, at);
            let mv = moves[next];
            let child = position.make(mv);
            self.nodes += 1;
            self.quiescence_nodes += 1;
            let score = match look(&child, ply + 1) {
                Look::Known(score) => -score,
                Look::Open { .. } => {
                    let state = self.update(state, position, mv, &child);
                    -self.quiesce(&child, &state, Window { alpha: -beta, beta: -alpha }, ply + 1)
                }
            };
            if self.stopped {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}
