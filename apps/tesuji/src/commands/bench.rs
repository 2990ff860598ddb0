//! `tesuji bench`: the signature.

use std::time::Instant;

use ::engine::{EngineConfig, Limits, Request};
use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::cli::{Game, game_parser, whole};
use crate::output::{grouped, json, line};
use crate::positions::fixed;
use crate::setup::new_engine;
use crate::think::think;

const POSITIONS: usize = 16;
const HASH_MIB: usize = 16;

const EXAMPLES: &str = "\
Examples:
  tesuji bench
  tesuji bench onitama --depth 12 --json

The signature is the number of nodes that the engine searches on fixed positions to a fixed depth
with one thread. It is the same on each run and machine; a change of the search changes it.";

/// Arguments of `tesuji bench`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct BenchArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser(), default_value = engine::kinds()[0].name())]
    game: Game,
    /// Nominal depth, in plies [default: the game's own]
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

/// Nodes and time of the search of the fixed positions.
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

/// Searches the fixed positions to a depth; `each` gets the nodes of each of them. `options` are those of
/// [`EngineConfig`]: none for the engine as it plays.
pub fn measure(
    game: Game,
    depth: u32,
    options: Vec<(String, String)>,
    mut each: impl FnMut(u64, &str) -> Result<()>,
) -> Result<Measured> {
    let config = EngineConfig { hash_mib: HASH_MIB, options, ..EngineConfig::default() };
    let mut engine = new_engine(game, &config)?;
    let positions = fixed(game, POSITIONS)?;
    let mut found = Measured { signature: 0, seconds: 0.0, positions: positions.len() };
    for position in &positions {
        engine.new_game();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let request = Request::at(game, position, limits)?;
        let begun = Instant::now();
        let (outcome, interrupted) = think(engine.as_mut(), &request, |_| Ok(()))?;
        found.seconds += begun.elapsed().as_secs_f64();
        anyhow::ensure!(!interrupted, "stopped: a signature needs all of its positions");
        let nodes = outcome.last.map_or(0, |info| info.nodes);
        found.signature += nodes;
        each(nodes, position)?;
    }
    Ok(found)
}

/// Searches and prints.
pub fn run(args: &BenchArgs) -> Result<()> {
    let depth = args.depth.unwrap_or_else(|| args.game.info().bench_depth);
    let found = measure(args.game, depth, Vec::new(), |nodes, position| {
        if args.json { Ok(()) } else { line(format!("{:>12}  {position}", grouped(nodes))) }
    })?;
    let nodes_per_second = found.nodes_per_second();
    let Measured { signature, seconds, positions } = found;
    if args.json {
        let game = args.game.name();
        return json(&Output { game, depth, positions, signature, seconds, nodes_per_second });
    }
    line(format!("Signature {signature}"))?;
    line(format!("{seconds:.2} s, {} nodes a second", grouped(nodes_per_second as u64)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Write as _;

    use serde::Deserialize;

    use super::*;

    /// The entry of the file for one algorithm of a game.
    #[derive(Clone, Copy, Deserialize)]
    struct Pinned {
        depth: u32,
        signature: u64,
    }

    const FILE: &str = "apps/tesuji/tests/signatures.toml";
    /// Each by the option that chooses it.
    const ALGORITHMS: [(&str, &str); 4] =
        [("pvs", "Driver"), ("mtdf", "Driver"), ("alphabeta", "Driver"), ("mcts", "Algorithm")];

    /// Searches as the file says; what the file would say of the same depths today, game by game.
    #[test]
    fn signatures_are_those_of_the_file() {
        let text = include_str!("../../tests/signatures.toml");
        let pinned: BTreeMap<String, BTreeMap<String, Pinned>> = toml::from_str(text).unwrap();
        let (mut today, mut changed) = (String::new(), false);
        for &game in ::engine::kinds() {
            let name = game.name();
            writeln!(today, "[{name}]").unwrap();
            let of_game = pinned.get(name);
            for (algorithm, option) in ALGORITHMS {
                let of_algorithm = of_game.and_then(|all| all.get(algorithm));
                let Some(&Pinned { depth, signature }) = of_algorithm else {
                    panic!(
                        "{FILE} has no signature of {name} by {algorithm}: add one of any depth that takes little time"
                    );
                };
                let options = vec![(option.to_owned(), algorithm.to_owned())];
                let found = measure(game, depth, options, |_, _| Ok(())).unwrap().signature;
                changed |= found != signature;
                writeln!(today, "{algorithm} = {{ depth = {depth}, signature = {found} }}")
                    .unwrap();
            }
        }
        assert!(
            !changed,
            "The search visits other nodes than {FILE} says. If that is what the change is for, write these lines \
             there, and say so in the commit's message, with the numbers before and after:\n\n{today}"
        );
        let games = ::engine::kinds().len();
        assert_eq!(pinned.len(), games, "{FILE} names a game that there is not");
    }
}
