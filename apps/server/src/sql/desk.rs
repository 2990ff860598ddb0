//! Blocks, reports, moderators and what they do, as rows.

use super::SqlStore;
use super::answer::now;
use crate::database::{Connection, Row, params};
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
/// Held by who acts for moderators: what they are asked by is what the act finds.
const HELD: &str = "moderation";

impl Desk for SqlStore {
    fn block(&self, who: &str, other: &str, on: bool) -> Answer<()> {
        let (who, other) = (who.to_owned(), other.to_owned());
        self.change(move |connection| {
            let done = if on {
                let add =
                    "INSERT INTO blocks (who, other, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
                connection.execute(add, params![who, other, now()])
            } else {
                let remove = "DELETE FROM blocks WHERE who = ? AND other = ?";
                connection.execute(remove, params![who, other])
            };
            done.map(drop)
        })
    }

    fn report(&self, report: NewReport) -> Answer<()> {
        self.change(move |connection| {
            let NewReport { by, about, reason, text, game } = &report;
            let add = "INSERT INTO reports (who, about, reason, text, game_id, at) VALUES (?, ?, ?, ?, ?, ?)";
            connection
                .execute(add, params![by, about, reason.name(), text, game, now()])
                .map(drop)
        })
    }

    fn reports(&self) -> Answer<Reports> {
        self.lists.ask(reports)
    }

    fn muted(&self, key: &str) -> Answer<Option<i64>> {
        let key = key.to_owned();
        self.games.ask(move |connection| muted(connection, &key))
    }

    fn is_moderator(&self, key: &str) -> Answer<bool> {
        let key = key.to_owned();
        self.games.ask(move |connection| is_moderator(connection, &key))
    }

    fn state_of(&self, key: &str) -> Answer<AccountState> {
        let key = key.to_owned();
        self.games.ask(move |connection| state_of(connection, &key))
    }

    fn act(&self, by: &str, deed: Deed, why: String) -> Answer<Outcome> {
        let by = by.to_owned();
        self.change(move |connection| act(connection, &by, &deed, &why))
    }
}

/// Who has blocked whom, all of it.
pub fn blocks(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    let all = "SELECT who, other FROM blocks";
    connection.rows(all, &[], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// An account: name, what is shown in its place, whether it is a program's, a moderator's, closed.
pub type AccountRow = (String, Option<String>, bool, bool, bool);

/// The accounts, by name.
pub fn accounts(connection: &Connection) -> Result<Vec<AccountRow>, StoreError> {
    connection.rows(
        "SELECT name, shown, bot, moderator, closed IS NOT NULL FROM accounts ORDER BY key",
        &[],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)),
    )
}

/// Makes an account a moderator's, or takes that from it, and notes it; false where there is no such account that is open
/// and a person's.
pub fn set_moderator(connection: &Connection, name: &str, on: bool) -> Result<bool, StoreError> {
    connection.hold(&[HELD])?;
    let key = name.to_ascii_lowercase();
    let changed = connection.execute(
        "UPDATE accounts SET moderator = ?2 WHERE key = ?1 AND bot = 0 AND (closed IS NULL OR ?2 = 0)",
        params![key, on],
    )?;
    if changed == 1 {
        let act = if on { "moderator_on" } else { "moderator_off" };
        let about = format!("{USER}{key}");
        Note { act, about: Some(&about), ..Note::default() }.keep(connection)?;
    }
    Ok(changed == 1)
}

fn muted(connection: &Connection, key: &str) -> Result<Option<i64>, StoreError> {
    let query = "SELECT until FROM mutes WHERE who = ? AND until > ?";
    connection.row(query, params![key, now()], |row| row.get(0))
}

/// That member is a moderator, whose account is open.
pub fn is_moderator(connection: &Connection, key: &str) -> Result<bool, StoreError> {
    connection.value(
        "SELECT EXISTS (SELECT 1 FROM accounts WHERE key = substr(?, 6) AND moderator = 1 AND closed IS NULL)",
        params![key],
    )
}

