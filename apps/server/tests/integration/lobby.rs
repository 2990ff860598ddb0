//! The lobby of a club: seeks, challenges by name, and what rated games make of ratings.

use std::time::Duration;

use crate::common::program::Program;
use crate::common::{Client, Running, club, person};
use serde_json::{Value, json};

/// Fool's mate.
const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

async fn game(one: &Program, other: &Program, more: &str) -> String {
    let body = format!("color=white&clock.limit=180&{more}");
    let challenge = one.post("/api/challenge/other", &body).await;
    let id = challenge["id"].as_str().expect("an id").to_owned();
    other.post(&format!("/api/challenge/{id}/accept"), "").await;
    id
}

async fn play(one: &Program, other: &Program, id: &str, turns: &[&str]) {
    for (ply, turn) in turns.iter().enumerate() {
        let mover = if ply % 2 == 0 { one } else { other };
        mover.post(&format!("/api/bot/game/{id}/move/{turn}?ply={ply}"), "").await;
    }
}

/// The rating of a program in blitz chess, and its rated games.
async fn blitz(of: &Program) -> (Option<i64>, Option<u64>) {
    let perf = of.get("/api/account").await["perfs"]["blitz"].clone();
    (perf["rating"].as_i64(), perf["games"].as_u64())
}

fn two(server: &Running, data: &std::path::Path) -> [Program; 2] {
    ["One", "Other"].map(|name| Program::new(server.address, data, name))
}

#[tokio::test]
pub async fn ratings_change_once_with_a_rated_game_and_outlive_a_restart() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let mut events = other.stream("/api/stream/event").await.expect("a stream");
    let id = game(&one, &other, "rated=true").await;
    let begun = events.next_of("gameStart").await;
    assert_eq!((&begun["game"]["rated"], &begun["game"]["perf"]), (&json!(true), &json!("blitz")));
    let mut lines = one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    let full = lines.next().await;
    assert_eq!(
        (&full["white"]["rating"], &full["white"]["provisional"]),
        (&json!(1500), &json!(true))
    );
    play(&one, &other, &id, &MATE).await;
    let over = events.next_of("gameFinish").await;
    assert_eq!(over["game"]["ratingDiff"], 162);
    assert_eq!(over["game"]["opponent"]["rating"], 1338);
    assert_eq!(
        (blitz(&one).await, blitz(&other).await),
        ((Some(1338), Some(1)), (Some(1662), Some(1)))
    );
    let history = one.get("/api/user/other/rating-history").await;
    assert_eq!(history[0]["name"], "blitz");
    assert_eq!(history[0]["points"][0][3], 1662);
    server.stop();
    let server = club(data.path());
    let [one, other] = [&one, &other].map(|it| Program { address: server.address, ..it.clone() });
    // The game is opened again, and asked to end again.
    assert_eq!(one.refused("POST", &format!("/api/bot/game/{id}/resign"), "").await, 400);
    let mut lines = one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    let full = lines.next().await;
    assert_eq!(
        (&full["black"]["rating"], &full["black"]["ratingDiff"]),
        (&json!(1662), &json!(162))
    );
    assert_eq!(
        (blitz(&one).await, blitz(&other).await),
        ((Some(1338), Some(1)), (Some(1662), Some(1)))
    );
}

#[tokio::test]
async fn ratings_stay_where_a_game_does_not_count() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let casual = game(&one, &other, "").await;
    play(&one, &other, &casual, &MATE).await;
    // One side alone has moved.
    for way in ["resign", "abort"] {
        let id = game(&one, &other, "rated=true").await;
        play(&one, &other, &id, &MATE[..1]).await;
        other.post(&format!("/api/bot/game/{id}/{way}"), "").await;
    }
    assert_eq!((blitz(&one).await, blitz(&other).await), ((None, None), (None, None)));
    for body in ["rated=true", "rated=true&clock.limit=60&deal=chess960"] {
        assert_eq!(one.refused("POST", "/api/challenge/other", body).await, 400, "{body}");
    }
    let engine = "level=1&rated=true&clock.limit=60";
    assert_eq!(one.refused("POST", "/api/challenge/ai", engine).await, 400);
    // By agreement: a draw of equals moves nothing but how well both are known.
    let id = game(&one, &other, "rated=true").await;
    play(&one, &other, &id, &MATE[..2]).await;
    one.post(&format!("/api/bot/game/{id}/draw/yes"), "").await;
    other.post(&format!("/api/bot/game/{id}/draw/yes"), "").await;
    assert_eq!(
        (blitz(&one).await, blitz(&other).await),
        ((Some(1500), Some(1)), (Some(1500), Some(1)))
    );
}

