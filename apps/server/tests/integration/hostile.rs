//! Bad, long, fast and foreign requests: each gets an answer in words, and no one else notices.

use crate::common::{Running, START, club, get, get_with, post};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

#[tokio::test]
async fn bad_messages_are_answered_and_the_connection_lives() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    for (text, code, place) in [
        ("", "bad_message", "line 1"),
        ("{\"type\":", "bad_message", "line 1, column 8"),
        ("[1,2]", "bad_message", ""),
        ("{\"type\":\"dance\"}", "bad_message", "type"),
        ("{\"type\":\"play\",\"id\":\"x\",\"ply\":0}", "bad_message", "play"),
        (
            "{\"type\":\"play\",\"id\":\"x\",\"ply\":\"0\",\"turn\":\"ox c1c2\"}",
            "bad_message",
            "ply",
        ),
        ("{\"type\":\"play\",\"id\":\"x\",\"ply\":0,\"turn\":\"ox c1c2\"}", "not_found", "id"),
    ] {
        client.send_text(text).await;
        let error = client.error().await;
        assert_eq!(error["code"], code, "{text} {error}");
        assert!(error["place"].as_str().unwrap_or("").starts_with(place), "{text} {error}");
    }
    client.send_text(&"[".repeat(10_000)).await;
    assert_eq!(
        client.error().await["code"],
        "bad_message",
        "deep nesting is refused, not followed"
    );
    client.send_binary(vec![0; 100]).await;
    assert_eq!(client.error().await["code"], "bad_message");
    client.send_text(&"x".repeat(100_000)).await;
    assert_eq!(client.error().await["code"], "too_large");
    assert_eq!(client.begin(START, json!({})).await["position"], START);
}

#[tokio::test]
async fn a_monstrous_message_ends_only_its_own_connection() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let (mut bad, mut good) = (server.client().await, server.client().await);
    bad.send_text(&"x".repeat(300_000)).await;
    assert!(bad.next().await.is_null());
    assert_eq!(good.begin(START, json!({})).await["position"], START);
}

#[tokio::test]
async fn floods_are_refused_by_address() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let (mut bad, mut good) = (server.client().await, server.client_at([127, 0, 0, 2]).await);
    for _ in 0..300 {
        bad.send_text("{}").await;
    }
    let mut read = 0;
    while bad.error().await["code"] != "too_fast" {
        read += 1;
    }
    assert!((100..280).contains(&read), "{read}");
    // Another connection from there has no burst of its own, and another address has.
    let mut second = server.client().await;
    for _ in 0..200 {
        second.send_text("{}").await;
    }
    let mut read = 0;
    while second.error().await["code"] != "too_fast" {
        read += 1;
    }
    assert!(read < 100, "{read}");
    assert_eq!(good.begin(START, json!({})).await["position"], START);
}

#[tokio::test]
async fn bytes_are_bounded() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    let long = json!({"type": "look", "game": "onitama", "start": "x".repeat(60_000)}).to_string();
    let mut read = 0;
    loop {
        client.send_text(&long).await;
        if client.error().await["code"] == "too_fast" {
            break;
        }
        read += 1;
    }
    assert!((60..120).contains(&read), "{read}");
}

#[tokio::test]
async fn proxies_and_other_sites_are_refused_in_words() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let proxied = "Host: localhost\r\nX-Forwarded-For: 10.0.0.1\r\n";
    for path in ["/", "/ws", "/arena/1/report.html"] {
        let answer = get_with(server.address, path, proxied).await;
        assert!(answer.starts_with("HTTP/1.1 403") && answer.contains("proxy"), "{answer}");
    }
    let image = "Host: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n";
    for path in ["/arena/1/report.html", "/healthz", "/js/main.js"] {
        let answer = get_with(server.address, path, image).await;
        assert!(answer.starts_with("HTTP/1.1 403") && answer.contains("Another site"), "{answer}");
    }
}

#[tokio::test]
async fn new_games_and_watched_games_are_bounded() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut client = server.client().await;
    for _ in 0..8 {
        client.begin(START, json!({})).await;
    }
    client.send(json!({"type": "new", "game": "onitama"})).await;
    let error = client.error().await;
    assert_eq!(error["code"], "limit", "{error}");
}

