//! The arena's database in a backup: its bytes, some at a time, in a table of the copy of the server's own.

use std::io::{Read, Write};
use std::path::Path;

use arena::store::Store;
use rusqlite::Connection;

use super::copying::{
    BackupError, beside, check, count, new_file, of_file, sync, unusable, whole_copy,
};

/// The table, which no database has that is in use.
const TABLE: &str =
    "CREATE TABLE backup_arena (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT";
/// Bytes of a row.
const ROW: usize = 1 << 20;

/// Puts the arena's database, as it stands at one moment, into a backup; how many tournaments it has.
pub fn put(arena: &Path, backup: &Path) -> Result<u64, BackupError> {
    let part = beside(backup, ".arena");
    let done = whole_copy(arena, &part, arena::store::newest()).and_then(|copy| {
        let tournaments = count(&copy, "SELECT count(*) FROM tournaments", arena)?;
        drop(copy);
        insert(&part, backup)?;
        Ok(tournaments)
    });
    // A part that is left is of no use; where it cannot be removed it does no harm.
    let _ = std::fs::remove_file(&part);
    done
}

fn insert(part: &Path, backup: &Path) -> Result<(), BackupError> {
    let fault = unusable(backup);
    let mut into = Connection::open(backup).map_err(&fault)?;
    let rows = into.transaction().map_err(&fault)?;
    rows.execute_batch(TABLE).map_err(&fault)?;
    let mut file = std::fs::File::open(part).map_err(of_file(part))?;
    loop {
        let mut bytes = Vec::with_capacity(ROW);
        Read::by_ref(&mut file).take(ROW as u64).read_to_end(&mut bytes).map_err(of_file(part))?;
        if bytes.is_empty() {
            break;
        }
        rows.execute("INSERT INTO backup_arena (bytes) VALUES (?)", [bytes]).map_err(&fault)?;
    }
    rows.commit().map_err(&fault)?;
    drop(into);
    sync(backup)
}

/// Takes the arena's database out of a copy of a backup, into a file of its own; how many tournaments it has. None where
/// the backup has no arena.
pub fn take(copy: &Path, to: &Path) -> Result<Option<u64>, BackupError> {
    let fault = unusable(copy);
    let from = Connection::open(copy).map_err(&fault)?;
    let has = "SELECT count(*) FROM sqlite_master WHERE name = 'backup_arena'";
    if count(&from, has, copy)? == 0 {
        return Ok(None);
    }
    let mut file = new_file(to)?;
    let mut query =
        from.prepare("SELECT bytes FROM backup_arena ORDER BY number").map_err(&fault)?;
    let mut rows = query.query([]).map_err(&fault)?;
    while let Some(row) = rows.next().map_err(&fault)? {
        let bytes: Vec<u8> = row.get(0).map_err(&fault)?;
        file.write_all(&bytes).map_err(of_file(to))?;
    }
    drop(rows);
    drop(query);
    drop(file);
    from.execute_batch("DROP TABLE backup_arena; VACUUM").map_err(&fault)?;
    drop(from);
    sync(copy)?;
    let arena = Connection::open(to).map_err(unusable(to))?;
    check(&arena, copy)?;
    let tournaments = count(&arena, "SELECT count(*) FROM tournaments", copy)?;
    drop(arena);
    sync(to)?;
    Ok(Some(tournaments))
}

/// No tournament of the arena in that folder is being played.
pub fn is_free(data: &Path) -> Result<(), BackupError> {
    if !Store::is_in(data) {
        return Ok(());
    }
    // One that cannot be opened is what a backup is put back for.
    let Ok(store) = Store::open(data) else { return Ok(()) };
    let played = ids(&data.join(arena::store::FILE)).unwrap_or_default();
    match played.into_iter().find(|&id| store.is_played(id).unwrap_or(false)) {
        Some(id) => Err(BackupError::Played(id)),
        None => Ok(()),
    }
}

/// The numbers of the tournaments, whatever else can be read of them.
fn ids(arena: &Path) -> rusqlite::Result<Vec<i64>> {
    let arena = Connection::open(arena)?;
    let mut query = arena.prepare("SELECT id FROM tournaments")?;
    query.query_map([], |row| row.get(0))?.collect()
}
