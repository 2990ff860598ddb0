//! Seats: who moves, and what two sides offer each other.

use std::path::Path;

use crate::common::{Client, Running, START, club, turns};
use serde_json::{Value, json};

/// A client with a guest's cookie, and the cookie.
async fn guest(server: &Running) -> (Client, String) {
    let cookie = server.guest().await;
    (server.member(&cookie).await.expect("connects").0, cookie)
}

/// A game that one guest has begun and another has joined.
struct Table {
    server: Running,
    red: Client,
    blue: Client,
    red_cookie: String,
    game: Value,
    invite: String,
}

async fn begin(client: &mut Client, more: Value) -> (Value, String) {
    let mut new = json!({"type": "new", "game": "onitama", "position": START, "seat": "r"});
    new.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    client.send(new).await;
    let game = client.next_of("game").await;
    let seat = client.next_of("seat").await;
    assert_eq!(seat["sides"], json!(["r"]));
    let invite = seat["invite"].as_str().expect("an invitation");
    (game, invite.strip_prefix("/join/").expect("a path").to_owned())
}

impl Table {
    async fn new(data: &Path, more: Value) -> Self {
        let server = club(data);
        let (mut red, red_cookie) = guest(&server).await;
        let (mut blue, _) = guest(&server).await;
        let (game, invite) = begin(&mut red, more).await;
        blue.send(json!({"type": "join", "token": invite})).await;
        let seat = blue.next_of("seat").await;
        assert_eq!((&seat["id"], &seat["sides"]), (&game["id"], &json!(["b"])));
        Self { server, red, blue, red_cookie, game, invite }
    }

    /// Plays the first legal turn of the side to move; the game after it.
    async fn turn(&mut self) -> Value {
        let (red, game) = (self.game["side"] == "r", self.game.clone());
        let turn = game["legal"][0].as_str().expect("a turn").to_owned();
        let (one, other) =
            if red { (&mut self.red, &mut self.blue) } else { (&mut self.blue, &mut self.red) };
        self.game = one.play(&game, &turn).await;
        other.game_at(turns(&self.game).len()).await
    }

    async fn offer(&mut self, by_red: bool, offer: &str, yes: bool) {
        let message = json!({"type": "offer", "id": self.game["id"], "offer": offer, "yes": yes});
        if by_red { &mut self.red } else { &mut self.blue }.send(message).await;
    }
}

/// The next state of the game for which this holds.
async fn until(client: &mut Client, holds: impl Fn(&Value) -> bool) -> Value {
    loop {
        let game = client.next_of("game").await;
        if holds(&game) {
            return game;
        }
    }
}

#[tokio::test]
async fn seats_nobody_moves_for_another() {
    let data = tempfile::tempdir().expect("a folder");
    let mut table = Table::new(data.path(), json!({})).await;
    let id = table.game["id"].clone();
    let turn = table.game["legal"][0].clone();
    let (mut third, _) = guest(&table.server).await;
    let seen = third.watch(&id).await;
    assert!(seen["names"]["r"].as_str().is_some_and(|name| name.starts_with("Guest ")), "{seen}");
    let mut nobody = table.server.member("").await.expect("connects").0;
    nobody.watch(&id).await;
    let play = json!({"type": "play", "id": id, "ply": 0, "turn": turn});
    for client in [&mut table.blue, &mut third, &mut nobody] {
        client.send(play.clone()).await;
        let error = client.error().await;
        assert!(error["code"] == "not_your_turn" && error["request"] == "play", "{error}");
    }
    for act in [
        json!({"type": "resign", "id": id, "side": "r"}),
        json!({"type": "undo", "id": id, "ply": 0}),
        json!({"type": "redo", "id": id, "ply": 0}),
        json!({"type": "hint", "id": id, "ply": 0}),
        json!({"type": "think", "id": id}),
        json!({"type": "move_now", "id": id}),
        json!({"type": "ponder", "id": id, "on": true}),
        json!({"type": "report", "id": id}),
        json!({"type": "stop_report", "id": id}),
        json!({"type": "edit", "id": id, "op": "add", "path": [turn]}),
        json!({"type": "main_line", "id": id, "path": [turn]}),
        json!({"type": "abort", "id": id}),
        json!({"type": "offer", "id": id, "offer": "draw", "yes": true}),
    ] {
        third.send(act.clone()).await;
        let error = third.error().await;
        assert!(error["code"] == "not_your_turn", "{act} {error}");
        // Who has a seat has no help of the engine, and does not speak for the other.
        if !matches!(act["type"].as_str(), Some("abort" | "offer")) {
            table.blue.send(act.clone()).await;
            let error = table.blue.error().await;
            assert!(error["code"] == "not_your_turn", "{act} {error}");
        }
    }
    nobody.send(json!({"type": "abort", "id": id})).await;
    assert_eq!(nobody.error().await["code"], "signed_out");
    nobody.send(json!({"type": "new", "game": "onitama"})).await;
    assert_eq!(nobody.error().await["code"], "signed_out");
    let after = table.turn().await;
    assert_eq!(turns(&after).len(), 1);
}

