//! PostgreSQL: a server that several processes share.

use std::cell::RefCell;
use std::collections::HashMap;
use std::str::FromStr;
use std::thread::sleep;
use std::time::{Duration, Instant};

use postgres::error::SqlState;
use postgres::types::private::BytesMut;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Config, NoTls, Statement};

use super::row::Row;
use super::schema;
use super::value::Param;
use crate::part::Part;
use crate::store::StoreError;

/// How long the server may take to answer a new connection.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a process waits for the number of one that has just ended.
const HANDOVER: Duration = Duration::from_secs(5);
/// How often it looks.
const LOOK: Duration = Duration::from_millis(50);
/// For so long the size of the database is known.
const FRESH: Duration = Duration::from_secs(10);
/// The kind of lock that a process has for its number.
const NODES: i32 = 0x7465_7375;
/// The kind of lock that a name has.
const NAMES: i32 = NODES + 1;

type Fault = Box<dyn std::error::Error + Sync + Send>;

/// The address of a database: `postgres://user:password@host/name`.
#[derive(Clone, Debug)]
pub struct Address(Box<Config>);

/// An address that is none.
#[derive(Clone, Debug, thiserror::Error)]
#[error("a database has an address as postgres://user@host/name ({0})")]
pub struct NoAddress(String);

impl FromStr for Address {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Self, NoAddress> {
        let mut config: Config =
            text.parse().map_err(|error: postgres::Error| NoAddress(error.to_string()))?;
        if config.get_hosts().is_empty() {
            return Err(NoAddress("no host".to_owned()));
        }
        config.application_name("tesuji").connect_timeout(CONNECT);
        config.keepalives_idle(Duration::from_secs(10));
        Ok(Self(Box::new(config)))
    }
}

impl Address {
    /// A connection to the database, whose tables are brought up to this program's version.
    ///
    /// # Errors
    /// Where the server is not there, or a newer program has made the tables.
    pub fn open(&self) -> Result<Box<Postgres>, StoreError> {
        Postgres::open(self, None)
    }

    /// A connection that has a part of the club as long as it stands.
    ///
    /// # Errors
    /// Where another process has that part, or the processes that run are told another number of them.
    pub fn take(&self, part: Part) -> Result<Box<Postgres>, StoreError> {
        Postgres::open(self, Some(part))
    }

    fn connect(&self, part: Option<Part>) -> Result<Client, StoreError> {
        let mut client = self.0.connect(NoTls).map_err(|error| failed(&error))?;
        let found = schema::bring_up(&mut client).map_err(|error| failed(&error))?;
        if found > schema::newest() {
            return Err(StoreError::TooNew { found, known: schema::newest() });
        }
        // What is acknowledged is on disk.
        let durable = "SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit') = 'off'";
        client.execute(durable, &[]).map_err(|error| failed(&error))?;
        if let Some(part) = part {
            take_part(&mut client, part)?;
        }
        Ok(client)
    }
}

/// Takes the number of a process, and looks whether all that run are told the same number of them.
fn take_part(client: &mut Client, part: Part) -> Result<(), StoreError> {
    let failed = |error: postgres::Error| failed(&error);
    let number = i32::try_from(part.node).unwrap_or(i32::MAX);
    let begun = Instant::now();
    loop {
        let mine = client.query_one("SELECT pg_try_advisory_lock($1, $2)", &[&NODES, &number]);
        if mine.map_err(failed)?.get(0) {
            break;
        }
        if begun.elapsed() > HANDOVER {
            return Err(StoreError::NodeTaken { node: part.node });
        }
        sleep(LOOK);
    }
    let told = i64::try_from(part.of).unwrap_or(i64::MAX);
    let mut transaction = client.transaction().map_err(failed)?;
    transaction.batch_execute("LOCK TABLE club IN EXCLUSIVE MODE").map_err(failed)?;
    let running = transaction.query_one(
        "SELECT nodes, (SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
           WHERE locktype = 'advisory' AND classid = $1::bigint::oid AND objsubid = 2 AND granted
             AND datname = current_database() AND objid <> $2::bigint::oid) FROM club",
        &[&i64::from(NODES), &i64::from(number)],
    );
    let running = running.map_err(failed)?;
    let (nodes, others): (i64, i64) = (running.get(0), running.get(1));
    if others > 0 && nodes != told {
        return Err(StoreError::OtherCount { running: nodes, told: part.of });
    }
    transaction.execute("UPDATE club SET nodes = $1", &[&told]).map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// A failure of PostgreSQL, in words that a player reads.
