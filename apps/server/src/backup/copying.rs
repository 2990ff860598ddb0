//! Copying databases and files, and what can go wrong with that.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::store::StoreError;

/// Why no copy was made, or none was put back.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is nothing to copy.
    #[error("there is no database in {0}")]
    Nothing(PathBuf),
    /// A copy takes no other file's place.
    #[error("{0} is there already; a backup is written to a new file")]
    Exists(PathBuf),
    /// The file is no database of this program, or is damaged.
    #[error("{file} cannot be used: {reason}")]
    Unusable {
        /// The file.
        file: PathBuf,
        /// The fault.
        reason: String,
    },
    /// A newer program wrote it.
    #[error(
        "{file} was written by a newer version of the program (schema {found}, this one knows {known})"
    )]
    TooNew {
        /// The file.
        file: PathBuf,
        /// The version of its schema.
        found: i64,
        /// The newest one that is known here.
        known: i64,
    },
    /// A tournament of the arena is being played.
    #[error("tournament {0} of the arena is being played: stop it first (tesuji arena stop {0})")]
    Played(i64),
    /// The system refuses a file.
    #[error("{file}: {source}")]
    File {
        /// Which.
        file: PathBuf,
        /// The system's own error.
        source: std::io::Error,
    },
    /// The data folder cannot be used, or a server has it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub fn of_file(file: &Path) -> impl FnOnce(std::io::Error) -> BackupError {
    let file = file.to_owned();
    move |source| BackupError::File { file, source }
}

pub fn unusable(file: &Path) -> impl Fn(rusqlite::Error) -> BackupError {
    let file = file.to_owned();
    move |error| BackupError::Unusable { file: file.clone(), reason: error.to_string() }
}

/// Another file beside one.
pub fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Copies a database, whose version is known here, to a new file and looks whether it is whole; the copy.
pub fn whole_copy(from: &Path, to: &Path, newest: i64) -> Result<Connection, BackupError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(from, flags).map_err(unusable(from))?;
    let version = source.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
    let version = version.map_err(unusable(from))?;
    if version > newest {
        return Err(BackupError::TooNew { file: from.to_owned(), found: version, known: newest });
    }
    drop(new_file(to)?);
    let mut copy = Connection::open(to).map_err(unusable(to))?;
    let fault = unusable(from);
    let backup = Backup::new(&source, &mut copy).map_err(&fault)?;
    // All at once is one moment; who writes meanwhile does not wait for that.
    if backup.step(-1).map_err(&fault)? != StepResult::Done {
        let reason = "another program keeps it locked".to_owned();
        return Err(BackupError::Unusable { file: from.to_owned(), reason });
    }
    drop(backup);
    // One file, without a log beside it.
    copy.pragma_update(None, "journal_mode", "DELETE").map_err(unusable(to))?;
    check(&copy, from)?;
    sync(to)?;
    Ok(copy)
}

/// A new file that its owner alone reads.
pub fn new_file(to: &Path) -> Result<File, BackupError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(to).map_err(of_file(to))
}

/// A database is whole; where it is not, that is a fault of this file.
pub fn check(database: &Connection, of: &Path) -> Result<(), BackupError> {
    let check = database.query_row("PRAGMA quick_check", [], |row| row.get::<_, String>(0));
    let reason = check.map_err(unusable(of))?;
    if reason == "ok" {
        return Ok(());
    }
    Err(BackupError::Unusable { file: of.to_owned(), reason })
}

/// The number that a query finds.
pub fn count(database: &Connection, query: &str, of: &Path) -> Result<u64, BackupError> {
    let number = database.query_row(query, [], |row| row.get::<_, i64>(0));
    number.map(i64::unsigned_abs).map_err(unusable(of))
}

/// What is in a file is on disk.
pub fn sync(file: &Path) -> Result<(), BackupError> {
    File::open(file).and_then(|file| file.sync_all()).map_err(of_file(file))
}
