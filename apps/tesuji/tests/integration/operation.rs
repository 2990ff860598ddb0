//! A club's server as whoever runs it meets it: it ends and comes back, is copied, and says what it does.

use std::path::Path;
use std::time::{Duration, Instant};

use client::{Client, Color, GameLine, NewChallenge, State};
use engine::Referee;
use serde_json::Value;

use crate::common::served::Served;
use crate::common::tesuji;

/// A game between two, the first as white, each with a minute.
fn begin(white: &Client, black: &Client, variant: &str) -> String {
    let name = black.account().unwrap().username;
    let (variant, color, clock) = (Some(variant.to_owned()), Some(Color::White), Some((60, 0)));
    let new = NewChallenge { variant, color, clock, ..NewChallenge::default() };
    let id = white.challenge(&name, &new).unwrap().id;
    black.accept(&id).unwrap();
    id
}

/// How a game stands.
fn state(client: &Client, id: &str) -> State {
    let full = client.steady_game(id).find_map(|line| match line.unwrap() {
        GameLine::GameFull(full) => Some(full),
        _ => None,
    });
    full.unwrap().state
}

/// Plays the first legal turn; how the game stood before.
fn turn(client: &Client, id: &str, variant: &str) -> State {
    let state = state(client, id);
    let (kind, _) = engine::kind_of_variant(variant).unwrap();
    let game = kind.new_game(Some(&state.fen), Referee::default()).unwrap();
    client.play(id, state.turns.len(), &game.legal_turns()[0]).unwrap();
    state
}

/// The end costs nobody time, however it comes: the clock goes on from the last turn once somebody is back.
fn no_time_is_charged(ends: impl Fn(&mut Served)) {
    let data = tempfile::tempdir().unwrap();
    let mut server = Served::start(data.path(), &[]);
    let [white, black] = ["White", "Black"].map(|name| server.program(data.path(), name));
    let id = begin(&white, &black, "standard");
    turn(&white, &id, "standard");
    turn(&black, &id, "standard");
    let before = state(&white, &id);
    ends(&mut server);
    let outage = Instant::now();
    while outage.elapsed() < Duration::from_millis(1500) {
        std::thread::sleep(Duration::from_millis(50));
    }
    // While the server starts nobody can move either.
    let server = server.again(data.path(), &[]);
    let back = Instant::now();
    let after = state(&white, &id);
    let most = u64::try_from(back.elapsed().as_millis()).unwrap() + 1;
    assert_eq!((&after.turns, after.to_move), (&before.turns, Color::White));
    assert_eq!(after.btime, before.btime, "it was not black's turn");
    // The time that white had thought before the end is given back as well.
    assert!(after.wtime + most >= before.wtime, "{before:?} {after:?} {most}");
    assert!(after.wtime <= 60_000, "{after:?}");
    turn(&white, &id, "standard");
    drop(server);
}

#[test]
fn a_killed_server_charges_no_time_for_its_outage() {
    no_time_is_charged(Served::kill);
}

#[test]
fn a_server_that_is_asked_to_end_says_so_and_charges_no_time() {
    no_time_is_charged(|server| {
        let (status, said) = server.terminate();
        assert!(status.success(), "{status}: {said}");
    });
}

#[test]
fn a_running_server_is_copied_and_the_copy_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (data, out) = (folder.path().join("data"), folder.path().join("copy"));
    let shown = |path: &Path| path.to_str().unwrap().to_owned();
    let mut server = Served::start(&data, &[]);
    let [white, black] = ["White", "Black"].map(|name| server.program(&data, name));
    let id = begin(&white, &black, "ataxx");
    turn(&white, &id, "ataxx");
    let copied = tesuji(&["backup", "--data", &shown(&data), "--out", &shown(&out)]);
    assert_eq!(copied.code, 0, "{}", copied.err);
    assert!(copied.out.starts_with("1 game is in "), "{}", copied.out);
    // It plays on meanwhile.
    turn(&black, &id, "ataxx");
    assert_eq!(state(&white, &id).turns.len(), 2);
    let restore = ["restore", &shown(&out), "--data", &shown(&data)];
    let refused = tesuji(&restore);
    assert!(refused.code == 1 && refused.err.contains("another server"), "{}", refused.err);
    server.kill();
    let restored = tesuji(&restore);
    assert_eq!(restored.code, 0, "{}", restored.err);
    assert!(restored.out.contains("What was there before is in"), "{}", restored.out);
    let server = server.again(&data, &[]);
    assert_eq!(state(&white, &id).turns.len(), 1);
    turn(&black, &id, "ataxx");
    drop(server);
}

#[test]
fn the_log_is_lines_of_json_without_a_secret() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Served::start(data.path(), &["--log", "json", "--address-rate", "2"]);
    let token = server::tokens::create(data.path(), "Robot", true).unwrap();
    let robot = Client::new(&server.url, &token).unwrap();
    let other = server.program(data.path(), "Other");
    let id = begin(&robot, &other, "standard");
    turn(&robot, &id, "standard");
    assert!(Client::new(&server.url, "tesuji_wrongwrong_token").unwrap().account().is_err());
    let address = server.url.trim_start_matches("http://").to_owned();
    let post = |path: &str, body: &str| {
        use std::io::{Read as _, Write as _};
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        let length = body.len();
        let head = format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
        write!(stream, "{head}Content-Length: {length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let made = post("/club/sign-up", r#"{"name":"Alice","password":"correct horse"}"#);
    let session = made.split("session=").nth(1).and_then(|rest| rest.split(';').next());
    post("/club/sign-in", r#"{"name":"my secret word","password":"battery staple"}"#);
    let (status, said) = server.terminate();
    assert!(status.success(), "{said}");
    let lines: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
        .collect();
    for words in
        ["serving", "an account was made", "somebody did not sign in", "stopping", "stopped"]
    {
        assert!(lines.iter().any(|line| line["message"] == words), "{words}: {said}");
    }
    assert!(said.contains("the limits of an address are not the usual ones"), "{said}");
    let secret = token.rsplit('_').next().unwrap();
    let words = [secret, "wrongwrong", "correct horse", "my secret word", "battery staple"];
    for word in words.into_iter().chain(session) {
        assert!(!word.is_empty() && !said.contains(word), "{word}: {said}");
    }
}
