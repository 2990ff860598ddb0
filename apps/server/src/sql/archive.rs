//! The archive: finished games that all may see, between two members or against the house engine, as rows by which they
//! are searched.

use crate::database::{Connection, Param, Row, ToParam as _, params};
use crate::engines;
use crate::protocol::Ending;
use crate::protocol::study::ClockRule;
use crate::ratings;
use crate::store::{Against, ArchivePlace, ArchiveQuery, StoreError};

/// What is archived: a member on each side, two or one and the engine, and an end that is a result. One against the engine
/// is its player's alone: who takes it out of the library takes it out of the archive.
const FINISHED: &str = r#"
    FROM games WHERE ending IS NOT NULL AND private = 0 AND origin IS NULL
      AND (SELECT count(DISTINCT who) FROM seats WHERE game_id = id)
        = CASE WHEN players LIKE '%"engine"%' THEN 1 ELSE 2 END
      AND (removed IS NULL OR players NOT LIKE '%"engine"%')"#;

/// What is read of them: also whether a side is the engine's, and how many are programs'.
const COLUMNS: &str = r#"id, game, clock, ending, rated, tournament, changed,
    CASE WHEN players LIKE '%"engine"%' THEN 1 ELSE 0 END,
    (SELECT count(*) FROM seats WHERE game_id = id AND kind = 'bot')"#;

/// A finished game.
struct Finished {
    id: String,
    game: String,
    clock: Option<String>,
    ending: String,
    rated: bool,
    tournament: Option<String>,
    at: i64,
    engine: bool,
    programs: i64,
}

impl Finished {
    fn read(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.get(0)?,
            game: row.get(1)?,
            clock: row.get(2)?,
            ending: row.get(3)?,
            rated: row.get(4)?,
            tournament: row.get(5)?,
            at: row.get(6)?,
            engine: row.get(7)?,
            programs: row.get(8)?,
        })
    }

    /// Between whom it was played.
    fn against(&self) -> Against {
        match (self.engine, self.programs) {
            (true, _) => Against::House,
            (false, 0) => Against::People,
            (false, _) => Against::Programs,
        }
    }

    /// Adds it; one that was aborted, or cannot be read, is not archived.
    fn add(self, connection: &Connection) -> Result<(), StoreError> {
        let Some(result) = result(&self.game, &self.ending) else { return Ok(()) };
        let against = self.against().name();
        let clock = self.clock.and_then(|text| serde_json::from_str::<ClockRule>(&text).ok());
        let speed = clock.map_or("none", ratings::speed);
        connection
            .execute(
                "INSERT INTO archive (game_id, game, speed, rated, result, tournament, at, against)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game_id) DO NOTHING",
                params![
                    self.id,
                    self.game,
                    speed,
                    self.rated,
                    result,
                    self.tournament,
                    self.at,
                    against
                ],
            )
            .map(drop)
    }
}

/// Puts a game into the archive as it stands now, or takes it out.
pub fn note(connection: &Connection, id: &str) -> Result<(), StoreError> {
    connection.execute("DELETE FROM archive WHERE game_id = ?", params![id])?;
    let query = format!("SELECT {COLUMNS} {FINISHED} AND id = ?");
    let found = connection.row(&query, params![id], Finished::read)?;
    found.map_or(Ok(()), |game| game.add(connection))
}

/// Archives the games that ended before there was an archive, all or none. Where all have been it is quick.
pub fn fill(connection: &Connection) -> Result<(), StoreError> {
    let query = format!(
        "SELECT {COLUMNS} {FINISHED}
           AND NOT EXISTS (SELECT 1 FROM archive WHERE game_id = id)"
    );
    connection.begin()?;
    let filled = connection
        .rows(&query, &[], Finished::read)
        .and_then(|games| games.into_iter().try_for_each(|game| game.add(connection)))
        .and_then(|()| connection.commit());
    if filled.is_err() {
        connection.roll_back();
    }
    filled
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
    connection.rows(&text, &values, |row| Ok(ArchivePlace { at: row.get(0)?, id: row.get(1)? }))
}

/// The statement of a query, and its values.
fn statement(query: &ArchiveQuery) -> (String, Vec<Param<'_>>) {
    let (conditions, mut values) = conditions(query);
    values.push(Param::Integer(i64::try_from(query.most).unwrap_or(i64::MAX)));
    let text = format!(
        "SELECT at, game_id FROM archive WHERE {conditions} ORDER BY at DESC, game_id DESC LIMIT ?"
    );
    (text, values)
}

/// What a game has to be like, and the values in it.
fn conditions(query: &ArchiveQuery) -> (String, Vec<Param<'_>>) {
    let mut conditions = vec!["1 = 1"];
    let mut values: Vec<Param<'_>> = Vec::new();
    let texts = [
        ("game = ?", &query.game),
        ("speed = ?", &query.speed),
        ("result = ?", &query.result),
        ("tournament = ?", &query.tournament),
    ];
    for (condition, text) in texts {
        if let Some(text) = text {
            conditions.push(condition);
            values.push(text.param());
        }
    }
    if let Some(against) = query.against {
        conditions.push("against = ?");
        values.push(Param::Text(against.name()));
    }
    let numbers = [
        ("rated = ?", query.rated.map(i64::from)),
        ("at >= ?", query.since),
        ("at < ?", query.until),
    ];
    for (condition, number) in numbers {
        if let Some(number) = number {
            conditions.push(condition);
            values.push(Param::Integer(number));
        }
    }
    for player in &query.players {
        conditions.push("game_id IN (SELECT game_id FROM seats WHERE who = ?)");
        values.push(player.param());
    }
    if let Some(ArchivePlace { at, id }) = &query.after {
        conditions.push("(at, game_id) < (?, ?)");
        values.extend([Param::Integer(*at), id.param()]);
    }
    (conditions.join(" AND "), values)
}
