//! The value of a position without a search: its end by the rules, and what the game itself sees.

use game::{Evaluator, ForcedWin, MoveBits, Position, Repetition, ReplyWin, Score};

use crate::mode::Mode;
use crate::params::Tunables;
use crate::tree::{Edge, Node, StaticResult, Step, ending_score, keeps_turn, seen_above, turn_of};
use crate::tt::{Bound, Entry};
use crate::worker::{ASKED, Asked, Worker};

/// Plies of the root's own turn, where a game has turns of several moves.
const FIRST_TURN: usize = 4;

/// The most work that a game may do to show a forced win, in steps of its own.
const MOST_EFFORT: u64 = 1_000_000;

/// Work to show forced wins that is not held against the nodes of a search.
const FREE_WORK: u64 = 20_000;

/// The score of a node within a turn that history leaves without a move: no side's loss, but a way
/// that cannot be gone. Below every other score.
pub(crate) const UNPLAYABLE: Score = Score::from_raw(i32::MIN);

/// The score of a game that is over by a count of plies.
#[inline(always)]
pub(crate) fn ended_by_clock<P: Position>(position: &P, ply: usize) -> Option<Score> {
    let ending = position.ending_by_clock()?;
    position.has_legal_move().then(|| ending_score(ending, position.side_to_move(), ply))
}

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// The value of a position known without searching it, `depth` plies from the horizon; `reply` is what was known
    /// of a static win before the last move. Asked before the costs of a node are paid.
    // A call costs less than what its code in five places takes from the registers of the caller.
    #[inline(never)]
    pub(crate) fn static_result(
        &self,
        position: &P,
        reply: ReplyWin,
        depth: i32,
        ply: usize,
    ) -> StaticResult {
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
        if switches.static_win && reply != ReplyWin::None && (P::STATIC_WIN_IS_SHORTEST || !exact) {
            let win = if !P::SIDES_ALTERNATE && reply == ReplyWin::SameTurn {
                position.static_win_plies_later()
            } else {
                position.static_win_plies()
            };
            if let Some(plies) = win.filter(|&plies| plies <= deep) {
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
    /// to move.
    #[inline(always)]
    pub(crate) fn child_result(
        &self,
        node: &Node<'_, P, E::State>,
        edge: &Edge<'_, P>,
        reply: ReplyWin,
        depth: i32,
    ) -> StaticResult {
        let (child, ply) = (edge.child, node.ply + 1);
        // The root alone is searched though its win may be seen.
        let later = node.ply > 0 && keeps_turn(node.position, child);
        let reply = if later { ReplyWin::SameTurn } else { reply };
        let result = self.static_result(child, reply, depth, ply);
        let StaticResult::Known(score) = result else { return result };
        let score = if keeps_turn(node.position, child) { score } else { -score };
        StaticResult::Known(seen_above(score, edge.length))
    }

    /// A win of the side to move that the game can show, asked at deep nodes, where a turn begins and in the first plies, and
    /// of each position once a search with as much work, unless one is found. Not to be asked where a clock may end the game or
    /// a move is left out.
    #[inline(always)]
    pub(crate) fn forced_win<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        key: u64,
        depth: i32,
    ) -> Option<Score> {
        let Tunables { forced_win_depth, forced_win_plies, .. } = self.tunables;
        let asks = self.mode.switches().forced_wins
            && depth >= forced_win_depth.max(self.root_depth - forced_win_plies);
        if asks { self.ask_for_forced_win::<PV>(node, key, depth) } else { None }
    }

    #[inline(never)]
    fn ask_for_forced_win<const PV: bool>(
        &mut self,
        node: &Node<'_, P, E::State>,
        key: u64,
        depth: i32,
    ) -> Option<Score> {
        let Node { position, ply, .. } = *node;
        if ply >= self.root_ply + FIRST_TURN && position.repetition_key().is_none() {
            return None;
        }
        let replies = PV
            && (self.root_ply + 1..=self.root_ply + FIRST_TURN).contains(&ply)
            && position.repetition_key().is_some();
        let win = self.found_forced_win(position, key, replies)?;
        self.store_forced_win(key, &win, depth);
        if PV {
            self.thread.lines[ply].clear();
            self.thread.lines[ply].extend_from_slice(&win.turn);
        }
        Some(Score::win_in(ply as i32 + win.plies))
    }

    fn store_forced_win(&self, key: u64, win: &ForcedWin<P::Move>, depth: i32) {
        if self.mode.switches().table {
            let mv = win.turn.first().map(|&mv| mv.bits());
            let score = Score::win_in(win.plies).to_table(0);
            self.table.store(key, Entry { mv, score, bound: Bound::Lower, depth });
        }
    }

    /// A win that the game shows: after a turn that is the best so far (`replies`) with a share of the nodes, else with little
    /// work. It is not asked again before it may do twice as much.
    fn found_forced_win(
        &mut self,
        position: &P,
        key: u64,
        replies: bool,
    ) -> Option<ForcedWin<P::Move>> {
        if let Some((_, win)) = self.winning_replies.iter().find(|(of, _)| *of == key) {
            return Some(win.clone());
        }
        let Tunables { forced_win_effort, forced_win_share, forced_win_work, .. } = self.tunables;
        let share = if replies { self.nodes / forced_win_share as u64 } else { 0 };
        let effort = share.clamp(forced_win_effort as u64, MOST_EFFORT) as u32;
        let work = &mut self.forced_win_work[usize::from(replies)];
        if *work > FREE_WORK + self.nodes * forced_win_work as u64 / 100 {
            return None;
        }
        let before = &mut self.without_forced_win[key as usize % ASKED];
        if before.key == key && effort < 2 * before.effort {
            return None;
        }
        let may_stand = |key: u64| !self.forbidden.contains(&key);
        let mut left = effort;
        let found = position.forced_win(&mut left, &may_stand);
        *work += u64::from(effort - left);
        match &found {
            Some(win) if replies => self.winning_replies.push((key, win.clone())),
            Some(_) => {}
            None => *before = Asked { key, effort },
        }
        found
    }

    /// The loss of the turn of the root that a line begins with, where the game shows that the other side wins by force after
    /// it. A score above the window comes without this question, as no line is searched with an open window. The table then
    /// has the win, and forgets what it had of the turn's positions.
    pub(crate) fn loss_after_turn(
        &mut self,
        root: &P,
        line: &[P::Move],
        depth: i32,
    ) -> Option<Score> {
        if !self.mode.switches().forced_wins {
            return None;
        }
        let (mut position, mut spent, mut plies) = (*root, 0, 0);
        let mut turn = Vec::new();
        for Step { before, mv, after } in turn_of(root, line) {
            turn.push((self.table_key(&before), mv, depth - spent));
            spent += before.depth_of(mv);
            plies += before.length_of(mv);
            position = after;
        }
        let left = depth - spent;
        if keeps_turn(root, &position)
            || position.is_over()
            || position.static_win().is_some()
            || position.clock_ends_within(left)
            || left < self.tunables.forced_win_depth
        {
            return None;
        }
        let key = self.table_key(&position);
        let win = self.found_forced_win(&position, key, true)?;
        self.store_forced_win(key, &win, left);
        if self.mode.switches().table {
            for &(key, mv, depth) in &turn[1..] {
                // At least a loss: so much is always true, and cuts nothing off.
                let (mv, score) = (Some(mv.bits()), Score::loss_in(0));
                self.table.store(key, Entry { mv, score, bound: Bound::Lower, depth });
            }
        }
        Some(Score::loss_in(plies + win.plies))
    }

    /// Puts down the line of a child whose score was known without a search: the win's first move, and the others of its
    /// turn where that has several. To find them takes longer than to see the win, so it is asked of the best move alone.
    #[inline(never)]
    pub(crate) fn set_static_line(&mut self, child: &P, ply: usize) {
        let line = &mut self.thread.lines[ply];
        line.clear();
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

    /// The score of a move that lets the other side win at once, where the game sees that before it is made.
    #[inline(always)]
    pub(crate) fn lets_win(
        &self,
        node: &Node<'_, P, E::State>,
        mv: P::Move,
        reply: ReplyWin,
    ) -> Option<Score> {
        let ReplyWin::In(plies) = reply else { return None };
        let known = self.mode.switches().static_win && !self.mode.exact();
        let lost = Score::loss_in(node.ply as i32 + 1 + plies);
        known.then(|| seen_above(lost, node.position.length_of(mv)))
    }

    /// True if the score of a child says that there is no way on.
    #[inline(always)]
    pub(crate) fn is_unplayable(score: Score) -> bool {
        P::REPETITION == Repetition::Illegal && score == UNPLAYABLE
    }
}