#[tokio::test]
async fn ratings_nobody_has_help_while_they_play_a_rated_game() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let header = format!("Authorization: Bearer {}\r\n", one.token);
    let (mut page, _) = server.member(&header).await.expect("connects");
    // A game of its own with the engine, over which help would be asked for.
    let start = crate::common::START;
    let own = page.begin(start, json!({"b": crate::common::engine(1)})).await;
    let analyse =
        json!({"type": "analyse", "key": 1, "game": "onitama", "start": start, "lines": 1});
    let id = game(&one, &other, "rated=true").await;
    play(&one, &other, &id, &MATE[..2]).await;
    page.send(json!({"type": "watch", "id": id})).await;
    let shown = until(&mut page, "seat", |seat| seat["id"] == json!(id)).await;
    assert_eq!(shown["sides"], json!(["w"]));
    for asked in [
        analyse.clone(),
        json!({"type": "hint", "id": own["id"], "ply": 0}),
        json!({"type": "report", "id": own["id"]}),
        json!({"type": "hint", "id": id, "ply": 2}),
        json!({"type": "undo", "id": id, "ply": 0}),
    ] {
        page.send(asked.clone()).await;
        assert_eq!(page.error().await["code"], "not_your_turn", "{asked}");
    }
    assert_eq!(one.refused("POST", &format!("/api/bot/game/{id}/takeback/yes"), "").await, 400);
    other.post(&format!("/api/bot/game/{id}/resign"), "").await;
    page.send(analyse).await;
    page.next_of("analysis").await;
}

#[tokio::test]
async fn lobby_a_seek_is_open_as_long_as_its_stream_and_is_accepted_once() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let third = Program::new(server.address, data.path(), "Third");
    let seek = |body: &'static str| one.post_stream("/api/board/seek", body);
    let seeks = async || other.get("/api/board/seeks").await["seeks"].clone();
    let mut lines = seek("variant=onitama&time=5&increment=3&rated=true").await.expect("opens");
    let id = lines.next().await["id"].as_str().expect("an id").to_owned();
    let told = seeks().await;
    assert_eq!((&told[0]["id"], &told[0]["by"]["rating"]), (&json!(id), &json!(1500)));
    assert_eq!(told[0]["perf"]["name"], "onitama-blitz");
    drop(lines);
    for _ in 0..100 {
        if seeks().await == json!([]) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(seeks().await, json!([]), "it ends with its stream");
    assert_eq!(other.refused("POST", &format!("/api/board/seek/{id}/accept"), "").await, 404);
    for (body, status) in
        [("time=0", 400), ("ratingRange=1800-1500&time=3", 400), ("rated=true", 400)]
    {
        assert_eq!(one.refused("POST", "/api/board/seek", body).await, status, "{body}");
    }
    // Not for those of another rating.
    let mut lines = seek("time=3&ratingRange=1600-1800").await.expect("opens");
    let far = lines.next().await["id"].as_str().expect("an id").to_owned();
    assert_eq!(other.refused("POST", &format!("/api/board/seek/{far}/accept"), "").await, 400);
    // Two at once: one of them plays, and who seeks seeks no more.
    let mut near = seek("time=3").await.expect("opens");
    let id = near.next().await["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/board/seek/{id}/accept");
    assert_eq!(one.refused("POST", &path, "").await, 400, "one's own");
    let (first, second) = tokio::join!(other.ask("POST", &path, ""), third.ask("POST", &path, ""));
    let mut found = [first.0, second.0];
    found.sort_unstable();
    assert_eq!(found, [200, 404]);
    for stream in [&mut near, &mut lines] {
        while let Some(line) = stream.line().await {
            assert_eq!(line, "", "nothing but signs of life");
        }
    }
    let playing = one.get("/api/account/playing").await;
    assert_eq!(playing["nowPlaying"][0]["id"], id);
}

/// The message of that type once it says so.
async fn until(client: &mut Client, kind: &str, is: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = client.next_of(kind).await;
        if is(&message) {
            return message;
        }
    }
}

fn terms(rated: bool) -> Value {
    json!({"game": "onitama", "rated": rated, "clock": {"initial": 300_000, "increment": 0}})
}

