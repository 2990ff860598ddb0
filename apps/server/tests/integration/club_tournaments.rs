//! Tournaments of a club, as its members play them.

use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Value, json};
use server::club::ClubConfig;

use crate::common::database::skips_on_postgresql;
use crate::common::program::Program;
use crate::common::{Client, Running};

/// A club whose tournaments' clock the test moves, in milliseconds.
pub fn club(data: &Path, first_move: Duration) -> (Running, Arc<AtomicI64>) {
    let ahead = Arc::<AtomicI64>::default();
    let server = Running::start_with(data, |config| {
        config.club = Some(ClubConfig::default());
        config.first_move = first_move;
        config.ahead = Arc::clone(&ahead);
    });
    (server, ahead)
}

pub const LONG: Duration = Duration::from_secs(600);

/// A program that plays what begins, and is as strong as its number: it resigns to a stronger one.
#[derive(Clone)]
pub struct Robot {
    pub program: Program,
    name: String,
    /// Half points and opponents of its games, in the order in which they ended, and whether it moved first.
    games: Arc<Mutex<Vec<(u8, String, bool)>>>,
}

fn strength(name: &str) -> usize {
    ["One", "Two", "Three", "Four"].iter().position(|it| *it == name).expect("a robot")
}

impl Robot {
    fn new(server: &Running, data: &Path, name: &str) -> Self {
        let program = Program::new(server.address, data, name);
        Self { program, name: name.to_owned(), games: Arc::default() }
    }

    /// Listens from now on, and plays.
    async fn listen(&self) {
        let mut events = self.program.stream("/api/stream/event").await.expect("a stream");
        let robot = self.clone();
        tokio::spawn(async move {
            loop {
                let event = events.next().await;
                let game = &event["game"];
                let opponent = game["opponent"]["name"].as_str().unwrap_or_default().to_owned();
                match event["type"].as_str() {
                    Some("gameStart") => drop(tokio::spawn(robot.clone().play(game.clone()))),
                    Some("gameFinish") => {
                        let first = game["color"] == "white";
                        let half_points = match game["winner"].as_str() {
                            None => 1,
                            Some(winner) => 2 * u8::from((winner == "white") == first),
                        };
                        robot.games.lock().expect("whole").push((half_points, opponent, first));
                    }
                    Some(_) => {}
                    None => return,
                }
            }
        });
    }

    async fn play(self, game: Value) {
        let id = game["id"].as_str().expect("an id");
        let opponent = game["opponent"]["name"].as_str().expect("a name");
        let white = game["color"] == "white";
        let path = |what: &str| format!("/api/bot/game/{id}/{what}");
        let Ok(mut lines) = self.program.stream(&format!("/api/bot/game/stream/{id}")).await else {
            return;
        };
        loop {
            let line = lines.next().await;
            let state = if line["type"] == "gameFull" { &line["state"] } else { &line };
            let Some(turns) = state["turns"].as_array() else { return };
            match turns.len() {
                0 if white => {
                    drop(self.program.patient("POST", &path("move/e2e4?ply=0"), "").await);
                }
                1 if !white => {
                    drop(self.program.patient("POST", &path("move/e7e5?ply=1"), "").await);
                }
                2 if strength(&self.name) < strength(opponent) => {
                    drop(self.program.patient("POST", &path("resign"), "").await);
                    return;
                }
                _ => {}
            }
        }
    }
}

/// The page of a program that looks at a tournament.
pub async fn looks(server: &Running, of: &Program, id: &str) -> Client {
    let header = format!("Authorization: Bearer {}\r\n", of.token);
    let (mut page, _) = server.member(&header).await.expect("connects");
    page.send(json!({"type": "tournament_act", "id": id, "wish": "watch"})).await;
    page
}

/// How the tournament stands, once that is so.
pub async fn until(page: &mut Client, mut done: impl FnMut(&Value) -> bool) -> Value {
    loop {
        let shown = page.next_of("tournament").await;
        if done(&shown) {
            return shown;
        }
    }
}

pub async fn make(by: &Program, body: &str) -> String {
    let made = by.post("/api/tournament", body).await;
    made["id"].as_str().expect("an id").to_owned()
}

pub async fn results(of: &Program, id: &str) -> Vec<Value> {
    loop {
        let (status, _, text) = of.ask_with(&format!("/api/tournament/{id}/results"), "").await;
        if status == 429 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        }
        assert_eq!(status, 200, "{text}");
        return text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    }
}

