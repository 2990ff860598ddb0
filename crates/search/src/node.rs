//! The one recursive function, its steps numbered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arrayvec::ArrayVec;
use game::{Ending, Evaluator, MAX_MOVES, MoveBits, Outcome, Position, Repetition, Score, Side};

use crate::MAX_PLY;
use crate::busy::Busy;
use crate::history::{self, Follow, History};
use crate::mode::Mode;
use crate::oracle::Oracle;
use crate::ordering::{KILLERS, Picked, Picker};
use crate::params::{Switches, Tunables};
use crate::reductions::Reductions;
use crate::shared::{Control, TableHandle};
use crate::stats::Stats;
use crate::time::{Budget, Stopwatch};
use crate::tt::{Entry, Table};
use crate::window::Window;

/// How many nodes (and the children of one more) may pass between two polls of the stop flag, the clock and the table's handle.
pub const POLL_NODES: u32 = 1_024;

/// What the search remembers of a ply.
#[derive(Clone, Copy)]
pub(crate) struct Frame<P: Position> {
    killers: [Option<P::Move>; KILLERS],
    /// The [`history::index`] of the move that led to this ply's child; none after a pass.
    played: Option<usize>,
    /// That move's [`continuation_slot`](Position::continuation_slot), where the game has them.
    slot: Option<usize>,
    /// The static score; the least number where the side to move is in check.
    static_score: Score,
    /// How long the path was before that move, and where the comparison of its keys began.
    path: (usize, usize),
}

impl<P: Position> Frame<P> {
    pub(crate) const EMPTY: Self = Self {
        killers: [None; KILLERS],
        played: None,
        slot: None,
        static_score: UNKNOWN,
        path: (0, 0),
    };
}

/// What one thread keeps from search to search: what it learned, and its stacks.
pub(crate) struct Memory<P: Position> {
    pub(crate) history: History<P>,
    /// By ply, the best line from there.
    pub(crate) lines: Vec<Vec<P::Move>>,
    frames: Box<[Frame<P>; MAX_PLY + 2]>,
    /// The repetition keys of the game and of the path.
    path: Vec<u64>,
}

impl<P: Position> Memory<P> {
    pub(crate) fn new() -> Self {
        Self {
            history: History::new(),
            lines: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            frames: Box::new([Frame::EMPTY; MAX_PLY + 2]),
            path: Vec::with_capacity(2 * MAX_PLY),
        }
    }
}

/// What all threads of one search share.
pub(crate) struct Shared<'s, M: Mode> {
    pub(crate) control: &'s Control,
    pub(crate) table: &'s TableHandle<M::Layout>,
    /// The time since the search began.
    pub(crate) now: &'s (dyn Fn() -> Duration + Sync),
    /// The nodes of all threads, added up at polls.
    pub(crate) nodes: AtomicU64,
    /// How often the oracle knew a position, likewise.
    pub(crate) hits: AtomicU64,
    pub(crate) node_limit: u64,
    /// Whether the node limit waits for the first iteration.
    pub(crate) every_move: bool,
    pub(crate) budget: Budget,
    /// Score a position met before on the path or in the game as a draw.
    pub(crate) repetition_draw: bool,
    /// Repetition keys that no turn may bring about: they stood on the board twice.
    pub(crate) forbidden: Vec<u64>,
    /// What the threads are searching.
    pub(crate) busy: Busy,
}

