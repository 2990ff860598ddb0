//! Blocks, reports and moderators: who may do what, what follows at once, and what outlives a restart.

use crate::common::database::beside;
use crate::common::program::{Program, request};
use crate::common::{Client, Running, club, cookie_of, person};
use serde_json::{Value, json};
use server::accounts;

/// The message of that type once it says so.
pub async fn until(client: &mut Client, kind: &str, is: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = client.next_of(kind).await;
        if is(&message) {
            return message;
        }
    }
}

/// A person who is a moderator.
pub async fn moderator(server: &Running, data: &std::path::Path, name: &str) -> Client {
    let client = person(server, name).await;
    beside(data, |source| accounts::set_moderator(source, name, true)).expect("a moderator");
    client
}

/// Does something as a moderator; the reports after it.
pub async fn act(by: &mut Client, act: Value) -> Value {
    by.send(json!({"type": "moderate", "act": act, "why": "as agreed"})).await;
    by.next_of("reports").await
}

async fn refused(by: &mut Client, message: Value) -> String {
    by.send(message).await;
    by.error().await["code"].as_str().expect("a code").to_owned()
}

pub async fn sign_in(server: &Running, name: &str) -> (u16, String) {
    let body = format!(r#"{{"name":"{name}","password":"correct horse"}}"#);
    let header = format!("Host: {}\r\n", server.address);
    let (status, head, text) =
        request(server.address, "POST", "/club/sign-in", &header, &body).await;
    (status, if status == 200 { cookie_of(&head) } else { text })
}

fn terms() -> Value {
    json!({"game": "onitama", "clock": {"initial": 300_000, "increment": 0}})
}

fn say(text: &str) -> Value {
    json!({"type": "say", "room": "lobby", "text": text})
}

#[tokio::test]
pub async fn order_a_block_keeps_two_apart_and_outlives_a_restart() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut alice, mut bob) = (person(&server, "Alice").await, person(&server, "Bob").await);
    let (mut guest, _) = server.member(&server.guest().await).await.expect("connects");
    for client in [&mut alice, &mut bob] {
        client.send(json!({"type": "lobby"})).await;
        client.next_of("lobby_own").await;
    }
    assert_eq!(
        refused(&mut guest, json!({"type": "block", "name": "Bob", "on": true})).await,
        "signed_out"
    );
    for (name, code) in [("Alice", "bad_message"), ("Nobody", "not_found")] {
        assert_eq!(
            refused(&mut alice, json!({"type": "block", "name": name, "on": true})).await,
            code
        );
    }
    // A challenge that stands is withdrawn.
    bob.send(json!({"type": "challenge", "to": "Alice", "terms": terms()})).await;
    until(&mut alice, "lobby_own", |own| own["got"] != json!([])).await;
    until(&mut bob, "lobby_own", |own| own["made"] != json!([])).await;
    alice.send(json!({"type": "block", "name": "bob", "on": true})).await;
    assert_eq!(alice.next_of("blocked").await["name"], "Bob");
    until(&mut bob, "lobby_own", |own| own["made"] == json!([])).await;
    // No challenge, and no seek joined, in either direction.
    for (by, to) in [("Alice", "Bob"), ("Bob", "Alice")] {
        let client = if by == "Alice" { &mut alice } else { &mut bob };
        let asked = json!({"type": "challenge", "to": to, "terms": terms()});
        assert_eq!(refused(client, asked).await, "limit", "{by}");
    }
    bob.send(json!({"type": "seek", "terms": terms()})).await;
    let seek =
        until(&mut bob, "lobby_own", |own| own["seeks"] != json!([])).await["seeks"][0].clone();
    assert_eq!(refused(&mut alice, json!({"type": "seek_accept", "id": seek})).await, "limit");
    alice.send(json!({"type": "seek", "terms": terms()})).await;
    let own =
        until(&mut alice, "lobby_own", |own| own["seeks"] != json!([])).await["seeks"][0].clone();
    assert_eq!(refused(&mut bob, json!({"type": "seek_accept", "id": own})).await, "limit");
    // Lines of who is blocked are not shown to who blocks, and those of who blocks are.
    bob.send(say("from Bob")).await;
    bob.next_of("chat_said").await;
    alice.send(say("from Alice")).await;
    assert_eq!(alice.next_of("chat_said").await["line"]["text"], "from Alice");
    assert_eq!(bob.next_of("chat_said").await["line"]["text"], "from Alice");
    server.stop();
    let server = club(data.path());
    let (_, cookie) = sign_in(&server, "Alice").await;
    let (mut alice, _) = server.member(&cookie).await.expect("connects");
    let asked = json!({"type": "challenge", "to": "Bob", "terms": terms()});
    assert_eq!(refused(&mut alice, asked.clone()).await, "limit");
    alice.send(json!({"type": "player", "name": "Bob"})).await;
    assert_eq!(alice.next_of("player").await["blocked"], true);
    alice.send(json!({"type": "block", "name": "Bob", "on": false})).await;
    alice.next_of("blocked").await;
    alice.send(json!({"type": "lobby"})).await;
    alice.send(asked).await;
    until(&mut alice, "lobby_own", |own| own["made"] != json!([])).await;
}

