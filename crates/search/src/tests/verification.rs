//! Verification of the choice.

use game::Score;

use super::script::{Node, Script, even, leaf, points};
use super::{Setup, at, only};
use crate::root::root_moves;
use crate::window::Window;

/// Eight replies that are worth 10; the last one leads to `worth` in two plies more.
fn replies(worth: i32) -> Vec<Node> {
    let hidden = leaf(10).then([leaf(10).then([even(worth, 1, 3)])]);
    (0..7).map(|_| even(10, 1, 4)).chain([hidden]).collect()
}

/// Late moves are reduced by as much as may be; any search is enough for a verification.
fn reduced(verification: bool) -> Setup {
    let mut setup = only(|on| {
        (on.late_move_reductions, on.pvs, on.table) = (true, true, true);
        on.verification = verification;
    });
    setup.tunables.lmr_base = 300;
    setup.tunables.verification_nodes = 1;
    setup.tunables.verification_share = 1;
    setup
}

/// The first of the moves after a search of five plies, and its score.
fn chosen(setup: &Setup, root: Script, nodes: u64) -> (char, Score) {
    let mut moves = root_moves(&root, &[]);
    setup.work(|worker| {
        worker.nodes = nodes;
        let score = worker.root(&at(&root, 0), &mut moves, 0, Window::FULL, 5);
        assert!(!worker.stopped, "the end of a verification is not that of the search");
        assert_eq!(score, moves[0].score);
    });
    let first = moves[0].mv == Script::mv(0);
    (if first { 'a' } else { 'b' }, moves[0].score)
}

#[test]
fn a_move_that_a_late_reply_refutes_is_not_chosen() {
    let root = || leaf(0).then([leaf(10).then(replies(-200)), even(0, 1, 5)]).game();
    assert_eq!(chosen(&reduced(false), root(), 1_000), ('a', points(10)));
    assert_eq!(chosen(&reduced(true), root(), 1_000), ('b', points(0)));
    let mut setup = reduced(true);
    setup.tunables.verification_nodes = 10_000;
    assert_eq!(chosen(&setup, root(), 1_000), ('a', points(10)), "too few nodes for one");
}

#[test]
fn all_moves_of_the_turn_come_before_the_reply() {
    let second = leaf(10).then(replies(-200));
    let root = || leaf(0).then([leaf(10).kept().then([second.clone()]), even(0, 1, 5)]).game();
    let mut setup = reduced(false);
    // The turn of two moves takes a ply more.
    let deeper = |setup: &Setup| {
        let root = root();
        let mut moves = root_moves(&root, &[]);
        setup.work(|worker| {
            worker.nodes = 1_000;
            worker.root(&at(&root, 0), &mut moves, 0, Window::FULL, 6)
        })
    };
    assert_eq!(deeper(&setup), points(10));
    setup.switches.verification = true;
    assert_eq!(deeper(&setup), points(0));
}

#[test]
fn a_little_less_is_no_refutation() {
    let root = || leaf(0).then([leaf(10).then(replies(-30)), even(0, 1, 5)]).game();
    let mut setup = reduced(true);
    assert_eq!(chosen(&setup, root(), 1_000), ('a', points(10)));
    setup.tunables.verification_margin = 39;
    assert_eq!(chosen(&setup, root(), 1_000), ('b', points(0)));
}

#[test]
fn it_ends_with_its_share_of_the_nodes() {
    let root = || leaf(0).then([leaf(10).then(replies(-200)), even(0, 1, 5)]).game();
    let mut setup = reduced(true);
    setup.tunables.verification_share = 1_000;
    assert_eq!(chosen(&setup, root(), 2_000), ('a', points(10)), "two nodes find nothing");
}
