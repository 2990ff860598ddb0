//! `GET /api/stream/event`: games that begin and end, and challenges, of the member who calls.

use axum::response::Response;
use serde_json::{Value, json};

use super::caller::{Caller, Refused};
use super::games::playing;
use super::reply::url;
use super::shapes;
use super::stream::{Lines, answer};
use super::told::Told;
use crate::news::Item;

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
    })
}

/// Opens the stream: first what there is, then what comes.
pub async fn stream(caller: Caller) -> Result<Response, Refused> {
    // News from now on wait until the rest is told.
    let mut news = caller.app.rooms.news.listen(&caller.who.key);
    let mut first: Vec<Item> = playing(&caller).await?;
    let [got, made] = caller.app.challenges.of(&caller.who.key);
    first.extend(got.into_iter().chain(made).map(Item::Challenged));
    Ok(answer(caller, move |mut lines| async move {
        for line in first.iter().filter_map(|item| event(item, &lines)).collect::<Vec<_>>() {
            if !lines.send(&line).await {
                return;
            }
        }
        loop {
            tokio::select! {
                item = news.recv() => {
                    let Some(item) = item else { return };
                    let Some(line) = event(&item, &lines) else { continue };
                    if !lines.send(&line).await {
                        return;
                    }
                }
                () = lines.tick() => if !lines.is_alive().await { return },
            }
        }
    })?)
}