#[tokio::test]
async fn order_reports_are_kept_for_moderators_and_are_few() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut alice, mut eve) = (person(&server, "Alice").await, person(&server, "Eve").await);
    let mut mia = moderator(&server, data.path(), "Mia").await;
    let report = |name: &str, text: &str| json!({"type": "report_member", "name": name, "reason": "abuse", "text": text});
    let (mut guest, _) = server.member(&server.guest().await).await.expect("connects");
    assert_eq!(refused(&mut guest, report("Eve", "x")).await, "signed_out");
    for (asked, code) in [
        (report("Nobody", "x"), "not_found"),
        (report("Alice", "x"), "bad_message"),
        (report("Eve", " "), "bad_message"),
        (report("Eve", &"x".repeat(1001)), "too_large"),
        (
            json!({"type": "report_member", "name": "Eve", "reason": "boredom", "text": "x"}),
            "bad_message",
        ),
        (
            json!({"type": "report_member", "name": "Eve", "reason": "spam", "text": "x", "game": "none"}),
            "not_found",
        ),
    ] {
        assert_eq!(refused(&mut alice, asked.clone()).await, code, "{asked}");
    }
    // Five at once, and no more.
    for number in 1..=5 {
        alice.send(report("Eve", &format!("{number}: <b>insults</b>\u{1b}[2J"))).await;
        assert_eq!(alice.next_of("reported").await["name"], "Eve");
    }
    assert_eq!(refused(&mut alice, report("Eve", "6")).await, "too_fast");
    for client in [&mut alice, &mut eve] {
        for asked in [
            json!({"type": "reports"}),
            json!({"type": "report_done", "id": 1, "note": "nothing"}),
            json!({"type": "game_chat", "id": "x"}),
            json!({"type": "moderate", "act": {"close": {"name": "Alice"}}, "why": "x"}),
        ] {
            assert_eq!(refused(client, asked.clone()).await, "not_your_turn", "{asked}");
        }
    }
    mia.send(json!({"type": "reports"})).await;
    let told = mia.next_of("reports").await;
    assert_eq!(told["open"].as_array().map(Vec::len), Some(5));
    let first = &told["open"][0];
    assert_eq!(
        (&first["by"], &first["about"], &first["reason"]),
        (&json!("Alice"), &json!("Eve"), &json!("abuse"))
    );
    assert_eq!(first["text"], "1: <b>insults</b>\u{fffd}[2J");
    let done = json!({"type": "report_done", "id": first["id"], "note": "Warned."});
    mia.send(done.clone()).await;
    let told = mia.next_of("reports").await;
    assert_eq!(
        (told["open"].as_array().map(Vec::len), &told["done"][0]["done"]["note"]),
        (Some(4), &json!("Warned."))
    );
    assert_eq!(refused(&mut mia, done).await, "stale");
    server.stop();
    let server = club(data.path());
    let (_, cookie) = sign_in(&server, "Mia").await;
    let (mut mia, hello) = server.member(&cookie).await.expect("connects");
    assert_eq!(hello["club"]["rights"], json!({"chat": true, "moderator": true}));
    mia.send(json!({"type": "reports"})).await;
    let told = mia.next_of("reports").await;
    assert_eq!(told["open"].as_array().map(Vec::len), Some(4));
    assert_eq!(
        (&told["acts"][0]["act"], &told["acts"][0]["by"]),
        (&json!("report_done"), &json!("Mia"))
    );
    // Who moderates no more reads nothing more.
    beside(data.path(), |source| accounts::set_moderator(source, "mia", false))
        .expect("taken away");
    assert_eq!(refused(&mut mia, json!({"type": "reports"})).await, "not_your_turn");
}

