//! `tesuji network make`: a game's network, made again.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context as _, Result, ensure};
use clap::{Args, Parser};
use serde::{Deserialize, Serialize};

use super::file::average;
use crate::cli::{Game, game_parser, usage_error, whole};
use crate::commands::selfplay::{self, SelfPlayArgs};
use crate::commands::train::{self, TrainArgs, checkpoint};
use crate::output::line;
use crate::{files, interrupt};

/// The fewest games of a step, two blocks of a file of games: of fewer it may be that none is held back.
const FEWEST_GAMES: u64 = 64;

/// Arguments of `tesuji network make`.
#[derive(Args)]
pub struct MakeArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// The folder of games and networks
    #[arg(long, value_name = "DIR", required_unless_present = "list")]
    folder: Option<PathBuf>,
    /// Play only so many per cent of the games: for a trial of the steps
    #[arg(long, value_name = "PERCENT", default_value = "100", value_parser = percent)]
    share: f64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    threads: Option<u16>,
    /// Print the steps, and do nothing
    #[arg(long)]
    list: bool,
}

/// Reads a share that is more than nothing.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|&number| number > 0.0 && number <= 100.0);
    number.ok_or_else(|| "use a number above 0, and at most 100".to_owned())
}

/// A line of a recipe, which begins with the name of the program.
#[derive(Parser)]
enum Step {
    #[command(name = "selfplay")]
    SelfPlay(Box<SelfPlayArgs>),
    Train(Box<TrainArgs>),
    #[command(subcommand)]
    Network(NetworkStep),
}

#[derive(Parser)]
enum NetworkStep {
    Average {
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[arg(long)]
        out: PathBuf,
    },
}

/// The steps of a folder, and how many of them are done.
#[derive(Serialize, Deserialize)]
struct Record {
    steps: Vec<String>,
    done: usize,
}

impl Record {
    /// The record of a folder, or a new one.
    fn read(path: &Path, steps: Vec<String>) -> Result<Record> {
        if !path.exists() {
            return Ok(Record { steps, done: 0 });
        }
        let name = files::name(path);
        let text = files::read_text(path, 1 << 20)?;
        let found: Record =
            serde_json::from_str(&text).with_context(|| format!("{name} cannot be read"))?;
        let same = found.steps == steps && found.done <= steps.len();
        ensure!(same, "{name} is of other steps, or another --share: choose another folder");
        Ok(found)
    }

    fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        files::replace(path, |out| out.write_all(text.as_bytes()))
    }
}

/// The steps of a recipe, with so many per cent of the games.
fn steps(recipe: &str, share: f64) -> Vec<String> {
    let lines = recipe.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| with_share(line, share)).collect()
}

fn with_share(line: &str, share: f64) -> String {
    let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let games = words.iter().position(|word| word == "--games").map(|at| at + 1);
    if let Some(word) = games.and_then(|at| words.get_mut(at))
        && let Ok(games) = word.parse::<u64>()
    {
        let fewer = (games as f64 * share / 100.0).round() as u64;
        *word = fewer.clamp(FEWEST_GAMES.min(games), games).to_string();
    }
    words.join(" ")
}

fn parsed(step: &str) -> Result<Step> {
    Step::try_parse_from(step.split_whitespace()).with_context(|| format!("'{step}' is no step"))
}

/// The checkpoint that a step leaves behind.
fn checkpoint_of(step: &Step) -> Option<PathBuf> {
    match step {
        Step::Train(args) => Some(checkpoint(&args.out)),
        Step::SelfPlay(_) | Step::Network(_) => None,
    }
}

/// Does a step in the folder that the program stands in.
fn perform(step: Step, threads: Option<u16>) -> Result<()> {
    match step {
        Step::SelfPlay(mut args) => {
            args.threads = threads;
            selfplay::run(&args)
        }
        Step::Train(mut args) => {
            args.threads = threads;
            args.resume = checkpoint(&args.out).exists();
            train::train(&args)
        }
        Step::Network(NetworkStep::Average { files, out }) => average(&files, &out),
    }
}

