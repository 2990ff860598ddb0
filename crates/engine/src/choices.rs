//! Choices between quiet moves in games, to fit the order of moves to.

use std::ops::Range;

use game::params::{ParamInfo, Parameters};
use game::{Evaluator, MoveList, Position as _};

use crate::definition::{EvalParams, GameDefinition};
use crate::of_deal::OfDeal;
use crate::packed::walk;
use crate::positions::Begun;

/// Choices between quiet moves in games of one game, whichever it is.
pub trait ChoiceSet: Send + Sync {
    /// The parameters of the evaluation, in the order of their values.
    fn params(&self) -> Vec<ParamInfo>;

    /// Plays a [packed](crate::Packing::pack) game through and adds each choice of a quiet move among several, where the side
    /// to move is not in check: one for each such move of the turns that are `wanted`, by their numbers from 0, after those
    /// moves with which the turn was `begun`. Returns how many were added.
    ///
    /// # Errors
    /// If the start or a move cannot be read or played; nothing is added then.
    fn add(
        &mut self,
        start: &str,
        moves: &[u16],
        begun: Begun<'_>,
        wanted: &mut dyn FnMut(usize) -> bool,
    ) -> Result<usize, String>;

    /// How many choices there are.
    fn len(&self) -> usize;

    /// True if there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many quiet moves a choice left out.
    fn left_out(&self, choice: usize) -> usize;

    /// For each of these choices and each quiet move that it left out: by how much the move played stands before that one in
    /// the [order](Evaluator::orders) with these values of the parameters, in the units of the history score.
    fn leads(&self, values: &[i32], choices: Range<usize>) -> Vec<i32>;
}

/// A position, the quiet move that was played there, and how many others there are.
type Choice<W> = (
    <W as GameDefinition>::Position,
    <<W as GameDefinition>::Position as game::Position>::Move,
    u16,
);

/// Choices of one game.
pub(crate) struct Choices<W: GameDefinition>(pub(crate) Vec<Choice<W>>);

impl<W: GameDefinition> ChoiceSet for Choices<W> {
    fn params(&self) -> Vec<ParamInfo> {
        EvalParams::<W>::infos()
    }

    fn add(
        &mut self,
        start: &str,
        moves: &[u16],
        begun: Begun<'_>,
        wanted: &mut dyn FnMut(usize) -> bool,
    ) -> Result<usize, String> {
        let mut added = Vec::new();
        walk::<W::Position>(start, moves, &mut |number, position, turn| {
            let begun = begun(number);
            if begun >= turn.len() || !wanted(number) {
                return;
            }
            let mut position = *position;
            for (at, &mv) in turn.iter().enumerate() {
                if at >= begun && !position.is_tactical(mv) && !position.in_check() {
                    let mut quiet = MoveList::new();
                    position.quiet_moves(&mut quiet);
                    if quiet.len() > 1 {
                        added.push((position, mv, quiet.len() as u16 - 1));
                    }
                }
                position = position.make(mv);
            }
        })?;
        let count = added.len();
        self.0.extend(added);
        Ok(count)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn left_out(&self, choice: usize) -> usize {
        self.0.get(choice).map_or(0, |&(_, _, others)| others.into())
    }

    fn leads(&self, values: &[i32], choices: Range<usize>) -> Vec<i32> {
        let mut params = EvalParams::<W>::default();
        for (index, &value) in values.iter().enumerate() {
            params.set(index, value);
        }
        let choices = self.0.get(choices).unwrap_or_default();
        let (mut of_deal, mut leads) = (OfDeal::<W>::new(&params), Vec::new());
        for (position, played, _) in choices {
            let evaluator = of_deal.evaluator(position);
            let order = evaluator.orders(position);
            let worth = order(*played);
            let mut quiet = MoveList::new();
            position.quiet_moves(&mut quiet);
            let others = quiet.iter().filter(|&mv| mv != played);
            leads.extend(others.map(|&mv| worth - order(mv)));
        }
        leads
    }
}
