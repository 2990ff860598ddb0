//! `lab wac`.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use chess::Epd;
use engine::Limits;
use game::Notation as _;

use crate::think::{new_engine_with, think};

const POSITIONS: &str = include_str!("../../../crates/games/chess/data/wac.epd");

#[derive(clap::Args)]
pub struct Args {
    /// Seconds for each position
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// States for each position, instead of the time
    #[arg(long)]
    nodes: Option<u64>,
    /// Table in MiB
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Only so many positions, from the first
    #[arg(long)]
    count: Option<usize>,
    /// An option of the engine: Name=value
    #[arg(long = "option")]
    options: Vec<String>,
    /// Fail where fewer are solved
    #[arg(long, default_value_t = 0)]
    least: usize,
}

/// Searches each position for the time given, and counts those answered with a best move.
pub fn run(args: &Args) -> Result<()> {
    let time = Duration::try_from_secs_f64(args.seconds)?;
    let lines: Vec<&str> = POSITIONS.lines().filter(|line| !line.trim().is_empty()).collect();
    let lines = &lines[..args.count.unwrap_or(lines.len()).min(lines.len())];
    let mut engine = new_engine_with("chess", args.threads, args.hash, &args.options)?;
    let (mut solved, mut nodes) = (0, 0);
    for line in lines {
        let epd = Epd::parse(line)?;
        let best = epd.moves("bm")?;
        engine.new_game();
        let move_time = args.nodes.is_none().then_some(time);
        let limits = Limits { move_time, nodes: args.nodes, ..Limits::default() };
        let thought = think(engine.as_mut(), &epd.position.text(), limits, |_| {})?;
        let last = thought.last.context("no report")?;
        nodes += last.nodes;
        let turn = last.pv.first().context("no move")?;
        if best.contains(&epd.position.parse_move(turn)?) {
            solved += 1;
        } else {
            let id = epd.operands("id").first().map_or("", String::as_str);
            let wanted: Vec<String> = best.iter().map(|&mv| epd.position.san(mv)).collect();
            println!(
                "{id}: {} for {}, depth {}, {}",
                last.line[0],
                wanted.join(" or "),
                last.depth,
                last.score
            );
        }
    }
    let total = lines.len();
    let each = match args.nodes {
        Some(nodes) => format!("{nodes} nodes"),
        None => format!("{} s", args.seconds),
    };
    let threads = args.threads;
    println!("Win At Chess: {solved} of {total} at {each} each, {nodes} nodes, threads: {threads}");
    ensure!(solved >= args.least, "fewer than {} are solved", args.least);
    Ok(())
}
