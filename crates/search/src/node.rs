//! The one recursive function.

use arrayvec::ArrayVec;
use game::{Ending, Evaluator, MAX_MOVES, MoveBits, Outcome, Position, Repetition, Score, Side};

use crate::MAX_PLY;
use crate::mode::Mode;
use crate::ordering::{KILLERS, Picked, Picker};
use crate::stats::Stats;
use crate::tt::Entry;
use crate::window::Window;
use crate::worker::Worker;

/// A position of the tree, as the search comes to it.
pub(crate) struct Node<'n, P, S> {
    pub(crate) position: &'n P,
    /// The evaluator's state for it.
    pub(crate) state: &'n S,
    /// The moves from the root.
    pub(crate) ply: usize,
    /// True if the side to move is in check.
    pub(crate) in_check: bool,
    /// True if a pass may be tried: not right after one.
    pub(crate) may_pass: bool,
}

/// The small parts of a [`Node`].
#[derive(Clone, Copy)]
struct Flags {
    in_check: bool,
    may_pass: bool,
}

/// A move from a node to a child.
pub(crate) struct Edge<'n, P: Position> {
    pub(crate) mv: P::Move,
    pub(crate) child: &'n P,
    /// The nominal depth that the move uses up, in plies.
    pub(crate) spent: i32,
    /// The plies by which it lengthens the way to an end.
    pub(crate) length: i32,
}

impl<'n, P: Position> Edge<'n, P> {
    #[inline(always)]
    pub(crate) fn new(parent: &P, mv: P::Move, child: &'n P) -> Self {
        Self { mv, child, spent: parent.depth_of(mv), length: parent.length_of(mv) }
    }
}

/// How a move is searched that is not the first of its node.
#[derive(Clone, Copy)]
pub(crate) struct Late {
    /// True if a null window asks first if the move is better at all.
    pub(crate) scout: bool,
    /// The plies by which that search is less deep.
    pub(crate) reduction: i32,
    /// True if it is marked for other threads, so that they defer it.
    pub(crate) defers: bool,
}

/// The value of a position known without searching it.
#[derive(Clone, Copy)]
pub(crate) enum StaticResult {
    /// The game is over, or the game itself sees how it ends.
    Known(Score),
    /// It must be searched.
    Open {
        /// True if the side to move is in check.
        in_check: bool,
    },
}

/// The score of a finished game, `ply` plies below the root.
#[inline(always)]
pub(crate) fn ending_score(ending: Ending, to_move: Side, ply: usize) -> Score {
    match ending.outcome {
        Outcome::Draw => Score::ZERO,
        Outcome::Win(side) if side == to_move => Score::win_in(ply as i32),
        Outcome::Win(_) => Score::loss_in(ply as i32),
    }
}

/// The score of a game that is over by a count of plies.
#[inline(always)]
fn ended_by_clock<P: Position>(position: &P, ply: usize) -> Option<Score> {
    let ending = position.ending_by_clock()?;
    position.has_legal_move().then(|| ending_score(ending, position.side_to_move(), ply))
}

/// True if a move leaves the turn with the side that made it.
#[inline(always)]
pub(crate) fn keeps_turn<P: Position>(parent: &P, child: &P) -> bool {
    !P::SIDES_ALTERNATE && child.side_to_move() == parent.side_to_move()
}

/// The score of a node within a turn that history leaves without a move: no side's loss, but a way
/// that cannot be gone. Below every other score.
const UNPLAYABLE: Score = Score::from_raw(i32::MIN);

