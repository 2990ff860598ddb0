//! The store of games, behind a trait: a game is a row, and every change of it a row appended to its log.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use crate::part::Part;
use crate::protocol::profile::Ranked;
use crate::protocol::seats::Rating;
use crate::protocol::study::{ClockRule, Judged, LibraryGame, TreeEdit};
use crate::protocol::{Ending, Player, Thought};
use crate::ratings::{Kept, Point};
use crate::who::Who;

/// A game as it was begun.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// The id in its address.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The start position.
    pub start: String,
    /// Who plays each side.
    pub players: BTreeMap<char, Player>,
    /// The clock, if there is one.
    pub clock: Option<ClockRule>,
    /// Whose library it is in.
    pub user: Option<String>,
    /// Who played, by side letter, where it was played elsewhere.
    pub names: BTreeMap<char, String>,
    /// Where it was played, if not here.
    pub origin: Option<String>,
    /// Its result changes the ratings of those who play it.
    pub rated: bool,
    /// The tournament that it belongs to.
    pub tournament: Option<String>,
    /// Who has its seats, where people have them: in a club.
    pub seating: Option<Seating>,
}

/// Who may move in a game, and who may see it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seating {
    /// The sides that people play.
    pub seats: BTreeMap<char, Seat>,
    /// Only who has a seat sees the game, and of a tournament's its people.
    pub private: bool,
}

/// A seat that a person has, or may take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seat {
    /// Who has it.
    pub who: Option<Who>,
    /// The word that gives it, while it is free.
    pub invite: Option<String>,
    /// The rating of who has it, where the game has a clock and they have a name.
    pub rating: Option<Rating>,
}

/// The outcome of taking a seat.
#[derive(Clone, Debug, PartialEq)]
pub enum Taken {
    /// The seat of that side in that game, which was free.
    Now {
        /// The game.
        id: String,
        /// The side.
        side: char,
    },
    /// Who asks has a seat in the game, or began it: nothing was changed.
    Already {
        /// The game.
        id: String,
    },
    /// No free seat is given by that word.
    None,
}

/// A change of a game. Undo is appended too: nothing that was played is ever deleted.
#[derive(Clone, Debug, PartialEq)]
pub enum LogEntry {
    /// A turn, played after `ply` turns.
    Turn {
        /// The turns before it.
        ply: usize,
        /// In the game's notation.
        turn: String,
        /// The engine's search, if it was its turn.
        thought: Option<Thought>,
        /// The time that the sides have left after it, in milliseconds; empty without a clock.
        left: BTreeMap<char, u64>,
    },
    /// Back to the position after `ply` turns.
    Undo {
        /// The turns that remain.
        ply: usize,
    },
    /// The end by giving up or by the clock; the next turn or undo lifts it.
    End(Ending),
}

/// A turn that stands: what the log comes to, undone turns left out.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedTurn {
    /// In the game's notation.
    pub turn: String,
    /// The engine's search, if it was its turn.
    pub thought: Option<Thought>,
    /// The time that the sides had left after it, in milliseconds; empty without a clock.
    pub left: BTreeMap<char, u64>,
}

/// The game that a log leads to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// The turns that stand.
    pub turns: Vec<PlayedTurn>,
    /// The turns that were taken back and not replaced, the next one first.
    pub undone: Vec<PlayedTurn>,
    /// The end, where the board does not show it.
    pub end: Option<Ending>,
    /// The time that the sides had left after the last turn, in milliseconds.
    pub left: BTreeMap<char, u64>,
}

impl Line {
    /// Makes a change.
    pub fn apply(&mut self, entry: LogEntry) {
        match entry {
            LogEntry::Turn { ply, turn, thought, left } => {
                self.turns.truncate(ply);
                if self.undone.first().is_some_and(|next| next.turn == turn) {
                    self.undone.remove(0);
                } else {
                    self.undone.clear();
                }
                self.turns.push(PlayedTurn { turn, thought, left: left.clone() });
                self.left = left;
                self.end = None;
            }
            LogEntry::Undo { ply } => {
                let back = self.turns.split_off(ply.min(self.turns.len()));
                self.undone.splice(0..0, back);
                self.end = None;
            }
            LogEntry::End(ending) => self.end = Some(ending),
        }
    }
}

/// The game that a log leads to.
#[must_use]
pub fn replay(log: Vec<LogEntry>) -> Line {
    let mut line = Line::default();
    for entry in log {
        line.apply(entry);
    }
    line
}

/// All that is kept of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// As it was begun.
    pub row: GameRow,
    /// Every change.
    pub log: Vec<LogEntry>,
    /// Every change of its tree.
    pub edits: Vec<TreeEdit>,
    /// The evaluations of its reports, by position.
    pub judged: Vec<(String, Judged)>,
    /// The time that the side to move has left now, in milliseconds, in a game by correspondence
    /// that goes on.
    pub left_now: Option<u64>,
}

