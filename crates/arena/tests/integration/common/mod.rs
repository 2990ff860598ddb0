//! Tournaments in tests.

use std::sync::atomic::AtomicBool;

use arena::tournament::{Event, Outcome, Running};
use arena::{Config, Environment, Format, GameRecord, GuardCommand, Openings, Rules, Tournament};

/// The program that does things wrong.
pub const MISBEHAVE: &str = env!("CARGO_BIN_EXE_misbehave");

/// It on an engine's line.
pub fn program() -> String {
    format!("cmd={MISBEHAVE}")
}

/// Onitama from random deals.
pub fn config(format: Format, engines: &[&str], games: u64) -> Config {
    Config {
        game: "onitama".to_owned(),
        format,
        engines: engines.iter().map(|line| (*line).to_owned()).collect(),
        games,
        rounds: 3,
        seed: 7,
        openings: Openings::Deal(String::new()),
        rules: Rules::default(),
        sprt: None,
        policy: Default::default(),
        event: None,
        site: None,
    }
}

/// Programs are guarded, as they are by `tesuji`.
pub fn environment() -> Environment {
    let guard = GuardCommand { program: MISBEHAVE.into(), args: vec!["guard".to_owned()] };
    Environment { guard: Some(guard), human: None, log: None }
}

/// The reports of a tournament.
#[derive(Default)]
pub struct Events {
    pub records: Vec<GameRecord>,
    pub voids: Vec<String>,
    pub disqualified: Vec<usize>,
    pub remarks: Vec<String>,
    pub outcome: Option<Outcome>,
}

/// Plays it, two games at once; the records in the order of their numbers.
pub fn play(config: Config) -> Events {
    play_at_once(config, 2)
}

/// The same with so many games at once.
pub fn play_at_once(config: Config, concurrency: usize) -> Events {
    play_in(config, &environment(), concurrency)
}

/// The same with what players need.
pub fn play_in(config: Config, environment: &Environment, concurrency: usize) -> Events {
    let tournament = Tournament::new(config).unwrap();
    let running = Running {
        tournament: &tournament,
        store: None,
        environment,
        concurrency,
        cores: 2,
        pin: false,
        wait: std::time::Duration::ZERO,
        stop: &AtomicBool::new(false),
    };
    let mut events = Events::default();
    let outcome = running.run(&mut |event| match event {
        Event::Game(record, _) => events.records.push(record.clone()),
        Event::Void { fault, .. } => events.voids.push(fault.text.clone()),
        Event::Disqualified { engine, .. } => events.disqualified.push(engine),
        Event::Remark { text, .. } => events.remarks.push(text.to_owned()),
    });
    events.outcome = Some(outcome.unwrap());
    events.records.sort_by_key(|record| record.number);
    events
}
