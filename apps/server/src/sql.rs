//! The store in a database: one thread writes, takes what has queued up into one transaction, and answers only after the
//! commit. Reading has threads and connections of its own, so that no list delays a move.

use std::collections::BTreeMap;
use std::fs::File;
use std::time::Instant;

use crate::database::Connection;
use crate::meter::Meter;
use crate::part::Part;
use crate::protocol::Ending;
use crate::protocol::profile::Ranked;
use crate::protocol::seats::Rating;
use crate::protocol::study::{Judged, LibraryGame, TreeEdit};
use crate::ratings::{Kept, Point};
use crate::store::{
    Answer, ArchivePlace, ArchiveQuery, Due, LogEntry, Record, Store, StoreError, Taken, Tidying,
};
use crate::who::Who;

mod answer;
mod archive;
mod chats;
pub mod desk;
mod due;
pub mod members;
mod migrations;
mod passkeys;
mod ratings;
mod reader;
mod rows;
mod seats;
mod source;
mod tournaments;
mod writer;

use due::Uptime;
use reader::Reader;
pub use source::{FILE, Source, beside, lock, newest};
use writer::Writer;

/// A [`Store`] in a database.
pub struct SqlStore {
    writer: Writer,
    /// Reads a game that is opened.
    games: Reader,
    /// Reads lists, which may take long.
    lists: Reader,
    meter: Meter,
    /// Bytes that the database may have.
    max_bytes: u64,
    /// By which the clocks of games by correspondence run.
    uptime: Uptime,
    /// The games that are this process's.
    part: Part,
    /// Held while the store is open.
    _lock: Option<File>,
}

impl SqlStore {
    /// Opens the database, making it where it is missing. Where it has more than `max_bytes` it takes no new games and no
    /// changes of trees; those under way go on. What it writes it counts into the meter.
    ///
    /// # Errors
    /// When it cannot be used, another process has it or this part of it, or a newer program wrote it.
    pub fn open(
        source: &Source,
        part: Part,
        max_bytes: u64,
        meter: Meter,
    ) -> Result<Self, StoreError> {
        let (connection, lock) = source.take(part)?;
        archive::fill(&connection)?;
        let uptime = Uptime::read(&connection)?;
        Ok(Self {
            writer: Writer::start(connection, meter.clone())?,
            games: Reader::start(source.reader()?)?,
            lists: Reader::start(source.reader()?)?,
            meter,
            max_bytes,
            uptime,
            part,
            _lock: lock,
        })
    }

    /// Has the writer change rows: all that the change does, or nothing of it. It may be done again, where another
    /// process has changed the same.
    fn change<T: Send + 'static>(
        &self,
        change: impl Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        self.writer.change(change)
    }
}

impl Store for SqlStore {
    fn create(&self, record: Record, ending: Option<Ending>) -> Answer<String> {
        let (most, uptime) = (self.max_bytes, self.uptime);
        self.change(move |connection| {
            has_room(connection, most)?;
            rows::create(connection, &record, ending.as_ref(), uptime.now())
        })
    }

    fn append(&self, id: &str, entry: LogEntry, ending: Option<Ending>) -> Answer<()> {
        let (id, uptime) = (id.to_owned(), self.uptime);
        let turn = matches!(entry, LogEntry::Turn { .. }).then(Instant::now);
        // A result and the ratings that follow from it are kept together or not at all.
        let kept = self.change(move |connection| {
            rows::append(connection, &id, &entry)?;
            rows::mark_changed(connection, &id, ending.as_ref(), uptime.now())?;
            archive::note(connection, &id)?;
            ending.as_ref().map_or(Ok(()), |ending| ratings::apply(connection, &id, ending))
        });
        let Some(begun) = turn else { return kept };
        let meter = self.meter.clone();
        Box::pin(async move { kept.await.inspect(|()| meter.kept_turn(begun.elapsed())) })
    }

    fn append_edit(&self, id: &str, edit: TreeEdit) -> Answer<()> {
        let (id, most) = (id.to_owned(), self.max_bytes);
        self.change(move |connection| {
            has_room(connection, most)?;
            rows::append_edit(connection, &id, &edit)
        })
    }

