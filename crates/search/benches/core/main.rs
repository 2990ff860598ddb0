//! The generic core costs nothing: the search and a copy of it, specialised to Onitama by hand,
//! visit the same nodes with nearly the same instructions.
//!
//! ```text
//! core            search with all variants and compare their nodes, scores and moves
//! core generic    the core as the engine plays with it, with its statistics
//! core silent     the core with silent statistics
//! core hand       the copy
//! ```
//!
//! `cargo xtask core` counts the instructions of each.

mod hand;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Notation as _, Score};
use onitama::{EvalParams, Evaluation, Move, Position};
use search::tt::{Compact, Table};
use search::{
    Control, Defaults, Driver, Job, Limits, Mode, Play, Searcher, Silent, Switches, TableHandle,
    Tunables,
};

/// Positions of `perft.json` and `wins.json`, each with the nominal depth of its search.
const POSITIONS: [(&str, i32); 7] = [
    // start-blue-to-move
    ("bbBbb/5/5/5/rrRrr b crane,horse tiger,ox rooster", 10),
    // start-senseis-2
    ("bbBbb/5/5/5/rrRrr b fox,bear panda,tanuki viper", 9),
    // mid-win-at-13
    ("b1Bbb/5/1b3/1rrR1/r3r r monkey,crane tiger,crab dragon", 9),
    // mid-corners
    ("bb3/B3r/b3r/b3R/3rr r monkey,frog elephant,boar cobra", 9),
    // endgame-6
    ("5/2Bb1/2b2/1rr2/3R1 r monkey,frog eel,crab dragon", 10),
    // win9-7: ends with a proof
    ("B2b1/2b2/b1rr1/3R1/r1r2 r viper,fox iguana,otter bear", 12),
    // win7-8-pass: turns without a card move
    ("5/3b1/B4/5/2R2 b sea_snake,fox rabbit,frog horse", 9),
];

const TABLE_MIB: usize = 4;

/// What a variant found in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Found {
    nodes: u64,
    quiescence_nodes: u64,
    depth: i32,
    seldepth: usize,
    hashfull: u32,
    score: Score,
    mv: Move,
}

/// The switches that Onitama is played with.
#[derive(Clone)]
struct Start;

impl Defaults for Start {
    const SWITCHES: Switches = Switches::START;
}

/// As [`Play`], but counting nothing.
#[derive(Clone)]
struct Quiet;

impl Mode for Quiet {
    type Layout = Compact;
    type Stats = Silent;

    #[inline(always)]
    fn switches(&self) -> Switches {
        Switches::START
    }

    #[inline(always)]
    fn exact(&self) -> bool {
        false
    }
}

type Roots = [(Position, i32)];

/// The core's search.
fn by_core<M: Mode>(mode: M, table: Table<M::Layout>, roots: &Roots) -> Vec<Found> {
    let table = Arc::new(TableHandle::new(table));
    let mut searcher: Searcher<Position, Evaluation, M> =
        Searcher::new(mode, Tunables::START, EvalParams::START, 1, table);
    let search = |&(root, depth): &(Position, i32)| {
        let job = Job {
            root,
            game_keys: &[],
            repetition_draw: false,
            limits: &Limits { depth: Some(depth as u32), ..Limits::default() },
            only: &[],
            driver: Driver::Pvs,
            control: &Control::new(false),
            now: &|| Duration::ZERO,
            processor: None,
            current: None,
            resume: None,
        };
        let report = searcher.search(&job, &mut |_| {}).report;
        Found {
            nodes: report.nodes,
            quiescence_nodes: report.quiescence_nodes,
            depth: report.depth,
            seldepth: report.seldepth,
            hashfull: report.hashfull,
            score: report.moves[0].score,
            mv: report.moves[0].mv,
        }
    };
    roots.iter().map(search).collect()
}

/// The copy's search.
fn by_hand(table: Table<Compact>, roots: &Roots) -> Vec<Found> {
    let mut searcher = hand::Searcher::new(table, std::hint::black_box(1));
    let search = |&(root, depth): &(Position, i32)| {
        let report = searcher.search(&root, depth, &AtomicBool::new(false), &mut |_| {});
        Found {
            nodes: report.nodes,
            quiescence_nodes: report.quiescence_nodes,
            depth: report.depth,
            seldepth: report.seldepth,
            hashfull: report.hashfull,
            score: report.moves[0].score,
            mv: report.moves[0].mv,
        }
    };
    roots.iter().map(search).collect()
}

/// Runs the variant of this name.
fn run(variant: &str) -> Result<Vec<Found>, String> {
    let mut roots = Vec::new();
    for (text, depth) in POSITIONS {
        let root = Position::parse(text).map_err(|error| format!("{text}: {error}"))?;
        roots.push((root, depth));
    }
    let table = || Table::new(TABLE_MIB).ok_or("no memory for the table");
    match variant {
        "generic" => Ok(by_core(Play::<Start>::default(), table()?, &roots)),
        "silent" => Ok(by_core(Quiet, table()?, &roots)),
        "hand" => Ok(by_hand(table()?, &roots)),
        _ => Err(format!("'{variant}' is no variant; there are generic, silent and hand")),
    }
}

/// Runs all variants. An error where they do not find the same.
fn compare() -> Result<(), String> {
    let hand = run("hand")?;
    for variant in ["generic", "silent"] {
        for ((found, by_hand), (text, depth)) in run(variant)?.iter().zip(&hand).zip(POSITIONS) {
            if found != by_hand {
                return Err(format!(
                    "{text} at depth {depth}: {variant} found {found:?}, but hand {by_hand:?}"
                ));
            }
        }
    }
    for (found, (text, depth)) in hand.iter().zip(POSITIONS) {
        let root = Position::parse(text).map_err(|error| error.to_string())?;
        let Found { nodes, score, mv, .. } = found;
        println!(
            "{nodes:>8} nodes  depth {depth:>2}  {score:>12}  {:<16}  {text}",
            root.move_text(*mv)
        );
    }
    println!("generic, silent and hand agree on every position");
    Ok(())
}

fn main() -> ExitCode {
    // `cargo bench` and `cargo test` pass flags of their own.
    let variant = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let done = match variant {
        None => compare(),
        Some(variant) => run(&variant).map(|found| {
            let nodes: u64 = found.iter().map(|found| found.nodes).sum();
            println!("nodes {nodes}");
        }),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
