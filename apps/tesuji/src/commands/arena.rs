//! `tesuji arena`: tournaments, finished and under way.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use arena::Tournament;
use arena::store::{Request, Store, Stored};
use arena::words::{counted, noun};
use arena::{report, view};
use clap::{Args, Subcommand};

use super::session::{How, Session, crosstable, elo_text, find_store, play};
use crate::output::{json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji arena list
  tesuji arena show 3              show its table, its faults and the games under way
  tesuji arena stop 3              ask the program that plays it to stop
  tesuji arena resume 3
  tesuji arena export 3 > games.jsonl
  tesuji arena report 3 > report.html";

/// Arguments of `tesuji arena`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ArenaArgs {
    #[command(subcommand)]
    what: What,
    /// Folder of the stored tournaments [default: tesuji in your folder for data]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum What {
    /// List matches and tournaments
    List,
    /// Show a tournament
    Show(Which),
    /// Stop a tournament that another program plays
    Stop(Which),
    /// Resume a tournament
    Resume(Resume),
    /// Print the records of a tournament, one game per line
    Export(Which),
    /// Print a report of a tournament, a self-contained HTML file
    Report(Which),
    /// Delete a tournament and all its games
    Remove(Which),
}

#[derive(Args)]
struct Which {
    /// Number of the tournament, from `tesuji arena list`
    #[arg(value_name = "ID")]
    id: i64,
}

#[derive(Args)]
struct Resume {
    #[command(flatten)]
    which: Which,
    /// Append all games that this file of `--out` lacks, and those played now
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl What {
    /// The number of the tournament that is meant.
    fn id(&self) -> Option<i64> {
        match self {
            Self::List => None,
            Self::Resume(resume) => Some(resume.which.id),
            Self::Show(which)
            | Self::Stop(which)
            | Self::Export(which)
            | Self::Report(which)
            | Self::Remove(which) => Some(which.id),
        }
    }
}

fn find(store: &Store, which: &Which) -> Result<Stored> {
    store.get(which.id)?.with_context(|| format!("there is no tournament {}", which.id))
}

/// Obeys.
pub fn run(args: &ArenaArgs) -> Result<()> {
    // Who looks makes no folders.
    let Some(mut store) = find_store(args.data.as_deref())? else {
        return match &args.what {
            What::List => Ok(()),
            other => bail!("there is no tournament {}", other.id().unwrap_or_default()),
        };
    };
    match &args.what {
        What::List => list(&store, args.json),
        What::Show(which) => show(&store, find(&store, which)?, args.json),
        What::Report(which) => {
            let page = report::html(&store, find(&store, which)?)?;
            Ok(std::io::stdout().lock().write_all(page.as_bytes())?)
        }
        What::Stop(which) => {
            let stored = find(&store, which)?;
            if !store.is_played(stored.id)? {
                bail!("nobody plays {} now", stored.name);
            }
            store.request(stored.id, Request::Stop)?;
            line(format!("{} is asked to stop.", stored.name))
        }
        What::Resume(which) => {
            let stored = find(&store, &which.which)?;
            let lock = store.lock(stored.id)?;
            let lock = lock
                .with_context(|| format!("{} is being played by another program", stored.name))?;
            let tournament = Tournament::new(store.config(&stored)?)?;
            let (id, name) = (stored.id, stored.name);
            let how = How {
                concurrency: 0,
                pin: false,
                out: which.out.clone(),
                wait: Duration::ZERO,
                log: None,
                json: args.json,
            };
            play(Session { tournament, store, id, name, lock }, &how)
        }
        What::Export(which) => {
            let stored = find(&store, which)?;
            let mut out = std::io::stdout().lock();
            store.record_lines(stored.id, |record| {
                Ok::<(), anyhow::Error>(writeln!(out, "{record}")?)
            })
        }
        What::Remove(which) => {
            let stored = find(&store, which)?;
            if store.is_played(stored.id)? {
                bail!("{} is being played: stop it first", stored.name);
            }
            store.remove(stored.id)?;
            line(format!(
                "{} and its {} are forgotten.",
                stored.name,
                counted(stored.games, "game")
            ))
        }
    }
}

fn list(store: &Store, as_json: bool) -> Result<()> {
    for stored in store.list()? {
        let shown = view::line(store, stored)?;
        if as_json {
            json(&shown)?;
        } else {
            let view::Line { id, name, format, games, state, .. } = &shown;
            let state = state.name();
            let games = format!("{games:7} {:5}", noun(*games, "game"));
            line(format!("{id:5}  {state:8}  {format:11}  {games}  {name}"))?;
        }
    }
    Ok(())
}

fn show(store: &Store, stored: Stored, as_json: bool) -> Result<()> {
    let id = stored.id;
    let tournament = Tournament::outline(stored.config.clone())?;
    let standings = tournament.standings(&store.results(id)?);
    let overview = view::overview(store, stored)?;
    let (line_of, rows) = (&overview.line, &overview.standings);
    if as_json {
        for fault in &overview.faults {
            let mut fault = serde_json::to_value(fault)?;
            fault["type"] = "fault".into();
            json(&fault)?;
        }
        let mut shown = serde_json::to_value(&overview)?;
        shown["type"] = "tournament".into();
        return json(&shown);
    }
    let state = line_of.state.name();
    let (name, format, games) = (&line_of.name, line_of.format, line_of.games);
    line(format!("{name} ({format}), {state}: {games} of {}", counted(overview.known, "game")))?;
    crosstable(&standings, rows).into_iter().try_for_each(line)?;
    if let Some(estimate) = overview.summary.as_ref().and_then(|summary| summary.estimate.as_ref())
    {
        line(elo_text(estimate))?;
    }
    for faults in &overview.faults_by_engine {
        line(format!("Faults  {}: {}", faults.engine, faults.words()))?;
    }
    for fault in overview.faults.iter().take(20) {
        let verdict = if fault.void { "played again" } else { "lost" };
        line(format!("Fault   {}: {} ({verdict})", fault.engine, fault.text))?;
    }
    if overview.faults_count > 20 {
        line(format!("        and {} more", overview.faults_count - 20))?;
    }
    for game in &overview.live {
        let word = |field: &serde_json::Value| field.as_str().unwrap_or_default().to_owned();
        let turns = game["turns"].as_array().map_or(0, Vec::len);
        let (first, second) = (word(&game["engines"][0]), word(&game["engines"][1]));
        line(format!("Playing {first} - {second}, turn {turns}: {}", word(&game["position"])))?;
    }
    Ok(())
}