pub(super) fn failed(error: &postgres::Error) -> StoreError {
    let Some(code) = error.code() else {
        return if error.is_closed() || error.as_db_error().is_none() {
            StoreError::Unreachable(told(error))
        } else {
            StoreError::Database(told(error))
        };
    };
    match *code {
        SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => {
            StoreError::Crossed
        }
        SqlState::DISK_FULL => StoreError::DiskFull,
        SqlState::IO_ERROR => StoreError::Disk(told(error)),
        SqlState::LOCK_NOT_AVAILABLE => StoreError::Busy,
        SqlState::ADMIN_SHUTDOWN
        | SqlState::CRASH_SHUTDOWN
        | SqlState::CANNOT_CONNECT_NOW
        | SqlState::TOO_MANY_CONNECTIONS
        | SqlState::INVALID_PASSWORD
        | SqlState::INVALID_CATALOG_NAME => StoreError::Unreachable(told(error)),
        _ => StoreError::Database(told(error)),
    }
}

/// An error with its causes.
fn told(error: &postgres::Error) -> String {
    match (error.as_db_error(), std::error::Error::source(error)) {
        (Some(of_server), _) => of_server.message().to_owned(),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}

/// A connection, with the statements that it has prepared.
struct Live {
    client: Client,
    statements: HashMap<String, Statement>,
    /// A transaction was begun.
    within: bool,
    size: Option<(Instant, u64)>,
}

/// A connection that comes back after a fault.
pub struct Postgres {
    address: Address,
    part: Option<Part>,
    live: RefCell<Live>,
}

impl Postgres {
    fn open(address: &Address, part: Option<Part>) -> Result<Box<Self>, StoreError> {
        let client = address.connect(part)?;
        let live = Live { client, statements: HashMap::new(), within: false, size: None };
        Ok(Box::new(Self { address: address.clone(), part, live: RefCell::new(live) }))
    }

    /// Does something, once more where the connection turns out to be broken and nothing was begun on it.
    fn run<T>(
        &self,
        action: impl Fn(&mut Live) -> Result<T, postgres::Error>,
    ) -> Result<T, StoreError> {
        let within = self.is_within();
        let attempt = || action(&mut self.live.borrow_mut()).map_err(|error| failed(&error));
        match attempt() {
            Err(StoreError::Unreachable(_)) if !within => {
                self.renew()?;
                attempt()
            }
            done => done,
        }
    }

    pub(super) fn execute(&self, sql: &str, params: &[Param<'_>]) -> Result<usize, StoreError> {
        let changed = self.run(|live| {
            let statement = live.prepared(sql)?;
            live.client.execute(&statement, &listed(params))
        });
        changed.map(|rows| usize::try_from(rows).unwrap_or(usize::MAX))
    }

    fn query(&self, sql: &str, params: &[Param<'_>]) -> Result<Vec<postgres::Row>, StoreError> {
        self.run(|live| {
            let statement = live.prepared(sql)?;
            live.client.query(&statement, &listed(params))
        })
    }

    pub(super) fn rows<T>(
        &self,
        sql: &str,
        params: &[Param<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        self.query(sql, params)?.iter().map(|row| read(&Row::Postgres(row))).collect()
    }

    pub(super) fn row<T>(
        &self,
        sql: &str,
        params: &[Param<'_>],
        read: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        self.query(sql, params)?.first().map(|row| read(&Row::Postgres(row))).transpose()
    }

    pub(super) fn batch(&self, sql: &str) -> Result<(), StoreError> {
        self.run(|live| live.client.batch_execute(sql))
    }

    pub(super) fn begin(&self) -> Result<(), StoreError> {
        self.batch("BEGIN ISOLATION LEVEL READ COMMITTED")?;
        self.live.borrow_mut().within = true;
        Ok(())
    }

    pub(super) fn commit(&self) -> Result<(), StoreError> {
        let done = self.batch("COMMIT");
        if done.is_ok() {
            self.live.borrow_mut().within = false;
        }
        done
    }

    pub(super) fn roll_back(&self) {
        let mut live = self.live.borrow_mut();
        if live.within {
            // What cannot be taken back by word is gone with the connection.
            let _ = live.client.batch_execute("ROLLBACK");
            live.within = false;
        }
    }

    pub(super) fn is_within(&self) -> bool {
        let live = self.live.borrow();
        live.within && !live.client.is_closed()
    }

    pub(super) fn hold(&self, names: &[&str]) -> Result<(), StoreError> {
        // All take them in one order, so that few hold each other up.
        let mut names = names.to_vec();
        names.sort_unstable();
        for name in names {
            let hold =
                "SELECT pg_advisory_xact_lock(CAST(?1 AS INTEGER), hashtext(CAST(?2 AS TEXT)))";
            self.query(hold, &[Param::Integer(NAMES.into()), Param::Text(name)])?;
        }
        Ok(())
    }

    pub(super) fn bytes(&self) -> Result<u64, StoreError> {
        let known = self.live.borrow().size;
        if let Some((at, bytes)) = known
            && at.elapsed() < FRESH
        {
            return Ok(bytes);
        }
        let size = "SELECT pg_database_size(current_database())";
        let bytes: Option<u64> = self.row(size, &[], |row| row.get(0))?;
        let bytes = bytes.unwrap_or(0);
        self.live.borrow_mut().size = Some((Instant::now(), bytes));
        Ok(bytes)
    }

    pub(super) fn mend(&self) -> Result<(), StoreError> {
        let is_broken = self.live.borrow().client.is_closed();
        if is_broken { self.renew() } else { Ok(()) }
    }

    fn renew(&self) -> Result<(), StoreError> {
        let mut live = self.live.borrow_mut();
        live.within = false;
        live.statements.clear();
        live.client = self.address.connect(self.part)?;
        tracing::warn!("the connection to the database had broken and stands again");
        Ok(())
    }
}

impl Live {
    fn prepared(&mut self, sql: &str) -> Result<Statement, postgres::Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(&numbered(sql))?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// A statement as PostgreSQL names its values: `$1` for `?1`, and for each `?` the next.
fn numbered(sql: &str) -> String {
    let (mut text, mut next, mut quoted) = (String::with_capacity(sql.len() + 8), 1, false);
    let mut letters = sql.chars().peekable();
    while let Some(letter) = letters.next() {
        quoted ^= letter == '\'';
        if letter != '?' || quoted {
            text.push(letter);
            continue;
        }
        text.push('$');
        if !letters.peek().is_some_and(char::is_ascii_digit) {
            text.push_str(&next.to_string());
            next += 1;
        }
    }
    text
}

fn listed<'a>(params: &'a [Param<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    params.iter().map(|param| param as &(dyn ToSql + Sync)).collect()
}

impl ToSql for Param<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Fault> {
        match *self {
            Param::Null => Ok(IsNull::Yes),
            Param::Integer(number) if *kind == Type::BOOL => (number != 0).to_sql(kind, out),
            Param::Integer(number) if *kind == Type::INT4 => {
                i32::try_from(number)?.to_sql(kind, out)
            }
            #[expect(clippy::cast_precision_loss, reason = "it stands where a real number does")]
            Param::Integer(number) if *kind == Type::FLOAT8 => (number as f64).to_sql(kind, out),
            Param::Integer(number) if *kind == Type::INT8 => number.to_sql(kind, out),
            Param::Real(number) if *kind == Type::FLOAT8 => number.to_sql(kind, out),
            Param::Text(text) if <&str as ToSql>::accepts(kind) => text.to_sql(kind, out),
            Param::Blob(bytes) if *kind == Type::BYTEA => bytes.to_sql(kind, out),
            _ => Err(format!("{self:?} is no {kind}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

#[cfg(test)]
mod tests {
    use super::{Address, numbered};

    #[test]
    fn values_are_named_as_the_server_names_them() {
        for (sql, named) in [
            ("SELECT a FROM b WHERE c = ?2 AND d = ?1", "SELECT a FROM b WHERE c = $2 AND d = $1"),
            ("INSERT INTO a VALUES (?, ?, '?')", "INSERT INTO a VALUES ($1, $2, '?')"),
            ("SELECT 'it''s ?', ?", "SELECT 'it''s ?', $1"),
        ] {
            assert_eq!(numbered(sql), named);
        }
    }

    #[test]
    fn an_address_has_a_host_and_tells_no_password() {
        for bad in ["", "tesuji.db", "postgres://", "postgres://a@b:port/c", "dbname=x"] {
            assert!(bad.parse::<Address>().is_err(), "{bad}");
        }
        let address: Address = "postgres://me:secret@127.0.0.1:5433/club".parse().expect("one");
        assert!(!format!("{address:?}").contains("secret"));
    }
}
