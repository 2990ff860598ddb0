//! Seeks: a stream that is open as long as the seek, the list of them, and accepting one.

use axum::extract::Path;
use axum::response::Response;
use serde_json::{Value, json};

use super::caller::{Caller, Refused};
use super::challenge::{days, wanted};
use super::input::Fields;
use super::reply::{done, ok};
use super::shapes;
use super::stream::{Lines, answer};
use crate::lobby::Held;
use crate::meeting;
use crate::protocol::study::ClockRule;
use crate::protocol::{Code, Failure};

/// The fields of a clock.
pub const CLOCK: [&str; 3] = ["time", "increment", "delay"];

/// `1500-1800` as its two numbers.
fn range(text: &str) -> Result<[Option<i32>; 2], Failure> {
    let numbers = text.split_once('-').and_then(|(lowest, highest)| {
        Some([Some(lowest.trim().parse().ok()?), Some(highest.trim().parse().ok()?)])
    });
    let message = "A range of ratings is written 1500-1800.";
    numbers.ok_or_else(|| Failure::new(Code::BadMessage, message).at("ratingRange"))
}

/// The clock: a field in minutes, and the increment and the delay in seconds.
pub fn clock(
    fields: &Fields,
    [minutes, increment, delay]: [&str; 3],
) -> Result<Option<ClockRule>, Failure> {
    let time = fields.number::<f64>(minutes)?;
    let seconds = |name| fields.number::<u64>(name).map(Option::unwrap_or_default);
    let (increment, delay) = (seconds(increment)?, seconds(delay)?);
    let Some(time) = time else { return Ok(None) };
    if !(0.0..=1440.0).contains(&time) {
        let message = format!("`{minutes}` is a number of minutes, of a day at most.");
        return Err(Failure::new(Code::BadMessage, message).at(minutes));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is from 0 to a day"
    )]
    let initial = (time * 60_000.0).round() as u64;
    let [increment, delay] = [increment, delay].map(|time| time.saturating_mul(1000));
    Ok(Some(ClockRule { initial, increment, delay, days: 0 }))
}

/// `POST /api/board/seek`: the seek is open until the stream is closed, by either side; one for a game by correspondence
/// until it is accepted or withdrawn, and the answer is its id alone.
pub async fn seek(caller: Caller, fields: Fields) -> Result<Response, Refused> {
    caller.takes_a_game()?;
    let mut asked = wanted(&caller, &fields)?;
    let by_days = days(&fields)?;
    asked.new.clock = by_days.map_or_else(|| clock(&fields, CLOCK), |it| Ok(Some(it)))?;
    let range = fields.text("ratingRange").map_or(Ok([None, None]), range)?;
    if by_days.is_some() {
        let held = meeting::seek(&caller.app, &caller.who, asked, range).await?;
        return Ok(ok(&json!({ "id": held.id })));
    }
    // A change that comes between opening and looking is not missed.
    let changes = caller.app.lobby.changes();
    let held = meeting::seek(&caller.app, &caller.who, asked, range).await?;
    Ok(answer(caller, move |lines| wait(lines, held, changes))?)
}

async fn wait(mut lines: Lines, held: Held, mut changes: tokio::sync::watch::Receiver<()>) {
    if !lines.send(&json!({ "id": held.id })).await {
        return;
    }
    while lines.caller().app.lobby.find(&held.id).is_ok() {
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            () = lines.tick() => if !lines.is_alive().await { return },
        }
    }
}

/// `GET /api/board/seeks`: the open seeks.
pub async fn list(caller: Caller) -> Response {
    let told = caller.app.lobby.list().into_iter().map(|seek| shapes::seek(&seek));
    ok(&json!({ "seeks": told.collect::<Vec<Value>>() }))
}

/// `POST /api/board/seek/{id}/accept`: the game begins, with the seek's id.
pub async fn accept(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    caller.takes_a_game()?;
    let id = meeting::join(&caller.app, &id, &caller.who).await?;
    Ok(ok(&json!({ "ok": true, "id": id })))
}

/// `POST /api/board/seek/{id}/cancel`: withdraws a seek for a game by correspondence; another ends with its stream.
pub async fn cancel(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    caller.app.lobby.withdraw_one(&id, &caller.who.key)?;
    Ok(done())
}

#[cfg(test)]
mod tests {
    use super::{CLOCK, clock, range};
    use crate::api::input::Fields;
    use crate::protocol::study::ClockRule;

    #[test]
    fn ranges_and_clocks_are_read_or_refused() {
        assert_eq!(range("1500-1800"), Ok([Some(1500), Some(1800)]));
        for bad in ["", "-", "1500", "a-b", "1500-"] {
            assert!(range(bad).is_err(), "{bad}");
        }
        let of = |text| clock(&Fields::form(text), CLOCK);
        let rule = |initial, increment| Ok(Some(ClockRule::timed(initial, increment)));
        assert_eq!(of("time=0.5&increment=2"), rule(30_000, 2000));
        assert_eq!(of("time=5&delay=3"), Ok(Some(ClockRule::delayed(300_000, 3000))));
        assert_eq!(of("increment=2"), Ok(None));
        for bad in ["time=-1", "time=x", "time=NaN", "time=99999", "time=5&increment=-1"] {
            assert!(of(bad).is_err(), "{bad}");
        }
    }
}
