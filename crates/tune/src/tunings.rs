//! Tunings in a data folder, where the page finds them: of each a folder with the run at a glance and its film, both
//! replaced as a whole, and a lock that whoever is at it holds.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, UNIX_EPOCH};

use arena::ablation::folder::is_name;
use schemars::JsonSchema;
use serde::Serialize;

use crate::film::{About, Film};

/// In a data folder, where its tunings are.
pub const TUNINGS: &str = "tunings";
const ABOUT: &str = "about.json";
const FILM: &str = "film.json";
const LOCK: &str = "lock";
/// In the folder while the run is to pause.
const PAUSE: &str = "pause";
/// In the folder while it does.
const PAUSED: &str = "paused";
/// How often a run that pauses looks whether it is to go on.
const LOOK: Duration = Duration::from_millis(200);
/// The largest file at a glance that is read, in bytes.
const MOST_ABOUT: u64 = 64 << 10;
/// The largest film that is read, in bytes.
const MOST_FILM: u64 = 64 << 20;
/// The most names that are tried for a run that has none.
const MOST_NAMES: u32 = 10_000;

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// Its files.
    #[error("{path} cannot be used: {reason}")]
    File {
        /// Which.
        path: String,
        /// Why not.
        reason: std::io::Error,
    },
    /// Its name.
    #[error("'{0}' cannot name a tuning: use letters, digits, dots, dashes and underscores")]
    Name(String),
    /// There is one of this name.
    #[error("there is a tuning '{0}' already: choose another name, or delete its folder")]
    Taken(String),
    /// Another program is at it.
    #[error("the tuning '{0}' is being made by another program")]
    Busy(String),
    /// Something in it cannot be read.
    #[error("{path} is damaged: {reason}")]
    Damaged {
        /// The file.
        path: String,
        /// The fault.
        reason: String,
    },
}

/// A tuning that this program makes.
pub struct Tuning {
    name: String,
    path: PathBuf,
    /// Held as long as this program is at it; the system takes it back.
    _lock: File,
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> TuningError {
    let path = path.display().to_string();
    move |reason| TuningError::File { path: path.clone(), reason }
}

fn read(path: &Path, most: u64) -> Result<Option<String>, TuningError> {
    let damaged = |reason: &str| {
        Err(TuningError::Damaged { path: path.display().to_string(), reason: reason.to_owned() })
    };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(at(path)(error)),
    };
    if !file.metadata().map_err(at(path))?.is_file() {
        return damaged("it is no regular file");
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(at(path))?;
    if bytes.len() as u64 > most {
        return damaged("it is too large");
    }
    String::from_utf8(bytes).map(Some).or_else(|_| damaged("it is no text in UTF-8"))
}

/// Removes a file, where there is one.
fn remove(path: &Path) -> Result<(), TuningError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(at(path)(error)),
        _ => Ok(()),
    }
}

/// A file as a whole, or as it was before.
fn replace(path: &Path, text: &str) -> Result<(), TuningError> {
    let part = path.with_extension("part");
    let written = || -> std::io::Result<()> {
        let mut file = File::create(&part)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&part, path)
    };
    written().map_err(at(path))
}

