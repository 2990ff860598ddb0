//! `tesuji bench`: the signature.

use std::time::Instant;

use ::engine::{EngineConfig, Limits};
use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::cli::{Game, game_parser, whole};
use crate::commands::new_engine;
use crate::output::{grouped, json, line};
use crate::positions::fixed;
use crate::think::think;

const POSITIONS: usize = 16;
const HASH_MIB: usize = 16;

const EXAMPLES: &str = "\
Examples:
  tesuji bench
  tesuji bench onitama --depth 12 --json

The signature is the number of states that the engine searches on fixed positions to a fixed depth
with one thread. It is the same on each run and machine; a change of the search changes it.";

/// Arguments of `tesuji bench`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct BenchArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser(), default_value = "onitama")]
    game: Game,
    /// Nominal depth, in plies [default: the game's own, 13 in Onitama]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 100))]
    depth: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Output<'a> {
    game: &'a str,
    depth: u32,
    positions: usize,
    signature: u64,
    seconds: f64,
    nodes_per_second: f64,
}

/// What the search of the fixed positions took.
pub struct Measured {
    /// All nodes.
    pub signature: u64,
    seconds: f64,
    positions: usize,
}

impl Measured {
    /// The speed.
    pub fn nodes_per_second(&self) -> f64 {
        self.signature as f64 / self.seconds.max(1e-9)
    }
}

/// Searches the fixed positions to a depth; `each` is told the nodes of each of them.
pub fn measure(
    game: Game,
    depth: u32,
    mut each: impl FnMut(u64, &str) -> Result<()>,
) -> Result<Measured> {
    let config = EngineConfig { hash_mib: HASH_MIB, ..EngineConfig::default() };
    let mut engine = new_engine(game, &config)?;
    let positions = fixed(game, POSITIONS)?;
    let mut found = Measured { signature: 0, seconds: 0.0, positions: positions.len() };
    for position in &positions {
        engine.new_game();
        engine.set_game(Some(position), &[])?;
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let begun = Instant::now();
        let thought = think(engine.as_mut(), limits, |_| Ok(()))?;
        found.seconds += begun.elapsed().as_secs_f64();
        anyhow::ensure!(!thought.interrupted, "stopped: a signature needs all of its positions");
        let nodes = thought.last.map_or(0, |info| info.nodes);
        found.signature += nodes;
        each(nodes, position)?;
    }
    Ok(found)
}

/// Searches and prints.
pub fn run(args: &BenchArgs) -> Result<()> {
    let depth = args.depth.unwrap_or_else(|| args.game.bench_depth());
    let found = measure(args.game, depth, |nodes, position| {
        if args.json { Ok(()) } else { line(format!("{:>12}  {position}", grouped(nodes))) }
    })?;
    let nodes_per_second = found.nodes_per_second();
    let Measured { signature, seconds, positions } = found;
    if args.json {
        let game = args.game.name();
        return json(&Output { game, depth, positions, signature, seconds, nodes_per_second });
    }
    line(format!("Signature {signature}"))?;
    line(format!("{seconds:.2} s, {} states a second", grouped(nodes_per_second as u64)))
}
