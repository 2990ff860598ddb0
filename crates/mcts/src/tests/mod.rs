//! Tests of the search on real games and on toy trees.

mod exact;
mod proven;
mod techniques;
mod toys;
mod tree;

use std::time::Duration;

use game::params::Parameters;
use game::{Evaluator, Position};
use search::{Control, Driver, Job, Limits, Outcome};

use crate::{Params, Searcher, StaticProvider};

/// A searcher with the default numbers of a game's evaluation.
fn searcher<P: Position, E: Evaluator<P, Params: Default>>(
    params: Params,
    threads: usize,
    mib: usize,
) -> Searcher<P, StaticProvider<E>> {
    Searcher::new(params, E::Params::default(), threads, mib)
}

/// Searches a position without a history.
fn search<P: Position, E: Evaluator<P>>(
    searcher: &mut Searcher<P, StaticProvider<E>>,
    root: P,
    limits: &Limits,
) -> Outcome<P> {
    search_by(searcher, root, limits, &|| Duration::ZERO)
}

/// The same by a clock.
fn search_by<P: Position, E: Evaluator<P>>(
    searcher: &mut Searcher<P, StaticProvider<E>>,
    root: P,
    limits: &Limits,
    now: &(dyn Fn() -> Duration + Sync),
) -> Outcome<P> {
    let job = Job {
        root,
        game_keys: &[],
        repetition_draw: true,
        limits,
        only: &[],
        driver: Driver::Pvs,
        control: &Control::new(false),
        now,
        processor: None,
        current: None,
        resume: None,
    };
    searcher.search(&job, &mut |_, _| {})
}

/// So many positions made.
fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The default parameters with one that has another value.
fn with(name: &str, value: i32) -> Params {
    let mut params = Params::START;
    params.set_by_name(name, &value.to_string()).unwrap();
    params
}

/// The visits of the root's moves, the most visited first.
fn visits<P: Position, E: Evaluator<P>>(searcher: &Searcher<P, StaticProvider<E>>) -> Vec<u32> {
    let outlook = searcher.outlook().unwrap();
    outlook.branches(game::MAX_MOVES, 1).iter().map(|branch| branch.visits).collect()
}
