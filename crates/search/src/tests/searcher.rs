//! Whole searches of toy trees, beside plain minimax.

use std::sync::Arc;
use std::time::Duration;

use game::toy::{Toy, ToyEval};
use game::zobrist::mix;
use game::{Ending, Evaluator, MoveList, Position, Score, Side, Verdict};

use super::script::{Node, Script, Written, even, leaf};

use crate::tt::Table;
use crate::{
    Control, Driver, Instrumented, Job, Limits, Outcome, Searcher, Switches, TableHandle, Tunables,
    minimax,
};

type Tested<P, E> = Searcher<P, E, Instrumented>;

/// A searcher with a table of so many MiB.
fn searcher<P: Position, E: Evaluator<P, Params = ()>>(
    switches: Switches,
    exact: bool,
    tunables: Tunables,
    mib: usize,
) -> Tested<P, E> {
    let table = Arc::new(TableHandle::new(Table::new(mib).unwrap()));
    Searcher::new(Instrumented { switches, exact }, tunables, (), 1, table)
}

fn search<P: Position, E: Evaluator<P>>(
    searcher: &mut Tested<P, E>,
    root: P,
    driver: Driver,
    limits: &Limits,
) -> Outcome<P> {
    let job = Job {
        root,
        game_keys: &[],
        repetition_draw: false,
        limits,
        only: &[],
        driver,
        control: &Control::new(false),
        now: &|| Duration::ZERO,
        processor: None,
        current: None,
        resume: None,
    };
    searcher.search(&job, &mut |_| {})
}

/// The value of each move by plain minimax, the best first.
fn plain_values<P: Position>(
    root: &P,
    evaluator: &impl Evaluator<P>,
    depth: u32,
) -> Vec<(Score, P::Move)> {
    let mut moves = MoveList::new();
    root.legal_moves(&mut moves);
    let mut values: Vec<(Score, P::Move)> = moves
        .into_iter()
        .map(|mv| {
            let child = root.make(mv);
            let value = minimax(&child, evaluator, depth - 1).to_table(-1);
            let same = child.side_to_move() == root.side_to_move();
            (if same { value } else { -value }, mv)
        })
        .collect();
    values.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    values
}

fn roots(count: u64) -> impl Iterator<Item = Toy> {
    (0..).map(Toy::new).filter(|root| !root.is_over()).take(count as usize)
}

#[test]
fn every_driver_finds_the_value_of_minimax_with_a_table_and_without() {
    let exact = Switches { mate_distance: false, ..Switches::EXACT };
    let aspiring = Switches { aspiration: true, ..exact };
    let full = Switches { pvs: false, ..exact };
    let narrow = Tunables { aspiration_window: 3, aspiration_depth: 1, ..Tunables::START };
    let few = Tunables { mtdf_passes: 3, ..Tunables::START };
    for (driver, switches, tunables) in [
        (Driver::AlphaBeta, full, Tunables::START),
        (Driver::Pvs, exact, Tunables::START),
        (Driver::Pvs, aspiring, narrow),
        (Driver::Mtdf, exact, Tunables::START),
        (Driver::Mtdf, exact, few),
        (Driver::Pvs, Switches::EXACT, Tunables::START),
    ] {
        for mib in [0, 1] {
            for root in roots(150) {
                let depth = 5;
                let mut searcher = searcher::<Toy, ToyEval>(switches, true, tunables, mib);
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let found = search(&mut searcher, root, driver, &limits).report;
                let best = found.best().unwrap();
                // A search ends before its depth where all is proven.
                let values = plain_values(&root, &ToyEval, found.depth as u32);
                assert_eq!(best.score, values[0].0, "{driver:?}, {mib} MiB, {root:?}");
                let of_move = values.iter().find(|(_, mv)| *mv == best.mv).unwrap();
                assert_eq!(of_move.0, best.score, "{driver:?}, {mib} MiB, {root:?}");
                assert!(best.exact && best.depth == found.depth && found.complete);
            }
        }
    }
}

