//! `tesuji selfplay`: games of the engine against itself, to be learned from.

use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde::Serialize;
use tune::data::{Blocks, Exploration, GAMES_A_BLOCK, MARK, Recipe, encode};
use tune::selfplay::{Progress, SelfPlay};

use super::countdown::Countdown;
use crate::cli::{Game, OPEN, game_parser, usage_error, whole};
use crate::output::{grouped, json, line};
use crate::{files, interrupt};

const EXAMPLES: &str = "\
Examples:
  tesuji selfplay ataxx --games 10000 --nodes 8000 --out ataxx.games --seed 1
  tesuji selfplay chess --games 20000 --nodes 5000 --out chess.games --random-plies 4-10
  tesuji data stats ataxx.games

Killed at any moment, the same command goes on; with more --games it adds to the file. The games follow from the seed, whatever
the number of threads. docs/data.md tells the form of the file.";

/// The engine of games from which a policy is learned, without what is asked for.
pub const EXPLORER: &str = "tesuji,hash=16,option.Algorithm=mcts";

/// Arguments of `tesuji selfplay`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SelfPlayArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: Game,
    /// Games that the file is to have
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000_000))]
    pub games: u64,
    /// Nodes to search for each turn
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, OPEN))]
    pub nodes: u64,
    /// The file of games; one that is there is gone on with
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Seed of starts and random plies
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads, a game each [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    pub threads: Option<u16>,
    /// Deal of starts, by the game's own words; repeatable: games take them in turn, and each is a group of its own
    #[arg(long, value_name = "DEAL")]
    pub deal: Vec<String>,
    /// Random plies after the deal, at least and at most
    #[arg(long, value_name = "LEAST-MOST", default_value = "2-8", value_parser = span)]
    pub random_plies: [u32; 2],
    /// How many of a hundred turns begin with random moves, so that positions after bad turns and within turns are known
    /// too; results are then those of the turns after the last
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = whole::<u32>(0, 90))]
    pub random_turns: u32,
    /// Settings of the engine, as on its line: params=FILE,option.NAME=VALUE
    #[arg(long, value_name = "SETTINGS")]
    pub engine: Option<String>,
    /// How a tree search explores, where a policy is to be learned: tesuji learn says how
    #[arg(skip)]
    pub exploration: Option<Exploration>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// Reads `LEAST-MOST`, or one number for both.
pub fn span(text: &str) -> Result<[u32; 2], String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&number| number <= 200);
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok([least, most]),
        _ => Err("use two numbers of plies up to 200, as in 2-8".to_owned()),
    }
}

#[derive(Serialize)]
struct ResultLine<'a> {
    r#type: &'static str,
    game: &'a str,
    games: u64,
    played: u64,
    positions: u64,
    complete: bool,
    seconds: f64,
}

/// The deals that were asked for, or those by which the game learns.
pub fn deals(game: Game, asked: &[String]) -> Vec<String> {
    let info = game.info();
    match (asked, info.training_deals) {
        ([], []) => vec![info.match_deal.to_owned()],
        ([], known) => known.iter().map(|&deal| deal.to_owned()).collect(),
        (asked, _) => asked.to_vec(),
    }
}

impl SelfPlayArgs {
    /// How the games are made.
    pub fn recipe(&self) -> Recipe {
        let info = self.game.info();
        let deals = deals(self.game, &self.deal);
        let more = self.engine.as_ref().map(|more| format!(",{more}")).unwrap_or_default();
        Recipe {
            game: info.name.to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            engine: match self.exploration {
                Some(_) => format!("{EXPLORER}{more}"),
                None => format!("tesuji,nodes={}{more}", self.nodes),
            },
            seed: self.seed,
            deals,
            random_plies: self.random_plies,
            random_turns: self.random_turns,
            exploration: self.exploration.clone(),
        }
    }
}

/// Where a file that is gone on with stands.
struct Stand {
    /// The games of its whole blocks, and its length with these.
    whole: u64,
    length: u64,
    /// All of its games, and its length with these; those of a last block that is not full are played again as part of one.
    all: u64,
    end: u64,
}