#[tokio::test]
async fn lobby_guests_and_persons_meet_on_the_page() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut guest, _) = server.member(&server.guest().await).await.expect("connects");
    let mut alice = person(&server, "Alice").await;
    for client in [&mut guest, &mut alice] {
        client.send(json!({"type": "lobby"})).await;
        assert_eq!(client.next_of("lobby").await["seeks"], json!([]));
    }
    for (asked, code) in [
        (json!({"type": "seek", "terms": terms(true)}), "signed_out"),
        (json!({"type": "challenge", "to": "Alice", "terms": terms(false)}), "signed_out"),
        (json!({"type": "seek", "terms": {"game": "checkers"}}), "bad_start"),
        (json!({"type": "seek", "terms": {"game": "onitama", "seat": "x"}}), "bad_start"),
        (json!({"type": "seek", "terms": terms(false), "lowest": 2, "highest": 1}), "bad_message"),
        (json!({"type": "seek_cancel", "id": "nothing"}), "not_found"),
        (json!({"type": "seek_accept", "id": "nothing"}), "not_found"),
        (json!({"type": "challenge_answer", "id": "nothing", "yes": true}), "not_found"),
    ] {
        guest.send(asked.clone()).await;
        assert_eq!(guest.error().await["code"], code, "{asked}");
    }
    // A seek of a member, rated: not for guests.
    alice.send(json!({"type": "seek", "terms": terms(true)})).await;
    let own = until(&mut alice, "lobby_own", |own| own["seeks"] != json!([])).await;
    let told = until(&mut guest, "lobby", |told| told["seeks"] != json!([])).await;
    assert_eq!(told["seeks"][0]["id"], own["seeks"][0]);
    assert_eq!(told["seeks"][0]["by"]["name"], "Alice");
    guest.send(json!({"type": "seek_accept", "id": own["seeks"][0]})).await;
    assert_eq!(guest.error().await["code"], "signed_out");
    alice.send(json!({"type": "seek_cancel", "id": own["seeks"][0]})).await;
    until(&mut guest, "lobby", |told| told["seeks"] == json!([])).await;
    // One of a guest, which is gone with the connection.
    let (mut other, _) = server.member(&server.guest().await).await.expect("connects");
    other.send(json!({"type": "seek", "terms": terms(false)})).await;
    until(&mut guest, "lobby", |told| told["seeks"] != json!([])).await;
    drop(other);
    until(&mut guest, "lobby", |told| told["seeks"] == json!([])).await;
    // And one that is accepted: both hear of the game.
    guest.send(json!({"type": "seek", "terms": terms(false)})).await;
    let own = until(&mut guest, "lobby_own", |own| own["seeks"] != json!([])).await;
    let id = &own["seeks"][0];
    until(&mut alice, "lobby", |told| told["seeks"][0]["id"] == *id).await;
    alice.send(json!({"type": "seek_accept", "id": id})).await;
    let begun = alice.next_of("begun").await;
    assert_eq!(begun["id"], *id);
    assert_eq!(guest.next_of("begun").await, begun);
    let game = alice.watch(&begun["id"]).await;
    assert_eq!((&game["rated"], &game["clock"]["initial"]), (&json!(false), &json!(300_000)));
}

#[tokio::test]
async fn lobby_challenges_are_answered_by_who_got_them() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut alice, mut bob) = (person(&server, "Alice").await, person(&server, "Bob").await);
    let mut eve = person(&server, "Eve").await;
    for client in [&mut alice, &mut bob, &mut eve] {
        client.send(json!({"type": "lobby"})).await;
        client.next_of("lobby_own").await;
    }
    for to in ["Nobody", "alice"] {
        alice.send(json!({"type": "challenge", "to": to, "terms": terms(false)})).await;
        alice.error().await;
    }
    let ask = json!({"type": "challenge", "to": "BOB", "terms": terms(true)});
    alice.send(ask.clone()).await;
    let got = until(&mut bob, "lobby_own", |own| own["got"] != json!([])).await["got"][0].clone();
    let made =
        until(&mut alice, "lobby_own", |own| own["made"] != json!([])).await["made"][0].clone();
    assert_eq!(got, made);
    assert_eq!((&got["by"]["name"], &got["rating"]["rating"]), (&json!("Alice"), &json!(1500)));
    for asked in [
        json!({"type": "challenge_answer", "id": got["id"], "yes": true}),
        json!({"type": "challenge_cancel", "id": got["id"]}),
    ] {
        eve.send(asked).await;
        assert_eq!(eve.error().await["code"], "not_found");
    }
    bob.send(json!({"type": "challenge_answer", "id": got["id"], "yes": false})).await;
    until(&mut alice, "lobby_own", |own| own["declined"] == "Bob").await;
    alice.send(ask).await;
    // What he is told again of the first is not the second.
    let is_new = |own: &Value| own["got"] != json!([]) && own["got"][0]["id"] != got["id"];
    let got = until(&mut bob, "lobby_own", is_new).await["got"][0].clone();
    bob.send(json!({"type": "challenge_answer", "id": got["id"], "yes": true})).await;
    for client in [&mut alice, &mut bob] {
        assert_eq!(client.next_of("begun").await["id"], got["id"]);
    }
    let game = alice.watch(&got["id"]).await;
    assert_eq!(game["rated"], true);
    assert_eq!(game["seats"]["seats"]["r"]["rating"]["rating"], 1500);
}

