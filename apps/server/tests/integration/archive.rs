//! The public archive: which games are in it, and how they are found and downloaded.

use std::path::Path;

use crate::common::database::beside;
use crate::common::program::{Program, request};
use crate::common::{Running, START, club, cookie_of};
use serde_json::{Value, json};

/// A club with programs that play Ataxx with each other.
struct Archive {
    server: Running,
    one: Program,
    other: Program,
    third: Program,
}

impl Archive {
    fn new(data: &Path) -> Self {
        let server = club(data);
        let [one, other, third] =
            ["One", "Other", "Third"].map(|name| Program::new(server.address, data, name));
        Self { server, one, other, third }
    }

    /// A game of two, of which each plays a turn; its id.
    async fn game(&self, white: &Program, [name, black]: [&str; 2], more: &str) -> String {
        let body = format!("color=white&variant={more}");
        let made = white.post(&format!("/api/challenge/{name}"), &body).await;
        let id = made["id"].as_str().expect("an id").to_owned();
        let black = if black == "third" { &self.third } else { &self.other };
        black.post(&format!("/api/challenge/{id}/accept"), "").await;
        for (ply, by) in [white, black].into_iter().enumerate() {
            let legal = by.get(&format!("/api/bot/game/{id}/legal")).await;
            let turn = legal["turns"][0].as_str().expect("a turn").to_owned();
            by.post(&format!("/api/bot/game/{id}/move/{turn}?ply={ply}"), "").await;
        }
        id
    }

