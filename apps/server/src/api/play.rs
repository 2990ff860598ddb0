//! What a member does in a game.

use axum::extract::{Path, RawQuery};
use axum::response::Response;

use super::caller::{Caller, Refused};
use super::input::{Fields, yes};
use super::reply::done;
use crate::protocol::seats::OfferKind;
use crate::room::Command;

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
