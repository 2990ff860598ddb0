//! The JSON forms that scripts rely on; docs/cli.md tells them.

mod common;

use common::{OVER, WIN_IN_ONE, shape, tesuji, timeless};
use insta::assert_snapshot;

fn out(args: &[&str]) -> String {
    let ran = tesuji(args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    timeless(&ran.out)
}

#[test]
fn perft() {
    assert_snapshot!(out(&["perft", "onitama", "4", "--json"]), @"");
    assert_snapshot!(out(&["perft", "onitama", "1", "--divide", "--json"]), @"");
    assert_snapshot!(out(&["perft", "onitama", "--position", OVER, "3", "--json"]), @"");
    assert_snapshot!(out(&["perft", "onitama", "--position", OVER, "3", "--strict", "--json"]), @"");
}

#[test]
fn show() {
    assert_snapshot!(out(&["show", "onitama", "--moves", "ox c1c2", "horse b5b4", "--json"]), @"");
    assert_snapshot!(out(&["show", "onitama", "--position", OVER, "--json"]), @"");
}

#[test]
fn games() {
    assert_snapshot!(out(&["games", "--json"]), @"");
}

#[test]
fn a_match_ends_with_its_result() {
    let args = ["match", "onitama", "--engine", "random,seed=1", "--engine", "random,seed=2"];
    let all =
        [&args[..], &["--games", "6", "--seed", "9", "--concurrency", "2", "--json"]].concat();
    let text = out(&all);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7);
    assert_snapshot!(shape(lines[0]), @"");
    assert_snapshot!(lines[6], @"");
}

#[test]
fn analysis_of_a_game_that_is_over() {
    assert_snapshot!(out(&["analyze", "onitama", "--position", OVER, "--depth", "3", "--json"]), @"");
}

#[test]
fn analysis_ends_with_its_result() {
    let text = out(&["analyze", "onitama", "--depth", "3", "--json"]);
    let lines: Vec<&str> = text.lines().collect();
    let (last, infos) = lines.split_last().unwrap();
    assert_snapshot!(shape(last), @"");
    assert!(!infos.is_empty());
    for info in infos {
        assert!(info.starts_with("{\"type\":\"info\","), "{info}");
    }
    assert_snapshot!(shape(infos[0]), @"");
}

#[test]
fn a_proven_win_is_told_in_plies() {
    let text = out(&["analyze", "onitama", "--position", WIN_IN_ONE, "--depth", "4", "--json"]);
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["bestmove"], "rooster b4c5");
    assert_eq!(last["score"], serde_json::json!({"kind": "win", "value": 1}));
    assert_eq!(last["pv"], serde_json::json!(["rooster b4c5"]));
}
