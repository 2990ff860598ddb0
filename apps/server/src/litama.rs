//! `/litama`: the WebSocket protocol of the public Litama server, for programs that were written for it. A command is a
//! line of words, an answer JSON; a seat's token stands for the member who has it: a guest who is made for it, or whoever
//! connects with a token of the club. Rates, sizes and seats are those of every other door.

mod commands;
mod told;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::time::{interval, timeout};

use crate::club::Visitor;
use crate::doors;
use crate::gate::{ClientId, Pass, Use};
use crate::metrics::Refusal;
use crate::outbox::{self, Inbox, Outbox};
use crate::protocol::{Code, Failure};
use crate::room::Command;
use crate::state::App;
use crate::who::Who;

/// How long a program may take to accept an answer.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest command, in bytes.
const LONGEST: usize = 1024;
/// Commands refused for their rate before the connection is closed.
const MAX_REFUSED: u32 = 200;

/// A program's connection.
struct Player {
    app: Arc<App>,
    id: ClientId,
    pass: Arc<Pass>,
    headers: HeaderMap,
    /// Who connects with a token of the club, or from the club's page.
    who: Option<Who>,
    outbox: Outbox,
    /// The games that it hears of, each as it was told last.
    watched: HashMap<String, String>,
    refused: u32,
}

/// Why the server ends a connection, for the close frame.
type Closing = (u16, &'static str);

/// Opens the connection.
pub async fn websocket(
    State(app): State<Arc<App>>,
    Extension(pass): Extension<Arc<Pass>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let who = match doors::people(&app, &headers) {
        Ok(people) => people.identify(&headers).await,
        Err(failure) => Err(failure),
    };
    let who = match who {
        Ok(who) => who,
        Err(failure) => return doors::refused(&failure),
    };
    if told::kind(&app.games).is_none() {
        return (StatusCode::NOT_FOUND, "Its game is not played here.\n").into_response();
    }
    upgrade.max_message_size(LONGEST * 4).max_frame_size(LONGEST * 4).on_upgrade(
        async move |socket| {
            let id = ClientId { number: app.gate.number(), ..visitor.client };
            let (outbox, inbox) = Outbox::of_stream(id, who.clone());
            let (watched, refused) = (HashMap::new(), 0);
            let player = Player { app, id, pass, headers, who, outbox, watched, refused };
            serve(socket, player, inbox).await;
        },
    )
}

/// Serves a connection until it ends.
async fn serve(mut socket: WebSocket, mut player: Player, inbox: Inbox) {
    player.pass.used(Use::Idle);
    let closing = exchange(&mut socket, &mut player, &inbox).await;
    for id in player.watched.keys() {
        // A room that is not live has no watchers to forget.
        let _ = player.app.rooms.tell_live(id, Command::Leave(player.id));
    }
    if let Some((code, reason)) = closing {
        let _ = send(&mut socket, Message::Close(Some(CloseFrame { code, reason: reason.into() })))
            .await;
    }
}

/// Passes commands and answers until the connection ends; None where the program ended it.
async fn exchange(socket: &mut WebSocket, player: &mut Player, inbox: &Inbox) -> Option<Closing> {
    let (pass, stopping) = (Arc::clone(&player.pass), player.app.stopping.clone());
    let mut ping = interval(player.app.ping);
    ping.tick().await;
    let mut alive = true;
    loop {
        let text = tokio::select! {
            received = socket.recv() => {
                alive = true;
                match player.received(received).await {
                    Ok(text) => text,
                    Err(closing) => return closing,
                }
            }
            next = inbox.next_told() => match next {
                Ok(outbox::Told::Game(game)) => player.news(&game),
                Ok(outbox::Told::Said) => None,
                Err(_) => return Some((close_code::AGAIN, "the program reads too slowly")),
            },
            _ = ping.tick() => {
                // Whoever lives has answered the ping before.
                if !alive { return Some((close_code::AWAY, "no answer to a ping")) }
                alive = false;
                if !player.is_still().await { return Some((close_code::POLICY, "signed out")) }
                if !send(socket, Message::Ping(Vec::new().into())).await { return None }
                None
            }
            () = stopping.begun() => return Some((close_code::RESTART, "the server stops; come back")),
            () = pass.revoked() => return Some((close_code::AGAIN, "others need the connection")),
        };
        if let Some(text) = text
            && !send(socket, Message::Text(text.into())).await
        {
            return None;
        }
        if player.refused > MAX_REFUSED {
            return Some((close_code::POLICY, "too many commands"));
        }
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_TIMEOUT, socket.send(message)).await, Ok(Ok(())))
}

impl Player {
    /// Who the program said that it is, it still is.
    async fn is_still(&self) -> bool {
        let Some(people) = &self.app.people else { return false };
        match people.identify(&self.headers).await {
            Ok(who) => who == self.who,
            // A database that fails is no reason to send anybody away.
            Err(failure) => failure.code == Code::Storage,
        }
    }

    /// The answer to what came; or how the connection ends, by the program itself where no reason is given.
    async fn received(
        &mut self,
        received: Option<Result<Message, axum::Error>>,
    ) -> Result<Option<String>, Option<Closing>> {
        match received {
            Some(Ok(Message::Text(text))) => Ok(self.receive(text.as_str()).await),
            Some(Ok(Message::Binary(_))) => {
                Ok(Some(told::error("", "Commands are text, not binary", "")))
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
            Some(Ok(Message::Close(_))) | None => Err(None),
            Some(Err(_)) => Err(Some((close_code::SIZE, "the command is too long or broken"))),
        }
    }

    /// Obeys a command; the answer, or none to one that came too fast, after the first.
    async fn receive(&mut self, text: &str) -> Option<String> {
        let (limits, address, now) = (&self.app.limits, self.id.address, Instant::now());
        #[expect(clippy::cast_precision_loss, reason = "a command is short")]
        let bytes = text.len() as f64;
        if !(limits.messages.take(address, 1.0, now) && limits.bytes.take(address, bytes, now)) {
            self.refused += 1;
            self.app.metrics.refused(Refusal::Rate);
            // Told once a burst, so that a flood does not fill its own box.
            return (self.refused % 50 == 1).then(|| {
                told::error("", "Too many commands at a time; this one was not read", "")
            });
        }
        let shown: String = text.chars().take(100).collect();
        let answer = if text.len() > LONGEST {
            Err(Failure::new(Code::TooLarge, "A command may have 1024 bytes."))
        } else {
            self.obey(text).await
        };
        self.pass.used(if self.watched.is_empty() { Use::Idle } else { Use::Watching });
        Some(answer.unwrap_or_else(|failure| {
            let id = text.split_whitespace().nth(1).unwrap_or_default();
            let id: String = id.chars().take(40).collect();
            told::error(&id, &failure.message, &shown)
        }))
    }
}
