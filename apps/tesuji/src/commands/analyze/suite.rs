//! Suites: positions with the moves that are best, or that are to be avoided.

use std::path::Path;
use std::time::Instant;

use ::engine::{AnyGame, Engine, Limits, Referee, Request};
use anyhow::{Context as _, Result, bail, ensure};
use arena::openings::epd;
use arena::words::counted;
use serde::Serialize;

use crate::cli::Game;
use crate::files;
use crate::output::{grouped, json, line};
use crate::think::think;

/// The largest suite that is read, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// A position of a suite.
struct Task {
    name: String,
    game: Box<dyn AnyGame>,
    best: Vec<String>,
    avoid: Vec<String>,
}

#[derive(Serialize)]
struct TaskLine<'a> {
    r#type: &'static str,
    id: &'a str,
    position: String,
    best: &'a [String],
    avoid: &'a [String],
    bestmove: Option<String>,
    solved: bool,
    /// Since when it had the move that it kept, in seconds; None where it is not solved.
    found: Option<f64>,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct ResultLine {
    r#type: &'static str,
    positions: usize,
    searched: usize,
    solved: usize,
    nodes: u64,
    seconds: f64,
}

/// Searches each position and counts what is solved.
pub fn run(
    kind: Game,
    engine: &mut dyn Engine,
    limits: &Limits,
    path: &Path,
    as_json: bool,
) -> Result<()> {
    let text = files::read_text(path, MOST_BYTES)?;
    let tasks = read(kind, &text).with_context(|| files::name(path))?;
    let (mut searched, mut solved, mut nodes) = (0, 0, 0);
    let begun = Instant::now();
    let mut stopped = false;
    for task in &tasks {
        let (task_line, interrupted) = search(engine, limits, task)?;
        stopped = interrupted;
        if stopped {
            break;
        }
        searched += 1;
        solved += usize::from(task_line.solved);
        nodes += task_line.nodes;
        if as_json {
            json(&task_line)?;
        } else {
            line(row(&task_line))?;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    if as_json {
        let positions = tasks.len();
        json(&ResultLine { r#type: "result", positions, searched, solved, nodes, seconds })?;
    } else {
        let all = counted(searched as u64, "position");
        line(format!("Solved {solved} of {all} in {seconds:.1} s, {} nodes", grouped(nodes)))?;
    }
    ensure!(!stopped, "stopped after {searched} of {}", counted(tasks.len() as u64, "position"));
    Ok(())
}

fn search<'a>(
    engine: &mut dyn Engine,
    limits: &Limits,
    task: &'a Task,
) -> Result<(TaskLine<'a>, bool)> {
    engine.new_game();
    let request = Request::new(task.game.as_ref(), limits.clone());
    let begun = Instant::now();
    let mut found = None;
    let (outcome, interrupted) = think(engine, &request, |info| {
        if info.multi_pv <= 1 {
            let solves = info.pv.first().is_some_and(|turn| task.solves(turn));
            found =
                if solves { found.or_else(|| Some(begun.elapsed().as_secs_f64())) } else { None };
        }
        Ok(())
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let solved = outcome.turn.as_ref().is_some_and(|turn| task.solves(turn));
    let task_line = TaskLine {
        r#type: "position",
        id: &task.name,
        position: task.game.start_text(),
        best: &task.best,
        avoid: &task.avoid,
        bestmove: outcome.turn,
        solved,
        found: if solved { found.or(Some(seconds)) } else { None },
        depth: outcome.completed,
        nodes: outcome.last.as_ref().map_or(0, |info| info.nodes),
        seconds,
    };
    Ok((task_line, interrupted))
}

fn row(task_line: &TaskLine<'_>) -> String {
    let TaskLine { id, best, avoid, bestmove, solved, found, depth, nodes, .. } = task_line;
    let verdict = if *solved { "solved" } else { "not   " };
    let since = found.map_or_else(|| "      ".to_owned(), |seconds| format!("{seconds:5.2}s"));
    let wanted = match (best.is_empty(), avoid.is_empty()) {
        (false, true) => best.join(" or "),
        (true, _) => format!("not {}", avoid.join(" or ")),
        (false, false) => format!("{}, not {}", best.join(" or "), avoid.join(" or ")),
    };
    let played = bestmove.as_deref().unwrap_or("no move");
    let nodes = grouped(*nodes);
    format!("{verdict} {since}  depth {depth:3} {nodes:>13}  {played:<12} ({wanted})  {id}")
}

impl Task {
    fn solves(&self, turn: &String) -> bool {
        (self.best.is_empty() || self.best.contains(turn)) && !self.avoid.contains(turn)
    }
}

/// The positions of a file. Blank lines and those that begin with `#` are passed over.
fn read(kind: Game, text: &str) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for (text, number) in text.lines().map(str::trim).zip(1_u64..) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let task = task(kind, text, number).map_err(anyhow::Error::msg);
        tasks.push(task.with_context(|| format!("line {number}"))?);
    }
    if tasks.is_empty() {
        bail!("there is no position in it");
    }
    Ok(tasks)
}

fn task(kind: Game, text: &str, number: u64) -> Result<Task, String> {
    let (position, operations) = epd(text, kind)?;
    let game =
        kind.new_game(Some(&position), Referee::default()).map_err(|error| error.to_string())?;
    if let Some(ending) = game.ending() {
        return Err(format!("the game is over there ({})", ending.reason));
    }
    let (mut name, mut best, mut avoid) = (format!("line {number}"), Vec::new(), Vec::new());
    for operation in operations.split(';').map(str::trim) {
        let (code, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        match code {
            "bm" => best = turns(game.as_ref(), operand)?,
            "am" => avoid = turns(game.as_ref(), operand)?,
            "id" => operand.trim().trim_matches('"').clone_into(&mut name),
            _ => {}
        }
    }
    if best.is_empty() && avoid.is_empty() {
        return Err("neither bm (best moves) nor am (moves to avoid) is said of it".to_owned());
    }
    Ok(Task { name, game, best, avoid })
}

/// Moves in a list, in the game's own wording. Commas part them; where one move is one word, blanks do, too.
fn turns(game: &dyn AnyGame, text: &str) -> Result<Vec<String>, String> {
    let known = |turn: &str| {
        let mut after = game.boxed_clone();
        after.play(turn).map_err(|error| format!("'{turn}': {error}"))?;
        Ok(after.turns().pop().unwrap_or_default())
    };
    if let Ok(turn) = known(text.trim()) {
        return Ok(vec![turn]);
    }
    let by_comma = text.contains(',');
    let parts = text.split(|c: char| if by_comma { c == ',' } else { c.is_whitespace() });
    parts.map(str::trim).filter(|turn| !turn.is_empty()).map(known).collect()
}
