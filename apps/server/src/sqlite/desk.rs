//! Blocks, reports, moderators and what they do, as rows.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::SqliteStore;
use super::answer::{database, now};
use crate::desk::{AccountState, Deed, Desk, NewReport, Outcome};
use crate::protocol::moderation::{Reason, ReportDone, Reports, ShownAct, ShownReport, UnderAct};
use crate::store::{Answer, StoreError};
use crate::who::Who;

/// Reports, acts and members that are read at once.
const OPEN: usize = 200;
const DONE: usize = 50;
const ACTS: usize = 200;
const UNDER: usize = 500;
/// The beginning of the keys of accounts.
const USER: &str = "user:";

/// Runs statements whose errors are the database's.
fn of<T>(run: impl FnOnce() -> rusqlite::Result<T>) -> Result<T, StoreError> {
    run().map_err(|error| database(&error))
}

impl Desk for SqliteStore {
    fn block(&self, who: &str, other: &str, on: bool) -> Answer<()> {
        let (who, other) = (who.to_owned(), other.to_owned());
        self.change(move |connection| {
            of(|| {
                if on {
                    connection
                        .prepare_cached(
                            "INSERT OR IGNORE INTO blocks (who, other, at) VALUES (?, ?, ?)",
                        )?
                        .execute(params![who, other, now()])?;
                } else {
                    connection
                        .prepare_cached("DELETE FROM blocks WHERE who = ? AND other = ?")?
                        .execute([who, other])?;
                }
                Ok(())
            })
        })
    }

    fn report(&self, report: NewReport) -> Answer<()> {
        self.change(move |connection| {
            of(|| {
                let NewReport { by, about, reason, text, game } = report;
                connection
                    .execute(
                        "INSERT INTO reports (who, about, reason, text, game_id, at) VALUES (?, ?, ?, ?, ?, ?)",
                        params![by, about, reason.name(), text, game, now()],
                    )
                    .map(drop)
            })
        })
    }

    fn reports(&self) -> Answer<Reports> {
        self.lists.ask(|connection| of(|| reports(connection)))
    }

    fn muted(&self, key: &str) -> Answer<Option<i64>> {
        let key = key.to_owned();
        self.games.ask(move |connection| of(|| muted(connection, &key)))
    }

    fn is_moderator(&self, key: &str) -> Answer<bool> {
        let key = key.to_owned();
        self.games.ask(move |connection| of(|| is_moderator(connection, &key)))
    }

    fn state_of(&self, key: &str) -> Answer<AccountState> {
        let key = key.to_owned();
        self.games.ask(move |connection| of(|| state_of(connection, &key)))
    }

    fn act(&self, by: &str, deed: Deed, why: String) -> Answer<Outcome> {
        let by = by.to_owned();
        self.change(move |connection| of(|| act(connection, &by, &deed, &why)))
    }
}

/// Who has blocked whom, all of it.
pub fn blocks(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    of(|| {
        connection
            .prepare("SELECT who, other FROM blocks")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect()
    })
}

/// An account: name, what is shown in its place, whether it is a program's, a moderator's, closed.
pub type AccountRow = (String, Option<String>, bool, bool, bool);

/// The accounts, by name.
pub fn accounts(connection: &Connection) -> Result<Vec<AccountRow>, StoreError> {
    of(|| {
        connection
            .prepare(
                "SELECT name, shown, bot, moderator, closed IS NOT NULL FROM accounts ORDER BY key",
            )?
            .query_map([], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
            })?
            .collect()
    })
}

/// Makes an account a moderator's, or takes that from it, and notes it; false where there is no such account that is open
/// and a person's.
pub fn set_moderator(connection: &Connection, name: &str, on: bool) -> Result<bool, StoreError> {
    of(|| {
        let key = name.to_ascii_lowercase();
        let changed = connection.execute(
            "UPDATE accounts SET moderator = ?2 WHERE key = ?1 AND bot = 0 AND (closed IS NULL OR NOT ?2)",
            params![key, on],
        )?;
        if changed == 1 {
            let what = if on { "moderator_on" } else { "moderator_off" };
            note(connection, None, what, Some(&format!("{USER}{key}")), None, "", "")?;
        }
        Ok(changed == 1)
    })
}

