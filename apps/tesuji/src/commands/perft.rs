//! `tesuji perft`.

use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Args;
use engine::Referee;
use serde::Serialize;

use crate::cli::PositionArgs;
use crate::output::{grouped, json, line};

/// Deeper than any count that ends.
const MAX_DEPTH: i64 = 64;

const EXAMPLES: &str = "\
Examples:
  tesuji perft onitama 6
  tesuji perft onitama 3 --divide
  tesuji perft onitama --position 'bbBbb/5/5/3R1/rr1rr b crane,horse tiger,ox rooster' 5 --json

An Onitama game that is over counts as one leaf whatever the depth; --strict counts it not at all.";

/// Arguments of `tesuji perft`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PerftArgs {
    #[command(flatten)]
    start: PositionArgs,
    /// Plies to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(0..=MAX_DEPTH))]
    depth: u32,
    /// Print the count below each move too
    #[arg(long)]
    divide: bool,
    /// Do not count games that are over before the last ply
    #[arg(long)]
    strict: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Output<'a> {
    game: &'a str,
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<serde_json::Map<String, serde_json::Value>>,
}

/// Counts and prints.
pub fn run(args: &PerftArgs) -> Result<()> {
    let kind = args.start.game;
    let position = args.start.position.as_deref();
    let bad = "the position cannot be read";
    let game = kind.new_game(position, Referee::default()).context(bad)?;
    let begun = Instant::now();
    let count = kind.perft(position, args.depth, args.strict, args.divide).context(bad)?;
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        let divided = || count.divide.iter().map(|(mv, n)| (mv.clone(), (*n).into())).collect();
        return json(&Output {
            game: kind.name(),
            position: game.position_text(),
            depth: args.depth,
            nodes: count.nodes,
            seconds,
            divide: args.divide.then(divided),
        });
    }
    for (mv, nodes) in &count.divide {
        line(format!("{mv}: {nodes}"))?;
    }
    let speed = (count.nodes as f64 / seconds.max(1e-9)) as u64;
    line(format!(
        "{} leaves at depth {} in {seconds:.3} s ({} a second)",
        grouped(count.nodes),
        args.depth,
        grouped(speed),
    ))
}
