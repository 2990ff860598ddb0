//! The root: its moves, their order and their scores.

use std::sync::atomic::{AtomicUsize, Ordering};

use game::{Ending, MoveBits, Position, Score, Side};

use super::script::{Node, Script, even, leaf, points};
use super::{at, only};
use crate::Switches;
use crate::root::{RootMove, end_of_rank, rank_moves, root_moves};
use crate::tablebase::{Prober, Ranking};
use crate::tt::{Bound, Entry};
use crate::window::Window;

fn three() -> Node {
    leaf(0).then([0, 5, 3].map(|value| even(value, 1, 3)))
}

/// The moves after a search of those from `first` on, with its score.
fn search(
    choose: fn(&mut Switches),
    root: Script,
    (alpha, beta): (i32, i32),
    first: usize,
    depth: i32,
) -> (Score, Vec<RootMove<Script>>) {
    let window = Window { alpha: points(alpha), beta: points(beta) };
    let mut moves = root_moves(&root, &[]);
    let score =
        only(choose).work(|worker| worker.root(&at(&root, 0), &mut moves, first, window, depth));
    (score, moves)
}

/// The moves by their letters, in order; capitals for those with a score of their own.
fn order(moves: &[RootMove<Script>]) -> String {
    let letter = |root_move: &RootMove<Script>| {
        let number = u16::MAX - root_move.mv.bits().get();
        char::from(if root_move.exact { b'A' } else { b'a' } + number as u8)
    };
    moves.iter().map(letter).collect()
}

#[test]
fn a_root_has_its_legal_moves_or_those_asked_for() {
    assert_eq!(order(&root_moves(&three().game(), &[])), "abc");
    assert_eq!(order(&root_moves(&three().game(), &[Script::mv(2), Script::mv(7)])), "c");
    let over = three().over(Ending::draw("over")).game();
    assert!(root_moves(&over, &[]).is_empty());
}

#[test]
fn the_best_move_comes_to_the_front_and_the_others_stay_in_order() {
    for pvs in [(|_| ()) as fn(&mut Switches), |on| on.pvs = true] {
        let (score, moves) = search(pvs, three().game(), (-99, 99), 0, 2);
        // Of c is known only that it is no better.
        assert_eq!((score, order(&moves).as_str()), (points(5), "BAc"));
        assert_eq!((moves[0].score, moves[0].depth, moves[0].line.len()), (points(5), 2, 2));
        assert_eq!(moves[1].score, points(0));
    }
}

#[test]
fn a_score_above_the_window_ends_the_iteration_and_is_a_bound() {
    let root = three().game();
    let (score, moves) = search(|on| on.pvs = true, root, (-99, 5), 0, 2);
    assert_eq!((score, order(&moves).as_str()), (points(5), "bAc"));
    assert_eq!(root.children_searched(), ["a1", "b1", "b1"], "c is left out");
    // One point more, and it is a value.
    let root = three().game();
    let (_, moves) = search(|on| on.pvs = true, root, (-99, 6), 0, 2);
    assert_eq!(order(&moves), "BAc");
    assert_eq!(root.children_searched(), ["a1", "b1", "b1", "c1"]);
}

#[test]
fn a_score_below_the_window_changes_no_order() {
    let (score, moves) = search(|on| on.pvs = true, three().game(), (5, 9), 0, 2);
    assert_eq!((score, order(&moves).as_str()), (points(5), "abc"));
}

#[test]
fn lines_after_the_first_leave_the_moves_before_alone() {
    let root = three().game();
    let (score, moves) = search(|on| on.pvs = true, root, (-99, 99), 1, 2);
    assert_eq!((score, order(&moves).as_str()), (points(5), "aBc"));
    assert_eq!(root.children_searched(), ["b1", "c1"], "the first in full");
}

