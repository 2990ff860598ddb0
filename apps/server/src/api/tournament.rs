//! Tournaments: making and joining them, and how they stand.

use axum::extract::{Path, RawQuery};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::caller::{Caller, Refused};
use super::input::{Fields, yes};
use super::reply::{done, ok, url};
use super::seek::clock;
use super::shapes;
use crate::protocol::tournament::{
    Kind, Line, List, Own, Programs, Row, Score, Shown, Stage, Status, Terms,
};
use crate::protocol::{Code, Failure};
use crate::tournaments::shown;

/// Minutes until a tournament begins, where nothing else is asked for.
const WAIT: i64 = 5;
/// Rows that are told with a tournament.
const STANDING: usize = 20;
/// Games under way that are told with it.
const DUELS: usize = 6;

fn bad(place: &str, message: impl Into<String>) -> Failure {
    Failure::new(Code::BadMessage, message).at(place)
}

/// A word of a field among those that there are.
fn word<T: Copy>(fields: &Fields, name: &str, usual: T, known: &[(&str, T)]) -> Result<T, Failure> {
    let Some(text) = fields.text(name) else { return Ok(usual) };
    let found = known.iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        bad(name, format!("`{name}` is one of {}.", words.join(", ")))
    })
}

/// The terms that are asked for; `now` is the server's time in milliseconds since 1970.
fn terms(fields: &Fields, now: i64) -> Result<Terms, Failure> {
    let kinds = [
        ("arena", Kind::Arena),
        ("swiss", Kind::Swiss),
        ("round_robin", Kind::RoundRobin),
        ("ladder", Kind::Ladder),
    ];
    let programs = [("yes", Programs::Yes), ("no", Programs::No), ("only", Programs::Only)];
    let clock = clock(fields, ["clockTime", "clockIncrement", "clockDelay"])?
        .ok_or_else(|| bad("clockTime", "`clockTime` is wanted: the minutes of each side."))?;
    let wait = fields.number::<i64>("waitMinutes")?.unwrap_or(WAIT);
    let starts = match fields.number::<i64>("startDate")? {
        Some(date) => date,
        None => now.saturating_add(wait.saturating_mul(60_000)),
    };
    Ok(Terms {
        name: fields.text("name").unwrap_or_default().to_owned(),
        game: fields.text("variant").unwrap_or("standard").to_owned(),
        clock,
        rated: fields.text("rated").map_or(Ok(true), |text| yes(text, "rated"))?,
        kind: word(fields, "kind", Kind::Arena, &kinds)?,
        minutes: fields.number("minutes")?,
        rounds: fields.number("rounds")?,
        days: fields.number("days")?,
        starts: Some(starts),
        programs: word(fields, "programs", Programs::Yes, &programs)?,
        lowest: fields.number("minRating")?,
        highest: fields.number("maxRating")?,
        description: fields.text("description").map(str::to_owned),
        invited: fields.names("invited"),
    })
}

/// Points as a number without a fraction where they have none.
fn number(points: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "points are few")]
    let whole = points as i64;
    if (points - whole as f64).abs() < 0.1 { whole.into() } else { points.into() }
}

/// The number that stands for a stage at lichess.
fn status(stage: Stage) -> u8 {
    match stage {
        Stage::Coming => 10,
        Stage::Running => 20,
        Stage::Over | Stage::Canceled => 30,
    }
}

/// A tournament in a list.
fn line(line: &Line, now: i64, url: &str) -> Value {
    let Line { id, terms, by, stage, starts, ends, players, winner, private, .. } = line;
    let mut told = json!({
        "id": id,
        "url": format!("{url}/tournament/{id}"),
        "fullName": terms.name,
        "kind": terms.kind,
        "createdBy": shapes::id_of(by),
        "variant": shapes::variant_of_key(&terms.game),
        "clock": shapes::seconds(terms.clock),
        "perf": { "name": shapes::perf_of_key(&terms.game, terms.clock) },
        "rated": terms.rated,
        "programs": terms.programs,
        "minRating": terms.lowest,
        "maxRating": terms.highest,
        "private": private,
        "nbPlayers": players,
        "startsAt": starts,
        "finishesAt": ends,
        "status": status(*stage),
        "stage": stage,
    });
    let numbers = [("minutes", terms.minutes), ("rounds", terms.rounds), ("days", terms.days)];
    for (name, number) in numbers {
        if let Some(number) = number {
            told[name] = number.into();
        }
    }
    if *stage == Stage::Coming {
        told["secondsToStart"] = ((starts - now).max(0) / 1000).into();
    }
    if let Some(winner) = winner {
        told["winner"] = shapes::user_of(winner);
    }
    told
}

