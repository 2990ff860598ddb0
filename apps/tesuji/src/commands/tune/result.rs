//! The output of a run: points on its way, and its result.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use anyhow::Result;
use arena::stats::estimate;
use serde::Serialize;
use serde_json::{Map, Value};
use tune::{Point, Problem, Run, Score};

use super::args::TuneArgs;
use super::checkpoint::Checkpoint;
use super::{report, shown};
use crate::commands::session::elo_text;
use crate::files;
use crate::output::{json, line};

/// How a run stands, in words.
pub fn standing(run: &Run) -> String {
    let mut words = format!("step {} of {}", run.done(), run.all());
    if let Some([learned, held]) = run.errors() {
        let _ = write!(words, ", error {learned:.6}, {held:.6} on what is held back");
    }
    if let Some(Score { wins, draws, losses }) = run.score() {
        let _ = write!(words, ", {} games played", wins + draws + losses);
    }
    words
}

#[derive(Serialize)]
struct PointLine<'p> {
    r#type: &'static str,
    #[serde(flatten)]
    point: &'p Point,
}

#[derive(Serialize)]
struct ResultLine<'r> {
    r#type: &'static str,
    game: &'r str,
    method: String,
    seed: u64,
    steps: u64,
    complete: bool,
    seconds: f64,
    /// The mean squared errors of the start, over the samples to learn from and those held back, where samples measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors_before: Option<[f64; 2]>,
    /// Those of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against_start: Option<Score>,
    parameters: Map<String, Value>,
}

/// The output of a run.
pub struct Told<'a> {
    args: &'a TuneArgs,
    points: usize,
    bend_told: bool,
}

impl<'a> Told<'a> {
    pub fn new(args: &'a TuneArgs) -> Self {
        Self { args, points: 0, bend_told: false }
    }

    /// The points that are new.
    pub fn points(&mut self, run: &Run) -> Result<()> {
        if let Some((bend, slopes)) =
            run.slopes().filter(|_| !std::mem::replace(&mut self.bend_told, true))
        {
            let linear = if bend < 2.0 { "linear" } else { "not linear" };
            eprintln!(
                "{slopes} slopes; the evaluation is {linear} in these parameters ({bend:.2} points off)"
            );
        }
        for point in &run.points[self.points.min(run.points.len())..] {
            if self.args.json {
                json(&PointLine { r#type: "point", point })?;
            }
        }
        self.points = run.points.len();
        Ok(())
    }

    /// The result; the parameters are written to the file that is asked for.
    pub fn result(
        &mut self,
        saved: &Checkpoint,
        complete: bool,
        problem: Problem<'_>,
    ) -> Result<()> {
        let run = &saved.run;
        self.points(run)?;
        let args = self.args;
        let values = run.values();
        let named = || run.parameters().iter().zip(&values);
        if let Some(path) = &args.out {
            let text = file(args, saved)?;
            files::replace(path, |out| out.write_all(text.as_bytes()))?;
        }
        if let Some(path) = &args.report {
            let page = report::html(&shown::film(args, saved, complete))?;
            files::replace(path, |out| out.write_all(page.as_bytes()))?;
        }
        let start =
            || -> Vec<i32> { run.parameters().iter().map(|parameter| parameter.start).collect() };
        let (errors_before, errors) = match problem {
            // A run that was stopped at once knows neither yet.
            Problem::Samples(problem) => (
                run.points[0].errors.or_else(|| Some(problem.errors(&start()))),
                run.errors().or_else(|| Some(problem.errors(&values))),
            ),
            Problem::Matches(_) => (None, None),
        };
        let against_start = run.points.iter().rev().find_map(|point| point.against_start);
        let (games, steps) = (run.score().map(Score::games), run.done());
        if args.json {
            let parameters =
                named().map(|(parameter, &value)| (parameter.name.clone(), value.into()));
            return json(&ResultLine {
                r#type: "result",
                game: args.game.name(),
                method: args.method_name(),
                seed: args.seed,
                steps,
                complete,
                seconds: saved.seconds,
                errors_before,
                errors,
                games,
                against_start,
                parameters: parameters.collect(),
            });
        }
        for (name, values) in tables(run, &values) {
            line(format!("{name}: {values:?}"))?;
        }
        let moved = named().filter(|(parameter, value)| parameter.start != **value).count();
        line(format!(
            "{moved} of {} changed, {steps} steps, {:.1} s",
            values.len(),
            saved.seconds
        ))?;
        if let (Some([learned, held]), Some([to_learned, to_held])) = (errors_before, errors) {
            line(format!(
                "Error {learned:.6} before and {to_learned:.6} after; of what is held back {held:.6} and {to_held:.6}"
            ))?;
        }
        if let Some(found) =
            against_start.and_then(|score| estimate(&[score.losses, score.draws, score.wins]))
        {
            line(format!("Against the start: {}", elo_text(&found)))?;
        }
        if !complete {
            line("It was stopped. The same command with --resume goes on.")?;
        }
        Ok(())
    }
}

/// The parameters by name, the elements of a table together.
fn tables(run: &Run, values: &[i32]) -> Vec<(String, Vec<i32>)> {
    let mut tables: Vec<(String, Vec<i32>)> = Vec::new();
    for (parameter, &value) in run.parameters().iter().zip(values) {
        let name = parameter.name.split('[').next().unwrap_or_default();
        match tables.last_mut().filter(|(last, _)| last == name) {
            Some((_, values)) => values.push(value),
            None => tables.push((name.to_owned(), vec![value])),
        }
    }
    tables
}

/// The values that differ from the declared ones, as a file that engines take.
fn file(args: &TuneArgs, saved: &Checkpoint) -> Result<String> {
    let run = &saved.run;
    let method = args.method_name();
    let mut text = format!(
        "# {} tuned by tesuji tune --method {method}, seed {}, {} steps, {:.0} s\n",
        args.game.title(),
        args.seed,
        run.done(),
        saved.seconds
    );
    let declared = args.game.knowledge().parameters().into_iter();
    let declared: HashMap<String, i32> =
        declared.map(|parameter| (parameter.info.name, parameter.info.start)).collect();
    // What a run started from is part of what it found.
    let begun =
        args.all()?.into_iter().map(|parameter| (parameter.info.name, parameter.info.start));
    let mut values: BTreeMap<String, i32> = begun.collect();
    let found = run.parameters().iter().zip(run.values());
    values.extend(found.map(|(parameter, value)| (parameter.name.clone(), value)));
    for (name, value) in
        values.into_iter().filter(|(name, value)| declared.get(name) != Some(value))
    {
        let _ = writeln!(text, "\"{name}\" = {value}");
    }
    Ok(text)
}
