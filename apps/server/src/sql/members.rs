//! Accounts, sessions and tokens, as rows.

use super::SqlStore;
use super::answer::now;
use super::passkeys;
use super::passkeys::key_of;
use crate::database::{Connection, params};
use crate::members::{Account, AddedPasskey, Hash, Members, Passkey, RemovedPasskey, Token};
use crate::store::{Answer, StoreError};
use crate::who::Who;

impl Members for SqlStore {
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
            let now = now();
            let until = now.saturating_add(i64::try_from(lasts).unwrap_or(i64::MAX));
            let ended = "DELETE FROM sessions WHERE hash = ? OR until < ?";
            connection.execute(ended, params![replaced, now])?;
            let begun = "INSERT INTO sessions (hash, account, until) VALUES (?, ?, ?)";
            connection.execute(begun, params![hash, key_of(&who), until]).map(drop)
        })
    }

    fn session(&self, hash: Hash) -> Answer<Option<Who>> {
        self.games.ask(move |connection| {
            connection.row(
                "SELECT name, bot, shown FROM sessions JOIN accounts ON key = account
                 WHERE hash = ? AND until > ? AND closed IS NULL",
                params![hash, now()],
                |row| {
                    let who = Who::account(&row.get::<String>(0)?, row.get(1)?);
                    Ok(who.shown_as(row.get(2)?))
                },
            )
        })
    }

    fn end_session(&self, hash: Hash) -> Answer<()> {
        self.change(move |connection| {
            connection.execute("DELETE FROM sessions WHERE hash = ?", params![hash]).map(drop)
        })
    }

    fn token(&self, id: &str) -> Answer<Option<Token>> {
        let id = id.to_owned();
        self.games.ask(move |connection| {
            connection.row(
                "SELECT hash, name, bot, shown FROM tokens JOIN accounts ON key = account
                 WHERE id = ? AND revoked IS NULL AND closed IS NULL",
                params![id],
                |row| {
                    let who = Who::account(&row.get::<String>(1)?, row.get(2)?);
                    let who = who.shown_as(row.get(3)?);
                    Ok(Token { id: id.clone(), hash: row.get(0)?, who })
                },
            )
        })
    }

    fn add_passkey(
        &self,
        passkey: Passkey,
        account: Option<Account>,
        most: usize,
    ) -> Answer<AddedPasskey> {
        self.change(move |connection| {
            if let Some(account) = &account {
                if !add_account(connection, account)? {
                    return Ok(AddedPasskey::NameTaken);
                }
            }
            let added = passkeys::add(connection, &passkey, most)?;
            if let Some(account) = account.as_ref().filter(|_| added != AddedPasskey::Done) {
                // An account that nobody can enter is not made.
                let key = key_of(&account.who);
                connection.execute("DELETE FROM accounts WHERE key = ?", params![key])?;
            }
            Ok(added)
        })
    }

    fn passkey(&self, id: &[u8]) -> Answer<Option<Passkey>> {
        let id = id.to_owned();
        self.games.ask(move |connection| passkeys::found(connection, &id))
    }

    fn passkeys_of(&self, who: &Who) -> Answer<(Vec<Passkey>, bool)> {
        let account = key_of(who).to_owned();
        self.games.ask(move |connection| passkeys::all_of(connection, &account))
    }

    fn used_passkey(&self, id: &[u8], counter: u32) -> Answer<bool> {
        let id = id.to_owned();
        self.change(move |connection| passkeys::used(connection, &id, counter))
    }

    fn name_passkey(&self, who: &Who, id: &[u8], name: &str) -> Answer<bool> {
        let (account, id, name) = (key_of(who).to_owned(), id.to_owned(), name.to_owned());
        self.change(move |connection| passkeys::rename(connection, &account, &id, &name))
    }

    fn remove_passkey(&self, who: &Who, id: &[u8], session: Hash) -> Answer<RemovedPasskey> {
        let (account, id) = (key_of(who).to_owned(), id.to_owned());
        self.change(move |connection| passkeys::remove(connection, &account, &id, session))
    }

    fn spend(&self, challenge: Hash, until: i64) -> Answer<bool> {
        self.change(move |connection| passkeys::spend(connection, challenge, until))
    }
}

/// A secret of the server itself: made of those random bits where there is none yet.
pub fn secret(connection: &Connection, name: &str, fresh: Hash) -> Result<Hash, StoreError> {
    let add = "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING";
    connection.execute(add, params![name, fresh])?;
    connection.value("SELECT value FROM secrets WHERE name = ?", params![name])
}

/// Adds an account; false where another has the name.
pub fn add_account(connection: &Connection, account: &Account) -> Result<bool, StoreError> {
    let Account { who, password, .. } = account;
    let bot = who.member.kind == crate::who::MemberKind::Bot;
    let added = connection.execute(
        "INSERT INTO accounts (key, name, bot, password, created) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING",
        params![key_of(who), who.member.name, bot, password, now()],
    );
    added.map(|rows| rows == 1)
}

/// The account of a name in any case of its letters.
pub fn account(connection: &Connection, name: &str) -> Result<Option<Account>, StoreError> {
    found(connection, "key = ?", name)
}

/// The account that others see under a name.
pub fn member(connection: &Connection, name: &str) -> Result<Option<Account>, StoreError> {
    found(connection, "key = ?1 AND shown IS NULL OR shown = ?1", name)
}

fn found(connection: &Connection, which: &str, name: &str) -> Result<Option<Account>, StoreError> {
    let query = format!(
        "SELECT name, bot, shown, password, closed IS NOT NULL FROM accounts WHERE {which}"
    );
    connection.row(&query, params![name.to_ascii_lowercase()], |row| {
        let who = Who::account(&row.get::<String>(0)?, row.get(1)?);
        let who = who.shown_as(row.get(2)?);
        Ok(Account { who, password: row.get(3)?, closed: row.get(4)? })
    })
}

/// Adds a token.
pub fn add_token(connection: &Connection, token: &Token) -> Result<(), StoreError> {
    let add = "INSERT INTO tokens (id, hash, account, created) VALUES (?, ?, ?, ?)";
    connection.execute(add, params![token.id, token.hash, key_of(&token.who), now()]).map(drop)
}

/// The tokens that are not revoked, the oldest first: id, name, whether it is a program's, milliseconds since 1970.
pub fn tokens(connection: &Connection) -> Result<Vec<(String, String, bool, i64)>, StoreError> {
    connection.rows(
        "SELECT id, name, bot, tokens.created FROM tokens JOIN accounts ON key = account
         WHERE revoked IS NULL ORDER BY tokens.created, id",
        &[],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
    )
}

/// Revokes a token; false where none is in use under that id.
pub fn revoke(connection: &Connection, id: &str) -> Result<bool, StoreError> {
    let revoked = "UPDATE tokens SET revoked = ? WHERE id = ? AND revoked IS NULL";
    connection.execute(revoked, params![now(), id]).map(|rows| rows == 1)
}