#[test]
fn the_table_is_told_of_the_root_unless_moves_were_left_out() {
    let setup = only(|on| on.table = true);
    let root = three().game();
    let stored = |window: (i32, i32), first| {
        setup.table.get().clear();
        let window = Window { alpha: points(window.0), beta: points(window.1) };
        let mut moves = root_moves(&root, &[]);
        setup.work(|worker| worker.root(&at(&root, 0), &mut moves, first, window, 2));
        setup.table.get().probe(root.key())
    };
    let entry = |bound, score, mv: Option<u16>| {
        let mv = mv.map(|n| Script::mv(n).bits());
        Some(Entry { mv, score: points(score), bound, depth: 2 })
    };
    assert_eq!(stored((-99, 99), 0), entry(Bound::Exact, 5, Some(1)));
    assert_eq!(stored((-99, 4), 0), entry(Bound::Lower, 5, Some(1)));
    assert_eq!(stored((7, 9), 0), entry(Bound::Upper, 5, None));
    assert_eq!(stored((-99, 99), 1), None);
}

#[test]
fn late_quiet_moves_of_the_root_are_reduced_by_a_ply() {
    let node = || leaf(0).then((0..10).map(|n| even(if n == 9 { 7 } else { 0 }, 1, 5)));
    let searched = |choose: fn(&mut Switches), node: Node, depth| {
        let root = node.game();
        search(choose, root, (-99, 99), 0, depth);
        root.children_searched()[7..].to_vec()
    };
    let on: fn(&mut Switches) = |on| (on.pvs, on.late_move_reductions) = (true, true);
    // The tenth is better: searched again, and then with all of the window.
    assert_eq!(searched(on, node(), 4), ["h3", "i2", "j2", "j3", "j3"]);
    assert_eq!(searched(on, node(), 3), ["h2", "i2", "j2", "j2"], "too shallow");
    assert_eq!(searched(|on| on.pvs = true, node(), 4), ["h3", "i3", "j3", "j3"]);
    let tactical = leaf(0).then((0..10).map(|_| even(0, 1, 5).tactical()));
    assert_eq!(searched(on, tactical, 4), ["h3", "i3", "j3"]);
}

#[test]
fn each_move_counts_its_nodes() {
    let root = three().game();
    let mut moves = root_moves(&root, &[]);
    let all = only(|_| ()).work(|worker| {
        worker.root(&at(&root, 0), &mut moves, 0, Window::FULL, 3);
        worker.nodes
    });
    assert_eq!(moves.iter().map(|root_move| root_move.nodes).collect::<Vec<_>>(), [3; 3]);
    assert_eq!(all, 9);
}

#[test]
fn moves_of_the_root_end_games_and_keep_the_turn() {
    let won = leaf(0).over(Ending::win(Side::First, "over"));
    let root = leaf(0).then([even(50, 1, 3), won, even(90, 1, 3)]).game();
    let (score, moves) = search(|on| on.pvs = true, root, (-19_000, 19_000), 0, 2);
    assert_eq!((score, order(&moves).as_str()), (Score::win_in(1), "bAc"));
    let kept = leaf(0).then([leaf(-7).kept().then([leaf(9), leaf(70)]), even(50, 1, 3)]).game();
    let (score, moves) = search(|on| on.pvs = true, kept, (-99, 99), 0, 2);
    assert_eq!((score, order(&moves).as_str()), (points(70), "Ab"));
}

#[test]
fn random_choice_is_among_equal_moves_by_the_seed() {
    let mut chosen = [0; 4];
    for seed in 0..60 {
        let mut setup = only(|on| (on.random_choice, on.pvs) = (true, true));
        setup.tunables.random_seed = seed;
        let choose = |setup: &super::Setup| {
            let root = leaf(0).then([5, 5, 4, 5].map(|value| even(value, 1, 3))).game();
            let mut moves = root_moves(&root, &[]);
            let score =
                setup.work(|worker| worker.root(&at(&root, 0), &mut moves, 0, Window::FULL, 2));
            assert_eq!((score, moves[0].score, moves[0].exact), (points(5), points(5), true));
            usize::from(u16::MAX - moves[0].mv.bits().get())
        };
        let first = choose(&setup);
        assert_eq!(choose(&setup), first, "the same seed chooses the same");
        chosen[first] += 1;
        setup.tunables.random_pieces = 0;
        assert_eq!(choose(&setup), 0, "with so many pieces there is no choice");
    }
    assert!(chosen[2] == 0 && chosen.iter().filter(|&&count| count > 8).count() == 3, "{chosen:?}");
}

