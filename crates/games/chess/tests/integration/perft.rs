//! The published counts.

use chess::Position;
use game::Notation;
use game::perft::{Finished, divide, perft, walk};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Reference {
    standard: Vec<Case>,
    suite: Vec<Case>,
    chess960: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    fen: String,
    nodes: BTreeMap<String, u64>,
}

fn cases() -> Vec<Case> {
    let data: Reference = serde_json::from_str(include_str!("../../data/perft.json")).unwrap();
    data.standard.into_iter().chain(data.suite).chain(data.chess960).collect()
}

fn check(at_most: u64) -> u64 {
    let mut leaves = 0;
    for case in cases() {
        let position = Position::parse(&case.fen).unwrap();
        for (depth, count) in case.nodes.into_iter().filter(|&(_, count)| count <= at_most) {
            let counted = perft(&position, depth.parse().unwrap(), Finished::Unasked);
            assert_eq!(counted, count, "{} depth {depth}", case.fen);
            leaves += counted;
        }
    }
    leaves
}

#[test]
fn published_counts_up_to_a_million_leaves() {
    assert!(check(1_000_000) > 50_000_000);
}

/// All of them, some billions of leaves: `cargo test --release -p chess -- --ignored`.
#[test]
#[ignore = "a minute in a release build"]
fn all_published_counts() {
    assert!(check(u64::MAX) > 2_000_000_000);
}

#[test]
fn bulk_counts_equal_the_walk_and_the_division() {
    for case in cases() {
        let position = Position::parse(&case.fen).unwrap();
        for finished in [Finished::OneLeaf, Finished::Nothing, Finished::Unasked] {
            let counted = perft(&position, 3, finished);
            assert_eq!(counted, walk(&position, 3, finished), "{}", case.fen);
            let parts: u64 = divide(&position, 3, finished).iter().map(|(_, n)| n).sum();
            assert_eq!(counted, parts, "{}", case.fen);
        }
    }
}
