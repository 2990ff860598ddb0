//! The declared numbers and switches of an engine, whatever game it plays.

use game::params::{ParamInfo, fold_name};

/// The part of the engine that a parameter belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// A switch of the search.
    Switches,
    /// A number of the alpha-beta search.
    Search,
    /// Monte Carlo tree search.
    Mcts,
    /// The evaluation.
    Evaluation,
}

impl Family {
    /// Its name, as scripts write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Switches => "switches",
            Self::Search => "search",
            Self::Mcts => "mcts",
            Self::Evaluation => "evaluation",
        }
    }
}

/// A parameter of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The part of the engine that it belongs to.
    pub family: Family,
    /// Its declaration, with the name that the engine takes as an option and the value that it starts from in this game.
    pub info: ParamInfo,
}

impl Parameter {
    /// It is a quantity that can be tuned: no switch, and no number of one among several sets.
    pub fn is_quantity(&self) -> bool {
        !self.info.switch && self.info.unit != "set"
    }

    /// It is a number of the order of moves, and says nothing of what a position is worth.
    pub fn is_of_order(&self) -> bool {
        self.family == Family::Evaluation && self.is_quantity() && names_order(&self.info.name)
    }
}

/// True for the name of a number of a game's evaluation by which moves are ordered, with a network as well.
pub(crate) fn names_order(name: &str) -> bool {
    fold_name(name).starts_with("order")
}

/// Parameters of the evaluation that only some starts exercise: those with a [part](crate::StartPart) of its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterSet {
    /// The name of the part.
    pub name: String,
    /// Their names.
    pub parameters: Vec<String>,
}
