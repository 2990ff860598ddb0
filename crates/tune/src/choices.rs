//! Choices between quiet moves in stored games, which the order of moves is to predict.

use std::ops::Range;

use engine::{ChoiceSet, GameKind, Verdict};

use crate::data::StoredGame;
use crate::error_bar::{OfGame, error_bar};
use crate::linear::{A_PART, Part, Slopes, expected};
use crate::problem::{Halt, Parameter, SampleProblem};
use crate::samples::SamplesError;
use crate::slopes::{Chosen, Differences, Measuring, Watch, bend, measured, on_threads};

/// Choices between quiet moves of games.
pub struct Choices {
    all: Box<dyn ChoiceSet>,
    /// Where those of each game end.
    games: Vec<usize>,
}

impl Choices {
    /// None yet.
    pub fn new(kind: &dyn GameKind) -> Self {
        Self { all: kind.knowledge().choice_set(), games: Vec::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds those of a game after its first `skip` turns, but for turns whose score is proven: which of several moves wins,
    /// or is lost later, says little of moves.
    ///
    /// # Errors
    /// If the game cannot be played through; in words.
    pub fn add(&mut self, game: &StoredGame, skip: usize) -> Result<(), String> {
        let begun = |turn: usize| game.recipe.random_moves(game.number, turn);
        let open = |turn: usize| {
            let verdict = game.score(turn).map(engine::Score::verdict);
            turn >= skip && matches!(verdict, Some(Verdict::Points(_)))
        };
        self.all.add(&game.start, &game.moves, &begun, &mut |turn| open(turn))?;
        self.games.push(self.len());
        Ok(())
    }

    /// Choices whose pairs of moves make a part or less, one after the other.
    fn parts(&self) -> Vec<Range<usize>> {
        let (mut parts, mut begin, mut pairs) = (Vec::new(), 0, 0);
        for choice in 0..self.len() {
            let others = self.all.left_out(choice);
            if pairs + others > A_PART {
                parts.push(begin..choice);
                (begin, pairs) = (choice, 0);
            }
            pairs += others;
        }
        if begin < self.len() {
            parts.push(begin..self.len());
        }
        parts
    }
}

/// How well an order of moves finds the one that was played, on choices held back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found {
    /// The share of choices whose move stands first.
    pub first: f64,
    /// The share of those whose move is among the first four.
    pub among_four: f64,
    /// The place of the move on average, from 1; where several are alike, in their middle.
    pub place: f64,
}

/// An order of moves that is to put the move played before those it left out: each such pair is a sample of the target 1,
/// and its score is by how much the one stands before the other (the model of Bradley and Terry, 1952).
pub struct Ordering {
    parameters: Vec<Parameter>,
    chosen: Chosen,
    learned: Choices,
    held: Choices,
    scale: f64,
    threads: usize,
    measuring: Measuring,
}

impl Ordering {
    /// The order with these parameters to be tuned, by choices to learn from and others held back, of other games. `start` has
    /// the values of all numbers of the evaluation, the declared ones where it is None. A move that stands so many units of
    /// the history score as `scale` before another is to be the one played in 73 of a hundred cases.
    ///
    /// # Errors
    /// If there are no choices, or a parameter is not the evaluation's.
    pub fn new(
        parameters: Vec<Parameter>,
        start: Option<Vec<i32>>,
        [learned, held]: [Choices; 2],
        scale: f64,
        threads: usize,
    ) -> Result<Self, SamplesError> {
        if learned.is_empty() || held.is_empty() {
            return Err(SamplesError::NoPositions);
        }
        let all = learned.all.params();
        let chosen = Chosen::new(&parameters, &all, start).map_err(SamplesError::NoEvaluation)?;
        let measuring: Measuring = Box::new(|_| true);
        Ok(Self { parameters, chosen, learned, held, scale, threads, measuring })
    }

    /// Tells while slopes are measured how far that is.
    #[must_use]
    pub fn told(self, measuring: Measuring) -> Self {
        Self { measuring, ..self }
    }

