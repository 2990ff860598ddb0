//! Proofs: the shortest win and the longest defence.

use game::{Ending, Position, Score, Side};

use super::only;
use super::script::{Node, Script, leaf};
use crate::root::{RootMove, root_moves};

/// Lines of forced moves that end with the win of one side after so many plies of them.
fn won_after(plies: u32, winner: Side) -> Node {
    let end = leaf(0).over(Ending::win(winner, "over"));
    (0..plies).fold(end, |below, _| leaf(0).then([below]))
}

/// Four plies of forced moves to a draw.
fn drawn() -> Node {
    (0..4).fold(leaf(0).over(Ending::draw("over")), |below, _| leaf(0).then([below]))
}

/// The root's moves, the first with the score that the search has proven.
fn proven(root: &Script, score: Score) -> Vec<RootMove<Script>> {
    let mut moves = root_moves(root, &[]);
    (moves[0].score, moves[0].depth, moves[0].exact) = (score, 9, true);
    moves
}

#[test]
fn a_shorter_win_takes_the_place_of_the_one_that_was_found() {
    let root = leaf(0).then([won_after(4, Side::First), drawn(), won_after(2, Side::First)]).game();
    let mut moves = proven(&root, Score::win_in(5));
    assert!(only(|_| ()).work(|worker| worker.prove_distance(&root, &mut moves, true)));
    let best = &moves[0];
    assert_eq!((best.mv, best.score, best.exact), (Script::mv(2), Score::win_in(3), true));
    assert_eq!(best.depth, 9, "of the iteration");
    assert_eq!([moves[1].mv, moves[2].mv], [Script::mv(0), Script::mv(1)]);
    // Where there is none it stays.
    let root = leaf(0).then([won_after(4, Side::First), drawn()]).game();
    let mut moves = proven(&root, Score::win_in(5));
    assert!(only(|_| ()).work(|worker| worker.prove_distance(&root, &mut moves, true)));
    assert_eq!((moves[0].mv, moves[0].score), (Script::mv(0), Score::win_in(5)));
}

#[test]
fn a_longer_defence_takes_the_place_of_a_shorter_one() {
    let root = leaf(0).then([won_after(1, Side::Second), won_after(3, Side::Second)]).game();
    for bounded in [true, false] {
        let mut moves = proven(&root, Score::loss_in(4));
        assert!(only(|_| ()).work(|worker| worker.prove_distance(&root, &mut moves, bounded)));
        assert_eq!((moves[0].mv, moves[0].score), (Script::mv(1), Score::loss_in(4)));
    }
    // A loss that comes sooner whatever is played is told.
    let root = leaf(0).then([won_after(1, Side::Second), won_after(1, Side::Second)]).game();
    let mut moves = proven(&root, Score::loss_in(6));
    assert!(only(|_| ()).work(|worker| worker.prove_distance(&root, &mut moves, true)));
    assert_eq!(moves[0].score, Score::loss_in(2));
}

#[test]
fn what_is_not_proven_is_not_settled() {
    let root = leaf(0).then([drawn()]).game();
    let mut moves = proven(&root, Score::points(300));
    assert!(!only(|_| ()).work(|worker| worker.prove_distance(&root, &mut moves, true)));
    assert_eq!(moves[0].score, Score::points(300));
}

#[test]
fn wins_and_losses_are_looked_for_within_so_many_plies() {
    let look = |node: &Node, attacker, plies, nodes| {
        let root = node.clone().game();
        let mut moves = root_moves(&root, &[]);
        let (found, proof) = only(|_| ()).work(|worker| {
            let found = worker.look_for_win(&root, &mut moves, attacker, plies, nodes);
            assert_eq!(worker.nodes, worker.proof_nodes);
            (found, worker.proof_nodes)
        });
        (found.then(|| moves[0].score), proof)
    };
    let (us, them) = (Side::First, Side::Second);
    let won = leaf(0).then([drawn(), won_after(2, us)]);
    assert_eq!(look(&won, None, 3, 1_000).0, Some(Score::win_in(3)));
    assert_eq!(look(&won, Some(us), 3, 1_000).0, Some(Score::win_in(3)));
    assert_eq!(look(&won, None, 2, 1_000).0, None);
    assert_eq!(look(&won, Some(them), 3, 1_000), (None, look(&won, Some(them), 3, 1_000).1));
    assert_eq!(look(&won, None, 3, 1).0, None, "with too few nodes");
    let lost = leaf(0).then([won_after(1, them), won_after(3, them)]);
    assert_eq!(look(&lost, None, 4, 1_000).0, Some(Score::loss_in(4)));
    assert_eq!(look(&lost, Some(them), 4, 1_000).0, Some(Score::loss_in(4)));
    assert_eq!(look(&lost, Some(us), 4, 1_000).0, None);
    assert_eq!(look(&lost, None, 3, 1_000).0, None, "one defence holds longer");
    let held = leaf(0).then([won_after(1, them), drawn()]);
    assert_eq!(look(&held, None, 9, 1_000).0, None, "one holds for good");
}

#[test]
fn a_proof_stands_in_the_table_for_other_ways_to_the_position() {
    let setup = only(|on| on.table = true);
    let root = leaf(0).then([drawn(), won_after(4, Side::First)]).game();
    let prove = |plies| {
        let mut moves = root_moves(&root, &[]);
        setup.work(|worker| {
            let found = worker.look_for_win(&root, &mut moves, Some(Side::First), plies, 1_000);
            (found, worker.nodes)
        })
    };
    let (found, first) = prove(5);
    assert!(found && first > 0);
    let (again, second) = prove(5);
    assert!(again && second < first, "{second} of {first}");
    assert!(prove(7).0, "within more plies too");
    assert!(!prove(3).0, "but not within fewer");
    assert!(root.has_legal_move());
}

#[test]
fn every_reply_must_lose_for_a_proof() {
    let us = Side::First;
    let replies = |last: Node| leaf(0).then([won_after(1, us), won_after(1, us), last]);
    let holds = |last: Node, plies| {
        let root = leaf(0).then([replies(last)]).game();
        let mut moves = root_moves(&root, &[]);
        only(|_| ()).work(|worker| worker.look_for_win(&root, &mut moves, None, plies, 1_000))
    };
    assert!(holds(won_after(1, us), 3));
    assert!(!holds(drawn(), 3));
    assert!(!holds(won_after(3, us), 3) && holds(won_after(3, us), 5));
}

#[test]
fn without_a_bound_the_shortest_win_is_looked_for_from_below() {
    let settle = |node: Node, score| {
        let root = node.game();
        let mut moves = proven(&root, score);
        assert!(only(|_| ()).work(|worker| worker.prove_distance(&root, &mut moves, false)));
        (moves[0].mv, moves[0].score)
    };
    let (us, them) = (Side::First, Side::Second);
    let won = leaf(0).then([won_after(6, us), drawn(), won_after(4, us), won_after(2, us)]);
    assert_eq!(settle(won, Score::win_in(7)), (Script::mv(3), Score::win_in(3)));
    let shortest = leaf(0).then([won_after(4, us), drawn()]);
    assert_eq!(settle(shortest, Score::win_in(5)), (Script::mv(0), Score::win_in(5)));
    let lost = leaf(0).then([won_after(1, them), won_after(1, them)]);
    assert_eq!(settle(lost, Score::loss_in(6)).1, Score::loss_in(2));
}