/// The scores of games in an arena, by another way than the server's.
fn worth(games: &[(u8, String, bool)]) -> Vec<u64> {
    let mut run = 0;
    let mut scores = Vec::new();
    for &(half_points, ..) in games {
        scores.push(u64::from(half_points) * if run >= 2 { 2 } else { 1 });
        run = if half_points == 2 { run + 1 } else { 0 };
    }
    scores
}

pub async fn four(server: &Running, data: &Path) -> Vec<Robot> {
    let robots: Vec<Robot> =
        ["One", "Two", "Three", "Four"].iter().map(|name| Robot::new(server, data, name)).collect();
    for robot in &robots {
        robot.listen().await;
    }
    robots
}

#[tokio::test]
async fn contests_an_arena_of_four_programs_runs_to_its_end() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, ahead) = club(data.path(), LONG);
    let robots = four(&server, data.path()).await;
    let one = &robots[0].program;
    let id = make(one, "name=Evening+arena&clockTime=5&minutes=30&waitMinutes=0").await;
    let path = |what: &str| format!("/api/tournament/{id}/{what}");
    for robot in &robots {
        robot.program.post(&path("join"), "").await;
    }
    let mut page = looks(&server, one, &id).await;
    until(&mut page, |shown| shown["games"].as_u64() >= Some(14)).await;
    let before: Vec<usize> =
        robots.iter().map(|robot| robot.games.lock().expect("whole").len()).collect();
    assert!(before.iter().all(|&ended| ended >= 2), "{before:?}");
    for robot in &robots {
        robot.program.post(&path("pause"), "").await;
    }
    let shown = until(&mut page, |shown| shown["playing"] == 0).await;
    assert_eq!(shown["line"]["stage"], "running");
    ahead.store(31 * 60_000, Ordering::Relaxed);
    let shown = until(&mut page, |shown| shown["line"]["stage"] == "over").await;
    assert_eq!(shown["line"]["winner"]["name"], "Four");
    let table = results(one, &id).await;
    assert_eq!(table.len(), 4);
    let mut last = u64::MAX;
    for row in &table {
        let robot = robots.iter().find(|it| row["username"] == *it.name).expect("a robot");
        let games = robot.games.lock().expect("whole").clone();
        let scores: Vec<u64> =
            row["scores"].as_array().expect("scores").iter().filter_map(Value::as_u64).collect();
        assert_eq!(scores, worth(&games), "{row}");
        let score = row["score"].as_u64().expect("a whole number");
        assert_eq!(score, scores.iter().sum::<u64>());
        assert!(score <= last, "{table:?}");
        last = score;
        // While they pause one by one the last opponent may be the only one left; before, nobody meets one twice running.
        let ended = before[strength(&robot.name)];
        for pair in games[..ended].windows(2) {
            assert_ne!(pair[0].1, pair[1].1, "{}: {games:?}", robot.name);
        }
        let firsts = i64::try_from(games.iter().filter(|it| it.2).count()).expect("few");
        let balance = 2 * firsts - i64::try_from(games.len()).expect("few");
        assert!(balance.abs() <= 3, "{}: {games:?}", robot.name);
        // Its games were rated.
        let perf = robot.program.get("/api/account").await["perfs"]["blitz"].clone();
        assert_eq!(perf["games"].as_u64(), u64::try_from(games.len()).ok());
        assert_eq!(perf["rating"], row["rating"]);
    }
    // Nobody comes after the end.
    assert_eq!(one.refused("POST", &path("join"), "").await, 400);
    assert_eq!(one.refused("POST", &path("terminate"), "").await, 400);
    let list = one.get("/api/tournament").await;
    assert_eq!(list["finished"][0]["winner"]["name"], "Four");
}

