//! The messages that a session of the protocol waits for.

use ::engine::Event;

/// A message to the session.
pub enum Message {
    Bytes(Vec<u8>),
    End,
    Event(Event),
    /// The answer to a question that took long.
    Text(Vec<String>),
}
