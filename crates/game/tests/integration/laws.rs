//! The laws that games are tested with notice what breaks them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use game::laws::{
    evaluation_is_incremental, moves_are_legal_and_complete, random_walk, referee_agrees,
    static_results_hold, text_reads_back,
};
use game::{Notation, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::line::{DRAW, Height, Line, NONE};

fn random() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(3)
}

/// True if the law finds fault with a position of some random games.
fn broken<P: Notation>(law: impl Fn(&P)) -> bool {
    let mut random = random();
    (0..20).any(|_| {
        let walk = AssertUnwindSafe(|| random_walk(P::start(), 12, &mut random, &law));
        catch_unwind(walk).is_err()
    })
}

#[test]
fn a_game_that_keeps_the_laws_passes() {
    assert!(!broken::<Line<NONE>>(moves_are_legal_and_complete));
    assert!(!broken::<Line<NONE, 2>>(moves_are_legal_and_complete));
    assert!(!broken::<Line<NONE>>(static_results_hold));
    // Two steps of one turn win: after the first, the win is seen to be a step away.
    static_results_hold(&Line::<NONE, 2>::at(7));
    assert!(!broken::<Line<NONE, 2>>(static_results_hold));
    assert!(!broken::<Line<NONE, 2>>(text_reads_back));
    assert!(!broken::<Line<NONE>>(|position| evaluation_is_incremental(&Height::<0>, position)));
    referee_agrees(Line::<DRAW>::start(), 60, &mut random());
}

#[test]
fn broken_laws_are_noticed() {
    assert!(broken::<Line<NONE, 2, 1>>(moves_are_legal_and_complete), "the sides do not alternate");
    assert!(broken::<Line<NONE, 1, 3>>(moves_are_legal_and_complete), "a move comes twice");
    assert!(broken::<Line<NONE, 1, 4>>(moves_are_legal_and_complete), "too much is legal");
    assert!(broken::<Line<NONE, 1, 5>>(moves_are_legal_and_complete), "captures deny it");
    assert!(broken::<Line<NONE, 1, 8>>(moves_are_legal_and_complete), "a slot is out of range");
    assert!(broken::<Line<NONE, 1, 6>>(static_results_hold), "a win is missed");
    assert!(broken::<Line<NONE, 1, 7>>(static_results_hold), "a win is none");
    assert!(broken::<Line<NONE, 2, 9>>(text_reads_back), "the text leaves something out");
    // A step down from field 1 loses for the first side.
    static_results_hold(&Line::<NONE>::at(1));
    let denied = || static_results_hold(&Line::<NONE, 1, 10>::at(1));
    // In check on field 8 the second side steps down, and has not lost.
    static_results_hold(&Line::<NONE>::at(8).second());
    let lost = || static_results_hold(&Line::<NONE, 1, 11>::at(8).second());
    assert!(catch_unwind(lost).is_err(), "a loss is none");
    assert!(catch_unwind(denied).is_err(), "a move loses at once");
    let forgetful = |position: &Line<NONE>| evaluation_is_incremental(&Height::<1>, position);
    assert!(broken(forgetful), "the evaluation forgets a step");
}

#[test]
fn a_random_walk_ends_where_the_game_does() {
    let mut visited: Vec<Line<NONE>> = Vec::new();
    random_walk(Line::at(5), 500, &mut random(), |position| visited.push(*position));
    let last = visited.last().unwrap();
    assert!(last.ending().is_some() || !last.has_legal_move(), "{last:?}");
    assert!(
        visited[..visited.len() - 1]
            .iter()
            .all(|position| !position.is_over() || position.plies >= 40)
    );
    for pair in visited.windows(2) {
        assert_eq!(pair[0].at.abs_diff(pair[1].at), 1);
    }
    visited.clear();
    random_walk(Line::at(5), 2, &mut random(), |position| visited.push(*position));
    assert_eq!(visited.len(), 3, "the start and two moves");
}
