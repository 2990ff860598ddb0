//! `tesuji convert`: games between records and the format of files that a game has of its own.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use arena::words::counted;
use clap::Args;
use serde::Serialize;

use super::records::{self, Holds};
use crate::cli::{Game, game_parser};
use crate::files;
use crate::output::{json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji convert chess games.jsonl > games.pgn    records of matches as PGN, with clocks, depths and scores
  tesuji convert chess games.pgn                  PGN as JSON, a game a line: its tags, its start and its turns
  tesuji convert onitama games.jsonl > games.txt  records as text, which the page reads too

A file that begins with { holds records; any other is read in the format of the game: PGN, a list of turns
(1g Ra1 ..., 1s ...), or where it has none of its own text with tags and numbered turns, in the form of PGN.
A game that cannot be read is named on standard error, the others are converted, and the exit code is 1.";

/// Arguments of `tesuji convert`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ConvertArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// Files of records (.jsonl) or of the game's own format; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

#[derive(Serialize)]
struct Line<'a> {
    game: &'a str,
    tags: serde_json::Map<String, serde_json::Value>,
    start: &'a str,
    turns: Vec<&'a str>,
    winner: Option<char>,
    finished: bool,
}

/// Converts and prints.
pub fn run(args: &ConvertArgs) -> Result<()> {
    let kind = args.game;
    let format = kind.files().format();
    let mut wrong = 0;
    for path in &args.files {
        wrong += match records::open(path)? {
            Holds::Records(input) => from_records(kind, path, input)?,
            Holds::Games(text) => from_games(kind, path, &text)?,
        };
    }
    ensure!(!records::stopped(), "stopped: not all games are converted");
    ensure!(wrong == 0, "{} could not be converted to or from {format}", counted(wrong, "game"));
    Ok(())
}

fn complain(path: &Path, what: &str) {
    eprintln!("{}: {what}", files::name(path));
}

fn from_games(kind: Game, path: &Path, text: &str) -> Result<u64> {
    let mut wrong = 0;
    for game in kind.files().read(text) {
        if records::stopped() {
            break;
        }
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                wrong += 1;
                complain(path, &error);
                continue;
            }
        };
        let tags = game.tags.iter().map(|(name, value)| (name.clone(), value.clone().into()));
        json(&Line {
            game: kind.name(),
            tags: tags.collect(),
            start: &game.start,
            turns: game.turns.iter().map(|recorded| recorded.turn.as_str()).collect(),
            winner: game.result.and_then(|result| result.winner),
            finished: game.result.is_some(),
        })?;
    }
    Ok(wrong)
}

fn from_records(kind: Game, path: &Path, input: Box<dyn BufRead>) -> Result<u64> {
    let mut wrong = 0;
    records::each_line(path, input, &mut |place, record| match record
        .and_then(|record| record.write(kind))
    {
        Ok(text) => line(text),
        Err(error) => {
            wrong += 1;
            complain(path, &format!("{place}: {error}"));
            Ok(())
        }
    })?;
    Ok(wrong)
}
