//! Playing a game: its stream, and what a member does in it.

use std::sync::Arc;

use axum::extract::{Path, RawQuery};
use axum::response::Response;

use super::caller::{Caller, Refused};
use super::chat;
use super::input::{Fields, yes};
use super::reply::done;
use super::stream::{Lines, answer};
use super::told::Told;
use crate::gate::ClientId;
use crate::outbox::{self, Inbox, Outbox};
use crate::protocol::seats::OfferKind;
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

/// `GET /api/bot/game/stream/{id}`: the whole game, then how it stands at every change, until it is over.
pub async fn stream(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    let (outbox, inbox) = Outbox::of_stream(caller.client, Some(caller.who.clone()));
    let watching =
        Watching { rooms: Arc::clone(&caller.app.rooms), id: id.clone(), client: caller.client };
    caller.command(&id, Command::Watch(outbox)).await?;
    Ok(answer(caller, move |lines| tell(lines, inbox, watching))?)
}

async fn tell(mut lines: Lines, inbox: Inbox, _watching: Watching) {
    let mut last: Option<Told> = None;
    loop {
        tokio::select! {
            next = inbox.next_told() => {
                let game = match next {
                    Ok(outbox::Told::Game(game)) => game,
                    Ok(outbox::Told::Said(said)) => {
                        if !lines.send(&chat::line(&said)).await {
                            return;
                        }
                        continue;
                    }
                    Err(_) => return,
                };
                let told = Told::from(&*game);
                let line = match &last {
                    None => told.full(),
                    // The engine's thinking, and who looks, is not told here.
                    Some(last) if is_same(last, &told) => continue,
                    Some(_) => told.state(),
                };
                if !lines.send(&line).await || told.ending.is_some() {
                    return;
                }
                last = Some(told);
            }
            () = lines.tick() => if !lines.is_alive().await { return },
        }
    }
}

/// Nothing has changed but what the clocks show.
fn is_same(one: &Told, other: &Told) -> bool {
    one.turns == other.turns
        && one.ending == other.ending
        && one.offers == other.offers
        && one.members == other.members
}

/// `POST /api/bot/game/{id}/move/{move}`: with `ply`, a turn that is sent twice is played once.
pub async fn turn(
    caller: Caller,
    Path((id, turn)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refused> {
    let query = Fields::form(&query.unwrap_or_default());
    let (ply, draw) = (query.number("ply")?, query.yes("offeringDraw")?);
    caller.command(&id, Command::Play { client: caller.client, ply, turn }).await?;
    if draw {
        // The turn is played whatever becomes of the offer: against the engine there is none.
        let _ = offer(&caller, &id, OfferKind::Draw, true).await;
    }
    Ok(done())
}

/// `POST /api/bot/game/{id}/abort`
pub async fn abort(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    caller.command(&id, Command::Abort(caller.client)).await?;
    Ok(done())
}

/// `POST /api/bot/game/{id}/resign`
pub async fn resign(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    caller.command(&id, Command::Resign { client: caller.client, side: None }).await?;
    Ok(done())
}

/// `POST /api/bot/game/{id}/draw/{accept}`
pub async fn draw(
    caller: Caller,
    Path((id, accept)): Path<(String, String)>,
) -> Result<Response, Refused> {
    offer(&caller, &id, OfferKind::Draw, yes(&accept, "accept")?).await?;
    Ok(done())
}

/// `POST /api/bot/game/{id}/takeback/{accept}`
pub async fn takeback(
    caller: Caller,
    Path((id, accept)): Path<(String, String)>,
) -> Result<Response, Refused> {
    offer(&caller, &id, OfferKind::Takeback, yes(&accept, "accept")?).await?;
    Ok(done())
}

async fn offer(caller: &Caller, id: &str, offer: OfferKind, yes: bool) -> Result<(), Refused> {
    let (client, who) = (caller.client, caller.who.clone());
    Ok(caller.command(id, Command::Offer { client, who, offer, yes }).await?)
}