fn muted(connection: &Connection, key: &str) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT until FROM mutes WHERE who = ? AND until > ?")?
        .query_row(params![key, now()], |row| row.get(0))
        .optional()
}

fn is_moderator(connection: &Connection, key: &str) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM accounts WHERE key = substr(?, 6) AND moderator = 1 AND closed IS NULL)",
        )?
        .query_row([key], |row| row.get(0))
}

fn state_of(connection: &Connection, key: &str) -> rusqlite::Result<AccountState> {
    let muted = muted(connection, key)?;
    let found = connection
        .prepare_cached(
            "SELECT name, shown, closed IS NOT NULL, moderator FROM accounts WHERE key = substr(?, 6)",
        )?
        .query_row([key], |row| {
            let under =
                UnderAct { name: row.get(0)?, shown: row.get(1)?, closed: row.get(2)?, muted };
            Ok(AccountState { moderator: row.get(3)?, under: Some(under) })
        })
        .optional()?;
    Ok(found.unwrap_or_default())
}

/// The name by which moderators know a member of that key: the account's own.
fn called(key: Option<String>, name: Option<String>) -> Option<String> {
    let key = key?;
    let guest = key.strip_prefix("guest:").map(|id| Who::guest(id).member.name);
    Some(name.or(guest).unwrap_or(key))
}

fn shown_report(row: &Row<'_>) -> rusqlite::Result<ShownReport> {
    let name = |key: usize, name: usize| -> rusqlite::Result<Option<String>> {
        Ok(called(row.get(key)?, row.get(name)?))
    };
    let done = match (row.get::<_, Option<i64>>(6)?, name(7, 12)?) {
        (Some(at), Some(by)) => Some(ReportDone { by, note: row.get(8)?, at }),
        _ => None,
    };
    Ok(ShownReport {
        id: row.get(0)?,
        by: name(1, 10)?.unwrap_or_default(),
        about: name(2, 11)?.unwrap_or_default(),
        reason: Reason::named(&row.get::<_, String>(3)?),
        text: row.get(4)?,
        game: row.get(5)?,
        at: row.get(9)?,
        done,
    })
}

