//! Chats of games and of the lobby, and who reads them.

use crate::common::program::{Lines, Program};
use crate::common::{Client, Running, club, person};
use serde_json::{Value, json};
use server::club::ClubConfig;

fn two(server: &Running, data: &std::path::Path) -> [Program; 2] {
    ["One", "Other"].map(|name| Program::new(server.address, data, name))
}

/// A game of chess between the two; its id.
async fn game(one: &Program, other: &Program) -> String {
    let made = one.post("/api/challenge/other", "color=white&clock.limit=600").await;
    let id = made["id"].as_str().expect("an id").to_owned();
    other.post(&format!("/api/challenge/{id}/accept"), "").await;
    id
}

fn say(room: &str, game: &str, text: &str) -> Value {
    json!({"type": "say", "room": room, "game": game, "text": text})
}

async fn lines_of(program: &Program, id: &str) -> Vec<String> {
    let told = program.get(&format!("/api/bot/game/{id}/chat")).await;
    let lines = told.as_array().expect("lines").iter();
    lines
        .map(|line| {
            format!("{}: {}", line["user"].as_str().unwrap(), line["text"].as_str().unwrap())
        })
        .collect()
}

async fn stream(program: &Program, id: &str) -> Lines {
    let mut lines = program.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    lines.next_of("gameFull").await;
    lines
}

/// The contents of a room that a connection was told of.
async fn room(client: &mut Client, room: &str) -> Value {
    loop {
        let chat = client.next_of("chat").await;
        if chat["room"] == room {
            return chat["lines"].clone();
        }
    }
}

#[tokio::test]
async fn chat_players_and_spectators_have_rooms_of_their_own_until_the_end() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let id = game(&one, &other).await;
    let chat = format!("/api/bot/game/{id}/chat");
    let mut heard = stream(&other, &id).await;
    let mut watcher = person(&server, "Watcher").await;
    let mut friend = person(&server, "Friend").await;
    for client in [&mut watcher, &mut friend] {
        client.watch(&json!(id)).await;
        assert_eq!(room(client, "spectator").await, json!([]));
    }
    one.post(&chat, "room=player&text=Good+luck").await;
    let said = heard.next_of("chatLine").await;
    for (name, value) in [("room", "player"), ("username", "One"), ("text", "Good luck")] {
        assert_eq!(said[name], value, "{said}");
    }
    assert_eq!(said["number"], 1);
    // Who watches talks with those who watch, and neither hears the other room.
    watcher.send(say("spectator", &id, "He hangs a knight")).await;
    let said = friend.next_of("chat_said").await;
    assert_eq!(
        (&said["room"], &said["line"]["text"]),
        (&json!("spectator"), &json!("He hangs a knight"))
    );
    watcher.send(say("player", &id, "Mind the knight")).await;
    assert_eq!(watcher.error().await["code"], "not_your_turn");
    assert_eq!(one.refused("POST", &chat, "room=spectator&text=Hello").await, 400);
    assert_eq!(lines_of(&other, &id).await, ["One: Good luck"]);
    let third = Program::new(server.address, data.path(), "Third");
    assert_eq!(lines_of(&third, &id).await, ["Watcher: He hangs a knight"]);
    one.post(&chat, "room=player&text=Still+only+players").await;
    assert_eq!(heard.next_of("chatLine").await["text"], "Still only players");
    // Once it is over its players hear those who watched, on the page too.
    let header = format!("Authorization: Bearer {}\r\n", one.token);
    let (mut page, _) = server.member(&header).await.expect("connects");
    page.watch(&json!(id)).await;
    assert_eq!(room(&mut page, "player").await[0]["text"], "Good luck");
    one.post(&format!("/api/bot/game/{id}/resign"), "").await;
    assert_eq!(room(&mut page, "spectator").await[0]["text"], "He hangs a knight");
    page.send(say("spectator", &id, "I saw it, too")).await;
    loop {
        let said = friend.next_of("chat_said").await;
        assert_eq!(said["room"], "spectator", "{said}");
        if said["line"]["by"]["name"] == "One" {
            break;
        }
    }
}

#[tokio::test]
pub async fn chat_of_a_game_outlives_a_restart_and_that_of_a_private_game_is_its_players_own() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let third = Program::new(server.address, data.path(), "Third");
    let id = game(&one, &other).await;
    let made = one.post("/api/challenge/other", "private=true&color=white").await;
    let private = made["id"].as_str().expect("an id").to_owned();
    other.post(&format!("/api/challenge/{private}/accept"), "").await;
    for id in [&id, &private] {
        one.post(&format!("/api/bot/game/{id}/chat"), "room=player&text=Hello").await;
    }
    let path = format!("/api/bot/game/{private}/chat");
    assert_eq!(third.refused("GET", &path, "").await, 404);
    assert_eq!(third.refused("POST", &path, "room=spectator&text=Hello").await, 404);
    server.stop();
    let server = club(data.path());
    let other = Program { address: server.address, ..other };
    assert_eq!(lines_of(&other, &id).await, ["One: Hello"]);
    assert_eq!(lines_of(&other, &private).await, ["One: Hello"]);
}

