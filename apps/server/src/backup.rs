//! A copy of a data folder's databases while a server runs on it, and its way back: one file, which is a copy of the
//! server's own database and has that of the arena in a table.

mod arena_copy;
mod copying;

use std::fs::File;
use std::path::{Path, PathBuf};

pub use copying::BackupError;
use copying::{beside, count, of_file, whole_copy};
use rusqlite::Connection;

use crate::sql;

/// A copy that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Games in it.
    pub games: u64,
    /// Its size.
    pub bytes: u64,
    /// Tournaments of the arena in it; none where there is no arena.
    pub tournaments: Option<u64>,
}

/// A copy that was put back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Games in it.
    pub games: u64,
    /// Where the database lies that was there before.
    pub before: Option<PathBuf>,
    /// Tournaments of the arena in it; none where the arena was left as it is.
    pub tournaments: Option<u64>,
    /// Where the arena's database lies that was there before.
    pub arena_before: Option<PathBuf>,
}

/// Copies the database of a data folder as it stands at one moment. A server that runs on it plays on meanwhile. The
/// file is there whole or not at all, and only its owner reads it: it has the hashes of passwords and tokens.
///
/// # Errors
/// Where there is none, or the file is there already or cannot be written.
pub fn write(data: &Path, out: &Path) -> Result<Written, BackupError> {
    let (file, arena) = (data.join(sql::FILE), data.join(arena::store::FILE));
    if !(file.is_file() || arena.is_file()) {
        return Err(BackupError::Nothing(data.to_owned()));
    }
    if out.exists() {
        return Err(BackupError::Exists(out.to_owned()));
    }
    if !file.is_file() {
        // The arena alone was used here: what holds it is a database without games.
        drop(sql::beside(&sql::Source::Folder(data.to_owned()))?);
    }
    let part = beside(out, ".part");
    let done = copy(&file, &part).and_then(|games| {
        let tournaments =
            if arena.is_file() { Some(arena_copy::put(&arena, &part)?) } else { None };
        let bytes = part.metadata().map_err(of_file(&part))?.len();
        // Another one may have come there meanwhile: a link does not take its place.
        std::fs::hard_link(&part, out).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => BackupError::Exists(out.to_owned()),
            _ => of_file(out)(error),
        })?;
        settle(out)?;
        Ok(Written { games, bytes, tournaments })
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
    let (arena, new_arena) = (data.join(arena::store::FILE), data.join("arena.db.new"));
    // Those that an earlier attempt left.
    let _ = (std::fs::remove_file(&new), std::fs::remove_file(&new_arena));
    let games = copy(from, &new)?;
    let tournaments = arena_copy::take(&new, &new_arena)?;
    if tournaments.is_some() {
        arena_copy::is_free(data)?;
    }
    let before = put(&new, &file)?;
    let arena_before = if tournaments.is_some() { put(&new_arena, &arena)? } else { None };
    settle(&file)?;
    Ok(Restored { games, before, tournaments, arena_before })
}

/// Puts a database in the place of another, which is kept; where that lies.
fn put(new: &Path, file: &Path) -> Result<Option<PathBuf>, BackupError> {
    let before = if file.exists() { Some(set_aside(file)?) } else { None };
    std::fs::rename(new, file).map_err(of_file(file))?;
    Ok(before)
}

/// Copies a server's database to a new file and looks whether it is whole; how many games are in it.
fn copy(from: &Path, to: &Path) -> Result<u64, BackupError> {
    let copy = whole_copy(from, to, sql::newest())?;
    count(&copy, "SELECT count(*) FROM games", from)
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

    use rusqlite::Connection;

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

    /// Adds a tournament to the arena of a folder, with more than a row of a backup has.
    fn add_tournament(data: &Path, name: &str) {
        drop(arena::store::Store::open(data).expect("opens"));
        let arena = Connection::open(data.join(arena::store::FILE)).expect("opens");
        let row = "INSERT INTO tournaments (name, identity, config, created, updated) VALUES (?, '', '', 1, 1)";
        arena.execute(row, [name]).expect("a row");
        let sql = "INSERT INTO openings SELECT max(id), hex(zeroblob(1500000)) FROM tournaments";
        arena.execute(sql, []).expect("a row");
    }

    /// The tournaments of an arena.
    fn tournaments(arena: &Path) -> Vec<String> {
        let arena = Connection::open(arena).expect("opens");
        let mut query = arena.prepare("SELECT name FROM tournaments ORDER BY id").expect("reads");
        let rows = query.query_map([], |row| row.get::<_, String>(0)).expect("rows");
        rows.map(|row| row.expect("a row")).collect()
    }

    #[test]
    fn the_arena_is_in_the_copy_and_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let (data, out) = (folder.path().join("data"), folder.path().join("copy"));
        let path = data.join(arena::store::FILE);
        std::fs::create_dir(&data).expect("a folder");
        // An arena alone, without a server's database.
        add_tournament(&data, "First");
        assert_eq!(write(&data, &out).expect("writes").tournaments, Some(1));
        add_tournament(&data, "Second");
        let restored = restore(&data, &out).expect("restores");
        assert_eq!((restored.tournaments, tournaments(&path)), (Some(1), vec!["First".to_owned()]));
        assert_eq!(tournaments(&restored.arena_before.expect("there was one")).len(), 2);
    }

    #[test]
    fn an_arena_stays_where_the_copy_has_none_or_it_is_played() {
        let folder = tempfile::tempdir().expect("a folder");
        let [data, plain, out] = ["data", "plain", "copy"].map(|name| folder.path().join(name));
        let path = data.join(arena::store::FILE);
        tokens::create(&data, "Robot", true).expect("a token");
        assert_eq!(write(&data, &plain).expect("writes").tournaments, None);
        add_tournament(&data, "First");
        let restored = restore(&data, &plain).expect("restores");
        assert_eq!((restored.tournaments, restored.arena_before), (None, None));
        assert_eq!(write(&data, &out).expect("writes").tournaments, Some(1));
        add_tournament(&data, "Second");
        // One that is being played is not replaced under its player's hands.
        let store = arena::store::Store::open(&data).expect("opens");
        let _plays = store.lock(1).expect("locks").expect("is free");
        let error = restore(&data, &out).expect_err("is refused");
        assert!(matches!(error, BackupError::Played(1)), "{error}");
        assert_eq!(tournaments(&path), ["First", "Second"]);
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
        let other = Connection::open(&file).expect("opens");
        other.execute_batch("CREATE TABLE x (y)").expect("a table");
        drop(other);
        refused("no such table");
        let newer = Connection::open(&file).expect("opens");
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
