//! `tesuji experience`: what engines have learned from their games.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, ensure};
use arena::words::counted;
use clap::{Args, Subcommand};
use engine::{Bound, Experience, ExperienceFile, Found, Lesson, ReadExperience, Referee, Score};
use serde::Serialize;

use super::book;
use crate::cli::{Game, MovesArgs, whole};
use crate::files;
use crate::output::{grouped, json, line};
use crate::setup::set_up;

const EXAMPLES: &str = "\
Examples:
  tesuji match onitama --engine tesuji,nodes=5000,option.ExperienceFile=onitama.experience,option.ExperiencePlay=true --engine random
  tesuji experience show onitama.experience
  tesuji experience show chess.experience --moves e2e4 e7e5
  tesuji experience merge mine.experience theirs.experience --out both.experience
  tesuji experience prune chess.experience --positions 50k
  tesuji experience export chess.experience --out chess.book

docs/data.md tells the form of the file, docs/engines.md the options of an engine that learns.";

/// The largest file of experience that is read, in bytes.
const MOST_BYTES: u64 = 4 << 30;

/// Arguments of `tesuji experience`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ExperienceArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Print how much a file knows, and what of a position
    Show(ShowArgs),
    /// Add up what several files know
    Merge {
        /// Files of experience of one game
        #[arg(value_name = "FILE", required = true, num_args = 2..)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Write a file anew with the positions that are worth most
    Prune {
        /// A file of experience; engines may be using it
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The most positions that stay
        #[arg(long, value_name = "N", value_parser = whole::<u64>(0, 1_000_000_000))]
        positions: u64,
    },
    /// Write the turns that were played and the best ones of searches as a book of openings
    Export {
        /// A file of experience
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The book to write
        #[arg(long, value_name = "BOOK")]
        out: PathBuf,
    },
}

#[derive(Args)]
struct ShowArgs {
    /// A file of experience
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Position to show [default: the game's usual start]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    moves: MovesArgs,
    /// Print so many of the positions that are most worth keeping, too
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0, 1_000_000))]
    top: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Known<'a> {
    position: &'a str,
    games: u64,
    #[serde(flatten)]
    lesson: &'a Lesson,
}

#[derive(Serialize)]
struct Output<'a> {
    game: &'a str,
    positions: usize,
    searched: usize,
    lines: usize,
    damaged: &'a [usize],
    position: Known<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    top: Vec<Known<'a>>,
}

/// Reads a file; lines that are damaged are told and left out.
fn read(path: &Path) -> Result<(Game, ReadExperience)> {
    let name = files::name(path);
    let read = ReadExperience::read(&files::read(path, MOST_BYTES)?);
    let read = read.map_err(|fault| anyhow!("{name} cannot be read: {fault}"))?;
    let game = read.game.as_deref();
    let game = game.with_context(|| format!("{name} does not say of which game it is"))?;
    let kind = engine::kind(game);
    let kind = kind.with_context(|| format!("{name}: there is no game '{game}'"))?;
    for line in &read.damaged {
        eprintln!("{name}: line {line} is damaged and left out");
    }
    Ok((kind, read))
}

fn score(found: &Found) -> String {
    let score = Score::from(found.score);
    let words = match found.bound {
        Bound::Exact => format!("{score}"),
        Bound::Lower => format!("at least {score}"),
        Bound::Upper => format!("at most {score}"),
    };
    format!("{words} at depth {}", found.depth)
}

fn show(args: &ShowArgs) -> Result<()> {
    let (kind, read) = read(&args.file)?;
    let game = set_up(kind, args.position.as_deref(), &args.moves.moves, Referee::default())?;
    let position = kind.starts().without_clocks(&game.position_text())?;
    let all = &read.experience;
    let searched = all.positions().filter(|(_, lesson)| lesson.found.is_some()).count();
    let nothing = Lesson::default();
    let known = |(position, lesson)| Known { position, games: Lesson::games(lesson), lesson };
    let here = known((position.as_str(), all.lesson(&position).unwrap_or(&nothing)));
    let most = usize::try_from(args.top)?;
    let by_worth = if most == 0 { Vec::new() } else { all.by_worth() };
    let top: Vec<_> = by_worth.into_iter().take(most).map(known).collect();
    if args.json {
        let (positions, lines, damaged) = (all.len(), read.lines, &*read.damaged);
        let game = kind.name();
        return json(&Output { game, positions, searched, lines, damaged, position: here, top });
    }
    line(format!(
        "{}: {}, {} searched, in {}",
        kind.title(),
        counted(all.len() as u64, "position"),
        grouped(searched as u64),
        counted(read.lines as u64, "line")
    ))?;
    print(&here)?;
    top.iter().try_for_each(print)
}

fn print(known: &Known<'_>) -> Result<()> {
    line(known.position)?;
    let Known { games, lesson, .. } = known;
    if let Some(found) = &lesson.found {
        line(format!("  best {}: {}", found.turn, score(found)))?;
    }
    if *games > 0 {
        line(format!("  {}, by turn (won, drawn, lost):", counted(*games, "game")))?;
    } else if lesson.found.is_none() {
        line("  Nothing is known of it.")?;
    }
    let mut played: Vec<_> = lesson.played.iter().collect();
    played.sort_by_key(|(_, turn)| std::cmp::Reverse(turn.games()));
    for (text, turn) in played {
        line(format!("  {text}: {} {} {}", turn.wins, turn.draws, turn.losses))?;
    }
    Ok(())
}

fn merge(paths: &[PathBuf], out: &Path) -> Result<()> {
    let mut all: Option<(Game, Experience)> = None;
    for path in paths {
        let (kind, found) = read(path)?;
        let (of, all) = all.get_or_insert_with(|| (kind, Experience::default()));
        let name = files::name(path);
        let (is, wanted) = (kind.name(), of.name());
        ensure!(is == wanted, "{name} is experience of {is}, the first of {wanted}");
        all.merge(found.experience);
    }
    let (kind, all) = all.context("there is no file to merge")?;
    // A file of another kind that stands there must not be overwritten.
    let at = files::target(out)?;
    ExperienceFile::new(&at, kind.name()).write(&all).map_err(|fault| anyhow!(fault))?;
    line(format!("{} written", counted(all.len() as u64, "position")))
}

fn prune(path: &Path, most: u64) -> Result<()> {
    let (kind, before) = read(path)?;
    let mut file = ExperienceFile::new(&files::target(path)?, kind.name());
    let after = file.rewrite(usize::try_from(most)?).map_err(|fault| anyhow!(fault))?;
    let dropped = before.experience.len().saturating_sub(after.len()) as u64;
    let kept = counted(after.len() as u64, "position");
    line(format!("{kept} kept, {} dropped", grouped(dropped)))
}

/// Does what is asked.
pub fn run(args: &ExperienceArgs) -> Result<()> {
    match &args.action {
        Action::Show(args) => show(args),
        Action::Merge { files, out } => merge(files, out),
        Action::Prune { file, positions } => prune(file, *positions),
        Action::Export { file, out } => {
            let (kind, read) = read(file)?;
            let book = read.experience.to_book(kind.name());
            book::write(out, &book)?;
            line(format!("{} written", counted(book.positions().len() as u64, "position")))
        }
    }
}