/// Does the steps that are missing in the folder.
pub(super) fn run(args: &MakeArgs) -> Result<()> {
    let game = args.game;
    let Some(network) = game.knowledge().network() else {
        let text = format!("the program has no network of {}", game.title());
        return Err(usage_error("network", text));
    };
    let steps = steps(network.recipe, args.share);
    let Some(folder) = args.folder.as_ref().filter(|_| !args.list) else {
        return steps.iter().try_for_each(line);
    };
    let cannot = || format!("{} cannot be made", folder.display());
    std::fs::create_dir_all(folder).with_context(cannot)?;
    let _lock = files::lock_folder(folder)?;
    // The steps name files of the folder.
    std::env::set_current_dir(folder)
        .with_context(|| format!("{} cannot be entered", folder.display()))?;
    let path = PathBuf::from("make.json");
    let mut record = Record::read(&path, steps)?;
    record.write(&path)?;
    let stop = interrupt::flag();
    while let Some(step) = record.steps.get(record.done) {
        eprintln!("step {} of {}: {step}", record.done + 1, record.steps.len());
        let step = parsed(step)?;
        let left_behind = checkpoint_of(&step);
        perform(step, args.threads)?;
        if stop.load(Ordering::Relaxed) {
            return line(format!(
                "{} of {} steps are done. The same command goes on",
                record.done,
                record.steps.len()
            ));
        }
        record.done += 1;
        record.write(&path)?;
        if let Some(path) = left_behind {
            // Of no use any more.
            let _ = std::fs::remove_file(path);
        }
    }
    let made = folder.join(format!("{}.net", game.name()));
    line(format!("{} is made: option.EvalFile={0} plays with it", made.display()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The files that a step reads, and the one that it writes.
    fn touched(step: Step) -> (Vec<PathBuf>, PathBuf) {
        match step {
            Step::SelfPlay(args) => {
                let engine = args.engine.as_deref().expect("what plays is said");
                let file = engine.strip_prefix("option.EvalFile=").map(PathBuf::from);
                assert!(file.is_some() || engine == "option.Evaluation=hand", "{engine}");
                (file.into_iter().collect(), args.out)
            }
            Step::Train(args) => (args.data.into_iter().chain(args.from).collect(), args.out),
            Step::Network(NetworkStep::Average { files, out }) => (files, out),
        }
    }

    #[test]
    fn each_step_of_a_recipe_reads_what_steps_before_it_have_made() {
        let mut recipes = 0;
        for kind in engine::kinds() {
            let Some(network) = kind.knowledge().network() else { continue };
            let (mut there, mut last) = (HashSet::new(), PathBuf::new());
            let mut unused = HashSet::new();
            for step in steps(network.recipe, 100.0) {
                let (read, written) = touched(parsed(&step).unwrap());
                for file in read {
                    assert!(there.contains(&file), "{step}: {} is not there", file.display());
                    unused.remove(&file);
                }
                there.insert(written.clone());
                unused.insert(written.clone());
                last = written;
            }
            assert_eq!(last, PathBuf::from(format!("{}.net", kind.name())));
            assert_eq!(unused, HashSet::from([last]));
            recipes += 1;
        }
        assert_eq!(recipes, 4);
    }

    #[test]
    fn a_share_of_the_games_is_two_blocks_at_least() {
        let recipe =
            "# A remark.\ntesuji selfplay ataxx --games 2000 --out a.games\n\ntesuji train";
        let of = |share: f64| steps(recipe, share);
        assert_eq!(of(100.0), ["tesuji selfplay ataxx --games 2000 --out a.games", "tesuji train"]);
        assert!(of(10.0)[0].contains("--games 200 "));
        assert!(of(0.1)[0].contains("--games 64 "));
    }
}