#[tokio::test]
async fn seats_an_invitation_gives_one_seat_once() {
    let data = tempfile::tempdir().expect("a folder");
    let table = Table::new(data.path(), json!({})).await;
    let (mut third, _) = guest(&table.server).await;
    for token in [table.invite.as_str(), "", "nonsense"] {
        third.send(json!({"type": "join", "token": token})).await;
        assert_eq!(third.error().await["code"], "not_found", "{token}");
    }
    // Who began a game does not take both seats of it.
    let (mut fourth, _) = guest(&table.server).await;
    let (game, invite) = begin(&mut fourth, json!({})).await;
    fourth.send(json!({"type": "join", "token": invite})).await;
    let seat = fourth.next_of("seat").await;
    assert_eq!((&seat["id"], &seat["sides"]), (&game["id"], &json!(["r"])));
    third.send(json!({"type": "join", "token": invite})).await;
    assert_eq!(third.next_of("seat").await["sides"], json!(["b"]));
}

#[tokio::test]
pub async fn seats_are_kept_over_a_restart_and_known_again() {
    let data = tempfile::tempdir().expect("a folder");
    let mut table = Table::new(data.path(), json!({})).await;
    table.turn().await;
    let (id, cookie) = (table.game["id"].clone(), table.red_cookie.clone());
    drop(table);
    let server = club(data.path());
    let mut red = server.member(&cookie).await.expect("connects").0;
    let game = red.watch(&id).await;
    assert_eq!(turns(&game).len(), 1);
    assert_eq!(red.next_of("seat").await["sides"], json!(["r"]));
    let turn = game["legal"][0].clone();
    red.send(json!({"type": "play", "id": id, "ply": 1, "turn": turn})).await;
    assert_eq!(red.error().await["code"], "not_your_turn");
}

#[tokio::test]
async fn seats_a_private_game_is_not_there_for_others() {
    let data = tempfile::tempdir().expect("a folder");
    let mut table = Table::new(data.path(), json!({"private": true})).await;
    let id = table.game["id"].clone();
    let (mut third, cookie) = guest(&table.server).await;
    third.send(json!({"type": "watch", "id": "0000000000000000"})).await;
    let none = third.error().await;
    third.send(json!({"type": "watch", "id": id})).await;
    assert_eq!(third.error().await, none, "it reads as one that is not there");
    let turn = table.game["legal"][0].clone();
    third.send(json!({"type": "play", "id": id, "ply": 0, "turn": turn})).await;
    assert_eq!(third.error().await["code"], "not_found");
    table.turn().await;
    third.send(json!({"type": "library", "user": "guest:anybody"})).await;
    assert_eq!(third.next_of("library").await["games"], json!([]), "{cookie}");
    table.red.send(json!({"type": "library"})).await;
    assert_eq!(table.red.next_of("library").await["games"][0]["id"], id);
    // Another's game is not removed either.
    third.send(json!({"type": "remove", "id": id, "removed": true})).await;
    assert_eq!(third.error().await["code"], "not_found");
}

#[tokio::test]
async fn seats_a_turn_that_is_sent_twice_is_played_once() {
    let data = tempfile::tempdir().expect("a folder");
    let mut table = Table::new(data.path(), json!({})).await;
    let play =
        json!({"type": "play", "id": table.game["id"], "ply": 0, "turn": table.game["legal"][0]});
    table.red.send(play.clone()).await;
    table.red.game_at(1).await;
    table.red.send(play.clone()).await;
    // The other side does not repeat it.
    table.blue.game_at(1).await;
    table.blue.send(play).await;
    assert_eq!(table.blue.error().await["code"], "stale");
    table.red.send(json!({"type": "watch", "id": table.game["id"]})).await;
    assert_eq!(turns(&table.red.next_of("game").await).len(), 1);
}

