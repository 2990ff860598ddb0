//! Pools: who wants a game at once at a usual clock waits in one, and is paired with whoever is nearest in rating; the
//! longer one waits, the farther that may be. Members with a name play rated games, and guests casual ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::{Notify, oneshot, watch};

use crate::protocol::lobby::{PoolState, ShownPool};
use crate::protocol::study::ClockRule;
use crate::protocol::{Code, Failure};
use crate::who::Who;

/// The clocks of the pools: minutes, and seconds after each turn.
const CLOCKS: [(u64, u64); 5] = [(1, 0), (3, 2), (5, 3), (10, 5), (15, 10)];
/// By how much the ratings of two may differ at once.
const WIDTH: u64 = 100;
/// By how much more with each second that one of them has waited.
const WIDER: u64 = 20;
/// Members that may wait in all.
const MOST: usize = 5000;

/// A pool: what is played in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pool {
    /// The game's name, or that of a variant of it.
    pub game: String,
    /// In milliseconds.
    initial: u64,
    increment: u64,
    /// Members with a name wait apart from guests: their games are rated.
    pub rated: bool,
}

impl Pool {
    /// The clock of its games.
    pub fn clock(&self) -> ClockRule {
        ClockRule::timed(self.initial, self.increment)
    }
}

/// The clocks of the pools.
pub fn clocks() -> Vec<ClockRule> {
    CLOCKS.map(|(minutes, seconds)| ClockRule::timed(minutes * 60_000, seconds * 1000)).to_vec()
}

/// A member who waits.
pub struct Waiting {
    number: u64,
    /// Who it is.
    pub who: Who,
    rating: i32,
    since: Instant,
    tell: oneshot::Sender<String>,
}

impl Waiting {
    /// They have gone meanwhile.
    pub fn has_gone(&self) -> bool {
        self.tell.is_closed()
    }

    /// Tells them which game has begun. Who goes at this moment hears of it as news.
    pub fn tell(self, game: String) {
        let _ = self.tell.send(game);
    }

    /// By how much the rating of another may differ by now.
    fn width(&self, now: Instant) -> u64 {
        let waited = now.saturating_duration_since(self.since).as_secs();
        WIDTH.saturating_add(waited.saturating_mul(WIDER))
    }
}

#[derive(Default)]
struct Book {
    pools: BTreeMap<Pool, Vec<Waiting>>,
    last: u64,
}

impl Book {
    fn leave(&mut self, is: impl Fn(&Waiting) -> bool) -> bool {
        let before = self.count();
        for waiting in self.pools.values_mut() {
            waiting.retain(|one| !is(one));
        }
        self.pools.retain(|_, waiting| !waiting.is_empty());
        self.count() != before
    }

    fn count(&self) -> usize {
        self.pools.values().map(Vec::len).sum()
    }
}

/// Those who wait.
#[derive(Default)]
pub struct Pools {
    book: Mutex<Book>,
    changed: watch::Sender<()>,
    /// Somebody has come.
    came: Notify,
}

/// A place in a pool, until this is dropped or its game begins.
pub struct Place {
    pools: Arc<Pools>,
    number: u64,
    game: oneshot::Receiver<String>,
}

impl Place {
    /// The id of the game, once it has begun; none where the place was lost to another window of the same member, or to a
    /// game that began elsewhere.
    pub async fn game(&mut self) -> Option<String> {
        (&mut self.game).await.ok()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let number = self.number;
        self.pools.change(|book| book.leave(|one| one.number == number));
    }
}

