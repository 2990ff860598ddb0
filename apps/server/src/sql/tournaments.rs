//! Tournaments, their players and pairings, as rows.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::SqlStore;
use super::answer::now;
use super::passkeys::key_of;
use super::{desk, members};
use crate::database::{Connection, Row, params};
use crate::protocol::tournament::{Stage, Status, Terms};
use crate::store::{Answer, StoreError};
use crate::tournaments::kept::{Change, Done, Entry, Head, Keeps, Kept, Pairing};
use crate::who::{Member, MemberKind, Who};

/// The error for a column that cannot be understood.
fn damaged(what: &str) -> StoreError {
    StoreError::Database(format!("a tournament with the {what} that nobody knows"))
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Database(error.to_string()))
}

fn read<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|_| damaged(what))
}

/// A word of the protocol as a column has it.
fn word<T: Serialize>(value: &T) -> String {
    serde_json::to_value(value)
        .ok()
        .and_then(|it| it.as_str().map(str::to_owned))
        .unwrap_or_default()
}

fn meant<T: DeserializeOwned>(word: String, what: &str) -> Result<T, StoreError> {
    serde_json::from_value(word.into()).map_err(|_| damaged(what))
}

fn who(row: &Row<'_>, from: usize) -> Result<Who, StoreError> {
    let kind: String = row.get(from + 2)?;
    let kind = MemberKind::named(&kind).ok_or_else(|| damaged("kind of member"))?;
    Ok(Who { key: row.get(from)?, member: Member { name: row.get(from + 1)?, kind } })
}

/// The columns that [`head`] reads.
const HEAD: &str = "id, terms, who, name, kind, stage, starts, ends, winner";

/// Who won, as [`winner`] writes it: name, kind and key. In what was kept once there is no key; it follows from the name.
fn who_won(text: &str) -> Result<Option<Who>, StoreError> {
    let written: Vec<String> = read(text, "winner")?;
    let [name, kind, key @ ..] = &written[..] else { return Err(damaged("winner")) };
    let Some(kind) = MemberKind::named(kind) else { return Ok(None) };
    let mut who = Who::account(name, false);
    who.member.kind = kind;
    if let [key] = key {
        key.clone_into(&mut who.key);
    }
    Ok(Some(who))
}

fn head(row: &Row<'_>) -> Result<Head, StoreError> {
    let winner = row.get::<Option<String>>(8)?.map_or(Ok(None), |text| who_won(&text))?;
    let mut terms: Terms = read(&row.get::<String>(1)?, "terms")?;
    let invited = terms.invited.take();
    Ok(Head {
        id: row.get(0)?,
        terms,
        invited: invited.map(|keys| keys.iter().map(|key| Who::account(key, false)).collect()),
        by: who(row, 2)?,
        stage: meant(row.get(5)?, "stage")?,
        starts: row.get(6)?,
        ends: row.get(7)?,
        winner,
    })
}

/// Gives a member the name that others see now: what is kept is who they are. A guest has the name of their number.
fn name(connection: &Connection, who: &mut Who) -> Result<(), StoreError> {
    if let Some(account) = members::account(connection, key_of(who))? {
        *who = account.who;
    }
    Ok(())
}

/// Gives those who are named there the names that others see.
fn with_names(connection: &Connection, mut head: Head) -> Result<Head, StoreError> {
    let named = std::iter::once(&mut head.by).chain(&mut head.winner);
    for who in named.chain(head.invited.iter_mut().flatten()) {
        name(connection, who)?;
    }
    Ok(head)
}

/// The terms as they are kept: with whom they invite.
fn terms(head: &Head) -> Result<String, StoreError> {
    let keys = |list: &Vec<Who>| list.iter().map(|who| key_of(who).to_owned()).collect();
    json(&Terms { invited: head.invited.as_ref().map(keys), ..head.terms.clone() })
}

fn winner(head: &Head) -> Result<Option<String>, StoreError> {
    let written = |who: &Who| json(&(&who.member.name, who.member.kind.name(), &who.key));
    head.winner.as_ref().map(written).transpose()
}

fn add(connection: &Connection, head: &Head) -> Result<(), StoreError> {
    let Head { id, by, stage, starts, ends, .. } = head;
    connection
        .execute(
            "INSERT INTO tournaments (id, terms, who, name, kind, stage, starts, ends, winner, created)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                id,
                terms(head)?,
                by.key,
                by.member.name,
                by.member.kind.name(),
                word(stage),
                starts,
                ends,
                winner(head)?,
                now()
            ],
        )
        .map(drop)
}