#[tokio::test]
async fn players_are_shown_with_what_who_asks_may_see() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let id = game(&one, &other, "rated=true").await;
    play(&one, &other, &id, &MATE).await;
    let private = game(&one, &other, "private=true").await;
    let (mut guest, _) = server.member(&server.guest().await).await.expect("connects");
    let header = format!("Authorization: Bearer {}\r\n", one.token);
    let (mut own, _) = server.member(&header).await.expect("connects");
    for (client, games) in [(&mut guest, json!([id])), (&mut own, json!([private, id]))] {
        client.send(json!({"type": "player", "name": "OTHER"})).await;
        let told = client.next_of("player").await;
        assert_eq!(told["member"], json!({"name": "Other", "kind": "bot"}));
        assert_eq!(told["ratings"][0]["rating"]["rating"], 1662);
        assert_eq!(
            (&told["points"][0]["rating"], &told["points"][1]),
            (&json!(1662), &json!(null))
        );
        let shown: Vec<&Value> =
            told["games"].as_array().expect("games").iter().map(|game| &game["id"]).collect();
        assert_eq!(json!(shown), games);
        client.send(json!({"type": "player", "name": "<nobody>"})).await;
        assert_eq!(client.error().await["code"], "not_found");
        client.send(json!({"type": "leaders"})).await;
        let told = client.next_of("leaders").await["tables"].clone();
        assert_eq!((&told[0]["game"], &told[0]["speed"]), (&json!("chess"), &json!("blitz")));
        assert_eq!(told[0]["members"][0]["member"]["name"], "Other");
        assert_eq!(told[0]["members"][1]["rating"]["rating"], 1338);
        for (of, none) in [("people", true), ("programs", false)] {
            client.send(json!({"type": "leaders", "of": of})).await;
            let told = client.next_of("leaders").await["tables"].clone();
            assert_eq!(told.as_array().is_some_and(Vec::is_empty), none, "{told}");
        }
    }
}

#[tokio::test]
async fn lobby_who_comes_back_is_told_of_the_game_that_has_begun_meanwhile() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let cookie = server.guest().await;
    let mut one = server.member(&cookie).await.expect("connects").0;
    one.send(json!({"type": "lobby"})).await;
    let own = one.next_of("lobby_own").await;
    let mut other = person(&server, "Other").await;
    let mut again = server.member(&cookie).await.expect("connects").0;
    // The seek stays with its connection; the news of the first one is not read any more.
    again.send(json!({"type": "seek", "terms": {"game": "onitama"}})).await;
    other.send(json!({"type": "lobby"})).await;
    let seek = loop {
        let lobby = other.next_of("lobby").await;
        if let Some(id) = lobby["seeks"][0]["id"].as_str() {
            break id.to_owned();
        }
    };
    drop(one);
    other.send(json!({"type": "seek_accept", "id": seek})).await;
    other.next_of("begun").await;
    let mut back = server.member(&cookie).await.expect("connects").0;
    back.send(json!({"type": "lobby", "since": own["heard"]})).await;
    assert_eq!(back.next_of("begun").await["id"], json!(seek));
    let heard = back.next_of("lobby_own").await["heard"].clone();
    assert!(heard["number"].as_u64() > own["heard"]["number"].as_u64(), "{heard}");
    // Told once: what was heard is not told again, nor what is of another start.
    for since in [heard, json!({"number": 0, "epoch": "another"})] {
        let mut back = server.member(&cookie).await.expect("connects").0;
        back.send(json!({"type": "lobby", "since": since})).await;
        loop {
            let message = back.next().await;
            assert_ne!(message["type"], "begun");
            if message["type"] == "lobby_own" {
                break;
            }
        }
    }
}
