//! Extensions, and the nodes that are not extended.

use game::{Ending, MoveBits, Position, Score, Side};

use super::script::{Node, Script, even, leaf};
use super::{Setup, only};
use crate::tt::{Bound, Entry};
use crate::window::Window;

/// The table knows, from a search of this depth, that the first move is worth at least so much.
fn knows(setup: &Setup, root: &Script, points: i32, depth: i32) {
    knows_bound(setup, root, points, depth, Bound::Lower);
}

fn knows_bound(setup: &Setup, root: &Script, points: i32, depth: i32, bound: Bound) {
    let mv = Some(Script::mv(0).bits());
    let entry = Entry { mv, score: Score::points(points), bound, depth };
    setup.table.get().store(root.key(), entry);
}

/// Three moves: the first is worth 50 points to the side to move, the others as much as is asked.
fn moves(others: i32) -> Node {
    leaf(0).then([even(50, 1, 12), even(others, 1, 12), even(others, 1, 12)])
}

fn singular() -> Setup {
    let mut setup =
        only(|on| (on.table, on.table_move, on.singular_extensions) = (true, true, true));
    setup.tunables.singular_depth = 6;
    setup
}

/// The depths to which a root's first move was searched.
fn first_move(root: &Script) -> Vec<String> {
    root.children_searched().into_iter().filter(|text| text.starts_with('a')).collect()
}

#[test]
fn a_move_that_is_better_than_all_others_is_searched_deeper() {
    // At depth 6 the margin is 12 points: is another worth 38?
    for (others, depth) in [(37, "a6"), (38, "a5")] {
        let (setup, root) = (singular(), moves(others).game());
        knows(&setup, &root, 50, 4);
        assert_eq!(setup.reaches(root, 60, 6), Score::points(50));
        let searched = root.children_searched();
        assert_eq!(searched[0], "b1", "the others alone, at half the depth: {searched:?}");
        assert_eq!(searched.iter().filter(|text| text.starts_with('a')).count(), 1);
        assert!(searched.contains(&depth.to_owned()), "{others}: {searched:?}");
    }
}

#[test]
fn nothing_is_singular_without_an_entry_that_says_so() {
    let extended = |prepare: &dyn Fn(&Setup, &Script), depth| {
        let (setup, root) = (singular(), moves(0).game());
        prepare(&setup, &root);
        setup.reaches(root, 60, depth);
        first_move(&root).last() == Some(&format!("a{depth}"))
    };
    assert!(extended(&|setup, root| knows(setup, root, 50, 3), 6));
    assert!(!extended(&|_, _| (), 6), "no entry");
    assert!(!extended(&|setup, root| knows(setup, root, 50, 2), 6), "too shallow an entry");
    assert!(!extended(&|setup, root| knows(setup, root, 50, 4), 5), "too near the horizon");
    let at_most = |setup: &Setup, root: &Script| knows_bound(setup, root, 70, 4, Bound::Upper);
    assert!(!extended(&at_most, 6), "only at most so good");
    let wins = |setup: &Setup, root: &Script| {
        let mv = Some(Script::mv(0).bits());
        let entry = Entry { mv, score: Score::known_win(30), bound: Bound::Lower, depth: 4 };
        setup.table.get().store(root.key(), entry);
    };
    assert!(!extended(&wins, 6), "a known win");
    // Too far below the root.
    let (setup, root) = (singular(), moves(0).game());
    knows(&setup, &root, 50, 4);
    let window = Window::above(Score::points(59));
    setup.node::<false>(root, window, 6, 40);
    assert_eq!(first_move(&root), ["a5"]);
}

#[test]
fn an_only_move_is_singular() {
    let (setup, root) = (singular(), leaf(0).then([even(50, 1, 12)]).game());
    knows(&setup, &root, 50, 4);
    setup.reaches(root, 60, 6);
    assert_eq!(first_move(&root), ["a6"]);
}

