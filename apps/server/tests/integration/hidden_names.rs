//! A name that a moderator hides is hidden wherever it stood, and is there again once it is shown again.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use server::club::ClubConfig;

use crate::common::program::Program;
use crate::common::{Client, Running, get};
use crate::order::{act, moderator, sign_in, until};

const NAME: &str = "Rude-Name";
const MINUTE: i64 = 60_000;

/// A club whose tournaments' clock is ahead by so many milliseconds, and by more where the test says so.
fn club(data: &Path, ahead: &Arc<AtomicI64>) -> Running {
    Running::start_with(data, |config| {
        config.club = Some(ClubConfig::default());
        config.ahead = Arc::clone(ahead);
    })
}

/// The page of a program, and a message that it sends.
async fn page(server: &Running, of: &Program, message: Value) -> Client {
    let header = format!("Authorization: Bearer {}\r\n", of.token);
    let (mut page, _) = server.member(&header).await.expect("connects");
    page.send(message).await;
    page
}

/// It says the one name and not the other.
fn says(told: &Value, name: &str, other: &str) -> bool {
    let text = told.to_string().to_ascii_lowercase();
    text.contains(&name.to_ascii_lowercase()) && !text.contains(&other.to_ascii_lowercase())
}

/// An arena of the first, in which both meet at once; its id, and that of the game after a turn of each.
async fn arena(first: &Program, second: &Program) -> (String, String) {
    let body = "name=Cup&clockTime=3&minutes=60&waitMinutes=0";
    let made = first.post("/api/tournament", body).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    let mut events = first.stream("/api/stream/event").await.expect("a stream");
    let mut others = second.stream("/api/stream/event").await.expect("a stream");
    for program in [first, second] {
        program.post(&format!("/api/tournament/{id}/join"), "").await;
    }
    let begun = events.next_of("gameStart").await;
    others.next_of("gameStart").await;
    let game = begun["game"]["id"].as_str().expect("an id").to_owned();
    let is_first = begun["game"]["color"] == "white";
    let [white, black] = if is_first { [first, second] } else { [second, first] };
    for (program, turn) in [(white, "e2e4"), (black, "e7e5")] {
        program.post(&format!("/api/bot/game/{game}/move/{turn}"), "").await;
    }
    (id, game)
}

/// An arena that the first has won and that is over.
async fn won(first: &Program, second: &Program, ahead: &AtomicI64) -> String {
    let (id, game) = arena(first, second).await;
    for program in [first, second] {
        program.post(&format!("/api/tournament/{id}/withdraw"), "").await;
    }
    second.post(&format!("/api/bot/game/{game}/resign"), "").await;
    // A game that ends after the arena does not count: the arena has heard of its end before the clock jumps.
    comes_to(second, &id, |told| told["nbGames"] == 1).await;
    ahead.fetch_add(61 * MINUTE, Ordering::Relaxed);
    comes_to(second, &id, |told| told["stage"] == "over" && told["winner"]["name"] == NAME).await;
    id
}

