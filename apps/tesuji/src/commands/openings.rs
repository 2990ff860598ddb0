//! `tesuji openings`: makes openings.

use std::sync::atomic::Ordering;

use anyhow::Result;
use arena::openings::{Made, Making, make};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::{Game, OPEN, game_parser, whole};
use crate::interrupt;
use crate::output::{json, line};

const EXAMPLES: &str = "\
Example:
  tesuji openings make onitama --plies 4 --balance 30 --count 500 --seed 1 > openings.epd
  tesuji match onitama --openings openings.epd --engine … --engine … --games 1000

Random turns from a random deal, kept where a search of --depth plies finds neither side better by more than
--balance points (hundredths of a piece). Where one side is much better, the colour decides both games of a
pair, which then say little.";

/// Arguments of `tesuji openings`.
#[derive(Args)]
pub struct OpeningsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Make openings and print them, one per line
    Make(MakeArgs),
}

/// Arguments of `tesuji openings make`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct MakeArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// Number of random turns from the start
    #[arg(long, value_name = "N", value_parser = whole::<u16>(0, 200))]
    plies: u16,
    /// Largest score of either side, in points
    #[arg(long, value_name = "X", value_parser = whole::<i32>(0, OPEN))]
    balance: i32,
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u32>(1, OPEN))]
    count: u32,
    /// Depth of the search of each, in plies
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u32>(1, 100))]
    depth: u32,
    /// Seed of the turns [default: a new one each time; it is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Cards or decks to deal from, as in `tesuji match`
    #[arg(long, value_name = "DEAL", default_value = "")]
    deal: String,
    /// Print JSON, one object per opening
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct OpeningLine<'a> {
    start: &'a str,
    turns: [&'a str; 0],
    score: i32,
    depth: u32,
}

/// Makes openings.
pub fn run(args: &OpeningsArgs) -> Result<()> {
    let What::Make(args) = &args.what;
    let making = Making {
        count: args.count as usize,
        plies: args.plies.into(),
        balance: args.balance,
        depth: args.depth,
        seed: args.seed.unwrap_or_else(crate::setup::fresh_seed),
        deal: args.deal.clone(),
    };
    if !args.json {
        line(format!(
            "# {} openings: {} random plies, balance {} at depth {}, seed {}",
            args.game.title(),
            making.plies,
            making.balance,
            making.depth,
            making.seed
        ))?;
    }
    let bar = ProgressBar::new(making.count as u64);
    if let Ok(style) =
        ProgressStyle::with_template("{bar:30} {pos}/{len} openings, {eta} left  {msg}")
    {
        bar.set_style(style);
    }
    let stop = interrupt::flag();
    let mut printed = Ok(());
    // A balance that nothing meets would search for ever.
    let most = 1_000 * making.count as u64 + 10_000;
    let mut tried = 0;
    let made = make(args.game, &making, &mut |opening, looked_at| {
        tried = looked_at;
        bar.set_message(format!("{looked_at} looked at"));
        if let Some(opening) = opening {
            bar.inc(1);
            printed = print(opening, args);
        }
        printed.is_ok() && looked_at < most && !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    printed?;
    let made = made.map_err(anyhow::Error::msg)?;
    if made.len() < making.count && !stop.load(Ordering::Relaxed) {
        anyhow::bail!(
            "only {} of {tried} openings were balanced: allow more with --balance",
            made.len()
        );
    }
    Ok(())
}

fn print(opening: &Made, args: &MakeArgs) -> Result<()> {
    let Made { position, score } = opening;
    if args.json {
        return json(&OpeningLine { start: position, turns: [], score: *score, depth: args.depth });
    }
    // EPD's operations: the score and the depth of the search.
    line(format!("{position} ce {score}; acd {};", args.depth))
}
