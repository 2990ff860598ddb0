//! One client's WebSocket: reads its messages at a bounded rate and writes the messages of the games it watches.

mod lobby;
mod society;
mod tournament;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::http::HeaderMap;
use tokio::sync::broadcast;
use tokio::time::timeout;

use crate::analysis;
use crate::app::App;
use crate::arena::Tournaments;
use crate::begin::Begins;
use crate::gate::{ClientId, Pass, Use};
use crate::levels;
use crate::links::{Linked, Links};
use crate::lobby::Held;
use crate::meeting;
use crate::metrics::Refusal;
use crate::moderation;
use crate::outbox::{Inbox, Outbox};
use crate::profiles;
use crate::protocol::seats::{ClubHello, Offer};
use crate::protocol::study::{Analyse, Edit, LibraryOf};
use crate::protocol::{self, ClientMessage, Code, Failure, Hello, PROTOCOL, ServerMessage};
use crate::room::{By, Command};
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
            text = inboxes.own.next() => match text {
                Ok(text) => if !send(socket, Message::Text((&*text).into())).await { return None },
                Err(_) => return Some((close_code::AGAIN, "the client reads too slowly")),
            },
            text = inboxes.linked() => match text {
                Some(text) => if !send(socket, Message::Text(text.into())).await { return None },
                None => return Some(CUT_OFF),
            },
            _ = ping.tick() => {
                // Whoever lives has answered the ping before.
                if !alive { return Some((close_code::AWAY, "no answer to a ping")) }
                alive = false;
                if !client.is_still(asked).await { return Some(SIGNED_OUT) }
                if !send(socket, Message::Ping(Vec::new().into())).await { return None }
            }
            key = ended.recv() => {
                let own = client.outbox.who.as_ref().map(|who| who.key.as_str());
                // Who has missed some asks as well.
                let asks = key.as_ref().map_or(true, |key| own == Some(&**key));
                if asks && !client.is_still(asked).await { return Some(SIGNED_OUT) }
            }
            () = client.app.stopping.begun() => return Some(STOPS),
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
        use ClientMessage as Message;
        let client = self.id;
        match message {
            Message::New(new) => self.begin(new).await,
            Message::Watch { id } => self.watch(id).await,
            Message::Leave { id } => self.leave(&id),
            Message::Play { id, ply, turn } => {
                self.command(&id, Command::Play { client, ply: Some(ply), turn })
            }
            Message::Undo { id, ply } => self.command(&id, Command::Undo { client, ply }),
            Message::Hint { id, ply } => {
                self.needs_no_help().await?;
                self.command(&id, Command::Hint { client, ply })
            }
            Message::MoveNow { id } => self.command(&id, Command::MoveNow(client)),
            Message::Think { id } => self.command(&id, Command::Think(client)),
            Message::Ponder { id, on } => self.command(&id, Command::Ponder(on)),
            Message::Redo { id, ply } => self.command(&id, Command::Redo { client, ply }),
            Message::Resign { id, side } => {
                self.command(&id, Command::Resign { client, side: Some(side) })
            }
            Message::Offer(Offer { id, offer, yes }) => {
                let who = self.member()?;
                self.command(&id, Command::Offer { client, who, offer, yes })
            }
            Message::Abort { id } => {
                self.member()?;
                self.command(&id, Command::Abort(client))
            }
            Message::Join { token } => self.join(&token).await,
            Message::Lobby {} => self.watch_lobby(),
            Message::LobbyLeave {} => self.leave_lobby(),
            Message::Seek(asked) => self.seek(asked).await,
            Message::PoolJoin { game, clock } => self.join_pool(&game, clock).await,
            Message::PoolLeave {} => self.leave_pool(),
            Message::Player { name } => {
                let asker = self.member()?;
                let told = profiles::of(self.app, &name, Some(&asker)).await?;
                self.outbox.send(&ServerMessage::Player(Box::new(told)));
                Ok(())
            }
            Message::Leaders {} => {
                self.member()?;
                let tables = profiles::leaders(self.app, profiles::BEST).await?;
                self.outbox.send(&ServerMessage::Leaders { tables });
                Ok(())
            }
            Message::Say(said) => self.say(said).await,
            Message::Live {} => self.watch_live(),
            Message::LiveLeave {} => self.leave_live(),
            Message::Block { name, on } => self.block(&name, on).await,
            Message::ReportMember(asked) => self.report_member(asked).await,
            Message::Reports {} => self.reports().await,
            Message::GameChat { id } => self.game_chat(id).await,
            Message::ReportDone { id, note } => self.report_done(id, &note).await,
            Message::Moderate(asked) => self.moderate(asked).await,
            Message::SeekCancel { id } => self.withdraw(&id),
            Message::SeekAccept { id } => self.accept_seek(&id).await,
            Message::Challenge(asked) => self.challenge(asked).await,
            Message::ChallengeAnswer { id, yes } => self.answer_challenge(&id, yes).await,
            Message::ChallengeCancel { id } => meeting::cancel(self.app, &id, &self.member()?),
            Message::Tournaments {} => self.list_tournaments(),
            Message::TournamentCreate(asked) => self.make_tournament(asked).await,
            Message::TournamentAct { id, wish } => self.act_in_tournament(&id, wish).await,
            Message::Edit(Edit { id, edit }) => self.command(&id, Command::Edit { client, edit }),
            Message::MainLine { id, path } => self.command(&id, Command::MainLine { client, path }),
            Message::Report { id } => {
                self.needs_no_help().await?;
                self.command(&id, Command::Report(client))
            }
            Message::StopReport { id } => self.command(&id, Command::StopReport),
            Message::Look(look) => self.answer(move || analysis::look(look)).await,
            Message::Explore(look) => {
                self.needs_no_help().await?;
                let explorer = Arc::clone(&self.app.explorer);
                self.answer(move || explorer.explore(look)).await
            }
            Message::Within(within) => self.answer(move || analysis::within(within)).await,
            Message::Analyse(asked) => self.analyse(asked).await,
            Message::StopAnalysis {} => self.end_analysis(),
            Message::Library(of) => self.read_library(of),
            Message::Remove { id, removed } => {
                let owner = if self.rooms.alone { None } else { Some(self.member()?.key) };
                self.rooms.remove(&id, removed, owner).await
            }
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
        self.needs_no_help().await?;
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

    async fn join(&mut self, token: &str) -> Result<(), Failure> {
        let who = self.member()?;
        if !self.app.limits.new_games.take(self.id.address, 1.0, Instant::now()) {
            return Err(Failure::new(Code::Limit, "That is many attempts at a time; wait."));
        }
        let id = self.rooms.join(token, self.id, who).await?;
        self.watch(id).await
    }

    fn read_library(&mut self, mut of: LibraryOf) -> Result<(), Failure> {
        if !self.rooms.alone {
            of.user = Some(self.member()?.key);
        }
        self.library = Some(Arc::clone(&self.rooms).tell_library(of, self.outbox.clone()));
        Ok(())
    }

    async fn begin(&mut self, new: protocol::NewGame) -> Result<(), Failure> {
        self.takes_a_game()?;
        let by = if self.rooms.alone { Begins::Loopback } else { Begins::Member(self.member()?) };
        let id = self.rooms.begin(new, by).await?;
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
        let command = if self.rooms.alone { command } else { self.by(command) };
        let live = self.watched.contains(id) && self.rooms.tell_live(id, command).is_none();
        let none =
            || Failure::new(Code::NotFound, "This connection watches no such game.").at("id");
        if live { Ok(()) } else { Err(none()) }
    }

    /// A command as a member of the club gives it.
    fn by(&self, command: Command) -> Command {
        let (outbox, request) = (self.outbox.clone(), command.request());
        let (client, who) = (self.id, self.outbox.who.clone());
        let answer = move |result: Result<(), Failure>| {
            if let Err(failure) = result {
                outbox.send(&ServerMessage::Error(failure.answering(request)));
            }
        };
        Command::By(Box::new(By { client, who, command, answer: Box::new(answer) }))
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
