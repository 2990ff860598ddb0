//! Stored games, as rows, and back.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::answer::now;
use super::{due, ratings, seats};
use crate::database::{Connection, Row, params};
use crate::protocol::Ending;
use crate::protocol::study::{DAY, Judged, LibraryGame, TreeEdit};
use crate::store::{GameRow, LogEntry, Record, Seating, StoreError, Tidying};

/// The most games that the library lists.
const LISTED: i64 = 2000;

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Database(error.to_string()))
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
    let GameRow { id, user, origin, .. } = &record.row;
    if let Some(origin) = origin {
        connection.hold(&[origin])?;
        let known = connection.row(
            "SELECT id FROM games WHERE origin = ? AND \"user\" IS NOT DISTINCT FROM ? AND removed IS NULL LIMIT 1",
            params![origin, user],
            |row| row.get(0),
        )?;
        if let Some(known) = known {
            return Ok(known);
        }
    }
    add(connection, &record.row)?;
    if let Some(seating) = &record.row.seating {
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

/// Adds the row of a game.
fn add(connection: &Connection, row: &GameRow) -> Result<(), StoreError> {
    let GameRow { id, game, start, players, clock, user, names, origin, rated, .. } = row;
    let names = Some(names).filter(|names| !names.is_empty()).map(json).transpose()?;
    let clock = clock.as_ref().map(json).transpose()?;
    connection
        .execute(
            "INSERT INTO games (id, game, start, players, created, changed, clock, \"user\", names, origin, rated,
               tournament)
             VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                id,
                game,
                start,
                json(players)?,
                now(),
                clock,
                user,
                names,
                origin,
                rated,
                row.tournament
            ],
        )
        .map(drop)
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
        .execute(
            "INSERT INTO log (game_id, number, kind, ply, turn, thought, clocks, ending, at)
             VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM log WHERE game_id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![id, kind, ply, turn, thought, left, ending, now()],
        )
        .map(drop)
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
        .execute(
            "UPDATE games SET changed = ?2, ending = CAST(?3 AS TEXT),
               due = CASE WHEN due IS NULL OR CAST(?3 AS TEXT) IS NOT NULL THEN NULL
                 ELSE ?4 + json_extract(clock, '$.days') * ?5 END
             WHERE id = ?1",
            params![id, now(), ending, up, DAY],
        )
        .map(drop)
}

pub fn append_edit(connection: &Connection, id: &str, edit: &TreeEdit) -> Result<(), StoreError> {
    connection
        .execute(
            "INSERT INTO edits (game_id, number, edit, at)
             VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM edits WHERE game_id = ?1), ?2, ?3)",
            params![id, json(edit)?, now()],
        )
        .map(drop)
}

pub fn keep_judged(
    connection: &Connection,
    id: &str,
    position: &str,
    judged: &Judged,
) -> Result<(), StoreError> {
    connection
        .execute(
            "INSERT INTO judged (game_id, position, judged) VALUES (?, ?, ?)
             ON CONFLICT (game_id, position) DO UPDATE SET judged = excluded.judged",
            params![id, position, json(judged)?],
        )
        .map(drop)
}

/// A game, where the server has been up for so long.
pub fn load(connection: &Connection, id: &str, up: i64) -> Result<Option<Record>, StoreError> {
    let Some(mut row) = load_row(connection, id)? else { return Ok(None) };
    row.seating = load_seating(connection, id)?;
    let log = load_log(connection, id)?;
    let edits = edits(connection, id)?;
    let query = "SELECT position, judged FROM judged WHERE game_id = ?";
    let judged =
        connection.rows(query, params![id], |row| Ok((row.get(0)?, row.get::<String>(1)?)))?;
    let judged = judged
        .into_iter()
        // A judgement is found anew where it cannot be read.
        .filter_map(|(position, text)| Some((position, serde_json::from_str(&text).ok()?)))
        .collect();
    let left_now = due::left(connection, id, up)?;
    Ok(Some(Record { row, log, edits, judged, left_now }))
}

/// The row of a game, without its seats.
fn load_row(connection: &Connection, id: &str) -> Result<Option<GameRow>, StoreError> {
    connection.row(
        "SELECT game, start, players, clock, \"user\", names, origin, rated, tournament FROM games WHERE id = ?",
        params![id],
        |row| {
            let clock: Option<String> = row.get(3)?;
            Ok(GameRow {
                id: id.to_owned(),
                game: row.get(0)?,
                start: row.get(1)?,
                players: read(id, &row.get::<String>(2)?)?,
                clock: clock.map(|text| read(id, &text)).transpose()?,
                user: row.get(4)?,
                names: read_names(row.get::<Option<String>>(5)?.as_deref()),
                origin: row.get(6)?,
                rated: row.get(7)?,
                tournament: row.get(8)?,
                seating: None,
            })
        },
    )
}

