//! The stored order of a club, behind a trait: blocks, reports, mutes, closed accounts and hidden
//! names, moderators and the log of their acts.

use crate::protocol::moderation::{Reason, Reports, UnderAct};
use crate::store::Answer;

/// A report that a member makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    /// The key of who makes it.
    pub by: String,
    /// The key of who is reported.
    pub about: String,
    /// Why.
    pub reason: Reason,
    /// The report in the words of who made it.
    pub text: String,
    /// The game.
    pub game: Option<String>,
}

/// An act of a moderator, as it is kept. Members are named by their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Closes an account.
    Close(String),
    /// Opens it again.
    Reopen(String),
    /// Shows a name in place of the account's.
    HideName(String),
    /// Shows the account's name again.
    ShowName(String),
    /// Mutes for so many minutes.
    Mute(String, u32),
    /// Mutes no more.
    Unmute(String),
    /// Cancels a game; the game does it itself.
    CancelGame(String),
    /// Deletes a line of a game.
    DeleteLine {
        /// The game.
        game: String,
        /// The line's number.
        id: i64,
        /// Who said it.
        by: String,
        /// The line.
        text: String,
    },
    /// Notes that a line of the lobby was deleted.
    DeleteLobbyLine {
        /// Who said it.
        by: String,
        /// The line.
        text: String,
    },
    /// Marks a report as done.
    ReportDone(i64),
}

/// The outcome of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done and noted; the name that the member is shown by now.
    Done(Option<String>),
    /// Who wants to do it is no moderator.
    NoModerator,
    /// It concerns another moderator.
    OfModerator,
    /// It is so already, or there is none.
    Nothing,
}

/// The state of an account beside its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountState {
    /// It is a moderator's.
    pub moderator: bool,
    /// The part that moderators read.
    pub under: Option<UnderAct>,
}

/// Keeps order. An answer of success means: on disk.
pub trait Desk: Send + Sync {
    /// Blocks a member for another, or does so no more.
    fn block(&self, who: &str, other: &str, on: bool) -> Answer<()>;
    /// Keeps a report.
    fn report(&self, report: NewReport) -> Answer<()>;
    /// The reports that moderators read.
    fn reports(&self) -> Answer<Reports>;
    /// Until when a member is muted, in milliseconds since 1970, if they are now.
    fn muted(&self, key: &str) -> Answer<Option<i64>>;
    /// That member is a moderator.
    fn is_moderator(&self, key: &str) -> Answer<bool>;
    /// The state of an account, by its key.
    fn state_of(&self, key: &str) -> Answer<AccountState>;
    /// Does something for a moderator and notes it, both or neither.
    fn act(&self, by: &str, deed: Deed, why: String) -> Answer<Outcome>;
}
