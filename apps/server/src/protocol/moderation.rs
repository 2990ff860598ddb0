//! Blocks, reports of abuse, and what moderators do, in a club.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chat::{ChatLine, ChatRoom};

/// Why a member is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The help of an engine, or games lost on purpose.
    Cheating,
    /// Insults, threats or hatred.
    Abuse,
    /// Advertising, or flooding a chat.
    Spam,
    /// An offensive name.
    Name,
    /// Something else.
    Other,
}

impl Reason {
    /// As it stands in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cheating => "cheating",
            Self::Abuse => "abuse",
            Self::Spam => "spam",
            Self::Name => "name",
            Self::Other => "other",
        }
    }

    /// The reason of that name; another one where it is of a newer program.
    pub fn named(name: &str) -> Self {
        let all = [Self::Cheating, Self::Abuse, Self::Spam, Self::Name];
        all.into_iter().find(|reason| reason.name() == name).unwrap_or(Self::Other)
    }
}

/// Reports a member to the moderators.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportMember {
    /// The member's name.
    pub name: String,
    /// Why.
    pub reason: Reason,
    /// The report in words, in at most 1000 characters.
    pub text: String,
    /// The game in which it happened.
    pub game: Option<String>,
}

/// Whom a moderator means: a member with an account by name, anybody by a line that they said.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Meant {
    /// By name.
    Name(String),
    /// By a line.
    Line(LineAt),
}

/// A line of a chat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineAt {
    /// Which room.
    pub room: ChatRoom,
    /// The game; none of the lobby.
    pub game: Option<String>,
    /// The line's number.
    pub id: i64,
}

/// An act of a moderator.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Closes an account: it signs in no more, and its sessions and tokens end.
    Close {
        /// The member's name.
        name: String,
    },
    /// Opens a closed account again.
    Reopen {
        /// The member's name.
        name: String,
    },
    /// Hides a name: others see `member-` and a number.
    HideName {
        /// The member's name.
        name: String,
    },
    /// Shows a hidden name again.
    ShowName {
        /// The name, or what is shown in its place.
        name: String,
    },
    /// Lets somebody say nothing in any chat for a time.
    Mute {
        /// Whom.
        who: Meant,
        /// For how many minutes: a year at most.
        minutes: u32,
    },
    /// Lets somebody talk again.
    Unmute {
        /// The member's name.
        name: String,
    },
    /// Ends a running game without a result.
    CancelGame {
        /// The game.
        game: String,
    },
    /// Deletes a line of a chat.
    DeleteLine {
        /// Which.
        line: LineAt,
    },
}

/// Does something as a moderator.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moderate {
    /// What.
    pub act: Act,
    /// Why, in at most 1000 characters, for the log.
    pub why: String,
}

/// A report as moderators read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AbuseReport")]
pub struct ShownReport {
    /// Its number.
    pub id: i64,
    /// Who made it.
    pub by: String,
    /// About whom.
    pub about: String,
    /// Why.
    pub reason: Reason,
    /// The report in words.
    pub text: String,
    /// The game in which it happened.
    pub game: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// The outcome; none while it is open.
    pub done: Option<ReportDone>,
}

/// The outcome of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReportDone {
    /// The moderator.
    pub by: String,
    /// The moderator's note.
    pub note: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// An entry of the moderators' log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShownAct {
    /// The moderator; none where it was done on the command line.
    pub by: Option<String>,
    /// The act: `close`, `reopen`, `hide_name`, `show_name`, `mute`, `unmute`, `cancel_game`,
    /// `delete_line`, `report_done`, `moderator_on` or `moderator_off`.
    pub act: String,
    /// To whom.
    pub about: Option<String>,
    /// The game.
    pub game: Option<String>,
    /// The line that was deleted, the minutes of a mute, or the name that is shown.
    pub detail: String,
    /// Why.
    pub why: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A member on whom a moderator's act lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnderAct {
    /// The account's own name; of a guest what others see.
    pub name: String,
    /// The name that others see in its place.
    pub shown: Option<String>,
    /// The account is closed.
    pub closed: bool,
    /// Muted until then, in milliseconds since 1970.
    pub muted: Option<i64>,
}

/// The reports that moderators read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reports {
    /// The open reports, the oldest first; at most 200.
    pub open: Vec<ShownReport>,
    /// Those that are done, the newest first; at most 50.
    pub done: Vec<ShownReport>,
    /// The log, the newest first; at most 200.
    pub acts: Vec<ShownAct>,
    /// Members on whom an act lies; at most 500.
    pub under: Vec<UnderAct>,
}

/// The chat of a game, for moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameChat {
    /// The game.
    pub game: String,
    /// The players' room.
    pub player: Vec<ChatLine>,
    /// The spectators' room.
    pub spectator: Vec<ChatLine>,
}
