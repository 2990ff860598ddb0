//! One page's way to the other processes: what it says of their games, or of the lobby, goes to them over connections of
//! their own, and what they say comes back on the page's.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, header};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::nodes::Nodes;
use crate::part::FIRST;
use crate::protocol::ClientMessage;
use crate::protocol::moderation::Act;
use crate::rooms::AbortOnDrop;
use crate::store::Store;

/// Messages that wait on the way to a process.
const WAITING: usize = 64;
/// How long a process may take to answer.
const CONNECT: Duration = Duration::from_secs(3);
/// Headers that say who somebody is, and where they come from.
const TAKEN: [header::HeaderName; 5] =
    [header::HOST, header::COOKIE, header::AUTHORIZATION, header::ORIGIN, header::USER_AGENT];

/// What comes from another process: a message, or the end of the way there.
pub type Linked = mpsc::Receiver<Option<String>>;

/// A way there.
struct Link {
    sender: mpsc::Sender<String>,
    /// It ends with the page's connection.
    _task: AbortOnDrop,
}

/// The ways from one page.
pub struct Links {
    nodes: Arc<Nodes>,
    store: Arc<dyn Store>,
    headers: HeaderMap,
    client: IpAddr,
    open: HashMap<usize, Link>,
    back: mpsc::Sender<Option<String>>,
}

/// The game that a message is about, where it is about one that is played.
fn game_of(message: &ClientMessage) -> Option<&str> {
    use ClientMessage as Message;
    match message {
        Message::Watch { id }
        | Message::Leave { id }
        | Message::Play { id, .. }
        | Message::Undo { id, .. }
        | Message::Hint { id, .. }
        | Message::MoveNow { id }
        | Message::Think { id }
        | Message::Ponder { id, .. }
        | Message::Redo { id, .. }
        | Message::Resign { id, .. }
        | Message::Abort { id }
        | Message::MainLine { id, .. }
        | Message::Report { id }
        | Message::StopReport { id } => Some(id),
        Message::Offer(offer) => Some(&offer.id),
        Message::Claim(claim) => Some(&claim.id),
        Message::Edit(edit) => Some(&edit.id),
        Message::Say(said) => said.game.as_deref(),
        Message::Moderate(asked) => match &asked.act {
            Act::CancelGame { game } => Some(game),
            Act::DeleteLine { line } => line.game.as_deref(),
            _ => None,
        },
        _ => None,
    }
}

/// The message is about what the first process has.
fn is_of_first(message: &ClientMessage) -> bool {
    use ClientMessage as Message;
    matches!(
        message,
        Message::Lobby(_)
            | Message::LobbyLeave {}
            | Message::Seek(_)
            | Message::SeekCancel { .. }
            | Message::SeekAccept { .. }
            | Message::PoolJoin { .. }
            | Message::PoolLeave {}
            | Message::Challenge(_)
            | Message::ChallengeAnswer { .. }
            | Message::ChallengeCancel { .. }
            | Message::Player { .. }
            | Message::Say(_)
            | Message::Live {}
            | Message::LiveLeave {}
            | Message::Block { .. }
            | Message::ReportMember(_)
            | Message::Moderate(_)
            | Message::Tournaments {}
            | Message::TournamentCreate(_)
            | Message::TournamentInvite { .. }
            | Message::TournamentAct { .. }
            | Message::ArenaList {}
            | Message::ArenaWatch { .. }
            | Message::ArenaLeave {}
            | Message::ArenaStart(_)
            | Message::ArenaStop { .. }
            | Message::ArenaResume { .. }
            | Message::ArenaRemove { .. }
            | Message::ArenaPause { .. }
            | Message::ArenaGame { .. }
    )
}

impl Links {
    /// None is open yet. The headers are those with which the page has come.
    pub fn new(
        nodes: Arc<Nodes>,
        store: Arc<dyn Store>,
        headers: HeaderMap,
        client: IpAddr,
    ) -> (Self, Linked) {
        let (back, linked) = mpsc::channel(WAITING);
        (Self { nodes, store, headers, client, open: HashMap::new(), back }, linked)
    }

    /// The other process that a message is for, if it is for one.
    pub async fn place(&self, message: &ClientMessage) -> Option<usize> {
        let part = self.nodes.part;
        let node = if let Some(id) = game_of(message) {
            part.owner(id)
        } else if let ClientMessage::Join { token } = message {
            // A word that gives no seat is refused here.
            part.owner(&self.store.invited_to(token).await.ok().flatten()?)
        } else if is_of_first(message) {
            FIRST
        } else {
            return None;
        };
        (node != part.node).then_some(node)
    }

    /// Says something to another process.
    pub async fn say(&mut self, node: usize, text: &str) {
        let link = self.open.entry(node).or_insert_with(|| {
            let (sender, said) = mpsc::channel(WAITING);
            let (nodes, headers) = (Arc::clone(&self.nodes), self.headers.clone());
            let (client, back) = (self.client, self.back.clone());
            let task = tokio::spawn(async move {
                if let Err(reason) = pass_on(&nodes, node, headers, client, said, &back).await {
                    tracing::warn!(node, reason, "a page is cut off from another process");
                }
                // The page may be gone.
                let _ = back.send(None).await;
            });
            Link { sender, _task: AbortOnDrop(task) }
        });
        // Of a way that has ended the page is told.
        let _ = link.sender.send(text.to_owned()).await;
    }
}

/// Passes messages on, both ways, until one side ends.
///
/// # Errors
/// Where the other process is not there.
async fn pass_on(
    nodes: &Nodes,
    node: usize,
    headers: HeaderMap,
    client: IpAddr,
    mut said: mpsc::Receiver<String>,
    back: &mpsc::Sender<Option<String>>,
) -> Result<(), String> {
    let reached = reach(nodes, node, &headers, client);
    let (mut sink, mut messages) = timeout(CONNECT, reached).await.map_err(told)??.split();
    // The page has been greeted already.
    let mut greeted = false;
    loop {
        tokio::select! {
            text = said.recv() => {
                let Some(text) = text else { return Ok(()) };
                sink.send(Message::text(text)).await.map_err(told)?;
            }
            message = messages.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    if std::mem::replace(&mut greeted, true)
                        && back.send(Some(text.to_string())).await.is_err()
                    {
                        return Ok(());
                    }
                }
                Some(Ok(Message::Close(_))) | None => return Ok(()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(told(error)),
            },
        }
    }
}

fn told(error: impl std::error::Error) -> String {
    error.to_string()
}

/// A connection to a process, as the page that has come with those headers.
async fn reach(
    nodes: &Nodes,
    node: usize,
    headers: &HeaderMap,
    client: IpAddr,
) -> Result<WebSocketStream<TcpStream>, String> {
    let url = nodes.url(node).ok_or("it has no address")?;
    let mut request = format!("ws://{}/ws", url.authority()).into_client_request().map_err(told)?;
    for name in TAKEN {
        if let Some(value) = headers.get(&name) {
            request.headers_mut().insert(name, value.clone());
        }
    }
    nodes.sign(request.headers_mut(), client).map_err(|failure| failure.message)?;
    let stream = TcpStream::connect(url.authority()).await.map_err(told)?;
    // A turn is one small message: where it cannot be set it waits a little.
    let _ = stream.set_nodelay(true);
    client_async(request, stream).await.map(|(socket, _)| socket).map_err(told)
}
