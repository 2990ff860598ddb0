//! The library: limits, tidying, damage, and lists that delay nobody.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::database::skips_on_postgresql;
use crate::common::{Running, START, turns};
use rusqlite::{Connection, params};
use serde_json::json;

fn database(folder: &Path) -> Connection {
    Connection::open(folder.join("tesuji.db")).expect("a database")
}

#[tokio::test]
async fn a_damaged_row_hides_itself_alone() {
    if skips_on_postgresql() {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        let game = client.begin(START, json!({})).await;
        client.play(&game, "ox c1c2").await;
        ids.push(game["id"].as_str().expect("an id").to_owned());
    }
    server.stop();
    let kept = database(data.path());
    for (number, damage) in ["players = '{'", "ending = 'x'", "game = 'shogi'"].iter().enumerate() {
        kept.execute(&format!("UPDATE games SET {damage} WHERE id = ?"), [&ids[number]])
            .expect("damaged");
    }
    kept.execute("UPDATE log SET ply = -1 WHERE game_id = ?", [&ids[3]]).expect("damaged");
    drop(kept);
    let server = Running::start(data.path());
    let mut client = server.client().await;
    for trees in [false, true] {
        client.send(json!({"type": "library", "trees": trees})).await;
        let library = client.next_of("library").await;
        let games = library["games"].as_array().expect("games");
        let listed: Vec<_> = games.iter().filter_map(|game| game["id"].as_str()).collect();
        // A game that this program does not know is no damage: it is listed, and opened by one that does.
        assert!(listed.contains(&ids[4].as_str()) && listed.len() == 2, "{listed:?}");
    }
}

#[tokio::test]
async fn games_that_nobody_played_are_tidied() {
    if skips_on_postgresql() {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let unplayed = client.begin(START, json!({})).await["id"].clone();
    client.send(json!({"type": "new", "game": "onitama", "position": START, "user": "me"})).await;
    let owned = client.next_of("game").await["id"].clone();
    let played = client.begin(START, json!({})).await;
    client.play(&played, "ox c1c2").await;
    server.stop();
    let two_days = 2 * 24 * 3_600_000_i64;
    database(data.path())
        .execute("UPDATE games SET created = created - ?", [two_days])
        .expect("aged");
    let server = Running::start(data.path());
    // Once it is watched it would stay: it is looked for where it is kept.
    let is_there = |id: &serde_json::Value| {
        let found = database(data.path()).query_row(
            "SELECT count(*) FROM games WHERE id = ?",
            [id.as_str().expect("an id")],
            |row| row.get::<_, i64>(0),
        );
        found.expect("a count") == 1
    };
    let begun = Instant::now();
    while is_there(&unplayed) {
        assert!(begun.elapsed() < Duration::from_secs(10), "it is still there");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let mut client = server.client().await;
    client.watch(&owned).await;
    assert_eq!(turns(&client.watch(&played["id"]).await).len(), 1);
}

#[tokio::test]
async fn a_full_database_takes_turns_and_no_new_games() {
    if skips_on_postgresql() {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let game = client.begin(START, json!({})).await;
    server.stop();
    let server = Running::start_with(data.path(), |it| it.max_data = 1);
    let mut client = server.client().await;
    client.send(json!({"type": "new", "game": "onitama"})).await;
    let error = client.error().await;
    assert_eq!(error["code"], "storage");
    assert!(error["message"].as_str().expect("words").contains("MiB"), "{error}");
    let game = client.watch(&game["id"]).await;
    client.play(&game, "ox c1c2").await;
    client
        .send(json!({"type": "edit", "id": game["id"], "op": "comment", "path": [], "text": "x"}))
        .await;
    assert_eq!(client.error().await["code"], "storage");
}

#[tokio::test]
async fn a_library_delays_no_turn() {
    if skips_on_postgresql() {
        return;
    }
    const GAMES: i64 = 3600;
    let data = tempfile::tempdir().expect("a folder");
    Running::start(data.path()).stop();
    let mut kept = database(data.path());
    let filling = kept.transaction().expect("a transaction");
    for number in 0..GAMES {
        let id = format!("g{number:015}");
        filling
            .execute(
                "INSERT INTO games (id, game, start, players, created, changed) VALUES (?, 'onitama', ?, '{}', ?, ?)",
                params![id, START, number, number],
            )
            .expect("a game");
        for ply in 0..40 {
            let turn = ["ox c1c2", "horse c5c4"][ply % 2];
            filling
                .execute(
                    "INSERT INTO log (game_id, number, kind, ply, turn, at) VALUES (?, ?, 'turn', ?, ?, 0)",
                    params![id, ply + 1, ply, turn],
                )
                .expect("a turn");
        }
    }
    filling.commit().expect("filled");
    drop(kept);
    let server = Running::start(data.path());
    let mut player = server.client().await;
    let mut game = player.begin(START, json!({})).await;
    let mut readers = Vec::new();
    for _ in 0..5 {
        let mut reader = server.client().await;
        reader.send(json!({"type": "library", "trees": true})).await;
        readers.push(reader);
    }
    let mut longest = Duration::ZERO;
    for _ in 0..6 {
        let turn = game["legal"][0].as_str().expect("a legal turn").to_owned();
        let begun = Instant::now();
        game = player.play(&game, &turn).await;
        longest = longest.max(begun.elapsed());
    }
    for reader in &mut readers {
        assert_eq!(reader.next_of("library").await["games"].as_array().map(Vec::len), Some(2000));
    }
    assert!(longest < Duration::from_secs(1), "a turn waited {longest:?}");
}
