//! The parts that commands that play matches and tournaments have in common: arguments, the run with its
//! progress, and its result.

mod args;
mod out;
mod report;
mod shown;
mod store;

use std::io::BufRead as _;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::{Result, bail};
use arena::store::{Lock, Request, Store};
use arena::tournament::{Event, Running};
use arena::words::counted;
use arena::{Environment, GameRecord, HumanInput, Tournament};
use engine::AnyGame;
use serde::Serialize;

pub use args::{How, PlayingArgs, engine_lines, need};
use out::Out;
use report::FinalReport;
pub use report::{crosstable, elo_text, rating_lines};
use shown::Shown;
pub use store::find_store;

use crate::interrupt;
use crate::output::json;

/// A tournament in the store, which this program may play.
pub struct Session {
    /// The tournament played.
    pub tournament: Tournament,
    /// The store.
    pub store: Store,
    /// Its number there.
    pub id: i64,
    /// Its name for people.
    pub name: String,
    /// The right to play it.
    pub lock: Lock,
}

#[derive(Serialize)]
struct GameLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    record: &'a GameRecord,
}

#[derive(Serialize)]
struct FaultLine<'a> {
    r#type: &'static str,
    engine: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<u32>,
}

const ONE_START: &str = "All games begin in the same position: engines that always answer alike repeat them, and the \
                         error bars are too narrow. Other starts come from --deal or --openings.";

/// A person at this terminal.
struct Terminal;

impl HumanInput for Terminal {
    fn turn(&mut self, game: &dyn AnyGame) -> Option<String> {
        eprintln!("{}", game.draw());
        loop {
            eprint!("{} to move (a turn, or resign): ", game.side_name(game.side()));
            let mut text = String::new();
            let read = interrupt::waiting(|| std::io::stdin().lock().read_line(&mut text));
            let text = text.trim();
            if matches!(read, Ok(0) | Err(_)) || text == "resign" {
                return None;
            }
            match game.boxed_clone().play(text) {
                Ok(()) => return Some(text.to_owned()),
                Err(error) => eprintln!("{error}"),
            }
        }
    }
}

/// The players' environment in this program.
pub fn environment() -> Environment {
    let human: Arc<Mutex<dyn HumanInput>> = Arc::new(Mutex::new(Terminal));
    Environment { guard: super::guard::command(), human: Some(human), log: None }
}

/// Plays what is left of a tournament and prints the result.
pub fn play(mut session: Session, how: &How) -> Result<()> {
    let id = session.id;
    session.store.request(id, Request::Run)?;
    let before = session.store.results(id)?;
    let kind = session.tournament.kind();
    let mut out = how.out.clone().map(|path| Out::open(path, kind)).transpose()?;
    if let Some(out) = &mut out {
        out.catch_up(&session.store, id)?;
    }
    let stop = interrupt::flag();
    let tournament = &session.tournament;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut shown = Shown::new(tournament, before.clone(), how.json);
    if !before.is_empty() && !how.json {
        let (name, games) = (&session.name, counted(before.len() as u64, "game"));
        shown.note(&format!("{name} goes on: {games} played before."))?;
    }
    if tournament.has_one_start() && !how.json {
        shown.note(ONE_START)?;
    }
    let begun = Instant::now();
    let mut environment = environment();
    if let Some(folder) = &how.log {
        environment.log = Some(arena::TrafficLog::new(folder)?);
    }
    let mut failure = None;
    let running = Running {
        tournament,
        store: Some((&mut session.store, id)),
        environment: &environment,
        concurrency: how.concurrency,
        cores,
        pin: how.pin,
        wait: how.wait,
        stop,
    };
    let outcome = running.run(&mut |event| {
        let printed = print_event(&event, tournament, &mut shown, how, out.as_mut());
        if let Err(error) = printed {
            failure = Some(error);
            stop.store(true, Ordering::Relaxed);
        }
    });
    shown.bar.finish_and_clear();
    let outcome = outcome?;
    if let Some(error) = failure {
        return Err(error);
    }
    let report = FinalReport {
        tournament,
        outcome: &outcome,
        ratings: if outcome.summary.is_none() {
            arena::view::ratings(&session.store, id)?
        } else {
            Vec::new()
        },
        id,
        name: &session.name,
        seconds: begun.elapsed().as_secs_f64(),
    };
    if how.json {
        report.json()?;
    } else {
        report.text()?;
    }
    if outcome.complete {
        // Only now: had it been killed before, the same command would print it.
        session.store.set_done(id, true)?;
    }
    drop(session.lock);
    match report.spoiled() {
        Some(text) => bail!(text),
        None => Ok(()),
    }
}

fn print_event(
    event: &Event<'_>,
    tournament: &Tournament,
    shown: &mut Shown<'_>,
    how: &How,
    out: Option<&mut Out>,
) -> Result<()> {
    let name = |engine: usize| tournament.engines()[engine].name();
    let (line, text) = match *event {
        Event::Game(record, key) => {
            shown.game(record, key)?;
            if let Some(out) = out {
                out.append(record)?;
            }
            return if how.json { json(&GameLine { r#type: "game", record }) } else { Ok(()) };
        }
        Event::Void { engine, fault } => {
            let text = Some(fault.text.as_str());
            let line = FaultLine { r#type: "void", engine: name(engine), text, faults: None };
            (line, format!("{}: {} - the game is played again", name(engine), fault.text))
        }
        Event::Disqualified { engine, faults } => {
            let line = FaultLine {
                r#type: "disqualified",
                engine: name(engine),
                text: None,
                faults: Some(faults),
            };
            let faults = counted(faults.into(), "fault");
            (line, format!("{} is disqualified after {faults}", name(engine)))
        }
        Event::Remark { engine, text } => {
            let line = FaultLine {
                r#type: "remark",
                engine: name(engine),
                text: Some(text),
                faults: None,
            };
            (line, format!("{}: {text}", name(engine)))
        }
    };
    if how.json {
        return json(&line);
    }
    shown.note(&text)
}
