//! The measurements put together: a row a technique.

use serde::Serialize;

use super::recipe::{Change, Limit, Measured, Options, Played, Recipe, Searches, Technique};
use crate::stats::{Estimate, estimate};

/// A geometric mean of ratios.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    /// The mean.
    pub mean: f64,
    /// The standard error of its logarithm; None of a single ratio.
    pub error: Option<f64>,
}

impl Ratio {
    /// Of counts to others, each of at least one; 1 where there are none.
    fn of(these: &[u64], others: &[u64]) -> Self {
        let logs: Vec<f64> = these
            .iter()
            .zip(others)
            .map(|(&a, &b)| (a.max(1) as f64 / b.max(1) as f64).ln())
            .collect();
        let count = logs.len() as f64;
        let mean = if logs.is_empty() { 0.0 } else { logs.iter().sum::<f64>() / count };
        let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let error = (logs.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt());
        Self { mean: mean.exp(), error }
    }

    /// The ends of the 95 % interval: the mean times and divided by the exponential of 1.96 standard errors.
    pub fn interval(&self) -> (f64, f64) {
        let wide = (1.96 * self.error.unwrap_or(0.0)).exp();
        (self.mean / wide, self.mean * wide)
    }
}

/// The searches of a technique beside those that it is compared with.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchRow<'a> {
    /// The searches.
    pub searches: &'a Searches,
    /// Those that they are compared with.
    pub base: &'a Searches,
    /// Nodes to those of the base, over positions.
    pub ratio: Ratio,
    /// Nodes and best turns of every search are those of the base.
    pub same: bool,
}

impl SearchRow<'_> {
    /// All nodes.
    pub fn nodes(&self) -> u64 {
        self.searches.nodes.iter().sum()
    }

    /// Instructions to those of the base, where they are counted.
    pub fn instructions_ratio(&self) -> Option<f64> {
        let (these, base) = (self.searches.instructions?, self.base.instructions?);
        Some(these as f64 / base.max(1) as f64)
    }

    /// Processor time to that of the base; None where that is too short to be told.
    pub fn cpu_ratio(&self) -> Option<f64> {
        (self.base.cpu_seconds > 0.0).then(|| self.searches.cpu_seconds / self.base.cpu_seconds)
    }

    /// Visits a second of processor time, of Monte Carlo tree search.
    pub fn visits_a_second(&self) -> Option<f64> {
        let visits = self.searches.visits?;
        (self.searches.cpu_seconds > 0.0).then(|| visits as f64 / self.searches.cpu_seconds)
    }
}

/// A match of a technique.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchRow {
    /// The limit that was equal for both.
    pub limit: Limit,
    /// Games won by the changed search.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Pairs of games by half points of the changed search, from 0 to 4.
    pub pairs: [u64; 5],
    /// The difference in Elo, from the side of the changed search.
    #[serde(flatten)]
    pub estimate: Option<Estimate>,
}

impl From<&Played> for MatchRow {
    fn from(played: &Played) -> Self {
        let [wins, draws, losses] = played.games;
        let pairs = played.pairs;
        let paired = pairs.iter().any(|&count| count > 0);
        let estimate = if paired { estimate(&pairs) } else { estimate(&[losses, draws, wins]) };
        Self { limit: played.limit, wins, draws, losses, pairs, estimate }
    }
}

/// A technique, and what was found of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Row<'a> {
    /// The technique; None in the row of the base.
    pub technique: Option<&'a Technique>,
    /// Its searches, once they are done.
    pub searches: Option<SearchRow<'a>>,
    /// Its matches that are done.
    pub matches: Vec<MatchRow>,
}

impl<'a> Row<'a> {
    /// The row of a technique, or of the base.
    pub fn of(recipe: &'a Recipe, technique: Option<&'a Technique>, found: &'a [Measured]) -> Self {
        let of_options = |options: &Options| {
            found.iter().find_map(|piece| match piece {
                Measured::Searches(searches) if searches.options == *options => Some(searches),
                _ => None,
            })
        };
        let (changed, base) =
            technique.map_or((&recipe.base, &recipe.base), |it| (&it.changed, &it.base));
        let versus = technique.is_some_and(|it| it.change == Change::Versus);
        let pair = of_options(changed).zip(of_options(base)).filter(|_| !versus);
        let searches = pair.map(|(searches, base)| SearchRow {
            ratio: Ratio::of(&searches.nodes, &base.nodes),
            same: (&searches.nodes, &searches.turns, &searches.in_a_row)
                == (&base.nodes, &base.turns, &base.in_a_row),
            searches,
            base,
        });
        let matches = found.iter().filter_map(|piece| match piece {
            Measured::Match(played) if technique.is_some_and(|it| it.name == played.technique) => {
                Some(MatchRow::from(played))
            }
            _ => None,
        });
        Row { technique, searches, matches: matches.collect() }
    }

    /// The matches of this technique are to be played: something may come of them, or it was named.
    pub fn is_to_be_played(&self) -> bool {
        let same = self.searches.as_ref().is_some_and(|searches| searches.same);
        self.technique.is_some_and(|technique| technique.named || !same)
    }

    /// The name in tables.
    pub fn words(&self) -> String {
        self.technique.map_or_else(|| "(the base)".to_owned(), Technique::words)
    }
}

/// The rows of what was found: the base first, where it is searched, then each technique in order.
pub fn rows<'a>(recipe: &'a Recipe, found: &'a [Measured]) -> Vec<Row<'a>> {
    let base = recipe.searches.is_some().then_some(None);
    let techniques = base.into_iter().chain(recipe.techniques.iter().map(Some));
    techniques.map(|technique| Row::of(recipe, technique, found)).collect()
}
