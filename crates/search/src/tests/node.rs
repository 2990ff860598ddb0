//! The value of a node, its line, and what the table is told of it.

use game::{Ending, MoveBits, Position, Score, Side};

use super::script::{Node, Script, even, leaf, points};
use super::{Setup, at, only};
use crate::Switches;
use crate::history::Preceding;
use crate::tt::{Bound, Entry};
use crate::window::Window;

fn window(alpha: i32, beta: i32) -> Window {
    Window { alpha: Score::from_raw(alpha), beta: Score::from_raw(beta) }
}

fn win(side: Side) -> Ending {
    Ending::win(side, "over")
}

/// The value with the full window, and the moves of the line by their letters.
fn solve(setup: &Setup, root: Script, depth: i32) -> (Score, String) {
    setup.work(|worker| {
        let value = worker.node::<true>(&at(&root, 0), Window::FULL, depth);
        let mut at = root;
        for &mv in &worker.thread.lines[0] {
            at = at.make(mv);
        }
        (value, format!("{at:?}").trim_matches('"').to_owned())
    })
}

/// Two plies: the best is b, where a refutation is found by its second reply.
fn two_plies() -> Node {
    leaf(0).then([
        leaf(0).then([leaf(30), leaf(-50)]),
        leaf(0).then([leaf(40), leaf(20)]),
        leaf(0).then([leaf(10), leaf(90)]),
    ])
}

#[test]
fn a_node_is_worth_its_best_move() {
    for pvs in [true, false] {
        let setup = only(|on| on.pvs = pvs);
        assert_eq!(solve(&setup, two_plies().game(), 2), (points(20), "bb".to_owned()));
        // Where the turn stays with the side the best of both is its own.
        let kept = leaf(0).then([
            leaf(0).kept().then([leaf(30), leaf(-50)]),
            leaf(0).kept().then([leaf(40), leaf(20).kept()]),
        ]);
        assert_eq!(solve(&setup, kept.game(), 2), (points(40), "ba".to_owned()));
    }
}

#[test]
fn ends_of_the_game_count_their_plies() {
    let setup = only(|on| (on.static_win, on.static_loss, on.pvs) = (true, true, true));
    let value = |node: Node| solve(&setup, node.game(), 4).0;
    assert_eq!(value(leaf(0).then([leaf(0).over(win(Side::First))])), Score::win_in(1));
    assert_eq!(value(leaf(0).then([leaf(0).over(win(Side::Second))])), Score::loss_in(1));
    assert_eq!(value(leaf(9).then([leaf(9).over(Ending::draw("over"))])), Score::ZERO);
    assert_eq!(value(leaf(0).then([leaf(0)])), Score::win_in(1), "the other side cannot move");
    assert_eq!(value(leaf(0)), Score::loss_in(0));
    // Counts of plies end a game unless the board does.
    assert_eq!(value(leaf(0).then([even(5, 1, 5).clock(win(Side::Second))])), Score::loss_in(1));
    assert_eq!(value(leaf(0).then([leaf(5).clock(win(Side::Second))])), Score::win_in(1));
    // A static result: the other side wins in three, or loses in two.
    let seen = even(0, 1, 5).static_win(3);
    assert_eq!(value(leaf(0).then([seen.clone()])), Score::loss_in(4));
    let lost = even(0, 1, 5).static_loss(2);
    assert_eq!(value(leaf(0).then([seen.clone(), lost.clone()])), Score::win_in(3));
    let unasked = only(|on| on.static_loss = true);
    assert_eq!(solve(&unasked, leaf(0).then([lost]).game(), 4).0, Score::ZERO);
    assert_eq!(solve(&only(|_| ()), leaf(0).then([seen]).game(), 4).0, Score::ZERO);
}

