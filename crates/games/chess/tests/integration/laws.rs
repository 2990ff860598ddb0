//! The laws that every game obeys, and the mirrored board.

use chess::{EvalParams, Evaluation, Position};
use game::perft::{Finished, perft};
use game::{Evaluator, MoveList, Notation, Position as _, laws};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Starts of every kind: the usual one, Chess960, and positions with promotions, castling and en passant.
fn starts() -> Vec<Position> {
    let mut starts = vec![Position::start()];
    starts.extend([518, 17, 800].map(|number| Position::chess960(number).unwrap()));
    for text in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/8/4k3/3Nn3/3nN3/4K3/8/8 w - - 90 100",
    ] {
        starts.push(Position::parse(text).unwrap());
    }
    starts
}

#[test]
fn laws_hold_on_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for start in starts() {
        let evaluation = Evaluation::new(&EvalParams::default(), &start);
        laws::random_walk(start, 160, &mut rng, |position| {
            laws::moves_are_legal_and_complete(position);
            laws::static_results_hold(position);
            laws::evaluation_is_incremental(&evaluation, position);
            laws::text_reads_back(position);
        });
        laws::referee_agrees(start, 160, &mut rng);
    }
}

/// The board turned upside down, with the sides exchanged.
fn mirrored(position: &Position) -> Position {
    let swap = |text: &str| -> String {
        let other = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(other).collect()
    };
    let text = position.text();
    let fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passant = match fields[3].as_bytes() {
        [file, b'3'] => format!("{}6", char::from(*file)),
        [file, b'6'] => format!("{}3", char::from(*file)),
        _ => "-".to_owned(),
    };
    let rights = if fields[2] == "-" { "-".to_owned() } else { swap(fields[2]) };
    let text = format!("{} {side} {rights} {passant} 0 1", swap(&ranks.join("/")));
    Position::parse(&text).unwrap()
}

#[test]
fn quiet_checks_are_the_quiet_moves_that_give_check() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut found = 0;
    for start in starts() {
        laws::random_walk(start, 120, &mut rng, |position| {
            if position.in_check() {
                return;
            }
            let (mut checks, mut quiet) = (MoveList::new(), MoveList::new());
            position.quiet_checks(&mut checks);
            position.quiet_moves(&mut quiet);
            // Castling is left out.
            quiet.retain(|mv| !position.is_castling(*mv) && position.make(*mv).in_check());
            found += quiet.len();
            assert_eq!(checks, quiet, "{}", position.text());
        });
    }
    assert!(found > 50, "{found}");
}

#[test]
fn mirrored_positions_have_the_same_score_and_perft() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for start in starts() {
        let evaluation = Evaluation::new(&EvalParams::default(), &start);
        laws::random_walk(start, 80, &mut rng, |position| {
            let other = mirrored(position);
            let score = |p: &Position| evaluation.evaluate_fresh(p);
            assert_eq!(score(position), score(&other), "{}", position.text());
            let count = |p: &Position| perft(p, 2, Finished::Unasked);
            assert_eq!(count(position), count(&other), "{}", position.text());
        });
    }
}

#[test]
fn equal_keys_have_equal_moves_and_text() {
    let mut seen = std::collections::HashMap::new();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for round in 0..200 {
        let start = if round % 2 == 0 { Position::start() } else { starts()[4 + round % 5] };
        laws::random_walk(start, 40, &mut rng, |position| {
            let text = position.text();
            let board: String = text.split(' ').take(4).collect::<Vec<_>>().join(" ");
            let known = seen.entry(position.key()).or_insert_with(|| board.clone());
            assert_eq!(*known, board);
        });
    }
    assert!(seen.len() > 4_000, "{}", seen.len());
}
