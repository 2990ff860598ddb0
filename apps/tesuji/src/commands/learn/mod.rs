//! `tesuji learn`: games, a network that learns from them, a match with the last one, and again.

mod shown;
mod zero;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use arena::EngineSpec;
use arena::stats::{Decision, Sprt, estimate};
use clap::Args;
use serde::{Deserialize, Serialize};
use tune::data::{Exploration, Recipe};
use tune::selfplay::SelfPlay;
use tune::{Contest, Halt};

use self::shown::Shown;
use self::zero::{LevelMatch, ZeroArgs};
use super::countdown::Countdown;
use super::selfplay::SelfPlayArgs;
use super::train::{TrainArgs, checkpoint};
use super::{selfplay, train};
use crate::cli::{Game, OPEN, game_parser, usage_error, whole};
use crate::output::{json, line};
use crate::{files, interrupt};

const EXAMPLES: &str = "\
Examples:
  tesuji learn ataxx --folder ataxx-nets --generations 5
  tesuji learn onitama --folder onitama-nets --generations 8 --games 20000 --window 4
  tesuji learn onitama --folder zero --from-zero --generations 40 --games 4000 --window 5 --epochs 4

Each generation plays --games games with the network that is best so far (at first the hand-made evaluation), trains a new
one on the games of the last --window generations, and lets it play against the one before. It is kept if the test says that
it is better. With --from-zero a policy and a value are learned for Monte Carlo tree search from nothing but the rules; after
each generation the best network plays against the levels, one after the other, as far as it beats them. Killed at any moment, the same command goes on. docs/networks.md describes it.";

/// Arguments of `tesuji learn`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct LearnArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// The folder of games, networks and their record
    #[arg(long, value_name = "DIR")]
    folder: PathBuf,
    /// Generations to make in all
    #[arg(long, value_name = "N", default_value = "5", value_parser = whole::<u32>(1, 10_000))]
    generations: u32,
    /// Games of a generation
    #[arg(long, value_name = "N", default_value = "16000", value_parser = whole::<u64>(32, 1_000_000_000))]
    games: u64,
    /// Nodes to search for each turn, in games to learn from and in matches
    #[arg(long, value_name = "N", default_value = "2000", value_parser = whole::<u64>(1, OPEN))]
    nodes: u64,
    /// Generations whose games are learned from
    #[arg(long, value_name = "N", default_value = "3", value_parser = whole::<u32>(1, 10_000))]
    window: u32,
    /// Times that every position is learned from
    #[arg(long, value_name = "N", default_value = "20", value_parser = whole::<u32>(1, 100_000))]
    epochs: u32,
    /// Learn from every position, and not from the quiet ones alone
    #[arg(long)]
    all_positions: bool,
    /// Learn what is to be added to the hand-made evaluation, and not to stand in its place
    #[arg(long)]
    add_to_hand: bool,
    /// The test by which a network is kept: elo0,elo1 or elo0,elo1,alpha,beta
    #[arg(long, value_name = "TEST", default_value = "0,15", value_parser = test)]
    sprt: Sprt,
    /// Pairs of games of a match, at most; one that they do not decide is lost
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<u64>(1, 1_000_000))]
    pairs: u64,
    /// Learn a policy and a value for Monte Carlo tree search, from nothing but the rules
    #[arg(long, conflicts_with_all = ["nodes", "all_positions", "add_to_hand"])]
    from_zero: bool,
    #[command(flatten)]
    zero: ZeroArgs,
    /// Seed of everything
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    threads: Option<u16>,
    /// The name under which the page lists the run [default: GAME-METHOD-SEED, with a number where there is one]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The data folder, where the page finds the run [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR")]
    data_folder: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn test(text: &str) -> Result<Sprt, String> {
    text.parse::<Sprt>().map_err(|error| error.to_string())
}

/// The settings that decide how the generations come out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Settings {
    game: String,
    games: u64,
    nodes: u64,
    window: u32,
    epochs: u32,
    all_positions: bool,
    add_to_hand: bool,
    sprt: Sprt,
    pairs: u64,
    seed: u64,
    /// How games explore, where it is learned from zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exploration: Option<Exploration>,
}

