//! `tesuji book show`.

use std::path::PathBuf;

use anyhow::Result;
use arena::words::counted;
use clap::Args;
use engine::{BookTurn, Referee, Score, Searched};
use serde::Serialize;

use super::file;
use crate::cli::MovesArgs;
use crate::output::{grouped, json, line};
use crate::setup::set_up;

/// Arguments of `tesuji book show`.
#[derive(Args)]
pub struct ShowArgs {
    /// A book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Position to start from [default: the game's usual start]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    moves: MovesArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Output<'a> {
    game: &'a str,
    positions: usize,
    position: &'a str,
    turns: Vec<TurnLine<'a>>,
}

#[derive(Serialize)]
struct TurnLine<'a> {
    turn: &'a str,
    games: u64,
    #[serde(flatten)]
    counted: &'a BookTurn,
    /// How heavy it is for an engine that plays from the book; 0 where it is not played.
    weight: u32,
}

fn share(count: u64, turn: &BookTurn) -> String {
    let games = turn.games();
    if games == 0 { "-".to_owned() } else { format!("{:.1}", 100.0 * count as f64 / games as f64) }
}

fn score(searched: Option<Searched>) -> String {
    searched.map_or_else(String::new, |Searched { score, depth }| {
        format!("{} at depth {depth}", Score::from(score))
    })
}

/// Prints the turns of a position.
pub fn run(args: &ShowArgs) -> Result<()> {
    let (kind, book) = file::read(&args.book)?;
    let game = set_up(kind, args.position.as_deref(), &args.moves.moves, Referee::default())?;
    let position = kind.starts().without_clocks(&game.position_text())?;
    let weights = book.weights(&position);
    let weight = |text: &str| weights.iter().find(|(known, _)| *known == text).map_or(0, |it| it.1);
    let mut turns: Vec<TurnLine<'_>> = book
        .turns(&position)
        .into_iter()
        .flatten()
        .map(|(turn, counted)| {
            let (games, weight) = (counted.games(), weight(turn));
            TurnLine { turn, games, counted, weight }
        })
        .collect();
    turns.sort_by_key(|turn| std::cmp::Reverse((turn.games, turn.weight)));
    let positions = book.positions().len();
    if args.json {
        return json(&Output { game: kind.name(), positions, position: &position, turns });
    }
    line(format!("{}: {}", kind.title(), counted(positions as u64, "position")))?;
    line(&position)?;
    if turns.is_empty() {
        return line("The book has no turn here.");
    }
    let width = turns.iter().map(|turn| turn.turn.chars().count()).max().unwrap_or(0).max(4);
    line(format!(
        "{:<width$} {:>9} {:>6} {:>6} {:>6} {:>7}  Score",
        "Turn", "Games", "Won", "Drawn", "Lost", "Weight"
    ))?;
    for TurnLine { turn, games, counted: of, weight } in &turns {
        let [won, drawn, lost] = [of.wins, of.draws, of.losses].map(|count| share(count, of));
        let row = format!(
            "{turn:<width$} {:>9} {won:>6} {drawn:>6} {lost:>6} {weight:>7}  {}",
            grouped(*games),
            score(of.searched)
        );
        line(row.trim_end())?;
    }
    line("Won, drawn and lost are in percent, from the view of the side to move.")
}
