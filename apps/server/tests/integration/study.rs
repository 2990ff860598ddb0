//! Studying over the real protocol: lines, analyses, trees, reports, the library, clocks, giving up.

use crate::common::{Running, START, engine, turns};
use serde_json::{Value, json};

#[tokio::test]
async fn looks_along_a_line() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    client
        .send(json!({"type": "look", "game": "onitama", "start": START, "turns": ["ox c1c2"]}))
        .await;
    let line = client.next_of("line").await;
    assert_eq!(line["side"], "b");
    assert_eq!(line["positions"].as_array().map(Vec::len), Some(1));
    assert!(
        line["legal"].as_array().is_some_and(|legal| legal.iter().any(|turn| turn == "horse c5c4"))
    );
    for (message, place) in [
        (
            json!({"type": "look", "game": "onitama", "start": START, "turns": ["ox c1c2", "ox c5c4"]}),
            "turns[1]",
        ),
        (json!({"type": "look", "game": "onitama", "start": "nonsense"}), "start"),
        (json!({"type": "look", "game": "hopscotch", "start": START}), "game"),
    ] {
        client.send(message).await;
        assert_eq!(client.error().await["place"], place);
    }
}

#[tokio::test]
async fn analyses_every_move_until_told_otherwise() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let ask = |key: u64, lines: u64| json!({"type": "analyse", "key": key, "game": "onitama", "start": START, "turns": ["ox c1c2"], "lines": lines});
    client.send(ask(1, 0)).await;
    let all = loop {
        let analysis = client.next_of("analysis").await;
        assert_eq!(analysis["key"], 1);
        let lines = analysis["lines"].as_array().expect("lines");
        if lines.len() > 5 && lines.iter().all(|line| line["depth"].as_u64() >= Some(3)) {
            break analysis;
        }
    };
    for line in all["lines"].as_array().expect("lines") {
        assert!(line["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{line}");
        assert!(line["pv"].as_array().is_some_and(|pv| !pv.is_empty()), "{line}");
    }
    // A new question takes the place of the old one.
    client.send(ask(2, 2)).await;
    loop {
        let analysis = client.next_of("analysis").await;
        if analysis["key"] == 2 && analysis["depth"].as_u64() >= Some(3) {
            assert_eq!(analysis["lines"].as_array().map(Vec::len), Some(2));
            break;
        }
    }
    client.send(json!({"type": "stop_analysis"})).await;
    // The line still answers, and others may play meanwhile.
    let game = client_game(&mut client).await;
    assert_eq!(game["side"], "r");
}

#[tokio::test]
async fn a_threat_is_what_the_other_side_would_play() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let ask = |key: u64, start: &str, turns: &[&str]| json!({"type": "analyse", "key": key, "game": "chess", "start": start, "turns": turns, "lines": 1, "threat": true});
    // White is to move; Black would mate with Qxf2.
    let start = "rnb1k1nr/pppp1ppp/8/2b1p1q1/4P3/7P/PPPP1PP1/RNBQKBNR b KQkq - 0 1";
    client.send(ask(1, start, &["g5f6", "h3h4"])).await;
    client.send(ask(2, start, &["g5f6"])).await;
    let threat = loop {
        let analysis = client.next_of("analysis").await;
        if analysis["key"] == 2 && analysis["lines"][0]["score"]["kind"] == "win" {
            break analysis;
        }
    };
    assert_eq!(threat["lines"][0]["pv"][0], "f6f2");
    // Who is in check cannot pass.
    client.send(ask(3, start, &["c5f2"])).await;
    let error = client.next_of("error").await;
    assert_eq!((&error["place"], &error["request"]), (&json!("threat"), &json!("analyse")));
}

async fn client_game(client: &mut crate::common::Client) -> Value {
    client.send(json!({"type": "new", "game": "onitama", "position": START})).await;
    loop {
        let message = client.next().await;
        if message["type"] == "game" {
            return message;
        }
        assert_ne!(message["type"], "error", "{message}");
    }
}

#[tokio::test]
async fn two_analyses_and_a_game_share_two_threads() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let (mut one, mut two, mut three) =
        (server.client().await, server.client().await, server.client().await);
    for client in [&mut one, &mut two] {
        client
            .send(
                json!({"type": "analyse", "key": 7, "game": "onitama", "start": START, "lines": 3}),
            )
            .await;
    }
    one.next_of("analysis").await;
    two.next_of("analysis").await;
    let game = three.begin(START, json!({"b": engine(2)})).await;
    three.play(&game, "ox c1c2").await;
    three.game_at(2).await;
}

#[tokio::test]
pub async fn keeps_the_tree_over_a_restart() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let game = client.begin(START, json!({})).await;
    let edit = |fields: Value| {
        let mut message = fields;
        message["type"] = json!("edit");
        message["id"] = game["id"].clone();
        message
    };
    assert_eq!(client.next_of("tree").await["nodes"], json!([]));
    client.send(edit(json!({"op": "add", "path": ["ox c1c2", "horse c5c4"]}))).await;
    assert_eq!(client.next_of("tree").await["nodes"][1]["parent"], 0);
    client.send(edit(json!({"op": "comment", "path": ["ox c1c2"], "text": "quiet"}))).await;
    client.next_of("tree").await;
    client.send(edit(json!({"op": "add", "path": ["boar a1a2"]}))).await;
    client.next_of("tree").await;
    client.send(edit(json!({"op": "promote", "path": ["boar a1a2"]}))).await;
    let before = client.next_of("tree").await;
    assert_eq!(before["nodes"][0]["turn"], "boar a1a2");
    client.send(edit(json!({"op": "delete", "path": ["boar a1b4"]}))).await;
    assert_eq!(client.error().await["code"], "not_found");
    client.send(edit(json!({"op": "add", "path": ["boar a1b4"]}))).await;
    assert_eq!(client.error().await["place"], "path[0]");
    client.send(edit(json!({"op": "burn", "path": []}))).await;
    assert_eq!(client.error().await["code"], "bad_message");
    drop(client);
    server.stop();
    let server = Running::start(data.path());
    let mut client = server.client().await;
    client.watch(&game["id"]).await;
    assert_eq!(client.next_of("tree").await, before);
}

