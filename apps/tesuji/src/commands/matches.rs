//! `tesuji match`.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context as _, Result};
use arena::{EngineSpec, GameRecord, Interval, Match, Rules, Summary, Tally};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::{Game, game_parser};
use crate::interrupt;
use crate::output::{json, line};

const EXAMPLES: &str = "\
An engine is one line:
  tesuji,nodes=1000             states a turn; or depth=6 (plies), or time=0.1 (seconds, the default)
  tesuji,threads=2,hash=16      threads, and MiB for the table
  tesuji,option.NullMove=false  a parameter or switch of the search
  tesuji,preset=founding        a named set of them
  random,seed=3                 legal moves at random
  name=x, added to any line, is what reports call it.

Examples:
  tesuji match onitama --engine tesuji,nodes=1000 --engine random --games 100
  tesuji match onitama --engine tesuji,time=0.1 --engine tesuji,time=0.1,option.NullMove=false \\
      --games 1000 --seed 7 --out games.jsonl

Deals are random, by the seed; each is played twice with sides changed. Scores and Elo are from
the first engine's side; the interval holds the true difference in 95 of 100 matches. Ctrl-C ends
the match with the result so far.";

/// Arguments of `tesuji match`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// An engine, as a line; give two
    #[arg(long = "engine", value_name = "LINE", required = true)]
    engines: Vec<EngineSpec>,
    /// Games to play; an even number plays every deal from both sides
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed of the deals [default: another one each time; it is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Cards or decks to deal from: base, base+senseis_path, any, or five cards
    #[arg(long, value_name = "DEAL", default_value = "")]
    deal: String,
    /// Games at once [default: the machine's cores divided by the threads of an engine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Call a game a draw after so many plies
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Append each game, as a line of JSON, to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON: an object a game, and at last the result
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    record: &'a GameRecord,
}

#[derive(Serialize)]
struct ResultLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    summary: &'a Summary,
    game: &'a str,
    engines: [String; 2],
    seed: u64,
    concurrency: usize,
    seconds: f64,
}

/// Plays the match.
pub fn run(args: MatchArgs) -> Result<()> {
    let seed = args.seed.unwrap_or_else(crate::commands::fresh_seed);
    let engines: [EngineSpec; 2] = match args.engines.try_into() {
        Ok(engines) => engines,
        Err(other) => {
            let given = Vec::len(&other);
            crate::cli::usage_error(
                "match",
                &format!("a match is between two engines: give --engine twice, not {given} times"),
            )
        }
    };
    let plan = Match {
        kind: args.game,
        engines,
        games: args.games,
        seed,
        deal: args.deal,
        concurrency: args.concurrency.map_or(0, usize::from),
        rules: Rules { max_plies: args.max_plies as usize },
    };
    let mut out = args.out.map(Out::open).transpose()?;
    let stop = interrupt::flag();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let bar = progress(&plan);
    let begun = Instant::now();
    let mut tally = Tally::default();
    let mut failure = None;
    plan.run(cores, stop, |record| {
        tally.add(record.pair - 1, record.half_points());
        bar.inc(1);
        bar.set_message(score_text(&tally.summary()));
        let written = out.as_mut().map_or(Ok(()), |out| out.append(&record));
        let printed =
            if args.json { json(&GameLine { r#type: "game", record: &record }) } else { Ok(()) };
        if let Err(error) = written.and(printed) {
            failure = Some(error);
            stop.store(true, Ordering::Relaxed);
        }
    })?;
    bar.finish_and_clear();
    if let Some(error) = failure {
        return Err(error);
    }
    let summary = tally.summary();
    if args.json {
        return json(&ResultLine {
            r#type: "result",
            summary: &summary,
            game: plan.kind.name(),
            engines: plan.engines.clone().map(|spec| spec.name().to_owned()),
            seed,
            concurrency: plan.workers(cores),
            seconds: begun.elapsed().as_secs_f64(),
        });
    }
    if stop.load(Ordering::Relaxed) {
        line(format!("Stopped after {} of {} games.", summary.games, plan.games))?;
    }
    report(&plan, &summary, begun.elapsed().as_secs_f64())
}

/// A file that records are appended to.
struct Out {
    path: PathBuf,
    file: File,
}

impl Out {
    fn open(path: PathBuf) -> Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Self { path, file })
    }

    fn append(&mut self, record: &GameRecord) -> Result<()> {
        let line = serde_json::to_string(record)? + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

fn progress(plan: &Match) -> ProgressBar {
    let bar = ProgressBar::new(plan.games);
    let template = "{bar:30} {pos}/{len} games, {eta} left  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.tick();
    bar
}

fn score_text(summary: &Summary) -> String {
    let Summary { wins, draws, losses, estimate, .. } = summary;
    let bar = (estimate.elo_high - estimate.elo_low) / 2.0;
    format!("+{wins} ={draws} -{losses}  Elo {:+.0} \u{b1} {bar:.0}", estimate.elo)
}

fn report(plan: &Match, summary: &Summary, seconds: f64) -> Result<()> {
    let Summary { games, wins, draws, losses, pairs, estimate, .. } = summary;
    let [first, second] = &plan.engines;
    line(format!("{} against {}", first.name(), second.name()))?;
    line(format!("Games   {games} in {seconds:.1} s, seed {}", plan.seed))?;
    line(format!("Score   {wins} won, {draws} drawn, {losses} lost"))?;
    line(format!("Pairs   {pairs:?} that scored 0, 1/2, 1, 3/2, 2"))?;
    let note = match estimate.interval {
        Interval::Normal => "",
        Interval::Logit => " (log-odds interval: the scores are too one-sided for the usual one)",
    };
    line(format!(
        "Elo     {:+.1}, 95 % between {:+.1} and {:+.1}{note}",
        estimate.elo, estimate.elo_low, estimate.elo_high
    ))
}
