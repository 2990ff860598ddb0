//! The interface for programs, as they meet it.

use std::path::Path;
use std::time::Duration;

use crate::common::database::beside;
use crate::common::program::{Lines, Program, request};
use crate::common::{Running, club, cookie_of, get_with};
use engine::{AnyGame, GameKind, Referee};
use serde_json::{Value, json};
use server::club::ClubConfig;

/// Two programs of a club.
struct Two {
    server: Running,
    one: Program,
    other: Program,
}

impl Two {
    fn new(data: &Path) -> Self {
        let server = club(data);
        let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data, name));
        Self { server, one, other }
    }

    /// A game of the two, in which the first is white; its id.
    async fn game(&self, more: &str) -> String {
        let body = format!("color=white&{more}");
        let challenge = self.one.post("/api/challenge/other", &body).await;
        let id = challenge["id"].as_str().expect("an id").to_owned();
        self.other.post(&format!("/api/challenge/{id}/accept"), "").await;
        id
    }
}

fn moved(id: &str, turn: &str, query: &str) -> String {
    format!("/api/bot/game/{id}/move/{}{query}", turn.replace(' ', "%20"))
}

/// The game that a stream tells of, so far.
fn replayed(kind: &dyn GameKind, full: &Value, state: &Value) -> Box<dyn AnyGame> {
    let start = full["initialFen"].as_str().filter(|start| *start != "startpos");
    let mut game = kind.new_game(start, Referee { repetition_draw: true }).expect("a start");
    for turn in state["turns"].as_array().expect("turns") {
        game.play(turn.as_str().expect("a turn")).expect("legal");
    }
    game
}

/// Plays random turns until the game is over; the last state.
pub async fn play_on(
    program: &Program,
    id: &str,
    kind: &dyn GameKind,
    seed: u64,
    most: usize,
) -> Value {
    let mut lines = program.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    let full = lines.next().await;
    assert_eq!(full["type"], "gameFull");
    let account = program.get("/api/account").await;
    let own = if full["white"]["id"] == account["id"] { "white" } else { "black" };
    let (mut state, mut seed) = (full["state"].clone(), seed);
    let mut number = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed >> 20
    };
    while state["status"] == "started" {
        let ply = state["turns"].as_array().expect("turns").len();
        if ply >= most {
            // The other side may have moved before, and ended the game.
            let path = format!("/api/bot/game/{id}/resign");
            let (status, answer) = program.patient("POST", &path, "").await;
            assert!(matches!(status, 200 | 400), "{status} {answer}");
            while state["status"] == "started" {
                state = lines.next_of("gameState").await;
            }
            break;
        } else if state["toMove"] == own {
            let turn = replayed(kind, &full, &state).random_turn(&mut number).expect("a turn");
            program.post(&moved(id, &turn, &format!("?ply={ply}")), "").await;
        }
        loop {
            state = lines.next_of("gameState").await;
            let now = state["turns"].as_array().expect("turns").len();
            if state["status"] != "started" || now > ply {
                break;
            }
        }
    }
    assert_eq!(lines.next().await, Value::Null, "the stream ends with the game");
    state
}

#[tokio::test]
async fn api_a_program_plays_every_game_against_the_house() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let program = Program::new(server.address, data.path(), "Robot");
    for kind in engine::kinds() {
        for (seed, color) in [(1, "white"), (2, "black")] {
            let variant = kind.variants()[0];
            let body = json!({"level": 1, "color": color, "variant": variant.key}).to_string();
            let begun = program.post("/api/challenge/ai", &body).await;
            assert_eq!(
                (&begun["color"], &begun["variant"]["key"]),
                (&json!(color), &json!(variant.key))
            );
            let id = begun["id"].as_str().expect("an id");
            let last = play_on(&program, id, *kind, seed, 12).await;
            assert_ne!(last["status"], "started", "{last}");
        }
    }
    assert_eq!(program.get("/api/account/playing").await["nowPlaying"], json!([]));
}

