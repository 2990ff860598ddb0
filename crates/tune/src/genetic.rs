//! A genetic algorithm: individuals play each other, and those that score breed.

use arena::seeds::{mix, shuffled};
use serde::{Deserialize, Serialize};

use crate::problem::{Halt, MatchProblem, Meeting, Parameter, Score, chance, normal};

/// The options of the genetic algorithm.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct GeneticOptions {
    /// All generations.
    pub generations: u64,
    /// Individuals of each, at least four.
    pub population: usize,
    /// Opponents of each individual in a generation.
    pub opponents: usize,
    /// Colour-swapped pairs of games against each.
    pub pairs: u32,
    /// The seed of breeding and games.
    pub seed: u64,
}

/// The best of a generation live on, so many of each eight.
const ELITE: usize = 8;
/// A parent is the best of so many.
const TOURNAMENT: usize = 3;
/// The chance of a child to have both parents' values, and not those of one.
const CROSSOVER: f64 = 0.7;
/// The chance of each value to mutate.
const MUTATION: f64 = 0.1;
/// The deviation of a mutation, in steps of the parameter.
const STRENGTH: f64 = 2.0;

/// The genetic algorithm, as it stands after some meetings.
#[derive(Serialize, Deserialize)]
pub struct Genetic {
    options: GeneticOptions,
    generation: u64,
    /// Meetings of this generation that are played.
    met: usize,
    individuals: Vec<Vec<i32>>,
    /// The games of each individual in this generation.
    scores: Vec<Score>,
    /// The best of the last generation that was played.
    best: Vec<i32>,
    best_score: Score,
}

impl Genetic {
    /// The first generation: the declared values, and mutations of them.
    pub fn new(parameters: &[Parameter], options: GeneticOptions) -> Self {
        let population = options.population.max(4);
        let start: Vec<i32> = parameters.iter().map(|parameter| parameter.start).collect();
        let individual = |number: usize| -> Vec<i32> {
            let value = |(at, parameter): (usize, &Parameter)| {
                let by =
                    if number == 0 { 0.0 } else { normal(options.seed, number as u64, at as u64) };
                let value = f64::from(parameter.start) + STRENGTH * by * f64::from(parameter.step);
                parameter.clamp(value).round() as i32
            };
            parameters.iter().enumerate().map(value).collect()
        };
        Self {
            options: GeneticOptions { population, ..options },
            generation: 0,
            met: 0,
            individuals: (0..population).map(individual).collect(),
            scores: vec![Score::default(); population],
            best: start,
            best_score: Score::default(),
        }
    }

    /// The best individual of the last generation that was played.
    pub fn best(&self) -> &[i32] {
        &self.best
    }

    /// Its games in that generation.
    pub fn score(&self) -> Score {
        self.best_score
    }

    /// Meetings that are played.
    pub fn done(&self) -> u64 {
        self.generation * self.meetings() as u64 + self.met as u64
    }

    /// All meetings.
    pub fn all(&self) -> u64 {
        self.options.generations * self.meetings() as u64
    }

    /// All generations are played.
    pub fn is_finished(&self) -> bool {
        self.generation >= self.options.generations
    }

    /// Meetings of a generation: each individual has the next ones in a random ring as opponents.
    fn meetings(&self) -> usize {
        self.options.population * (self.options.opponents.max(1).div_ceil(2))
    }

    /// The next meeting, and the next generation where it was the last.
    ///
    /// # Errors
    /// If the games were not played; nothing is changed then.
    pub fn step(&mut self, problem: &dyn MatchProblem) -> Result<(), Halt> {
        if self.is_finished() {
            return Ok(());
        }
        let GeneticOptions { population, pairs, seed, .. } = self.options;
        let (lap, place) = (self.met / population, self.met % population);
        let ring = shuffled(population, mix(mix(seed, self.generation), lap as u64));
        let (first, second) = (ring[place], ring[(place + 1) % population]);
        let meeting = Meeting { seed: mix(seed ^ 0x6e6e, self.done()), pairs, set: None };
        let score = problem.play(meeting, &self.individuals[first], &self.individuals[second])?;
        let Score { wins, draws, losses } = score;
        self.scores[first] = self.scores[first].and(score);
        self.scores[second] = self.scores[second].and(Score { wins: losses, draws, losses: wins });
        self.met += 1;
        if self.met == self.meetings() {
            self.breed(problem.parameters());
        }
        Ok(())
    }

    fn breed(&mut self, parameters: &[Parameter]) {
        let GeneticOptions { population, seed, .. } = self.options;
        let share = |at: usize| self.scores[at].lead() / self.scores[at].games().max(1) as f64;
        let mut order: Vec<usize> = (0..population).collect();
        // Of equals the one that lived longer.
        order.sort_by(|&one, &other| share(other).total_cmp(&share(one)).then(one.cmp(&other)));
        self.best.clone_from(&self.individuals[order[0]]);
        self.best_score = self.scores[order[0]];
        let elite = (population / ELITE).max(1);
        let mut next: Vec<Vec<i32>> =
            order[..elite].iter().map(|&at| self.individuals[at].clone()).collect();
        let draw = |number: usize, which: usize| {
            chance(mix(seed, self.generation + 1), number as u64, which as u64)
        };
        while next.len() < population {
            let number = next.len();
            let parent = |which: usize| {
                let one = |of: usize| {
                    (draw(number, which * TOURNAMENT + of) * population as f64) as usize
                };
                let found =
                    (0..TOURNAMENT).map(one).min_by_key(|at| order.iter().position(|it| it == at));
                &self.individuals[found.unwrap_or(order[0])]
            };
            let (mother, father) = (parent(0), parent(1));
            let crosses = draw(number, 6) < CROSSOVER;
            let value = |(at, parameter): (usize, &Parameter)| {
                let from = if crosses && draw(number, 8 + 3 * at) < 0.5 { father } else { mother };
                let mut value = f64::from(from[at]);
                if draw(number, 9 + 3 * at) < MUTATION {
                    let by = normal(
                        mix(seed, self.generation + 1),
                        number as u64,
                        1_000_000 + at as u64,
                    );
                    value += STRENGTH * by * f64::from(parameter.step);
                }
                parameter.clamp(value).round() as i32
            };
            next.push(parameters.iter().enumerate().map(value).collect());
        }
        self.individuals = next;
        self.scores = vec![Score::default(); population];
        self.met = 0;
        self.generation += 1;
    }
}
