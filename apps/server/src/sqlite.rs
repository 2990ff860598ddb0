//! The store in SQLite: one thread writes, takes what has queued up into one transaction, and answers only after the
//! commit. Reading has threads and connections of its own, so that no list delays a move.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use crate::meter::Meter;
use crate::protocol::Ending;
use crate::protocol::seats::Rating;
use crate::protocol::study::{Judged, LibraryGame, TreeEdit};
use crate::ratings::{Kept, Point};
use crate::store::{
    Answer, ArchivePlace, ArchiveQuery, Due, LogEntry, Record, Store, StoreError, Taken, Tidying,
};
use crate::who::Who;

mod answer;
mod archive;
mod chats;
pub mod desk;
mod due;
pub mod members;
mod migrations;
mod ratings;
mod reader;
mod rows;
mod seats;
mod tournaments;

use answer::answer_of;
pub use answer::database as failed;
use answer::database;
use due::Uptime;
use migrations::MIGRATIONS;
use reader::Reader;

/// The file in the data folder.
pub const FILE: &str = "tesuji.db";
/// Its lock: a second server on the same folder would hold other games in memory than stand here.
const LOCK: &str = "tesuji.lock";
/// At most so many requests share a transaction.
const BATCH: usize = 256;

/// The outcome of a request that was done, told to who asked once the transaction has ended.
type Pending = Box<dyn FnOnce(Result<(), StoreError>)>;
/// A request: it is done in a transaction, all of it or nothing, or fails for the reason that it is given in its place.
/// Where it fails who asked knows already.
type Request =
    Box<dyn FnOnce(Result<&Connection, StoreError>) -> Result<Pending, StoreError> + Send>;

/// A [`Store`] in a SQLite file.
pub struct SqliteStore {
    requests: Option<mpsc::Sender<Request>>,
    writer: Option<thread::JoinHandle<()>>,
    /// Reads a game that is opened.
    games: Reader,
    /// Reads lists, which may take long.
    lists: Reader,
    meter: Meter,
    /// Bytes that the database may have.
    max_bytes: u64,
    /// By which the clocks of games by correspondence run.
    uptime: Uptime,
    /// Held while the store is open.
    _lock: File,
}

impl SqliteStore {
    /// Opens the database in that folder, making both where they are missing. Where it has more than `max_bytes` it
    /// takes no new games and no changes of trees; those under way go on. What it writes it counts into the meter.
    ///
    /// # Errors
    /// When the folder cannot be used, another server has it, or a newer program wrote it.
    pub fn open(folder: &Path, max_bytes: u64, meter: Meter) -> Result<Self, StoreError> {
        let shown = folder.display().to_string();
        let unusable = |error: std::io::Error| StoreError::Folder {
            folder: shown.clone(),
            reason: error.to_string(),
        };
        std::fs::create_dir_all(folder).map_err(unusable)?;
        let lock = lock(folder)?;
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
        archive::fill(&connection)?;
        let uptime = Uptime::read(&connection).map_err(|error| database(&error))?;
        let of_writer = meter.clone();
        let writer = thread::Builder::new()
            .name("database".to_owned())
            .spawn(move || write(connection, &queue, &of_writer))
            .map_err(|error| StoreError::Database(error.to_string()))?;
        Ok(Self {
            requests: Some(requests),
            writer: Some(writer),
            games: Reader::open(&file)?,
            lists: Reader::open(&file)?,
            meter,
            max_bytes,
            uptime,
            _lock: lock,
        })
    }

