//! `tesuji fit`: the numbers of an evaluation, fitted to recorded games.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use tune::{FitOptions, Fitted, Progress, Samples, fit};

use super::records;
use crate::cli::{Game, game_parser};
use crate::files;
use crate::output::line;

const EXAMPLES: &str = "\
Examples:
  tesuji match chess --engine tesuji,nodes=3000,name=A --engine tesuji,nodes=3000,name=B --games 4000 --out games.jsonl
  tesuji fit chess games.jsonl --out fitted.toml
  tesuji match chess --engine tesuji,nodes=5000 --engines-file fitted.toml --games 400

Each parameter is printed with its value, a table as one line. A lower error is no proof of strength: a match decides.
docs/fitting.md describes the method.";

/// Arguments of `tesuji fit`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct FitArgs {
    /// The game
    #[arg(value_parser = game_parser())]
    game: Game,
    /// Files of records, as tesuji match --out writes them; - for standard input
    #[arg(value_name = "FILE", required = true)]
    records: Vec<PathBuf>,
    /// Fit only parameters whose name begins with this, in any case; repeatable
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Share of the search's score in the target, the rest being the game's result: 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    blend: f64,
    /// Number of times that the slopes are measured
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: usize,
    /// Steps of descent in each round
    #[arg(long, value_name = "N", default_value_t = 400)]
    epochs: usize,
    /// Penalty on a change of one step of a parameter: holds back numbers that few positions depend on
    #[arg(long, value_name = "COST", default_value_t = 1e-7)]
    anchor: f64,
    /// Leave out the first turns of each game
    #[arg(long, value_name = "TURNS", default_value_t = 6)]
    skip: usize,
    /// Write the fitted engine to this file, as a table for tesuji match --engines-file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

/// Every game of this number is held back, to check what was learned: positions of one game resemble each other.
const HELD: u64 = 10;

/// Reads the records, fits, and prints the result.
pub fn run(args: &FitArgs) -> Result<()> {
    let kind = args.game;
    let out = args.out.as_deref().map(files::target).transpose()?;
    let (mut learned, mut held) = (Samples::new(kind), Samples::new(kind));
    let mut games = 0_u64;
    for path in &args.records {
        records::each(path, &mut |place, record| {
            let record = record.map_err(anyhow::Error::msg).with_context(|| place.to_string())?;
            anyhow::ensure!(
                record.game == kind.info().name,
                "{place}: this is a game of {}, not of {}",
                record.game,
                kind.info().name
            );
            games += 1;
            let samples = if games.is_multiple_of(HELD) { &mut held } else { &mut learned };
            samples
                .add(kind, &record, args.skip)
                .map_err(anyhow::Error::msg)
                .with_context(|| place.to_string())
        })?;
    }
    let options = FitOptions {
        only: args.only.clone(),
        blend: args.blend,
        rounds: args.rounds,
        epochs: args.epochs,
        anchor: args.anchor,
        threads: args.threads.into(),
    };
    eprintln!(
        "{games} games, {} positions to learn from and {} held back",
        learned.len(),
        held.len()
    );
    let fitted = fit(kind, &learned, &held, &options, &mut show)?;
    for (name, values) in tables(&fitted) {
        line(format!("{name}: {values:?}"))?;
    }
    if let Some(path) = out {
        files::replace(&path, |out| out.write_all(engine_table(&fitted).as_bytes()))?;
    }
    Ok(())
}

/// Prints the progress of the fit on standard error.
fn show(progress: Progress) {
    match progress {
        Progress::Scale(scale) => {
            eprintln!("a score of {scale:.0} points is an expected result of 0.73");
        }
        Progress::Step { round, epoch, error } => {
            eprintln!("round {round}, step {epoch}: error {error:.6}");
        }
        Progress::Round { round, before, after } => eprintln!(
            "round {round}: error on the games held back {before:.6} before, {after:.6} after"
        ),
    }
}

/// The parameters by name, the elements of a table together.
fn tables(fitted: &Fitted) -> Vec<(String, Vec<i32>)> {
    let mut tables: Vec<(String, Vec<i32>)> = Vec::new();
    for (info, &value) in fitted.params.iter().zip(&fitted.values) {
        let name = info.name.split('[').next().unwrap_or_default();
        match tables.last_mut().filter(|(last, _)| last == name) {
            Some((_, values)) => values.push(value),
            None => tables.push((name.to_owned(), vec![value])),
        }
    }
    tables
}

/// The values that differ from the declared ones, as an engine's table.
fn engine_table(fitted: &Fitted) -> String {
    let mut text =
        String::from("[[engine]]\nkind = \"tesuji\"\nname = \"fitted\"\n\n[engine.options]\n");
    for (info, &value) in fitted.params.iter().zip(&fitted.values) {
        if value != info.start {
            let _ = writeln!(text, "\"{}\" = {value}", info.name);
        }
    }
    text
}
