//! The chats of a game.

use axum::extract::Path;
use axum::response::Response;
use serde_json::{Value, json};

use super::caller::{Caller, Refused};
use super::input::Fields;
use super::reply::{done, ok};
use crate::chats::{KeptLine, LAST};
use crate::moderation;
use crate::protocol::chat::{ChatLine, ChatRoom, ChatSaid};
use crate::protocol::{Code, Failure};
use crate::room::{Command, Seats};

/// A line of a chat, as the stream of its game says it.
pub fn line(said: &ChatSaid) -> Value {
    let (room, ChatLine { id, by, text, .. }) = (said.room, &said.line);
    json!({ "type": "chatLine", "room": room, "username": by.name, "text": text, "number": id })
}

/// The lines that somebody has missed, after the one of that number; and whether these are all.
pub struct Missed {
    /// As their game's stream says them.
    pub lines: Vec<ChatSaid>,
    /// None that was missed is older than those that are read.
    pub complete: bool,
}

/// The lines of the caller's room in a game after the one of that number.
pub async fn missed(caller: &Caller, id: &str, number: i64) -> Result<Missed, Failure> {
    let (room, lines) = own(caller, id).await?;
    let complete = lines.len() < LAST || lines.first().is_none_or(|first| first.id <= number);
    let blocks = &caller.app.rooms.blocks;
    let after = lines.iter().filter(|line| line.id > number);
    let shown = after.filter(|line| !blocks.has(&caller.who.key, &line.by.key));
    let said = |line: &KeptLine| ChatSaid { room, game: Some(id.to_owned()), line: line.shown() };
    Ok(Missed { lines: shown.map(said).collect(), complete })
}

/// What was said last in the room that the caller is in.
async fn own(caller: &Caller, id: &str) -> Result<(ChatRoom, Vec<KeptLine>), Failure> {
    let standing = caller.app.rooms.standing(id, Some(&caller.who)).await?;
    let plays =
        Seats::of(&standing.row).is_some_and(|seats| !seats.sides(Some(&caller.who)).is_empty());
    let room = if plays { ChatRoom::Player } else { ChatRoom::Spectator };
    let lines = caller.app.rooms.chats.lines(id, room, LAST).await;
    Ok((room, lines.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?))
}

/// `GET /api/bot/game/{id}/chat`: what was said last in the room that the caller is in.
pub async fn read(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    let (_, lines) = own(&caller, &id).await?;
    let blocks = &caller.app.rooms.blocks;
    let shown = lines.iter().filter(|line| !blocks.has(&caller.who.key, &line.by.key));
    let told = shown.map(|line| json!({ "user": line.by.member.name, "text": line.text }));
    Ok(ok(&Value::Array(told.collect())))
}

/// `POST /api/bot/game/{id}/chat`
pub async fn say(
    caller: Caller,
    Path(id): Path<String>,
    fields: Fields,
) -> Result<Response, Refused> {
    let room = match fields.text("room") {
        Some("player") => ChatRoom::Player,
        Some("spectator") => ChatRoom::Spectator,
        _ => {
            let message = "`room` is `player` or `spectator`.";
            return Err(Failure::new(Code::BadMessage, message).at("room").into());
        }
    };
    moderation::may_talk(&caller.app, &caller.who).await?;
    let text = fields.text("text").unwrap_or_default();
    let text = caller.app.talk.take(&caller.who, caller.client.address, text)?;
    let (client, who) = (caller.client, caller.who.clone());
    caller.command(&id, Command::Say { client, who, room, text }).await?;
    Ok(done())
}
