//! Tournaments in a database, shared by all programs that use the same folder: who starts one need not be
//! who watches or stops it.
//!
//! - `tournaments`: the configuration, whether it is done, and in `control` the requested state.
//! - `games`: each finished game, in the same transaction as nothing else: there or not there.
//! - `faults`: the faults of engines, and their consequences.
//! - `openings`: where its games begin, if a file says so.
//! - `live`: games under way, for those who watch.
//!
//! Who plays a tournament holds a lock on a file beside the database, which the system takes back
//! however the program ends.

mod games;

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};

use crate::openings::Openings;
use crate::tournament::{Config, Key};

/// The file in the data folder. The server's games stand in another, which it keeps for itself.
pub const FILE: &str = "arena.db";
const LOCKS: &str = "arena-locks";
/// How long a program waits for another one's transaction.
const BUSY: Duration = Duration::from_secs(20);
/// One step per version; a step once released is never changed.
const MIGRATIONS: &[&str] = &["
    CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        identity TEXT NOT NULL,
        config TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done')),
        control TEXT NOT NULL DEFAULT 'run' CHECK (control IN ('run', 'stop')),
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tournaments_identity ON tournaments (identity);
    CREATE TABLE games (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        round INTEGER NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        pair INTEGER NOT NULL,
        leg INTEGER NOT NULL,
        half_points INTEGER NOT NULL,
        record TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (tournament, round, first, second, pair, leg)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE faults (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        engine INTEGER NOT NULL,
        round INTEGER NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        pair INTEGER NOT NULL,
        leg INTEGER NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        verdict TEXT NOT NULL CHECK (verdict IN ('loss', 'void')),
        at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX faults_tournament ON faults (tournament);
    CREATE TABLE live (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        slot INTEGER NOT NULL,
        state TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (tournament, slot)
    ) STRICT, WITHOUT ROWID;
", "
    -- Openings of a file, apart from what is read for each list. Older tournaments have them in their config.
    CREATE TABLE openings (
        tournament INTEGER PRIMARY KEY REFERENCES tournaments (id),
        openings TEXT NOT NULL
    ) STRICT;
"];

/// The version of the schema that this program writes.
#[must_use]
pub fn newest() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder.
    #[error("the folder {folder} cannot be used: {reason}")]
    Folder {
        /// Which.
        folder: String,
        /// Why not.
        reason: std::io::Error,
    },
    /// The database.
    #[error("the arena's database: {0}")]
    Database(#[from] rusqlite::Error),
    /// A newer program wrote it.
    #[error(
        "the arena's database was written by a newer Tesuji (version {found}; this one knows {known})"
    )]
    TooNew {
        /// Its version.
        found: i64,
        /// The newest that is known.
        known: i64,
    },
    /// Something in it cannot be read.
    #[error("tournament {id} in the arena's database is damaged: {reason}")]
    Damaged {
        /// Which.
        id: i64,
        /// The fault.
        reason: String,
    },
}

/// The requested state of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// To go on.
    Run,
    /// To stop; it can go on later.
    Stop,
}

/// The state of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// A program plays it.
    Running,
    /// A program plays it and was asked to stop.
    Stopping,
    /// All games are played and stored.
    Done,
    /// No program plays it; it can be resumed.
    Stopped,
}

impl State {
    /// Its name as scripts write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Stopping => "stopping",
            Self::Done => "done",
            Self::Stopped => "stopped",
        }
    }
}

/// A tournament, as the store knows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    /// Its number.
    pub id: i64,
    /// Its name for people.
    pub name: String,
    /// The configuration; without the positions of its openings.
    pub config: Config,
    /// All games are played and stored.
    pub done: bool,
    /// The requested state.
    pub request: Request,
    /// Games that are finished.
    pub games: u64,
    /// When it was begun, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
}

/// A fault of an engine, and its consequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredFault {
    /// The engine's number, from 0.
    pub engine: u32,
    /// The game.
    pub key: Key,
    /// The kind of fault as scripts write it.
    pub kind: String,
    /// In words.
    pub text: String,
    /// The game is void and played again; otherwise it is lost.
    pub void: bool,
}

/// The right to play a tournament, as long as it is kept.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// The database.
pub struct Store {
    connection: Connection,
    folder: PathBuf,
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

impl Store {
    /// There is a database in that folder.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).is_file()
    }

