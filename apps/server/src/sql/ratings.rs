//! Ratings, as rows: they change in the transaction that ends a game, once.

use std::collections::BTreeMap;

use arena::glicko::{Glicko, PROVISIONAL};

use super::answer::now;
use crate::database::{Connection, Row, params};
use crate::protocol::Ending;
use crate::protocol::profile::Ranked;
use crate::protocol::seats::Rating;
use crate::protocol::study::ClockRule;
use crate::ratings::{self, Kept, Point};
use crate::store::StoreError;
use crate::who::Who;

/// Points of a history that are read.
const POINTS: i64 = 5000;
/// Why a game has ended that has no result.
const ABORT: &str = "abort";

/// A side of a game that a member plays.
struct Side {
    letter: char,
    who: String,
}

/// The game and speed whose ratings a game counts for; none where it has no clock.
fn counts_for(game: String, clock: Option<String>) -> Option<(String, &'static str)> {
    let rule: ClockRule = serde_json::from_str(&clock?).ok()?;
    Some((game, ratings::speed(rule)))
}

/// A rating as it is now: it was kept with the member's last game, and is known less well since.
fn glicko(row: &Row<'_>, from: usize) -> Result<Glicko, StoreError> {
    let (rating, deviation) = (row.get(from)?, row.get(from + 1)?);
    let kept = Glicko { rating, deviation, volatility: row.get(from + 2)? };
    Ok(ratings::idle(kept, row.get(from + 3)?, now()))
}

fn rating(
    connection: &Connection,
    who: &str,
    game: &str,
    speed: &str,
) -> Result<Option<Glicko>, StoreError> {
    connection.row(
        "SELECT rating, deviation, volatility, changed FROM ratings WHERE who = ? AND game = ? AND speed = ?",
        params![who, game, speed],
        |row| glicko(row, 0),
    )
}

/// The sides of a game that members with a name play.
fn sides(connection: &Connection, id: &str) -> Result<Vec<Side>, StoreError> {
    let rows = connection.rows(
        "SELECT side, who FROM seats WHERE game_id = ? AND who IS NOT NULL AND kind <> 'guest' ORDER BY side",
        params![id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let side =
        |(side, who): (String, String)| side.chars().next().map(|letter| Side { letter, who });
    Ok(rows.into_iter().filter_map(side).collect())
}

/// Changes the ratings of those who played a rated game that is over, if it has not done so before.
pub fn apply(connection: &Connection, id: &str, ending: &Ending) -> Result<(), StoreError> {
    // Also one that a moderator has cancelled after both had moved.
    if ending.reason == ABORT {
        return Ok(());
    }
    let Some((game, speed)) = counted(connection, id)? else { return Ok(()) };
    let sides = sides(connection, id)?;
    let [one, other] = &sides[..] else { return Ok(()) };
    if one.who == other.who {
        return Ok(());
    }
    // Their ratings may change by another game in this moment, too.
    connection.hold(&[&one.who, &other.who])?;
    let score = match ending.winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == one.letter)),
    };
    let [first, second] = [one, other].map(|side| rating(connection, &side.who, &game, speed));
    let before = [first?.unwrap_or_default(), second?.unwrap_or_default()];
    let after = ratings::after(before[0], before[1], score);
    let at = now();
    for ((side, before), after) in [one, other].into_iter().zip(before).zip(after) {
        let changed = Changed { id, side, game: &game, speed, before, after, at };
        changed.keep(connection)?;
    }
    Ok(())
}

/// The game and speed whose ratings a game counts for; none where it does not count, or has done so already.
fn counted(
    connection: &Connection,
    id: &str,
) -> Result<Option<(String, &'static str)>, StoreError> {
    let found = connection.row(
        "SELECT game, clock FROM games WHERE id = ?1 AND rated = 1
           AND NOT EXISTS (SELECT 1 FROM rated WHERE game_id = ?1)
           AND (SELECT count(*) FROM log WHERE game_id = ?1 AND kind = 'turn') > 1",
        params![id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(found.and_then(|(game, clock)| counts_for(game, clock)))
}

/// What a game has made of a member's rating.
struct Changed<'a> {
    id: &'a str,
    side: &'a Side,
    game: &'a str,
    speed: &'static str,
    before: Glicko,
    after: Glicko,
    at: i64,
}

impl Changed<'_> {
    fn keep(&self, connection: &Connection) -> Result<(), StoreError> {
        let Self { id, side, game, speed, before, after, at } = self;
        connection.execute(
            "INSERT INTO rated (game_id, side, who, game, speed, before, after, deviation, at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                id,
                side.letter.to_string(),
                side.who,
                game,
                speed,
                before.rating,
                after.rating,
                after.deviation,
                at
            ],
        )?;
        connection.execute(
            "INSERT INTO ratings (who, game, speed, rating, deviation, volatility, games, changed)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7)
             ON CONFLICT (who, game, speed) DO UPDATE SET rating = excluded.rating,
               deviation = excluded.deviation, volatility = excluded.volatility,
               games = ratings.games + 1, changed = excluded.changed",
            params![side.who, game, speed, after.rating, after.deviation, after.volatility, at],
        )?;
        Ok(())
    }
}