#[tokio::test]
async fn pages_of_other_sites_are_refused() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let own = format!("http://{}", server.address);
    assert!(server.client_from(Some(&own)).await.is_ok());
    for origin in ["http://evil.example", "null", "http://localhost:1"] {
        assert!(server.client_from(Some(origin)).await.is_err(), "{origin}");
    }
    let answer = get(server.address, "/", "evil.example").await;
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
}

#[tokio::test]
async fn serves_the_page_with_strict_headers() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    for (path, status, word) in [
        ("/", "200", "<title>Tesuji</title>"),
        ("/game/anything", "200", "<title>Tesuji</title>"),
        ("/js/main.js", "200", "createStore"),
        ("/css/tokens.css", "200", "--paper"),
        ("/healthz", "200", "\"status\":\"ok\""),
        ("/js/../Cargo.toml", "404", "nothing at this address"),
        ("/nowhere", "404", "nothing at this address"),
    ] {
        let answer = get(server.address, path, "localhost").await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
        assert!(answer.contains(word), "{path}: {answer}");
        assert!(
            answer.contains("default-src 'none'") && answer.contains("nosniff"),
            "{path}: {answer}"
        );
        assert!(!answer.contains("unsafe-inline"), "{path}: {answer}");
    }
}

/// What a request asks for is looked up among what the page has, and is no path of a file.
#[tokio::test]
async fn tricks_with_paths_and_headers_lead_nowhere() {
    let data = tempfile::tempdir().expect("a folder");
    std::fs::write(data.path().join("secret"), "word of the house").expect("writes");
    let server = Running::start(data.path());
    for path in [
        "/../secret",
        "/js/../../secret",
        "/%2e%2e/secret",
        "/js/%2e%2e%2f%2e%2e%2fsecret",
        "/js/..%5c..%5csecret",
        "//secret",
        "/js/main.js%00.html",
        "/arena/..%2f..%2fsecret/report.html",
        "/game/%00/text",
        "/%ff%fe",
    ] {
        let answer = get(server.address, path, "localhost").await;
        assert!(!answer.contains("word of the house"), "{path}: {answer}");
        let status = answer.split(' ').nth(1).unwrap_or("");
        assert!(["200", "400", "404", "405"].contains(&status), "{path}: {answer}");
        assert!(status != "200" || answer.contains("<title>Tesuji</title>"), "{path}: {answer}");
    }
    for header in [
        "Host: localhost\r\nHost: evil.example\r\n",
        "Host: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        "Host: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n",
        "Host: evil.example\r\nX-Forwarded-Host: localhost\r\n",
        "Host: localhost\r\nX-Original-URL: /healthz\r\nX-Rewrite-URL: /healthz\r\n",
    ] {
        let answer = get_with(server.address, "/nowhere", header).await;
        let status = answer.split(' ').nth(1).unwrap_or("");
        assert!(["", "400", "403", "404", "421"].contains(&status), "{header}: {answer}");
    }
    assert!(get(server.address, "/healthz", "localhost").await.starts_with("HTTP/1.1 200"));
}

/// Nothing that is sent is unpacked, so nothing grows: packed words are words that cannot be read, of their own size.
#[tokio::test]
async fn nothing_that_is_packed_is_unpacked() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    // Gzip's first bytes, and then as much as a body may have.
    let packed = format!("\u{1f}\u{8b}\u{8}{}", "0".repeat(2_000));
    let header = "Content-Encoding: gzip\r\nContent-Type: application/json";
    let (status, answer) = post(server.address, "/club/sign-in", header, &packed).await;
    assert!((400..500).contains(&status), "{answer}");
    let (status, answer) =
        post(server.address, "/club/sign-in", header, &"0".repeat(1 << 20)).await;
    assert!((400..500).contains(&status), "{answer}");
    let socket = "Host: localhost\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                  Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
                  Sec-WebSocket-Extensions: permessage-deflate\r\n";
    let mut stream = server.connection_from([127, 0, 0, 1]).await;
    let request = format!("GET /ws HTTP/1.1\r\n{socket}Connection: Upgrade\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sends");
    let mut answer = vec![0; 1024];
    let read = stream.read(&mut answer).await.expect("answers");
    let answer = String::from_utf8_lossy(&answer[..read]).to_lowercase();
    assert!(!answer.contains("permessage-deflate"), "{answer}");
}
