//! One client's WebSocket: reads its messages at a bounded rate and writes what the games it watches tell.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

use crate::analysis;
use crate::arena::{Tournaments, Watching};
use crate::engines;
use crate::levels;
use crate::protocol::{self, ClientMessage, Code, Failure, PROTOCOL, ServerMessage};
use crate::rate::Bucket;
use crate::room::{ClientId, Command};
use crate::rooms::Rooms;
use crate::searches::Ticket;

/// Messages that may wait for a slow client before it is let go; it comes back and is told the whole game.
const OUTBOX: usize = 256;
/// Games that one connection may watch at once.
const MAX_WATCHED: usize = 8;
/// A burst of messages, and how many a second after it.
const MESSAGES: (u32, f64) = (60, 20.0);
/// A burst of new games, and how many a second after it.
const NEW_GAMES: (u32, f64) = (20, 0.5);
/// Messages refused for their rate before the connection is closed.
const PATIENCE: u32 = 200;
/// How long a client may take to accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a quiet line is tried.
const PING: Duration = Duration::from_secs(30);

/// Where a room leaves messages for a client.
#[derive(Clone)]
pub struct Outbox {
    messages: mpsc::Sender<Arc<str>>,
    too_slow: Arc<(AtomicBool, Notify)>,
}

impl Outbox {
    fn new() -> (Self, mpsc::Receiver<Arc<str>>) {
        let (messages, inbox) = mpsc::channel(OUTBOX);
        (Self { messages, too_slow: Arc::default() }, inbox)
    }

    /// Leaves a message; a full box ends the connection.
    pub fn send(&self, message: &ServerMessage) {
        self.send_text(message.to_json().into());
    }

    /// Leaves a message that is text already.
    pub fn send_text(&self, text: Arc<str>) {
        if self.messages.try_send(text).is_err() {
            self.too_slow.0.store(true, Ordering::Release);
            self.too_slow.1.notify_one();
        }
    }
}

struct Client {
    id: ClientId,
    rooms: Arc<Rooms>,
    outbox: Outbox,
    watched: HashSet<String>,
    messages: Bucket,
    new_games: Bucket,
    refused: u32,
    /// The analysis under way; one a connection.
    analysis: Option<Ticket>,
    tournaments: Arc<Tournaments>,
    /// The tournament that is watched; one a connection.
    tournament: Option<Watching>,
}

/// Serves a connection until it ends.
pub async fn serve(
    mut socket: WebSocket,
    id: ClientId,
    rooms: Arc<Rooms>,
    tournaments: Arc<Tournaments>,
) {
    let (outbox, mut inbox) = Outbox::new();
    let too_slow = Arc::clone(&outbox.too_slow);
    let now = Instant::now();
    let mut client = Client {
        id,
        rooms,
        outbox,
        watched: HashSet::new(),
        messages: Bucket::new(MESSAGES.0, MESSAGES.1, now),
        new_games: Bucket::new(NEW_GAMES.0, NEW_GAMES.1, now),
        refused: 0,
        analysis: None,
        tournaments,
        tournament: None,
    };
    client.outbox.send(&hello());
    let mut ping = tokio::time::interval(PING);
    ping.tick().await;
    let closing = loop {
        tokio::select! {
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => client.hear(text.as_str()).await,
                Some(Ok(Message::Binary(_))) => client.fail(Failure::new(Code::BadMessage, "Messages are text, not binary.")),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_))) | None => break None,
                Some(Err(_)) => break Some((close_code::SIZE, "the message is too long or broken")),
            },
            Some(text) = inbox.recv() => if !send(&mut socket, Message::Text((&*text).into())).await { break None },
            _ = ping.tick() => if !send(&mut socket, Message::Ping(Vec::new().into())).await { break None },
            () = too_slow.1.notified() => break Some((close_code::AGAIN, "the client reads too slowly")),
        }
        if client.refused > PATIENCE {
            break Some((close_code::POLICY, "too many messages"));
        }
    };
    client.leave_all();
    if let Some((code, reason)) = closing {
        send(&mut socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_TIMEOUT, socket.send(message)).await, Ok(Ok(())))
}

