//! A server that is killed again and again while many games go on: no turn that it acknowledged is lost, none is played
//! twice, and no clock has run while it was gone. Those who play come back by themselves (`Client::steady_game`).

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use client::{Client, Color, GameLine, NewChallenge, State};
use engine::Referee;

use crate::common::served::Served;

/// Games of one member: each is a stream, of which one may have 64.
pub const GAMES_OF_A_MEMBER: usize = 30;
/// Seconds of a clock.
const CLOCK: u64 = 600;
/// The variant of all games: played at random it goes on for hundreds of turns.
const VARIANT: &str = "standard";

/// The part of a game that one side has seen.
#[derive(Default)]
pub struct Seen {
    /// Turns that the server has acknowledged: how many were played before, and which.
    pub acknowledged: Vec<(usize, String)>,
    /// The last state of the game.
    pub last: Option<State>,
}

/// Plays a side until the game is over or has so many turns and the kills are done.
pub fn play(client: &Client, id: &str, own: Color, done: &AtomicBool) -> Seen {
    let mut seen = Seen::default();
    let (kind, _) = engine::kind_of_variant(VARIANT).unwrap();
    // Each chooses in a way of its own.
    let mut seed = id.bytes().fold(u64::from(own == Color::White), |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u64::from(byte))
    });
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed ^ (seed >> 29)
    };
    for line in client.steady_game(id) {
        let state = match line.unwrap() {
            GameLine::GameFull(full) => full.state,
            GameLine::GameState(state) => state,
            _ => continue,
        };
        // A turn that was acknowledged is there, whatever happened meanwhile.
        for (ply, turn) in &seen.acknowledged {
            assert_eq!(state.turns.get(*ply), Some(turn), "{id}: a turn is lost");
        }
        let over = state.is_over();
        if state.to_move == own && !over {
            if done.load(Ordering::Relaxed) {
                client.resign(id).unwrap();
            } else {
                let ply = state.turns.len();
                let game = kind.new_game(Some(&state.fen), Referee::default()).unwrap();
                let turn = game.random_turn(&mut random).unwrap();
                client.play_steadily(id, ply, &turn).unwrap();
                seen.acknowledged.push((ply, turn));
            }
        }
        seen.last = Some(state);
    }
    seen
}

/// Waits for something, at most so long; whether it has come.
pub fn wait_for(what: impl Fn() -> bool, within: Duration) -> bool {
    let begun = Instant::now();
    while !what() {
        if begun.elapsed() > within {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

/// Games of pairs of members, each with who plays it.
pub fn begin(games: usize, players: &[[Client; 2]]) -> Vec<(String, &Client, &Client)> {
    let mut begun = Vec::new();
    for number in 0..games {
        let pair = number % players.len();
        let [white, black] = &players[pair];
        let (variant, color) = (Some(VARIANT.to_owned()), Some(Color::White));
        let new =
            NewChallenge { variant, color, clock: Some((CLOCK, 0)), ..NewChallenge::default() };
        // One at a time: a member has ten open challenges at once.
        let id = white.challenge(&format!("Black{pair}"), &new).unwrap().id;
        black.accept(&id).unwrap();
        begun.push((id, white, black));
    }
    begun
}

/// A game of which both sides have seen all: no turn is missing, none was played twice; how it ended.
pub fn whole_game<'a>(id: &str, seen: &'a [Seen; 2]) -> &'a State {
    let last = seen[0].last.as_ref().unwrap();
    assert!(last.is_over(), "{id}");
    assert_ne!(last.status, "outoftime", "{id}");
    // Each turn that stands was acknowledged to one of the two, once.
    let mut plies: Vec<usize> =
        seen.iter().flat_map(|side| side.acknowledged.iter().map(|(ply, _)| *ply)).collect();
    plies.sort_unstable();
    assert_eq!(plies, (0..last.turns.len()).collect::<Vec<_>>(), "{id}");
    for side in seen {
        let state = side.last.as_ref().unwrap();
        assert_eq!(state.turns, last.turns, "{id}: both have seen the same game");
    }
    last
}

fn killed(games: usize, kills: usize) {
    let data = tempfile::tempdir().unwrap();
    let connections = (games * 6 + 100).to_string();
    let options = [
        ["--max-connections", connections.as_str()],
        ["--address-connections", connections.as_str()],
        ["--address-rate", "1000"],
    ];
    let options = options.concat();
    let mut server = Served::start(data.path(), &options);
    let pairs = games.div_ceil(GAMES_OF_A_MEMBER);
    let member = |name: &str, pair: usize| server.program(data.path(), &format!("{name}{pair}"));
    let players: Vec<[Client; 2]> =
        (0..pairs).map(|pair| ["White", "Black"].map(|name| member(name, pair))).collect();
    let begun = begin(games, &players);
    let (done, started) = (AtomicBool::new(false), Instant::now());
    let outages = Mutex::new(Duration::ZERO);
    let seen: Vec<[Seen; 2]> = thread::scope(|scope| {
        let done = &done;
        let sides: Vec<_> = begun
            .iter()
            .map(|(id, white, black)| {
                [(*white, Color::White), (*black, Color::Black)]
                    .map(|(client, own)| scope.spawn(move || play(client, id, own, done)))
            })
            .collect();
        let counted = |server: &Served| turns_kept(&server.url);
        for _ in 0..kills {
            // In the midst of the games: some turns have been played since the last start.
            assert!(
                wait_for(|| counted(&server) >= games as u64, Duration::from_secs(120)),
                "no turns are played"
            );
            let gone = Instant::now();
            server.kill();
            let next = server.again(data.path(), &options);
            *outages.lock().unwrap() += gone.elapsed();
            server = next;
        }
        // Everybody plays again.
        assert!(wait_for(|| counted(&server) >= games as u64, Duration::from_secs(120)));
        done.store(true, Ordering::Relaxed);
        sides.into_iter().map(|pair| pair.map(|side| side.join().unwrap())).collect()
    });
    let (whole, outages) = (started.elapsed(), outages.into_inner().unwrap());
    let mut turns = 0;
    for ((id, ..), seen) in begun.iter().zip(&seen) {
        let last = whole_game(id, seen);
        // Both clocks together have run while the server was there, at most.
        let charged = Duration::from_millis((2 * CLOCK * 1000) - last.wtime - last.btime);
        assert!(charged <= whole - outages, "{id}: {charged:?} of {whole:?} less {outages:?}");
        turns += last.turns.len();
    }
    println!(
        "{games} games, {kills} kills, {turns} turns, {outages:?} without a server in {whole:?}"
    );
}

/// Turns that the server has kept since it started; none where it does not answer.
pub fn turns_kept(url: &str) -> u64 {
    use std::io::{Read as _, Write as _};
    let address = url.trim_start_matches("http://");
    let ask = || {
        let mut stream = std::net::TcpStream::connect(address)?;
        write!(stream, "GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        std::io::Result::Ok(answer)
    };
    let answer = ask().unwrap_or_default();
    let line = answer.lines().find_map(|line| line.strip_prefix("tesuji_turns_total "));
    line.and_then(|count| count.parse().ok()).unwrap_or(0)
}

#[test]
fn killed_in_the_midst_of_games_it_loses_no_turn_and_plays_none_twice() {
    killed(12, 2);
}

#[test]
#[ignore = "takes a minute or more: cargo nextest run -p tesuji --run-ignored only kill::"]
fn killed_ten_times_in_the_midst_of_300_games_it_loses_no_turn() {
    killed(300, 10);
}