    /// Has the writer change rows: all that the change does, or nothing of it.
    fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        let request: Request = Box::new(move |connection| {
            match connection.and_then(|connection| whole(connection, change)) {
                Ok(value) => Ok(Box::new(move |outcome: Result<(), StoreError>| {
                    // Who has gone meanwhile wants no answer.
                    let _ = reply.send(outcome.map(|()| value));
                })),
                Err(error) => {
                    let _ = reply.send(Err(error.clone()));
                    Err(error)
                }
            }
        });
        let sent = self.requests.as_ref().is_some_and(|requests| requests.send(request).is_ok());
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
        let (most, uptime) = (self.max_bytes, self.uptime);
        self.change(move |connection| {
            has_room(connection, most)?;
            rows::create(connection, &record, ending.as_ref(), uptime.now())
        })
    }

    fn append(&self, id: &str, entry: LogEntry, ending: Option<Ending>) -> Answer<()> {
        let (id, uptime) = (id.to_owned(), self.uptime);
        let turn = matches!(entry, LogEntry::Turn { .. }).then(Instant::now);
        // A result and the ratings that follow from it are kept together or not at all.
        let kept = self.change(move |connection| {
            rows::append(connection, &id, &entry)?;
            rows::mark_changed(connection, &id, ending.as_ref(), uptime.now())?;
            archive::note(connection, &id)?;
            ending.map_or(Ok(()), |ending| ratings::apply(connection, &id, &ending))
        });
        let Some(begun) = turn else { return kept };
        let meter = self.meter.clone();
        Box::pin(async move { kept.await.inspect(|()| meter.kept_turn(begun.elapsed())) })
    }

    fn append_edit(&self, id: &str, edit: TreeEdit) -> Answer<()> {
        let (id, most) = (id.to_owned(), self.max_bytes);
        self.change(move |connection| {
            has_room(connection, most)?;
            rows::append_edit(connection, &id, &edit)
        })
    }

    fn keep_judged(&self, id: &str, position: String, judged: Judged) -> Answer<()> {
        let id = id.to_owned();
        self.change(move |connection| rows::keep_judged(connection, &id, &position, &judged))
    }

    fn load(&self, id: &str) -> Answer<Option<Record>> {
        let (id, uptime) = (id.to_owned(), self.uptime);
        self.games.ask(move |connection| rows::load(connection, &id, uptime.now()))
    }

    fn library(&self, user: Option<String>) -> Answer<Vec<LibraryGame>> {
        self.lists.ask(move |connection| rows::library(connection, user.as_deref()))
    }

    fn games_of(&self, who: &str, playing: bool, most: usize) -> Answer<Vec<String>> {
        let who = who.to_owned();
        self.lists.ask(move |connection| seats::games_of(connection, &who, playing, most))
    }

    fn due(&self) -> Answer<Due> {
        let uptime = self.uptime;
        self.lists.ask(move |connection| due::due(connection, uptime.now()))
    }

    fn keep_uptime(&self) -> Answer<()> {
        let uptime = self.uptime;
        self.change(move |connection| due::keep(connection, uptime.now()))
    }

    fn correspondence_of(&self, who: &str, most: usize) -> Answer<Vec<String>> {
        let who = who.to_owned();
        self.lists.ask(move |connection| due::games_of(connection, &who, most))
    }

    fn archive(&self, query: ArchiveQuery) -> Answer<Vec<ArchivePlace>> {
        self.lists.ask(move |connection| archive::list(connection, &query))
    }

    fn edits(&self, id: &str) -> Answer<Vec<TreeEdit>> {
        let id = id.to_owned();
        self.lists.ask(move |connection| rows::edits(connection, &id))
    }

    fn remove(&self, id: &str, removed: bool, owner: Option<String>) -> Answer<bool> {
        let id = id.to_owned();
        self.change(move |connection| rows::remove(connection, &id, removed, owner.as_deref()))
    }

    fn take_seat(&self, invite: &str, who: Who) -> Answer<Taken> {
        let invite = invite.to_owned();
        self.change(move |connection| seats::take(connection, &invite, &who))
    }

    fn game_ratings(&self, id: &str) -> Answer<BTreeMap<char, Rating>> {
        let id = id.to_owned();
        self.games.ask(move |connection| ratings::of_game(connection, &id))
    }

    fn plays_rated(&self, who: &str) -> Answer<Option<String>> {
        let who = who.to_owned();
        self.games.ask(move |connection| ratings::playing(connection, &who))
    }

    fn ratings_of(&self, who: &str) -> Answer<Vec<Kept>> {
        let who = who.to_owned();
        self.games.ask(move |connection| ratings::of_member(connection, &who))
    }

    fn rating_history(&self, who: &str) -> Answer<Vec<Point>> {
        let who = who.to_owned();
        self.lists.ask(move |connection| ratings::history(connection, &who))
    }

    fn best(&self, most: usize) -> Answer<Vec<(Who, Kept)>> {
        self.lists.ask(move |connection| ratings::best(connection, most))
    }

    fn tidy(&self, what: Tidying) -> Answer<usize> {
        self.change(move |connection| rows::tidy(connection, &what))
    }

    fn check(&self) -> Answer<()> {
        let read = self.games.ask(rows::is_there);
        let written = self.change(|_| Ok(()));
        Box::pin(async move {
            read.await?;
            written.await
        })
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
    let lock = File::create(folder.join(LOCK)).map_err(unusable)?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::InUse { folder: shown() },
        TryLockError::Error(error) => unusable(error),
    })?;
    Ok(lock)
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

