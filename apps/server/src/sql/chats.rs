//! Chats of games, as rows.

use super::SqlStore;
use super::answer::now;
use crate::chats::{Chats, KeptLine};
use crate::database::{Connection, Row, params};
use crate::protocol::chat::ChatRoom;
use crate::store::{Answer, StoreError};
use crate::who::{Member, MemberKind, Who};

/// Lines of a room that are kept of a game.
const MOST: i64 = 2000;

const COLUMNS: &str = "id, who, name, kind, text, at";

impl Chats for SqlStore {
    fn add_line(
        &self,
        game: &str,
        room: ChatRoom,
        by: Who,
        text: String,
    ) -> Answer<Option<KeptLine>> {
        let game = game.to_owned();
        self.change(move |connection| add(connection, &game, room, &by, &text))
    }

    fn lines(&self, game: &str, room: ChatRoom, most: usize) -> Answer<Vec<KeptLine>> {
        let game = game.to_owned();
        self.games.ask(move |connection| {
            let query = format!(
                "SELECT {COLUMNS} FROM chat WHERE game_id = ? AND room = ? AND deleted IS NULL
                 ORDER BY id DESC LIMIT ?"
            );
            let mut lines = connection.rows(&query, params![game, room.name(), most], line)?;
            lines.reverse();
            Ok(lines)
        })
    }

    fn line(&self, game: &str, room: ChatRoom, id: i64) -> Answer<Option<KeptLine>> {
        let game = game.to_owned();
        self.games.ask(move |connection| {
            let query = format!(
                "SELECT {COLUMNS} FROM chat WHERE id = ? AND game_id = ? AND room = ? AND deleted IS NULL"
            );
            connection.row(&query, params![id, game, room.name()], line)
        })
    }
}

fn line(row: &Row<'_>) -> Result<KeptLine, StoreError> {
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
    by: &Who,
    text: &str,
) -> Result<Option<KeptLine>, StoreError> {
    let said: i64 = connection.value(
        "SELECT count(*) FROM chat WHERE game_id = ? AND room = ?",
        params![game, room.name()],
    )?;
    if said >= MOST {
        return Ok(None);
    }
    let (at, member) = (now(), &by.member);
    let id = connection.value(
        "INSERT INTO chat (game_id, room, who, name, kind, text, at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
        params![game, room.name(), by.key, member.name, member.kind.name(), text, at],
    )?;
    Ok(Some(KeptLine { id, by: by.clone(), text: text.to_owned(), at }))
}