fn state_of(connection: &Connection, key: &str) -> Result<AccountState, StoreError> {
    let muted = muted(connection, key)?;
    let found = connection.row(
        "SELECT name, shown, closed IS NOT NULL, moderator FROM accounts WHERE key = substr(?, 6)",
        params![key],
        |row| {
            let under =
                UnderAct { name: row.get(0)?, shown: row.get(1)?, closed: row.get(2)?, muted };
            Ok(AccountState { moderator: row.get(3)?, under: Some(under) })
        },
    )?;
    Ok(found.unwrap_or_default())
}

/// The name by which moderators know a member of that key: the account's own.
fn called(key: Option<String>, name: Option<String>) -> Option<String> {
    let key = key?;
    let guest = key.strip_prefix("guest:").map(|id| Who::guest(id).member.name);
    Some(name.or(guest).unwrap_or(key))
}

fn shown_report(row: &Row<'_>) -> Result<ShownReport, StoreError> {
    let name = |key: usize, name: usize| -> Result<Option<String>, StoreError> {
        Ok(called(row.get(key)?, row.get(name)?))
    };
    let done = match (row.get::<Option<i64>>(6)?, name(7, 12)?) {
        (Some(at), Some(by)) => Some(ReportDone { by, note: row.get(8)?, at }),
        _ => None,
    };
    Ok(ShownReport {
        id: row.get(0)?,
        by: name(1, 10)?.unwrap_or_default(),
        about: name(2, 11)?.unwrap_or_default(),
        reason: Reason::named(&row.get::<String>(3)?),
        text: row.get(4)?,
        game: row.get(5)?,
        at: row.get(9)?,
        done,
    })
}

fn reports(connection: &Connection) -> Result<Reports, StoreError> {
    Ok(Reports {
        open: some_reports(connection, "r.done IS NULL ORDER BY r.id", OPEN)?,
        done: some_reports(connection, "r.done IS NOT NULL ORDER BY r.done DESC, r.id DESC", DONE)?,
        acts: acts(connection)?,
        under: under(connection)?,
    })
}

fn some_reports(
    connection: &Connection,
    which: &str,
    most: usize,
) -> Result<Vec<ShownReport>, StoreError> {
    let query = format!(
        "SELECT r.id, r.who, r.about, r.reason, r.text, r.game_id, r.done, r.done_by, r.note, r.at,
                b.name, a.name, d.name FROM reports r
         LEFT JOIN accounts b ON b.key = substr(r.who, 6)
         LEFT JOIN accounts a ON a.key = substr(r.about, 6)
         LEFT JOIN accounts d ON d.key = substr(r.done_by, 6)
         WHERE {which} LIMIT {most}"
    );
    connection.rows(&query, &[], shown_report)
}

/// The last acts.
fn acts(connection: &Connection) -> Result<Vec<ShownAct>, StoreError> {
    connection.rows(
        "SELECT acts.who, w.name, act, about, a.name, game_id, detail, why, at FROM acts
         LEFT JOIN accounts w ON w.key = substr(acts.who, 6)
         LEFT JOIN accounts a ON a.key = substr(about, 6)
         ORDER BY id DESC LIMIT ?",
        params![ACTS],
        |row| {
            Ok(ShownAct {
                by: called(row.get(0)?, row.get(1)?),
                act: row.get(2)?,
                about: called(row.get(3)?, row.get(4)?),
                game: row.get(5)?,
                detail: row.get(6)?,
                why: row.get(7)?,
                at: row.get(8)?,
            })
        },
    )
}

/// Members who are closed, hidden or muted.
fn under(connection: &Connection) -> Result<Vec<UnderAct>, StoreError> {
    connection.rows(
        "SELECT 'user:' || key, name, shown, closed IS NOT NULL, until FROM accounts
           LEFT JOIN mutes ON who = 'user:' || key AND until > ?1
           WHERE shown IS NOT NULL OR closed IS NOT NULL OR until IS NOT NULL
         UNION ALL
         SELECT who, NULL, NULL, 1 = 0, until FROM mutes WHERE until > ?1 AND who LIKE 'guest:%'
         LIMIT ?2",
        params![now(), UNDER],
        |row| {
            let name = called(row.get(0)?, row.get(1)?).unwrap_or_default();
            Ok(UnderAct { name, shown: row.get(2)?, closed: row.get(3)?, muted: row.get(4)? })
        },
    )
}

