//! Accounts, sessions and tokens, as rows.

use rusqlite::{Connection, OptionalExtension, params};

use super::SqliteStore;
use super::answer::{database, now};
use crate::members::{Account, Hash, Members, Token};
use crate::store::{Answer, StoreError};
use crate::who::Who;

/// Runs statements whose errors are the database's.
fn of<T>(run: impl FnOnce() -> rusqlite::Result<T>) -> Result<T, StoreError> {
    run().map_err(|error| database(&error))
}

impl Members for SqliteStore {
    fn add_account(&self, account: Account) -> Answer<bool> {
        self.change(move |connection| add_account(connection, &account))
    }

    fn account(&self, name: &str) -> Answer<Option<Account>> {
        let name = name.to_owned();
        self.games.ask(move |connection| account(connection, &name))
    }

    fn member(&self, name: &str) -> Answer<Option<Account>> {
        let name = name.to_owned();
        self.games.ask(move |connection| member(connection, &name))
    }

    fn add_session(&self, hash: Hash, who: Who, lasts: u64, replaced: Option<Hash>) -> Answer<()> {
        self.change(move |connection| {
            of(|| {
                let now = now();
                let until = now.saturating_add(i64::try_from(lasts).unwrap_or(i64::MAX));
                let ended = "DELETE FROM sessions WHERE hash = ? OR until < ?";
                connection.prepare_cached(ended)?.execute(params![replaced, now])?;
                connection
                    .prepare_cached("INSERT INTO sessions (hash, account, until) VALUES (?, ?, ?)")?
                    .execute(params![hash, key_of(&who), until])?;
                Ok(())
            })
        })
    }

    fn session(&self, hash: Hash) -> Answer<Option<Who>> {
        self.games.ask(move |connection| {
            of(|| {
                connection
                    .prepare_cached(
                        "SELECT name, bot, shown FROM sessions JOIN accounts ON key = account
                         WHERE hash = ? AND until > ? AND closed IS NULL",
                    )?
                    .query_row(params![hash, now()], |row| {
                        Ok(Who::account(&row.get::<_, String>(0)?, row.get(1)?)
                            .shown_as(row.get(2)?))
                    })
                    .optional()
            })
        })
    }

    fn end_session(&self, hash: Hash) -> Answer<()> {
        self.change(move |connection| {
            of(|| {
                connection
                    .prepare_cached("DELETE FROM sessions WHERE hash = ?")?
                    .execute([hash])
                    .map(drop)
            })
        })
    }

    fn token(&self, id: &str) -> Answer<Option<Token>> {
        let id = id.to_owned();
        self.games.ask(move |connection| {
            of(|| {
                connection
                    .prepare_cached(
                        "SELECT hash, name, bot, shown FROM tokens JOIN accounts ON key = account
                         WHERE id = ? AND revoked IS NULL AND closed IS NULL",
                    )?
                    .query_row([&id], |row| {
                        let who = Who::account(&row.get::<_, String>(1)?, row.get(2)?);
                        let who = who.shown_as(row.get(3)?);
                        Ok(Token { id: id.clone(), hash: row.get(0)?, who })
                    })
                    .optional()
            })
        })
    }
}

/// The key of an account's row.
fn key_of(who: &Who) -> &str {
    who.key.strip_prefix("user:").unwrap_or(&who.key)
}

/// A secret of the server itself: made of those random bits where there is none yet.
pub fn secret(connection: &Connection, name: &str, fresh: Hash) -> Result<Hash, StoreError> {
    of(|| {
        let add = "INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)";
        connection.execute(add, params![name, fresh])?;
        let kept = "SELECT value FROM secrets WHERE name = ?";
        connection.query_row(kept, [name], |row| row.get(0))
    })
}

/// Adds an account; false where another has the name.
pub fn add_account(connection: &Connection, account: &Account) -> Result<bool, StoreError> {
    let Account { who, password, .. } = account;
    let bot = who.member.kind == crate::who::MemberKind::Bot;
    of(|| {
        connection
            .prepare_cached(
                "INSERT OR IGNORE INTO accounts (key, name, bot, password, created) VALUES (?, ?, ?, ?, ?)",
            )?
            .execute(params![key_of(who), who.member.name, bot, password, now()])
            .map(|rows| rows == 1)
    })
}

/// The account of a name in any case of its letters.
pub fn account(connection: &Connection, name: &str) -> Result<Option<Account>, StoreError> {
    found(connection, "key = ?", name)
}

/// The account that others see under a name.
fn member(connection: &Connection, name: &str) -> Result<Option<Account>, StoreError> {
    found(connection, "key = ?1 AND shown IS NULL OR shown = ?1", name)
}

fn found(connection: &Connection, which: &str, name: &str) -> Result<Option<Account>, StoreError> {
    let query = format!(
        "SELECT name, bot, shown, password, closed IS NOT NULL FROM accounts WHERE {which}"
    );
    of(|| {
        connection
            .prepare_cached(&query)?
            .query_row([name.to_ascii_lowercase()], |row| {
                let who = Who::account(&row.get::<_, String>(0)?, row.get(1)?);
                let who = who.shown_as(row.get(2)?);
                Ok(Account { who, password: row.get(3)?, closed: row.get(4)? })
            })
            .optional()
    })
}

/// Adds a token.
pub fn add_token(connection: &Connection, token: &Token) -> Result<(), StoreError> {
    of(|| {
        connection
            .execute(
                "INSERT INTO tokens (id, hash, account, created) VALUES (?, ?, ?, ?)",
                params![token.id, token.hash, key_of(&token.who), now()],
            )
            .map(drop)
    })
}

/// The tokens that are not revoked, the oldest first: id, name, whether it is a program's, milliseconds since 1970.
pub fn tokens(connection: &Connection) -> Result<Vec<(String, String, bool, i64)>, StoreError> {
    of(|| {
        connection
            .prepare(
                "SELECT id, name, bot, tokens.created FROM tokens JOIN accounts ON key = account
                 WHERE revoked IS NULL ORDER BY tokens.created, id",
            )?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
            .collect()
    })
}

/// Revokes a token; false where none is in use under that id.
pub fn revoke(connection: &Connection, id: &str) -> Result<bool, StoreError> {
    of(|| {
        let revoked = "UPDATE tokens SET revoked = ? WHERE id = ? AND revoked IS NULL";
        connection.execute(revoked, params![now(), id]).map(|rows| rows == 1)
    })
}
