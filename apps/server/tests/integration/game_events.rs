//! The events of a game's stream are numbered, and who comes back is told what was missed.

use std::path::Path;

use crate::common::program::{Lines, Program};
use crate::common::{Running, club};
use serde_json::{Value, json};

/// A game of chess of two programs, the first of which is white.
struct Match {
    server: Running,
    one: Program,
    other: Program,
    id: String,
}

impl Match {
    async fn begin(data: &Path, terms: &str) -> Self {
        let server = club(data);
        let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data, name));
        let made = one.post("/api/challenge/other", &format!("color=white&{terms}")).await;
        let id = made["id"].as_str().expect("an id").to_owned();
        other.post(&format!("/api/challenge/{id}/accept"), "").await;
        Self { server, one, other, id }
    }

    async fn stream(&self, by: &Program, query: &str) -> Lines {
        let path = format!("/api/bot/game/stream/{}{query}", self.id);
        by.stream(&path).await.expect("a stream")
    }

    async fn act(&self, by: &Program, what: &str, body: &str) {
        by.post(&format!("/api/bot/game/{}/{what}", self.id), body).await;
    }
}

/// What asks for all after a line.
fn after(line: &Value) -> String {
    let (number, epoch) = (line["event"].as_u64(), line["epoch"].as_str());
    format!("?since={}&epoch={}", number.expect("a number"), epoch.expect("an epoch"))
}

/// A line without what the clocks show at the moment.
fn timeless(mut line: Value) -> Value {
    for name in ["wtime", "btime", "claimWinInSeconds"] {
        line.as_object_mut().expect("an object").remove(name);
    }
    line
}

#[tokio::test]
async fn game_events_that_were_missed_are_told_once_and_in_their_order() {
    let data = tempfile::tempdir().expect("a folder");
    let game = Match::begin(data.path(), "clock.limit=600").await;
    let (one, other) = (&game.one, &game.other);
    let mut whole = game.stream(one, "").await;
    let others = game.stream(other, "").await;
    let mut told = vec![whole.next().await];
    assert_eq!(told[0]["type"], "gameFull");
    game.act(one, "move/e2e4", "").await;
    game.act(other, "move/e7e5", "").await;
    game.act(other, "draw/yes", "").await;
    game.act(one, "draw/no", "").await;
    game.act(other, "chat", "room=player&text=Hello").await;
    game.act(one, "move/g1f3", "").await;
    game.act(one, "takeback/yes", "").await;
    game.act(other, "takeback/yes", "").await;
    drop(others);
    while told.last().is_none_or(|line| line["type"] != "opponentGone") {
        told.push(whole.next().await);
    }
    let _others = game.stream(other, "").await;
    game.act(one, "move/f1c4", "").await;
    game.act(other, "resign", "").await;
    loop {
        let line = whole.next().await;
        if line.is_null() {
            break;
        }
        told.push(line);
    }
    let moves: Vec<&str> = told.iter().filter_map(|line| line["moves"].as_str()).collect();
    assert!(moves.contains(&"e2e4 e7e5 g1f3") && moves.contains(&"e2e4 e7e5 f1c4"), "{moves:?}");
    assert_eq!(told.last().expect("lines")["status"], "resign");
    let kinds = |kind: &str| told.iter().filter(|line| line["type"] == kind).count();
    assert_eq!((kinds("chatLine"), kinds("opponentGone")), (1, 2));
    let numbers: Vec<u64> = told.iter().filter_map(|line| line["event"].as_u64()).collect();
    assert_eq!(numbers.len(), told.len());
    assert!(numbers.windows(2).all(|two| two[0] < two[1]), "{numbers:?}");
    // Wherever it broke off: what came after, as it was told to who stayed.
    let told: Vec<Value> = told.into_iter().map(timeless).collect();
    for (at, last) in told.iter().enumerate() {
        let mut back = game.stream(one, &after(last)).await;
        let resumed = back.next().await;
        assert_eq!((&resumed["type"], &resumed["complete"]), (&json!("resumed"), &json!(true)));
        for expected in &told[at + 1..] {
            assert_eq!(timeless(back.next().await), *expected, "after {last}");
        }
        assert_eq!(back.next().await, Value::Null, "and no more");
    }
}

