//! Passkeys, and the challenges that were answered, as rows.

use super::answer::now;
use crate::database::{Connection, Row, params};
use crate::members::{AddedPasskey, Hash, Passkey, RemovedPasskey};
use crate::store::StoreError;
use crate::who::Who;

/// What is read of a passkey.
const READ: &str = "SELECT id, accounts.name, bot, shown, passkeys.name, public_key, counter,
    passkeys.created, used, copied, closed IS NOT NULL
    FROM passkeys JOIN accounts ON key = account";

/// The key of an account's row.
pub fn key_of(who: &Who) -> &str {
    who.key.strip_prefix("user:").unwrap_or(&who.key)
}

/// What those hold who change the passkeys of an account: no two count them at once.
fn held(account: &str) -> String {
    format!("passkeys of {account}")
}

fn read(row: &Row<'_>) -> Result<Passkey, StoreError> {
    let who = Who::account(&row.get::<String>(1)?, row.get(2)?);
    Ok(Passkey {
        id: row.get(0)?,
        who: who.shown_as(row.get(3)?),
        name: row.get(4)?,
        public_key: row.get(5)?,
        counter: row.get(6)?,
        created: row.get(7)?,
        used: row.get(8)?,
        copied: row.get(9)?,
        closed: row.get(10)?,
    })
}

fn count(connection: &Connection, account: &str) -> Result<usize, StoreError> {
    connection.value("SELECT count(*) FROM passkeys WHERE account = ?", params![account])
}

/// Adds a passkey to an account, which has so many at most.
pub fn add(
    connection: &Connection,
    passkey: &Passkey,
    most: usize,
) -> Result<AddedPasskey, StoreError> {
    let account = key_of(&passkey.who);
    connection.hold(&[&held(account)])?;
    if count(connection, account)? >= most {
        return Ok(AddedPasskey::TooMany);
    }
    let Passkey { id, name, public_key, counter, .. } = passkey;
    let added = connection.execute(
        "INSERT INTO passkeys (id, account, name, public_key, counter, created)
         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        params![id, account, name, public_key, counter, now()],
    )?;
    Ok(if added == 1 { AddedPasskey::Done } else { AddedPasskey::Known })
}

/// The passkey of that id.
pub fn found(connection: &Connection, id: &[u8]) -> Result<Option<Passkey>, StoreError> {
    connection.row(&format!("{READ} WHERE id = ?"), params![id], read)
}

/// The passkeys of an account, the oldest first, and whether it has a password.
pub fn all_of(connection: &Connection, account: &str) -> Result<(Vec<Passkey>, bool), StoreError> {
    let query = format!("{READ} WHERE account = ? ORDER BY passkeys.created, id");
    let passkeys = connection.rows(&query, params![account], read)?;
    Ok((passkeys, has_password(connection, account)?))
}

fn has_password(connection: &Connection, account: &str) -> Result<bool, StoreError> {
    let query = "SELECT password IS NOT NULL FROM accounts WHERE key = ?";
    connection.row(query, params![account], |row| row.get(0)).map(|found| found.unwrap_or(false))
}

/// Notes that a passkey has signed; false where its counter is not greater than before, though it counts.
pub fn used(connection: &Connection, id: &[u8], counter: u32) -> Result<bool, StoreError> {
    // The condition is part of the change: of two that show the same number at once one alone is taken.
    let well = "UPDATE passkeys SET used = ?1, counter = ?2
        WHERE id = ?3 AND (counter < ?2 OR counter = 0 AND ?2 = 0)";
    if connection.execute(well, params![now(), counter, id])? == 1 {
        return Ok(true);
    }
    let back = "UPDATE passkeys SET copied = ? WHERE id = ?";
    connection.execute(back, params![now(), id])?;
    Ok(false)
}

/// Gives a passkey of an account another name; false where the account has none of that id.
pub fn rename(
    connection: &Connection,
    account: &str,
    id: &[u8],
    name: &str,
) -> Result<bool, StoreError> {
    let renamed = "UPDATE passkeys SET name = ? WHERE id = ? AND account = ?";
    connection.execute(renamed, params![name, id, account]).map(|rows| rows == 1)
}

/// Removes a passkey of an account, unless it is the last way in, and all sessions of the account but one.
pub fn remove(
    connection: &Connection,
    account: &str,
    id: &[u8],
    session: Hash,
) -> Result<RemovedPasskey, StoreError> {
    connection.hold(&[&held(account)])?;
    let is_last = count(connection, account)? == 1 && !has_password(connection, account)?;
    let its_own = "SELECT 1 FROM passkeys WHERE id = ? AND account = ?";
    if connection.row(its_own, params![id, account], |_| Ok(()))?.is_none() {
        return Ok(RemovedPasskey::Unknown);
    }
    if is_last {
        return Ok(RemovedPasskey::Last);
    }
    let removed = "DELETE FROM passkeys WHERE id = ? AND account = ?";
    connection.execute(removed, params![id, account])?;
    let others = "DELETE FROM sessions WHERE account = ? AND hash <> ?";
    connection.execute(others, params![account, session])?;
    Ok(RemovedPasskey::Done)
}

/// Notes that a challenge was answered; false where it was before. Those whose time is over are forgotten.
pub fn spend(connection: &Connection, challenge: Hash, until: i64) -> Result<bool, StoreError> {
    connection.execute("DELETE FROM spent WHERE until < ?", params![now()])?;
    let spent = "INSERT INTO spent (challenge, until) VALUES (?, ?) ON CONFLICT DO NOTHING";
    connection.execute(spent, params![challenge, until]).map(|rows| rows == 1)
}
