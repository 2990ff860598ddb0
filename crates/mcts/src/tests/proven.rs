//! Proven wins of the reference, found by the solver.

use game::{Notation, Position as _, Verdict};
use onitama::{Evaluation, Position};
use serde::Deserialize;

use super::{nodes, search, searcher};
use crate::Params;

#[derive(Deserialize)]
struct Reference {
    positions: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    position: String,
    win_in_plies: u32,
}

fn cases(longest: u32) -> Vec<Case> {
    let text = include_str!("../../../games/onitama/data/wins.json");
    let data: Reference = serde_json::from_str(text).unwrap();
    data.positions.into_iter().filter(|case| case.win_in_plies <= longest).collect()
}

#[test]
fn every_win_of_the_reference_up_to_nine_plies_is_proven() {
    let cases = cases(9);
    assert!(cases.len() >= 10);
    for case in cases {
        let root = Position::parse(&case.position).unwrap();
        let mut searcher = searcher::<_, Evaluation>(Params::START, 1, 64);
        let report = search(&mut searcher, root, &nodes(20_000_000)).report;
        let best = report.best().unwrap();
        println!(
            "{} in {}: {} after {} nodes",
            case.name, case.win_in_plies, best.score, report.nodes
        );
        let Verdict::Win(plies) = best.score.verdict() else {
            panic!("{}: {} after {} nodes", case.name, best.score, report.nodes)
        };
        assert!(plies >= case.win_in_plies, "{}: {plies}", case.name);
        assert!(root.is_legal(best.mv));
    }
}

#[test]
fn where_the_distance_is_asked_for_it_is_exact() {
    for case in cases(5) {
        let root = Position::parse(&case.position).unwrap();
        let mut searcher = searcher::<_, Evaluation>(Params::START, 1, 64);
        let limits = search::Limits { prove_distance: true, ..nodes(20_000_000) };
        let report = search(&mut searcher, root, &limits).report;
        assert!(report.settled, "{}", case.name);
        let best = report.best().unwrap();
        assert_eq!(best.score.verdict(), Verdict::Win(case.win_in_plies), "{}", case.name);
        let last = best.line.iter().fold(root, |position, &mv| position.make(mv));
        assert!(last.ending().is_some(), "{}: {:?}", case.name, best.line);
    }
}