#[test]
fn a_forced_win_is_asked_for_at_deep_nodes_once_a_search() {
    let mut setup = only(|on| (on.forced_wins, on.table) = (true, true));
    // The iteration is of depth 20.
    (setup.tunables.forced_win_depth, setup.tunables.forced_win_plies) = (3, 20);
    let root = || even(7, 1, 9).forced_win(9).game();
    let all = Window::FULL;
    let value = |setup: &Setup, depth| setup.node::<true>(root(), all, depth, 2);
    assert_eq!(value(&setup, 3), Score::win_in(2 + 9));
    assert_eq!(value(&setup, 2), points(7), "near the horizon");
    setup.work(|worker| {
        let root = root();
        let node = at(&root, 2);
        // The moves of the win are the line, and the table has it for other nodes.
        assert_eq!(worker.node::<true>(&node, all, 3), Score::win_in(11));
        assert_eq!(worker.thread.lines[2].len(), 1);
        worker.tunables.forced_win_effort = 10;
        let beta = points(900);
        let narrow = Window { alpha: beta.previous(), beta };
        assert_eq!(worker.node::<false>(&node, narrow, 3), Score::win_in(11));
    });
    setup.tunables.forced_win_effort = 99;
    assert_eq!(value(&setup, 3), points(7), "too much work");
    setup.tunables.forced_win_effort = 100;
    setup.switches.table = false;
    setup.work(|worker| {
        let root = root();
        let node = at(&root, 2);
        worker.tunables.forced_win_effort = 99;
        assert_eq!(worker.node::<true>(&node, all, 4), points(7));
        // It was not found before, and is not looked for again.
        worker.tunables.forced_win_effort = 100;
        assert_eq!(worker.node::<true>(&node, all, 4), points(7));
    });
    assert_eq!(only(|_| ()).node::<true>(root(), all, 3, 2), points(7), "off");
}

#[test]
fn forced_wins_are_asked_for_while_their_work_stays_in_bounds() {
    let mut setup = only(|on| on.forced_wins = true);
    (setup.tunables.forced_win_depth, setup.tunables.forced_win_plies) = (3, 20);
    setup.tunables.forced_win_work = 50;
    let root = || even(7, 1, 9).forced_win(9).game();
    setup.work(|worker| {
        let (root, all) = (root(), Window::FULL);
        // 20,000 steps and one for every two nodes; those for replies, as at ply 4, are counted apart.
        worker.nodes = 1_000;
        worker.forced_win_work = [20_600, 20_600];
        assert_eq!(worker.node::<true>(&at(&root, 5), all, 3), points(7));
        assert_eq!(worker.node::<true>(&at(&root, 4), all, 3), points(7));
        worker.forced_win_work = [20_500, 20_600];
        assert_eq!(worker.node::<true>(&at(&root, 5), all, 3), Score::win_in(14));
        assert_eq!(worker.forced_win_work, [20_600, 20_600]);
        worker.forced_win_work = [20_600, 20_500];
        assert_eq!(worker.node::<true>(&at(&root, 4), all, 3), Score::win_in(13));
    });
}

#[test]
fn of_the_reply_to_the_best_turn_a_forced_win_may_take_a_share_of_the_nodes() {
    let mut setup = only(|on| on.forced_wins = true);
    let tunables = &mut setup.tunables;
    (tunables.forced_win_depth, tunables.forced_win_plies) = (3, 20);
    (tunables.forced_win_effort, tunables.forced_win_share) = (10, 8);
    let root = || even(7, 1, 9).forced_win(9).game();
    let all = Window::FULL;
    let beta = points(900);
    let narrow = Window { alpha: beta.previous(), beta };
    setup.work(|worker| {
        let root = root();
        worker.nodes = 8 * 99;
        assert_eq!(worker.node::<true>(&at(&root, 4), all, 4), points(7), "too much work");
        worker.nodes = 8 * 198 - 10;
        assert_eq!(worker.node::<true>(&at(&root, 4), all, 4), points(7), "asked with as much");
        worker.nodes = 8 * 198;
        assert_eq!(worker.node::<false>(&at(&root, 4), narrow, 4), points(7), "not the best turn");
        assert_eq!(worker.node::<true>(&at(&root, 5), all, 4), points(7), "no reply");
        assert_eq!(worker.node::<true>(&at(&root, 4), all, 4), Score::win_in(4 + 9));
    });
}

#[test]
fn a_static_win_beyond_the_depth_is_no_value_of_the_plain_tree() {
    let mut setup = only(|on| (on.static_win, on.static_loss) = (true, true));
    setup.exact = true;
    let value = |node: Node, depth| solve(&setup, leaf(0).then([node]).game(), depth).0;
    assert_eq!(value(even(7, 1, 9).static_win(3), 4), Score::loss_in(4));
    assert_eq!(value(even(7, 1, 9).static_win(3), 3), points(7));
    assert_eq!(value(even(7, 1, 9).static_loss(2), 3), Score::win_in(3));
    assert_eq!(value(even(7, 1, 9).static_loss(2), 2), points(7));
}