    /// How many choices are learned from, and how many held back.
    pub fn choices(&self) -> [usize; 2] {
        [self.learned.len(), self.held.len()]
    }

    /// How well the order with these values finds the moves of the choices held back.
    pub fn found(&self, values: &[i32]) -> Found {
        let all = self.chosen.all(values);
        let count = |part: Range<usize>| {
            let leads = self.held.all.leads(&all, part.clone());
            let mut rest = &leads[..];
            let mut found = [0.0; 3];
            for choice in part {
                let (own, others) = rest.split_at(self.held.all.left_out(choice));
                rest = others;
                let before = own.iter().filter(|&&lead| lead < 0).count();
                let alike = own.iter().filter(|&&lead| lead == 0).count();
                let place = 1.0 + before as f64 + alike as f64 / 2.0;
                found[0] += f64::from(u8::from(place < 2.0));
                found[1] += f64::from(u8::from(place < 5.0));
                found[2] += place;
            }
            found
        };
        let sums = on_threads(&self.held.parts(), self.threads, &count);
        let share = |at: usize| {
            sums.iter().map(|found| found[at]).sum::<f64>() / self.held.len().max(1) as f64
        };
        Found { first: share(0), among_four: share(1), place: share(2) }
    }

    /// The squared error of each pair of some choices.
    fn misses(&self, choices: &Choices, all: &[i32], part: Range<usize>) -> Vec<f64> {
        let square = |lead: i32| (1.0 - expected(lead.into(), self.scale)).powi(2);
        choices.all.leads(all, part).into_iter().map(square).collect()
    }

    fn error(&self, choices: &Choices, values: &[i32]) -> f64 {
        let all = self.chosen.all(values);
        let miss = |part: Range<usize>| {
            let misses = self.misses(choices, &all, part);
            (misses.iter().sum::<f64>(), misses.len())
        };
        let sums = on_threads(&choices.parts(), self.threads, &miss);
        let pairs = sums.iter().map(|(_, pairs)| pairs).sum::<usize>().max(1);
        sums.iter().map(|(sum, _)| sum).sum::<f64>() / pairs as f64
    }
}

impl SampleProblem for Ordering {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn errors(&self, values: &[i32]) -> [f64; 2] {
        [&self.learned, &self.held].map(|choices| self.error(choices, values))
    }

    fn error_bar(&self, from: &[i32], to: &[i32]) -> Option<f64> {
        let [from, to] = [from, to].map(|values| self.chosen.all(values));
        let begins = [0].into_iter().chain(self.held.games.iter().copied());
        let games: Vec<Range<usize>> =
            begins.zip(&self.held.games).map(|(begin, &end)| begin..end).collect();
        let change = |game: Range<usize>| {
            let before = self.misses(&self.held, &from, game.clone());
            let after = self.misses(&self.held, &to, game);
            let sum = after.iter().zip(&before).map(|(after, before)| after - before).sum();
            OfGame { sum, count: after.len() }
        };
        error_bar(&on_threads(&games, self.threads, &change))
    }

    fn slopes(&self, values: &[i32]) -> Result<Slopes, Halt> {
        let leads = |values: &[i32], choices: &Range<usize>| {
            self.learned.all.leads(&self.chosen.all(values), choices.clone())
        };
        let some = |leads: &[i32], samples: &[u16]| -> Vec<i32> {
            samples.iter().map(|&at| leads[usize::from(at)]).collect()
        };
        let part = |range: Range<usize>, watch: &Watch<'_>| {
            let score = |values: &[i32], samples: &[u16]| some(&leads(values, &range), samples);
            let scores = &leads(values, &range)[..];
            // Most pairs of moves depend on some of any run of parameters.
            let (parameters, run) = (&self.parameters[..], 1);
            let differences = Differences { parameters, values, scores, score: &score, run };
            let columns = differences.columns(watch)?;
            let scores: Vec<f32> = scores.iter().map(|&lead| lead as f32).collect();
            Some(Part { targets: vec![1.0; scores.len()], scores, columns })
        };
        let ranges = self.learned.parts();
        let told = (&self.measuring, self.parameters.len());
        let parts = measured(&ranges, self.threads, told, &part)?;
        let bend = match (ranges.first(), parts.first()) {
            (Some(range), Some(part)) => {
                let score = |values: &[i32], samples: &[u16]| some(&leads(values, range), samples);
                bend(&self.parameters, values, part, &score)
            }
            _ => 0.0,
        };
        Ok(Slopes { parts, scale: self.scale, bend, threads: self.threads })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_games::random_game;

