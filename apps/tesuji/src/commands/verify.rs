//! `tesuji verify`: replays records.

use std::path::PathBuf;

use anyhow::{Result, bail};
use arena::words::counted;
use clap::Args;
use serde::Serialize;

use super::records;
use crate::files;
use crate::output::{json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji verify games.jsonl
  tesuji verify games.pgn
  tesuji arena export 3 | tesuji verify -

Each line of a file is a game as `tesuji match --out` writes it; or the file is PGN, or text as `tesuji convert` writes it.
Every game is replayed under the rules; its result must be the board's, or a rule of the match or a fault that the
record names.";

/// Arguments of `tesuji verify`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct VerifyArgs {
    /// Files of records, one game per line, or of games (PGN); - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print JSON: one object per wrong game, then the counts
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

/// Replays and checks.
pub fn run(args: &VerifyArgs) -> Result<()> {
    let (mut games, mut wrong) = (0, 0);
    for path in &args.files {
        records::each(path, &mut |place, record| {
            games += 1;
            let checked = record
                .and_then(|record| record.replay().map(drop).map_err(|error| error.to_string()));
            let Err(error) = checked else { return Ok(()) };
            wrong += 1;
            let file = files::name(path);
            if args.json {
                // The number of a line, or of a game where the file has no lines of records.
                let number = place.rsplit(' ').next().and_then(|number| number.parse().ok());
                let number = number.unwrap_or(0);
                return json(&WrongLine { r#type: "wrong", file, line: number, error: &error });
            }
            line(format!("{file}, {place}: {error}"))
        })?;
    }
    if args.json {
        json(&ResultLine { r#type: "result", games, wrong })?;
    } else {
        line(format!("{}, {wrong} wrong", counted(games, "game")))?;
    }
    if records::stopped() {
        bail!("stopped after {}", counted(games, "game"));
    }
    if wrong > 0 {
        bail!("{wrong} of {} not as recorded", counted(games, "game"));
    }
    Ok(())
}
