//! Games by correspondence: days for each turn, which outlive the server, and end when nobody is there.

use std::path::Path;
use std::time::Duration;

use crate::common::database::change;
use crate::common::program::{Program, request};
use crate::common::{Running, club, person, turns};
use serde_json::{Value, json};
use tokio::time::sleep;

const DAY: u64 = 86_400;

fn two(server: &Running, data: &Path) -> [Program; 2] {
    ["One", "Other"].map(|name| Program::new(server.address, data, name))
}

/// A rated game of chess with so many days a turn, in which One has white.
async fn begin(one: &Program, other: &Program, days: u32) -> String {
    let body = format!("color=white&days={days}&rated=true");
    let challenge = one.post("/api/challenge/other", &body).await;
    let control = json!({"type": "correspondence", "daysPerTurn": days});
    assert_eq!(
        (&challenge["timeControl"], &challenge["speed"]),
        (&control, &json!("correspondence"))
    );
    let id = challenge["id"].as_str().expect("an id").to_owned();
    other.post(&format!("/api/challenge/{id}/accept"), "").await;
    id
}

async fn play(by: &Program, id: &str, turn: &str) {
    by.post(&format!("/api/bot/game/{id}/move/{turn}"), "").await;
}

/// The only game of a program that goes on.
async fn playing(of: &Program) -> Value {
    let games = of.get("/api/account/playing").await["nowPlaying"].clone();
    assert_eq!(games.as_array().map(Vec::len), Some(1), "{games}");
    games[0].clone()
}

/// Games in memory.
async fn live(server: &Running) -> String {
    let header = "Host: localhost\r\n";
    let (_, _, text) = request(server.address, "GET", "/metrics", header, "").await;
    let line = text.lines().find(|line| line.starts_with("tesuji_live_games "));
    line.expect("is counted").to_owned()
}

