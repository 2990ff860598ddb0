//! The table's entries of a node's children, and of the node from a shallower search.

use game::{Position, Score};

use super::script::{Script, even, points};
use super::{Setup, only};
use crate::tt::{Bound, Entry};
use crate::window::Window;

/// The table knows so much of the second of three moves, from the view of the side that has it.
fn known(setup: &Setup, root: Script, bound: Bound, score: Score, depth: i32) {
    let entry = Entry { mv: None, score: score.to_table(1), bound, depth };
    setup.table.get().store(root.make(Script::mv(1)).key(), entry);
}

fn children() -> Setup {
    let mut setup = only(|on| (on.table, on.enhanced_cutoffs) = (true, true));
    setup.tunables.children_depth = 2;
    setup
}

#[test]
fn a_child_of_the_table_cuts_its_parent_off() {
    // Each move is worth 0: only the table says more.
    for (bound, score, depth, cuts) in [
        (Bound::Upper, -60, 2, true),
        (Bound::Exact, -60, 2, true),
        (Bound::Exact, -60, 5, true),
        (Bound::Lower, -60, 2, false),
        (Bound::Upper, -50, 2, true),
        (Bound::Upper, -49, 2, false),
        (Bound::Upper, -60, 1, false),
    ] {
        let (setup, root) = (children(), even(0, 3, 5).game());
        known(&setup, root, bound, points(score), depth);
        let found = setup.reaches(root, 50, 3);
        let first = root.children_searched();
        assert_eq!(found == points(-score) && first.is_empty(), cuts, "{bound:?} {score} {depth}");
    }
}

#[test]
fn a_proven_child_cuts_at_any_depth_but_in_exact_searches() {
    for (exact, cuts) in [(false, true), (true, false)] {
        let (mut setup, root) = (children(), even(0, 3, 5).game());
        setup.exact = exact;
        known(&setup, root, Bound::Exact, Score::loss_in(4), 1);
        setup.reaches(root, 50, 3);
        assert_eq!(root.children_searched().is_empty(), cuts, "{exact}");
    }
}

#[test]
fn children_are_looked_up_only_where_that_is_safe_and_worth_it() {
    let searched = |setup: &Setup, depth| {
        let root = even(0, 3, 5).game();
        known(setup, root, Bound::Upper, points(-60), 9);
        setup.reaches(root, 50, depth);
        !root.children_searched().is_empty()
    };
    assert!(!searched(&children(), 2));
    let mut deeper = children();
    deeper.tunables.children_depth = 4;
    assert!(searched(&deeper, 3), "too near to the horizon");
    assert!(searched(&only(|on| on.table = true), 3), "switched off");
    // A node of the principal variation needs its line.
    let (setup, root) = (children(), even(0, 3, 5).game());
    known(&setup, root, Bound::Upper, points(-60), 9);
    setup.node::<true>(root, Window { alpha: points(0), beta: points(50) }, 3, 0);
    assert!(!root.children_searched().is_empty());
}

#[test]
fn the_best_known_child_is_tried_first() {
    for (on, first) in [(true, "b"), (false, "a")] {
        let mut setup = children();
        (setup.switches.order_by_children, setup.switches.table_move) = (on, true);
        let root = even(0, 3, 5).game();
        known(&setup, root, Bound::Exact, points(-20), 1);
        setup.reaches(root, 50, 3);
        assert_eq!(root.children_searched()[0][..1], *first);
    }
}

/// A node of the principal variation of which the table has an exact score from a search less deep: its value, and how
/// many of its children were searched.
fn around(half: Option<i32>, score: Score, window: Window) -> (Score, usize) {
    let mut setup = only(|on| (on.table, on.pvs, on.table_window) = (true, true, half.is_some()));
    setup.tunables.table_window_half = half.unwrap_or(30);
    let root = even(7, 3, 5).game();
    let entry = Entry { mv: None, score, bound: Bound::Exact, depth: 1 };
    setup.table.get().store(root.key(), entry);
    let value = setup.node::<true>(root, window, 3, 0);
    (value, root.children_searched().len())
}

#[test]
fn a_window_around_an_older_score_finds_the_same_value() {
    let plain = around(None, points(0), Window::FULL);
    assert_eq!(plain.0, points(7).max(points(-7)));
    let (value, searched) = around(Some(30), points(0), Window::FULL);
    assert_eq!(value, plain.0);
    assert!(searched <= plain.1);
    for wrong in [-100, 100] {
        let (value, searched) = around(Some(30), points(wrong), Window::FULL);
        assert_eq!(value, plain.0, "searched again");
        assert!(searched > plain.1, "{wrong}");
    }
    // Proven scores are no centre, and a window that is narrower already stays.
    assert_eq!(around(Some(30), Score::win_in(9), Window::FULL), plain);
    let narrow = Window { alpha: points(-5), beta: points(20) };
    assert_eq!(around(Some(30), points(0), narrow), around(None, points(0), narrow));
}

#[test]
fn a_search_that_says_too_little_is_told_from_one_that_does_not() {
    let window = |alpha, beta| Window { alpha: points(alpha), beta: points(beta) };
    let (whole, part) = (window(-50, 50), window(-10, 10));
    for (score, misses) in [(-60, false), (-50, false), (-10, true), (-9, false), (9, false)] {
        assert_eq!(part.misses(whole, points(score)), misses, "{score}");
        assert_eq!(part.misses(whole, points(-score)), misses, "{}", -score);
    }
    assert!(!part.misses(part, points(10)));
}

#[test]
fn a_second_hash_tells_positions_of_one_key_apart() {
    let keys = |second_hash| {
        only(|on| on.second_hash = second_hash).work(|worker| {
            let root = even(0, 2, 2).game();
            (worker.table_key(&root), root.key())
        })
    };
    let (plain, key) = keys(false);
    assert_eq!(plain, key);
    let (locked, key) = keys(true);
    assert_eq!(locked >> 32, key >> 32, "the place is that of the key");
    assert_ne!(locked as u32, key as u32, "the lock is not");
}
