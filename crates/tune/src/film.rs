//! A run as it is shown: where every parameter stood, the objective, and how parameters lie on boards.

use arena::stats::estimate;
use engine::{GameKind, LearnedView};
use serde::{Deserialize, Serialize};

use crate::problem::Score;
use crate::run::{Point, Run};
use crate::train::Epoch;

/// The most points that are shown; of more, as many at even distances.
const MOST_POINTS: usize = 200;
/// The largest difference in Elo that is told.
const MOST_ELO: f64 = 2000.0;

/// The facts of a run beside the run itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// The method's name, as the command line takes it.
    pub method: String,
    /// The seed.
    pub seed: u64,
    /// How long it took so far, in seconds.
    pub seconds: f64,
    /// Nothing is left to be done.
    pub complete: bool,
}

/// A run at a glance.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The game's name, as scripts write it.
    pub game: String,
    /// Its name for people.
    pub title: String,
    /// The method's name, as the command line takes it.
    pub method: String,
    /// The seed.
    pub seed: u64,
    /// How many parameters are tuned.
    pub parameters: usize,
    /// Steps that are done.
    pub done: u64,
    /// All steps, at most.
    pub all: u64,
    /// Games played for the steps, where the method plays.
    pub games: Option<u64>,
    /// How long it took so far, in seconds.
    pub seconds: f64,
    /// Nothing is left to be done.
    pub complete: bool,
    /// Elo of the last point against the start, with the interval that holds it in 95 of 100 matches, where it was
    /// measured.
    pub elo: Option<[f64; 3]>,
    /// The mean squared errors over the samples to learn from and those held back, where samples measure.
    pub errors: Option<[f64; 2]>,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Shown<'r> {
    name: &'r str,
    start: i32,
    step: i32,
}

/// A point: values in the order of the parameters.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Frame<'r> {
    step: u64,
    values: &'r [i32],
    elo: Option<[f64; 3]>,
    errors: Option<[f64; 2]>,
    /// Half the width of the interval of 95 % of how far the second of them has moved since the start.
    error_bar: Option<f64>,
}

/// A board: for each square the places of the parameters that add up to its score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Board {
    title: String,
    piece: &'static str,
    phase: &'static str,
    columns: usize,
    cells: Vec<Vec<usize>>,
}

/// All that is shown of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Film<'r> {
    /// At a glance.
    pub about: About,
    parameters: Vec<Shown<'r>>,
    points: Vec<Frame<'r>>,
    boards: Vec<Board>,
}

fn elo(score: Option<Score>) -> Option<[f64; 3]> {
    let score = score?;
    let found = estimate(&[score.losses, score.draws, score.wins])?;
    let told = |value: f64| {
        if value.is_nan() { 0.0 } else { (value.clamp(-MOST_ELO, MOST_ELO) * 10.0).round() / 10.0 }
    };
    Some([found.elo, found.elo_low, found.elo_high].map(told))
}

/// The boards on which at least one parameter of this run lies.
fn boards(kind: &dyn GameKind, run: &Run) -> Vec<Board> {
    let places: std::collections::HashMap<&str, usize> =
        run.parameters().iter().enumerate().map(|(at, it)| (it.name.as_str(), at)).collect();
    let laid = kind.knowledge().boards().into_iter().map(|board| {
        let squares = board.layers.first().map_or(0, |layer| layer.elements.len());
        let mut cells = vec![Vec::new(); squares];
        for layer in &board.layers {
            for (cell, element) in cells.iter_mut().zip(&layer.elements) {
                cell.extend(places.get(format!("{}[{element}]", layer.table).as_str()));
            }
        }
        let (title, piece, phase) = (board.title, board.piece, board.phase);
        Board { title, piece, phase, columns: board.columns, cells }
    });
    laid.filter(|board| board.cells.iter().any(|cell| !cell.is_empty())).collect()
}

/// Those of so many points that are shown; the first and the last are always among them.
fn thinned(count: usize) -> impl Iterator<Item = usize> {
    let shown = count.min(MOST_POINTS);
    (0..shown).map(move |index| index * (count - 1) / (shown - 1).max(1))
}

impl<'r> Film<'r> {
    /// A run as it stands.
    pub fn new(kind: &dyn GameKind, run: &'r Run, facts: Facts) -> Self {
        let frame = |point: &'r Point| Frame {
            step: point.step,
            values: &point.values,
            elo: elo(point.against_start),
            errors: point.errors,
            error_bar: point.error_bar,
        };
        let points: Vec<Frame<'r>> =
            thinned(run.points.len()).filter_map(|at| run.points.get(at).map(frame)).collect();
        let about = About {
            game: kind.name().to_owned(),
            title: kind.title().to_owned(),
            method: facts.method,
            seed: facts.seed,
            parameters: run.parameters().len(),
            done: run.done(),
            all: run.all(),
            games: run.score().map(Score::games),
            seconds: facts.seconds,
            complete: facts.complete,
            elo: points.iter().rev().find_map(|point| point.elo),
            errors: points.iter().rev().find_map(|point| point.errors),
        };
        let shown = |it: &'r crate::problem::Parameter| Shown {
            name: &it.name,
            start: it.start,
            step: it.step,
        };
        let parameters = run.parameters().iter().map(shown).collect();
        Self { about, parameters, points, boards: boards(kind, run) }
    }
}

