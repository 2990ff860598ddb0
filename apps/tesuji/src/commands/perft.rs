//! `tesuji perft`.

use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use arena::words::{counted, noun};
use clap::Args;
use engine::{AnyGame, Perft, Referee, TurnCounts};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::{Game, PositionArgs, usage_error, whole};
use crate::interrupt;
use crate::output::{grouped, json, line};

/// Plies counted in one go: a thousandth of a second or so.
const AT_ONCE: u32 = 4;

/// Deeper than any count that ends.
const MAX_DEPTH: u64 = 64;

const EXAMPLES: &str = "\
Examples:
  tesuji perft onitama 6
  tesuji perft onitama 3 --divide
  tesuji perft onitama --position 'bbBbb/5/5/3R1/rr1rr b crane,horse tiger,ox rooster' 5 --json
  tesuji perft arimaa --turns --position 'g [r...'

By the custom of some games one that is over counts as one leaf whatever the depth; --strict counts it
not at all. Where a turn has several moves, a ply is one of them, or the end of a turn before its last.
--turns counts the sequences of one to four steps within the turn (those that leave a push open too), the
distinct boards that legal turns lead to, and the exclusive or of their hashes; see docs/games.";

/// Arguments of `tesuji perft`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PerftArgs {
    #[command(flatten)]
    start: PositionArgs,
    /// Plies to look ahead
    #[arg(value_parser = whole::<u32>(0, MAX_DEPTH), required_unless_present = "turns")]
    depth: Option<u32>,
    /// Count the turns of the position, where a turn has several moves
    #[arg(long, conflicts_with_all = ["depth", "divide", "strict"])]
    turns: bool,
    /// Also print the count below each move
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

#[derive(Serialize)]
struct TurnsOutput<'a> {
    game: &'a str,
    position: String,
    sequences: [u64; 4],
    turns: u64,
    digest_xor: String,
    seconds: f64,
}

/// Counts the turns of a position and prints.
fn turns(args: &PerftArgs) -> Result<()> {
    let kind = args.start.game;
    let position = args.start.position.as_deref();
    let bad = "the position cannot be read";
    let game = kind.new_game(position, Referee::default()).context(bad)?;
    let begun = Instant::now();
    let Some(counts) = kind.checks().count_turns(position).context(bad)? else {
        let text = format!("--turns: a turn of {} is one move; give a depth", kind.title());
        return Err(usage_error("perft", text));
    };
    let seconds = begun.elapsed().as_secs_f64();
    let TurnCounts { sequences, turns, digest_xor } = counts;
    if args.json {
        let (game, position) = (kind.name(), game.position_text());
        let digest_xor = format!("{digest_xor:016x}");
        return json(&TurnsOutput { game, position, sequences, turns, digest_xor, seconds });
    }
    for (steps, count) in (1..).zip(sequences) {
        let (what, steps) = (noun(count, "sequence"), counted(steps, "step"));
        line(format!("{:>12} {what} of {steps}", grouped(count)))?;
    }
    line(format!("{:>12} distinct turns, digest {digest_xor:016x}", grouped(turns)))?;
    line(format!("{seconds:.3} s"))
}

/// Counts and prints.
pub fn run(args: &PerftArgs) -> Result<()> {
    let Some(depth) = args.depth else { return turns(args) };
    let kind = args.start.game;
    let position = args.start.position.as_deref();
    let bad = "the position cannot be read";
    let game = kind.new_game(position, Referee::default()).context(bad)?;
    let begun = Instant::now();
    let count = if depth <= AT_ONCE || game.has_steps() || game.ending().is_some() {
        kind.checks().perft(position, depth, args.strict, args.divide).context(bad)?
    } else {
        in_parts(kind, game.as_ref(), depth, args)?
    };
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        let divided = || count.divide.iter().map(|(mv, n)| (mv.clone(), (*n).into())).collect();
        return json(&Output {
            game: kind.name(),
            position: game.position_text(),
            depth,
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
        "{} {} at depth {} in {seconds:.3} s ({} a second)",
        grouped(count.nodes),
        noun(count.nodes, "leaf"),
        depth,
        grouped(speed),
    ))
}

/// The same count in parts, with a bar; Ctrl-C ends it with what was counted so far.
fn in_parts(kind: Game, game: &dyn AnyGame, depth: u32, args: &PerftArgs) -> Result<Perft> {
    interrupt::flag();
    let first = game.legal_moves();
    let bar = ProgressBar::new(first.len() as u64);
    let template = "{bar:30} {pos}/{len} first moves, {eta} left  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.tick();
    let mut count = Perft { nodes: 0, divide: Vec::new() };
    for (turn, done) in first.iter().zip(0_u64..) {
        let mut after = game.boxed_clone();
        after.play(turn)?;
        let Some(below) = below(kind, after.as_ref(), depth - 1, args.strict)? else {
            bar.finish_and_clear();
            let leaves = format!("{} {}", grouped(count.nodes), noun(count.nodes, "leaf"));
            let moves = counted(done, "first move");
            bail!("stopped: {leaves} below {moves} of {}", first.len());
        };
        count.nodes += below;
        if args.divide {
            count.divide.push((turn.clone(), below));
        }
        bar.inc(1);
        bar.set_message(format!("{} leaves", grouped(count.nodes)));
    }
    bar.finish_and_clear();
    Ok(count)
}

/// The leaves below a position; None where Ctrl-C came.
fn below(kind: Game, game: &dyn AnyGame, depth: u32, strict: bool) -> Result<Option<u64>> {
    if depth <= AT_ONCE || game.ending().is_some() {
        let count = kind.checks().perft(Some(&game.position_text()), depth, strict, false)?;
        return Ok((!interrupt::taken()).then_some(count.nodes));
    }
    let mut leaves = 0;
    for turn in game.legal_moves() {
        let mut after = game.boxed_clone();
        after.play(&turn)?;
        match below(kind, after.as_ref(), depth - 1, strict)? {
            Some(count) => leaves += count,
            None => return Ok(None),
        }
    }
    Ok(Some(leaves))
}
