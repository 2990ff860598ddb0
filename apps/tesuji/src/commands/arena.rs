//! `tesuji arena`: what was played, and what is played now.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use arena::Tournament;
use arena::store::{Request, Store, StoreError, Stored};
use clap::{Args, Subcommand};
use serde::Serialize;

use super::session::{How, Session, crosstable, open_store, play};
use crate::output::{json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji arena list
  tesuji arena show 3              its table, its faults, the games under way
  tesuji arena stop 3              asks the program that plays it to stop
  tesuji arena resume 3
  tesuji arena export 3 > games.jsonl";

/// Arguments of `tesuji arena`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ArenaArgs {
    #[command(subcommand)]
    what: What,
    /// The folder where what was played is kept [default: tesuji in your folder for data]
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
    /// Show one
    Show(Which),
    /// Ask whoever plays it to stop
    Stop(Which),
    /// Go on with it
    Resume(Which),
    /// Print its records, a game a line
    Export(Which),
    /// Forget it and all its games
    Remove(Which),
}

#[derive(Args)]
struct Which {
    /// Its number, as `tesuji arena list` gives it
    #[arg(value_name = "ID")]
    id: i64,
}

#[derive(Serialize)]
struct TournamentLine<'a> {
    id: i64,
    name: &'a str,
    format: &'static str,
    game: &'a str,
    engines: &'a [String],
    games: u64,
    state: &'static str,
    created: i64,
    updated: i64,
}

/// What it is doing.
fn state(store: &Store, stored: &Stored) -> Result<&'static str> {
    Ok(match (store.is_played(stored.id)?, stored.done) {
        (true, _) if stored.request == Request::Stop => "stopping",
        (true, _) => "running",
        (false, true) => "done",
        (false, false) => "stopped",
    })
}

fn find(store: &Store, which: &Which) -> Result<Stored> {
    store.get(which.id)?.with_context(|| format!("there is no tournament {}", which.id))
}

/// Obeys.
pub fn run(args: &ArenaArgs) -> Result<()> {
    let mut store = open_store(args.data.as_deref())?;
    match &args.what {
        What::List => list(&store, args.json),
        What::Show(which) => show(&store, &find(&store, which)?, args.json),
        What::Stop(which) => {
            let stored = find(&store, which)?;
            if !store.is_played(stored.id)? {
                bail!("nobody plays {} now", stored.name);
            }
            store.request(stored.id, Request::Stop)?;
            line(format!("{} is asked to stop.", stored.name))
        }
        What::Resume(which) => {
            let stored = find(&store, which)?;
            let lock = store.lock(stored.id)?;
            let lock = lock
                .with_context(|| format!("{} is being played by another program", stored.name))?;
            let (id, name) = (stored.id, stored.name);
            let tournament = Tournament::new(stored.config)?;
            let how = How { concurrency: 0, pin: false, out: None, json: args.json };
            play(Session { tournament, store, id, name, lock }, &how)
        }
        What::Export(which) => {
            let stored = find(&store, which)?;
            let mut out = std::io::stdout().lock();
            store.records::<anyhow::Error>(stored.id, |record| {
                writeln!(out, "{}", serde_json::to_string(&record)?)?;
                Ok(())
            })
        }
        What::Remove(which) => {
            let stored = find(&store, which)?;
            if store.is_played(stored.id)? {
                bail!("{} is being played: stop it first", stored.name);
            }
            store.remove(stored.id)?;
            line(format!("{} and its {} games are forgotten.", stored.name, stored.games))
        }
    }
}

fn list(store: &Store, as_json: bool) -> Result<()> {
    for stored in store.list()? {
        let Stored { id, name, config, games, created, updated, .. } = &stored;
        let state = state(store, &stored)?;
        if as_json {
            json(&TournamentLine {
                id: *id,
                name,
                format: config.format.name(),
                game: &config.game,
                engines: &config.engines,
                games: *games,
                state,
                created: *created,
                updated: *updated,
            })?;
        } else {
            let format = config.format.name();
            line(format!("{id:5}  {state:8}  {format:11}  {games:7} games  {name}"))?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct FaultLine<'a> {
    r#type: &'static str,
    engine: &'a str,
    kind: &'a str,
    text: &'a str,
    void: bool,
}

fn show(store: &Store, stored: &Stored, as_json: bool) -> Result<()> {
    let tournament = Tournament::new(stored.config.clone())?;
    let results = store.results(stored.id)?;
    let standings = tournament.standings(&results);
    let rows = standings.rows();
    let known = tournament.schedule(&results).len();
    let state = state(store, stored)?;
    let faults = store.faults(stored.id)?;
    let live = store.live(stored.id)?;
    let name =
        |engine: u32| tournament.engines().get(engine as usize).map_or("?", |spec| spec.name());
    if as_json {
        for fault in &faults {
            let (engine, kind, text, void) =
                (name(fault.engine), &*fault.kind, &*fault.text, fault.void);
            json(&FaultLine { r#type: "fault", engine, kind, text, void })?;
        }
        let live: Vec<serde_json::Value> =
            live.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
        return json(&serde_json::json!({
            "type": "tournament", "id": stored.id, "name": stored.name, "state": state,
            "games": results.len(), "known": known, "standings": rows, "live": live,
        }));
    }
    line(format!(
        "{} ({}), {state}: {} of {known} games",
        stored.name,
        stored.config.format.name(),
        results.len()
    ))?;
    crosstable(&standings, &rows).into_iter().try_for_each(line)?;
    for fault in faults.iter().take(20) {
        let verdict = if fault.void { "played again" } else { "lost" };
        line(format!("Fault   {}: {} ({verdict})", name(fault.engine), fault.text))?;
    }
    if faults.len() > 20 {
        line(format!("        and {} more", faults.len() - 20))?;
    }
    for text in &live {
        let game: serde_json::Value = serde_json::from_str(text)
            .map_err(|error| StoreError::Damaged { id: stored.id, reason: error.to_string() })?;
        let word = |field: &serde_json::Value| field.as_str().unwrap_or_default().to_owned();
        let turns = game["turns"].as_array().map_or(0, Vec::len);
        let (first, second) = (word(&game["engines"][0]), word(&game["engines"][1]));
        line(format!("Playing {first} - {second}, turn {turns}: {}", word(&game["position"])))?;
    }
    Ok(())
}
