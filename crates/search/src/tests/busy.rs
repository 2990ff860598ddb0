//! Moves that another thread is searching are put off.

use game::{Position, Score};

use super::script::{Script, even, leaf};
use super::{Setup, at, only};
use crate::busy::Busy;
use crate::root::root_moves;
use crate::window::Window;

#[test]
fn a_position_is_under_search_at_one_depth_until_it_is_left() {
    let busy = Busy::new(2);
    assert!(busy.shared() && !busy.contains(99, 3));
    busy.enter(99, 3);
    assert!(busy.contains(99, 3));
    assert!(!busy.contains(99, 4) && !busy.contains(7 << 50, 3));
    busy.leave(99, 4);
    assert!(busy.contains(99, 3), "another depth is another search");
    busy.leave(99, 3);
    assert!(!busy.contains(99, 3));
    // Two positions of one slot: the later has it, and the earlier leaves it alone.
    busy.enter(99, 3);
    busy.enter(99 ^ 2, 3);
    busy.leave(99, 3);
    assert!(!busy.contains(99, 3) && busy.contains(99 ^ 2, 3));
    let alone = Busy::new(1);
    alone.enter(99, 3);
    assert!(!alone.shared() && !alone.contains(99, 3), "one thread keeps no record");
}

/// In what order the moves of a node, or of the root, are searched while another thread is at these.
fn order(setup: &Setup, at_root: bool, busy: &[u16], depth: i32) -> String {
    let root = leaf(0).then((0..4).map(|_| even(0, 1, 5))).game();
    setup.work(|worker| {
        for &number in busy {
            worker.shared.busy.enter(root.make(Script::mv(number)).key(), depth);
        }
        let window = Window::above(Score::ZERO);
        if at_root {
            worker.root(&at(&root, 0), &mut root_moves(&root, &[]), 0, window, depth);
        } else {
            worker.node::<false>(&at(&root, 0), window, depth);
        }
        // A node whose search has ended is left again.
        let left = (0..4).filter(|n| !busy.contains(n));
        let under = |n| worker.shared.busy.contains(root.make(Script::mv(n)).key(), depth);
        assert!(left.into_iter().all(|n| !under(n)));
    });
    root.children_searched().into_iter().map(|text| text[..1].to_owned()).collect()
}

#[test]
fn busy_moves_are_searched_last() {
    let mut setup = only(|on| on.defer_busy = true);
    setup.threads = 2;
    for at_root in [false, true] {
        assert_eq!(order(&setup, at_root, &[], 3), "abcd");
        assert_eq!(order(&setup, at_root, &[1], 3), "acdb");
        assert_eq!(order(&setup, at_root, &[1, 2], 3), "adcb");
        assert_eq!(order(&setup, at_root, &[0, 1], 3), "acdb", "not the first");
        assert_eq!(order(&setup, at_root, &[1], 2), "abcd", "too shallow");
        let mut off = setup.clone();
        off.switches.defer_busy = false;
        assert_eq!(order(&off, at_root, &[1], 3), "abcd");
    }
}
