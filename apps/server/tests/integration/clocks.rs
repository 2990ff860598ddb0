//! Clocks: delay, the time on the way, and claims against who has gone.

use std::time::Duration;

use crate::common::program::{Lines, Program};
use crate::common::{Client, Running, START, club, person, turns};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

/// A link that holds everything up by that time, in each direction.
async fn slow_link(server: &Running, late: Duration) -> TcpStream {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let near = TcpStream::connect(listener.local_addr().expect("an address"));
    let (near, far) = (near.await.expect("connects"), listener.accept().await.expect("comes").0);
    let there = TcpStream::connect(server.address).await.expect("connects");
    let ((far_in, far_out), (there_in, there_out)) = (far.into_split(), there.into_split());
    for (mut from, mut to) in [(far_in, there_out), (there_in, far_out)] {
        let (sender, mut chunks) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
        tokio::spawn(async move {
            let mut buffer = vec![0; 16 * 1024];
            while let Ok(read) = from.read(&mut buffer).await {
                let chunk = (Instant::now() + late, buffer[..read].to_vec());
                if read == 0 || sender.send(chunk).is_err() {
                    return;
                }
            }
        });
        tokio::spawn(async move {
            while let Some((due, chunk)) = chunks.recv().await {
                sleep_until(due).await;
                if to.write_all(&chunk).await.is_err() {
                    return;
                }
            }
        });
    }
    near
}

/// What the second side has left after a turn that it answers at once, over a link that is so late each way.
async fn left_over(late: Duration) -> u64 {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let cookie = server.guest().await;
    let mut red = server.member(&cookie).await.expect("connects").0;
    let link = slow_link(&server, late).await;
    let mut blue = server.member_over(link, &server.guest().await).await;
    let clock = json!({"initial": 300_000, "increment": 0});
    red.send(
        json!({"type": "new", "game": "onitama", "position": START, "seat": "r", "clock": clock}),
    )
    .await;
    let game = red.next_of("game").await;
    let seat = red.next_of("seat").await;
    let word =
        seat["invite"].as_str().expect("an invitation").trim_start_matches("/join/").to_owned();
    blue.send(json!({"type": "join", "token": word})).await;
    blue.next_of("seat").await;
    // It is measured while the game is watched.
    blue.idle(Duration::from_secs(5) + 4 * late).await;
    let turn = game["legal"][0].as_str().expect("a turn").to_owned();
    red.play(&game, &turn).await;
    let now = blue.game_at(1).await;
    let answer = now["legal"][0].as_str().expect("a turn").to_owned();
    blue.play(&now, &answer).await["clock"]["left"]["b"].as_u64().expect("a time")
}

#[tokio::test]
async fn clocks_do_not_charge_the_time_on_the_way() {
    let (near, far, very_far) = tokio::join!(
        left_over(Duration::from_millis(1)),
        left_over(Duration::from_millis(150)),
        left_over(Duration::from_millis(600)),
    );
    assert!(near <= 300_000 && near > 299_800, "{near}");
    // 300 ms there and back, and nothing of it is charged but the moment that the turn took.
    assert!(far <= 300_000 && far > 299_850, "{far}");
    // 1200 ms there and back: half a second is spared, and no more.
    assert!(very_far <= 299_320 && very_far > 299_100, "{very_far}");
}

#[tokio::test]
async fn clocks_have_an_increment_or_a_delay() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data.path(), name));
    let ask = "color=white&variant=ataxx&clock.limit=60";
    let both = format!("{ask}&clock.increment=1&clock.delay=2");
    assert_eq!(one.refused("POST", "/api/challenge/other", &both).await, 400);
    let made = one.post("/api/challenge/other", &format!("{ask}&clock.delay=2")).await;
    let told = json!({"type": "clock", "limit": 60, "increment": 0, "delay": 2, "show": "1d2"});
    assert_eq!(made["timeControl"], told);
    let id = made["id"].as_str().expect("an id");
    other.post(&format!("/api/challenge/{id}/accept"), "").await;
    let mut lines = one.stream(&format!("/api/bot/game/stream/{id}")).await.expect("a stream");
    let full = lines.next().await;
    assert_eq!(full["clock"], json!({"initial": 60_000, "increment": 0, "delay": 2000}));
    for ply in 0..4 {
        let by = if ply % 2 == 0 { &one } else { &other };
        // The third turn takes longer than the delay.
        if ply == 2 {
            sleep(Duration::from_millis(2500)).await;
        }
        play(by, id, ply).await;
        let state = lines.next_of("gameState").await;
        let (white, black) = (&state["wtime"], state["btime"].as_u64().expect("a time"));
        let white = white.as_u64().expect("a time");
        assert_eq!(
            (black, state["winc"].as_u64(), state["delay"].as_u64()),
            (60_000, Some(0), Some(2000))
        );
        let charged = 60_000 - white;
        assert!(
            if ply < 2 { charged == 0 } else { (400..1500).contains(&charged) },
            "{ply}: {charged}"
        );
    }
    let exported = one.ask_with(&format!("/game/export/{id}"), "").await.2;
    assert!(exported.contains("60d2"), "{exported}");
    let mut seek =
        one.post_stream("/api/board/seek", "variant=ataxx&time=3&delay=2").await.expect("a seek");
    seek.next().await;
    let seeks = other.get("/api/board/seeks").await;
    assert_eq!(seeks["seeks"][0]["timeControl"]["show"], "3d2");
    assert_eq!(seeks["seeks"][0]["perf"]["name"], "ataxx-blitz");
}

