//! Stored chats of games, behind a trait.

use crate::protocol::chat::{ChatLine, ChatRoom};
use crate::store::Answer;
use crate::who::Who;

/// Lines that a reader gets who comes.
pub const LAST: usize = 50;

/// A line as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptLine {
    /// Its number.
    pub id: i64,
    /// Who said it.
    pub by: Who,
    /// The text.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

impl KeptLine {
    /// As readers see it.
    pub fn shown(&self) -> ChatLine {
        ChatLine { id: self.id, by: self.by.member.clone(), text: self.text.clone(), at: self.at }
    }
}

/// Keeps what is said in games. An answer of success means: on disk.
pub trait Chats: Send + Sync {
    /// Adds a line; none where so many were said in that room already that no more is kept.
    fn add_line(
        &self,
        game: &str,
        room: ChatRoom,
        by: Who,
        text: String,
    ) -> Answer<Option<KeptLine>>;
    /// The last lines of a room, the oldest first, so many at most; without those that were deleted.
    fn lines(&self, game: &str, room: ChatRoom, most: usize) -> Answer<Vec<KeptLine>>;
    /// A line that was not deleted.
    fn line(&self, game: &str, room: ChatRoom, id: i64) -> Answer<Option<KeptLine>>;
}