/// How a generation came out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Generation {
    generation: u32,
    /// The file of its network, in the folder.
    network: String,
    /// Whom it played against: a file in the folder, or `hand`.
    against: String,
    /// The pairs of the match that scored 0, 1/2, 1, 3/2 and 2.
    pairs: [u64; 5],
    /// Elo against that one, with the ends of the 95 % interval.
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    kept: bool,
    /// Elo of the best network so far above the hand-made evaluation: the sum of those that were kept.
    total: f64,
    /// Seconds that this generation took, those of interrupted runs left out.
    seconds: f64,
    threads: usize,
    /// From zero: games that were played on though a side would have resigned, and in how many it did not lose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resigned: Option<[u64; 2]>,
    /// From zero: matches of the best network against levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    levels: Vec<LevelMatch>,
}

#[derive(Serialize, Deserialize)]
struct Record {
    settings: Settings,
    /// The name under which the page lists it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    generations: Vec<Generation>,
}

impl Record {
    /// The file of the best network so far; None for the hand-made evaluation.
    fn best(&self) -> Option<&str> {
        let kept = self.generations.iter().rev().find(|generation| generation.kept);
        kept.map(|generation| generation.network.as_str())
    }

    fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        files::replace(path, |out| out.write_all(text.as_bytes()))
    }
}

impl LearnArgs {
    fn settings(&self) -> Settings {
        Settings {
            game: self.game.name().to_owned(),
            games: self.games,
            nodes: self.nodes,
            window: self.window,
            epochs: self.epochs,
            all_positions: self.all_positions,
            add_to_hand: self.add_to_hand,
            sprt: self.sprt,
            pairs: self.pairs,
            seed: self.seed,
            exploration: self.from_zero.then(|| self.zero.exploration(self.game)),
        }
    }

    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// The method's name, as the page has it.
    fn method(&self) -> &'static str {
        if self.from_zero { "zero" } else { "learn" }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The evaluation that an engine's line names.
    fn evaluation(&self, network: Option<&str>) -> Option<String> {
        match network {
            Some(name) => Some(format!("option.EvalFile={}", self.file(name).display())),
            None if self.from_zero => {
                Some(format!("option.EvalFile={}", self.file(zero::NOTHING).display()))
            }
            // A game without a network in the program has no other evaluation.
            None => self
                .game
                .knowledge()
                .evaluation(None)
                .ok()?
                .network
                .map(|_| "option.Evaluation=hand".into()),
        }
    }

    fn engine(&self, network: Option<&str>) -> Result<EngineSpec> {
        let evaluation =
            self.evaluation(network).map(|text| format!(",{text}")).unwrap_or_default();
        let line = if self.from_zero {
            zero::line(&evaluation, self.zero.visits)
        } else {
            format!("tesuji,nodes={}{evaluation}", self.nodes)
        };
        line.parse().with_context(|| format!("the engine '{line}' cannot be set up"))
    }

    /// Plays the games of a generation, those that are not there yet.
    fn play(&self, generation: u32, best: Option<&str>) -> Result<()> {
        selfplay::run(&SelfPlayArgs {
            exploration: self.settings().exploration,
            game: self.game,
            games: self.games,
            nodes: self.nodes,
            out: self.file(&games_of(generation)),
            seed: arena::seeds::mix(self.seed, generation.into()),
            threads: self.threads,
            deal: Vec::new(),
            // Searches from zero vary their games themselves.
            random_plies: if self.from_zero { [0, 0] } else { [2, 10] },
            engine: self.evaluation(best),
            json: self.json,
        })
    }

