//! Quiet positions of stored games, with the scores and results that an evaluation is to predict.

use std::collections::HashSet;
use std::ops::Range;

use arena::seeds::mix;
use engine::{GameKind, PositionSet, Score, Verdict};

use crate::data::StoredGame;
use crate::error_bar::{OfGame, error_bar};
use crate::linear::{A_PART, Part, Slopes, expected};
use crate::problem::{Halt, Parameter, SampleProblem};
use crate::slopes::{
    Chosen, Differences, Measuring, RUN, Watch, bend, measured, numbers, on_threads,
};

/// Beyond this score, in points, a game is taken for decided, and its positions teach nothing.
const DECIDED: i32 = 1_500;

/// The points that stand for a proven win: far beyond the scale of any game.
const PROVEN: i16 = 30_000;

/// In the [scores of all turns](Samples::turn_scores): a turn without a score.
const NO_SCORE: i16 = i16::MIN;
/// The end of a game that the first side has lost; a draw and a win are one and two more.
const LOST: i16 = i16::MIN + 1;
const WON: i16 = LOST + 2;

/// Which positions of games are learned from. Those of a proven score are among them only where that is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Quiet ones of games that are not decided.
    Undecided,
    /// Quiet ones: the side to move is not in check and next made no tactical move.
    Quiet,
    /// Every one.
    All,
    /// Every one, those too whose search proved that the side to move loses. A search comes to such positions at its
    /// horizon; those that the side to move wins it mostly sees for itself.
    AllAndLost,
    /// Every one, those of a proven score too, as often as it comes: results of the same position are averaged.
    Repeated,
}

/// Positions with their scores and results, from the first side's view.
pub struct Samples {
    pub(crate) positions: Box<dyn PositionSet>,
    /// The results of their games, 1, 0.5 or 0; None where a random turn came in between.
    pub(crate) results: Vec<Option<f32>>,
    /// The scores of the search, in points.
    pub(crate) scores: Vec<i16>,
    /// The scores of all turns of the games, learned from or not, from the first side's view, in points, a proven one as
    /// [`PROVEN`]; after those of a game its result.
    turn_scores: Vec<i16>,
    /// By position, where its turn stands among those.
    turns: Vec<u32>,
    /// The moves that tree searches visited, packed, and how often in proportion; and where those of each position end.
    visits: Vec<(u16, u8)>,
    visits_to: Vec<usize>,
}

impl Samples {
    /// No positions yet.
    pub fn new(kind: &dyn GameKind) -> Self {
        Self {
            positions: kind.knowledge().position_set(),
            results: Vec::new(),
            scores: Vec::new(),
            turn_scores: Vec::new(),
            turns: Vec::new(),
            visits: Vec::new(),
            visits_to: Vec::new(),
        }
    }

    /// The moves that the search of a position visited, and how often in proportion; none where that is not known.
    pub(crate) fn visits(&self, number: usize) -> &[(u16, u8)] {
        let end = |number: usize| self.visits_to.get(number).copied().unwrap_or_default();
        let begin = number.checked_sub(1).map_or(0, end);
        self.visits.get(begin..end(number)).unwrap_or_default()
    }

