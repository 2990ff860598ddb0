//! `tesuji analyze`.

use std::time::{Duration, Instant};

use ::engine::{AnyGame, Bound, EngineConfig, Info, Limits, Referee, Verdict};
use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::cli::{MovesArgs, PositionArgs};
use crate::commands::{new_engine, set_up};
use crate::output::{grouped, json, line};
use crate::think::{LimitArgs, Thought, think};

const DEFAULT_TIME: Duration = Duration::from_secs(5);

const EXAMPLES: &str = "\
Examples:
  tesuji analyze onitama --time 10 --threads 2 --hash 512
  tesuji analyze onitama --depth 12 --multipv 3
  tesuji analyze onitama --position '5/1R3/5/4B/5 r tiger,rooster crab,rabbit cobra' --json
  tesuji analyze onitama --depth 6 --exact --driver mtdf

A row of the table: nominal depth / deepest ply (-> where the depth is complete), seconds, score,
states, and the line. Scores are from the view of the side to move, in pieces; a proven end is
told in plies. Without a limit it thinks for 5 seconds; Ctrl-C ends it with the result so far.";

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
    /// Threads that search together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the transposition table in MiB; 0 for none
    #[arg(long, value_name = "MiB", default_value_t = 64, value_parser = clap::value_parser!(u32))]
    hash: u32,
    /// How many best lines to find
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// The way the tree is searched
    #[arg(long, value_name = "NAME", default_value = "pvs")]
    driver: Driver,
    /// The value of the plain tree of that depth: no quiescence, reductions or unsound pruning
    #[arg(long)]
    exact: bool,
    /// A parameter or switch of the search: --option NullMove=false
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, String)>,
    /// Print JSON: an object a report, and at last the result
    #[arg(long)]
    json: bool,
}

/// How the tree is searched.
#[derive(Clone, Copy, ValueEnum)]
enum Driver {
    /// Principal variation search
    Pvs,
    /// MTD(f): null windows that close in on the value
    Mtdf,
    /// Plain alpha-beta
    Alphabeta,
    /// Every move of the tree, without pruning
    Minimax,
}

impl Driver {
    const fn name(self) -> &'static str {
        match self {
            Self::Pvs => "pvs",
            Self::Mtdf => "mtdf",
            Self::Alphabeta => "alphabeta",
            Self::Minimax => "minimax",
        }
    }
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("use NAME=VALUE, as in NullMove=false")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// A score as JSON.
#[derive(Serialize)]
struct ScoreJson {
    kind: &'static str,
    value: i64,
}

impl From<Verdict> for ScoreJson {
    fn from(verdict: Verdict) -> Self {
        let (kind, value) = match verdict {
            Verdict::Win(plies) => ("win", plies.into()),
            Verdict::Loss(plies) => ("loss", plies.into()),
            Verdict::Points(points) => ("points", points.into()),
        };
        Self { kind, value }
    }
}

#[derive(Serialize)]
struct InfoLine<'a> {
    r#type: &'static str,
    depth: u32,
    seldepth: u32,
    complete: bool,
    multipv: usize,
    score: ScoreJson,
    bound: &'static str,
    pv: &'a [String],
    nodes: u64,
    qnodes: u64,
    hashfull: u32,
    seconds: f64,
}

#[derive(Serialize)]
struct ResultLine<'a> {
    r#type: &'static str,
    bestmove: Option<&'a str>,
    depth: u32,
    seldepth: u32,
    score: ScoreJson,
    pv: &'a [String],
    nodes: u64,
    qnodes: u64,
    seconds: f64,
}