fn stand(bytes: &[u8], recipe: &Recipe, path: &str) -> Result<Stand> {
    let mut found = Stand { whole: 0, length: 0, all: 0, end: 0 };
    let mut blocks = Blocks::new(bytes);
    while let Some(block) = blocks.next() {
        let block = match block {
            Ok(block) => block,
            // A block that was being written when the program was killed.
            Err(damage) if damage.at_end => break,
            Err(damage) => anyhow::bail!("{path}: {damage}: choose another file"),
        };
        let others = block.iter().find(|game| *game.recipe != *recipe);
        if let Some(other) = others {
            let written = |recipe: &Recipe| serde_json::to_string(recipe).unwrap_or_default();
            anyhow::bail!(
                "{path} has games of another recipe: {}, and not {}",
                written(&other.recipe),
                written(recipe)
            );
        }
        let in_order = block.iter().zip(found.all..).all(|(game, number)| game.number == number);
        ensure!(in_order, "{path} has games in another order: choose another file");
        found.all += block.len() as u64;
        found.end = blocks.place() as u64;
        if block.len() != GAMES_A_BLOCK {
            break;
        }
        found.whole = found.all;
        found.length = found.end;
    }
    Ok(found)
}

/// Plays the games that the file does not have.
pub fn run(args: &SelfPlayArgs) -> Result<()> {
    let recipe = Arc::new(args.recipe());
    let spec = recipe.engine.parse::<arena::EngineSpec>();
    spec.and_then(|spec| spec.build(args.game, 0))
        .map_err(|error| usage_error("selfplay", error.to_string()))?;
    let shown = files::name(&args.out);
    let cannot = || format!("{shown} cannot be written");
    let mut out = files::append(&args.out)?;
    files::lock(&out, &args.out)?;
    let mut there = Vec::new();
    out.read_to_end(&mut there).with_context(cannot)?;
    let begins = there.len().min(MARK.len());
    ensure!(there[..begins] == MARK[..begins], "{shown} is no file of games: choose another");
    let Stand { whole, length, all, end } = stand(&there, &recipe, &shown)?;
    // Games that are there are never made fewer.
    let (first, length) = if all >= args.games { (all, end) } else { (whole, length) };
    let begun = Instant::now();
    // A torn end is cut.
    out.set_len(length).with_context(cannot)?;
    out.seek(SeekFrom::End(0)).with_context(cannot)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let mut countdown = Countdown::new(args.games.saturating_sub(first));
    let (mut played, mut positions, mut failure) = (0, 0, None);
    let play = SelfPlay { kind: args.game, recipe, threads };
    let ended = play.play(first, args.games, interrupt::flag(), &mut |progress| match progress {
        Progress::Game(count) => {
            positions += count as u64;
            let seconds = begun.elapsed().as_secs_f64();
            countdown.step(&|done| {
                let rate = done as f64 / seconds.max(1e-3);
                format!("{done} games, {} positions, {rate:.1} games/s", grouped(positions))
            });
            true
        }
        Progress::Block(games) => {
            played += games.len() as u64;
            let written = out.write_all(&encode(games)).and_then(|()| out.flush());
            failure = written.err();
            failure.is_none()
        }
    });
    countdown.end();
    ended.map_err(anyhow::Error::msg)?;
    if let Some(error) = failure {
        return Err(error).with_context(cannot);
    }
    out.sync_all().with_context(cannot)?;
    let games = first + played;
    let seconds = begun.elapsed().as_secs_f64();
    let complete = games >= args.games;
    if args.json {
        let game = args.game.name();
        return json(&ResultLine {
            r#type: "result",
            game,
            games,
            played,
            positions,
            complete,
            seconds,
        });
    }
    let note = if complete { "" } else { ". The same command goes on" };
    line(format!("{games} games in {shown}, {played} of them now in {seconds:.1} s{note}"))
}
