//! Positions of games to be evaluated: the one implementation of [`PositionSet`].

use game::params::{ParamInfo, Parameters};
use game::{Evaluator, Notation, Position as _, Side};

use crate::definition::GameDefinition;
use crate::positions::PositionSet;
use crate::settings::EvalParams;

/// Positions of one game.
pub(crate) struct Positions<W: GameDefinition>(pub(crate) Vec<W::Position>);

impl<W: GameDefinition> PositionSet for Positions<W> {
    fn params(&self) -> Vec<ParamInfo> {
        EvalParams::<W>::infos()
    }

    fn add_quiet(
        &mut self,
        start: &str,
        turns: &[String],
        wanted: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<usize>, String> {
        let mut position = W::Position::parse(start).map_err(|error| error.to_string())?;
        let mut added = Vec::new();
        for (number, turn) in turns.iter().enumerate() {
            let moves = position
                .parse_turn(turn)
                .map_err(|error| format!("turn {}: {error}", number + 1))?;
            let tactical = moves.first().is_none_or(|&mv| position.is_tactical(mv));
            if wanted(number) && !tactical && !position.in_check() {
                added.push((number, position));
            }
            position = moves.into_iter().fold(position, |position, mv| position.make(mv));
        }
        let numbers = added.iter().map(|(number, _)| *number).collect();
        self.0.extend(added.into_iter().map(|(_, position)| position));
        Ok(numbers)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn first_to_move(&self, number: usize) -> bool {
        self.0[number].side_to_move() == Side::First
    }

    fn evaluate(&self, values: &[i32]) -> Vec<i32> {
        let mut params = EvalParams::<W>::default();
        for (index, &value) in values.iter().enumerate() {
            params.set(index, value);
        }
        let Some(first) = self.0.first() else { return Vec::new() };
        let evaluator = W::Eval::new(&params, first);
        let by_first = |position: &W::Position| {
            let points = evaluator.evaluate_fresh(position);
            if position.side_to_move() == Side::First { points } else { -points }
        };
        self.0.iter().map(by_first).collect()
    }
}