/// The version of the schema that this program writes.
pub fn newest() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}

/// The database in that folder, beside a server that may have it open.
///
/// # Errors
/// When the folder cannot be used, or a newer program wrote it.
pub fn beside(folder: &Path) -> Result<Connection, StoreError> {
    let unusable = |error: std::io::Error| StoreError::Folder {
        folder: folder.display().to_string(),
        reason: error.to_string(),
    };
    std::fs::create_dir_all(folder).map_err(unusable)?;
    connect(&folder.join(FILE)).map_err(|error| match error {
        Opening::Sqlite(error) => database(&error),
        Opening::TooNew { found } => StoreError::TooNew { found, known: newest() },
    })
}

fn connect(file: &Path) -> Result<Connection, Opening> {
    let mut connection = Connection::open(file)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let transaction = begin(&mut connection)?;
    let found: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let Some(todo) = usize::try_from(found).ok().and_then(|found| MIGRATIONS.get(found..)) else {
        return Err(Opening::TooNew { found });
    };
    for step in todo {
        transaction.execute_batch(step)?;
    }
    if !todo.is_empty() {
        tracing::info!(from = found, to = newest(), "the database has a new schema");
    }
    transaction.pragma_update(None, "user_version", newest())?;
    transaction.commit()?;
    Ok(connection)
}

/// Begins a transaction that writes. It takes the lock at once, and waits for it where another process writes: one that
/// reads first is refused where it goes on to write after another has.
pub(crate) fn begin(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// The writer's loop: until every sender is gone.
fn write(mut connection: Connection, queue: &mpsc::Receiver<Request>, meter: &Meter) {
    while let Ok(first) = queue.recv() {
        let batch: Vec<Request> =
            std::iter::once(first).chain(queue.try_iter().take(BATCH - 1)).collect();
        let (requests, begun) = (batch.len(), Instant::now());
        let failure = commit(&mut connection, batch).err().map(|it| it.to_string());
        meter.committed(requests, begun.elapsed(), failure.as_deref());
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

/// Makes a change whole, or leaves all as it was.
fn whole<T>(
    connection: &Connection,
    change: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let run = |words: &str| connection.execute_batch(words).map_err(|error| database(&error));
    run("SAVEPOINT change")?;
    let result = change(connection);
    // Where the disk is full SQLite has taken back the whole transaction by itself.
    if result.is_err() && connection.is_autocommit() {
        return result;
    }
    if result.is_err() {
        run("ROLLBACK TO change")?;
    }
    run("RELEASE change")?;
    result
}

/// Does what a batch asks for in one transaction, and answers who asked.
///
/// # Errors
/// Where nothing of it was kept; who asked knows.
fn commit(connection: &mut Connection, batch: Vec<Request>) -> Result<(), StoreError> {
    let mut pending: Vec<Pending> = Vec::new();
    let mut requests = batch.into_iter();
    let outcome = begin(connection).map_err(|error| database(&error)).and_then(|transaction| {
        for request in requests.by_ref() {
            match request(Ok(&transaction)) {
                Ok(done) => pending.push(done),
                // Nothing may be written outside a transaction, which is gone.
                Err(error) if transaction.is_autocommit() => return Err(error),
                Err(_) => {}
            }
        }
        transaction.commit().map_err(|error| database(&error))
    });
    if let Err(error) = &outcome {
        for request in requests {
            // Who asked is told.
            let _ = request(Err(error.clone()));
        }
    }
    for answer in pending {
        answer(outcome.clone());
    }
    outcome
}

#[cfg(test)]
mod tests;