#[tokio::test]
pub async fn game_events_go_on_where_a_stream_broke_off() {
    let data = tempfile::tempdir().expect("a folder");
    let game = Match::begin(data.path(), "").await;
    let third = Program::new(game.server.address, data.path(), "Third");
    // Nobody else looks on: the game is not in memory meanwhile.
    let mut lines = game.stream(&game.one, "").await;
    let full = lines.next().await;
    drop(lines);
    game.act(&game.one, "move/e2e4", "").await;
    game.act(&game.other, "chat", "room=player&text=Between us").await;
    let mut lines = game.stream(&game.one, &after(&full)).await;
    assert_eq!(lines.next().await["complete"], true);
    assert_eq!(lines.next().await["moves"], "e2e4");
    assert_eq!(lines.next().await["text"], "Between us");
    game.act(&game.other, "move/e7e5", "").await;
    let now = lines.next().await;
    assert_eq!(now["moves"], "e2e4 e7e5");
    // Who watches is told the turns, and nothing of the players' chat.
    let mut watched = game.stream(&third, &after(&full)).await;
    assert_eq!(watched.next().await["complete"], true);
    for moves in ["e2e4", "e2e4 e7e5"] {
        assert_eq!(watched.next().await["moves"], moves);
    }
    // Nothing was missed: nothing is told until something happens.
    drop(lines);
    let mut lines = game.stream(&game.one, &after(&now)).await;
    assert_eq!(lines.next().await["complete"], true);
    game.act(&game.one, "move/g1f3", "").await;
    assert_eq!(lines.next().await["moves"], "e2e4 e7e5 g1f3");
}

#[tokio::test]
async fn game_events_that_are_not_known_any_more_give_the_whole_game() {
    let data = tempfile::tempdir().expect("a folder");
    let mut game = Match::begin(data.path(), "").await;
    let mut lines = game.stream(&game.one, "").await;
    let full = lines.next().await;
    game.act(&game.other, "chat", "room=player&text=One").await;
    let said = lines.next_of("chatLine").await;
    drop(lines);
    // So much that not all of it is kept.
    for _ in 0..70 {
        game.act(&game.one, "draw/yes", "").await;
        game.act(&game.one, "draw/no", "").await;
    }
    game.act(&game.other, "chat", "room=player&text=Two").await;
    let heard = format!("{}&said={}", after(&said), said["number"]);
    let mut lines = game.stream(&game.one, &heard).await;
    let whole = lines.next().await;
    assert_eq!(whole["type"], "gameFull");
    let resumed = lines.next().await;
    assert_eq!((&resumed["type"], &resumed["complete"]), (&json!("resumed"), &json!(false)));
    let line = lines.next().await;
    assert_eq!((&line["type"], &line["text"]), (&json!("chatLine"), &json!("Two")));
    game.act(&game.one, "move/e2e4", "").await;
    assert_eq!(lines.next().await["moves"], "e2e4");
    drop(lines);
    // Numbers of another start of the server, and one that was never given.
    let far = format!("?since=99999&epoch={}", full["epoch"].as_str().expect("an epoch"));
    for asked in ["?since=1&epoch=another", &far] {
        let mut lines = game.stream(&game.one, asked).await;
        assert_eq!(lines.next().await["type"], "gameFull", "{asked}");
        assert_eq!(lines.next().await["complete"], false, "{asked}");
    }
    game.server.stop();
    game.server = club(data.path());
    game.one.address = game.server.address;
    let mut lines = game.stream(&game.one, &heard).await;
    let whole = lines.next().await;
    assert_eq!(whole["state"]["moves"], "e2e4");
    assert_ne!(whole["epoch"], full["epoch"]);
    assert_eq!(lines.next().await["complete"], false);
    assert_eq!(lines.next().await["text"], "Two");
    for bad in ["?since=x&epoch=y", "?since=1&epoch=y&said=z", "?since=-1&epoch=y"] {
        let path = format!("/api/bot/game/stream/{}{bad}", game.id);
        assert_eq!(game.one.refused("GET", &path, "").await, 400, "{bad}");
    }
}
