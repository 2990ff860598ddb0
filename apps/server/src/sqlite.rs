//! The store in SQLite: one thread writes, takes what has queued up into one transaction, and answers only after the
//! commit. Reading has threads and connections of its own, so that no list delays a move.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use rusqlite::{Connection, ErrorCode};
use tokio::sync::oneshot;

use crate::protocol::Ending;
use crate::protocol::study::{Judged, LibraryGame, TreeEdit};
use crate::store::{Answer, LogEntry, Record, Store, StoreError, Tidying};

mod answer;
mod reader;
mod rows;

use answer::{answer_of, database};
use reader::Reader;

/// The file in the data folder.
const FILE: &str = "tesuji.db";
/// Its lock: a second server on the same folder would hold other games in memory than stand here.
const LOCK: &str = "tesuji.lock";
/// One step per version; a step once released is never changed.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        start TEXT NOT NULL,
        players TEXT NOT NULL,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE log (
        game_id TEXT NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('turn', 'undo')),
        ply INTEGER NOT NULL,
        turn TEXT,
        thought TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (game_id, number)
    ) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE games ADD COLUMN clock TEXT;
    ALTER TABLE games ADD COLUMN user TEXT;
    ALTER TABLE games ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN ending TEXT;
    ALTER TABLE games ADD COLUMN removed INTEGER;
    UPDATE games SET changed = coalesce((SELECT max(at) FROM log WHERE game_id = id), created);
    CREATE INDEX games_by_change ON games (changed);
    CREATE TABLE log_2 (
        game_id TEXT NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('turn', 'undo', 'end')),
        ply INTEGER NOT NULL,
        turn TEXT,
        thought TEXT,
        clocks TEXT,
        ending TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (game_id, number)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO log_2 (game_id, number, kind, ply, turn, thought, at)
        SELECT game_id, number, kind, ply, turn, thought, at FROM log;
    DROP TABLE log;
    ALTER TABLE log_2 RENAME TO log;
    CREATE TABLE edits (
        game_id TEXT NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        edit TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (game_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE judged (
        game_id TEXT NOT NULL REFERENCES games (id),
        position TEXT NOT NULL,
        judged TEXT NOT NULL,
        PRIMARY KEY (game_id, position)
    ) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE games ADD COLUMN names TEXT;
    ALTER TABLE games ADD COLUMN origin TEXT;
    CREATE INDEX games_by_origin ON games (origin) WHERE origin IS NOT NULL;
",
];
/// At most so many requests share a transaction.
const BATCH: usize = 256;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

enum Request {
    Create(Box<Record>, Option<Ending>, Reply<String>),
    Append(String, LogEntry, Option<Ending>, Reply<()>),
    AppendEdit(String, TreeEdit, Reply<()>),
    KeepJudged(String, String, Judged, Reply<()>),
    Remove(String, bool, Reply<bool>),
    Tidy(Tidying, Reply<usize>),
}

/// A [`Store`] in a SQLite file.
pub struct SqliteStore {
    requests: Option<mpsc::Sender<Request>>,
    writer: Option<thread::JoinHandle<()>>,
    /// Reads a game that is opened.
    games: Reader,
    /// Reads lists, which may take long.
    lists: Reader,
    /// Held while the store is open.
    _lock: File,
}

impl SqliteStore {
    /// Opens the database in that folder, making both where they are missing. Where it has more than `max_bytes` it
    /// takes no new games and no changes of trees; those under way go on.
    ///
    /// # Errors
    /// When the folder cannot be used, another server has it, or a newer program wrote it.
    pub fn open(folder: &Path, max_bytes: u64) -> Result<Self, StoreError> {
        let shown = folder.display().to_string();
        let unusable = |error: std::io::Error| StoreError::Folder {
            folder: shown.clone(),
            reason: error.to_string(),
        };
        std::fs::create_dir_all(folder).map_err(unusable)?;
        let lock = File::create(folder.join(LOCK)).map_err(unusable)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::InUse { folder: shown.clone() },
            TryLockError::Error(error) => unusable(error),
        })?;
        let file = folder.join(FILE);
        let connection = connect(&file).map_err(|error| match error {
            // A program of an older version locks the file itself.
            Opening::Sqlite(error) if is_busy(&error) => {
                StoreError::InUse { folder: shown.clone() }
            }
            Opening::Sqlite(error) => database(&error),
            Opening::TooNew { found } => StoreError::TooNew { found, known: newest() },
        })?;
        let (requests, queue) = mpsc::channel();
        let writer = thread::Builder::new()
            .name("database".to_owned())
            .spawn(move || write(connection, &queue, max_bytes))
            .map_err(|error| StoreError::Database(error.to_string()))?;
        Ok(Self {
            requests: Some(requests),
            writer: Some(writer),
            games: Reader::open(&file)?,
            lists: Reader::open(&file)?,
            _lock: lock,
        })
    }

    fn ask<T: Send + 'static>(&self, request: impl FnOnce(Reply<T>) -> Request) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        let sent =
            self.requests.as_ref().is_some_and(|requests| requests.send(request(reply)).is_ok());
        answer_of(sent.then_some(answer))
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has said so; there is no one left to inform.
            let _ = writer.join();
        }
    }
}

