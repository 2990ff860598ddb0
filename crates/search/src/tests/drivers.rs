//! The drivers' windows: what they search, how often they are widened, and what they end with.

use game::{Ending, Position as _, Score, Side};

use super::script::{Node, Script, Written, even, leaf, points};
use super::{Setup, at, only};
use crate::driver::{Driver, Iteration};
use crate::mode::Instrumented;
use crate::root::{RootMove, root_moves};
use crate::worker::Worker;

/// One iteration: its score, the moves in their order, and the best move shown each time the window was widened.
fn iterate(
    setup: &Setup,
    driver: Driver,
    root: Script,
    depth: i32,
    before: Option<Score>,
) -> (Score, Vec<RootMove<Script>>, Vec<RootMove<Script>>) {
    setup.work(|worker| {
        let mut moves = root_moves(&root, &[]);
        let mut widened = Vec::new();
        let told = &mut |_: &mut Worker<'_, Script, Written, Instrumented>,
                         moves: &[RootMove<Script>]| {
            widened.push(moves[0].clone());
        };
        let iteration = Iteration { driver, first: 0, before, depth, any_win: false };
        let score = worker.iterate(&at(&root, 0), &mut moves, iteration, told);
        (score, moves, widened)
    })
}

/// The second of three moves is worth so much, the others less.
fn worth(value: i32) -> Script {
    leaf(0).then([value - 9, value, value - 500].map(|value| even(value, 1, 3))).game()
}

/// The order in which the root's moves are searched, by their letters.
fn letters(root: Script) -> String {
    root.children_searched().into_iter().map(|text| text[..1].to_owned()).collect()
}

#[test]
fn the_aspiration_window_is_widened_where_the_score_lies_outside() {
    let mut setup = only(|on| (on.pvs, on.aspiration) = (true, true));
    setup.tunables.aspiration_depth = 2;
    // Around 100, by 20, then by 80 and 320, then all there is.
    let cases = [(100, 0), (119, 0), (120, 1), (179, 1), (180, 2), (419, 2), (420, 3), (900, 3)];
    let below = [(81, 0), (80, 1), (21, 1), (20, 2), (-219, 2), (-220, 3), (-900, 3)];
    for (value, times) in cases.into_iter().chain(below) {
        let (score, moves, widened) =
            iterate(&setup, Driver::Pvs, worth(value), 2, Some(points(100)));
        assert_eq!(score, points(value));
        assert_eq!(widened.len(), times, "{value}");
        let best = &moves[0];
        assert_eq!((best.mv, best.score, best.exact), (Script::mv(1), points(value), true));
        assert_eq!((best.depth, best.line.len()), (2, 2));
        // Where the score was too high the best move is known, and its score is a bound.
        if value > 120 {
            assert!(widened.iter().all(|best| !best.exact && best.score >= points(120)));
        }
    }
}

#[test]
fn there_is_no_aspiration_without_a_score_to_aim_at() {
    let mut setup = only(|on| (on.pvs, on.aspiration) = (true, true));
    setup.tunables.aspiration_depth = 2;
    let once = |setup: &Setup, before| {
        let (score, _, widened) = iterate(setup, Driver::Pvs, worth(500), 2, before);
        assert_eq!(score, points(500));
        widened.is_empty()
    };
    assert!(!once(&setup, Some(points(100))));
    for before in [None, Some(Score::win_in(7)), Some(Score::loss_in(7))] {
        assert!(once(&setup, before), "{before:?}");
    }
    setup.tunables.aspiration_depth = 3;
    assert!(once(&setup, Some(points(100))), "too shallow");
    setup.tunables.aspiration_depth = 2;
    setup.switches.aspiration = false;
    assert!(once(&setup, Some(points(100))), "without the technique");
}

/// Forced moves, so many, after which that side has won.
fn won_after(plies: u32, winner: Side) -> Node {
    let end = leaf(0).over(Ending::win(winner, "over"));
    (0..plies).fold(end, |below, _| leaf(0).then([below]))
}

#[test]
fn the_first_win_ends_an_iteration_where_any_win_will_do() {
    let mut setup = only(|on| (on.pvs, on.aspiration) = (true, true));
    setup.tunables.aspiration_depth = 2;
    let found = |any_win| {
        let root = leaf(0)
            .then([even(0, 1, 3), won_after(2, Side::First), won_after(0, Side::First)])
            .game();
        setup.work(|worker| {
            let mut moves = root_moves(&root, &[]);
            let mut times = 0;
            let widened = &mut |_: &mut Worker<'_, Script, Written, Instrumented>,
                                _: &[RootMove<Script>]| times += 1;
            let (driver, before) = (Driver::Pvs, Some(points(0)));
            let iteration = Iteration { driver, first: 0, before, depth: 4, any_win };
            let score = worker.iterate(&at(&root, 0), &mut moves, iteration, widened);
            assert!(moves[0].exact && moves[0].score == score);
            (score, moves[0].mv, times > 0)
        })
    };
    assert_eq!(found(true), (Score::win_in(3), Script::mv(1), false));
    assert_eq!(found(false), (Score::win_in(1), Script::mv(2), true));
}

