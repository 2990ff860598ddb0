//! A hand-made evaluation, a network, or their sum, whichever is asked for.

use game::params::{ParamInfo, Parameters};
use game::{Evaluator, Explanation, Position, ScoreCache};

/// The numbers of a hand-made evaluation, and the network that evaluates in its place or is added to it, if any.
#[derive(Clone, Debug)]
pub struct ChosenParams<H, N> {
    hand: H,
    network: Option<N>,
    adds: bool,
}

impl<H: Default, N> Default for ChosenParams<H, N> {
    fn default() -> Self {
        Self { hand: H::default(), network: None, adds: false }
    }
}

impl<H, N> ChosenParams<H, N> {
    /// Lets this network evaluate, or the hand-made evaluation; where `adds` is set, the sum of both.
    pub fn set_network(&mut self, network: Option<N>, adds: bool) {
        self.network = network;
        self.adds = adds;
    }

    /// The numbers of the hand-made evaluation.
    pub fn hand_mut(&mut self) -> &mut H {
        &mut self.hand
    }
}

impl<H: Parameters, N: Clone + Send + Sync> Parameters for ChosenParams<H, N> {
    fn infos() -> Vec<ParamInfo> {
        H::infos()
    }

    fn get(&self, index: usize) -> i32 {
        self.hand.get(index)
    }

    fn set(&mut self, index: usize, value: i32) {
        self.hand.set(index, value);
    }
}

/// The state of the evaluation that was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ChosenState<H, N> {
    /// That of the hand-made evaluation.
    Hand(H),
    /// That of the network.
    Network(N),
    /// Those of both.
    Sum(H, N),
}

/// The hand-made evaluation `H`, the network `N` where there is one, or their sum. Moves are ordered by the first in either
/// case. Scores are remembered where one of those that are used [asks for it](Evaluator::REMEMBERS).
#[derive(Clone)]
pub struct Chosen<H, N> {
    hand: H,
    network: Option<N>,
    adds: bool,
    scores: Option<ScoreCache>,
}

impl<H, N> Chosen<H, N> {
    #[inline(always)]
    fn compute<P>(&self, position: &P, state: &ChosenState<H::State, N::State>) -> i32
    where
        P: Position,
        H: Evaluator<P>,
        N: Evaluator<P>,
    {
        match (state, &self.network) {
            (ChosenState::Hand(state), _) => self.hand.evaluate(position, state),
            (ChosenState::Network(state), Some(network)) => network.evaluate(position, state),
            (ChosenState::Sum(hand, state), Some(network)) => {
                self.hand.evaluate(position, hand) + network.evaluate(position, state)
            }
            (_, None) => self.hand.evaluate_fresh(position),
        }
    }
}

impl<P: Position, H: Evaluator<P>, N: Evaluator<P>> Evaluator<P> for Chosen<H, N> {
    type Params = ChosenParams<H::Params, N::Params>;
    type State = ChosenState<H::State, N::State>;

    const ORDERS: bool = H::ORDERS;
    const REMEMBERS: bool = H::REMEMBERS || N::REMEMBERS;
    const EXPLAINS: bool = H::EXPLAINS;

    fn new(params: &Self::Params, root: &P) -> Self {
        let network = params.network.as_ref().map(|params| N::new(params, root));
        let remembers = match &network {
            Some(_) => N::REMEMBERS || params.adds && H::REMEMBERS,
            None => H::REMEMBERS,
        };
        let scores = remembers.then(ScoreCache::new);
        Self { hand: H::new(&params.hand, root), network, adds: params.adds, scores }
    }

    fn is_for(&self, position: &P) -> bool {
        self.hand.is_for(position)
            && self.network.as_ref().is_none_or(|network| network.is_for(position))
    }

    fn fresh(&self, position: &P) -> Self::State {
        match &self.network {
            Some(network) if self.adds => {
                ChosenState::Sum(self.hand.fresh(position), network.fresh(position))
            }
            Some(network) => ChosenState::Network(network.fresh(position)),
            None => ChosenState::Hand(self.hand.fresh(position)),
        }
    }

    #[inline(always)]
    fn update(&self, state: &Self::State, before: &P, mv: P::Move, after: &P) -> Self::State {
        match (state, &self.network) {
            (ChosenState::Hand(state), _) => {
                ChosenState::Hand(self.hand.update(state, before, mv, after))
            }
            (ChosenState::Network(state), Some(network)) => {
                ChosenState::Network(network.update(state, before, mv, after))
            }
            (ChosenState::Sum(hand, state), Some(network)) => ChosenState::Sum(
                self.hand.update(hand, before, mv, after),
                network.update(state, before, mv, after),
            ),
            // States are those of their own evaluator.
            (_, None) => self.fresh(after),
        }
    }

    #[inline(always)]
    fn pass(&self, state: &Self::State, before: &P, after: &P) -> Self::State {
        match (state, &self.network) {
            (ChosenState::Hand(state), _) => {
                ChosenState::Hand(self.hand.pass(state, before, after))
            }
            (ChosenState::Network(state), Some(network)) => {
                ChosenState::Network(network.pass(state, before, after))
            }
            (ChosenState::Sum(hand, state), Some(network)) => ChosenState::Sum(
                self.hand.pass(hand, before, after),
                network.pass(state, before, after),
            ),
            // States are those of their own evaluator.
            (_, None) => self.fresh(after),
        }
    }

    #[inline(always)]
    fn evaluate(&self, position: &P, state: &Self::State) -> i32 {
        match &self.scores {
            Some(scores) if Self::REMEMBERS => {
                scores.get(position.evaluation_key(), || self.compute(position, state))
            }
            _ => self.compute(position, state),
        }
    }

    #[inline(always)]
    fn remembered(&self, position: &P, state: impl FnOnce() -> Self::State) -> i32 {
        match &self.scores {
            Some(scores) if Self::REMEMBERS => {
                scores.get(position.evaluation_key(), || self.compute(position, &state()))
            }
            _ => self.compute(position, &state()),
        }
    }

    #[inline(always)]
    fn orders(&self, position: &P) -> impl Fn(P::Move) -> i32 {
        self.hand.orders(position)
    }

    fn policy(
        &self,
        position: &P,
        state: &Self::State,
        moves: &[P::Move],
        odds: &mut Vec<f32>,
    ) -> bool {
        match (state, &self.network) {
            (ChosenState::Network(state) | ChosenState::Sum(_, state), Some(network)) => {
                network.policy(position, state, moves, odds)
            }
            _ => false,
        }
    }

    /// The reasons of the hand-made evaluation: a network has none that could be told.
    fn explain(&self, position: &P) -> Vec<Explanation> {
        self.hand.explain(position)
    }
}
