//! `GET /api/stream/event`: games that begin and end, challenges and invitations, of the member who calls.

use axum::extract::RawQuery;
use axum::response::Response;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::caller::{Caller, Refused};
use super::games::playing;
use super::input::Fields;
use super::reply::url;
use super::shapes;
use super::stream::{Lines, answer};
use super::told::Told;
use crate::news::{Event, Item, Listening};
use crate::protocol::Failure;
use crate::protocol::lobby::Invitation;

/// A piece of news as a line; none of turns, which the game's own stream tells.
fn event(item: &Item, lines: &Lines) -> Option<Value> {
    let caller = lines.caller();
    let url = url(&caller.app);
    Some(match item {
        Item::Moved(_) => return None,
        Item::Started(standing) => {
            let game = Told::from(&**standing).listed(&caller.who.member);
            json!({ "type": "gameStart", "game": game })
        }
        Item::Finished(standing) => {
            let game = Told::from(&**standing).listed(&caller.who.member);
            json!({ "type": "gameFinish", "game": game })
        }
        Item::Challenged(challenge) => {
            let told = shapes::challenge(challenge, &url, "created");
            json!({ "type": "challenge", "challenge": told })
        }
        Item::Canceled(challenge) => {
            let told = shapes::challenge(challenge, &url, "canceled");
            json!({ "type": "challengeCanceled", "challenge": told })
        }
        Item::Declined(challenge) => {
            let told = shapes::challenge(challenge, &url, "declined");
            json!({ "type": "challengeDeclined", "challenge": told })
        }
        Item::Invited(invitation) => {
            let Invitation { id, name, by } = &**invitation;
            let url = format!("{url}/tournament/{id}");
            let told =
                json!({ "id": id, "url": url, "fullName": name, "createdBy": shapes::id_of(by) });
            json!({ "type": "tournamentInvited", "tournament": told })
        }
    })
}

/// A line with the number of its event, and which start of the server the numbers are of.
fn numbered(mut line: Value, number: u64, epoch: &str) -> Value {
    line["number"] = number.into();
    line["epoch"] = epoch.into();
    line
}

/// Opens the stream: first what there is, then what comes. Who says which event was heard last is told those after it in
/// place of what there is, as far as they are kept.
pub async fn stream(caller: Caller, RawQuery(asked): RawQuery) -> Result<Response, Refused> {
    let asked = Fields::form(&asked.unwrap_or_default());
    let news = &caller.app.rooms.news;
    let epoch = news.epoch.clone();
    let since = asked.number::<u64>("since")?;
    let known = since.filter(|_| asked.text("epoch") == Some(&epoch));
    // News from now on wait until the rest is told.
    let Listening { news, last, missed } = news.listen_since(&caller.who.key, known);
    let complete = missed.is_some();
    let first: Vec<Event> = match missed {
        Some(missed) => missed,
        None => standing(&caller).await?.into_iter().map(|item| (last, item)).collect(),
    };
    let resumed = since.map(|_| json!({ "type": "resumed", "complete": complete }));
    Ok(answer(caller, move |lines| async move {
        if let Some(line) = resumed
            && !lines
                .send(&numbered(line, since.filter(|_| complete).unwrap_or(last), &epoch))
                .await
        {
            return;
        }
        for (number, item) in &first {
            let Some(line) = event(item, &lines) else { continue };
            if !lines.send(&numbered(line, *number, &epoch)).await {
                return;
            }
        }
        follow(lines, news, &epoch).await;
    })?)
}

/// What there is: the games that go on, and the challenges that stand.
async fn standing(caller: &Caller) -> Result<Vec<Item>, Failure> {
    let mut all: Vec<Item> = playing(caller).await?;
    let [got, made] = caller.app.challenges.of(&caller.who.key);
    all.extend(got.into_iter().chain(made).map(Item::Challenged));
    Ok(all)
}

/// Tells what comes, until nobody hears it.
async fn follow(mut lines: Lines, mut news: mpsc::Receiver<Event>, epoch: &str) {
    loop {
        tokio::select! {
            item = news.recv() => {
                let Some((number, item)) = item else { return };
                let Some(line) = event(&item, &lines) else { continue };
                if !lines.send(&numbered(line, number, epoch)).await {
                    return;
                }
            }
            () = lines.tick() => {
                if !lines.is_alive().await {
                    return;
                }
                let caller = lines.caller();
                caller.app.rooms.news.listens(&caller.who.key);
            }
        }
    }
}
