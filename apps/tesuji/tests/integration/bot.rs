//! `tesuji bot` and `tesuji connect` in a club.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use client::{Client, Color, Event, GameLine, Lines, NewChallenge};
use engine::{GameKind, Referee};
use serde_json::Value;
use server::club::ClubConfig;
use server::{Config, Server, ServerError, Stopper};

use crate::common::{command, piped, tesuji};

/// A club in a folder of its own.
struct Club {
    url: String,
    data: tempfile::TempDir,
    running: Option<(Stopper, JoinHandle<Result<(), ServerError>>)>,
}

impl Club {
    fn open() -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut club = Self { url: String::new(), data, running: None };
        club.start(0);
        club
    }

    fn start(&mut self, port: u16) {
        let mut config = Config::new(port, self.data.path());
        config.club = Some(ClubConfig::default());
        config.hash_mib = 1;
        let server = Server::bind(config).unwrap();
        self.url = server.url();
        let stopper = server.stopper();
        self.running = Some((stopper, std::thread::spawn(move || server.run())));
    }

    fn stop(&mut self) {
        if let Some((stopper, thread)) = self.running.take() {
            stopper.stop();
            thread.join().unwrap().unwrap();
        }
    }

    fn token(&self, name: &str) -> String {
        server::tokens::create(self.data.path(), name, true).unwrap()
    }

    fn client(&self, name: &str) -> Client {
        Client::new(&self.url, &self.token(name)).unwrap()
    }

    fn bot(&self, token: &str, more: &[&str]) -> Bot {
        let mut command = command(&["bot", "--server", &self.url, "--token", token]);
        command.args(more).stdout(Stdio::null()).stderr(Stdio::null());
        Bot(command.spawn().unwrap())
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        if let Some((stopper, _)) = &self.running {
            stopper.stop();
        }
    }
}

/// A bot that is killed at the latest with the test.
pub struct Bot(pub Child);

