//! Many clients at once: every game goes on, none is lost, and memory stays bounded.
//!
//! `cargo test --release -p server load -- --ignored --nocapture` runs it with 200 clients and prints latencies.

use std::time::{Duration, Instant};

use crate::common::{Running, START, engine, turns};
use serde_json::json;

/// The result of one client's game.
struct Outcome {
    id: serde_json::Value,
    turns: Vec<String>,
    /// From a person's turn to the engine's answer.
    waits: Vec<Duration>,
}

/// Plays some turns against the engine at level 1: the first legal turn each time.
async fn play(server: &Running, number: usize, rounds: usize) -> Outcome {
    // Limits count by address: ten clients share one.
    let house = u8::try_from(number / 10 + 1).expect("few clients");
    let mut client = server.client_at([127, 0, 0, house]).await;
    let mut game = client.begin(START, json!({"b": engine(1)})).await;
    let mut waits = Vec::new();
    for _ in 0..rounds {
        if !game["ending"].is_null() {
            break;
        }
        let ply = turns(&game).len();
        let turn = game["legal"][0].as_str().expect("a legal turn").to_owned();
        let begun = Instant::now();
        client.send(json!({"type": "play", "id": game["id"], "ply": ply, "turn": turn})).await;
        game = loop {
            let game = client.next_of("game").await;
            if turns(&game).len() == ply + 2 || !game["ending"].is_null() {
                break game;
            }
        };
        waits.push(begun.elapsed());
    }
    Outcome { id: game["id"].clone(), turns: turns(&game), waits }
}

fn resident_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib / 1024)
}

async fn load(clients: usize, rounds: usize) {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let begun = Instant::now();
    let games = (0..clients).map(|number| play(&server, number, rounds));
    let outcomes = futures_util::future::join_all(games).await;
    let took = begun.elapsed();
    let mut waits: Vec<Duration> =
        outcomes.iter().flat_map(|outcome| outcome.waits.clone()).collect();
    waits.sort_unstable();
    let share = |part: usize| waits[(waits.len() - 1) * part / 100];
    println!(
        "{clients} clients, {} turns in {:.1} s; answer after {:?} (median), {:?} (95 %), {:?} (longest); {} MiB",
        waits.len() * 2,
        took.as_secs_f64(),
        share(50),
        share(95),
        share(100),
        resident_mib().unwrap_or(0),
    );
    // Clients and server share this process; both tables have 1 MiB, the endgame tables some more.
    assert!(resident_mib().is_none_or(|mib| mib < 1024), "memory grows: {:?} MiB", resident_mib());
    server.stop();
    // All of it is on disk, as it was sent.
    let server = Running::start(data.path());
    let mut client = server.client().await;
    for outcome in &outcomes {
        let game = client.watch(&outcome.id).await;
        assert_eq!(turns(&game)[..outcome.turns.len()], outcome.turns);
        client.send(json!({"type": "leave", "id": outcome.id})).await;
        tokio::time::sleep(Duration::from_millis(if outcomes.len() > 50 { 110 } else { 0 })).await;
    }
}

#[tokio::test]
async fn twenty_clients_play_at_once() {
    load(20, 4).await;
}

#[tokio::test]
#[ignore = "some minutes: run by name, in release"]
async fn two_hundred_clients_play_at_once() {
    load(200, 15).await;
}
