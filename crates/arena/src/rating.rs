//! Ratings of many engines from the results of their games.
//!
//! The model is Bradley and Terry's with draws (Davidson 1970) and an advantage of the first side (Davidson
//! and Beaver 1977). With `x` the difference of two ratings plus the advantage, in natural units (400/ln 10
//! Elo), win, draw and loss of the first side have chances in the ratio `exp(x/2) : nu : exp(-x/2)`.
//! The logarithm of the likelihood is concave, and Newton's method finds its maximum; the error bars come
//! from its curvature there. So that engines that won or lost everything have a rating at all, each
//! rating has a normal prior with a standard deviation of 1000 Elo, which shows nowhere else.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

const ELO: f64 = 400.0 / std::f64::consts::LN_10;
const PRIOR_DEVIATION: f64 = 1_000.0 / ELO;
/// Of the logarithm of the draw parameter, where there are only draws or none.
const DRAW_DEVIATION: f64 = 5.0;
const Z95: f64 = 1.959_963_984_540_054;

/// Games by who moved first.
#[derive(Clone, Debug, Default)]
pub struct Games {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
    /// Wins, draws and losses of the side that moved first.
    counts: BTreeMap<(usize, usize), [u64; 3]>,
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Measured {
    /// The likeliest value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// An engine's rating.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Rated {
    /// Its name.
    pub name: String,
    /// The engine's number, in the order in which engines were first seen.
    #[serde(skip)]
    pub engine: usize,
    /// Its rating in Elo, with its interval; the mean of all is 0 unless one is held fast.
    pub elo: Measured,
    /// Games played.
    pub games: u64,
    /// Points a game, from 0 to 1.
    pub score: f64,
    /// It won or lost every game: the rating's size is then the prior's.
    pub one_sided: bool,
}

/// Ratings, the best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The engines.
    pub rows: Vec<Rated>,
    /// The value of moving first, in Elo.
    pub advantage: Measured,
    /// The share of draws between equal engines, from 0 to 1.
    pub draw_rate: f64,
    /// Groups of engines that are not connected by games: ratings of different groups say nothing of each other.
    pub groups: usize,
    /// Covariances of the ratings, in natural units, by the engines' numbers.
    covariance: Matrix,
}

impl Games {
    fn number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len();
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Counts a game: the name of who moved first, of the other, and 2, 1 or 0 half points of the first.
    pub fn add(&mut self, first: &str, second: &str, half_points: u8) {
        let (first, second) = (self.number(first), self.number(second));
        // A game against oneself says nothing of strength.
        if first != second {
            let at = 2 - usize::from(half_points.min(2));
            self.counts.entry((first, second)).or_default()[at] += 1;
        }
    }

