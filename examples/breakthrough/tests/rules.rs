//! The laws that every game obeys, counts, and what the start does not show.

use breakthrough::{EvalParams, Evaluation, Position};
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
        laws::random_walk(start, 200, &mut rng, |position| {
            laws::moves_are_legal_and_complete(position);
            laws::static_results_hold(position);
            laws::text_reads_back(position);
            laws::evaluation_is_incremental(&evaluation, position);
        });
        laws::referee_agrees(start, 200, &mut rng);
    }
}

#[test]
fn known_counts() {
    let counts = [22, 484, 11_132, 256_036, 6_182_818];
    for (depth, expected) in (1..).zip(counts) {
        assert_eq!(perft(&Position::start(), depth, Finished::Nothing), expected, "depth {depth}");
    }
}

#[test]
fn a_pawn_takes_slantwise_and_never_straight_ahead() {
    // Counts of the start do not show it before depth 5: no two pawns face each other sooner.
    let position = Position::parse("8/8/8/3b4/3w4/8/8/8 w").unwrap();
    let texts = |position: &Position| {
        let mut moves = game::MoveList::new();
        position.legal_moves(&mut moves);
        let mut texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        texts.sort();
        texts
    };
    assert_eq!(texts(&position), ["d4c5", "d4e5"]);
    let error = position.parse_move("d4d5").unwrap_err().to_string();
    assert!(error.starts_with("a pawn goes one square on"), "{error}");
    let beside = Position::parse("8/8/8/2bbb3/3w4/8/8/8 w").unwrap();
    assert_eq!(texts(&beside), ["d4c5", "d4e5"]);
    let taken = beside.make(beside.parse_move("d4e5").unwrap());
    assert_eq!(taken.text(), "8/8/8/2bbw3/8/8/8/8 b");
    // No pawn leaves the board at its side.
    let edges = Position::parse("b7/8/8/8/w6w/8/8/8 w").unwrap();
    assert_eq!(texts(&edges), ["a4a5", "a4b5", "h4g5", "h4h5"]);
}

#[test]
fn the_game_ends_on_the_far_rank_and_without_pawns() {
    let position = Position::parse("8/w7/8/8/8/8/b7/8 w").unwrap();
    let arrived = position.make(position.parse_move("a7b8").unwrap());
    assert_eq!(arrived.ending().unwrap().reason.0, "the far rank is reached");
    assert!(arrived.parse_move("a2a1").unwrap_err().to_string().contains("the game is over"));
    let last = Position::parse("8/8/8/1b6/w7/8/8/8 w").unwrap();
    let alone = last.make(last.parse_move("a4b5").unwrap());
    assert_eq!(alone.ending().unwrap().reason.0, "no pawn is left");
    for (text, fault) in [
        ("8/8/8/8 w", "a board has 8 ranks"),
        ("8/8/8/8/8/8/8/7 w", "a rank has 8 squares"),
        ("8/8/8/8/8/8/8/7x w", "a rank is made of"),
        ("w7/8/8/8/8/8/8/8 w", "the side to move has reached"),
        ("8/8/8/8/8/8/8/8 w", "there is no pawn"),
        ("8/8/8/8/8/8/w7/8 x", "the side to move is w or b"),
    ] {
        let error = Position::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(fault), "{text}: {error}");
    }
}