#[test]
fn lines_that_cannot_beat_a_win_already_found_are_cut() {
    let setup = only(|on| on.mate_distance = true);
    let cut = |alpha: Score, beta: Score| {
        let node = even(0, 1, 5).game();
        let score = setup.node::<false>(node, Window { alpha, beta }, 2, 3);
        node.searched().is_empty().then_some(score)
    };
    // Three plies below the root no win is nearer than four, and no loss nearer than three.
    assert_eq!(cut(Score::win_in(4), Score::win_in(3)), Some(Score::win_in(4)));
    assert_eq!(cut(Score::win_in(5), Score::win_in(4)), None);
    assert_eq!(cut(Score::loss_in(2), Score::loss_in(3)), Some(Score::loss_in(3)));
    assert_eq!(cut(Score::loss_in(3), Score::loss_in(4)), None);
    let off = only(|_| ());
    let node = even(0, 1, 5).game();
    off.node::<false>(node, Window::above(Score::win_in(4)), 2, 3);
    assert!(!node.searched().is_empty());
}

#[test]
fn scores_outside_the_window_bound_the_value() {
    let setup = only(|on| on.pvs = true);
    let value = |alpha, beta| setup.node::<false>(two_plies().game(), window(alpha, beta), 2, 0);
    // The value is 20.
    assert_eq!(value(50, 51), points(40), "an upper bound: of the reply that was enough");
    assert_eq!(value(-60, -59), points(-50), "a lower bound");
    assert_eq!(value(19, 20), points(20));
    assert_eq!(value(20, 21), points(20));
}

#[test]
fn captures_come_before_quiet_moves_or_unordered_among_them() {
    let searched = |choose: fn(&mut Switches), tactical: &[usize], count: usize| {
        let child = |number: usize| {
            let child = even(0, 1, 3);
            if tactical.contains(&number) { child.tactical() } else { child }
        };
        let root = leaf(0).then((0..count).map(child)).game();
        only(choose).reaches(root, 1, 2);
        root.children_searched().concat().replace('1', "")
    };
    assert_eq!(searched(|_| (), &[2, 4], 5), "ceabd");
    assert_eq!(searched(|on| on.tactical_first = false, &[2, 4], 5), "abcde");
    // Those that come late are not left out with the quiet ones around them.
    let pruning = |on: &mut Switches| (on.tactical_first, on.late_move_pruning) = (false, true);
    assert_eq!(searched(pruning, &[12], 14), "abcdefgm");
}

#[test]
fn later_moves_are_asked_only_whether_they_are_better() {
    let entries = |pvs: bool, values: [i32; 3]| {
        let setup = only(|on| on.pvs = pvs);
        let root = leaf(0).then(values.map(|value| even(value, 1, 3))).game();
        solve(&setup, root, 2);
        root.children_searched()
    };
    assert_eq!(entries(true, [0, 5, 3]), ["a1", "b1", "b1", "c1"], "b is better: searched again");
    assert_eq!(entries(true, [5, 0, 3]), ["a1", "b1", "c1"]);
    assert_eq!(entries(false, [0, 5, 3]), ["a1", "b1", "c1"]);
}

#[test]
fn the_table_is_told_what_the_score_says() {
    let setup = only(|on| (on.table, on.table_move) = (true, true));
    let stored = |alpha, beta| {
        setup.table.get().clear();
        let root = two_plies().game();
        setup.node::<false>(root, window(alpha, beta), 2, 0);
        let entry = setup.table.get().probe(root.key()).unwrap();
        (entry.bound, entry.score, entry.mv, entry.depth)
    };
    let mv = |n| Some(Script::mv(n).bits());
    assert_eq!(stored(-99, 99), (Bound::Exact, points(20), mv(1), 2));
    assert_eq!(stored(50, 51), (Bound::Upper, points(40), None, 2));
    assert_eq!(stored(-60, -59), (Bound::Lower, points(-50), mv(0), 2));
    // Distances are kept from the node on, wherever it stands.
    setup.table.get().clear();
    let root = leaf(0).then([leaf(0).over(win(Side::First))]).game();
    setup.node::<false>(root, Window::FULL, 2, 7);
    assert_eq!(setup.table.get().probe(root.key()).unwrap().score, Score::win_in(1));
    assert_eq!(setup.node::<false>(root, Window::FULL, 2, 4), Score::win_in(5));
}

