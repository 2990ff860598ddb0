//! The lobby of a club: open seeks. They live in memory, for as long as who made one stays: a connection of the page, or
//! a stream of a program; members' seeks for games by correspondence for two weeks, until the server ends. All who look get one and the same message: the list, and where that is long what has changed.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::outbox::Letter;
use crate::protocol::lobby::{LobbyChange, ShownSeek};
use crate::protocol::seats::Rating;
use crate::protocol::{Code, Failure, NewGame, ServerMessage};
use crate::who::{MemberKind, Who};

/// Seeks that one member may have open.
const OWN: usize = 5;
/// All seeks.
const ALL: usize = 2000;
/// How long a seek stands at most: one for a game by correspondence, whose maker has gone.
const STANDS: Duration = Duration::from_secs(14 * 24 * 3600);
/// A list of so many is told whole at every change; of more so many at a time, and what changes.
const WHOLE: usize = 16;
const PART: usize = 100;
/// Changes that are remembered; who was told nothing for longer is told the whole list.
const REMEMBERED: usize = 512;

/// A seek.
#[derive(Clone, Debug)]
pub struct Seek {
    /// The id of the game that comes of it.
    pub id: String,
    /// Who made it.
    pub by: Who,
    /// Their rating.
    pub rating: Option<Rating>,
    /// The game. Its seat is that of who made it; none is drawn at random.
    pub new: NewGame,
    /// The result changes the ratings of both.
    pub rated: bool,
    /// The lowest and the highest rating of who may accept it.
    pub range: [Option<i32>; 2],
    /// When it was made.
    pub at: Instant,
}

impl Seek {
    /// Somebody with that rating may accept it.
    pub fn takes(&self, rating: Option<Rating>) -> bool {
        let [lowest, highest] = self.range;
        match rating.map(|rating| rating.rating) {
            Some(rating) => {
                lowest.is_none_or(|lowest| rating >= lowest)
                    && highest.is_none_or(|highest| rating <= highest)
            }
            None => lowest.is_none() && highest.is_none(),
        }
    }

    /// It is for a game by correspondence: who accepts it need not play at once.
    fn is_by_days(&self) -> bool {
        self.new.clock.is_some_and(|rule| rule.is_by_days())
    }

    /// It stands whether who made it stays or not. Guests are many and soon gone: theirs go with them.
    fn stands_alone(&self) -> bool {
        self.is_by_days() && self.by.member.kind != MemberKind::Guest
    }

    fn shown(&self) -> ShownSeek {
        ShownSeek {
            id: self.id.clone(),
            by: self.by.member.clone(),
            rating: self.rating,
            game: self.new.game.clone(),
            clock: self.new.clock,
            rated: self.rated,
            seat: self.new.seat,
            lowest: self.range[0],
            highest: self.range[1],
        }
    }
}

#[derive(Default)]
struct Book {
    seeks: BTreeMap<String, Arc<Seek>>,
    /// The ids of those of each member.
    own: HashMap<String, BTreeSet<String>>,
    /// The ids of those that came or went last.
    changes: VecDeque<String>,
    /// How many have come and gone in all.
    version: u64,
    /// The letters for who knows the list of that version, or none, until it changes.
    told: HashMap<Option<u64>, Vec<Letter>>,
}

impl Book {
    fn add(&mut self, seek: Seek) {
        self.own.entry(seek.by.key.clone()).or_default().insert(seek.id.clone());
        self.note(&seek.id);
        self.seeks.insert(seek.id.clone(), Arc::new(seek));
    }

    fn remove(&mut self, id: &str) -> Option<Arc<Seek>> {
        let seek = self.seeks.remove(id)?;
        self.note(id);
        if let Some(own) = self.own.get_mut(&seek.by.key) {
            own.remove(id);
            if own.is_empty() {
                self.own.remove(&seek.by.key);
            }
        }
        Some(seek)
    }

    /// Withdraws the seeks of a member: all, or those for a game at once.
    fn withdraw(&mut self, key: &str, at_once: bool) {
        for id in self.of(key) {
            let by_days = self.seeks.get(&id).is_some_and(|seek| seek.is_by_days());
            if !(at_once && by_days) {
                self.remove(&id);
            }
        }
    }

