//! The last events of the games that streams follow, numbered, so that who comes back is told what was missed.
//!
//! A game's room notes each change here before it tells anybody; a stream that hears of one reads from here what came
//! after the event that it told last. Of the turns each event keeps what it changed.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::chats::KeptLine;
use crate::protocol::chat::ChatRoom;
use crate::protocol::seats::{OfferKind, ShownSeat};
use crate::protocol::{Ending, GameState};
use crate::recent::Numbered;

/// How a game stands after an event, without its turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// The position.
    pub position: String,
    /// Who is to move.
    pub side: char,
    /// The time left to each side then, in milliseconds; empty without a clock.
    pub left: BTreeMap<char, u64>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// What each side offers.
    pub offers: BTreeMap<char, Vec<OfferKind>>,
}

/// What an event has done to the turns: some at the end were taken back, and others played.
#[derive(Clone, Debug, Default, PartialEq)]
struct Turned {
    kept: usize,
    removed: Vec<String>,
    added: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Kept {
    Stood(Arc<Stand>, Arc<Turned>),
    Gone(char, Option<Instant>),
    Said(ChatRoom, Arc<KeptLine>),
}

/// An event of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A turn, an offer, a clock that goes on, or the end: how the game stands now, and its turns.
    Stood(Arc<Stand>, Vec<String>),
    /// Nobody is there of that side any more, and the other may claim the game in so many milliseconds; or somebody is.
    Gone(char, Option<u64>),
    /// Somebody has said something.
    Said(ChatRoom, Arc<KeptLine>),
}

/// An event with its number, which is greater than those of all before.
pub type Event = (u64, What);

#[derive(Default)]
struct Book {
    recent: Numbered<Kept>,
    /// How each game was told last, and when.
    told: HashMap<String, (Instant, Arc<GameState>)>,
}

/// The events of all games that are followed, or were a while ago.
#[derive(Default)]
pub struct GameNews(Mutex<Book>);

impl GameNews {
    fn book(&self) -> MutexGuard<'_, Book> {
        // The book is whole between any two of its calls, so a panic elsewhere does not spoil it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A stream follows a game from now on; also said again while it does.
    pub fn listen(&self, id: &str) {
        let mut guard = self.book();
        let Book { recent, told } = &mut *guard;
        if recent.listen(id, Instant::now()) {
            told.retain(|id, _| recent.has(id));
        }
    }

    /// Notes how a game stands, which somebody may follow.
    pub fn stands(&self, game: &Arc<GameState>) {
        let mut guard = self.book();
        let Book { recent, told } = &mut *guard;
        if !recent.has(&game.id) {
            return;
        }
        let now = Instant::now();
        if let Some((at, before)) = told.insert(game.id.clone(), (now, Arc::clone(game))) {
            for event in changes(&before, game, now - at) {
                recent.note(&game.id, &event, false, now);
            }
        }
    }

    /// Notes what was said in a game.
    pub fn said(&self, id: &str, room: ChatRoom, line: &KeptLine) {
        let mut book = self.book();
        if book.recent.has(id) {
            let event = Kept::Said(room, Arc::new(line.clone()));
            book.recent.note(id, &event, false, Instant::now());
        }
    }

    /// A line is told to nobody any more.
    pub fn unsaid(&self, id: &str, room: ChatRoom, line: i64) {
        self.book().recent.retain(
            id,
            |event| !matches!(event, Kept::Said(of, said) if *of == room && said.id == line),
        );
    }

    /// A member is shown under another name.
    pub fn renamed(&self, key: &str, name: &str) {
        for event in self.book().recent.all_mut() {
            if let Kept::Said(_, said) = event
                && said.by.key == key
            {
                name.clone_into(&mut Arc::make_mut(said).by.member.name);
            }
        }
    }

    /// How a game that is followed was told last, and the number of the last event before.
    pub fn now(&self, id: &str) -> Option<(Arc<GameState>, u64)> {
        let book = self.book();
        book.told.get(id).map(|(_, game)| (Arc::clone(game), book.recent.last()))
    }

    /// How a game was told last, and its events after that number; none where they are not all kept.
    pub fn since(&self, id: &str, number: u64) -> Option<(Arc<GameState>, Vec<Event>)> {
        let (events, game) = {
            let book = self.book();
            (book.recent.since(id, number)?, Arc::clone(&book.told.get(id)?.1))
        };
        let turns = game.history.iter().map(|entry| entry.turn.clone()).collect();
        Some((game, with_turns(events, turns)))
    }
}

/// The events with the turns of each, if those are the turns after the last.
fn with_turns(events: Vec<(u64, Kept)>, mut turns: Vec<String>) -> Vec<Event> {
    let now = Instant::now();
    let mut told: Vec<Event> = Vec::with_capacity(events.len());
    for (number, event) in events.into_iter().rev() {
        told.push((
            number,
            match event {
                Kept::Stood(stand, turned) => {
                    let then = turns.clone();
                    turns.truncate(turned.kept);
                    turns.extend(turned.removed.iter().cloned());
                    What::Stood(stand, then)
                }
                Kept::Gone(side, until) => What::Gone(side, until.map(|until| left(until, now))),
                Kept::Said(room, line) => What::Said(room, line),
            },
        ));
    }
    told.reverse();
    told
}

/// The time from one moment to another, in milliseconds.
fn left(until: Instant, now: Instant) -> u64 {
    u64::try_from(until.saturating_duration_since(now).as_millis()).unwrap_or(u64::MAX)
}