#[test]
fn a_move_better_by_far_is_searched_two_plies_deeper_but_not_again_and_again() {
    let searched = |others, most, pv: bool| {
        let (mut setup, root) = (singular(), moves(others).game());
        setup.switches.double_extensions = true;
        setup.tunables.double_most = most;
        knows(&setup, &root, 50, 4);
        let beta = Score::points(60);
        if pv {
            setup.node::<true>(root, Window { alpha: beta.previous(), beta }, 6, 0);
        } else {
            setup.reaches(root, 60, 6);
        }
        first_move(&root).concat()
    };
    assert_eq!(searched(17, 6, false), "a7");
    assert_eq!(searched(18, 6, false), "a6", "38 less 20 points");
    assert_eq!(searched(17, 0, false), "a6");
    assert_eq!(searched(17, 6, true), "a6", "in a principal variation");
}

#[test]
fn several_moves_that_cut_are_enough() {
    let searched = |others, on: bool| {
        let (mut setup, root) = (singular(), moves(others).game());
        setup.switches.multi_cut = on;
        knows_bound(&setup, &root, 50, 4, Bound::Lower);
        let score = setup.reaches(root, 30, 6);
        (score, first_move(&root).len())
    };
    // The entry is two plies too shallow to cut, and says 50; 12 less are still above 30.
    assert_eq!(searched(40, true), (Score::points(38), 0));
    assert_eq!(searched(40, false).1, 1);
    assert_eq!(searched(37, true).1, 1, "one alone");
}

#[test]
fn a_move_with_rivals_is_searched_less_deep_where_it_seems_to_cut() {
    let searched = |beta, pv: bool| {
        let (mut setup, root) = (singular(), moves(45).game());
        setup.switches.negative_extensions = true;
        knows(&setup, &root, 50, 4);
        let window = Window { alpha: Score::points(beta - 1), beta: Score::points(beta) };
        if pv {
            setup.node::<true>(root, window, 6, 0);
        } else {
            setup.node::<false>(root, window, 6, 0);
        }
        first_move(&root).concat()
    };
    assert_eq!(searched(50, false), "a3");
    assert_eq!(searched(50, true), "a4");
    assert_eq!(searched(51, false), "a5");
}

#[test]
fn the_search_of_the_others_leaves_the_table_alone() {
    let (setup, root) = (singular(), moves(0).game());
    knows(&setup, &root, 50, 4);
    setup.work(|worker| {
        worker.thread.stack[0].excluded = Some(Script::mv(0));
        let node = super::at(&root, 0);
        let score = worker.node::<false>(&node, Window::above(Score::points(20)), 3);
        assert_eq!(score, Score::ZERO);
    });
    assert_eq!(root.children_searched(), ["b2", "c2"]);
    let entry = setup.table.get().probe(root.key()).unwrap();
    assert_eq!((entry.score, entry.depth), (Score::points(50), 4));
}

#[test]
fn a_capture_that_leaves_few_pieces_is_searched_deeper() {
    let searched = |before, after, change: fn(Node) -> Node, ply| {
        let mut setup = only(|on| on.few_pieces_extension = true);
        setup.tunables.few_pieces = 5;
        let root = leaf(0).pieces(before).then([change(even(0, 1, 9).pieces(after))]).game();
        setup.node::<false>(root, Window::above(Score::ZERO), 3, ply);
        root.children_searched().concat()
    };
    assert_eq!(searched(6, 5, Node::tactical, 0), "a3");
    assert_eq!(searched(7, 6, Node::tactical, 0), "a2", "too many left");
    assert_eq!(searched(5, 5, Node::tactical, 0), "a2", "nothing taken");
    assert_eq!(searched(6, 5, |node| node, 0), "a2", "a quiet move");
    assert_eq!(searched(6, 5, Node::tactical, 40), "a2", "too far below the root");
}

#[test]
fn a_node_where_a_pass_would_lose_is_searched_deeper() {
    let searched = |ending, ply| {
        let setup = only(|on| (on.null_move, on.threat_extension) = (true, true));
        let after = leaf(0).then([leaf(0).over(ending)]);
        let root = even(100, 1, 9).pass(after).game();
        setup.node::<false>(root, Window::above(Score::points(59)), 6, ply);
        root.children_searched().into_iter().rfind(|text| text.starts_with('a'))
    };
    let lost = Ending::win(Side::Second, "lost");
    assert_eq!(searched(lost, 0).as_deref(), Some("a6"));
    assert_eq!(searched(lost, 40).as_deref(), Some("a5"), "too far below the root");
    assert_eq!(searched(Ending::draw("drawn"), 0).as_deref(), Some("a5"));
}