fn change(connection: &Connection, id: &str, change: &Change) -> Result<(), StoreError> {
    match change {
        Change::Head(head) => connection
            .execute(
                "UPDATE tournaments SET stage = ?2, starts = ?3, ends = ?4, winner = ?5, terms = ?6
                 WHERE id = ?1",
                params![id, word(&head.stage), head.starts, head.ends, winner(head)?, terms(head)?],
            )
            .map(drop),
        Change::Player(number, entry) => change_player(connection, id, *number, entry),
        Change::Pairing(pairing) => change_pairing(connection, id, pairing),
        Change::Unpaired(number) => connection
            .execute(
                "DELETE FROM pairings WHERE tournament_id = ? AND number = ?",
                params![id, number],
            )
            .map(drop),
    }
}

fn change_player(
    connection: &Connection,
    id: &str,
    number: usize,
    entry: &Entry,
) -> Result<(), StoreError> {
    let Entry { who, rating, status, since, rung, moved } = entry;
    let rating = rating.as_ref().map(json).transpose()?;
    connection
        .execute(
            "INSERT INTO tournament_players (tournament_id, number, who, name, kind, rating, status,
               since, rung, moved)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             ON CONFLICT (tournament_id, number) DO UPDATE SET
               rating = excluded.rating, status = excluded.status, since = excluded.since,
               rung = excluded.rung, moved = excluded.moved",
            params![
                id,
                number,
                who.key,
                who.member.name,
                who.member.kind.name(),
                rating,
                word(status),
                since,
                rung,
                moved
            ],
        )
        .map(drop)
}

fn change_pairing(connection: &Connection, id: &str, pairing: &Pairing) -> Result<(), StoreError> {
    let Pairing { number, round, game, players, ratings, done } = pairing;
    connection
        .execute(
            "INSERT INTO pairings (tournament_id, number, round, game_id, first, second, first_rating,
               second_rating, done, half_points, first_points, second_points, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
             ON CONFLICT (tournament_id, number) DO UPDATE SET done = excluded.done,
               half_points = excluded.half_points, first_points = excluded.first_points,
               second_points = excluded.second_points, at = excluded.at",
            params![
                id,
                number,
                round,
                game,
                players[0],
                players[1],
                ratings[0],
                ratings[1],
                done.map(|done| done.order),
                done.and_then(|done| done.half_points),
                done.map(|done| done.points[0]),
                done.map(|done| done.points[1]),
                done.map(|done| done.at)
            ],
        )
        .map(drop)
}

fn load(connection: &Connection, id: &str) -> Result<Option<Kept>, StoreError> {
    let query = format!("SELECT {HEAD} FROM tournaments WHERE id = ?");
    let Some(head) = connection.row(&query, params![id], head)? else { return Ok(None) };
    let head = with_names(connection, head)?;
    let mut players = connection.rows(
        "SELECT who, name, kind, rating, status, since, rung, moved FROM tournament_players
         WHERE tournament_id = ? ORDER BY number",
        params![id],
        player,
    )?;
    for player in &mut players {
        name(connection, &mut player.who)?;
    }
    let pairings = connection.rows(
        "SELECT number, round, game_id, first, second, first_rating, second_rating, done, half_points,
           first_points, second_points, at
         FROM pairings WHERE tournament_id = ? ORDER BY number",
        params![id],
        pairing,
    )?;
    Ok(Some(Kept { head, players, pairings }))
}

fn player(row: &Row<'_>) -> Result<Entry, StoreError> {
    let rating: Option<String> = row.get(3)?;
    Ok(Entry {
        who: who(row, 0)?,
        // A rating is an ornament: one that cannot be read is left out.
        rating: rating.and_then(|text| serde_json::from_str(&text).ok()),
        status: meant::<Status>(row.get(4)?, "status")?,
        since: row.get(5)?,
        rung: row.get(6)?,
        moved: row.get(7)?,
    })
}