    /// The names, in the order in which they were seen.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Wins, draws and losses of each who moved first against each other.
    pub fn counts(&self) -> impl Iterator<Item = ((usize, usize), [u64; 3])> + '_ {
        self.counts.iter().map(|(&two, &counts)| (two, counts))
    }

    /// The ratings.
    pub fn ratings(&self) -> Ratings {
        let engines = self.names.len();
        let mut at = vec![0.0; engines + 2];
        let mut curvature = Matrix::new(engines + 2);
        for _ in 0..200 {
            let (slope, bend) = self.slope_and_curvature(&at);
            curvature = bend;
            let mut step = curvature.solve(&slope);
            let longest = step.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
            // Far from the maximum a whole step can lead beyond it.
            if longest > 1.0 {
                step.iter_mut().for_each(|s| *s /= longest);
            }
            at.iter_mut().zip(&step).for_each(|(value, step)| *value += step);
            if longest < 1e-10 {
                break;
            }
        }
        self.summarize(&at, &curvature.inverse())
    }

    /// The gradient of the log-likelihood and its negative matrix of second derivatives: by rating, then
    /// by the advantage, then by the logarithm of nu.
    fn slope_and_curvature(&self, at: &[f64]) -> (Vec<f64>, Matrix) {
        let engines = self.names.len();
        let (advantage, draws) = (engines, engines + 1);
        let mut slope = vec![0.0; at.len()];
        let mut bend = Matrix::new(at.len());
        for (index, value) in at.iter().enumerate() {
            let deviation = if index == draws { DRAW_DEVIATION } else { PRIOR_DEVIATION };
            slope[index] -= value / (deviation * deviation);
            bend.add(index, index, 1.0 / (deviation * deviation));
        }
        for (&(first, second), &counts) in &self.counts {
            let [win, draw, loss] = chances(at[first] - at[second] + at[advantage], at[draws]);
            let [wins, drawn, lost] = counts.map(|count| count as f64);
            let number = wins + drawn + lost;
            // Statistics: half the wins less the losses goes with x, the draws with ln nu.
            let of_x = 0.5 * (wins - lost) - number * 0.5 * (win - loss);
            let of_nu = drawn - number * draw;
            let xx = number * (0.25 * (win + loss) - 0.25 * (win - loss) * (win - loss));
            let nn = number * draw * (1.0 - draw);
            let xn = -number * draw * 0.5 * (win - loss);
            let signs = [(first, 1.0), (second, -1.0), (advantage, 1.0)];
            for (one, sign) in signs {
                slope[one] += sign * of_x;
                bend.add(one, draws, sign * xn);
                bend.add(draws, one, sign * xn);
                for (other, other_sign) in signs {
                    bend.add(one, other, sign * other_sign * xx);
                }
            }
            slope[draws] += of_nu;
            bend.add(draws, draws, nn);
        }
        (slope, bend)
    }

    fn summarize(&self, at: &[f64], covariance: &Matrix) -> Ratings {
        let engines = self.names.len();
        let mean = at[..engines].iter().sum::<f64>() / engines.max(1) as f64;
        let measured = |value: f64, variance| Measured::normal(value * ELO + 0.0, variance);
        let row_mean = |row: usize| {
            (0..engines).map(|column| covariance.get(row, column)).sum::<f64>() / engines as f64
        };
        let all = (0..engines).map(row_mean).sum::<f64>() / engines.max(1) as f64;
        let mut rows: Vec<Rated> = (0..engines)
            .map(|engine| {
                let (mut games, mut half) = (0, 0);
                for (&(first, second), &[wins, draws, losses]) in &self.counts {
                    if first == engine {
                        (games, half) = (games + wins + draws + losses, half + 2 * wins + draws);
                    } else if second == engine {
                        (games, half) = (games + wins + draws + losses, half + 2 * losses + draws);
                    }
                }
                let variance = covariance.get(engine, engine) - 2.0 * row_mean(engine) + all;
                Rated {
                    name: self.names[engine].clone(),
                    engine,
                    elo: measured(at[engine] - mean, variance),
                    games,
                    score: half as f64 / (2 * games.max(1)) as f64,
                    one_sided: half == 0 || half == 2 * games,
                }
            })
            .collect();
        rows.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value));
        let advantage = measured(at[engines], covariance.get(engines, engines));
        let [_, draw_rate, _] = chances(0.0, at[engines + 1]);
        let covariance = covariance.clone();
        Ratings { rows, advantage, draw_rate, groups: self.groups(), covariance }
    }

    fn groups(&self) -> usize {
        let mut left: BTreeSet<usize> = (0..self.names.len()).collect();
        let mut groups = 0;
        while let Some(start) = left.pop_first() {
            groups += 1;
            let mut front = vec![start];
            while let Some(engine) = front.pop() {
                for &(first, second) in self.counts.keys() {
                    for (one, other) in [(first, second), (second, first)] {
                        if one == engine && left.remove(&other) {
                            front.push(other);
                        }
                    }
                }
            }
        }
        groups
    }
}

impl Ratings {
    /// Moves all ratings so that this engine has this one. Its own has no error then, and those of the others are of the
    /// difference to it. False if it is not among them.
    pub fn hold(&mut self, name: &str, elo: f64) -> bool {
        let Some(found) = self.rows.iter().find(|row| row.name == name) else { return false };
        let (by, held) = (elo - found.elo.value, found.engine);
        for row in &mut self.rows {
            let other = row.engine;
            let variance = self.covariance.get(other, other) + self.covariance.get(held, held)
                - 2.0 * self.covariance.get(other, held);
            row.elo = if other == held {
                Measured::normal(elo, 0.0)
            } else {
                Measured::normal(row.elo.value + by, variance)
            };
        }
        true
    }
}

impl Measured {
    /// A value in Elo, with the interval of a variance in natural units.
    fn normal(value: f64, variance: f64) -> Self {
        let half = Z95 * variance.max(0.0).sqrt() * ELO;
        Self { value, low: value - half, high: value + half }
    }
}

/// The chances of win, draw and loss.
fn chances(x: f64, ln_nu: f64) -> [f64; 3] {
    let highest = (0.5 * x).abs().max(ln_nu);
    let weights = [0.5 * x, ln_nu, -0.5 * x].map(|exponent| (exponent - highest).exp());
    let total: f64 = weights.iter().sum();
    weights.map(|weight| weight / total)
}

