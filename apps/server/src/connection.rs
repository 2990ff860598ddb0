//! One client's WebSocket: reads its messages at a bounded rate and writes the messages of the games it watches.

mod arena;
mod game;
mod lobby;
mod pulse;
mod society;
mod study;
mod tournament;

use std::collections::HashSet;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::http::HeaderMap;
use pulse::{Beat, Pulse};
use tokio::sync::broadcast;
use tokio::time::timeout;

use crate::app::App;
use crate::arena::Tournaments;
use crate::explain;
use crate::gate::{ClientId, Pass, Use};
use crate::levels;
use crate::links::{Linked, Links};
use crate::lobby::Held;
use crate::metrics::Refusal;
use crate::moderation;
use crate::outbox::{Inbox, Outbox};
use crate::protocol::seats::ClubHello;
use crate::protocol::{self, ClientMessage, Code, Failure, Hello, PROTOCOL, ServerMessage};
use crate::room::Command;
use crate::rooms::{AbortOnDrop, Rooms, aside};
use crate::searches::SearchHandle;
use crate::who::Who;

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
    /// The lobby, while it is watched.
    lobby: Option<[AbortOnDrop; 2]>,
    /// The games that are played now, while they are watched.
    live: Option<AbortOnDrop>,
    /// The task that tells it of the club's tournaments.
    club_tournament: Option<AbortOnDrop>,
    /// Seeks that this connection has open.
    seeks: Vec<Held>,
    /// The pool in which it waits.
    pool: Option<AbortOnDrop>,
    /// The ways to other processes, where there are some.
    links: Option<Links>,
}

/// Who has come, and how.
pub struct Asked<'a> {
    /// The headers of the request.
    pub headers: &'a HeaderMap,
    /// The member, if it is one.
    pub who: Option<Who>,
    /// The ways to other processes, where there are some.
    pub links: Option<(Links, Linked)>,
}

/// Where messages for a client come from.
struct Inboxes<'a> {
    own: &'a Inbox,
    linked: Option<Linked>,
}

impl Inboxes<'_> {
    /// The next message of another process; none where a way there has ended.
    async fn linked(&mut self) -> Option<String> {
        match &mut self.linked {
            Some(linked) => linked.recv().await.flatten(),
            None => std::future::pending().await,
        }
    }
}

/// Why the server ends a connection, for the close frame.
type Closing = (u16, &'static str);

/// Whether a connection goes on; at its end why, None where the client ended it.
type Next = ControlFlow<Option<Closing>>;

/// The session has ended, or the token is revoked, or the member has another name now.
const SIGNED_OUT: Closing = (close_code::POLICY, "signed out");

/// Another process is gone; who comes back finds it again.
const CUT_OFF: Closing = (close_code::RESTART, "a part of the club restarts; come back");

/// The server stops; who comes back finds the next one.
const STOPS: Closing = (close_code::RESTART, "the server stops; come back");

/// Serves a connection until it ends.
pub async fn serve(mut socket: WebSocket, id: ClientId, pass: &Pass, app: &App, asked: Asked<'_>) {
    let Asked { headers: asked, who, links } = asked;
    let (outbox, inbox) = Outbox::new(id, who);
    let mut client = Client::new(id, pass, app, outbox);
    let (links, linked) = links.unzip();
    client.links = links;
    let inboxes = Inboxes { own: &inbox, linked };
    client.note_use();
    // An end of the session that comes between asking who it is and listening is not missed.
    let ended = app.ended.subscribe();
    let closing = if client.is_still(asked).await {
        client.outbox.send(&hello(app, client.outbox.who.as_ref()).await);
        exchange(&mut socket, &mut client, inboxes, asked, ended).await
    } else {
        Some(SIGNED_OUT)
    };
    client.leave_all();
    if let Some((code, reason)) = closing {
        send(&mut socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    }
}

/// Passes messages in both directions until the connection ends; None where the client ended it.
async fn exchange(
    socket: &mut WebSocket,
    client: &mut Client<'_>,
    mut inboxes: Inboxes<'_>,
    asked: &HeaderMap,
    mut ended: broadcast::Receiver<Arc<str>>,
) -> Option<Closing> {
    let pass = client.pass;
    let mut pulse = Pulse::new(client.app.ping);
    loop {
        let next = tokio::select! {
            received = socket.recv() => client.take(received, &mut pulse).await,
            text = inboxes.own.next() => match text {
                Ok(text) => deliver(socket, Message::Text((&*text).into())).await,
                Err(_) => Break(Some((close_code::AGAIN, "the client reads too slowly"))),
            },
            text = inboxes.linked() => match text {
                Some(text) => deliver(socket, Message::Text(text.into())).await,
                None => Break(Some(CUT_OFF)),
            },
            beat = pulse.beat() => match client.answer_beat(&beat, &mut pulse, asked).await {
                Continue(Some(ping)) => deliver(socket, ping).await,
                Continue(None) => Continue(()),
                Break(closing) => Break(closing),
            },
            key = ended.recv() => client.hear_of_end(key.ok().as_deref(), asked).await,
            () = client.app.stopping.begun() => Break(Some(STOPS)),
            () = pass.revoked() => Break(Some((close_code::AGAIN, "others need the connection"))),
        };
        if let Break(closing) = next {
            return closing;
        }
        if client.refused > MAX_REFUSED {
            return Some((close_code::POLICY, "too many messages"));
        }
    }
}

/// Sends a message; the connection ends where it is not taken.
async fn deliver(socket: &mut WebSocket, message: Message) -> Next {
    if send(socket, message).await { Continue(()) } else { Break(None) }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_TIMEOUT, socket.send(message)).await, Ok(Ok(())))
}

