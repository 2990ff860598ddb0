//! A copy of a data folder's database while a server runs on it, and its way back.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::sql;
use crate::store::StoreError;

/// A copy that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Games in it.
    pub games: u64,
    /// Its size.
    pub bytes: u64,
}

/// A copy that was put back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Games in it.
    pub games: u64,
    /// Where the database lies that was there before.
    pub before: Option<PathBuf>,
}

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

fn of_file(file: &Path) -> impl FnOnce(std::io::Error) -> BackupError {
    let file = file.to_owned();
    move |source| BackupError::File { file, source }
}

fn unusable(file: &Path) -> impl Fn(rusqlite::Error) -> BackupError {
    let file = file.to_owned();
    move |error| BackupError::Unusable { file: file.clone(), reason: error.to_string() }
}

/// Another file beside one.
fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Copies the database of a data folder as it stands at one moment. A server that runs on it plays on meanwhile. The
/// file is there whole or not at all, and only its owner reads it: it has the hashes of passwords and tokens.
///
/// # Errors
/// Where there is none, or the file is there already or cannot be written.
pub fn write(data: &Path, out: &Path) -> Result<Written, BackupError> {
    let file = data.join(sql::FILE);
    if !file.is_file() {
        return Err(BackupError::Nothing(data.to_owned()));
    }
    if out.exists() {
        return Err(BackupError::Exists(out.to_owned()));
    }
    let part = beside(out, ".part");
    let done = copy(&file, &part).and_then(|games| {
        let bytes = part.metadata().map_err(of_file(&part))?.len();
        // Another one may have come there meanwhile: a link does not take its place.
        std::fs::hard_link(&part, out).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => BackupError::Exists(out.to_owned()),
            _ => of_file(out)(error),
        })?;
        settle(out)?;
        Ok(Written { games, bytes })
    });
    // A part that is left is of no use; where it cannot be removed it does no harm.
    let _ = std::fs::remove_file(&part);
    done
}

/// Puts a copy in the place of a data folder's database, which is kept beside it. No server may run on the folder.
///
/// # Errors
/// Where the file is no whole database of this program or an older one, or a server has the folder.
pub fn restore(data: &Path, from: &Path) -> Result<Restored, BackupError> {
    if !from.is_file() {
        let source = std::io::ErrorKind::NotFound.into();
        return Err(BackupError::File { file: from.to_owned(), source });
    }
    std::fs::create_dir_all(data).map_err(of_file(data))?;
    let _lock = sql::lock(data)?;
    let (file, new) = (data.join(sql::FILE), data.join("tesuji.db.new"));
    // One that an earlier attempt left.
    let _ = std::fs::remove_file(&new);
    let games = copy(from, &new)?;
    let before = if file.exists() { Some(set_aside(&file)?) } else { None };
    std::fs::rename(&new, &file).map_err(of_file(&file))?;
    settle(&file)?;
    Ok(Restored { games, before })
}

/// Copies a database to a new file and looks whether it is whole; how many games are in it.
fn copy(from: &Path, to: &Path) -> Result<u64, BackupError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(from, flags).map_err(unusable(from))?;
    let version = source.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
    let version = version.map_err(unusable(from))?;
    if version > sql::newest() {
        let (file, known) = (from.to_owned(), sql::newest());
        return Err(BackupError::TooNew { file, found: version, known });
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    drop(options.open(to).map_err(of_file(to))?);
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
    let check = copy.query_row("PRAGMA quick_check", [], |row| row.get::<_, String>(0));
    let check = check.map_err(&fault)?;
    if check != "ok" {
        return Err(BackupError::Unusable { file: from.to_owned(), reason: check });
    }
    let games = copy.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0));
    let games = games.map_err(&fault)?;
    drop(copy);
    File::open(to).and_then(|file| file.sync_all()).map_err(of_file(to))?;
    Ok(games.unsigned_abs())
}

/// Moves a database out of the way under a name that is free; where it lies now.
fn set_aside(file: &Path) -> Result<PathBuf, BackupError> {
    // Rows that still lie in its log come into the file, unless it is too damaged for that.
    if let Ok(old) = Connection::open(file) {
        let _ = old.pragma_query(None, "wal_checkpoint", |_| Ok(()));
    }
    let mut names = (1..).map(|number| beside(file, &format!(".before-{number}")));
    let free = names.find(|name| !name.exists()).unwrap_or_else(|| beside(file, ".before"));
    for end in ["-wal", "-shm", ""] {
        let (from, to) = (beside(file, end), beside(&free, end));
        if from.exists() {
            std::fs::rename(&from, to).map_err(of_file(&from))?;
        }
    }
    Ok(free)
}

/// A name that a file was given is on disk.
fn settle(file: &Path) -> Result<(), BackupError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    #[cfg(unix)]
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(of_file(folder))?;
    let _ = folder;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{BackupError, restore, write};
    use crate::tokens;

    fn names(data: &Path) -> Vec<String> {
        tokens::list(data).expect("lists").into_iter().map(|token| token.name).collect()
    }

    #[test]
    fn a_copy_comes_back_and_what_was_there_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let (data, out) = (folder.path().join("data"), folder.path().join("copy"));
        tokens::create(&data, "First", true).expect("a token");
        assert_eq!(write(&data, &out).expect("writes").games, 0);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = out.metadata().expect("is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "it has hashes of passwords");
        }
        tokens::create(&data, "Second", true).expect("a token");
        assert!(matches!(write(&data, &out), Err(BackupError::Exists(_))));
        let before = restore(&data, &out).expect("restores").before.expect("there was one");
        assert_eq!(names(&data), ["First"]);
        // And back again.
        restore(&data, &before).expect("restores");
        assert_eq!(names(&data), ["First", "Second"]);
        let left: Vec<_> = std::fs::read_dir(folder.path()).expect("reads").collect();
        assert_eq!(left.len(), 2, "no part is left: {left:?}");
    }

    #[test]
    fn what_is_no_database_of_ours_is_told_and_changes_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let (data, file) = (folder.path().join("data"), folder.path().join("file"));
        assert!(matches!(write(&data, &file), Err(BackupError::Nothing(_))));
        tokens::create(&data, "First", true).expect("a token");
        std::fs::write(&file, "no database at all, however long it may be".repeat(100))
            .expect("writes");
        let refused = |wanted: &str| {
            let error = restore(&data, &file).expect_err("is refused").to_string();
            assert!(error.contains(wanted), "{error}");
            assert_eq!(names(&data), ["First"]);
            let _ = std::fs::remove_file(&file);
        };
        refused("not a database");
        refused("not found");
        let other = rusqlite::Connection::open(&file).expect("opens");
        other.execute_batch("CREATE TABLE x (y)").expect("a table");
        drop(other);
        refused("no such table");
        let newer = rusqlite::Connection::open(&file).expect("opens");
        newer.pragma_update(None, "user_version", 1000).expect("a version");
        drop(newer);
        refused("newer version");
        // Part of a database.
        write(&data, &file).expect("writes");
        let whole = std::fs::read(&file).expect("reads");
        std::fs::write(&file, &whole[..whole.len() / 2]).expect("writes");
        refused("cannot be used");
    }
}
