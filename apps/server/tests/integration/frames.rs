//! Hostile frames below the level of messages: each ends its own connection at most, soon, and no one else notices.

use std::time::Duration;

use crate::common::{Running, START, get};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Longer than a server takes to end a broken connection.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A connection that has become a WebSocket and can send any bytes.
async fn upgraded(server: &Running) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.expect("connects");
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).await.expect("sends");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("an answer"));
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// A client's frame: its first byte, and its payload under a mask.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        length @ 0..126 => bytes.push(0x80 | length as u8),
        length @ 126..65_536 => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0x80 | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    let mask = [1, 2, 3, 4];
    bytes.extend(mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// True if the server ends the connection once all is sent.
async fn is_ended(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    timeout(TIMEOUT, stream.read_to_end(&mut rest)).await.is_ok()
}

#[tokio::test]
async fn broken_frames_end_only_their_own_connection() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut good = server.client().await;
    let text = b"{\"type\":\"arena_list\"}";
    let mut unmasked = vec![0x81, text.len() as u8];
    unmasked.extend(text);
    let huge = |length: u64| [&[0x81, 0xff][..], &length.to_be_bytes(), &[1, 2, 3, 4]].concat();
    for (what, bytes) in [
        ("reserved bits", frame(0xf1, text)),
        ("an unknown kind", frame(0x83, text)),
        ("an unknown control frame", frame(0x8b, b"")),
        ("no mask", unmasked),
        ("text that is not UTF-8", frame(0x81, b"\xff\xfe\xc0\xaf")),
        ("half a letter", frame(0x81, b"{\"type\":\"\xe2\x82")),
        ("a ping in pieces", frame(0x09, b"ping")),
        ("a ping too long", frame(0x89, &[b'x'; 126])),
        ("a continuation of nothing", frame(0x80, text)),
        ("a text within a text", [frame(0x01, b"{"), frame(0x81, b"{}")].concat()),
        ("a length of 2^63", huge(1 << 63)),
        ("a length of all bits", huge(u64::MAX)),
        ("a length beyond memory", huge(1 << 45)),
        ("a close of one byte", frame(0x88, &[3])),
        ("a close with a code that is none", frame(0x88, &[0xff, 0xff])),
        ("a close with words that are not UTF-8", frame(0x88, &[3, 0xe8, 0xff, 0xfe])),
        ("pieces that come to more than a message", {
            let piece = vec![b' '; 60_000];
            let mut bytes = frame(0x01, &piece);
            for _ in 0..8 {
                bytes.extend(frame(0x00, &piece));
            }
            bytes
        }),
    ] {
        let mut bad = upgraded(&server).await;
        // A server that has enough may close before all is sent.
        let _ = bad.write_all(&bytes).await;
        assert!(is_ended(&mut bad).await, "{what}: the connection goes on");
        good.send(json!({"type": "arena_list"})).await;
        assert_eq!(good.next().await["type"], "arena_list", "after {what}");
    }
    assert_eq!(good.begin(START, json!({})).await["position"], START);
}

#[tokio::test]
async fn any_bytes_at_all_do_no_harm() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut good = server.client().await;
    let mut seed: u64 = 7;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as u8
    };
    for round in 0..60_usize {
        let mut bad = upgraded(&server).await;
        let noise: Vec<u8> = (0..1 + round * 37).map(|_| random()).collect();
        // As it comes, as the payload of a whole frame, and as a frame that breaks off.
        let bytes = match round % 3 {
            0 => noise,
            1 => frame(0x80 | (random() & 0x0f), &noise),
            _ => {
                let mut whole = frame(0x81, &noise);
                whole.truncate(whole.len() - 1);
                whole
            }
        };
        let _ = bad.write_all(&bytes).await;
        let _ = bad.shutdown().await;
        assert!(is_ended(&mut bad).await, "round {round}");
    }
    assert_eq!(good.begin(START, json!({})).await["position"], START);
    drop(good);
    // Nobody is left behind.
    for _ in 0..500 {
        let answer = get(server.address, "/healthz", "localhost").await;
        if answer.contains("\"connections\":0") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("connections are left");
}

#[tokio::test]
async fn a_client_that_says_nothing_more_holds_nobody_up() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut silent = Vec::new();
    for piece in [&b"GET /ws HT"[..], b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"\x16\x03\x01"]
    {
        let mut stream = TcpStream::connect(server.address).await.expect("connects");
        stream.write_all(piece).await.expect("sends");
        silent.push(stream);
    }
    for _ in 0..20 {
        let mut stream = upgraded(&server).await;
        stream.write_all(&frame(0x81, b"{\"type\":\"arena_list\"}")[..10]).await.expect("sends");
        silent.push(stream);
    }
    let mut good = server.client().await;
    assert_eq!(good.begin(START, json!({})).await["position"], START);
}
