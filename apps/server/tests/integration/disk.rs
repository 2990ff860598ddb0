//! A disk that is slow: who plays is told, nothing is lost, and nobody's clock runs meanwhile.

use std::path::Path;
use std::time::Duration;

use crate::common::database::skips_on_postgresql;
use crate::common::program::Program;
use crate::common::{Running, club};
use rusqlite::Connection;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

/// A game with a clock of a minute between two programs that look at it.
async fn game(server: &Running, data: &Path) -> ([Program; 2], String) {
    let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data, name));
    let made = one.post("/api/challenge/other", "color=white&clock.limit=60").await;
    let id = made["id"].as_str().expect("an id").to_owned();
    other.post(&format!("/api/challenge/{id}/accept"), "").await;
    ([one, other], id)
}

/// Holds the database, so that the server's writer waits as for a slow disk.
fn hold(data: &Path) -> Connection {
    let connection = Connection::open(data.join("tesuji.db")).expect("opens");
    connection.execute_batch("BEGIN IMMEDIATE").expect("locks");
    connection
}

#[tokio::test]
async fn disk_that_is_slow_is_told_and_charges_nobody() {
    if skips_on_postgresql() {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let ([one, other], id) = game(&server, data.path()).await;
    for (ply, (by, turn)) in [(&one, "e2e4"), (&other, "e7e5")].into_iter().enumerate() {
        by.post(&format!("/api/bot/game/{id}/move/{turn}?ply={ply}"), "").await;
    }
    let (mut page, _) = server.member(&server.guest().await).await.expect("connects");
    let before = page.watch(&json!(id)).await;
    let held = hold(data.path());
    let (mover, path) = (one.clone(), format!("/api/bot/game/{id}/move/g1f3?ply=2"));
    let begun = Instant::now();
    let played = tokio::spawn(async move { mover.post(&path, "").await });
    let told = page.error().await;
    assert!(told["message"].as_str().is_some_and(|words| words.contains("disk is slow")), "{told}");
    assert!(!played.is_finished(), "it is not acknowledged before it is kept");
    held.execute_batch("ROLLBACK").expect("lets go");
    drop(held);
    played.await.expect("is answered");
    let waited = u64::try_from(begun.elapsed().as_millis()).expect("a time");
    let after = page.game_at(3).await;
    let left = |game: &Value, side: &str| game["clock"]["left"][side].as_u64().expect("a time");
    // White has thought for the moment until the turn was sent, and black has not begun to.
    assert!(waited > 2900 && left(&before, "w") - left(&after, "w") < 2500, "{before} {after}");
    assert!(left(&after, "b") > 58_000, "{after}");
}

#[tokio::test]
async fn disk_that_takes_nothing_is_told_and_the_turn_can_be_sent_again() {
    if skips_on_postgresql() {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let ([one, other], id) = game(&server, data.path()).await;
    one.post(&format!("/api/bot/game/{id}/move/e2e4?ply=0"), "").await;
    let held = hold(data.path());
    let path = format!("/api/bot/game/{id}/move/e7e5?ply=1");
    let (status, told) =
        timeout(Duration::from_secs(30), other.ask("POST", &path, "")).await.expect("an answer");
    let words = told["error"].as_str().unwrap_or_default();
    assert_eq!(status, 500, "{told}");
    assert!(words.contains("Nothing was changed") && words.contains("try again"), "{told}");
    held.execute_batch("ROLLBACK").expect("lets go");
    other.post(&path, "").await;
    other.post(&path, "").await;
    let mut lines = one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    assert_eq!(lines.next().await["state"]["moves"], "e2e4 e7e5");
}

#[tokio::test]
async fn disk_that_takes_nothing_when_a_flag_falls_keeps_the_end_later() {
    if skips_on_postgresql() {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data.path(), name));
    let made = one.post("/api/challenge/other", "color=white&clock.limit=2").await;
    let id = made["id"].as_str().expect("an id").to_owned();
    other.post(&format!("/api/challenge/{id}/accept"), "").await;
    one.post(&format!("/api/bot/game/{id}/move/e2e4?ply=0"), "").await;
    let held = hold(data.path());
    // The flag falls after two seconds, and the writer gives up after five more.
    sleep(Duration::from_secs(8)).await;
    held.execute_batch("ROLLBACK").expect("lets go");
    let mut lines = one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    let mut state = lines.next().await["state"].clone();
    while state["status"] == "started" {
        state = lines.next_of("gameState").await;
    }
    assert_eq!((&state["status"], &state["winner"]), (&json!("outoftime"), &json!("white")));
}
