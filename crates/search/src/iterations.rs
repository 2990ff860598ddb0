//! The iterations of a search, on the main thread and on its helpers.

use std::sync::atomic::Ordering;
use std::time::Duration;

use game::{Evaluator, MoveBits, Position, Score, Side, Verdict};

use crate::MAX_PLY;
use crate::driver::Iteration;
use crate::limits::Limits;
use crate::mode::Mode;
use crate::report::{Job, Report};
use crate::root::{RootMove, end_of_rank};
use crate::time::Pace;
use crate::tree::Node;
use crate::tt::Table;
use crate::worker::{Shared, Worker};

/// The last complete iteration of a helper thread.
pub(crate) struct Found<P: Position> {
    depth: i32,
    seldepth: usize,
    moves: Vec<RootMove<P>>,
}

/// Puts what a helper found in the place of the main thread's result where it looked deeper: a thread
/// that the system lets run less than the others does not decide alone. Says whether it did.
pub(crate) fn goes_deeper<P: Position>(
    limits: &Limits,
    found: Found<P>,
    last: &mut Report<P>,
) -> bool {
    let bounded = limits.depth.is_some() || limits.multi_pv > 1;
    let complete = if last.complete { last.depth } else { last.depth - 1 };
    let proven = last.best().is_none_or(|best| best.exact && best.score.is_proven());
    if bounded || proven || found.depth <= complete {
        return false;
    }
    last.depth = found.depth;
    last.complete = true;
    last.seldepth = last.seldepth.max(found.seldepth);
    last.moves = found.moves;
    true
}

/// The iterations of one search.
pub(crate) struct Iterations<'a, P: Position, M: Mode> {
    pub(crate) job: &'a Job<'a, P>,
    pub(crate) shared: &'a Shared<'a, M>,
    /// The root's moves as all threads begin.
    pub(crate) moves: Vec<RootMove<P>>,
}

