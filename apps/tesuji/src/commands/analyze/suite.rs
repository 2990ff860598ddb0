//! Suites: positions with the moves that are best or are to be avoided, or with the side that stands better.

use std::path::Path;
use std::time::Instant;

use ::engine::{AnyGame, Engine, Info, Limits, Referee, Request};
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
    /// The letter of the side that stands better, where that is asked.
    better: Option<char>,
}

#[derive(Serialize)]
struct TaskLine<'a> {
    r#type: &'static str,
    id: &'a str,
    position: String,
    best: &'a [String],
    avoid: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<char>,
    bestmove: Option<String>,
    solved: bool,
    /// Since when it had the move (or the sign of the score) that it kept, in seconds; None where it is not solved.
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
            let solves = task.solves(info.pv.first(), Some(info));
            found =
                if solves { found.or_else(|| Some(begun.elapsed().as_secs_f64())) } else { None };
        }
        Ok(())
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let solved = task.solves(outcome.turn.as_ref(), outcome.last.as_ref());
    let task_line = TaskLine {
        r#type: "position",
        id: &task.name,
        position: task.game.start_text(),
        best: &task.best,
        avoid: &task.avoid,
        better: task.better,
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
    let TaskLine { id, best, avoid, better, bestmove, solved, found, depth, nodes, .. } = task_line;
    let verdict = if *solved { "solved" } else { "not   " };
    let since = found.map_or_else(|| "      ".to_owned(), |seconds| format!("{seconds:5.2}s"));
    let wanted = [
        (!best.is_empty()).then(|| best.join(" or ")),
        (!avoid.is_empty()).then(|| format!("not {}", avoid.join(" or "))),
        better.map(|side| format!("{side} stands better")),
    ];
    let wanted = wanted.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let played = bestmove.as_deref().unwrap_or("no move");
    let nodes = grouped(*nodes);
    format!("{verdict} {since}  depth {depth:3} {nodes:>13}  {played:<12} ({wanted})  {id}")
}

impl Task {
    /// True if a turn, and the score of the search that found it, are what the suite says.
    fn solves(&self, turn: Option<&String>, info: Option<&Info>) -> bool {
        let asks_turn = !(self.best.is_empty() && self.avoid.is_empty());
        let turn_is_right = turn.is_some_and(|turn| {
            (self.best.is_empty() || self.best.contains(turn)) && !self.avoid.contains(turn)
        });
        let side_is_right = self.better.is_none_or(|side| {
            let to_move = self.game.side() == side;
            info.is_some_and(|info| {
                let points = info.score.raw();
                if to_move { points > 0 } else { points < 0 }
            })
        });
        (turn_is_right || !asks_turn) && side_is_right
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
    let mut better = None;
    for operation in operations.split(';').map(str::trim) {
        let (code, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        match code {
            "bm" => best = turns(game.as_ref(), operand)?,
            "am" => avoid = turns(game.as_ref(), operand)?,
            "better" => better = Some(side(game.as_ref(), operand)?),
            "id" => operand.trim().trim_matches('"').clone_into(&mut name),
            _ => {}
        }
    }
    if best.is_empty() && avoid.is_empty() && better.is_none() {
        let reason =
            "neither bm (best moves) nor am (moves to avoid) nor better (a side) is said of it";
        return Err(reason.to_owned());
    }
    Ok(Task { name, game, best, avoid, better })
}

/// A side by its letter.
fn side(game: &dyn AnyGame, text: &str) -> Result<char, String> {
    let [first, second] = game.side_letters();
    let known = [first, second].into_iter().find(|letter| text.trim() == letter.to_string());
    known.ok_or_else(|| format!("'{}' is no side: {first} or {second}", text.trim()))
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
