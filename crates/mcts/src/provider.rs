//! Priors of moves and values of positions: what the search knows before it has played anything.

use game::{Evaluator, MoveList, Outcome, Position};

use crate::params::Params;
use crate::value::squash;

/// What is known of the legal moves of a position before any playout, in their order.
#[derive(Clone, Debug, Default)]
pub struct Priors {
    /// Shares that add up to 1.
    pub shares: Vec<f32>,
    /// The static evaluations of the positions after the moves, for the side that makes them, where the shares follow from
    /// these and they are the values too; None of a game that is over. Else empty.
    pub points: Vec<Option<i32>>,
}

impl Priors {
    /// Forgets all, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.shares.clear();
        self.points.clear();
    }
}

/// A provider of priors and values. The search asks it at the edge of the tree alone.
pub trait Provider<P: Position>: Clone + Send + Sync {
    /// Its data: the numbers of an evaluation, or the weights of a network.
    type Knowledge: Clone + Send + Sync;

    /// The provider for searches from `root`.
    fn new(knowledge: &Self::Knowledge, params: &Params, root: &P) -> Self;

    /// The value of a position for the side to move, above -1 and below 1. The positions made for it are added to `nodes`.
    fn value(&self, position: &P, nodes: &mut u64) -> f32;

    /// The priors of the legal moves, in their order. `priors` comes empty.
    fn priors(&self, position: &P, moves: &[P::Move], priors: &mut Priors);

    /// The value of the [points](Priors::points) of a position, for the side that they are for.
    fn value_of(&self, points: i32) -> f32;

    /// How the moves of a position compare before they are looked at: the higher, the better.
    fn orders(&self, position: &P) -> impl Fn(P::Move) -> i32;
}

/// Priors and values of a static evaluation.
#[derive(Clone, Debug)]
pub struct StaticProvider<E> {
    evaluator: E,
    source: i32,
    decay: f32,
    temperature: f32,
    scale: i32,
    leaf_plies: i32,
}

/// The points that a game just won stands for among the moves of a position.
const FINISHED: f32 = 5_000.0;

/// The points of a game that is won, beyond all evaluations.
const WON: i32 = 1 << 20;

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
            leaf_plies: params.leaf_plies,
        }
    }

    fn value(&self, position: &P, nodes: &mut u64) -> f32 {
        let points = if self.searches_leaves::<P>() {
            let state = self.evaluator.fresh(position);
            self.quiet_points(position, &state, [-WON, WON], self.leaf_plies, nodes)
        } else {
            self.evaluator.evaluate_fresh(position)
        };
        self.value_of(points)
    }

    fn value_of(&self, points: i32) -> f32 {
        squash(points, self.scale)
    }

    fn orders(&self, position: &P) -> impl Fn(P::Move) -> i32 {
        let quiet = self.evaluator.orders(position);
        move |mv| {
            if !position.is_tactical(mv) {
                return quiet(mv) + position.quiet_gain(mv);
            }
            let value = position.tactical_value(mv);
            // Captures that lose material come last.
            if position.loses_exchange(mv) { value - TACTICAL } else { value + TACTICAL }
        }
    }

    fn priors(&self, position: &P, moves: &[P::Move], priors: &mut Priors) {
        match self.source {
            1 => self.by_rank(position, moves, &mut priors.shares),
            2 => self.by_policy(position, moves, priors),
            3 => self.by_evaluation(position, moves, priors),
            _ => priors.shares.resize(moves.len(), 1.0),
        }
        let sum: f32 = priors.shares.iter().sum();
        for share in &mut priors.shares {
            *share /= sum;
        }
    }
}

impl<E> StaticProvider<E> {
    /// The value of a position is that of a search for captures.
    fn searches_leaves<P: Position>(&self) -> bool {
        P::SIDES_ALTERNATE && self.leaf_plies > 0
    }