    fn keep_judged(&self, id: &str, position: String, judged: Judged) -> Answer<()> {
        let id = id.to_owned();
        self.change(move |connection| rows::keep_judged(connection, &id, &position, &judged))
    }

    fn load(&self, id: &str) -> Answer<Option<Record>> {
        let (id, uptime) = (id.to_owned(), self.uptime);
        self.games.ask(move |connection| rows::load(connection, &id, uptime.now()))
    }

    fn library(&self, user: Option<String>) -> Answer<Vec<LibraryGame>> {
        self.lists.ask(move |connection| rows::library(connection, user.as_deref()))
    }

    fn games_of(&self, who: &str, playing: bool, most: usize) -> Answer<Vec<String>> {
        let who = who.to_owned();
        self.lists.ask(move |connection| seats::games_of(connection, &who, playing, most))
    }

    fn due(&self) -> Answer<Due> {
        let (uptime, part) = (self.uptime, self.part);
        self.lists.ask(move |connection| due::due(connection, uptime.now(), part))
    }

    fn keep_uptime(&self) -> Answer<()> {
        let uptime = self.uptime;
        self.change(move |connection| due::keep(connection, uptime.now()))
    }

    fn correspondence_of(&self, who: &str, most: usize) -> Answer<Vec<String>> {
        let who = who.to_owned();
        self.lists.ask(move |connection| due::games_of(connection, &who, most))
    }

    fn archive(&self, query: ArchiveQuery) -> Answer<Vec<ArchivePlace>> {
        self.lists.ask(move |connection| archive::list(connection, &query))
    }

    fn edits(&self, id: &str) -> Answer<Vec<TreeEdit>> {
        let id = id.to_owned();
        self.lists.ask(move |connection| rows::edits(connection, &id))
    }

    fn remove(&self, id: &str, removed: bool, owner: Option<String>) -> Answer<bool> {
        let id = id.to_owned();
        self.change(move |connection| {
            let found = rows::remove(connection, &id, removed, owner.as_deref())?;
            archive::note(connection, &id)?;
            Ok(found)
        })
    }

    fn take_seat(&self, invite: &str, who: Who) -> Answer<Taken> {
        let invite = invite.to_owned();
        self.change(move |connection| seats::take(connection, &invite, &who))
    }

    fn invited_to(&self, invite: &str) -> Answer<Option<String>> {
        let invite = invite.to_owned();
        self.games.ask(move |connection| seats::game_of(connection, &invite))
    }

    fn game_ratings(&self, id: &str) -> Answer<BTreeMap<char, Rating>> {
        let id = id.to_owned();
        self.games.ask(move |connection| ratings::of_game(connection, &id))
    }

    fn plays_rated(&self, who: &str) -> Answer<Option<String>> {
        let who = who.to_owned();
        self.games.ask(move |connection| ratings::playing(connection, &who))
    }

    fn ratings_of(&self, who: &str) -> Answer<Vec<Kept>> {
        let who = who.to_owned();
        self.games.ask(move |connection| ratings::of_member(connection, &who))
    }

    fn rating_history(&self, who: &str) -> Answer<Vec<Point>> {
        let who = who.to_owned();
        self.lists.ask(move |connection| ratings::history(connection, &who))
    }

    fn best(&self, most: usize, of: Option<Ranked>) -> Answer<Vec<(Who, Kept)>> {
        self.lists.ask(move |connection| ratings::best(connection, most, of))
    }

    fn tidy(&self, what: Tidying) -> Answer<usize> {
        self.change(move |connection| rows::tidy(connection, &what))
    }

    fn check(&self) -> Answer<()> {
        let read = self.games.ask(rows::is_there);
        let written = self.change(|_| Ok(()));
        Box::pin(async move {
            read.await?;
            written.await
        })
    }
}

/// The database may grow.
fn has_room(connection: &Connection, max_bytes: u64) -> Result<(), StoreError> {
    if connection.bytes()? < max_bytes {
        return Ok(());
    }
    Err(StoreError::Full { mib: max_bytes >> 20 })
}

#[cfg(test)]
mod tests;
