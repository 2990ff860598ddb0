//! News for the members of a club who listen for them: games that begin and end, and challenges.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::mpsc;

use crate::bus::{self, Others};
use crate::challenges::Challenge;
use crate::engines;
use crate::game_news::GameNews;
use crate::ids;
use crate::protocol::lobby::Invitation;
use crate::protocol::{Ending, Failure, Player};
use crate::recent::Numbered;
use crate::store::{GameRow, PlayedTurn, Record, replay};

/// News that wait for one who listens; who lets more pile up is let go, comes back and is told what there is.
const WAITING: usize = 256;

/// A game as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// As it was begun, with those who have its seats now.
    pub row: GameRow,
    /// The turns played.
    pub turns: Vec<PlayedTurn>,
    /// The position now.
    pub position: String,
    /// Who is to move.
    pub side: char,
    /// The letters of the sides, the first to move first.
    pub sides: [char; 2],
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// The time that the sides had left after the last turn, in milliseconds; empty without a clock.
    pub left: BTreeMap<char, u64>,
}

impl Standing {
    /// Replays what is kept of a game.
    ///
    /// # Errors
    /// Where the record is damaged.
    pub fn of(record: Record) -> Result<Self, Failure> {
        let Record { row, log, left_now, .. } = record;
        let mut line = replay(log);
        let mut game = engines::start(engines::kind(&row.game)?, &row.start)?;
        let mut turns = line.turns;
        // A turn that cannot be played ends what can be told of the game.
        let played = turns.iter().take_while(|it| game.play(&it.turn).is_ok()).count();
        turns.truncate(played);
        let on_board = game.ending();
        let on_board = on_board.map(|it| Ending { winner: it.winner, reason: it.reason });
        if let Some(left) = left_now {
            line.left.insert(game.side(), left);
        }
        Ok(Self {
            row,
            turns,
            position: game.position_text(),
            side: game.side(),
            sides: game.side_letters(),
            ending: on_board.or(line.end),
            left: line.left,
        })
    }

    /// The members who play it against somebody else, each once; none while a seat is free.
    pub fn players(&self) -> BTreeSet<&str> {
        let Some(seating) = &self.row.seating else { return BTreeSet::new() };
        let mut keys = BTreeSet::new();
        for seat in seating.seats.values() {
            let Some(who) = &seat.who else { return BTreeSet::new() };
            keys.insert(who.key.as_str());
        }
        let engine =
            self.row.players.values().any(|player| matches!(player, Player::Engine { .. }));
        // Who moves for both sides needs no news of it.
        if keys.len() < 2 && !engine { BTreeSet::new() } else { keys }
    }
}

/// One piece of news.
#[derive(Clone, Debug)]
pub enum Item {
    /// A game of the member has begun.
    Started(Arc<Standing>),
    /// A game of the member is over.
    Finished(Arc<Standing>),
    /// Somebody has moved in a game of the member by correspondence.
    Moved(Arc<Standing>),
    /// The member is challenged, or has challenged somebody.
    Challenged(Arc<Challenge>),
    /// The challenge was taken back.
    Canceled(Arc<Challenge>),
    /// The challenge was declined.
    Declined(Arc<Challenge>),
    /// The member is invited to a tournament.
    Invited(Arc<Invitation>),
}

/// An item with its number, which is greater than those of all before.
pub type Event = (u64, Item);

#[derive(Default)]
struct Book {
    listeners: HashMap<String, Vec<mpsc::Sender<Event>>>,
    recent: Numbered<Item>,
}

/// What one hears who listens.
pub struct Listening {
    /// What comes from now on.
    pub news: mpsc::Receiver<Event>,
    /// The number of the last event before.
    pub last: u64,
    /// What came after the event that was heard last; none where that is not known, or not all of it is kept.
    pub missed: Option<Vec<Event>>,
}

/// Those who listen, by the key of the member.
pub struct News {
    /// With the server's start the numbers begin anew: this says which start it was.
    pub epoch: String,
    /// What happens in the games that streams follow.
    pub games: GameNews,
    book: Mutex<Book>,
    /// Who hears of the games of tournaments.
    director: Mutex<Option<mpsc::UnboundedSender<Arc<Standing>>>>,
    /// Members listen at the first process alone.
    others: Others,
}