/// Waits until a tournament stands so.
async fn comes_to(by: &Program, id: &str, is_so: impl Fn(&Value) -> bool) {
    let path = format!("/api/tournament/{id}");
    let mut told = Value::Null;
    for _ in 0..200 {
        told = by.get(&path).await;
        if is_so(&told) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{told}");
}

/// All that is read over HTTP and by a page says the one name and not the other.
async fn all_say(server: &Running, by: &Program, ids: &[String; 2], name: &str, other: &str) {
    let list = by.get("/api/tournament").await;
    assert!(says(&list, name, other), "{list}");
    assert!(says(&list["finished"][0]["winner"], name, other), "{list}");
    for of in ["finished", "started"] {
        assert!(says(&list[of][0]["createdBy"], name, other), "{list}");
    }
    for id in ids {
        let told = by.get(&format!("/api/tournament/{id}")).await;
        assert!(says(&told, name, other) && says(&told["standing"], name, other), "{told}");
        let results = by.ask_with(&format!("/api/tournament/{id}/results"), "").await.2;
        assert!(says(&json!(results), name, other), "{results}");
    }
    let host = server.address.to_string();
    let archive = get(server.address, "/api/archive", &host).await;
    assert!(says(&json!(archive), name, other), "{archive}");
    let mut page = page(server, by, json!({"type": "leaders"})).await;
    let leaders = page.next_of("leaders").await;
    assert!(says(&leaders, name, other), "{leaders}");
}

#[tokio::test]
pub async fn hidden_names_of_tournaments_come_back_when_they_are_shown() {
    let data = tempfile::tempdir().expect("a folder");
    let ahead = Arc::<AtomicI64>::default();
    let server = club(data.path(), &ahead);
    let [rude, two] = [NAME, "Two"].map(|name| Program::new(server.address, data.path(), name));
    let mut mia = moderator(&server, data.path(), "Mia").await;
    let over = won(&rude, &two, &ahead).await;
    let (runs, _) = arena(&rude, &two).await;
    let ids = [over, runs];
    let watch = |id: &str| json!({"type": "tournament_act", "id": id, "action": "watch"});
    let wishes = [
        ("tournament", watch(&ids[0])),
        ("tournament", watch(&ids[1])),
        ("tournaments", json!({"type": "tournaments"})),
        ("live", json!({"type": "live"})),
    ];
    let mut pages = Vec::new();
    for (kind, message) in wishes {
        let mut page = page(&server, &two, message).await;
        until(&mut page, kind, |told| says(told, NAME, "member-")).await;
        pages.push((kind, page));
    }
    let told = act(&mut mia, json!({"hide_name": {"name": NAME}})).await;
    let shown = told["acts"][0]["detail"].as_str().expect("a name").to_owned();
    // Who looks is told, of one that is over too.
    for (kind, page) in &mut pages {
        until(page, kind, |told| says(told, &shown, NAME)).await;
    }
    let duels = two.get(&format!("/api/tournament/{}", ids[1])).await["duels"].clone();
    assert!(says(&duels, &shown, NAME), "{duels}");
    all_say(&server, &two, &ids, &shown, NAME).await;
    server.stop();
    let server = club(data.path(), &ahead);
    let two = Program { address: server.address, ..two };
    all_say(&server, &two, &ids, &shown, NAME).await;
    let mut over = page(&server, &two, watch(&ids[0])).await;
    until(&mut over, "tournament", |told| says(told, &shown, NAME)).await;
    let cookie = sign_in(&server, "Mia").await.1;
    let (mut mia, _) = server.member(&cookie).await.expect("connects");
    act(&mut mia, json!({"show_name": {"name": shown}})).await;
    until(&mut over, "tournament", |told| says(told, NAME, &shown)).await;
    all_say(&server, &two, &ids, NAME, &shown).await;
}

/// What a page is told that comes to the lobby: the seeks, its own challenges, its games by correspondence.
async fn lobby(server: &Running, by: &Program) -> [Value; 3] {
    let mut page = page(server, by, json!({"type": "lobby"})).await;
    let mut told = [Value::Null, Value::Null, Value::Null];
    while told.contains(&Value::Null) {
        let message = page.next().await;
        for (kind, of_kind) in ["lobby", "lobby_own", "correspondence"].iter().zip(&mut told) {
            if message["type"] == *kind {
                *of_kind = message.clone();
            }
        }
    }
    told
}

#[tokio::test]
async fn hidden_names_are_in_no_lobby_and_no_list_of_games() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path(), &Arc::default());
    let [rude, two] = [NAME, "Two"].map(|name| Program::new(server.address, data.path(), name));
    let mut mia = moderator(&server, data.path(), "Mia").await;
    let made = rude.post("/api/challenge/two", "days=2").await;
    let id = made["id"].as_str().expect("an id").to_owned();
    two.post(&format!("/api/challenge/{id}/accept"), "").await;
    rude.post("/api/challenge/two", "days=2").await;
    let terms =
        json!({"game": "onitama", "clock": {"initial": 172_800_000, "increment": 0, "days": 2}});
    let mut seeks = page(&server, &rude, json!({"type": "seek", "terms": terms})).await;
    seeks.send(json!({"type": "lobby"})).await;
    until(&mut seeks, "lobby", |told| says(told, NAME, "member-")).await;
    for told in lobby(&server, &two).await {
        assert!(says(&told, NAME, "member-"), "{told}");
    }
    let told = act(&mut mia, json!({"hide_name": {"name": NAME}})).await;
    let shown = told["acts"][0]["detail"].as_str().expect("a name").to_owned();
    let [seeks, own, correspondence] = lobby(&server, &two).await;
    assert!(says(&correspondence, &shown, NAME), "{correspondence}");
    for told in [seeks, own] {
        assert!(says(&told, "lobby", NAME), "{told}");
    }
    for path in ["/api/account/playing", "/api/challenge"] {
        let told = two.get(path).await;
        assert!(says(&told, "", NAME), "{told}");
    }
}
