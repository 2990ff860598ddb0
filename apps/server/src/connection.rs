//! One client's WebSocket: reads its messages at a bounded rate and writes what the games it watches tell.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::time::timeout;

use crate::analysis;
use crate::app::App;
use crate::arena::Tournaments;
use crate::engines;
use crate::gate::{ClientId, Pass, Use};
use crate::levels;
use crate::outbox::Outbox;
use crate::protocol::{self, ClientMessage, Code, Failure, PROTOCOL, ServerMessage};
use crate::room::Command;
use crate::rooms::{AbortOnDrop, Rooms, aside};
use crate::searches::SearchHandle;

/// Games that one connection may watch at once.
const MAX_WATCHED: usize = 8;
/// Messages refused for their rate before the connection is closed.
const PATIENCE: u32 = 200;
/// How long a client may take to accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

struct Client<'a> {
    id: ClientId,
    pass: &'a Pass,
    app: &'a App,
    rooms: Arc<Rooms>,
    outbox: Outbox,
    watched: HashSet<String>,
    refused: u32,
    /// The analysis under way; one a connection.
    analysis: Option<SearchHandle>,
    tournaments: Arc<Tournaments>,
    /// The tournament that is watched; one a connection.
    tournament: Option<AbortOnDrop>,
    /// The library that is read; one a connection.
    library: Option<AbortOnDrop>,
}

/// Serves a connection until it ends.
pub async fn serve(mut socket: WebSocket, pass: &Pass, app: &App) {
    let (outbox, inbox) = Outbox::new(pass.client);
    let mut client = Client {
        id: pass.client,
        pass,
        app,
        rooms: Arc::clone(&app.rooms),
        outbox,
        watched: HashSet::new(),
        refused: 0,
        analysis: None,
        tournaments: Arc::clone(&app.tournaments),
        tournament: None,
        library: None,
    };
    client.note_use();
    client.outbox.send(&hello());
    let mut ping = tokio::time::interval(app.ping);
    ping.tick().await;
    let mut heard = true;
    let closing = loop {
        tokio::select! {
            received = socket.recv() => {
                heard = true;
                match received {
                    Some(Ok(Message::Text(text))) => client.hear(text.as_str()).await,
                    Some(Ok(Message::Binary(_))) => client.fail(Failure::new(Code::BadMessage, "Messages are text, not binary.")),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) | None => break None,
                    Some(Err(_)) => break Some((close_code::SIZE, "the message is too long or broken")),
                }
            },
            text = inbox.next() => match text {
                Ok(text) => if !send(&mut socket, Message::Text((&*text).into())).await { break None },
                Err(_) => break Some((close_code::AGAIN, "the client reads too slowly")),
            },
            _ = ping.tick() => {
                // Whoever lives has answered the ping before.
                if !heard { break Some((close_code::AWAY, "no answer to a ping")) }
                heard = false;
                if !send(&mut socket, Message::Ping(Vec::new().into())).await { break None }
            }
            () = pass.revoked() => break Some((close_code::AGAIN, "others need the connection")),
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

impl Client<'_> {
    fn fail(&mut self, failure: Failure) {
        self.outbox.send(&ServerMessage::Error(failure));
    }

    /// Notes what the connection is used for, by which it is known whether it may make way for another.
    fn note_use(&self) {
        let watches = !self.watched.is_empty() || self.tournament.is_some();
        self.pass.used(if watches { Use::Watching } else { Use::Idle });
    }

    async fn hear(&mut self, text: &str) {
        let (limits, address, now) = (&self.app.limits, self.id.address, Instant::now());
        #[expect(clippy::cast_precision_loss, reason = "a message is short")]
        let bytes = text.len() as f64;
        if !(limits.messages.take(address, 1.0, now) && limits.bytes.take(address, bytes, now)) {
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
        self.note_use();
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
                let line = aside(move || analysis::look(it)).await;
                let line = line.map_err(|failure| failure.answering("look"))?;
                self.outbox.send(&line);
                Ok(())
            }
            ClientMessage::Within(it) => {
                let within = aside(move || analysis::within(it)).await;
                let within = within.map_err(|failure| failure.answering("within"))?;
                self.outbox.send(&within);
                Ok(())
            }
            ClientMessage::Analyse(it) => {
                // The one before ends first.
                self.analysis = None;
                let (rooms, outbox) = (Arc::clone(&self.rooms), self.outbox.clone());
                let begun = aside(move || analysis::begin(it, &rooms, outbox)).await;
                self.analysis = begun.map_err(|failure| failure.answering("analyse"))?;
                Ok(())
            }
            ClientMessage::StopAnalysis(_) => {
                self.analysis = None;
                Ok(())
            }
            ClientMessage::Library(of) => {
                self.library = Some(Arc::clone(&self.rooms).tell_library(of, self.outbox.clone()));
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
        let answer = aside(move || ask(&tournaments)).await;
        self.outbox.send(&answer.map_err(|failure| failure.answering(request))?);
        Ok(())
    }

    async fn begin(&mut self, new: protocol::NewGame) -> Result<(), Failure> {
        if !self.app.limits.new_games.take(self.id.address, 1.0, Instant::now()) {
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
        self.rooms.watch(&id, self.outbox.clone()).await?;
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