    /// Takes out those that have stood for too long.
    fn let_pass(&mut self, now: Instant) {
        let old = |seek: &&Arc<Seek>| now.saturating_duration_since(seek.at) > STANDS;
        let passed: Vec<String> = self.seeks.values().filter(old).map(|it| it.id.clone()).collect();
        for id in passed {
            self.remove(&id);
        }
    }

    fn of(&self, key: &str) -> Vec<String> {
        self.own.get(key).map(|ids| ids.iter().cloned().collect()).unwrap_or_default()
    }

    fn note(&mut self, id: &str) {
        self.version += 1;
        self.changes.push_back(id.to_owned());
        if self.changes.len() > REMEMBERED {
            self.changes.pop_front();
        }
    }

    /// The letters for somebody who knows the list of that version.
    fn letters(&self, seen: Option<u64>) -> Vec<Letter> {
        let missed = seen.and_then(|seen| usize::try_from(self.version - seen).ok());
        let missed = missed.filter(|missed| *missed <= self.changes.len());
        let change = |opened: Vec<ShownSeek>, gone| {
            Letter::from(&ServerMessage::LobbyChanged(LobbyChange { opened, gone }))
        };
        if let (Some(missed), true) = (missed, self.seeks.len() > WHOLE) {
            let ids = self.changes.iter().skip(self.changes.len() - missed);
            // One that came and went, or went and came, is told as it stands.
            let ids: BTreeSet<&String> = ids.collect();
            let open = |id: &&String| self.seeks.contains_key(*id);
            let (open, gone): (Vec<_>, Vec<_>) = ids.into_iter().partition(open);
            let opened = open.into_iter().filter_map(|id| Some(self.seeks.get(id)?.shown()));
            return vec![change(opened.collect(), gone.into_iter().cloned().collect())];
        }
        let all: Vec<ShownSeek> = self.seeks.values().map(|seek| seek.shown()).collect();
        // One long message would keep a buffer of its length at each connection.
        let mut parts = all.chunks(PART);
        let seeks = parts.next().unwrap_or_default().to_vec();
        let first = Letter::from(&ServerMessage::Lobby { seeks });
        std::iter::once(first).chain(parts.map(|part| change(part.to_vec(), Vec::new()))).collect()
    }
}

/// The seeks that are open.
#[derive(Default)]
pub struct Lobby {
    book: Mutex<Book>,
    changed: watch::Sender<()>,
}

/// A seek that is open until this is dropped, or somebody accepts it; one for a game by correspondence is left open.
pub struct Held {
    lobby: Arc<Lobby>,
    /// Its id.
    pub id: String,
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.lobby.find(&self.id).is_ok_and(|seek| seek.stands_alone()) {
            return;
        }
        self.lobby.change(|book| drop(book.remove(&self.id)));
    }
}