#[test]
fn the_table_answers_where_it_is_deep_enough_and_decides_the_window() {
    let setup = only(|on| (on.table, on.table_move) = (true, true));
    let asked = |setup: &Setup, bound, score: Score, depth| {
        setup.table.get().clear();
        let root = even(0, 1, 5).game();
        let mv = Some(Script::mv(0).bits());
        setup.table.get().store(root.key(), Entry { mv, score, bound, depth });
        let found = setup.reaches(root, 10, 3);
        (root.children_searched().is_empty()).then_some(found)
    };
    let known = |bound, score| asked(&setup, bound, points(score), 3);
    assert_eq!(known(Bound::Exact, 3), Some(points(3)));
    assert_eq!(known(Bound::Lower, 10), Some(points(10)));
    assert_eq!(known(Bound::Lower, 9), None);
    assert_eq!(known(Bound::Upper, 9), Some(points(9)));
    assert_eq!(known(Bound::Upper, 10), None);
    assert_eq!(asked(&setup, Bound::Exact, points(3), 4), Some(points(3)));
    assert_eq!(asked(&setup, Bound::Exact, points(3), 2), None, "too shallow");
    let won = Score::win_in(9);
    assert_eq!(asked(&setup, Bound::Lower, won, 0), Some(won), "a proof holds at any depth");
    let mut exact = setup.clone();
    exact.exact = true;
    assert_eq!(asked(&exact, Bound::Exact, points(3), 3), Some(points(3)));
    assert_eq!(asked(&exact, Bound::Exact, points(3), 4), None, "another tree");
    assert_eq!(asked(&exact, Bound::Lower, won, 0), None, "another tree");
    let off = only(|on| on.table_move = true);
    assert_eq!(asked(&off, Bound::Exact, points(3), 3), None);
    // Principal variations are searched whatever the table says.
    let setup = only(|on| (on.table, on.pvs) = (true, true));
    let root = even(0, 1, 5).game();
    let entry = Entry { mv: None, score: points(3), bound: Bound::Exact, depth: 9 };
    setup.table.get().store(root.key(), entry);
    assert_eq!(setup.node::<true>(root, Window::FULL, 3, 0), Score::ZERO);
}

#[test]
fn a_position_met_before_is_a_draw() {
    // Four plies that lead back to the root, and on.
    let round = || {
        let back = even(90, 1, 3).key(7);
        (0..3).fold(back, |below, _| leaf(90).then([below]))
    };
    let mut setup = only(|_| ());
    let value = |setup: &Setup, key: u64, path: &[u64]| {
        let root = leaf(90).key(key).then([round()]).game();
        let earlier: Vec<u64> = path.iter().map(|&key| leaf(0).key(key).game().key()).collect();
        setup.work_after(&earlier, |worker| worker.node::<true>(&at(&root, 0), Window::FULL, 6))
    };
    let path = [1, 2, 3, 7];
    assert_eq!(value(&setup, 8, &path), points(90), "the referee calls no draw");
    setup.repetition_draw = true;
    assert_eq!(value(&setup, 8, &path), Score::ZERO);
    assert_eq!(value(&setup, 7, &path), Score::ZERO, "the node itself");
    assert_eq!(value(&setup, 8, &[1, 2, 3, 4]), points(90), "other positions stood there");
    setup.exact = true;
    assert_eq!(value(&setup, 8, &path), points(90), "the plain tree knows no history");
}

/// In what order the moves of a node are searched, by what was learned before.
#[test]
fn moves_that_did_well_come_first() {
    let quiet = || leaf(0).then((0..4).map(|_| even(0, 1, 3))).game();
    let order = |switches: fn(&mut Switches), learn: fn(&mut super::Tested<'_>, &Script)| {
        let root = quiet();
        only(switches).work(|worker| {
            learn(worker, &root);
            worker.node::<false>(&at(&root, 0), window(0, 1), 2);
        });
        let letters = root.children_searched().into_iter();
        letters.map(|text| text[..1].to_owned()).collect::<String>()
    };
    let reward = |worker: &mut super::Tested<'_>, root: &Script| {
        worker.reward_quiet(root, Script::mv(2), &[Script::mv(0)], 3, 0, &Preceding::default());
    };
    assert_eq!(order(|_| (), reward), "abcd");
    assert_eq!(order(|on| on.killers = true, reward), "cabd");
    assert_eq!(order(|on| on.history = true, reward), "cabd");
    assert_eq!(order(|on| (on.history, on.history_malus) = (true, true), reward), "cbda");
    let table = |worker: &mut super::Tested<'_>, root: &Script| {
        let mv = Some(Script::mv(1).bits());
        let entry = Entry { mv, score: Score::ZERO, bound: Bound::Exact, depth: 0 };
        worker.table.store(root.key(), entry);
    };
    assert_eq!(order(|on| (on.table, on.table_move) = (true, true), table), "bacd");
    assert_eq!(order(|on| on.table = true, table), "abcd");
    // A second killer comes after the first.
    let twice = |worker: &mut super::Tested<'_>, root: &Script| {
        for n in [2, 3, 3] {
            worker.reward_quiet(root, Script::mv(n), &[], 3, 0, &Preceding::default());
        }
    };
    assert_eq!(order(|on| on.killers = true, twice), "dcab");
}

