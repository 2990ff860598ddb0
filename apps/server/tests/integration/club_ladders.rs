//! Ladders of a club, as programs play on them.

use std::sync::atomic::Ordering;

use serde_json::Value;

use crate::club_tournaments::{LONG, club, four, looks, make, results, until};

#[tokio::test]
pub async fn contests_on_a_ladder_whoever_wins_from_below_climbs() {
    let data = tempfile::tempdir().expect("a folder");
    let (server, ahead) = club(data.path(), LONG);
    let robots = four(&server, data.path()).await;
    let one = &robots[0].program;
    let id = make(one, "name=Ladder&kind=ladder&clockTime=5&days=3&waitMinutes=0").await;
    let path = |what: &str| format!("/api/tournament/{id}/{what}");
    // The weakest comes first, and stands above.
    for robot in &robots {
        robot.program.post(&path("join"), "").await;
    }
    let mut page = looks(&server, one, &id).await;
    let names =
        |rows: &[Value], name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    // Each two meet, and then they rest.
    let shown = until(&mut page, |shown| shown["games"] == 6).await;
    let day = 24 * 3_600_000;
    let lasts = shown["line"]["ends"].as_i64().zip(shown["line"]["starts"].as_i64());
    assert_eq!(lasts.map(|(ends, starts)| ends - starts), Some(3 * day));
    let table = results(one, &id).await;
    assert!(table.iter().all(|row| row["nbGames"] == 3 && row["moved"].is_i64()), "{table:?}");
    // A day later each two may meet again: who is stronger stands above, whoever met whom before.
    for days in 1..3 {
        ahead.store(days * day - 60_000, Ordering::Relaxed);
        until(&mut page, |shown| shown["games"].as_i64() >= Some(6 * (days + 1))).await;
    }
    let table = results(one, &id).await;
    assert_eq!(names(&table, "username"), ["Four", "Three", "Two", "One"]);
    assert_eq!(names(&table, "rank"), [1, 2, 3, 4]);
    // Who withdraws is on it no more, and those below move up.
    robots[2].program.post(&path("withdraw"), "").await;
    let table = results(one, &id).await;
    assert_eq!(names(&table, "username"), ["Four", "Two", "One"]);
    ahead.store(4 * day, Ordering::Relaxed);
    let shown = until(&mut page, |shown| shown["line"]["stage"] == "over").await;
    assert_eq!(shown["line"]["winner"]["name"], "Four");
}