impl Store for SqliteStore {
    fn create(&self, record: Record, ending: Option<Ending>) -> Answer<String> {
        self.ask(|reply| Request::Create(Box::new(record), ending, reply))
    }

    fn append(&self, id: &str, entry: LogEntry, ending: Option<Ending>) -> Answer<()> {
        let id = id.to_owned();
        self.ask(|reply| Request::Append(id, entry, ending, reply))
    }

    fn append_edit(&self, id: &str, edit: TreeEdit) -> Answer<()> {
        let id = id.to_owned();
        self.ask(|reply| Request::AppendEdit(id, edit, reply))
    }

    fn keep_judged(&self, id: &str, position: String, judged: Judged) -> Answer<()> {
        let id = id.to_owned();
        self.ask(|reply| Request::KeepJudged(id, position, judged, reply))
    }

    fn load(&self, id: &str) -> Answer<Option<Record>> {
        let id = id.to_owned();
        self.games.ask(move |connection| rows::load(connection, &id))
    }

    fn library(&self, user: Option<String>) -> Answer<Vec<LibraryGame>> {
        self.lists.ask(move |connection| rows::library(connection, user.as_deref()))
    }

    fn edits(&self, id: &str) -> Answer<Vec<TreeEdit>> {
        let id = id.to_owned();
        self.lists.ask(move |connection| rows::edits(connection, &id))
    }

    fn remove(&self, id: &str, removed: bool) -> Answer<bool> {
        let id = id.to_owned();
        self.ask(|reply| Request::Remove(id, removed, reply))
    }

    fn tidy(&self, what: Tidying) -> Answer<usize> {
        self.ask(|reply| Request::Tidy(what, reply))
    }
}

enum Opening {
    Sqlite(rusqlite::Error),
    TooNew { found: i64 },
}

impl From<rusqlite::Error> for Opening {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

fn newest() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}

fn connect(file: &Path) -> Result<Connection, Opening> {
    let mut connection = Connection::open(file)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let found: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let Some(todo) = usize::try_from(found).ok().and_then(|found| MIGRATIONS.get(found..)) else {
        return Err(Opening::TooNew { found });
    };
    for step in todo {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", newest())?;
    transaction.commit()?;
    Ok(connection)
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// The writer's loop: until every sender is gone.
fn write(mut connection: Connection, queue: &mpsc::Receiver<Request>, max_bytes: u64) {
    while let Ok(first) = queue.recv() {
        let batch: Vec<Request> =
            std::iter::once(first).chain(queue.try_iter().take(BATCH - 1)).collect();
        commit(&mut connection, batch, max_bytes);
    }
}

/// The database may grow.
fn has_room(connection: &Connection, max_bytes: u64) -> Result<(), StoreError> {
    let pragma = |name: &str| {
        let number = connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        number.map(i64::unsigned_abs).map_err(|error| database(&error))
    };
    let used = pragma("page_count")?.saturating_sub(pragma("freelist_count")?);
    if used.saturating_mul(pragma("page_size")?) < max_bytes {
        return Ok(());
    }
    Err(StoreError::Full { mib: max_bytes >> 20 })
}

/// A request that was done but not committed yet.
type Pending = Box<dyn FnOnce(Result<(), StoreError>)>;

fn commit(connection: &mut Connection, batch: Vec<Request>, max_bytes: u64) {
    let mut pending: Vec<Pending> = Vec::new();
    let done = connection.transaction().and_then(|transaction| {
        for request in batch {
            match request {
                Request::Create(record, ending, reply) => {
                    let result = has_room(&transaction, max_bytes)
                        .and_then(|()| rows::create(&transaction, &record, ending.as_ref()));
                    hold(&mut pending, reply, result);
                }
                Request::Append(id, entry, ending, reply) => {
                    let result = rows::append(&transaction, &id, &entry)
                        .and_then(|()| rows::mark_changed(&transaction, &id, ending.as_ref()));
                    hold(&mut pending, reply, result);
                }
                Request::AppendEdit(id, edit, reply) => {
                    let result = has_room(&transaction, max_bytes)
                        .and_then(|()| rows::append_edit(&transaction, &id, &edit));
                    hold(&mut pending, reply, result);
                }
                Request::KeepJudged(id, position, judged, reply) => {
                    let result = rows::keep_judged(&transaction, &id, &position, &judged);
                    hold(&mut pending, reply, result);
                }
                Request::Remove(id, removed, reply) => {
                    hold(&mut pending, reply, rows::remove(&transaction, &id, removed));
                }
                Request::Tidy(what, reply) => {
                    hold(&mut pending, reply, rows::tidy(&transaction, &what));
                }
            }
        }
        transaction.commit()
    });
    let outcome = done.map_err(|error| database(&error));
    for answer in pending {
        answer(outcome.clone());
    }
}

/// Answers a failure at once and a success after the commit.
fn hold<T: 'static>(pending: &mut Vec<Pending>, reply: Reply<T>, result: Result<T, StoreError>) {
    match result {
        Ok(value) => pending.push(Box::new(move |outcome| {
            let _ = reply.send(outcome.map(|()| value));
        })),
        Err(error) => {
            let _ = reply.send(Err(error));
        }
    }
}
