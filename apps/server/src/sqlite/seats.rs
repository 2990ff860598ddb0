//! The seats of games, as rows.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::answer::database;
use crate::store::{Seat, Seating, StoreError, Taken};
use crate::who::{Member, MemberKind, Who};

/// Adds the seats of a new game.
pub fn create(connection: &Connection, id: &str, seating: &Seating) -> Result<(), StoreError> {
    let add = || -> rusqlite::Result<()> {
        connection
            .prepare_cached("UPDATE games SET private = ?2 WHERE id = ?1")?
            .execute(params![id, seating.private])?;
        let mut add = connection.prepare_cached(
            "INSERT INTO seats (game_id, side, who, name, kind, invite) VALUES (?, ?, ?, ?, ?, ?)",
        )?;
        for (side, Seat { who, invite, .. }) in &seating.seats {
            let key = who.as_ref().map(|who| &who.key);
            let name = who.as_ref().map(|who| &who.member.name);
            let kind = who.as_ref().map(|who| who.member.kind.name());
            add.execute(params![id, side.to_string(), key, name, kind, invite])?;
        }
        Ok(())
    };
    add().map_err(|error| database(&error))
}

/// The seats of a game; none where it was begun without.
pub fn load(connection: &Connection, id: &str) -> Result<Option<Seating>, StoreError> {
    let read = || -> rusqlite::Result<Seating> {
        let private = connection
            .prepare_cached("SELECT private FROM games WHERE id = ?")?
            .query_row([id], |row| row.get(0))?;
        let seats = connection
            .prepare_cached("SELECT side, who, name, kind, invite FROM seats WHERE game_id = ?")?
            .query_map([id], |row| Ok((row.get::<_, String>(0)?, seat(row)?)))?
            .filter_map(|found| match found {
                Ok((side, seat)) => side.chars().next().map(|side| Ok((side, seat))),
                Err(error) => Some(Err(error)),
            })
            .collect::<rusqlite::Result<_>>()?;
        Ok(Seating { seats, private })
    };
    let seating = read().map_err(|error| database(&error))?;
    Ok(Some(seating).filter(|seating| seating.private || !seating.seats.is_empty()))
}

fn seat(row: &Row<'_>) -> rusqlite::Result<Seat> {
    let who = match (row.get(1)?, row.get(2)?, row.get::<_, Option<String>>(3)?) {
        (Some(key), Some(name), Some(kind)) => {
            MemberKind::named(&kind).map(|kind| Who { key, member: Member { name, kind } })
        }
        _ => None,
    };
    Ok(Seat { who, invite: row.get(4)?, rating: None })
}

/// Gives the seat of that word to who asks, if they have none in the game.
pub fn take(connection: &Connection, invite: &str, who: &Who) -> Result<Taken, StoreError> {
    let take = || -> rusqlite::Result<Taken> {
        let found: Option<(String, String)> = connection
            .prepare_cached("SELECT game_id, side FROM seats WHERE invite = ? AND who IS NULL")?
            .query_row([invite], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((id, side)) = found else { return Ok(Taken::None) };
        let has_one: bool = connection
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM seats WHERE game_id = ? AND who = ?)")?
            .query_row(params![id, who.key], |row| row.get(0))?;
        let Some(letter) = side.chars().next().filter(|_| !has_one) else {
            return Ok(Taken::Already { id });
        };
        connection
            .prepare_cached(
                "UPDATE seats SET who = ?3, name = ?4, kind = ?5, invite = NULL WHERE game_id = ?1 AND side = ?2",
            )?
            .execute(params![id, side, who.key, who.member.name, who.member.kind.name()])?;
        Ok(Taken::Now { id, side: letter })
    };
    take().map_err(|error| database(&error))
}

/// The games in which a member has a seat; if `playing`, those that go on and in which nobody is waited for.
pub fn games_of(
    connection: &Connection,
    who: &str,
    playing: bool,
    most: usize,
) -> Result<Vec<String>, StoreError> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let list = || -> rusqlite::Result<Vec<String>> {
        connection
            .prepare_cached(
                "SELECT id FROM games WHERE id IN (SELECT game_id FROM seats WHERE who = ?1) AND removed IS NULL
                   AND (NOT ?2 OR ending IS NULL
                        AND NOT EXISTS (SELECT 1 FROM seats WHERE game_id = id AND who IS NULL))
                 ORDER BY changed DESC, created DESC, id LIMIT ?3",
            )?
            .query_map(params![who, playing, most], |row| row.get(0))?
            .collect()
    };
    list().map_err(|error| database(&error))
}
