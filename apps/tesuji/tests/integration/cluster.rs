//! A club of three processes, which share a PostgreSQL and a NATS of their own: each is killed in turn while games go on
//! at all of them, and nothing that was acknowledged is lost.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use client::{Client, Color};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use servers::{Bus, Database, Spread, free_port};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::bot::{Bot, call, scores_of};
use crate::common::served::Served;
use crate::kill::{GAMES_OF_A_MEMBER, Seen, begin, play, turns_kept, wait_for, whole_game};

/// The processes of a club.
const NODES: usize = 3;
/// Games of one member, of which each process has some.
const GAMES: usize = 24;
/// How long something may take to be heard.
const PATIENCE: Duration = Duration::from_secs(60);

/// A club that can lose a process and get it back.
struct Club {
    database: String,
    bus: Bus,
    _server: Database,
    spread: Spread,
    ports: Vec<u16>,
    folder: tempfile::TempDir,
    nodes: Vec<Served>,
}

impl Club {
    /// With all of its processes; none where what it needs is not here.
    fn start() -> Option<Self> {
        if let Some(missing) = servers::missing() {
            eprintln!("skipped: {missing}");
            return None;
        }
        let (server, bus) = (Database::start(false).unwrap(), Bus::start().unwrap());
        let database = server.create("club").unwrap();
        let ports: Vec<u16> = (0..NODES).map(|_| free_port().unwrap()).collect();
        let spread = Spread::start(ports.clone()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("word"), "a-word-of-the-nodes").unwrap();
        let nodes = Vec::new();
        let mut club = Self { database, bus, _server: server, spread, ports, folder, nodes };
        club.nodes = (0..NODES).map(|number| club.node(number)).collect();
        Some(club)
    }

    /// Starts one of its processes.
    fn node(&self, number: usize) -> Served {
        let urls: Vec<String> =
            self.ports.iter().map(|port| format!("http://127.0.0.1:{port}")).collect();
        let (number_text, urls, word) =
            (number.to_string(), urls.join(","), self.folder.path().join("word"));
        let (public, bus) = (self.spread.url(), self.bus.url());
        let options = [
            ["--public", &public],
            ["--database", &self.database],
            ["--nodes", &urls],
            ["--node", &number_text],
            ["--bus", &bus],
            ["--nodes-token-file", word.to_str().unwrap()],
            ["--max-connections", "3000"],
            ["--address-connections", "3000"],
            ["--address-rate", "1000"],
        ];
        let data = self.folder.path().join(format!("data{number}"));
        Served::at(&format!("127.0.0.1:{}", self.ports[number]), &data, &options.concat())
    }

    /// Ends one of its processes as `kill -9` does, and starts it again.
    fn kill(&mut self, number: usize) {
        self.nodes[number].kill();
        self.nodes[number] = self.node(number);
    }

    fn member(&self, name: &str) -> (Client, String) {
        let source = server::Source::Server(self.database.parse().unwrap());
        let token = server::tokens::create(&source, name, true).unwrap();
        (Client::new(&self.spread.url(), &token).unwrap(), token)
    }

    /// The turns that a process has kept since it began.
    fn turns(&self, number: usize) -> u64 {
        turns_kept(&format!("http://127.0.0.1:{}", self.ports[number]))
    }

    /// The lines of an answer of one process, asked by itself under the club's name.
    fn ask(&self, number: usize, path: &str, token: &str) -> impl Iterator<Item = String> + use<> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.ports[number])).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let host = self.spread.url().replace("http://", "");
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        BufReader::new(stream).lines().map_while(Result::ok)
    }
}

/// Processes that have kept so many turns since.
fn play_on(club: &Club, before: &[u64], turns: u64) -> usize {
    (0..NODES).filter(|&number| club.turns(number) >= before[number] + turns).count()
}

