//! Where the value of a position is known exactly, the search says nothing else of those that it settles.

use game::{Notation, Position as _, Verdict};
use onitama::tablebase::{Keep, Tablebase, Value};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

use super::{nodes, search, searcher, with};
use crate::Params;

#[derive(Deserialize)]
struct Endings {
    positions: Vec<Ending>,
}

#[derive(Deserialize)]
struct Ending {
    position: String,
    result: String,
    plies: u32,
}

#[test]
fn endings_of_ataxx_with_few_empty_squares_have_their_exact_values() {
    let text = include_str!("../../../games/ataxx/data/endgame.json");
    let endings: Endings = serde_json::from_str(text).unwrap();
    let (mut settled, mut decided) = (0, 0);
    for case in endings.positions.iter().filter(|case| case.plies <= 9) {
        let root = ataxx::Position::parse(&case.position).unwrap();
        // The same stones are put in many orders.
        let mut searcher = searcher::<_, ataxx::Evaluation>(with("transpositions", 1), 1, 16);
        let limits = search::Limits { prove_distance: true, ..nodes(2_000_000) };
        let report = search(&mut searcher, root, &limits).report;
        let score = report.best().unwrap().score;
        if score.is_proven() {
            decided += 1;
            assert_eq!(score.is_win(), case.result == "win", "{}: {score}", case.position);
        }
        if report.settled {
            settled += 1;
            let exact = match case.result.as_str() {
                "win" => Verdict::Win(case.plies),
                "loss" => Verdict::Loss(case.plies),
                _ => Verdict::Points(0),
            };
            assert_eq!(score.verdict(), exact, "{}", case.position);
        }
    }
    println!("{decided} decided, {settled} settled");
    assert!(decided >= 5 && settled >= 2, "{decided} decided, {settled} settled");
}

/// Positions of the game after random moves from `root`, in which it goes on.
fn reached(root: onitama::Position, random: &mut Xoshiro256PlusPlus) -> onitama::Position {
    let mut last = root;
    game::laws::random_walk(root, random.random_range(20..120), random, |position| {
        if !position.is_over() {
            last = *position;
        }
    });
    last
}

#[test]
fn onitama_with_four_pieces_has_the_values_of_the_tables() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let start = onitama::Position::start();
    let table = Tablebase::build(*start.cards(), 2, Keep::Distances, 2, &mut |_| true).unwrap();
    let (mut tried, mut decided) = (0, 0);
    while tried < 60 {
        let root = reached(start, &mut random);
        let Some(value) = table.probe(&root) else { continue };
        tried += 1;
        let mut searcher = searcher::<_, onitama::Evaluation>(Params::START, 1, 16);
        let limits = search::Limits { prove_distance: true, ..nodes(300_000) };
        let report = search(&mut searcher, root, &limits).report;
        let score = report.best().unwrap().score;
        if !score.is_proven() {
            continue;
        }
        decided += 1;
        let known = match value {
            Value::Win(Some(plies)) => Verdict::Win(plies),
            Value::Loss(Some(plies)) => Verdict::Loss(plies),
            other => panic!("{other:?}, but the search says {score}"),
        };
        assert_eq!(score.is_win(), matches!(known, Verdict::Win(_)), "{}", root.text());
        if report.settled {
            assert_eq!(score.verdict(), known, "{}", root.text());
        }
    }
    println!("{decided} decided of {tried}");
    assert!(decided >= 20, "{decided} of {tried}");
}

#[test]
fn chess_endings_have_the_results_of_the_tables() {
    let text = include_str!("../../../games/chess/tests/tables/positions.txt");
    let (mut tried, mut decided) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (fen, rest) = line.split_once(';').unwrap();
        let wdl: i32 = rest.split(';').next().unwrap().parse().unwrap();
        let root = chess::Position::parse(fen).unwrap();
        let distance: Option<i32> = rest.split(';').nth(1).and_then(|plies| plies.parse().ok());
        if root.is_over() || distance.is_none_or(|plies| plies.abs() > 5) {
            continue;
        }
        tried += 1;
        let mut searcher = searcher::<_, chess::Evaluation>(Params::START, 1, 4);
        let report = search(&mut searcher, root, &nodes(20_000)).report;
        let best = report.best().unwrap();
        if best.score.is_proven() {
            decided += 1;
            assert_eq!(best.score.is_win(), wdl > 0, "{line}: {}", best.score);
            assert_ne!(wdl, 0, "{line}: {}", best.score);
        } else if report.settled {
            decided += 1;
            assert_eq!(wdl, 0, "{line}: settled as a draw");
        }
    }
    println!("{decided} decided of {tried}");
    assert!(decided >= 4, "{decided} of {tried}");
}
