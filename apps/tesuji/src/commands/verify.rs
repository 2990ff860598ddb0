//! `tesuji verify`: replays records.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use arena::GameRecord;
use clap::Args;
use serde::Serialize;

use crate::output::{json, line};

const EXAMPLES: &str = "\
Example:
  tesuji verify games.jsonl

Each line of a file is a game as `tesuji match --out` writes it. Every game is replayed under the rules;
its result must be the board's, or a rule of the match or a fault that the record names.";

/// Arguments of `tesuji verify`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct VerifyArgs {
    /// Files of records, a game a line
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print JSON: an object a wrong game, and at last the counts
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct WrongLine<'a> {
    r#type: &'static str,
    file: String,
    line: usize,
    error: &'a str,
}

#[derive(Serialize)]
struct ResultLine {
    r#type: &'static str,
    games: u64,
    wrong: u64,
}

/// Calls `take` with each record of a file: its line, from 1, and the record or what is wrong with it.
pub fn records(
    path: &PathBuf,
    mut take: impl FnMut(usize, Result<GameRecord, String>) -> Result<()>,
) -> Result<()> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
    for (index, text) in BufReader::new(file).lines().enumerate() {
        let text = text.with_context(|| format!("{name}, line {}: cannot be read", index + 1))?;
        if text.trim().is_empty() {
            continue;
        }
        let record = serde_json::from_str::<GameRecord>(&text);
        take(index + 1, record.map_err(|error| format!("it is no record: {error}")))?;
    }
    Ok(())
}

/// Replays and checks.
pub fn run(args: &VerifyArgs) -> Result<()> {
    let (mut games, mut wrong) = (0, 0);
    for path in &args.files {
        records(path, |number, record| {
            games += 1;
            let checked = record
                .and_then(|record| record.replay().map(drop).map_err(|error| error.to_string()));
            let Err(error) = checked else { return Ok(()) };
            wrong += 1;
            let file = path.display().to_string();
            if args.json {
                return json(&WrongLine { r#type: "wrong", file, line: number, error: &error });
            }
            line(format!("{file}, line {number}: {error}"))
        })?;
    }
    if args.json {
        json(&ResultLine { r#type: "result", games, wrong })?;
    } else {
        line(format!("{games} games, {wrong} wrong"))?;
    }
    if wrong > 0 {
        bail!("{wrong} of {games} games are not as their records say");
    }
    Ok(())
}