fn three(games: usize, kills: usize) {
    let Some(mut club) = Club::start() else { return };
    let pairs = games.div_ceil(GAMES_OF_A_MEMBER);
    let players: Vec<[Client; 2]> = (0..pairs)
        .map(|pair| ["White", "Black"].map(|name| club.member(&format!("{name}{pair}")).0))
        .collect();
    let begun = begin(games, &players);
    let (done, started) = (AtomicBool::new(false), Instant::now());
    let seen: Vec<[Seen; 2]> = thread::scope(|scope| {
        let done = &done;
        let sides: Vec<_> = begun
            .iter()
            .map(|(id, white, black)| {
                [(*white, Color::White), (*black, Color::Black)]
                    .map(|(client, own)| scope.spawn(move || play(client, id, own, done)))
            })
            .collect();
        let all_play = |club: &Club| {
            let before: Vec<u64> = (0..NODES).map(|number| club.turns(number)).collect();
            wait_for(|| play_on(club, &before, games as u64) == NODES, PATIENCE)
        };
        for kill in 0..kills {
            // In the midst of games at all of them.
            assert!(all_play(&club), "no turns are played at some node");
            club.kill(kill % NODES);
        }
        assert!(all_play(&club), "no turns are played at some node after the last kill");
        done.store(true, Ordering::Relaxed);
        sides.into_iter().map(|pair| pair.map(|side| side.join().unwrap())).collect()
    });
    let mut turns = 0;
    for ((id, ..), seen) in begun.iter().zip(&seen) {
        turns += whole_game(id, seen).turns.len();
    }
    println!("{games} games, {kills} kills, {turns} turns in {:?}", started.elapsed());
}

#[test]
fn each_of_three_nodes_is_killed_and_no_turn_is_lost() {
    three(100, 6);
}

/// A bot that plays in a tournament.
fn bot_in(url: &str, token: &str, id: &str) -> Bot {
    let engine = "tesuji,nodes=100";
    let args = ["--server", url, "--token", token, "--engine", engine, "--tournament", id];
    let mut command = crate::common::command(&["bot"]);
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
    Bot(command.spawn().unwrap())
}

#[test]
fn bots_play_a_tournament_over_three_nodes_through_the_kill_of_each() {
    let Some(mut club) = Club::start() else { return };
    let url = club.spread.url();
    let tokens = ["Robot", "Rival"].map(|name| club.member(name).1);
    let terms = "name=Bots&variant=onitama&clockTime=1&minutes=600&waitMinutes=0&rated=true";
    let made = call(&url, &tokens[0], "POST", "/api/tournament", terms);
    let made: Value = serde_json::from_str(&made).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let _bots = tokens.each_ref().map(|token| bot_in(&url, token, &id));
    let mut before = scores_of(&url, &tokens[0], &id, 3);
    for number in 0..NODES {
        club.kill(number);
        let after = scores_of(&url, &tokens[0], &id, before["Robot"].len() + 3);
        for (name, scores) in &before {
            assert_eq!(after[name][..scores.len()], scores[..], "{name}");
        }
        before = after;
    }
}

