//! `tesuji rate`: ratings from records.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use arena::rating::{Games, Measured, Ratings};
use arena::tournament::{FaultCounts, Row, Standings};
use arena::view::EngineFaults;
use arena::words::counted;
use arena::{FaultKind, GameRecord, RecordedFault};
use clap::Args;
use engine::Referee;
use serde::Serialize;

use super::records;
use super::session::{crosstable, rating_lines};
use crate::cli::usage_error;
use crate::files;
use crate::output::{json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji rate games.jsonl
  tesuji rate *.jsonl --anchor base=1000 --json
  tesuji rate games.pgn --without-faults
  tesuji arena export 3 | tesuji rate -

Files are PGN, or records of `tesuji match --out`, `tesuji tournament --out` or `tesuji arena export`. Ratings are the
likeliest ones (Bradley-Terry with draws and an advantage of the side that begins), with 95 % error bars.";

/// Arguments of `tesuji rate`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RateArgs {
    /// Files of records, one game per line, or of games (PGN); - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Fix an engine's rating: NAME=ELO [default: the mean is 0]
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<String>,
    /// Skip games that ended by a fault of an engine (a crash, an illegal move, lost on time)
    #[arg(long)]
    without_faults: bool,
    /// Print JSON: one object per engine, then one for all
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct EngineLine<'a> {
    r#type: &'static str,
    rank: usize,
    name: &'a str,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    games: u64,
    score: f64,
    one_sided: bool,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    sonneborn_berger: f64,
    buchholz: f64,
    faults: FaultCounts,
}

#[derive(Serialize)]
struct ResultLine {
    r#type: &'static str,
    engines: usize,
    games: u64,
    games_with_faults: u64,
    first_move_advantage: Measured,
    draw_rate: f64,
    groups: usize,
}

fn anchor(text: &str) -> Result<(String, f64)> {
    let split =
        text.rsplit_once('=').and_then(|(name, elo)| Some((name.to_owned(), elo.parse().ok()?)));
    split.filter(|(_, elo): &(_, f64)| elo.is_finite()).ok_or_else(|| {
        usage_error("rate", format!("'{text}' is no anchor: write NAME=ELO, as in base=1000"))
    })
}

/// Rates.
pub fn run(args: &RateArgs) -> Result<()> {
    let anchored = args.anchor.as_deref().map(anchor).transpose()?;
    let mut games = Games::default();
    let mut faults = Faults::default();
    let mut results: Vec<([String; 2], u8)> = Vec::new();
    for path in &args.files {
        records::each(path, &mut |place, record| {
            let wrong = |error: String| anyhow!("{}, {place}: {error}", files::name(path));
            let record = record.map_err(wrong)?;
            let fault = record.fault.as_ref();
            if let Some(found) = fault.filter(|found| found.fault.kind != FaultKind::Resigned) {
                faults.add(&record, found);
                if args.without_faults {
                    return Ok(());
                }
            }
            let (names, half_points) =
                record.by_mover().map_err(|error| wrong(error.to_string()))?;
            games.add(&names[0], &names[1], half_points);
            results.push((names, half_points));
            Ok(())
        })?;
    }
    let mut ratings = games.ratings();
    if let Some((name, elo)) = anchored {
        if !ratings.hold(&name, elo) {
            bail!("no engine is called '{name}' in these records");
        }
    }
    let mut standings = Standings::new(games.names().to_vec());
    for ([first, second], half_points) in &results {
        let number = |name: &String| games.names().iter().position(|known| known == name);
        if let (Some(first), Some(second)) = (number(first), number(second)) {
            if first != second {
                standings.add(first, second, *half_points);
            }
        }
    }
    let rows = standings.rows();
    result_lines(args, &ratings, &standings, &rows, results.len(), &faults)?;
    if records::stopped() {
        bail!("stopped after {}", counted(results.len() as u64, "game"));
    }
    Ok(())
}

/// Prints the ratings, and the faults.
fn result_lines(
    args: &RateArgs,
    ratings: &Ratings,
    standings: &Standings,
    rows: &[Row],
    games: usize,
    faults: &Faults,
) -> Result<()> {
    if args.json {
        tell_json(ratings, rows, games, faults)
    } else {
        print_ratings(ratings, standings, rows)?;
        for (engine, counts) in &faults.counts {
            let faults = EngineFaults { engine: engine.clone(), counts: counts.clone() };
            line(format!("Faults  {engine}: {}", faults.words()))?;
        }
        let games = counted(faults.games, "game");
        match (faults.games, args.without_faults) {
            (0, _) => Ok(()),
            (_, true) => line(format!("{games} that ended by a fault left out.")),
            (_, false) => line(format!(
                "{games} that ended by a fault counted (--without-faults leaves them out)."
            )),
        }
    }
}

/// The faults of engines in these games.
#[derive(Default)]
struct Faults {
    games: u64,
    counts: BTreeMap<String, FaultCounts>,
}

impl Faults {
    fn add(&mut self, record: &GameRecord, found: &RecordedFault) {
        self.games += 1;
        let letters = engine::kind(&record.game).and_then(|kind| {
            kind.new_game(Some(&record.start), Referee::default())
                .ok()
                .map(|game| game.side_letters())
        });
        let second = letters.is_some_and(|letters| letters[1] == found.side);
        let names = record.names.as_ref().unwrap_or(&record.engines);
        let counts = self.counts.entry(names[usize::from(second)].clone()).or_default();
        *counts.entry(found.fault.kind).or_default() += 1;
    }
}

fn tell_json(ratings: &Ratings, rows: &[Row], games: usize, faults: &Faults) -> Result<()> {
    for (index, rated) in ratings.rows.iter().enumerate() {
        let Some(row) = rows.iter().find(|row| row.engine == rated.engine) else { continue };
        json(&EngineLine {
            r#type: "engine",
            rank: index + 1,
            name: &rated.name,
            elo: rated.elo.value,
            elo_low: rated.elo.low,
            elo_high: rated.elo.high,
            games: rated.games,
            score: rated.score,
            one_sided: rated.one_sided,
            wins: row.wins,
            draws: row.draws,
            losses: row.losses,
            points: row.points,
            sonneborn_berger: row.sonneborn_berger,
            buchholz: row.buchholz,
            faults: faults.counts.get(&rated.name).cloned().unwrap_or_default(),
        })?;
    }
    json(&ResultLine {
        r#type: "result",
        engines: ratings.rows.len(),
        games: games as u64,
        games_with_faults: faults.games,
        first_move_advantage: ratings.advantage,
        draw_rate: ratings.draw_rate,
        groups: ratings.groups,
    })
}

fn print_ratings(ratings: &Ratings, standings: &Standings, rows: &[Row]) -> Result<()> {
    rating_lines(&ratings.rows).into_iter().try_for_each(line)?;
    let Measured { value, low, high } = ratings.advantage;
    line(format!(
        "To move first is worth {value:+.1} Elo, 95 % between {low:+.1} and {high:+.1}."
    ))?;
    line(format!("Equal engines draw {:.1} % of their games.", 100.0 * ratings.draw_rate))?;
    if ratings.groups > 1 {
        let groups = ratings.groups;
        line(format!(
            "{groups} groups never met: ratings of different groups say nothing of each other."
        ))?;
    }
    line("")?;
    crosstable(standings, rows).into_iter().try_for_each(line)
}