#[test]
fn a_growing_table_begins_small_and_changes_no_value() {
    let switches = Switches { growing_table: true, ..Switches::EXACT };
    let mut growing = searcher::<Toy, ToyEval>(switches, true, Tunables::START, 16);
    let mut whole = searcher::<Toy, ToyEval>(Switches::EXACT, true, Tunables::START, 16);
    for root in roots(100) {
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let [found, expected] = [&mut growing, &mut whole]
            .map(|searcher| search(searcher, root, Driver::Pvs, &limits).report);
        assert_eq!(found.best().unwrap().score, expected.best().unwrap().score);
    }
    assert_eq!(growing.table().get().mib(), 1, "small trees need no more than a sixteenth");
    // A real game fills it.
    let switches = Switches { growing_table: true, ..Switches::START };
    let table = Arc::new(TableHandle::new(Table::new(16).unwrap()));
    let mode = Instrumented { switches, exact: false };
    let params = onitama::EvalParams::default();
    let mut growing = Searcher::<onitama::Position, onitama::Evaluation, _>::new(
        mode,
        Tunables::START,
        params,
        1,
        table,
    );
    let mut sizes = Vec::new();
    for depth in [4, 12, 15, 16] {
        let root = onitama::Position::deal("any", 3).unwrap();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        search(&mut growing, root, Driver::Pvs, &limits);
        sizes.push(growing.table().get().mib());
    }
    assert!(sizes[0] == 1 && sizes.is_sorted() && sizes[3] > 1 && sizes[3] <= 16, "{sizes:?}");
    growing.forget();
    assert_eq!(growing.table().get().mib(), 1);
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let mut lines_of_three = 0;
    for root in roots(200) {
        let mut searcher = searcher::<Toy, ToyEval>(Switches::EXACT, true, Tunables::START, 1);
        let limits = Limits { depth: Some(4), multi_pv: 3, ..Limits::default() };
        let report = search(&mut searcher, root, Driver::Pvs, &limits).report;
        let values = plain_values(&root, &ToyEval, report.depth as u32);
        assert_eq!(report.lines, values.len().min(3));
        let found = &report.moves[..report.lines];
        let scores: Vec<Score> = found.iter().map(|root_move| root_move.score).collect();
        let best: Vec<Score> = values.iter().take(3).map(|&(value, _)| value).collect();
        assert_eq!(scores, best, "{root:?}");
        for root_move in found {
            assert!(values.contains(&(root_move.score, root_move.mv)), "{root:?}");
            assert_eq!(root_move.line[0], root_move.mv);
        }
        assert_eq!(report.moves.len(), values.len());
        lines_of_three += usize::from(report.lines == 3);
    }
    assert!(lines_of_three > 100, "{lines_of_three}");
}

/// A tree of random results at random depths, in which every line ends on the board.
fn random_tree(seed: u64, plies: u32) -> Node {
    let random = mix(seed);
    if plies == 0 || (plies < 7 && random.is_multiple_of(5)) {
        let result = match random / 5 % 5 {
            0 => Ending::draw("over"),
            1 | 2 => Ending::win(Side::First, "over"),
            _ => Ending::win(Side::Second, "over"),
        };
        return leaf(0).over(result);
    }
    let children = (0..2 + random / 25 % 2).map(|n| {
        let child = random_tree(mix(random ^ n), plies - 1);
        if (random >> (20 + n)).is_multiple_of(4) { child.kept() } else { child }
    });
    leaf((random >> 30) as i32 % 100).then(children)
}

#[test]
fn settled_distances_are_the_shortest_wins_and_longest_defences() {
    let mut settled = [0; 2];
    for seed in 0..150 {
        let root = random_tree(seed, 8).game();
        let mut searcher = searcher::<Script, Written>(Switches::START, false, Tunables::START, 1);
        let limits = Limits { prove_distance: true, ..Limits::default() };
        let report = search(&mut searcher, root, Driver::Pvs, &limits).report;
        let values = plain_values(&root, &Written, 8);
        let best = report.best().unwrap();
        assert_eq!(report.settled, values[0].0.is_proven(), "tree {seed}");
        if report.settled {
            assert_eq!(best.score, values[0].0, "tree {seed}");
            assert!(values.contains(&(best.score, best.mv)), "tree {seed}");
            settled[usize::from(best.score.is_loss())] += 1;
        }
    }
    assert!(settled.iter().all(|&count| count > 10), "{settled:?}");
}

