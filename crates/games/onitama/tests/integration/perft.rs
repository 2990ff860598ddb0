//! The published counts, and the laws that every game obeys.

use game::perft::{Finished, divide, perft, walk};
use game::{Evaluator, MoveList, Notation, Position as _, Side, laws};
use onitama::{EvalParams, Evaluation, Position, TEMPLES};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    positions: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    position: String,
    perft: Vec<u64>,
    perft_strict: Vec<u64>,
}

fn cases() -> Vec<Case> {
    let data: Reference = serde_json::from_str(include_str!("../../data/perft.json")).unwrap();
    data.positions
}

#[test]
fn all_published_counts() {
    for case in cases() {
        let position = Position::parse(&case.position).unwrap();
        for (depth, &count) in (1..).zip(&case.perft) {
            let counted = perft(&position, depth, Finished::OneLeaf);
            assert_eq!(counted, count, "{} depth {depth}", case.name);
        }
        for (depth, &count) in (1..).zip(&case.perft_strict) {
            let counted = perft(&position, depth, Finished::Nothing);
            assert_eq!(counted, count, "{} depth {depth}, strict", case.name);
        }
    }
}

#[test]
fn bulk_counts_equal_the_walk_and_the_division() {
    for case in cases() {
        let position = Position::parse(&case.position).unwrap();
        for finished in [Finished::OneLeaf, Finished::Nothing] {
            let counted = perft(&position, 4, finished);
            assert_eq!(counted, walk(&position, 4, finished), "{}", case.name);
            let parts: u64 = divide(&position, 4, finished).iter().map(|(_, n)| n).sum();
            assert_eq!(counted, parts, "{}", case.name);
        }
    }
}

#[test]
fn laws_hold_on_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for seed in 0..60 {
        let start = Position::deal(["base", "any"][seed as usize % 2], seed).unwrap();
        let evaluation = Evaluation::new(&EvalParams::default(), &start);
        laws::random_walk(start, 60, &mut rng, |position| {
            laws::moves_are_legal_and_complete(position);
            laws::static_results_hold(position);
            laws::evaluation_is_incremental(&evaluation, position);
            if Side::BOTH.iter().all(|&side| position.master(side).is_some()) {
                laws::text_reads_back(position);
            }
        });
        laws::referee_agrees(start, 60, &mut rng);
    }
}

#[test]
fn laws_hold_where_a_pass_is_forced() {
    for case in cases().iter().filter(|case| case.name.starts_with("pass")) {
        let position = Position::parse(&case.position).unwrap();
        laws::moves_are_legal_and_complete(&position);
        laws::text_reads_back(&position);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..50 {
            laws::random_walk(position, 30, &mut rng, |position| {
                laws::moves_are_legal_and_complete(position);
                laws::static_results_hold(position);
            });
        }
    }
}

/// The board turned by half with the sides exchanged.
fn turned(position: &Position) -> Position {
    let text = position.text();
    let fields: Vec<&str> = text.split(' ').collect();
    let board: String = fields[0]
        .chars()
        .rev()
        .map(|c| match c {
            'r' => 'b',
            'b' => 'r',
            'R' => 'B',
            'B' => 'R',
            other => other,
        })
        .collect();
    let side = if fields[1] == "r" { "b" } else { "r" };
    let text = format!("{board} {side} {} {} {}", fields[3], fields[2], fields[4]);
    Position::parse(&text).unwrap()
}

#[test]
fn the_turned_position_has_the_same_score_and_perft() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for seed in 0..40 {
        let start = Position::deal("any", seed).unwrap();
        for set in 0..4 {
            let params = EvalParams { piece_square_set: set, ..EvalParams::default() };
            let evaluation = Evaluation::new(&params, &start);
            laws::random_walk(start, 20, &mut rng, |position| {
                if position.ending().is_some() {
                    return;
                }
                let other = turned(position);
                assert_eq!(
                    evaluation.evaluate_fresh(position),
                    evaluation.evaluate_fresh(&other),
                    "{}",
                    position.text()
                );
                let count = |p: &Position| perft(p, 3, Finished::OneLeaf);
                assert_eq!(count(position), count(&other), "{}", position.text());
            });
        }
    }
}

#[test]
fn a_quiet_move_loses_by_exchange_where_it_is_taken_and_nothing_takes_back() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut lost, mut kept) = (0, 0);
    for seed in 0..200 {
        let start = Position::deal("any", seed).unwrap();
        laws::random_walk(start, 40, &mut rng, |position| {
            if position.is_over() {
                return;
            }
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            // Who takes on a temple wins.
            moves.retain(|mv| !mv.is_pass() && !TEMPLES.contains(&mv.to()));
            for &mv in moves.iter().filter(|&&mv| !position.is_tactical(mv)) {
                let takers = captures_on(&position.make(mv), mv.to());
                let retaken = |after: &Position| !captures_on(after, mv.to()).is_empty();
                // A master that is taken is the game.
                let over = takers.iter().any(Position::is_over);
                let hangs = over || !takers.is_empty() && !takers.iter().any(retaken);
                let loses = position.loses_by_exchange(mv, 0);
                assert_eq!(loses, hangs, "{position:?} {mv:?}");
                assert_eq!(position.loses_by_exchange(mv, 100), over, "{position:?} {mv:?}");
                *(if loses { &mut lost } else { &mut kept }) += 1;
            }
        });
    }
    assert!(lost > 1_000 && kept > 1_000, "{lost} {kept}");
}

/// The positions after the captures on a square.
fn captures_on(position: &Position, square: usize) -> Vec<Position> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let onto = moves.into_iter().filter(|mv| !mv.is_pass() && mv.to() == square);
    onto.map(|mv| position.make(mv)).collect()
}
