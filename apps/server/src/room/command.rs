//! The commands of a room.

use crate::gate::ClientId;
use crate::outbox::Outbox;
use crate::protocol::Failure;
use crate::protocol::chat::ChatRoom;
use crate::protocol::seats::OfferKind;
use crate::protocol::study::TreeEdit;
use crate::searches::Progress;
use crate::who::Who;

/// The receiver of a command's outcome.
pub type Answered = dyn FnOnce(Result<(), Failure>) + Send;

/// A command and the member who gives it.
pub struct By {
    /// From where.
    pub client: ClientId,
    /// Whose it is.
    pub who: Option<Who>,
    pub command: Command,
    pub answer: Box<Answered>,
}

/// A command to a room.
pub enum Command {
    Watch(Outbox),
    Leave(ClientId),
    /// Without a ply, at the one where the game stands.
    Play {
        client: ClientId,
        ply: Option<usize>,
        turn: String,
    },
    Undo {
        client: ClientId,
        ply: usize,
    },
    Hint {
        client: ClientId,
        ply: usize,
    },
    Redo {
        client: ClientId,
        ply: usize,
    },
    /// Without a side, of who asks.
    Resign {
        client: ClientId,
        side: Option<char>,
    },
    Edit {
        client: ClientId,
        edit: TreeEdit,
    },
    MainLine {
        client: ClientId,
        path: Vec<String>,
    },
    /// Somebody in a club asks for it, who may not be allowed to.
    By(Box<By>),
    /// An offer to the other side, or an answer to one.
    Offer {
        client: ClientId,
        who: Who,
        offer: OfferKind,
        yes: bool,
    },
    /// The end of a game in which a side has not moved.
    Abort(ClientId),
    /// The other side has gone: the game is won, or a draw. Without a side, of who asks.
    Claim {
        client: ClientId,
        side: Option<char>,
        draw: bool,
    },
    /// A seat was taken.
    Seated {
        client: ClientId,
        side: char,
        who: Who,
    },
    /// Somebody says something in a chat of the game.
    Say {
        client: ClientId,
        who: Who,
        room: ChatRoom,
        text: String,
    },
    /// A line of a chat was deleted.
    Unsay {
        room: ChatRoom,
        id: i64,
    },
    /// A member is shown under another name.
    Rename {
        key: String,
        name: String,
    },
    /// A moderator cancels the game.
    Cancel(Box<Answered>),
    MoveNow(ClientId),
    Think(ClientId),
    /// The engine is to think in a person's time.
    Ponder(bool),
    /// Judge the positions of the game.
    Report(ClientId),
    /// Judge them no more.
    StopReport,
    /// The game of a tournament is to go on by itself: nothing but that it lives.
    Attend,
    /// The days of a turn may be over, in a game by correspondence.
    Overdue,
    /// Its own alarms and searches say something.
    Event(Event),
}

/// A word of a room's own alarms and searches.
pub enum Event {
    /// From the judgement of that number.
    Judged(u64, Progress),
    /// The first move after so many turns may be overdue.
    FirstMove(usize),
    /// The clock of that number may have run out.
    Flag(u64),
    /// After a restart, who is to move has had time to come back.
    GoOn,
    /// From the search of that number.
    Search(u64, Progress),
    /// From the pondering of that number.
    Pondered(u64, Progress),
    /// The pondering of that number has rested.
    PonderAgain(u64),
    /// The search of that number has its turn, and the pause before it is over.
    EngineTurn(u64, String, Option<engine::Info>),
}

impl Command {
    /// The type of the message that asks for it.
    pub fn request(&self) -> &'static str {
        match self {
            Self::Play { .. } => "play",
            Self::Undo { .. } => "undo",
            Self::Hint { .. } => "hint",
            Self::Redo { .. } => "redo",
            Self::Resign { .. } => "resign",
            Self::Edit { .. } => "edit",
            Self::MainLine { .. } => "main_line",
            Self::MoveNow(_) => "move_now",
            Self::Think(_) => "think",
            Self::Ponder(_) => "ponder",
            Self::Report(_) => "report",
            Self::StopReport => "stop_report",
            Self::Offer { .. } => "offer",
            Self::Abort(_) => "abort",
            Self::Claim { .. } => "claim",
            Self::Say { .. } => "say",
            _ => "watch",
        }
    }

    /// Who is told where it fails.
    pub fn client(&self) -> Option<ClientId> {
        match self {
            Self::Watch(outbox) => Some(outbox.client),
            Self::Play { client, .. }
            | Self::Undo { client, .. }
            | Self::Redo { client, .. }
            | Self::Hint { client, .. }
            | Self::Resign { client, .. }
            | Self::Edit { client, .. }
            | Self::MainLine { client, .. }
            | Self::Offer { client, .. }
            | Self::Say { client, .. }
            | Self::Claim { client, .. }
            | Self::Abort(client)
            | Self::MoveNow(client)
            | Self::Report(client) => Some(*client),
            _ => None,
        }
    }

    /// Whom searches are for that come of it.
    pub fn asker(&self) -> Option<ClientId> {
        match self {
            Self::Watch(outbox) => Some(outbox.client),
            Self::By(by) => Some(by.client),
            Self::Play { client, .. }
            | Self::Undo { client, .. }
            | Self::Redo { client, .. }
            | Self::Hint { client, .. }
            | Self::MainLine { client, .. }
            | Self::Seated { client, .. }
            | Self::Think(client)
            | Self::Report(client) => Some(*client),
            _ => None,
        }
    }
}
