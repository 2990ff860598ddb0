//! Challenges: to other members, and to the house engine.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use super::caller::{Caller, Refused};
use super::input::Fields;
use super::reply::{done, ok, url};
use super::shapes;
use super::told::Told;
use crate::begin::{Begins, DAYS};
use crate::doors;
use crate::engines;
use crate::levels;
use crate::meeting;
use crate::news::Standing;
use crate::protocol::study::ClockRule;
use crate::protocol::{Code, Failure, Player};
use crate::wanted::{self, Wanted};

/// The longest reason for declining that is passed on, in letters.
const REASON: usize = 100;

fn bad(place: &str, message: impl Into<String>) -> Failure {
    Failure::new(Code::BadStart, message).at(place)
}

/// The game that is asked for: without players, with the seat of who asks where they chose one.
pub fn wanted(caller: &Caller, fields: &Fields) -> Result<Wanted, Failure> {
    let key = fields.text("variant").unwrap_or("standard");
    let mut asked = wanted::wanted(&caller.app.games, key, clock(fields)?)?;
    let [white, black] = engines::sides(&asked.new.game)?;
    asked.new.seat = match fields.text("color") {
        None | Some("random") => None,
        Some("white") => Some(white),
        Some("black") => Some(black),
        Some(letter) if letter == white.to_string() => Some(white),
        Some(letter) if letter == black.to_string() => Some(black),
        Some(_) => return Err(bad("color", "A color is white, black or random.")),
    };
    let position = fields.text("fen").filter(|fen| *fen != "startpos").map(str::to_owned);
    match (&position, fields.text("deal")) {
        (Some(_), Some(_)) => {
            return Err(bad(
                "deal",
                "A game starts from a deal or from a position (fen), not from both.",
            ));
        }
        (Some(_), None) => asked.new.deal = None,
        (None, Some(deal)) => asked.new.deal = Some(deal.to_owned()),
        (None, None) => {}
    }
    asked.new.position = position;
    asked.new.private = fields.yes("private")?;
    asked.rated = fields.yes("rated")?;
    Ok(asked)
}

/// The days for each turn that are asked for.
pub fn days(fields: &Fields) -> Result<Option<ClockRule>, Failure> {
    let days = fields.number::<u32>("days")?;
    if days.is_some_and(|days| !DAYS.contains(&days)) {
        let message = "A turn has from 1 to 14 days: a whole number.";
        return Err(Failure::new(Code::BadMessage, message).at("days"));
    }
    Ok(days.map(ClockRule::by_days))
}

/// The clock that is asked for, in seconds; or the days for each turn.
fn clock(fields: &Fields) -> Result<Option<ClockRule>, Failure> {
    if let Some(days) = days(fields)? {
        return Ok(Some(days));
    }
    let names = ["clock.limit", "clock.increment", "clock.delay"];
    let mut read = [None; 3];
    for (name, seconds) in names.into_iter().zip(&mut read) {
        *seconds = fields.number::<u64>(name)?;
    }
    let [initial, increment, delay] = read.map(|time| time.unwrap_or(0).saturating_mul(1000));
    let rule = ClockRule { initial, increment, delay, days: 0 };
    Ok(read.iter().any(Option::is_some).then_some(rule))
}

/// `GET /api/challenge`
pub async fn list(caller: Caller) -> Response {
    let url = url(&caller.app);
    let lists = caller.app.challenges.of(&caller.who.key);
    let [got, made] = lists.map(|list| {
        let told = list.iter().map(|challenge| shapes::challenge(challenge, &url, "created"));
        told.collect::<Vec<_>>()
    });
    ok(&json!({ "in": got, "out": made }))
}

/// `POST /api/challenge/{name}`
pub async fn create(
    caller: Caller,
    Path(name): Path<String>,
    fields: Fields,
) -> Result<Response, Refused> {
    caller.takes_a_game()?;
    let asked = wanted(&caller, &fields)?;
    let to = caller.people()?.account_of(&name).await?;
    let challenge = meeting::challenge(&caller.app, &caller.who, to, asked).await?;
    Ok(ok(&shapes::challenge(&challenge, &url(&caller.app), "created")))
}

/// `POST /api/challenge/{id}/accept`: the game begins, with the challenge's id.
pub async fn accept(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    meeting::accept(&caller.app, &id, &caller.who).await?;
    Ok(done())
}

/// `POST /api/challenge/{id}/decline`
pub async fn decline(
    caller: Caller,
    Path(id): Path<String>,
    fields: Fields,
) -> Result<Response, Refused> {
    let reason: String = fields.text("reason").unwrap_or("generic").chars().take(REASON).collect();
    meeting::decline(&caller.app, &id, &caller.who, reason)?;
    Ok(done())
}

/// `POST /api/challenge/{id}/cancel`
pub async fn cancel(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    meeting::cancel(&caller.app, &id, &caller.who)?;
    Ok(done())
}

/// `POST /api/challenge/ai`: a game against the house engine begins at once.
pub async fn engine(caller: Caller, fields: Fields) -> Result<Response, Refused> {
    caller.takes_a_game()?;
    let Wanted { mut new, rated, .. } = wanted(&caller, &fields)?;
    if rated {
        return Err(bad("rated", "Games with the house engine are not rated.").into());
    }
    let own = wanted::side(&new)?;
    let level = fields.number::<u8>("level")?;
    let level = level.filter(|level| levels::exists(*level)).ok_or_else(|| {
        bad("level", format!("A level is a number from 1 to {}.", levels::list().len()))
    })?;
    let letters = engines::sides(&new.game)?;
    let other = if own == letters[0] { letters[1] } else { letters[0] };
    new.seat = None;
    new.players.insert(other, Player::Engine { level });
    let id = caller.app.rooms.begin(new, Begins::Member(caller.who.clone())).await?;
    let standing: Standing = caller.app.rooms.standing(&id, Some(&caller.who)).await?;
    let told = Told::from(&standing);
    let mut body = told.listed(&caller.who.member);
    body["player"] = told.color(standing.side).into();
    body["turns"] = standing.turns.len().into();
    Ok(doors::json(StatusCode::CREATED, &body))
}
