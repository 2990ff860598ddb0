//! `--explain`: the static evaluation taken apart, of the position and of the end of the best line.

use ::engine::{AnyGame, Evaluation};
use anyhow::Result;
use serde::Serialize;

use crate::cli::Game;
use crate::output::{json, line};

/// How many terms people are shown of each position.
const SHOWN: usize = 14;

#[derive(Serialize)]
struct Explained<'a> {
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

/// The terms from the view of the first side: in words where the game has them, else by the parameters' names.
fn terms(evaluation: &Evaluation, turned: i32) -> Vec<Term<'_>> {
    if evaluation.reasons.is_empty() {
        let terms = evaluation.terms.iter();
        return terms.map(|(name, points)| Term { points: turned * points, text: name }).collect();
    }
    let reasons = evaluation.reasons.iter();
    reasons.map(|reason| Term { points: reason.points, text: &reason.text }).collect()
}

fn one(kind: Game, game: &dyn AnyGame, of: &'static str, as_json: bool) -> Result<()> {
    let position = game.position_text();
    let evaluation = kind.knowledge().evaluation(Some(&position))?;
    let first = game.side_letters()[0];
    let turned = if game.side() == first { 1 } else { -1 };
    let (points, terms) = (turned * evaluation.points, terms(&evaluation, turned));
    let network = evaluation.network.map(|points| turned * points);
    if as_json {
        let (r#type, position) = ("evaluation", &position);
        return json(&Explained { r#type, of, position, points, network, terms });
    }
    line("")?;
    let pieces = |points: i32| format!("{:+.2}", f64::from(points) / 100.0);
    let name = game.side_name(first);
    let by_network = network.map(|points| {
        format!("; the network, which plays, says {} and has no terms", pieces(points))
    });
    let by_network = by_network.unwrap_or_default();
    line(format!(
        "Static evaluation of the {of}: {} pieces for {name}{by_network}",
        pieces(points)
    ))?;
    for Term { points, text } in terms.iter().take(SHOWN) {
        line(format!("{:>8}  {text}", pieces(*points)))?;
    }
    let rest: i32 = terms.iter().skip(SHOWN).map(|term| term.points).sum();
    if terms.len() > SHOWN {
        line(format!("{:>8}  {} smaller terms", pieces(rest), terms.len() - SHOWN))?;
    }
    Ok(())
}

/// Tells why the position and the end of the line are worth what they are; nothing of a game that is over.
pub fn run(kind: Game, game: &dyn AnyGame, best: &[String], as_json: bool) -> Result<()> {
    if game.ending().is_some() {
        return Ok(());
    }
    one(kind, game, "position", as_json)?;
    let mut end = game.boxed_clone();
    for turn in best {
        // A line ends within a turn where the search did.
        if end.play(turn).is_err() {
            break;
        }
    }
    if end.ending().is_none() && end.turns().len() > game.turns().len() {
        one(kind, end.as_ref(), "end of the best line", as_json)?;
    }
    Ok(())
}
