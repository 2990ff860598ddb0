//! Probes of the endgame tables.
//!
//! The root is probed first: where its value is known to the ply, so is that of every move, and nothing is
//! searched. Tables that know less rank its moves, and the best are searched. Within the tree the node function probes
//! at each node (quiescence does not); a search without tables pays one comparison there.

use game::{Evaluator, Position, Score, Verdict};

use crate::mode::Mode;
use crate::root::RootMove;
use crate::tablebase::Prober;
use crate::tree::ending_score;
use crate::window::Window;
use crate::worker::Worker;

/// The score for the side to move of `parent`, from one for that of `child`.
fn turned<P: Position>(parent: &P, child: &P, score: Score) -> Score {
    if parent.side_to_move() == child.side_to_move() { score } else { -score }
}

/// The exact score of a position `ply` plies below the root, if it is over or known.
fn exact<P: Position>(prober: &dyn Prober<P>, position: &P, ply: usize) -> Option<Score> {
    match position.ending() {
        Some(ending) => Some(ending_score(ending, position.side_to_move(), ply)),
        None => prober.probe(position).map(|score| score.from_table(ply as i32)),
    }
}

/// The best move of a known position, with its score `ply` plies below the root.
fn best<P: Position>(prober: &dyn Prober<P>, position: &P, ply: usize) -> Option<(P::Move, Score)> {
    let mut moves = game::MoveList::new();
    position.legal_moves(&mut moves);
    let mut best: Option<(P::Move, Score)> = None;
    for mv in moves {
        let child = position.make(mv);
        let score = turned(position, &child, exact(prober, &child, ply + 1)?);
        if best.is_none_or(|(_, least)| score > least) {
            best = Some((mv, score));
        }
    }
    best
}

impl<P: Position, E: Evaluator<P>, M: Mode> Worker<'_, P, E, M> {
    /// Probes the endgame tables at a node. As the error the score that decides it; else what is known of its value (0
    /// for nothing): a win without its distance is worth that at least, a loss at most, and lines are looked for.
    #[inline(always)]
    pub(crate) fn probe_tablebase<const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        window: &mut Window,
        depth: i32,
    ) -> Result<Score, Score> {
        let Some(score) = self.value_in_tablebase(position, depth, ply) else {
            return Ok(Score::ZERO);
        };
        let open = PV && score.is_known() && score > window.alpha && score < window.beta;
        if !open {
            return Err(score);
        }
        if score > Score::ZERO {
            window.alpha = score;
        }
        Ok(score)
    }

    #[cold]
    #[inline(never)]
    fn value_in_tablebase(&mut self, position: &P, depth: i32, ply: usize) -> Option<Score> {
        let score = self.prober.as_ref()?.probe_node(position, depth)?;
        self.hits += 1;
        Some(score.from_table(ply as i32))
    }

    /// True if `attacker` wins within so many plies, where it is known.
    #[inline]
    pub(crate) fn known_win(&self, position: &P, attacker: game::Side, plies: i32) -> Option<bool> {
        let prober = self.prober.as_ref().filter(|_| self.mode.switches().probe)?;
        let score = prober.probe(position)?;
        let attacks = position.side_to_move() == attacker;
        Some(match score.verdict() {
            Verdict::Win(needed) => attacks && needed as i32 <= plies,
            Verdict::Loss(needed) => !attacks && needed as i32 <= plies,
            Verdict::Points(_) => false,
        })
    }

    /// Scores the moves of a known root and puts them in order, the best first. Of a drawn root
    /// only the moves that keep the draw are left, without a score: which of them sets the harder
    /// task is for a search to say. False if there is something to search.
    pub(crate) fn score_by_tablebase(&self, root: &P, moves: &mut Vec<RootMove<P>>) -> bool {
        let prober = self.prober.as_ref().filter(|_| self.mode.switches().probe);
        let Some(prober) = prober.filter(|prober| prober.probe(root).is_some()) else {
            return false;
        };
        let scores = moves.iter().map(|root_move| {
            let child = root.make(root_move.mv);
            exact(prober.as_ref(), &child, 1).map(|score| turned(root, &child, score))
        });
        let Some(scores) = scores.collect::<Option<Vec<Score>>>() else { return false };
        let Some(&best) = scores.iter().max() else { return false };
        if !best.is_proven() {
            let mut draws = scores.iter().map(|&score| score == best);
            moves.retain(|_| draws.next().unwrap_or(false));
            return false;
        }
        for (root_move, score) in moves.iter_mut().zip(scores) {
            root_move.score = score;
            root_move.exact = true;
            root_move.depth = match score.verdict() {
                Verdict::Win(plies) | Verdict::Loss(plies) => plies as i32,
                Verdict::Points(_) => 1,
            };
        }
        moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
        true
    }

    /// Continues a line to the end of the game from where its value is known.
    pub(crate) fn complete_line(&self, root: &P, line: &mut Vec<P::Move>) {
        let Some(prober) = self.prober.as_ref().filter(|_| self.mode.switches().probe) else {
            return;
        };
        let mut position = line.iter().fold(*root, |position, &mv| position.make(mv));
        if position.ending().is_some() || !prober.probe(&position).is_some_and(Score::is_proven) {
            return;
        }
        while line.len() < crate::MAX_PLY && position.ending().is_none() {
            let Some((mv, _)) = best(prober.as_ref(), &position, line.len()) else { break };
            line.push(mv);
            position = position.make(mv);
        }
    }
}
