//! `tesuji data`: files of games to learn from.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use arena::words::counted;
use clap::{Args, Subcommand};
use engine::Referee;
use serde::Serialize;
use tune::Which;
use tune::data::{
    GAMES_A_BLOCK, OfPart, OfStarts, Statistics, StoredGame, by_start, encode, on_test_side,
    same_game, shuffle, statistics,
};

use super::stored::{kind_of, read};
use super::tune::input::{Wanted, samples};
use crate::cli::{Game, OPEN, whole};
use crate::files;
use crate::output::{grouped, json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji data stats ataxx.games
  tesuji data starts onitama.games
  tesuji data check ataxx.games
  tesuji data show ataxx.games --game 3
  tesuji data merge a.games b.games --out all.games
  tesuji data split all.games --learn learn.games --held held.games --share 10
  tesuji data export ataxx.games --all-positions --out ataxx.npz

Damaged parts of a file are passed over and told on standard error; check fails where there are any.";

/// Arguments of `tesuji data`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct DataArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Count games, positions, duplicates and results, by group of starts
    Stats {
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// The first side's score by the parts of the start: cards in Onitama, set-ups in Arimaa
    Starts {
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Count the games of each file together, whatever engines played them
        #[arg(long)]
        by_file: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Read every block and play every game through
    Check {
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Print a game with its scores
    Show {
        /// A file of games
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Its place in the file, from 1
        #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u64>(1, OPEN))]
        game: u64,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Put the games of files into an order that a seed gives; each stays whole
    Shuffle {
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Seed of the order
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },
    /// Write the games of several files into one, without those that stand there already
    Merge {
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Part games in two, by a hash of each game and a seed; a game goes to one side whole
    Split {
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// The file of the games to learn from
        #[arg(long, value_name = "FILE")]
        learn: PathBuf,
        /// The file of the games that are held back
        #[arg(long, value_name = "FILE")]
        held: PathBuf,
        /// One game in so many is held back
        #[arg(long, value_name = "N", default_value = "10", value_parser = whole::<u64>(2, 1_000_000))]
        share: u64,
        /// Seed of the split
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },
    /// Write what a network learns from as a file of NumPy (.npz), to train with other tools
    Export {
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Every position, and not the quiet ones alone
        #[arg(long)]
        all_positions: bool,
        /// Leave out the first turns of each game
        #[arg(long, value_name = "TURNS", default_value_t = 0)]
        skip: usize,
        /// Seed by which one game in ten is held back
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },
}

fn write(path: &Path, games: &[StoredGame]) -> Result<()> {
    files::replace(path, |out| {
        games.chunks(GAMES_A_BLOCK).try_for_each(|games| out.write_all(&encode(games)))
    })
}

#[derive(Serialize)]
struct StatisticsLine<'a> {
    game: &'a str,
    #[serde(flatten)]
    statistics: &'a Statistics,
    damaged: usize,
}

fn stats(paths: &[PathBuf], as_json: bool) -> Result<()> {
    let (games, damaged) = read(paths)?;
    let kind = kind_of(&games)?;
    let found = statistics(kind, &games)
        .map_err(|(index, fault)| anyhow::anyhow!("game {}: {fault}", index + 1))?;
    if as_json {
        return json(&StatisticsLine { game: kind.name(), statistics: &found, damaged });
    }
    let all = found.positions.max(1) as f64;
    line(format!("{}: {}", kind.title(), counted(found.games, "game")))?;
    line(format!("Positions   {}", grouped(found.positions)))?;
    let share = |count: u64| format!("{} ({:.1} %)", grouped(count), 100.0 * count as f64 / all);
    line(format!(
        "Duplicates  {}, and {}",
        share(found.duplicates),
        counted(found.same_games, "whole game")
    ))?;
    line(format!("Proven      {}", share(found.proven)))?;
    line(format!("Size        {:.1} bytes a position", found.bytes_a_position))?;
    for (name, group) in &found.groups {
        let games = group.games.max(1) as f64;
        let name = if name.is_empty() { "(usual)" } else { name };
        line(format!(
            "{name:<11} {}, {:.0} positions each; the first side won {:.1} %, drawn {:.1} %",
            counted(group.games, "game"),
            group.positions as f64 / games,
            100.0 * group.first_won as f64 / games,
            100.0 * group.drawn as f64 / games
        ))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct StartsLine<'a> {
    game: &'a str,
    engines: &'a [OfStarts],
    damaged: usize,
}

fn starts(paths: &[PathBuf], by_file: bool, as_json: bool) -> Result<()> {
    let mut games = Vec::new();
    let mut damaged = 0;
    for path in paths {
        let (of_file, lost) = read(std::slice::from_ref(path))?;
        damaged += lost;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        games.extend(of_file.into_iter().map(|game| {
            let name = if by_file { name.to_string() } else { game.recipe.engine.clone() };
            (name, game)
        }));
    }
    let kind = kind_of(games.iter().map(|(_, game)| game))?;
    let engines = by_start(kind, games.iter().map(|(name, game)| (name.as_str(), game)))
        .map_err(|(index, fault)| anyhow::anyhow!("game {}: {fault}", index + 1))?;
    ensure!(
        engines.iter().any(|of| !of.parts.is_empty()),
        "no game of {} here has a start with parts to tell results apart by",
        kind.title()
    );
    if as_json {
        return json(&StartsLine { game: kind.name(), engines: &engines, damaged });
    }
    for OfStarts { engine, games, parts } in &engines {
        let games = counted(*games, "game");
        line(format!("{engine}: {games}; the first side's score in percent"))?;
        for OfPart { name, place, games, first, low, high } in parts {
            let [first, low, high] = [first, low, high].map(|share| 100.0 * share);
            let of = counted(*games, "game");
            line(format!("{name:<14} {place:<7} {first:5.1} ({low:.1} to {high:.1}) of {of}"))?;
        }
    }
    Ok(())
}

/// The result of a game by the board; None where the board shows none.
fn by_board(kind: Game, game: &StoredGame) -> Result<Option<u8>, String> {
    let referee = Referee { repetition_draw: true };
    let mut board = kind.new_game(Some(&game.start), referee).map_err(|error| error.to_string())?;
    for (number, turn) in (1..).zip(kind.packing().texts(&game.start, &game.moves)?) {
        board.play(&turn).map_err(|error| format!("turn {number}: {error}"))?;
    }
    let [first, _] = kind.side_letters();
    let half_points =
        |winner: Option<char>| winner.map_or(1, |winner| 2 * u8::from(winner == first));
    if board.turns().len() != game.scores.len() {
        return Err(format!(
            "{} scores stand beside {} turns",
            game.scores.len(),
            board.turns().len()
        ));
    }
    Ok(board.ending().map(|ending| half_points(ending.winner)))
}

fn check(paths: &[PathBuf]) -> Result<()> {
    let mut wrong = 0_u64;
    let (games, damaged) = read(paths)?;
    let kind = kind_of(&games)?;
    for (number, game) in (1..).zip(&games) {
        let fault = match by_board(kind, game) {
            Ok(Some(result)) if result != game.half_points => {
                "the board shows another result".to_owned()
            }
            Ok(_) => continue,
            Err(fault) => fault,
        };
        wrong += 1;
        line(format!("game {number}: {fault}"))?;
    }
    line(format!(
        "{}, {wrong} wrong, {damaged} damaged parts",
        counted(games.len() as u64, "game")
    ))?;
    ensure!(wrong == 0 && damaged == 0, "not everything is as it should be");
    Ok(())
}

#[derive(Serialize)]
struct GameLine<'a> {
    #[serde(flatten)]
    recipe: &'a tune::data::Recipe,
    number: u64,
    group: &'a str,
    start: &'a str,
    turns: &'a [String],
    scores: Vec<Option<engine::Verdict>>,
    half_points: u8,
}

fn show(path: &Path, number: u64, as_json: bool) -> Result<()> {
    let (games, _) = read(&[path.to_owned()])?;
    let kind = kind_of(&games)?;
    let game = usize::try_from(number - 1).ok().and_then(|at| games.get(at));
    let all = counted(games.len() as u64, "game");
    let game = game.with_context(|| format!("there is no game {number}: the file has {all}"))?;
    let turns = kind.packing().texts(&game.start, &game.moves).map_err(anyhow::Error::msg)?;
    let scores: Vec<_> =
        (0..turns.len()).map(|turn| game.score(turn).map(engine::Score::verdict)).collect();
    let StoredGame { recipe, number, group, start, half_points, .. } = game;
    let (number, half_points) = (*number, *half_points);
    if as_json {
        let turns = &turns;
        return json(&GameLine { recipe, number, group, start, turns, scores, half_points });
    }
    line(format!("Recipe  {}", serde_json::to_string(&**recipe)?))?;
    line(format!("Number  {number}, group '{group}'"))?;
    line(format!("Start   {start}"))?;
    for (at, (turn, score)) in (1..).zip(turns.iter().zip(&scores)) {
        let score = match score {
            None => "-".to_owned(),
            Some(engine::Verdict::Points(points)) => format!("{points:+}"),
            Some(engine::Verdict::Win(plies)) => format!("win in {plies}"),
            Some(engine::Verdict::Loss(plies)) => format!("loss in {plies}"),
        };
        line(format!("{at:4}  {turn:24} {score}"))?;
    }
    let result = ["the second side won", "drawn", "the first side won"];
    line(format!("Result  {}", result[usize::from(half_points.min(2))]))
}

fn merge(paths: &[PathBuf], out: &Path) -> Result<()> {
    let (mut games, _) = read(paths)?;
    kind_of(&games)?;
    let all = games.len();
    let mut known = std::collections::HashSet::new();
    games.retain(|game| known.insert(same_game(game)));
    write(out, &games)?;
    let left_out = all - games.len();
    line(format!(
        "{} written, {left_out} left out that stood there twice",
        counted(games.len() as u64, "game")
    ))
}

/// Writes the positions of games that a network learns from.
fn export(paths: &[PathBuf], out: &Path, which: Which, skip: usize, seed: u64) -> Result<()> {
    files::target(out)?;
    // The other files are found to be of the same game where their positions are taken.
    let game = kind_of(&read(&paths[..paths.len().min(1)])?.0)?;
    let inputs = game.knowledge().network_inputs();
    ensure!(inputs.is_some(), "{} says nothing of what a network sees", game.title());
    let [learned, held] = samples(&Wanted { game, data: paths, seed, skip, which })?;
    files::replace(out, |out| tune::npz::write_samples([&learned, &held], out))?;
    line(format!(
        "{} has {} positions to learn from and {} held back",
        files::name(out),
        grouped(learned.len() as u64),
        grouped(held.len() as u64)
    ))
}

/// Does what is asked.
pub fn run(args: &DataArgs) -> Result<()> {
    match &args.action {
        Action::Stats { files, json } => stats(files, *json),
        Action::Starts { files, by_file, json } => starts(files, *by_file, *json),
        Action::Check { files } => check(files),
        Action::Show { file, game, json } => show(file, *game, *json),
        Action::Shuffle { files, out, seed } => {
            let (games, _) = read(files)?;
            kind_of(&games)?;
            write(out, &shuffle(games, *seed))
        }
        Action::Merge { files, out } => merge(files, out),
        Action::Export { files, out, all_positions, skip, seed } => {
            let which = if *all_positions { Which::All } else { Which::Quiet };
            export(files, out, which, *skip, *seed)
        }
        Action::Split { files, learn, held, share, seed } => {
            let (games, _) = read(files)?;
            kind_of(&games)?;
            let (back, rest): (Vec<_>, Vec<_>) =
                games.into_iter().partition(|game| on_test_side(game, *share, *seed));
            write(learn, &rest)?;
            write(held, &back)?;
            line(format!("{} games to learn from, {} held back", rest.len(), back.len()))
        }
    }
}
