//! Games that are kept: one's own, and one as text.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use engine::{RecordedGame, RecordedResult, RecordedTurn};
use serde_json::{Value, json};

use super::caller::{Caller, Refused, limited};
use super::input::Fields;
use super::reply::{ok, url};
use super::told::Told;
use crate::archive::Reading;
use crate::club::Visitor;
use crate::doors;
use crate::engines;
use crate::ids;
use crate::news::{Item, Standing};
use crate::protocol::{Code, Failure};
use crate::rooms::aside;
use crate::state::App;

/// The most games under way that are listed.
const PLAYING: usize = 100;
/// Random turns that are told where turns have several moves: there are too many to list all.
const SOME: usize = 40;
/// Games that are sent at once, where no number is asked for.
const GAMES: usize = 50;
/// The most that can be asked for.
const MOST: usize = 300;

/// The games of a member that go on, each as news of its beginning.
pub async fn playing(caller: &Caller) -> Result<Vec<Item>, Failure> {
    let games = caller.app.rooms.games_of(&caller.who, Some(&caller.who), true, PLAYING).await?;
    let own = |standing: &Standing| {
        standing.ending.is_none() && standing.players().contains(caller.who.key.as_str())
    };
    Ok(games.into_iter().filter(own).map(|standing| Item::Started(Arc::new(standing))).collect())
}

pub fn wants(headers: &HeaderMap, what: &str) -> bool {
    headers
        .get_all(header::ACCEPT)
        .iter()
        .any(|accept| accept.to_str().is_ok_and(|accept| accept.contains(what)))
}

/// A game in the format in which its players keep games.
pub fn text(standing: &Standing, site: &str) -> Result<String, Failure> {
    let told = Told::from(standing);
    let kind = engines::kind(&told.game)?;
    let game = engines::start(kind, &told.start)?;
    let name = |side: char| {
        let full = told.full();
        let player = if side == told.sides[0] { &full["white"] } else { &full["black"] };
        player["name"].as_str().unwrap_or("?").to_owned()
    };
    let mut tags: Vec<(String, String)> = vec![
        ("Event".to_owned(), "Casual game".to_owned()),
        ("Site".to_owned(), format!("{site}/game/{}", told.id)),
    ];
    let sides = told.sides.map(|side| (game.side_name(side).to_owned(), name(side)));
    tags.extend(sides);
    if let Some(rule) = told.clock {
        let seconds = rule.initial / 1000;
        // As PGN has it: so much for one turn, or for all of them.
        let control = match rule.is_by_days() {
            true => format!("1/{seconds}"),
            // PGN has no word for a delay: it is written as the field writes it.
            false if rule.delay > 0 => format!("{seconds}d{}", rule.delay / 1000),
            false => format!("{seconds}+{}", rule.increment / 1000),
        };
        tags.push(("TimeControl".to_owned(), control));
    }
    if let Some(ending) = &told.ending {
        tags.push(("Termination".to_owned(), ending.reason.clone()));
    }
    let turns = standing
        .turns
        .iter()
        .map(|played| RecordedTurn { turn: played.turn.clone(), ..RecordedTurn::default() });
    let result = told.ending.as_ref().map(|ending| RecordedResult { winner: ending.winner });
    let game = RecordedGame { tags, start: told.start.clone(), turns: turns.collect(), result };
    kind.files().write(&game).map_err(|fault| Failure::new(Code::Storage, format!("{fault}.")))
}

fn plain(text: String) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (headers, text).into_response()
}

/// `GET /api/bot/game/{id}/legal`: the turns that may be played now; some of them, where turns have several moves.
pub async fn legal(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    let standing = caller.app.rooms.standing(&id, Some(&caller.who)).await?;
    let mut seed = ids::seed().map_err(|error| {
        Failure::new(Code::Storage, format!("The system gives no random bits: {error}."))
    })?;
    let found = aside(move || {
        let mut game = engines::start(engines::kind(&standing.row.game)?, &standing.row.start)?;
        // Turns that are kept were played once.
        let played = standing.turns.iter().take_while(|it| game.play(&it.turn).is_ok()).count();
        let complete = !game.has_steps();
        let mut number = || {
            // By Knuth: enough for lots.
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed >> 20
        };
        let turns = match standing.ending {
            Some(_) => BTreeSet::new(),
            None if complete => game.legal_turns().into_iter().collect(),
            None => (0..SOME).filter_map(|_| game.random_turn(&mut number)).collect(),
        };
        Ok(json!({ "ply": played, "turns": turns, "complete": complete }))
    });
    Ok(ok(&found.await?))
}

/// `GET /game/export/{id}`: a game that the caller may see, as text or as JSON. Without a token, or a cookie of the club,
/// it is a game that all may see.
pub async fn export(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    limited(&app, visitor)?;
    let who = doors::people(&app, &headers)?.identify(&headers).await?;
    let standing = app.rooms.standing(&id, who.as_ref()).await?;
    let standing = Reading::default().masked(&app, standing).await?;
    if wants(&headers, "application/json") {
        return Ok(ok(&Told::from(&standing).exported()));
    }
    let site = url(&app);
    Ok(plain(aside(move || text(&standing, &site)).await?))
}

/// `GET /api/games/user/{name}`: the caller's own games, the last changed first.
pub async fn of_user(
    caller: Caller,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refused> {
    if !name.eq_ignore_ascii_case(&caller.who.member.name) {
        let message = "A member's games are listed for that member alone.";
        return Err(Failure::new(Code::NotFound, message).into());
    }
    let query = Fields::form(&query.unwrap_or_default());
    let most = query.number("max")?.unwrap_or(GAMES).min(MOST);
    let standings = caller.app.rooms.games_of(&caller.who, Some(&caller.who), false, most).await?;
    let (json, site) = (wants(&caller.headers, "json"), url(&caller.app));
    let body = aside(move || {
        let line = |standing: &Standing| {
            if json {
                let told: Value = Told::from(standing).exported();
                return Some(format!("{told}\n"));
            }
            text(standing, &site).ok().map(|text| text + "\n")
        };
        Ok(standings.iter().filter_map(line).collect::<String>())
    })
    .await?;
    if json {
        let headers =
            [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
        return Ok((headers, body).into_response());
    }
    Ok(plain(body))
}