#[test]
fn a_private_tournament_over_three_nodes_is_seen_by_its_people_alone() {
    let Some(club) = Club::start() else { return };
    let url = club.spread.url();
    let [owner, robot, rival, stranger] =
        ["Owner", "Robot", "Rival", "Stranger"].map(|name| club.member(name).1);
    let terms =
        "name=Bots&variant=onitama&clockTime=1&minutes=600&waitMinutes=0&invited=robot,rival";
    let made = call(&url, &owner, "POST", "/api/tournament", terms);
    let made: Value = serde_json::from_str(&made).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let _bots = [&robot, &rival].map(|token| bot_in(&url, token, &id));
    scores_of(&url, &owner, &id, 8);
    let played = call(&url, &robot, "GET", "/api/games/user/robot?max=8", "");
    let games: Vec<&str> = played.split("/game/").skip(1).map(|rest| &rest[..16]).collect();
    assert_eq!(games.len(), 8, "{played}");
    for number in 0..NODES {
        let mut pages = [&owner, &stranger].map(|token| Page::open(&club, number, token));
        for game in &games {
            for page in &mut pages {
                page.say(format!(r#"{{"type":"watch","id":"{game}"}}"#));
            }
            pages[0].hear_text("game", game);
            pages[1].hear_text("error", "not_found");
            pages[0].say(format!(r#"{{"type":"leave","id":"{game}"}}"#));
            for (token, status) in [(&owner, "200"), (&stranger, "404")] {
                let first = club.ask(number, &format!("/game/export/{game}"), token).next();
                assert!(first.as_ref().is_some_and(|it| it.contains(status)), "{first:?}");
            }
        }
    }
}

/// A page at one process: it says something, and waits for messages.
struct Page {
    runtime: tokio::runtime::Runtime,
    socket: tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>,
}

impl Page {
    fn open(club: &Club, number: usize, token: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let port = club.ports[number];
        let mut request = format!("ws://127.0.0.1:{port}/ws").into_client_request().unwrap();
        let host = club.spread.url().replace("http://", "");
        request.headers_mut().insert("host", host.parse().unwrap());
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        let socket = runtime.block_on(async {
            let stream = tokio::net::TcpStream::connect(("127.0.0.1", port)).await.unwrap();
            tokio_tungstenite::client_async(request, stream).await.unwrap().0
        });
        Self { runtime, socket }
    }

    fn say(&mut self, text: String) {
        self.runtime.block_on(self.socket.send(Message::text(text))).unwrap();
    }

    /// The next message that is wanted.
    fn hear(&mut self, wanted: impl Fn(&Message) -> bool) -> Message {
        let next = async {
            while let Some(Ok(message)) = self.socket.next().await {
                if wanted(&message) {
                    return message;
                }
            }
            panic!("the connection has ended");
        };
        let within = async { tokio::time::timeout(PATIENCE, next).await };
        self.runtime.block_on(within).expect("a message in time")
    }

    fn hear_text(&mut self, kind: &str, part: &str) -> String {
        let kind = format!("\"type\":\"{kind}\"");
        let is = |message: &Message| {
            message.to_text().is_ok_and(|text| text.contains(&kind) && text.contains(part))
        };
        self.hear(is).to_text().unwrap().to_owned()
    }
}

#[test]
fn a_page_at_one_node_plays_at_all_of_them() {
    let Some(mut club) = Club::start() else { return };
    let ((white, token), (black, _)) = (club.member("White0"), club.member("Black0"));
    let players = [[white, black]];
    let begun = begin(GAMES, &players);
    let mut page = Page::open(&club, 1, &token);
    page.hear_text("hello", "White0");
    // The lobby is at the first node.
    page.say(r#"{"type":"lobby"}"#.to_owned());
    page.hear_text("lobby", "seeks");
    page.say(r#"{"type":"live"}"#.to_owned());
    page.hear_text("live", "games");
    for (id, ..) in begun.iter().take(8) {
        page.say(format!(r#"{{"type":"watch","id":"{id}"}}"#));
        page.hear_text("game", id);
        page.say(format!(r#"{{"type":"play","id":"{id}","ply":0,"turn":"e2e4"}}"#));
        page.hear_text("game", "\"e2e4\"");
        // A refusal comes back the same way.
        page.say(format!(r#"{{"type":"play","id":"{id}","ply":1,"turn":"e7e5"}}"#));
        page.hear_text("error", "play");
        page.say(format!(r#"{{"type":"leave","id":"{id}"}}"#));
    }
    for (id, white, _) in begun.iter().take(8) {
        let full = white.game(id).unwrap().next().unwrap().unwrap();
        let client::GameLine::GameFull(full) = full else { panic!("{full:?}") };
        assert_eq!(full.state.turns, ["e2e4"], "{id}");
    }
    // A page that looks at something of a node that goes is told to come back.
    club.nodes[0].kill();
    let closed = page.hear(|message| matches!(message, Message::Close(_)));
    let Message::Close(Some(frame)) = closed else { panic!("{closed:?}") };
    assert_eq!(u16::from(frame.code), 1012, "{frame}");
}

/// The next line of a stream that is none of the header, and not empty.
fn line(lines: &mut impl Iterator<Item = String>) -> Value {
    let next = lines.find(|line| line.starts_with('{')).expect("a line");
    serde_json::from_str(&next).expect("JSON")
}

#[test]
fn a_games_stream_goes_on_at_any_node_and_is_told_whole_after_its_own_has_ended() {
    let Some(mut club) = Club::start() else { return };
    let ((white, token), (black, _)) = (club.member("White0"), club.member("Black0"));
    let players = [[white, black]];
    let begun = begin(NODES * 2, &players);
    let after = |line: &Value| {
        let (event, epoch) = (line["event"].as_u64(), line["epoch"].as_str());
        format!("?since={}&epoch={}", event.expect("a number"), epoch.expect("an epoch"))
    };
    let path = |id: &str| format!("/api/bot/game/stream/{id}");
    let mut heard = Vec::new();
    for (at, (id, white, black)) in begun.iter().enumerate() {
        let mut lines = club.ask(at % NODES, &path(id), &token);
        let full = line(&mut lines);
        assert_eq!(full["type"], "gameFull", "{full}");
        drop(lines);
        white.play(id, 0, "e2e4").unwrap();
        black.play(id, 1, "e7e5").unwrap();
        // It goes on at another node.
        let asked = format!("{}{}", path(id), after(&full));
        let mut lines = club.ask((at + 1) % NODES, &asked, &token);
        let resumed = line(&mut lines);
        assert_eq!(
            (resumed["type"].as_str(), resumed["complete"].as_bool()),
            (Some("resumed"), Some(true))
        );
        for moves in ["e2e4", "e2e4 e7e5"] {
            let told = loop {
                let told = line(&mut lines);
                if told["type"] == "gameState" {
                    break told;
                }
            };
            assert_eq!(told["moves"], moves);
            heard.push((id.clone(), after(&told)));
        }
    }
    // Each node is killed: what it had told is not known there any more, and the game is.
    for number in 0..NODES {
        club.kill(number);
    }
    for (at, (id, place)) in heard.iter().enumerate() {
        let mut lines = club.ask(at % NODES, &format!("{}{place}", path(id)), &token);
        let full = line(&mut lines);
        assert_eq!(full["state"]["moves"], "e2e4 e7e5", "{full}");
        let resumed = loop {
            let told = line(&mut lines);
            if told["type"] == "resumed" {
                break told;
            }
        };
        assert_eq!(resumed["complete"], false);
    }
}

#[test]
fn a_start_that_cannot_be_says_why() {
    let Some(mut club) = Club::start() else { return };
    let urls: Vec<String> =
        club.ports.iter().map(|port| format!("http://127.0.0.1:{port}")).collect();
    let refused = |club: &Club, told: [&str; 4], words: &str| {
        let [node, urls, database, bus] = told;
        let mut serve = crate::common::command(&["serve", "--listen", "127.0.0.1:0", "--public"]);
        serve.args([&club.spread.url(), "--nodes", urls, "--node", node, "--bus", bus]);
        serve.args(["--database", database, "--nodes-token-file"]);
        serve.arg(club.folder.path().join("word"));
        let output = serve.arg("--data").arg(club.folder.path().join("no")).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(words), "{words}: {said}");
    };
    let (all, two) = (urls.join(","), urls[..2].join(","));
    let (database, bus) = (club.database.clone(), club.bus.url());
    let nobody = format!("postgres://nobody@127.0.0.1:{}/club", free_port().unwrap());
    let away = format!("nats://127.0.0.1:{}", free_port().unwrap());
    for (told, words) in [
        (["1", &all, &database, &bus], "node 1 runs already"),
        (["3", &all, &database, &bus], "there is no node 3 among 3"),
        (["1", &all, &nobody, &bus], "out of reach"),
        (["1", &all, &database, &away], "the bus at"),
    ] {
        refused(&club, told, words);
    }
    club.nodes[1].kill();
    let words = "the club runs with 3 nodes, and this one was told of 2";
    refused(&club, ["1", &two, &database, &bus], words);
}

#[test]
fn one_node_hears_of_the_games_of_another() {
    let Some(mut club) = Club::start() else { return };
    let ((white, token), (black, _)) = (club.member("White0"), club.member("Black0"));
    let mut streams: Vec<_> =
        (0..NODES).map(|number| club.ask(number, "/api/stream/event", &token)).collect();
    // Of games at all of them.
    let players = [[white, black]];
    let begun = begin(GAMES, &players);
    for stream in &mut streams {
        for (id, ..) in &begun {
            let started = |line: &String| line.contains("gameStart") && line.contains(id.as_str());
            assert!(stream.any(|line| started(&line)), "{id}");
        }
    }
    // The bus ends and comes back: what happens meanwhile is told then.
    club.bus.again().unwrap();
    for (id, white, _) in &begun {
        white.resign(id).unwrap();
    }
    for (number, stream) in streams.iter_mut().enumerate() {
        let mut over = std::collections::BTreeSet::new();
        let id_of = |line: &str| begun.iter().find(|(id, ..)| line.contains(id.as_str()));
        while over.len() < begun.len() {
            let line = stream.find(|line| line.contains("gameFinish"));
            let line = line.unwrap_or_else(|| panic!("{number}: {over:?}"));
            over.extend(id_of(&line).map(|(id, ..)| id.clone()));
        }
    }
    // A node that is gone is told of in words, and the others go on.
    club.nodes[2].kill();
    let mut away = 0;
    for (id, ..) in &begun {
        let answer: Vec<String> =
            club.ask(1, &format!("/api/bot/game/{id}/legal"), &token).collect();
        if answer[0].contains("503") {
            assert!(answer.iter().any(|line| line.contains("is restarting")), "{answer:?}");
            away += 1;
        } else {
            assert!(answer[0].contains("200"), "{answer:?}");
        }
    }
    assert!((1..GAMES).contains(&away), "{away} of {GAMES} games are at the node that is gone");
}