/// A line of the log of acts.
#[derive(Clone, Copy, Default)]
struct Note<'a> {
    by: Option<&'a str>,
    act: &'a str,
    about: Option<&'a str>,
    game: Option<&'a str>,
    detail: &'a str,
    why: &'a str,
}

impl Note<'_> {
    /// Writes it into the log.
    fn keep(&self, connection: &Connection) -> Result<(), StoreError> {
        let Self { by, act, about, game, detail, why } = self;
        connection
            .execute(
                "INSERT INTO acts (who, act, about, game_id, detail, why, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                params![by, act, about, game, detail, why, now()],
            )
            .map(drop)
    }
}

/// Another moderator is among those whom it concerns.
fn concerns_moderator(connection: &Connection, by: &str, deed: &Deed) -> Result<bool, StoreError> {
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
        Deed::CancelGame(game) => connection.value(
            "SELECT EXISTS (SELECT 1 FROM seats JOIN accounts ON key = substr(who, 6)
               WHERE game_id = ? AND moderator = 1)",
            params![game],
        ),
        Deed::ReportDone(_) => Ok(false),
    }
}

fn act(connection: &Connection, by: &str, deed: &Deed, why: &str) -> Result<Outcome, StoreError> {
    connection.hold(&[HELD])?;
    if !is_moderator(connection, by)? {
        return Ok(Outcome::NoModerator);
    }
    if concerns_moderator(connection, by, deed)? {
        return Ok(Outcome::OfModerator);
    }
    let acting = Acting { connection, by, why };
    match deed {
        Deed::Close(key) => acting.close(key),
        Deed::Reopen(key) => acting.reopen(key),
        Deed::HideName(key) => acting.hide_name(key),
        Deed::ShowName(key) => acting.show_name(key),
        Deed::Mute(key, minutes) => acting.mute(key, *minutes),
        Deed::Unmute(key) => acting.unmute(key),
        Deed::CancelGame(game) => acting.cancel_game(game),
        Deed::DeleteLine { game, id, by: said_by, text } => {
            acting.delete_line(game, *id, said_by, text)
        }
        Deed::DeleteLobbyLine { by: said_by, text } => {
            acting.note("delete_line", Some(said_by), None, text)
        }
        Deed::ReportDone(id) => acting.end_report(*id),
    }
}

/// The key of an account's row.
fn of_account(key: &str) -> &str {
    key.strip_prefix(USER).unwrap_or_default()
}

/// A moderator who acts.
struct Acting<'a> {
    connection: &'a Connection,
    by: &'a str,
    why: &'a str,
}