/// One thread's search.
pub(crate) struct Worker<'s, P: Position, E: Evaluator<P>, M: Mode> {
    pub(crate) shared: &'s Shared<'s, M>,
    pub(crate) mode: M,
    pub(crate) tunables: Tunables,
    pub(crate) evaluator: E,
    pub(crate) memory: &'s mut Memory<P>,
    pub(crate) stats: M::Stats,
    pub(crate) nodes: u64,
    pub(crate) quiescence_nodes: u64,
    /// Those of `nodes` in proofs of exact distances.
    pub(crate) proof_nodes: u64,
    /// How often the oracle knew a position.
    pub(crate) hits: u64,
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
    /// Whether only the node limit may stop it: so that there is a searched move to play.
    pub(crate) unstoppable: bool,
    /// The nominal depth of the iteration.
    pub(crate) root_depth: i32,
    pub(crate) table: Arc<Table<M::Layout>>,
    reductions: Reductions,
    repetition_draw: bool,
    /// Where the comparison of repetition keys begins.
    path_from: usize,
    /// What knows the value of some positions.
    pub(crate) oracle: Option<Arc<dyn Oracle<P>>>,
    /// Told the root move under way, in long searches.
    pub(crate) current: Option<&'s (dyn Fn(P::Move, usize) + Sync)>,
    /// What the main thread thought, where it may be cut short.
    pub(crate) watch: Option<Stopwatch<'s>>,
    /// The node at which a proof gives up.
    pub(crate) prove_until: u64,
    /// Repetition keys that no turn may bring about.
    pub(crate) forbidden: &'s [u64],
    table_version: u32,
    /// The number of nodes at which to poll next.
    poll_at: u64,
    counted_nodes: u64,
    counted_hits: u64,
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

/// What can be said of a position without searching it.
#[derive(Clone, Copy)]
pub(crate) enum Look {
    /// The game is over, or the game itself sees how it ends.
    Known(Score),
    /// It must be searched.
    Open {
        /// Whether the side to move is in check.
        in_check: bool,
    },
}

/// What the table says of a node.
enum Consulted<P: Position> {
    /// Its value, for this window.
    Cut(Score),
    /// The move that it knows, if that is legal.
    Known(Option<P::Move>),
}

/// How a node was come to.
#[derive(Clone, Copy)]
pub(crate) struct Entrance {
    /// Whether the side to move is in check.
    pub(crate) in_check: bool,
    /// Whether a pass may be tried: not right after one.
    pub(crate) may_pass: bool,
}

/// Whether a move leaves the turn with the side that made it.
#[inline(always)]
pub(crate) fn keeps_turn<P: Position>(parent: &P, child: &P) -> bool {
    !P::SIDES_ALTERNATE && child.side_to_move() == parent.side_to_move()
}

/// The score of a node within a turn that history leaves without a move: no side's loss, but a way
/// that cannot be gone. Below every other score.
const UNPLAYABLE: Score = Score::from_raw(i32::MIN);

/// No static score: the side to move is in check.
const UNKNOWN: Score = Score::from_raw(i32::MIN);

/// A child's score seen from its parent: a move that does not count brings a proven end nearer than
/// the child says.
#[inline(always)]
pub(crate) fn seen_above(score: Score, length: i32) -> Score {
    score.to_table(1 - length)
}

impl<'s, P: Position, E: Evaluator<P>, M: Mode> Worker<'s, P, E, M> {
    pub(crate) fn new(
        shared: &'s Shared<'s, M>,
        mode: M,
        tunables: Tunables,
        evaluator: E,
        memory: &'s mut Memory<P>,
        game_keys: &[u64],
    ) -> Self {
        memory.path.clear();
        memory.path.extend_from_slice(game_keys);
        memory.frames.fill(Frame::EMPTY);
        Self {
            shared,
            mode,
            tunables,
            evaluator,
            memory,
            stats: M::Stats::default(),
            nodes: 0,
            quiescence_nodes: 0,
            proof_nodes: 0,
            hits: 0,
            seldepth: 0,
            stopped: false,
            unstoppable: false,
            root_depth: 0,
            table: shared.table.get(),
            reductions: Reductions::new(&tunables),
            repetition_draw: shared.repetition_draw
                && !matches!(P::REPETITION, Repetition::Irrelevant | Repetition::Illegal),
            path_from: 0,
            oracle: None,
            current: None,
            watch: None,
            prove_until: u64::MAX,
            forbidden: &shared.forbidden,
            table_version: shared.table.version(),
            poll_at: POLL_NODES.into(),
            counted_nodes: 0,
            counted_hits: 0,
        }
    }

    /// Counts a node; from time to time looks whether to stop. True once the search is over.
    #[inline(always)]
    pub(crate) fn poll(&mut self) -> bool {
        if self.nodes >= self.poll_at { self.poll_now() } else { self.stopped }
    }

