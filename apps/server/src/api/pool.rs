//! Pools: a stream that is open while one waits, and the list of them.

use axum::response::Response;
use serde_json::{Value, json};

use super::caller::{Caller, Refused};
use super::input::Fields;
use super::reply::ok;
use super::seek::{CLOCK, clock};
use super::shapes;
use super::stream::{Lines, answer};
use crate::pairing;
use crate::pools::Place;
use crate::protocol::{Code, Failure};

/// `POST /api/board/pool`: one waits until the stream is closed, by either side; its last line has the game.
pub async fn join(caller: Caller, fields: Fields) -> Result<Response, Refused> {
    caller.takes_a_game()?;
    let wanted = || {
        let message = "`time` is wanted: the minutes of a clock of /api/board/pools.";
        Failure::new(Code::BadMessage, message).at("time")
    };
    let rule = clock(&fields, CLOCK)?.ok_or_else(wanted)?;
    let game = fields.text("variant").unwrap_or("standard");
    let place = pairing::join(&caller.app, &caller.who, game, rule).await?;
    Ok(answer(caller, move |lines| wait(lines, place))?)
}

async fn wait(mut lines: Lines, mut place: Place) {
    let own = lines.caller().app.pools.state(&lines.caller().who.key).own;
    if !lines.send(&json!({ "waiting": own.map_or(1, |own| own.waiting) })).await {
        return;
    }
    loop {
        tokio::select! {
            game = place.game() => {
                if let Some(id) = game {
                    lines.send(&json!({ "id": id })).await;
                }
                return;
            }
            () = lines.tick() => if !lines.is_alive().await { return },
        }
    }
}

/// `GET /api/board/pools`: the clocks, and how many wait.
pub async fn list(caller: Caller) -> Response {
    let state = caller.app.pools.state(&caller.who.key);
    let waiting = state.waiting.into_iter().map(|pool| {
        let mut listed = shapes::seconds(pool.clock);
        listed["game"] = pool.game.into();
        listed["waiting"] = pool.waiting.into();
        listed
    });
    let clocks: Vec<Value> = state.clocks.into_iter().map(shapes::seconds).collect();
    ok(&json!({ "clocks": clocks, "waiting": waiting.collect::<Vec<_>>() }))
}
