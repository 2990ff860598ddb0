//! Playing a game: its stream, and what a member does in it.

use std::sync::Arc;

use axum::extract::{Path, RawQuery};
use axum::response::Response;
use serde_json::{Value, json};

use super::caller::{Caller, Refused};
use super::chat::{self, Missed};
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

/// `GET /api/bot/game/stream/{id}`: the whole game, then how it stands at every change, until it is over. With `since`,
/// the number of the last line of the chat that was heard, those that were missed come after the whole game.
pub async fn stream(
    caller: Caller,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refused> {
    let since = Fields::form(&query.unwrap_or_default()).number::<i64>("since")?;
    let (outbox, inbox) = Outbox::of_stream(caller.client, Some(caller.who.clone()));
    let watching =
        Watching { rooms: Arc::clone(&caller.app.rooms), id: id.clone(), client: caller.client };
    caller.command(&id, Command::Watch(outbox)).await?;
    let missed = match since {
        Some(number) => Some(chat::missed(&caller, &id, number).await?),
        None => None,
    };
    Ok(answer(caller, move |lines| tell(lines, inbox, missed, watching))?)
}

async fn tell(mut lines: Lines, inbox: Inbox, mut missed: Option<Missed>, _watching: Watching) {
    let (mut last, mut said_last) = (None::<Told>, None);
    loop {
        tokio::select! {
            next = inbox.next_told() => match next {
                Ok(outbox::Told::Game(game)) => {
                    let told = Told::from(&*game);
                    let taken = tell_game(&lines, last.as_ref(), &told).await;
                    if !taken || !tell_missed(&lines, missed.take(), &mut said_last).await {
                        return;
                    }
                    if told.ending.is_some() {
                        return;
                    }
                    last = Some(told);
                }
                // A line that came while the missed ones were read is among them.
                Ok(outbox::Told::Said(said)) if said_last >= Some(said.line.id) => {}
                Ok(outbox::Told::Said(said)) => if !lines.send(&chat::line(&said)).await { return },
                Err(_) => return,
            },
            () = lines.tick() => if !lines.is_alive().await { return },
        }
    }
}

/// Tells the lines of the chat that were missed, and notes the last; false where nobody takes them.
async fn tell_missed(lines: &Lines, missed: Option<Missed>, last: &mut Option<i64>) -> bool {
    let Some(Missed { lines: said, complete }) = missed else { return true };
    *last = said.last().map(|said| said.line.id);
    if !lines.send(&json!({ "type": "resumed", "complete": complete })).await {
        return false;
    }
    for said in said {
        if !lines.send(&chat::line(&said)).await {
            return false;
        }
    }
    true
}

/// Tells what has changed since a game was told last; false where nobody takes it.
async fn tell_game(lines: &Lines, last: Option<&Told>, told: &Told) -> bool {
    let line = match last {
        None => Some(told.full()),
        // The engine's thinking, and who looks on, is not told here.
        Some(last) => (!is_same(last, told)).then(|| told.state()),
    };
    if let Some(line) = line
        && !lines.send(&line).await
    {
        return false;
    }
    if told.ending.is_some() {
        return true;
    }
    let own = told.sides_of(&lines.caller().who.member);
    let gone = |told: &Told| {
        let mut gone = told.gone.iter().filter(|(side, _)| !own.is_empty() && !own.contains(side));
        gone.next().map(|(_, &left)| left)
    };
    match (last.and_then(gone), gone(told)) {
        (Some(_), Some(_)) | (None, None) => true,
        (_, now) => lines.send(&opponent_gone(now)).await,
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

/// `POST /api/bot/game/{id}/claim-victory`: the other side has gone.
pub async fn claim_victory(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    claim(&caller, &id, false).await
}

/// `POST /api/bot/game/{id}/claim-draw`: the same, as a draw.
pub async fn claim_draw(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    claim(&caller, &id, true).await
}

async fn claim(caller: &Caller, id: &str, draw: bool) -> Result<Response, Refused> {
    caller.command(id, Command::Claim { client: caller.client, side: None, draw }).await?;
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
