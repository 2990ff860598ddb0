//! Corrections of the static evaluation by search results.

use game::{MoveBits, Position, Score};

use super::script::{Node, Script, even, leaf};
use super::{Setup, at, only};
use crate::correction::Corrections;
use crate::tt::{Bound, Entry};
use crate::window::Window;

#[test]
fn positions_that_are_alike_share_a_correction() {
    let mut corrections = Corrections::<Script>::new();
    corrections.make_room();
    let root = leaf(0).like(5).then([leaf(0).like(5), leaf(0).like(6).kept()]).game();
    assert_eq!(corrections.points(&root, 32), 0);
    corrections.learn(&root, 100, 8);
    let once = corrections.points(&root, 32);
    assert_eq!(once, 100 * 32 / 512);
    assert_eq!(corrections.points(&root.make(Script::mv(1)), 32), 0, "another key");
    assert_eq!(corrections.points(&root.make(Script::mv(0)), 32), 0, "the other side to move");
    for _ in 0..100 {
        corrections.learn(&root, 2_000, 20);
    }
    let most = corrections.points(&root, 32);
    assert!((60..=64).contains(&most), "bounded: {most}");
    corrections.learn(&root, -100, 8);
    assert!(corrections.points(&root, 32) < most);
}

/// The correction after a search of the node to depth 8, in points.
fn learned(node: Node, window: Window) -> i32 {
    let setup = only(|on| (on.correction, on.null_move) = (true, true));
    let root = node.like(5).game();
    setup.work(|worker| {
        worker.node::<false>(&at(&root, 0), window, 8);
        worker.thread.corrections.points(&root, 512)
    })
}

#[test]
fn a_search_teaches_only_what_its_bound_says() {
    let full = Window { alpha: Score::points(-500), beta: Score::points(500) };
    let worth = |points| leaf(0).then([even(points, 1, 9)]);
    assert!(learned(worth(60), full) > 0);
    assert!(learned(worth(-60), full) < 0);
    let (above, below) = (Window::above(Score::points(80)), Window::above(Score::points(-80)));
    assert_eq!(learned(worth(60), above), 0, "at most 60 may be 0 as well");
    assert!(learned(worth(-60), above) < 0);
    assert_eq!(learned(worth(-60), below), 0, "at least -60 may be 0 as well");
    assert!(learned(worth(60), below) > 0);
    assert_eq!(learned(leaf(0).then([even(60, 1, 9).tactical()]), full), 0, "a capture");
    assert_eq!(learned(worth(60).check(), full), 0, "in check");
}

#[test]
fn the_static_evaluation_is_corrected() {
    let setup = only(|on| (on.correction, on.reverse_futility) = (true, true));
    let root = even(300, 2, 5).like(5).game();
    setup.work(|worker| {
        let beta = Score::points(21);
        let window = Window { alpha: beta.previous(), beta };
        worker.thread.corrections.learn(&root, 16, 8);
        assert_eq!(worker.node::<false>(&at(&root, 0), window, 4), Score::points(301));
        assert_eq!(root.searched(), ["4"], "301 points are 280 above the window");
    });
}

#[test]
fn the_score_of_the_table_stands_for_the_static_evaluation_where_it_says_more() {
    let cuts = |bound, points| {
        let setup: Setup = only(|on| {
            (on.table, on.table_early) = (true, true);
            (on.table_score, on.reverse_futility) = (true, true);
        });
        let root = even(100, 2, 5).game();
        let mv = Some(Script::mv(0).bits());
        let entry = Entry { mv, score: Score::points(points), bound, depth: 1 };
        setup.table.get().store(root.key(), entry);
        setup.reaches(root, 20, 4);
        root.searched().len() == 1
    };
    assert!(!cuts(Bound::Lower, 50), "less than is seen");
    assert!(cuts(Bound::Lower, 300));
    assert!(!cuts(Bound::Upper, 300));
    assert!(cuts(Bound::Exact, 300));
}