    /// The choices of random games.
    fn choices(kind: &'static dyn GameKind, seeds: Range<u64>) -> Choices {
        let mut choices = Choices::new(kind);
        for seed in seeds {
            let start = kind.starts().deal(kind.info().match_deal, seed).unwrap();
            let (start, moves) = random_game(kind, Some(&start), seed, 40);
            choices.all.add(&start, &moves, &|_| 0, &mut |_| true).unwrap();
            choices.games.push(choices.len());
        }
        choices
    }

    fn numbers(kind: &dyn GameKind) -> Vec<Parameter> {
        let all = kind.knowledge().parameters().into_iter();
        all.filter(engine::Parameter::is_of_order)
            .map(|found| Parameter::from(&found.info))
            .collect()
    }

    #[test]
    fn parts_hold_all_choices_once_and_each_pair_has_a_lead() {
        for kind in engine::kinds() {
            let choices = choices(*kind, 0..12);
            let values: Vec<i32> = choices.all.params().iter().map(|info| info.start).collect();
            let (mut next, mut pairs) = (0, 0);
            for part in choices.parts() {
                assert_eq!(part.start, next);
                next = part.end;
                let others: usize = part.clone().map(|choice| choices.all.left_out(choice)).sum();
                assert!((1..=A_PART).contains(&others));
                assert_eq!(choices.all.leads(&values, part).len(), others);
                pairs += others;
            }
            assert_eq!(next, choices.len());
            assert!(pairs > 1_000, "{}: {pairs}", kind.name());
        }
    }

    #[test]
    fn an_order_is_linear_in_its_numbers_and_random_moves_stand_anywhere() {
        for (kind, several) in [("ataxx", 2), ("arimaa", 500)] {
            let kind = engine::kind(kind).unwrap();
            let both = [choices(kind, 0..6), choices(kind, 6..16)];
            let parameters = numbers(kind);
            assert!(parameters.len() >= several, "{}", parameters.len());
            let few: Vec<Parameter> = parameters.into_iter().rev().take(12).collect();
            let order = Ordering::new(few, None, both, 1_000.0, 2).unwrap();
            let values: Vec<i32> = order.parameters().iter().map(|found| found.start).collect();
            let slopes = order.slopes(&values).unwrap();
            assert!(slopes.is_linear() && !slopes.is_empty(), "{}", slopes.bend);
            let Found { first, among_four, place } = order.found(&values);
            assert!(first < 0.3 && first < among_four, "{first} {among_four}");
            let middle = order.held.all.left_out(0) as f64 / 2.0;
            assert!(place > middle / 3.0, "{place}");
        }
    }

    #[test]
    fn what_cannot_be_tuned_is_refused() {
        let kind = engine::kind("ataxx").unwrap();
        let none = [Choices::new(kind), Choices::new(kind)];
        let refused = Ordering::new(numbers(kind), None, none, 1_000.0, 1);
        assert!(matches!(refused, Err(SamplesError::NoPositions)));
        let both = [choices(kind, 0..2), choices(kind, 2..4)];
        let all = kind.knowledge().parameters();
        let of_search = all.iter().find(|found| found.info.name == "LmrSlope").unwrap();
        let refused = Ordering::new(vec![Parameter::from(&of_search.info)], None, both, 1.0, 1);
        assert!(matches!(refused, Err(SamplesError::NoEvaluation(_))));
    }
}