fn list(list: &List, url: &str) -> Value {
    let of = |stages: &[Stage]| {
        let lines = list.tournaments.iter().filter(|line| stages.contains(&line.stage));
        lines.map(|it| line(it, list.now, url)).collect::<Vec<_>>()
    };
    json!({
        "created": of(&[Stage::Coming]),
        "started": of(&[Stage::Running]),
        "finished": of(&[Stage::Over, Stage::Canceled]),
    })
}

fn row(row: &Row) -> Value {
    let mut told = shapes::with_rating(shapes::user_of(&row.member), row.rating);
    told["rank"] = row.rank.into();
    told["username"] = row.member.name.clone().into();
    told["score"] = number(row.points);
    let scores = row.scores.iter().map(|score: &Score| number(score.points));
    told["scores"] = scores.collect::<Vec<_>>().into();
    told["fire"] = row.run.into();
    told["nbGames"] = row.games.into();
    told["status"] = json!(row.status);
    if let Some(moved) = row.moved {
        told["moved"] = moved.into();
    }
    if let Some(performance) = row.performance {
        told["performance"] = performance.into();
    }
    if let Some(ties) = row.sonneborn_berger {
        told["tieBreak"] = number(ties);
    }
    told
}

/// A tournament to who asks.
fn whole(shown: &Shown, own: &Own, url: &str) -> Value {
    let mut told = line(&shown.line, shown.now, url);
    told["description"] = shown.line.terms.description.clone().into();
    told["standing"] = shown.rows.iter().take(STANDING).map(row).collect::<Vec<_>>().into();
    told["nbGames"] = shown.games.into();
    told["playing"] = shown.playing.into();
    if shown.line.private {
        told["invited"] = shown.invited.iter().map(shapes::user_of).collect::<Vec<_>>().into();
    }
    let duels = shown.boards.iter().take(DUELS).map(|board| {
        let player = |at: usize| json!({ "name": board.names[at], "rank": board.ranks[at] });
        json!({ "id": board.id, "fen": board.position, "players": [player(0), player(1)] })
    });
    told["duels"] = duels.collect::<Vec<_>>().into();
    if let Some(round) = shown.round {
        told["round"] = round.into();
    }
    if let Some(at) = shown.next_round {
        told["nextRoundAt"] = at.into();
    }
    if let (Stage::Running, Some(ends)) = (shown.line.stage, shown.line.ends) {
        told["secondsToFinish"] = ((ends - shown.now).max(0) / 1000).into();
    }
    if let Some(own) = &own.row {
        told["me"] = row(own);
    }
    if let Some(game) = &own.game {
        told["me"]["gameId"] = game.clone().into();
    }
    if let Some(refusal) = &own.refusal {
        told["refusal"] = refusal.clone().into();
    }
    told
}

async fn told(caller: &Caller, id: &str) -> Result<Value, Failure> {
    let director = caller.app.director()?;
    let live = director.find(id, &caller.who).await?;
    let terms = live.table().await.head().terms.clone();
    let rating = director.rating(&terms, &caller.who).await?;
    let own = director.own(&live, &caller.who, rating).await;
    let shown = {
        let table = live.table().await;
        shown::tournament(&table, &live.boards(), director.now())
    };
    Ok(whole(&shown, &own, &url(&caller.app)))
}

/// `GET /api/tournament`
pub async fn all(caller: Caller) -> Result<Response, Refused> {
    let told = caller.app.director()?.list(&caller.who).await;
    Ok(ok(&list(&told, &url(&caller.app))))
}

