//! One client's WebSocket: reads its messages at a bounded rate and writes the messages of the games it watches.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::time::timeout;

use crate::analysis;
use crate::app::App;
use crate::arena::Tournaments;
use crate::gate::{ClientId, Pass, Use};
use crate::levels;
use crate::outbox::{Inbox, Outbox};
use crate::protocol::study::{Analyse, Edit, LibraryOf};
use crate::protocol::{self, ClientMessage, Code, Failure, Hello, PROTOCOL, ServerMessage};
use crate::room::Command;
use crate::rooms::{AbortOnDrop, Rooms, aside};
use crate::searches::SearchHandle;

/// Games that one connection may watch at once.
const MAX_WATCHED: usize = 8;
/// Messages refused for their rate before the connection is closed.
const MAX_REFUSED: u32 = 200;
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

/// Why the server ends a connection, for the close frame.
type Closing = (u16, &'static str);

/// Serves a connection until it ends.
pub async fn serve(mut socket: WebSocket, pass: &Pass, app: &App) {
    let (outbox, inbox) = Outbox::new(pass.client);
    let mut client = Client::new(pass, app, outbox);
    client.note_use();
    client.outbox.send(&hello(app));
    let closing = exchange(&mut socket, &mut client, &inbox).await;
    client.leave_all();
    if let Some((code, reason)) = closing {
        send(&mut socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    }
}

/// Passes messages in both directions until the connection ends; None where the client ended it.
async fn exchange(
    socket: &mut WebSocket,
    client: &mut Client<'_>,
    inbox: &Inbox,
) -> Option<Closing> {
    let pass = client.pass;
    let mut ping = tokio::time::interval(client.app.ping);
    ping.tick().await;
    let mut alive = true;
    loop {
        tokio::select! {
            received = socket.recv() => {
                alive = true;
                match received {
                    Some(Ok(Message::Text(text))) => client.receive(text.as_str()).await,
                    Some(Ok(Message::Binary(_))) => client.fail(Failure::new(Code::BadMessage, "Messages are text, not binary.")),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(_)) => return Some((close_code::SIZE, "the message is too long or broken")),
                }
            },
            text = inbox.next() => match text {
                Ok(text) => if !send(socket, Message::Text((&*text).into())).await { return None },
                Err(_) => return Some((close_code::AGAIN, "the client reads too slowly")),
            },
            _ = ping.tick() => {
                // Whoever lives has answered the ping before.
                if !alive { return Some((close_code::AWAY, "no answer to a ping")) }
                alive = false;
                if !send(socket, Message::Ping(Vec::new().into())).await { return None }
            }
            () = pass.revoked() => return Some((close_code::AGAIN, "others need the connection")),
        }
        if client.refused > MAX_REFUSED {
            return Some((close_code::POLICY, "too many messages"));
        }
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_TIMEOUT, socket.send(message)).await, Ok(Ok(())))
}

fn hello(app: &App) -> ServerMessage {
    ServerMessage::Hello(Hello {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION"),
        games: app.games.clone(),
        levels: levels::list(),
    })
}

impl<'a> Client<'a> {
    fn new(pass: &'a Pass, app: &'a App, outbox: Outbox) -> Self {
        Self {
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
        }
    }

    fn fail(&mut self, failure: Failure) {
        self.outbox.send(&ServerMessage::Error(failure));
    }

    /// Notes what the connection is used for, by which it is known whether it may make way for another.
    fn note_use(&self) {
        let watches = !self.watched.is_empty() || self.tournament.is_some();
        self.pass.used(if watches { Use::Watching } else { Use::Idle });
    }

    async fn receive(&mut self, text: &str) {
        let (limits, address, now) = (&self.app.limits, self.id.address, Instant::now());
        #[expect(clippy::cast_precision_loss, reason = "a message is short")]
        let bytes = text.len() as f64;
        if !(limits.messages.take(address, 1.0, now) && limits.bytes.take(address, bytes, now)) {
            self.refused += 1;
            // Reported once a burst, so that a flood does not fill its own box.
            if self.refused % 50 == 1 {
                self.fail(Failure::new(
                    Code::TooFast,
                    "Too many messages at a time; this one was not read.",
                ));
            }
            return;
        }
        let done = match protocol::read(text) {
            Ok((kind, message)) => {
                self.act(message).await.map_err(|failure| failure.answering(kind))
            }
            Err(failure) => Err(failure),
        };
        if let Err(failure) = done {
            self.fail(failure);
        }
        self.note_use();
    }

