//! The laws that every game obeys, and published counts.

use connect_four::{EvalParams, Evaluation, Position};
use game::perft::{Finished, perft};
use game::{Evaluator as _, Notation as _, Position as _, laws};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn laws_hold_in_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let start = Position::start();
    let evaluation = Evaluation::new(&EvalParams::START, &start);
    for _ in 0..20 {
        laws::random_walk(start, 42, &mut rng, |position| {
            laws::moves_are_legal_and_complete(position);
            laws::static_results_hold(position);
            laws::text_reads_back(position);
            laws::evaluation_is_incremental(&evaluation, position);
        });
        laws::referee_agrees(start, 42, &mut rng);
    }
}

#[test]
fn published_counts() {
    let counts = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, expected) in (1..).zip(counts) {
        assert_eq!(perft(&Position::start(), depth, Finished::Nothing), expected, "depth {depth}");
    }
}

#[test]
fn four_in_a_row_ends_the_game() {
    let position = Position::parse("7/7/7/x6/xo5/xoo4 x").unwrap();
    let after = position.make(position.parse_move("a").unwrap());
    assert_eq!(after.ending().unwrap().reason.0, "four in a row");
    assert!(after.parse_move("b").unwrap_err().to_string().contains("the game is over"));
    for (text, fault) in [
        ("7/7/7/7/7 x", "a board has 6 ranks"),
        ("7/7/7/7/x6/7 o", "a stone hangs in the air"),
        ("7/7/7/7/7/x6 x", "this side cannot be to move"),
        ("7/7/7/7/7/8 x", "a rank is made of"),
    ] {
        let error = Position::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(fault), "{text}: {error}");
    }
}
