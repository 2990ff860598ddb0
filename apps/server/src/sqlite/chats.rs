//! Chats of games, as rows.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::SqliteStore;
use super::answer::{database, now};
use crate::chats::{Chats, KeptLine};
use crate::protocol::chat::ChatRoom;
use crate::store::{Answer, StoreError};
use crate::who::{Member, MemberKind, Who};

/// Lines of a room that are kept of a game.
const MOST: i64 = 2000;

const COLUMNS: &str = "id, who, name, kind, text, at";

impl Chats for SqliteStore {
    fn add_line(
        &self,
        game: &str,
        room: ChatRoom,
        by: Who,
        text: String,
    ) -> Answer<Option<KeptLine>> {
        let game = game.to_owned();
        self.change(move |connection| add(connection, &game, room, by, text))
    }

    fn lines(&self, game: &str, room: ChatRoom, most: usize) -> Answer<Vec<KeptLine>> {
        let game = game.to_owned();
        self.games.ask(move |connection| {
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let read = || -> rusqlite::Result<Vec<KeptLine>> {
                let query = format!(
                    "SELECT {COLUMNS} FROM chat WHERE game_id = ? AND room = ? AND deleted IS NULL
                     ORDER BY id DESC LIMIT ?"
                );
                let mut lines: Vec<KeptLine> = connection
                    .prepare_cached(&query)?
                    .query_map(params![game, room.name(), most], line)?
                    .collect::<rusqlite::Result<_>>()?;
                lines.reverse();
                Ok(lines)
            };
            read().map_err(|error| database(&error))
        })
    }

    fn line(&self, game: &str, room: ChatRoom, id: i64) -> Answer<Option<KeptLine>> {
        let game = game.to_owned();
        self.games.ask(move |connection| {
            let query = format!(
                "SELECT {COLUMNS} FROM chat WHERE id = ? AND game_id = ? AND room = ? AND deleted IS NULL"
            );
            connection
                .prepare_cached(&query)
                .and_then(|mut query| {
                    query.query_row(params![id, game, room.name()], line).optional()
                })
                .map_err(|error| database(&error))
        })
    }
}

fn line(row: &Row<'_>) -> rusqlite::Result<KeptLine> {
    let kind: String = row.get(3)?;
    let member =
        Member { name: row.get(2)?, kind: MemberKind::named(&kind).unwrap_or(MemberKind::Guest) };
    let by = Who { key: row.get(1)?, member };
    Ok(KeptLine { id: row.get(0)?, by, text: row.get(4)?, at: row.get(5)? })
}

fn add(
    connection: &Connection,
    game: &str,
    room: ChatRoom,
    by: Who,
    text: String,
) -> Result<Option<KeptLine>, StoreError> {
    let add = || -> rusqlite::Result<Option<KeptLine>> {
        let said: i64 = connection
            .prepare_cached("SELECT count(*) FROM chat WHERE game_id = ? AND room = ?")?
            .query_row(params![game, room.name()], |row| row.get(0))?;
        if said >= MOST {
            return Ok(None);
        }
        let (at, member) = (now(), &by.member);
        connection
            .prepare_cached(
                "INSERT INTO chat (game_id, room, who, name, kind, text, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![game, room.name(), by.key, member.name, member.kind.name(), text, at])?;
        let id = connection.last_insert_rowid();
        Ok(Some(KeptLine { id, by, text, at }))
    };
    add().map_err(|error| database(&error))
}
