//! `lab proof`, `lab depths` and `lab parallel`.

use std::time::Duration;

use anyhow::Result;
use cpu_time::ProcessTime;
use engine::{Limits, Verdict};

use crate::positions::{REFERENCE, endings, middle_games, starts};
use crate::think::{new_engine, new_engine_with, think};

#[derive(clap::Args)]
pub struct ProofArgs {
    /// The table, in MiB
    #[arg(long, default_value_t = 768)]
    hash: usize,
}

/// Searches the reference position, single-threaded, until its win is proven.
pub fn proof(args: &ProofArgs) -> Result<()> {
    let mut engine = new_engine("onitama", 1, args.hash)?;
    println!("Reference position {REFERENCE}, one thread, table {} MiB", args.hash);
    println!("depth    CPU seconds       nodes  score");
    let began = ProcessTime::now();
    let thought = think(engine.as_mut(), REFERENCE, Limits::default(), |info| {
        let (cpu, nodes) = (began.elapsed().as_secs_f64(), info.nodes);
        println!("{:>5} {cpu:>14.3} {nodes:>12}  {}", info.depth, info.score);
    })?;
    let cpu = began.elapsed().as_secs_f64();
    let nodes = thought.statistics.map_or(0, |counted| counted.states) as f64;
    println!("{:.2} million nodes a CPU-second", nodes / cpu / 1e6);
    Ok(())
}

#[derive(clap::Args)]
pub struct DepthsArgs {
    /// Seconds for each position
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// The table, in MiB
    #[arg(long, default_value_t = 768)]
    hash: usize,
    /// How many positions of each kind
    #[arg(long, default_value_t = 10)]
    positions: usize,
}

/// The last complete depth within a time.
pub fn depths(args: &DepthsArgs) -> Result<()> {
    let kinds = [
        ("start positions", starts(args.positions as u64)?),
        ("endings with two pieces a side", endings(args.positions)?),
    ];
    for (name, positions) in kinds {
        let mut reached = Vec::new();
        for position in &positions {
            let mut engine = new_engine("onitama", 1, args.hash)?;
            let move_time = Some(Duration::from_secs_f64(args.seconds));
            let mut last = (0, false);
            think(engine.as_mut(), position, Limits { move_time, ..Limits::default() }, |info| {
                last = (info.depth, info.score.is_proven());
            })?;
            reached.push(last);
        }
        let text: Vec<String> = reached
            .iter()
            .map(|(depth, proven)| format!("{depth}{}", if *proven { " (proven)" } else { "" }))
            .collect();
        println!("{} s, {name}: {}", args.seconds, text.join(", "));
    }
    Ok(())
}

#[derive(clap::Args)]
pub struct ParallelArgs {
    /// How many threads to compare with one
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How many positions
    #[arg(long, default_value_t = 50)]
    positions: usize,
    /// Seconds of one thread that choose the depth of a position
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// The table, in MiB
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Options of the engine with several threads, as Name=value
    #[arg(long)]
    option: Vec<String>,
}

/// Time to depth and nodes of all threads together, position by position, in one interleaved run.
pub fn parallel(args: &ParallelArgs) -> Result<()> {
    let (mut logs, mut times, mut nodes) = (0.0, [0.0; 2], [0; 2]);
    let mut counted = 0;
    for position in middle_games(args.positions) {
        // The depth that one thread completes in about that time.
        let mut engine = new_engine("onitama", 1, args.hash)?;
        let move_time = Some(Duration::from_secs_f64(args.seconds));
        let limits = Limits { move_time, ..Limits::default() };
        let mut depth = 0;
        let thought = think(engine.as_mut(), &position, limits, |info| depth = info.depth)?;
        let proven =
            thought.last.is_some_and(|last| !matches!(last.score.verdict(), Verdict::Points(_)));
        if proven || depth == 0 {
            continue;
        }
        let mut pair = [0.0; 2];
        for (at, threads) in [1, args.threads].into_iter().enumerate() {
            let options = if threads > 1 { &args.option[..] } else { &[] };
            let mut engine = new_engine_with("onitama", threads, args.hash, options)?;
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let thought = think(engine.as_mut(), &position, limits, |_| {})?;
            pair[at] = thought.last.map_or(0.0, |last| last.time.as_secs_f64());
            times[at] += pair[at];
            nodes[at] += thought.statistics.map_or(0, |counted| counted.states);
        }
        counted += 1;
        logs += (pair[0] / pair[1].max(1e-6)).ln();
        println!(
            "depth {depth:>2}  {:>7.3} s  {:>7.3} s  {:.2} times as fast",
            pair[0],
            pair[1],
            pair[0] / pair[1]
        );
    }
    println!(
        "{counted} positions: {} threads are {:.2} times as fast to depth as one (geometric mean; {:.2} in total time), with {:.2} times the nodes",
        args.threads,
        (logs / f64::from(counted)).exp(),
        times[0] / times[1],
        nodes[1] as f64 / nodes[0] as f64
    );
    Ok(())
}