async fn hello(app: &App, who: Option<&Who>) -> ServerMessage {
    let moderator = match who {
        // A database that fails fails at the first act as well.
        Some(who) => moderation::is_moderator(app, who).await.unwrap_or(false),
        None => false,
    };
    let rights = app.talk.rights(who, moderator);
    let you = who.map(|who| who.member.clone());
    ServerMessage::Hello(Hello {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION"),
        games: app.games.clone(),
        levels: levels::list(),
        level_elo: engine::kinds()
            .iter()
            .map(|kind| (kind.name(), kind.info().level_elo))
            .filter(|(name, elo)| app.games.contains(name) && !elo.is_empty())
            .collect(),
        level_gains: engine::kinds()
            .iter()
            .map(|kind| (kind.name(), kind.info().level_gains))
            .filter(|(name, gains)| app.games.contains(name) && !gains.is_empty())
            .map(|(name, gains)| (name, gains.iter().copied().map(Into::into).collect()))
            .collect(),
        books: app.explorer.games(),
        explains: explain::games(&app.games),
        club: app.club.as_ref().map(|club| ClubHello { url: club.public.to_string(), you, rights }),
    })
}

impl<'a> Client<'a> {
    fn new(id: ClientId, pass: &'a Pass, app: &'a App, outbox: Outbox) -> Self {
        Self {
            id,
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
            lobby: None,
            club_tournament: None,
            live: None,
            seeks: Vec::new(),
            pool: None,
            links: None,
        }
    }

    fn fail(&mut self, failure: Failure) {
        self.outbox.send(&ServerMessage::Error(failure));
    }

    /// Notes what the connection is used for, by which it is known whether it may make way for another.
    fn note_use(&self) {
        let hears = [&self.tournament, &self.live, &self.club_tournament];
        let watches =
            !self.watched.is_empty() || self.lobby.is_some() || hears.iter().any(|it| it.is_some());
        self.pass.used(if watches { Use::Watching } else { Use::Idle });
    }

    /// Who the client said that it is, it still is: no session has ended, and no token was revoked.
    async fn is_still(&self, asked: &HeaderMap) -> bool {
        let Some(people) = &self.app.people else { return true };
        match people.identify(asked).await {
            Ok(who) => who == self.outbox.who,
            // A database that fails is no reason to send anybody away.
            Err(failure) => failure.code == Code::Storage,
        }
    }

    /// Takes in what has come.
    async fn take(
        &mut self,
        received: Option<Result<Message, axum::Error>>,
        pulse: &mut Pulse,
    ) -> Next {
        pulse.lives();
        match received {
            Some(Ok(Message::Text(text))) => self.receive(text.as_str()).await,
            Some(Ok(Message::Binary(_))) => {
                self.fail(Failure::new(Code::BadMessage, "Messages are text, not binary."));
            }
            Some(Ok(Message::Pong(bytes))) => {
                if let Some(lag) = pulse.lag(&bytes) {
                    self.outbox.set_lag(lag);
                }
            }
            Some(Ok(Message::Ping(_))) => {}
            Some(Ok(Message::Close(_))) | None => return Break(None),
            Some(Err(_)) => {
                return Break(Some((close_code::SIZE, "the message is too long or broken")));
            }
        }
        Continue(())
    }

