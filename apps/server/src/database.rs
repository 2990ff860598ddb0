//! What the store says to its database, whichever it is: one connection type, one form of statements, of values and of
//! rows. Statements name their values `?1` or `?`; they are SQL that SQLite and PostgreSQL take alike.

#[cfg(feature = "cluster")]
mod postgresql;
mod row;
#[cfg(feature = "cluster")]
mod schema;
mod sqlite;
mod value;

#[cfg(feature = "cluster")]
pub use postgresql::{Address, NoAddress, Postgres};
pub use row::Row;
#[cfg(all(test, feature = "cluster"))]
pub use schema::newest as newest_on_a_server;
pub use sqlite::{open, open_to_read};
pub(crate) use value::params;
pub use value::{FromValue, Param, ToParam};

use crate::store::StoreError;

/// A connection to a database. It is used by one thread at a time.
pub enum Connection {
    /// A file.
    Sqlite(rusqlite::Connection),
    /// A server.
    #[cfg(feature = "cluster")]
    Postgres(Box<Postgres>),
}

impl Connection {
    /// Runs a statement; how many rows it has changed.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn execute(&self, sql: &str, params: &[Param<'_>]) -> Result<usize, StoreError> {
        match self {
            Self::Sqlite(connection) => sqlite::execute(connection, sql, params),
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.execute(sql, params),
        }
    }

    /// All rows of a query, each as it is read.
    ///
    /// # Errors
    /// Where the database fails, or a row cannot be read.
    pub fn rows<T>(
        &self,
        sql: &str,
        params: &[Param<'_>],
        read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        match self {
            Self::Sqlite(connection) => sqlite::rows(connection, sql, params, read),
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.rows(sql, params, read),
        }
    }

    /// The first row of a query, if there is one.
    ///
    /// # Errors
    /// Where the database fails, or the row cannot be read.
    pub fn row<T>(
        &self,
        sql: &str,
        params: &[Param<'_>],
        read: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        match self {
            Self::Sqlite(connection) => sqlite::row(connection, sql, params, read),
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.row(sql, params, read),
        }
    }

    /// The one value of a query that has a row always.
    ///
    /// # Errors
    /// Where the database fails, or the value is another kind.
    pub fn value<T: FromValue>(&self, sql: &str, params: &[Param<'_>]) -> Result<T, StoreError> {
        let none = || StoreError::Database("a row that is always there is missing".to_owned());
        self.row(sql, params, |row| row.get(0))?.ok_or_else(none)
    }

    /// Runs statements that have no values.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn batch(&self, sql: &str) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => sqlite::batch(connection, sql),
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.batch(sql),
        }
    }

    /// Begins a transaction that writes. In a file it takes the lock at once, and waits for it where another process
    /// writes: one that reads first is refused where it goes on to write after another has.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn begin(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => sqlite::batch(connection, "BEGIN IMMEDIATE"),
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.begin(),
        }
    }

    /// Keeps what was done since [`begin`](Self::begin): it is on disk.
    ///
    /// # Errors
    /// Where the database fails. Nothing is kept, unless the connection to a server broke in that moment.
    pub fn commit(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => sqlite::batch(connection, "COMMIT"),
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.commit(),
        }
    }

    /// Forgets what was done since [`begin`](Self::begin), if that stands.
    pub fn roll_back(&self) {
        match self {
            // What cannot be taken back by word is taken back by the next start.
            Self::Sqlite(connection) => drop(sqlite::batch(connection, "ROLLBACK")),
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.roll_back(),
        }
    }

    /// A transaction stands.
    pub fn is_within(&self) -> bool {
        match self {
            Self::Sqlite(connection) => !connection.is_autocommit(),
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.is_within(),
        }
    }

    /// Holds names until the transaction ends: no other process does what holds one of them meanwhile. A file is held
    /// whole by whoever writes.
    ///
    /// # Errors
    /// Where the database fails, or two hold each other up.
    pub fn hold(&self, names: &[&str]) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => {
                let _ = names;
                Ok(())
            }
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.hold(names),
        }
    }

    /// Bytes that the database has.
    ///
    /// # Errors
    /// Where the database fails.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        match self {
            Self::Sqlite(connection) => sqlite::bytes(connection),
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.bytes(),
        }
    }

    /// Comes back to a server after the connection has broken; nothing where it stands.
    ///
    /// # Errors
    /// Where the server is not there.
    pub fn mend(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            #[cfg(feature = "cluster")]
            Self::Postgres(connection) => connection.mend(),
        }
    }
}
