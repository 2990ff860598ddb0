//! The opening explorer.

use std::sync::Arc;

use crate::common::Running;
use engine::Book;
use serde_json::{Value, json};

/// Two books of chess and one of Ataxx.
fn books() -> Vec<Arc<Book>> {
    let chess = engine::kind("chess").expect("a game");
    let start = chess
        .starts()
        .without_clocks(&chess.starts().deal("", 0).expect("a start"))
        .expect("a position");
    let (mut one, mut two) = (Book::new("chess"), Book::new("chess"));
    for half_points in [2, 1, 0, 2] {
        one.count(&start, "e2e4", half_points);
    }
    one.count(&start, "d2d4", 0);
    // No turn of that position: the line is as good as not there.
    one.count(&start, "e2e5", 2);
    two.count(&start, "d2d4", 2);
    let mut ataxx = Book::new("ataxx");
    ataxx.count("x5o/7/7/7/7/7/o5x x", "f1", 2);
    [one, two, ataxx].map(Arc::new).into()
}

fn asked(game: &str, turns: &[&str]) -> Value {
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9";
    let start = if game == "chess" { chess } else { "x5o/7/7/7/7/7/o5x x 0 1" };
    json!({"type": "explore", "game": game, "start": start, "turns": turns})
}

#[tokio::test]
async fn explorer_tells_what_books_say_of_a_position() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start_with(data.path(), |config| config.books = books());
    let mut client = server.client().await;
    client.send(asked("chess", &[])).await;
    let told = client.next_of("explored").await;
    assert_eq!((&told["game"], &told["turns"]), (&json!("chess"), &json!([])));
    let row = |turn: &str, wins: u64, draws: u64, losses: u64| json!({"turn": turn, "words": &turn[2..], "wins": wins, "draws": draws, "losses": losses, "score": null, "depth": null});
    assert_eq!(told["played"], json!([row("e2e4", 2, 1, 1), row("d2d4", 1, 0, 1)]));
    client.send(asked("chess", &["e2e4"])).await;
    assert_eq!(client.next_of("explored").await["played"], json!([]));
    client.send(asked("ataxx", &[])).await;
    assert_eq!(client.next_of("explored").await["played"][0]["wins"], 1);
    for (wrong, place) in [
        (asked("chess", &["e2e5"]), "turns[0]"),
        (json!({"type": "explore", "game": "onitama", "start": "x"}), "start"),
    ] {
        client.send(wrong).await;
        let error = client.error().await;
        assert_eq!((&error["request"], &error["place"]), (&json!("explore"), &json!(place)));
    }
}

#[tokio::test]
async fn explorer_is_told_of_in_hello_and_refuses_games_without_a_book() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start_with(data.path(), |config| config.books = books());
    let (_, hello) = server.member("").await.expect("connects");
    assert_eq!(hello["books"], json!(["ataxx", "chess"]));
    let bare = tempfile::tempdir().expect("a folder");
    let server = Running::start_with(bare.path(), |_| {});
    let (mut client, hello) = server.member("").await.expect("connects");
    assert_eq!(hello["books"], json!([]));
    client.send(asked("chess", &[])).await;
    let error = client.error().await;
    assert_eq!((&error["code"], &error["place"]), (&json!("not_found"), &json!("game")));
}