#[tokio::test]
async fn order_a_closed_account_is_out_at_once_and_stays_out() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut eve, mut alice) = (person(&server, "Eve").await, person(&server, "Alice").await);
    let mut mia = moderator(&server, data.path(), "Mia").await;
    let token = beside(data.path(), |source| server::tokens::create(source, "Eve", false));
    let token = token.expect("a token");
    let program = Program { address: server.address, token };
    let mut events = program.stream("/api/stream/event").await.expect("a stream");
    let mut open =
        program.post_stream("/api/board/seek", "variant=onitama&time=5").await.expect("opens");
    open.next().await;
    alice.send(json!({"type": "lobby"})).await;
    until(&mut alice, "lobby", |told| told["seeks"] != json!([])).await;
    // A game that goes on, by the clock.
    eve.send(json!({"type": "challenge", "to": "Alice", "terms": terms()})).await;
    let got = until(&mut alice, "lobby_own", |own| own["got"] != json!([])).await["got"][0].clone();
    alice.send(json!({"type": "challenge_answer", "id": got["id"], "yes": true})).await;
    alice.next_of("begun").await;
    eve.send(json!({"type": "challenge", "to": "Alice", "terms": terms()})).await;
    until(&mut alice, "lobby_own", |own| own["got"] != json!([])).await;
    let told = act(&mut mia, json!({"close": {"name": "eve"}})).await;
    assert_eq!(
        (&told["acts"][0]["act"], &told["acts"][0]["about"]),
        (&json!("close"), &json!("Eve"))
    );
    assert_eq!(told["acts"][0]["why"], "as agreed");
    while !eve.next().await.is_null() {}
    while events.line().await.is_some() {}
    while open.line().await.is_some() {}
    until(&mut alice, "lobby_own", |own| own["got"] == json!([])).await;
    alice.send(json!({"type": "lobby"})).await;
    until(&mut alice, "lobby", |told| told["seeks"] == json!([])).await;
    assert_eq!(program.refused("GET", "/api/account", "").await, 401);
    let asked = json!({"type": "challenge", "to": "Eve", "terms": terms()});
    assert_eq!(refused(&mut alice, asked).await, "not_found");
    let game = alice.watch(&got["id"]).await;
    assert!(game["ending"].is_null(), "its games go on");
    let (status, words) = sign_in(&server, "Eve").await;
    assert!(status == 401 && words.contains("closed"), "{words}");
    assert!(beside(data.path(), |source| server::tokens::create(source, "Eve", false)).is_err());
    let again = json!({"type": "moderate", "act": {"close": {"name": "Eve"}}, "why": "x"});
    assert_eq!(refused(&mut mia, again).await, "stale");
    server.stop();
    let server = club(data.path());
    assert_eq!(sign_in(&server, "Eve").await.0, 401);
    let (_, cookie) = sign_in(&server, "Mia").await;
    let (mut mia, _) = server.member(&cookie).await.expect("connects");
    act(&mut mia, json!({"reopen": {"name": "Eve"}})).await;
    assert_eq!(sign_in(&server, "Eve").await.0, 200);
    let program = Program { address: server.address, ..program };
    assert_eq!(program.refused("GET", "/api/account", "").await, 401, "its tokens have ended");
}