impl<P: Position, M: Mode> Iterations<'_, P, M> {
    /// The root, with the evaluator's state for it.
    fn root_node<'n, S>(&'n self, state: &'n S) -> Node<'n, P, S> {
        let position = &self.job.root;
        Node { position, state, ply: 0, in_check: position.in_check(), may_pass: false, cut: false }
    }

    /// A helper thread: the same iterations until the main thread stops. What it finds reaches the
    /// main thread through the table; its last complete iteration is what it returns.
    pub(crate) fn helper_thread<E: Evaluator<P>>(
        &self,
        worker: &mut Worker<'_, P, E, M>,
        number: usize,
    ) -> Option<Found<P>> {
        let state = worker.evaluator.fresh(&self.job.root);
        let root = self.root_node(&state);
        let mut moves = self.moves.clone();
        if moves.is_empty() {
            return None;
        }
        let mut found = None;
        let mut score = None;
        let mut depth = 1 + (number as i32 / 2) % 2;
        while depth < MAX_PLY as i32 && !worker.poll_now() {
            let none = &mut |_: &mut Worker<'_, P, E, M>, _: &[RootMove<P>]| {};
            let driver = self.job.driver;
            let best = end_of_rank(&moves, 0);
            let moves_of_rank = &mut moves[..best];
            let iteration = Iteration { driver, first: 0, before: score, depth, any_win: false };
            score = Some(worker.iterate(&root, moves_of_rank, iteration, none));
            if !worker.stopped {
                found = Some(Found { depth, seldepth: worker.seldepth, moves: moves.clone() });
            }
            depth += 1;
        }
        found
    }

    /// The main thread: iterations until a limit, a stop or a proof ends them.
    pub(crate) fn main_thread<E: Evaluator<P>>(
        &self,
        worker: &mut Worker<'_, P, E, M>,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        let root = self.job.root;
        let limits = self.job.limits;
        let state = worker.evaluator.fresh(&root);
        let node = self.root_node(&state);
        let mut moves = self.moves.clone();
        let known = worker.score_by_tablebase(&root, &mut moves);
        let lines = limits.multi_pv.max(1).min(moves.len());
        let last_depth =
            limits.depth.map_or(MAX_PLY as i32, |depth| depth.min(MAX_PLY as u32) as i32);
        let resumed = self.job.resume;
        let mut scores: Vec<Option<Score>> = vec![resumed.map(|(_, score)| score); lines];
        if resumed.is_some() {
            worker.bring_table_move_first(&root, &mut moves);
            moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.rank));
        }
        let mut pace = Pace::default();
        let mut last = self.report(worker, 0, false, lines, &moves);
        if known {
            last = self.report(worker, moves[0].depth, true, lines, &moves);
            last.settled = true;
            report(&last);
            self.wait(worker);
            return last;
        }
        if moves.is_empty() {
            return last;
        }
        // Whoever asks for the distance of a win, or wants to see more, gets more than the first.
        let any_win = worker.mode.switches().first_win
            && lines == 1
            && !limits.prove_distance
            && !limits.infinite;
        // Without iterative deepening a search with a limit of depth has one iteration.
        let first_depth = match limits.depth {
            Some(_) if !worker.mode.switches().iterative_deepening => last_depth,
            _ => 1 + resumed.map_or(0, |(depth, _)| depth),
        };
        for depth in first_depth..=last_depth {
            // One legal move needs no thought where the clock is our own.
            let forced =
                P::SIDES_ALTERNATE && moves.len() == 1 && limits.clock.is_some() && depth > 1;
            // Whatever the clock says, the first iteration gives every line a searched move; in
            // quiescence it takes well under a millisecond.
            worker.unstoppable = depth == 1;
            let spent = depth > 1 && self.is_spent(worker, pace.factor());
            if worker.poll_now() || spent || (forced && !self.waits()) {
                break;
            }
            if worker.mode.switches().growing_table {
                self.grow_table(worker);
            }
            if worker.mode.switches().best_first_root && depth > first_depth {
                moves[lines..]
                    .sort_by_key(|root_move| std::cmp::Reverse((root_move.rank, root_move.latest)));
            }
            for line in 0..lines {
                let progress = &mut |worker: &mut Worker<'_, P, E, M>, moves: &[RootMove<P>]| {
                    if line == 0 {
                        report(&self.report(worker, depth, false, 1, moves));
                    }
                };
                let driver = self.job.driver;
                let end = end_of_rank(&moves, line);
                let before = scores[line];
                let iteration = Iteration { driver, first: line, before, depth, any_win };
                let score = worker.iterate(&node, &mut moves[..end], iteration, progress);
                if worker.stopped {
                    break;
                }
                scores[line] = Some(score);
                // Moves without a score of their own are sorted by the effort they took.
                moves[line + 1..]
                    .sort_by_key(|root_move| std::cmp::Reverse((root_move.rank, root_move.nodes)));
            }
            worker.unstoppable = false;
            if !worker.stopped {
                moves[..lines]
                    .sort_by_key(|root_move| std::cmp::Reverse((root_move.rank, root_move.score)));
            }
            last = self.report(worker, depth, !worker.stopped, lines, &moves);
            report(&last);
            if worker.stopped {
                break;
            }
            if worker.mode.switches().time_by_stability {
                let best = &moves[0];
                let share = best.nodes as f64 / worker.nodes.max(1) as f64;
                pace.note(best.mv.bits().get(), best.score, share);
            }
            let mut proven = moves[..lines].iter().all(|root_move| root_move.score.is_proven());
            let best = end_of_rank(&moves, 0);
            if worker.mode.switches().win_search
                && lines == 1
                && worker.search_for_win(&node, &mut moves[..best], depth)
            {
                proven = true;
                last = self.report(worker, depth, true, lines, &moves);
                report(&last);
            }
            if worker.stopped {
                break;
            }
            if lines == 1 && limits.prove_distance {
                let nodes = worker.nodes - worker.proof_nodes;
                if !proven && limits.depth == Some(depth as u32) {
                    // The asked depth is reached: no win within it may stay unseen.
                    let nodes = worker.nodes.max(1_000_000);
                    proven = worker.look_for_win(&root, &mut moves, None, depth, nodes);
                } else if let Some(winner) = ending_in_sight(&root, moves[0].score, depth)
                    && !proven
                {
                    // The main search prunes what looks lost; where the game is soon over a proof is nearer.
                    let nodes = nodes.saturating_mul(2);
                    proven = worker.look_for_win(&root, &mut moves, Some(winner), depth, nodes);
                }
                if proven {
                    // The win is known; what is left to know is its distance.
                    // Where the time bounds it, all of it is used.
                    let bounded = limits.move_time.is_none() && !limits.infinite;
                    let settled = worker.prove_distance(&root, &mut moves, bounded);
                    last = self.report(worker, depth, true, lines, &moves);
                    last.settled = settled;
                    report(&last);
                    break;
                }
            }
            let found = |plies| moves[0].score >= Score::win_in(plies as i32);
            if limits.win_within.is_some_and(found) {
                break;
            }
            if proven && self.seen_to_the_end(&moves[..lines], depth) {
                break;
            }
        }
        self.wait(worker);
        last
    }

    /// Doubles a table that is more than half full, as long as it has not its full size.
    fn grow_table<E: Evaluator<P>>(&self, worker: &Worker<'_, P, E, M>) {
        let (table, shared) = (&worker.table, self.shared);
        let mib = 2 * table.mib();
        if mib > shared.full_mib || table.hashfull() < 500 {
            return;
        }
        if let Some(larger) = Table::new(mib) {
            table.rehash_into(&larger, &|| true);
            shared.table.replace(larger);
        }
    }

    /// Waits as long as the search may not end by itself.
    fn wait<E: Evaluator<P>>(&self, worker: &mut Worker<'_, P, E, M>) {
        while self.waits() && !worker.poll_now() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// True if the search may not end by itself.
    fn waits(&self) -> bool {
        self.job.limits.infinite || self.job.control.pondering()
    }

    /// True if the iterations have gone as deep as the proven lines are long: a deeper one would
    /// hardly find a shorter win or a longer defence.
    fn seen_to_the_end(&self, best: &[RootMove<P>], depth: i32) -> bool {
        best.iter().all(|root_move| match root_move.score.verdict() {
            Verdict::Win(plies) | Verdict::Loss(plies) => plies as i32 <= depth + 1,
            Verdict::Points(_) => false,
        })
    }

    /// True if the clock wants no further iteration.
    fn is_spent<E: Evaluator<P>>(&self, worker: &mut Worker<'_, P, E, M>, pace: f64) -> bool {
        if self.shared.budget.soft.is_none() || self.job.control.pondering() {
            return false;
        }
        let (passed, thought) = worker.time_spent();
        self.shared.budget.is_spent(passed, thought, pace)
    }

    fn report<E: Evaluator<P>>(
        &self,
        worker: &Worker<'_, P, E, M>,
        depth: i32,
        complete: bool,
        lines: usize,
        moves: &[RootMove<P>],
    ) -> Report<P> {
        let others = self.shared.nodes.load(Ordering::Relaxed);
        let nodes = others.max(worker.nodes);
        let hits = self.shared.hits.load(Ordering::Relaxed);
        // A short search has hardly filled a thousandth of the table: nothing is to be looked for.
        let fills =
            nodes.saturating_mul(500) >= worker.table.capacity() as u64 && !self.job.limits.quiet;
        let told = |(at, root_move): (usize, &RootMove<P>)| {
            if at < lines { root_move.clone() } else { root_move.without_line() }
        };
        let mut moves: Vec<RootMove<P>> = moves.iter().enumerate().map(told).collect();
        for root_move in moves.iter_mut().take(lines).filter(|best| best.score.is_proven()) {
            worker.complete_line(&self.job.root, &mut root_move.line);
            keep_promise(&self.job.root, &mut root_move.line, root_move.score);
        }
        Report {
            depth,
            seldepth: worker.seldepth,
            complete,
            moves,
            lines,
            nodes: nodes - worker.proof_nodes,
            proof_nodes: worker.proof_nodes,
            quiescence_nodes: worker.quiescence_nodes,
            table_hits: hits.max(worker.hits),
            time: (self.job.now)(),
            hashfull: if fills { worker.table.hashfull() } else { 0 },
            settled: false,
        }
    }
}