impl Pools {
    fn book(&self) -> MutexGuard<'_, Book> {
        // The book is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Book) -> bool) {
        if change(&mut self.book()) {
            self.changed.send_replace(());
        }
    }

    /// Lets a member of that rating wait, in place of where they waited before, until what is returned is dropped.
    ///
    /// # Errors
    /// Where there is no such pool, or too many wait.
    pub fn wait(
        self: &Arc<Self>,
        game: &str,
        clock: ClockRule,
        rated: bool,
        who: Who,
        rating: i32,
    ) -> Result<Place, Failure> {
        if !clocks().contains(&clock) {
            let shown = CLOCKS.map(|(minutes, seconds)| format!("{minutes}+{seconds}")).join(", ");
            let message = format!("The pools have these clocks: {shown}.");
            return Err(Failure::new(Code::BadStart, message).at("clock"));
        }
        let ClockRule { initial, increment, .. } = clock;
        let pool = Pool { game: game.to_owned(), initial, increment, rated };
        let mut book = self.book();
        book.leave(|one| one.who.key == who.key);
        if book.count() >= MOST {
            let message = "There are too many who wait; try again in a moment.";
            return Err(Failure::new(Code::TooFast, message));
        }
        book.last += 1;
        let (tell, game) = oneshot::channel();
        let (number, since) = (book.last, Instant::now());
        book.pools.entry(pool).or_default().push(Waiting { number, who, rating, since, tell });
        drop(book);
        self.changed.send_replace(());
        self.came.notify_one();
        Ok(Place { pools: Arc::clone(self), number, game })
    }

    /// Takes a member out who plays now.
    pub fn leave(&self, key: &str) {
        self.change(|book| book.leave(|one| one.who.key == key));
    }

    /// Tells of every change.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// How many wait where, and where that member waits.
    pub fn state(&self, key: &str) -> PoolState {
        let book = self.book();
        let mut waiting: Vec<ShownPool> = Vec::new();
        let mut own = None;
        for (pool, members) in &book.pools {
            let (game, clock) = (pool.game.clone(), pool.clock());
            if members.iter().any(|one| one.who.key == key) {
                own = Some(ShownPool { game: game.clone(), clock, waiting: members.len() });
            }
            // Guests and members with a name are told as one.
            match waiting.iter_mut().find(|it| it.game == game && it.clock == clock) {
                Some(known) => known.waiting += members.len(),
                None => waiting.push(ShownPool { game, clock, waiting: members.len() }),
            }
        }
        PoolState { clocks: clocks(), waiting, own }
    }

    /// Ends when somebody comes.
    pub async fn came(&self) {
        self.came.notified().await;
    }

    /// Nobody waits.
    pub fn is_empty(&self) -> bool {
        self.book().pools.is_empty()
    }

    /// Takes those out who are to play each other now: who has waited longest chooses first, the nearest rating.
    pub fn pairs(
        &self,
        now: Instant,
        apart: impl Fn(&Who, &Who) -> bool,
    ) -> Vec<(Pool, [Waiting; 2])> {
        let mut book = self.book();
        let mut pairs = Vec::new();
        for (pool, waiting) in &mut book.pools {
            let mut place = 0;
            // They stand in the order in which they came.
            while place < waiting.len() {
                let one = &waiting[place];
                let difference = |other: &Waiting| u64::from(other.rating.abs_diff(one.rating));
                let nearest = (place + 1..waiting.len())
                    .filter(|&index| !apart(&one.who, &waiting[index].who))
                    .min_by_key(|&index| difference(&waiting[index]));
                match nearest {
                    Some(index) if difference(&waiting[index]) <= one.width(now) => {
                        let other = waiting.remove(index);
                        pairs.push((pool.clone(), [waiting.remove(place), other]));
                    }
                    _ => place += 1,
                }
            }
        }
        book.pools.retain(|_, waiting| !waiting.is_empty());
        drop(book);
        if !pairs.is_empty() {
            self.changed.send_replace(());
        }
        pairs
    }

    /// Puts those back whose game could not be begun, in front.
    pub fn put_back(&self, pool: Pool, pair: [Waiting; 2]) {
        let mut book = self.book();
        let waiting = book.pools.entry(pool).or_default();
        waiting.extend(pair.into_iter().filter(|one| !one.has_gone()));
        waiting.sort_by_key(|one| one.number);
        drop(book);
        self.changed.send_replace(());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::{Place, Pools};
    use crate::who::Who;

    fn wait(pools: &Arc<Pools>, name: &str, rating: i32) -> Place {
        let clock = super::clocks()[0];
        pools.wait("onitama", clock, true, Who::account(name, false), rating).expect("waits")
    }

    /// The names of those who are paired after so many seconds.
    fn paired(pools: &Pools, seconds: u64, apart: [&str; 2]) -> Vec<[String; 2]> {
        let now = Instant::now() + Duration::from_secs(seconds);
        let is_apart = |one: &Who, other: &Who| {
            apart.contains(&one.member.name.as_str()) && apart.contains(&other.member.name.as_str())
        };
        let pairs = pools.pairs(now, is_apart);
        pairs.into_iter().map(|(_, pair)| pair.map(|one| one.who.member.name)).collect()
    }

    #[test]
    fn the_nearest_are_paired_and_those_farther_away_after_a_while() {
        let pools = Arc::new(Pools::default());
        let _places = [("a", 1500), ("b", 1900), ("c", 1520), ("d", 1580)]
            .map(|(name, rating)| wait(&pools, name, rating));
        assert_eq!(paired(&pools, 0, [""; 2]), [["a", "c"]]);
        // 320 points apart: after eleven seconds.
        assert!(paired(&pools, 10, [""; 2]).is_empty());
        assert_eq!(paired(&pools, 11, [""; 2]), [["b", "d"]]);
    }

    #[test]
    fn nobody_is_paired_with_whom_they_have_blocked_or_with_themselves() {
        let pools = Arc::new(Pools::default());
        let _places = [wait(&pools, "a", 1500), wait(&pools, "b", 1500)];
        assert!(paired(&pools, 1000, ["a", "b"]).is_empty());
        let mut first = wait(&pools, "c", 1500);
        let _second = wait(&pools, "c", 1500);
        assert!(first.game.try_recv().is_err(), "the other window waits now");
        assert_eq!(pools.state("user:c").own.expect("waits").waiting, 3);
        assert_eq!(paired(&pools, 0, ["a", "b"]), [["a", "c"]]);
    }

    #[test]
    fn who_goes_waits_no_more() {
        let pools = Arc::new(Pools::default());
        let place = wait(&pools, "a", 1500);
        assert_eq!(pools.state("user:a").waiting[0].waiting, 1);
        drop(place);
        assert!(pools.state("user:a").waiting.is_empty() && pools.state("user:a").own.is_none());
        let _place = wait(&pools, "b", 1500);
        pools.leave("user:b");
        assert!(pools.state("user:b").own.is_none());
    }
}
