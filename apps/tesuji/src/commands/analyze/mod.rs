//! `tesuji analyze`.

mod explain;
mod json_lines;
mod suite;
mod table;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::engine::options::{ALGORITHM, Choice, DRIVER};
use ::engine::{Engine, Limits, Referee, Request};
use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::cli::{MovesArgs, PositionArgs, SetUpArgs, whole};
use crate::output::line;
use crate::setup::{new_engine, set_up};
use crate::think::{LimitArgs, think};

const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// For each position of a suite.
const SUITE_TIME: Duration = Duration::from_secs(1);

const EXAMPLES: &str = "\
Examples:
  tesuji analyze onitama --time 10 --threads 2 --hash 512
  tesuji analyze onitama --depth 12 --multipv 3
  tesuji analyze onitama --position '5/1R3/5/4B/5 r tiger,rooster crab,rabbit cobra' --json
  tesuji analyze onitama --depth 6 --exact --driver mtdf
  tesuji analyze ataxx --engine mcts --time 10 --multipv 3
  tesuji analyze chess --position '8/8/8/3k4/8/3K1P2/8/7r w - - 0 1' --syzygy ~/syzygy
  tesuji analyze arimaa --moves 'Ee2n Ee3n Ee4n Ed2n' --time 2 --explain
  tesuji analyze chess --suite wac.epd --time 1s

A row of the table: nominal depth / deepest ply (-> where the depth is complete), seconds, score,
nodes, and the line. Scores are from the view of the side to move, in pieces; a proven end is
given in plies. Without a limit it thinks for 5 seconds; Ctrl-C ends it with the result so far.";

/// Arguments of `tesuji analyze`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    start: PositionArgs,
    #[command(flatten)]
    moves: MovesArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Search until Ctrl-C, even where the result is proven
    #[arg(long, conflicts_with_all = ["depth", "time", "nodes"])]
    infinite: bool,
    /// Number of best lines to find
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1, 500))]
    multipv: u16,
    /// Family of the search
    #[arg(long = "engine", value_name = "NAME", default_value = ALGORITHM.start, value_parser = words(&ALGORITHM))]
    algorithm: String,
    /// Driver of the alpha-beta search
    #[arg(long, value_name = "NAME", default_value = DRIVER.start, value_parser = words(&DRIVER))]
    driver: String,
    /// Find the value of the plain tree of that depth: no quiescence, reductions or unsound pruning
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    set_up: SetUpArgs,
    /// Set a parameter or switch of the search: --option NullMove=false
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, String)>,
    /// Then take the static evaluation apart, of the position and of the end of the best line
    #[arg(long, conflicts_with = "suite")]
    explain: bool,
    /// Search each position of this file (EPD: `bm` names the best moves, `am` moves to avoid), and count what is solved; -
    /// for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "infinite", "multipv"])]
    suite: Option<PathBuf>,
    /// Print JSON: one object per report, then the result
    #[arg(long)]
    json: bool,
}

/// The words of an option, with their meanings.
fn words(option: &Choice) -> PossibleValuesParser {
    let value =
        |&(name, about): &(&'static str, &'static str)| PossibleValue::new(name).help(about);
    PossibleValuesParser::new(option.values.iter().map(value))
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("use NAME=VALUE, as in NullMove=false")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// The engine as it is asked for.
fn engine(args: &AnalyzeArgs) -> Result<Box<dyn Engine>> {
    let kind = args.start.game;
    let config = args.set_up.config(kind)?;
    // Proofs here hold by the rules of the game alone.
    let config = config.with(ALGORITHM.name, &args.algorithm).with(DRIVER.name, &args.driver);
    let mut config = config.with("RepetitionDraw", false);
    if args.exact {
        config = config.with("Exact", true);
    }
    config.options.extend(args.options.iter().cloned());
    new_engine(kind, &config)
}

/// Searches and prints.
pub fn run(args: &AnalyzeArgs) -> Result<()> {
    let kind = args.start.game;
    if let Some(path) = &args.suite {
        let mut engine = engine(args)?;
        return suite::run(kind, engine.as_mut(), &args.limits.limits(SUITE_TIME), path, args.json);
    }
    let position = args.start.position.as_deref();
    let game = set_up(kind, position, &args.moves.moves, Referee::default())?;
    let mut engine = engine(args)?;
    let limits = Limits {
        infinite: args.infinite,
        multi_pv: args.multipv.into(),
        prove_distance: !args.exact,
        ..if args.infinite { Limits::default() } else { args.limits.limits(DEFAULT_TIME) }
    };
    if !args.json {
        line(game.draw())?;
        line("")?;
        line(table::HEAD)?;
    }
    let begun = Instant::now();
    let (outcome, _) = think(engine.as_mut(), &Request::new(game.as_ref(), limits), |info| {
        if args.json { json_lines::info(info) } else { line(table::row(info, args.multipv > 1)) }
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(fault) = engine.fault() {
        eprintln!("warning: --syzygy: {fault}");
    }
    if args.json {
        json_lines::result(game.as_ref(), &outcome, seconds)?;
    } else {
        table::summary(game.as_ref(), &outcome, seconds)?;
    }
    if args.explain {
        let best = outcome.last.as_ref().map_or(&[][..], |info| &info.pv);
        explain::run(kind, game.as_ref(), best, args.json)?;
    }
    Ok(())
}
