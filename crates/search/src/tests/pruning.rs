//! Pruning, and the nodes where it must not be.

use game::{Ending, Position, Score, Side};

use super::script::{Node, Script, even, leaf};
use super::{Setup, at, only};
use crate::history::Context;
use crate::params::Switches;
use crate::window::Window;

/// True if only the root was visited.
fn cuts(setup: &Setup, root: Script, beta: i32, depth: i32) -> bool {
    root.searched();
    setup.reaches(root, beta, depth);
    root.searched().len() <= 1
}

/// Where no technique of pruning may be used although the window is far from the static evaluation: in check, in a
/// principal variation, and where the window is about proven scores.
fn is_off_where_unsafe(setup: &Setup, node: &Node, beta: i32, depth: i32, proven: Score) {
    let all = {
        let plain = Setup { switches: super::nothing(), ..setup.clone() };
        let root = node.clone().game();
        plain.reaches(root, beta, depth);
        root.children_searched()
    };
    let root = node.clone().game();
    setup.reaches(root, beta, depth);
    assert_ne!(root.children_searched(), all, "nothing is pruned at all");
    let root = node.clone().check().game();
    setup.reaches(root, beta, depth);
    assert_eq!(root.children_searched(), all, "in check");
    let root = node.clone().game();
    let beta = Score::points(beta);
    setup.node::<true>(root, Window { alpha: beta.previous(), beta }, depth, 0);
    assert_eq!(root.children_searched(), all, "in a principal variation");
    let root = node.clone().game();
    setup.node::<false>(root, Window::above(proven), depth, 0);
    assert_eq!(root.children_searched(), all, "in a window of proven scores");
}

#[test]
fn reverse_futility_cuts_above_its_margin_down_to_its_depth() {
    let setup = only(|on| on.reverse_futility = true);
    let node = even(300, 2, 5);
    let root = node.clone().game();
    assert_eq!(setup.reaches(root, 20, 4), Score::points(300));
    assert_eq!(root.searched(), ["4"]);
    assert!(!cuts(&setup, root, 21, 4), "280 points for four plies");
    assert!(cuts(&setup, root, 230, 1) && !cuts(&setup, even(300, 2, 5).game(), 231, 2));
    assert!(!cuts(&setup, even(2_000, 2, 5).game(), 0, 5), "too deep");
    is_off_where_unsafe(&setup, &node, 20, 4, Score::loss_in(9));
}

#[test]
fn reverse_futility_asks_less_where_the_static_evaluation_improves() {
    let setup = only(|on| (on.reverse_futility, on.improving) = (true, true));
    let cut = |before: i32| {
        let root = leaf(before).then([leaf(300).then([even(300, 2, 4)])]).game();
        setup.reaches(root, 90, 6);
        !root.searched().contains(&"aaa3".to_owned())
    };
    assert!(cut(200), "300 after 200 is better: a margin of three plies");
    assert!(!cut(300) && !cut(500), "a margin of four plies");
}

#[test]
fn razoring_leaves_what_is_far_below_the_window_to_quiescence() {
    let setup = only(|on| on.razoring = true);
    let node = even(-400, 2, 3);
    let root = node.clone().game();
    assert_eq!(setup.reaches(root, 1, 2), Score::points(-400));
    assert_eq!(root.searched(), ["2"]);
    assert!(!cuts(&setup, root, 0, 2), "400 points for two plies");
    assert!(!cuts(&setup, even(-2_000, 2, 4).game(), 1, 3), "too deep");
    is_off_where_unsafe(&setup, &node, 1, 2, Score::win_in(9));
    // A capture that helps calls for the search.
    let setup = only(|on| (on.razoring, on.quiescence) = (true, true));
    let helped = |points| leaf(-400).then([even(points, 1, 2).tactical()]).game();
    assert!(cuts(&setup, helped(0), 1, 2));
    assert!(!cuts(&setup, helped(1), 1, 2));
}

/// Worth 100 points; after a pass 60.
fn passable() -> Node {
    even(100, 2, 8).pass(even(60, 1, 8))
}

