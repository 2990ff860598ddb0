//! Streams and turns that outlive a fault of the network, and a server that ends and comes back.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::backoff::Backoff;
use crate::calls::Client;
use crate::error::Error;
use crate::lines::Lines;
use crate::shapes::{Event, GameLine, GamePlace, Numbered, NumberedLine, Place, Said};

/// The server says something every 7 seconds; after so long a silence the stream is opened again.
const SILENCE: Duration = Duration::from_secs(30);

/// How a stream is opened.
type Open<T> = dyn Fn(&Client) -> Result<Lines<T>, Error> + Send;

/// Whether no line comes after that one.
type IsLast<T> = dyn Fn(&T) -> bool + Send;

/// A stream that is opened again as often as it breaks off, where it was. An error is one that no further attempt mends, and the last that comes.
pub struct Steady<T> {
    client: Client,
    open: Box<Open<T>>,
    /// The line after which no more is to come.
    is_last: Box<IsLast<T>>,
    lines: Option<Lines<T>>,
    backoff: Backoff,
    over: bool,
}

impl<T: DeserializeOwned> Steady<T> {
    fn next_line(&mut self) -> Result<T, Error> {
        loop {
            let Some(lines) = &mut self.lines else {
                match (self.open)(&self.client) {
                    Ok(lines) => self.lines = Some(lines),
                    Err(error) if error.is_passing() => thread::sleep(self.backoff.wait()),
                    Err(error) => return Err(error),
                }
                continue;
            };
            match lines.next_within(SILENCE) {
                Some(Ok(line)) => {
                    self.backoff.reset();
                    return Ok(line);
                }
                Some(Err(error)) if !error.is_passing() => return Err(error),
                Some(Err(_)) | None => {
                    self.lines = None;
                    thread::sleep(self.backoff.wait());
                }
            }
        }
    }
}

impl<T: DeserializeOwned> Iterator for Steady<T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let next = self.next_line();
        self.over = next.as_ref().map_or(true, |line| (self.is_last)(line));
        Some(next)
    }
}

/// A member's events, for as long as the program runs.
pub struct SteadyEvents {
    events: Steady<Numbered<Event>>,
    /// Where the event that was told last stands.
    place: Arc<Mutex<Option<Place>>>,
}

/// What is in there; it is whole between any two uses.
fn locked<T>(place: &Mutex<T>) -> MutexGuard<'_, T> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Iterator for SteadyEvents {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Numbered { place, event } = match self.events.next()? {
                Ok(next) => next,
                Err(error) => return Some(Err(error)),
            };
            let mut known = locked(&self.place);
            let begins = known.is_none();
            if place.is_some() {
                *known = place;
            }
            // The first stream of all goes on after nothing.
            if !(begins && matches!(event, Event::Resumed { .. })) {
                return Some(Ok(event));
            }
        }
    }
}

/// What was heard last of a game.
#[derive(Clone, Default)]
struct Heard {
    place: Option<GamePlace>,
    /// The number of the last line of the chat.
    said: Option<i64>,
}

/// A game, until it is over.
pub struct SteadyGame {
    lines: Steady<NumberedLine>,
    heard: Arc<Mutex<Heard>>,
}

impl Iterator for SteadyGame {
    type Item = Result<GameLine, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.lines.next()?;
        Some(next.map(|NumberedLine { place, line }| {
            let mut heard = locked(&self.heard);
            if place.is_some() {
                heard.place = place;
            }
            if let GameLine::ChatLine(Said { number: Some(number), .. }) = line {
                heard.said = Some(number);
            }
            line
        }))
    }
}

/// The game is over with this line.
fn ends_game(line: &GameLine) -> bool {
    match line {
        GameLine::GameFull(full) => full.state.is_over(),
        GameLine::GameState(state) => state.is_over(),
        GameLine::ChatLine(_)
        | GameLine::OpponentGone(_)
        | GameLine::Resumed { .. }
        | GameLine::Unknown => false,
    }
}

impl Client {
    /// [`events`](Client::events) for as long as the program runs: opened again as often as they break off, where they
    /// were. [`Event::Resumed`] says whether all that was missed follows, or all that stands.
    pub fn steady_events(&self) -> SteadyEvents {
        let place = Arc::<Mutex<Option<Place>>>::default();
        let from = Arc::clone(&place);
        let open = move |client: &Client| match &*locked(&from) {
            Some(place) => client.events_since(place),
            // So the first line has a place, even where nothing stands and the stream breaks off before anything happens.
            None => client.events_since(&Place { number: 0, epoch: String::new() }),
        };
        SteadyEvents { events: self.steady(open, |_| false), place }
    }

    /// A [`game`](Client::game) until it is over: opened again as often as it breaks off, where it was, so that nothing is
    /// missed and nothing told twice. Where the club does not have all that was missed, the whole game comes again, and what
    /// was missed of its chat; [`GameLine::Resumed`] says which.
    pub fn steady_game(&self, id: &str) -> SteadyGame {
        let (id, heard) = (id.to_owned(), Arc::<Mutex<Heard>>::default());
        let from = Arc::clone(&heard);
        let open = move |client: &Client| {
            let Heard { place, said } = locked(&from).clone();
            match place {
                Some(place) => client.game_after(&id, &place, said),
                None => client.numbered_game(&id),
            }
        };
        SteadyGame { lines: self.steady(open, |next: &NumberedLine| ends_game(&next.line)), heard }
    }

    fn steady<T>(
        &self,
        open: impl Fn(&Client) -> Result<Lines<T>, Error> + Send + 'static,
        is_last: impl Fn(&T) -> bool + Send + 'static,
    ) -> Steady<T> {
        let (client, open, backoff) = (self.clone(), Box::new(open), Backoff::default());
        Steady { client, open, is_last: Box::new(is_last), lines: None, backoff, over: false }
    }

    /// [`play`](Client::play), again until the server has answered: it plays the turn once.
    ///
    /// # Errors
    /// Where it refuses the turn.
    pub fn play_steadily(&self, id: &str, ply: usize, turn: &str) -> Result<(), Error> {
        let mut backoff = Backoff::default();
        loop {
            match self.play(id, ply, turn) {
                Err(error) if error.is_passing() => thread::sleep(backoff.wait()),
                done => return done,
            }
        }
    }
}
