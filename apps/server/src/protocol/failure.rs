//! Errors, as they are sent.

use schemars::JsonSchema;
use serde::Serialize;

/// The kind of an error, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message cannot be read.
    BadMessage,
    /// The message is too long.
    TooLarge,
    /// Too many messages at a time.
    TooFast,
    /// A limit is exceeded.
    Limit,
    /// There is no such game.
    NotFound,
    /// The game cannot be set up so.
    BadStart,
    /// The rules do not allow the turn.
    IllegalTurn,
    /// It is not a person's turn, or not that person's.
    NotYourTurn,
    /// Nobody has signed in, or not as whom they say.
    SignedOut,
    /// The game has gone on since.
    Stale,
    /// The engine failed.
    Engine,
    /// The database failed; nothing was changed.
    Storage,
}

/// An error as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Failure {
    /// For a program.
    pub code: Code,
    /// For a person.
    pub message: String,
    /// Where in the message the fault is.
    pub place: Option<String>,
    /// The type of the message that is answered, where it could be read.
    pub request: Option<String>,
}

impl Failure {
    /// A failure in words.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), place: None, request: None }
    }

    /// Says where.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// Says to which request this is the answer.
    #[must_use]
    pub fn answering(mut self, request: &str) -> Self {
        self.request = Some(request.to_owned());
        self
    }
}
