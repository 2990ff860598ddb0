//! Stored games, as rows, and back.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::answer::{database, now};
use super::{due, ratings, seats};
use crate::protocol::Ending;
use crate::protocol::study::{DAY, Judged, LibraryGame, TreeEdit};
use crate::store::{GameRow, LogEntry, Record, StoreError, Tidying};

/// The most games that the library lists.
const LISTED: i64 = 2000;

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Database(error.to_string()))
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn damaged(id: &str, reason: &impl ToString) -> StoreError {
    StoreError::Damaged { id: id.to_owned(), reason: reason.to_string() }
}

fn read<T: DeserializeOwned>(id: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| damaged(id, &error))
}

/// Adds a game, unless it was taken over from the same place before; its id. The server has been up for so long.
pub fn create(
    connection: &Connection,
    record: &Record,
    ending: Option<&Ending>,
    up: i64,
) -> Result<String, StoreError> {
    let GameRow { id, game, start, players, clock, user, names, origin, rated, .. } = &record.row;
    let GameRow { tournament, seating, .. } = &record.row;
    let known: Option<String> = connection
        .prepare_cached(
            "SELECT id FROM games WHERE origin = ? AND user IS ? AND removed IS NULL LIMIT 1",
        )
        .and_then(|mut statement| {
            statement.query_row(params![origin, user], |row| row.get(0)).optional()
        })
        .map_err(|error| database(&error))?;
    if let Some(known) = known {
        return Ok(known);
    }
    let names = Some(names).filter(|names| !names.is_empty()).map(json).transpose()?;
    let clock = clock.as_ref().map(json).transpose()?;
    connection
        .prepare_cached(
            "INSERT INTO games (id, game, start, players, created, changed, clock, user, names, origin, rated,
               tournament)
             VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )
        .and_then(|mut statement| {
            let players = serde_json::to_string(players).unwrap_or_default();
            statement.execute(params![
                id,
                game,
                start,
                players,
                now(),
                clock,
                user,
                names,
                origin,
                rated,
                tournament
            ])
        })
        .map_err(|error| database(&error))?;
    if let Some(seating) = seating {
        seats::create(connection, id, seating)?;
    }
    for entry in &record.log {
        append(connection, id, entry)?;
    }
    for edit in &record.edits {
        append_edit(connection, id, edit)?;
    }
    mark_changed(connection, id, ending, up)?;
    if record.row.clock.is_some_and(|rule| rule.is_by_days()) {
        due::begin(connection, id, up)?;
    }
    Ok(id.clone())
}

pub fn append(connection: &Connection, id: &str, entry: &LogEntry) -> Result<(), StoreError> {
    let (kind, ply, turn, thought, left, ending) = match entry {
        LogEntry::Turn { ply, turn, thought, left } => (
            "turn",
            *ply,
            Some(turn),
            thought.as_ref(),
            Some(left).filter(|left| !left.is_empty()),
            None,
        ),
        LogEntry::Undo { ply } => ("undo", *ply, None, None, None, None),
        LogEntry::End(ending) => ("end", 0, None, None, None, Some(ending)),
    };
    let thought = thought.map(json).transpose()?;
    let left = left.map(json).transpose()?;
    let ending = ending.map(json).transpose()?;
    connection
        .prepare_cached(
            "INSERT INTO log (game_id, number, kind, ply, turn, thought, clocks, ending, at)
             VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM log WHERE game_id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )
        .and_then(|mut statement| {
            statement.execute(params![id, kind, count(ply), turn, thought, left, ending, now()])
        })
        .map_err(|error| database(&error))?;
    Ok(())
}

/// Notes for the library how a game stands. In one by correspondence whoever is to move has the days of a turn from now on.
pub fn mark_changed(
    connection: &Connection,
    id: &str,
    ending: Option<&Ending>,
    up: i64,
) -> Result<(), StoreError> {
    let ending = ending.map(json).transpose()?;
    connection
        .prepare_cached(
            "UPDATE games SET changed = ?2, ending = ?3,
               due = iif(due IS NULL OR ?3 IS NOT NULL, NULL, ?4 + json_extract(clock, '$.days') * ?5) WHERE id = ?1",
        )
        .and_then(|mut statement| {
            statement.execute(params![id, now(), ending, up, DAY.cast_signed()])
        })
        .map_err(|error| database(&error))?;
    Ok(())
}