/// `POST /api/tournament`
pub async fn create(caller: Caller, fields: Fields) -> Result<Response, Refused> {
    caller.takes_a_game()?;
    let director = caller.app.director()?;
    let id = director.create(&caller.who, &terms(&fields, director.now())?).await?;
    Ok(ok(&told(&caller, &id).await?))
}

/// `GET /api/tournament/{id}`
pub async fn one(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    Ok(ok(&told(&caller, &id).await?))
}

/// `POST /api/tournament/{id}/join`
pub async fn join(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    caller.app.director()?.join(&id, &caller.who).await?;
    Ok(done())
}

/// `POST /api/tournament/{id}/invite`
pub async fn invite(
    caller: Caller,
    Path(id): Path<String>,
    fields: Fields,
) -> Result<Response, Refused> {
    let wanted = || bad("invited", "`invited` is wanted: names of members.");
    let names = fields.names("invited").ok_or_else(wanted)?;
    caller.app.director()?.invite(&id, &caller.who, &names).await?;
    Ok(done())
}

/// `POST /api/tournament/{id}/pause`
pub async fn pause(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    caller.app.director()?.leave(&id, &caller.who, Status::Paused).await?;
    Ok(done())
}

/// `POST /api/tournament/{id}/withdraw`
pub async fn withdraw(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    caller.app.director()?.leave(&id, &caller.who, Status::Out).await?;
    Ok(done())
}

/// `POST /api/tournament/{id}/start`
pub async fn start(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    caller.app.director()?.start(&id, &caller.who).await?;
    Ok(done())
}

/// `POST /api/tournament/{id}/terminate`
pub async fn cancel(caller: Caller, Path(id): Path<String>) -> Result<Response, Refused> {
    caller.app.director()?.cancel(&id, &caller.who).await?;
    Ok(done())
}

/// `GET /api/tournament/{id}/results`: a line for each player, the leader first.
pub async fn results(
    caller: Caller,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refused> {
    let most = Fields::form(&query.unwrap_or_default()).number("nb")?.unwrap_or(usize::MAX);
    let live = caller.app.director()?.find(&id, &caller.who).await?;
    let rows = shown::rows(&*live.table().await, most);
    let body: String = rows.iter().map(|it| format!("{}\n", row(it))).collect();
    let headers =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, body).into_response())
}

#[cfg(test)]
mod tests {
    use super::{number, terms};
    use crate::api::input::Fields;
    use crate::protocol::study::ClockRule;
    use crate::protocol::tournament::{Kind, Programs};

    #[test]
    fn fields_of_a_tournament_are_read_or_refused() {
        let of = |text: &str| terms(&Fields::form(text), 1_000);
        let read = of("name=Friday+Onitama&variant=onitama&clockTime=3&clockIncrement=2&minutes=45&programs=no&waitMinutes=2").expect("reads");
        assert_eq!(
            (read.name.as_str(), read.kind, read.programs),
            ("Friday Onitama", Kind::Arena, Programs::No)
        );
        assert_eq!(read.clock, ClockRule::timed(180_000, 2_000));
        assert_eq!((read.starts, read.rated, read.minutes), (Some(121_000), true, Some(45)));
        assert_eq!(of("clockTime=1&startDate=77&waitMinutes=9").expect("reads").starts, Some(77));
        for (text, place) in [
            ("name=x", "clockTime"),
            ("clockTime=x", "clockTime"),
            ("clockTime=3&kind=knockout", "kind"),
            ("clockTime=3&programs=maybe", "programs"),
            ("clockTime=3&rated=perhaps", "rated"),
            ("clockTime=3&minutes=-1", "minutes"),
            ("clockTime=3&startDate=soon", "startDate"),
        ] {
            assert_eq!(of(text).expect_err(text).place.as_deref(), Some(place), "{text}");
        }
    }

    #[test]
    fn whole_points_have_no_fraction() {
        assert_eq!(
            (number(4.0).to_string(), number(2.5).to_string()),
            ("4".to_owned(), "2.5".to_owned())
        );
    }
}