async fn no_game_is_live(server: &Running) {
    for _ in 0..100 {
        if live(server).await.ends_with(" 0") {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("{}", live(server).await);
}

/// Lets the days of all turns be over, while no server runs.
fn let_days_pass(data: &Path) {
    change(data, "UPDATE games SET due = 0 WHERE due IS NOT NULL");
}

async fn is_over(of: &Program, id: &str) -> Value {
    loop {
        let (status, text, body) =
            of.ask_with(&format!("/game/export/{id}"), "Accept: application/json\r\n").await;
        assert_eq!(status, 200, "{text}");
        let game: Value = serde_json::from_str(&body).expect("JSON");
        if game["status"] != "started" {
            return game;
        }
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
pub async fn correspondence_outlives_a_restart_and_ends_with_nobody_there() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let id = begin(&one, &other, 2).await;
    let begun = playing(&one).await;
    assert_eq!((&begun["isMyTurn"], &begun["daysPerTurn"]), (&json!(true), &json!(2)));
    play(&one, &id, "e2e4").await;
    play(&other, &id, "e7e5").await;
    let mut lines = other.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    let full = lines.next().await;
    assert_eq!((&full["clock"], &full["daysPerTurn"]), (&Value::Null, &json!(2)));
    assert_eq!(full["perf"]["name"], "correspondence");
    drop(lines);
    // No task holds a game that nobody looks at.
    no_game_is_live(&server).await;
    server.stop();
    // A day goes by.
    change(data.path(), "UPDATE games SET due = due - 86400000");
    let server = club(data.path());
    let [one, other] = [&one, &other].map(|it| Program { address: server.address, ..it.clone() });
    let left = playing(&one).await["secondsLeft"].as_u64().expect("a number");
    assert!((DAY - 60..=DAY).contains(&left), "a day of two is left: {left}");
    let left = playing(&other).await["secondsLeft"].as_u64();
    assert_eq!(left, Some(2 * DAY), "the clock of who waits stands");
    // A turn in time has its days anew.
    play(&one, &id, "g1f3").await;
    let left = playing(&other).await["secondsLeft"].as_u64().expect("a number");
    assert!((2 * DAY - 60..=2 * DAY).contains(&left), "{left}");
    server.stop();
    let_days_pass(data.path());
    let server = club(data.path());
    let [one, other] = [&one, &other].map(|it| Program { address: server.address, ..it.clone() });
    let over = is_over(&one, &id).await;
    assert_eq!((&over["status"], &over["winner"]), (&json!("outoftime"), &json!("white")));
    assert!(over["players"]["white"]["ratingDiff"].as_i64().is_some_and(|diff| diff > 0));
    let account = one.get("/api/account").await;
    assert_eq!(account["perfs"]["correspondence"]["games"], 1);
    let (_, _, text) = one.ask_with(&format!("/game/export/{id}"), "").await;
    assert!(text.contains("[TimeControl \"1/172800\"]"), "{text}");
    no_game_is_live(&server).await;
    let late = format!("/api/bot/game/{id}/move/b8c6");
    assert_eq!(other.refused("POST", &late, "").await, 400);
}

#[tokio::test]
async fn correspondence_without_a_first_move_is_aborted() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let id = begin(&one, &other, 1).await;
    play(&one, &id, "e2e4").await;
    server.stop();
    let_days_pass(data.path());
    let server = club(data.path());
    let one = Program { address: server.address, ..one };
    assert_eq!(is_over(&one, &id).await["status"], "aborted");
    assert_eq!(one.get("/api/account").await["perfs"], json!({}));
}

#[tokio::test]
async fn correspondence_seeks_stand_without_who_made_them() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let mut live = one.post_stream("/api/board/seek", "time=3").await.expect("opens");
    live.next().await;
    let seek = |body: &'static str| one.post("/api/board/seek", body);
    let made = seek("variant=onitama&days=3&rated=true&ratingRange=1400-1600").await;
    let gone = seek("days=14").await["id"].as_str().expect("an id").to_owned();
    for bad in ["days=0", "days=15", "days=x", "days=1.5"] {
        assert_eq!(one.refused("POST", "/api/board/seek", bad).await, 400, "{bad}");
    }
    let path = format!("/api/board/seek/{gone}/cancel");
    assert_eq!(other.refused("POST", &path, "").await, 404, "another's");
    one.post(&path, "").await;
    assert_eq!(one.refused("POST", &path, "").await, 404);
    let seeks = other.get("/api/board/seeks").await["seeks"].clone();
    let by_days = seeks.as_array().expect("seeks").iter().find(|seek| seek["id"] == made["id"]);
    let by_days = by_days.expect("it stands");
    assert_eq!(by_days["timeControl"], json!({"type": "correspondence", "daysPerTurn": 3}));
    assert_eq!(by_days["perf"]["name"], "onitama-correspondence");
    let id = made["id"].as_str().expect("an id");
    other.post(&format!("/api/board/seek/{id}/accept"), "").await;
    // Who plays by correspondence may play another game at once.
    let seeks = other.get("/api/board/seeks").await["seeks"].clone();
    assert_eq!(seeks.as_array().map(Vec::len), Some(1), "{seeks}");
    assert_eq!(playing(&one).await["id"], id);
}

#[tokio::test]
async fn correspondence_is_told_on_the_page_with_whose_turn_it_is() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut alice, mut bob) = (person(&server, "Alice").await, person(&server, "Bob").await);
    for client in [&mut alice, &mut bob] {
        client.send(json!({"type": "lobby"})).await;
        assert_eq!(client.next_of("correspondence").await["games"], json!([]));
    }
    let terms = |clock: Value| json!({"game": "chess", "seat": "w", "clock": clock});
    for clock in [
        json!({"initial": 1, "increment": 0, "days": 1}),
        json!({"initial": 86_400_000, "increment": 1, "days": 1}),
        json!({"initial": 0, "increment": 0, "days": 15}),
    ] {
        alice.send(json!({"type": "challenge", "to": "Bob", "terms": terms(clock)})).await;
        assert_eq!(alice.error().await["code"], "bad_start");
    }
    let clock = json!({"initial": 86_400_000, "increment": 0, "days": 1});
    // Nobody plays by correspondence alone, or with the engine.
    alice.send(json!({"type": "new", "game": "onitama", "clock": clock})).await;
    assert_eq!(alice.error().await["code"], "bad_start");
    alice.send(json!({"type": "challenge", "to": "Bob", "terms": terms(clock.clone())})).await;
    let got = loop {
        let own = bob.next_of("lobby_own").await;
        if own["got"] != json!([]) {
            break own["got"][0].clone();
        }
    };
    bob.send(json!({"type": "challenge_answer", "id": got["id"], "yes": true})).await;
    let [told, other] = [&mut alice, &mut bob].map(|client| client.next_of("correspondence"));
    let (told, other) = tokio::join!(told, other);
    let (told, other) = (&told["games"][0], &other["games"][0]);
    assert_eq!((&told["id"], &told["your_turn"]), (&got["id"], &json!(true)));
    assert_eq!((&other["id"], &other["your_turn"]), (&got["id"], &json!(false)));
    assert_eq!((&told["opponent"]["name"], &told["days"]), (&json!("Bob"), &json!(1)));
    let game = alice.watch(&got["id"]).await;
    assert_eq!((&game["clock"]["days"], &game["clock"]["running"]), (&json!(1), &json!(true)));
    let turn = game["legal"][0].as_str().expect("a turn").to_owned();
    alice.send(json!({"type": "play", "id": game["id"], "ply": 0, "turn": turn})).await;
    assert_eq!(bob.next_of("correspondence").await["games"][0]["your_turn"], true);
    assert_eq!(alice.next_of("correspondence").await["games"][0]["your_turn"], false);
    // A link for a friend may give days as well.
    alice.send(json!({"type": "new", "game": "chess", "seat": "w", "clock": clock})).await;
    let linked = alice.game_at(0).await;
    assert_eq!((&linked["clock"]["days"], &linked["clock"]["running"]), (&json!(1), &json!(true)));
    // A turn that both agree to take back has its days again.
    alice.send(json!({"type": "offer", "id": game["id"], "offer": "takeback", "yes": true})).await;
    // The two connections are read in any order: Bob answers what he has seen.
    let mut seen = bob.watch(&game["id"]).await;
    while !seen["seats"]["offers"]["w"].to_string().contains("takeback") {
        seen = bob.next_of("game").await;
    }
    bob.send(json!({"type": "offer", "id": game["id"], "offer": "takeback", "yes": true})).await;
    let back = bob.game_at(0).await;
    assert!(turns(&back).is_empty());
    let left = back["clock"]["left"]["w"].as_u64().expect("a time");
    assert!(left > 1000 * (DAY - 60), "{left}");
}
