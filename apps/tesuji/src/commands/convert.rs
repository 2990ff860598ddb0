//! `tesuji convert`: games between records and the format of files that a game has of its own.

use std::path::{Path, PathBuf};

use ::engine::{Referee, ToldGame, ToldResult, ToldTurn};
use anyhow::{Context as _, Result, ensure};
use arena::{GameRecord, TurnNote};
use clap::Args;
use serde::Serialize;

use super::verify::records;
use crate::cli::{Game, game_parser};
use crate::output::{json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji convert chess games.jsonl > games.pgn    records of matches as PGN, with clocks, depths and scores
  tesuji convert chess games.pgn                  PGN as JSON, a game a line: its tags, its start and its turns
  tesuji convert onitama games.jsonl > games.txt  records as text, which the page reads too

A file whose name ends in .jsonl holds records; any other is read in the format of the game: PGN in chess, in Arimaa
the list of turns (1g Ra1 ..., 1s ...), in the others text with tags and numbered turns, in the form of PGN.
A game that cannot be read is named on standard error, the others are converted, and the exit code is 1.";

/// Arguments of `tesuji convert`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ConvertArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// Files of records (.jsonl) or of the game's own format
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
    let format = kind.file_format();
    let mut wrong = 0;
    for path in &args.files {
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            wrong += from_records(kind, path)?;
        } else {
            wrong += from_file(kind, path)?;
        }
    }
    ensure!(wrong == 0, "{wrong} games could not be converted to or from {format}");
    Ok(())
}

fn complain(path: &Path, what: &str) {
    eprintln!("{}: {what}", path.display());
}

fn from_file(kind: Game, path: &PathBuf) -> Result<usize> {
    let bytes =
        std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    // Old files are often in Latin 1: names suffer, moves do not.
    let text = String::from_utf8_lossy(&bytes);
    let mut wrong = 0;
    for game in kind.read_games(&text) {
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
            turns: game.turns.iter().map(|told| told.turn.as_str()).collect(),
            winner: game.result.and_then(|result| result.winner),
            finished: game.result.is_some(),
        })?;
    }
    Ok(wrong)
}

fn from_records(kind: Game, path: &PathBuf) -> Result<usize> {
    let mut wrong = 0;
    records(path, |number, record| {
        let written = record.and_then(|record| {
            if record.game == kind.name() {
                told(kind, &record).and_then(|told| kind.write_game(&told))
            } else {
                Err(format!("it is a game of {}", record.game))
            }
        });
        match written {
            Ok(text) => line(text),
            Err(error) => {
                wrong += 1;
                complain(path, &format!("line {number}: {error}"));
                Ok(())
            }
        }
    })?;
    Ok(wrong)
}

/// What the engine said of its turn: `+0.35/12`, as runners of matches write it.
fn comment(note: &TurnNote) -> Option<String> {
    let score = note.score?;
    let score = match score {
        arena::MoveScore::Points(points) => format!("{:+.2}", f64::from(points) / 100.0),
        arena::MoveScore::Win(plies) => format!("+M{}", plies.div_ceil(2)),
        arena::MoveScore::Loss(plies) => format!("-M{}", plies.div_ceil(2)),
    };
    let depth = note.depth.map_or_else(String::new, |depth| format!("/{depth}"));
    Some(format!("{score}{depth} {:.3}s", note.seconds))
}

fn told(kind: Game, record: &GameRecord) -> Result<ToldGame, String> {
    let start = kind.new_game(Some(&record.start), Referee::default());
    let start = start.map_err(|error| format!("start: {error}"))?;
    let sides = start.side_letters().map(|letter| start.side_name(letter));
    let names = record.names.as_ref().unwrap_or(&record.engines);
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let tags = vec![
        tag("Event", "Tesuji match"),
        tag("Round", &format!("{}.{}", record.round, record.number)),
        tag(sides[0], &names[0]),
        tag(sides[1], &names[1]),
        tag("Termination", &record.result.reason),
        tag("PlyCount", &record.turns.len().to_string()),
    ];
    let turn = |(at, turn): (usize, &String)| {
        let note = record.notes.get(at);
        ToldTurn {
            turn: turn.clone(),
            comment: note.and_then(comment),
            clock: note.and_then(|note| note.left),
            elapsed: note.map(|note| note.seconds),
        }
    };
    let turns = record.turns.iter().enumerate().map(turn).collect();
    let result = Some(ToldResult { winner: record.result.winner });
    Ok(ToldGame { tags, start: record.start.clone(), turns, result })
}
