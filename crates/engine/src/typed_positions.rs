//! Positions of games to be evaluated: the one implementation of [`PositionSet`].

use std::ops::Range;

use game::params::{ParamInfo, Parameters};
use game::{Evaluator, Features as _, MoveBits as _, MoveList, Position as _, Side, inputs_on};

use crate::definition::{EvalParams, GameDefinition};
use crate::of_deal::OfDeal;
use crate::packed::walk;
use crate::positions::{Begun, PositionSet};

/// Positions of one game.
pub(crate) struct Positions<W: GameDefinition>(pub(crate) Vec<W::Position>);

impl<W: GameDefinition> Positions<W> {
    fn add(
        &mut self,
        start: &str,
        moves: &[u16],
        begun: Begun<'_>,
        quiet: bool,
        wanted: &mut dyn FnMut(usize, u64) -> bool,
    ) -> Result<Vec<usize>, String> {
        let mut added = Vec::new();
        walk::<W::Position>(start, moves, &mut |number, position, turn| {
            let Some((before, rest)) = turn.split_at_checked(begun(number)) else { return };
            let Some(&next) = rest.first() else { return };
            let position = before.iter().fold(*position, |position, &mv| position.make(mv));
            let skipped = quiet && (position.is_tactical(next) || position.in_check());
            if !skipped && wanted(number, position.key()) {
                added.push((number, position));
            }
        })?;
        let numbers = added.iter().map(|(number, _)| *number).collect();
        self.0.extend(added.into_iter().map(|(_, position)| position));
        Ok(numbers)
    }
}

impl<W: GameDefinition> PositionSet for Positions<W> {
    fn params(&self) -> Vec<ParamInfo> {
        EvalParams::<W>::infos()
    }

    fn add_quiet(
        &mut self,
        start: &str,
        moves: &[u16],
        begun: Begun<'_>,
        wanted: &mut dyn FnMut(usize, u64) -> bool,
    ) -> Result<Vec<usize>, String> {
        self.add(start, moves, begun, true, wanted)
    }

    fn add_all(
        &mut self,
        start: &str,
        moves: &[u16],
        begun: Begun<'_>,
        wanted: &mut dyn FnMut(usize, u64) -> bool,
    ) -> Result<Vec<usize>, String> {
        self.add(start, moves, begun, false, wanted)
    }

    fn inputs(&self, number: usize, symmetry: usize, found: &mut [Vec<u32>; 2]) -> usize {
        let position = &self.0[number];
        inputs_on::<_, W::Features>(position, symmetry, found);
        W::Features::bucket(position)
    }

    fn moves(&self, number: usize, symmetry: usize, visit: &mut dyn FnMut(u16, &[u32])) {
        let position = &self.0[number];
        let features = W::Features::new(position);
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let mut facts = Vec::new();
        for &mv in &legal {
            facts.clear();
            features.move_rows(position, mv, &mut |fact| {
                facts.push(W::Features::move_image(fact, symmetry) as u32);
            });
            visit(mv.bits().get(), &facts);
        }
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn first_to_move(&self, number: usize) -> bool {
        self.0[number].side_to_move() == Side::First
    }

    fn evaluate(&self, values: &[i32], positions: Range<usize>) -> Vec<i32> {
        self.scores(values, self.0.get(positions).unwrap_or_default().iter())
    }

    fn evaluate_some(&self, values: &[i32], numbers: &[usize]) -> Vec<i32> {
        self.scores(values, numbers.iter().map(|&number| &self.0[number]))
    }
}

impl<W: GameDefinition> Positions<W> {
    /// The static evaluations of some positions, from the first side's view.
    fn scores<'p>(
        &'p self,
        values: &[i32],
        positions: impl Iterator<Item = &'p W::Position>,
    ) -> Vec<i32> {
        let mut params = EvalParams::<W>::default();
        for (index, &value) in values.iter().enumerate() {
            params.set(index, value);
        }
        let mut of_deal = OfDeal::<W>::new(&params);
        let by_first = |position: &W::Position| {
            let points = of_deal.evaluator(position).evaluate_fresh(position);
            if position.side_to_move() == Side::First { points } else { -points }
        };
        positions.map(by_first).collect()
    }
}
