//! `GET /api/bot/game/stream/{id}`: the whole game, then each of its events, until it is over. Who says which event was
//! heard last is told those after it in place of the whole game, as far as they are kept.

use std::sync::Arc;

use axum::extract::{Path, RawQuery};
use axum::response::Response;
use serde_json::{Value, json};

use super::caller::{Caller, Refused};
use super::chat::{self, Missed};
use super::input::Fields;
use super::stream::{Lines, answer};
use super::told::Told;
use crate::game_news::{Event, What};
use crate::gate::ClientId;
use crate::outbox::{Inbox, Outbox};
use crate::protocol::GameState;
use crate::protocol::chat::{ChatRoom, ChatSaid};
use crate::room::Command;
use crate::rooms::Rooms;

/// A game that is watched, until this is dropped.
struct Watching {
    rooms: Arc<Rooms>,
    id: String,
    client: ClientId,
}

impl Drop for Watching {
    fn drop(&mut self) {
        // A room that is not live has no watchers to forget.
        let _ = self.rooms.tell_live(&self.id, Command::Leave(self.client));
    }
}

/// What was heard before.
struct Heard {
    /// The number of the last event, and which start of the server it is of.
    event: Option<(u64, String)>,
    /// The number of the last line of the chat.
    said: Option<i64>,
}

impl Heard {
    /// Reads the fields of the request. A number without an epoch is that of a line of the chat.
    fn read(query: &str) -> Result<Self, Refused> {
        let asked = Fields::form(query);
        let said = asked.number::<i64>("said")?;
        Ok(match asked.text("epoch") {
            None => Self { event: None, said: asked.number::<i64>("since")?.or(said) },
            Some(epoch) => {
                let since = asked.number::<u64>("since")?;
                Self { event: since.map(|since| (since, epoch.to_owned())), said }
            }
        })
    }
}

/// A game that a stream follows.
struct Following {
    lines: Lines,
    watching: Watching,
    /// The number of the event that was told last.
    last: u64,
    /// The number of the last line of the chat that was read from what is kept.
    said: Option<i64>,
}

/// With what a stream begins.
enum Begin {
    /// What was missed.
    Missed(Arc<GameState>, Vec<Event>),
    /// The whole game, and the lines of the chat that were missed; whether an event was named that is not known here.
    Whole(Option<Missed>, bool),
}

