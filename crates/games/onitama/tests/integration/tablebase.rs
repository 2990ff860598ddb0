//! Endgame tables: totals as the reference has them, values that follow from the rules.

use game::{MoveList, Notation, Position as _};
use onitama::tablebase::{BuildError, Keep, Summary, Tablebase, Value};
use onitama::{Card, Position};
use serde::Deserialize;

#[derive(Deserialize)]
struct Totals {
    sets: Vec<Set>,
}

#[derive(Deserialize)]
struct Set {
    cards: [String; 5],
    win_in_1: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    max_plies: u32,
}

#[derive(Deserialize)]
struct Wins {
    positions: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    position: String,
    win_in_plies: u32,
    best_moves: Vec<String>,
}

fn cards(names: &[String; 5]) -> [Card; 5] {
    names.each_ref().map(|name| Card::by_name(name).unwrap())
}

fn build(cards: [Card; 5], men: usize, keep: Keep) -> Tablebase {
    Tablebase::build(cards, men, keep, 2, &mut |_| true).unwrap()
}

#[test]
fn totals_are_those_of_the_reference() {
    let totals: Totals =
        serde_json::from_str(include_str!("../../data/tablebase_2v2.json")).unwrap();
    assert_eq!(totals.sets.len(), 5);
    for (number, set) in totals.sets.iter().enumerate() {
        let keep = [Keep::Distances, Keep::Verdicts][number % 2];
        let table = build(cards(&set.cards), 2, keep);
        let expected = Summary {
            positions: 9_174_270,
            wins: set.wins,
            losses: set.losses,
            draws: set.draws,
            wins_in_one: set.win_in_1,
            longest: set.max_plies,
        };
        assert_eq!(*table.summary(), expected, "{:?}", set.cards);
        // The master alone, all of it; with students, one position in 23.
        assert!(table.verify(23, 2, &mut |_| true).unwrap() > 398_000);
    }
    let names = &totals.sets[0].cards;
    let small = build(cards(names), 1, Keep::Distances);
    assert_eq!(small.verify(1, 1, &mut |_| true).unwrap(), 553 * 30);
}

#[test]
fn reference_wins_have_their_distance_and_their_best_moves() {
    let wins: Wins = serde_json::from_str(include_str!("../../data/wins.json")).unwrap();
    let mut tables: Vec<Tablebase> = Vec::new();
    let mut found = 0;
    for case in &wins.positions {
        let position = Position::parse(&case.position).unwrap();
        let men = |side| position.pieces(side).count_ones();
        if game::Side::BOTH.map(men).into_iter().max() > Some(2) {
            continue;
        }
        if !tables.iter().any(|table| table.cards() == position.cards()) {
            tables.push(build(*position.cards(), 2, Keep::Distances));
        }
        let table = tables.iter().find(|table| table.cards() == position.cards()).unwrap();
        assert_eq!(table.probe(&position), Some(Value::Win(Some(case.win_in_plies))));
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let best = moves.into_iter().filter(|&mv| {
            let next = position.make(mv);
            match next.ending() {
                Some(_) => case.win_in_plies == 1,
                None => table.probe(&next) == Some(Value::Loss(Some(case.win_in_plies - 1))),
            }
        });
        let mut best: Vec<String> = best.map(|mv| position.move_text(mv)).collect();
        let mut expected = case.best_moves.clone();
        best.sort();
        expected.sort();
        assert_eq!(best, expected, "{}", case.position);
        found += 1;
    }
    assert!(found >= 18, "only {found} reference wins have two men a side");
}

#[test]
fn requests_that_cannot_be_met_say_why() {
    let boar = Card::by_name("boar").unwrap();
    let twice = Tablebase::build([boar; 5], 2, Keep::Distances, 1, &mut |_| true);
    assert_eq!(twice.unwrap_err(), BuildError::Twice("boar"));
    let names = ["boar", "ox", "elephant", "horse", "crab"].map(str::to_owned);
    let many = Tablebase::build(cards(&names), 4, Keep::Distances, 1, &mut |_| true);
    assert_eq!(many.unwrap_err(), BuildError::Men(4));
    let mut reports = 0;
    let cancelled = Tablebase::build(cards(&names), 2, Keep::Distances, 1, &mut |progress| {
        reports += 1;
        assert!(progress.decided <= progress.positions);
        progress.plies < 3
    });
    assert_eq!((cancelled.unwrap_err(), reports), (BuildError::Cancelled, 3));
}
