//! Messages that wait to be written to a client: bounded in bytes, and a newer state takes the place of an older one.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::gate::ClientId;
use crate::protocol::{GameState, ServerMessage};
use crate::who::Who;

/// Bytes that may wait for a slow client before it is let go; it comes back and gets the whole game.
const BYTES: usize = 1024 * 1024;
/// Messages that may wait.
const MESSAGES: usize = 1024;

/// The subject of a message that carries state. Of two that wait, the newer one says it all.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Topic {
    Game(String),
    Seat(String),
    Info(String),
    Tree(String),
    Report(String),
    Analysis,
    Library,
    ArenaList,
    Arena(i64),
    Lobby,
    LobbyOwn,
    Correspondence,
    Pools,
    Tournaments,
    Tournament(String),
    TournamentOwn(String),
    Live,
    Reports,
}

impl Topic {
    fn of(message: &ServerMessage) -> Option<Self> {
        Some(match message {
            ServerMessage::Game(game) => Self::Game(game.id.clone()),
            ServerMessage::Seat(seat) => Self::Seat(seat.id.clone()),
            ServerMessage::Info(info) => Self::Info(info.id.clone()),
            ServerMessage::Tree(tree) => Self::Tree(tree.id.clone()),
            ServerMessage::Report(report) => Self::Report(report.id.clone()),
            ServerMessage::Analysis(_) => Self::Analysis,
            ServerMessage::Library { .. } => Self::Library,
            ServerMessage::ArenaList(_) => Self::ArenaList,
            ServerMessage::Arena(shown) => Self::Arena(shown.overview.line.id),
            ServerMessage::Lobby { .. } => Self::Lobby,
            ServerMessage::LobbyOwn(_) => Self::LobbyOwn,
            ServerMessage::Pools(_) => Self::Pools,
            ServerMessage::Correspondence { .. } => Self::Correspondence,
            ServerMessage::Tournaments(_) => Self::Tournaments,
            ServerMessage::Tournament(shown) => Self::Tournament(shown.line.id.clone()),
            ServerMessage::TournamentOwn(own) => Self::TournamentOwn(own.id.clone()),
            ServerMessage::Live { .. } => Self::Live,
            ServerMessage::Reports(_) => Self::Reports,
            // Each says a part.
            _ => return None,
        })
    }
}

/// A message as text, made once for all recipients, and for none where only streams hear of it.
#[derive(Clone, Debug)]
pub struct Letter {
    topic: Option<Topic>,
    text: Arc<OnceLock<Arc<str>>>,
    /// The counters that streams are told by.
    told: Option<Told>,
}

/// A message as streams for programs take it.
#[derive(Clone, Debug)]
pub enum Told {
    /// The state of a game.
    Game(Arc<GameState>),
    /// A line of its chat is there.
    Said,
}

impl From<&ServerMessage> for Letter {
    fn from(message: &ServerMessage) -> Self {
        let told = match message {
            ServerMessage::Game(game) => Some(Told::Game(Arc::clone(game))),
            ServerMessage::ChatSaid(_) => Some(Told::Said),
            _ => None,
        };
        let text = match told {
            Some(Told::Game(_)) => OnceLock::new(),
            _ => OnceLock::from(Arc::from(message.to_json())),
        };
        Self { topic: Topic::of(message), text: Arc::new(text), told }
    }
}

impl Letter {
    /// The message as it is sent to a page.
    pub fn text(&self) -> &Arc<str> {
        self.text.get_or_init(|| match &self.told {
            Some(Told::Game(game)) => ServerMessage::Game(Arc::clone(game)).to_json().into(),
            // All others are text from the beginning.
            Some(Told::Said) | None => Arc::from(""),
        })
    }
}

#[derive(Default)]
struct Queue {
    letters: VecDeque<Letter>,
    bytes: usize,
    /// A stream takes what it is told of, and no text.
    is_stream: bool,
    overflown: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Notify,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // The queue is whole between any two of its lines, so a panic elsewhere does not spoil it.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where others leave messages for a client.
#[derive(Clone)]
pub struct Outbox {
    /// Whose it is.
    pub client: ClientId,
    /// The member of the club whose it is.
    pub who: Option<Who>,
    shared: Arc<Shared>,
    /// How long a message takes to it and back, in milliseconds.
    lag: Arc<AtomicU32>,
}

/// Where the client's connection takes them.
pub struct Inbox(Arc<Shared>);

/// The client reads more slowly than messages come.
#[derive(Debug)]
pub struct TooSlow;

impl Outbox {
    /// An empty one.
    pub fn new(client: ClientId, who: Option<Who>) -> (Self, Inbox) {
        let shared = Arc::<Shared>::default();
        let lag = Arc::default();
        (Self { client, who, shared: Arc::clone(&shared), lag }, Inbox(shared))
    }

