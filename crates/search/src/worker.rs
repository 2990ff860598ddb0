//! One thread's search: its data, when it polls, the path it stands at the end of, and its lines.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arrayvec::ArrayVec;
use game::{Evaluator, ForcedWin, Position, Repetition, Score};

use crate::MAX_PLY;
use crate::busy::Busy;
use crate::correction::Corrections;
use crate::history::{self, Apart, History, Preceding};
use crate::mode::Mode;
use crate::ordering::{KILLERS, Picked, Tried};
use crate::params::Tunables;
use crate::reductions::Reductions;
use crate::shared::{Control, TableHandle};
use crate::stats::Stats;
use crate::tablebase::Prober;
use crate::time::{Budget, Stopwatch};
use crate::tree::{Edge, Node};
use crate::tt::Table;

/// How many nodes (and the children of one more) may pass between two polls of the stop flag, the clock and the table's handle.
pub const POLL_NODES: u32 = 1_024;

/// How many positions are remembered as asked for forced wins.
pub(crate) const ASKED: usize = 1 << 12;

/// No static evaluation: the side to move is in check.
pub(crate) const NOT_EVALUATED: Score = Score::from_raw(i32::MIN);

/// The search's data of a ply.
#[derive(Clone, Copy)]
pub(crate) struct StackEntry<P: Position> {
    pub(crate) killers: [Option<P::Move>; KILLERS],
    /// The [`history::index`] of the move that led to this ply's child; none after a pass.
    pub(crate) played: Option<usize>,
    /// That move's [`continuation_slot`](Position::continuation_slot), where the game has them.
    pub(crate) slot: Option<usize>,
    /// The static evaluation; [`NOT_EVALUATED`] where the side to move is in check.
    pub(crate) evaluation: Score,
    /// True if a move is expected to cut the node of this ply off.
    pub(crate) cut: bool,
    /// The move that the search of this ply leaves out.
    pub(crate) excluded: Option<P::Move>,
    /// How many moves of the line were extended by two plies.
    pub(crate) doubles: i32,
    /// How long the path was before that move, and where the comparison of its keys began.
    pub(crate) path: (usize, usize),
}

impl<P: Position> StackEntry<P> {
    const EMPTY: Self = Self {
        killers: [None; KILLERS],
        played: None,
        slot: None,
        evaluation: NOT_EVALUATED,
        cut: false,
        excluded: None,
        doubles: 0,
        path: (0, 0),
    };
}

/// One thread's data from search to search: history, and its stacks.
pub(crate) struct ThreadData<P: Position> {
    pub(crate) history: History<P>,
    pub(crate) corrections: Corrections<P>,
    /// By ply, the best line from there.
    pub(crate) lines: Vec<Vec<P::Move>>,
    pub(crate) stack: Box<[StackEntry<P>; MAX_PLY + 2]>,
    /// The repetition keys of the game and of the path.
    pub(crate) path: Vec<u64>,
}

impl<P: Position> ThreadData<P> {
    pub(crate) fn new() -> Self {
        Self {
            history: History::new(),
            corrections: Corrections::new(),
            lines: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            stack: Box::new([StackEntry::EMPTY; MAX_PLY + 2]),
            path: Vec::with_capacity(2 * MAX_PLY),
        }
    }
}

/// The data that all threads of one search share.
pub(crate) struct Shared<'s, M: Mode> {
    pub(crate) control: &'s Control,
    pub(crate) table: &'s TableHandle<M::Layout>,
    /// The time since the search began.
    pub(crate) now: &'s (dyn Fn() -> Duration + Sync),
    /// The nodes of all threads, added up at polls.
    pub(crate) nodes: AtomicU64,
    /// The positions found in endgame tables, likewise.
    pub(crate) hits: AtomicU64,
    pub(crate) node_limit: u64,
    /// True if the node limit waits for the first iteration.
    pub(crate) every_move: bool,
    /// Up to this size in MiB the table grows between iterations; 0 where it does not.
    pub(crate) full_mib: usize,
    pub(crate) budget: Budget,
    /// Score a position met before on the path or in the game as a draw.
    pub(crate) repetition_draw: bool,
    /// Repetition keys that no turn may bring about: they stood on the board twice.
    pub(crate) forbidden: Vec<u64>,
    /// The positions that the threads are searching.
    pub(crate) busy: Busy,
}

/// A position in which the game showed no forced win with so much work.
#[derive(Clone, Copy, Default)]
pub(crate) struct Asked {
    pub(crate) key: u64,
    pub(crate) effort: u32,
}