impl Acting<'_> {
    /// Notes what is done.
    fn note(
        &self,
        act: &str,
        about: Option<&str>,
        game: Option<&str>,
        detail: &str,
    ) -> Result<Outcome, StoreError> {
        let note = Note { by: Some(self.by), act, about, game, detail, why: self.why };
        note.keep(self.connection)?;
        Ok(Outcome::Done(None))
    }

    /// Notes what was done of an account or a member, if anything was.
    fn noted(&self, changed: usize, act: &str, key: &str) -> Result<Outcome, StoreError> {
        if changed == 0 { Ok(Outcome::Nothing) } else { self.note(act, Some(key), None, "") }
    }

    fn close(&self, key: &str) -> Result<Outcome, StoreError> {
        let (account, at) = (of_account(key), now());
        let closed = self.connection.execute(
            "UPDATE accounts SET closed = ?2 WHERE key = ?1 AND closed IS NULL",
            params![account, at],
        )?;
        if closed > 0 {
            let ended = "DELETE FROM sessions WHERE account = ?";
            self.connection.execute(ended, params![account])?;
            self.connection.execute(
                "UPDATE tokens SET revoked = ?2 WHERE account = ?1 AND revoked IS NULL",
                params![account, at],
            )?;
        }
        self.noted(closed, "close", key)
    }

    fn reopen(&self, key: &str) -> Result<Outcome, StoreError> {
        let opened = self.connection.execute(
            "UPDATE accounts SET closed = NULL WHERE key = ? AND closed IS NOT NULL",
            params![of_account(key)],
        )?;
        self.noted(opened, "reopen", key)
    }

    fn hide_name(&self, key: &str) -> Result<Outcome, StoreError> {
        let free = free_name(self.connection)?;
        let hidden = self.connection.execute(
            "UPDATE accounts SET shown = ?2 WHERE key = ?1 AND shown IS NULL",
            params![of_account(key), free],
        )?;
        if hidden == 0 {
            return Ok(Outcome::Nothing);
        }
        rename(self.connection, key, &free)?;
        self.note("hide_name", Some(key), None, &free)?;
        Ok(Outcome::Done(Some(free)))
    }

    fn show_name(&self, key: &str) -> Result<Outcome, StoreError> {
        let account = of_account(key);
        let name: Option<String> = self.connection.row(
            "SELECT name FROM accounts WHERE key = ? AND shown IS NOT NULL",
            params![account],
            |row| row.get(0),
        )?;
        let Some(name) = name else { return Ok(Outcome::Nothing) };
        let show = "UPDATE accounts SET shown = NULL WHERE key = ?";
        self.connection.execute(show, params![account])?;
        rename(self.connection, key, &name)?;
        self.note("show_name", Some(key), None, "")?;
        Ok(Outcome::Done(Some(name)))
    }

    fn mute(&self, key: &str, minutes: u32) -> Result<Outcome, StoreError> {
        let until = now().saturating_add(i64::from(minutes) * 60_000);
        self.connection.execute("DELETE FROM mutes WHERE until <= ?", params![now()])?;
        self.connection.execute(
            "INSERT INTO mutes (who, until) VALUES (?, ?)
             ON CONFLICT (who) DO UPDATE SET until = excluded.until",
            params![key, until],
        )?;
        self.note("mute", Some(key), None, &minutes.to_string())
    }

    fn unmute(&self, key: &str) -> Result<Outcome, StoreError> {
        let remove = "DELETE FROM mutes WHERE who = ? AND until > ?";
        let unmuted = self.connection.execute(remove, params![key, now()])?;
        self.noted(unmuted, "unmute", key)
    }

    fn cancel_game(&self, game: &str) -> Result<Outcome, StoreError> {
        let runs: bool = self.connection.value(
            "SELECT EXISTS (SELECT 1 FROM games WHERE id = ? AND ending IS NULL)",
            params![game],
        )?;
        if runs { self.note("cancel_game", None, Some(game), "") } else { Ok(Outcome::Nothing) }
    }

    fn delete_line(
        &self,
        game: &str,
        id: i64,
        said_by: &str,
        text: &str,
    ) -> Result<Outcome, StoreError> {
        let deleted = self.connection.execute(
            "UPDATE chat SET deleted = ? WHERE id = ? AND deleted IS NULL",
            params![now(), id],
        )?;
        if deleted == 0 {
            return Ok(Outcome::Nothing);
        }
        self.note("delete_line", Some(said_by), Some(game), text)
    }

    fn end_report(&self, id: i64) -> Result<Outcome, StoreError> {
        let about: Option<String> = self.connection.row(
            "SELECT about FROM reports WHERE id = ? AND done IS NULL",
            params![id],
            |row| row.get(0),
        )?;
        let Some(about) = about else { return Ok(Outcome::Nothing) };
        self.connection.execute(
            "UPDATE reports SET done = ?, done_by = ?, note = ? WHERE id = ?",
            params![now(), self.by, self.why, id],
        )?;
        self.note("report_done", Some(&about), None, &id.to_string())
    }
}

/// Shows another name of a member in the games and chats that are kept.
fn rename(connection: &Connection, key: &str, name: &str) -> Result<(), StoreError> {
    connection.execute("UPDATE seats SET name = ?2 WHERE who = ?1", params![key, name])?;
    connection.execute("UPDATE chat SET name = ?2 WHERE who = ?1", params![key, name])?;
    Ok(())
}

/// `member-` and a number that nobody has.
fn free_name(connection: &Connection) -> Result<String, StoreError> {
    loop {
        // By lot: the order of such names says nothing of the order of the acts.
        let lot = crate::ids::seed().map_err(|error| StoreError::Database(error.to_string()))?;
        let name = format!("member-{}", 1000 + lot % 999_000);
        let taken: bool = connection.value(
            "SELECT EXISTS (SELECT 1 FROM accounts WHERE key = ?1 OR shown = ?1)",
            params![name],
        )?;
        if !taken {
            return Ok(name);
        }
    }
}
