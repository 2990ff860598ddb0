//! Evaluators for positions of many games.

use game::Evaluator;

use crate::definition::{EvalParams, GameDefinition};

/// The evaluator of the position asked for last, as long as it is right for the next one.
pub(crate) struct OfDeal<'p, W: GameDefinition> {
    params: &'p EvalParams<W>,
    last: Option<W::Eval>,
}

impl<'p, W: GameDefinition> OfDeal<'p, W> {
    /// With these values of the parameters.
    pub(crate) fn new(params: &'p EvalParams<W>) -> Self {
        Self { params, last: None }
    }

    /// One that is right for a position.
    pub(crate) fn evaluator(&mut self, position: &W::Position) -> &W::Eval {
        let fits = self.last.as_ref().is_some_and(|evaluator| evaluator.is_for(position));
        if !fits {
            self.last = None;
        }
        self.last.get_or_insert_with(|| W::Eval::new(self.params, position))
    }
}