/// Plays the first legal turn.
async fn play(by: &Program, id: &str, ply: usize) {
    let legal = by.get(&format!("/api/bot/game/{id}/legal")).await;
    let turn = legal["turns"][0].as_str().expect("a turn").replace(' ', "%20");
    by.post(&format!("/api/bot/game/{id}/move/{turn}?ply={ply}"), "").await;
}

/// The next line of a stream that says whether the other side has gone.
async fn gone(lines: &mut Lines) -> Value {
    lines.next_of("opponentGone").await
}

#[tokio::test]
async fn clocks_are_claimed_from_who_has_no_stream_open() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let [one, other] = ["One", "Other"].map(|name| Program::new(server.address, data.path(), name));
    let made = one
        .post("/api/challenge/other", "color=white&variant=ataxx&clock.limit=60&rated=true")
        .await;
    let id = made["id"].as_str().expect("an id").to_owned();
    other.post(&format!("/api/challenge/{id}/accept"), "").await;
    let stream = format!("/api/bot/game/stream/{id}");
    let mut lines = one.stream(&stream).await.expect("a stream");
    let mut others = other.stream(&stream).await.expect("a stream");
    let claim = format!("/api/bot/game/{id}/claim-victory");
    assert_eq!(one.refused("POST", &claim, "").await, 400, "nobody has moved");
    play(&one, &id, 0).await;
    play(&other, &id, 1).await;
    assert_eq!(one.refused("POST", &claim, "").await, 400, "the other side is there");
    assert_eq!(others.next().await["type"], "gameFull");
    drop(others);
    let told = gone(&mut lines).await;
    assert_eq!((&told["gone"], &told["claimWinInSeconds"]), (&json!(true), &json!(10)));
    let before = Instant::now();
    assert_eq!(one.refused("POST", &claim, "").await, 400, "too early");
    // Who comes back is there, and has all the time again.
    let others = other.stream(&stream).await.expect("a stream");
    let back = gone(&mut lines).await;
    assert_eq!((&back["gone"], &back["claimWinInSeconds"]), (&json!(false), &Value::Null));
    drop(others);
    assert_eq!(gone(&mut lines).await["claimWinInSeconds"], 10);
    let third = Program::new(server.address, data.path(), "Third");
    assert_eq!(third.refused("POST", &claim, "").await, 400, "it is not theirs");
    // It is the other side's turn when the time has passed.
    play(&one, &id, 2).await;
    while one.ask("POST", &claim, "").await.0 != 200 {
        sleep(Duration::from_millis(200)).await;
    }
    assert!((Duration::from_secs(10)..Duration::from_secs(14)).contains(&before.elapsed()));
    assert_eq!(lines.next_of("gameState").await["turns"].as_array().map(Vec::len), Some(3));
    let state = lines.next_of("gameState").await;
    assert_eq!(
        (&state["status"], &state["winner"], &state["reason"]),
        (&json!("timeout"), &json!("white"), &json!("abandonment"))
    );
    assert_eq!(one.refused("POST", &claim, "").await, 400, "it is over");
    let account = one.get("/api/user/one").await;
    assert_eq!(account["count"]["rated"], 1);
}

#[tokio::test]
async fn clocks_are_called_a_draw_where_the_page_of_the_other_side_is_closed() {
    let data = tempfile::tempdir().expect("a folder");
    let server = club(data.path());
    let (mut ann, mut ben) = (person(&server, "Ann").await, person(&server, "Ben").await);
    let clock = json!({"initial": 60_000, "increment": 0});
    ann.send(
        json!({"type": "new", "game": "onitama", "position": START, "seat": "r", "clock": clock}),
    )
    .await;
    let game = ann.next_of("game").await;
    let seat = ann.next_of("seat").await;
    let word =
        seat["invite"].as_str().expect("an invitation").trim_start_matches("/join/").to_owned();
    ben.send(json!({"type": "join", "token": word})).await;
    ben.next_of("seat").await;
    let claim = json!({"type": "claim", "id": game["id"], "draw": true});
    let one = ann.play(&game, game["legal"][0].as_str().expect("a turn")).await;
    ben.game_at(1).await;
    let two = ben.play(&one, one["legal"][0].as_str().expect("a turn")).await;
    assert_eq!((turns(&two).len(), &two["seats"]["seats"]["b"]["claim_in"]), (2, &Value::Null));
    ann.send(claim.clone()).await;
    assert_eq!(ann.error().await["code"], "stale");
    drop(ben);
    let left = until_gone(&mut ann).await;
    assert!(left > 9_000 && left <= 10_000, "{left}");
    ann.idle(Duration::from_millis(left + 100)).await;
    ann.send(claim.clone()).await;
    let error = ann.error().await;
    assert!(error["message"].as_str().is_some_and(|it| it.contains("your turn")), "{error}");
    ann.play(&two, two["legal"][0].as_str().expect("a turn")).await;
    ann.send(claim).await;
    let over = ann.next_of("game").await;
    assert_eq!(over["ending"], json!({"winner": null, "reason": "abandonment"}));
}

/// The time until the claim, once it is told.
async fn until_gone(client: &mut Client) -> u64 {
    loop {
        let game = client.next_of("game").await;
        if let Some(left) = game["seats"]["seats"]["b"]["claim_in"].as_u64() {
            return left;
        }
    }
}