#[test]
fn a_pass_that_keeps_the_score_up_cuts() {
    let setup = only(|on| on.null_move = true);
    let root = passable().game();
    assert_eq!(setup.reaches(root, 60, 5), Score::points(60));
    assert_eq!(root.searched(), ["5", "-1"]);
    assert!(cuts(&setup, root, 60, 3), "below the horizon the static evaluation is enough");
    assert!(!cuts(&setup, root, 60, 2), "too near the horizon");
    assert_eq!(setup.reaches(root, 61, 5), Score::points(100));
    let searched = root.searched();
    assert!(searched.contains(&"-1".to_owned()) && searched.contains(&"a4".to_owned()));
    is_off_where_unsafe(&setup, &passable(), 60, 3, Score::loss_in(9));
    // Not where the static evaluation is below the window, and not twice running.
    let root = even(59, 1, 5).pass(even(90, 1, 5)).game();
    setup.reaches(root, 60, 5);
    assert!(!root.searched().iter().any(|text| text.starts_with('-')));
    // After the pass the other side seems to stand well, too.
    let after = leaf(-100).then([even(60, 1, 5)]).pass(even(-100, 1, 5));
    let root = even(100, 1, 8).pass(after).game();
    assert_eq!(setup.reaches(root, 60, 7), Score::points(60));
    let searched = root.searched();
    assert!(searched.contains(&"-3".to_owned()), "{searched:?}");
    assert!(!searched.iter().any(|text| text.contains("--")), "{searched:?}");
    let root = passable().game();
    let window = Window::above(Score::points(59));
    let after_a_pass = crate::tree::Node { may_pass: false, ..at(&root, 0) };
    setup.work(|worker| worker.node::<false>(&after_a_pass, window, 5));
    assert!(!root.searched().iter().any(|text| text.contains('-')));
}

#[test]
fn what_a_pass_wins_proves_nothing() {
    let setup = only(|on| on.null_move = true);
    let won = leaf(500).over(Ending::win(Side::First, "won"));
    let root = even(100, 2, 5).pass(won).game();
    assert_eq!(setup.reaches(root, 60, 5), Score::points(60));
    assert_eq!(root.searched(), ["5"]);
    let lost = leaf(500).over(Ending::win(Side::Second, "lost"));
    let root = even(100, 2, 5).pass(lost).game();
    assert_eq!(setup.reaches(root, 60, 5), Score::points(100));
}

#[test]
fn the_search_after_a_pass_is_the_shallower_the_deeper_the_node() {
    let mut setup = only(|on| on.null_move = true);
    setup.tunables.null_move_growth = 20;
    let root = even(100, 1, 11).pass(even(100, 1, 11)).game();
    setup.reaches(root, 60, 10);
    assert!(root.searched().contains(&"-4".to_owned()));
}

#[test]
fn a_pass_is_verified_where_any_move_would_be_worse() {
    let squeezed = || leaf(100).then([even(-200, 1, 8)]).pass(even(60, 1, 8)).game();
    let plain = only(|on| on.null_move = true);
    assert_eq!(plain.reaches(squeezed(), 60, 7), Score::points(60));
    let mut setup = only(|on| (on.null_move, on.null_move_verification) = (true, true));
    let root = squeezed();
    assert_eq!(setup.reaches(root, 60, 7), Score::points(-200));
    let searched = root.searched();
    let at = searched.iter().position(|text| text == "3").expect("the verification");
    assert!(searched[..at].contains(&"-3".to_owned()), "after the pass: {searched:?}");
    let passes = searched.iter().filter(|text| *text == "-3").count();
    assert_eq!(passes, 1, "none within the verification: {searched:?}");
    assert_eq!(setup.reaches(passable().game(), 60, 7), Score::points(60), "verified");
    setup.tunables.null_verification_depth = 8;
    assert_eq!(setup.reaches(squeezed(), 60, 7), Score::points(60), "too shallow to verify");
}

/// A node with these moves, each of them with one reply.
fn with_moves(points: i32, moves: &[fn(Node) -> Node]) -> Node {
    leaf(points).then(moves.iter().map(|change| change(even(points, 1, 5))))
}