#[test]
fn the_move_of_the_table_comes_first() {
    let setup = only(|_| ());
    let root = three().game();
    let mut moves = root_moves(&root, &[]);
    setup.work(|worker| worker.bring_table_move_first(&root, &mut moves));
    assert_eq!(order(&moves), "abc");
    let mv = Some(Script::mv(2).bits());
    let entry = Entry { mv, score: Score::ZERO, bound: Bound::Exact, depth: 1 };
    setup.table.get().store(root.key(), entry);
    setup.work(|worker| worker.bring_table_move_first(&root, &mut moves));
    assert_eq!(order(&moves), "cab");
}

#[test]
fn a_line_goes_on_with_the_moves_of_the_table_until_they_repeat() {
    let setup = only(|_| ());
    // The third ply stands where the first stood.
    let round = leaf(0).then([leaf(0).key(8).then([even(0, 1, 3)])]);
    let root = leaf(0).then([leaf(0).key(7).then([round])]).game();
    let continued = |longest, salt| {
        let mut line = vec![Script::mv(0)];
        setup.work(|worker| worker.continue_line(&root, &mut line, longest, salt));
        line.len()
    };
    assert_eq!(continued(9, 0), 1, "the table knows nothing");
    let mut at = root;
    for _ in 0..6 {
        let mv = Some(Script::mv(0).bits());
        let entry = Entry { mv, score: Score::ZERO, bound: Bound::Exact, depth: 1 };
        setup.table.get().store(at.key() ^ 5, entry);
        if at.has_legal_move() {
            at = at.make(Script::mv(0));
        }
    }
    assert_eq!(continued(9, 0), 1, "under another key");
    assert_eq!(continued(9, 5), 6, "to the end of the game");
    assert_eq!(continued(3, 5), 3);
    let repeated = leaf(0).key(7).then([even(0, 1, 3)]);
    let root = leaf(0).then([leaf(0).key(7).then([leaf(0).key(9).then([repeated])])]).game();
    let mut line = vec![Script::mv(0)];
    for key in [7, 9] {
        let mv = Some(Script::mv(0).bits());
        let entry = Entry { mv, score: Score::ZERO, bound: Bound::Exact, depth: 1 };
        setup.table.get().store(leaf(0).key(key).game().key(), entry);
    }
    setup.work(|worker| worker.continue_line(&root, &mut line, 9, 0));
    assert_eq!(line.len(), 2, "the same position is no part of a line twice");
}

/// Ranks moves as it is told to.
struct Ranks(Vec<i32>, AtomicUsize);

impl Prober<Script> for Ranks {
    fn probe(&self, _: &Script) -> Option<Score> {
        None
    }
    fn rank(
        &self,
        _: &Script,
        earlier: &[u64],
        moves: &[<Script as Position>::Move],
    ) -> Option<Ranking> {
        self.1.fetch_add(earlier.len(), Ordering::Relaxed);
        let ranked = self.0.iter().take(moves.len()).map(|&rank| (rank, points(rank)));
        (!self.0.is_empty()).then(|| Ranking { moves: ranked.collect(), probe: false })
    }
}

