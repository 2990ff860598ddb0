//! `GET /api/archive`: the finished games of the club that all may see, by pages or as one stream. It wants no token.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::poll_fn;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::caller::{Refused, limited};
use super::games::{text, wants};
use super::input::Fields;
use super::reply::{ok, url};
use super::told::Told;
use crate::archive::{Page, Reading};
use crate::club::Visitor;
use crate::doors;
use crate::news::Standing;
use crate::protocol::{Code, Failure};
use crate::ratings::SPEEDS;
use crate::rooms::aside;
use crate::state::App;
use crate::store::{Against, ArchivePlace, ArchiveQuery};

/// Games of a page where no number is asked for, and the most that can be.
const PAGE: usize = 20;
const PAGE_MOST: usize = 100;
/// The most games of a download.
const MOST: usize = 10_000;
/// Games of a download that are read at once, and the least time between them: no more than a hundred a second.
const AT_ONCE: usize = 20;
const BETWEEN: Duration = Duration::from_millis(200);
/// How long a client may take to accept games of a download.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How the games are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A page of them.
    Page,
    /// All of them, a line of JSON each.
    Lines,
    /// All of them, in the format in which players of the game keep games.
    Text,
}

fn bad(place: &str, message: impl Into<String>) -> Failure {
    Failure::new(Code::BadMessage, message).at(place)
}

/// One of these words, if any is there.
fn one_of(fields: &Fields, name: &str, words: &[&str]) -> Result<Option<String>, Failure> {
    let Some(word) = fields.text(name) else { return Ok(None) };
    if words.contains(&word) {
        return Ok(Some(word.to_owned()));
    }
    Err(bad(name, format!("`{name}` is one of: {}.", words.join(", "))))
}

/// The form that is asked for: by the address, or by what the client accepts.
fn form(fields: &Fields, headers: &HeaderMap) -> Result<Form, Failure> {
    let asked = one_of(fields, "format", &["json", "ndjson", "text"])?;
    Ok(match asked.as_deref() {
        Some("ndjson") => Form::Lines,
        Some("text") => Form::Text,
        Some(_) => Form::Page,
        None if wants(headers, "application/x-ndjson") => Form::Lines,
        None if wants(headers, "text/plain") => Form::Text,
        None => Form::Page,
    })
}

/// The place in the archive that a cursor names: the time of an end, and a game.
fn place(cursor: &str) -> Result<ArchivePlace, Failure> {
    let place = cursor.split_once('-').and_then(|(at, id)| {
        let id = Some(id).filter(|id| id.chars().all(char::is_alphanumeric))?;
        Some(ArchivePlace { at: at.parse().ok()?, id: id.to_owned() })
    });
    place.ok_or_else(|| bad("after", "`after` is the `next` of the page before."))
}

/// The games that are asked for.
async fn query(app: &App, fields: &Fields, form: Form) -> Result<ArchiveQuery, Failure> {
    let kind = fields.text("game").map(|game| {
        let kind = engine::kind_of_variant(game).map(|(kind, _)| kind.name());
        let kind = kind.filter(|kind| app.games.contains(kind)).map(str::to_owned);
        kind.ok_or_else(|| {
            bad("game", "`game` is one that is played here, as /api/variants lists.")
        })
    });
    let mut players = Vec::new();
    for name in ["player", "opponent"] {
        if let Some(name) = fields.text(name) {
            players.push(player(app, name).await?);
        }
    }
    let speeds: Vec<&str> = SPEEDS.into_iter().chain(["none"]).collect();
    let (usual, most) = if form == Form::Page { (PAGE, PAGE_MOST) } else { (MOST, MOST) };
    let number = fields.number::<usize>("max")?.unwrap_or(usual);
    if !(1..=most).contains(&number) {
        return Err(bad("max", format!("`max` is a number from 1 to {most}.")));
    }
    Ok(ArchiveQuery {
        game: kind.transpose()?,
        players,
        against: against(fields)?,
        rated: fields.text("rated").map(|_| fields.yes("rated")).transpose()?,
        speed: one_of(fields, "speed", &speeds)?,
        result: one_of(fields, "result", &["white", "black", "draw"])?,
        tournament: fields.text("tournament").map(str::to_owned),
        since: fields.number("since")?,
        until: fields.number("until")?,
        after: fields.text("after").map(place).transpose()?,
        most: number,
    })
}