#[test]
fn futility_leaves_out_quiet_moves_far_below_the_window() {
    let setup = only(|on| on.futility = true);
    let quiet: fn(Node) -> Node = |node| node;
    let node = with_moves(-200, &[quiet, Node::tactical, quiet, Node::tactical]);
    let root = node.clone().game();
    // 200 below, and two plies and the best quiet move can bring 200.
    assert_eq!(setup.reaches(root, 1, 2), Score::points(0));
    assert_eq!(root.children_searched(), ["b1", "d1"]);
    is_off_where_unsafe(&setup, &node, 1, 2, Score::win_in(9));
    let root = with_moves(-200, &[quiet, quiet]).game();
    setup.reaches(root, 1, 2);
    assert_eq!(root.children_searched(), ["a1"], "the first move is always searched");
    // Near the margin it depends on what each move brings at once.
    let gains: [fn(Node) -> Node; 4] =
        [Node::tactical, quiet, |node| node.gain(39), |node| node.gain(40)];
    let root = with_moves(-199, &gains).game();
    assert_eq!(setup.reaches(root, 1, 2), Score::points(0));
    assert_eq!(root.children_searched(), ["a1", "d1"]);
    let root = with_moves(-2_000, &[quiet, quiet]).game();
    setup.reaches(root, 1, 3);
    assert_eq!(root.children_searched(), ["a2"]);
    setup.reaches(root, 1, 4);
    assert_eq!(root.children_searched(), ["a3", "b3"], "too deep");
}

#[test]
fn late_moves_are_left_out_after_so_many() {
    let mut setup = only(|on| on.late_move_pruning = true);
    let node = with_moves(0, &[(|node| node) as fn(Node) -> Node; 14]);
    let searched = |setup: &Setup, root: Script, depth| {
        setup.reaches(root, 1, depth);
        root.children_searched().len()
    };
    assert_eq!(searched(&setup, node.clone().game(), 2), 3 + 4);
    assert_eq!(searched(&setup, node.clone().game(), 3), 3 + 9);
    is_off_where_unsafe(&setup, &node, 1, 2, Score::win_in(9));
    // Not while every move loses.
    let lost = |_| leaf(0).over(Ending::win(Side::Second, "lost"));
    let root = leaf(0).then((0..9).map(lost)).then([even(0, 1, 3)]).game();
    setup.reaches(root, 1, 2);
    assert_eq!(root.children_searched(), ["j1"]);
    setup.tunables.late_move_depth = 1;
    assert_eq!(searched(&setup, node.game(), 2), 14, "too deep");
}

#[test]
fn moves_that_undo_the_last_are_left_out() {
    let moves = || [even(0, 1, 2), even(-90, 1, 2).undoing(), even(0, 1, 2)].map(Node::kept);
    let root = || leaf(0).then(moves()).game();
    let (on, off) = (only(|on| on.no_take_backs = true), only(|_| ()));
    let all = root();
    assert_eq!(off.reaches(all, 1, 2), Score::points(0));
    assert_eq!(all.children_searched(), ["a1", "b1", "c1"]);
    let fewer = root();
    assert_eq!(on.reaches(fewer, 1, 2), Score::points(0));
    assert_eq!(fewer.children_searched(), ["a1", "c1"]);
}

#[test]
fn while_all_moves_lose_those_that_do_not_stop_what_is_threatened_are_left_out() {
    let (on, off) = (only(|on| on.defences = true), only(|_| ()));
    let lost = || leaf(0).over(Ending::win(Side::Second, "lost"));
    let moves = |first: Node| {
        let idle = || even(-90, 1, 2).kept().idle();
        leaf(0).then([first, idle(), even(0, 1, 2).kept(), idle()])
    };
    let check = |setup: &Setup, node: Node, expected: &[&str]| {
        let node = node.game();
        assert_eq!(setup.reaches(node, 1, 2), Score::points(0));
        assert_eq!(node.children_searched(), expected);
    };
    check(&off, moves(lost()).threatened(), &["b1", "c1", "d1"]);
    // Nothing is left out once a move has stopped it.
    check(&on, moves(lost()).threatened(), &["c1", "d1"]);
    check(&on, moves(lost()), &["b1", "c1", "d1"]);
    // The first move loses nothing.
    let first = even(0, 1, 2).kept();
    check(&on, moves(first).threatened(), &["a1", "b1", "c1", "d1"]);
}

#[test]
fn fewer_late_moves_are_searched_where_the_static_evaluation_does_not_improve() {
    let mut setup = only(|on| (on.late_move_pruning, on.improving) = (true, true));
    setup.switches.futility = true;
    setup.tunables.futility_depth = 0;
    let searched = |before| {
        let node = with_moves(0, &[(|node| node) as fn(Node) -> Node; 14]);
        let root = leaf(before).then([leaf(0).then([node])]).game();
        setup.reaches(root, 1, 4);
        root.searched().iter().filter(|text| text.len() == 4 && text.ends_with('1')).count()
    };
    assert_eq!(searched(-10), 7);
    assert_eq!(searched(10), 3);
}

