//! `tesuji play`: the terminal client.

mod file;
pub mod input;
mod table;
pub mod words;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use arena::EngineSpec;
use clap::Args;
use engine::options::LEVEL;
use engine::{AnyGame, Referee};

use crate::cli::{PositionArgs, SetUpArgs, usage_error, whole};
use crate::think::LimitArgs;

const THINKING: Duration = Duration::from_secs(1);

const EXAMPLES: &str = "\
Examples:
  tesuji play onitama                                you begin with the usual cards
  tesuji play onitama --deal base --side random      a random deal and a random side
  tesuji play onitama --side both                    two people
  tesuji play chess --level 4                        against a weaker engine
  tesuji play onitama --side none --time 0.2         watch the engine play itself
  tesuji play onitama --deal ox,boar,horse,elephant,crab --time 3 --threads 2
  printf 'ox c1c2\\nmoves\\nquit\\n' | tesuji play onitama --depth 4

Type help while you play. The third repetition of a position is a draw here (a rule of ours).";

/// Arguments of `tesuji play`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    #[command(flatten)]
    start: PositionArgs,
    /// Deal from these cards or decks: base, base+senseis_path, promo, any, or five cards
    #[arg(long, value_name = "DEAL", conflicts_with = "position")]
    deal: Option<String>,
    /// Seed of a random deal [default: a new one each time; it is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Your side: its name or letter, first, second, both, none or random
    #[arg(long, value_name = "SIDE", default_value = "first")]
    side: String,
    /// Level of the engine, from 1 to 15 [default: full strength]
    #[arg(long, value_name = "N", conflicts_with = "engine", value_parser = whole::<u32>(1, LEVEL.max.unsigned_abs()))]
    level: Option<u32>,
    /// Show the board from the second side's view
    #[arg(long)]
    flip: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    set_up: SetUpArgs,
    /// The engine as a line, as in `tesuji match`, in place of the limits above
    #[arg(long, value_name = "LINE")]
    engine: Option<EngineSpec>,
    /// Continue a game from a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "deal"])]
    load: Option<PathBuf>,
}

/// Plays.
pub fn run(args: &PlayArgs) -> Result<()> {
    let kind = args.start.game;
    let seed = args.seed.unwrap_or_else(crate::setup::fresh_seed);
    let referee = Referee { repetition_draw: true };
    let deal = args.deal.as_deref();
    let game = match &args.load {
        Some(path) => file::load(kind, path, referee)?,
        None => table::begin(kind, args.start.position.as_deref(), deal, seed, referee)?,
    };
    let people = people(game.as_ref(), &args.side, seed)?;
    let (engine, limits) = match &args.engine {
        Some(spec) => (spec.build(kind, seed)?, spec.limits().clone()),
        None => {
            let config = args.set_up.config(kind)?;
            let config = config.with(LEVEL.name, args.level.unwrap_or(0));
            (crate::setup::new_engine(kind, &config)?, args.limits.limits(THINKING))
        }
    };
    let (deal, resigned) = (args.deal.clone(), None);
    let flipped = args.flip;
    table::Table { kind, game, people, engine, limits, deal, seed, resigned, flipped }.play()
}

/// Which sides are people, first side first.
fn people(game: &dyn AnyGame, side: &str, seed: u64) -> Result<[bool; 2]> {
    let letters = game.side_letters();
    let is = |index: usize| {
        let letter = letters[index];
        side.eq_ignore_ascii_case(game.side_name(letter))
            || side.len() == 1 && side.starts_with(letter)
    };
    Ok(match side {
        "both" => [true, true],
        "none" => [false, false],
        "random" if seed.is_multiple_of(2) => [true, false],
        "random" => [false, true],
        "first" => [true, false],
        "second" => [false, true],
        _ if is(0) => [true, false],
        _ if is(1) => [false, true],
        _ => {
            let [first, second] = letters.map(|letter| game.side_name(letter).to_lowercase());
            let message = format!(
                "'{side}' is no side: use {first}, {second}, first, second, both, none or random"
            );
            return Err(usage_error("play", message));
        }
    })
}