/// What a verification of the choice said of the position after a turn.
#[derive(Clone, Copy)]
pub(crate) struct Verified {
    pub(crate) key: u64,
    /// The nodes of the search by then.
    pub(crate) nodes: u64,
    /// The score of the side that made the turn.
    pub(crate) score: Score,
}

/// One thread's search.
pub(crate) struct Worker<'s, P: Position, E: Evaluator<P>, M: Mode> {
    pub(crate) shared: &'s Shared<'s, M>,
    pub(crate) mode: M,
    pub(crate) tunables: Tunables,
    pub(crate) evaluator: E,
    pub(crate) thread: &'s mut ThreadData<P>,
    pub(crate) stats: M::Stats,
    pub(crate) nodes: u64,
    pub(crate) quiescence_nodes: u64,
    /// Those of `nodes` in proofs of exact distances.
    pub(crate) proof_nodes: u64,
    /// The positions found in endgame tables.
    pub(crate) hits: u64,
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
    /// True if only the node limit may stop it: so that there is a searched move to play.
    pub(crate) unstoppable: bool,
    /// The nominal depth of the iteration.
    pub(crate) root_depth: i32,
    pub(crate) table: Arc<Table<M::Layout>>,
    pub(crate) reductions: &'s Reductions,
    /// True if the path is kept, as a repetition counts for something.
    pub(crate) keeps_path: bool,
    /// Where the comparison of repetition keys begins.
    pub(crate) path_from: usize,
    /// How many keys of the path are those of the game, before the root.
    pub(crate) game_length: usize,
    /// The endgame tables, if there are any.
    pub(crate) prober: Option<Arc<dyn Prober<P>>>,
    /// Called with the root move under way, in long searches.
    pub(crate) current: Option<&'s (dyn Fn(P::Move, usize) + Sync)>,
    /// The processor time of the main thread, where the search may be cut short.
    pub(crate) watch: Option<Stopwatch<'s>>,
    /// The node at which a proof gives up.
    pub(crate) prove_until: u64,
    /// The node at which a verification of the choice ends.
    verify_until: u64,
    /// The ply of the root: that of the reply while a choice is verified.
    pub(crate) root_ply: usize,
    /// What verifications found in this search.
    pub(crate) verified: Vec<Verified>,
    /// Repetition keys that no turn may bring about.
    pub(crate) forbidden: &'s [u64],
    /// By the last bits of their keys, positions in which the game showed no forced win.
    pub(crate) without_forced_win: Vec<Asked>,
    /// The work that was done to find forced wins in this search, in steps of the game: in the tree, and after turns that were
    /// the best so far.
    pub(crate) forced_win_work: [u64; 2],
    /// Forced wins of the other side after turns that were the best so far, by the positions' keys.
    pub(crate) winning_replies: Vec<(u64, ForcedWin<P::Move>)>,
    table_version: u32,
    /// The number of nodes at which to poll next.
    poll_at: u64,
    counted_nodes: u64,
    counted_hits: u64,
}

impl<'s, P: Position, E: Evaluator<P>, M: Mode> Worker<'s, P, E, M> {
    pub(crate) fn new(
        shared: &'s Shared<'s, M>,
        mode: M,
        tunables: Tunables,
        reductions: &'s Reductions,
        evaluator: E,
        thread: &'s mut ThreadData<P>,
        game_keys: &[u64],
    ) -> Self {
        thread.path.clear();
        thread.path.extend_from_slice(game_keys);
        thread.stack.fill(StackEntry::EMPTY);
        let asked = if mode.switches().forced_wins { ASKED } else { 0 };
        let keeps_path = match P::REPETITION {
            Repetition::Illegal => !mode.exact(),
            Repetition::Irrelevant => false,
            _ => shared.repetition_draw,
        };
        Self {
            shared,
            mode,
            tunables,
            evaluator,
            thread,
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
            reductions,
            keeps_path,
            path_from: 0,
            game_length: game_keys.len(),
            prober: None,
            current: None,
            watch: None,
            prove_until: u64::MAX,
            verify_until: u64::MAX,
            root_ply: 0,
            verified: Vec::new(),
            forbidden: &shared.forbidden,
            without_forced_win: vec![Asked::default(); asked],
            forced_win_work: [0; 2],
            winning_replies: Vec::new(),
            table_version: shared.table.version(),
            poll_at: POLL_NODES.into(),
            counted_nodes: 0,
            counted_hits: 0,
        }
    }

    /// True once the search is over; asked at every node, and answered anew from time to time.
    #[inline(always)]
    pub(crate) fn poll(&mut self) -> bool {
        if self.nodes >= self.poll_at { self.poll_now() } else { self.stopped }
    }