/// A child's score seen from its parent: a move that does not count brings a proven end nearer than
/// the child says.
#[inline(always)]
pub(crate) fn seen_above(score: Score, length: i32) -> Score {
    score.to_table(1 - length)
}

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// The value of a position known without searching it, `depth` plies from the horizon. Asked
    /// before the costs of a node are paid.
    // A call costs less than what its code in five places takes from the registers of the caller.
    #[inline(never)]
    pub(crate) fn static_result(&self, position: &P, depth: i32, ply: usize) -> StaticResult {
        let switches = self.mode.switches();
        // Where a game sees every win in one and no move loses at once, a node that is searched
        // has no finished child.
        let seen = switches.static_win && P::STATIC_WIN_PLIES > 0 && !P::MOVER_MAY_LOSE;
        if !seen || ply <= 1 || self.mode.exact() {
            if let Some(ending) = position.ending() {
                return StaticResult::Known(ending_score(ending, position.side_to_move(), ply));
            }
        }
        let exact = self.mode.exact();
        let deep = if exact { depth } else { i32::MAX };
        if switches.static_win && (P::STATIC_WIN_IS_SHORTEST || !exact) {
            if let Some(plies) = position.static_win_plies().filter(|&plies| plies <= deep) {
                return StaticResult::Known(Score::win_in(ply as i32 + plies));
            }
        }
        let in_check = position.in_check();
        // Without the static win, a loss would be asked where a win stands on the board.
        if in_check && switches.static_win && switches.static_loss {
            if let Some(plies) = position.static_loss_plies().filter(|&plies| plies <= deep) {
                return StaticResult::Known(Score::loss_in(ply as i32 + plies));
            }
        }
        StaticResult::Open { in_check }
    }

    /// As [`static_result`](Worker::static_result), for a child: a score is turned to the view of its parent's side
    /// to move, and `PV` nodes have their line.
    #[inline(always)]
    pub(crate) fn child_result<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
        depth: i32,
    ) -> StaticResult {
        let (child, ply) = (edge.child, node.ply + 1);
        let result = self.static_result(child, depth, ply);
        let StaticResult::Known(score) = result else { return result };
        if PV {
            let line = &mut self.thread.lines[ply];
            line.clear();
            // The win's first move; all of its turn where that has several.
            let mut at = *child;
            while at.ending().is_none()
                && let Some(win) = at.static_win()
            {
                line.push(win.mv);
                let next = at.make(win.mv);
                if !keeps_turn(&at, &next) {
                    break;
                }
                at = next;
            }
        }
        let score = if keeps_turn(node.position, child) { score } else { -score };
        StaticResult::Known(seen_above(score, edge.length))
    }

    /// True if a move may not be played because of what stood on the board before.
    #[inline(always)]
    pub(crate) fn is_forbidden(&self, parent: &P, child: &P) -> bool {
        P::REPETITION == Repetition::Illegal
            && !self.forbidden.is_empty()
            && !keeps_turn(parent, child)
            && child.repetition_key().is_some_and(|key| self.forbidden.contains(&key))
    }

    /// True if the score of a child says that there is no way on.
    #[inline(always)]
    pub(crate) fn is_unplayable(score: Score) -> bool {
        P::REPETITION == Repetition::Illegal && score == UNPLAYABLE
    }

    /// Searches a child. The sign and the window turn exactly where the side to move does.
    #[inline(always)]
    fn search_child<const PV: bool>(
        &mut self,
        parent: &P,
        child: &Node<'_, P, E::State>,
        window: Window,
        depth: i32,
        length: i32,
    ) -> Score {
        let window = window.below(length);
        let score = if keeps_turn(parent, child.position) {
            self.node::<PV>(child, window, depth)
        } else {
            -self.node::<PV>(child, window.turned(), depth)
        };
        seen_above(score, length)
    }

    /// Searches a move of a node, the root among them: late moves at first less deep (late-move reductions), and
    /// with a null window that asks only whether they are better (principal variation search).
    #[inline(always)]
    pub(crate) fn search_move<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
        gives_check: bool,
        window: Window,
        depth: i32,
        Late { scout, reduction, defers }: Late,
    ) -> Score {
        let Node { position, ply, .. } = *node;
        let state = self.evaluator.update(node.state, position, edge.mv, edge.child);
        let child = Node {
            position: edge.child,
            state: &state,
            ply: ply + 1,
            in_check: gives_check,
            may_pass: true,
        };
        self.enter(position, edge.mv, ply);
        if defers {
            self.shared.busy.enter(edge.child.key(), depth);
        }
        let (rest, length) = (depth - edge.spent, edge.length);
        let (Window { alpha, beta }, narrow) = (window, Window::above(window.alpha));
        let mut score = Score::INFINITY;
        if scout || reduction > 0 {
            if PV {
                // A null window knows no line. Where its score is at or above beta the move is not
                // searched again, and still the parent's best where the side does not change, or where
                // beta was lowered to the soonest mate: an earlier move's line must not stand there.
                self.thread.lines[ply + 1].clear();
            }
            score = self.search_child::<false>(position, &child, narrow, rest - reduction, length);
        }
        if scout && reduction > 0 && score > alpha {
            score = self.search_child::<false>(position, &child, narrow, rest, length);
        }
        // At the root the move that is better has its line, whatever the window.
        if score > alpha && (!scout || (PV && (score < beta || ply == 0))) {
            score = self.search_child::<PV>(position, &child, window, rest, length);
        }
        self.leave(ply);
        if defers {
            self.shared.busy.leave(edge.child.key(), depth);
        }
        score
    }

    /// The value of a position for the side to move within the window (fail-soft: a score outside
    /// the window bounds the value). `PV` nodes collect their line and are not cut by the table.
    #[inline(always)]
    pub(crate) fn node<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        window: Window,
        depth: i32,
    ) -> Score {
        let flags = Flags { in_check: node.in_check, may_pass: node.may_pass };
        self.search_node::<PV>(node.position, node.state, window, depth, node.ply, flags)
    }

    /// Takes the parts of its node one by one: passed together, by address, they cost 3 % more instructions.
    fn search_node<const PV: bool>(
        &mut self,
        position: &P,
        state: &E::State,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        Flags { in_check, may_pass }: Flags,
    ) -> Score {
        let node = &Node { position, state, ply, in_check, may_pass };
        let switches = self.mode.switches();
        if PV {
            self.thread.lines[ply].clear();
        }

        // 1. An end by a count of plies. All other ends are seen before the call: see `static_result`.
        if let Some(score) = ended_by_clock(position, ply) {
            return score;
        }

        // 2. The search is over; what is returned no longer counts.
        if self.poll() {
            return Score::ZERO;
        }
        if ply > self.seldepth {
            self.seldepth = ply;
        }

        // 3. Mate distance pruning.
        if switches.mate_distance {
            window = window.within_mates::<P>(ply);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }

        // 4. Repetition: the second time is worth a draw, as the third would be.
        if self.is_drawn_by_repetition(position) {
            return Score::ZERO;
        }

        // 5. Endgame tables.
        let mut known = Score::ZERO;
        if switches.probe && self.prober.is_some() {
            match self.probe_tablebase::<PV>(node, &mut window, depth) {
                Ok(bound) => known = bound,
                Err(score) => return score,
            }
        }

        // 6. The horizon, after check extensions.
        if ply >= MAX_PLY {
            return self.evaluate(position, state);
        }
        depth = self.extended_by_check(node, depth);
        if depth <= 0 {
            return self.horizon(node, window);
        }

        // 7. The transposition table, in games that ask it first.
        let key = position.key();
        let clockless = !position.clock_ends_within(depth);
        let mut table_move = None;
        if switches.table_early {
            match self.probe_table::<PV>(node, key, clockless, window, depth) {
                Ok(mv) => table_move = mv,
                Err(score) => return score,
            }
        }

        // 8. Static evaluation. Where it comes before the table, the bucket is still on its way.
        let estimate = self.estimate::<PV>(node, window);

        // 9. Reverse futility pruning.
        if let Some(score) = self.reverse_futility(&estimate, window, depth) {
            return score;
        }

        // 10. Razoring.
        if let Some(score) = self.razoring(node, &estimate, window, depth) {
            return score;
        }

        // 11. The transposition table, in other games.
        if !switches.table_early {
            match self.probe_table::<PV>(node, key, clockless, window, depth) {
                Ok(mv) => table_move = mv,
                Err(score) => return score,
            }
        }

        // 12. Null-move pruning.
        if let Some(score) = self.null_move(node, &estimate, window, depth) {
            return score;
        }

        // 13. Internal iterative reduction, and the extension of forced moves.
        depth -= self.internal_reduction(table_move.is_none(), depth);
        depth += self.one_reply_extension(node);

        // 14. The moves, the most promising first.
        let preceding = self.preceding(position, ply);
        let (killers, countermove) = (self.killers(ply), self.countermove(&preceding));
        self.thread.stack[ply + 1].killers = [None; KILLERS];
        self.stats.expanded(ply);
        let mut picker = Picker::new(table_move, killers, countermove, preceding.rows);
        let mut quiets = ArrayVec::<P::Move, MAX_MOVES>::new();
        let Window { mut alpha, beta } = window;
        let mut best = Score::from_raw(i32::MIN);
        let mut best_move = None;
        let mut number = 0;
        let mut repetition_excluded = false;
        let defers = self.defers(depth);
        let mut deferred = ArrayVec::<Picked<P::Move>, MAX_MOVES>::new();
        loop {
            // 15. Futility, late-move and losing-capture pruning.
            let futile = self.futility(&estimate, number, depth);
            let skip_quiet = self.skips_quiet(futile, alpha, &mut best)
                || self.late_move_pruning(&estimate, number, depth, best);
            let history = &self.thread.history;
            let picked = picker.next(position, history, &self.evaluator, switches, skip_quiet);
            let again = picked.is_none();
            let Some(Picked { mv, quiet }) = picked.or_else(|| deferred.pop()) else { break };
            if quiet && !again && self.is_futile(futile, position, mv, alpha, &mut best) {
                continue;
            }
            if !again && picker.only_losing() && self.losing_pruning(&estimate, number, depth, best)
            {
                break;
            }

            // 16. The child: forbidden, deferred to when no other thread searches it, known, or searched.
            let child = position.make(mv);
            if self.is_forbidden(position, &child) {
                repetition_excluded = true;
                continue;
            }
            let edge = Edge::new(position, mv, &child);
            let may_defer = defers && number > 0 && !again;
            if may_defer && self.shared.busy.contains(child.key(), depth) {
                deferred.push(Picked { mv, quiet });
                continue;
            }
            self.count_node(&child, ply);
            let score = match self.child_result::<PV>(node, &edge, depth - edge.spent) {
                StaticResult::Known(score) => score,
                StaticResult::Open { in_check } => {
                    let picked = Picked { mv, quiet };
                    let reduction = self.late_move_reduction::<PV>(
                        node,
                        &estimate,
                        picked,
                        number,
                        depth,
                        &preceding.rows,
                    );
                    let late = Late { scout: switches.pvs && number > 0, reduction, defers };
                    let window = Window { alpha, beta };
                    self.search_move::<PV>(node, &edge, in_check, window, depth, late)
                }
            };
            if self.stopped {
                return Score::ZERO;
            }
            if Self::is_unplayable(score) {
                repetition_excluded = true;
                continue;
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
                            self.reward(position, mv, &quiets, depth, ply, &preceding);
                        }
                        break;
                    }
                }
            }
            if quiet {
                quiets.push(mv);
            }
        }
        if number == 0 {
            return self.without_moves(node, repetition_excluded);
        }

        // 17. The result: what the endgame tables said holds, and the transposition table keeps it.
        if PV && known.is_known() {
            best = if known > Score::ZERO { best.max(known) } else { best.min(known) };
        }
        if let (Some(best), Some(table)) = (best_move, table_move) {
            self.stats.table_move(ply, best == table);
        }
        if switches.table && clockless && !repetition_excluded {
            let bound = window.bound_of(best);
            let (mv, score) = (best_move.map(MoveBits::bits), best.to_table(ply as i32));
            self.table.store(key, Entry { mv, score, bound, depth });
        }
        best
    }

    /// Asks the transposition table: the move that it knows, if that is legal, or as the error a score that decides
    /// the node. It knows nothing of clocks: where one may end the game (not `clockless`), it is left alone.
    #[inline(always)]
    fn probe_table<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        key: u64,
        clockless: bool,
        window: Window,
        depth: i32,
    ) -> Result<Option<P::Move>, Score> {
        let (switches, exact) = (self.mode.switches(), self.mode.exact());
        let Node { position, ply, .. } = *node;
        let entry = if switches.table && clockless { self.table.probe(key) } else { None };
        if switches.table {
            self.stats.probe(ply, entry.is_some());
        }
        let Some(entry) = entry else { return Ok(None) };
        let mut table_move = None;
        if switches.table_move {
            table_move = entry.mv.map(P::Move::from_bits).filter(|&mv| position.is_legal(mv));
        }
        let score = entry.score.from_table(ply as i32);
        let deep = if exact { entry.depth == depth } else { entry.depth >= depth };
        // A proven score holds at any depth; in exact mode only the same tree counts.
        if (!PV || !switches.pvs) && (deep || (score.is_proven() && !exact)) {
            if window.is_cut_by(entry.bound, score) {
                if PV && let Some(mv) = table_move {
                    self.thread.lines[ply + 1].clear();
                    self.set_line(ply, mv);
                }
                return Err(score);
            }
        }
        Ok(table_move)
    }

    /// The score of a node without a move. That history excludes them all is no reason to call it an end.
    #[inline(always)]
    fn without_moves(&mut self, node: &Node<'_, P, E::State>, repetition_excluded: bool) -> Score {
        let Node { position, ply, .. } = *node;
        if !repetition_excluded {
            ending_score(position.ending_without_moves(), position.side_to_move(), ply)
        } else if position.repetition_key().is_none() {
            // Within a turn.
            UNPLAYABLE
        } else {
            self.evaluate(position, node.state)
        }
    }
}
