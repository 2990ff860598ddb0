//! SQLite: a file beside the program.

use std::path::Path;

use rusqlite::types::{ToSqlOutput, ValueRef as Raw};
use rusqlite::{Connection, ErrorCode, OpenFlags, params_from_iter};

use super::row::Row;
use super::value::Param;
use crate::store::StoreError;

/// A failure of SQLite, in words that a player reads.
pub fn failed(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::DiskFull,
        Some(ErrorCode::SystemIoFailure) => StoreError::Disk(error.to_string()),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
        _ => StoreError::Database(error.to_string()),
    }
}

/// Opens a file to read and write, and makes it where it is missing; what is acknowledged is on disk.
///
/// # Errors
/// Where it cannot be used.
pub fn open(file: &Path) -> Result<Connection, StoreError> {
    let open = || {
        let connection = Connection::open(file)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(connection)
    };
    open().map_err(|error| failed(&error))
}

/// Opens a file that is there to read it.
///
/// # Errors
/// Where it cannot be used.
pub fn open_to_read(file: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(file, flags).map_err(|error| failed(&error))
}

impl rusqlite::ToSql for Param<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Param::Null => Raw::Null,
            Param::Integer(number) => Raw::Integer(number),
            Param::Real(number) => Raw::Real(number),
            Param::Text(text) => Raw::Text(text.as_bytes()),
            Param::Blob(bytes) => Raw::Blob(bytes),
        }))
    }
}

pub(super) fn execute(
    connection: &Connection,
    sql: &str,
    params: &[Param<'_>],
) -> Result<usize, StoreError> {
    let run = || connection.prepare_cached(sql)?.execute(params_from_iter(params));
    run().map_err(|error| failed(&error))
}

pub(super) fn rows<T>(
    connection: &Connection,
    sql: &str,
    params: &[Param<'_>],
    mut read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let failed = |error: rusqlite::Error| failed(&error);
    let mut statement = connection.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query(params_from_iter(params)).map_err(failed)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        found.push(read(&Row::Sqlite(row))?);
    }
    Ok(found)
}

pub(super) fn row<T>(
    connection: &Connection,
    sql: &str,
    params: &[Param<'_>],
    read: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError> {
    let failed = |error: rusqlite::Error| failed(&error);
    let mut statement = connection.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query(params_from_iter(params)).map_err(failed)?;
    let found = rows.next().map_err(failed)?;
    found.map(|row| read(&Row::Sqlite(row))).transpose()
}

pub(super) fn batch(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.execute_batch(sql).map_err(|error| failed(&error))
}

/// Bytes in use: pages that are free are not counted.
pub(super) fn bytes(connection: &Connection) -> Result<u64, StoreError> {
    let pragma = |name: &str| {
        let number = connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        number.map(i64::unsigned_abs).map_err(|error| failed(&error))
    };
    let used = pragma("page_count")?.saturating_sub(pragma("freelist_count")?);
    Ok(used.saturating_mul(pragma("page_size")?))
}
