//! The root of the tree: its moves, with a score and a line each.

use std::time::Duration;

use game::zobrist::mix;
use game::{Evaluator, MoveBits, MoveList, Position, ReplyWin, Score};

use crate::MAX_PLY;
use crate::mode::Mode;
use crate::stats::Stats;
use crate::tablebase::Prober;
use crate::tree::{Edge, Late, Node, StaticResult, keeps_turn, turn_of};
use crate::tt::Entry;
use crate::window::Window;
use crate::worker::Worker;

/// How often a move of the root is searched again because the turn that it began loses by force.
const MOST_TRIES: u32 = 8;

/// A move at the root, and what the search knows of it.
#[derive(Clone, Debug)]
pub struct RootMove<P: Position> {
    /// The move.
    pub mv: P::Move,
    /// Its score from the view of the side to move, in the last iteration in which it had one of
    /// its own (others only say that the move is no better than the best).
    pub score: Score,
    /// The score of the last search of the move, be it only a bound.
    pub(crate) latest: Score,
    /// True if `score` is this iteration's own, and not only a bound.
    pub exact: bool,
    /// The nominal depth of `score`.
    pub depth: i32,
    /// The line that begins with the move.
    pub line: Vec<P::Move>,
    /// Nodes searched below it so far.
    pub nodes: u64,
    /// Its rank by the endgame tables: no move is played where one of a higher rank is. All have the same where
    /// the tables say nothing.
    pub rank: i32,
    /// The value that the endgame tables give it.
    pub known: Option<Score>,
}

impl<P: Position> RootMove<P> {
    /// A move of which nothing is known yet.
    pub fn new(mv: P::Move) -> Self {
        Self {
            mv,
            score: Score::from_raw(i32::MIN),
            latest: Score::from_raw(i32::MIN),
            exact: false,
            depth: 0,
            line: vec![mv],
            nodes: 0,
            rank: 0,
            known: None,
        }
    }

    /// A copy without the line.
    pub(crate) fn without_line(&self) -> Self {
        Self { line: Vec::new(), ..*self }
    }

    /// The score to show: what the endgame tables say, unless the search has proven a win or loss that they only
    /// know of.
    pub fn value(&self) -> Score {
        let agrees = |known: &Score| {
            self.score.is_proven()
                && known.is_decided()
                && self.score.is_win() == (*known > Score::ZERO)
        };
        self.known.filter(|known| !agrees(known)).unwrap_or(self.score)
    }
}

/// The legal moves of the root; only those in `only`, if there are any.
pub(crate) fn root_moves<P: Position>(root: &P, only: &[P::Move]) -> Vec<RootMove<P>> {
    let mut moves = MoveList::new();
    if root.ending().is_none() {
        root.legal_moves(&mut moves);
    }
    moves.into_iter().filter(|mv| only.is_empty() || only.contains(mv)).map(RootMove::new).collect()
}

/// Ranks the moves by what the tablebase says: the best first, and no more than those of the highest ranks, at least
/// `lines`. Returns whether the tablebase is to be asked within the tree.
pub(crate) fn rank_moves<P: Position>(
    prober: &dyn Prober<P>,
    root: &P,
    earlier: &[u64],
    moves: &mut Vec<RootMove<P>>,
    lines: usize,
) -> bool {
    let played: Vec<P::Move> = moves.iter().map(|root_move| root_move.mv).collect();
    let Some(ranking) = prober.rank(root, earlier, &played) else { return true };
    for (root_move, (rank, known)) in moves.iter_mut().zip(ranking.moves) {
        root_move.rank = rank;
        root_move.known = Some(known);
    }
    moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.rank));
    if let Some(least) = moves.get(lines.clamp(1, moves.len().max(1)) - 1).map(|last| last.rank) {
        moves.retain(|root_move| root_move.rank >= least);
    }
    ranking.probe
}