pub fn append_edit(connection: &Connection, id: &str, edit: &TreeEdit) -> Result<(), StoreError> {
    let edit = json(edit)?;
    connection
        .prepare_cached(
            "INSERT INTO edits (game_id, number, edit, at)
             VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM edits WHERE game_id = ?1), ?2, ?3)",
        )
        .and_then(|mut statement| statement.execute(params![id, edit, now()]))
        .map_err(|error| database(&error))?;
    Ok(())
}

pub fn keep_judged(
    connection: &Connection,
    id: &str,
    position: &str,
    judged: &Judged,
) -> Result<(), StoreError> {
    let judged = json(judged)?;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO judged (game_id, position, judged) VALUES (?, ?, ?)",
        )
        .and_then(|mut statement| statement.execute(params![id, position, judged]))
        .map_err(|error| database(&error))?;
    Ok(())
}

/// A game, where the server has been up for so long.
pub fn load(connection: &Connection, id: &str, up: i64) -> Result<Option<Record>, StoreError> {
    type Text = Option<String>;
    type Found = (String, String, String, Text, Text, Text, (Text, bool, Text));
    let found: Option<Found> = connection
        .prepare_cached(
            "SELECT game, start, players, clock, user, names, origin, rated, tournament FROM games WHERE id = ?",
        )
        .and_then(|mut statement| {
            statement
                .query_row([id], |row| {
                    let texts = (row.get(3)?, row.get(4)?, row.get(5)?);
                    let more = (row.get(6)?, row.get(7)?, row.get(8)?);
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?, texts.0, texts.1, texts.2, more))
                })
                .optional()
        })
        .map_err(|error| database(&error))?;
    let Some((game, start, players, clock, user, names, (origin, rated, tournament))) = found
    else {
        return Ok(None);
    };
    let mut seating = seats::load(connection, id)?;
    if let Some(seating) = &mut seating {
        for (side, rating) in ratings::of_game(connection, id)? {
            if let Some(seat) = seating.seats.get_mut(&side) {
                seat.rating = Some(rating);
            }
        }
    }
    let row = GameRow {
        id: id.to_owned(),
        game,
        start,
        players: read(id, &players)?,
        clock: clock.map(|text| read(id, &text)).transpose()?,
        user,
        names: read_names(names.as_deref()),
        origin,
        rated,
        tournament,
        seating,
    };
    let log = load_log(connection, id)?;
    let edits = edits(connection, id)?;
    let judged = column(connection, "SELECT position, judged FROM judged WHERE game_id = ?", id)?
        .into_iter()
        // A judgement is found anew where it cannot be read.
        .filter_map(|(position, text)| Some((position, serde_json::from_str(&text).ok()?)))
        .collect();
    let left_now = due::left(connection, id, up)?;
    Ok(Some(Record { row, log, edits, judged, left_now }))
}

/// Names are ornaments: what cannot be read is left out.
fn read_names(text: Option<&str>) -> BTreeMap<char, String> {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

pub fn edits(connection: &Connection, id: &str) -> Result<Vec<TreeEdit>, StoreError> {
    let query = "SELECT edit, '' FROM edits WHERE game_id = ? ORDER BY number";
    column(connection, query, id)?.iter().map(|(edit, _)| read(id, edit)).collect()
}

/// The rows of a game in a table, two texts each.
fn column(
    connection: &Connection,
    query: &str,
    id: &str,
) -> Result<Vec<(String, String)>, StoreError> {
    connection
        .prepare_cached(query)
        .and_then(|mut statement| {
            statement.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
        .map_err(|error| database(&error))
}

fn load_log(connection: &Connection, id: &str) -> Result<Vec<LogEntry>, StoreError> {
    type Row = (String, i64, Option<String>, Option<String>, Option<String>, Option<String>);
    let rows: Vec<Row> = connection
        .prepare_cached(
            "SELECT kind, ply, turn, thought, clocks, ending FROM log WHERE game_id = ? ORDER BY number",
        )
        .and_then(|mut statement| {
            statement
                .query_map([id], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
                })?
                .collect()
        })
        .map_err(|error| database(&error))?;
    rows.into_iter()
        .map(|(kind, ply, turn, thought, left, ending)| {
            let ply = usize::try_from(ply).map_err(|error| damaged(id, &error))?;
            match (kind.as_str(), turn, ending) {
                ("turn", Some(turn), _) => {
                    // A thought is an ornament: one that cannot be read is left out, and the turn stays.
                    let thought = thought.and_then(|text| serde_json::from_str(&text).ok());
                    let left: BTreeMap<char, u64> =
                        left.map(|text| read(id, &text)).transpose()?.unwrap_or_default();
                    Ok(LogEntry::Turn { ply, turn, thought, left })
                }
                ("undo", _, _) => Ok(LogEntry::Undo { ply }),
                ("end", _, Some(ending)) => Ok(LogEntry::End(read(id, &ending)?)),
                (other, _, _) => Err(damaged(id, &format!("an entry of kind `{other}`"))),
            }
        })
        .collect()
}

/// The turns that stand, without what was thought of them.
fn turns(connection: &Connection, id: &str) -> Result<Vec<String>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT kind, ply, turn FROM log WHERE game_id = ? ORDER BY number")
        .map_err(|error| database(&error))?;
    let rows = statement
        .query_map([id], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, usize>(1)?,
                row.get::<_, Option<String>>(2)?,
            ))
        })
        .map_err(|error| database(&error))?;
    let mut turns = Vec::new();
    for row in rows {
        let (kind, ply, turn) = row.map_err(|error| damaged(id, &error))?;
        if kind != "end" {
            turns.truncate(ply);
        }
        turns.extend(turn);
    }
    Ok(turns)
}

