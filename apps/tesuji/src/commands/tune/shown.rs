//! A run where the page finds it.

use anyhow::Result;
use tune::tunings::{Tuning, TuningError};
use tune::{Facts, Film};

use super::args::TuneArgs;
use super::checkpoint::Checkpoint;
use crate::cli::usage_error;

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
    /// Finds its place, under the name that is asked for, that it had before, or that is free. To be seen is no condition of
    /// tuning: a folder that cannot be used is told, and the run goes on, unless a name was asked for.
    pub fn begin(args: &'a TuneArgs, saved: &mut Checkpoint) -> Result<Self> {
        let data = args.data_folder.clone().unwrap_or_else(crate::setup::data_folder);
        let usual = || format!("{}-{}-{}", args.game.name(), args.method_name(), args.seed);
        let opened = match (&args.name, &saved.name) {
            (None, None) => Tuning::new(&data, &usual()),
            (None, Some(had)) => Tuning::open(&data, had),
            (Some(asked), Some(had)) if asked == had => Tuning::open(&data, had),
            (Some(asked), _) => Tuning::create(&data, asked),
        };
        let tuning = match opened {
            Ok(tuning) => Some(tuning),
            Err(error @ TuningError::Name(_)) => {
                return Err(usage_error("tune", error.to_string()));
            }
            Err(error) if args.name.is_some() => return Err(error.into()),
            Err(error) => {
                eprintln!("the page does not show this run: {error}");
                None
            }
        };
        saved.name = tuning.as_ref().map(|tuning| tuning.name().to_owned());
        let shown = Self { args, tuning };
        shown.write(saved, false);
        Ok(shown)
    }

    /// Shows the run as it stands; a fault is told.
    pub fn write(&self, saved: &Checkpoint, complete: bool) {
        let Some(tuning) = &self.tuning else { return };
        if let Err(error) = tuning.write(&film(self.args, saved, complete)) {
            eprintln!("the page does not show how this run stands: {error}");
        }
    }
}