#[test]
fn late_captures_that_lose_material_are_reduced() {
    let depths = |choose: fn(&mut Switches), node: Node| {
        let root = node.game();
        only(choose).reaches(root, 1, 5);
        root.children_searched()[8..].to_vec()
    };
    let node = with_moves(0, &[Node::losing as fn(Node) -> Node; 10]);
    let on: fn(&mut Switches) = |on| {
        (on.exchange_ordering, on.late_move_reductions, on.reduce_losing) = (true, true, true);
    };
    assert_eq!(depths(on, node.clone()), ["i3", "j3"]);
    assert_eq!(depths(on, node.clone().check()), ["i4", "j4"], "in check");
    let off: fn(&mut Switches) = |on| {
        (on.exchange_ordering, on.late_move_reductions) = (true, true);
    };
    assert_eq!(depths(off, node), ["i4", "j4"]);
    assert_eq!(
        depths(on, with_moves(0, &[Node::tactical as fn(Node) -> Node; 10])),
        ["i4", "j4"],
        "none loses"
    );
}

#[test]
fn captures_that_lose_material_are_left_out_near_the_horizon() {
    let mut setup = only(|on| (on.exchange_ordering, on.losing_pruning) = (true, true));
    let quiet: fn(Node) -> Node = |node| node;
    let node = with_moves(0, &[Node::losing, quiet, Node::losing, Node::tactical]);
    // A loss of 300 points is more than 90 a ply, and not more than 100.
    setup.tunables.losing_margin = 100;
    let root = node.clone().game();
    setup.reaches(root, 1, 3);
    assert_eq!(root.children_searched(), ["d2", "b2", "a2", "c2"], "within the margin");
    setup.tunables.losing_margin = 90;
    let searched = |root: Script, depth| {
        setup.reaches(root, 1, depth);
        root.children_searched()
    };
    assert_eq!(searched(node.clone().game(), 3), ["d2", "b2"]);
    assert_eq!(searched(node.clone().game(), 4), ["d3", "b3", "a3", "c3"], "too deep");
    let root = node.clone().check().game();
    assert_eq!(searched(root, 3), ["d2", "b2", "a2", "c2"], "in check");
    let root = node.game();
    setup.node::<true>(root, Window::above(Score::ZERO), 3, 0);
    assert_eq!(root.children_searched(), ["d2", "b2", "a2", "c2"], "in a principal variation");
    let root = with_moves(0, &[Node::losing, Node::losing]).game();
    assert_eq!(searched(root, 3), ["a2"], "one move is searched");
    let lost = leaf(0).over(Ending::win(Side::Second, "lost"));
    let root = leaf(0).then([even(0, 1, 4).losing(), lost]).game();
    assert_eq!(searched(root, 3), ["a2"], "where all else loses");
    assert!(root.has_legal_move());
}

#[test]
fn the_search_after_a_pass_asks_only_whether_the_score_stays_up() {
    // The first reply brings it below the window: the second is not looked at.
    let after = leaf(60).then([even(50, 1, 3), even(40, 1, 3)]);
    let root = even(100, 1, 8).pass(after).game();
    only(|on| on.null_move = true).reaches(root, 60, 6);
    let searched = root.searched();
    let holds = |text: &str| searched.iter().any(|node| node == text);
    assert!(holds("-a1") && !holds("-b1"), "{searched:?}");
}

#[test]
fn a_capture_far_above_the_window_cuts_after_a_shallower_search() {
    let mut setup = only(|on| on.probcut = true);
    setup.tunables.probcut_margin = 100;
    let node = |points| leaf(0).then([even(0, 1, 9), even(points, 1, 9).tactical()]);
    let root = node(160).game();
    assert_eq!(setup.reaches(root, 60, 6), Score::points(60));
    assert_eq!(root.children_searched(), ["b1"], "in quiescence, then four plies less deep");
    let root = node(159).game();
    setup.reaches(root, 60, 6);
    assert!(root.children_searched().contains(&"b5".to_owned()), "below the margin");
    let root = node(160).game();
    setup.reaches(root, 60, 4);
    assert!(root.children_searched().contains(&"b3".to_owned()), "too near the horizon");
    is_off_where_unsafe(&setup, &node(400), 60, 6, Score::loss_in(9));
    // Not for a capture that loses material, nor for a quiet move.
    let changes: [fn(Node) -> Node; 2] = [Node::losing, |node| node];
    for change in changes {
        let root = leaf(0).then([even(0, 1, 9), change(even(400, 1, 9))]).game();
        setup.reaches(root, 60, 6);
        assert!(root.children_searched().contains(&"b5".to_owned()));
    }
}

