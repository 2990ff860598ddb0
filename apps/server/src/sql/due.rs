//! The clocks of games by correspondence, as rows: until when the side to move has time. They count the time that the
//! server has been up in all its runs: an outage costs nobody time, and the system's clock may be set to any time.

use std::time::{Duration, Instant};

use crate::database::{Connection, params};
use crate::part::Part;
use crate::protocol::study::DAY;
use crate::store::{Due, StoreError};

/// Games that are told at once.
const MOST: usize = 500;

/// The time that the server has been up.
#[derive(Clone, Copy, Debug)]
pub struct Uptime {
    /// Before this run, in milliseconds.
    before: i64,
    since: Instant,
}

impl Uptime {
    /// With what is kept of the runs before; this one begins.
    pub fn read(connection: &Connection) -> Result<Self, StoreError> {
        let kept = connection.row("SELECT ms FROM uptime", &[], |row| row.get(0))?;
        Ok(Self { before: kept.unwrap_or(0), since: Instant::now() })
    }

    /// In milliseconds.
    pub fn now(&self) -> i64 {
        let run = i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.before.saturating_add(run)
    }
}

/// Keeps for how long the server has been up; of several processes the one that has been up longest.
pub fn keep(connection: &Connection, now: i64) -> Result<(), StoreError> {
    connection
        .execute(
            "INSERT INTO uptime (id, ms) VALUES (1, ?1)
             ON CONFLICT (id) DO UPDATE SET ms = excluded.ms WHERE excluded.ms > uptime.ms",
            params![now],
        )
        .map(drop)
}

/// The first turn of a new game has its days from now on.
pub fn begin(connection: &Connection, id: &str, now: i64) -> Result<(), StoreError> {
    connection
        .execute(
            "UPDATE games SET due = ?2 + json_extract(clock, '$.days') * ?3 WHERE id = ?1",
            params![id, now, DAY],
        )
        .map(drop)
}

/// The time that the side to move has left, in milliseconds; none in games of another kind, and
/// where the game is over.
pub fn left(connection: &Connection, id: &str, now: i64) -> Result<Option<u64>, StoreError> {
    let due: Option<i64> = connection.value("SELECT due FROM games WHERE id = ?", params![id])?;
    Ok(due.map(|due| due.saturating_sub(now).max(0).unsigned_abs()))
}

/// The games whose side to move has no time left, and how long it is until the next has none.
pub fn due(connection: &Connection, now: i64, part: Part) -> Result<Due, StoreError> {
    // Those of other processes stand among them.
    let ids: Vec<String> = connection.rows(
        "SELECT id FROM games WHERE due <= ?1 ORDER BY due LIMIT ?2",
        params![now, MOST * part.of * part.of],
        |row| row.get(0),
    )?;
    let ids = ids.into_iter().filter(|id| part.has(id)).take(MOST).collect();
    let next: Option<i64> =
        connection.value("SELECT min(due) FROM games WHERE due > ?", params![now])?;
    let wait = |due: i64| Duration::from_millis(due.saturating_sub(now).unsigned_abs());
    Ok(Due { ids, next: next.map(wait) })
}

/// The games of a member by correspondence that go on, those with the least time first.
pub fn games_of(
    connection: &Connection,
    who: &str,
    most: usize,
) -> Result<Vec<String>, StoreError> {
    connection.rows(
        "SELECT id FROM games WHERE id IN (SELECT game_id FROM seats WHERE who = ?1) AND due IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM seats WHERE game_id = id AND who IS NULL)
         ORDER BY due, id LIMIT ?2",
        params![who, most],
        |row| row.get(0),
    )
}
