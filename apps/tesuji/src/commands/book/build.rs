//! `tesuji book build`.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail, ensure};
use arena::words::counted;
use clap::Args;
use engine::{Book, Referee};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use tune::data::MARK;

use super::file;
use crate::cli::{Game, OPEN, game_parser, whole};
use crate::commands::{records, stored};
use crate::output::{json, line};
use crate::{files, interrupt};

/// Arguments of `tesuji book build`.
#[derive(Args)]
pub struct BuildArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// Files of self-play, of records (.jsonl) or of the game's own format (PGN)
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    from: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "BOOK")]
    out: PathBuf,
    /// Turns of each game that are taken, of both sides together
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u32>(1, 10_000))]
    plies: u32,
    /// Turns that were played in fewer games are left out
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole::<u64>(1, OPEN))]
    least_games: u64,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ResultLine<'a> {
    r#type: &'static str,
    game: &'a str,
    games: u64,
    wrong: u64,
    positions: usize,
}

/// The first turns of games, counted.
struct Counting<'a> {
    args: &'a BuildArgs,
    book: Book,
    games: u64,
    wrong: u64,
    progress: ProgressBar,
}

impl Counting<'_> {
    /// Counts a game, or says why it cannot be played; nothing of such a game is counted.
    fn count(&mut self, start: &str, turns: &[String], winner: Option<char>) -> Result<(), String> {
        let kind = self.args.game;
        let game = kind.new_game(Some(start), Referee::default());
        let mut game = game.map_err(|error| format!("start: {error}"))?;
        let mut played = Vec::new();
        for (number, turn) in (1..=self.args.plies).zip(turns) {
            let position = kind.starts().without_clocks(&game.position_text());
            let position = position.map_err(|error| format!("turn {number}: {error}"))?;
            let half_points = winner.map_or(1, |winner| 2 * u8::from(winner == game.side()));
            let fault = |error: String| format!("turn {number} ('{turn}'): {error}");
            game.play(turn).map_err(|error| fault(error.to_string()))?;
            // As the engine writes it, whatever the record has.
            let turn = game.turns().pop().unwrap_or_default();
            played.push((position, turn, half_points));
        }
        for (position, turn, half_points) in played {
            self.book.count(&position, &turn, half_points);
        }
        Ok(())
    }

    fn take(&mut self, name: &str, place: &str, counted: Result<(), String>) {
        match counted {
            Ok(()) => self.games += 1,
            Err(fault) => {
                self.wrong += 1;
                self.progress.suspend(|| eprintln!("{name}, {place}: {fault}"));
            }
        }
        self.progress.set_position(self.games);
    }

    fn wrong_game(&self, name: &str, found: &str) -> Result<()> {
        let wanted = self.args.game.name();
        ensure!(found == wanted, "{name} has a game of {found}, not of {wanted}");
        Ok(())
    }

    fn self_play(&mut self, path: &Path) -> Result<()> {
        let name = files::name(path);
        let (games, damaged) = stored::read(&[path.to_owned()])?;
        self.wrong += damaged as u64;
        let letters = self.args.game.side_letters();
        for (number, game) in (1_u64..).zip(&games) {
            if records::stopped() {
                break;
            }
            self.wrong_game(&name, &game.recipe.game)?;
            let winner = match game.half_points {
                0 => Some(letters[1]),
                1 => None,
                _ => Some(letters[0]),
            };
            let turns = self.args.game.packing().texts(&game.start, &game.moves);
            let counted = turns.and_then(|turns| self.count(&game.start, &turns, winner));
            self.take(&name, &format!("game {number}"), counted);
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> Result<()> {
        if is_self_play(path)? {
            return self.self_play(path);
        }
        let name = files::name(path);
        records::each(path, &mut |place, record| {
            let counted = match record {
                Ok(record) => {
                    self.wrong_game(&format!("{name}, {place}:"), &record.game)?;
                    self.count(&record.start, &record.turns, record.result.winner)
                }
                Err(fault) => Err(fault),
            };
            self.take(&name, place, counted);
            Ok(())
        })
    }
}

/// A file of self-play. Standard input holds records: it cannot be read twice.
fn is_self_play(path: &Path) -> Result<bool> {
    if path.as_os_str() == "-" {
        return Ok(false);
    }
    let mut begins = Vec::new();
    let read = files::open(path)?.take(MARK.len() as u64).read_to_end(&mut begins);
    read.map_err(|error| anyhow!("{} cannot be read: {error}", files::name(path)))?;
    Ok(begins == MARK)
}

/// Builds the book.
pub fn run(args: &BuildArgs) -> Result<()> {
    // A file that cannot be written is told before the work, not after it.
    files::target(&args.out)?;
    interrupt::flag();
    let progress = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} games, {elapsed}") {
        progress.set_style(style);
    }
    let book = Book::new(args.game.name());
    let mut counting = Counting { args, book, games: 0, wrong: 0, progress };
    for path in &args.from {
        counting.file(path)?;
    }
    let Counting { mut book, games, wrong, progress, .. } = counting;
    progress.finish_and_clear();
    if records::stopped() {
        bail!("stopped: no book is written");
    }
    book.keep_played(args.least_games);
    let positions = book.positions().len();
    let rest = format!("no turn of {} was played so often", counted(games, "game"));
    ensure!(positions > 0, "{rest}: no book is written");
    file::write(&args.out, &book)?;
    if args.json {
        let game = args.game.name();
        json(&ResultLine { r#type: "result", game, games, wrong, positions })?;
    } else {
        let positions = counted(positions as u64, "position");
        line(format!("{positions} of {} in {}", counted(games, "game"), files::name(&args.out)))?;
    }
    ensure!(wrong == 0, "{} could not be read; the others are in the book", counted(wrong, "game"));
    Ok(())
}