/// The games of a user, or all. A row that cannot be read hides itself and no other.
pub fn library(
    connection: &Connection,
    user: Option<&str>,
) -> Result<Vec<LibraryGame>, StoreError> {
    let mut statement = connection
        .prepare_cached(
            "SELECT id, game, start, players, ending, created, changed, names FROM games
             WHERE removed IS NULL
               AND (?1 IS NULL OR user = ?1 OR id IN (SELECT game_id FROM seats WHERE who = ?1))
               AND EXISTS (SELECT 1 FROM log WHERE game_id = id)
             ORDER BY changed DESC, created DESC, id LIMIT ?2",
        )
        .map_err(|error| database(&error))?;
    let mut rows = statement.query(params![user, LISTED]).map_err(|error| database(&error))?;
    let mut games = Vec::new();
    while let Some(row) = rows.next().map_err(|error| database(&error))? {
        games.extend(listed(connection, row));
    }
    Ok(games)
}

fn listed(connection: &Connection, row: &Row<'_>) -> Option<LibraryGame> {
    let id: String = row.get(0).ok()?;
    let players: String = row.get(3).ok()?;
    let ending: Option<String> = row.get(4).ok()?;
    Some(LibraryGame {
        game: row.get(1).ok()?,
        start: row.get(2).ok()?,
        players: read(&id, &players).ok()?,
        turns: turns(connection, &id).ok()?,
        ending: ending.map(|text| read(&id, &text)).transpose().ok()?,
        words: Vec::new(),
        names: read_names(row.get::<_, Option<String>>(7).ok()?.as_deref()),
        tree: Vec::new(),
        comment: String::new(),
        created: row.get(5).ok()?,
        changed: row.get(6).ok()?,
        id,
    })
}

/// Forgets games in which nothing happened.
pub fn tidy(connection: &Connection, what: &Tidying) -> Result<usize, StoreError> {
    let ago = |age: u64| now().saturating_sub(i64::try_from(age).unwrap_or(i64::MAX));
    let live = json(&what.live)?;
    connection
        .prepare_cached(
            "DELETE FROM games WHERE created < iif(user IS NULL, ?1, ?2)
               AND id NOT IN (SELECT value FROM json_each(?3))
               AND NOT EXISTS (SELECT 1 FROM log WHERE game_id = id)
               AND NOT EXISTS (SELECT 1 FROM edits WHERE game_id = id)
               AND NOT EXISTS (SELECT 1 FROM judged WHERE game_id = id)",
        )
        .and_then(|mut statement| {
            statement.execute(params![ago(what.anonymous), ago(what.owned), live])
        })
        .map_err(|error| database(&error))
}

/// Takes a game out of the library or puts it back, where it is that owner's.
pub fn remove(
    connection: &Connection,
    id: &str,
    removed: bool,
    owner: Option<&str>,
) -> Result<bool, StoreError> {
    let at = removed.then(now);
    connection
        .prepare_cached("UPDATE games SET removed = ?2 WHERE id = ?1 AND (?3 IS NULL OR user = ?3)")
        .and_then(|mut statement| statement.execute(params![id, at, owner]))
        .map(|rows| rows == 1)
        .map_err(|error| database(&error))
}

/// The database reads.
pub fn is_there(connection: &Connection) -> Result<(), StoreError> {
    let read =
        connection.query_row("SELECT count(*) FROM (SELECT 1 FROM games LIMIT 1)", [], |_| Ok(()));
    read.map_err(|error| database(&error))
}
