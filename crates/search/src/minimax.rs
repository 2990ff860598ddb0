//! Plain minimax: the reference search. It shares no code with the rest of the search, and nothing here is
//! clever.

use game::{Evaluator, MoveList, Outcome, Position, Score, Side};

/// A plain search of one tree.
struct Reference<'a, E> {
    evaluator: &'a E,
    nodes: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

/// The value of the plain tree of `depth` plies, from the view of the side to move.
///
/// A win or loss counts its plies to the end; history is ignored.
pub fn minimax<P: Position, E: Evaluator<P>>(position: &P, evaluator: &E, depth: u32) -> Score {
    let mut reference = Reference { evaluator, nodes: 0, go_on: &mut |_| true };
    reference.value(position, depth, 0).unwrap_or(Score::ZERO)
}

/// The result of [`minimax_move`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plain<M> {
    /// The value.
    pub score: Score,
    /// A best move; None in a finished position or at depth 0.
    pub mv: Option<M>,
    /// How many nodes were visited.
    pub nodes: u64,
}

/// As [`minimax`], with a best move of those in `only` (of all if it is empty). `go_on` is asked at each node, with their number so far;
/// None once it says no.
pub fn minimax_move<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    only: &[P::Move],
    depth: u32,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Plain<P::Move>> {
    let mut reference = Reference { evaluator, nodes: 0, go_on };
    let mut best: Option<(Score, P::Move)> = None;
    if position.ending().is_none() && depth > 0 {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.retain(|mv| only.is_empty() || only.contains(mv));
        if !moves.is_empty() && position.ending_by_clock().is_none() {
            for mv in moves {
                let score = reference.child_value(position, mv, depth, 0)?;
                if best.is_none_or(|(highest, _)| score > highest) {
                    best = Some((score, mv));
                }
            }
        }
    }
    let (score, mv) = match best {
        Some((score, mv)) => (score, Some(mv)),
        None => (reference.value(position, depth, 0)?, None),
    };
    Some(Plain { score, mv, nodes: reference.nodes })
}

fn finished(outcome: Outcome, to_move: Side, ply: i32) -> Score {
    match outcome {
        Outcome::Draw => Score::ZERO,
        Outcome::Win(side) if side == to_move => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
    }
}

impl<E> Reference<'_, E> {
    fn child_value<P: Position>(
        &mut self,
        position: &P,
        mv: P::Move,
        depth: u32,
        ply: i32,
    ) -> Option<Score>
    where
        E: Evaluator<P>,
    {
        let child = position.make(mv);
        self.nodes += 1;
        if !(self.go_on)(self.nodes) {
            return None;
        }
        let rest = depth.saturating_sub(position.depth_of(mv) as u32);
        let score = self.value(&child, rest, ply + 1)?;
        let score = if child.side_to_move() == position.side_to_move() { score } else { -score };
        // A move that does not count brings a proven end nearer than its ply says.
        Some(score.to_table(1 - position.length_of(mv)))
    }

    fn value<P: Position>(&mut self, position: &P, depth: u32, ply: i32) -> Option<Score>
    where
        E: Evaluator<P>,
    {
        let to_move = position.side_to_move();
        if let Some(ending) = position.ending() {
            return Some(finished(ending.outcome, to_move, ply));
        }
        // Most positions are leaves, which need no list of moves.
        if !position.has_legal_move() {
            return Some(finished(position.ending_without_moves().outcome, to_move, ply));
        }
        if let Some(ending) = position.ending_by_clock() {
            return Some(finished(ending.outcome, to_move, ply));
        }
        if depth == 0 {
            return Some(Score::points(self.evaluator.evaluate_fresh(position)));
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut best = Score::from_raw(i32::MIN);
        for mv in moves {
            best = best.max(self.child_value(position, mv, depth, ply)?);
        }
        Some(best)
    }
}