fn hello() -> ServerMessage {
    ServerMessage::Hello {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION"),
        games: engines::games(),
        levels: levels::list(),
    }
}

impl Client {
    fn fail(&mut self, failure: Failure) {
        self.outbox.send(&ServerMessage::Error(failure));
    }

    async fn hear(&mut self, text: &str) {
        if !self.messages.take(Instant::now()) {
            self.refused += 1;
            // Told once a burst, so that a flood does not fill its own box.
            if self.refused % 50 == 1 {
                self.fail(Failure::new(
                    Code::TooFast,
                    "Too many messages at a time; this one was not read.",
                ));
            }
            return;
        }
        if let Err(failure) = self.act(text).await {
            self.fail(failure);
        }
    }

    async fn act(&mut self, text: &str) -> Result<(), Failure> {
        let client = self.id;
        match protocol::read(text)? {
            ClientMessage::New(new) => {
                self.begin(new).await.map_err(|failure| failure.answering("new"))
            }
            ClientMessage::Watch(game) => {
                self.watch(game.id).await.map_err(|failure| failure.answering("watch"))
            }
            ClientMessage::Leave(game) => {
                self.leave(&game.id);
                Ok(())
            }
            ClientMessage::Play(it) => {
                self.tell(&it.id, "play", Command::Play { client, ply: it.ply, turn: it.turn })
            }
            ClientMessage::Undo(it) => {
                self.tell(&it.id, "undo", Command::Undo { client, ply: it.ply })
            }
            ClientMessage::Hint(it) => {
                self.tell(&it.id, "hint", Command::Hint { client, ply: it.ply })
            }
            ClientMessage::MoveNow(it) => self.tell(&it.id, "move_now", Command::MoveNow(client)),
            ClientMessage::Think(it) => self.tell(&it.id, "think", Command::Think(client)),
            ClientMessage::Ponder(it) => self.tell(&it.id, "ponder", Command::Ponder(it.on)),
            ClientMessage::Redo(it) => {
                self.tell(&it.id, "redo", Command::Redo { client, ply: it.ply })
            }
            ClientMessage::Resign(it) => {
                self.tell(&it.id, "resign", Command::Resign { client, side: it.side })
            }
            ClientMessage::Edit(it) => {
                self.tell(&it.id, "edit", Command::Edit { client, edit: it.edit })
            }
            ClientMessage::MainLine(it) => {
                self.tell(&it.id, "main_line", Command::MainLine { client, path: it.path })
            }
            ClientMessage::Report(it) => self.tell(&it.id, "report", Command::Report(client)),
            ClientMessage::StopReport(it) => self.tell(&it.id, "stop_report", Command::StopReport),
            ClientMessage::Look(it) => {
                let line = analysis::look(it).map_err(|failure| failure.answering("look"))?;
                self.outbox.send(&line);
                Ok(())
            }
            ClientMessage::Within(it) => {
                let within = analysis::within(it).map_err(|failure| failure.answering("within"))?;
                self.outbox.send(&within);
                Ok(())
            }
            ClientMessage::Analyse(it) => {
                // The one before ends first.
                self.analysis = None;
                self.analysis = analysis::begin(it, &self.rooms, self.outbox.clone())
                    .map_err(|failure| failure.answering("analyse"))?;
                Ok(())
            }
            ClientMessage::StopAnalysis(_) => {
                self.analysis = None;
                Ok(())
            }
            ClientMessage::Library(of) => {
                let games = self.rooms.library(of).await;
                let games = games.map_err(|failure| failure.answering("library"))?;
                self.outbox.send(&ServerMessage::Library { games });
                Ok(())
            }
            ClientMessage::Remove(it) => self
                .rooms
                .remove(&it.id, it.removed)
                .await
                .map_err(|failure| failure.answering("remove")),
            ClientMessage::ArenaList(_) => self.arena("arena_list", Tournaments::list).await,
            ClientMessage::ArenaWatch(it) => {
                self.tournament = None;
                let watching = self.tournaments.watch(it.id, self.outbox.clone());
                self.tournament =
                    Some(watching.map_err(|failure| failure.answering("arena_watch"))?);
                Ok(())
            }
            ClientMessage::ArenaLeave(_) => {
                self.tournament = None;
                Ok(())
            }
            ClientMessage::ArenaStart(start) => {
                self.arena("arena_start", |all| {
                    all.start(start).map(|id| ServerMessage::ArenaStarted { id })
                })
                .await
            }
            ClientMessage::ArenaStop(it) => {
                self.arena("arena_stop", move |all| all.stop(it.id).and_then(|()| all.list())).await
            }
            ClientMessage::ArenaResume(it) => {
                self.arena("arena_resume", move |all| all.resume(it.id).and_then(|()| all.list()))
                    .await
            }
            ClientMessage::ArenaRemove(it) => {
                self.arena("arena_remove", move |all| all.remove(it.id).and_then(|()| all.list()))
                    .await
            }
            ClientMessage::ArenaGame(it) => {
                self.arena("arena_game", move |all| {
                    let record = Box::new(all.game(it.id, it.number)?);
                    Ok(ServerMessage::ArenaGame { id: it.id, record })
                })
                .await
            }
        }
    }

