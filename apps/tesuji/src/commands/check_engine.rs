//! `tesuji check-engine`: reports the parts of the protocol that an engine gets wrong.

use anyhow::{Result, bail};
use arena::check::{Found, Point, Progress, check};
use arena::words::counted;
use arena::{EngineSpec, Environment};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::{Game, game_parser, usage_error};
use crate::interrupt;
use crate::output::{json, line};

const EXAMPLES: &str = "\
Examples:
  tesuji check-engine onitama cmd=./my-engine
  tesuji check-engine onitama 'cmd=python3,args=my_engine.py,proto=uoi,startup=20'

The protocols are described in docs/games, and UGI in docs/protocols.md. The exit code is 1 if anything is wrong.";

/// Arguments of `tesuji check-engine`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckEngineArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Game,
    /// The engine, as a line that begins with cmd=
    #[arg(value_name = "LINE")]
    engine: EngineSpec,
    /// Print JSON, one object per point
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PointLine<'a> {
    point: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

fn print_point(point: &Point, as_json: bool) -> Result<()> {
    let (verdict, text) = match &point.found {
        Found::Good => ("good", None),
        Found::Odd(text) => ("odd", Some(text.as_str())),
        Found::Wrong(text) => ("wrong", Some(text.as_str())),
    };
    if as_json {
        return json(&PointLine { point: point.what, verdict, text });
    }
    line(format!("{verdict:5}  it {}", point.what))?;
    text.map_or(Ok(()), |text| line(format!("       {text}")))
}

/// Checks the engine.
pub fn run(args: &CheckEngineArgs) -> Result<()> {
    let Some(program) = args.engine.program() else {
        return Err(usage_error(
            "check-engine",
            "only programs can be checked: a line that begins with cmd=",
        ));
    };
    let environment = Environment { guard: super::guard::command(), human: None, log: None };
    let mut printed = Ok(());
    let bar = ProgressBar::new(1);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len}  {msg}") {
        bar.set_style(style);
    }
    let stop = interrupt::flag();
    let points = check(program, args.game, &environment, stop, &mut |event| match event {
        Progress::Begins(what, number, all) => {
            bar.set_length(all as u64);
            bar.set_position(number as u64);
            bar.set_message(what);
        }
        Progress::Found(point) => {
            if printed.is_ok() {
                bar.suspend(|| printed = print_point(point, args.json));
            }
        }
    });
    bar.finish_and_clear();
    printed?;
    let points = points.map_err(anyhow::Error::msg)?;
    if interrupt::taken() {
        bail!("stopped after {}", counted(points.len() as u64, "point"));
    }
    let wrong = points.iter().filter(|point| matches!(point.found, Found::Wrong(_))).count();
    if wrong > 0 {
        bail!("{wrong} of {} wrong", counted(points.len() as u64, "point"));
    }
    Ok(())
}