#[tokio::test]
async fn seats_offers_are_accepted_declined_and_pass() {
    let data = tempfile::tempdir().expect("a folder");
    let mut table = Table::new(data.path(), json!({})).await;
    let offered = |game: &Value, side: &str| game["seats"]["offers"][side].clone();
    for _ in 0..2 {
        table.turn().await;
    }
    // A move lets an offer to its side pass.
    table.offer(false, "draw", true).await;
    until(&mut table.red, |game| offered(game, "b") == json!(["draw"])).await;
    let after = table.turn().await;
    assert_eq!(offered(&after, "b"), Value::Null);
    // One that is declined is gone.
    table.offer(false, "draw", true).await;
    until(&mut table.red, |game| offered(game, "b") == json!(["draw"])).await;
    table.offer(true, "draw", false).await;
    until(&mut table.blue, |game| offered(game, "b") == Value::Null).await;
    // A turn is taken back that the other side has not answered.
    table.offer(true, "takeback", true).await;
    until(&mut table.blue, |game| offered(game, "r") == json!(["takeback"])).await;
    table.offer(false, "takeback", true).await;
    table.game = table.red.game_at(2).await;
    // Too late for an abort; a draw by agreement; and the sides changed.
    table.red.send(json!({"type": "abort", "id": table.game["id"]})).await;
    assert_eq!(table.red.error().await["code"], "stale");
    table.offer(true, "rematch", true).await;
    assert_eq!(table.red.error().await["code"], "stale", "the game is not over");
    table.offer(true, "draw", true).await;
    until(&mut table.blue, |game| offered(game, "r") == json!(["draw"])).await;
    table.offer(false, "draw", true).await;
    let over = until(&mut table.red, |game| !game["ending"].is_null()).await;
    assert_eq!(over["ending"], json!({"winner": null, "reason": "agreement"}));
    table.offer(true, "rematch", true).await;
    table.offer(false, "rematch", true).await;
    let over = until(&mut table.blue, |game| !game["seats"]["next"].is_null()).await;
    let next = over["seats"]["next"].clone();
    table.blue.send(json!({"type": "watch", "id": next})).await;
    loop {
        let seat = table.blue.next_of("seat").await;
        if seat["id"] == next {
            assert_eq!(seat["sides"], json!(["r"]));
            break;
        }
    }
}

#[tokio::test]
async fn seats_a_game_is_aborted_before_both_have_moved_and_resigned_after() {
    let data = tempfile::tempdir().expect("a folder");
    let mut table = Table::new(data.path(), json!({})).await;
    table.turn().await;
    table.blue.send(json!({"type": "abort", "id": table.game["id"]})).await;
    let over = until(&mut table.red, |game| !game["ending"].is_null()).await;
    assert_eq!(over["ending"], json!({"winner": null, "reason": "abort"}));
    assert_eq!(over["legal"], json!([]));
    let (_, invite) = begin(&mut table.red, json!({})).await;
    table.blue.send(json!({"type": "join", "token": invite})).await;
    let game = until(&mut table.blue, |game| game["id"] != over["id"]).await;
    table.blue.send(json!({"type": "resign", "id": game["id"], "side": "b"})).await;
    let over = until(&mut table.red, |game| !game["ending"].is_null()).await;
    assert_eq!(over["ending"], json!({"winner": "r", "reason": "resignation"}));
}

#[tokio::test]
async fn seats_a_clock_runs_when_nobody_looks() {
    let data = tempfile::tempdir().expect("a folder");
    let clock = json!({"clock": {"initial": 1000, "increment": 0}});
    let mut table = Table::new(data.path(), clock).await;
    let id = table.game["id"].clone();
    table.turn().await;
    for client in [&mut table.red, &mut table.blue] {
        client.send(json!({"type": "leave", "id": id})).await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(1300)).await;
    let game = table.red.watch(&id).await;
    let game = if game["ending"].is_null() { table.red.next_of("game").await } else { game };
    assert_eq!(game["ending"], json!({"winner": "r", "reason": "time"}));
}

#[tokio::test]
async fn seats_who_plays_the_engine_plays_as_ever() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut one, _) = guest(&server).await;
    let (mut other, _) = guest(&server).await;
    let game = one.begin(START, json!({"b": {"kind": "engine", "level": 1}})).await;
    let seat = one.next_of("seat").await;
    assert_eq!(
        (&seat["sides"], &seat["alone"], &seat["invite"]),
        (&json!(["r"]), &json!(true), &Value::Null)
    );
    let turn = game["legal"][0].as_str().expect("a turn").to_owned();
    one.play(&game, &turn).await;
    one.game_at(2).await;
    other.watch(&game["id"]).await;
    other.send(json!({"type": "undo", "id": game["id"], "ply": 0})).await;
    assert_eq!(other.error().await["code"], "not_your_turn");
    one.send(json!({"type": "undo", "id": game["id"], "ply": 0})).await;
    one.game_at(0).await;
}

#[tokio::test]
async fn seats_a_result_is_not_brought_along() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut client, _) = guest(&server).await;
    for more in [
        json!({"ending": {"winner": "r", "reason": "resignation"}}),
        json!({"names": {"b": "Champion"}}),
        json!({"seat": "x"}),
        json!({"players": {"b": {"kind": "engine", "level": 1}}}),
    ] {
        let mut new = json!({"type": "new", "game": "onitama", "position": START, "seat": "r"});
        new.as_object_mut().expect("an object").extend(more.as_object().expect("fields").clone());
        client.send(new).await;
        assert_eq!(client.error().await["code"], "bad_start", "{more}");
    }
    let alone = tempfile::tempdir().expect("a folder");
    let loopback = Running::start(alone.path());
    let mut client = loopback.client().await;
    client.send(json!({"type": "new", "game": "onitama", "seat": "r"})).await;
    assert_eq!(client.error().await["code"], "bad_start", "on loopback there are no seats");
}
