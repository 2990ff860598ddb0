//! The laws that every game obeys, and those of Arimaa's own.

use std::collections::HashMap;

use arimaa::{EvalParams, Evaluation, Position};
use game::{Evaluator as _, MoveList, Notation as _, Position as _, Side, laws};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn starts() -> impl Iterator<Item = Position> {
    (0..14).map(|seed| match seed % 7 {
        0 => Position::deal("setups", seed).unwrap(),
        1 => Position::empty(),
        _ => Position::random_board(seed),
    })
}

#[test]
fn laws_hold_on_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for start in starts() {
        let evaluation = Evaluation::new(&EvalParams::default(), &start);
        let mut number = 0;
        laws::random_walk(start, 60, &mut rng, |position| {
            number += 1;
            laws::moves_are_legal_and_complete(position);
            laws::static_results_hold(position);
            laws::evaluation_is_incremental(&evaluation, position);
            assert_eq!(position.key(), position.fresh_key());
            let back = Position::parse(&position.text());
            assert_eq!(back.as_ref(), Ok(position), "{}", position.text());
            assert_eq!(back.unwrap().key(), position.key());
            if number % 20 == 0 && position.is_turn_start() {
                laws::text_reads_back(position);
            }
        });
    }
}

#[test]
fn the_referee_agrees_on_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    for seed in 0..6 {
        laws::referee_agrees(Position::random_board(seed), 6, &mut rng);
    }
    laws::referee_agrees(Position::empty(), 3, &mut rng);
}

#[test]
fn a_step_is_legal_only_if_some_legal_turn_contains_it() {
    fn completes(position: &Position) -> bool {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.iter().any(|&mv| {
            let child = position.make(mv);
            child.side() != position.side() || completes(&child)
        })
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut checked = 0;
    for seed in 0..150 {
        laws::random_walk(Position::random_board(seed), 60, &mut rng, |position| {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            for &mv in &moves {
                let child = position.make(mv);
                checked += 1;
                if child.side() == position.side() {
                    assert!(completes(&child), "{} then {mv:?}", position.text());
                } else {
                    let changed = child.board() != position.turn_start();
                    assert!(changed && !position.has_open_push() || !mv.is_pass());
                    assert!(changed, "{} then {mv:?} restores the board", position.text());
                }
            }
        });
    }
    assert!(checked > 30_000, "{checked}");
}

#[test]
fn equal_keys_have_equal_moves() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    let mut known: HashMap<u64, (Side, Vec<_>)> = HashMap::new();
    let mut met_again = 0;
    for seed in 0..60 {
        laws::random_walk(Position::random_board(seed % 6), 40, &mut rng, |position| {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let seen = (position.side(), moves.to_vec());
            if let Some(before) = known.get(&position.key()) {
                met_again += 1;
                assert_eq!(before, &seen, "{}", position.text());
            }
            known.insert(position.key(), seen);
        });
    }
    assert!(met_again > 60, "{met_again}");
}

/// A board seen from the other side: turned by half, colours exchanged; or mirrored.
fn seen_otherwise(position: &Position, mirrored: bool) -> Position {
    let text = position.text();
    let (side, board) = (text.chars().next().unwrap(), &text[3..67]);
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let letters: Vec<char> = board.chars().collect();
    let ranks = letters.chunks(8);
    let text: String = if mirrored {
        ranks.flat_map(|rank| rank.iter().rev().copied().collect::<Vec<_>>()).collect()
    } else {
        ranks.rev().flatten().map(|&c| swap(c)).collect()
    };
    let side = match (mirrored, side) {
        (true, side) => side,
        (false, 'g') => 's',
        (false, _) => 'g',
    };
    Position::parse(&format!("{side} [{text}]")).unwrap()
}

#[test]
fn mirrored_positions_have_the_same_score_and_the_same_turns() {
    for seed in 0..300 {
        let position = Position::random_board(seed);
        let evaluation = Evaluation::new(&EvalParams::default(), &position);
        for mirrored in [false, true] {
            let other = seen_otherwise(&position, mirrored);
            let score = |p: &Position| evaluation.evaluate_fresh(p);
            assert_eq!(score(&position), score(&other), "{}", position.text());
            assert_eq!(position.goal_distance(), other.goal_distance(), "{}", position.text());
            if seed % 20 == 0 {
                let (a, b) = (position.count_turns(), other.count_turns());
                assert_eq!((a.sequences, a.turns), (b.sequences, b.turns));
            }
        }
    }
}

/// Checks that what a step leads to within the turn was seen before it; false where something was.
fn a_step_brings_no_goal(position: &Position) -> bool {
    if position.ending().is_some() || position.static_win_plies().is_some() {
        return false;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    for &mv in &moves {
        let child = position.make(mv);
        if child.side() == position.side() && child.ending().is_none() {
            let (whole, later) = (child.static_win_plies(), child.static_win_plies_later());
            assert_eq!(whole, later, "after {mv:?} in {}", position.text());
        }
    }
    true
}

#[test]
fn no_step_brings_a_goal_within_the_turn_that_was_not_there_before() {
    // The holder of the rabbit stands on a trap, and its guard is pulled away.
    for text in [
        "s [.Ec..r......d.....DC...H.....d...MrRrCRH.....D.......r.....R....] de7n",
        "s [...r.......cc......R......d......ERrReR...D.R.....r.........H...] rd8e",
        "g [C.....M..rR..rr...h.c....RrR...r..D.d.......r..H.........R....D.] Hh3s",
    ] {
        let position = Position::parse(text).unwrap();
        assert_eq!(position.static_win_plies(), Some(3), "{text}");
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(77);
    let mut open = 0;
    for seed in 0..2_000 {
        laws::random_walk(Position::random_board(seed), 40, &mut rng, |position| {
            open += usize::from(a_step_brings_no_goal(position));
        });
    }
    assert!(open > 20_000, "{open}");
}