/// Searches and prints.
pub fn run(args: &AnalyzeArgs) -> Result<()> {
    let kind = args.start.game;
    let position = args.start.position.as_deref();
    let game = set_up(kind, position, &args.moves.moves, Referee::default())?;
    let mut options = vec![("Driver".to_owned(), args.driver.name().to_owned())];
    if args.exact {
        options.push(("Exact".to_owned(), "true".to_owned()));
    }
    options.extend(args.options.iter().cloned());
    let (threads, hash_mib) = (args.threads.into(), args.hash as usize);
    let mut engine = new_engine(kind, &EngineConfig { threads, hash_mib, options })?;
    engine
        .set_game(Some(&game.start_text()), &game.turns())
        .context("the engine refuses the game")?;
    let limits = Limits {
        infinite: args.infinite,
        multi_pv: args.multipv.into(),
        ..if args.infinite { Limits::default() } else { args.limits.limits(DEFAULT_TIME) }
    };
    if !args.json {
        line(game.draw())?;
        line("")?;
        line("  depth   seconds       score         states  line")?;
    }
    let begun = Instant::now();
    let thought = think(engine.as_mut(), limits, |info| {
        if args.json { json(&info_line(info)) } else { line(table_row(info, args.multipv > 1)) }
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        result(game.as_ref(), &thought, seconds)
    } else {
        summary(game.as_ref(), &thought, seconds)
    }
}

fn info_line(info: &Info) -> InfoLine<'_> {
    InfoLine {
        r#type: "info",
        depth: info.depth,
        seldepth: info.seldepth,
        complete: info.complete,
        multipv: info.multi_pv,
        score: info.score.verdict().into(),
        bound: match info.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        },
        pv: &info.pv,
        nodes: info.nodes,
        qnodes: info.qnodes,
        hashfull: info.hashfull,
        seconds: info.time.as_secs_f64(),
    }
}

fn table_row(info: &Info, numbered: bool) -> String {
    let depth = format!("{}/{}", info.depth, info.seldepth);
    let mark = if info.complete { "->" } else { "" };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => ">=",
        Bound::Upper => "<=",
    };
    let score = format!("{bound}{}", info.score);
    let number = if numbered { format!("{}. ", info.multi_pv) } else { String::new() };
    format!(
        "{depth:>7} {mark:<2}{:>8.2}  {score:>10} {:>14}  {number}{}",
        info.time.as_secs_f64(),
        grouped(info.nodes),
        info.line.join(" | "),
    )
}

/// The score where nothing was searched: how the game has ended, seen by the side to move.
fn ended(game: &dyn AnyGame) -> ScoreJson {
    let kind = match game.ending() {
        Some(ending) => match ending.winner {
            Some(winner) if winner == game.side() => "win",
            Some(_) => "loss",
            None => "draw",
        },
        None => "points",
    };
    ScoreJson { kind, value: 0 }
}

fn result(game: &dyn AnyGame, thought: &Thought, seconds: f64) -> Result<()> {
    let last = thought.last.as_ref();
    json(&ResultLine {
        r#type: "result",
        bestmove: thought.turn.as_deref(),
        depth: last.map_or(0, |info| info.depth),
        seldepth: last.map_or(0, |info| info.seldepth),
        score: last.map_or_else(|| ended(game), |info| info.score.verdict().into()),
        pv: last.map_or(&[], |info| info.pv.as_slice()),
        nodes: last.map_or(0, |info| info.nodes),
        qnodes: last.map_or(0, |info| info.qnodes),
        seconds,
    })
}

fn summary(game: &dyn AnyGame, thought: &Thought, seconds: f64) -> Result<()> {
    line("")?;
    if let Some(ending) = game.ending() {
        let winner = ending.winner.map_or("nobody", |letter| game.side_name(letter));
        return line(format!("The game is over: {} ({winner} has won).", ending.reason));
    }
    if let Some(turn) = &thought.turn {
        line(format!("Best move   {} ({turn})", game.describe(turn).unwrap_or_default()))?;
    }
    let Some(info) = &thought.last else {
        return Ok(());
    };
    let meaning = match info.score.verdict() {
        Verdict::Win(plies) => format!("a proven win in {plies} plies"),
        Verdict::Loss(plies) => format!("a proven loss in {plies} plies"),
        Verdict::Points(_) => format!("{} pieces", info.score),
    };
    line(format!("Score       {meaning} for {}", game.side_name(game.side())))?;
    let share = 100.0 * info.qnodes as f64 / (info.nodes.max(1)) as f64;
    line(format!("States      {}, {share:.0} % of them in quiescence", grouped(info.nodes)))?;
    let speed = (info.nodes as f64 / seconds.max(1e-9)) as u64;
    line(format!("Time        {seconds:.2} s, {} states a second", grouped(speed)))?;
    line(format!("Table       {:.1} % full", f64::from(info.hashfull) / 10.0))
}