#[tokio::test]
pub async fn api_two_programs_play_and_hear_of_it() {
    let data = tempfile::tempdir().expect("a folder");
    let two = Two::new(data.path());
    let mut events = two.other.stream("/api/stream/event").await.expect("a stream");
    let body = r#"{"clock":{"limit":300,"increment":2},"rated":false,"color":"white","days":null}"#;
    let challenge = two.one.post("/api/challenge/OTHER", body).await;
    let id = challenge["id"].as_str().expect("an id");
    assert_eq!(challenge["timeControl"]["limit"], 300);
    assert_eq!(challenge["speed"], "blitz");
    let heard = events.next_of("challenge").await;
    assert_eq!(heard["challenge"], challenge);
    assert_eq!(two.other.get("/api/challenge").await["in"], json!([challenge]));
    assert_eq!(two.one.get("/api/challenge").await["out"], json!([challenge]));
    assert_eq!(two.one.refused("POST", &format!("/api/challenge/{id}/accept"), "").await, 404);
    two.other.post(&format!("/api/challenge/{id}/accept"), "").await;
    assert_eq!(two.other.refused("POST", &format!("/api/challenge/{id}/accept"), "").await, 404);
    let begun = events.next_of("gameStart").await;
    assert_eq!((&begun["game"]["id"], &begun["game"]["color"]), (&json!(id), &json!("black")));
    assert_eq!(begun["game"]["isMyTurn"], false);
    assert_eq!(begun["game"]["variant"]["key"], "standard");
    assert_eq!(begun["game"]["opponent"]["id"], "one");
    // Fool's mate.
    let mut lines =
        two.one.stream(&format!("/api/board/game/stream/{id}")).await.expect("a stream");
    let full = lines.next().await;
    assert_eq!(full["initialFen"], "startpos");
    assert_eq!(full["clock"], json!({"initial": 300_000, "increment": 2000}));
    assert_eq!((&full["white"]["id"], &full["black"]["title"]), (&json!("one"), &json!("BOT")));
    for (ply, turn) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        let (mover, waits) =
            if ply % 2 == 0 { (&two.one, &two.other) } else { (&two.other, &two.one) };
        assert_eq!(waits.refused("POST", &moved(id, turn, ""), "").await, 400, "{turn}");
        assert_eq!(mover.refused("POST", &moved(id, "a1a8", ""), "").await, 400);
        mover.post(&moved(id, turn, ""), "").await;
        let state = loop {
            let state = lines.next_of("gameState").await;
            if state["turns"].as_array().is_some_and(|turns| turns.len() == ply + 1) {
                break state;
            }
        };
        assert!(
            state["wtime"].as_u64().is_some_and(|left| (1..=310_000).contains(&left)),
            "{state}"
        );
        if ply == 3 {
            assert_eq!((&state["status"], &state["winner"]), (&json!("mate"), &json!("black")));
            assert_eq!(state["moves"], "f2f3 e7e5 g2g4 d8h4");
        }
    }
    assert_eq!(lines.next().await, Value::Null);
    let over = events.next_of("gameFinish").await;
    assert_eq!((&over["game"]["id"], &over["game"]["winner"]), (&json!(id), &json!("black")));
    let (status, header, text) = two.one.ask_with(&format!("/game/export/{id}"), "").await;
    assert!(status == 200 && header.contains("text/plain"), "{header}");
    assert!(text.contains("[White \"One\"]") && text.contains("Qh4# 0-1"), "{text}");
    let accept = "Accept: application/x-ndjson\r\n";
    let (_, _, games) = two.one.ask_with("/api/games/user/one?max=5", accept).await;
    let game: Value = serde_json::from_str(games.trim()).expect("one line");
    assert_eq!((&game["id"], &game["status"]), (&json!(id), &json!("mate")));
}