impl Tuning {
    /// Begins the tuning of this name in a data folder, or takes the place of the one that is there.
    ///
    /// # Errors
    /// If the name or the folder cannot be used, or another program is at it.
    pub fn open(data: &Path, name: &str) -> Result<Self, TuningError> {
        if !is_name(name) {
            return Err(TuningError::Name(name.to_owned()));
        }
        let path = data.join(TUNINGS).join(name);
        std::fs::create_dir_all(&path).map_err(at(&path))?;
        let lock_path = path.join(LOCK);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&lock_path);
        let file = file.map_err(at(&lock_path))?;
        match file.try_lock() {
            Ok(()) => {
                // Who begins it wants it to go on.
                remove(&path.join(PAUSE))?;
                remove(&path.join(PAUSED))?;
                Ok(Self { name: name.to_owned(), path, _lock: file })
            }
            Err(TryLockError::WouldBlock) => Err(TuningError::Busy(name.to_owned())),
            Err(TryLockError::Error(reason)) => Err(at(&lock_path)(reason)),
        }
    }

    /// Begins a tuning under this name, or with a number after it where there is one already.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn new(data: &Path, name: &str) -> Result<Self, TuningError> {
        let names =
            (1..MOST_NAMES).map(|n| if n == 1 { name.to_owned() } else { format!("{name}-{n}") });
        for name in names.filter(|name| !Self::exists(data, name)) {
            match Self::open(data, &name) {
                // Another program has just begun one under this name.
                Err(TuningError::Busy(_)) => {}
                opened => return opened,
            }
        }
        Err(TuningError::Taken(name.to_owned()))
    }

    /// Begins a tuning under this name, which is not to be another's.
    ///
    /// # Errors
    /// As [`open`](Self::open), and where there is one already.
    pub fn create(data: &Path, name: &str) -> Result<Self, TuningError> {
        if is_name(name) && Self::exists(data, name) {
            return Err(TuningError::Taken(name.to_owned()));
        }
        Self::open(data, name)
    }

    fn exists(data: &Path, name: &str) -> bool {
        data.join(TUNINGS).join(name).exists()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Waits as long as the run is to [pause] or until `stop` is set, and tells how long that was, which is no time of the
    /// run. `told` is called once, where it has to wait.
    ///
    /// # Errors
    /// If the folder cannot be used.
    pub fn wait(&self, stop: &AtomicBool, told: impl FnOnce()) -> Result<Duration, TuningError> {
        let (asked, paused) = (self.path.join(PAUSE), self.path.join(PAUSED));
        if !asked.exists() {
            return Ok(Duration::ZERO);
        }
        let begun = Instant::now();
        told();
        File::create(&paused).map_err(at(&paused))?;
        while asked.exists() && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK);
        }
        remove(&paused)?;
        Ok(begun.elapsed())
    }

    /// Shows the run as it stands.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, film: &Film<'_>) -> Result<(), TuningError> {
        let text = |value: Result<String, serde_json::Error>, file: &str| {
            let damaged = |error: serde_json::Error| TuningError::Damaged {
                path: self.path.join(file).display().to_string(),
                reason: error.to_string(),
            };
            value.map_err(damaged)
        };
        replace(&self.path.join(FILM), &text(serde_json::to_string(film), FILM)?)?;
        replace(&self.path.join(ABOUT), &text(serde_json::to_string(&film.about), ABOUT)?)
    }
}

/// Whether a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pause {
    /// It does, or no program is at it.
    No,
    /// It is to pause after the step that it is at.
    Asked,
    /// It pauses.
    Paused,
}

impl Pause {
    /// Of a run of which it is known whether a program is at it.
    fn of(folder: &Path, running: bool) -> Self {
        match (running && folder.join(PAUSE).exists(), folder.join(PAUSED).exists()) {
            (false, _) => Self::No,
            (true, false) => Self::Asked,
            (true, true) => Self::Paused,
        }
    }
}

/// A tuning in a list.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct TuningLine {
    /// The name of its folder.
    pub name: String,
    /// Why nothing can be told of it; the rest is empty then.
    pub problem: Option<String>,
    /// The game's name.
    pub game: String,
    /// The method's name, as the command line takes it.
    pub method: String,
    /// How many parameters are tuned.
    pub parameters: usize,
    /// Steps that are done.
    pub done: u64,
    /// All steps, at most.
    pub all: u64,
    /// A program is at it.
    pub running: bool,
    /// Whether it goes on.
    pub pause: Pause,
    /// Nothing is left to be done.
    pub complete: bool,
    /// Elo against the start, with its interval of 95 %, where it was measured.
    pub elo: Option<[f64; 3]>,
    /// The mean squared errors over the samples to learn from and those held back, where samples measure.
    pub errors: Option<[f64; 2]>,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

