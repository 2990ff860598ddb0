//! Games over the real protocol: turns, undo, the engine, several watchers, and what a restart leaves.

use crate::common::database::skips_on_postgresql;
use crate::common::{Running, START, engine, turns};
use serde_json::json;

#[tokio::test]
async fn plays_and_takes_back() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let game = client.begin(START, json!({})).await;
    assert_eq!(game["start"], START);
    assert_eq!(game["side"], "r");
    assert_eq!(game["legal"].as_array().map(Vec::len), Some(10));
    let game = client.play(&game, "ox c1c2").await;
    assert_eq!(game["side"], "b");
    assert_eq!(game["history"][0]["side"], "r");
    assert_eq!(game["history"][0]["position"], game["position"]);
    client.send(json!({"type": "undo", "id": game["id"], "ply": 0})).await;
    let game = client.next_of("game").await;
    assert_eq!(game["position"], START);
    assert!(turns(&game).is_empty());
    client.send(json!({"type": "undo", "id": game["id"], "ply": 0})).await;
    assert_eq!(client.error().await["code"], "stale");
}

#[tokio::test]
async fn refuses_what_the_rules_or_the_moment_forbid() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let game = client.begin(START, json!({})).await;
    for (ply, turn, code, place) in [
        (0, "ox c1c4", "illegal_turn", "turn"),
        (0, "tiger c1c3", "illegal_turn", "turn"),
        (0, "dance", "illegal_turn", "turn"),
        (1, "ox c1c2", "stale", "ply"),
    ] {
        client.send(json!({"type": "play", "id": game["id"], "ply": ply, "turn": turn})).await;
        let error = client.error().await;
        assert_eq!(error["code"], code, "{error}");
        assert_eq!(error["place"], place, "{error}");
        assert_eq!(error["request"], "play", "{error}");
    }
    let game = client
        .begin("bbBbb/5/5/5/rrRrr r ox,boar horse,elephant tiger", json!({"r": engine(15)}))
        .await;
    client.send(json!({"type": "play", "id": game["id"], "ply": 0, "turn": "ox c1c2"})).await;
    assert_eq!(client.error().await["code"], "not_your_turn");
}

#[tokio::test]
async fn refuses_a_start_that_cannot_be() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    for (message, place) in [
        (json!({"type": "new", "game": "go"}), "game"),
        (json!({"type": "new", "game": "onitama", "deal": "no_such_deck"}), "deal"),
        (json!({"type": "new", "game": "onitama", "deal": "ox,ox,boar,crab,eel"}), "deal"),
        (json!({"type": "new", "game": "onitama", "position": "bbbbb/5 r a"}), "position"),
        (json!({"type": "new", "game": "onitama", "deal": "base", "position": START}), "position"),
        (
            json!({"type": "new", "game": "onitama", "players": {"r": {"kind": "engine", "level": 99}}}),
            "players.r.level",
        ),
        (
            json!({"type": "new", "game": "onitama", "players": {"w": {"kind": "person"}}}),
            "players",
        ),
    ] {
        client.send(message.clone()).await;
        let error = client.error().await;
        assert_eq!(error["code"], "bad_start", "{message} {error}");
        assert_eq!(error["place"], place, "{message} {error}");
    }
}

#[tokio::test]
async fn deals_alike_from_the_same_seed() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let mut starts = Vec::new();
    for seed in [7, 7, 8] {
        client.send(json!({"type": "new", "game": "onitama", "deal": "any", "seed": seed})).await;
        starts.push(client.next_of("game").await["start"].clone());
    }
    assert_eq!(starts[0], starts[1]);
    assert_ne!(starts[0], starts[2]);
    client
        .send(json!({"type": "new", "game": "onitama", "deal": "tiger,dragon,frog,rabbit,eel"}))
        .await;
    assert_eq!(
        client.next_of("game").await["start"],
        "bbBbb/5/5/5/rrRrr b dragon,tiger frog,rabbit eel"
    );
}

#[tokio::test]
async fn the_engine_plays_a_whole_game() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let mut game = client.begin(START, json!({"r": engine(2), "b": engine(4)})).await;
    while game["ending"].is_null() {
        game = client.next_of("game").await;
    }
    assert!(game["legal"].as_array().is_some_and(Vec::is_empty));
    assert!(game["thinking"].is_null());
    assert!(game["ending"]["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
    assert!(game["history"][0]["thought"]["depth"].as_u64().is_some());
}

#[tokio::test]
async fn gives_a_hint_and_moves_now_when_told() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let game = client.begin(START, json!({"b": engine(15)})).await;
    client.send(json!({"type": "hint", "id": game["id"], "ply": 0})).await;
    assert_eq!(client.next_of("info").await["purpose"], "hint");
    let hint = client.next_of("hint").await;
    let legal = game["legal"].as_array().expect("turns").clone();
    assert!(legal.contains(&hint["turn"]), "{hint}");
    let game = client.play(&game, "ox c1c2").await;
    let begun = std::time::Instant::now();
    client.next_of("info").await;
    client.send(json!({"type": "move_now", "id": game["id"]})).await;
    client.game_at(2).await;
    assert!(
        begun.elapsed().as_millis() < 3000,
        "the highest level thinks for 4 seconds unless told to move"
    );
}

