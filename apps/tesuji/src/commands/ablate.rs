//! `tesuji ablate`: what each technique saves.

use std::time::Instant;

use ::engine::options::MCTS_PREFIX;
use ::engine::{Audience, EngineConfig, Limits, OptionKind, Request};
use anyhow::Result;
use arena::words::counted;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::{Game, OPEN, game_parser, whole};
use crate::output::{grouped, json, line};
use crate::positions::fixed;
use crate::setup::new_engine;
use crate::think::think;

const HASH_MIB: usize = 64;

/// The switch of the endgame tables. It can only show where there are tables: it is compared with a
/// search that has them, and all others are made without.
const TABLES: &str = "Probe";

/// A switch that changes no count. It is off throughout, so that every search, that with all
/// techniques too, is one compiled to measure: the one to play has its switches built in.
const NEUTRAL: &str = "Prefetch";

const EXAMPLES: &str = "\
Examples:
  tesuji ablate onitama --depth 8
  tesuji ablate onitama --depth 10 --positions 20 --json

For each technique: the nodes searched to the depth without it, over all positions; how many
times as many as with everything on, as the geometric mean over the positions; and the time. A
technique that prunes unsoundly may cost strength where it saves nodes: play matches to see.";

/// Arguments of `tesuji ablate`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct AblateArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// Nominal depth, in plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 100))]
    depth: u32,
    /// Number of fixed positions to search
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u16>(1, OPEN))]
    positions: u16,
    /// Print JSON: one object per technique
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Output<'a> {
    r#type: &'static str,
    game: &'a str,
    depth: u32,
    positions: usize,
    /// None for the search with everything on.
    without: Option<&'a str>,
    nodes: u64,
    ratio: f64,
    seconds: f64,
}

/// Searches without each technique in turn and prints.
pub fn run(args: &AblateArgs) -> Result<()> {
    let positions = fixed(args.game, args.positions.into())?;
    let known = new_engine(args.game, &EngineConfig { hash_mib: 0, ..Default::default() })?;
    let on = OptionKind::Check { start: true };
    let options = known.options().into_iter();
    // Those of Monte Carlo tree search change nothing of this search.
    let own = |name: &str| !name.starts_with(MCTS_PREFIX);
    let switches = options
        .filter(|info| info.audience == Audience::Tuners && info.kind == on && own(&info.name));
    let techniques = switches.map(|info| info.name).filter(|name| name != NEUTRAL);
    let techniques: Vec<String> = techniques.collect();
    let bar = ProgressBar::new((techniques.len() as u64 + 1) * positions.len() as u64);
    if let Ok(style) =
        ProgressStyle::with_template("{bar:30} {pos}/{len} searches, {eta} left  {msg}")
    {
        bar.set_style(style);
    }
    let whole = measure(args, &positions, None, &bar)?;
    if !args.json {
        let count = counted(positions.len() as u64, "position");
        line(format!("Depth {}, {count}", args.depth))?;
        line("without                          nodes      times    seconds")?;
    }
    bar.suspend(|| report(args, None, &whole, &whole))?;
    for technique in techniques {
        if technique == TABLES {
            let with = measure_with(args, &positions, ("Tables", "2"), &bar)?;
            bar.suspend(|| report(args, Some(&technique), &whole, &with))?;
            continue;
        }
        let less = measure(args, &positions, Some(&technique), &bar)?;
        bar.suspend(|| report(args, Some(&technique), &less, &whole))?;
    }
    Ok(())
}

struct Measured {
    /// Nodes, by position.
    nodes: Vec<u64>,
    seconds: f64,
}

fn measure(
    args: &AblateArgs,
    positions: &[String],
    without: Option<&str>,
    bar: &ProgressBar,
) -> Result<Measured> {
    bar.set_message(without.map_or_else(String::new, |name| format!("without {name}")));
    measure_with(args, positions, (without.unwrap_or(NEUTRAL), "false"), bar)
}

fn measure_with(
    args: &AblateArgs,
    positions: &[String],
    (name, value): (&str, &str),
    bar: &ProgressBar,
) -> Result<Measured> {
    let config = EngineConfig { hash_mib: HASH_MIB, ..EngineConfig::default() };
    let config = config.with(NEUTRAL, false).with(name, value);
    let mut engine = new_engine(args.game, &config)?;
    let mut measured = Measured { nodes: Vec::new(), seconds: 0.0 };
    for position in positions {
        engine.new_game();
        let limits = Limits { depth: Some(args.depth), ..Limits::default() };
        let request = Request::at(args.game, position, limits)?;
        let begun = Instant::now();
        let (outcome, interrupted) = think(engine.as_mut(), &request, |_| Ok(()))?;
        anyhow::ensure!(!interrupted, "stopped: the lines so far are complete");
        bar.inc(1);
        measured.seconds += begun.elapsed().as_secs_f64();
        measured.nodes.push(outcome.last.map_or(0, |info| info.nodes));
    }
    Ok(measured)
}

fn report(
    args: &AblateArgs,
    without: Option<&str>,
    less: &Measured,
    whole: &Measured,
) -> Result<()> {
    let logs = less
        .nodes
        .iter()
        .zip(&whole.nodes)
        .map(|(&a, &b)| (a.max(1) as f64 / b.max(1) as f64).ln());
    let ratio = (logs.sum::<f64>() / less.nodes.len() as f64).exp();
    let nodes = less.nodes.iter().sum();
    let seconds = less.seconds;
    if args.json {
        return json(&Output {
            r#type: "ablation",
            game: args.game.name(),
            depth: args.depth,
            positions: less.nodes.len(),
            without,
            nodes,
            ratio,
            seconds,
        });
    }
    let name = without.unwrap_or("(nothing)");
    line(format!("{name:<22} {:>15} {ratio:>10.3} {seconds:>10.2}", grouped(nodes)))
}
