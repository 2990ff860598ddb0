//! Pools: quick pairing by game and clock.

use std::path::Path;

use crate::common::program::Program;
use crate::common::{Running, club, person};
use serde_json::{Value, json};

const POOL: &str = "/api/board/pool";

fn programs<const N: usize>(server: &Running, data: &Path, names: [&str; N]) -> [Program; N] {
    names.map(|name| Program::new(server.address, data, name))
}

#[tokio::test]
async fn pools_pair_programs_for_rated_games() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other, third] = programs(&server, data.path(), ["One", "Other", "Third"]);
    for bad in ["", "time=4", "time=3", "time=3&increment=2&variant=checkers"] {
        assert_eq!(one.refused("POST", POOL, bad).await, 400, "{bad}");
    }
    let body = "variant=onitama&time=3&increment=2";
    let mut seek = one.post_stream("/api/board/seek", "time=3").await.expect("opens");
    seek.next().await;
    let mut first = one.post_stream(POOL, body).await.expect("waits");
    assert_eq!(first.next().await, json!({"waiting": 1}));
    let mut elsewhere = third.post_stream(POOL, "time=3&increment=2").await.expect("waits");
    assert_eq!(elsewhere.next().await["waiting"], 1);
    let told = other.get("/api/board/pools").await;
    let expected = json!({"game": "onitama", "limit": 180, "increment": 2, "waiting": 1});
    assert!(told["waiting"].as_array().expect("pools").contains(&expected), "{told}");
    assert_eq!(told["clocks"].as_array().map(Vec::len), Some(5));
    let mut events = one.stream("/api/stream/event").await.expect("a stream");
    let mut second = other.post_stream(POOL, body).await.expect("waits");
    second.next().await;
    let begun = first.next().await;
    assert_eq!(second.next().await, begun);
    assert!(first.next().await.is_null() && second.next().await.is_null(), "both streams end");
    let game = events.next_of("gameStart").await["game"].clone();
    assert_eq!((&game["id"], &game["rated"]), (&begun["id"], &json!(true)));
    assert_eq!(game["perf"], "onitama-blitz");
    // They play now: the seek is withdrawn, and who waited elsewhere waits on.
    assert!(seek.next().await.is_null());
    let told = other.get("/api/board/pools").await["waiting"].clone();
    assert_eq!(told.as_array().map(Vec::len), Some(1), "{told}");
    // Who closes the stream waits no more.
    drop(elsewhere);
    while other.get("/api/board/pools").await["waiting"] != json!([]) {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn pools_pair_guests_with_guests_and_persons_with_persons() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut alice, mut bob) = (person(&server, "Alice").await, person(&server, "Bob").await);
    let (mut guest, _) = server.member(&server.guest().await).await.expect("connects");
    let (mut other, _) = server.member(&server.guest().await).await.expect("connects");
    let clock = json!({"initial": 300_000, "increment": 3_000});
    let join = json!({"type": "pool_join", "game": "ataxx", "clock": clock});
    for client in [&mut alice, &mut bob, &mut guest, &mut other] {
        client.send(json!({"type": "lobby"})).await;
        let told = client.next_of("pools").await;
        assert_eq!((&told["waiting"], &told["own"]), (&json!([]), &Value::Null));
        assert_eq!(told["clocks"].as_array().map(Vec::len), Some(5));
    }
    guest
        .send(
            json!({"type": "pool_join", "game": "ataxx", "clock": {"initial": 1, "increment": 0}}),
        )
        .await;
    assert_eq!(guest.error().await["code"], "bad_start");
    alice.send(join.clone()).await;
    let own = alice.next_of("pools").await["own"].clone();
    assert_eq!((&own["game"], &own["waiting"]), (&json!("ataxx"), &json!(1)));
    guest.send(join.clone()).await;
    // Both are told in one number, and neither is paired: one of them has no rating.
    while bob.next_of("pools").await["waiting"][0]["waiting"] != 2 {}
    // Who leaves is not waited for.
    alice.send(json!({"type": "pool_leave"})).await;
    while bob.next_of("pools").await["waiting"][0]["waiting"] != 1 {}
    alice.send(join.clone()).await;
    bob.send(join.clone()).await;
    other.send(join).await;
    let rated = alice.next_of("begun").await;
    assert_eq!(bob.next_of("begun").await, rated);
    let casual = guest.next_of("begun").await;
    assert_eq!(other.next_of("begun").await, casual);
    for (client, begun, is_rated) in [(&mut alice, rated, true), (&mut guest, casual, false)] {
        let game = client.watch(&begun["id"]).await;
        assert_eq!((&game["rated"], &game["game"]), (&json!(is_rated), &json!("ataxx")));
        assert_eq!(game["clock"]["initial"], 300_000);
    }
}
