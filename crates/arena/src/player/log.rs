//! The lines sent to programs and received from them, in files for people to read.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use crate::words::plain;

/// A folder with a file for each engine: `>` before its input, `<` before its output, `!` before its output on
/// standard error, and before each the seconds since the log was begun.
#[derive(Clone, Debug)]
pub struct TrafficLog {
    folder: PathBuf,
    begun: Instant,
}

impl TrafficLog {
    /// Logs in that folder, which is made where it is missing.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), begun: Instant::now() })
    }

    /// The log of a process of an engine; None where its file cannot be written.
    pub(crate) fn of(&self, engine: &str, process: u32) -> Option<Traffic> {
        let keep = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' };
        let name: String = engine.chars().take(100).map(keep).collect();
        let path = self.folder.join(format!("{name}.log"));
        // Whatever else stands there is left as it is.
        if std::fs::metadata(&path).is_ok_and(|facts| !facts.is_file()) {
            return None;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).ok()?;
        Some(Traffic { file: Arc::new(file), process, begun: self.begun })
    }
}

/// The log of a process.
#[derive(Clone, Debug)]
pub(crate) struct Traffic {
    file: Arc<File>,
    process: u32,
    begun: Instant,
}

impl Traffic {
    /// Lines that were said in one direction.
    pub(crate) fn say(&self, direction: char, text: &str) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let lines = text
            .lines()
            .map(|line| format!("{seconds:.3} [{}] {direction} {}\n", self.process, plain(line)));
        // Each call writes at the end at once, so that processes of one engine share the file. A full disk ends no game.
        let _ = (&*self.file).write_all(lines.collect::<String>().as_bytes());
    }
}