impl Lobby {
    fn book(&self) -> MutexGuard<'_, Book> {
        // The book is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, mut book: MutexGuard<'_, Book>) {
        book.told.clear();
        drop(book);
        self.changed.send_replace(());
    }

    /// Opens a seek.
    ///
    /// # Errors
    /// Where the member has too many, or the lobby is full.
    pub fn open(self: &Arc<Self>, seek: Seek) -> Result<Held, Failure> {
        let mut book = self.book();
        book.let_pass(Instant::now());
        if book.own.get(&seek.by.key).is_some_and(|own| own.len() >= OWN) || book.seeks.len() >= ALL
        {
            let message = "There are many seeks open; withdraw one, or accept one.";
            return Err(Failure::new(Code::TooFast, message));
        }
        let id = seek.id.clone();
        book.add(seek);
        self.tell(book);
        Ok(Held { lobby: Arc::clone(self), id })
    }

    fn change(&self, change: impl FnOnce(&mut Book)) {
        let mut book = self.book();
        let before = book.version;
        change(&mut book);
        if book.version != before {
            self.tell(book);
        }
    }

    /// Withdraws all seeks of a member.
    pub fn withdraw(&self, key: &str) {
        self.change(|book| book.withdraw(key, false));
    }

    /// Withdraws the seeks of a member for a game at once: they play now.
    pub fn withdraw_at_once(&self, key: &str) {
        self.change(|book| book.withdraw(key, true));
    }

    /// Withdraws a seek of a member, wherever it was made.
    ///
    /// # Errors
    /// Where it is gone, or another's.
    pub fn withdraw_one(&self, id: &str, key: &str) -> Result<(), Failure> {
        let none = || {
            let message = "This seek is gone, or it was made in another window.";
            Failure::new(Code::NotFound, message).at("id")
        };
        let own = |seek: Arc<Seek>| seek.by.key == key && seek.stands_alone();
        if !self.find(id).is_ok_and(own) {
            return Err(none());
        }
        self.change(|book| drop(book.remove(id)));
        Ok(())
    }

    /// A seek that is open.
    ///
    /// # Errors
    /// Where it is not.
    pub fn find(&self, id: &str) -> Result<Arc<Seek>, Failure> {
        let found = self.book().seeks.get(id).cloned();
        found.ok_or_else(|| {
            Failure::new(Code::NotFound, "This seek is gone: accepted, or withdrawn.")
        })
    }

    /// Takes a seek out for who accepts it, once, and with it all others of the two for a game at once: they play now.
    ///
    /// # Errors
    /// Where it is not open any more.
    pub fn take(&self, id: &str, by: &Who) -> Result<Arc<Seek>, Failure> {
        let mut book = self.book();
        let taken = book.remove(id);
        let taken = taken.ok_or_else(|| {
            Failure::new(Code::NotFound, "This seek is gone: accepted, or withdrawn.")
        })?;
        if !taken.is_by_days() {
            [&by.key, &taken.by.key].into_iter().for_each(|key| book.withdraw(key, true));
        }
        self.tell(book);
        Ok(taken)
    }

    /// The ids of a member's seeks.
    pub fn of(&self, key: &str) -> Vec<String> {
        self.book().of(key)
    }

    /// Tells of every change.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// All seeks.
    pub fn list(&self) -> Vec<ShownSeek> {
        self.book().seeks.values().map(|seek| seek.shown()).collect()
    }

    /// How many seeks are open.
    pub fn count(&self) -> usize {
        self.book().seeks.len()
    }

    /// The letters for who knows the list of that version, and the version that they know then.
    /// They are made once a change.
    pub fn letters_since(&self, seen: Option<u64>) -> (Vec<Letter>, u64) {
        let mut book = self.book();
        if let Some(letters) = book.told.get(&seen) {
            return (letters.clone(), book.version);
        }
        let letters = book.letters(seen);
        book.told.insert(seen, letters.clone());
        (letters, book.version)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use serde_json::Value;

    use super::{Lobby, OWN, STANDS, Seek};
    use crate::challenges::tests::challenge;
    use crate::outbox::Letter;
    use crate::protocol::seats::Rating;
    use crate::protocol::study::ClockRule;
    use crate::who::Who;

    fn seek(id: &str, by: &str) -> Seek {
        let by = Who::account(by, false);
        let new = challenge(id).new;
        let (rated, range, at) = (false, [None, None], Instant::now());
        Seek { id: id.to_owned(), by, rating: None, new, rated, range, at }
    }

    #[test]
    fn a_seek_by_correspondence_stands_for_two_weeks_and_a_guests_goes_with_them() {
        let lobby = Arc::new(Lobby::default());
        let by_days = |id: &str, by: Who| {
            let mut made = Seek { by, ..seek(id, "a") };
            made.new.clock = Some(ClockRule::by_days(3));
            made
        };
        drop(lobby.open(by_days("guests", Who::guest("0123"))).expect("opens"));
        assert_eq!(lobby.count(), 0);
        drop(lobby.open(by_days("new", Who::account("a", false))).expect("opens"));
        if let Some(at) = Instant::now().checked_sub(STANDS + Duration::from_secs(1)) {
            let old = Seek { at, ..by_days("old", Who::account("b", false)) };
            drop(lobby.open(old).expect("opens"));
            assert_eq!(lobby.count(), 2);
            let _next = lobby.open(seek("next", "c")).expect("opens");
            assert!(lobby.find("old").is_err() && lobby.find("new").is_ok());
        }
        // Who plays at once by another seek may wait for this one all the same.
        lobby.withdraw_at_once("user:a");
        assert!(lobby.find("new").is_ok() && lobby.withdraw_one("new", "user:b").is_err());
        assert!(lobby.withdraw_one("new", "user:a").is_ok() && lobby.find("new").is_err());
    }

    #[test]
    fn a_seek_is_taken_once_and_ends_with_who_made_it() {
        let lobby = Arc::new(Lobby::default());
        let held = lobby.open(seek("1", "a")).expect("opens");
        let other = lobby.open(seek("2", "a")).expect("opens");
        let _third = lobby.open(seek("3", "c")).expect("opens");
        assert_eq!(lobby.of("user:a").len(), 2);
        assert!(lobby.take("1", &Who::account("b", false)).is_ok());
        assert!(lobby.take("1", &Who::account("b", false)).is_err());
        assert_eq!(lobby.list().len(), 1, "who plays seeks no more");
        drop((held, other));
        let gone = lobby.open(seek("4", "a")).expect("opens");
        drop(gone);
        assert!(lobby.find("4").is_err());
    }

    /// The seeks that a reader knows after the letters.
    fn read(known: &mut BTreeSet<String>, letters: &[Letter]) {
        for letter in letters {
            let told: Value = serde_json::from_str(letter.text()).expect("JSON");
            let ids = |list: &Value| -> Vec<String> {
                let list = list.as_array().expect("a list").iter();
                list.map(|it| it.as_str().or(it["id"].as_str()).expect("an id").to_owned())
                    .collect()
            };
            if told["type"] == "lobby" {
                *known = ids(&told["seeks"]).into_iter().collect();
            } else {
                known.extend(ids(&told["opened"]));
                let gone = ids(&told["gone"]);
                known.retain(|id| !gone.contains(id));
            }
        }
    }

    #[test]
    fn who_is_told_changes_knows_the_list_however_seldom_they_look() {
        let lobby = Arc::new(Lobby::default());
        let (mut held, mut readers) = (Vec::new(), vec![(None, BTreeSet::new()); 4]);
        for step in 0..900_usize {
            if step % 3 == 2 && step % 300 > 100 {
                held.swap_remove(step % held.len());
            } else {
                let by = format!("member{}", step / 2);
                held.push(lobby.open(seek(&step.to_string(), &by)).expect("opens"));
            }
            for (number, (seen, known)) in readers.iter_mut().enumerate() {
                // One looks each time, one so seldom that it has missed more than is remembered.
                if step % [1, 7, 100, 899][number] == 0 {
                    let (letters, version) = lobby.letters_since(*seen);
                    read(known, &letters);
                    *seen = Some(version);
                    let list: BTreeSet<_> = lobby.list().into_iter().map(|it| it.id).collect();
                    assert_eq!(*known, list, "reader {number} at {step}");
                }
            }
        }
        assert!(held.len() > 200);
        let (letters, version) = lobby.letters_since(None);
        assert!(letters.len() > 2 && letters.iter().all(|it| it.text().len() < 40_000));
        let more = lobby.open(seek("more", "one")).expect("opens");
        assert!(lobby.letters_since(Some(version)).0[0].text().len() < 1_000);
        drop(more);
        held.clear();
        assert!(lobby.book().own.is_empty() && lobby.count() == 0);
    }

    #[test]
    fn seeks_are_few_a_member_and_have_a_range() {
        let lobby = Arc::new(Lobby::default());
        let open = |number: usize| lobby.open(seek(&number.to_string(), "a"));
        let held: Vec<_> = (0..OWN).map(|number| open(number).expect("opens")).collect();
        assert!(open(OWN).is_err());
        drop(held);
        assert!(open(OWN).is_ok());
        let rating = |rating| Some(Rating { rating, provisional: false, change: None });
        let ranged = Seek { range: [Some(1400), Some(1600)], ..seek("1", "a") };
        assert!(ranged.takes(rating(1400)) && ranged.takes(rating(1600)));
        assert!(!ranged.takes(rating(1399)) && !ranged.takes(rating(1601)) && !ranged.takes(None));
        assert!(seek("1", "a").takes(None));
    }

    #[tokio::test]
    async fn who_looks_hears_of_each_change() {
        let lobby = Arc::new(Lobby::default());
        let mut changes = lobby.changes();
        let held = lobby.open(seek("1", "a")).expect("opens");
        assert!(changes.changed().await.is_ok());
        let _ = changes.borrow_and_update();
        drop(held);
        assert!(changes.changed().await.is_ok());
        assert!(lobby.list().is_empty());
    }
}
