//! The one recursive function.

use arrayvec::ArrayVec;
use game::{Evaluator, MAX_MOVES, MoveBits, Position, Score};

use crate::MAX_PLY;
use crate::mode::Mode;
use crate::ordering::{KILLERS, Picked, Picker, Tried};
use crate::pruning::Estimate;
use crate::static_result::{UNPLAYABLE, ended_by_clock};
use crate::stats::Stats;
use crate::tree::{Edge, Hit, Late, Node, StaticResult, ending_score, keeps_turn, seen_above};
use crate::tt::Entry;
use crate::window::Window;
use crate::worker::Worker;

/// The small parts of a [`Node`].
#[derive(Clone, Copy)]
struct Flags {
    in_check: bool,
    may_pass: bool,
}

/// The results of the steps that come before a node's moves.
#[derive(Clone, Copy)]
struct Prospects<M> {
    estimate: Estimate,
    table_move: Option<M>,
    /// By how many plies the table's move is extended.
    extension: i32,
    /// After the extensions and reductions of the node as a whole.
    depth: i32,
}

/// The result of searching a node's moves.
struct Searched<M> {
    /// [`UNPLAYABLE`] where there was none.
    best: Score,
    /// The move that raised alpha last.
    best_move: Option<M>,
    /// True if history forbids some move.
    repetition_excluded: bool,
}

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
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
    pub(crate) fn search_freely<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
        gives_check: bool,
        window: Window,
        depth: i32,
        Late { scout, reduction, defers }: Late,
    ) -> Score {
        let Node { position, ply, .. } = *node;
        let (rest, length) = (depth - edge.spent, edge.length);
        let (Window { alpha, beta }, narrow) = (window, Window::above(window.alpha));
        let scouts = scout || reduction > 0;
        let mut score = Score::INFINITY;
        // Most children stand at the horizon: they leave no mark on the path.
        let at_horizon = !PV && !gives_check && rest - reduction <= 0;
        let first_window = if scouts { narrow } else { window };
        // Without quiescence the score of such a child may be remembered, and its state is not asked for.
        let remembered = at_horizon && !self.mode.switches().quiescence;
        if remembered {
            score = self.search_leaf(node, edge, None, first_window);
        }
        if remembered && (!scouts || score <= alpha) {
            return score;
        }
        let state = self.evaluator.update(node.state, position, edge.mv, edge.child);
        if at_horizon && !remembered {
            score = self.search_leaf(node, edge, Some(&state), first_window);
        }
        if at_horizon && (!scouts || score <= alpha) {
            return score;
        }
        // Where the side changes, a cut node follows on one that is none.
        let cut = self.mode.switches().reduce_cut_nodes
            && (PV || node.cut == keeps_turn(position, edge.child));
        let child = Node {
            position: edge.child,
            state: &state,
            ply: ply + 1,
            in_check: gives_check,
            may_pass: true,
            cut,
        };
        self.enter(position, edge.mv, ply);
        if defers {
            self.shared.busy.enter(edge.child.key(), depth);
        }
        if scouts && !at_horizon {
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
            let child = Node { cut: cut && !PV, ..child };
            score = self.search_child::<PV>(position, &child, window, rest, length);
        }
        self.leave(ply);
        if defers {
            self.shared.busy.leave(edge.child.key(), depth);
        }
        score
    }

    /// A child at the horizon, not in check and outside the principal variation. What [`enter`](Worker::enter) would note
    /// of its path nobody asks for. Without its state it is only evaluated.
    #[inline(always)]
    fn search_leaf(
        &mut self,
        node: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
        state: Option<&E::State>,
        window: Window,
    ) -> Score {
        let (parent, ply) = (node.position, node.ply + 1);
        if self.would_repeat(parent, edge.mv, edge.child) {
            return Score::ZERO;
        }
        let window = window.below(edge.length);
        let keeps = keeps_turn(parent, edge.child);
        let window = if keeps { window } else { window.turned() };
        let score = match state {
            Some(state) => self.leaf(edge.child, state, window, ply),
            None => self.evaluated_leaf(node, edge, window),
        };
        seen_above(if keeps { score } else { -score }, edge.length)
    }

    /// The value of a position at the horizon, as [`search_node`](Worker::search_node) has it.
    #[inline(never)]
    fn leaf(&mut self, position: &P, state: &E::State, mut window: Window, ply: usize) -> Score {
        let node = &Node { position, state, ply, in_check: false, may_pass: true, cut: false };
        if let Err(score) = self.arrive::<false>(position, ply, &mut window, 0, false) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, state);
        }
        self.horizon(node, window)
    }

    /// Steps 1 to 5, before any move is looked at: a score that is known, as the error, or what the endgame tables
    /// say of the value. Mate distances and the tables narrow the window.
    #[inline(always)]
    pub(crate) fn arrive<const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        window: &mut Window,
        depth: i32,
        repeats: bool,
    ) -> Result<Score, Score> {
        let switches = self.mode.switches();

        // 1. An end by a count of plies. All other ends are seen before the call: see `static_result`.
        if let Some(score) = ended_by_clock(position, ply) {
            return Err(score);
        }

        // 2. The search is over; what is returned no longer counts.
        if self.poll() {
            return Err(Score::ZERO);
        }
        if ply > self.seldepth {
            self.seldepth = ply;
        }

        // 3. Mate distance pruning.
        if switches.mate_distance {
            *window = window.within_mates::<P>(ply);
            if window.alpha >= window.beta {
                return Err(window.alpha);
            }
        }

        // 4. Repetition: the second time is worth a draw, as the third would be.
        if repeats {
            return Err(Score::ZERO);
        }

        // 5. Endgame tables.
        if switches.probe && self.prober.is_some() {
            return self.probe_tablebase::<PV>(position, ply, window, depth);
        }
        Ok(Score::ZERO)
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
        let Node { in_check, may_pass, cut, .. } = *node;
        if self.mode.switches().reduce_cut_nodes {
            // Beside the arguments, which cost all games.
            self.thread.stack[node.ply].cut = cut;
        }
        let flags = Flags { in_check, may_pass };
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
        let cut = self.mode.switches().reduce_cut_nodes && self.thread.stack[ply].cut;
        let node = &Node { position, state, ply, in_check, may_pass, cut };
        let switches = self.mode.switches();
        if PV {
            self.thread.lines[ply].clear();
        }

        // 1 to 5. Ends and results that are known before any move is looked at.
        let repeats = self.is_drawn_by_repetition(position);
        let value = match self.arrive::<PV>(position, ply, &mut window, depth, repeats) {
            Ok(bound) => bound,
            Err(score) => return score,
        };

        // 6. The horizon, after check extensions.
        if ply >= MAX_PLY {
            return self.evaluate(position, state);
        }
        depth = self.extended_by_check(node, depth);
        if depth <= 0 {
            return self.horizon(node, window);
        }

        // 7. The transposition table, in games that ask it first.
        let key = self.table_key(position);
        let excluded = self.excluded(ply);
        let clockless = !position.clock_ends_within(depth) && excluded.is_none();
        let mut hit = None;
        if switches.table_early {
            match self.probe_table::<PV>(node, key, clockless, window, depth) {
                Ok(found) => hit = found,
                Err(score) => return score,
            }
        }

        // 8. Static evaluation. Where it comes before the table, the bucket is still on its way.
        let estimate = self.estimate::<PV>(node, hit, window);

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
                Ok(found) => hit = found,
                Err(score) => return score,
            }
        }

        if clockless && let Some(score) = self.forced_win::<PV>(node, key, depth) {
            return score;
        }

        // 12. Null-move pruning and probcut.
        match self.null_move(node, &estimate, window, depth) {
            Ok(threat) => depth += i32::from(threat),
            Err(score) => return score,
        }
        if let Some(score) = self.probcut(node, &estimate, hit, window, depth) {
            return score;
        }

        // 13. Internal iterative deepening and reduction; extensions of forced and of singular moves.
        if self.deepens_internally(hit, depth) {
            hit = self.internal_deepening::<PV>(node, window, depth);
        }
        let mut table_move = hit.and_then(|hit| hit.mv);
        if switches.enhanced_cutoffs && clockless && depth >= self.tunables.children_depth {
            match self.look_up_children::<PV>(node, window.beta, depth) {
                Ok(best) if switches.order_by_children => table_move = table_move.or(best),
                Ok(_) => {}
                Err(score) => return score,
            }
        }
        depth -= self.internal_reduction(table_move.is_none(), depth);
        depth += self.one_reply_extension(node);
        let extension = match self.singular_extension::<PV>(node, hit, window, depth) {
            Ok(extension) => extension,
            Err(score) => return score,
        };

        // 14 to 16. The moves.
        let prospects = Prospects { estimate, table_move, extension, depth };
        let mut narrow = None;
        if PV && switches.table_window {
            narrow = self.table_window(hit, window);
        }
        let searched = loop {
            let searched = self.search_moves::<PV>(node, prospects, narrow.unwrap_or(window));
            match narrow.take() {
                // The value is outside of the narrow window: once more with the whole one.
                Some(part) if !self.stopped && part.misses(window, searched.best) => {
                    self.thread.lines[ply].clear();
                }
                _ => break searched,
            }
        };
        let Searched { mut best, best_move, repetition_excluded } = searched;
        if self.stopped {
            return Score::ZERO;
        }
        if best == UNPLAYABLE {
            let only_excluded = excluded.is_some();
            return if only_excluded {
                window.alpha
            } else {
                self.without_moves(node, repetition_excluded)
            };
        }

        // 17. The result: what the endgame tables said holds, and the transposition table keeps it.
        if PV && value.is_known() {
            best = if value > Score::ZERO { best.max(value) } else { best.min(value) };
        }
        if let (Some(best), Some(table)) = (best_move, table_move) {
            self.stats.table_move(ply, best == table);
        }
        let bound = window.bound_of(best);
        self.learn_correction(node, &estimate, best_move, (bound, best), depth);
        if switches.table && clockless && !repetition_excluded {
            let (mv, score) = (best_move.map(MoveBits::bits), best.to_table(ply as i32));
            self.table.store(key, Entry { mv, score, bound, depth });
        }
        best
    }

    /// Searches the moves of a node, the most promising first (steps 14 to 16).
    #[inline(always)]
    fn search_moves<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        prospects: Prospects<P::Move>,
        window: Window,
    ) -> Searched<P::Move> {
        let Node { position, ply, .. } = *node;
        let Prospects { estimate, table_move, extension, depth } = prospects;
        let switches = self.mode.switches();
        let mut searched =
            Searched { best: UNPLAYABLE, best_move: None, repetition_excluded: false };

        // 14. The order: the table's moves, captures, killers and the countermove, quiet moves by history.
        let preceding = self.preceding(position, ply);
        let (killers, countermove) = (self.killers(ply), self.countermove(&preceding));
        self.thread.stack[ply + 1].killers = [None; KILLERS];
        self.stats.expanded(ply);
        let count = self.tunables.killer_count as usize;
        let mut picker = Picker::new(table_move, killers, count, countermove, preceding.context);
        if switches.two_table_moves {
            let second = self.table.second_move(self.table_key(position)).map(P::Move::from_bits);
            let legal = |&mv: &P::Move| Some(mv) != table_move && position.is_legal(mv);
            picker.try_second(second.filter(legal));
        }
        let take_back = if switches.no_take_backs { position.take_back() } else { None };
        let mut threat = None;
        let mut tried = Tried::new();
        let Window { mut alpha, beta } = window;
        let mut number = 0;
        let defers = self.defers(depth);
        let mut deferred = ArrayVec::<Picked<P::Move>, MAX_MOVES>::new();
        loop {
            // 15. Futility, late-move, history, exchange and gain pruning.
            let futile = self.futility(&estimate, number, depth);
            let skip_quiet = self.skips_quiet(futile, alpha, &mut searched.best)
                || self.late_move_pruning(&estimate, number, depth, searched.best);
            let next =
                picker.next(position, self.learned(), &self.mode, &self.tunables, skip_quiet);
            let again = next.is_none();
            let Some(picked) = next.or_else(|| deferred.pop()) else { break };
            let Picked { mv, quiet } = picked;
            if switches.singular_extensions && self.excluded(ply) == Some(mv) {
                continue;
            }
            if take_back == Some(mv) {
                continue;
            }
            if switches.defences && number > 0 && searched.best.is_loss() {
                let threat = threat.get_or_insert_with(|| position.threat());
                if threat.is_some_and(|threat| position.leaves_threat(mv, threat)) {
                    continue;
                }
            }
            if !again {
                if quiet && self.is_futile(futile, position, mv, alpha, &mut searched.best) {
                    continue;
                }
                let prunes = estimate.prunes_after(number, searched.best);
                if prunes
                    && quiet
                    && self.quiet_pruning(position, mv, number, depth, &preceding.context)
                {
                    continue;
                }
                if prunes
                    && picker.only_losing()
                    && self.losing_pruning(depth)
                    && position.loses_by_exchange(mv, depth * self.tunables.losing_margin)
                {
                    continue;
                }
            }

            // 16. The child: lost at once, forbidden, deferred to when no other thread searches it, known, or searched.
            let reply = position.reply_win(mv, node.in_check);
            if let Some(score) = self.lets_win(node, mv, reply).filter(|&score| score <= alpha) {
                searched.best = searched.best.max(score);
                number += 1;
                tried.push(picked, switches);
                continue;
            }
            let child = position.make(mv);
            if self.is_forbidden(position, &child) {
                searched.repetition_excluded = true;
                continue;
            }
            let mut edge = Edge::new(position, mv, &child);
            let may_defer = defers && number > 0 && !again;
            if may_defer && self.shared.busy.contains(child.key(), depth) {
                deferred.push(picked);
                continue;
            }
            let extended = if Some(mv) == table_move { extension } else { 0 };
            self.note_double_extension(ply, extended);
            edge.spent -= extended;
            edge.spent -= self.few_pieces_extension(node, picked, &child);
            self.count_node(&child, depth - edge.spent, ply);
            let score = match self.child_result(node, &edge, reply, depth - edge.spent) {
                StaticResult::Known(score) => {
                    if PV && score > alpha {
                        self.set_static_line(&child, ply + 1);
                    }
                    score
                }
                StaticResult::Open { in_check } => {
                    let reduction = if switches.reduce_losing && picker.only_losing() {
                        self.losing_reduction::<PV>(node, number, depth)
                    } else {
                        let context = &preceding.context;
                        self.late_move_reduction::<PV>(
                            node, &estimate, picked, number, depth, context,
                        )
                    };
                    let open = PV && (ply as i32) < self.tunables.open_plies;
                    let scout = switches.pvs && number > 0 && !open;
                    let late = Late { scout, reduction, defers };
                    let window = Window { alpha, beta };
                    self.search_move::<PV>(node, &edge, in_check, window, depth, late)
                }
            };
            if self.stopped {
                break;
            }
            if Self::is_unplayable(score) {
                searched.repetition_excluded = true;
                continue;
            }
            number += 1;
            if score > searched.best {
                searched.best = score;
                if score > alpha {
                    searched.best_move = Some(mv);
                    alpha = score;
                    if PV {
                        self.set_line(ply, mv);
                    }
                    if score >= beta {
                        self.reward(node, picked, &tried, depth, &preceding);
                        return searched;
                    }
                }
            }
            tried.push(picked, switches);
        }
        if switches.history_of_best && !self.stopped {
            if let Some(mv) = searched.best_move {
                self.reward_best(node, mv, &tried, depth, &preceding);
            }
        }
        searched
    }

    /// Asks the transposition table: what it knows of the node, or as the error a score that decides
    /// the node. It knows nothing of clocks: where one may end the game (not `clockless`), it is left alone.
    #[inline(always)]
    fn probe_table<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        key: u64,
        clockless: bool,
        window: Window,
        depth: i32,
    ) -> Result<Option<Hit<P::Move>>, Score> {
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
        Ok(Some(Hit { mv: table_move, score, bound: entry.bound, depth: entry.depth }))
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
