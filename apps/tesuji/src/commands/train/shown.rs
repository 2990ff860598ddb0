//! A training where the page finds it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use engine::LearnedView;
use tune::tunings::Tuning;
use tune::{Facts, Generations, Training, TrainingNote};

use super::args::TrainArgs;
use crate::commands::on_page::wait;

/// The method's name, as the page has it.
const METHOD: &str = "train";
/// How often it is shown how a training stands, after its first epoch.
const SHOWN: Duration = Duration::from_secs(2);
/// The most epochs of which it is kept what was learned, but for the last one.
const MOST_NOTED: usize = 200;
/// To look at what was learned takes at most one part in so many of the time.
const LOOKS: u32 = 20;

/// The training in the data folder.
pub(super) struct Shown<'a> {
    args: &'a TrainArgs,
    tuning: Option<Tuning>,
    /// The weights of the network.
    weights: usize,
    /// What it had learned when that was last looked at.
    view: Option<LearnedView>,
    /// When that was, and how long it took.
    looked: Option<(Instant, Duration)>,
    written: Option<Instant>,
}

impl<'a> Shown<'a> {
    /// Finds its [place](crate::commands::on_page::PageArgs::place), which is noted.
    pub(super) fn begin(
        args: &'a TrainArgs,
        training: &Training,
        note: &mut TrainingNote,
    ) -> Result<Self> {
        let usual = format!("{}-{METHOD}-{}", args.game.name(), args.seed);
        let tuning = args.page.place("train", note.name.as_deref(), &usual)?;
        note.name = tuning.as_ref().map(|tuning| tuning.name().to_owned());
        let mut shown = Self { args, tuning, weights: 0, view: None, looked: None, written: None };
        if shown.tuning.is_some() {
            shown.look(training);
            if training.epochs().is_empty() {
                shown.note(training, note);
            }
            shown.write(training, note);
            // The first epoch is shown at once.
            shown.written = None;
        }
        Ok(shown)
    }

    /// Looks at what it has learned by now.
    fn look(&mut self, training: &Training) {
        let begun = Instant::now();
        let (game, points) = (self.args.game, self.args.points.map(i32::from));
        let network = Arc::new(training.network(game.name(), points, String::new()));
        self.weights = network.weights();
        self.view = game.knowledge().learned(Some(&network));
        self.looked = Some((Instant::now(), begun.elapsed()));
    }

    fn note(&self, training: &Training, note: &mut TrainingNote) {
        let values = self.view.as_ref().map(Generations::values);
        note.learned.extend(values.map(|values| (training.epochs().len(), values)));
    }

    /// Notes what it has learned by now and tells that it is time to show it, if it is.
    pub(super) fn is_due(&mut self, training: &Training, note: &mut TrainingNote) -> bool {
        let over = training.is_complete();
        let soon = self.written.is_some_and(|written| written.elapsed() < SHOWN);
        if self.tuning.is_none() || (soon && !over) {
            return false;
        }
        let every = (self.args.epochs as usize).div_ceil(MOST_NOTED).max(1);
        let costs = self.looked.is_some_and(|(at, took)| at.elapsed() < took * LOOKS);
        let next = note.learned.last().map_or(0, |(epoch, _)| epoch + every);
        if over || (!costs && training.epochs().len() >= next) {
            self.look(training);
            self.note(training, note);
        }
        true
    }

    /// [Waits](wait) as long as it is to pause; before that it is shown.
    pub(super) fn wait(&self, training: &Training, note: &TrainingNote) -> f64 {
        wait(self.tuning.as_ref(), || self.show(training, note))
    }

    /// Shows it as it stands; a fault is told.
    pub(super) fn write(&mut self, training: &Training, note: &TrainingNote) {
        self.show(training, note);
        self.written = Some(Instant::now());
    }

    fn show(&self, training: &Training, note: &TrainingNote) {
        let Some(tuning) = &self.tuning else { return };
        let facts = Facts {
            method: METHOD.to_owned(),
            seed: self.args.seed,
            seconds: note.seconds,
            complete: training.is_complete(),
        };
        let epochs = Generations::epochs(self.view.as_ref(), training.epochs(), &note.learned);
        let film = epochs.film(self.args.game, facts, self.weights, self.args.epochs.into());
        if let Err(error) = tuning.write(&film) {
            eprintln!("the page does not show how this training stands: {error}");
        }
    }
}
