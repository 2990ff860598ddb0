//! A club: reached under its public name alone, and through those proxies alone that it was told of.

use crate::common::{Running, get_with};
use server::club::ClubConfig;
use server::{Config, Server, ServerError};

const HOST: &str = "Host: club.example\r\n";
const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

fn club(data: &std::path::Path, proxies: &[&str]) -> Running {
    let proxies = proxies.iter().map(|network| network.parse().expect("a network")).collect();
    let public = Some("https://club.example".parse().expect("a public address"));
    Running::start_with(data, |config| {
        config.club = Some(ClubConfig { public, proxies, ..ClubConfig::default() });
    })
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("")
}

#[test]
fn club_other_machines_are_let_in_only_with_a_public_address() {
    let data = tempfile::tempdir().expect("a folder");
    for club in [None, Some(ClubConfig::default())] {
        let mut config = Config::new(0, data.path());
        config.host = [0, 0, 0, 0].into();
        config.club = club;
        let refused = Server::bind(config).err().expect("refused");
        assert!(matches!(refused, ServerError::NoPublic { .. }), "{refused}");
        assert!(refused.to_string().contains("--public"), "{refused}");
    }
    assert!(std::fs::read_dir(data.path()).expect("a folder").next().is_none(), "nothing was made");
}

#[test]
fn club_without_a_public_address_has_the_one_it_listens_on() {
    let data = tempfile::tempdir().expect("a folder");
    let mut config = Config::new(0, data.path());
    config.club = Some(ClubConfig::default());
    let server = Server::bind(config).expect("binds");
    assert_eq!(server.url(), format!("http://{}/", server.address()));
}

#[tokio::test]
async fn club_answers_under_its_public_name_alone() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path(), &[]);
    for (header, expected) in [
        (HOST, "200"),
        ("Host: CLUB.example:443\r\n", "200"),
        ("Host: localhost\r\n", "421"),
        ("Host: club.example.evil.example\r\n", "421"),
        ("Host: club.example\r\nHost: evil.example\r\n", "421"),
        ("Host: club.example\r\nSec-Fetch-Site: cross-site\r\n", "403"),
    ] {
        let answer = get_with(server.address, "/api/variants", header).await;
        assert_eq!(status(&answer), expected, "{header}{answer}");
    }
}

#[tokio::test]
async fn club_other_sites_open_no_socket() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path(), &[]);
    for origin in
        ["http://club.example", "https://evil.example", "null", "https://club.example.evil.example"]
    {
        let header = format!(
            "{HOST}Origin: {origin}\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        );
        let answer = socket(&server, &header).await;
        assert_eq!(status(&answer), "403", "{origin} {answer}");
    }
    let answer = socket(&server, &format!("{HOST}Origin: https://club.example\r\n{UPGRADE}")).await;
    assert_eq!(status(&answer), "101", "{answer}");
}

/// The first line of the answer to a request for a WebSocket.
async fn socket(server: &Running, header: &str) -> String {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    let mut stream = server.connection_from([127, 0, 0, 1]).await;
    let upgrade = if header.contains("Connection:") { "" } else { "Connection: Upgrade\r\n" };
    let request = format!("GET /ws HTTP/1.1\r\n{header}{upgrade}\r\n");
    stream.write_all(request.as_bytes()).await.expect("sends");
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).await.expect("answers");
    line
}

#[tokio::test]
async fn club_only_a_trusted_proxy_says_for_whom_it_asks() {
    let data = tempfile::tempdir().expect("a folder");
    let header = format!("{HOST}X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: https\r\n");
    let stranger = club(data.path(), &["10.0.0.0/8"]);
    let answer = get_with(stranger.address, "/healthz", &header).await;
    assert!(status(&answer) == "403" && answer.contains("--trust-proxy"), "{answer}");
    stranger.stop();
    let trusting = club(data.path(), &["127.0.0.0/8"]);
    assert_eq!(status(&get_with(trusting.address, "/healthz", &header).await), "200");
}

#[tokio::test]
async fn club_one_visitor_behind_a_proxy_leaves_room_for_others() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let data = tempfile::tempdir().expect("a folder");
    let public = Some("https://club.example".parse().expect("a public address"));
    let proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    let server = Running::start_with(data.path(), |config| {
        config.club = Some(ClubConfig { public, proxies, ..ClubConfig::default() });
        config.max_connections = 6;
    });
    let mut open = Vec::new();
    for (visitor, expected) in [
        ("203.0.113.1", "101"),
        ("203.0.113.1", "101"),
        ("203.0.113.1", "101"),
        ("203.0.113.1", "503"),
        ("203.0.113.2", "101"),
    ] {
        let mut stream = server.connection_from([127, 0, 0, 1]).await;
        let request =
            format!("GET /ws HTTP/1.1\r\n{HOST}X-Forwarded-For: {visitor}\r\n{UPGRADE}\r\n");
        stream.write_all(request.as_bytes()).await.expect("sends");
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.expect("answers");
        let head = String::from_utf8_lossy(&head).into_owned();
        assert_eq!(status(&head), expected, "{visitor} after {}", open.len());
        open.push(stream);
    }
}