/// Why the store failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made or written.
    #[error("the data folder {folder} cannot be used: {reason}")]
    Folder {
        /// Its path.
        folder: String,
        /// The system's own error.
        reason: String,
    },
    /// Another server has it.
    #[error(
        "the database in {folder} is in use by another server; give this one another folder with --data"
    )]
    InUse {
        /// Its path.
        folder: String,
    },
    /// A newer program wrote it.
    #[error(
        "the database has version {found}, and this program knows versions up to {known}; use a newer program"
    )]
    TooNew {
        /// The version found.
        found: i64,
        /// The newest one known.
        known: i64,
    },
    /// SQLite's own words.
    #[error("the database failed: {0}")]
    Database(String),
    /// The system has no room for what is to be kept.
    #[error("the server's disk is full; whoever runs it has to make room, then it goes on")]
    DiskFull,
    /// The system could not write or read: the disk fails, or a limit for files is reached.
    #[error("the server's disk does not take it ({0}); whoever runs it has to look at the disk")]
    Disk(String),
    /// Another program writes to the database for too long.
    #[error("another program holds the server's database; try again in a moment")]
    Busy,
    /// A row cannot be understood.
    #[error("the record of game {id} is damaged: {reason}")]
    Damaged {
        /// The game.
        id: String,
        /// The fault.
        reason: String,
    },
    /// The database may not grow any more.
    #[error("the database has all of the {mib} MiB that it may have; games under way go on")]
    Full {
        /// The size that it may have.
        mib: u64,
    },
    /// Another process changes the same at the same time.
    #[error("others change the same at this moment; try again")]
    Crossed,
    /// The server of the database is not there.
    #[error("the database is out of reach ({0})")]
    Unreachable(String),
    /// Another process has that part of the club.
    #[error("node {node} runs already; each process of a club has a number of its own")]
    NodeTaken {
        /// Its number.
        node: usize,
    },
    /// The processes that run are told another number of them.
    #[error(
        "the club runs with {running} nodes, and this one was told of {told}; stop all, and give each the same list"
    )]
    OtherCount {
        /// Those that run say so many.
        running: i64,
        /// This one was told so many.
        told: usize,
    },
    /// The writer is gone.
    #[error("the database is closed")]
    Closed,
}

/// Which finished games of the archive are asked for: all that is named has to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveQuery {
    /// The game's name.
    pub game: Option<String>,
    /// The keys of members who play in it.
    pub players: Vec<String>,
    /// Between whom it was played.
    pub against: Option<Against>,
    /// Whether it is rated.
    pub rated: Option<bool>,
    /// One of the speeds of ratings; `none` without a clock.
    pub speed: Option<String>,
    /// How it ended: `white`, `black` or `draw`.
    pub result: Option<String>,
    /// The tournament that it belongs to.
    pub tournament: Option<String>,
    /// It ended then or later, in milliseconds since 1970.
    pub since: Option<i64>,
    /// It ended before that time.
    pub until: Option<i64>,
    /// It comes after that game in the archive's order.
    pub after: Option<ArchivePlace>,
    /// So many at most.
    pub most: usize,
}

/// Between whom a game of the archive was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Against {
    /// Two people, guests among them.
    People,
    /// A member and the house engine.
    House,
    /// Two members, one of whom at least is a program.
    Programs,
}

impl Against {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::People, Self::House, Self::Programs];

    /// As it stands in the database, and is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::House => "house",
            Self::Programs => "programs",
        }
    }
}

/// The place of a game in the archive: the last to end comes first, of several at once the one with the greatest id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArchivePlace {
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// Its id.
    pub id: String,
}

/// A store's answer, when it comes.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Which games are forgotten: those in which nothing was ever played or noted, and that are older than this.
#[derive(Clone, Debug, PartialEq)]
pub struct Tidying {
    /// In milliseconds, of games that are in nobody's library.
    pub anonymous: u64,
    /// In milliseconds, of all others.
    pub owned: u64,
    /// Games that someone watches stay.
    pub live: Vec<String>,
    /// Only games of this process are forgotten.
    pub part: Part,
}

/// Games by correspondence whose time is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Their ids, those whose time was over first.
    pub ids: Vec<String>,
    /// How long it is until the time of another is over, if there is one.
    pub next: Option<Duration>,
}