    /// Decides whether to stop, adds this thread's nodes to the sum and takes a new table.
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
        let pause = u64::from(POLL_NODES).min(left.max(1));
        self.poll_at = (self.nodes + pause).min(self.verify_until.max(self.nodes + 1));
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
        self.stopped = used_up
            || (shared.control.stopped() && !self.unstoppable)
            || self.nodes >= self.verify_until;
        self.stopped
    }

    /// Searches for no more than so many nodes, and then seems stopped, until [`search_on`](Worker::search_on).
    pub(crate) fn search_for(&mut self, nodes: u64) {
        self.verify_until = self.nodes + nodes;
        self.poll_at = self.poll_at.min(self.verify_until);
    }

    /// Ends what [`search_for`](Worker::search_for) began: only the search's own limits stop it again.
    pub(crate) fn search_on(&mut self) {
        self.verify_until = u64::MAX;
        self.poll_now();
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

    /// The key of a position in the table.
    #[inline(always)]
    pub(crate) fn table_key(&self, position: &P) -> u64 {
        let key = position.key();
        // The place comes of the first hash, and all of the lock that the narrow entries keep of the second.
        const LOCK: u64 = u32::MAX as u64;
        if self.mode.switches().second_hash {
            key & !LOCK | position.second_key() & LOCK
        } else {
            key
        }
    }

    /// The static evaluation of a position, for the side to move.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, position: &P, state: &E::State) -> Score {
        let points = self.evaluator.evaluate(position, state);
        self.corrected(position, points)
    }

    /// The static evaluation of a child, whose state is only asked for if the score is not remembered.
    #[inline(always)]
    pub(crate) fn evaluate_child(
        &mut self,
        node: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
    ) -> Score {
        let evaluator = &self.evaluator;
        let state = || evaluator.update(node.state, node.position, edge.mv, edge.child);
        let points = evaluator.remembered(edge.child, state);
        self.corrected(edge.child, points)
    }

    #[inline(always)]
    fn corrected(&mut self, position: &P, mut points: i32) -> Score {
        self.stats.leaf();
        if P::CORRECTIONS > 0 && self.mode.switches().correction {
            points += self.thread.corrections.points(position, self.tunables.correction_weight);
        }
        Score::points(points)
    }

    /// A move was made: counts the node below it, `depth` plies from the horizon, and fetches its bucket of the table if
    /// it is to be probed.
    #[inline(always)]
    pub(crate) fn count_node(&mut self, child: &P, depth: i32, ply: usize) {
        let switches = self.mode.switches();
        if switches.table && switches.prefetch && (depth > 0 || switches.quiescence_table) {
            self.table.prefetch(self.table_key(child));
        }
        self.nodes += 1;
        self.stats.node(ply + 1);
    }

    /// True if moves that another thread is searching are deferred at a node of this depth.
    #[inline(always)]
    pub(crate) fn defers(&self, depth: i32) -> bool {
        self.mode.switches().defer_busy
            && self.shared.busy.shared()
            && depth >= self.tunables.defer_depth
    }

    /// Notes that `mv` is played at `ply`, for countermoves and repetitions.
    #[inline(always)]
    pub(crate) fn enter(&mut self, position: &P, mv: P::Move, ply: usize) {
        self.thread.stack[ply].played = Some(history::index(position, mv));
        if P::CONTINUATION_SLOTS > 0 && self.mode.switches().continuation {
            self.thread.stack[ply].slot = Some(position.continuation_slot(mv));
        }
        if self.keeps_path {
            if P::REPETITION == Repetition::Illegal && position.repetition_key().is_none() {
                // Within a turn the path stays as it is.
                self.thread.stack[ply].path = (usize::MAX, 0);
            } else {
                self.lengthen_path(position, mv, ply);
            }
        }
    }

    /// Notes that the side to move passes at `ply`.
    #[inline(always)]
    pub(crate) fn enter_pass(&mut self, ply: usize) {
        self.thread.stack[ply].played = None;
        self.thread.stack[ply].slot = None;
    }

    /// Makes `mv` and the line of its child the line of a ply.
    #[inline(always)]
    pub(crate) fn set_line(&mut self, ply: usize, mv: P::Move) {
        let [line, rest] = &mut self.thread.lines[ply..ply + 2] else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }

    /// The moves that led to a node, as the statistics of quiet moves are kept by them.
    #[inline(always)]
    pub(crate) fn preceding(&self, position: &P, ply: usize) -> Preceding {
        let mut preceding = Preceding::default();
        if P::CONTINUATION_SLOTS > 0 && self.mode.switches().continuation {
            for (back, row) in history::BACK.into_iter().zip(&mut preceding.context.rows) {
                let slot = ply.checked_sub(back).and_then(|ply| self.thread.stack[ply].slot);
                *row = slot.map(|slot| History::<P>::row(position, slot));
            }
        }
        if P::HISTORY_KINDS > 1 && self.mode.switches().history_by_kind {
            preceding.context.kinds = Some(position.history_context());
        }
        if ply > 0 {
            preceding.last = self.thread.stack[ply - 1].played;
        }
        preceding
    }

    /// By what moves are ordered.
    #[inline(always)]
    pub(crate) fn learned(&self) -> (&History<P>, &E) {
        (&self.thread.history, &self.evaluator)
    }

    /// How the history tells moves apart, where it is not as the game does.
    #[inline(always)]
    pub(crate) fn apart(&self) -> Option<Apart> {
        Apart::asked(self.mode.switches(), &self.tunables)
    }

    /// The moves that cut off at this ply, where killers are kept.
    #[inline(always)]
    pub(crate) fn killers(&self, ply: usize) -> [Option<P::Move>; KILLERS] {
        if self.mode.switches().killers { self.thread.stack[ply].killers } else { [None; KILLERS] }
    }

    /// The quiet move that refuted the last move before, where such are kept.
    #[inline(always)]
    pub(crate) fn countermove(&self, preceding: &Preceding) -> Option<P::Move> {
        match preceding.last {
            Some(last) if self.mode.switches().countermove => self.thread.history.countermove(last),
            _ => None,
        }
    }

    /// A move cut off, and those tried before it did not. Of a quiet one killers, countermove and history learn.
    #[inline(always)]
    pub(crate) fn reward(
        &mut self,
        node: &Node<'_, P, E::State>,
        Picked { mv, quiet }: Picked<P::Move>,
        tried: &Tried<P::Move>,
        depth: i32,
        preceding: &Preceding,
    ) {
        if self.mode.switches().capture_history {
            self.reward_captures(node.position, (!quiet).then_some(mv), &tried.captures, depth);
        }
        if quiet {
            self.reward_quiet(node.position, mv, &tried.quiets, depth, node.ply, preceding);
        }
    }

    /// A quiet move cut off, and the quiet ones tried before it did not.
    #[inline]
    pub(crate) fn reward_quiet(
        &mut self,
        position: &P,
        mv: P::Move,
        tried: &[P::Move],
        depth: i32,
        ply: usize,
        preceding: &Preceding,
    ) {
        let switches = self.mode.switches();
        if switches.killers {
            let killers = &mut self.thread.stack[ply].killers;
            if killers[0] != Some(mv) {
                let count = self.tunables.killer_count as usize;
                let known = killers[..count].iter().position(|&killer| killer == Some(mv));
                killers[..=known.unwrap_or(count - 1)].rotate_right(1);
                killers[0] = Some(mv);
            }
        }
        if switches.countermove
            && let Some(last) = preceding.last
        {
            self.thread.history.set_countermove(last, mv);
        }
        if switches.history {
            self.learn_quiet(position, mv, tried, depth, preceding);
        }
    }

    #[inline(always)]
    fn learn_quiet(
        &mut self,
        position: &P,
        mv: P::Move,
        tried: &[P::Move],
        depth: i32,
        preceding: &Preceding,
    ) {
        let bonus = history::increment(self.tunables.history_increment, depth);
        let malus = if self.mode.switches().history_malus { bonus } else { 0 };
        let apart = self.apart();
        self.thread.history.learn(position, mv, tried, (bonus, malus), &preceding.context, apart);
    }

    #[inline(never)]
    fn reward_captures(
        &mut self,
        position: &P,
        best: Option<P::Move>,
        tried: &[P::Move],
        depth: i32,
    ) {
        let bonus = history::increment(self.tunables.history_increment, depth);
        if let Some(mv) = best {
            self.thread.history.learn_capture(position, mv, bonus);
        }
        for &mv in tried {
            self.thread.history.learn_capture(position, mv, -bonus);
        }
    }

    /// A move is the best of a node, and did not cut off.
    #[inline(never)]
    pub(crate) fn reward_best(
        &mut self,
        node: &Node<'_, P, E::State>,
        mv: P::Move,
        tried: &Tried<P::Move>,
        depth: i32,
        preceding: &Preceding,
    ) {
        let switches = self.mode.switches();
        if !switches.history || node.position.is_tactical(mv) {
            return;
        }
        let others: ArrayVec<_, { game::MAX_MOVES }> =
            tried.quiets.iter().copied().filter(|&other| other != mv).collect();
        self.learn_quiet(node.position, mv, &others, depth, preceding);
    }
}