/// Another program holds the lock.
fn is_running(folder: &Path) -> bool {
    let Ok(file) = OpenOptions::new().write(true).open(folder.join(LOCK)) else { return false };
    // Shared, so that two that look do not take each other for the program.
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

fn about(folder: &Path) -> Result<Option<About>, TuningError> {
    let path = folder.join(ABOUT);
    let Some(text) = read(&path, MOST_ABOUT)? else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|error| TuningError::Damaged {
        path: path.display().to_string(),
        reason: error.to_string(),
    })
}

fn line(folder: &Path, name: String) -> Option<TuningLine> {
    let changed = std::fs::metadata(folder.join(ABOUT)).and_then(|facts| facts.modified()).ok();
    let since = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    let (about, problem) = match about(folder) {
        Ok(about) => (Some(about?), None),
        Err(error) => (None, Some(error.to_string())),
    };
    let running = is_running(folder);
    let text =
        |field: fn(&About) -> &String| about.as_ref().map(field).cloned().unwrap_or_default();
    Some(TuningLine {
        name,
        problem,
        game: text(|about| &about.game),
        method: text(|about| &about.method),
        parameters: about.as_ref().map_or(0, |about| about.parameters),
        done: about.as_ref().map_or(0, |about| about.done),
        all: about.as_ref().map_or(0, |about| about.all),
        running,
        pause: Pause::of(folder, running),
        complete: about.as_ref().is_some_and(|about| about.complete),
        elo: about.as_ref().and_then(|about| about.elo),
        errors: about.as_ref().and_then(|about| about.errors),
        updated: i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
    })
}

/// The tunings of a data folder, the last changed first. One that cannot be read says so in its line.
pub fn list(data: &Path) -> Vec<TuningLine> {
    let folder = data.join(TUNINGS);
    let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
    let named = entries.filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.to_owned()));
    let mut lines: Vec<TuningLine> = named
        .filter(|name| is_name(name))
        .filter_map(|name| line(&folder.join(&name), name))
        .collect();
    lines.sort_by(|a, b| (b.updated, &a.name).cmp(&(a.updated, &b.name)));
    lines
}

/// Asks the run of a tuning to pause after the step that it is at, or to go on. False where no program is at it.
///
/// # Errors
/// If the folder cannot be used.
pub fn pause(data: &Path, name: &str, paused: bool) -> Result<bool, TuningError> {
    let folder = data.join(TUNINGS).join(name);
    if !is_name(name) || !is_running(&folder) {
        return Ok(false);
    }
    let path = folder.join(PAUSE);
    match paused {
        true => File::create(&path).map(drop).map_err(at(&path))?,
        false => remove(&path)?,
    }
    Ok(true)
}

/// The film of a tuning of a data folder, as JSON with `running`, `pause` and `may_pause`, as is said, beside it; None where there is
/// none.
///
/// # Errors
/// If it cannot be read.
pub fn film(data: &Path, name: &str, may_pause: bool) -> Result<Option<String>, TuningError> {
    if !is_name(name) {
        return Ok(None);
    }
    let folder = data.join(TUNINGS).join(name);
    let path = folder.join(FILM);
    let Some(text) = read(&path, MOST_FILM)? else { return Ok(None) };
    // Looked through without being built up: it may be large.
    serde_json::from_str::<serde::de::IgnoredAny>(&text).map_err(|error| TuningError::Damaged {
        path: path.display().to_string(),
        reason: error.to_string(),
    })?;
    let running = is_running(&folder);
    let pause = Pause::of(&folder, running);
    let beside = serde_json::json!({ "running": running, "pause": pause, "may_pause": may_pause });
    // The film as it is written, without being built up.
    let beside = beside.to_string();
    Ok(Some(format!("{},\"film\":{text}}}\n", beside.trim_end_matches('}'))))
}

#[cfg(test)]
mod tests;