/// Opens the stream.
pub async fn stream(
    caller: Caller,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refused> {
    let heard = Heard::read(&query.unwrap_or_default())?;
    let (outbox, inbox) = Outbox::of_stream(caller.client, Some(caller.who.clone()));
    let rooms = Arc::clone(&caller.app.rooms);
    let watching = Watching { rooms, id: id.clone(), client: caller.client };
    caller.command(&id, Command::Watch(outbox)).await?;
    let news = &caller.app.rooms.news;
    let known = heard.event.as_ref().filter(|(_, epoch)| *epoch == news.epoch);
    let last = known.map_or(0, |(number, _)| *number);
    let begin = match known.and_then(|(number, _)| news.games.since(&id, *number)) {
        Some((game, missed)) => Begin::Missed(game, missed),
        None => {
            let said = match heard.said {
                Some(number) => Some(chat::missed(&caller, &id, number).await?),
                None => None,
            };
            Begin::Whole(said, heard.event.is_some())
        }
    };
    Ok(answer(caller, move |lines| {
        Following { lines, watching, last, said: None }.follow(inbox, begin)
    })?)
}

impl Following {
    /// Tells the beginning and what comes, until the game is over or nobody hears it.
    async fn follow(mut self, inbox: Inbox, begin: Begin) {
        let begun = match begin {
            Begin::Missed(game, missed) => self.resume(&game, missed).await,
            Begin::Whole(said, named) => self.tell_whole(said, named).await,
        };
        if begun.is_none() {
            return;
        }
        loop {
            let told = tokio::select! {
                next = inbox.next_told() => match next {
                    Ok(_) => self.tell_news().await,
                    Err(_) => None,
                },
                () = self.lines.tick() => {
                    let lives = self.lines.is_alive().await;
                    self.rooms().news.games.listen(&self.watching.id);
                    lives.then_some(())
                }
            };
            if told.is_none() {
                return;
            }
        }
    }

    fn rooms(&self) -> &Rooms {
        &self.watching.rooms
    }

    /// Sends a line with a number; none where nobody takes it.
    async fn send(&self, mut line: Value, number: u64) -> Option<()> {
        line["event"] = number.into();
        line["epoch"] = self.rooms().news.epoch.as_str().into();
        self.lines.send(&line).await.then_some(())
    }

    /// Tells what was missed; none where the game is over, or nobody takes it.
    async fn resume(&mut self, game: &GameState, missed: Vec<Event>) -> Option<()> {
        self.send(json!({ "type": "resumed", "complete": true }), self.last).await?;
        self.tell_all(game, missed).await
    }

    /// Tells the whole game, and the lines of the chat that were missed.
    async fn tell_whole(&mut self, missed: Option<Missed>, named: bool) -> Option<()> {
        let (game, last) = self.rooms().news.games.now(&self.watching.id)?;
        self.last = last;
        let told = Told::from(&*game);
        self.send(told.full(), last).await?;
        let own = told.sides_of(&self.lines.caller().who.member);
        let gone = told.gone.iter().find(|(side, _)| !own.is_empty() && !own.contains(side));
        if let Some((_, &left)) = gone.filter(|_| told.ending.is_none()) {
            self.send(opponent_gone(Some(left)), last).await?;
        }
        if named || missed.is_some() {
            let complete = !named && missed.as_ref().is_some_and(|missed| missed.complete);
            self.send(json!({ "type": "resumed", "complete": complete }), last).await?;
        }
        for said in missed.into_iter().flat_map(|missed| missed.lines) {
            self.said = Some(said.line.id);
            self.send(chat::line(&said), last).await?;
        }
        told.ending.is_none().then_some(())
    }

    /// Tells what has happened since; none where the game is over, or nobody takes it, or so much has happened that not all
    /// of it is kept: who comes back is told the whole game.
    async fn tell_news(&mut self) -> Option<()> {
        let (game, events) = self.rooms().news.games.since(&self.watching.id, self.last)?;
        self.tell_all(&game, events).await
    }

    /// Tells events up to how the game stands; none where it is over, or nobody takes them.
    async fn tell_all(&mut self, game: &GameState, events: Vec<Event>) -> Option<()> {
        let mut told = Told::from(game);
        let over = told.ending.is_some();
        for event in events {
            self.tell(&mut told, event).await?;
        }
        (!over).then_some(())
    }

    /// Tells an event, if it is the caller's to hear; `told` is then the game after it.
    async fn tell(&mut self, told: &mut Told, (number, event): Event) -> Option<()> {
        self.last = number;
        let caller = self.lines.caller();
        let own = told.sides_of(&caller.who.member);
        let line = match event {
            What::Stood(stand, turns) => {
                told.stand(&stand, turns);
                told.state()
            }
            What::Gone(side, _) if own.is_empty() || own.contains(&side) => return Some(()),
            What::Gone(_, left) => opponent_gone(left),
            What::Said(room, line) => {
                let hears = if own.is_empty() { ChatRoom::Spectator } else { ChatRoom::Player };
                let blocked = self.rooms().blocks.has(&caller.who.key, &line.by.key);
                // A line that came while the missed ones were read is among them.
                if room != hears || blocked || self.said >= Some(line.id) {
                    return Some(());
                }
                let game = Some(self.watching.id.clone());
                chat::line(&ChatSaid { room, game, line: line.shown() })
            }
        };
        self.send(line, number).await
    }
}

/// The other side has gone, and the game can be claimed in so many milliseconds; or it is there again.
fn opponent_gone(left: Option<u64>) -> Value {
    let mut told = json!({ "type": "opponentGone", "gone": left.is_some() });
    if let Some(left) = left {
        told["claimWinInSeconds"] = left.div_ceil(1000).into();
    }
    told
}