#[tokio::test]
async fn plays_again_what_was_taken_back() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let game = client.begin(START, json!({"b": engine(1)})).await;
    client.play(&game, "ox c1c2").await;
    let game = client.game_at(2).await;
    let played = turns(&game);
    client.send(json!({"type": "undo", "id": game["id"], "ply": 0})).await;
    assert_eq!(client.game_at(0).await["redo"], 2);
    client.send(json!({"type": "redo", "id": game["id"], "ply": 0})).await;
    let game = client.game_at(2).await;
    assert_eq!((turns(&game), &game["redo"]), (played, &json!(0)));
    client.send(json!({"type": "redo", "id": game["id"], "ply": 2})).await;
    assert_eq!(client.error().await["code"], "stale");
}

#[tokio::test]
async fn giving_up_ends_a_game_and_stays() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let game = client.begin(START, json!({"b": engine(15)})).await;
    client.send(json!({"type": "resign", "id": game["id"], "side": "b"})).await;
    assert_eq!(client.error().await["place"], "side");
    client.play(&game, "ox c1c2").await;
    client.send(json!({"type": "resign", "id": game["id"], "side": "r"})).await;
    let ended = loop {
        let game = client.next_of("game").await;
        if !game["ending"].is_null() {
            break game;
        }
    };
    assert_eq!(ended["ending"], json!({"winner": "b", "reason": "resignation"}));
    assert_eq!(ended["legal"], json!([]));
    drop(client);
    server.stop();
    let server = Running::start(data.path());
    let mut client = server.client().await;
    assert_eq!(client.watch(&game["id"]).await["ending"], ended["ending"]);
}

#[tokio::test]
async fn a_clock_runs_out() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let new = |initial: u64| json!({"type": "new", "game": "onitama", "position": START, "clock": {"initial": initial, "increment": 0}});
    client.send(new(10)).await;
    assert_eq!(client.error().await["place"], "clock");
    client.send(new(1000)).await;
    let game = client.next_of("game").await;
    assert_eq!(game["clock"]["running"], false);
    let game = client.play(&game, "ox c1c2").await;
    assert_eq!(game["clock"]["running"], true);
    let ended = client.next_of("game").await;
    assert_eq!(ended["ending"], json!({"winner": "r", "reason": "time"}));
    assert_eq!(ended["clock"]["left"]["b"], 0);
}

#[tokio::test]
async fn judges_every_position_and_keeps_it() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    client
        .send(json!({"type": "new", "game": "onitama", "position": "2B2/5/1b3/2r2/2R2 r eel,ox goose,rooster boar", "turns": ["eel c2b3", "goose c5b5"]}))
        .await;
    let game = client.next_of("game").await;
    assert_eq!(turns(&game).len(), 2);
    client.send(json!({"type": "report", "id": game["id"]})).await;
    let report = loop {
        let report = client.next_of("report").await;
        let positions = report["positions"].as_array().expect("positions");
        if report["running"] == false && positions.iter().all(|judged| !judged.is_null()) {
            break report;
        }
    };
    assert_eq!(report["positions"].as_array().map(Vec::len), Some(3));
    assert!(report["positions"][0]["best"].as_str().is_some_and(|best| best.contains(' ')));
    drop(client);
    server.stop();
    let server = Running::start(data.path());
    let mut client = server.client().await;
    client.watch(&game["id"]).await;
    assert_eq!(client.next_of("report").await, report);
}

#[tokio::test]
async fn lists_removes_and_restores_games() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    client
        .send(json!({"type": "new", "game": "onitama", "position": START, "turns": ["ox c1c2"], "tree": [{"op": "comment", "path": ["ox c1c2"], "text": "hm"}]}))
        .await;
    let game = client.next_of("game").await;
    let list = json!({"type": "library", "trees": true});
    client.send(list.clone()).await;
    let games = client.next_of("library").await;
    assert_eq!(games["games"][0]["turns"], json!(["ox c1c2"]));
    assert_eq!(games["games"][0]["tree"][0]["comment"], "hm");
    for (removed, left) in [(true, 0), (false, 1)] {
        client.send(json!({"type": "remove", "id": game["id"], "removed": removed})).await;
        client.send(list.clone()).await;
        let games = client.next_of("library").await;
        assert_eq!(games["games"].as_array().map(Vec::len), Some(left));
    }
    client.send(json!({"type": "remove", "id": "nosuch", "removed": true})).await;
    assert_eq!(client.error().await["code"], "not_found");
    client
        .send(json!({"type": "new", "game": "onitama", "position": START, "turns": ["ox c1c2", "ox c1c2"]}))
        .await;
    assert_eq!(client.error().await["place"], "turns[1]");
}
