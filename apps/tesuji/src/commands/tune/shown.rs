//! A run where the page finds it.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use tune::tunings::{Tuning, TuningError};
use tune::{Facts, Film};

use super::args::TuneArgs;
use super::checkpoint::Checkpoint;
use crate::cli::usage_error;
use crate::interrupt;

/// The run as it is shown.
pub fn film<'r>(args: &TuneArgs, saved: &'r Checkpoint, complete: bool) -> Film<'r> {
    let (method, seed, seconds) = (args.method_name(), args.seed, saved.seconds);
    Film::new(args.game, &saved.run, Facts { method, seed, seconds, complete })
}

/// The names under which the page may list a run.
pub struct Names<'n> {
    /// The one that is asked for.
    pub asked: Option<&'n str>,
    /// The one that it had before.
    pub had: Option<&'n str>,
    /// The one that it has otherwise, with a number where it is taken.
    pub usual: &'n str,
}

/// A place for a run of a command in the data folder, under the name that is asked for, that it had before, or that is free. To
/// be seen is no condition of a run: a folder that cannot be used is told, and there is none, unless a name was asked for.
///
/// # Errors
/// If a name was asked for and cannot be used.
pub fn place(
    command: &'static str,
    data_folder: Option<&PathBuf>,
    Names { asked, had, usual }: Names<'_>,
) -> Result<Option<Tuning>> {
    let data = data_folder.cloned().unwrap_or_else(crate::setup::data_folder);
    let opened = match (asked, had) {
        (None, None) => Tuning::new(&data, usual),
        (None, Some(had)) => Tuning::open(&data, had),
        (Some(asked), Some(had)) if asked == had => Tuning::open(&data, had),
        (Some(asked), _) => Tuning::create(&data, asked),
    };
    match opened {
        Ok(tuning) => Ok(Some(tuning)),
        Err(error @ TuningError::Name(_)) => Err(usage_error(command, error.to_string())),
        Err(error) if asked.is_some() => Err(error.into()),
        Err(error) => {
            eprintln!("the page does not show this run: {error}");
            Ok(None)
        }
    }
}

/// Waits as long as the page has a run pause, and tells how long that was, in seconds; a fault is told.
pub fn wait(tuning: Option<&Tuning>) -> f64 {
    let told = || eprintln!("paused on the page");
    let waited = tuning.map_or(Ok(Duration::ZERO), |tuning| tuning.wait(interrupt::flag(), told));
    let waited = waited.unwrap_or_else(|error| {
        eprintln!("the page cannot have this run pause: {error}");
        Duration::ZERO
    });
    waited.as_secs_f64()
}

/// The run in the data folder.
pub struct Shown<'a> {
    args: &'a TuneArgs,
    tuning: Option<Tuning>,
}

impl<'a> Shown<'a> {
    /// Finds its [place].
    pub fn begin(args: &'a TuneArgs, saved: &mut Checkpoint) -> Result<Self> {
        let usual = format!("{}-{}-{}", args.game.name(), args.method_name(), args.seed);
        let names =
            Names { asked: args.name.as_deref(), had: saved.name.as_deref(), usual: &usual };
        let tuning = place("tune", args.data_folder.as_ref(), names)?;
        saved.name = tuning.as_ref().map(|tuning| tuning.name().to_owned());
        let shown = Self { args, tuning };
        shown.write(saved, false);
        Ok(shown)
    }

    /// [Waits](wait) as long as it is to pause.
    pub fn wait(&self) -> f64 {
        wait(self.tuning.as_ref())
    }

    /// Shows the run as it stands; a fault is told.
    pub fn write(&self, saved: &Checkpoint, complete: bool) {
        let Some(tuning) = &self.tuning else { return };
        if let Err(error) = tuning.write(&film(self.args, saved, complete)) {
            eprintln!("the page does not show how this run stands: {error}");
        }
    }
}
