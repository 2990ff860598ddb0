//! The commands of a room.

use crate::gate::ClientId;
use crate::outbox::Outbox;
use crate::protocol::study::TreeEdit;
use crate::searches::Progress;

/// A command to a room.
pub enum Command {
    Watch(Outbox),
    Leave(ClientId),
    Play {
        client: ClientId,
        ply: usize,
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
    Resign {
        client: ClientId,
        side: char,
    },
    Edit {
        client: ClientId,
        edit: TreeEdit,
    },
    MainLine {
        client: ClientId,
        path: Vec<String>,
    },
    MoveNow(ClientId),
    Think(ClientId),
    /// The engine is to think in a person's time.
    Ponder(bool),
    /// Judge the positions of the game.
    Report(ClientId),
    /// Judge them no more.
    StopReport,
    /// A word from the judgement of that number.
    Judged(u64, Progress),
    /// The clock of that number may have run out.
    Flag(u64),
    /// A word from the search of that number.
    Search(u64, Progress),
    /// A word from the pondering of that number.
    Pondered(u64, Progress),
    /// The pondering of that number has rested.
    PonderAgain(u64),
    /// The search of that number has its turn, and the pause before it is over.
    EngineTurn(u64, String, Option<engine::Info>),
}

impl Command {
    /// Whom searches are for that come of it.
    pub fn asker(&self) -> Option<ClientId> {
        match self {
            Self::Watch(outbox) => Some(outbox.client),
            Self::Play { client, .. }
            | Self::Undo { client, .. }
            | Self::Redo { client, .. }
            | Self::Hint { client, .. }
            | Self::MainLine { client, .. }
            | Self::Think(client)
            | Self::Report(client) => Some(*client),
            _ => None,
        }
    }
}