/// The side that seems to win, where it does so clearly, and the game can end within half of the depth.
pub(crate) fn ending_in_sight<P: Position>(root: &P, score: Score, depth: i32) -> Option<Side> {
    const CLEAR: i32 = 150;
    let us = root.side_to_move();
    let winner = if score > Score::ZERO { us } else { !us };
    let near = (1..=depth / 2).contains(&root.least_plies_to_win(winner));
    (near && score.raw().abs() >= CLEAR).then_some(winner)
}

/// Cuts the line of a proven score where it is longer than the score says, or where it ends the game sooner: what
/// is left of it is shorter than promised, but true.
fn keep_promise<P: Position>(root: &P, line: &mut Vec<P::Move>, score: Score) {
    let (Verdict::Win(promised) | Verdict::Loss(promised)) = score.verdict() else { return };
    let (mut position, mut plies, mut kept) = (*root, 0, 0);
    for &mv in line.iter() {
        plies += position.length_of(mv);
        position = position.make(mv);
        let ends = position.is_over();
        if plies > promised as i32 || (ends && plies < promised as i32) {
            break;
        }
        kept += 1;
        if ends {
            break;
        }
    }
    line.truncate(kept.max(1));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root::root_moves;
    use game::toy::Toy;

    fn moves(first: usize, score: Score) -> Vec<RootMove<Toy>> {
        let mut moves = root_moves(&Toy::new(2), &[]);
        moves.swap(0, first);
        (moves[0].score, moves[0].exact) = (score, true);
        moves
    }

    fn report(depth: i32, complete: bool, score: Score) -> Report<Toy> {
        Report {
            depth,
            seldepth: 9,
            complete,
            moves: moves(0, score),
            lines: 1,
            nodes: 0,
            proof_nodes: 0,
            quiescence_nodes: 0,
            table_hits: 0,
            time: Duration::ZERO,
            hashfull: 0,
            settled: false,
        }
    }

    #[test]
    fn the_thread_that_looked_deepest_chooses() {
        let (some, win) = (Score::points(10), Score::win_in(3));
        let free = Limits::default();
        let bounded = Limits { depth: Some(8), ..Limits::default() };
        for (limits, last, depth, taken) in [
            (&free, report(7, true, some), 8, true),
            (&free, report(8, false, some), 8, true),
            (&free, report(8, true, some), 8, false),
            (&free, report(9, false, some), 8, false),
            (&free, report(5, true, win), 8, false),
            (&bounded, report(7, true, some), 8, false),
        ] {
            let found = Found { depth, seldepth: 12, moves: moves(1, Score::points(20)) };
            let (mut after, chosen) = (last.clone(), found.moves[0].mv);
            assert_eq!(goes_deeper(limits, found, &mut after), taken);
            assert_eq!(after.best().map(|best| best.mv) == Some(chosen), taken);
            assert_eq!(after.depth, if taken { depth } else { last.depth });
        }
    }
}
