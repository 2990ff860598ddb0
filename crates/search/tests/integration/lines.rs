//! Whatever a search reports, its lines can be played.

use std::sync::Arc;
use std::time::Duration;

use game::toy::{Toy, ToyEval};
use game::{Evaluator, Position};
use onitama::{EvalParams, Evaluation};
use search::tt::Table;
use search::{
    Control, Driver, Instrumented, Job, Limits, Searcher, Switches, TableHandle, Tunables,
};

/// Searches a root and plays the lines of every report, those of windows that were too narrow among them. Says how many moves there were.
fn play_lines<P: Position, E: Evaluator<P>>(params: &E::Params, root: P, depth: u32) -> usize {
    let table = Arc::new(TableHandle::new(Table::new(1).unwrap()));
    let mode = Instrumented { switches: Switches::START, exact: false };
    // A narrow first window, so that many are too narrow.
    let tunables = Tunables { aspiration_window: 1, ..Tunables::START };
    let mut searcher = Searcher::<P, E, _>::new(mode, tunables, params.clone(), 1, table);
    let job = Job {
        root,
        game_keys: &[],
        repetition_draw: false,
        limits: &Limits { depth: Some(depth), ..Limits::default() },
        only: &[],
        driver: Driver::Pvs,
        control: &Control::new(false),
        now: &|| Duration::ZERO,
        processor: None,
        current: None,
        resume: None,
    };
    let mut played = 0;
    searcher.search(&job, &mut |report| {
        for root_move in report.moves.iter().take(report.lines) {
            let mut position = root;
            for &mv in &root_move.line {
                assert!(
                    position.ending().is_none() && position.is_legal(mv),
                    "{mv:?} in {position:?}, of {:?} at depth {}",
                    root_move.line,
                    report.depth
                );
                position = position.make(mv);
                played += 1;
            }
        }
    });
    played
}

#[test]
fn lines_of_toys_can_be_played() {
    // In toys a side may move twice running: a score above the window is one for the parent, too.
    let played: usize =
        (0..400).map(|seed| play_lines::<Toy, ToyEval>(&(), Toy::new(seed), 9)).sum();
    assert!(played > 8_000, "{played}");
}

#[test]
fn lines_of_onitama_can_be_played() {
    let root = |seed| onitama::Position::deal("any", seed).unwrap();
    let played: usize =
        (0..10).map(|seed| play_lines::<_, Evaluation>(&EvalParams::START, root(seed), 9)).sum();
    assert!(played > 300, "{played}");
}