    /// What the archive answers to one without a token.
    async fn ask(&self, asked: &str, header: &str) -> (u16, String, String) {
        let header = format!("Host: {}\r\n{header}", self.server.address);
        let path = format!("/api/archive{asked}");
        loop {
            // Who has called often waits.
            let answer = request(self.server.address, "GET", &path, &header, "").await;
            if answer.0 != 429 {
                return answer;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    }

    async fn page(&self, asked: &str) -> (Vec<String>, Value) {
        let (status, _, text) = self.ask(asked, "").await;
        assert_eq!(status, 200, "{asked}: {text}");
        let page: Value = serde_json::from_str(&text).expect("JSON");
        let games = page["games"].as_array().expect("games");
        let ids = games.iter().map(|game| game["id"].as_str().expect("an id").to_owned());
        (ids.collect(), page)
    }

    async fn ids(&self, asked: &str) -> Vec<String> {
        self.page(asked).await.0
    }
}

#[tokio::test]
async fn archive_has_finished_public_games_of_two_and_no_others() {
    let data = tempfile::tempdir().expect("a folder");
    let club = Archive::new(data.path());
    let Archive { one, other, third, .. } = &club;
    let (to_other, to_third) = (["other", "other"], ["third", "third"]);
    let rated = club.game(one, to_other, "ataxx&clock.limit=300&rated=true").await;
    one.post(&format!("/api/bot/game/{rated}/resign"), "").await;
    let chess = club.game(one, to_third, "standard").await;
    // An offer stands as long as somebody looks.
    let _looks = one.stream(&format!("/api/bot/game/stream/{chess}")).await.expect("a stream");
    one.post(&format!("/api/bot/game/{chess}/draw/yes"), "").await;
    third.post(&format!("/api/bot/game/{chess}/draw/yes"), "").await;
    let quick = club.game(other, to_third, "ataxx&clock.limit=60").await;
    third.post(&format!("/api/bot/game/{quick}/resign"), "").await;
    // None of these is: one that goes on, a private one, an aborted one, a private one against the engine.
    club.game(one, to_other, "ataxx&clock.limit=300&rated=true").await;
    let private = club.game(one, to_other, "ataxx&private=true").await;
    one.post(&format!("/api/bot/game/{private}/resign"), "").await;
    let made = one.post("/api/challenge/other", "variant=ataxx").await;
    let aborted = made["id"].as_str().expect("an id");
    other.post(&format!("/api/challenge/{aborted}/accept"), "").await;
    one.post(&format!("/api/bot/game/{aborted}/abort"), "").await;
    let engine = one.post("/api/challenge/ai", "level=1&color=white&private=true").await;
    one.post(&format!("/api/bot/game/{}/resign", engine["id"].as_str().expect("an id")), "").await;
    let all = [quick.clone(), chess.clone(), rated.clone()];
    let (ids, page) = club.page("").await;
    assert_eq!((ids, &page["next"]), (all.to_vec(), &Value::Null));
    assert_eq!(page["games"][2]["winner"], "black");
    assert_eq!(page["games"][2]["players"]["white"]["user"]["name"], "One");
    assert_eq!(page["games"][2]["reason"], "resignation");
    for (asked, found) in [
        ("?game=ataxx", vec![&quick, &rated]),
        ("?game=standard", vec![&chess]),
        ("?rated=true", vec![&rated]),
        ("?rated=false", vec![&quick, &chess]),
        ("?player=ONE", vec![&chess, &rated]),
        ("?player=one&opponent=third", vec![&chess]),
        ("?speed=bullet", vec![&quick]),
        ("?speed=none", vec![&chess]),
        ("?result=draw", vec![&chess]),
        ("?result=white", vec![&quick]),
        ("?tournament=none", vec![]),
        ("?until=1000", vec![]),
        ("?since=1000&max=1", vec![&quick]),
    ] {
        assert_eq!(club.ids(asked).await.iter().collect::<Vec<_>>(), found, "{asked}");
    }
    // Page by page.
    let (mut asked, mut found) = ("?max=1".to_owned(), Vec::new());
    loop {
        let (ids, page) = club.page(&asked).await;
        found.extend(ids);
        let Some(next) = page["next"].as_str() else { break };
        asked = format!("?max=1&after={next}");
    }
    assert_eq!(found, all);
    for bad in
        ["?max=0", "?max=101", "?after=x", "?speed=slow", "?result=won", "?since=x", "?game=go"]
    {
        let (status, _, text) = club.ask(bad, "").await;
        assert!(status == 400 && text.contains("error"), "{bad}: {text}");
    }
    assert_eq!(club.ask("?player=nobody", "").await.0, 404);
    assert_eq!(club.ask("?format=text", "").await.0, 400, "of which game?");
}

#[tokio::test]
pub async fn archive_tells_games_between_people_against_the_house_and_of_programs_apart() {
    let data = tempfile::tempdir().expect("a folder");
    let club = Archive::new(data.path());
    // Against the engine: by a program, and by a guest.
    let made = club.one.post("/api/challenge/ai", "level=2&color=black&variant=ataxx").await;
    let of_program = made["id"].as_str().expect("an id").to_owned();
    club.one.post(&format!("/api/bot/game/{of_program}/resign"), "").await;
    let (mut guest, _) = club.server.member(&club.server.guest().await).await.expect("connects");
    let players = json!({"r": {"kind": "person"}, "b": {"kind": "engine", "level": 3}});
    guest
        .send(json!({"type": "new", "game": "onitama", "position": START, "players": players}))
        .await;
    let game = guest.next_of("game").await;
    let of_guest = game["id"].as_str().expect("an id").to_owned();
    guest.send(json!({"type": "resign", "id": of_guest, "side": "r"})).await;
    while guest.next_of("game").await["ending"].is_null() {}
    // Two programs, and two guests.
    let programs = club.game(&club.one, ["other", "other"], "ataxx").await;
    club.one.post(&format!("/api/bot/game/{programs}/resign"), "").await;
    guest.send(json!({"type": "new", "game": "onitama", "position": START, "seat": "r"})).await;
    let game = guest.next_of("game").await;
    let seat = guest.next_of("seat").await;
    let word = seat["invite"].as_str().expect("an invitation").trim_start_matches("/join/");
    let (mut friend, _) = club.server.member(&club.server.guest().await).await.expect("connects");
    friend.send(json!({"type": "join", "token": word})).await;
    friend.next_of("game").await;
    let people = game["id"].as_str().expect("an id").to_owned();
    friend.send(json!({"type": "resign", "id": people, "side": "b"})).await;
    while friend.next_of("game").await["ending"].is_null() {}
    let all = [&people, &programs, &of_guest, &of_program].map(String::clone);
    assert_eq!(club.ids("").await, all);
    for (asked, found) in [
        ("?against=people", &all[..1]),
        ("?against=programs", &all[1..2]),
        ("?against=house", &all[2..]),
        ("?against=house&game=ataxx", &all[3..]),
        ("?against=house&player=one", &all[3..]),
        ("?against=people&player=one", &[]),
    ] {
        assert_eq!(club.ids(asked).await, found, "{asked}");
    }
    // One against the engine is its player's alone.
    for (removed, left) in [(true, &all[3..]), (false, &all[2..])] {
        guest.send(json!({"type": "remove", "id": of_guest, "removed": removed})).await;
        while club.ids("?against=house").await != left {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
    let (_, page) = club.page("?against=house&game=ataxx").await;
    assert_eq!(page["games"][0]["players"]["white"]["aiLevel"], 2, "{page}");
    let (status, _, text) = club.ask("?against=nobody", "").await;
    assert!(status == 400 && text.contains("people, house, programs"), "{text}");
    let (_, _, text) = club.ask("?against=house&game=ataxx&format=text", "").await;
    assert!(text.contains("Tesuji level 2"), "{text}");
}

#[tokio::test]
async fn archive_is_downloaded_as_lines_and_as_the_games_text() {
    let data = tempfile::tempdir().expect("a folder");
    let club = Archive::new(data.path());
    let mut ids = Vec::new();
    for _ in 0..23 {
        let id = club.game(&club.one, ["other", "other"], "standard&clock.limit=300").await;
        club.one.post(&format!("/api/bot/game/{id}/resign"), "").await;
        ids.insert(0, id);
    }
    let (status, header, text) = club.ask("", "Accept: application/x-ndjson\r\n").await;
    assert!(status == 200 && header.contains("games.ndjson"), "{header}");
    // The body is in chunks: lines of JSON stand between their sizes.
    let lines: Vec<Value> = text
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let told: Vec<&str> = lines.iter().filter_map(|line| line["id"].as_str()).collect();
    assert_eq!(told, ids);
    let (_, header, text) = club.ask("?game=standard&format=text&max=21", "").await;
    assert!(header.contains("text/plain") && header.contains("attachment"), "{header}");
    assert_eq!(text.matches("[White \"One\"]").count(), 21, "{text}");
    // One game.
    let one = club.one.ask_with(&format!("/game/export/{}", ids[0]), "").await.2;
    assert!(one.contains("[Black \"Other\"]") && one.contains("0-1"), "{one}");
}

#[tokio::test]
async fn archive_hides_the_name_of_a_closed_account() {
    let data = tempfile::tempdir().expect("a folder");
    let club = Archive::new(data.path());
    let body = r#"{"name":"Mia","password":"correct horse"}"#;
    let header = format!("Host: {}\r\n", club.server.address);
    let (status, head, _) =
        request(club.server.address, "POST", "/club/sign-up", &header, body).await;
    assert_eq!(status, 200);
    beside(data.path(), |source| server::accounts::set_moderator(source, "Mia", true))
        .expect("a moderator");
    let mut moderator = club.server.member(&cookie_of(&head)).await.expect("connects").0;
    let id = club.game(&club.one, ["other", "other"], "ataxx").await;
    club.one.post(&format!("/api/bot/game/{id}/resign"), "").await;
    moderator
        .send(json!({"type": "moderate", "act": {"close": {"name": "Other"}}, "why": "It cheats."}))
        .await;
    // The account is closed once it is no longer found.
    while club.ask("?player=other", "").await.0 != 404 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let (ids, page) = club.page("").await;
    assert_eq!(ids, std::slice::from_ref(&id));
    assert_eq!(page["games"][0]["players"]["black"]["user"]["name"], "Closed account");
    let text = club.one.ask_with(&format!("/game/export/{id}"), "").await.2;
    assert!(text.contains("Closed account") && !text.contains("Other"), "{text}");
}
