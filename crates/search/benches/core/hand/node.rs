//! The recursive function, its steps numbered as in `node.rs` of the core.

use arrayvec::ArrayVec;
use game::{MoveBits, Position as _, Score};
use onitama::{EvalState, Move, Position};
use search::MAX_PLY;
use search::tt::{Bound, Entry};

use super::numbers::{
    FUTILITY_DEPTH, FUTILITY_MARGIN, INTERNAL_REDUCTION_DEPTH, LMR_DEPTH, LMR_HISTORY, LMR_MOVES,
    NULL_MOVE_DEPTH, NULL_MOVE_REDUCTION, REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN,
};
use super::picker::{MAX_MOVES, Picked, Picker};
use super::worker::{Look, Window, Worker, look_on};

/// How a node was come to.
#[derive(Clone, Copy)]
pub(super) struct Entrance {
    pub(super) in_check: bool,
    pub(super) may_pass: bool,
}

impl Worker<'_> {
    /// Searches a child.
    #[inline(always)]
    pub(super) fn child<const PV: bool>(
        &mut self,
        child: &Position,
        state: &EvalState,
        window: Window,
        depth: i32,
        ply: usize,
        in_check: bool,
    ) -> Score {
        let how = Entrance { in_check, may_pass: true };
        let turned = Window { alpha: -window.beta, beta: -window.alpha };
        -self.node::<PV>(child, state, turned, depth, ply + 1, how)
    }

    /// The value of a position for the side to move within the window (fail-soft).
    fn node<const PV: bool>(
        &mut self,
        position: &Position,
        state: &EvalState,
        window: Window,
        depth: i32,
        ply: usize,
        Entrance { in_check, may_pass }: Entrance,
    ) -> Score {
        let Window { mut alpha, mut beta } = window;
        let mut depth = depth;
        if PV {
            self.memory.lines[ply].clear();
        }

        // 2. The search is over.
        if self.poll() {
            return Score::ZERO;
        }
        if ply > self.seldepth {
            self.seldepth = ply;
        }

        // 3. A win already found that no line from here can beat, or a loss no line can miss.
        alpha = alpha.max(Score::loss_in(ply as i32));
        beta = beta.min(Score::win_in(ply as i32 + 1));
        if alpha >= beta {
            return alpha;
        }

        // 5. The horizon.
        if ply >= MAX_PLY {
            return self.evaluate(position, state);
        }
        if depth <= 0 {
            let extend = (ply as i32) < 2 * self.root_depth && in_check;
            if !extend {
                return self.stand_or_take(position, state, Window { alpha, beta }, ply);
            }
            depth = 1;
        }

        // 6. The static score.
        let prunes = !PV && !in_check && !beta.is_proven() && !alpha.is_proven();
        let static_score = if prunes { self.evaluate(position, state) } else { Score::ZERO };

        // 7. Reverse futility.
        if prunes && depth <= REVERSE_FUTILITY_DEPTH {
            let margin = depth * REVERSE_FUTILITY_MARGIN;
            if static_score.raw() - margin >= beta.raw() {
                return static_score;
            }
        }

        // 8. The table.
        let key = position.key();
        let mut table_move = None;
        if let Some(entry) = self.table.probe(key) {
            table_move = entry.mv.map(Move::from_bits).filter(|&mv| position.is_legal(mv));
            let score = entry.score.from_table(ply as i32);
            if !PV && (entry.depth >= depth || score.is_proven()) {
                let cuts = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => score >= beta,
                    Bound::Upper => score <= alpha,
                };
                if cuts {
                    return score;
                }
            }
        }

        // 9. Null move.
        if prunes && may_pass && depth >= NULL_MOVE_DEPTH && static_score >= beta {
            if let Some(passed) = position.null_move() {
                self.memory.frames[ply].played = None;
                let rest = depth - 1 - NULL_MOVE_REDUCTION;
                let turned = Window { alpha: -beta, beta: -beta.previous() };
                let score = -match look_on(&passed, ply + 1) {
                    Look::Known(score) => score,
                    Look::Open { in_check } => {
                        let how = Entrance { in_check, may_pass: false };
                        self.node::<false>(&passed, state, turned, rest, ply + 1, how)
                    }
                };
                if self.stopped {
                    return Score::ZERO;
                }
                if score >= beta {
                    return if score.is_proven() { beta } else { score };
                }
            }
        }

        // 10. A node that no search has visited.
        if table_move.is_none() && depth >= INTERNAL_REDUCTION_DEPTH {
            depth -= 1;
        }

        // 11. The moves.
        let frames = &mut self.memory.frames;
        let killers = frames[ply].killers;
        let previous = if ply > 0 { frames[ply - 1].played } else { None };
        frames[ply + 1].killers = [None; 2];
        let countermove = previous.and_then(|previous| self.memory.history.countermove(previous));
        let mut picker = Picker::new(table_move, killers, countermove);
        let mut quiets = ArrayVec::<Move, MAX_MOVES>::new();
        let mut best = Score::from_raw(i32::MIN);
        let mut best_move = None;
        let first_alpha = alpha;
        let mut number = 0;
        let defers = self.defers(depth);
        let mut put_off = ArrayVec::<Picked, MAX_MOVES>::new();
        loop {
            // 11a. Futility.
            let skip_quiet = prunes && number > 0 && depth <= FUTILITY_DEPTH && {
                let hope = static_score.raw() + depth * FUTILITY_MARGIN;
                if hope <= alpha.raw() {
                    best = best.max(Score::points(hope));
                }
                hope <= alpha.raw()
            };
            let mut picked = picker.next(position, &self.memory.history, skip_quiet);
            let again = picked.is_none();
            if again {
                picked = put_off.pop();
            }
            let Some(Picked { mv, quiet }) = picked else { break };
            let child = position.make(mv);
            let busy = defers && number > 0 && !again;
            if busy && self.busy.contains(child.key(), depth) {
                put_off.push(Picked { mv, quiet });
                continue;
            }
            self.count_state(&child);
            let score = match self.look_at_child::<PV>(&child, ply) {
                // 11b. A child that needs no search.
                Look::Known(score) => score,
                Look::Open { in_check: gives_check } => {
                    let child_state = self.update(state, position, mv, &child);
                    self.enter(position, mv, ply);
                    if defers {
                        self.busy.enter(child.key(), depth);
                    }
                    let reduction = if quiet && !in_check {
                        self.reduction(PV, depth, number, position, mv)
                    } else {
                        0
                    };
                    // 11c. Late-move reductions, and PVS.
                    let scout = number > 0;
                    let narrow = Window::above(alpha);
                    let mut score = Score::INFINITY;
                    if scout {
                        let rest = depth - 1 - reduction;
                        score = self.child::<false>(
                            &child,
                            &child_state,
                            narrow,
                            rest,
                            ply,
                            gives_check,
                        );
                        if reduction > 0 && score > alpha {
                            let rest = depth - 1;
                            score = self.child::<false>(
                                &child,
                                &child_state,
                                narrow,
                                rest,
                                ply,
                                gives_check,
                            );
                        }
                    }
                    if score > alpha && (!scout || (PV && score < beta)) {
                        let (window, rest) = (Window { alpha, beta }, depth - 1);
                        score =
                            self.child::<PV>(&child, &child_state, window, rest, ply, gives_check);
                    }
                    if defers {
                        self.busy.leave(child.key(), depth);
                    }
                    score
                }
            };
            if self.stopped {
                return Score::ZERO;
            }
            number += 1;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if PV {
                        self.set_line(ply, mv);
                    }
                    if score >= beta {
                        if quiet {
                            self.reward(position, mv, &quiets, depth, ply, previous);
                        }
                        break;
                    }
                }
            }
            if quiet {
                quiets.push(mv);
            }
        }

        // 13. Into the table. (12 is left out: there is always a move.)
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let mv = best_move.map(MoveBits::bits);
        self.table.store(key, Entry { mv, score: best.to_table(ply as i32), bound, depth });
        best
    }

    /// How many plies less deep a quiet move is searched at first.
    #[inline(always)]
    fn reduction(&self, pv: bool, depth: i32, number: usize, position: &Position, mv: Move) -> i32 {
        if depth < LMR_DEPTH || number < LMR_MOVES {
            return 0;
        }
        let history = 100 * self.memory.history.score(position, mv) / LMR_HISTORY;
        let hundredths = self.reductions.get(depth, number) - history - if pv { 100 } else { 0 };
        (hundredths / 100).clamp(0, depth - 2)
    }

    /// A quiet move cut off.
    #[inline]
    fn reward(
        &mut self,
        position: &Position,
        mv: Move,
        tried: &[Move],
        depth: i32,
        ply: usize,
        previous: Option<usize>,
    ) {
        let killers = &mut self.memory.frames[ply].killers;
        if killers[0] != Some(mv) {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        if let Some(previous) = previous {
            self.memory.history.set_countermove(previous, mv);
        }
        self.memory.history.cutoff(position, mv, tried, depth);
    }
}