    /// Trains the network of a generation, or goes on with that.
    fn train(&self, generation: u32) -> Result<()> {
        let out = self.file(&network_of(generation));
        let first = (generation + 1).saturating_sub(self.window).max(1);
        train::run(&TrainArgs {
            game: self.game,
            data: (first..=generation).map(|number| self.file(&games_of(number))).collect(),
            resume: checkpoint(&out).exists(),
            out,
            width: None,
            epochs: self.epochs,
            batch: if self.from_zero { zero::BATCH } else { 16_384 },
            rate: 0.002,
            decay: 0.02,
            blend: if self.from_zero { zero::BLEND } else { 0.7 },
            points: None,
            skip: 0,
            all_positions: self.all_positions,
            policy: self.from_zero,
            add_to_hand: self.add_to_hand,
            seed: arena::seeds::mix(self.seed, generation.into()),
            threads: self.threads,
            json: self.json,
        })
    }

    /// The match of a generation against the best one before; None where it was stopped.
    fn compare(&self, generation: u32, best: Option<&str>) -> Result<Option<[u64; 5]>> {
        let engines = [self.engine(Some(&network_of(generation)))?, self.engine(best)?];
        let seed = arena::seeds::mix(!self.seed, generation.into());
        self.contest(seed, engines, self.pairs)
    }

    /// A match of so many pairs at most, from starts of a seed; None where it was stopped.
    fn contest(&self, seed: u64, engines: [EngineSpec; 2], pairs: u64) -> Result<Option<[u64; 5]>> {
        let info = self.game.info();
        let deals = match info.training_deals {
            [] => vec![info.match_deal.to_owned()],
            deals => deals.iter().map(|&deal| deal.to_owned()).collect(),
        };
        let recipe = Arc::new(Recipe {
            game: info.name.to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            engine: String::new(),
            // Other starts than those of the games that were learned from.
            seed,
            deals,
            random_plies: [2, 10],
            exploration: None,
        });
        let starts = SelfPlay { kind: self.game, recipe, threads: self.threads() };
        let stop = interrupt::flag();
        let contest = Contest { starts: &starts, engines, test: self.sprt, pairs, stop };
        let mut countdown = Countdown::new(pairs);
        let played = contest.play(&mut |counts| {
            countdown.to(counts.iter().sum(), &|pairs| {
                let elo = estimate(&counts).map(|estimate| estimate.elo).unwrap_or_default();
                format!("{pairs} pairs, {elo:+.0} Elo")
            });
        });
        countdown.end();
        match played {
            Ok(counts) => Ok(Some(counts)),
            Err(Halt::Stopped) => Ok(None),
            Err(halt) => Err(halt.into()),
        }
    }
}

fn games_of(generation: u32) -> String {
    format!("gen-{generation}.games")
}

fn network_of(generation: u32) -> String {
    format!("gen-{generation}.net")
}

/// The record of a folder, or a new one.
fn record(path: &Path, settings: Settings) -> Result<Record> {
    if !path.exists() {
        return Ok(Record { settings, name: None, generations: Vec::new() });
    }
    let name = files::name(path);
    let text = files::read_text(path, 1 << 24)?;
    let found: Record =
        serde_json::from_str(&text).with_context(|| format!("{name} cannot be read"))?;
    ensure!(
        found.settings == settings,
        "{name} is of other settings: {}",
        serde_json::to_string(&found.settings).unwrap_or_default()
    );
    Ok(found)
}

