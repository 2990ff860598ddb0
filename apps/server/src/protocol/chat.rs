//! Chat, in a club: a room for the two players of a game, one for those who watch it, and one for the lobby.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::who::Member;

/// A room where members talk.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ChatRoom {
    /// That of the players of a game.
    Player,
    /// That of those who watch a game; its players see it once the game is over.
    Spectator,
    /// That of the lobby.
    Lobby,
}

impl ChatRoom {
    /// As it stands in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Spectator => "spectator",
            Self::Lobby => "lobby",
        }
    }

    /// The room of that name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Player, Self::Spectator, Self::Lobby].into_iter().find(|room| room.name() == name)
    }
}

/// Says something in a room.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// Where.
    pub room: ChatRoom,
    /// The game, unless it is said in the lobby.
    pub game: Option<String>,
    /// At most 140 characters, plain text.
    pub text: String,
}

/// A line of a chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChatLine {
    /// Its number in the room.
    pub id: i64,
    /// Who said it.
    pub by: Member,
    /// The text, plain.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A room with what was said last in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Chat {
    /// Which room.
    pub room: ChatRoom,
    /// The game; none of the lobby.
    pub game: Option<String>,
    /// The last 50 lines, the oldest first; without those of members whom the reader has blocked.
    pub lines: Vec<ChatLine>,
}

/// A line that was just said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChatSaid {
    /// Which room.
    pub room: ChatRoom,
    /// The game; none of the lobby.
    pub game: Option<String>,
    /// The line.
    pub line: ChatLine,
}

/// A line that a moderator has deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChatGone {
    /// Which room.
    pub room: ChatRoom,
    /// The game; none of the lobby.
    pub game: Option<String>,
    /// The line's number.
    pub id: i64,
}

/// The rights of a member in a club beside playing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rights {
    /// Say something in a chat.
    pub chat: bool,
    /// Read reports, and act on them.
    pub moderator: bool,
}