/// Keeps games. An answer of success means: on disk, there after any crash of the program.
pub trait Store: Send + Sync {
    /// Adds a game with what happened in it already, and how it stands; its id. One that was taken over from the same
    /// place before is found again.
    fn create(&self, record: Record, ending: Option<Ending>) -> Answer<String>;
    /// Appends to a game's log. `ending` is how the game stands after it, for the library; with the first end of a rated
    /// game the ratings change.
    fn append(&self, id: &str, entry: LogEntry, ending: Option<Ending>) -> Answer<()>;
    /// Appends to the changes of a game's tree.
    fn append_edit(&self, id: &str, edit: TreeEdit) -> Answer<()>;
    /// Keeps what a report found of a position.
    fn keep_judged(&self, id: &str, position: String, judged: Judged) -> Answer<()>;
    /// Reads a game.
    fn load(&self, id: &str) -> Answer<Option<Record>>;
    /// The games of a user, or all, the last changed first.
    fn library(&self, user: Option<String>) -> Answer<Vec<LibraryGame>>;
    /// The games in which a member has a seat, the last changed first, so many at most; if `playing`, those that go on and in
    /// which nobody is waited for.
    fn games_of(&self, who: &str, playing: bool, most: usize) -> Answer<Vec<String>>;
    /// The games by correspondence in which the side to move has no time left, and how long it is until the next.
    fn due(&self) -> Answer<Due>;
    /// Keeps for how long the server has been up, by which the clocks of games by correspondence run.
    fn keep_uptime(&self) -> Answer<()>;
    /// The games by correspondence of a member that go on, those with the least time first, so many at most.
    fn correspondence_of(&self, who: &str, most: usize) -> Answer<Vec<String>>;
    /// The finished games between two members that all may see, the last to end first.
    fn archive(&self, query: ArchiveQuery) -> Answer<Vec<ArchivePlace>>;
    /// The changes of a game's tree.
    fn edits(&self, id: &str) -> Answer<Vec<TreeEdit>>;
    /// Takes a game out of the library, or puts it back; false if there is none, or none of that owner.
    fn remove(&self, id: &str, removed: bool, owner: Option<String>) -> Answer<bool>;
    /// Gives a free seat to whoever has the word for it, once.
    fn take_seat(&self, invite: &str, who: Who) -> Answer<Taken>;
    /// The game whose free seat that word gives.
    fn invited_to(&self, invite: &str) -> Answer<Option<String>>;
    /// The ratings of those who play a game, by side: what a rated game has made of them, or what they are.
    fn game_ratings(&self, id: &str) -> Answer<BTreeMap<char, Rating>>;
    /// A rated game that the member plays now, if there is one.
    fn plays_rated(&self, who: &str) -> Answer<Option<String>>;
    /// The ratings of a member, those with most games first.
    fn ratings_of(&self, who: &str) -> Answer<Vec<Kept>>;
    /// A member's ratings after each rated game, the oldest first.
    fn rating_history(&self, who: &str) -> Answer<Vec<Point>>;
    /// The best members of each game and speed, so many each: those whose rating is provisional last.
    fn best(&self, most: usize, of: Option<Ranked>) -> Answer<Vec<(Who, Kept)>>;
    /// Forgets games that nobody played; how many there were.
    fn tidy(&self, what: Tidying) -> Answer<usize>;
    /// Reads and writes, and changes nothing: whether the database is there.
    fn check(&self) -> Answer<()>;
}

#[cfg(test)]
mod tests {
    use super::{LogEntry, replay};

    #[test]
    fn undone_turns_are_left_out() {
        let turn = |ply, turn: &str| {
            let left = std::collections::BTreeMap::new();
            LogEntry::Turn { ply, turn: turn.to_owned(), thought: None, left }
        };
        let shown = |turns: &[super::PlayedTurn]| {
            turns.iter().map(|played| played.turn.clone()).collect::<Vec<_>>()
        };
        let mut log = vec![turn(0, "a"), turn(1, "b"), turn(2, "c"), LogEntry::Undo { ply: 1 }];
        let line = replay(log.clone());
        assert_eq!(
            (shown(&line.turns), shown(&line.undone)),
            (shown(&line.turns[..1]), vec!["b".to_owned(), "c".to_owned()])
        );
        log.push(turn(1, "b"));
        assert_eq!(shown(&replay(log.clone()).undone), ["c"]);
        log.push(turn(2, "d"));
        let line = replay(log);
        assert_eq!(shown(&line.turns), ["a", "b", "d"]);
        assert!(line.undone.is_empty());
    }

    #[test]
    fn an_end_is_lifted_by_what_follows() {
        let end = crate::protocol::Ending { winner: Some('b'), reason: "resignation".to_owned() };
        let left = std::collections::BTreeMap::new();
        let turn = LogEntry::Turn { ply: 0, turn: "a".to_owned(), thought: None, left };
        let mut log = vec![turn, LogEntry::End(end.clone())];
        assert_eq!(replay(log.clone()).end, Some(end));
        log.push(LogEntry::Undo { ply: 0 });
        assert_eq!(replay(log).end, None);
    }
}
