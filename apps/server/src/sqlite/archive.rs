//! The archive: finished games between two members that all may see, as rows by which they are searched.

use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

use super::answer::database;
use crate::engines;
use crate::protocol::Ending;
use crate::protocol::study::ClockRule;
use crate::ratings;
use crate::store::{ArchivePlace, ArchiveQuery, StoreError};

/// What is archived: two seats, taken by two members, and an end that is a result.
const FINISHED: &str = "
    FROM games WHERE ending IS NOT NULL AND private = 0 AND origin IS NULL
      AND (SELECT count(DISTINCT who) FROM seats WHERE game_id = id) = 2";

/// Puts a game into the archive as it stands now, or takes it out.
pub fn note(connection: &Connection, id: &str) -> Result<(), StoreError> {
    let note = || -> rusqlite::Result<()> {
        connection.prepare_cached("DELETE FROM archive WHERE game_id = ?")?.execute([id])?;
        let query = format!(
            "SELECT id, game, clock, ending, rated, tournament, changed {FINISHED} AND id = ?"
        );
        let mut found = connection.prepare_cached(&query)?;
        let mut rows = found.query([id])?;
        match rows.next()? {
            Some(row) => add(connection, row),
            None => Ok(()),
        }
    };
    note().map_err(|error| database(&error))
}

/// Archives the games that ended before there was an archive. Where all have been it is quick.
pub fn fill(connection: &Connection) -> Result<(), StoreError> {
    let fill = || -> rusqlite::Result<()> {
        let query = format!(
            "SELECT id, game, clock, ending, rated, tournament, changed {FINISHED}
               AND NOT EXISTS (SELECT 1 FROM archive WHERE game_id = id)"
        );
        let mut found = connection.prepare(&query)?;
        let mut rows = found.query([])?;
        connection.execute_batch("SAVEPOINT archive")?;
        while let Some(row) = rows.next()? {
            add(connection, row)?;
        }
        connection.execute_batch("RELEASE archive")
    };
    fill().map_err(|error| database(&error))
}

/// Adds a finished game; one that was aborted, or cannot be read, is not archived.
fn add(connection: &Connection, row: &rusqlite::Row<'_>) -> rusqlite::Result<()> {
    let (id, game): (String, String) = (row.get(0)?, row.get(1)?);
    let (clock, ending): (Option<String>, String) = (row.get(2)?, row.get(3)?);
    let Some(result) = result(&game, &ending) else { return Ok(()) };
    let clock = clock.and_then(|text| serde_json::from_str::<ClockRule>(&text).ok());
    let speed = clock.map_or("none", ratings::speed);
    let (rated, tournament): (bool, Option<String>) = (row.get(4)?, row.get(5)?);
    let at: i64 = row.get(6)?;
    connection
        .prepare_cached(
            "INSERT INTO archive (game_id, game, speed, rated, result, tournament, at)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![id, game, speed, rated, result, tournament, at])
        .map(drop)
}

/// How a game ended, as programs know its sides.
fn result(game: &str, ending: &str) -> Option<&'static str> {
    let ending: Ending = serde_json::from_str(ending).ok()?;
    if ending.reason == "abort" {
        return None;
    }
    let [white, _] = engines::sides(game).ok()?;
    Some(match ending.winner {
        None => "draw",
        Some(side) if side == white => "white",
        Some(_) => "black",
    })
}

/// The games that are asked for, the last to end first.
pub fn list(
    connection: &Connection,
    query: &ArchiveQuery,
) -> Result<Vec<ArchivePlace>, StoreError> {
    let (text, values) = statement(query);
    let list = || -> rusqlite::Result<Vec<ArchivePlace>> {
        connection
            .prepare_cached(&text)?
            .query_map(params_from_iter(values), |row| {
                Ok(ArchivePlace { at: row.get(0)?, id: row.get(1)? })
            })?
            .collect()
    };
    list().map_err(|error| database(&error))
}

/// The statement of a query, and its values.
fn statement(query: &ArchiveQuery) -> (String, Vec<Value>) {
    let mut conditions = vec!["1 = 1"];
    let mut values: Vec<Value> = Vec::new();
    let texts = [
        ("game = ?", &query.game),
        ("speed = ?", &query.speed),
        ("result = ?", &query.result),
        ("tournament = ?", &query.tournament),
    ];
    for (condition, text) in texts {
        if let Some(text) = text {
            conditions.push(condition);
            values.push(text.clone().into());
        }
    }
    let numbers = [
        ("rated = ?", query.rated.map(i64::from)),
        ("at >= ?", query.since),
        ("at < ?", query.until),
    ];
    for (condition, number) in numbers {
        if let Some(number) = number {
            conditions.push(condition);
            values.push(number.into());
        }
    }
    for player in &query.players {
        conditions.push("game_id IN (SELECT game_id FROM seats WHERE who = ?)");
        values.push(player.clone().into());
    }
    if let Some(ArchivePlace { at, id }) = &query.after {
        conditions.push("(at, game_id) < (?, ?)");
        values.extend([(*at).into(), id.clone().into()]);
    }
    values.push(i64::try_from(query.most).unwrap_or(i64::MAX).into());
    let conditions = conditions.join(" AND ");
    let text = format!(
        "SELECT at, game_id FROM archive WHERE {conditions} ORDER BY at DESC, game_id DESC LIMIT ?"
    );
    (text, values)
}
