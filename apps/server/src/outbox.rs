//! Messages that wait to be written to a client: bounded in bytes, and a newer state takes the place of an older one.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::gate::ClientId;
use crate::protocol::ServerMessage;

/// Bytes that may wait for a slow client before it is let go; it comes back and gets the whole game.
const BYTES: usize = 1024 * 1024;
/// Messages that may wait.
const MESSAGES: usize = 1024;

/// The subject of a message that carries state. Of two that wait, the newer one says it all.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Topic {
    Game(String),
    Info(String),
    Tree(String),
    Report(String),
    Analysis,
    Library,
    ArenaList,
    Arena(i64),
}

impl Topic {
    fn of(message: &ServerMessage) -> Option<Self> {
        Some(match message {
            ServerMessage::Game(game) => Self::Game(game.id.clone()),
            ServerMessage::Info(info) => Self::Info(info.id.clone()),
            ServerMessage::Tree(tree) => Self::Tree(tree.id.clone()),
            ServerMessage::Report(report) => Self::Report(report.id.clone()),
            ServerMessage::Analysis(_) => Self::Analysis,
            ServerMessage::Library { .. } => Self::Library,
            ServerMessage::ArenaList(_) => Self::ArenaList,
            ServerMessage::Arena(shown) => Self::Arena(shown.overview.line.id),
            ServerMessage::Hello(_)
            | ServerMessage::Hint(_)
            | ServerMessage::Line(_)
            | ServerMessage::Within(_)
            | ServerMessage::ArenaStarted { .. }
            | ServerMessage::ArenaGame { .. }
            | ServerMessage::Error(_) => return None,
        })
    }
}

/// A message as text, made once for all recipients.
#[derive(Clone, Debug)]
pub struct Letter {
    topic: Option<Topic>,
    text: Arc<str>,
}

impl From<&ServerMessage> for Letter {
    fn from(message: &ServerMessage) -> Self {
        Self { topic: Topic::of(message), text: message.to_json().into() }
    }
}

#[derive(Default)]
struct Queue {
    letters: VecDeque<Letter>,
    bytes: usize,
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
    shared: Arc<Shared>,
}

/// Where the client's connection takes them.
pub struct Inbox(Arc<Shared>);

/// The client reads more slowly than messages come.
#[derive(Debug)]
pub struct TooSlow;

impl Outbox {
    /// An empty one.
    pub fn new(client: ClientId) -> (Self, Inbox) {
        let shared = Arc::<Shared>::default();
        (Self { client, shared: Arc::clone(&shared) }, Inbox(shared))
    }

    /// Leaves a message.
    pub fn send(&self, message: &ServerMessage) {
        self.leave(message.into());
    }

    /// Leaves a message that is text already. A box that is full when it comes ends the connection.
    pub fn leave(&self, letter: Letter) {
        let mut queue = self.shared.queue();
        if let Some(topic) = &letter.topic {
            let older = queue.letters.iter().position(|it| it.topic.as_ref() == Some(topic));
            if let Some(older) = older.and_then(|at| queue.letters.remove(at)) {
                queue.bytes -= older.text.len();
            }
        }
        if queue.bytes > BYTES || queue.letters.len() >= MESSAGES {
            queue.overflown = true;
        } else if !queue.overflown {
            queue.bytes += letter.text.len();
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
        loop {
            {
                let mut queue = self.0.queue();
                if queue.overflown {
                    return Err(TooSlow);
                }
                if let Some(letter) = queue.letters.pop_front() {
                    queue.bytes -= letter.text.len();
                    return Ok(letter.text);
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
        Outbox::new(ClientId { address: [127, 0, 0, 1].into(), number: 1 })
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
