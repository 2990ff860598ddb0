//! Challenges of members to each other. They live in memory: after a restart whoever still wants to play asks again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::protocol::lobby::ShownChallenge;
use crate::protocol::seats::Rating;
use crate::protocol::study::ClockRule;
use crate::protocol::{Code, Failure, NewGame};
use crate::who::Who;

/// How long a challenge stands; one to a game by correspondence for as many days as a turn has.
const STANDS: Duration = Duration::from_secs(20 * 60);
/// Challenges that one member may have made, and that one member may have got.
const MADE: usize = 10;
const GOT: usize = 30;
/// All challenges.
const ALL: usize = 10_000;

/// A challenge.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// The id of the game that comes of it.
    pub id: String,
    /// Who made it.
    pub by: Who,
    /// Whom it is for.
    pub to: Who,
    /// The game. Its seat is that of who made it; none is drawn at random.
    pub new: NewGame,
    /// The start position, as it was asked for or dealt.
    pub start: String,
    /// The result changes the ratings of both.
    pub rated: bool,
    /// The ratings of who made it and of whom it is for.
    pub ratings: [Option<Rating>; 2],
    /// When it was made.
    pub at: Instant,
    /// Why it was declined.
    pub reason: Option<String>,
}

impl Challenge {
    fn stands(&self) -> Duration {
        let days = self.new.clock.filter(ClockRule::is_by_days);
        days.map_or(STANDS, |rule| Duration::from_millis(rule.initial))
    }

    /// As the page shows it.
    pub fn shown(&self) -> ShownChallenge {
        ShownChallenge {
            id: self.id.clone(),
            by: self.by.member.clone(),
            to: self.to.member.clone(),
            rating: self.ratings[0],
            game: self.new.game.clone(),
            clock: self.new.clock,
            rated: self.rated,
            seat: self.new.seat,
        }
    }
}

/// The challenges that stand, by id.
#[derive(Default)]
pub struct Challenges {
    book: Mutex<BTreeMap<String, Arc<Challenge>>>,
}

/// Who ends a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// Who made it takes it back.
    Maker,
    /// Whom it is for accepts or declines it.
    Receiver,
}

impl Challenges {
    fn book(&self, now: Instant) -> MutexGuard<'_, BTreeMap<String, Arc<Challenge>>> {
        // The book is whole between any two of its calls, so a panic elsewhere does not spoil it.
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        book.retain(|_, challenge| {
            now.saturating_duration_since(challenge.at) < challenge.stands()
        });
        book
    }

    /// Keeps a challenge.
    ///
    /// # Errors
    /// Where one of the two has too many already.
    pub fn add(&self, challenge: Challenge) -> Result<Arc<Challenge>, Failure> {
        let mut book = self.book(challenge.at);
        let made = book.values().filter(|other| other.by.key == challenge.by.key).count();
        let got = book.values().filter(|other| other.to.key == challenge.to.key).count();
        if made >= MADE || got >= GOT || book.len() >= ALL {
            let message =
                "There are many challenges open; wait until one is answered, or cancel one.";
            return Err(Failure::new(Code::TooFast, message));
        }
        let kept = Arc::new(challenge);
        book.insert(kept.id.clone(), Arc::clone(&kept));
        Ok(kept)
    }

    /// The challenges that a member has got, and those that they made.
    pub fn of(&self, key: &str) -> [Vec<Arc<Challenge>>; 2] {
        let book = self.book(Instant::now());
        let got = book.values().filter(|challenge| challenge.to.key == key).cloned().collect();
        [got, book.values().filter(|challenge| challenge.by.key == key).cloned().collect()]
    }

    /// Takes all challenges out of the book that concern both members: those between them, or all of one member where
    /// no other is named.
    pub fn withdraw(&self, one: &str, other: Option<&str>) -> Vec<Arc<Challenge>> {
        let mut book = self.book(Instant::now());
        let is =
            |challenge: &Challenge, key: &str| challenge.by.key == key || challenge.to.key == key;
        let concerns = |challenge: &Challenge| {
            is(challenge, one) && other.is_none_or(|other| is(challenge, other))
        };
        let gone = book.values().filter(|challenge| concerns(challenge)).cloned().collect();
        book.retain(|_, challenge| !concerns(challenge));
        gone
    }

    /// Takes a challenge out of the book, once, for who may end it so.
    ///
    /// # Errors
    /// Where there is none that is theirs to end.
    pub fn end(&self, id: &str, key: &str, ends: Ends) -> Result<Arc<Challenge>, Failure> {
        let mut book = self.book(Instant::now());
        let own = book.get(id).is_some_and(|challenge| match ends {
            Ends::Maker => challenge.by.key == key,
            Ends::Receiver => challenge.to.key == key,
        });
        let ended = if own { book.remove(id) } else { None };
        ended.ok_or_else(|| {
            Failure::new(
                Code::NotFound,
                "There is no such challenge, or it is not yours to answer.",
            )
        })
    }
}

#[cfg(test)]
pub mod tests {
    use std::time::{Duration, Instant};

    use super::{Challenge, Challenges, Ends, GOT, MADE, STANDS};
    use crate::protocol::study::ClockRule;
    use crate::protocol::{ClientMessage, read};
    use crate::who::Who;

    /// A challenge of that id, by `a` to `b`.
    pub fn challenge(id: &str) -> Challenge {
        let Ok((_, ClientMessage::New(new))) = read(r#"{"type":"new","game":"onitama"}"#) else {
            unreachable!("a message")
        };
        Challenge {
            id: id.to_owned(),
            by: Who::account("a", true),
            to: Who::account("b", true),
            new,
            start: String::new(),
            rated: false,
            ratings: [None, None],
            at: Instant::now(),
            reason: None,
        }
    }

    #[test]
    fn a_challenge_is_ended_once_and_by_who_it_concerns() {
        let book = Challenges::default();
        book.add(challenge("1")).expect("kept");
        for (key, ends) in
            [("user:a", Ends::Receiver), ("user:b", Ends::Maker), ("user:c", Ends::Receiver)]
        {
            assert!(book.end("1", key, ends).is_err(), "{key}");
        }
        assert_eq!(book.of("user:b").map(|list| list.len()), [1, 0]);
        assert!(book.end("1", "user:b", Ends::Receiver).is_ok());
        assert!(book.end("1", "user:b", Ends::Receiver).is_err());
    }

    #[test]
    fn challenges_are_few_and_pass() {
        let book = Challenges::default();
        let old = Instant::now().checked_sub(STANDS + Duration::from_secs(1));
        for number in 0..MADE {
            book.add(challenge(&number.to_string())).expect("kept");
        }
        assert!(book.add(challenge("more")).is_err());
        let from = |name: &str| Challenge { by: Who::account(name, true), ..challenge(name) };
        for number in MADE..GOT {
            book.add(from(&format!("x{number}"))).expect("kept");
        }
        assert!(book.add(from("one-more")).is_err());
        let book = Challenges::default();
        if let Some(at) = old {
            book.add(Challenge { at, ..challenge("old") }).expect("kept");
            assert!(book.end("old", "user:b", Ends::Receiver).is_err(), "it has passed");
            let mut by_days = challenge("days");
            by_days.new.clock = Some(ClockRule::by_days(1));
            book.add(Challenge { at, ..by_days }).expect("kept");
            assert!(book.end("days", "user:b", Ends::Receiver).is_ok(), "it stands for a day");
        }
    }
}
