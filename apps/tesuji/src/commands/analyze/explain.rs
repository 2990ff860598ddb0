//! `--explain`: the static evaluation taken apart, of the position and of the end of the best line.

use ::engine::{AnyGame, Explained, Explanation, end_of_line};
use anyhow::Result;
use serde::Serialize;

use crate::cli::Game;
use crate::output::{json, line};

#[derive(Serialize)]
struct Told<'a> {
    r#type: &'static str,
    of: &'static str,
    position: &'a str,
    points: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<i32>,
    terms: Vec<Term<'a>>,
}

#[derive(Serialize)]
struct Term<'a> {
    points: i32,
    text: &'a str,
}

fn print_json(of: &'static str, explained: &Explained) -> Result<()> {
    let Explained { position, points, network, terms } = explained;
    let terms = terms.iter().map(|Explanation { points, text }| Term { points: *points, text });
    json(&Told {
        r#type: "evaluation",
        of,
        position,
        points: *points,
        network: *network,
        terms: terms.collect(),
    })
}

fn print(of: &'static str, explained: &Explained, name: &str) -> Result<()> {
    line("")?;
    let pieces = |points: i32| format!("{:+.2}", f64::from(points) / 100.0);
    let by_network = explained.network.map(|points| {
        format!("; the network, which plays, says {} and has no terms", pieces(points))
    });
    let by_network = by_network.unwrap_or_default();
    line(format!(
        "Static evaluation of the {of}: {} pieces for {name}{by_network}",
        pieces(explained.points)
    ))?;
    let (shown, rest) = explained.shown();
    for Explanation { points, text } in shown.iter().chain(&rest) {
        line(format!("{:>8}  {text}", pieces(*points)))?;
    }
    Ok(())
}

/// Tells why the position and the end of the line are worth what they are; nothing of a game that is over.
pub fn run(kind: Game, game: &dyn AnyGame, best: &[String], as_json: bool) -> Result<()> {
    let Some(explained) = Explained::new(kind, game)? else { return Ok(()) };
    let mut told = vec![("position", explained)];
    if let Some(end) = end_of_line(game, best) {
        let explained = Explained::new(kind, end.as_ref())?;
        told.extend(explained.map(|explained| ("end of the best line", explained)));
    }
    let name = game.side_name(game.side_letters()[0]);
    for (of, explained) in &told {
        if as_json { print_json(of, explained) } else { print(of, explained, name) }?;
    }
    Ok(())
}