#[tokio::test]
async fn order_a_moderator_cancels_a_game_without_a_rating() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data.path(), name));
    let mut mia = moderator(&server, data.path(), "Mia").await;
    let made = one.post("/api/challenge/other", "color=white&clock.limit=180&rated=true").await;
    let id = made["id"].as_str().expect("an id").to_owned();
    other.post(&format!("/api/challenge/{id}/accept"), "").await;
    for (ply, turn) in ["e2e4", "e7e5", "g1f3"].iter().enumerate() {
        let mover = if ply % 2 == 0 { &one } else { &other };
        mover.post(&format!("/api/bot/game/{id}/move/{turn}"), "").await;
    }
    let mut lines = one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    lines.next_of("gameFull").await;
    let cancel = json!({"cancel_game": {"game": id}});
    let told = act(&mut mia, cancel.clone()).await;
    assert_eq!(
        (&told["acts"][0]["act"], &told["acts"][0]["game"]),
        (&json!("cancel_game"), &json!(id))
    );
    assert_eq!(lines.next_of("gameState").await["status"], "aborted");
    for program in [&one, &other] {
        assert!(program.get("/api/account").await["perfs"]["blitz"].is_null());
    }
    let again = json!({"type": "moderate", "act": cancel, "why": "x"});
    assert_eq!(refused(&mut mia, again).await, "stale");
    // Not one's own: nobody cancels what they are about to lose.
    let own = {
        mia.send(json!({"type": "lobby"})).await;
        let made = one.post("/api/challenge/mia", "color=white&clock.limit=180").await;
        until(&mut mia, "lobby_own", |own| own["got"] != json!([])).await;
        mia.send(json!({"type": "challenge_answer", "id": made["id"], "yes": true})).await;
        mia.next_of("begun").await["id"].clone()
    };
    let asked = json!({"type": "moderate", "act": {"cancel_game": {"game": own}}, "why": "x"});
    assert_eq!(refused(&mut mia, asked).await, "not_your_turn");
}

#[tokio::test]
pub async fn order_a_hidden_name_is_shown_nowhere() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut eve, mut alice) = (person(&server, "Rude-Name").await, person(&server, "Alice").await);
    let mut mia = moderator(&server, data.path(), "Mia").await;
    let cookie = sign_in(&server, "Rude-Name").await.1;
    for client in [&mut eve, &mut alice] {
        client.send(json!({"type": "lobby"})).await;
        client.next_of("lobby_own").await;
    }
    eve.send(say("Hello")).await;
    alice.next_of("chat_said").await;
    eve.send(json!({"type": "challenge", "to": "Alice", "terms": terms()})).await;
    let got = until(&mut alice, "lobby_own", |own| own["got"] != json!([])).await["got"][0].clone();
    alice.send(json!({"type": "challenge_answer", "id": got["id"], "yes": true})).await;
    let id = alice.next_of("begun").await["id"].clone();
    alice.watch(&id).await;
    let told = act(&mut mia, json!({"hide_name": {"name": "rude-name"}})).await;
    let shown = told["acts"][0]["detail"].as_str().expect("a name").to_owned();
    assert!(shown.starts_with("member-"), "{shown}");
    let under = told["under"].as_array().expect("members");
    assert_eq!(
        (under[0]["name"].as_str(), under[0]["shown"].as_str()),
        (Some("Rude-Name"), Some(&*shown))
    );
    // In the game, in the lobby's chat, on the page of the member; the old name leads nowhere.
    let has = |message: &Value| message.to_string().contains(&shown);
    // They come in any order.
    let mut wanted = vec!["game", "chat"];
    while !wanted.is_empty() {
        let told = alice.next().await;
        assert!(!told.is_null() && told["type"] != "error", "{told}");
        let of_the_lobby = told["type"] == "game" || told["room"] == "lobby";
        if of_the_lobby && has(&told) && wanted.iter().any(|kind| told["type"] == *kind) {
            assert!(!told.to_string().contains("Rude-Name"), "{told}");
            wanted.retain(|kind| told["type"] != *kind);
        }
    }
    alice.send(json!({"type": "player", "name": shown})).await;
    let page = alice.next_of("player").await;
    assert!(
        page["member"]["name"] == shown.as_str() && !page.to_string().contains("Rude-Name"),
        "{page}"
    );
    assert_eq!(
        refused(&mut alice, json!({"type": "player", "name": "Rude-Name"})).await,
        "not_found"
    );
    // The connection ends and comes back under the other name; signing in is by one's own.
    while !eve.next().await.is_null() {}
    let (_, hello) = server.member(&cookie).await.expect("connects");
    assert_eq!(hello["club"]["you"]["name"], shown);
    server.stop();
    let server = club(data.path());
    let (_, hello) = server.member(&sign_in(&server, "Rude-Name").await.1).await.expect("connects");
    assert_eq!(hello["club"]["you"]["name"], shown);
    let (mut alice, _) = server.member(&sign_in(&server, "Alice").await.1).await.expect("connects");
    let game = alice.watch(&id).await;
    assert!(has(&game) && !game.to_string().contains("Rude-Name"), "{game}");
    let (mut mia, _) = server.member(&sign_in(&server, "Mia").await.1).await.expect("connects");
    act(&mut mia, json!({"show_name": {"name": shown}})).await;
    until(&mut alice, "game", |game| game.to_string().contains("Rude-Name")).await;
}

