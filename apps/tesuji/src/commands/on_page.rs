//! Runs in the data folder, where the page finds them.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use tune::tunings::{Tuning, TuningError};

use crate::cli::usage_error;
use crate::interrupt;

/// Where the page finds a run.
#[derive(Args, Default)]
pub struct PageArgs {
    /// The name under which the arena's page lists it [default: GAME-METHOD-SEED, with a number where there is one]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The data folder, where the page finds it [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR")]
    data_folder: Option<PathBuf>,
}

impl PageArgs {
    /// A place for a run of a command in the data folder, under the name that is asked for, that it had before, or the usual
    /// one, with a number where that is taken. To be seen is no condition of a run: a folder that cannot be used is told, and
    /// there is none, unless a name was asked for.
    ///
    /// # Errors
    /// If a name was asked for and cannot be used.
    pub fn place(
        &self,
        command: &'static str,
        had: Option<&str>,
        usual: &str,
    ) -> Result<Option<Tuning>> {
        let data = self.data_folder.clone().unwrap_or_else(crate::setup::data_folder);
        let asked = self.name.as_deref();
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
}

/// Waits as long as the page has a run pause, and tells how long that was, in seconds; a fault is told. Before it waits the
/// run is saved and shown as it stands.
pub fn wait(tuning: Option<&Tuning>, show: impl FnOnce()) -> f64 {
    let told = || {
        eprintln!("paused on the page");
        show();
    };
    let waited = tuning.map_or(Ok(Duration::ZERO), |tuning| tuning.wait(interrupt::flag(), told));
    let waited = waited.unwrap_or_else(|error| {
        eprintln!("the page cannot have this run pause: {error}");
        Duration::ZERO
    });
    waited.as_secs_f64()
}
