//! Tournaments of the page: only programs that the server was given, and as much at once as the machine carries.

use crate::common::Running;
use arena::store::Store;
use arena::{Config, FaultPolicy, Format, Openings, Rules};
use serde_json::json;
use std::sync::atomic::AtomicBool;
use tune::tunings::Tuning;

fn config(engines: &[&str]) -> Config {
    Config {
        game: "onitama".to_owned(),
        format: Format::Match,
        engines: engines.iter().map(|&line| line.to_owned()).collect(),
        games: 2,
        rounds: 1,
        seed: 1,
        openings: Openings::Deal(String::new()),
        rules: Rules::default(),
        sprt: None,
        policy: FaultPolicy::default(),
        event: None,
        site: None,
    }
}

/// A server whose tournaments are played by a program that does nothing.
fn start(data: &std::path::Path) -> Running {
    Running::start_with(data, |it| it.arena_player = Some("/bin/true".into()))
}

#[tokio::test]
async fn the_page_resumes_no_program_that_it_may_not_start() {
    let data = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(data.path()).expect("a store");
    let foreign = config(&["random", "cmd=/bin/cat,proto=uoi"]);
    let foreign = store.create("begun in a terminal", "a", &foreign).expect("created");
    let own = store.create("own", "b", &config(&["random", "random,seed=2"])).expect("created");
    let server = start(data.path());
    let mut client = server.client().await;
    client.send(json!({"type": "arena_resume", "id": foreign})).await;
    let error = client.error().await;
    assert_eq!(error["place"], "engines[1]", "{error}");
    assert!(error["message"].as_str().expect("words").contains("--engines-file"), "{error}");
    client.send(json!({"type": "arena_resume", "id": own})).await;
    client.next_of("arena_list").await;
}

#[tokio::test]
async fn two_tournaments_run_at_once_and_no_more() {
    let data = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(data.path()).expect("a store");
    let ids: Vec<i64> = (0..3)
        .map(|number| {
            let config = config(&["random", "random,seed=2"]);
            store.create("one", &number.to_string(), &config).expect("created")
        })
        .collect();
    // As if they were played.
    let first = store.lock(ids[0]).expect("a lock").expect("free");
    let _second = store.lock(ids[1]).expect("a lock").expect("free");
    let server = start(data.path());
    let mut client = server.client().await;
    let begun = json!({"type": "arena_start", "game": "onitama", "format": "match", "engines": ["random", "random,seed=2"], "games": 2});
    for request in [begun, json!({"type": "arena_resume", "id": ids[2]})] {
        client.send(request).await;
        let error = client.error().await;
        assert_eq!(error["code"], "limit", "{error}");
        assert!(error["message"].as_str().expect("words").contains("stop one"), "{error}");
    }
    drop(first);
    client.send(json!({"type": "arena_resume", "id": ids[2]})).await;
    client.next_of("arena_list").await;
}

#[tokio::test]
async fn tables_and_threads_of_all_together_are_bounded() {
    let data = tempfile::tempdir().expect("a folder");
    let server = start(data.path());
    let mut client = server.client().await;
    for (line, word) in [("tesuji,hash=9000", "MiB"), ("tesuji,threads=100", "threads")] {
        client
            .send(json!({"type": "arena_start", "game": "onitama", "format": "match", "engines": [line, "random"], "games": 2}))
            .await;
        let error = client.error().await;
        assert_eq!(error["code"], "limit", "{error}");
        assert!(error["message"].as_str().expect("words").contains(word), "{error}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn those_that_have_just_begun_count() {
    use std::os::unix::fs::PermissionsExt;
    let data = tempfile::tempdir().expect("a folder");
    // A program that is slow to say that it plays.
    let slow = data.path().join("slow");
    std::fs::write(&slow, "#!/bin/sh\nexec sleep 3\n").expect("written");
    std::fs::set_permissions(&slow, std::fs::Permissions::from_mode(0o755)).expect("set");
    let server = Running::start_with(data.path(), |it| it.arena_player = Some(slow));
    let mut client = server.client().await;
    let begun = json!({"type": "arena_start", "game": "onitama", "format": "match", "engines": ["random", "random,seed=2"], "games": 2});
    for _ in 0..2 {
        client.send(begun.clone()).await;
        client.next_of("arena_started").await;
    }
    client.send(begun).await;
    assert_eq!(client.error().await["code"], "limit");
}

#[tokio::test]
async fn a_run_is_paused_by_those_alone_who_may_start_tournaments() {
    let data = tempfile::tempdir().expect("a folder");
    let run = Tuning::create(data.path(), "mine").expect("a place");
    let waits = || {
        let mut told = false;
        run.wait(&AtomicBool::new(true), || told = true).expect("a folder");
        told
    };
    let server = start(data.path());
    let mut client = server.client().await;
    for paused in [true, false] {
        client.send(json!({"type": "arena_pause", "name": "mine", "paused": paused})).await;
        client.next_of("arena_list").await;
        assert_eq!(waits(), paused);
    }
    for name in ["none", "../mine", ""] {
        client.send(json!({"type": "arena_pause", "name": name, "paused": true})).await;
        let error = client.error().await;
        assert_eq!((&error["code"], &error["place"]), (&json!("stale"), &json!("name")), "{error}");
    }
    let elsewhere = tempfile::tempdir().expect("a folder");
    let _run = Tuning::create(elsewhere.path(), "mine").expect("a place");
    let other = Running::start_with(elsewhere.path(), |it| it.arena_player = None);
    let mut client = other.client().await;
    client.send(json!({"type": "arena_pause", "name": "mine", "paused": true})).await;
    assert_eq!(client.error().await["code"], "limit");
}