    async fn act(&mut self, message: ClientMessage) -> Result<(), Failure> {
        use ClientMessage as Message;
        let client = self.id;
        match message {
            Message::New(new) => self.begin(new).await,
            Message::Watch { id } => self.watch(id).await,
            Message::Leave { id } => self.leave(&id),
            Message::Play { id, ply, turn } => {
                self.command(&id, Command::Play { client, ply, turn })
            }
            Message::Undo { id, ply } => self.command(&id, Command::Undo { client, ply }),
            Message::Hint { id, ply } => self.command(&id, Command::Hint { client, ply }),
            Message::MoveNow { id } => self.command(&id, Command::MoveNow(client)),
            Message::Think { id } => self.command(&id, Command::Think(client)),
            Message::Ponder { id, on } => self.command(&id, Command::Ponder(on)),
            Message::Redo { id, ply } => self.command(&id, Command::Redo { client, ply }),
            Message::Resign { id, side } => self.command(&id, Command::Resign { client, side }),
            Message::Edit(Edit { id, edit }) => self.command(&id, Command::Edit { client, edit }),
            Message::MainLine { id, path } => self.command(&id, Command::MainLine { client, path }),
            Message::Report { id } => self.command(&id, Command::Report(client)),
            Message::StopReport { id } => self.command(&id, Command::StopReport),
            Message::Look(look) => self.answer(move || analysis::look(look)).await,
            Message::Within(within) => self.answer(move || analysis::within(within)).await,
            Message::Analyse(asked) => self.analyse(asked).await,
            Message::StopAnalysis {} => self.end_analysis(),
            Message::Library(of) => self.read_library(of),
            Message::Remove { id, removed } => self.rooms.remove(&id, removed).await,
            Message::ArenaList {} => self.arena(Tournaments::list).await,
            Message::ArenaWatch { id } => self.watch_tournament(id),
            Message::ArenaLeave {} => self.leave_tournament(),
            Message::ArenaStart(start) => self.arena(|all| all.start(start)).await,
            Message::ArenaStop { id } => self.arena(move |all| all.stop(id)).await,
            Message::ArenaResume { id } => self.arena(move |all| all.resume(id)).await,
            Message::ArenaRemove { id } => self.arena(move |all| all.remove(id)).await,
            Message::ArenaGame { id, number } => self.arena(move |all| all.game(id, number)).await,
        }
    }

    /// Sends an answer that is computed aside.
    async fn answer(
        &self,
        find: impl FnOnce() -> Result<ServerMessage, Failure> + Send + 'static,
    ) -> Result<(), Failure> {
        self.outbox.send(&aside(find).await?);
        Ok(())
    }

    /// Asks the arena, which waits for its database, and sends the answer.
    async fn arena(
        &self,
        ask: impl FnOnce(&Tournaments) -> Result<ServerMessage, Failure> + Send + 'static,
    ) -> Result<(), Failure> {
        let tournaments = Arc::clone(&self.tournaments);
        self.answer(move || ask(&tournaments)).await
    }

    fn watch_tournament(&mut self, id: i64) -> Result<(), Failure> {
        // The one before ends first.
        self.tournament = None;
        self.tournament = Some(self.tournaments.watch(id, self.outbox.clone())?);
        Ok(())
    }

    fn leave_tournament(&mut self) -> Result<(), Failure> {
        self.tournament = None;
        Ok(())
    }

    async fn analyse(&mut self, asked: Analyse) -> Result<(), Failure> {
        // The one before ends first.
        self.analysis = None;
        let (rooms, outbox) = (Arc::clone(&self.rooms), self.outbox.clone());
        self.analysis = aside(move || analysis::begin(asked, &rooms, outbox)).await?;
        Ok(())
    }

    fn end_analysis(&mut self) -> Result<(), Failure> {
        self.analysis = None;
        Ok(())
    }

    fn read_library(&mut self, of: LibraryOf) -> Result<(), Failure> {
        self.library = Some(Arc::clone(&self.rooms).tell_library(of, self.outbox.clone()));
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

    /// Sends a command to a game that this client watches.
    fn command(&self, id: &str, command: Command) -> Result<(), Failure> {
        let live = self.watched.contains(id) && self.rooms.tell_live(id, command).is_none();
        let none =
            || Failure::new(Code::NotFound, "This connection watches no such game.").at("id");
        if live { Ok(()) } else { Err(none()) }
    }

    fn leave(&mut self, id: &str) -> Result<(), Failure> {
        if self.watched.remove(id) {
            // A room that is not live has no watchers to forget.
            let _ = self.rooms.tell_live(id, Command::Leave(self.id));
        }
        Ok(())
    }

    fn leave_all(&mut self) {
        for id in std::mem::take(&mut self.watched) {
            let _ = self.rooms.tell_live(&id, Command::Leave(self.id));
        }
    }
}
