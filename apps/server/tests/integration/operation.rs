//! Operation: what whoever runs a server sees of it, and how it ends.

use serde_json::{Value, json};
use server::club::ClubConfig;

use crate::common::program::{Program, request};
use crate::common::{Running, club, get, turns};

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

/// The value of a line of the metrics.
fn value(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} in {text}"))
}

#[tokio::test]
async fn operation_a_server_says_whether_it_is_well_and_what_it_counts() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(data.path());
    let mut player = server.client().await;
    let game = player.begin(crate::common::START, json!({})).await;
    player.play(&game, "ox c1c2").await;
    let well = get(server.address, "/healthz", "localhost").await;
    let said: Value = serde_json::from_str(body(&well)).expect("JSON");
    assert!(well.starts_with("HTTP/1.1 200") && said["status"] == "ok", "{well}");
    let text = get(server.address, "/metrics", "localhost").await;
    assert!(text.contains("content-type: application/openmetrics-text"), "{text}");
    assert_eq!(value(&text, "tesuji_turns_total") as u32, 1);
    assert_eq!(value(&text, "tesuji_live_games") as u32, 1);
    assert_eq!(value(&text, "tesuji_sockets") as u32, 1);
    assert!(value(&text, "tesuji_commit_seconds_count") >= 2.0, "{text}");
}

#[tokio::test]
async fn operation_the_metrics_of_a_club_are_read_here_or_with_the_word() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start_with(data.path(), |config| {
        let public = "http://club.example".parse().ok();
        config.club = Some(ClubConfig { public, ..ClubConfig::default() });
        config.metrics_token = Some("a-word-of-letters".to_owned());
    });
    let public = "Host: club.example\r\n";
    for (header, path, expected) in [
        ("Host: localhost\r\n".to_owned(), "/metrics", 200),
        ("Host: localhost\r\n".to_owned(), "/healthz", 200),
        // All else is there under the public name alone.
        ("Host: localhost\r\n".to_owned(), "/api/variants", 421),
        ("Host: localhost\r\nX-Forwarded-For: 10.0.0.1\r\n".to_owned(), "/metrics", 403),
        (public.to_owned(), "/healthz", 200),
        // A proxy on this machine asks for others.
        (public.to_owned(), "/metrics", 401),
        (format!("{public}Authorization: Bearer a-word-of-letterz\r\n"), "/metrics", 401),
        (format!("{public}Authorization: Bearer a-word-of-letters\r\n"), "/metrics", 200),
    ] {
        let (status, _, text) = request(server.address, "GET", path, &header, "").await;
        assert_eq!(status, expected, "{header}{path}: {text}");
        assert!(
            status != 200 || path != "/metrics" || text.contains("tesuji_connections"),
            "{text}"
        );
    }
}

#[test]
fn operation_a_short_word_for_the_metrics_is_refused() {
    let data = tempfile::tempdir().expect("a folder");
    let mut config = server::Config::new(0, data.path());
    config.metrics_token = Some("short".to_owned());
    let error = server::Server::bind(config).err().expect("is refused").to_string();
    assert!(error.contains("16 letters"), "{error}");
}

#[tokio::test]
async fn operation_a_server_that_stops_tells_everybody_and_keeps_what_was_played() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, two] = ["One", "Two"].map(|name| Program::new(server.address, data.path(), name));
    let made = one.post("/api/challenge/two", "variant=standard&color=white&clock.limit=60").await;
    let id = made["id"].as_str().expect("an id").to_owned();
    two.post(&format!("/api/challenge/{id}/accept"), "").await;
    let mut stream = one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("opens");
    let first = stream.next_of("gameFull").await;
    let mut events = two.stream("/api/stream/event").await.expect("opens");
    events.next_of("gameStart").await;
    let mut page = server.client_from(None).await.expect("connects");
    page.watch(&json!(id)).await;
    one.post(&format!("/api/bot/game/{id}/move/e2e4?ply=0"), "").await;
    stream.next_of("gameState").await;
    let stops = std::thread::spawn(move || server.stop());
    // Streams end as they do at the end of a game, and pages are told to come back.
    assert!(stream.next().await.is_null() && events.next().await.is_null());
    let (code, words) = page.closing().await;
    assert_eq!(code, 1012, "{words}");
    stops.join().expect("it ends");
    let server = club(data.path());
    let mut page = server.client_from(None).await.expect("connects");
    let game = page.watch(&json!(id)).await;
    assert_eq!(turns(&game).len(), 1);
    assert_eq!(first["state"]["moves"], "");
}