#[tokio::test]
async fn api_challenges_are_declined_and_taken_back() {
    let data = tempfile::tempdir().expect("a folder");
    let two = Two::new(data.path());
    let mut events = two.one.stream("/api/stream/event").await.expect("a stream");
    for (by, way, kind) in
        [(&two.other, "decline", "challengeDeclined"), (&two.one, "cancel", "challengeCanceled")]
    {
        let id = two.one.post("/api/challenge/other", "variant=onitama").await["id"].clone();
        let id = id.as_str().expect("an id");
        events.next_of("challenge").await;
        by.post(&format!("/api/challenge/{id}/{way}"), "reason=later").await;
        assert_eq!(events.next_of(kind).await["challenge"]["id"], id);
        assert_eq!(by.refused("POST", &format!("/api/challenge/{id}/{way}"), "").await, 404);
    }
    for (body, words) in [
        ("variant=checkers", "variant"),
        ("rated=true", "clock"),
        ("rated=true&clock.limit=60&fen=8/8/8/8/8/4k3/8/4K2R w - - 0 1", "begins"),
        ("color=green", "color"),
        ("clock.limit=abc", "number"),
        ("clock.limit=0", "clock"),
        ("fen=nonsense", "ranks"),
        ("days=15", "days"),
        ("deal=x&variant=chess", "chess960"),
        ("deal=x&fen=y", "both"),
        ("{", "JSON"),
    ] {
        let (status, answer) = two.one.ask("POST", "/api/challenge/other", body).await;
        let said = answer["error"].as_str().unwrap_or_default();
        assert!(
            status == 400 && said.to_lowercase().contains(&words.to_lowercase()),
            "{body}: {answer}"
        );
    }
    assert_eq!(two.one.refused("POST", "/api/challenge/nobody-here", "").await, 404);
    assert_eq!(two.one.refused("POST", "/api/challenge/one", "").await, 400);
    assert_eq!(two.one.refused("POST", "/api/challenge/ai", "level=16").await, 400);
}

#[tokio::test]
async fn api_nobody_moves_for_another_or_sees_a_private_game() {
    let data = tempfile::tempdir().expect("a folder");
    let two = Two::new(data.path());
    let third = Program::new(two.server.address, data.path(), "Third");
    let id = two.game("").await;
    for (path, status) in [
        (moved(&id, "e2e4", ""), 400),
        (format!("/api/bot/game/{id}/resign"), 400),
        (format!("/api/bot/game/{id}/abort"), 400),
        (format!("/api/bot/game/{id}/draw/yes"), 400),
        (format!("/api/bot/game/{id}/takeback/yes"), 400),
    ] {
        assert_eq!(third.refused("POST", &path, "").await, status, "{path}");
        let gone = path.replace(&id, "0000000000000000");
        assert_eq!(third.refused("POST", &gone, "").await, 404, "{gone}");
    }
    // Who watches a public game hears of it; a private one is not there.
    let mut lines = third.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    assert_eq!(lines.next().await["state"]["turns"], json!([]));
    let id = two.game("private=yes").await;
    assert_eq!(third.stream(&format!("/api/bot/game/stream/{id}")).await.err(), Some(404));
    for path in [moved(&id, "e2e4", ""), format!("/api/bot/game/{id}/resign")] {
        assert_eq!(third.refused("POST", &path, "").await, 404, "{path}");
    }
    assert_eq!(third.refused("GET", &format!("/game/export/{id}"), "").await, 404);
    assert_eq!(third.refused("GET", "/api/games/user/one", "").await, 404);
    let bare = format!("Host: {}\r\n", two.server.address);
    let (status, _, _) =
        request(third.address, "GET", &format!("/game/export/{id}"), &bare, "").await;
    assert_eq!(status, 404);
    assert!(two.one.stream(&format!("/api/bot/game/stream/{id}")).await.is_ok());
}

#[tokio::test]
async fn api_a_turn_that_is_sent_twice_is_played_once() {
    let data = tempfile::tempdir().expect("a folder");
    let two = Two::new(data.path());
    let id = two.game("").await;
    for query in ["?ply=0", "?ply=0", ""] {
        two.one.post(&moved(&id, "e2e4", query), "").await;
    }
    assert_eq!(two.other.refused("POST", &moved(&id, "e2e4", "?ply=0"), "").await, 400);
    two.other.post(&moved(&id, "e7e5", "?ply=1"), "").await;
    // Who has not heard the answer sends it again, whatever came after; another turn is for a game that has gone on.
    two.one.post(&moved(&id, "e2e4", "?ply=0"), "").await;
    assert_eq!(two.one.refused("POST", &moved(&id, "d2d4", "?ply=0"), "").await, 400);
    assert_eq!(two.other.refused("POST", &moved(&id, "e2e4", "?ply=0"), "").await, 400);
    let playing = two.one.get("/api/account/playing").await;
    assert_eq!(playing["nowPlaying"][0]["lastMove"], "e7e5");
    let mut lines = two.one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    assert_eq!(lines.next().await["state"]["moves"], "e2e4 e7e5");
}

