//! The engine in a person's time, and hints asked for again.

use std::time::Duration;

use crate::common::{Client, Running, START, engine, get};
use serde_json::{Value, json};

async fn running(server: &Running) -> u64 {
    let answer = get(server.address, "/healthz", "localhost").await;
    let body = answer.split("\r\n\r\n").nth(1).expect("a body");
    let health: Value = serde_json::from_str(body.trim()).expect("JSON");
    health["searches"]["running"].as_u64().expect("a number")
}

async fn ponders(client: &mut Client, id: &Value, ply: usize) -> Value {
    loop {
        let info = client.next_of("info").await;
        if info["purpose"] == "ponder" && info["ply"] == ply {
            assert_eq!(&info["id"], id);
            return info;
        }
    }
}

#[tokio::test]
async fn the_engine_ponders_where_it_is_asked_to_and_stops_when_no_one_is_there() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let game = client.begin(START, json!({"b": engine(15)})).await;
    assert!(game["pondering"].is_null());
    client.send(json!({"type": "ponder", "id": game["id"], "on": true})).await;
    // A thread is free: by the time of the answer it may have begun.
    assert!(client.next_of("game").await["pondering"]["queued"].is_boolean());
    // It thinks about the person's turn, as the person sees it, and goes on with that.
    let info = ponders(&mut client, &game["id"], 0).await;
    assert_eq!(info["side"], "r");
    assert!(info["nodes"].as_u64() > Some(0), "{info}");
    // Switched off it stops, and nobody searches any more.
    client.send(json!({"type": "ponder", "id": game["id"], "on": false})).await;
    loop {
        if client.next_of("game").await["pondering"].is_null() {
            break;
        }
    }
    while running(&server).await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // On again, a turn is answered as ever, and it ponders on.
    client.send(json!({"type": "ponder", "id": game["id"], "on": true})).await;
    ponders(&mut client, &game["id"], 0).await;
    client.send(json!({"type": "play", "id": game["id"], "ply": 0, "turn": "ox c1c2"})).await;
    client.send(json!({"type": "move_now", "id": game["id"]})).await;
    let after = client.game_at(2).await;
    assert_eq!(after["side"], "r");
    ponders(&mut client, &game["id"], 2).await;
    drop(client);
    while running(&server).await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn pondering_gives_way_to_everyone_else() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut ponderers = Vec::new();
    // More games ponder than there are threads.
    for _ in 0..3 {
        let mut client = server.client().await;
        let game = client.begin(START, json!({"b": engine(15)})).await;
        client.send(json!({"type": "ponder", "id": game["id"], "on": true})).await;
        client.next_of("game").await;
        ponderers.push((client, game));
    }
    while running(&server).await < 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // A game, a hint and an analysis are served all the same.
    let mut other = server.client().await;
    let game = other.begin(START, json!({"b": engine(3)})).await;
    other.play(&game, "ox c1c2").await;
    other.game_at(2).await;
    other.send(json!({"type": "hint", "id": game["id"], "ply": 2})).await;
    other.next_of("hint").await;
    other
        .send(json!({"type": "analyse", "key": 1, "game": "onitama", "start": START, "lines": 1}))
        .await;
    other.next_of("analysis").await;
    drop(other);
    // Each of the three has its turn, the last one too.
    for (client, game) in &mut ponderers {
        ponders(client, &game["id"], 0).await;
    }
}

#[tokio::test]
async fn a_hint_asked_for_again_is_the_next_best_turn() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    // Three turns are legal.
    let game = client.begin("2B2/5/5/5/R4 r boar,crab ox,horse eel", json!({})).await;
    let legal = game["legal"].as_array().expect("turns").len();
    assert!((2..8).contains(&legal), "{game}");
    let mut hinted = Vec::new();
    for rank in 1..=legal {
        client.send(json!({"type": "hint", "id": game["id"], "ply": 0})).await;
        let hint = client.next_of("hint").await;
        assert_eq!(hint["rank"], rank, "{hint}");
        assert!(!hinted.contains(&hint["turn"]), "{hint} after {hinted:?}");
        hinted.push(hint["turn"].clone());
    }
    // All were shown: the best again.
    client.send(json!({"type": "hint", "id": game["id"], "ply": 0})).await;
    let hint = client.next_of("hint").await;
    assert_eq!(hint["rank"], 1, "{hint}");
}

/// A position in which some turn, but not every one, is a draw by the tables of these cards.
fn with_a_draw(cards: [&str; 5]) -> String {
    let kind = engine::kind("onitama").expect("the game");
    let table = kind
        .table_builder()
        .expect("tables")
        .build(&cards.join(","), 2, engine::TableKind::Distances, 1, &mut |_| true)
        .expect("a table");
    let is_draw = |game: &dyn engine::AnyGame, turn: &str| {
        let mut after = game.boxed_clone();
        after.play(turn).is_ok()
            && table.look_up(&after.position_text()) == Some(engine::TableValue::Draw)
    };
    let mut seed: usize = 1;
    let mut draw = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % count
    };
    for _ in 0..200_000 {
        let mut squares = ["1"; 25];
        for piece in ["R", "B", "r", "b"] {
            squares[draw(25)] = piece;
        }
        let mut hands = cards;
        hands.rotate_left(draw(5));
        let [a, b, c, d, e] = hands;
        let rows: Vec<_> = squares.chunks(5).map(<[&str]>::concat).collect();
        let position = format!("{} r {a},{b} {c},{d} {e}", rows.join("/"));
        let referee = engine::Referee { repetition_draw: true };
        let Ok(game) = kind.new_game(Some(&position), referee) else { continue };
        if game.ending().is_some() {
            continue;
        }
        let turns = game.legal_turns();
        let draws = turns.iter().filter(|turn| is_draw(game.as_ref(), turn)).count();
        if (1..turns.len()).contains(&draws) {
            return game.start_text();
        }
    }
    panic!("no position with a draw among these cards");
}

#[tokio::test]
async fn the_tables_say_how_each_move_ends_draws_too() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let start = with_a_draw(["frog", "mantis", "monkey", "rabbit", "tiger"]);
    let ask = |key: u64| json!({"type": "analyse", "key": key, "game": "onitama", "start": start, "lines": 0});
    let kind = engine::kind("onitama").expect("the game");
    let game = kind.new_game(Some(&start), engine::Referee::default()).expect("a position");
    let legal = game.legal_turns().len();
    client.send(ask(1)).await;
    let mut asked = 1;
    loop {
        let analysis = client.next_of("analysis").await;
        let lines = analysis["lines"].as_array().expect("lines");
        if analysis["tables"]["ready"].as_u64() >= Some(2) && lines.len() > 1 {
            let mut kinds = Vec::new();
            for line in lines {
                let verdict = &line["verdict"];
                kinds.push(verdict["kind"].as_str().expect("a verdict for each move").to_owned());
                // The search, which asks the same tables, agrees where it has proven something.
                if line["exact"] == true && line["score"]["kind"] != "points" {
                    assert_eq!(verdict, &line["score"], "{start}: {line}");
                }
            }
            if lines.len() == legal {
                assert!(kinds.iter().any(|kind| kind == "draw"), "{start}: {analysis}");
                break;
            }
        }
        if analysis["done"] == true {
            assert!(asked < 2000, "{start}: {analysis}");
            tokio::time::sleep(Duration::from_millis(50)).await;
            asked += 1;
            client.send(ask(asked)).await;
        }
    }
}
