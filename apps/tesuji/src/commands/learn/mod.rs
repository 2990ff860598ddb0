//! `tesuji learn`: games, a network that learns from them, a match with the last one, and again.

mod args;
mod climb;
mod record;
mod shown;
mod way;
mod zero;

use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context as _, Result};
use arena::stats::{Decision, estimate};

pub use self::args::LearnArgs;
use self::record::{Generation, Record, network_of, record};
use self::shown::Shown;
use self::way::BEGINNING;
use super::train::checkpoint;
use crate::cli::usage_error;
use crate::output::{json, line};
use crate::{files, interrupt};

/// Makes the generations that are missing.
pub fn run(args: &LearnArgs) -> Result<()> {
    let game = args.game;
    let Some(inputs) = game.knowledge().network_inputs() else {
        let text = format!("{} says nothing of what a network sees", game.title());
        return Err(usage_error("learn", text));
    };
    if args.from_zero && inputs.moves == 0 {
        let text = format!("networks of {} have no policy: --from-zero needs one", game.title());
        return Err(usage_error("learn", text));
    }
    // What is refused leaves no record behind.
    for deal in args.way.deals() {
        let known = game.starts().deal(deal, args.seed);
        known.map_err(|error| usage_error("learn", error.to_string()))?;
    }
    let settings = args.settings()?;
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("{} cannot be made", args.folder.display()))?;
    let _lock = files::lock_folder(&args.folder)?;
    let path = args.file("learn.json");
    let mut record = record(&path, settings)?;
    if args.from_zero {
        zero::write_nothing(game, &args.file(BEGINNING), &inputs)?;
    }
    args.way.copy_beginning(&args.file(BEGINNING))?;
    let shown = Shown::begin(args, &mut record)?;
    record.write(&path)?;
    shown.write(&record);
    let stop = interrupt::flag();
    while record.generations.len() < args.generations as usize {
        let generation = record.generations.len() as u32 + 1;
        shown.wait();
        let mut paused = 0.0;
        let begun = Instant::now();
        let best = record.best().map(str::to_owned);
        let against = best.as_deref().unwrap_or(args.beginning()).to_owned();
        eprintln!("generation {generation}: games by {against}");
        args.play(generation, best.as_deref())?;
        paused += shown.wait();
        if !stop.load(Ordering::Relaxed) {
            args.train(generation, best.as_deref())?;
        }
        paused += shown.wait();
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let Some(pairs) = args.compare(generation, best.as_deref())? else { break };
        let Some(found) = estimate(&pairs) else { break };
        let decided = args.sprt.state(&pairs).decision;
        let kept = match record.settings.gate {
            Some(gate) => zero::passes(gate, decided, pairs),
            None => decided == Some(Decision::Accepted),
        };
        let before = record.generations.last().map_or(0.0, |last| last.total);
        let (mut resigned, mut levels) = (None, Vec::new());
        if let Some(exploration) = &record.settings.exploration {
            resigned = Some(args.resigned(generation, exploration)?);
            let network = if kept { Some(network_of(generation)) } else { best.clone() };
            let reached = record.generations.iter().flat_map(|generation| &generation.levels);
            let reached = reached.filter(|one| one.is_beaten()).map(|one| one.level).max();
            let Some(played) = args.climb(generation, network.as_deref(), reached, kept)? else {
                break;
            };
            levels = played;
        }
        record.generations.push(Generation {
            generation,
            network: network_of(generation),
            against,
            pairs,
            elo: found.elo,
            elo_low: found.elo_low,
            elo_high: found.elo_high,
            kept,
            total: before + if kept { found.elo } else { 0.0 },
            seconds: begun.elapsed().as_secs_f64() - paused,
            threads: args.threads(),
            resigned,
            levels,
        });
        record.write(&path)?;
        shown.write(&record);
        // The checkpoint of a training that has ended is of no use any more.
        let _ = std::fs::remove_file(checkpoint(&args.file(&network_of(generation))));
    }
    told(args, &record)
}

/// The table of the generations.
fn told(args: &LearnArgs, record: &Record) -> Result<()> {
    if args.json {
        return json(record);
    }
    let levels = if args.from_zero { "  Levels" } else { "" };
    line(format!(
        "Generation  Against        Pairs  Score   Elo (95 %)                 Kept    In all  Core hours{levels}"
    ))?;
    let mut hours = 0.0;
    for of in &record.generations {
        let pairs: u64 = of.pairs.iter().sum();
        let points: u64 = of.pairs.iter().zip(0..).map(|(count, half)| count * half).sum();
        let score = points as f64 / (4 * pairs.max(1)) as f64;
        hours += of.seconds * of.threads as f64 / 3_600.0;
        let interval = format!("{:+.0} ({:+.0} to {:+.0})", of.elo, of.elo_low, of.elo_high);
        let levels: Vec<String> = of.levels.iter().map(ToString::to_string).collect();
        line(
            format!(
                "{:>10}  {:<12} {pairs:>7}  {:>4.1} %  {interval:<25}  {:<4} {:>+8.0}  {hours:>10.2}  {}",
                of.generation,
                of.against,
                100.0 * score,
                if of.kept { "yes" } else { "no" },
                of.total,
                levels.join(", "),
            )
            .trim_end(),
        )?;
    }
    let best = record.best().map(|name| args.file(name).display().to_string());
    let nothing = match args {
        _ if args.from_zero => "nothing yet",
        _ if args.begins_with_network() => "the network that it began with",
        _ => "the hand-made evaluation",
    };
    line(format!("Best: {}", best.as_deref().unwrap_or(nothing)))?;
    if let Some([checked, wrong]) = record.generations.last().and_then(|last| last.resigned) {
        line(format!("Resigned: {wrong} of {checked} games that were played on were not lost"))?;
    }
    if record.generations.len() < args.generations as usize {
        line("The same command goes on.")?;
    }
    Ok(())
}
