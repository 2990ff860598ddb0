//! The members of a club: how they show who they are, and what does not pass for it.

use std::net::SocketAddr;

use crate::common::database::beside;
use crate::common::{Running, club, cookie_of, post};
use serde_json::json;

/// The server's answer to whoever shows this: the name, or the status of the refusal.
async fn name_of(server: &Running, header: &str) -> String {
    match server.member(header).await {
        Ok((_, hello)) => hello["club"]["you"]["name"].as_str().unwrap_or("nobody").to_owned(),
        Err(status) => status.to_string(),
    }
}

async fn signed(address: SocketAddr, way: &str, name: &str, password: &str) -> (u16, String) {
    let body = json!({"name": name, "password": password}).to_string();
    let answer = post(address, &format!("/club/{way}"), "", &body).await;
    (answer.0, cookie_of(&answer.1))
}

#[tokio::test]
async fn people_guests_are_known_by_a_cookie_that_nobody_else_can_make() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let cookie = server.guest().await;
    let name = name_of(&server, &cookie).await;
    assert!(name.starts_with("Guest "), "{name}");
    let (id, mark) = cookie.split_once('.').expect("a mark");
    let mut forged = vec![format!("Cookie: guest=0000000000000000.{mark}"), format!("{id}.00")];
    forged.push(format!("{id}."));
    forged.push(id.to_owned());
    forged.push(format!("{cookie}; {}", cookie.trim_start_matches("Cookie: ")));
    for header in forged {
        assert_eq!(name_of(&server, &header).await, "nobody", "{header}");
    }
    server.stop();
    // The key is kept: a guest is known after a restart, by this server and no other.
    let data_2 = tempfile::tempdir().expect("a folder");
    assert_eq!(name_of(&club(data.path()), &cookie).await, name);
    assert_eq!(name_of(&club(data_2.path()), &cookie).await, "nobody");
}

#[tokio::test]
async fn people_sessions_are_rotated_and_end() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (status, first) = signed(server.address, "sign-up", "Alice", "correct horse").await;
    assert_eq!((status, name_of(&server, &first).await.as_str()), (200, "Alice"));
    // The name is taken in any case of its letters, and a sign-in in place of a session ends that session.
    assert_eq!(signed(server.address, "sign-up", "aLICE", "another one").await.0, 400);
    let body = json!({"name": "alice", "password": "correct horse"}).to_string();
    let answer = post(server.address, "/club/sign-in", &first, &body).await;
    let second = cookie_of(&answer.1);
    assert_ne!(first, second);
    assert_eq!(name_of(&server, &first).await, "nobody");
    assert_eq!(name_of(&server, &second).await, "Alice");
    let answer = post(server.address, "/club/sign-out", &second, "").await;
    assert!(answer.0 == 200 && answer.1.contains("Max-Age=0"), "{}", answer.1);
    assert_eq!(name_of(&server, &second).await, "nobody");
}

#[tokio::test]
async fn people_a_wrong_password_and_an_unknown_name_read_alike() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    signed(server.address, "sign-up", "Alice", "correct horse").await;
    let mut answers = Vec::new();
    let mut times = [f64::MAX; 2];
    // In turn, so that other work on the machine slows both.
    for _ in 0..8 {
        for (name, least) in ["Alice", "Nobody1"].iter().zip(&mut times) {
            let body = json!({"name": name, "password": "wrong horse"}).to_string();
            let begun = std::time::Instant::now();
            let (status, answer) = post(server.address, "/club/sign-in", "", &body).await;
            *least = least.min(begun.elapsed().as_secs_f64());
            let said = answer.lines().last().unwrap_or_default().to_owned();
            answers.push((status, said));
        }
    }
    assert!(answers.iter().all(|answer| *answer == answers[0] && answer.0 == 401), "{answers:?}");
    // Both hash a password, which takes far longer than all else.
    let ratio = times[0] / times[1];
    assert!((0.4..2.5).contains(&ratio), "{times:?}");
}

#[tokio::test]
async fn people_attempts_are_limited_by_name_and_bad_ones_are_refused() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    for (name, password, words) in [
        ("admin", "correct horse", "reserved"),
        ("a b", "correct horse", "letters"),
        ("Bob", "short", "password has 8"),
    ] {
        let body = json!({"name": name, "password": password}).to_string();
        let (status, answer) = post(server.address, "/club/sign-up", "", &body).await;
        assert!(status == 400 && answer.contains(words), "{answer}");
    }
    for body in ["", "{", "[]", "{\"name\":\"x\"}", "{\"name\":1,\"password\":2}"] {
        assert_eq!(post(server.address, "/club/sign-in", "", body).await.0, 400, "{body}");
    }
    assert_eq!(post(server.address, "/club/sign-in", "", &"x".repeat(5000)).await.0, 413);
    let mut last = 0;
    for _ in 0..12 {
        last = signed(server.address, "sign-in", "Carol", "wrong horse").await.0;
    }
    assert_eq!(last, 429);
}

#[tokio::test]
async fn people_another_site_signs_nobody_in_or_out() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (_, session) = signed(server.address, "sign-up", "Alice", "correct horse").await;
    for origin in ["https://evil.example", "null"] {
        let header = format!("Origin: {origin}\r\n{session}");
        assert_eq!(post(server.address, "/club/sign-out", &header, "").await.0, 401, "{origin}");
        assert_eq!(name_of(&server, &header).await, "403", "{origin}");
    }
    assert_eq!(name_of(&server, &session).await, "Alice");
}

#[tokio::test]
pub async fn people_a_token_is_shown_once_and_can_be_revoked() {
    use server::tokens;
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    assert!(beside(data.path(), |source| tokens::create(source, "Nobody1", false)).is_err());
    let token =
        beside(data.path(), |source| tokens::create(source, "Robot", true)).expect("a token");
    let header = format!("Authorization: Bearer {token}");
    assert_eq!(name_of(&server, &header).await, "Robot");
    let list = beside(data.path(), tokens::list).expect("a list");
    assert!(list.len() == 1 && list[0].name == "Robot" && list[0].bot, "{list:?}");
    assert!(token.contains(&list[0].id));
    let secret = token.rsplit('_').next().expect("a secret").as_bytes();
    for file in ["tesuji.db", "tesuji.db-wal"] {
        let bytes = std::fs::read(data.path().join(file)).unwrap_or_default();
        assert!(!bytes.windows(secret.len()).any(|window| window == secret), "{file}");
    }
    let mut other = token.clone();
    let last = if other.pop() == Some('0') { '1' } else { '0' };
    other.push(last);
    for bad in [other.as_str(), "", "tesuji_", "tesuji_x_y", "x"] {
        let header = format!("Authorization: Bearer {bad}");
        assert_eq!(name_of(&server, &header).await, "401", "{bad}");
    }
    beside(data.path(), |source| tokens::revoke(source, &list[0].id)).expect("is revoked");
    assert_eq!(name_of(&server, &header).await, "401");
    assert!(beside(data.path(), |source| tokens::revoke(source, &token)).is_err(), "once");
}