/// Between whom the games were played that are asked for.
fn against(fields: &Fields) -> Result<Option<Against>, Failure> {
    let word = one_of(fields, "against", &Against::ALL.map(Against::name))?;
    Ok(Against::ALL.into_iter().find(|against| word.as_deref() == Some(against.name())))
}

/// The key of a member by whose name games are found; those of a closed account are not.
async fn player(app: &App, name: &str) -> Result<String, Failure> {
    let none = || Failure::new(Code::NotFound, "There is no member of that name here.");
    let account = app.people.as_ref().ok_or_else(none)?.member_of(name).await?;
    if account.closed { Err(none()) } else { Ok(account.who.key) }
}

/// A game as JSON, with when it ended.
fn told(at: i64, standing: &Standing) -> Value {
    let told = Told::from(standing);
    let mut value = told.exported();
    value["game"] = told.game.clone().into();
    value["position"] = told.position.clone().into();
    value["lastMoveAt"] = at.into();
    if let Some(ending) = &told.ending {
        value["reason"] = ending.reason.clone().into();
    }
    value
}

/// `GET /api/archive`
pub async fn archive(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    RawQuery(asked): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    limited(&app, visitor)?;
    doors::people(&app, &headers)?;
    let fields = Fields::form(&asked.unwrap_or_default());
    let form = form(&fields, &headers)?;
    let query = query(&app, &fields, form).await?;
    if form == Form::Page {
        let Page { games, next } = Reading::default().page(&app, query).await?;
        let games: Vec<Value> = games.iter().map(|(at, standing)| told(*at, standing)).collect();
        let next = next.map(|ArchivePlace { at, id }| format!("{at}-{id}"));
        return Ok(ok(&json!({ "games": games, "next": next })));
    }
    if form == Form::Text && query.game.is_none() {
        let message = "Games as text are of one game each: say which (game=NAME).";
        return Err(bad("game", message).into());
    }
    Ok(download(app, visitor, query, form)?)
}

/// All that is found, as a stream; each address has one at a time.
fn download(
    app: Arc<App>,
    visitor: Visitor,
    query: ArchiveQuery,
    form: Form,
) -> Result<Response, Failure> {
    let counted = app.downloads.take(&visitor.client.address.to_string())?;
    let (sender, mut receiver) = mpsc::channel::<Bytes>(1);
    tokio::spawn(async move {
        let _counted = counted;
        send(&app, query, form, &sender).await;
    });
    let body =
        poll_fn(move |context| receiver.poll_recv(context).map(|it| it.map(Ok::<_, Infallible>)));
    let kind = match form {
        Form::Text => "text/plain; charset=utf-8",
        Form::Lines | Form::Page => "application/x-ndjson",
    };
    let name = if form == Form::Text { "games.txt" } else { "games.ndjson" };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}

/// Sends the games, some at a time, until there are no more or nobody takes them.
async fn send(app: &Arc<App>, mut query: ArchiveQuery, form: Form, sender: &mpsc::Sender<Bytes>) {
    let (mut reading, mut left, site) = (Reading::default(), query.most, url(app));
    while left > 0 && !app.stopping.has_begun() {
        query.most = left.min(AT_ONCE);
        left -= query.most;
        // A database that fails ends the download.
        let Ok(Page { games, next }) = reading.page(app, query.clone()).await else { return };
        let site = site.clone();
        let written = aside(move || Ok(written(&games, form, &site))).await.unwrap_or_default();
        let sent = timeout(SEND_TIMEOUT, sender.send(written.into())).await;
        let (Ok(Ok(())), Some(next)) = (sent, next) else { return };
        query.after = Some(next);
        sleep(BETWEEN).await;
    }
}

/// Games as they are downloaded.
fn written(games: &[(i64, Standing)], form: Form, site: &str) -> String {
    let one = |(at, standing): &(i64, Standing)| match form {
        Form::Text => text(standing, site).map(|text| text + "\n").unwrap_or_default(),
        Form::Lines | Form::Page => format!("{}\n", told(*at, standing)),
    };
    games.iter().map(one).collect()
}
