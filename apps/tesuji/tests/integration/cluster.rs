//! A club of three processes, which share a PostgreSQL and a NATS of their own: each is killed in turn while games go on
//! at all of them, and nothing that was acknowledged is lost.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use client::{Client, Color};
use servers::{Bus, Database, Spread, free_port};

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
