//! The root's moves and the windows of an iteration (`root.rs` and `driver.rs` of the core).

use game::{MoveBits, MoveList, Position as _, Score};
use onitama::{EvalState, Move, Position};
use search::tt::{Bound, Entry};

use super::numbers::{ASPIRATION_DEPTH, ASPIRATION_WINDOW, LMR_DEPTH, LMR_MOVES};
use super::worker::{Look, Window, Worker};

/// A move at the root, and what the search knows of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    pub(crate) score: Score,
    pub(super) exact: bool,
    pub(super) depth: i32,
    pub(super) line: Vec<Move>,
    pub(super) nodes: u64,
}

/// The legal moves of the root.
pub(super) fn root_moves(root: &Position) -> Vec<RootMove> {
    let mut moves = MoveList::new();
    root.legal_moves(&mut moves);
    let score = Score::from_raw(i32::MIN);
    let new = |mv| RootMove { mv, score, exact: false, depth: 0, line: vec![mv], nodes: 0 };
    moves.into_iter().map(new).collect()
}

impl Worker<'_> {
    /// Searches the root's moves and brings the best to the first place.
    fn root(
        &mut self,
        position: &Position,
        state: &EvalState,
        moves: &mut [RootMove],
        window: Window,
        depth: i32,
    ) -> Score {
        let mut alpha = window.alpha;
        let mut best = Score::from_raw(i32::MIN);
        let mut best_at = None;
        for root_move in &mut *moves {
            root_move.exact = false;
        }
        for (at, root_move) in moves.iter_mut().enumerate() {
            let mv = root_move.mv;
            let before = self.nodes;
            let child = position.make(mv);
            self.count_state(&child);
            let score = match self.look_at_child::<true>(&child, 0) {
                Look::Known(score) => score,
                Look::Open { in_check } => {
                    let child_state = self.update(state, position, mv, &child);
                    self.enter(position, mv, 0);
                    let mut score = Score::INFINITY;
                    if at > 0 {
                        let narrow = Window::above(alpha);
                        let late = at > 4 + LMR_MOVES;
                        let reduce = late && depth > LMR_DEPTH && !position.is_tactical(mv);
                        let rest = depth - 1 - i32::from(reduce);
                        score =
                            self.child::<false>(&child, &child_state, narrow, rest, 0, in_check);
                        if score > alpha && reduce && !self.stopped {
                            let rest = depth - 1;
                            score = self.child::<false>(
                                &child,
                                &child_state,
                                narrow,
                                rest,
                                0,
                                in_check,
                            );
                        }
                    }
                    if score > alpha && !self.stopped {
                        let full = Window { alpha, beta: window.beta };
                        score =
                            self.child::<true>(&child, &child_state, full, depth - 1, 0, in_check);
                    }
                    score
                }
            };
            root_move.nodes += self.nodes - before;
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha || best_at.is_none() {
                    best_at = Some(at);
                }
            }
            if score > alpha {
                alpha = score;
                root_move.score = score;
                root_move.exact = score < window.beta;
                root_move.depth = depth;
                root_move.line.clear();
                root_move.line.push(mv);
                root_move.line.extend_from_slice(&self.memory.lines[1]);
                best_at = Some(at);
                if score >= window.beta {
                    break;
                }
            }
        }
        if let Some(at) = best_at.filter(|_| best > window.alpha) {
            moves[..=at].rotate_right(1);
        }
        if !self.stopped {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let mv = (best > window.alpha).then(|| moves[0].mv.bits());
            self.table.store(position.key(), Entry { mv, score: best, bound, depth });
        }
        best
    }

    /// One iteration: a window around the last score, widened until the score lies within.
    pub(super) fn aspirate(
        &mut self,
        root: &Position,
        state: &EvalState,
        moves: &mut [RootMove],
        before: Option<Score>,
        depth: i32,
        widened: &mut dyn FnMut(&Self, &[RootMove]),
    ) -> Score {
        self.root_depth = depth;
        let centre = match before {
            Some(score) if depth >= ASPIRATION_DEPTH && !score.is_proven() => score,
            _ => return self.root(root, state, moves, Window::FULL, depth),
        };
        let (mut below, mut above) = (ASPIRATION_WINDOW, ASPIRATION_WINDOW);
        let mut window = Window {
            alpha: Score::from_raw(centre.raw() - below),
            beta: Score::from_raw(centre.raw() + above),
        };
        loop {
            let score = self.root(root, state, moves, window, depth);
            if self.stopped {
                return score;
            }
            if score <= window.alpha {
                below *= 4;
                let alpha = score.raw().min(centre.raw() - below);
                window.alpha =
                    if below > 1_000 { Window::FULL.alpha } else { Score::from_raw(alpha) };
            } else if score >= window.beta {
                above *= 4;
                let beta = score.raw().max(centre.raw() + above);
                window.beta = if above > 1_000 { Window::FULL.beta } else { Score::from_raw(beta) };
            } else {
                return score;
            }
            widened(self, moves);
        }
    }
}
