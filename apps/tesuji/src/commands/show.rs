//! `tesuji show`.

use anyhow::Result;
use clap::Args;
use engine::Referee;
use serde::Serialize;

use crate::cli::{MovesArgs, PositionArgs};
use crate::output::{json, line};
use crate::setup::set_up;

const EXAMPLES: &str = "\
Examples:
  tesuji show onitama
  tesuji show onitama --moves 'ox c1c2' 'horse b5b4'
  tesuji show onitama --position '5/1R3/5/4B/5 r tiger,rooster crab,rabbit cobra' --json

Where a turn has several moves, the legal ones are those that it may begin with; --turns lists whole turns.
Here only the rules of the game hold: a third repetition is no draw.";

/// Arguments of `tesuji show`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ShowArgs {
    #[command(flatten)]
    start: PositionArgs,
    #[command(flatten)]
    moves: MovesArgs,
    /// List whole turns, one for each board that a turn leads to, where a turn has several moves
    #[arg(long)]
    turns: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Output {
    position: String,
    side: char,
    legal_moves: Vec<String>,
    result: Option<Ended>,
}

#[derive(Serialize)]
struct Ended {
    winner: Option<char>,
    reason: String,
}

/// Plays the moves and prints the board.
pub fn run(args: &ShowArgs) -> Result<()> {
    let position = args.start.position.as_deref();
    let game = set_up(args.start.game, position, &args.moves.moves, Referee::default())?;
    let result = game.ending().map(|ending| Ended { winner: ending.winner, reason: ending.reason });
    let legal_moves = if args.turns { game.legal_turns() } else { game.legal_moves() };
    if args.json {
        let (position, side) = (game.position_text(), game.side());
        return json(&Output { position, side, legal_moves, result });
    }
    line(game.draw())?;
    line("")?;
    line(game.position_text())?;
    line("")?;
    if let Some(Ended { winner, reason }) = result {
        return match winner {
            Some(letter) => line(format!("{} has won: {reason}.", game.side_name(letter))),
            None => line(format!("The game is a draw: {reason}.")),
        };
    }
    let count = legal_moves.len();
    let what = match (game.has_steps(), args.turns) {
        (true, true) => "turn",
        (true, false) => "step",
        _ => "move",
    };
    let plural = if count == 1 { "" } else { "s" };
    let listed = if args.turns && !game.lists_turns() { ", among many others" } else { "" };
    let side = game.side_name(game.side());
    line(format!("{side} has {count} legal {what}{plural}{listed}:"))?;
    let width = legal_moves.iter().map(String::len).max().unwrap_or(0) + 3;
    let columns = (76 / width).max(1);
    for row in legal_moves.chunks(columns) {
        let row: String = row.iter().map(|text| format!("{text:<width$}")).collect();
        line(format!("  {}", row.trim_end()))?;
    }
    Ok(())
}
