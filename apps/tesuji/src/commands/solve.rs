//! `tesuji solve`: endgame tables.

use std::fs::File;
use std::io::{BufReader, IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use ::engine::{
    EndgameTable, TableBuilder, TableError, TableKind, TableProgress, TableSummary, WinsProgress,
    WinsRequest, WinsStage,
};
use anyhow::{Context as _, Result, bail, ensure};
use arena::words::counted;
use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::{Game, game_parser, whole};
use crate::files;
use crate::interrupt;
use crate::output::{grouped, json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji solve onitama --cards boar,ox,elephant,horse,crab
  tesuji solve onitama --cards boar,ox,elephant,horse,crab --men 3 --threads 2 --json
  tesuji solve onitama --cards boar,ox,elephant,horse,crab --out endgame.table
  tesuji solve onitama --cards boar,ox,elephant,horse,crab --men 4 --out wins.table

The table has every position of at most --men pieces a side (the master among them) with these five
cards. It is checked by the rules before it is saved: all of it up to 2 pieces a side, one
position in 101 with 3. With --out, a table that is already there is read and checked, not built
again; a damaged one is refused, with the reason, and rebuilt.

Memory while it is built, with distances: 21 MiB for 2 pieces a side, 2.0 GiB for 3; with
verdicts only 0.8 GiB for 3.

With 4 pieces a side there are 46,968,231,030 positions. Of them only wins are kept, a bit each, in
the file of --out (10.9 GiB). Building takes from 2.5 to 11.2 GiB of memory (--memory), quicker with
more; a build that was stopped or killed goes on where its file is when the same command is given
again. How long the longest win takes is not known then ('null' in the JSON).";

/// Arguments of `tesuji solve`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// The cards in play: five names joined by commas
    #[arg(long, value_name = "CARDS")]
    cards: String,
    /// The most pieces a side, the master among them
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole::<u8>(1, 4))]
    men: u8,
    /// Values to keep of each position [default: distances, with 4 pieces wins]
    #[arg(long, value_name = "WHAT")]
    keep: Option<Keep>,
    /// Save the table to this file, or read it if it exists
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file of --out, even if it is no table
    #[arg(long, requires = "out")]
    force: bool,
    /// Check one in N positions by the rules; 0 for none [default: 1, with 3 pieces 101, with
    /// 4 pieces 100003]
    #[arg(long, value_name = "N")]
    check: Option<u64>,
    /// Memory for a table of wins, in GiB [default: three quarters of what is free]
    #[arg(long, value_name = "GIB", value_parser = whole::<u16>(1, 4096))]
    memory: Option<u16>,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 256))]
    threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The values that are kept of each position.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Keep {
    /// The plies to the end: one byte per position
    Distances,
    /// Won, lost or drawn: two bits per position
    Verdicts,
    /// Won or not: one bit per position, in the file of --out
    Wins,
}

impl SolveArgs {
    /// One in how many positions is checked.
    fn every(&self) -> u64 {
        self.check.unwrap_or(match self.men {
            ..3 => 1,
            3 => 101,
            4.. => 100_003,
        })
    }

    /// The kind of a table that is built in memory.
    fn kind(&self) -> Result<TableKind> {
        match self.keep() {
            Keep::Distances => Ok(TableKind::Distances),
            Keep::Verdicts => Ok(TableKind::Verdicts),
            Keep::Wins => bail!("a table of wins is built in a file"),
        }
    }

    fn keep(&self) -> Keep {
        self.keep.unwrap_or(if self.men > 3 { Keep::Wins } else { Keep::Distances })
    }
}

#[derive(Serialize)]
struct Output {
    cards: Vec<String>,
    men: usize,
    positions: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    max_plies: Option<u32>,
    seconds: f64,
    cpu_seconds: f64,
    peak_mib: Option<u64>,
    /// Positions checked by the rules.
    checked: u64,
    /// The table was read from a file.
    loaded: bool,
}