    /// Looks whether to stop, adds this thread's nodes to the sum and takes a new table.
    #[cold]
    pub(crate) fn poll_now(&mut self) -> bool {
        let shared = self.shared;
        let new = self.nodes - self.counted_nodes;
        self.counted_nodes = self.nodes;
        let total = shared.nodes.fetch_add(new, Ordering::Relaxed) + new;
        if self.hits > self.counted_hits {
            shared.hits.fetch_add(self.hits - self.counted_hits, Ordering::Relaxed);
            self.counted_hits = self.hits;
        }
        let left = shared.node_limit.saturating_sub(total);
        // Where one thread searches, a node limit is passed by the children of one node at most.
        self.poll_at = self.nodes + u64::from(POLL_NODES).min(left.max(1));
        let used_up = left == 0 && !(self.unstoppable && shared.every_move);
        if used_up {
            shared.control.stop();
        }
        if shared.budget.last.is_some() {
            let (passed, thought) = self.time_spent();
            if !shared.control.pondering() && shared.budget.is_used_up(passed, thought) {
                shared.control.stop();
            }
        }
        let version = shared.table.version();
        if version != self.table_version {
            self.table_version = version;
            self.table = shared.table.get();
        }
        self.stopped = used_up || (shared.control.stopped() && !self.unstoppable);
        self.stopped
    }

    /// The time that counts so far, and for how much of it this thread had the processor, as far as it knows. A helper
    /// thread leaves it to the main thread to end a search that has hardly begun.
    pub(crate) fn time_spent(&mut self) -> (Duration, Duration) {
        let wall = (self.shared.now)();
        let counted = self.shared.control.counted(wall);
        let thought =
            self.watch.as_mut().map_or(Duration::ZERO, |watch| watch.thought(wall, counted));
        (counted, thought)
    }