/// The time until a claim has changed by as much otherwise than by the time that has passed.
const MOVED: u64 = 1000;

/// What has changed in a game since it was told last, so long ago.
fn changes(before: &GameState, game: &GameState, ago: Duration) -> Vec<Kept> {
    let turned = turned(before, game);
    let mut changes = Vec::new();
    if turned.is_some() || !is_same(before, game) {
        let stand = Stand {
            position: game.position.clone(),
            side: game.side,
            left: game.clock.as_ref().map(|clock| clock.left.clone()).unwrap_or_default(),
            ending: game.ending.clone(),
            offers: game.seats.as_ref().map(|seats| seats.offers.clone()).unwrap_or_default(),
        };
        let turned =
            turned.unwrap_or_else(|| Turned { kept: game.history.len(), ..Turned::default() });
        changes.push(Kept::Stood(Arc::new(stand), Arc::new(turned)));
    }
    if game.ending.is_none() {
        for (side, seat) in game.seats.iter().flat_map(|seats| &seats.seats) {
            let was = seat_of(before, *side).and_then(|seat| seat.claim_in);
            let ago = u64::try_from(ago.as_millis()).unwrap_or(u64::MAX);
            let is_told = match (was, seat.claim_in) {
                (None, None) => true,
                (Some(was), Some(now)) => was.saturating_sub(ago).abs_diff(now) < MOVED,
                _ => false,
            };
            if !is_told {
                let until = seat.claim_in.map(|left| Instant::now() + Duration::from_millis(left));
                changes.push(Kept::Gone(*side, until));
            }
        }
    }
    changes
}

/// A side's seat, if a person has it.
fn seat_of(game: &GameState, side: char) -> Option<&ShownSeat> {
    game.seats.as_ref()?.seats.get(&side)
}

/// What has changed in the turns, if anything has.
fn turned(before: &GameState, game: &GameState) -> Option<Turned> {
    let (old, new) = (&before.history, &game.history);
    let kept = old.iter().zip(new).take_while(|(old, new)| old.turn == new.turn).count();
    if kept == old.len() && kept == new.len() {
        return None;
    }
    let from = |history: &[crate::protocol::HistoryEntry]| {
        history[kept..].iter().map(|entry| entry.turn.clone()).collect()
    };
    Some(Turned { kept, removed: from(old), added: from(new) })
}

/// Nothing has changed but the turns, what the clocks show, who looks on, and what the engine thinks.
fn is_same(before: &GameState, game: &GameState) -> bool {
    let offers = |game: &GameState| game.seats.as_ref().map(|seats| seats.offers.clone());
    let members = |game: &GameState| -> Vec<_> {
        let seats = game.seats.iter().flat_map(|seats| &seats.seats);
        seats.map(|(side, seat)| (*side, seat.member.clone())).collect()
    };
    let runs = |game: &GameState| game.clock.as_ref().is_some_and(|clock| clock.running);
    before.ending == game.ending
        && offers(before) == offers(game)
        && members(before) == members(game)
        && runs(before) == runs(game)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{GameNews, What};
    use crate::protocol::{Ending, GameState, HistoryEntry};

    fn game(turns: &str, ended: bool) -> Arc<GameState> {
        let entry = |turn: &str| HistoryEntry {
            turn: turn.to_owned(),
            words: String::new(),
            side: 'w',
            position: String::new(),
            thought: None,
            left: None,
        };
        Arc::new(GameState {
            id: "a".to_owned(),
            game: "chess".to_owned(),
            start: String::new(),
            history: turns.split_whitespace().map(entry).collect(),
            position: turns.to_owned(),
            side: 'w',
            legal: Vec::new(),
            ending: ended.then(|| Ending { winner: None, reason: "agreement".to_owned() }),
            players: std::collections::BTreeMap::new(),
            thinking: None,
            pondering: None,
            redo: 0,
            clock: None,
            names: std::collections::BTreeMap::new(),
            seats: None,
            rated: false,
        })
    }

    fn lines(news: &GameNews, since: u64) -> Vec<(u64, String)> {
        let events = news.since("a", since).expect("all are kept").1.into_iter();
        let text = |(number, what)| match what {
            What::Stood(stand, turns) => {
                assert_eq!(stand.position, turns.join(" "));
                (number, turns.join(" "))
            }
            other => panic!("{other:?}"),
        };
        events.map(text).collect()
    }

    #[test]
    fn each_change_of_the_turns_is_an_event_with_the_turns_of_then() {
        let news = GameNews::default();
        news.stands(&game("one", false));
        assert!(news.now("a").is_none() && news.since("a", 0).is_none(), "nobody follows it");
        news.listen("a");
        news.stands(&game("one", false));
        let (first, number) = news.now("a").expect("is followed");
        assert_eq!((first.history.len(), number), (1, 0));
        for turns in ["one two", "one two", "one two three", "one", "one four", "one four five"] {
            news.stands(&game(turns, false));
        }
        news.stands(&game("one four five", true));
        let told =
            ["one two", "one two three", "one", "one four", "one four five", "one four five"];
        let told: Vec<(u64, String)> = (1..).zip(told.map(str::to_owned)).collect();
        for since in 0..=6 {
            let from = usize::try_from(since).expect("small");
            assert_eq!(lines(&news, since), told[from..], "since {since}");
        }
        assert!(news.since("a", 7).is_none(), "no such number was given");
        assert_eq!(news.now("a").map(|(game, number)| (game.history.len(), number)), Some((3, 6)));
    }
}
