//! Static evaluation, apart from the rules.

use crate::Position;

/// A reason for a score, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Its worth for the first side, in points.
    pub points: i32,
    /// The term in words: `Gold's camel at b6 is held by Silver's elephant`.
    pub text: String,
}

/// A static evaluation with an incremental part.
///
/// The incremental state lives on the search stack, one for each ply; it is made afresh at the
/// root and updated by each move. It sees no clock and no history.
pub trait Evaluator<P: Position>: Clone + Send + Sync {
    /// The numbers that the evaluation is made of.
    type Params: Clone + Send + Sync;
    /// The state carried from a position to its child.
    type State: Copy + PartialEq + std::fmt::Debug;

    /// True if scores are worth remembering: one costs more than to look it up, and positions recur by other orders of moves.
    const REMEMBERS: bool = false;

    /// True if [`orders`](Evaluator::orders) say anything.
    const ORDERS: bool = false;

    /// True if [`explain`](Evaluator::explain) says anything.
    const EXPLAINS: bool = false;

    /// The evaluator for searches from `root`: what stays the same below it is worked out once.
    fn new(params: &Self::Params, root: &P) -> Self;

    /// True if the evaluator is right for a position that may not be below its root: a game in which
    /// [`new`](Evaluator::new) works something out from the root tells positions apart by it.
    fn is_for(&self, _position: &P) -> bool {
        true
    }

    /// The state of a position, from scratch.
    fn fresh(&self, position: &P) -> Self::State;

    /// The state after `mv`, which leads from `before` to `after`.
    fn update(&self, state: &Self::State, before: &P, mv: P::Move, after: &P) -> Self::State;

    /// The state after the turn ended without a move: the side to move is another, the pieces are the same.
    #[inline(always)]
    fn pass(&self, state: &Self::State, _before: &P, _after: &P) -> Self::State {
        *state
    }

    /// The score in points from the view of the side to move.
    fn evaluate(&self, position: &P, state: &Self::State) -> i32;

    /// The same, where the state is only asked for if the score is not remembered.
    #[inline(always)]
    fn remembered(&self, position: &P, state: impl FnOnce() -> Self::State) -> i32 {
        self.evaluate(position, &state())
    }

    /// The worth of each quiet move of a position before it is searched, in the units of the history score, to
    /// which it is added. What the moves share is worked out once.
    #[inline(always)]
    fn orders(&self, _position: &P) -> impl Fn(P::Move) -> i32 {
        |_| 0
    }

    /// What was learned of moves: for each of these legal ones, of one position, the logarithm of its odds up to an addend
    /// that all have in common. Adds nothing and returns false where nothing was learned.
    fn policy(
        &self,
        _position: &P,
        _state: &Self::State,
        _moves: &[P::Move],
        _odds: &mut Vec<f32>,
    ) -> bool {
        false
    }

    /// The reasons for the score, what counts most first; their points add up to it. Empty in a game that does not tell.
    fn explain(&self, _position: &P) -> Vec<Explanation> {
        Vec::new()
    }

    /// The score from scratch.
    fn evaluate_fresh(&self, position: &P) -> i32 {
        self.evaluate(position, &self.fresh(position))
    }
}