#[tokio::test]
async fn order_mutes_and_deleted_lines() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut eve, mut alice) = (person(&server, "Eve").await, person(&server, "Alice").await);
    let mut mia = moderator(&server, data.path(), "Mia").await;
    for client in [&mut eve, &mut alice] {
        client.send(json!({"type": "lobby"})).await;
        client.next_of("lobby_own").await;
    }
    eve.send(say("Buy my book")).await;
    let said = alice.next_of("chat_said").await;
    let line = json!({"room": "lobby", "id": said["line"]["id"]});
    for minutes in [0, 365 * 24 * 60 + 1] {
        let asked = json!({"type": "moderate", "act": {"mute": {"who": {"line": line}, "minutes": minutes}}, "why": "x"});
        assert_eq!(refused(&mut mia, asked).await, "bad_message");
    }
    act(&mut mia, json!({"mute": {"who": {"line": line}, "minutes": 60}})).await;
    let told = act(&mut mia, json!({"delete_line": {"line": line}})).await;
    assert_eq!(
        (&told["acts"][0]["detail"], &told["acts"][0]["about"]),
        (&json!("Buy my book"), &json!("Eve"))
    );
    assert_eq!(alice.next_of("chat_gone").await["id"], line["id"]);
    assert_eq!(refused(&mut eve, say("And another")).await, "limit");
    let asked = json!({"type": "moderate", "act": {"delete_line": {"line": line}}, "why": "x"});
    assert_eq!(refused(&mut mia, asked).await, "not_found");
    // One of a game: it is gone for who comes, and after a restart.
    let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data.path(), name));
    let made = one.post("/api/challenge/other", "").await;
    let id = made["id"].as_str().expect("an id").to_owned();
    other.post(&format!("/api/challenge/{id}/accept"), "").await;
    let chat = format!("/api/bot/game/{id}/chat");
    for text in ["Insult", "Hello"] {
        one.post(&chat, &format!("room=player&text={text}")).await;
    }
    mia.send(json!({"type": "game_chat", "id": id})).await;
    let read = mia.next_of("game_chat").await;
    assert_eq!(read["player"][0]["text"], "Insult");
    let line = json!({"room": "player", "game": id, "id": read["player"][0]["id"]});
    act(&mut mia, json!({"delete_line": {"line": line}})).await;
    act(&mut mia, json!({"mute": {"who": {"name": "One"}, "minutes": 60}})).await;
    assert_eq!(one.refused("POST", &chat, "room=player&text=x").await, 400);
    assert_eq!(one.get(&chat).await, json!([{"user": "One", "text": "Hello"}]));
    server.stop();
    let server = club(data.path());
    let one = Program { address: server.address, ..one };
    assert_eq!(one.refused("POST", &chat, "room=player&text=x").await, 400);
    assert_eq!(one.get(&chat).await, json!([{"user": "One", "text": "Hello"}]));
    let (mut mia, _) = server.member(&sign_in(&server, "Mia").await.1).await.expect("connects");
    let told = act(&mut mia, json!({"unmute": {"name": "One"}})).await;
    assert_eq!(told["under"].as_array().map(Vec::len), Some(1));
    one.post(&chat, "room=player&text=Thanks").await;
}

