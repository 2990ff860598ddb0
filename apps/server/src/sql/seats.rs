//! The seats of games, as rows.

use crate::database::{Connection, Row, params};
use crate::store::{Seat, Seating, StoreError, Taken};
use crate::who::{Member, MemberKind, Who};

/// Adds the seats of a new game.
pub fn create(connection: &Connection, id: &str, seating: &Seating) -> Result<(), StoreError> {
    connection
        .execute("UPDATE games SET private = ?2 WHERE id = ?1", params![id, seating.private])?;
    for (side, Seat { who, invite, .. }) in &seating.seats {
        let key = who.as_ref().map(|who| &who.key);
        let name = who.as_ref().map(|who| &who.member.name);
        let kind = who.as_ref().map(|who| who.member.kind.name());
        connection.execute(
            "INSERT INTO seats (game_id, side, who, name, kind, invite) VALUES (?, ?, ?, ?, ?, ?)",
            params![id, side.to_string(), key, name, kind, invite],
        )?;
    }
    Ok(())
}

/// The seats of a game; none where it was begun without.
pub fn load(connection: &Connection, id: &str) -> Result<Option<Seating>, StoreError> {
    let private = connection.value("SELECT private FROM games WHERE id = ?", params![id])?;
    let seats = connection.rows(
        "SELECT side, who, name, kind, invite FROM seats WHERE game_id = ?",
        params![id],
        |row| Ok((row.get::<String>(0)?, seat(row)?)),
    )?;
    let seats = seats.into_iter().filter_map(|(side, seat)| Some((side.chars().next()?, seat)));
    let seating = Seating { seats: seats.collect(), private };
    Ok(Some(seating).filter(|seating| seating.private || !seating.seats.is_empty()))
}

fn seat(row: &Row<'_>) -> Result<Seat, StoreError> {
    let who = match (row.get(1)?, row.get(2)?, row.get::<Option<String>>(3)?) {
        (Some(key), Some(name), Some(kind)) => {
            MemberKind::named(&kind).map(|kind| Who { key, member: Member { name, kind } })
        }
        _ => None,
    };
    Ok(Seat { who, invite: row.get(4)?, rating: None })
}

/// Gives the seat of that word to who asks, if they have none in the game.
pub fn take(connection: &Connection, invite: &str, who: &Who) -> Result<Taken, StoreError> {
    let found = connection.row(
        "SELECT game_id, side FROM seats WHERE invite = ? AND who IS NULL",
        params![invite],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
    )?;
    let Some((id, side)) = found else { return Ok(Taken::None) };
    let has_one: bool = connection.value(
        "SELECT EXISTS (SELECT 1 FROM seats WHERE game_id = ? AND who = ?)",
        params![id, who.key],
    )?;
    let Some(letter) = side.chars().next().filter(|_| !has_one) else {
        return Ok(Taken::Already { id });
    };
    // Another process may have given it meanwhile.
    let taken = connection.execute(
        "UPDATE seats SET who = ?3, name = ?4, kind = ?5, invite = NULL
         WHERE game_id = ?1 AND side = ?2 AND who IS NULL",
        params![id, side, who.key, who.member.name, who.member.kind.name()],
    )?;
    Ok(if taken == 1 { Taken::Now { id, side: letter } } else { Taken::None })
}

/// The game whose free seat that word gives.
pub fn game_of(connection: &Connection, invite: &str) -> Result<Option<String>, StoreError> {
    connection.row(
        "SELECT game_id FROM seats WHERE invite = ? AND who IS NULL",
        params![invite],
        |row| row.get(0),
    )
}

/// The games in which a member has a seat; if `playing`, those that go on and in which nobody is waited for.
pub fn games_of(
    connection: &Connection,
    who: &str,
    playing: bool,
    most: usize,
) -> Result<Vec<String>, StoreError> {
    connection.rows(
        "SELECT id FROM games WHERE id IN (SELECT game_id FROM seats WHERE who = ?1) AND removed IS NULL
           AND (NOT ?2 OR ending IS NULL
                AND NOT EXISTS (SELECT 1 FROM seats WHERE game_id = id AND who IS NULL))
         ORDER BY changed DESC, created DESC, id LIMIT ?3",
        params![who, playing, most],
        |row| row.get(0),
    )
}
