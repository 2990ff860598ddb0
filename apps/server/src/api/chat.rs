//! The chats of a game.

use axum::extract::Path;
use axum::response::Response;
use serde_json::{Value, json};

use super::caller::{Caller, Refused};
use super::input::Fields;
use super::reply::{done, ok};
use crate::chats::LAST;
use crate::moderation;
use crate::protocol::chat::{ChatRoom, ChatSaid};
use crate::protocol::{Code, Failure};
use crate::room::{Command, Seats};

/// A line of a chat, as the stream of its game says it.
pub fn line(said: &ChatSaid) -> Value {
    let ChatSaid { room, line, .. } = said;
    json!({ "type": "chatLine", "room": room, "username": line.by.name, "text": line.text })
}

/// `GET /api/bot/game/{id}/chat`: what was said last in the room that the caller is in.
pub async fn read(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    let standing = caller.app.rooms.standing(&id, Some(&caller.who)).await?;
    let plays =
        Seats::of(&standing.row).is_some_and(|seats| !seats.sides(Some(&caller.who)).is_empty());
    let room = if plays { ChatRoom::Player } else { ChatRoom::Spectator };
    let lines = caller.app.rooms.chats.lines(&id, room, LAST).await;
    let lines = lines.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
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