#[test]
fn a_win_is_searched_for_alone_where_the_score_is_clear() {
    let setup = only(|on| (on.pvs, on.table) = (true, true));
    let search = |root: Script, score: i32| {
        setup.work(|worker| {
            let mut moves = root_moves(&root, &[]);
            (moves[0].score, moves[0].exact) = (points(score), true);
            let found = worker.search_for_win(&at(&root, 0), &mut moves, 4);
            assert_eq!(found, moves[0].score.is_win());
            let entry = worker.table.probe(root.key()).filter(|_| worker.nodes > 0);
            (found, moves[0].mv, moves[0].exact, entry.map(|entry| entry.score))
        })
    };
    let won = || leaf(0).then([even(0, 1, 3), won_after(2, Side::First)]).game();
    let (first, second) = (Script::mv(0), Script::mv(1));
    let win = Some(Score::win_in(3));
    assert_eq!(search(won(), 600), (true, second, true, win));
    assert_eq!(search(won(), 599), (false, first, true, None), "not clear");
    assert_eq!(search(won(), -599), (false, first, true, None), "not clear");
    let (found, best, exact, score) = search(leaf(0).then([even(0, 1, 3)]).game(), 600);
    assert_eq!((found, best, exact), (false, first, true), "no win is there");
    assert!(!score.unwrap().is_proven());
    // What is lost is left to the next iteration, as the table knows it.
    let lost = leaf(0).then([won_after(3, Side::Second), won_after(3, Side::Second)]).game();
    assert_eq!(search(lost, -600), (false, first, true, Some(Score::loss_in(4))));
}

#[test]
fn mtdf_closes_in_on_the_value_from_either_side() {
    let setup = only(|on| on.mtdf_guess = true);
    for value in [-700, 0, 300] {
        // Each pass asks whether the value reaches a bound, and ends with the first move that does.
        for (before, asked) in [
            (value, "ab bac"),
            (value - 9, "a ab bac"),
            (value - 100, "a ab bac"),
            (value + 1, "abc ab"),
            (value + 100, "abc ab"),
        ] {
            let root = worth(value);
            let before = Some(points(before));
            let (score, moves, widened) = iterate(&setup, Driver::Mtdf, root, 2, before);
            assert_eq!(letters(root), asked.replace(' ', ""), "{value} from {before:?}");
            let best = &moves[0];
            assert_eq!((score, best.score, best.exact), (points(value), points(value), true));
            assert_eq!((best.mv, best.depth, best.line.len()), (Script::mv(1), 2, 1));
            assert!(widened.is_empty());
        }
    }
    let root = worth(0);
    iterate(&setup, Driver::Mtdf, root, 2, None);
    assert_eq!(
        letters(root),
        "abbac",
        "without a score before, the static evaluation is the first guess"
    );
    let (root, unaided) = (worth(300), only(|_| ()));
    iterate(&unaided, Driver::Mtdf, root, 2, Some(points(300)));
    assert_eq!(letters(root), "aabbac", "and where the score before is not asked for");
}

#[test]
fn mtdf_ends_with_a_full_window_after_so_many_passes() {
    let mut setup = only(|on| on.mtdf_guess = true);
    setup.tunables.mtdf_passes = 2;
    let root = worth(300);
    let (score, moves, _) = iterate(&setup, Driver::Mtdf, root, 2, Some(points(0)));
    assert_eq!(letters(root), "aabbac");
    assert_eq!((score, moves[0].mv, moves[0].line.len()), (points(300), Script::mv(1), 2));
}

#[test]
fn alpha_beta_searches_each_move_once_with_all_of_the_window() {
    let (setup, root) = (only(|on| on.aspiration = true), worth(300));
    let (score, moves, widened) = iterate(&setup, Driver::AlphaBeta, root, 2, Some(points(0)));
    assert_eq!((score, widened.len()), (points(300), 0));
    assert_eq!(letters(root), "abc");
    assert_eq!((moves[0].mv, moves[0].exact), (Script::mv(1), true));
}

#[test]
fn windows_stay_open_down_to_so_many_plies() {
    // With a null window the second move and its reply are asked for once more each.
    let searched = |plies| {
        let mut setup = only(|on| on.pvs = true);
        setup.tunables.open_plies = plies;
        let root = leaf(0).then([10, 30].map(|value| even(value, 2, 3))).game();
        let (score, moves, _) = iterate(&setup, Driver::Pvs, root, 3, None);
        assert_eq!((score, moves[0].mv), (points(30), Script::mv(1)));
        root.searched().len()
    };
    let (null, root_open, open) = (searched(0), searched(1), searched(9));
    assert!(root_open < null, "the second move is searched once: {root_open} of {null} nodes");
    assert!(open <= root_open);
}