#[test]
fn cutoffs_teach_killers_and_history() {
    // Both replies to a are refuted by their second move: the first node finds that out.
    let replies = || leaf(0).then([even(-50, 1, 3), even(50, 1, 3)]);
    let searched = |choose: fn(&mut Switches)| {
        let root = leaf(0).then([leaf(0).then([replies(), replies()])]).game();
        only(choose).reaches(root, 1, 4);
        let below = root.searched().into_iter().filter(|text| text.len() == 4);
        below.collect::<Vec<String>>()
    };
    assert_eq!(searched(|_| ()), ["aaa1", "aab1", "aba1", "abb1"]);
    assert_eq!(searched(|on| on.killers = true), ["aaa1", "aab1", "abb1"]);
    assert_eq!(searched(|on| on.history = true), ["aaa1", "aab1", "abb1"]);
}

#[test]
fn a_countermove_answers_the_move_that_it_refuted() {
    let order = |choose: fn(&mut Switches), answered: u16, played: u16| {
        let below = || leaf(0).then((0..4).map(|_| even(0, 1, 3)));
        let root = leaf(0).then([below(), below()]).game();
        let child = root.make(Script::mv(played));
        only(choose).work(|worker| {
            let last = Some(crate::history::index(&root, Script::mv(answered)));
            let preceding = Preceding { last, ..Preceding::default() };
            worker.reward_quiet(&child, Script::mv(2), &[], 3, 9, &preceding);
            worker.enter(&root, Script::mv(played), 0);
            worker.node::<false>(&at(&child, 1), window(0, 1), 2);
        });
        let letters = root.searched().into_iter().filter(|text| text.ends_with('1'));
        letters.map(|text| text[1..2].to_owned()).collect::<String>()
    };
    assert_eq!(order(|on| on.countermove = true, 1, 1), "cabd");
    assert_eq!(order(|on| on.countermove = true, 0, 1), "abcd", "after another move");
    assert_eq!(order(|_| (), 1, 1), "abcd");
}

#[test]
fn quiescence_takes_what_it_can_or_stands() {
    let setup = only(|on| on.quiescence = true);
    let value =
        |setup: &Setup, node: Node| setup.node::<false>(node.game(), window(-500, 500), 0, 0);
    let takes = |points| leaf(10).then([leaf(90), leaf(points).tactical()]);
    assert_eq!(value(&setup, takes(40)), points(40));
    assert_eq!(value(&setup, takes(-40)), points(10), "it need not take");
    assert_eq!(value(&only(|_| ()), takes(40)), points(10));
    let again = |points| leaf(10).then([leaf(40).tactical().then([leaf(points).tactical()])]);
    assert_eq!(value(&setup, again(-30)), points(10), "taken back");
    assert_eq!(value(&setup, again(60)), points(40));
    let kept = leaf(10).then([leaf(40).tactical().kept().then([leaf(70).tactical()])]);
    assert_eq!(value(&setup, kept), points(70), "the same side goes on");
    let mut shallow = setup.clone();
    shallow.tunables.quiescence_depth = 1;
    assert_eq!(value(&shallow, again(-30)), points(40), "one ply only");
    let won = leaf(10).then([leaf(0).tactical().over(win(Side::First))]);
    assert_eq!(value(&setup, won), Score::from_raw(Score::win_in(1).raw()));
    let exchange = only(|on| (on.quiescence, on.exchange_pruning) = (true, true));
    let losing = || leaf(10).then([leaf(40).losing()]);
    assert_eq!((value(&setup, losing()), value(&exchange, losing())), (points(40), points(10)));
    let evades = only(|on| (on.quiescence, on.quiescence_evasions) = (true, true));
    let checked = || leaf(90).check().then([leaf(-5), leaf(-40).tactical()]);
    assert_eq!((value(&setup, checked()), value(&evades, checked())), (points(90), points(-5)));
    assert_eq!(value(&evades, leaf(90).check()), Score::loss_in(0), "mate");
}

