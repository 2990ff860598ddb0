//! The lobby of a club: open seeks. They live in memory, for as long as who made one stays: a connection of the page, or
//! a stream of a program. All who look get one and the same message.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::outbox::Letter;
use crate::protocol::lobby::ShownSeek;
use crate::protocol::seats::Rating;
use crate::protocol::{Code, Failure, NewGame, ServerMessage};
use crate::who::Who;

/// Seeks that one member may have open.
const OWN: usize = 5;
/// All seeks.
const ALL: usize = 2000;

/// A seek.
#[derive(Clone, Debug)]
pub struct Seek {
    /// The id of the game that comes of it.
    pub id: String,
    /// Who made it.
    pub by: Who,
    /// Their rating.
    pub rating: Option<Rating>,
    /// What is to be played. Its seat is that of who made it; none is drawn by lot.
    pub new: NewGame,
    /// The result changes the ratings of both.
    pub rated: bool,
    /// The lowest and the highest rating of who may accept it.
    pub range: [Option<i32>; 2],
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
    /// The list as it was last told, until it changes.
    told: Option<Letter>,
}

/// The seeks that are open.
#[derive(Default)]
pub struct Lobby {
    book: Mutex<Book>,
    changed: watch::Sender<()>,
}

/// A seek that is open until this is dropped, or somebody accepts it.
pub struct Held {
    lobby: Arc<Lobby>,
    /// Its id.
    pub id: String,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.lobby.remove(|seek| seek.id == self.id);
    }
}

impl Lobby {
    fn book(&self) -> MutexGuard<'_, Book> {
        // The book is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, mut book: MutexGuard<'_, Book>) {
        book.told = None;
        drop(book);
        self.changed.send_replace(());
    }

    /// Opens a seek.
    ///
    /// # Errors
    /// Where the member has too many, or the lobby is full.
    pub fn open(self: &Arc<Self>, seek: Seek) -> Result<Held, Failure> {
        let mut book = self.book();
        let own = book.seeks.values().filter(|other| other.by.key == seek.by.key).count();
        if own >= OWN || book.seeks.len() >= ALL {
            let message = "There are many seeks open; withdraw one, or accept one.";
            return Err(Failure::new(Code::TooFast, message));
        }
        let id = seek.id.clone();
        book.seeks.insert(id.clone(), Arc::new(seek));
        self.tell(book);
        Ok(Held { lobby: Arc::clone(self), id })
    }

    fn remove(&self, which: impl Fn(&Seek) -> bool) {
        let mut book = self.book();
        let before = book.seeks.len();
        book.seeks.retain(|_, seek| !which(seek));
        if book.seeks.len() != before {
            self.tell(book);
        }
    }

    /// Withdraws all seeks of a member.
    pub fn withdraw(&self, key: &str) {
        self.remove(|seek| seek.by.key == key);
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

    /// Takes a seek out for who accepts it, once, and with it all others of the two: they play now.
    ///
    /// # Errors
    /// Where it is not open any more.
    pub fn take(&self, id: &str, by: &Who) -> Result<Arc<Seek>, Failure> {
        let mut book = self.book();
        let taken = book.seeks.remove(id);
        let taken = taken.ok_or_else(|| {
            Failure::new(Code::NotFound, "This seek is gone: accepted, or withdrawn.")
        })?;
        book.seeks.retain(|_, seek| seek.by.key != by.key && seek.by.key != taken.by.key);
        self.tell(book);
        Ok(taken)
    }

    /// The ids of a member's seeks.
    pub fn of(&self, key: &str) -> Vec<String> {
        let book = self.book();
        book.seeks.values().filter(|seek| seek.by.key == key).map(|seek| seek.id.clone()).collect()
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

    /// All seeks as a message, which is made once a change.
    pub fn letter(&self) -> Letter {
        let mut book = self.book();
        let Book { seeks, told } = &mut *book;
        let make = || {
            let seeks = seeks.values().map(|seek| seek.shown()).collect();
            Letter::from(&ServerMessage::Lobby { seeks })
        };
        told.get_or_insert_with(make).clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Lobby, OWN, Seek};
    use crate::challenges::tests::challenge;
    use crate::protocol::seats::Rating;
    use crate::who::Who;

    fn seek(id: &str, by: &str) -> Seek {
        let by = Who::account(by, false);
        let new = challenge(id).new;
        Seek { id: id.to_owned(), by, rating: None, new, rated: false, range: [None, None] }
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
