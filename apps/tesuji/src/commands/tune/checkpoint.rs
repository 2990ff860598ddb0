//! Runs that are saved, so that they can go on.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tune::Run;

use crate::files;

/// The largest file of a run that is read, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// A saved run.
#[derive(Serialize, Deserialize)]
pub struct Checkpoint {
    /// The settings of the run.
    identity: Value,
    /// How it stands.
    pub run: Run,
    /// How long it took so far, in seconds.
    pub seconds: f64,
    /// The name under which the page lists it.
    #[serde(default)]
    pub name: Option<String>,
}

impl Checkpoint {
    /// A run that begins.
    pub fn new(run: Run, identity: Value) -> Self {
        Self { identity, run, seconds: 0.0, name: None }
    }

    /// The run of a file, which must be one of these arguments.
    pub fn read(path: &Path, identity: &Value) -> Result<Self> {
        let name = files::name(path);
        let text = files::read_text(path, MOST_BYTES)?;
        let saved: Self =
            serde_json::from_str(&text).with_context(|| format!("{name} is no saved run"))?;
        let Some(fields) = identity.as_object() else { return Ok(saved) };
        for (field, asked) in fields {
            let known = saved.identity.get(field).unwrap_or(&Value::Null);
            if known != asked {
                let told = |value: &Value| match value {
                    Value::Null => "its default".to_owned(),
                    value => value.to_string(),
                };
                bail!(
                    "{name} is a run with another {field}: {}, and not {}",
                    told(known),
                    told(asked)
                );
            }
        }
        Ok(saved)
    }

    /// Saves it, as a whole or not at all.
    pub fn write(&self, path: &Path) -> Result<()> {
        files::replace(path, |out| Ok(serde_json::to_writer(out, self)?))
    }
}
