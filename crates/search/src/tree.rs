//! The parts of the tree, as they are passed from function to function.

use game::{Ending, Outcome, Position, Score, Side};

use crate::tt::Bound;

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
    /// True if a move is expected to cut the node off, where any technique asks for that.
    pub(crate) cut: bool,
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

/// The transposition table's entry for a node.
#[derive(Clone, Copy)]
pub(crate) struct Hit<M> {
    /// The best move, if there is one and it is legal.
    pub(crate) mv: Option<M>,
    /// Distances count from the root.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
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

/// True if a move leaves the turn with the side that made it.
#[inline(always)]
pub(crate) fn keeps_turn<P: Position>(parent: &P, child: &P) -> bool {
    !P::SIDES_ALTERNATE && child.side_to_move() == parent.side_to_move()
}

/// A move of a line, with the positions before and after it.
pub(crate) struct Step<P: Position> {
    pub(crate) before: P,
    pub(crate) mv: P::Move,
    pub(crate) after: P,
}

/// The moves of a line from `root` that belong to the turn of the side to move there, its last one with them.
pub(crate) fn turn_of<P: Position>(root: &P, line: &[P::Move]) -> impl Iterator<Item = Step<P>> {
    let mut moves = line.iter();
    let mut next = Some(*root);
    std::iter::from_fn(move || {
        let before = next.take()?;
        let &mv = moves.next()?;
        let after = before.make(mv);
        next = keeps_turn(&before, &after).then_some(after);
        Some(Step { before, mv, after })
    })
}

/// A child's score seen from its parent: a move that does not count brings a proven end nearer than
/// the child says.
#[inline(always)]
pub(crate) fn seen_above(score: Score, length: i32) -> Score {
    score.to_table(1 - length)
}