    /// Asks the arena, which waits for its database, and tells the answer.
    async fn arena(
        &self,
        request: &str,
        ask: impl FnOnce(&Tournaments) -> Result<ServerMessage, Failure> + Send + 'static,
    ) -> Result<(), Failure> {
        let tournaments = Arc::clone(&self.tournaments);
        let asked = tokio::task::spawn_blocking(move || ask(&tournaments)).await;
        let answer = asked.unwrap_or_else(|_| {
            Err(Failure::new(Code::Storage, "The arena failed; nothing was changed."))
        });
        self.outbox.send(&answer.map_err(|failure| failure.answering(request))?);
        Ok(())
    }

    async fn begin(&mut self, new: protocol::NewGame) -> Result<(), Failure> {
        if !self.new_games.take(Instant::now()) {
            return Err(Failure::new(
                Code::Limit,
                "That is many new games at a time; wait some seconds.",
            ));
        }
        let id = self.rooms.begin(new).await?;
        self.watch(id).await
    }

    async fn watch(&mut self, id: String) -> Result<(), Failure> {
        if self.watched.len() >= MAX_WATCHED && !self.watched.contains(&id) {
            return Err(Failure::new(
                Code::Limit,
                format!("A connection may watch {MAX_WATCHED} games at once; leave one first."),
            ));
        }
        self.rooms.tell(&id, Command::Watch(self.id, self.outbox.clone())).await?;
        self.watched.insert(id);
        Ok(())
    }

    /// Tells a game that this client watches.
    fn tell(&self, id: &str, request: &str, command: Command) -> Result<(), Failure> {
        let live = self.watched.contains(id) && self.rooms.tell_live(id, command).is_none();
        if live {
            Ok(())
        } else {
            Err(Failure::new(Code::NotFound, "This connection watches no such game.")
                .at("id")
                .answering(request))
        }
    }

    fn leave(&mut self, id: &str) {
        if self.watched.remove(id) {
            // A room that is not live has no watchers to forget.
            let _ = self.rooms.tell_live(id, Command::Leave(self.id));
        }
    }

    fn leave_all(&mut self) {
        for id in std::mem::take(&mut self.watched) {
            let _ = self.rooms.tell_live(&id, Command::Leave(self.id));
        }
    }
}
