//! Moves that are searched less deep, or deeper, than the nominal depth.

use game::{MoveBits, Position, Score};

use super::script::{Node, Script, even, leaf, points};
use super::{Setup, at, only};
use crate::history::{Context, increment};
use crate::reductions::Reductions;
use crate::tt::{Bound, Entry};
use crate::window::Window;
use crate::{Switches, Tunables};

/// A node with eight quiet moves that are all worth 0.
fn eight() -> Node {
    leaf(0).then((0..8).map(|_| even(0, 1, 8)))
}

fn reduced(change: impl FnOnce(&mut Switches)) -> Setup {
    only(|on| {
        (on.late_move_reductions, on.pvs) = (true, true);
        change(on);
    })
}

fn searched(setup: &Setup, root: Script, depth: i32) -> Vec<String> {
    setup.reaches(root, 1, depth);
    root.children_searched()
}

#[test]
fn the_table_of_reductions_follows_its_formula() {
    let table = Reductions::new(&Tunables::START);
    let tunables = Tunables::START;
    for (depth, number) in [(3, 3), (6, 3), (6, 7), (20, 30), (63, 63)] {
        let logs = f64::from(depth).ln() * f64::from(number).ln();
        let formula = f64::from(tunables.lmr_base) + f64::from(tunables.lmr_slope) * logs;
        assert_eq!(table.get(depth, number as usize), formula as i32);
    }
    assert_eq!(table.get(200, 255), table.get(63, 63), "the last row and column stand for more");
}

#[test]
fn late_quiet_moves_are_searched_less_deep() {
    let setup = reduced(|_| ());
    let all = ["a5", "b5", "c5", "d4", "e4", "f4", "g4", "h4"];
    assert_eq!(searched(&setup, eight().game(), 6), all);
    let mut steep = setup.clone();
    steep.tunables.lmr_slope = 100;
    let all = ["a5", "b5", "c5", "d3", "e3", "f2", "g2", "h2"];
    assert_eq!(searched(&steep, eight().game(), 6), all);
    // Near the horizon at least one ply is left, and nothing is reduced below the least depth.
    steep.tunables.lmr_base = 300;
    let all = ["a2", "b2", "c2", "d1", "e1", "f1", "g1", "h1"];
    assert_eq!(searched(&steep, eight().game(), 3), all);
    let all: Vec<String> = ('a'..='h').map(|letter| format!("{letter}1")).collect();
    assert_eq!(searched(&steep, eight().game(), 2), all);
}

#[test]
fn in_check_and_after_captures_nothing_is_reduced() {
    let setup = reduced(|_| ());
    let all: Vec<String> = ('a'..='h').map(|letter| format!("{letter}5")).collect();
    assert_eq!(searched(&setup, eight().check().game(), 6), all);
    let captures = || leaf(0).then((0..8).map(|_| even(0, 1, 8).tactical())).game();
    assert_eq!(searched(&setup, captures(), 6), all);
    let setup = reduced(|on| on.reduce_tactical = true);
    assert_ne!(searched(&setup, captures(), 6), all);
    assert_eq!(searched(&only(|_| ()), eight().game(), 6), all, "without the technique");
}

#[test]
fn a_reduced_move_that_is_better_is_searched_again_in_full() {
    let children = (0..8).map(|n| even(if n == 4 { 5 } else { 0 }, 1, 8));
    let node = leaf(0).then(children);
    for pvs in [true, false] {
        let setup = reduced(|on| on.pvs = pvs);
        let root = node.clone().game();
        assert_eq!(setup.reaches(root, 1, 6), points(5));
        assert_eq!(root.children_searched(), ["a5", "b5", "c5", "d4", "e4", "e5"], "pvs: {pvs}");
    }
}

#[test]
fn principal_variations_are_reduced_a_ply_less() {
    let mut setup = reduced(|_| ());
    setup.tunables.lmr_slope = 100;
    let root = eight().game();
    let window = Window { alpha: points(-100), beta: points(100) };
    assert_eq!(setup.node::<true>(root, window, 6, 0), Score::ZERO);
    assert_eq!(root.children_searched(), ["a5", "b5", "c5", "d4", "e4", "f3", "g3", "h3"]);
}

