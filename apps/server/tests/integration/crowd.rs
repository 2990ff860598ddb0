//! Many connections, and those that hold a place without using it: others still get on.

use std::time::{Duration, Instant};

use crate::common::{Running, START};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

const HALF: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";

async fn ends(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    // An answer may come before the end, and a reset is an end, too.
    timeout(Duration::from_secs(5), stream.read_to_end(&mut rest)).await.is_ok()
}

#[tokio::test]
async fn a_header_that_does_not_end_ends_its_connection() {
    let data = tempfile::tempdir().expect("a folder");
    let server =
        Running::start_with(data.path(), |it| it.header_deadline = Duration::from_millis(300));
    let mut quiet = TcpStream::connect(server.address).await.expect("connects");
    let mut slow = TcpStream::connect(server.address).await.expect("connects");
    slow.write_all(HALF).await.expect("sends");
    let begun = Instant::now();
    // A byte now and then does not put the deadline off.
    while slow.write_all(b"x").await.is_ok() && begun.elapsed() < Duration::from_secs(5) {
        sleep(Duration::from_millis(50)).await;
    }
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    assert!(ends(&mut quiet).await);
}

#[tokio::test]
async fn a_websocket_that_answers_no_ping_is_closed() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start_with(data.path(), |it| it.ping = Duration::from_millis(200));
    let mut dead = server.silent_socket([127, 0, 0, 1]).await;
    let mut living = server.client().await;
    let game = living.begin(START, json!({})).await;
    let watching = async {
        // Reading answers the pings.
        assert!(timeout(Duration::from_millis(1500), living.error()).await.is_err());
    };
    let (ended, ()) = tokio::join!(ends(&mut dead), watching);
    assert!(ended);
    living.play(&game, "ox c1c2").await;
}

#[tokio::test]
async fn those_that_hold_a_place_without_using_it_lock_no_one_out() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start_with(data.path(), |it| it.max_connections = 8);
    let mut player = server.client().await;
    let game = player.begin(START, json!({})).await;
    let mut held = Vec::new();
    for _ in 0..40 {
        let mut stream = server.connection_from([127, 0, 0, 1]).await;
        // One that has made way already refuses this.
        let _ = stream.write_all(HALF).await;
        held.push(stream);
    }
    // Half-open requests make way for one that is whole, even from the same address.
    let mut neighbour = server.client().await;
    neighbour.begin(START, json!({})).await;
    // So do WebSockets that say nothing.
    let mut quiet = Vec::new();
    for _ in 0..10 {
        quiet.push(server.silent_socket([127, 0, 0, 1]).await);
    }
    drop(neighbour);
    // And one address has half of the places at most.
    for _ in 0..2 {
        server.client_at([127, 0, 0, 1]).await.begin(START, json!({})).await;
    }
    for _ in 0..4 {
        let mut other = server.client_at([127, 0, 0, 2]).await;
        other.begin(START, json!({})).await;
    }
    player.play(&game, "ox c1c2").await;
}

#[tokio::test]
async fn one_that_finds_no_place_is_told_so() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start_with(data.path(), |it| it.max_connections = 4);
    let (mut one, mut two) = (server.client().await, server.client().await);
    one.begin(START, json!({})).await;
    two.begin(START, json!({})).await;
    let mut third = TcpStream::connect(server.address).await.expect("connects");
    let mut answer = String::new();
    third.read_to_string(&mut answer).await.expect("answers");
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("Too many"), "{answer}");
    server.client_at([127, 0, 0, 2]).await.begin(START, json!({})).await;
}

#[tokio::test]
async fn a_port_in_use_is_named() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(&data.path().join("one"));
    let config = server::Config::new(server.address.port(), data.path().join("two"));
    let error = server::Server::bind(config).err().expect("the port is taken").to_string();
    assert!(error.contains("is in use; try --port 0"), "{error}");
}