#[tokio::test]
async fn chat_is_plain_text_of_a_bounded_length_and_rate() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = two(&server, data.path());
    let id = game(&one, &other).await;
    let chat = format!("/api/bot/game/{id}/chat");
    let mut heard = stream(&other, &id).await;
    for (sent, shown) in [
        ("%3Cimg+src%3Dx+onerror%3Dalert(1)%3E", "<img src=x onerror=alert(1)>"),
        ("%1B%5B2Jred%07+two%0D%0Alines", "\u{fffd}[2Jred\u{fffd} two  lines"),
        ("abc%E2%80%AEfed", "abc\u{fffd}fed"),
    ] {
        one.post(&chat, &format!("room=player&text={sent}")).await;
        assert_eq!(heard.next_of("chatLine").await["text"], shown);
    }
    let most = "%C3%BC".repeat(140);
    assert_eq!(one.refused("POST", &chat, &format!("room=player&text={most}x")).await, 413);
    assert_eq!(one.refused("POST", &chat, "room=player&text=+").await, 400);
    assert_eq!(one.refused("POST", &chat, "text=Hello").await, 400);
    one.post(&chat, &format!("room=player&text={most}")).await;
    assert_eq!(heard.next_of("chatLine").await["text"], "ü".repeat(140));
    // Five at once; the sixth waits, and nobody else does.
    let body = "room=player&text=again";
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(one.ask("POST", &chat, body).await.0);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
    other.post(&chat, body).await;
}

#[tokio::test]
async fn chat_of_the_lobby_is_for_members_with_a_name_unless_the_club_says_otherwise() {
    let data = tempfile::tempdir().expect("a folder");
    for guest_chat in [false, true] {
        let folder = data.path().join(guest_chat.to_string());
        let server = Running::start_with(&folder, |config| {
            config.club = Some(ClubConfig { guest_chat, ..ClubConfig::default() });
        });
        let (mut guest, hello) = server.member(&server.guest().await).await.expect("connects");
        assert_eq!(hello["club"]["rights"], json!({"chat": guest_chat, "moderator": false}));
        let mut alice = person(&server, "Alice").await;
        for client in [&mut guest, &mut alice] {
            client.send(json!({"type": "lobby"})).await;
            assert_eq!(room(client, "lobby").await, json!([]));
        }
        guest.send(json!({"type": "say", "room": "lobby", "text": "May I?"})).await;
        if guest_chat {
            assert_eq!(alice.next_of("chat_said").await["line"]["text"], "May I?");
        } else {
            assert_eq!(guest.error().await["code"], "signed_out");
        }
        alice.send(json!({"type": "say", "room": "lobby", "text": "Hello"})).await;
        let said = |heard: &Value| heard["line"]["by"]["name"] == "Alice";
        while !said(&guest.next_of("chat_said").await) {}
        for (asked, code) in [
            (json!({"type": "say", "room": "player", "text": "x"}), "bad_message"),
            (json!({"type": "say", "room": "lobby", "game": "x", "text": "x"}), "bad_message"),
            (json!({"type": "say", "room": "spectator", "game": "x", "text": "x"}), "not_found"),
            (json!({"type": "say", "room": "lobby", "text": "x".repeat(141)}), "too_large"),
        ] {
            alice.send(asked.clone()).await;
            assert_eq!(alice.error().await["code"], code, "{asked}");
        }
        // Who comes later is told what was said.
        let (mut late, _) = server.member(&server.guest().await).await.expect("connects");
        late.send(json!({"type": "lobby"})).await;
        let lines = room(&mut late, "lobby").await;
        assert_eq!(lines.as_array().map(Vec::len), Some(1 + usize::from(guest_chat)));
    }
}

#[tokio::test]
async fn chat_that_was_missed_is_told_to_who_comes_back() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data.path(), name));
    let made = one.post("/api/challenge/other", "variant=ataxx&color=white").await;
    let id = made["id"].as_str().expect("an id");
    other.post(&format!("/api/challenge/{id}/accept"), "").await;
    let (stream, chat) = (format!("/api/bot/game/stream/{id}"), format!("/api/bot/game/{id}/chat"));
    let mut lines = one.stream(&stream).await.expect("a stream");
    assert_eq!(lines.next().await["type"], "gameFull");
    other.post(&chat, "room=player&text=First").await;
    let first = lines.next_of("chatLine").await;
    drop(lines);
    other.post(&chat, "room=player&text=Second").await;
    other.post(&chat, "room=player&text=Third").await;
    let again = format!("{stream}?since={}", first["number"].as_i64().expect("a number"));
    let mut lines = one.stream(&again).await.expect("a stream");
    assert_eq!(lines.next().await["type"], "gameFull");
    let resumed = lines.next_of("resumed").await;
    assert_eq!(resumed["complete"], true);
    for text in ["Second", "Third"] {
        assert_eq!(lines.next().await["text"], text);
    }
    other.post(&chat, "room=player&text=Fourth").await;
    assert_eq!(lines.next_of("chatLine").await["text"], "Fourth");
    // Who watches is in another room, and is told nothing of this one.
    let third = Program::new(server.address, data.path(), "Third");
    let mut lines = third.stream(&format!("{stream}?since=0")).await.expect("a stream");
    assert_eq!(lines.next().await["type"], "gameFull");
    let resumed = lines.next().await;
    assert_eq!((&resumed["type"], &resumed["complete"]), (&json!("resumed"), &json!(true)));
    other.post(&format!("/api/bot/game/{id}/abort"), "").await;
    assert_eq!(lines.next().await["type"], "gameState");
}