/// A symmetric positive definite matrix.
#[derive(Clone, PartialEq, Debug)]
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn new(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// The lower triangle whose product with its transpose is this one (Cholesky).
    fn triangle(&self) -> Self {
        let mut lower = Self::new(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 =
                    (0..column).map(|k| lower.get(row, k) * lower.get(column, k)).sum();
                let rest = self.get(row, column) - known;
                let value = if row == column {
                    // Positive by the priors; rounding does not make it less.
                    rest.max(1e-300).sqrt()
                } else {
                    rest / lower.get(column, column)
                };
                lower.add(row, column, value);
            }
        }
        lower
    }

    fn solve(&self, right: &[f64]) -> Vec<f64> {
        self.triangle().solve_both(right)
    }

    /// Solves with this triangle, and then with its transpose.
    fn solve_both(&self, right: &[f64]) -> Vec<f64> {
        let mut found = right.to_vec();
        for row in 0..self.size {
            let known: f64 = (0..row).map(|k| self.get(row, k) * found[k]).sum();
            found[row] = (found[row] - known) / self.get(row, row);
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|k| self.get(k, row) * found[k]).sum();
            found[row] = (found[row] - known) / self.get(row, row);
        }
        found
    }

    fn inverse(&self) -> Self {
        let triangle = self.triangle();
        let mut inverse = Self::new(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            for (row, value) in triangle.solve_both(&unit).into_iter().enumerate() {
                inverse.add(row, column, value);
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds games in the numbers that the model expects.
    fn expected(
        games: &mut Games,
        first: (&str, f64),
        second: (&str, f64),
        advantage: f64,
        ln_nu: f64,
    ) {
        let x = (first.1 - second.1 + advantage) / ELO;
        for (half_points, chance) in [2, 1, 0].into_iter().zip(chances(x, ln_nu)) {
            for _ in 0..(chance * 20_000.0).round() as usize {
                games.add(first.0, second.0, half_points);
            }
        }
    }

    #[test]
    fn the_model_finds_what_the_games_were_made_from() {
        let engines = [("a", 150.0), ("b", 30.0), ("c", -180.0)];
        let mut games = Games::default();
        for first in engines {
            for second in engines.into_iter().filter(|second| second.0 != first.0) {
                expected(&mut games, first, second, 35.0, 0.4);
            }
        }
        let ratings = games.ratings();
        for (row, (name, elo)) in ratings.rows.iter().zip(engines) {
            assert_eq!(row.name, name);
            assert!((row.elo.value - elo).abs() < 0.5, "{row:?}");
            assert!(row.elo.low < elo && elo < row.elo.high && row.elo.high - row.elo.low < 6.0);
        }
        assert!((ratings.advantage.value - 35.0).abs() < 0.5, "{:?}", ratings.advantage);
        let draws = 0.4_f64.exp() / (0.4_f64.exp() + 2.0);
        assert!((ratings.draw_rate - draws).abs() < 0.001);
        assert_eq!(ratings.groups, 1);
    }

    #[test]
    fn two_engines_have_the_elo_of_their_score() {
        let mut games = Games::default();
        for (first, second, half_points, count) in
            [("a", "b", 2, 75), ("a", "b", 0, 25), ("b", "a", 2, 25), ("b", "a", 0, 75)]
        {
            (0..count).for_each(|_| games.add(first, second, half_points));
        }
        let mut ratings = games.ratings();
        let elo = crate::elo_of_score(0.75);
        let difference = ratings.rows[0].elo.value - ratings.rows[1].elo.value;
        assert!((difference - elo).abs() < 2.0, "{difference} and {elo}");
        assert!(ratings.advantage.value.abs() < 1e-6);
        let error = |measured: Measured| measured.high - measured.low;
        let free = error(ratings.rows[0].elo);
        assert!(ratings.hold("b", 1000.0) && !ratings.hold("z", 0.0));
        let [a, b] = [0, 1].map(|index| ratings.rows[index].elo);
        assert!((b.value - 1000.0).abs() < 1e-9 && error(b) == 0.0, "what is held has no error");
        // Half of the difference's error was given for each; now all of it is the other's.
        assert!((error(a) - 2.0 * free).abs() < 0.01 * free, "{a:?}, {free} before");
    }

    #[test]
    fn one_sided_and_unconnected_results_have_finite_ratings() {
        let mut games = Games::default();
        (0..20).for_each(|_| games.add("a", "b", 2));
        (0..20).for_each(|_| games.add("c", "d", 1));
        let ratings = games.ratings();
        assert_eq!(ratings.groups, 2);
        let best = &ratings.rows[0];
        assert!(best.name == "a" && best.one_sided);
        assert!(best.elo.low.is_finite() && best.elo.high < 3_000.0, "{best:?}");
        assert_eq!(Games::default().ratings().rows.len(), 0);
    }

    #[test]
    fn the_curvature_is_the_change_of_the_gradient() {
        let mut games = Games::default();
        for (first, second, counts) in
            [("a", "b", [7, 4, 2]), ("b", "c", [3, 5, 1]), ("c", "a", [2, 2, 6])]
        {
            for (half_points, count) in [2, 1, 0].into_iter().zip(counts) {
                (0..count).for_each(|_| games.add(first, second, half_points));
            }
        }
        // Ratings of three engines, the advantage, and the logarithm of nu.
        let at = [0.7, -0.2, 0.1, 0.3, -0.4];
        let (_, bend) = games.slope_and_curvature(&at);
        let small = 1e-5;
        for column in 0..at.len() {
            let slope = |by: f64| {
                let mut moved = at;
                moved[column] += by;
                games.slope_and_curvature(&moved).0
            };
            let (below, above) = (slope(-small), slope(small));
            for row in 0..at.len() {
                let change = (below[row] - above[row]) / (2.0 * small);
                let found = bend.get(row, column);
                assert!((found - change).abs() < 1e-6, "{row}, {column}: {found}, not {change}");
            }
        }
    }
}
