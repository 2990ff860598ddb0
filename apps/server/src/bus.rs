//! What the processes of a club tell each other. Each event is told to the others only: who tells it has done for itself
//! what follows from it. Where there is one process nobody hears it.

#[cfg(feature = "cluster")]
mod nats;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

#[cfg(feature = "cluster")]
pub use nats::{BusError, Nats};

use crate::part::Part;
use crate::protocol::live::LiveGame;

/// Something that another process wants to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A process has begun.
    Woke {
        /// Its number.
        node: usize,
    },
    /// A game has begun; who hears it reads the game.
    Started {
        /// The game.
        id: String,
    },
    /// A game is over.
    Finished {
        /// The game.
        id: String,
    },
    /// Somebody has moved in a game by correspondence.
    Moved {
        /// The game.
        id: String,
    },
    /// A game of a tournament has gone on, or is over.
    Directed {
        /// The game.
        id: String,
    },
    /// A game of a tournament is to be attended, so that its clocks run.
    Attend {
        /// The game.
        id: String,
    },
    /// The games of the best players that a process has, and how many there are in all.
    Live {
        /// The process.
        node: usize,
        /// The best.
        games: Vec<LiveGame>,
        /// All.
        total: usize,
    },
    /// A member is shown under another name.
    Renamed {
        /// The member's key.
        key: String,
        /// The name.
        name: String,
    },
    /// The sessions or tokens of a member may have ended.
    Ended {
        /// The member's key.
        key: String,
    },
    /// A member has blocked another, or does so no more.
    Blocked {
        /// The key of who blocks.
        who: String,
        /// The key of whom.
        other: String,
        /// It is a block.
        on: bool,
    },
}

/// The way to the other processes.
pub trait Bus: Send + Sync {
    /// Tells them, in the order of the calls, as soon as they can be told.
    fn tell(&self, event: Event);
}

/// There are no others.
struct Nobody;

impl Bus for Nobody {
    fn tell(&self, _: Event) {}
}

/// The other processes, as a part of this one sees them.
#[derive(Clone)]
pub struct Others {
    /// The part of the club that this process has.
    pub part: Part,
    bus: Arc<dyn Bus>,
}

impl Default for Others {
    fn default() -> Self {
        Self { part: Part::default(), bus: Arc::new(Nobody) }
    }
}

impl Others {
    /// With a way to them.
    #[cfg(feature = "cluster")]
    pub fn new(part: Part, bus: Arc<dyn Bus>) -> Self {
        Self { part, bus }
    }

    /// Tells all of them.
    pub fn tell(&self, event: Event) {
        self.bus.tell(event);
    }

    /// Tells what the first process alone wants to know; nothing where this is it.
    pub fn tell_first(&self, event: impl FnOnce() -> Event) {
        if !self.part.is_first() {
            self.bus.tell(event());
        }
    }
}