    /// How long a message takes to the client and back; nothing until it is measured.
    pub fn lag(&self) -> Duration {
        Duration::from_millis(self.lag.load(Ordering::Relaxed).into())
    }

    /// Notes how long a message takes to the client and back.
    pub fn set_lag(&self, lag: Duration) {
        let lag = u32::try_from(lag.as_millis()).unwrap_or(u32::MAX);
        self.lag.store(lag, Ordering::Relaxed);
    }

    /// Whether it is a stream's.
    pub fn is_stream(&self) -> bool {
        self.shared.queue().is_stream
    }

    /// An empty one of a stream.
    pub fn of_stream(client: ClientId, who: Option<Who>) -> (Self, Inbox) {
        let (outbox, inbox) = Self::new(client, who);
        outbox.shared.queue().is_stream = true;
        (outbox, inbox)
    }

    /// Leaves a message.
    pub fn send(&self, message: &ServerMessage) {
        self.leave(message.into());
    }

    /// Leaves a message that is text already. A box that is full when it comes ends the connection.
    pub fn leave(&self, letter: Letter) {
        let mut queue = self.shared.queue();
        if queue.is_stream && letter.told.is_none() {
            return;
        }
        let length = |letter: &Letter, queue: &Queue| {
            if queue.is_stream { 0 } else { letter.text().len() }
        };
        if let Some(topic) = &letter.topic {
            let older = queue.letters.iter().position(|it| it.topic.as_ref() == Some(topic));
            if let Some(older) = older.and_then(|at| queue.letters.remove(at)) {
                queue.bytes -= length(&older, &queue);
            }
        }
        if queue.bytes > BYTES || queue.letters.len() >= MESSAGES {
            queue.overflown = true;
        } else if !queue.overflown {
            queue.bytes += length(&letter, &queue);
            queue.letters.push_back(letter);
        }
        drop(queue);
        self.shared.changed.notify_one();
    }
}

impl Inbox {
    /// The next message.
    ///
    /// # Errors
    /// When more was left than may wait.
    pub async fn next(&self) -> Result<Arc<str>, TooSlow> {
        self.next_letter().await.map(|letter| Arc::clone(letter.text()))
    }

    /// The next message for a stream; all else is passed over.
    ///
    /// # Errors
    /// When more was left than may wait.
    pub async fn next_told(&self) -> Result<Told, TooSlow> {
        loop {
            if let Some(told) = self.next_letter().await?.told {
                return Ok(told);
            }
        }
    }

    async fn next_letter(&self) -> Result<Letter, TooSlow> {
        loop {
            {
                let mut queue = self.0.queue();
                if queue.overflown {
                    return Err(TooSlow);
                }
                if let Some(letter) = queue.letters.pop_front() {
                    if !queue.is_stream {
                        queue.bytes -= letter.text().len();
                    }
                    return Ok(letter);
                }
                // Capacity that many messages needed is not kept for the next few.
                queue.letters.shrink_to(8);
            }
            self.0.changed.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES, Outbox};
    use crate::gate::ClientId;
    use crate::protocol::study::Tree;
    use crate::protocol::{Code, Failure, ServerMessage};

    fn outbox() -> (Outbox, super::Inbox) {
        Outbox::new(ClientId { address: [127, 0, 0, 1].into(), number: 1 }, None)
    }

    fn tree(id: &str, comment: &str) -> ServerMessage {
        ServerMessage::Tree(Tree {
            id: id.to_owned(),
            comment: comment.to_owned(),
            nodes: Vec::new(),
        })
    }

    fn error(text: &str) -> ServerMessage {
        ServerMessage::Error(Failure::new(Code::Limit, text))
    }

    #[tokio::test]
    async fn a_newer_state_takes_the_place_of_an_older_one() {
        let (outbox, inbox) = outbox();
        for message in [tree("a", "one"), tree("b", "two"), error("three"), tree("a", "four")] {
            outbox.send(&message);
        }
        for expected in ["two", "three", "four"] {
            let text = inbox.next().await.expect("a message");
            assert!(text.contains(expected), "{text}");
        }
        // However often it changes, no more than one waits.
        for _ in 0..10_000 {
            outbox.send(&tree("a", &"x".repeat(1000)));
        }
        assert!(inbox.next().await.is_ok());
    }

    #[tokio::test]
    async fn what_waits_is_bounded_in_bytes() {
        let (outbox, inbox) = outbox();
        let long = "x".repeat(BYTES / 4);
        for _ in 0..4 {
            outbox.send(&error(&long));
        }
        assert!(inbox.next().await.is_ok());
        for _ in 0..3 {
            outbox.send(&error(&long));
        }
        assert!(inbox.next().await.is_err());
    }
}