#[tokio::test]
async fn order_moderators_are_made_by_the_operator_and_do_not_act_on_each_other() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let mut mia = moderator(&server, data.path(), "Mia").await;
    let mut max = moderator(&server, data.path(), "Max").await;
    Program::new(server.address, data.path(), "Robot");
    for name in ["nobody", "Robot"] {
        let made = beside(data.path(), |source| accounts::set_moderator(source, name, true));
        assert!(made.is_err(), "{name}");
    }
    max.send(json!({"type": "lobby"})).await;
    max.send(say("Hello")).await;
    let said = max.next_of("chat_said").await;
    let line = json!({"room": "lobby", "id": said["line"]["id"]});
    for name in ["Max", "Mia"] {
        for asked in [
            json!({"close": {"name": name}}),
            json!({"hide_name": {"name": name}}),
            json!({"mute": {"who": {"name": name}, "minutes": 1}}),
        ] {
            let asked = json!({"type": "moderate", "act": asked, "why": "x"});
            assert_eq!(refused(&mut mia, asked.clone()).await, "not_your_turn", "{asked}");
        }
    }
    for asked in [
        json!({"mute": {"who": {"line": line}, "minutes": 1}}),
        json!({"delete_line": {"line": line}}),
    ] {
        let asked = json!({"type": "moderate", "act": asked, "why": "x"});
        assert_eq!(refused(&mut mia, asked.clone()).await, "not_your_turn", "{asked}");
    }
    for (asked, code) in [
        (
            json!({"type": "moderate", "act": {"close": {"name": "Nobody"}}, "why": "x"}),
            "not_found",
        ),
        (
            json!({"type": "moderate", "act": {"close": {"name": "Robot"}}, "why": " "}),
            "bad_message",
        ),
        (json!({"type": "moderate", "act": {"dance": {}}, "why": "x"}), "bad_message"),
        (
            json!({"type": "moderate", "act": {"cancel_game": {"game": "none"}}, "why": "x"}),
            "stale",
        ),
        (json!({"type": "report_done", "id": 9, "note": "x"}), "stale"),
    ] {
        assert_eq!(refused(&mut mia, asked.clone()).await, code, "{asked}");
    }
    // A moderator's own line they may delete.
    act(&mut max, json!({"delete_line": {"line": line}})).await;
    let told = act(&mut mia, json!({"close": {"name": "Robot"}})).await;
    assert_eq!(told["acts"][0]["by"], "Mia");
    assert!(told["acts"].as_array().is_some_and(|acts| {
        acts.iter().any(|act| act["act"] == "moderator_on" && act["by"].is_null())
    }));
    let listed = beside(data.path(), accounts::list).expect("lists");
    let shown: Vec<_> =
        listed.iter().map(|it| (it.name.as_str(), it.moderator, it.closed)).collect();
    assert_eq!(shown, [("Max", true, false), ("Mia", true, false), ("Robot", false, true)]);
}

#[tokio::test]
async fn order_live_games_are_those_that_all_may_watch() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data.path(), name));
    let mut alice = person(&server, "Alice").await;
    alice.send(json!({"type": "live"})).await;
    assert_eq!(alice.next_of("live").await["total"], 0);
    let begin = async |more: &str| {
        let made =
            one.post("/api/challenge/other", &format!("color=white&clock.limit=180&{more}")).await;
        let id = made["id"].as_str().expect("an id").to_owned();
        other.post(&format!("/api/challenge/{id}/accept"), "").await;
        one.post(&format!("/api/bot/game/{id}/move/e2e4"), "").await;
        id
    };
    let private = begin("private=true").await;
    let id = begin("rated=true").await;
    let told = until(&mut alice, "live", |live| live["total"] == 1).await;
    assert_eq!(
        (&told["games"][0]["id"], &told["games"][0]["players"]["w"]["rating"]["rating"]),
        (&json!(id), &json!(1500))
    );
    let before = told["games"][0]["position"].clone();
    other.post(&format!("/api/bot/game/{id}/move/e7e5"), "").await;
    until(&mut alice, "live", |live| live["games"][0]["position"] != before).await;
    for id in [&id, &private] {
        one.post(&format!("/api/bot/game/{id}/resign"), "").await;
    }
    until(&mut alice, "live", |live| live["total"] == 0).await;
}