    /// The static score of a position.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, position: &P, state: &E::State) -> Score {
        self.stats.leaf();
        Score::points(self.evaluator.evaluate(position, state))
    }

    /// A move is searched: counts the state and fetches its bucket.
    #[inline(always)]
    pub(crate) fn count_state(&mut self, child: &P, ply: usize) {
        let switches = self.mode.switches();
        if switches.table && switches.prefetch {
            self.table.prefetch(child.key());
        }
        self.nodes += 1;
        self.stats.state(ply + 1);
    }

    /// Whether moves that another thread is searching are put off at a node of this depth.
    #[inline(always)]
    pub(crate) fn defers(&self, depth: i32) -> bool {
        self.mode.switches().defer_busy
            && self.shared.busy.shared()
            && depth >= self.tunables.defer_depth
    }

    /// What can be said of a position without searching it, `depth` plies from the horizon. Asked
    /// before the costs of a node are paid.
    // A call costs less than what its code in five places takes from the registers of the caller.
    #[inline(never)]
    pub(crate) fn look(&self, position: &P, depth: i32, ply: usize) -> Look {
        let switches = self.mode.switches();
        // Where a game sees every win in one and no move loses at once, a node that is searched
        // has no finished child.
        let seen = switches.static_win && P::STATIC_WIN_PLIES > 0 && !P::MOVER_MAY_LOSE;
        if !seen || ply <= 1 || self.mode.exact() {
            if let Some(ending) = position.ending() {
                return Look::Known(ending_score(ending, position.side_to_move(), ply));
            }
        }
        let exact = self.mode.exact();
        let deep = if exact { depth } else { i32::MAX };
        if switches.static_win && (P::STATIC_WIN_IS_SHORTEST || !exact) {
            if let Some(plies) = position.static_win_plies().filter(|&plies| plies <= deep) {
                return Look::Known(Score::win_in(ply as i32 + plies));
            }
        }
        let in_check = position.in_check();
        // Without the static win, a loss would be asked where a win stands on the board.
        if in_check && switches.static_win && switches.static_loss {
            if let Some(plies) = position.static_loss_plies().filter(|&plies| plies <= deep) {
                return Look::Known(Score::loss_in(ply as i32 + plies));
            }
        }
        Look::Open { in_check }
    }

    /// Searches a child. The sign and the window turn exactly where the side to move does.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub(crate) fn child<const PV: bool>(
        &mut self,
        parent: &P,
        child: &P,
        state: &E::State,
        window: Window,
        depth: i32,
        length: i32,
        ply: usize,
        in_check: bool,
    ) -> Score {
        let how = Entrance { in_check, may_pass: true };
        let window = window.below(length);
        let score = if keeps_turn(parent, child) {
            self.node::<PV>(child, state, window, depth, ply + 1, how)
        } else {
            -self.node::<PV>(child, state, window.turned(), depth, ply + 1, how)
        };
        seen_above(score, length)
    }

    /// Whether a move may not be played because of what stood on the board before.
    #[inline(always)]
    pub(crate) fn is_forbidden(&self, parent: &P, child: &P) -> bool {
        P::REPETITION == Repetition::Illegal
            && !self.forbidden.is_empty()
            && !keeps_turn(parent, child)
            && child.repetition_key().is_some_and(|key| self.forbidden.contains(&key))
    }

    /// Whether the score of a child says that there is no way on.
    #[inline(always)]
    pub(crate) fn is_unplayable(score: Score) -> bool {
        P::REPETITION == Repetition::Illegal && score == UNPLAYABLE
    }

    /// As [`look`](Worker::look), for a child by a move of this length: a score is turned to the view
    /// of its parent's side to move, and `PV` nodes have their line.
    #[inline(always)]
    pub(crate) fn look_at_child<const PV: bool>(
        &mut self,
        parent: &P,
        child: &P,
        depth: i32,
        length: i32,
        ply: usize,
    ) -> Look {
        let look = self.look(child, depth, ply + 1);
        let Look::Known(score) = look else { return look };
        if PV {
            let line = &mut self.memory.lines[ply + 1];
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
        Look::Known(seen_above(if keeps_turn(parent, child) { score } else { -score }, length))
    }

    /// Remembers that `mv` was played at `ply`, for countermoves and repetitions.
    #[inline(always)]
    pub(crate) fn enter(&mut self, position: &P, mv: P::Move, ply: usize) {
        self.memory.frames[ply].played = Some(history::index(position, mv));
        if P::CONTINUATION_SLOTS > 0 && self.mode.switches().continuation {
            self.memory.frames[ply].slot = Some(position.continuation_slot(mv));
        }
        if self.repetition_draw {
            self.lengthen_path(position, mv, ply);
        }
    }

    /// The rows of the continuations after the moves that led to a node.
    #[inline(always)]
    fn follow(&self, position: &P, ply: usize) -> Follow {
        let mut follow = [None; 2];
        if P::CONTINUATION_SLOTS > 0 && self.mode.switches().continuation {
            for (back, row) in (1..).zip(&mut follow) {
                let slot = ply.checked_sub(back).and_then(|ply| self.memory.frames[ply].slot);
                *row = slot.map(|slot| History::<P>::row(position, slot));
            }
        }
        follow
    }

    // Kept out of the node function, whose registers are scarce.
    #[inline(never)]
    fn lengthen_path(&mut self, position: &P, mv: P::Move, ply: usize) {
        self.memory.frames[ply].path = (self.memory.path.len(), self.path_from);
        if position.irreversible(mv) {
            self.path_from = self.memory.path.len();
        } else if let Some(key) = position.repetition_key() {
            self.memory.path.push(key);
        }
    }

    /// Forgets what [`enter`](Worker::enter) remembered.
    #[inline(always)]
    pub(crate) fn leave(&mut self, ply: usize) {
        if self.repetition_draw {
            let (length, from) = self.memory.frames[ply].path;
            self.memory.path.truncate(length);
            self.path_from = from;
        }
    }

    /// Whether the position stood on the board before, in the game or on the path.
    #[inline(never)]
    fn repeats(&self, position: &P) -> bool {
        if self.memory.path.len() < self.path_from + 4 {
            return false;
        }
        position
            .repetition_key()
            .is_some_and(|key| self.memory.path[self.path_from..].contains(&key))
    }

    #[inline(always)]
    fn set_line(&mut self, ply: usize, mv: P::Move) {
        let [line, rest] = &mut self.memory.lines[ply..ply + 2] else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }

    /// Asks the table. It knows nothing of clocks: where one may end the game, it is left alone.
    #[inline(always)]
    fn consult<const PV: bool>(
        &mut self,
        position: &P,
        key: u64,
        timeless: bool,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Consulted<P> {
        let (switches, exact) = (self.mode.switches(), self.mode.exact());
        let entry = if switches.table && timeless { self.table.probe(key) } else { None };
        if switches.table {
            self.stats.probe(ply, entry.is_some());
        }
        let mut table_move = None;
        if let Some(entry) = entry {
            if switches.table_move {
                table_move = entry.mv.map(P::Move::from_bits).filter(|&mv| position.is_legal(mv));
            }
            let score = entry.score.from_table(ply as i32);
            let deep = if exact { entry.depth == depth } else { entry.depth >= depth };
            // A proven score holds at any depth; in exact mode only the same tree counts.
            if (!PV || !switches.pvs) && (deep || (score.is_proven() && !exact)) {
                if window.is_cut_by(entry.bound, score) {
                    if PV && let Some(mv) = table_move {
                        self.memory.lines[ply + 1].clear();
                        self.set_line(ply, mv);
                    }
                    return Consulted::Cut(score);
                }
            }
        }
        Consulted::Known(table_move)
    }

    /// The value of a position for the side to move within the window (fail-soft: a score outside
    /// the window bounds the value). `PV` nodes collect their line and are not cut by the table.
    pub(crate) fn node<const PV: bool>(
        &mut self,
        position: &P,
        state: &E::State,
        window: Window,
        depth: i32,
        ply: usize,
        Entrance { in_check, may_pass }: Entrance,
    ) -> Score {
        let switches = self.mode.switches();
        let exact = self.mode.exact();
        let to_move = position.side_to_move();
        let Window { mut alpha, mut beta } = window;
        let mut depth = depth;
        if PV {
            self.memory.lines[ply].clear();
        }

        // 1. The game is over by a count of plies. (All other ends are seen before the call: see
        // `look`.)
        if let Some(ending) = position.ending_by_clock() {
            if position.has_legal_move() {
                return ending_score(ending, to_move, ply);
            }
        }

        // 2. The search is over; what is returned no longer counts.
        if self.poll() {
            return Score::ZERO;
        }
        if ply > self.seldepth {
            self.seldepth = ply;
        }

        // 3. A win already found that no line from here can beat, or a loss no line can miss.
        if switches.mate_distance {
            alpha = alpha.max(Score::loss_in(ply as i32));
            let soonest = if P::MOVES_MAY_BE_FREE { 0 } else { 1 };
            beta = beta.min(Score::win_in(ply as i32 + soonest));
            if alpha >= beta {
                return alpha;
            }
        }

        // 4. A position met before is worth a draw, as the third time would be.
        if self.repetition_draw && !exact && self.repeats(position) {
            match P::REPETITION {
                Repetition::None | Repetition::Draw => return Score::ZERO,
                Repetition::Irrelevant | Repetition::Loss | Repetition::Illegal => {}
            }
        }

        // 5. The endgame tables, if there are any, know the value.
        let mut known = Score::ZERO;
        if switches.probe && self.oracle.is_some() {
            if let Some(score) = self.ask(position, depth, ply) {
                // A win known without its distance is worth that at least, a loss at most.
                let open = PV && score.is_known() && score > alpha && score < beta;
                if !open {
                    return score;
                }
                known = score;
                alpha = alpha.max(if score > Score::ZERO { score } else { alpha });
            }
        }

        // 6. The horizon. A check is not left standing there.
        if ply >= MAX_PLY {
            return self.evaluate(position, state);
        }
        if depth <= 0 {
            let extend = switches.check_extension && (ply as i32) < 2 * self.root_depth && in_check;
            if !extend {
                return self.horizon(position, state, Window { alpha, beta }, ply, in_check);
            }
            depth = 1;
        } else if switches.extend_all_checks && in_check && (ply as i32) < 2 * self.root_depth {
            // 6a. A check is answered by few moves: they cost no depth.
            depth += 1;
        }

        // 7. The table, where it comes first.
        let key = position.key();
        let timeless = !position.clock_ends_within(depth);
        let mut table_move = None;
        if switches.table_early {
            let window = Window { alpha, beta };
            match self.consult::<PV>(position, key, timeless, window, depth, ply) {
                Consulted::Cut(score) => return score,
                Consulted::Known(mv) => table_move = mv,
            }
        }

        // 7a. The static score. Where it comes before the table, the bucket is still on its way.
        let prunes = !PV && !in_check && !beta.is_decided() && !alpha.is_decided();
        let asked = switches.null_move
            || switches.reverse_futility
            || switches.futility
            || switches.razoring;
        let wanted = prunes || (switches.improving && !in_check);
        let static_score =
            if wanted && asked { self.evaluate(position, state) } else { Score::ZERO };
        let mut improving = true;
        if switches.improving {
            self.memory.frames[ply].static_score = if in_check { UNKNOWN } else { static_score };
            let before = ply.checked_sub(2).map(|ply| self.memory.frames[ply].static_score);
            improving = !in_check && before.is_none_or(|before| static_score > before);
        }

        // 8. Reverse futility: so far above the window that a shallow search will stay there.
        if switches.reverse_futility && prunes && depth <= self.tunables.reverse_futility_depth {
            let plies = depth - i32::from(switches.improving && improving);
            let margin = plies * self.tunables.reverse_futility_margin;
            if static_score.raw() - margin >= beta.raw() {
                return static_score;
            }
        }

        // 8a. Razoring: so far below the window that only captures could help.
        if switches.razoring && prunes && depth <= self.tunables.razoring_depth {
            let margin = self.tunables.futility_base + depth * self.tunables.razoring_margin;
            if static_score.raw() + margin <= alpha.raw() {
                let window = Window { alpha, beta: alpha.next() };
                let score = self.horizon(position, state, window, ply, in_check);
                if score <= alpha || self.stopped {
                    return score;
                }
            }
        }

        // 9. The table.
        if !switches.table_early {
            let window = Window { alpha, beta };
            match self.consult::<PV>(position, key, timeless, window, depth, ply) {
                Consulted::Cut(score) => return score,
                Consulted::Known(mv) => table_move = mv,
            }
        }

        // 10. Null move: even passing keeps the score above the window.
        if switches.null_move
            && prunes
            && may_pass
            && depth >= self.tunables.null_move_depth
            && static_score >= beta
        {
            if let Some(passed) = position.null_move() {
                self.memory.frames[ply].played = None;
                self.memory.frames[ply].slot = None;
                let growth = depth * self.tunables.null_move_growth / 100;
                let rest = depth - 1 - self.tunables.null_move_reduction - growth;
                let turned = Window { alpha: -beta, beta: -beta.previous() };
                let score = -match self.look(&passed, rest, ply + 1) {
                    Look::Known(score) => score,
                    Look::Open { in_check } => {
                        let how = Entrance { in_check, may_pass: false };
                        self.node::<false>(&passed, state, turned, rest, ply + 1, how)
                    }
                };
                if self.stopped {
                    return Score::ZERO;
                }
                // Where passing would be the best there is, the score after it says nothing.
                let verified = score >= beta
                    && (!switches.null_move_verification
                        || depth < self.tunables.null_verification_depth
                        || self.holds_without_passing(position, state, beta, rest, ply));
                if self.stopped {
                    return Score::ZERO;
                }
                // A win found by passing is not proven: passing was not allowed.
                if verified {
                    return if score.is_proven() { beta } else { score };
                }
            }
        }

        // 11. A node that no search has visited is worth less effort until one has.
        if switches.internal_reductions
            && switches.table
            && switches.table_move
            && table_move.is_none()
            && depth >= self.tunables.internal_reduction_depth
        {
            depth -= 1;
        }

        // 11a. A forced move is no choice: it costs no depth.
        if switches.one_reply_extension
            && (ply as i32) < 2 * self.root_depth
            && position.is_forced()
        {
            depth += 1;
        }

        // 12. The moves.
        let follow = self.follow(position, ply);
        let killers = if switches.killers { self.killers(ply) } else { [None; KILLERS] };
        let previous = if ply > 0 { self.memory.frames[ply - 1].played } else { None };
        let countermove = match previous {
            Some(previous) if switches.countermove => self.memory.history.countermove(previous),
            _ => None,
        };
        self.memory.frames[ply + 1].killers = [None; KILLERS];
        self.stats.expanded(ply);
        let mut picker = Picker::new(table_move, killers, countermove, follow);
        let mut quiets = ArrayVec::<P::Move, MAX_MOVES>::new();
        let mut best = Score::from_raw(i32::MIN);
        let mut best_move = None;
        let first_alpha = alpha;
        let mut number = 0;
        // Whether history took a move away.
        let mut bereft = false;
        // Moves that another thread is searching are put off to the end.
        let defers = self.defers(depth);
        let mut put_off = ArrayVec::<Picked<P::Move>, MAX_MOVES>::new();
        loop {
            // 12a. Futility: quiet moves of a shallow node that is far below the window.
            let futile =
                switches.futility && prunes && number > 0 && depth <= self.tunables.futility_depth;
            let hope = static_score.raw()
                + self.tunables.futility_base
                + depth * self.tunables.futility_margin;
            let skip_quiet = futile && {
                let most = hope + P::MOST_QUIET_GAIN;
                if most <= alpha.raw() {
                    best = best.max(Score::points(most));
                }
                most <= alpha.raw()
            };
            // 12a'. Late move pruning: so many moves of a shallow node did not help that the rest will not.
            let late = switches.late_move_pruning
                && prunes
                && depth <= self.tunables.late_move_depth
                && number as i32
                    >= (self.tunables.late_move_count + depth * depth)
                        >> i32::from(switches.improving && !improving)
                && !best.is_loss();
            let skip_quiet = skip_quiet || late;
            let mut picked =
                picker.next(position, &self.memory.history, &self.evaluator, switches, skip_quiet);
            let again = picked.is_none();
            if again {
                picked = put_off.pop();
            }
            let Some(Picked { mv, quiet }) = picked else { break };
            // 12a*. Futility of this quiet move, with what it brings at once.
            if P::MOST_QUIET_GAIN > 0 && futile && quiet && !again {
                let most = hope + position.quiet_gain(mv);
                if most <= alpha.raw() {
                    best = best.max(Score::points(most));
                    continue;
                }
            }
            // 12a''. Captures that lose material: all that are left are such.
            if switches.losing_pruning
                && prunes
                && number > 0
                && !again
                && depth <= self.tunables.losing_depth
                && picker.only_losing()
                && !best.is_loss()
            {
                break;
            }
            let child = position.make(mv);
            if self.is_forbidden(position, &child) {
                bereft = true;
                continue;
            }
            let (spent, length) = (position.depth_of(mv), position.length_of(mv));
            let busy = defers && number > 0 && !again;
            if busy && self.shared.busy.contains(child.key(), depth) {
                put_off.push(Picked { mv, quiet });
                continue;
            }
            self.count_state(&child, ply);
            let look = self.look_at_child::<PV>(position, &child, depth - spent, length, ply);
            let score = if let Look::Known(score) = look {
                // 12b. A child that needs no search.
                score
            } else {
                let gives_check = matches!(look, Look::Open { in_check: true });
                let child_state = self.evaluator.update(state, position, mv, &child);
                self.enter(position, mv, ply);
                if defers {
                    self.shared.busy.enter(child.key(), depth);
                }
                let reduction = self.reduction(
                    switches, PV, depth, number, quiet, in_check, improving, position, mv, &follow,
                );
                let (window, narrow) = (Window { alpha, beta }, Window::above(alpha));
                // 12c. Late quiet moves are first searched less deep (late-move reductions), and
                // all but the first are asked only whether they are better (PVS).
                let scout = switches.pvs && number > 0;
                let mut score = Score::INFINITY;
                if scout || reduction > 0 {
                    if PV {
                        // A null window knows no line. Where its score is at or above beta the move is not
                        // searched again, and still the parent's best where the side does not change, or where
                        // beta was lowered to the soonest mate: an earlier move's line must not stand there.
                        self.memory.lines[ply + 1].clear();
                    }
                    let rest = depth - spent - reduction;
                    score = self.child::<false>(
                        position,
                        &child,
                        &child_state,
                        narrow,
                        rest,
                        length,
                        ply,
                        gives_check,
                    );
                }
                if scout && reduction > 0 && score > alpha {
                    let rest = depth - spent;
                    score = self.child::<false>(
                        position,
                        &child,
                        &child_state,
                        narrow,
                        rest,
                        length,
                        ply,
                        gives_check,
                    );
                }
                if score > alpha && (!scout || (PV && score < beta)) {
                    let rest = depth - spent;
                    score = self.child::<PV>(
                        position,
                        &child,
                        &child_state,
                        window,
                        rest,
                        length,
                        ply,
                        gives_check,
                    );
                }
                self.leave(ply);
                if defers {
                    self.shared.busy.leave(child.key(), depth);
                }
                score
            };
            if self.stopped {
                return Score::ZERO;
            }
            if Self::is_unplayable(score) {
                bereft = true;
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
                            self.reward(position, mv, &quiets, depth, ply, previous, &follow);
                        }
                        break;
                    }
                }
            }
            if quiet {
                quiets.push(mv);
            }
        }

        // 13. No legal move. One that history forbids is no reason to call it an end.
        if number == 0 && bereft {
            let within_turn = position.repetition_key().is_none();
            return if within_turn { UNPLAYABLE } else { self.evaluate(position, state) };
        }
        if number == 0 {
            return ending_score(position.ending_without_moves(), to_move, ply);
        }

        // 13a. What the endgame tables said holds.
        if PV && known.is_known() {
            best = if known > Score::ZERO { best.max(known) } else { best.min(known) };
        }

        // 14. Into the table.
        if let (Some(best), Some(table)) = (best_move, table_move) {
            self.stats.table_move(ply, best == table);
        }
        if switches.table && timeless && !bereft {
            let bound = Window { alpha: first_alpha, beta }.bound_of(best);
            let entry = Entry {
                mv: best_move.map(MoveBits::bits),
                score: best.to_table(ply as i32),
                bound,
                depth,
            };
            self.table.store(key, entry);
        }
        best
    }

    /// Whether the score stays at or above `beta` at this depth without a pass here.
    #[inline(never)]
    fn holds_without_passing(
        &mut self,
        position: &P,
        state: &E::State,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> bool {
        let window = Window { alpha: beta.previous(), beta };
        let how = Entrance { in_check: false, may_pass: false };
        self.node::<false>(position, state, window, depth, ply, how) >= beta
    }

    /// How many plies less deep a move is searched at first.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn reduction(
        &self,
        switches: Switches,
        pv: bool,
        depth: i32,
        number: usize,
        quiet: bool,
        in_check: bool,
        improving: bool,
        position: &P,
        mv: P::Move,
        follow: &Follow,
    ) -> i32 {
        let tunables = &self.tunables;
        if !switches.late_move_reductions
            || depth < tunables.lmr_depth
            || number < tunables.lmr_moves as usize
            || !(quiet || switches.reduce_tactical)
            || in_check
        {
            return 0;
        }
        let mut hundredths = self.reductions.get(depth, number);
        if switches.history && quiet {
            let score = self.memory.history.score(position, mv, follow);
            hundredths -= 100 * score / tunables.lmr_history;
        }
        if switches.improving && !improving {
            hundredths += tunables.improving_reduction;
        }
        if pv {
            hundredths -= 100;
        }
        (hundredths / 100).clamp(0, depth - 2)
    }

    /// The moves that cut off at this ply.
    #[inline(always)]
    pub(crate) fn killers(&self, ply: usize) -> [Option<P::Move>; KILLERS] {
        self.memory.frames[ply].killers
    }

    /// A quiet move cut off: killers, countermove and history learn it.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub(crate) fn reward(
        &mut self,
        position: &P,
        mv: P::Move,
        tried: &[P::Move],
        depth: i32,
        ply: usize,
        previous: Option<usize>,
        follow: &Follow,
    ) {
        let switches = self.mode.switches();
        if switches.killers {
            let killers = &mut self.memory.frames[ply].killers;
            if killers[0] != Some(mv) {
                killers[1] = killers[0];
                killers[0] = Some(mv);
            }
        }
        if switches.countermove
            && let Some(previous) = previous
        {
            self.memory.history.set_countermove(previous, mv);
        }
        if switches.history {
            self.memory.history.cutoff(position, mv, tried, depth, follow);
        }
    }
}