fn reports(connection: &Connection) -> rusqlite::Result<Reports> {
    let list = |which: &str, most: usize| -> rusqlite::Result<Vec<ShownReport>> {
        let query = format!(
            "SELECT r.id, r.who, r.about, r.reason, r.text, r.game_id, r.done, r.done_by, r.note, r.at,
                    b.name, a.name, d.name FROM reports r
             LEFT JOIN accounts b ON b.key = substr(r.who, 6)
             LEFT JOIN accounts a ON a.key = substr(r.about, 6)
             LEFT JOIN accounts d ON d.key = substr(r.done_by, 6)
             WHERE {which} LIMIT {most}"
        );
        connection.prepare_cached(&query)?.query_map([], shown_report)?.collect()
    };
    let acts = connection
        .prepare_cached(
            "SELECT acts.who, w.name, act, about, a.name, game_id, detail, why, at FROM acts
             LEFT JOIN accounts w ON w.key = substr(acts.who, 6)
             LEFT JOIN accounts a ON a.key = substr(about, 6)
             ORDER BY id DESC LIMIT ?",
        )?
        .query_map([ACTS], |row| {
            Ok(ShownAct {
                by: called(row.get(0)?, row.get(1)?),
                act: row.get(2)?,
                about: called(row.get(3)?, row.get(4)?),
                game: row.get(5)?,
                detail: row.get(6)?,
                why: row.get(7)?,
                at: row.get(8)?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    let under = connection
        .prepare_cached(
            "SELECT 'user:' || key, name, shown, closed IS NOT NULL, until FROM accounts
               LEFT JOIN mutes ON who = 'user:' || key AND until > ?1
               WHERE shown IS NOT NULL OR closed IS NOT NULL OR until IS NOT NULL
             UNION ALL
             SELECT who, NULL, NULL, 0, until FROM mutes WHERE until > ?1 AND who LIKE 'guest:%'
             LIMIT ?2",
        )?
        .query_map(params![now(), UNDER], |row| {
            let name = called(row.get(0)?, row.get(1)?).unwrap_or_default();
            Ok(UnderAct { name, shown: row.get(2)?, closed: row.get(3)?, muted: row.get(4)? })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Reports {
        open: list("r.done IS NULL ORDER BY r.id", OPEN)?,
        done: list("r.done IS NOT NULL ORDER BY r.done DESC, r.id DESC", DONE)?,
        acts,
        under,
    })
}

/// Writes into the log.
fn note(
    connection: &Connection,
    by: Option<&str>,
    act: &str,
    about: Option<&str>,
    game: Option<&str>,
    detail: &str,
    why: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO acts (who, act, about, game_id, detail, why, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![by, act, about, game, detail, why, now()])
        .map(drop)
}

/// Another moderator is among those whom it concerns.
fn concerns_moderator(connection: &Connection, by: &str, deed: &Deed) -> rusqlite::Result<bool> {
    match deed {
        Deed::Close(key)
        | Deed::Reopen(key)
        | Deed::HideName(key)
        | Deed::ShowName(key)
        | Deed::Mute(key, _)
        | Deed::Unmute(key) => is_moderator(connection, key),
        // One's own line may be deleted by oneself.
        Deed::DeleteLine { by: key, .. } | Deed::DeleteLobbyLine { by: key, .. } => {
            Ok(key != by && is_moderator(connection, key)?)
        }
        // Not one's own game either: nobody cancels what they are about to lose.
        Deed::CancelGame(game) => connection
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM seats JOIN accounts ON key = substr(who, 6)
                   WHERE game_id = ? AND moderator = 1)",
            )?
            .query_row([game], |row| row.get(0)),
        Deed::ReportDone(_) => Ok(false),
    }
}

fn act(connection: &Connection, by: &str, deed: &Deed, why: &str) -> rusqlite::Result<Outcome> {
    if !is_moderator(connection, by)? {
        return Ok(Outcome::NoModerator);
    }
    if concerns_moderator(connection, by, deed)? {
        return Ok(Outcome::OfModerator);
    }
    let of_account = |key: &str| key.strip_prefix(USER).unwrap_or_default().to_owned();
    let run = |statement: &str, key: &str| {
        connection.prepare_cached(statement)?.execute(params![of_account(key), now()])
    };
    let noted = |what: &str, about: Option<&str>, game: Option<&str>, detail: &str| {
        note(connection, Some(by), what, about, game, detail, why)
    };
    let mut shown = None;
    let changed = match deed {
        Deed::Close(key) => {
            let closed =
                run("UPDATE accounts SET closed = ?2 WHERE key = ?1 AND closed IS NULL", key)?;
            if closed > 0 {
                connection.execute("DELETE FROM sessions WHERE account = ?", [of_account(key)])?;
                run("UPDATE tokens SET revoked = ?2 WHERE account = ?1 AND revoked IS NULL", key)?;
                noted("close", Some(key), None, "")?;
            }
            closed
        }
        Deed::Reopen(key) => {
            let opened = connection.execute(
                "UPDATE accounts SET closed = NULL WHERE key = ? AND closed IS NOT NULL",
                [of_account(key)],
            )?;
            if opened > 0 {
                noted("reopen", Some(key), None, "")?;
            }
            opened
        }
        Deed::HideName(key) => {
            let free = free_name(connection)?;
            let hidden = connection.execute(
                "UPDATE accounts SET shown = ?2 WHERE key = ?1 AND shown IS NULL",
                params![of_account(key), free],
            )?;
            if hidden > 0 {
                rename(connection, key, &free)?;
                noted("hide_name", Some(key), None, &free)?;
                shown = Some(free);
            }
            hidden
        }
        Deed::ShowName(key) => {
            let name: Option<String> = connection
                .query_row(
                    "SELECT name FROM accounts WHERE key = ? AND shown IS NOT NULL",
                    [of_account(key)],
                    |row| row.get(0),
                )
                .optional()?;
            let Some(name) = name else { return Ok(Outcome::Nothing) };
            connection
                .execute("UPDATE accounts SET shown = NULL WHERE key = ?", [of_account(key)])?;
            rename(connection, key, &name)?;
            noted("show_name", Some(key), None, "")?;
            shown = Some(name);
            1
        }
        Deed::Mute(key, minutes) => {
            let until = now().saturating_add(i64::from(*minutes) * 60_000);
            connection.execute("DELETE FROM mutes WHERE until <= ?", [now()])?;
            connection.execute(
                "INSERT OR REPLACE INTO mutes (who, until) VALUES (?, ?)",
                params![key, until],
            )?;
            noted("mute", Some(key), None, &minutes.to_string())?;
            1
        }
        Deed::Unmute(key) => {
            let unmuted = connection
                .execute("DELETE FROM mutes WHERE who = ? AND until > ?", params![key, now()])?;
            if unmuted > 0 {
                noted("unmute", Some(key), None, "")?;
            }
            unmuted
        }
        Deed::CancelGame(game) => {
            let runs: bool = connection.query_row(
                "SELECT EXISTS (SELECT 1 FROM games WHERE id = ? AND ending IS NULL)",
                [game],
                |row| row.get(0),
            )?;
            if runs {
                noted("cancel_game", None, Some(game), "")?;
            }
            usize::from(runs)
        }
        Deed::DeleteLine { game, id, by: said_by, text } => {
            let deleted = connection.execute(
                "UPDATE chat SET deleted = ? WHERE id = ? AND deleted IS NULL",
                params![now(), id],
            )?;
            if deleted > 0 {
                noted("delete_line", Some(said_by), Some(game), text)?;
            }
            deleted
        }
        Deed::DeleteLobbyLine { by: said_by, text } => {
            noted("delete_line", Some(said_by), None, text)?;
            1
        }
        Deed::ReportDone(id) => {
            let about: Option<String> = connection
                .query_row("SELECT about FROM reports WHERE id = ? AND done IS NULL", [id], |row| {
                    row.get(0)
                })
                .optional()?;
            let Some(about) = about else { return Ok(Outcome::Nothing) };
            connection.execute(
                "UPDATE reports SET done = ?, done_by = ?, note = ? WHERE id = ?",
                params![now(), by, why, id],
            )?;
            noted("report_done", Some(&about), None, &id.to_string())?;
            1
        }
    };
    Ok(if changed > 0 { Outcome::Done(shown) } else { Outcome::Nothing })
}

/// Shows another name of a member in the games and chats that are kept.
fn rename(connection: &Connection, key: &str, name: &str) -> rusqlite::Result<()> {
    connection.execute("UPDATE seats SET name = ?2 WHERE who = ?1", params![key, name])?;
    connection.execute("UPDATE chat SET name = ?2 WHERE who = ?1", params![key, name])?;
    Ok(())
}

/// `member-` and a number that nobody has.
fn free_name(connection: &Connection) -> rusqlite::Result<String> {
    loop {
        // By lot: the order of such names says nothing of the order of the acts.
        let name: String = connection.query_row(
            "SELECT 'member-' || (1000 + abs(random() % 999000))",
            [],
            |row| row.get(0),
        )?;
        let taken: bool = connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM accounts WHERE key = ?1 OR shown = ?1)",
            [&name],
            |row| row.get(0),
        )?;
        if !taken {
            return Ok(name);
        }
    }
}