impl Bot {
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Challenges the bot, as black where it is asked for; the game's id once it has begun.
fn challenge(person: &Client, events: &mut Lines<Event>, variant: &str, color: Color) -> String {
    let variant = Some(variant.to_owned());
    let clock = Some((300, 1));
    let new = NewChallenge { variant, color: Some(color), clock, ..NewChallenge::default() };
    let id = person.challenge("robot", &new).unwrap().id;
    for event in events {
        match event.unwrap() {
            Event::GameStart { game } if game.id == id => return id,
            Event::ChallengeDeclined { challenge } => panic!("{challenge:?}"),
            _ => {}
        }
    }
    panic!("the stream ended")
}

/// Plays the first legal turn until so many turns are played; the turns.
fn play(person: &Client, id: &str, kind: &dyn GameKind, own: Color, plies: usize) -> Vec<String> {
    let mut start = None;
    for line in person.game(id).unwrap() {
        let state = match line.unwrap() {
            GameLine::GameFull(full) => {
                start = full.start().map(str::to_owned);
                full.state
            }
            GameLine::GameState(state) => state,
            _ => continue,
        };
        if state.is_over() || state.turns.len() >= plies {
            return state.turns;
        }
        if state.to_move == own {
            let mut game = kind.new_game(start.as_deref(), Referee::default()).unwrap();
            state.turns.iter().for_each(|turn| game.play(turn).unwrap());
            let turn = game.legal_turns().swap_remove(0);
            person.play(id, state.turns.len(), &turn).unwrap();
        }
    }
    panic!("the stream ended")
}

#[test]
fn a_bot_plays_every_game_several_at_once() {
    let club = Club::open();
    let token = club.token("Robot");
    let _bot = club.bot(&token, &["--engine", "tesuji,nodes=200", "--at-once", "8"]);
    let person = club.client("Person");
    let mut events = person.events().unwrap();
    let mut games = Vec::new();
    for kind in engine::kinds() {
        for color in [Color::White, Color::Black] {
            let id = challenge(&person, &mut events, kind.variants()[0].key, color);
            games.push((*kind, color, id));
        }
    }
    // One more than it plays at once is declined. (Later a game may be over already.)
    let declined = person.challenge("robot", &NewChallenge::default()).unwrap().id;
    let answer = events.find_map(|event| match event.unwrap() {
        Event::ChallengeDeclined { challenge } => Some(challenge),
        _ => None,
    });
    let answer = answer.unwrap();
    assert_eq!((answer.id, answer.decline_reason.as_deref()), (declined, Some("later")));
    for (kind, color, id) in &games {
        assert!(play(&person, id, *kind, *color, 5).len() >= 5, "{}", kind.name());
    }
}

#[test]
fn a_bot_that_is_killed_plays_on_where_it_was() {
    let mut club = Club::open();
    let token = club.token("Robot");
    let own = env!("CARGO_BIN_EXE_tesuji");
    let engine = format!("cmd={own},args=engine chess,nodes=100");
    let bot = ["--engine", engine.as_str(), "--variants", "standard"];
    let mut running = club.bot(&token, &bot);
    let person = club.client("Person");
    let mut events = person.events().unwrap();
    let chess = engine::kind("chess").unwrap();
    let id = challenge(&person, &mut events, "standard", Color::White);
    let before = play(&person, &id, chess, Color::White, 4);
    running.kill();
    running = club.bot(&token, &bot);
    let after = play(&person, &id, chess, Color::White, 8);
    assert_eq!(after[..4], before[..4]);
    // The server goes and comes back at the same address.
    let port = club.url.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    club.stop();
    std::thread::sleep(Duration::from_millis(200));
    club.start(port);
    assert!(play(&person, &id, chess, Color::White, 12).len() >= 12);
    drop(running);
}

/// A call with a token; the answer without its header.
pub fn call(url: &str, token: &str, method: &str, path: &str, body: &str) -> String {
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    loop {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        // Its bot may have used up what the member may ask for.
        if !answer.starts_with("HTTP/1.1 429") {
            return answer
                .split_once("\r\n\r\n")
                .map(|(_, body)| body.to_owned())
                .unwrap_or_default();
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The score of each game of a tournament, by player.
fn scores(url: &str, token: &str, id: &str) -> BTreeMap<String, Vec<Value>> {
    let lines = call(url, token, "GET", &format!("/api/tournament/{id}/results"), "");
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).ok()?;
        Some((row["username"].as_str()?.to_owned(), row["scores"].as_array()?.clone()))
    };
    lines.lines().filter_map(row).collect()
}

/// The scores once each of two players has so many.
pub fn scores_of(url: &str, token: &str, id: &str, games: usize) -> BTreeMap<String, Vec<Value>> {
    for _ in 0..600 {
        let scores = scores(url, token, id);
        if scores.len() == 2 && scores.values().all(|of| of.len() >= games) {
            return scores;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the tournament does not go on");
}

/// A club's server that can be killed, its address, and the tokens of programs with those names.
fn club_of<const N: usize>(data: &Path, names: [&str; N]) -> (Bot, String, [String; N]) {
    let tokens = names.map(|name| server::tokens::create(data, name, true).unwrap());
    let (server, url) = serve(data, "127.0.0.1:0");
    (server, url, tokens)
}

fn serve(data: &Path, listen: &str) -> (Bot, String) {
    let mut command = command(&["serve", "--listen", listen, "--data", data.to_str().unwrap()]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // All that it says is read: where nobody takes a line it would end.
    let said: Vec<String> =
        BufReader::new(child.stdout.take().unwrap()).lines().take(3).map(Result::unwrap).collect();
    let url = said[0].trim().trim_start_matches("Tesuji is at ").to_owned();
    (Bot(child), url)
}

/// Makes a tournament, and has a program play in it for each token; its id, and they.
fn play_in(url: &str, tokens: &[String], terms: &str) -> (String, Vec<Bot>) {
    let made = call(url, &tokens[0], "POST", "/api/tournament", terms);
    let made: Value = serde_json::from_str(&made).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let bot = |token: &String| {
        let engine = "tesuji,nodes=100";
        let args = ["--server", url, "--token", token, "--engine", engine, "--tournament", &id];
        let mut command = command(&["bot"]);
        command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
        Bot(command.spawn().unwrap())
    };
    let bots = tokens.iter().map(bot).collect();
    (id, bots)
}

/// The address on which a server listens, to listen there again.
fn listens(url: &str) -> &str {
    url.trim_start_matches("http://").trim_end_matches('/')
}

#[test]
fn bots_play_a_tournament_through_a_kill_of_the_server() {
    let data = tempfile::tempdir().unwrap();
    let (mut server, url, tokens) = club_of(data.path(), ["Robot", "Rival"]);
    let terms = "name=Bots&variant=onitama&clockTime=1&minutes=600&waitMinutes=0&rated=false";
    let (id, bots) = play_in(&url, &tokens, terms);
    let before = scores_of(&url, &tokens[0], &id, 2);
    server.kill();
    let (server, _) = serve(data.path(), listens(&url));
    let after = scores_of(&url, &tokens[0], &id, before["Robot"].len() + 2);
    for (name, scores) in &before {
        assert_eq!(after[name][..scores.len()], scores[..], "{name}");
    }
    let over = format!("/api/tournament/{id}/terminate");
    call(&url, &tokens[0], "POST", &over, "");
    drop(bots);
    let ran = tesuji(&["bot", "--server", &url, "--token", &tokens[0], "--tournament", &id]);
    assert!(ran.code == 1 && ran.err.contains("cancelled"), "{}", ran.err);
    drop(server);
}

/// The rows of a ladder, once so many games count in it and none is played.
fn rungs_of(url: &str, token: &str, id: &str, games: usize) -> Vec<Value> {
    for _ in 0..600 {
        let shown = call(url, token, "GET", &format!("/api/tournament/{id}"), "");
        let shown: Value = serde_json::from_str(&shown).unwrap_or_default();
        if shown["nbGames"].as_u64() >= Some(games as u64) && (games < 6 || shown["playing"] == 0) {
            return shown["standing"].as_array().cloned().unwrap_or_default();
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the ladder does not go on");
}

#[test]
fn bots_climb_a_ladder_through_two_kills_of_the_server() {
    let data = tempfile::tempdir().unwrap();
    let (mut server, url, tokens) = club_of(data.path(), ["Anna", "Bert", "Cora", "Dirk"]);
    let terms = "name=Rungs&kind=ladder&variant=onitama&clockTime=1&waitMinutes=0&rated=false";
    let (id, bots) = play_in(&url, &tokens, terms);
    // Killed among the games of the first hour: each two meet once in it, whatever happens to the server.
    rungs_of(&url, &tokens[0], &id, 2);
    server.kill();
    let (mut server, _) = serve(data.path(), listens(&url));
    let before = rungs_of(&url, &tokens[0], &id, 6);
    assert!(before.iter().all(|row| row["nbGames"] == 3), "{before:?}");
    // Killed when all rest: rungs, how they were come to, and games are the same after it.
    server.kill();
    let (server, _) = serve(data.path(), listens(&url));
    assert_eq!(rungs_of(&url, &tokens[0], &id, 6), before);
    drop((bots, server));
}

/// A club that answers a request by its line and by how many came before it.
fn answering(answer: impl Fn(&str, usize) -> String + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map(Result::unwrap);
            let request = lines.next().unwrap();
            while lines.next().is_some_and(|line| !line.is_empty()) {}
            let answer = answer(&request, number);
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    url
}

#[test]
fn a_bot_asks_to_join_until_it_is_answered() {
    let answer = |status: &str, body: &str| {
        let length = body.len();
        format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}")
    };
    let url = answering(move |request, number| match number {
        0 => answer("200 OK", r#"{"id":"robot","username":"Robot","title":"BOT"}"#),
        1 => answer("429 Too Many Requests", r#"{"error":"too many requests"}"#),
        2 => answer("503 Service Unavailable", r#"{"error":"it is ending"}"#),
        _ if request.contains("/api/tournament/t1/join") => {
            answer("400 Bad Request", r#"{"error":"the tournament is cancelled"}"#)
        }
        _ => answer("404 Not Found", r#"{"error":"no such page"}"#),
    });
    let ran = tesuji(&["bot", "--server", &url, "--token", "tesuji_0_0", "--tournament", "t1"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    // Where there are too many requests the client waits by itself.
    for words in ["it is ending", "the tournament is cancelled"] {
        assert!(ran.err.contains(words), "{words}: {}", ran.err);
    }
}

#[test]
fn a_bot_says_what_is_wrong() {
    let club = Club::open();
    let token = club.token("Robot");
    for (args, words) in [
        (vec!["--server", &club.url, "--token", "tesuji_0_0"], "no such token"),
        (vec!["--server", "club.example", "--token", &token], "no address of a club"),
        (vec!["--server", &club.url, "--token", &token, "--variants", "checkers"], "onitama"),
        (vec!["--server", &club.url, "--token", &token, "--engine", "human"], "engine"),
        (vec!["--server", &club.url, "--token", &token, "--engine", "cmd=x"], "--variants"),
        (vec!["--server", &club.url, "--token-file", "/nowhere"], "cannot be read"),
        (vec!["--server", &club.url], "TESUJI_TOKEN"),
    ] {
        let ran = tesuji(&[&["bot"], &args[..]].concat());
        assert!(ran.code == 1 && ran.err.contains(words), "{args:?}: {} {}", ran.code, ran.err);
    }
}

#[test]
fn a_member_plays_in_the_terminal() {
    let club = Club::open();
    let (token, other) = (club.token("Alice"), club.client("Bob"));
    // Bob is black, so that Alice has not to wait for him.
    let (variant, color) = (Some("ataxx".to_owned()), Some(Color::Black));
    let challenge = NewChallenge { variant, color, ..NewChallenge::default() };
    other.challenge("alice", &challenge).unwrap();
    let typed = "list\nengine 1 ataxx white 5+0\ng9\ng2\nhistory\nresign\n\
        accept\nabort\nplay nothing\nnonsense\nquit\n";
    let ran = piped(&["connect", &club.url, "--token", &token], typed.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    for words in [
        "You are Alice",
        "Bob challenges you: Ataxx",
        "Alice 5:00 against Tesuji level 1 5:00",
        "type moves, or help",
        "1. g2",
        "White (Tesuji level 1) wins: resignation.",
        "Nobody wins: abort.",
        "there is no such game",
        "there is no command 'nonsense'",
    ] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let refused = piped(&["connect", &club.url, "--token", "tesuji_0_0"], b"");
    assert!(refused.code == 1 && refused.err.contains("no such token"), "{}", refused.err);
}

#[test]
fn a_member_meets_others_in_the_terminal() {
    let club = Club::open();
    let (token, other) = (club.token("Alice"), club.client("Bob"));
    // Bob is black, so that Alice has not to wait for him.
    let by_days = NewChallenge {
        variant: Some("ataxx".to_owned()),
        color: Some(Color::Black),
        days: Some(3),
        ..NewChallenge::default()
    };
    let id = other.seek_by_days(&by_days).unwrap();
    let variant = by_days.variant.clone();
    let pool = NewChallenge { variant, clock: Some((180, 2)), ..NewChallenge::default() };
    // Whoever is to move, Bob gives the game of the pool up.
    let waits = std::thread::spawn(move || {
        let begun = other.pool(&pool).unwrap().filter_map(|said| said.unwrap().id).next();
        other.resign(&begun.unwrap()).unwrap();
    });
    let typed = format!(
        "seeks\njoin {id}\nback\nlist\nseek 2d onitama rated\nseeks\nwithdraw 0\nwithdraw\npool ataxx\n\
         pool 4+4\npool ataxx 3+2\nwait\nquit\n"
    );
    let ran = piped(&["connect", &club.url, "--token", &token], typed.as_bytes());
    waits.join().unwrap();
    assert_eq!(ran.code, 0, "{}", ran.err);
    for words in [
        "Bob: ataxx 3d",
        "Alice (2 d 23 h) against Bob (3 d 0 h)",
        "against Bob, white, your turn (2 d 23 h left)",
        "it stands until somebody joins",
        "Alice (yours): onitama 2d, rated",
        "there is no such seek",
        "withdraw whom or what?",
        "in which pool?",
        "The pools have these clocks",
        "You wait, with",
        "(Alice) wins: resignation.",
    ] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
}

#[test]
fn a_member_plays_again_and_saves_in_the_terminal() {
    let club = Club::open();
    let (token, other) = (club.token("Alice"), club.client("Bob"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a game.txt");
    let shown = file.display();
    // Bob is black, so that Alice has not to wait for him.
    let (variant, color) = (Some("ataxx".to_owned()), Some(Color::Black));
    let challenge =
        NewChallenge { variant, color, clock: Some((60, 1)), ..NewChallenge::default() };
    let first = other.challenge("alice", &challenge).unwrap().id;
    let blitz = NewChallenge { clock: Some((180, 0)), ..challenge.clone() };
    other.challenge("alice", &blitz).unwrap();
    let again = other.challenge("alice", &challenge).unwrap().id;
    let typed = format!(
        "rematch\nsave {shown}\nengine 1 ataxx white 5+2\nsave\nsave {shown}\nback\nrematch\nplay\nresign\n\
         save {shown}\nsave {shown} --force\nrematch\nresign\n\
         accept {first}\nabort\nrematch\nabort\nrematch\nlist\nquit\n"
    );
    let ran = piped(&["connect", &club.url, "--token", &token], typed.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    for words in [
        "you have been to no game yet",
        "save where?",
        &format!("Saved to {shown}."),
        "that game is not over",
        &format!("{shown} is there already; save {shown} --force writes over it"),
        "Alice 5:00 against Tesuji level 1 5:00",
        "Tesuji level 1 5:00 against Alice 5:00",
        "White (Tesuji level 1) wins: resignation.",
        // The challenge with another clock is left alone.
        "Bob challenges you: Ataxx 3+0",
        "Bob is challenged; type play once it is accepted.",
        "you challenge Bob: Ataxx",
    ] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    assert_eq!(ran.out.matches("Nobody wins: abort.").count(), 2, "{}", ran.out);
    assert!(other.export(&again).unwrap().contains("abort"));
    let made = other.challenges().unwrap().got.pop().unwrap();
    let time = made.time_control;
    assert_eq!((time.limit, time.increment, made.rated), (Some(60), Some(1), false));
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("resignation") && saved.contains("Alice"), "{saved}");
}

#[test]
fn a_member_talks_in_the_terminal() {
    let club = Club::open();
    let (token, other) = (club.token("Alice"), club.client("Bob"));
    let (variant, color) = (Some("ataxx".to_owned()), Some(Color::Black));
    let challenge = NewChallenge { variant, color, ..NewChallenge::default() };
    let id = other.challenge("alice", &challenge).unwrap().id;
    Client::new(&club.url, &token).unwrap().accept(&id).unwrap();
    // Control characters that a terminal would obey reach it as text.
    other.say(&id, "player", "Hello \u{1b}[2J<b>you</b>").unwrap();
    let typed = "play\nchat\nsay\nsay Hello, Bob \u{fffd}\nchat off\nchat maybe\nabort\nquit\n";
    let ran = piped(&["connect", &club.url, "--token", &token], typed.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    for words in ["Bob: Hello \u{fffd}[2J<b>you</b>", "say what?", "chat, chat off or chat on"] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    assert!(!ran.out.contains("\u{1b}[2J"), "{}", ran.out);
    let said = other.chat(&id).unwrap();
    assert_eq!(said[1], ("Alice".to_owned(), "Hello, Bob \u{fffd}".to_owned()));
}

#[test]
fn accounts_are_listed_and_programs_moderate_nothing() {
    let club = Club::open();
    club.token("Robot");
    let data = club.data.path().to_str().unwrap();
    let ran = tesuji(&["account", "list", "--data", data]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "Robot  program\n"));
    for (name, words) in [("Robot", "a moderator is a person"), ("nobody", "no account `nobody`")] {
        let ran = tesuji(&["account", "moderator", name, "--data", data]);
        assert!(ran.code == 1 && ran.err.contains(words), "{}", ran.err);
    }
    assert_eq!(tesuji(&["serve", "--guest-chat"]).code, 2, "a club's alone");
}