/// Where the moves of the rank of move number `first` end.
pub(crate) fn end_of_rank<P: Position>(moves: &[RootMove<P>], first: usize) -> usize {
    let rank = moves[first].rank;
    first + moves[first..].iter().take_while(|root_move| root_move.rank == rank).count()
}

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// Searches the root's moves from number `first` on (those before have lines of their own)
    /// and brings the best to that place. Fail-soft, as [`Worker::node`].
    pub(crate) fn root(
        &mut self,
        root: &Node<'_, P, E::State>,
        moves: &mut [RootMove<P>],
        first: usize,
        window: Window,
        depth: i32,
    ) -> Score {
        let switches = self.mode.switches();
        let position = root.position;
        let mut alpha = window.alpha;
        let mut best = Score::from_raw(i32::MIN);
        let mut best_at: Option<usize> = None;
        let ply = root.ply;
        self.stats.expanded(ply);
        for root_move in &mut moves[first..] {
            root_move.exact = false;
        }
        // Moves of equal score are distinguished by windows that let them pass; which one is chosen is a random
        // number that each move has from the seed.
        let varies = switches.random_choice
            && ply == 0
            && (position.count_pieces() as i32) < self.tunables.random_pieces;
        let seed = mix(position.key() ^ mix(self.tunables.random_seed as u64));
        let random = |mv: P::Move| mix(seed ^ u64::from(mv.bits().get()));
        let defers = self.defers(depth);
        let mut deferred = Vec::new();
        let mut next = first..moves.len();
        loop {
            let (at, again) = match next.next() {
                Some(at) => (at, false),
                None => match deferred.pop() {
                    Some(at) => (at, true),
                    None => break,
                },
            };
            let mv = moves[at].mv;
            let before = self.nodes;
            let child = position.make(mv);
            if self.is_forbidden(position, &child) {
                continue;
            }
            if defers && at > first && !again && self.shared.busy.contains(child.key(), depth) {
                deferred.push(at);
                continue;
            }
            if ply == 0 {
                self.report_current(mv, at);
            }
            let ties = varies && best_at.is_some() && best == alpha;
            let from = if ties { alpha.previous() } else { alpha };
            let open = Window { alpha: from, beta: window.beta };
            let edge = Edge::new(position, mv, &child);
            self.count_node(&child, depth - edge.spent, ply);
            let (mut score, line) =
                self.search_root_move(root, &edge, at - first, open, depth, defers);
            moves[at].nodes += self.nodes - before;
            if self.stopped {
                break;
            }
            if Self::is_unplayable(score) {
                continue;
            }
            if switches.verification && ply == 0 && score > alpha {
                let before = self.nodes;
                score = self.verify(root, &line, score, depth);
                moves[at].nodes += self.nodes - before;
                if self.stopped {
                    break;
                }
            }
            moves[at].latest = score;
            let chosen = ties
                && score == best
                && best_at.is_some_and(|before| random(mv) > random(moves[before].mv));
            if score > best {
                best = score;
                if score > alpha || best_at.is_none() {
                    best_at = Some(at);
                }
            }
            if score > alpha || chosen {
                alpha = score;
                let root_move = &mut moves[at];
                root_move.score = score;
                root_move.exact = score < window.beta;
                root_move.depth = depth;
                root_move.line = line;
                best_at = Some(at);
                if score >= window.beta {
                    break;
                }
            }
        }
        // A result found before a stop counts: a move that beat the old best one is better.
        if let Some(at) = best_at.filter(|_| best > window.alpha) {
            moves[first..=at].rotate_right(1);
        }
        if switches.table && !self.stopped && first == 0 {
            let bound = window.bound_of(best);
            let mv = (best > window.alpha).then(|| moves[0].mv.bits());
            let score = best.to_table(ply as i32);
            self.table.store(self.table_key(position), Entry { mv, score, bound, depth });
        }
        best
    }

    /// The score of a move of the root, the `number`th that is searched, and the line to the end of its turn and beyond
    /// where it is better than alpha. A turn after which the other side wins by force is searched again: another may begin
    /// with the same move.
    fn search_root_move(
        &mut self,
        root: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
        number: usize,
        window: Window,
        depth: i32,
        defers: bool,
    ) -> (Score, Vec<P::Move>) {
        let (position, mv, child) = (root.position, edge.mv, edge.child);
        let below = depth - edge.spent;
        let mut tries = 0;
        loop {
            let score = match self.child_result(root, edge, ReplyWin::Unknown, below) {
                StaticResult::Known(score) => {
                    if score > window.alpha {
                        self.set_static_line(child, root.ply + 1);
                    }
                    score
                }
                StaticResult::Open { in_check } => {
                    let (scout, reduction) = self.late_at_root(position, mv, number, depth);
                    let late = Late { scout, reduction, defers };
                    self.search_move::<true>(root, edge, in_check, window, depth, late)
                }
            };
            if score <= window.alpha || self.stopped || Self::is_unplayable(score) {
                return (score, Vec::new());
            }
            let mut line = vec![mv];
            line.extend_from_slice(&self.thread.lines[root.ply + 1]);
            self.finish_turn(position, &mut line);
            if root.ply > 0 || score.is_loss() {
                return (score, line);
            }
            match self.loss_after_turn(position, &line, depth) {
                // The table knows of that now, so it is another turn or a lower score the next time.
                Some(_) if tries < MOST_TRIES => tries += 1,
                Some(loss) => return (loss, line),
                None => return (score, line),
            }
        }
    }

    /// How the root move with this number after the first is searched: late quiet moves are reduced here too, but
    /// only a little.
    fn late_at_root(&self, position: &P, mv: P::Move, number: usize, depth: i32) -> (bool, i32) {
        let switches = self.mode.switches();
        let scout = number > 0 && switches.pvs && self.tunables.open_plies == 0;
        let reduces = scout
            && switches.late_move_reductions
            && number > 4 + self.tunables.lmr_moves as usize
            && depth > self.tunables.lmr_depth
            && !position.is_tactical(mv);
        (scout, i32::from(reduces))
    }

    /// Reports which root move is searched now. Short searches are over before anyone could read it.
    fn report_current(&self, mv: P::Move, at: usize) {
        const NODES: u64 = 500_000;
        const TIME: Duration = Duration::from_secs(1);
        if self.nodes < NODES {
            return;
        }
        if let Some(current) = self.current
            && (self.shared.now)() >= TIME
        {
            current(mv, at + 1);
        }
    }

    /// Goes on with a line that ends within the root's turn, by the moves of the table: a score at or above beta has none,
    /// and what it rests on is the whole turn.
    fn finish_turn(&self, root: &P, line: &mut Vec<P::Move>) {
        let mut position = turn_of(root, line).last().map_or(*root, |step| step.after);
        while keeps_turn(root, &position) && !position.is_over() && line.len() < MAX_PLY {
            let Some(mv) = self.known_move(&position, 0) else { break };
            position = position.make(mv);
            line.push(mv);
        }
    }

    /// The first move of a win that the game sees, or the move that the table has under a key changed by `salt`.
    fn known_move(&self, position: &P, salt: u64) -> Option<P::Move> {
        let win = position.static_win().map(|win| win.mv);
        win.or_else(|| {
            let entry = self.table.probe(self.table_key(position) ^ salt)?;
            entry.mv.map(P::Move::from_bits).filter(|&mv| position.is_legal(mv))
        })
    }

    /// Puts the move that the table has for the root in the first place.
    pub(crate) fn bring_table_move_first(&self, root: &P, moves: &mut [RootMove<P>]) {
        let known = self.table.probe(self.table_key(root)).and_then(|entry| entry.mv);
        let known = known.map(P::Move::from_bits);
        if let Some(at) = moves.iter().position(|root_move| Some(root_move.mv) == known) {
            moves[..=at].rotate_right(1);
        }
    }

    /// Continues a line with the moves that the table has under keys changed by `salt`, to at most `longest` moves.
    /// Ends where the game does, where the table knows no legal move, or where a position would come twice.
    pub(crate) fn continue_line(
        &self,
        root: &P,
        line: &mut Vec<P::Move>,
        longest: usize,
        salt: u64,
    ) {
        let mut position = *root;
        let mut keys = vec![root.key()];
        for &mv in line.iter() {
            position = position.make(mv);
            keys.push(position.key());
        }
        while line.len() < longest && !position.is_over() {
            let Some(mv) = self.known_move(&position, salt) else { break };
            position = position.make(mv);
            if keys.contains(&position.key()) {
                break;
            }
            keys.push(position.key());
            line.push(mv);
        }
    }
}
