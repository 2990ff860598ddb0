//! Why a position is worth what it is.

use crate::common::Running;
use serde_json::{Value, json};

/// Gold's camel on b7 is held by Silver's elephant.
fn held() -> String {
    let board = ["r.......", ".Me.....", &".".repeat(40), "R......E"].concat();
    format!("g [{board}]")
}

fn asked(turns: &[&str], line: &[&str]) -> Value {
    json!({"type": "explain", "game": "arimaa", "start": held(), "turns": turns, "line": line})
}

/// Fails where the terms, the rest among them, do not add up to the whole, or are out of order.
fn check_sum(told: &Value) {
    let points = |term: &Value| term["points"].as_i64().expect("a number");
    let terms: Vec<i64> = told["terms"].as_array().expect("a list").iter().map(points).collect();
    let rest = if told["rest"].is_null() { 0 } else { points(&told["rest"]) };
    assert_eq!(terms.iter().sum::<i64>() + rest, points(told), "{told}");
    assert!(terms.is_sorted_by_key(|points| -points.abs()), "{told}");
}

#[tokio::test]
async fn explain_tells_the_terms_of_a_position_and_of_the_end_of_a_line() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start_with(data.path(), |_| {});
    let (mut client, hello) = server.member("").await.expect("connects");
    assert_eq!(hello["explains"], json!(["arimaa"]));
    client.send(asked(&[], &[])).await;
    let told = client.next_of("explained").await;
    assert_eq!(
        (&told["turns"], &told["line"], &told["end"]),
        (&json!([]), &json!([]), &json!(null))
    );
    check_sum(&told["position"]);
    let hostage =
        "Gold's camel at b7 is held by Silver's elephant near a trap that Silver controls";
    let terms = told["position"]["terms"].as_array().expect("a list");
    let found = terms.iter().find(|term| term["text"] == hostage).expect("is told");
    assert!(found["points"].as_i64().expect("a number") < 0);

    // A search may end within a turn, and what cannot be played is passed over.
    client.send(asked(&["Ra1n"], &["ra8s", "Eh1n Eh2n Eh3n Eh4n", "nonsense"])).await;
    let told = client.next_of("explained").await;
    assert_eq!(told["played"], 2);
    check_sum(&told["position"]);
    check_sum(&told["end"]);
    assert!(told["position"]["position"].as_str().expect("text").starts_with("s "));
    assert_ne!(told["end"]["position"], told["position"]["position"]);
}

#[tokio::test]
async fn explain_says_what_is_wrong_and_where() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start_with(data.path(), |_| {});
    let mut client = server.client().await;
    let many = vec!["Ra1n"; 601];
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (wrong, code, place) in [
        (json!({"type": "explain", "game": "chess", "start": chess}), "not_found", "game"),
        (json!({"type": "explain", "game": "go", "start": ""}), "bad_start", "game"),
        (json!({"type": "explain", "game": "arimaa", "start": "x"}), "bad_start", "start"),
        (asked(&["Ra1n", "Ra2n"], &[]), "illegal_turn", "turns[1]"),
        (asked(&many, &[]), "limit", "turns"),
        (asked(&[], &many), "limit", "line"),
        (
            json!({"type": "explain", "game": "arimaa", "start": held(), "line": 7}),
            "bad_message",
            "line",
        ),
    ] {
        client.send(wrong.clone()).await;
        let error = client.error().await;
        assert_eq!(
            (&error["code"], &error["place"]),
            (&json!(code), &json!(place)),
            "{wrong} {error}"
        );
        assert_eq!(error["request"], "explain");
    }
    // The connection lives, and a game that is over has nothing to tell.
    let over = format!("s [R.......{}r.......E.......]", ".".repeat(40));
    client.send(json!({"type": "explain", "game": "arimaa", "start": over})).await;
    let told = client.next_of("explained").await;
    assert_eq!(
        (&told["position"], &told["end"], &told["played"]),
        (&json!(null), &json!(null), &json!(0))
    );
}