#[test]
fn quiescence_looks_at_checks_once_and_at_the_most_valuable_first() {
    let value = |setup: &Setup, node: Node, ply| {
        setup.node::<false>(node.game(), window(-500, 500), 0, ply)
    };
    // Both are worth too little, and the quiet check is looked at all the same.
    let mut checks = only(|on| (on.quiescence, on.quiescence_checks) = (true, true));
    checks.tunables.quiescence_value = 200;
    let check = || leaf(10).then([leaf(40).tactical(), leaf(80).check().gain(50), leaf(90)]);
    assert_eq!(value(&checks, check(), 0), points(80));
    assert_eq!(value(&only(|on| on.quiescence = true), check(), 0), points(40));
    let later =
        leaf(10).then([leaf(20).tactical().gain(150).kept().then([leaf(80).check().gain(50)])]);
    assert_eq!(value(&checks, later, 0), points(20), "at the nominal depth alone");
    // Mate by a move of quiescence is a ply further than its node.
    let evades = only(|on| (on.quiescence, on.quiescence_evasions) = (true, true));
    let mates = || leaf(10).then([leaf(0).check().tactical()]);
    assert_eq!(value(&evades, mates(), 0), Score::win_in(1));
    assert_eq!(value(&evades, mates(), 4), Score::win_in(5));
    // The second is worth more, and cuts.
    let setup = only(|on| on.quiescence = true);
    for (gains, nodes) in [([0, 50], 1), ([50, 0], 2)] {
        let [one, two] = gains;
        let node = leaf(0).then([leaf(20).tactical().gain(one), leaf(90).tactical().gain(two)]);
        let searched = setup.work(|worker| {
            worker.node::<false>(&at(&node.game(), 0), window(49, 50), 0);
            worker.quiescence_nodes
        });
        assert_eq!(searched, nodes, "{gains:?}");
    }
}

#[test]
fn within_a_turn_to_stand_pat_is_to_end_it() {
    let setup = only(|on| on.quiescence = true);
    let value = |after: Node| {
        let node = leaf(10).ends_in(after).game();
        setup.node::<false>(node, Window::FULL, 0, 3)
    };
    assert_eq!(value(leaf(30)), points(30));
    assert_eq!(value(leaf(30).over(win(Side::First))), Score::win_in(4));
    // What would lose is not played: it may go on otherwise.
    let danger = setup.tunables.danger;
    assert_eq!(value(leaf(30).over(win(Side::Second))), points(10 - danger));
}

#[test]
fn delta_pruning_leaves_out_what_cannot_reach_the_window() {
    let mut setup = only(|on| (on.quiescence, on.delta_pruning) = (true, true));
    (setup.tunables.delta_move, setup.tunables.delta_node) = (50, 400);
    // Every capture is worth 100, and 50 are allowed on top.
    let value = |alpha| {
        let node = leaf(0).then([leaf(999).tactical()]).game();
        setup.node::<false>(node, window(alpha, alpha + 1), 0, 0)
    };
    assert_eq!(value(149), points(999));
    assert_eq!(value(150), points(0));
    setup.tunables.delta_move = 2_000;
    let value = |alpha| {
        let node = leaf(0).then([leaf(999).tactical()]).game();
        setup.node::<false>(node, window(alpha, alpha + 1), 0, 0)
    };
    assert_eq!(value(399), points(999));
    assert_eq!(value(400), points(0));
}

#[test]
fn moves_of_the_table_are_counted_and_those_that_were_best() {
    let setup = only(|on| (on.table, on.table_move) = (true, true));
    for (suggested, counted) in [(Some(1), (1, 1)), (Some(0), (1, 0)), (None, (0, 0))] {
        setup.table.get().clear();
        let root = leaf(0).then([5, 9].map(|value| even(value, 1, 3))).game();
        let mv = suggested.map(|number| Script::mv(number).bits());
        let entry = Entry { mv, score: Score::ZERO, bound: Bound::Upper, depth: 0 };
        setup.table.get().store(root.key(), entry);
        let counts = setup.work(|worker| {
            assert_eq!(worker.node::<true>(&at(&root, 0), Window::FULL, 1), points(9));
            worker.stats.plies[0]
        });
        assert_eq!((counts.table_moves, counts.best_table_moves), counted, "{suggested:?}");
    }
}