#[tokio::test]
async fn api_offers_are_made_and_taken() {
    let data = tempfile::tempdir().expect("a folder");
    let two = Two::new(data.path());
    let id = two.game("").await;
    let game = format!("/api/bot/game/{id}");
    let mut lines =
        two.other.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    lines.next_of("gameFull").await;
    two.one.post(&moved(&id, "e2e4", "?offeringDraw=true"), "").await;
    while lines.next_of("gameState").await["wdraw"] != true {}
    two.other.post(&format!("{game}/draw/no"), "").await;
    while lines.next_of("gameState").await["wdraw"] != false {}
    two.one.post(&format!("{game}/takeback/yes"), "").await;
    while lines.next_of("gameState").await["wtakeback"] != true {}
    two.other.post(&format!("{game}/takeback/yes"), "").await;
    while lines.next_of("gameState").await["moves"] != "" {}
    assert_eq!(two.one.refused("POST", &format!("{game}/draw/maybe"), "").await, 400);
    two.one.post(&moved(&id, "d2d4", ""), "").await;
    two.other.post(&format!("{game}/draw/yes"), "").await;
    two.one.post(&format!("{game}/draw/yes"), "").await;
    while lines.next_of("gameState").await["status"] != "draw" {}
    let id = two.game("variant=ataxx").await;
    two.one.post(&format!("/api/bot/game/{id}/abort"), "").await;
    let mut lines = two.one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    assert_eq!(lines.next().await["state"]["status"], "aborted");
}

#[tokio::test]
pub async fn api_a_stream_is_opened_again_after_a_restart() {
    let data = tempfile::tempdir().expect("a folder");
    let two = Two::new(data.path());
    let id = two.game("clock.limit=600").await;
    two.one.post(&moved(&id, "e2e4", ""), "").await;
    let mut lines = two.one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    lines.next_of("gameFull").await;
    let Two { server, one, other } = two;
    server.stop();
    while !lines.next().await.is_null() {}
    let server = club(data.path());
    let [one, other] = [one, other].map(|it| Program { address: server.address, ..it });
    let mut events = other.stream("/api/stream/event").await.expect("a stream");
    let begun = events.next_of("gameStart").await;
    assert_eq!((&begun["game"]["id"], &begun["game"]["isMyTurn"]), (&json!(id), &json!(true)));
    other.post(&moved(&id, "e7e5", "?ply=1"), "").await;
    let mut lines = one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    assert_eq!(lines.next().await["state"]["moves"], "e2e4 e7e5");
}

#[tokio::test]
async fn api_a_token_is_wanted_and_a_revoked_one_ends_streams() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start_with(data.path(), |config| {
        config.club = Some(ClubConfig::default());
        config.ping = Duration::from_millis(50);
    });
    let program = Program::new(server.address, data.path(), "Robot");
    let mut none = program.clone();
    none.token = format!("{}x", program.token);
    assert_eq!(none.refused("GET", "/api/account", "").await, 401);
    assert_eq!(none.stream("/api/stream/event").await.err(), Some(401));
    // A cookie is no token, and a page of another site does not call.
    let cookie =
        cookie_of(&get_with(server.address, "/", &format!("Host: {}\r\n", server.address)).await);
    for more in [
        format!("{cookie}\r\n"),
        format!("Origin: https://evil.example\r\nAuthorization: Bearer {}\r\n", program.token),
    ] {
        let header = format!("Host: {}\r\n{more}", server.address);
        let (status, _, body) = request(server.address, "GET", "/api/account", &header, "").await;
        assert!(status == 401 && body.contains("error"), "{more}{body}");
    }
    let begun = program.post("/api/challenge/ai", "level=1&color=white").await;
    let id = begun["id"].as_str().expect("an id");
    let mut events = program.stream("/api/stream/event").await.expect("a stream");
    let mut lines = program.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    events.next_of("gameStart").await;
    lines.next_of("gameFull").await;
    assert_eq!(events.line().await.as_deref(), Some(""), "an empty line says that it lives");
    beside(data.path(), |source| server::tokens::revoke(source, &program.token)).expect("revoked");
    let ended = async |mut lines: Lines| while lines.line().await.is_some() {};
    ended(events).await;
    ended(lines).await;
    assert_eq!(program.refused("POST", &moved(id, "e2e4", ""), "").await, 401);
}