    /// The points of a position once the captures that do not lose material are played out, for the side to move, who
    /// may also stand on its static evaluation: quiescence search, with the window's two ends.
    fn quiet_points<P: Position>(
        &self,
        position: &P,
        state: &E::State,
        [mut alpha, beta]: [i32; 2],
        plies: i32,
        nodes: &mut u64,
    ) -> i32
    where
        E: Evaluator<P>,
    {
        if let Some(ending) = position.ending() {
            let us = position.side_to_move();
            return ending.outcome.winner().map_or(0, |side| if side == us { WON } else { -WON });
        }
        if position.static_win_plies().is_some() {
            return WON;
        }
        let mut best = self.evaluator.evaluate(position, state);
        if plies == 0 || best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = MoveList::new();
        position.tactical_moves(&mut moves);
        moves.sort_by_key(|&mv| std::cmp::Reverse(position.tactical_value(mv)));
        for mv in moves.into_iter().filter(|&mv| !position.loses_exchange(mv)) {
            let child = position.make(mv);
            *nodes += 1;
            let state = self.evaluator.update(state, position, mv, &child);
            let score = -self.quiet_points(&child, &state, [-beta, -alpha], plies - 1, nodes);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// A power law of the rank: the static order says which move is better, not by how much.
    fn by_rank<P: Position>(&self, position: &P, moves: &[P::Move], priors: &mut Vec<f32>)
    where
        E: Evaluator<P>,
    {
        let order = self.orders(position);
        let orders: MoveList<i32> = moves.iter().map(|&mv| order(mv)).collect();
        priors.extend(orders.iter().map(|order| {
            let rank = orders.iter().filter(|other| *other > order).count();
            (1.0 + rank as f32).powf(-self.decay)
        }));
    }

    /// The softmax of what was learned of moves, where anything was.
    fn by_policy<P: Position>(&self, position: &P, moves: &[P::Move], priors: &mut Priors)
    where
        E: Evaluator<P>,
    {
        let state = self.evaluator.fresh(position);
        if !self.evaluator.policy(position, &state, moves, &mut priors.shares) {
            return self.by_evaluation(position, moves, priors);
        }
        let most = priors.shares.iter().copied().fold(f32::MIN, f32::max);
        for share in &mut priors.shares {
            *share = (*share - most).max(-12.0).exp();
        }
    }

    /// The softmax of the static evaluation after each move.
    fn by_evaluation<P: Position>(&self, position: &P, moves: &[P::Move], priors: &mut Priors)
    where
        E: Evaluator<P>,
    {
        let state = self.evaluator.fresh(position);
        let us = position.side_to_move();
        let tells = !self.searches_leaves::<P>();
        let Priors { shares, points } = priors;
        shares.extend(moves.iter().map(|&mv| {
            let child = position.make(mv);
            // A finished game is not evaluated.
            if let Some(ending) = child.ending() {
                if tells {
                    points.push(None);
                }
                return match ending.outcome {
                    Outcome::Win(side) if side == us => FINISHED,
                    Outcome::Win(_) => -FINISHED,
                    Outcome::Draw => 0.0,
                };
            }
            let after = self.evaluator.update(&state, position, mv, &child);
            let own = self.evaluator.evaluate(&child, &after);
            let own = if child.side_to_move() == us { own } else { -own };
            if tells {
                points.push(Some(own));
            }
            // The evaluation does not see a piece that hangs after a capture.
            let lost =
                if position.is_tactical(mv) && position.loses_exchange(mv) { 100.0 } else { 0.0 };
            own as f32 - lost
        }));
        let most = shares.iter().copied().fold(f32::MIN, f32::max);
        for share in shares {
            *share = ((*share - most) / self.temperature).max(-12.0).exp();
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Notation as _;

    use super::*;

    /// The points of a position of chess, and the positions made to find them.
    fn points(fen: &str, leaf_plies: i32) -> (i32, u64) {
        let params = Params { leaf_plies, value_scale: 1_000, ..Params::START };
        let root = chess::Position::parse(fen).unwrap();
        let knowledge = chess::EvalParams::default();
        let provider = StaticProvider::<chess::Evaluation>::new(&knowledge, &params, &root);
        let mut nodes = 0;
        let value = provider.value(&root, &mut nodes);
        (crate::value::to_score(value, 1_000).raw(), nodes)
    }

    #[test]
    fn what_hangs_is_taken_before_a_position_is_evaluated() {
        let hanging = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
        let (before, after) = (points(hanging, 0), points(hanging, 4));
        assert!(before.0 < -500 && before.1 == 0, "{before:?}");
        assert!(after.0 > 50 && after.1 == 1, "{after:?}");
        // The queen takes no pawn that another guards, and no one has to take.
        let guarded = "4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1";
        assert_eq!(points(guarded, 4), points(guarded, 0));
        // So many plies and no more.
        let chain = "4k3/8/2p1p3/3p4/2P1P3/8/8/4K3 w - - 0 1";
        let made = [0, 1, 2, 8].map(|plies| points(chain, plies).1);
        assert!(made.is_sorted() && made[0] == 0 && made[1] < made[2], "{made:?}");
    }

    /// Walks through a game, and looks at what is told of the moves with their priors.
    fn check_told_points<P: Position, E: Evaluator<P>>(root: P, knowledge: &E::Params, told: bool) {
        let params = Params { leaf_plies: i32::from(!told), ..Params::START };
        let provider = StaticProvider::<E>::new(knowledge, &params, &root);
        let mut walk = root;
        for number in 0..60_usize {
            let (mut moves, mut priors) = (MoveList::new(), Priors::default());
            walk.legal_moves(&mut moves);
            if walk.is_over() || moves.is_empty() {
                break;
            }
            provider.priors(&walk, &moves, &mut priors);
            assert_eq!(priors.shares.len(), moves.len());
            assert_eq!(priors.points.len(), if told { moves.len() } else { 0 });
            for (&mv, points) in moves.iter().zip(priors.points) {
                let child = walk.make(mv);
                assert_eq!(points.is_none(), child.is_over());
                let Some(points) = points else { continue };
                let turned = child.side_to_move() != walk.side_to_move();
                let value = provider.value_of(if turned { -points } else { points });
                assert_eq!(value, provider.value(&child, &mut 0), "{child:?}");
            }
            walk = walk.make(moves[number * 7 % moves.len()]);
        }
    }

    #[test]
    fn the_points_told_with_priors_are_those_of_the_positions_after_the_moves() {
        let ataxx = ataxx::Position::deal("", 1).unwrap();
        let knowledge = ataxx::EvalParams::default();
        check_told_points::<_, ataxx::Evaluation>(ataxx, &knowledge, true);
        let arimaa = arimaa::Position::deal("", 1).unwrap();
        let knowledge = arimaa::EvalParams::default();
        check_told_points::<_, arimaa::Evaluation>(arimaa, &knowledge, true);
        // Where captures are searched first, a position is worth more than its static evaluation says.
        let onitama = onitama::Position::deal("", 1).unwrap();
        let knowledge = onitama::EvalParams::default();
        check_told_points::<_, onitama::Evaluation>(onitama, &knowledge, false);
    }

    #[test]
    fn a_won_game_is_worth_more_than_any_evaluation() {
        let root = onitama::Position::deal("", 1).unwrap();
        let params = Params { leaf_plies: 4, ..Params::START };
        let knowledge = onitama::EvalParams::default();
        let provider = StaticProvider::<onitama::Evaluation>::new(&knowledge, &params, &root);
        let mut found = [0; 2];
        let mut walk = root;
        for number in 0..200_usize {
            if walk.is_over() {
                walk = root;
            }
            let mut nodes = 0;
            let value = provider.value(&walk, &mut nodes);
            let wins = walk.static_win_plies().is_some();
            assert!(!wins || value > 0.99, "{value} in {walk:?}");
            found[usize::from(wins)] += 1;
            let mut moves = MoveList::new();
            walk.legal_moves(&mut moves);
            walk = walk.make(moves[number * 7 % moves.len()]);
        }
        assert!(found.iter().all(|&count| count > 5), "{found:?}");
    }
}
