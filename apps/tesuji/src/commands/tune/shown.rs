//! A run where the page finds it.

use anyhow::Result;
use tune::tunings::Tuning;
use tune::{Facts, Film};

use super::args::TuneArgs;
use super::checkpoint::Checkpoint;
use crate::commands::on_page::wait;

/// The run as it is shown.
pub fn film<'r>(args: &TuneArgs, saved: &'r Checkpoint, complete: bool) -> Film<'r> {
    let (method, seed, seconds) = (args.method_name(), args.seed, saved.seconds);
    Film::new(args.game, &saved.run, Facts { method, seed, seconds, complete })
}

/// The run in the data folder.
pub struct Shown<'a> {
    args: &'a TuneArgs,
    tuning: Option<Tuning>,
}

impl<'a> Shown<'a> {
    /// Finds its [place](crate::commands::on_page::PageArgs::place).
    pub fn begin(args: &'a TuneArgs, saved: &mut Checkpoint) -> Result<Self> {
        let usual = format!("{}-{}-{}", args.game.name(), args.method_name(), args.seed);
        let tuning = args.page.place("tune", saved.name.as_deref(), &usual)?;
        saved.name = tuning.as_ref().map(|tuning| tuning.name().to_owned());
        let shown = Self { args, tuning };
        shown.write(saved, false);
        Ok(shown)
    }

    /// [Waits](wait) as long as it is to pause; before that it is saved and shown.
    pub fn wait(&self, saved: &Checkpoint, save: impl FnOnce()) -> f64 {
        wait(self.tuning.as_ref(), || {
            save();
            self.write(saved, false);
        })
    }

    /// Shows the run as it stands; a fault is told.
    pub fn write(&self, saved: &Checkpoint, complete: bool) {
        let Some(tuning) = &self.tuning else { return };
        if let Err(error) = tuning.write(&film(self.args, saved, complete)) {
            eprintln!("the page does not show how this run stands: {error}");
        }
    }
}
