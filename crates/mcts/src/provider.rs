//! Priors of moves and values of positions: what the search knows before it has played anything.

use game::{Evaluator, MoveList, Outcome, Position};

use crate::params::Params;
use crate::value::squash;

/// A provider of priors and values. The search asks it at the edge of the tree alone.
pub trait Provider<P: Position>: Clone + Send + Sync {
    /// What it is made of: the numbers of an evaluation, or the weights of a network.
    type Knowledge: Clone + Send + Sync;

    /// The provider for searches from `root`.
    fn new(knowledge: &Self::Knowledge, params: &Params, root: &P) -> Self;

    /// The value of a position for the side to move, above -1 and below 1.
    fn value(&self, position: &P) -> f32;

    /// The priors of the legal moves, in their order: shares that add up to 1. `priors` comes empty.
    fn priors(&self, position: &P, moves: &[P::Move], priors: &mut Vec<f32>);

    /// How a move compares with the others of its position before it is looked at: the higher, the better.
    fn order(&self, position: &P, mv: P::Move) -> i32;
}

/// Priors and values of a static evaluation.
#[derive(Clone, Debug)]
pub struct StaticProvider<E> {
    evaluator: E,
    source: i32,
    decay: f32,
    temperature: f32,
    scale: i32,
}

/// The points that a game just won stands for among the moves of a position.
const FINISHED: f32 = 5_000.0;

/// Above the orders of all quiet moves.
const TACTICAL: i32 = 1 << 20;

impl<P: Position, E: Evaluator<P>> Provider<P> for StaticProvider<E> {
    type Knowledge = E::Params;

    fn new(knowledge: &E::Params, params: &Params, root: &P) -> Self {
        Self {
            evaluator: E::new(knowledge, root),
            source: params.priors,
            decay: Params::part(params.prior_decay),
            temperature: params.prior_temperature as f32,
            scale: params.value_scale,
        }
    }

    fn value(&self, position: &P) -> f32 {
        squash(self.evaluator.evaluate_fresh(position), self.scale)
    }

    fn order(&self, position: &P, mv: P::Move) -> i32 {
        if !position.is_tactical(mv) {
            return self.evaluator.order(position, mv) + position.quiet_gain(mv);
        }
        let value = position.tactical_value(mv);
        // Captures that lose material come last.
        if position.loses_exchange(mv) { value - TACTICAL } else { value + TACTICAL }
    }

    fn priors(&self, position: &P, moves: &[P::Move], priors: &mut Vec<f32>) {
        match self.source {
            1 => self.by_rank(position, moves, priors),
            2 => self.by_evaluation(position, moves, priors),
            _ => priors.resize(moves.len(), 1.0),
        }
        let sum: f32 = priors.iter().sum();
        for prior in priors {
            *prior /= sum;
        }
    }
}

impl<E> StaticProvider<E> {
    /// A power law of the rank: the static order says which move is better, not by how much.
    fn by_rank<P: Position>(&self, position: &P, moves: &[P::Move], priors: &mut Vec<f32>)
    where
        E: Evaluator<P>,
    {
        let orders: MoveList<i32> = moves.iter().map(|&mv| self.order(position, mv)).collect();
        priors.extend(orders.iter().map(|order| {
            let rank = orders.iter().filter(|other| *other > order).count();
            (1.0 + rank as f32).powf(-self.decay)
        }));
    }

    /// The softmax of the static evaluation after each move.
    fn by_evaluation<P: Position>(&self, position: &P, moves: &[P::Move], priors: &mut Vec<f32>)
    where
        E: Evaluator<P>,
    {
        let state = self.evaluator.fresh(position);
        let us = position.side_to_move();
        priors.extend(moves.iter().map(|&mv| {
            let child = position.make(mv);
            // A finished game is not evaluated.
            if let Some(ending) = child.ending() {
                return match ending.outcome {
                    Outcome::Win(side) if side == us => FINISHED,
                    Outcome::Win(_) => -FINISHED,
                    Outcome::Draw => 0.0,
                };
            }
            let after = self.evaluator.update(&state, position, mv, &child);
            let points = self.evaluator.evaluate(&child, &after) as f32;
            // What hangs after a capture is not seen by the evaluation.
            let lost =
                if position.is_tactical(mv) && position.loses_exchange(mv) { 100.0 } else { 0.0 };
            if child.side_to_move() == us { points - lost } else { -points - lost }
        }));
        let most = priors.iter().copied().fold(f32::MIN, f32::max);
        for prior in priors {
            *prior = ((*prior - most) / self.temperature).max(-12.0).exp();
        }
    }
}