impl Default for News {
    fn default() -> Self {
        // Without random bits nothing else begins either; then the time tells one start from another.
        let time = || format!("{:?}", std::time::SystemTime::now());
        let epoch = ids::game_id().unwrap_or_else(|_| time());
        Self {
            epoch,
            games: GameNews::default(),
            book: Mutex::default(),
            director: Mutex::default(),
            others: Others::default(),
        }
    }
}

impl News {
    /// Those who listen here; the first of several processes hears of games at the others.
    pub fn with(others: Others) -> Self {
        Self { others, ..Self::default() }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // The book is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// News for that member from now on, and what came after the event of that number.
    pub fn listen_since(&self, key: &str, since: Option<u64>) -> Listening {
        let (sender, news) = mpsc::channel(WAITING);
        let mut book = self.book();
        book.listeners.retain(|_, of| {
            of.retain(|sender| !sender.is_closed());
            !of.is_empty()
        });
        book.listeners.entry(key.to_owned()).or_default().push(sender);
        let missed = since.and_then(|number| book.recent.since(key, number));
        book.recent.listen(key, Instant::now());
        Listening { news, last: book.recent.last(), missed }
    }

    /// That member listens still, whether anything happens or not.
    pub fn listens(&self, key: &str) {
        self.book().recent.listen(key, Instant::now());
    }

    /// That member listens.
    pub fn has(&self, key: &str) -> bool {
        let book = self.book();
        book.listeners.get(key).is_some_and(|of| of.iter().any(|sender| !sender.is_closed()))
    }

    /// All that happens in the games of tournaments from now on: each as it stands after a turn, and at its end.
    pub fn direct(&self) -> mpsc::UnboundedReceiver<Arc<Standing>> {
        let (sender, receiver) = mpsc::unbounded_channel();
        *self.director.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        receiver
    }

    /// Tells how a game of a tournament stands.
    pub fn moved(&self, standing: Arc<Standing>) {
        self.others.tell_first(|| bus::Event::Directed { id: standing.row.id.clone() });
        let director = self.director.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(director) = &*director {
            // A director that is gone reads the game when it is there again.
            let _ = director.send(standing);
        }
    }

    /// Tells a member.
    pub fn tell(&self, key: &str, item: &Item) {
        let mut book = self.book();
        let heard = book.listeners.get(key).is_some_and(|of| of.iter().any(|it| !it.is_closed()));
        let number = book.recent.note(key, item, heard, Instant::now());
        if let Some(of) = book.listeners.get_mut(key) {
            // Who is full, or gone, is dropped, and its stream ends.
            of.retain(|sender| sender.try_send((number, item.clone())).is_ok());
        }
    }

    /// Tells those who play a game that it has begun; nobody while a seat is free.
    pub fn started(&self, standing: &Arc<Standing>) {
        self.others.tell_first(|| bus::Event::Started { id: standing.row.id.clone() });
        for key in standing.players() {
            self.tell(key, &Item::Started(Arc::clone(standing)));
        }
    }

    /// Tells those who play a game by correspondence that it has gone on.
    pub fn gone_on(&self, standing: &Arc<Standing>) {
        self.others.tell_first(|| bus::Event::Moved { id: standing.row.id.clone() });
        for key in standing.players() {
            self.tell(key, &Item::Moved(Arc::clone(standing)));
        }
    }

    /// Tells those who played a game that it is over.
    pub fn finished(&self, standing: &Arc<Standing>) {
        self.others.tell_first(|| bus::Event::Finished { id: standing.row.id.clone() });
        for key in standing.players() {
            self.tell(key, &Item::Finished(Arc::clone(standing)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Item, News, WAITING};
    use crate::challenges::tests::challenge;

    #[tokio::test]
    async fn who_does_not_read_news_is_let_go_and_nobody_else_is() {
        let news = News::default();
        let listen = || news.listen_since("user:a", None).news;
        let item = Item::Challenged(Arc::new(challenge("1")));
        let (mut slow, mut other) = (listen(), listen());
        for _ in 0..WAITING {
            news.tell("user:a", &item);
            assert!(other.recv().await.is_some());
        }
        news.tell("user:a", &item);
        assert!(other.recv().await.is_some());
        let mut read = 0;
        while slow.recv().await.is_some() {
            read += 1;
        }
        assert_eq!(read, WAITING);
        assert!(news.has("user:a") && !news.has("user:b"));
        drop(other);
        assert!(!news.has("user:a"));
    }
}
