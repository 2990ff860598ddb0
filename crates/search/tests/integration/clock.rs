//! A search under a clock, on a machine that does other work: a simulated one, so that every run is the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use game::Position as _;
use onitama::{EvalParams, Evaluation, Position};
use search::tt::Table;
use search::{
    Clock, Control, Driver, Instrumented, Job, Limits, Report, Searcher, Switches, TableHandle,
    Tunables,
};

/// The time of the clock at first and after each turn, in microseconds.
const START: u64 = 5_000_000;
const INCREMENT: u64 = 50_000;
/// How much of the processor passes from one look at the clock to the next.
const POLL: u64 = 250;

/// A machine that gives the search the processor for the first `runs` of each `period`, in microseconds.
#[derive(Clone, Copy)]
struct Machine {
    runs: u64,
    period: u64,
}

impl Machine {
    /// The time on the wall when the search, which began `phase` into a period, has had so much of the processor.
    fn wall(self, processor: u64, phase: u64) -> u64 {
        let Self { runs, period } = self;
        let at = |used: u64| used / runs * period + used % runs;
        match phase.checked_sub(runs) {
            Some(_) => period - phase + at(processor),
            None => at(processor + phase) - phase,
        }
    }
}

type Engine = Searcher<Position, Evaluation, Instrumented>;

fn engine(tunables: Tunables) -> Engine {
    let table = Arc::new(TableHandle::new(Table::new(8).unwrap()));
    let mode = Instrumented { switches: Switches::START, exact: false };
    Searcher::new(mode, tunables, EvalParams::START, 1, table)
}

/// Thinks about a turn with so much on the clock; the report, and the time on the wall that it took.
fn think(
    engine: &mut Engine,
    root: Position,
    left: u64,
    machine: Machine,
    phase: u64,
) -> (Report<Position>, u64) {
    let used = AtomicU64::new(0);
    let micros = Duration::from_micros;
    let clock = Clock {
        remaining: [micros(left); 2],
        increment: [micros(INCREMENT); 2],
        moves_to_go: None,
    };
    let job = Job {
        root,
        game_keys: &[],
        repetition_draw: true,
        limits: &Limits {
            clock: Some(clock),
            overhead: Duration::from_millis(10),
            ..Limits::default()
        },
        only: &[],
        driver: Driver::Pvs,
        control: &Control::new(false),
        now: &|| micros(machine.wall(used.load(Ordering::Relaxed), phase)),
        processor: Some(&|| micros(used.fetch_add(POLL, Ordering::Relaxed) + POLL)),
        current: None,
        resume: None,
    };
    let report = engine.search(&job, &mut |_| {}).report;
    // To say the answer takes the processor, too.
    (report, machine.wall(used.load(Ordering::Relaxed) + POLL, phase))
}

/// The positions of a game on a machine of its own, with the depths reached.
fn idle_game(seed: u64) -> Vec<(Position, i32)> {
    let (mut left, mut engine) = (START, engine(Tunables::START));
    let mut game = Vec::new();
    let mut position = Position::deal("any", seed).unwrap();
    let idle = Machine { runs: 1_000_000, period: 1_000_000 };
    while !position.is_over() && game.len() < 60 {
        let (report, took) = think(&mut engine, position, left, idle, 0);
        left = left.checked_sub(took).expect("an idle machine loses on time") + INCREMENT;
        let best = report.best().unwrap();
        if best.score.is_proven() {
            break;
        }
        game.push((position, report.depth));
        position = position.make(best.mv);
    }
    game
}

#[test]
fn a_busy_machine_costs_neither_the_game_nor_the_depth() {
    const BUSY: [Machine; 4] = [
        Machine { runs: 10_000, period: 20_000 },
        Machine { runs: 4_000, period: 40_000 },
        Machine { runs: 10_000, period: 100_000 },
        Machine { runs: 3_000, period: 30_000 },
    ];
    // Where the idle machine found its depth in the table, a tenth of the time may be too little for a fourth of it.
    let is_slow = |machine: Machine| machine.runs * 10 <= machine.period;
    let (mut turns, mut slow_turns, mut shallow) = (0, 0, Vec::new());
    for seed in 0..4 {
        let game = idle_game(seed);
        for machine in BUSY {
            let (mut left, mut engine) = (START, engine(Tunables::START));
            for (number, &(position, usual)) in game.iter().enumerate() {
                let phase = (number as u64 * 7_919_000 + seed) % machine.period;
                let (report, took) = think(&mut engine, position, left, machine, phase);
                let about =
                    format!("turn {number} of game {seed}, {} of {}", machine.runs, machine.period);
                assert!(took <= left, "{about}: {took} of {left} microseconds");
                left = left - took + INCREMENT;
                let depth = report.depth;
                let deep = depth * 4 >= usual;
                let told = format!("{about}: depth {depth} for {usual}, {left} left");
                assert!(deep || is_slow(machine), "{told}");
                shallow.extend((!deep).then_some(told));
                turns += 1;
                slow_turns += usize::from(is_slow(machine));
            }
        }
    }
    assert!(turns > 400, "{turns}");
    assert!(shallow.len() * 40 <= slow_turns, "{} of {slow_turns}: {shallow:#?}", shallow.len());
}

#[test]
fn declared_numbers_divide_the_clock() {
    const LEFT: u64 = 500_000;
    let idle = Machine { runs: 1_000_000, period: 1_000_000 };
    let root = Position::deal("any", 3).unwrap();
    let took = |time_turns, time_soft, time_hard| {
        let tunables = Tunables { time_turns, time_soft, time_hard, ..Tunables::START };
        think(&mut engine(tunables), root, LEFT, idle, 0).1
    };
    // A tenth of 490 ms and three quarters of the increment are 86.5 ms, a fifth and these 135.5 ms.
    for (turns, hard, share) in [(10, 100, 86_500), (10, 200, 173_000), (5, 100, 135_500)] {
        let used = took(turns, 200, hard);
        assert!((share..share + 4 * POLL).contains(&used), "{turns} turns, {hard} %: {used}");
    }
    let early = took(10, 10, 200);
    assert!((8_650..150_000).contains(&early), "no iteration begins after 8.65 ms: {early}");
}