/// Many of these games end for want of a legal move, which is seen one ply later than an end on the board.
#[test]
fn settled_distances_count_the_ends_without_a_move() {
    const DEPTH: u32 = 6;
    let mut settled = 0;
    for seed in 0..400 {
        let root = Toy::new(seed);
        let mut searcher = searcher::<Toy, ToyEval>(Switches::START, false, Tunables::START, 1);
        let limits = Limits { prove_distance: true, depth: Some(2 * DEPTH), ..Limits::default() };
        let report = search(&mut searcher, root, Driver::Pvs, &limits).report;
        let Some(best) = report.best().filter(|_| report.settled) else { continue };
        if let Verdict::Win(plies) | Verdict::Loss(plies) = best.score.verdict()
            && plies <= DEPTH
        {
            assert_eq!(best.score, plain_values(&root, &ToyEval, DEPTH)[0].0, "toy {seed}");
            settled += 1;
        }
    }
    assert!(settled > 50, "{settled}");
}

#[test]
fn limits_end_a_search() {
    let root = roots(30).max_by_key(|root| plain_values(root, &ToyEval, 1).len()).unwrap();
    let mut searcher = searcher::<Toy, ToyEval>(Switches::START, false, Tunables::START, 1);
    let mut to = |limits: &Limits| search(&mut searcher, root, Driver::Pvs, limits).report;
    let depth = to(&Limits { depth: Some(3), ..Limits::default() });
    assert!(depth.depth <= 3 && depth.complete);
    let nodes = to(&Limits { nodes: Some(50), ..Limits::default() });
    assert!((50..70).contains(&nodes.nodes) || nodes.complete, "{}", nodes.nodes);
    let one = to(&Limits { nodes: Some(1), every_move: true, ..Limits::default() });
    assert!(one.depth == 1 && one.complete && one.best().unwrap().exact);
    assert!(one.nodes >= one.moves.len() as u64);
}

#[test]
fn what_is_counted_adds_up() {
    let root = Toy::new(3);
    let mut searcher = searcher::<Toy, ToyEval>(Switches::START, false, Tunables::START, 1);
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let outcome = search(&mut searcher, root, Driver::Pvs, &limits);
    let counters = outcome.counters.unwrap();
    assert_eq!(counters.nodes(), outcome.report.nodes);
    assert_eq!(counters.quiescence_nodes(), outcome.report.quiescence_nodes);
    assert!(counters.plies[1].nodes > 0 && counters.plies[0].nodes == 0);
    assert!(counters.leaves > 0 && counters.quiescence_nodes() > 0);
    for ply in counters.plies.iter() {
        assert!(ply.hits <= ply.probes && ply.best_table_moves <= ply.table_moves);
    }
    let mut twice = counters.clone();
    twice.add(&counters);
    assert_eq!(twice.nodes(), 2 * counters.nodes());
    assert_eq!(twice.leaves, 2 * counters.leaves);
    for (sum, once) in twice.plies.iter().zip(counters.plies.iter()) {
        let all = |ply: &crate::PlyCounts| {
            [ply.nodes, ply.expanded, ply.probes, ply.hits, ply.table_moves, ply.best_table_moves]
        };
        assert_eq!(all(sum), all(once).map(|count| 2 * count));
    }
}

#[test]
fn a_search_without_iterative_deepening_has_one_iteration() {
    let depths = |deepening: bool, limits: Limits| {
        let mut switches = super::nothing();
        (switches.pvs, switches.iterative_deepening) = (true, deepening);
        let mut searcher = searcher::<Script, Written>(switches, false, Tunables::START, 1);
        let root = leaf(0).then([even(10, 2, 9), even(30, 2, 9)]).game();
        let found = search(&mut searcher, root, Driver::Pvs, &limits).report;
        assert_eq!((found.depth, found.moves[0].mv), (4, Script::mv(1)));
        found.nodes
    };
    let limited = Limits { depth: Some(4), ..Limits::default() };
    assert!(depths(false, limited.clone()) < depths(true, limited));
}

#[test]
fn the_moves_of_the_root_are_sorted_by_their_last_scores() {
    let order = |sorted: bool| {
        let mut switches = super::nothing();
        (switches.iterative_deepening, switches.best_first_root) = (true, sorted);
        let mut searcher = searcher::<Script, Written>(switches, false, Tunables::START, 1);
        let root = leaf(0).then([40, 10, 30].map(|value| even(value, 1, 9))).game();
        let limits = Limits { depth: Some(2), ..Limits::default() };
        search(&mut searcher, root, Driver::AlphaBeta, &limits);
        let second = root.children_searched().into_iter().filter(|text| text.ends_with('1'));
        second.map(|text| text[..1].to_owned()).collect::<String>()
    };
    assert_eq!(order(false), "abc");
    assert_eq!(order(true), "acb");
}
