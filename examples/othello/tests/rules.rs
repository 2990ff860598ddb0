//! The laws that every game obeys, published counts, and the pass.

use game::perft::{Finished, perft};
use game::{Evaluator as _, Notation as _, Position as _, laws};
use othello::{EvalParams, Evaluation, Position};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn laws_hold_in_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let start = Position::start();
    let evaluation = Evaluation::new(&EvalParams::START, &start);
    for _ in 0..10 {
        laws::random_walk(start, 130, &mut rng, |position| {
            laws::moves_are_legal_and_complete(position);
            laws::static_results_hold(position);
            laws::text_reads_back(position);
            laws::evaluation_is_incremental(&evaluation, position);
        });
        laws::referee_agrees(start, 130, &mut rng);
    }
}

#[test]
fn published_counts() {
    // Aart Bik, Perft for Reversi (2009); from depth 9 on passes are among them.
    let counts = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    for (depth, expected) in (1..).zip(counts) {
        assert_eq!(perft(&Position::start(), depth, Finished::Nothing), expected, "depth {depth}");
    }
}

#[test]
fn stones_are_turned_in_every_direction_and_only_where_they_are_shut_in() {
    // White in the middle of each row, Black at the ends, but for the row to the right, which is open.
    let position = Position::parse("8/1x1x1x2/2ooo3/1xo1oo2/2ooo3/1x1x1x2/8/8 x").unwrap();
    let after = position.make(position.parse_move("d5").unwrap());
    assert_eq!(after.text(), "8/1x1x1x2/2xxx3/1xxxoo2/2xxx3/1x1x1x2/8/8 o");
    let error = position.parse_move("h1").unwrap_err().to_string();
    assert!(error.starts_with("a stone there turns none over"), "{error}");
}

#[test]
fn who_cannot_move_passes_and_the_game_ends_when_neither_can() {
    let position = Position::parse("8/8/8/8/8/8/8/xo6 o").unwrap();
    assert!(position.parse_move("c1").is_err());
    let passed = position.make(position.parse_move("pass").unwrap());
    let error = passed.parse_move("pass").unwrap_err().to_string();
    assert!(error.starts_with("who can put a stone may not pass"), "{error}");
    let over = passed.make(passed.parse_move("c1").unwrap());
    assert_eq!(over.text(), "8/8/8/8/8/8/8/xxx5 o");
    assert_eq!(over.ending().unwrap().reason.0, "more stones");
    let level = Position::parse("8/8/8/8/8/8/8/x6o x").unwrap();
    assert_eq!(level.ending().unwrap().reason.0, "as many stones");
    for (text, fault) in [
        ("8/8/8/8 x", "a board has 8 ranks"),
        ("8/8/8/8/8/8/8/9 x", "a rank is made of"),
        ("8/8/8/8/8/8/8/7 x", "a rank has 8 squares"),
        ("8/8/8/8/8/8/8/8 w", "the side to move is x or o"),
    ] {
        let error = Position::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(fault), "{text}: {error}");
    }
}