#[test]
fn quiet_moves_that_did_badly_are_left_out_near_the_horizon() {
    let setup = only(|on| on.history_pruning = true);
    let searched = |depth, lessons, pv: bool, check: bool| {
        let quiet: fn(Node) -> Node = |node| node;
        let node = with_moves(0, &[quiet, quiet, Node::tactical]);
        let root = if check { node.check() } else { node }.game();
        setup.work(|worker| {
            let (history, context) = (&mut worker.thread.history, Context::default());
            for _ in 0..lessons {
                history.learn(
                    &root,
                    Script::mv(9),
                    &[Script::mv(1)],
                    (1_600, 1_600),
                    &context,
                    None,
                );
            }
            let node = crate::tree::Node { in_check: check, ..at(&root, 0) };
            let window = Window::above(Score::ZERO);
            if pv {
                worker.node::<true>(&node, window, depth);
            } else {
                worker.node::<false>(&node, window, depth);
            }
        });
        root.children_searched().concat()
    };
    assert_eq!(searched(2, 9, false, false), "c1a1");
    assert_eq!(searched(2, 3, false, false), "c1a1b1", "not so badly");
    assert_eq!(searched(5, 40, false, false), "c4a4b4", "too deep");
    assert_eq!(searched(2, 9, true, false), "c1a1b1", "in a principal variation");
    assert_eq!(searched(2, 9, false, true), "c1a1b1", "in check");
}

#[test]
fn quiet_moves_that_lose_material_are_left_out_near_the_horizon() {
    let setup = only(|on| on.quiet_exchange_pruning = true);
    let quiet: fn(Node) -> Node = |node| node;
    let node = with_moves(0, &[Node::hanging, quiet, Node::hanging]);
    let root = node.clone().game();
    setup.reaches(root, 1, 2);
    assert_eq!(root.children_searched(), ["a1", "b1"], "the first is searched");
    is_off_where_unsafe(&setup, &node, 1, 2, Score::win_in(9));
    let root = with_moves(0, &[quiet, Node::hanging]).game();
    let deep = setup.tunables.quiet_exchange_depth + 1;
    setup.reaches(root, 1, deep);
    assert_eq!(root.children_searched().len(), 2, "too deep");
}

#[test]
fn late_quiet_moves_that_gain_little_by_the_games_own_count_are_left_out() {
    let mut setup = only(|on| on.gain_pruning = true);
    setup.tunables.gain_pruning_least = 40;
    let quiet: fn(Node) -> Node = |node| node;
    let moves = [quiet, quiet, |node| node.gain(40), |node| node.gain(39)];
    let node = with_moves(0, &moves);
    let root = node.clone().game();
    setup.reaches(root, 1, 2);
    assert_eq!(root.children_searched(), ["a1", "b1", "c1"], "the first two are searched");
    is_off_where_unsafe(&setup, &node, 1, 2, Score::win_in(9));
    let deep = setup.tunables.gain_pruning_depth + 1;
    let root = node.game();
    setup.reaches(root, 1, deep);
    assert_eq!(root.children_searched().len(), 4, "too deep");
}

#[test]
fn a_node_without_a_table_move_is_searched_less_deep_first() {
    let setup = only(|on| (on.table, on.table_move, on.internal_deepening) = (true, true, true));
    let root = leaf(0).then([even(-20, 1, 9), even(30, 1, 9)]).game();
    assert_eq!(setup.reaches(root, 20, 6), Score::points(30));
    let searched = root.children_searched();
    let first = ["a3", "b3", "b5", "b3"];
    assert_eq!(searched, first, "the move found is tried first, and its node deepened likewise");
    let setup = only(|on| (on.table, on.table_move, on.internal_deepening) = (true, true, true));
    let root = leaf(0).then([even(-20, 1, 9), even(30, 1, 9)]).game();
    setup.reaches(root, 20, 4);
    assert_eq!(root.children_searched(), ["a3", "b3"], "too near the horizon");
}