/// The ratings of the sides of a game: what they became where it was rated and is over, and else what they are now.
pub fn of_game(connection: &Connection, id: &str) -> Result<BTreeMap<char, Rating>, StoreError> {
    let counts =
        connection.row("SELECT game, clock FROM games WHERE id = ?", params![id], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    let Some((game, speed)) = counts.and_then(|(game, clock)| counts_for(game, clock)) else {
        return Ok(BTreeMap::new());
    };
    let mut told = BTreeMap::new();
    for Side { letter, who } in sides(connection, id)? {
        let changed: Option<(f64, f64, f64)> = connection.row(
            "SELECT before, after, deviation FROM rated WHERE game_id = ? AND side = ?",
            params![id, letter.to_string()],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        let shown = match changed {
            Some((before, after, deviation)) => {
                let glicko = Glicko { rating: after, deviation, ..Glicko::default() };
                // As the two shown numbers differ.
                let change = f64::from(ratings::whole(after) - ratings::whole(before));
                ratings::shown(glicko, Some(change))
            }
            None => {
                let glicko = rating(connection, &who, &game, speed)?.unwrap_or_default();
                ratings::shown(glicko, None)
            }
        };
        told.insert(letter, shown);
    }
    Ok(told)
}

/// The ratings of a member.
pub fn of_member(connection: &Connection, who: &str) -> Result<Vec<Kept>, StoreError> {
    connection.rows(
        "SELECT game, speed, rating, deviation, volatility, changed, games,
           (SELECT coalesce(sum(after - before), 0.0) FROM (SELECT after, before FROM rated AS latest
              WHERE latest.who = ratings.who AND latest.game = ratings.game AND latest.speed = ratings.speed
              ORDER BY at DESC, game_id LIMIT 12) AS twelve)
         FROM ratings WHERE who = ? ORDER BY games DESC, game, speed",
        params![who],
        |row| {
            Ok(Kept {
                game: row.get(0)?,
                speed: row.get(1)?,
                glicko: glicko(row, 2)?,
                games: row.get(6)?,
                progress: row.get(7)?,
            })
        },
    )
}

/// A member's ratings after each of the last rated games, the oldest first.
pub fn history(connection: &Connection, who: &str) -> Result<Vec<Point>, StoreError> {
    connection.rows(
        "SELECT game, speed, at, after FROM
           (SELECT * FROM rated WHERE who = ? ORDER BY at DESC, game_id LIMIT ?) AS latest ORDER BY at, game_id",
        params![who, POINTS],
        |row| {
            let (game, speed) = (row.get(0)?, row.get(1)?);
            Ok(Point { game, speed, at: row.get(2)?, rating: row.get(3)? })
        },
    )
}

/// The member plays a rated game now, or one of a tournament: one of them.
pub fn playing(connection: &Connection, who: &str) -> Result<Option<String>, StoreError> {
    connection.row(
        "SELECT id FROM games WHERE id IN (SELECT game_id FROM seats WHERE who = ?)
           AND (rated = 1 OR tournament IS NOT NULL) AND ending IS NULL LIMIT 1",
        params![who],
        |row| row.get(0),
    )
}

/// The best of each game and speed, so many each: those whose rating is provisional last.
pub fn best(
    connection: &Connection,
    most: usize,
    of: Option<Ranked>,
) -> Result<Vec<(Who, Kept)>, StoreError> {
    let bot = of.map(|of| i64::from(of == Ranked::Programs));
    connection.rows(
        "SELECT name, bot, game, speed, rating, deviation, volatility, changed, games, shown FROM
           (SELECT ratings.*, row_number() OVER
              (PARTITION BY game, speed ORDER BY
               deviation * deviation + CASE WHEN ?2 > changed THEN ?2 - changed ELSE 0 END
                 * volatility * volatility * ?3 > ?4,
               rating DESC, who) AS place FROM ratings
            WHERE EXISTS (SELECT 1 FROM accounts
              WHERE key = substr(who, 6) AND closed IS NULL AND bot = coalesce(?5, bot))) AS placed
         JOIN accounts ON 'user:' || key = who WHERE place <= ?1 ORDER BY game, speed, place",
        params![most, now(), ratings::growth(), PROVISIONAL * PROVISIONAL, bot],
        |row| {
            let kept = Kept {
                game: row.get(2)?,
                speed: row.get(3)?,
                glicko: glicko(row, 4)?,
                games: row.get(8)?,
                progress: 0.0,
            };
            let who = Who::account(&row.get::<String>(0)?, row.get(1)?);
            Ok((who.shown_as(row.get(9)?), kept))
        },
    )
}