    /// How many positions have visits to learn from.
    pub fn with_visits(&self) -> usize {
        (0..self.len()).filter(|&number| !self.visits(number).is_empty()).count()
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// A number of their scores and results, by which equal samples are known.
    pub fn checksum(&self) -> u64 {
        let both = self.scores.iter().zip(&self.results);
        let sum = both.fold(0, |sum, (&score, &result)| {
            let result = result.map_or(3, |result| (2.0 * result) as u64);
            mix(sum, u64::from(score.cast_unsigned()) << 2 | result)
        });
        self.visits
            .iter()
            .fold(sum, |sum, &(mv, share)| mix(sum, u64::from(mv) << 8 | u64::from(share)))
    }

    /// What is to be predicted of a position, for the first side: a blend of the expected result by the search's score at
    /// this scale and of the game's result, or the first alone where the other is not known.
    pub(crate) fn target(&self, number: usize, blend: f64, scale: f64) -> f64 {
        let by_search = expected(self.scores[number].into(), scale);
        match self.results[number] {
            Some(result) => blend * by_search + (1.0 - blend) * f64::from(result),
            None => by_search,
        }
    }

    /// Puts the lambda-return in the place of each known result: what was thought of the game on the next turn counts
    /// 1 - `lambda`, that on the one after it `lambda` times as much, and so on; the result has the rest (Richard Sutton, 1988).
    /// `scale` is that of [`expected`]. With 1 all stays as it is.
    pub(crate) fn look_ahead(&mut self, lambda: f64, scale: f64) {
        let mut returns = vec![0.0; self.turn_scores.len()];
        let mut ahead = 0.0;
        for (&score, found) in self.turn_scores.iter().zip(&mut returns).rev() {
            *found = ahead as f32;
            match score {
                NO_SCORE => {}
                LOST..=WON => ahead = f64::from(i32::from(score) - i32::from(LOST)) / 2.0,
                _ => ahead = lambda * ahead + (1.0 - lambda) * expected(score.into(), scale),
            }
        }
        for (result, &turn) in self.results.iter_mut().zip(&self.turns) {
            *result = result.and_then(|_| returns.get(turn as usize).copied());
        }
    }

    /// Sums of these numbers, one of each position, by game.
    fn by_game(&self, numbers: &[f64]) -> Vec<OfGame> {
        let (mut games, mut end) = (Vec::new(), 0);
        for (number, &turn) in numbers.iter().zip(&self.turns) {
            if turn as usize >= end {
                let later = self.turn_scores[turn as usize..].iter();
                let left = later.take_while(|score| !(LOST..=WON).contains(*score)).count();
                end = turn as usize + left;
                games.push(OfGame::default());
            }
            if let Some(OfGame { sum, count }) = games.last_mut() {
                (*sum, *count) = (*sum + number, *count + 1);
            }
        }
        games
    }

    /// The scale at which the scores of the search predict the results best, in points.
    pub(crate) fn score_scale(&self) -> f64 {
        self.scale_of(&self.scores)
    }

    /// The scale at which these scores of its positions predict the results best, in points.
    fn scale_of<S: Copy + Into<f64>>(&self, scores: &[S]) -> f64 {
        let error = |scale: f64| -> f64 {
            let both = scores.iter().zip(&self.results);
            let known = both.filter_map(|(&score, &result)| Some((score, f64::from(result?))));
            known.map(|(score, result)| (expected(score.into(), scale) - result).powi(2)).sum()
        };
        let (mut low, mut high) = (1.0_f64, 2_000.0_f64);
        while high - low > 0.5 {
            let third = (high - low) / 3.0;
            if error(low + third) < error(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        f64::midpoint(low, high)
    }

    /// The hand-made evaluation of each position for the first side, in points.
    pub(crate) fn by_hand(&self) -> Vec<i32> {
        let values: Vec<i32> = self.positions.params().iter().map(|info| info.start).collect();
        self.positions.evaluate(&values, 0..self.positions.len())
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Adds the positions of a game after its first `skip` turns: those that are asked for and whose key is not
    /// among those `known`.
    ///
    /// # Errors
    /// If the game cannot be played through; in words.
    pub fn add(
        &mut self,
        game: &StoredGame,
        skip: usize,
        which: Which,
        known: &mut HashSet<u64>,
    ) -> Result<(), String> {
        let most = if which == Which::Undecided { DECIDED } else { i32::MAX };
        let score = |turn: usize| match game.score(turn)?.verdict() {
            Verdict::Points(points) if points.abs() < most => Some(points as i16),
            Verdict::Win(_) if which == Which::Repeated => Some(PROVEN),
            Verdict::Loss(_) if matches!(which, Which::Repeated | Which::AllAndLost) => {
                Some(-PROVEN)
            }
            _ => None,
        };
        let repeats = which == Which::Repeated;
        let mut wanted = |turn: usize, key: u64| {
            turn >= skip && score(turn).is_some() && (repeats || known.insert(key))
        };
        let played_from = game.played_from();
        let begin = self.positions.len();
        let (start, moves) = (&game.start, &game.moves);
        let begun = |turn: usize| game.recipe.random_moves(game.number, turn);
        let added = match which {
            Which::All | Which::AllAndLost | Which::Repeated => {
                self.positions.add_all(start, moves, &begun, &mut wanted)?
            }
            Which::Undecided | Which::Quiet => {
                self.positions.add_quiet(start, moves, &begun, &mut wanted)?
            }
        };
        self.add_turns(game, begin, added.first().copied());
        let first_turn = self.turn_scores.len() - game.scores.len() - 1;
        for (number, turn) in (begin..).zip(added) {
            self.turns.push((first_turn + turn) as u32);
            let score = score(turn).unwrap_or_default();
            let by_first = if self.positions.first_to_move(number) { score } else { -score };
            self.scores.push(by_first);
            let result = f32::from(game.half_points) / 2.0;
            self.results.push((turn >= played_from).then_some(result));
            self.visits.extend(game.visits.get(turn).into_iter().flatten());
            self.visits_to.push(self.visits.len());
        }
        Ok(())
    }

    /// Adds the scores of all turns of a game, and its result. Sides take turns, and whose each is tells the position with
    /// this number, that of `turn`, if any was added.
    fn add_turns(&mut self, game: &StoredGame, number: usize, turn: Option<usize>) {
        let first =
            turn.is_some_and(|turn| self.positions.first_to_move(number) == turn.is_multiple_of(2));
        let by_first = |turn: usize| {
            let score = match game.score(turn).map(Score::verdict) {
                Some(Verdict::Points(points)) => {
                    points.clamp(-i32::from(PROVEN), PROVEN.into()) as i16
                }
                Some(Verdict::Win(_)) => PROVEN,
                Some(Verdict::Loss(_)) => -PROVEN,
                _ => return NO_SCORE,
            };
            if first == turn.is_multiple_of(2) { score } else { -score }
        };
        self.turn_scores.extend((0..game.scores.len()).map(by_first));
        self.turn_scores.push(LOST + i16::from(game.half_points.min(2)));
    }
}

/// An evaluation that is to predict the results and scores of samples.
pub struct Prediction {
    parameters: Vec<Parameter>,
    chosen: Chosen,
    learned: Samples,
    held: Samples,
    /// The weight of the search's score in the target, from 0 to 1; the rest is the game's result.
    blend: f64,
    scale: f64,
    /// The scale of the search's scores, which may be those of another evaluation.
    search_scale: f64,
    threads: usize,
    measuring: Measuring,
}

/// Why nothing can be predicted.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// There are no positions to learn from, or none held back.
    #[error("too few games: there is nothing to learn from")]
    NoPositions,
    /// The blend is out of its range.
    #[error("the blend is from 0 to 1")]
    Blend,
    /// A parameter that the evaluation does not have.
    #[error("{0} is no number of the evaluation: games must be played to tune it")]
    NoEvaluation(String),
}

impl Prediction {
    /// The evaluation with these parameters to be tuned, by positions to learn from and others held back, of other games: who
    /// memorises lowers the error on the first and not on the second. `start` has the values of all of its numbers; the
    /// declared ones where it is None.
    ///
    /// # Errors
    /// If there are no positions, the blend is out of its range, or a parameter is not the evaluation's.
    pub fn new(
        parameters: Vec<Parameter>,
        start: Option<Vec<i32>>,
        [learned, held]: [Samples; 2],
        blend: f64,
        threads: usize,
    ) -> Result<Self, SamplesError> {
        if !(0.0..=1.0).contains(&blend) {
            return Err(SamplesError::Blend);
        }
        if learned.is_empty() || held.is_empty() {
            return Err(SamplesError::NoPositions);
        }
        let all = learned.positions.params();
        let chosen = Chosen::new(&parameters, &all, start).map_err(SamplesError::NoEvaluation)?;
        let search_scale = learned.score_scale();
        let mut new = Self {
            parameters,
            chosen,
            learned,
            held,
            blend,
            scale: 1.0,
            search_scale,
            threads,
            measuring: Box::new(|_| true),
        };
        let values: Vec<i32> = new.parameters.iter().map(|parameter| parameter.start).collect();
        new.scale = new.best_scale(&values);
        Ok(new)
    }

    /// Tells while slopes are measured how far that is.
    #[must_use]
    pub fn told(self, measuring: Measuring) -> Self {
        Self { measuring, ..self }
    }

    /// With another scale of the evaluation, in points.
    #[must_use]
    pub fn at_scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// Puts lambda-returns in the place of the results, at the scale of the search's scores: with a lambda of less than 1 the
    /// scores of the next turns of the same game stand in for its result, the nearer ones for more. To be asked for once.
    #[must_use]
    pub fn looking_ahead(mut self, lambda: f64) -> Self {
        if lambda < 1.0 {
            for samples in [&mut self.learned, &mut self.held] {
                samples.look_ahead(lambda, self.search_scale);
            }
        }
        self
    }

    /// The scale of the logistic function, in points: a score of so many is an expected result of 0.73.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The same of the scores that the search found in the games.
    pub fn search_scale(&self) -> f64 {
        self.search_scale
    }

    /// How many positions are learned from, and how many held back.
    pub fn positions(&self) -> [usize; 2] {
        [self.learned.len(), self.held.len()]
    }

    /// Calls a function for parts of some samples on all threads; the results come in order.
    fn by_parts<T: Send>(&self, count: usize, work: &(dyn Fn(Range<usize>) -> T + Sync)) -> Vec<T> {
        on_threads(&parts(count), self.threads, work)
    }

    /// The squared errors of a part of some samples.
    fn misses(
        &self,
        samples: &Samples,
        all: &[i32],
        part: Range<usize>,
    ) -> impl Iterator<Item = f64> {
        let found = samples.positions.evaluate(all, part.clone());
        part.zip(found).map(|(number, score)| {
            let target = samples.target(number, self.blend, self.search_scale);
            (expected(score.into(), self.scale) - target).powi(2)
        })
    }

    fn error(&self, samples: &Samples, values: &[i32]) -> f64 {
        let all = self.chosen.all(values);
        let sum = |part: Range<usize>| self.misses(samples, &all, part).sum::<f64>();
        self.by_parts(samples.len(), &sum).into_iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// The scale at which these values predict the results best. It stays as it is while the parameters move, so that a point
    /// remains a point.
    fn best_scale(&self, values: &[i32]) -> f64 {
        let (all, samples) = (self.chosen.all(values), &self.learned);
        let found = self.by_parts(samples.len(), &|part| samples.positions.evaluate(&all, part));
        samples.scale_of(&found.concat())
    }

    /// The scores of some of the samples to learn from that follow this one.
    fn scores(&self, values: &[i32], first: usize, samples: &[u16]) -> Vec<i32> {
        let numbers: Vec<usize> = samples.iter().map(|&at| first + usize::from(at)).collect();
        self.learned.positions.evaluate_some(&self.chosen.all(values), &numbers)
    }

    /// The scores, targets and slopes of a part of the samples to learn from.
    fn part(&self, values: &[i32], part: Range<usize>, watch: &Watch<'_>) -> Option<Part> {
        let score = |values: &[i32], some: &[u16]| self.scores(values, part.start, some);
        let scores = &score(values, &numbers(part.len()))[..];
        let (parameters, run) = (&self.parameters[..], RUN);
        let differences = Differences { parameters, values, scores, score: &score, run };
        let columns = differences.columns(watch)?;
        let scores = scores.iter().map(|&score| score as f32).collect();
        let target = |number| self.learned.target(number, self.blend, self.search_scale) as f32;
        Some(Part { scores, targets: part.clone().map(target).collect(), columns })
    }
}

impl SampleProblem for Prediction {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn errors(&self, values: &[i32]) -> [f64; 2] {
        [&self.learned, &self.held].map(|samples| self.error(samples, values))
    }

    fn error_bar(&self, from: &[i32], to: &[i32]) -> Option<f64> {
        let [from, to] = [from, to].map(|values| self.chosen.all(values));
        let change = |part: Range<usize>| -> Vec<f64> {
            let before = self.misses(&self.held, &from, part.clone());
            self.misses(&self.held, &to, part)
                .zip(before)
                .map(|(after, before)| after - before)
                .collect()
        };
        let changes = self.by_parts(self.held.len(), &change).concat();
        error_bar(&self.held.by_game(&changes))
    }

    fn slopes(&self, values: &[i32]) -> Result<Slopes, Halt> {
        let told = (&self.measuring, self.parameters.len().div_ceil(RUN));
        let work = |range: Range<usize>, watch: &Watch<'_>| self.part(values, range, watch);
        let parts = measured(&parts(self.learned.len()), self.threads, told, &work)?;
        // One part tells as much as all.
        let score = |values: &[i32], samples: &[u16]| self.scores(values, 0, samples);
        let bend = parts.first().map_or(0.0, |part| bend(&self.parameters, values, part, &score));
        Ok(Slopes { parts, scale: self.scale, bend, threads: self.threads })
    }
}

/// So many samples are worked on at once.
fn parts(count: usize) -> Vec<Range<usize>> {
    (0..count).step_by(A_PART).map(|at| at..(at + A_PART).min(count)).collect()
}

#[cfg(test)]
mod tests;