/// A generation of networks, as it is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    /// Its number; 0 for what was there before any.
    pub generation: u64,
    /// What the best network had learned by then.
    pub view: LearnedView,
    /// Its Elo above the first, with the ends of the 95 % interval.
    pub elo: Option<[f64; 3]>,
    /// Games played so far.
    pub games: u64,
}

/// A network among those of a film.
struct Numbers {
    step: u64,
    values: Vec<i32>,
    elo: Option<[f64; 3]>,
    errors: Option<[f64; 2]>,
}

impl Numbers {
    fn frame(&self) -> Frame<'_> {
        let Self { step, values, elo, errors } = self;
        Frame { step: *step, values, elo: *elo, errors: *errors, error_bar: None }
    }
}

/// The numbers of generations, or of the epochs of one training, so that a film can be made of them.
pub struct Generations {
    names: Vec<String>,
    numbers: Vec<Numbers>,
    boards: Vec<Board>,
    games: Option<u64>,
}

impl Generations {
    /// Those of generations in order.
    pub fn new(learned: &[Learned]) -> Self {
        let numbers = learned.iter().map(|one| Numbers {
            step: one.generation,
            values: Self::values(&one.view),
            elo: one.elo.map(|elo| elo.map(|value| (value * 10.0).round() / 10.0)),
            errors: None,
        });
        let games = learned.last().map_or(0, |last| last.games);
        Self::laid(learned.first().map(|first| &first.view), numbers.collect(), Some(games))
    }

    /// Those of the epochs of a training, and of where it began. `view` is what it has learned by now, and `noted` are the
    /// [values](Self::values) after some epochs; the others have those of the last one before them that was noted.
    pub fn epochs(
        view: Option<&LearnedView>,
        epochs: &[Epoch],
        noted: &[(usize, Vec<i32>)],
    ) -> Self {
        let now = view.map(Self::values).unwrap_or_default();
        // Noted by a program that shows something else, they are of no use.
        let noted: Vec<_> = noted.iter().filter(|(_, values)| values.len() == now.len()).collect();
        let numbers = thinned(epochs.len() + 1).map(|step| {
            let before = noted.iter().rev().find(|(epoch, _)| *epoch <= step);
            let epoch = step.checked_sub(1).and_then(|at| epochs.get(at));
            Numbers {
                step: step as u64,
                values: before.or(noted.first()).map_or_else(|| now.clone(), |(_, it)| it.clone()),
                elo: None,
                errors: epoch.map(|epoch| [epoch.error, epoch.held_error]),
            }
        });
        Self::laid(view, numbers.collect(), None)
    }

    /// What was learned, in numbers: what a piece is worth by square, in points, and what the policy plays first, in per
    /// cent.
    pub fn values(view: &LearnedView) -> Vec<i32> {
        let worth = view.boards.iter().flat_map(|board| board.worth.iter().copied());
        let shares = view.first_moves.iter().map(|(_, share)| (100.0 * share).round() as i32);
        worth.chain(shares).collect()
    }

    /// With the names and the boards of what such a view shows.
    fn laid(view: Option<&LearnedView>, numbers: Vec<Numbers>, games: Option<u64>) -> Self {
        let (mut names, mut boards) = (Vec::new(), Vec::new());
        if let Some(view) = view {
            for board in &view.boards {
                let begin = names.len();
                let named = |at: usize| format!("{}[{at}]", board.piece);
                names.extend((0..board.worth.len()).map(named));
                let cells = (begin..names.len()).map(|place| vec![place]).collect();
                let (piece, phase, columns) = (board.piece, "", board.columns);
                boards.push(Board { title: board.piece.to_owned(), piece, phase, columns, cells });
            }
            let played = |(mv, _): &(String, f32)| format!("plays {mv} first, %");
            names.extend(view.first_moves.iter().map(played));
        }
        Self { names, numbers, boards, games }
    }

    /// The film of them; `weights` are those of a network.
    pub fn film(&self, kind: &dyn GameKind, facts: Facts, weights: usize, all: u64) -> Film<'_> {
        let points: Vec<Frame<'_>> = self.numbers.iter().map(Numbers::frame).collect();
        let first = self.numbers.first();
        let start = |place: usize| first.map_or(0, |numbers| numbers.values[place]);
        let shown = |(place, name)| Shown { name, start: start(place), step: 1 };
        let parameters = self.names.iter().map(String::as_str).enumerate().map(shown).collect();
        let about = About {
            game: kind.name().to_owned(),
            title: kind.title().to_owned(),
            method: facts.method,
            seed: facts.seed,
            parameters: weights,
            done: self.numbers.last().map_or(0, |last| last.step),
            all,
            games: self.games,
            seconds: facts.seconds,
            complete: facts.complete,
            elo: points.iter().rev().find_map(|point| point.elo),
            errors: points.iter().rev().find_map(|point| point.errors),
        };
        Film { about, parameters, points, boards: self.boards.clone() }
    }
}
