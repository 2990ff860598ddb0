//! Proven wins are found with their exact distance and a best move.

use std::sync::Arc;
use std::time::Duration;

use game::{Notation, Position as _, Verdict};
use onitama::{EvalParams, Evaluation, Position};
use search::tt::Table;
use search::{
    Control, Driver, Instrumented, Job, Limits, Searcher, Switches, TableHandle, Tunables,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    positions: Vec<Case>,
}

#[derive(Clone, Deserialize)]
struct Case {
    name: String,
    position: String,
    win_in_plies: u32,
    best_moves: Vec<String>,
}

fn cases(longest: u32) -> Vec<Case> {
    let text = include_str!("../../../games/onitama/data/wins.json");
    let data: Reference = serde_json::from_str(text).unwrap();
    data.positions.into_iter().filter(|case| case.win_in_plies <= longest).collect()
}

#[test]
fn wins_up_to_13_plies_have_their_exact_distance() {
    let table = Arc::new(TableHandle::new(Table::new(64).unwrap()));
    let mode = Instrumented { switches: Switches::START, exact: false };
    let mut searcher: Searcher<Position, Evaluation, _> =
        Searcher::new(mode, Tunables::START, EvalParams::START, 1, table);
    for (case, deep) in cases(13).into_iter().flat_map(|case| [(case.clone(), true), (case, false)])
    {
        // With no limit, and to a nominal depth of as many plies as the win has.
        let depth = (!deep).then_some(case.win_in_plies);
        searcher.table().replace(Table::new(64).unwrap());
        let root = Position::parse(&case.position).unwrap();
        let job = Job {
            root,
            game_keys: &[],
            repetition_draw: false,
            limits: &Limits { prove_distance: true, depth, ..Limits::default() },
            only: &[],
            driver: Driver::Pvs,
            control: &Control::new(false),
            now: &|| Duration::ZERO,
            processor: None,
            current: None,
            resume: None,
        };
        let outcome = searcher.search(&job, &mut |_| {});
        let best = outcome.report.best().unwrap();
        let mv = root.move_text(best.mv);
        assert_eq!(best.score.verdict(), Verdict::Win(case.win_in_plies), "{} {mv}", case.name);
        assert!(case.best_moves.contains(&mv), "{}: {mv} of {:?}", case.name, case.best_moves);
        let mut position = root;
        for &mv in &best.line {
            assert!(position.is_legal(mv), "{}: {:?}", case.name, best.line);
            position = position.make(mv);
        }
        assert!(position.ending().is_some() || best.line.len() < case.win_in_plies as usize);
        println!("{} depth {} nodes {}", case.name, outcome.report.depth, outcome.report.nodes);
    }
}