/// The seats of a game, with the ratings of those who have them.
fn load_seating(connection: &Connection, id: &str) -> Result<Option<Seating>, StoreError> {
    let mut seating = seats::load(connection, id)?;
    if let Some(seating) = &mut seating {
        for (side, rating) in ratings::of_game(connection, id)? {
            if let Some(seat) = seating.seats.get_mut(&side) {
                seat.rating = Some(rating);
            }
        }
    }
    Ok(seating)
}

/// Names are ornaments: what cannot be read is left out.
fn read_names(text: Option<&str>) -> BTreeMap<char, String> {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

pub fn edits(connection: &Connection, id: &str) -> Result<Vec<TreeEdit>, StoreError> {
    let query = "SELECT edit FROM edits WHERE game_id = ? ORDER BY number";
    connection.rows(query, params![id], |row| read(id, &row.get::<String>(0)?))
}

fn load_log(connection: &Connection, id: &str) -> Result<Vec<LogEntry>, StoreError> {
    connection.rows(
        "SELECT kind, ply, turn, thought, clocks, ending FROM log WHERE game_id = ? ORDER BY number",
        params![id],
        |row| entry(id, row),
    )
}

/// A row of a log.
fn entry(id: &str, row: &Row<'_>) -> Result<LogEntry, StoreError> {
    let (kind, ply): (String, i64) = (row.get(0)?, row.get(1)?);
    let (turn, ending): (Option<String>, Option<String>) = (row.get(2)?, row.get(5)?);
    let ply = usize::try_from(ply).map_err(|error| damaged(id, &error))?;
    match (kind.as_str(), turn, ending) {
        ("turn", Some(turn), _) => {
            let (thought, left): (Option<String>, Option<String>) = (row.get(3)?, row.get(4)?);
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
}

/// The turns that stand, without what was thought of them.
fn turns(connection: &Connection, id: &str) -> Result<Vec<String>, StoreError> {
    let rows: Vec<(String, usize, Option<String>)> = connection.rows(
        "SELECT kind, ply, turn FROM log WHERE game_id = ? ORDER BY number",
        params![id],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    let mut turns = Vec::new();
    for (kind, ply, turn) in rows {
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
    let games = connection.rows(
        "SELECT id, game, start, players, ending, created, changed, names FROM games
         WHERE removed IS NULL
           AND (CAST(?1 AS TEXT) IS NULL OR \"user\" = CAST(?1 AS TEXT)
                OR id IN (SELECT game_id FROM seats WHERE who = CAST(?1 AS TEXT)))
           AND EXISTS (SELECT 1 FROM log WHERE game_id = id)
         ORDER BY changed DESC, created DESC, id LIMIT ?2",
        params![user, LISTED],
        |row| Ok(listed(row)),
    )?;
    let with_turns =
        |game: LibraryGame| Some(LibraryGame { turns: turns(connection, &game.id).ok()?, ..game });
    Ok(games.into_iter().flatten().filter_map(with_turns).collect())
}

/// A game of a library, without its turns.
fn listed(row: &Row<'_>) -> Option<LibraryGame> {
    let id: String = row.get(0).ok()?;
    let players: String = row.get(3).ok()?;
    let ending: Option<String> = row.get(4).ok()?;
    Some(LibraryGame {
        game: row.get(1).ok()?,
        start: row.get(2).ok()?,
        players: read(&id, &players).ok()?,
        turns: Vec::new(),
        ending: ending.map(|text| read(&id, &text)).transpose().ok()?,
        words: Vec::new(),
        names: read_names(row.get::<Option<String>>(7).ok()?.as_deref()),
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
    let old: Vec<String> = connection.rows(
        "SELECT id FROM games WHERE created < CASE WHEN \"user\" IS NULL THEN CAST(?1 AS BIGINT) ELSE CAST(?2 AS BIGINT) END
           AND NOT EXISTS (SELECT 1 FROM log WHERE game_id = id)
           AND NOT EXISTS (SELECT 1 FROM edits WHERE game_id = id)
           AND NOT EXISTS (SELECT 1 FROM judged WHERE game_id = id)",
        params![ago(what.anonymous), ago(what.owned)],
        |row| row.get(0),
    )?;
    let mut gone = 0;
    for id in old.iter().filter(|id| what.part.has(id) && !what.live.contains(id)) {
        gone += connection.execute("DELETE FROM games WHERE id = ?", params![id])?;
    }
    Ok(gone)
}

/// Takes a game out of the library or puts it back, where it is that owner's.
pub fn remove(
    connection: &Connection,
    id: &str,
    removed: bool,
    owner: Option<&str>,
) -> Result<bool, StoreError> {
    let at = removed.then(now);
    let changed = connection.execute(
        "UPDATE games SET removed = ?2
         WHERE id = ?1 AND (CAST(?3 AS TEXT) IS NULL OR \"user\" = CAST(?3 AS TEXT))",
        params![id, at, owner],
    );
    changed.map(|rows| rows == 1)
}

/// The database reads.
pub fn is_there(connection: &Connection) -> Result<(), StoreError> {
    connection.row("SELECT 1 FROM games LIMIT 1", &[], |_| Ok(())).map(drop)
}