#[tokio::test]
async fn contests_a_game_that_ends_after_the_end_counts_for_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, ahead) = club(data.path(), LONG);
    let [one, two] = ["One", "Two"].map(|name| Program::new(server.address, data.path(), name));
    let mut events = two.stream("/api/stream/event").await.expect("a stream");
    let _other = one.stream("/api/stream/event").await.expect("a stream");
    let id = make(&one, "name=Short&clockTime=3&minutes=20&waitMinutes=0&rated=false").await;
    for program in [&one, &two] {
        program.post(&format!("/api/tournament/{id}/join"), "").await;
    }
    let begun = events.next_of("gameStart").await;
    assert_eq!(begun["game"]["tournamentId"], json!(id));
    assert_eq!(begun["game"]["source"], "tournament");
    let game = begun["game"]["id"].as_str().expect("an id");
    // Nothing is aborted, taken back or helped.
    let way = |what: &str| format!("/api/bot/game/{game}/{what}");
    assert_eq!(one.refused("POST", &way("abort"), "").await, 400);
    let (white, black) =
        if begun["game"]["color"] == "white" { (&two, &one) } else { (&one, &two) };
    white.post(&way("move/e2e4"), "").await;
    black.post(&way("move/e7e5"), "").await;
    assert_eq!(white.refused("POST", &way("takeback/yes"), "").await, 400);
    let mut page = looks(&server, &one, &id).await;
    page.send(json!({"type": "analyse", "key": 1, "game": "onitama", "start": crate::common::START, "lines": 1}))
        .await;
    assert_eq!(page.error().await["code"], "not_your_turn");
    ahead.store(21 * 60_000, Ordering::Relaxed);
    until(&mut page, |shown| shown["line"]["stage"] == "over").await;
    white.post(&way("resign"), "").await;
    events.next_of("gameFinish").await;
    let table = results(&one, &id).await;
    assert!(table.iter().all(|row| row["score"] == 0 && row["scores"] == json!([])), "{table:?}");
    let list = one.get("/api/tournament").await;
    assert_eq!(list["finished"][0]["winner"], Value::Null);
}

#[tokio::test]
async fn contests_a_swiss_of_four_programs_pairs_like_scores() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, ahead) = club(data.path(), LONG);
    let robots = four(&server, data.path()).await;
    let one = &robots[0].program;
    let body = "name=Swiss&kind=swiss&rounds=3&clockTime=5&waitMinutes=60&rated=false";
    let id = make(one, body).await;
    let path = |what: &str| format!("/api/tournament/{id}/{what}");
    for robot in &robots {
        robot.program.post(&path("join"), "").await;
    }
    let mut page = looks(&server, one, &id).await;
    let shown = until(&mut page, |shown| shown["rows"].as_array().map(Vec::len) == Some(4)).await;
    assert_eq!((&shown["line"]["stage"], &shown["round"]), (&json!("coming"), &Value::Null));
    assert_eq!(robots[1].program.refused("POST", &path("start"), "").await, 400);
    one.post(&path("start"), "").await;
    let mut rounds = 0;
    until(&mut page, |shown| {
        let round = shown["round"].as_u64().unwrap_or_default();
        if !shown["next_round"].is_null() && round > rounds {
            assert_eq!((&shown["games"], &shown["playing"]), (&json!(2 * round), &json!(0)));
            rounds = round;
            // The pause between two rounds passes.
            ahead.fetch_add(6_000, Ordering::Relaxed);
        }
        shown["line"]["stage"] == "over"
    })
    .await;
    assert_eq!(rounds, 2);
    let table = results(one, &id).await;
    let told: Vec<(&str, Option<u64>)> = table
        .iter()
        .map(|row| (row["username"].as_str().expect("a name"), row["score"].as_u64()))
        .collect();
    assert_eq!(told, [("Four", Some(3)), ("Three", Some(2)), ("Two", Some(1)), ("One", Some(0))]);
    for robot in &robots {
        let games = robot.games.lock().expect("whole").clone();
        let opponents: std::collections::BTreeSet<_> = games.iter().map(|game| &game.1).collect();
        assert_eq!(opponents.len(), 3, "{games:?}");
    }
}

#[tokio::test]
pub async fn contests_in_a_round_robin_each_meets_each_with_either_side() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, _) = club(data.path(), LONG);
    let robots = four(&server, data.path()).await;
    let one = &robots[0].program;
    let body =
        json!({"name": "All", "kind": "round_robin", "rounds": 2, "clockTime": 5, "rated": false});
    let id = make(one, &body.to_string()).await;
    let path = |what: &str| format!("/api/tournament/{id}/{what}");
    for robot in &robots[..3] {
        robot.program.post(&path("join"), "").await;
    }
    let mut page = looks(&server, one, &id).await;
    one.post(&path("start"), "").await;
    until(&mut page, |shown| shown["line"]["stage"] == "over").await;
    let table = results(one, &id).await;
    let scores: Vec<Option<u64>> = table.iter().map(|row| row["score"].as_u64()).collect();
    assert_eq!(scores, [Some(4), Some(2), Some(0)]);
    for robot in &robots[..3] {
        let mut games = robot.games.lock().expect("whole").clone();
        games.sort();
        games.dedup();
        assert_eq!(games.len(), 4, "{games:?}");
    }
}

