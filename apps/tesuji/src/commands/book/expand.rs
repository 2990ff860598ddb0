//! `tesuji book expand`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;
use engine::{Engine, Limits, Referee, Request, Searched};
use serde::Serialize;

use super::file;
use super::tree::{Task, Tree};
use crate::cli::{Game, OPEN, usage_error, whole};
use crate::commands::countdown::Countdown;
use crate::files;
use crate::output::{json, line};
use crate::think::think;

/// How often the book is written.
const WRITES: Duration = Duration::from_secs(5);

/// How much is searched.
#[derive(Clone, Copy)]
enum Budget {
    Positions(u64),
    Time(Duration),
}

/// Arguments of `tesuji book expand`.
#[derive(Args)]
pub struct ExpandArgs {
    /// A book; it is written anew
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Nodes to search for each position
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, OPEN))]
    nodes: u64,
    /// Positions to search (500), or a time (90s, 30m, 2h)
    #[arg(long, value_name = "BUDGET", value_parser = budget)]
    budget: Budget,
    /// Settings of the engine, as on its line: params=FILE,option.NAME=VALUE
    #[arg(long, value_name = "SETTINGS")]
    engine: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Reads a number of positions, or a time.
fn budget(text: &str) -> Result<Budget, String> {
    let positions = arena::numbers::whole(text).filter(|&count| count > 0).map(Budget::Positions);
    let time = || arena::numbers::time(text).filter(|time| !time.is_zero()).map(Budget::Time);
    positions.or_else(time).ok_or_else(|| "use a number of positions, or a time as 30m".to_owned())
}

#[derive(Serialize)]
struct ResultLine<'a> {
    r#type: &'static str,
    game: &'a str,
    searched: u64,
    positions: usize,
    complete: bool,
    seconds: f64,
}

/// The result of a search.
enum Found {
    /// The best turn with its score.
    Turn(String, Option<Searched>),
    /// There is nothing to search.
    Nothing,
    /// Ctrl-C ended it.
    Stopped,
}

/// Searches what a task asks for.
fn search(
    kind: Game,
    tree: &Tree,
    task: &Task,
    engine: &mut dyn Engine,
    limits: &Limits,
) -> Result<Found> {
    let (position, known) = match task {
        Task::End(position) => (position, None),
        Task::DropOut(position) => (position, tree.book.turns(position)),
    };
    let game = kind.new_game(Some(position), Referee::default())?;
    let mut request = Request::new(game.as_ref(), limits.clone());
    if let Some(known) = known {
        if !game.lists_turns() {
            return Ok(Found::Nothing);
        }
        request.only = game.legal_turns();
        request.only.retain(|turn| !known.contains_key(turn));
        if request.only.is_empty() {
            return Ok(Found::Nothing);
        }
    }
    // A result depends on the position alone, so that a run that was ended goes on as if it was
    // not.
    engine.new_game();
    let (outcome, ended) = think(engine, &request, |_| Ok(()))?;
    if ended {
        return Ok(Found::Stopped);
    }
    let last = outcome.last.as_ref();
    let searched = last.map(|info| Searched { score: info.score.verdict(), depth: info.depth });
    Ok(outcome.turn.map_or(Found::Nothing, |turn| Found::Turn(turn, searched)))
}

/// Searches, and writes the book.
pub fn run(args: &ExpandArgs) -> Result<()> {
    let (kind, book) = file::read(&args.book)?;
    let more = args.engine.as_ref().map(|more| format!(",{more}")).unwrap_or_default();
    let spec = format!("tesuji,nodes={}{more}", args.nodes).parse::<arena::EngineSpec>();
    let built = spec.and_then(|spec| Ok((spec.build(kind, 0)?, spec.limits().clone())));
    let (mut engine, limits) = built.map_err(|error| usage_error("book", error.to_string()))?;
    let mut tree = Tree::new(kind, book)?;
    let (all, time) = match args.budget {
        Budget::Positions(count) => (count, Duration::MAX),
        Budget::Time(time) => (u64::MAX, time),
    };
    let (begun, mut written, mut searched) = (Instant::now(), Instant::now(), 0);
    // Of a time the seconds are counted down.
    let steps = if time == Duration::MAX { all } else { time.as_secs() };
    let mut countdown = Countdown::new(steps);
    let (mut complete, mut stopped) = (false, false);
    while searched < all && begun.elapsed() < time {
        let Some(task) = tree.likeliest() else {
            complete = true;
            break;
        };
        let (Task::End(position) | Task::DropOut(position)) = &task;
        match search(kind, &tree, &task, engine.as_mut(), &limits)? {
            Found::Turn(turn, found) => {
                tree.take(position, &turn, found)?;
                searched += 1;
            }
            Found::Nothing => {
                let drops_out = matches!(task, Task::DropOut(_));
                ensure!(drops_out, "'{position}': the engine found no turn there");
                tree.set_complete(position);
            }
            Found::Stopped => {
                stopped = true;
                break;
            }
        }
        if written.elapsed() > WRITES {
            file::write(&args.book, &tree.book)?;
            written = Instant::now();
        }
        let done = if time == Duration::MAX { searched } else { begun.elapsed().as_secs() };
        let positions = tree.book.positions().len();
        countdown.to(done, &|_| format!("{searched} searched, {positions} positions in the book"));
    }
    countdown.end();
    file::write(&args.book, &tree.book)?;
    let (positions, seconds) = (tree.book.positions().len(), begun.elapsed().as_secs_f64());
    if args.json {
        let game = kind.name();
        let r#type = "result";
        return json(&ResultLine { r#type, game, searched, positions, complete, seconds });
    }
    let note = match (complete, stopped) {
        (true, _) => ". Nothing in it is uncertain any more",
        (_, true) => ". It was stopped: the same command goes on",
        _ => "",
    };
    line(format!("{searched} searched, {positions} positions in {}{note}", files::name(&args.book)))
}