/// Builds or reads, checks, saves and prints.
pub fn run(args: &SolveArgs) -> Result<()> {
    interrupt::taken();
    let builder = args.game.table_builder().context("this game has no endgame tables")?;
    let cards = builder.variant(&args.cards).map_err(refused).context("--cards")?;
    let threads = args
        .threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    if let Some(path) = &args.out {
        // Found out before the work, not after it.
        let at = files::target(path)?;
        let mut part = at.file_name().unwrap_or_default().to_owned();
        part.push(".part");
        for at in [at.with_file_name(part), at] {
            ensure!(
                args.force || is_ours_or_free(&at)?,
                "{} is no table of Tesuji's, and is left as it is: choose another file, or --force to replace it",
                at.display()
            );
        }
    }
    if args.keep() == Keep::Wins {
        return wins(args, builder, &cards, threads);
    }
    ensure!(args.memory.is_none(), "--memory is for tables of wins: add --keep wins");
    let found = match &args.out {
        Some(path) => read(args, builder, path, &cards)?,
        None => None,
    };
    let (begun, cpu) = (Instant::now(), ProcessTime::now());
    let loaded = found.is_some();
    let table = match found {
        Some(table) => table,
        None => build(args, builder, threads)?,
    };
    let times = [begun.elapsed(), cpu.elapsed()].map(|time| time.as_secs_f64());
    let checked = check(args, table.as_ref(), threads)?;
    if let Some(path) = args.out.as_ref().filter(|_| !loaded) {
        files::replace(path, |out| table.save(&mut *out))?;
    }
    print_result(args, &table.variant(), &table.summary(), times, checked, loaded)
}

/// Prints the result; `times` are the seconds of the clock and of the processors.
fn print_result(
    args: &SolveArgs,
    cards: &str,
    summary: &TableSummary,
    [seconds, cpu_seconds]: [f64; 2],
    checked: u64,
    loaded: bool,
) -> Result<()> {
    let output = Output {
        cards: cards.split(',').map(str::to_owned).collect(),
        men: args.men.into(),
        positions: summary.positions,
        wins: summary.wins,
        losses: summary.losses,
        draws: summary.draws,
        max_plies: summary.longest,
        seconds,
        cpu_seconds,
        peak_mib: peak_mib(),
        checked,
        loaded,
    };
    if args.json { json(&output) } else { print(args, &output) }
}

fn print(args: &SolveArgs, output: &Output) -> Result<()> {
    line(format!("Cards      {}", output.cards.join(", ")))?;
    line(format!("Positions  {} of at most {} a side", grouped(output.positions), output.men))?;
    for (name, count) in [("Won", output.wins), ("Lost", output.losses), ("Drawn", output.draws)] {
        let share = 100.0 * count as f64 / output.positions as f64;
        line(format!("{name:<10} {:>15}  {share:.3} %", grouped(count)))?;
    }
    match output.max_plies {
        Some(plies) => line(format!("Longest    {}", counted(plies.into(), "ply")))?,
        None => line("Longest    not known: only wins are kept")?,
    }
    line(format!("Checked    {} positions by the rules", grouped(output.checked)))?;
    if output.loaded {
        return line("Read from the file, not built");
    }
    let memory = output.peak_mib.map_or_else(String::new, |mib| format!(", at most {mib} MiB"));
    let (seconds, cpu) = (output.seconds, output.cpu_seconds);
    line(format!("Built in   {seconds:.2} s ({cpu:.2} s of processor time{memory})"))?;
    match &args.out {
        Some(path) => line(format!("Saved as   {}", path.display())),
        None => Ok(()),
    }
}

fn refused(error: TableError) -> anyhow::Error {
    match error {
        TableError::Cancelled => anyhow::anyhow!("stopped before the table was finished"),
        TableError::Refused(reason) => anyhow::anyhow!(reason),
    }
}

/// The first bytes of all tables.
const BEGINS: &[u8] = b"Tesuji";

/// A file may be replaced: it is a table, of whatever version and however damaged behind its beginning, or holds
/// nothing.
fn is_ours_or_free(path: &Path) -> Result<bool> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(true),
        Err(error) => {
            return Err(error).with_context(|| format!("{} cannot be read", path.display()));
        }
    };
    let mut begins = Vec::new();
    file.take(BEGINS.len() as u64).read_to_end(&mut begins)?;
    Ok(begins.is_empty() || begins == BEGINS)
}

/// The table of a file, if there is a good one for these cards; a damaged one is reported and ignored.
fn read(
    args: &SolveArgs,
    builder: &dyn TableBuilder,
    path: &Path,
    cards: &str,
) -> Result<Option<Arc<dyn EndgameTable>>> {
    let shown = path.display();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("{shown} cannot be read")),
    };
    let table = match builder.load(&mut BufReader::with_capacity(1 << 20, file)) {
        Ok(table) => table,
        Err(error) => {
            eprintln!("{shown} is refused: {error}; the table is built anew");
            return Ok(None);
        }
    };
    let kind = args.kind()?;
    if table.variant() != cards || table.pieces() != usize::from(args.men) || table.kind() != kind {
        bail!(
            "{shown} holds another table ({}, {} a side, {}); it is left as it is: choose another file",
            table.variant(),
            table.pieces(),
            if table.kind() == TableKind::Distances { "distances" } else { "verdicts" },
        );
    }
    Ok(Some(table))
}

