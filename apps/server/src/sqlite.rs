//! The store in SQLite: one thread owns the connection, takes what has queued up into one transaction, and answers
//! only after the commit.

use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use tokio::sync::oneshot;

use crate::protocol::Thought;
use crate::store::{Answer, GameRow, LogEntry, Store, StoreError};

/// The file in the data folder.
const FILE: &str = "tesuji.db";
/// One step per version; a step once released is never changed.
const MIGRATIONS: &[&str] = &["
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
"];
/// At most so many requests share a transaction.
const BATCH: usize = 256;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

enum Request {
    Create(GameRow, Reply<()>),
    Append(String, LogEntry, Reply<()>),
    Load(String, Reply<Option<(GameRow, Vec<LogEntry>)>>),
}

/// A [`Store`] in a SQLite file.
pub struct SqliteStore {
    requests: Option<mpsc::Sender<Request>>,
    writer: Option<thread::JoinHandle<()>>,
}

impl SqliteStore {
    /// Opens the database in that folder, making both where they are missing.
    ///
    /// # Errors
    /// When the folder cannot be used, another server has it, or a newer program wrote it.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let shown = folder.display().to_string();
        std::fs::create_dir_all(folder).map_err(|error| StoreError::Folder {
            folder: shown.clone(),
            reason: error.to_string(),
        })?;
        let connection = connect(&folder.join(FILE)).map_err(|error| match error {
            Opening::Sqlite(error) if is_busy(&error) => StoreError::InUse { folder: shown },
            Opening::Sqlite(error) => database(&error),
            Opening::TooNew { found } => StoreError::TooNew { found, known: newest() },
        })?;
        let (requests, queue) = mpsc::channel();
        let writer = thread::Builder::new()
            .name("database".to_owned())
            .spawn(move || write(connection, &queue))
            .map_err(|error| StoreError::Database(error.to_string()))?;
        Ok(Self { requests: Some(requests), writer: Some(writer) })
    }

    fn ask<T: Send + 'static>(&self, request: impl FnOnce(Reply<T>) -> Request) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        let sent =
            self.requests.as_ref().is_some_and(|requests| requests.send(request(reply)).is_ok());
        Box::pin(async move {
            if sent {
                answer.await.unwrap_or(Err(StoreError::Closed))
            } else {
                Err(StoreError::Closed)
            }
        })
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has said so; there is no one left to tell.
            let _ = writer.join();
        }
    }
}

impl Store for SqliteStore {
    fn create(&self, row: GameRow) -> Answer<()> {
        self.ask(|reply| Request::Create(row, reply))
    }

    fn append(&self, id: &str, entry: LogEntry) -> Answer<()> {
        let id = id.to_owned();
        self.ask(|reply| Request::Append(id, entry, reply))
    }

    fn load(&self, id: &str) -> Answer<Option<(GameRow, Vec<LogEntry>)>> {
        let id = id.to_owned();
        self.ask(|reply| Request::Load(id, reply))
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
    // Exclusive: a second server on the same folder would hold other games in memory than stand here.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
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

fn database(error: &rusqlite::Error) -> StoreError {
    StoreError::Database(error.to_string())
}

/// The writer's loop: until every sender is gone.
fn write(mut connection: Connection, queue: &mpsc::Receiver<Request>) {
    while let Ok(first) = queue.recv() {
        let batch: Vec<Request> =
            std::iter::once(first).chain(queue.try_iter().take(BATCH - 1)).collect();
        commit(&mut connection, batch);
    }
}

/// A request that was done but not committed yet.
type Pending = Box<dyn FnOnce(Result<(), StoreError>)>;

fn commit(connection: &mut Connection, batch: Vec<Request>) {
    let mut pending: Vec<Pending> = Vec::new();
    let done = connection.transaction().and_then(|transaction| {
        for request in batch {
            match request {
                Request::Create(row, reply) => {
                    hold(&mut pending, reply, create(&transaction, &row));
                }
                Request::Append(id, entry, reply) => {
                    hold(&mut pending, reply, append(&transaction, &id, &entry));
                }
                Request::Load(id, reply) => {
                    // The asker may be gone; so is the answer then.
                    let _ = reply.send(load(&transaction, &id));
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
fn hold(pending: &mut Vec<Pending>, reply: Reply<()>, result: Result<(), StoreError>) {
    match result {
        Ok(()) => pending.push(Box::new(move |outcome| {
            let _ = reply.send(outcome);
        })),
        Err(error) => {
            let _ = reply.send(Err(error));
        }
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

fn create(connection: &Connection, row: &GameRow) -> Result<(), StoreError> {
    let players = serde_json::to_string(&row.players)
        .map_err(|error| StoreError::Database(error.to_string()))?;
    connection
        .prepare_cached(
            "INSERT INTO games (id, game, start, players, created) VALUES (?, ?, ?, ?, ?)",
        )
        .and_then(|mut statement| {
            statement.execute(params![row.id, row.game, row.start, players, now()])
        })
        .map_err(|error| database(&error))?;
    Ok(())
}

fn append(connection: &Connection, id: &str, entry: &LogEntry) -> Result<(), StoreError> {
    let (kind, ply, turn, thought) = match entry {
        LogEntry::Turn { ply, turn, thought } => ("turn", *ply, Some(turn), *thought),
        LogEntry::Undo { ply } => ("undo", *ply, None, None),
    };
    let thought = thought.map(|thought| serde_json::to_string(&thought).unwrap_or_default());
    connection
        .prepare_cached(
            "INSERT INTO log (game_id, number, kind, ply, turn, thought, at)
             VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM log WHERE game_id = ?1), ?2, ?3, ?4, ?5, ?6)",
        )
        .and_then(|mut statement| statement.execute(params![id, kind, i64::try_from(ply).unwrap_or(i64::MAX), turn, thought, now()]))
        .map_err(|error| database(&error))?;
    Ok(())
}

fn load(connection: &Connection, id: &str) -> Result<Option<(GameRow, Vec<LogEntry>)>, StoreError> {
    let damaged = |reason: String| StoreError::Damaged { id: id.to_owned(), reason };
    let found: Option<(String, String, String)> = connection
        .prepare_cached("SELECT game, start, players FROM games WHERE id = ?")
        .and_then(|mut statement| {
            statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()
        })
        .map_err(|error| database(&error))?;
    let Some((game, start, players)) = found else { return Ok(None) };
    let players = serde_json::from_str(&players).map_err(|error| damaged(error.to_string()))?;
    let rows: Vec<(String, i64, Option<String>, Option<String>)> = connection
        .prepare_cached(
            "SELECT kind, ply, turn, thought FROM log WHERE game_id = ? ORDER BY number",
        )
        .and_then(|mut statement| {
            statement
                .query_map([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
                .collect()
        })
        .map_err(|error| database(&error))?;
    let log = rows
        .into_iter()
        .map(|(kind, ply, turn, thought)| {
            let ply = usize::try_from(ply).map_err(|error| damaged(error.to_string()))?;
            match (kind.as_str(), turn) {
                // A thought is an ornament: one that cannot be read is left out, and the turn stays.
                ("turn", Some(turn)) => {
                    let thought =
                        thought.and_then(|text| serde_json::from_str::<Thought>(&text).ok());
                    Ok(LogEntry::Turn { ply, turn, thought })
                }
                ("undo", _) => Ok(LogEntry::Undo { ply }),
                (other, _) => Err(damaged(format!("an entry of kind `{other}`"))),
            }
        })
        .collect::<Result<_, _>>()?;
    Ok(Some((GameRow { id: id.to_owned(), game, start, players }, log)))
}