#[tokio::test]
async fn contests_go_on_where_they_were_when_the_server_ended() {
    if skips_on_postgresql() {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let (server, ahead) = club(data.path(), LONG);
    let robots: Vec<Robot> =
        ["One", "Two"].iter().map(|name| Robot::new(&server, data.path(), name)).collect();
    for robot in &robots {
        robot.listen().await;
    }
    let one = robots[0].program.clone();
    let id = make(&one, "name=Long&clockTime=5&minutes=60&waitMinutes=0&rated=false").await;
    let path = |what: &str| format!("/api/tournament/{id}/{what}");
    for robot in &robots {
        robot.program.post(&path("join"), "").await;
    }
    let mut page = looks(&server, &one, &id).await;
    until(&mut page, |shown| shown["games"].as_u64() >= Some(3)).await;
    for robot in &robots {
        robot.program.post(&path("pause"), "").await;
    }
    let shown = until(&mut page, |shown| shown["playing"] == 0).await;
    let before = results(&one, &id).await;
    assert_eq!(before[0]["nbGames"], shown["games"]);
    // A game that is begun, and not ended, by programs that only look.
    let two = robots[1].program.clone();
    server.stop();
    // As if the server had been killed between the end of the last game and its place in the table, and between a pairing
    // and its game.
    let database = Connection::open(data.path().join("tesuji.db")).expect("opens");
    let last: u32 = database
        .query_row("SELECT max(number) FROM pairings", [], |row| row.get(0))
        .expect("a pairing");
    database
        .execute(
            "UPDATE pairings SET done = NULL, half_points = NULL, first_points = NULL, second_points = NULL, at = NULL
             WHERE number = ?",
            [last],
        )
        .expect("changes");
    database
        .execute(
            "INSERT INTO pairings (tournament_id, number, round, game_id, first, second, first_rating, second_rating)
             VALUES (?, ?, 0, 'nosuchgame', 0, 1, 1500, 1500)",
            rusqlite::params![id, last + 1],
        )
        .expect("adds");
    drop(database);
    let (server, again) = club(data.path(), LONG);
    again.store(ahead.load(Ordering::Relaxed), Ordering::Relaxed);
    let [one, two] = [one, two].map(|it| Program { address: server.address, ..it });
    let after = results(&one, &id).await;
    for (row, then) in after.iter().zip(&before) {
        assert_eq!((&row["username"], &row["scores"]), (&then["username"], &then["scores"]));
    }
    // Both play on, by hand: a game is begun, the server ends, and the game is there again.
    let mut events = one.stream("/api/stream/event").await.expect("a stream");
    let others = two.stream("/api/stream/event").await.expect("a stream");
    for program in [&one, &two] {
        program.post(&path("join"), "").await;
    }
    let begun = events.next_of("gameStart").await;
    let game = begun["game"]["id"].as_str().expect("an id").to_owned();
    let way = |what: &str| format!("/api/bot/game/{game}/{what}");
    let white = if begun["game"]["color"] == "white" { &one } else { &two };
    white.post(&way("move/e2e4"), "").await;
    drop((events, others));
    server.stop();
    let (server, _) = club(data.path(), LONG);
    let [one, two] = [&one, &two].map(|it| Program { address: server.address, ..it.clone() });
    let mut events = one.stream("/api/stream/event").await.expect("a stream");
    let _others = two.stream("/api/stream/event").await.expect("a stream");
    let back = events.next_of("gameStart").await;
    assert_eq!((&back["game"]["id"], &back["game"]["hasMoved"]), (&json!(game), &json!(true)));
    // The clock waits for who is to move, whoever else is there.
    let [waits, mover] =
        if begun["game"]["color"] == "white" { [&one, &two] } else { [&two, &one] };
    for (by, runs) in [(waits, false), (mover, true)] {
        let header = format!("Authorization: Bearer {}\r\n", by.token);
        let (mut page, _) = server.member(&header).await.expect("connects");
        let seen = page.watch(&json!(game)).await;
        assert_eq!(seen["clock"]["running"], runs, "{seen}");
    }
    one.post(&way("resign"), "").await;
    let next = events.next_of("gameStart").await;
    assert_ne!(next["game"]["id"], json!(game));
    let table = results(&one, &id).await;
    let games = before[0]["nbGames"].as_u64().map(|games| games + 1);
    assert!(table.iter().all(|row| row["nbGames"].as_u64() == games), "{table:?}");
}

#[tokio::test]
async fn contests_who_makes_no_first_move_loses_and_pauses() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, _) = club(data.path(), Duration::from_millis(300));
    let [one, two] = ["One", "Two"].map(|name| Program::new(server.address, data.path(), name));
    let mut events = one.stream("/api/stream/event").await.expect("a stream");
    let id = make(&one, "name=Sleepy&clockTime=3&minutes=20&waitMinutes=0").await;
    for program in [&one, &two] {
        program.post(&format!("/api/tournament/{id}/join"), "").await;
    }
    // Who does not listen is not paired in an arena.
    let mut page = looks(&server, &one, &id).await;
    until(&mut page, |shown| shown["line"]["players"] == 2).await;
    let _others = two.stream("/api/stream/event").await.expect("a stream");
    let begun = events.next_of("gameStart").await;
    let over = events.next_of("gameFinish").await;
    assert_eq!(over["game"]["status"], json!({"id": 37, "name": "noStart"}));
    // White was to move.
    assert_eq!(over["game"]["winner"], "black");
    let shown = until(&mut page, |shown| shown["games"] == 1).await;
    let of = |name: &str| {
        shown["rows"].as_array().expect("rows").iter().find(|it| it["member"]["name"] == name)
    };
    let (white, black) =
        if begun["game"]["color"] == "white" { ("One", "Two") } else { ("Two", "One") };
    assert_eq!(of(white).expect("a row")["status"], "paused");
    let winner = of(black).expect("a row");
    assert_eq!((&winner["status"], &winner["points"]), (&json!("in"), &json!(2.0)));
    // Without a move of both nothing is rated.
    assert_eq!(one.get("/api/account").await["perfs"], json!({}));
}