#[test]
fn history_and_the_static_evaluation_change_reductions() {
    let setup = reduced(|on| on.history = true);
    let root = eight().game();
    setup.work(|worker| {
        // A bonus of 1600 for the first move and against the last: a quarter of a ply.
        let (best, tried) = (Script::mv(0), [Script::mv(7)]);
        let bonus = increment(0, 20);
        worker.thread.history.learn(&root, best, &tried, (bonus, bonus), &Context::default(), None);
        worker.node::<false>(&at(&root, 0), Window::above(Score::ZERO), 6)
    });
    assert_eq!(root.children_searched(), ["a5", "b5", "c5", "d4", "e4", "f4", "g4", "h3"]);
    let setup = reduced(|on| (on.improving, on.razoring) = (true, true));
    let fifth = |before| {
        let root = leaf(before).then([leaf(0).then([eight()])]).game();
        setup.reaches(root, 1, 8);
        let found = root.searched().into_iter().find(|text| text.starts_with("aae"));
        found.filter(|text| text.len() == 4)
    };
    assert_eq!(fifth(-10).as_deref(), Some("aae4"));
    assert_eq!(fifth(10).as_deref(), Some("aae3"), "not improving");
}

#[test]
fn what_the_game_thinks_of_a_move_changes_its_reduction() {
    let node =
        || leaf(0).then((0..8).map(|n| even(0, 1, 8).liked(3_000 * (i32::from(n == 4) - 1))));
    let mut setup = reduced(|on| on.reduce_by_order = true);
    // Without the switch of their order the moves stay where they are: half a ply more for all but the fifth.
    let all = ["a5", "b5", "c5", "d4", "e4", "f3", "g3", "h3"];
    assert_eq!(searched(&setup, node().game(), 6), all);
    setup.tunables.lmr_order = 16_000;
    assert_eq!(searched(&setup, node().game(), 6)[3..], ["d4", "e4", "f4", "g4", "h3"]);
    let without = ["a5", "b5", "c5", "d4", "e4", "f4", "g4", "h4"];
    assert_eq!(searched(&reduced(|_| ()), node().game(), 6), without);
}

#[test]
fn a_node_without_a_table_move_is_searched_less_deep() {
    let setup = only(|on| {
        (on.internal_reductions, on.table, on.table_move) = (true, true, true);
    });
    let root = even(0, 1, 8).game();
    assert_eq!(searched(&setup, root, 5), ["a3"]);
    setup.table.get().clear();
    assert_eq!(searched(&setup, root, 4), ["a3"], "too shallow");
    setup.table.get().clear();
    let mv = Some(Script::mv(0).bits());
    let known = Entry { mv, score: Score::ZERO, bound: Bound::Upper, depth: 1 };
    setup.table.get().store(root.key(), known);
    assert_eq!(searched(&setup, root, 5), ["a4"], "the table knows a move");
    let without = only(|on| (on.internal_reductions, on.table) = (true, true));
    assert_eq!(searched(&without, root, 5), ["a4"], "no table moves at all");
}

#[test]
fn a_search_does_not_end_in_check() {
    let checked = || even(0, 1, 3).check().game();
    let at = |setup: &Setup, root: Script, depth, ply| {
        setup.node::<false>(root, Window::above(Score::ZERO), depth, ply);
        root.searched()
    };
    let setup = only(|on| on.check_extension = true);
    assert_eq!(at(&setup, checked(), 0, 5), ["1"]);
    assert_eq!(at(&setup, checked(), -2, 5), ["1"]);
    assert_eq!(at(&setup, even(0, 1, 3).game(), 0, 5), [""; 0]);
    assert_eq!(at(&setup, checked(), 0, 39), ["1"]);
    assert_eq!(at(&setup, checked(), 0, 40), [""; 0], "at most twice the nominal depth");
    assert_eq!(at(&setup, checked(), 2, 5), ["2", "a1"]);
    assert_eq!(at(&only(|_| ()), checked(), 0, 5), [""; 0]);
    let setup = only(|on| on.extend_all_checks = true);
    assert_eq!(at(&setup, checked(), 2, 5), ["3", "a2", "aa1"]);
    assert_eq!(at(&setup, checked(), 2, 40), ["2", "a1"]);
    assert_eq!(at(&setup, checked(), 0, 5), [""; 0]);
    assert_eq!(at(&setup, even(0, 1, 3).game(), 2, 5), ["2", "a1"]);
}

#[test]
fn a_forced_move_costs_no_depth() {
    let setup = only(|on| on.one_reply_extension = true);
    let root = || leaf(0).then([even(0, 2, 3)]).game();
    assert_eq!(searched(&setup, root(), 2), ["a2"]);
    assert_eq!(searched(&setup, even(0, 2, 3).game(), 2), ["a1", "b1"]);
    let far = root();
    setup.node::<false>(far, Window::above(Score::ZERO), 2, 40);
    assert_eq!(far.children_searched(), ["a1"]);
}