    /// Opens the database in that folder, making both where they are missing.
    ///
    /// # Errors
    /// When the folder cannot be used, or a newer program wrote the database.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let shown = folder.display().to_string();
        std::fs::create_dir_all(folder.join(LOCKS))
            .map_err(|reason| StoreError::Folder { folder: shown, reason })?;
        let mut connection = Connection::open(folder.join(FILE))?;
        connection.busy_timeout(BUSY)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        let version = "PRAGMA user_version";
        let known = MIGRATIONS.len() as i64;
        let mut found: i64 = connection.query_row(version, [], |row| row.get(0))?;
        if found < known {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Another program may have done it meanwhile.
            found = transaction.query_row(version, [], |row| row.get(0))?;
            for step in MIGRATIONS.get(usize::try_from(found).unwrap_or(0)..).unwrap_or_default() {
                transaction.execute_batch(step)?;
            }
            transaction.pragma_update(None, "user_version", known.max(found))?;
            transaction.commit()?;
        }
        if found > known {
            return Err(StoreError::TooNew { found, known });
        }
        Ok(Self { connection, folder: folder.to_owned() })
    }

    /// All tournaments, the newest first, without the positions of their openings ([`config`](Self::config) has them).
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn list(&self) -> Result<Vec<Stored>, StoreError> {
        self.select("1 ORDER BY id DESC", [])
    }

    /// The tournament with this number, without the positions of its openings.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn get(&self, id: i64) -> Result<Option<Stored>, StoreError> {
        Ok(self.select("id = ?1", [id])?.pop())
    }

    /// The whole configuration of a tournament, its openings too.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn config(&self, stored: &Stored) -> Result<Config, StoreError> {
        let query = "SELECT openings FROM openings WHERE tournament = ?1";
        let text = self.connection.query_row(query, [stored.id], |row| row.get::<_, String>(0));
        let mut config = stored.config.clone();
        if let Some(text) = text.optional()? {
            config.openings = serde_json::from_str(&text).map_err(|error| StoreError::Damaged {
                id: stored.id,
                reason: error.to_string(),
            })?;
        }
        Ok(config)
    }

    /// The tournaments with this identity, the newest first: what the same command begins.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn of_identity(&self, identity: &str) -> Result<Vec<Stored>, StoreError> {
        self.select("identity = ?1 ORDER BY id DESC", [identity])
    }

    fn select(&self, filter: &str, with: impl rusqlite::Params) -> Result<Vec<Stored>, StoreError> {
        let query = format!(
            "SELECT id, name, config, state, control, created, updated,
                 (SELECT count(*) FROM games WHERE tournament = tournaments.id)
             FROM tournaments WHERE {filter}"
        );
        let mut statement = self.connection.prepare(&query)?;
        let rows = statement.query_map(with, |row| {
            let config: String = row.get(2)?;
            let (state, control): (String, String) = (row.get(3)?, row.get(4)?);
            let games: i64 = row.get(7)?;
            Ok((row.get(0)?, row.get(1)?, config, state, control, row.get(5)?, row.get(6)?, games))
        })?;
        let mut found = Vec::new();
        for row in rows {
            let (id, name, config, state, control, created, updated, games) = row?;
            let config = serde_json::from_str(&config)
                .map_err(|error| StoreError::Damaged { id, reason: error.to_string() })?;
            let request = if control == "stop" { Request::Stop } else { Request::Run };
            let (done, games) = (state == "done", games.unsigned_abs());
            found.push(Stored { id, name, config, done, request, games, created, updated });
        }
        Ok(found)
    }

    /// Begins a tournament.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn create(
        &mut self,
        name: &str,
        identity: &str,
        config: &Config,
    ) -> Result<i64, StoreError> {
        let outline = to_json(&Config { openings: config.openings.outline(), ..config.clone() });
        let transaction = self.connection.transaction()?;
        transaction.execute(
            "INSERT INTO tournaments (name, identity, config, created, updated) VALUES (?1, ?2, ?3, ?4, ?4)",
            params![name, identity, outline, now()],
        )?;
        let id = transaction.last_insert_rowid();
        if matches!(config.openings, Openings::List { .. }) {
            transaction.execute(
                "INSERT INTO openings (tournament, openings) VALUES (?1, ?2)",
                params![id, to_json(&config.openings)],
            )?;
        }
        transaction.commit()?;
        Ok(id)
    }

    /// Adds engines to a tournament; the openings stay as they are.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn set_config(&self, id: i64, config: &Config) -> Result<(), StoreError> {
        let outline = to_json(&Config { openings: config.openings.outline(), ..config.clone() });
        self.connection.execute(
            "UPDATE tournaments SET config = ?2, state = 'open', updated = ?3 WHERE id = ?1",
            params![id, outline, now()],
        )?;
        if matches!(config.openings, Openings::List { .. }) {
            // Older tournaments had them in what was just replaced.
            self.connection.execute(
                "INSERT OR IGNORE INTO openings (tournament, openings) VALUES (?1, ?2)",
                params![id, to_json(&config.openings)],
            )?;
        }
        Ok(())
    }

    /// Marks a tournament as done and reported, or as open again.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn set_done(&self, id: i64, done: bool) -> Result<(), StoreError> {
        let state = if done { "done" } else { "open" };
        self.connection.execute(
            "UPDATE tournaments SET state = ?2, updated = ?3 WHERE id = ?1",
            params![id, state, now()],
        )?;
        Ok(())
    }

    /// Asks a tournament to stop, or lets it go on. Whoever plays it looks several times a second.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn request(&self, id: i64, request: Request) -> Result<(), StoreError> {
        let control = if request == Request::Stop { "stop" } else { "run" };
        self.connection
            .execute("UPDATE tournaments SET control = ?2 WHERE id = ?1", params![id, control])?;
        Ok(())
    }

    /// Forgets a tournament and all its games.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn remove(&mut self, id: i64) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        for table in ["live", "faults", "games", "openings"] {
            transaction.execute(&format!("DELETE FROM {table} WHERE tournament = ?1"), [id])?;
        }
        transaction.execute("DELETE FROM tournaments WHERE id = ?1", [id])?;
        Ok(transaction.commit()?)
    }

    /// The requested state of a tournament.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn requested(&self, id: i64) -> Result<Request, StoreError> {
        let mut statement =
            self.connection.prepare_cached("SELECT control FROM tournaments WHERE id = ?1")?;
        let control: Option<String> = statement.query_row([id], |row| row.get(0)).optional()?;
        Ok(if control.as_deref() == Some("stop") { Request::Stop } else { Request::Run })
    }

    /// Shows a game under way to those who watch; None when it is over.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn set_live(&self, id: i64, slot: usize, state: Option<&str>) -> Result<(), StoreError> {
        match state {
            Some(state) => self
                .connection
                .prepare_cached("INSERT OR REPLACE INTO live (tournament, slot, state, at) VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![id, slot as i64, state, now()])?,
            None => self
                .connection
                .prepare_cached("DELETE FROM live WHERE tournament = ?1 AND slot = ?2")?
                .execute(params![id, slot as i64])?,
        };
        Ok(())
    }

    /// Nothing of this tournament is under way.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn clear_live(&self, id: i64) -> Result<(), StoreError> {
        self.connection.execute("DELETE FROM live WHERE tournament = ?1", [id])?;
        Ok(())
    }

    /// The games under way, as objects of JSON.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn live(&self, id: i64) -> Result<Vec<String>, StoreError> {
        let query = "SELECT state FROM live WHERE tournament = ?1 ORDER BY slot";
        let mut statement = self.connection.prepare(query)?;
        let rows = statement.query_map([id], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The actual state of a tournament.
    ///
    /// # Errors
    /// When the lock's file cannot be used.
    pub fn state(&self, stored: &Stored) -> Result<State, StoreError> {
        Ok(match (self.is_played(stored.id)?, stored.done) {
            (true, _) if stored.request == Request::Stop => State::Stopping,
            (true, _) => State::Running,
            (false, true) => State::Done,
            (false, false) => State::Stopped,
        })
    }

    fn lock_file(&self, id: i64) -> Result<File, StoreError> {
        let path = self.folder.join(LOCKS).join(format!("{id}.lock"));
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        file.map_err(|reason| StoreError::Folder { folder: path.display().to_string(), reason })
    }

    /// Takes the right to play a tournament; None while another program has it.
    ///
    /// # Errors
    /// When the lock's file cannot be used.
    pub fn lock(&self, id: i64) -> Result<Option<Lock>, StoreError> {
        let file = self.lock_file(id)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(reason)) => {
                Err(StoreError::Folder { folder: self.folder.display().to_string(), reason })
            }
        }
    }

    /// A program plays it now.
    ///
    /// # Errors
    /// When the lock's file cannot be used.
    pub fn is_played(&self, id: i64) -> Result<bool, StoreError> {
        Ok(self.lock(id)?.is_none())
    }
}

fn to_json(value: &impl serde::Serialize) -> String {
    // These types hold texts and numbers only: there is nothing that could not be written.
    serde_json::to_string(value).unwrap_or_default()
}