#[tokio::test]
async fn api_requests_are_limited_in_size_and_rate() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let program = Program::new(server.address, data.path(), "Robot");
    let long = format!("fen={}", "x".repeat(20 * 1024));
    assert_eq!(program.refused("POST", "/api/challenge/ai", &long).await, 413);
    assert_eq!(program.refused("GET", "/api/nothing", "").await, 404);
    assert_eq!(program.refused("POST", "/api/bot/game/%ff/resign", "").await, 400);
    assert_eq!(program.refused("DELETE", "/api/account", "").await, 405);
    let mut refused = 0;
    for _ in 0..300 {
        refused += usize::from(program.ask("GET", "/api/account", "").await.0 == 429);
        if refused > 5 {
            break;
        }
    }
    assert!(refused > 5, "{refused}");
}

#[tokio::test]
async fn api_on_loopback_there_are_no_members() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let program = Program { address: server.address, token: "tesuji_a_b".to_owned() };
    for path in ["/api/account", "/api/stream/event", "/game/export/0000000000000000"] {
        assert_eq!(program.refused("GET", path, "").await, 404, "{path}");
    }
}

/// The place of an event, as a stream is asked for what comes after it.
fn place(event: &Value) -> String {
    let (number, epoch) = (event["number"].as_u64(), event["epoch"].as_str());
    format!("?since={}&epoch={}", number.expect("a number"), epoch.expect("an epoch"))
}

#[tokio::test]
async fn api_who_comes_back_is_told_the_events_that_were_missed() {
    let data = tempfile::tempdir().expect("a folder");
    let Two { server, one, other } = Two::new(data.path());
    let stream = "/api/stream/event";
    let mut lines = one.stream(stream).await.expect("a stream");
    other.post("/api/challenge/one", "variant=onitama").await;
    let first = lines.next_of("challenge").await;
    drop(lines);
    // Missed: a challenge, its end, and one that stands.
    let second = other.post("/api/challenge/one", "variant=ataxx").await["id"].clone();
    let id = second.as_str().expect("an id");
    other.post(&format!("/api/challenge/{id}/cancel"), "").await;
    let third = other.post("/api/challenge/one", "variant=onitama").await["id"].clone();
    let again = format!("{stream}{}", place(&first));
    let mut lines = one.stream(&again).await.expect("a stream");
    let resumed = lines.next().await;
    assert_eq!((&resumed["type"], &resumed["complete"]), (&json!("resumed"), &json!(true)));
    let mut last = first["number"].as_u64();
    let mut place_of_last = String::new();
    for (kind, id) in
        [("challenge", &second), ("challengeCanceled", &second), ("challenge", &third)]
    {
        let event = lines.next().await;
        assert_eq!((event["type"].as_str(), &event["challenge"]["id"]), (Some(kind), id));
        assert!(event["number"].as_u64() > last, "{event}");
        last = event["number"].as_u64();
        place_of_last = place(&event);
    }
    // What comes now goes on from there, each once.
    let fourth = other.post("/api/challenge/one", "variant=ataxx").await["id"].clone();
    assert_eq!(lines.next().await["challenge"]["id"], fourth);
    drop(lines);
    let mut lines = one.stream(&format!("{stream}{place_of_last}")).await.expect("a stream");
    assert_eq!(lines.next().await["complete"], true);
    assert_eq!(lines.next().await["challenge"]["id"], fourth);
    drop(lines);
    // A number of another start of the server, or one that was never given: all that there is comes.
    for asked in ["?since=1&epoch=another", "?since=1", "?since=99999"] {
        let mut lines = one.stream(&format!("{stream}{asked}")).await.expect("a stream");
        assert_eq!(lines.next().await["complete"], false, "{asked}");
        for _ in 0..3 {
            assert_eq!(lines.next().await["type"], "challenge");
        }
    }
    // So it is after a restart, which begins the numbers anew.
    server.stop();
    let server = club(data.path());
    let one = Program { address: server.address, ..one };
    let mut lines = one.stream(&again).await.expect("a stream");
    let resumed = lines.next().await;
    assert_eq!(resumed["complete"], false);
    assert_ne!(resumed["epoch"], first["epoch"]);
    assert_eq!(one.refused("GET", &format!("{stream}?since=x"), "").await, 400);
}