#[tokio::test]
async fn contests_nobody_plays_in_two_at_once() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, _) = club(data.path(), LONG);
    let [one, two] = ["One", "Two"].map(|name| Program::new(server.address, data.path(), name));
    let mut ids = Vec::new();
    for name in ["First", "Second"] {
        let body = format!("name={name}&clockTime=3&minutes=60&waitMinutes=0&rated=false");
        ids.push(make(&one, &body).await);
    }
    for id in &ids {
        for program in [&one, &two] {
            program.post(&format!("/api/tournament/{id}/join"), "").await;
        }
    }
    let mut events = one.stream("/api/stream/event").await.expect("a stream");
    let _others = two.stream("/api/stream/event").await.expect("a stream");
    for _ in 0..6 {
        let begun = events.next_of("gameStart").await;
        let playing = one.get("/api/account/playing").await;
        assert_eq!(playing["nowPlaying"].as_array().map(Vec::len), Some(1), "{playing}");
        let game = begun["game"]["id"].as_str().expect("an id");
        one.post(&format!("/api/bot/game/{game}/resign"), "").await;
    }
}

#[tokio::test]
async fn contests_strangers_and_bad_fields_are_refused() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, _) = club(data.path(), LONG);
    let [one, two] = ["One", "Two"].map(|name| Program::new(server.address, data.path(), name));
    let new = "/api/tournament";
    for body in [
        "",
        "name=x&clockTime=3&minutes=9",
        "name=Good&clockTime=3",
        "name=Good&clockTime=3&minutes=0",
        "name=Good&clockTime=300&minutes=9",
        "name=Good&clockTime=3&minutes=9&rounds=2",
        "name=Good&clockTime=3&kind=swiss&minutes=9",
        "name=Good&clockTime=3&kind=swiss&rounds=31",
        "name=Good&clockTime=3&kind=round_robin&rounds=9",
        "name=Good&clockTime=3&kind=ladder&days=0",
        "name=Good&clockTime=3&kind=ladder&days=366",
        "name=Good&clockTime=3&kind=ladder&minutes=9",
        "name=Good&clockTime=3&kind=ladder&rounds=3",
        "name=Good&clockTime=3&minutes=9&days=3",
        "name=Good&clockTime=3&minutes=9&variant=no-such",
        "name=Good&clockTime=3&minutes=9&minRating=1800&maxRating=1500",
        "name=Good&clockTime=3&minutes=9&waitMinutes=99999",
        "name=Good&clockTime=3&minutes=9&waitMinutes=-9",
        "name=Good&clockTime=3&minutes=9&programs=perhaps",
        "name=Good&clockTime=3&minutes=9223372036854775808",
        "{\"name\":[],\"clockTime\":{}}",
    ] {
        assert_eq!(one.refused("POST", new, body).await, 400, "{body}");
    }
    let good = "name=Good&clockTime=3&minutes=9";
    let persons = make(&one, &format!("{good}&programs=no")).await;
    let strong = make(&one, &format!("{good}&minRating=2000")).await;
    let id = make(&one, good).await;
    assert_eq!(one.refused("POST", new, good).await, 400, "three are enough");
    let path = |id: &str, what: &str| format!("/api/tournament/{id}/{what}");
    for closed in [&persons, &strong] {
        assert_eq!(two.refused("POST", &path(closed, "join"), "").await, 400);
        let told = two.get(&format!("/api/tournament/{closed}")).await;
        assert!(told["refusal"].as_str().is_some_and(|words| words.len() > 10), "{told}");
    }
    for what in ["start", "terminate", "pause", "withdraw"] {
        assert_eq!(two.refused("POST", &path(&id, what), "").await, 400, "{what}");
    }
    for what in ["join", "pause", "withdraw", "start", "terminate"] {
        assert_eq!(two.refused("POST", &path("nosuch", what), "").await, 404, "{what}");
    }
    assert_eq!(two.refused("GET", "/api/tournament/nosuch", "").await, 404);
    assert_eq!(two.refused("GET", "/api/tournament/nosuch/results", "").await, 404);
    // A guest looks, and no more.
    let (mut guest, _) = server.member(&server.guest().await).await.expect("connects");
    guest.send(json!({"type": "tournaments"})).await;
    let list = guest.next_of("tournaments").await;
    assert_eq!(list["tournaments"].as_array().map(Vec::len), Some(3));
    guest.send(json!({"type": "tournament_act", "id": id, "wish": "watch"})).await;
    let own = guest.next_of("tournament_own").await;
    assert!(own["refusal"].as_str().is_some_and(|it| it.contains("sign in")), "{own}");
    let act = |action: &str| json!({"type": "tournament_act", "id": id, "action": action});
    let terms = json!({"name": "Mine", "game": "chess", "clock": {"initial": 60_000, "increment": 0}, "kind": "arena", "minutes": 9});
    let mut create = terms.clone();
    create["type"] = json!("tournament_create");
    for (message, code) in [
        (act("join"), "signed_out"),
        (act("cancel"), "not_your_turn"),
        (act("start"), "not_your_turn"),
        (act("withdraw"), "stale"),
        (create.clone(), "signed_out"),
    ] {
        guest.send(message.clone()).await;
        assert_eq!(guest.error().await["code"], code, "{message}");
    }
    // By a page of its own a member makes one; a field that is wrong is named.
    let header = format!("Authorization: Bearer {}\r\n", two.token);
    let (mut page, _) = server.member(&header).await.expect("connects");
    for (field, value) in [("kind", json!("knockout")), ("minutes", json!(-1)), ("clock", json!(3))]
    {
        let mut bad = create.clone();
        bad[field] = value;
        page.send(bad).await;
        let error = page.error().await;
        assert_eq!((&error["code"], &error["place"]), (&json!("bad_message"), &json!(field)));
    }
    page.send(create).await;
    let made = page.next_of("tournament_made").await["id"].as_str().expect("an id").to_owned();
    // It begins at once, and its creator cancels it.
    two.post(&path(&made, "terminate"), "").await;
    assert_eq!(two.refused("POST", &path(&made, "join"), "").await, 400);
    let list = two.get("/api/tournament").await;
    assert_eq!(list["finished"][0]["stage"], "canceled");
    one.post(&path(&id, "terminate"), "").await;
    make(&one, good).await;
    // Outside a club there are none.
    let other = tempfile::tempdir().expect("a folder");
    let alone = Running::start(other.path());
    let mut page = alone.client().await;
    page.send(json!({"type": "tournaments"})).await;
    assert_eq!(page.error().await["code"], "not_your_turn");
}