#[test]
fn moves_of_a_lower_rank_are_left_out_unless_more_lines_are_asked_for() {
    let ranked = |ranks: &[i32], lines| {
        let root = leaf(0).then(ranks.iter().map(|_| leaf(0))).game();
        let mut moves = root_moves(&root, &[]);
        let tablebase = Ranks(ranks.to_vec(), AtomicUsize::new(0));
        let ask = rank_moves(&tablebase, &root, &[1, 2], &mut moves, lines);
        assert_eq!((ask, tablebase.1.into_inner()), (false, 2));
        assert!(moves.iter().all(|root_move| root_move.known == Some(points(root_move.rank))));
        let ends: Vec<usize> = (0..moves.len()).map(|first| end_of_rank(&moves, first)).collect();
        (order(&moves), ends)
    };
    let ranks = [1, 3, 2, 3, 1];
    assert_eq!(ranked(&ranks, 0), ("bd".to_owned(), vec![2, 2]));
    assert_eq!(ranked(&ranks, 2), ("bd".to_owned(), vec![2, 2]));
    assert_eq!(ranked(&ranks, 3), ("bdc".to_owned(), vec![2, 2, 3]));
    assert_eq!(ranked(&ranks, 4), ("bdcae".to_owned(), vec![2, 2, 3, 5, 5]));
    assert_eq!(ranked(&ranks, 99).0, "bdcae");
    let (root, mut moves) = (three().game(), root_moves(&three().game(), &[]));
    let unknown = Ranks(Vec::new(), AtomicUsize::new(0));
    assert!(rank_moves(&unknown, &root, &[], &mut moves, 1), "asked within the tree");
    assert_eq!(order(&moves), "abc");
}

#[test]
fn a_proof_of_the_search_is_shown_instead_of_what_tables_know() {
    let mut root_move = root_moves(&three().game(), &[]).swap_remove(0);
    let shown = |known: Option<Score>, score: Score, root_move: &mut RootMove<Script>| {
        (root_move.known, root_move.score) = (known, score);
        root_move.value()
    };
    let (win, known) = (Score::win_in(5), Score::known_win(0));
    assert_eq!(shown(None, points(7), &mut root_move), points(7));
    assert_eq!(shown(Some(known), points(7), &mut root_move), known);
    assert_eq!(shown(Some(known), win, &mut root_move), win);
    assert_eq!(shown(Some(-known), -win, &mut root_move), -win);
    assert_eq!(shown(Some(known), -win, &mut root_move), known, "one that disagrees is not");
    assert_eq!(shown(Some(Score::ZERO), win, &mut root_move), Score::ZERO);
}

#[test]
fn a_score_above_the_window_has_the_whole_turn_in_its_line() {
    // Three moves of one side, then the other's. The second move's score is above the window, so no line leads on there.
    let last = leaf(9).kept().then([even(3, 1, 4), even(9, 1, 4)]);
    let turn = leaf(9).kept().then([even(3, 1, 4).kept(), last]);
    let root = leaf(0).then([even(0, 1, 5), turn]).game();
    let mut moves = root_moves(&root, &[]);
    let window = Window { alpha: points(-5), beta: points(5) };
    let setup = only(|on| (on.pvs, on.table, on.table_move) = (true, true, true));
    let score = setup.work(|worker| worker.root(&at(&root, 0), &mut moves, 0, window, 4));
    assert_eq!((score, order(&moves).as_str()), (points(9), "bA"));
    assert_eq!(moves[0].line, [1, 1, 1].map(Script::mv));
}

#[test]
fn of_a_turn_above_the_window_the_win_of_the_reply_is_asked() {
    let search = |share| {
        let mut setup = only(|on| (on.pvs, on.table, on.forced_wins) = (true, true, true));
        let tunables = &mut setup.tunables;
        (tunables.forced_win_depth, tunables.forced_win_plies) = (3, 20);
        (tunables.forced_win_effort, tunables.forced_win_share) = (10, share);
        let root = leaf(0).then([even(0, 1, 5), even(9, 1, 5).forced_win(9)]).game();
        let mut moves = root_moves(&root, &[]);
        let window = Window { alpha: points(-5), beta: points(5) };
        let score = setup.work(|worker| {
            worker.nodes = 400;
            worker.root(&at(&root, 0), &mut moves, 0, window, 5)
        });
        (score, order(&moves))
    };
    assert_eq!(search(4), (points(0), "Ab".to_owned()));
    assert_eq!(search(1_000), (points(9), "bA".to_owned()), "with so little work it is not seen");
}