fn pairing(row: &Row<'_>) -> Result<Pairing, StoreError> {
    let done = match (row.get(7)?, row.get(9)?, row.get(10)?, row.get(11)?) {
        (Some(order), Some(one), Some(two), Some(at)) => {
            Some(Done { order, half_points: row.get(8)?, points: [one, two], at })
        }
        _ => None,
    };
    Ok(Pairing {
        number: row.get(0)?,
        round: row.get(1)?,
        game: row.get(2)?,
        players: [row.get(3)?, row.get(4)?],
        ratings: [row.get(5)?, row.get(6)?],
        done,
    })
}

/// The last that are over. A row that cannot be read hides itself and no other.
fn past(connection: &Connection, most: usize) -> Result<Vec<(Head, usize)>, StoreError> {
    let query = format!(
        "SELECT {HEAD}, (SELECT count(*) FROM tournament_players WHERE tournament_id = id AND status <> 'out')
         FROM tournaments WHERE stage IN ('over', 'canceled') ORDER BY ends DESC NULLS LAST LIMIT ?"
    );
    let read = |row: &Row<'_>| Ok::<_, StoreError>((head(row)?, row.get(9)?));
    let found = connection.rows(&query, params![most], |row| Ok(read(row).ok()))?;
    let named = |(head, players)| Ok((with_names(connection, head)?, players));
    found.into_iter().flatten().map(named).collect()
}

/// That member is one of the people of a tournament, or moderates.
fn sees(connection: &Connection, id: &str, who: &str) -> Result<bool, StoreError> {
    let query = format!("SELECT {HEAD} FROM tournaments WHERE id = ?");
    let Some(head) = connection.row(&query, params![id], head)? else { return Ok(false) };
    Ok(head.is_open_to(who) || desk::is_moderator(connection, who)?)
}

fn open(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let [coming, running] = [Stage::Coming, Stage::Running].map(|stage| word(&stage));
    connection.rows(
        "SELECT id FROM tournaments WHERE stage IN (?, ?) ORDER BY created",
        params![coming, running],
        |row| row.get(0),
    )
}

impl Keeps for SqlStore {
    fn add_tournament(&self, head: Head) -> Answer<()> {
        self.change(move |connection| add(connection, &head))
    }

    fn change_tournament(&self, id: &str, changes: Vec<Change>) -> Answer<()> {
        let id = id.to_owned();
        self.change(move |connection| {
            changes.iter().try_for_each(|one| change(connection, &id, one))
        })
    }

    fn tournament(&self, id: &str) -> Answer<Option<Kept>> {
        let id = id.to_owned();
        self.games.ask(move |connection| load(connection, &id))
    }

    fn open_tournaments(&self) -> Answer<Vec<String>> {
        self.games.ask(open)
    }

    fn past_tournaments(&self, most: usize) -> Answer<Vec<(Head, usize)>> {
        self.lists.ask(move |connection| past(connection, most))
    }

    fn member_named(&self, name: &str) -> Answer<Option<Who>> {
        let name = name.to_owned();
        self.games.ask(move |connection| {
            let account = members::member(connection, &name)?;
            Ok(account.filter(|account| !account.closed).map(|account| account.who))
        })
    }

    fn sees_tournament(&self, id: &str, who: &str) -> Answer<bool> {
        let (id, who) = (id.to_owned(), who.to_owned());
        self.games.ask(move |connection| sees(connection, &id, &who))
    }

    fn moderates(&self, key: &str) -> Answer<bool> {
        let key = key.to_owned();
        self.games.ask(move |connection| desk::is_moderator(connection, &key))
    }

    fn game_changed(&self, id: &str) -> Answer<Option<i64>> {
        let id = id.to_owned();
        self.games.ask(move |connection| {
            connection.row("SELECT changed FROM games WHERE id = ?", params![id], |row| row.get(0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::who_won;
    use crate::who::{MemberKind, Who};

    #[test]
    fn who_won_is_read_with_a_key_and_without_one() {
        let old = who_won(r#"["Ann","person"]"#).expect("reads");
        assert_eq!(old, Some(Who::account("Ann", false)));
        let bot = who_won(r#"["member-7","bot","user:rex"]"#).expect("reads").expect("somebody");
        assert_eq!((&*bot.key, &*bot.member.name), ("user:rex", "member-7"));
        assert_eq!(bot.member.kind, MemberKind::Bot);
        assert_eq!(who_won(r#"["Ann","wizard"]"#).expect("reads"), None);
        for damaged in ["", "7", "[]", r#"["Ann"]"#] {
            who_won(damaged).expect_err(damaged);
        }
    }
}
