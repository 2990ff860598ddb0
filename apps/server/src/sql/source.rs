//! Where a club's data are: a folder with a file of SQLite, or a PostgreSQL server.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::migrations::MIGRATIONS;
#[cfg(feature = "cluster")]
use crate::database::Address;
use crate::database::{self, Connection};
use crate::part::Part;
use crate::store::StoreError;

/// The file in the data folder.
pub const FILE: &str = "tesuji.db";
/// Its lock: a second server on the same folder would hold other games in memory than stand here.
const LOCK: &str = "tesuji.lock";

/// Where the data are.
#[derive(Clone, Debug)]
pub enum Source {
    /// A folder on this machine.
    Folder(PathBuf),
    /// A server that several processes share.
    #[cfg(feature = "cluster")]
    Server(Address),
}

impl Source {
    /// Takes the part of the database that is this process's, until what is returned is dropped.
    ///
    /// # Errors
    /// When it cannot be used, another process has that part, or a newer program wrote it.
    pub fn take(&self, part: Part) -> Result<(Connection, Option<File>), StoreError> {
        match self {
            Self::Folder(folder) => {
                let _ = part;
                let lock = lock(folder)?;
                let connection = open(folder).map_err(|error| match error {
                    // A program of an older version locks the file itself.
                    StoreError::Busy => StoreError::InUse { folder: folder.display().to_string() },
                    error => error,
                })?;
                Ok((connection, Some(lock)))
            }
            #[cfg(feature = "cluster")]
            Self::Server(address) => Ok((Connection::Postgres(address.take(part)?), None)),
        }
    }

    /// A connection that reads.
    ///
    /// # Errors
    /// When there is none.
    pub fn reader(&self) -> Result<Connection, StoreError> {
        match self {
            Self::Folder(folder) => {
                database::open_to_read(&folder.join(FILE)).map(Connection::Sqlite)
            }
            #[cfg(feature = "cluster")]
            Self::Server(address) => address.open().map(Connection::Postgres),
        }
    }
}

impl From<&Path> for Source {
    fn from(folder: &Path) -> Self {
        Self::Folder(folder.to_owned())
    }
}

impl From<&PathBuf> for Source {
    fn from(folder: &PathBuf) -> Self {
        Self::Folder(folder.clone())
    }
}

impl From<&Self> for Source {
    fn from(source: &Self) -> Self {
        source.clone()
    }
}

/// Takes a data folder for this process alone, until what is returned is dropped.
///
/// # Errors
/// When the folder cannot be used, or another process has it.
pub fn lock(folder: &Path) -> Result<File, StoreError> {
    let shown = || folder.display().to_string();
    let unusable =
        |error: std::io::Error| StoreError::Folder { folder: shown(), reason: error.to_string() };
    std::fs::create_dir_all(folder).map_err(unusable)?;
    let lock = File::create(folder.join(LOCK)).map_err(unusable)?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::InUse { folder: shown() },
        TryLockError::Error(error) => unusable(error),
    })?;
    Ok(lock)
}

/// The version of the schema that this program writes.
pub fn newest() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}

/// The database, beside a server that may have it open.
///
/// # Errors
/// When it cannot be used, or a newer program wrote it.
pub fn beside(source: &Source) -> Result<Connection, StoreError> {
    match source {
        Source::Folder(folder) => {
            let unusable = |error: std::io::Error| StoreError::Folder {
                folder: folder.display().to_string(),
                reason: error.to_string(),
            };
            std::fs::create_dir_all(folder).map_err(unusable)?;
            open(folder)
        }
        #[cfg(feature = "cluster")]
        Source::Server(address) => address.open().map(Connection::Postgres),
    }
}

/// Opens the file in a folder, and brings its tables up to this program's version.
fn open(folder: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::Sqlite(database::open(&folder.join(FILE))?);
    connection.begin()?;
    let found: i64 = connection.value("PRAGMA user_version", &[])?;
    let Some(todo) = usize::try_from(found).ok().and_then(|found| MIGRATIONS.get(found..)) else {
        return Err(StoreError::TooNew { found, known: newest() });
    };
    for step in todo {
        connection.batch(step)?;
    }
    if !todo.is_empty() {
        tracing::info!(from = found, to = newest(), "the database has a new schema");
    }
    connection.batch(&format!("PRAGMA user_version = {}", newest()))?;
    connection.commit()?;
    Ok(connection)
}
