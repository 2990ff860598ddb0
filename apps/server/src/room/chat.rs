//! The chats of a game: the players' room, and that of those who watch. And what moderators do to a game.

use std::collections::BTreeMap;

use super::{Room, storage};
use crate::chats::LAST;
use crate::gate::ClientId;
use crate::outbox::Outbox;
use crate::protocol::chat::{Chat, ChatGone, ChatRoom, ChatSaid};
use crate::protocol::live::{LiveGame, LivePlayer};
use crate::protocol::{Code, Ending, Failure, ServerMessage};
use crate::who::Who;

/// Both rooms.
const ROOMS: [ChatRoom; 2] = [ChatRoom::Player, ChatRoom::Spectator];

impl Room {
    /// Reads what was said before, once.
    pub(super) async fn read_chat(&mut self) -> Result<(), Failure> {
        if self.talk.is_read || self.seats.is_none() {
            return Ok(());
        }
        for room in ROOMS {
            let lines = self.around.chats.lines(&self.id, room, LAST).await;
            self.talk.lines.insert(room, lines.map_err(|error| storage(&error))?);
        }
        self.talk.is_read = true;
        Ok(())
    }

    /// The rooms that somebody is in.
    fn rooms_of(&self, who: Option<&Who>) -> Vec<ChatRoom> {
        let Some(seats) = &self.seats else { return Vec::new() };
        let plays = !seats.sides(who).is_empty() || seats.is_alone(who);
        let shared = plays && self.is_shared();
        let watches = !plays || self.ending().is_some();
        let is_in = |room: &ChatRoom| match room {
            ChatRoom::Player => shared,
            _ => watches,
        };
        ROOMS.into_iter().filter(is_in).collect()
    }

    /// The chat of a room for somebody: without the lines of those whom they have blocked.
    fn chat_for(&self, room: ChatRoom, who: Option<&Who>) -> ServerMessage {
        let hidden = |by: &str| who.is_some_and(|who| self.around.blocks.has(&who.key, by));
        let lines = self.talk.of(room).iter().filter(|line| !hidden(&line.by.key));
        ServerMessage::Chat(Chat {
            room,
            game: Some(self.id.clone()),
            lines: lines.map(crate::chats::KeptLine::shown).collect(),
        })
    }

    /// Tells a connection what was said in the rooms that it is in.
    pub(super) fn tell_chat(&self, client: ClientId) {
        let Some(outbox) = self.watchers.get(&client) else { return };
        for room in self.rooms_of(outbox.who.as_ref()) {
            outbox.send(&self.chat_for(room, outbox.who.as_ref()));
        }
    }

    /// The same to all: who is in which room has changed, or a name.
    pub(super) fn tell_chats(&self) {
        let clients: Vec<ClientId> = self.watchers.keys().copied().collect();
        for client in clients {
            self.tell_chat(client);
        }
    }

    /// Those who are in a room.
    fn readers(&self, room: ChatRoom) -> impl Iterator<Item = &Outbox> {
        self.watchers
            .values()
            .filter(move |outbox| self.rooms_of(outbox.who.as_ref()).contains(&room))
    }

    /// Somebody says something, who is in that room.
    pub(super) async fn say(
        &mut self,
        who: Who,
        room: ChatRoom,
        text: String,
    ) -> Result<(), Failure> {
        if !self.rooms_of(Some(&who)).contains(&room) {
            let message = match room {
                ChatRoom::Player => "The players' chat is for the two who play this game.",
                _ => {
                    "The spectators' chat is for those who watch; players join it once the game is over."
                }
            };
            return Err(Failure::new(Code::NotYourTurn, message).at("room"));
        }
        self.read_chat().await?;
        let said = self.around.chats.add_line(&self.id, room, who, text).await;
        let line = said.map_err(|error| storage(&error))?.ok_or_else(|| {
            Failure::new(Code::Limit, "So much was said in this game that no more is kept.")
        })?;
        self.around.news.games.said(&self.id, room, &line);
        let news = ChatSaid { room, game: Some(self.id.clone()), line: line.shown() };
        let news = ServerMessage::ChatSaid(news);
        for outbox in self.readers(room) {
            let blocked = |who: &Who| self.around.blocks.has(&who.key, &line.by.key);
            if !outbox.who.as_ref().is_some_and(blocked) {
                outbox.send(&news);
            }
        }
        self.talk.add(room, line);
        Ok(())
    }

    /// A moderator has deleted a line.
    pub(super) fn unsay(&mut self, room: ChatRoom, id: i64) {
        self.talk.remove(room, id);
        let gone = ServerMessage::ChatGone(ChatGone { room, game: Some(self.id.clone()), id });
        for outbox in self.readers(room) {
            outbox.send(&gone);
        }
    }

    /// A member is shown under another name.
    pub(super) fn rename(&mut self, key: &str, name: &str) {
        self.talk.rename(key, name);
        let Some(seats) = &mut self.seats else { return };
        let seated = seats.seating.seats.values_mut().filter_map(|seat| seat.who.as_mut());
        for who in seated.filter(|who| who.key == key) {
            name.clone_into(&mut who.member.name);
        }
        self.tell_all(&self.state());
        self.tell_chats();
        self.show_live();
    }

    /// A moderator cancels the game: it has no result, and changes no rating.
    pub(super) async fn cancel(&mut self) -> Result<(), Failure> {
        if self.ending().is_some() {
            return Err(Failure::new(Code::Stale, "The game is over."));
        }
        self.finish(Ending { winner: None, reason: "abort".to_owned() }).await
    }

    /// Tells the club how the game stands, while two people play it and all may watch.
    pub(super) fn show_live(&self) {
        let game = if self.ending().is_some() { None } else { self.live_game() };
        self.around.live.tell(&self.id, game);
    }

    fn live_game(&self) -> Option<LiveGame> {
        let seats = self.seats.as_ref().filter(|seats| seats.is_shared())?;
        if seats.seating.private || self.history.is_empty() {
            return None;
        }
        let players = seats.seating.seats.iter().map(|(&side, seat)| {
            let member = seat.who.as_ref()?.member.clone();
            Some((side, LivePlayer { member, rating: seat.rating }))
        });
        let players: BTreeMap<char, LivePlayer> = players.collect::<Option<_>>()?;
        let (game, position) = (self.kind.name().to_owned(), self.game.position_text());
        Some(LiveGame { id: self.id.clone(), game, position, players })
    }
}