fn bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{bar:30}} {{percent}} % {what}  {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    bar
}

fn build(
    args: &SolveArgs,
    builder: &dyn TableBuilder,
    threads: usize,
) -> Result<Arc<dyn EndgameTable>> {
    let kind = args.kind()?;
    let bar = bar(1, "of the positions decided");
    let progress = &mut |so_far: TableProgress| {
        bar.set_length(so_far.positions);
        bar.set_position(so_far.decided);
        bar.set_message(format!("{} plies from the end", so_far.plies));
        !interrupt::taken()
    };
    let table = builder.build(&args.cards, args.men.into(), kind, threads, progress);
    bar.finish_and_clear();
    table.map_err(refused)
}

/// Builds, or reads, and checks a table of wins in its file.
fn wins(args: &SolveArgs, builder: &dyn TableBuilder, cards: &str, threads: usize) -> Result<()> {
    let Some(path) = &args.out else {
        bail!("a table of wins is built in a file: name it with --out");
    };
    let memory = match args.memory {
        Some(gib) => u64::from(gib) << 30,
        None => free_bytes().map_or(4 << 30, |free| free / 4 * 3),
    };
    let pieces = usize::from(args.men);
    let path = &files::target(path)?;
    let request = WinsRequest { variant: cards, pieces, path, memory, threads };
    let (begun, cpu) = (Instant::now(), ProcessTime::now());
    let bar = bar(1, "of all positions known to be won");
    let note = &mut |text: String| eprintln!("{text}");
    let progress = &mut |so_far: WinsProgress| {
        let (done, all) = match so_far.all_steps {
            Some(all) => (so_far.steps, all),
            None => (so_far.wins, so_far.positions),
        };
        bar.set_length(all);
        bar.set_position(done);
        bar.set_message(match so_far.stage {
            WinsStage::Reading => "reading the file".to_owned(),
            WinsStage::Building => format!("step {}", so_far.steps),
            WinsStage::Counting => "counting wins and losses".to_owned(),
        });
        !interrupt::taken()
    };
    let table = builder.wins(&request, note, progress);
    bar.finish_and_clear();
    let mut table = table.map_err(|error| match error {
        TableError::Cancelled => anyhow::anyhow!(
            "stopped before the table was finished; what was found is in {}.part: the same command goes on",
            path.display()
        ),
        TableError::Refused(reason) => anyhow::anyhow!(reason),
    })?;
    let times = [begun.elapsed(), cpu.elapsed()].map(|time| time.as_secs_f64());
    let summary = table.summary();
    let every = args.every();
    let checked = match every {
        0 => 0,
        every => checking(summary.positions / every, &mut |progress| {
            table.verify(every, threads, progress)
        })?,
    };
    print_result(args, cards, &summary, times, checked, table.is_read())
}

/// How much memory programs may still take, where the system reports it.
fn free_bytes() -> Option<u64> {
    kib("/proc/meminfo", "MemAvailable:").map(|kib| kib << 10)
}

/// A number of KiB in a table of the system.
fn kib(path: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
    let row = text.lines().find_map(|row| row.strip_prefix(name))?;
    row.split_whitespace().next()?.parse().ok()
}

fn check(args: &SolveArgs, table: &dyn EndgameTable, threads: usize) -> Result<u64> {
    match args.every() {
        0 => Ok(0),
        every => checking(table.summary().positions / every, &mut |progress| {
            table.verify(every, threads, progress)
        }),
    }
}

/// Takes how many positions were checked; returns true to go on.
type Checked<'c> = dyn FnMut(u64) -> bool + 'c;

/// A check by the rules of so many positions, with its progress.
fn checking(
    positions: u64,
    verify: &mut dyn FnMut(&mut Checked<'_>) -> Result<u64, TableError>,
) -> Result<u64> {
    let bar = bar(positions, "of the check");
    let checked = verify(&mut |checked| {
        bar.set_position(checked);
        !interrupt::taken()
    });
    bar.finish_and_clear();
    checked.map_err(|error| match error {
        TableError::Cancelled => anyhow::anyhow!("stopped before the table was checked"),
        TableError::Refused(reason) => anyhow::anyhow!("the table is wrong: {reason}"),
    })
}

/// The most memory that this process has had, where the system reports it.
fn peak_mib() -> Option<u64> {
    kib("/proc/self/status", "VmHWM:").map(|kib| kib / 1024)
}