#[tokio::test]
async fn everyone_who_watches_sees_the_same() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let (mut one, mut two) = (server.client().await, server.client().await);
    let game = one.begin(START, json!({})).await;
    two.send(json!({"type": "play", "id": game["id"], "ply": 0, "turn": "ox c1c2"})).await;
    assert_eq!(two.error().await["code"], "not_found", "who does not watch does not play");
    assert_eq!(two.watch(&game["id"]).await["position"], START);
    let mine = one.play(&game, "ox c1c2").await;
    let theirs = two.game_at(1).await;
    assert_eq!(mine, theirs);
    drop(one);
    let last = two.play(&theirs, theirs["legal"][0].as_str().expect("a turn")).await;
    assert_eq!(turns(&last).len(), 2);
}

#[tokio::test]
async fn a_search_stops_when_no_one_watches_and_begins_again() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let game = client.begin(START, json!({"r": engine(15)})).await;
    client.next_of("info").await;
    drop(client);
    let idle = async {
        loop {
            let health = crate::common::get(server.address, "/healthz", "localhost").await;
            if health.contains("\"live_games\":0") && health.contains("\"running\":0") {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(3), idle)
        .await
        .expect("the search stops at once");
    let mut client = server.client().await;
    assert_eq!(client.watch(&game["id"]).await["thinking"]["purpose"], "move");
    client.game_at(1).await;
}

#[tokio::test]
pub async fn a_restart_loses_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let game = client.begin(START, json!({})).await;
    let game = client.play(&game, "ox c1c2").await;
    let reply = game["legal"][0].as_str().expect("a turn").to_owned();
    client.play(&game, &reply).await;
    client.send(json!({"type": "undo", "id": game["id"], "ply": 1})).await;
    let game = client.game_at(1).await;
    let other = game["legal"][1].as_str().expect("a turn").to_owned();
    let before = client.play(&game, &other).await;
    let engines = client.begin(START, json!({"b": engine(15)})).await;
    let engines = client.play(&engines, "ox c1c2").await;
    server.stop();

    let server = Running::start(data.path());
    let mut client = server.client().await;
    assert_eq!(client.watch(&game["id"]).await, before);
    let again = client.watch(&engines["id"]).await;
    assert_eq!(again["position"], engines["position"]);
    assert_eq!(again["thinking"]["purpose"], "move", "the engine thinks again: {again}");
    client.send(json!({"type": "watch", "id": "nosuchgame"})).await;
    assert_eq!(client.error().await["code"], "not_found");
}

#[tokio::test]
async fn a_second_server_on_the_same_folder_is_refused() {
    if skips_on_postgresql() {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let _server = Running::start(data.path());
    let Err(second) = server::Server::bind(server::Config::new(0, data.path())) else {
        panic!("it started")
    };
    assert!(second.to_string().contains("in use by another server"), "{second}");
}

#[tokio::test]
async fn a_game_taken_over_keeps_names_scores_and_end_and_is_taken_over_once() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let score = json!({"depth": 7, "score": {"kind": "points", "value": 35}});
    let taken = json!({
        "type": "new", "game": "onitama", "position": START, "turns": ["ox c1c2", "horse c5c4"],
        "thoughts": [score, null], "names": {"r": "Ada", "b": "Bob"},
        "ending": {"winner": "b", "reason": "time"}, "origin": "arena 1/2",
    });
    client.send(taken.clone()).await;
    let first = client.next_of("game").await;
    assert_eq!(first["names"], json!({"r": "Ada", "b": "Bob"}));
    assert_eq!(first["history"][0]["thought"], score);
    assert_eq!(first["ending"]["reason"], "time");
    client.send(taken.clone()).await;
    assert_eq!(client.next_of("game").await["id"], first["id"]);
    client.send(json!({"type": "library", "words": true})).await;
    let library = client.next_of("library").await;
    let games = library["games"].as_array().expect("games");
    assert_eq!(games.len(), 1, "{library}");
    assert_eq!(games[0]["names"]["r"], "Ada");
    assert_eq!(games[0]["ending"]["winner"], "b");
    assert_eq!(games[0]["words"].as_array().map(Vec::len), Some(2));
    for (field, value) in [
        ("names", json!({"x": "Ada"})),
        ("names", json!({"r": "x".repeat(300)})),
        ("thoughts", json!([null, null, null])),
        ("ending", json!({"winner": "x", "reason": "time"})),
    ] {
        let mut bad = taken.clone();
        bad[field] = value;
        client.send(bad).await;
        let error = client.error().await;
        assert_eq!(
            (error["code"].as_str(), error["place"].as_str()),
            (Some("bad_start"), Some(field))
        );
    }
}
