//! The knowledge of a game's engine.

use std::sync::Arc;

use game::params::Parameters as _;
use game::{Evaluator as _, Explanation, ParseError};
use network::Network;

use super::learned::{LearnedView, learned};
use super::typed::Kind;
use crate::choices::{ChoiceSet, Choices};
use crate::config::{ConfigError, EngineConfig};
use crate::definition::{EvalParams, GameDefinition};
use crate::layout::BoardLayout;
use crate::network_inputs::{BuiltInNetwork, NetworkInputs};
use crate::networks;
use crate::parameters::{Parameter, ParameterSet};
use crate::positions::PositionSet;
use crate::settings::Settings;
use crate::typed_parameters::{parameters, parameters_of};
use crate::typed_positions::Positions;

/// The knowledge of an engine: the parameters and networks by which it evaluates and searches.
pub trait Knowledge {
    /// The declared numbers and switches of search and evaluation, with the values that they start from in this game.
    fn parameters(&self) -> Vec<Parameter>;

    /// The same, with the values that they have in an engine of this configuration.
    ///
    /// # Errors
    /// A setting that cannot be.
    fn parameters_of(&self, config: &EngineConfig) -> Result<Vec<Parameter>, ConfigError>;

    /// Sets of parameters that only some starts exercise; none where every game exercises all.
    fn parameter_sets(&self) -> Vec<ParameterSet>;

    /// How tables of the evaluation's parameters lie on the board; none where nothing is scored by square.
    fn boards(&self) -> Vec<BoardLayout>;

    /// The inputs of networks of this game, and how wide these may be; None where it has none.
    fn network_inputs(&self) -> Option<NetworkInputs>;

    /// The network in the program; None where there is none.
    fn network(&self) -> Option<BuiltInNetwork>;

    /// What a network has learned, or that of the program; None where there is none, or it does not fit.
    fn learned(&self, network: Option<&Arc<Network>>) -> Option<LearnedView>;

    /// An empty set of positions, to fit the evaluation to.
    fn position_set(&self) -> Box<dyn PositionSet>;

    /// An empty set of choices between moves, to fit their order to.
    fn choice_set(&self) -> Box<dyn ChoiceSet>;

    /// The static evaluation of this game has [reasons](Evaluation::reasons) in words.
    fn explains(&self) -> bool;

    /// The static evaluation of a position, term by term.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn evaluation(&self, position: Option<&str>) -> Result<Evaluation, ParseError>;
}

/// The hand-made static evaluation taken apart, and what the network says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// All of it, in points from the view of the side to move.
    pub points: i32,
    /// The score of the network that plays in its place, from the same view, where the game has one.
    pub network: Option<i32>,
    /// By how much it is more with a parameter, or a table of them, than without (all of it 0); only those that say
    /// something here, the largest first. Where terms do not work on each other they add up to `points`.
    pub terms: Vec<(String, i32)>,
    /// The same in words, from the view of the first side, what counts most first: empty where the game has none.
    pub reasons: Vec<Explanation>,
}

impl<W: GameDefinition> Knowledge for Kind<W> {
    fn parameters(&self) -> Vec<Parameter> {
        parameters::<W>()
    }

    fn parameters_of(&self, config: &EngineConfig) -> Result<Vec<Parameter>, ConfigError> {
        let Settings { switches, tunables, mcts, params, .. } = Settings::<W>::new(config)?;
        Ok(parameters_of::<W>(&switches, &tunables, &mcts, &params))
    }

    fn parameter_sets(&self) -> Vec<ParameterSet> {
        W::parameter_sets()
    }

    fn boards(&self) -> Vec<BoardLayout> {
        W::boards()
    }

    fn network_inputs(&self) -> Option<NetworkInputs> {
        networks::inputs::<W>()
    }

    fn network(&self) -> Option<BuiltInNetwork> {
        W::network()
    }

    fn learned(&self, network: Option<&Arc<Network>>) -> Option<LearnedView> {
        let network = match network {
            Some(network) => networks::fits::<W>(network).ok().map(|()| network.clone())?,
            None => networks::built_in::<W>()?,
        };
        Some(learned::<W>(&network))
    }

    fn position_set(&self) -> Box<dyn PositionSet> {
        Box::new(Positions::<W>(Vec::new()))
    }

    fn choice_set(&self) -> Box<dyn ChoiceSet> {
        Box::new(Choices::<W>(Vec::new()))
    }

    fn explains(&self) -> bool {
        W::Eval::EXPLAINS
    }

    fn evaluation(&self, position: Option<&str>) -> Result<Evaluation, ParseError> {
        let position = Self::parse(position)?;
        let evaluate =
            |params: &EvalParams<W>| W::Eval::new(params, &position).evaluate_fresh(&position);
        let params = EvalParams::<W>::default();
        let points = evaluate(&params);
        let infos = EvalParams::<W>::infos();
        let group = |index: usize| infos[index].name.split('[').next().unwrap_or_default();
        let mut terms = Vec::new();
        let mut first = 0;
        while first < infos.len() {
            let name = group(first);
            let end = (first..infos.len()).find(|&at| group(at) != name).unwrap_or(infos.len());
            let mut without = params.clone();
            (first..end).for_each(|index| without.set(index, 0));
            let worth = points - evaluate(&without);
            if worth != 0 {
                terms.push((name.to_owned(), worth));
            }
            first = end;
        }
        terms.sort_by_key(|(_, worth)| std::cmp::Reverse(worth.abs()));
        let reasons = W::Eval::new(&params, &position).explain(&position);
        let network = networks::built_in::<W>().map(|network| {
            let mut params = params.clone();
            W::set_network(&mut params, Some(network));
            evaluate(&params)
        });
        Ok(Evaluation { points, network, terms, reasons })
    }
}