    /// It is time for a ping, or to ask whether the client lives and is who it was; the ping that is due.
    async fn answer_beat(
        &mut self,
        beat: &Beat,
        pulse: &mut Pulse,
        asked: &HeaderMap,
    ) -> ControlFlow<Option<Closing>, Option<Message>> {
        match beat {
            // Whoever lives has answered the ping before.
            Beat::Ask if !pulse.has_lived() => {
                Break(Some((close_code::AWAY, "no answer to a ping")))
            }
            Beat::Ask if !self.is_still(asked).await => Break(Some(SIGNED_OUT)),
            Beat::Measure if self.watched.is_empty() || pulse.waits() => Continue(None),
            Beat::Ask | Beat::Measure => Continue(Some(pulse.ping())),
        }
    }

    /// The session of a member has ended; who has missed whose asks as well.
    async fn hear_of_end(&self, key: Option<&str>, asked: &HeaderMap) -> Next {
        let own = self.outbox.who.as_ref().map(|who| who.key.as_str());
        let asks = key.is_none() || own == key;
        if asks && !self.is_still(asked).await { Break(Some(SIGNED_OUT)) } else { Continue(()) }
    }

    async fn receive(&mut self, text: &str) {
        let (limits, address, now) = (&self.app.limits, self.id.address, Instant::now());
        #[expect(clippy::cast_precision_loss, reason = "a message is short")]
        let bytes = text.len() as f64;
        if !(limits.messages.take(address, 1.0, now) && limits.bytes.take(address, bytes, now)) {
            self.refused += 1;
            self.app.metrics.refused(Refusal::Rate);
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
                if self.is_passed_on(&message, text).await {
                    return;
                }
                self.act(message).await.map_err(|failure| failure.answering(kind))
            }
            Err(failure) => Err(failure),
        };
        if let Err(failure) = done {
            self.fail(failure);
        }
        self.note_use();
    }

    /// Another process has what the message is about, and has it now.
    async fn is_passed_on(&mut self, message: &ClientMessage, text: &str) -> bool {
        let Some(links) = &mut self.links else { return false };
        let Some(node) = links.place(message).await else { return false };
        links.say(node, text).await;
        // Somebody may look at a game there, who is not to make way for others.
        self.pass.used(Use::Watching);
        true
    }

    async fn act(&mut self, message: ClientMessage) -> Result<(), Failure> {
        let Some(message) = self.in_game(message).await? else { return Ok(()) };
        let Some(message) = self.in_lobby(message).await? else { return Ok(()) };
        let Some(message) = self.in_society(message).await? else { return Ok(()) };
        let Some(message) = self.in_contests(message).await? else { return Ok(()) };
        let Some(message) = self.in_study(message).await? else { return Ok(()) };
        let Some(message) = self.in_arena(message).await? else { return Ok(()) };
        // A type that is declared, and that none of these knows.
        let words = format!("The server does not know what to do with this message: {message:?}.");
        Err(Failure::new(Code::BadMessage, words))
    }

    /// Sends an answer that is computed aside.
    async fn answer(
        &self,
        find: impl FnOnce() -> Result<ServerMessage, Failure> + Send + 'static,
    ) -> Result<(), Failure> {
        self.outbox.send(&aside(find).await?);
        Ok(())
    }

    /// The member of the club whose connection it is.
    fn member(&self) -> Result<Who, Failure> {
        if self.rooms.alone {
            let message = "Seats are a club's; on this machine two people share the board.";
            return Err(Failure::new(Code::NotYourTurn, message));
        }
        self.outbox.who.clone().ok_or_else(|| {
            let message =
                "Nobody is signed in on this connection; without cookies it watches only.";
            Failure::new(Code::SignedOut, message)
        })
    }

    /// Who plays a rated game has no help from the server while it runs, in that game or any other.
    async fn needs_no_help(&self) -> Result<(), Failure> {
        let Some(who) = self.outbox.who.as_ref().filter(|_| !self.rooms.alone) else {
            return Ok(());
        };
        let plays = self.rooms.store.plays_rated(&who.key).await;
        let plays = plays.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
        plays.map_or(Ok(()), |id| {
            let message = format!(
                "You play a game that is rated or a tournament's (/game/{id}): the server gives its players no help until it is over."
            );
            Err(Failure::new(Code::NotYourTurn, message))
        })
    }

    /// Takes a new game from those that the address may begin.
    fn takes_a_game(&self) -> Result<(), Failure> {
        if self.app.limits.new_games.take(self.id.address, 1.0, Instant::now()) {
            return Ok(());
        }
        let message = "That is many new games at a time; wait some seconds.";
        Err(Failure::new(Code::Limit, message))
    }

    fn leave_all(&mut self) {
        for id in std::mem::take(&mut self.watched) {
            let _ = self.rooms.tell_live(&id, Command::Leave(self.id));
        }
    }
}