/// Makes the generations that are missing.
pub fn run(args: &LearnArgs) -> Result<()> {
    let game = args.game;
    let Some(inputs) = game.knowledge().network_inputs() else {
        let text = format!("{} says nothing of what a network sees", game.title());
        return Err(usage_error("learn", text));
    };
    if args.from_zero && inputs.moves == 0 {
        let text = format!("networks of {} have no policy: --from-zero needs one", game.title());
        return Err(usage_error("learn", text));
    }
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("{} cannot be made", args.folder.display()))?;
    let path = args.file("learn.json");
    let mut record = record(&path, args.settings())?;
    if args.from_zero {
        zero::write_nothing(args, &inputs)?;
    }
    let shown = Shown::begin(args, &mut record)?;
    record.write(&path)?;
    shown.write(&record);
    let stop = interrupt::flag();
    while record.generations.len() < args.generations as usize {
        let generation = record.generations.len() as u32 + 1;
        let begun = Instant::now();
        let best = record.best().map(str::to_owned);
        let begins = if args.from_zero { zero::NOTHING } else { "hand" };
        eprintln!("generation {generation}: games by {}", best.as_deref().unwrap_or(begins));
        args.play(generation, best.as_deref())?;
        if !stop.load(Ordering::Relaxed) {
            args.train(generation)?;
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let Some(pairs) = args.compare(generation, best.as_deref())? else { break };
        let Some(found) = estimate(&pairs) else { break };
        let decided = args.sprt.state(&pairs).decision;
        // From zero generations are many: what the test leaves open is kept if it scores enough.
        let enough = args.from_zero && decided.is_none() && found.elo >= zero::ENOUGH;
        let kept = decided == Some(Decision::Accepted) || enough;
        let before = record.generations.last().map_or(0.0, |last| last.total);
        let (mut resigned, mut levels) = (None, Vec::new());
        if let Some(exploration) = &record.settings.exploration {
            resigned = Some(args.resigned(generation, exploration)?);
            let network = if kept { Some(network_of(generation)) } else { best.clone() };
            let reached = record.generations.iter().flat_map(|generation| &generation.levels);
            let reached = reached.filter(|one| one.is_beaten()).map(|one| one.level).max();
            let Some(played) = args.climb(generation, network.as_deref(), reached, kept)? else {
                break;
            };
            levels = played;
        }
        record.generations.push(Generation {
            generation,
            network: network_of(generation),
            against: best.unwrap_or_else(|| begins.to_owned()),
            pairs,
            elo: found.elo,
            elo_low: found.elo_low,
            elo_high: found.elo_high,
            kept,
            total: before + if kept { found.elo } else { 0.0 },
            seconds: begun.elapsed().as_secs_f64(),
            threads: args.threads(),
            resigned,
            levels,
        });
        record.write(&path)?;
        shown.write(&record);
        // The checkpoint of a training that has ended is of no use any more.
        let _ = std::fs::remove_file(checkpoint(&args.file(&network_of(generation))));
    }
    told(args, &record)
}

/// The table of the generations.
fn told(args: &LearnArgs, record: &Record) -> Result<()> {
    if args.json {
        return json(record);
    }
    line(
        "Generation  Against        Pairs  Score   Elo (95 %)                 Kept    In all  Core hours  Levels"
            .strip_suffix(if args.from_zero { "" } else { "  Levels" })
            .unwrap_or_default(),
    )?;
    let mut hours = 0.0;
    for of in &record.generations {
        let pairs: u64 = of.pairs.iter().sum();
        let points: u64 = of.pairs.iter().zip(0..).map(|(count, half)| count * half).sum();
        let score = points as f64 / (4 * pairs.max(1)) as f64;
        hours += of.seconds * of.threads as f64 / 3_600.0;
        let interval = format!("{:+.0} ({:+.0} to {:+.0})", of.elo, of.elo_low, of.elo_high);
        let levels: Vec<String> = of.levels.iter().map(ToString::to_string).collect();
        line(
            format!(
                "{:>10}  {:<12} {pairs:>7}  {:>4.1} %  {interval:<25}  {:<4} {:>+8.0}  {hours:>10.2}  {}",
                of.generation,
                of.against,
                100.0 * score,
                if of.kept { "yes" } else { "no" },
                of.total,
                levels.join(", "),
            )
            .trim_end(),
        )?;
    }
    let best = record.best().map(|name| args.file(name).display().to_string());
    let nothing = if args.from_zero { "nothing yet" } else { "the hand-made evaluation" };
    line(format!("Best: {}", best.as_deref().unwrap_or(nothing)))?;
    if let Some([checked, wrong]) = record.generations.last().and_then(|last| last.resigned) {
        line(format!("Resigned: {wrong} of {checked} games that were played on were not lost"))?;
    }
    if record.generations.len() < args.generations as usize {
        line("The same command goes on.")?;
    }
    Ok(())
}
