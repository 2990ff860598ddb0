//! Members, and the games that are played here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use serde_json::{Value, json};

use super::caller::{Caller, Refused};
use super::games;
use super::input::Fields;
use super::reply::{done, ok, url};
use super::shapes;
use super::told::Told;
use crate::engines;
use crate::levels;
use crate::news::Item;
use crate::profiles;
use crate::protocol::profile::Ranked;
use crate::protocol::{Code, Failure};
use crate::ratings::{self, Kept};
use crate::state::App;
use crate::who::{MemberKind, Who};

/// Members that may be asked for at once.
const SEVERAL: usize = 100;
/// Members in a list of the best, at most.
const TOP: usize = 200;

/// `GET /api/account`
pub async fn own(caller: Caller) -> Result<Response, Refused> {
    let mut account = shapes::account(&caller.who, &ratings_of(&caller, &caller.who).await?);
    account["url"] = url(&caller.app).into();
    Ok(ok(&account))
}

async fn ratings_of(caller: &Caller, who: &Who) -> Result<Vec<Kept>, Failure> {
    let kept = caller.app.rooms.store.ratings_of(&who.key).await;
    kept.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))
}

/// `GET /api/user/{name}/rating-history`: for each game and speed the rating after the last game of each day.
pub async fn history(caller: Caller, Path(name): Path<String>) -> Result<Response, Refused> {
    let who = caller.people()?.account_of(&name).await?;
    let points = caller.app.rooms.store.rating_history(&who.key).await;
    let points = points.map_err(|error| Failure::new(Code::Storage, format!("{error}.")))?;
    let mut told: BTreeMap<String, BTreeMap<[i64; 3], i32>> = BTreeMap::new();
    for point in points {
        let of_kind = told.entry(ratings::key(&point.game, &point.speed)).or_default();
        // The newest of a day comes last.
        of_kind.insert(date(point.at), ratings::whole(point.rating));
    }
    let listed = told.into_iter().map(|(name, days)| {
        let points: Vec<[i64; 4]> =
            days.into_iter().map(|([y, m, d], rating)| [y, m - 1, d, rating.into()]).collect();
        json!({ "name": name, "points": points })
    });
    Ok(ok(&Value::Array(listed.collect())))
}

/// `POST /api/users`: the accounts of several members, whose names are sent with commas between. Names that nobody has
/// are left out.
pub async fn several(caller: Caller, body: String) -> Result<Response, Refused> {
    let names: BTreeSet<String> = body
        .split(',')
        .map(|name| name.trim().to_ascii_lowercase())
        .filter(|name| !name.is_empty())
        .collect();
    if names.len() > SEVERAL {
        let message = format!("At most {SEVERAL} names are asked for at once.");
        return Err(Failure::new(Code::BadMessage, message).into());
    }
    let mut told = Vec::new();
    for name in names {
        match caller.people()?.account_of(&name).await {
            Ok(who) => told.push(shapes::account(&who, &ratings_of(&caller, &who).await?)),
            Err(failure) if failure.code == Code::NotFound => {}
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(ok(&Value::Array(told)))
}

/// `GET /api/player/top/{n}/{perf}`: the best of a game at a speed.
pub async fn top(
    caller: Caller,
    Path((number, perf)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refused> {
    let most = number.parse().ok().filter(|most| (1..=TOP).contains(most)).ok_or_else(|| {
        Failure::new(Code::BadMessage, format!("A number from 1 to {TOP} is wanted.")).at("n")
    })?;
    let of = match Fields::form(&query.unwrap_or_default()).text("of") {
        None => None,
        Some("people") => Some(Ranked::People),
        Some("programs") => Some(Ranked::Programs),
        Some(_) => {
            let failure = Failure::new(Code::BadMessage, "`of` is one of people, programs.");
            return Err(failure.at("of").into());
        }
    };
    let tables = profiles::leaders(&caller.app, most, of).await?;
    let table = tables.into_iter().find(|it| ratings::key(&it.game, &it.speed) == perf);
    let users = table.into_iter().flat_map(|table| table.members).map(|leader| {
        let mut told = shapes::account(&Who { key: String::new(), member: leader.member }, &[]);
        if let Some(told) = told.as_object_mut() {
            // Of one game and speed alone nothing is said of the others.
            told.remove("count");
        }
        told["perfs"] = json!({ &perf: {
            "rating": leader.rating.rating,
            "games": leader.games,
            "prov": leader.rating.provisional,
        } });
        told
    });
    Ok(ok(&json!({ "users": users.collect::<Vec<_>>() })))
}

/// The year, month and day of a time in milliseconds since 1970.
fn date(at: i64) -> [i64; 3] {
    // By eras of 400 years, which begin in March.
    let days = at.div_euclid(86_400_000) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (shown, of_month) = ((month + 2) % 12 + 1, of_year - (153 * month + 2) / 5 + 1);
    [year + era * 400 + i64::from(shown <= 2), shown, of_month]
}

/// `GET /api/user/{name}`
pub async fn other(caller: Caller, Path(name): Path<String>) -> Result<Response, Refused> {
    let who = caller.people()?.account_of(&name).await?;
    let mut account = shapes::account(&who, &ratings_of(&caller, &who).await?);
    account["online"] = caller.app.rooms.news.has(&who.key).into();
    Ok(ok(&account))
}

/// `GET /api/account/playing`
pub async fn playing(caller: Caller) -> Result<Response, Refused> {
    let items = games::playing(&caller).await?;
    let listed = items.iter().filter_map(|item| match item {
        Item::Started(standing) => Some(Told::from(&**standing).listed(&caller.who.member)),
        _ => None,
    });
    Ok(ok(&json!({ "nowPlaying": listed.collect::<Vec<_>>() })))
}

/// `POST /api/bot/account/upgrade`: a program's account is one already.
pub async fn upgrade(caller: Caller) -> Result<Response, Refused> {
    if caller.who.member.kind == MemberKind::Bot {
        return Ok(done());
    }
    let message =
        "A person's account stays one; `tesuji token create NAME --bot` makes a program's.";
    Err(Failure::new(Code::BadMessage, message).into())
}

/// `GET /api/variants`: the games that are played here, and the levels of the house engine.
pub async fn variants(State(app): State<Arc<App>>) -> Response {
    let played = app.games.iter().filter_map(|name| engines::kind(name).ok());
    let of_kind = played.flat_map(|kind| {
        let sides = kind.side_letters().map(String::from);
        let told = move |variant: engine::Variant| {
            json!({ "key": variant.key, "name": variant.name, "game": kind.name(), "sides": sides })
        };
        kind.variants().into_iter().map(told)
    });
    ok(&json!({ "variants": of_kind.collect::<Vec<_>>(), "levels": levels::list() }))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (at, day) in [
            (0, [1970, 1, 1]),
            (951_782_400_000, [2000, 2, 29]),
            (951_868_800_000, [2000, 3, 1]),
            (1_735_689_599_999, [2024, 12, 31]),
            (1_735_689_600_000, [2025, 1, 1]),
        ] {
            assert_eq!(date(at), day);
        }
    }
}
