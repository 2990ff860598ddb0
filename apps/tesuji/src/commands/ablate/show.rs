//! The rows, as a table and as JSON.

use anyhow::Result;
use arena::ablation::{Change, MatchRow, Options, Recipe, Row, SearchRow};
use arena::words::counted;
use serde::Serialize;

use super::args::AblateArgs;
use crate::output::{grouped, json, line};

#[derive(Serialize)]
struct Output<'a> {
    r#type: &'static str,
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<usize>,
    /// The technique that is off; None for the base and for changes of another kind.
    without: Option<&'a str>,
    /// None for the base.
    technique: Option<&'a str>,
    change: Option<Change>,
    options: OptionsObject<'a>,
    #[serde(flatten)]
    searches: Option<SearchOutput>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    matches: &'a Vec<MatchRow>,
}

/// Options as an object.
struct OptionsObject<'a>(&'a Options);

impl Serialize for OptionsObject<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[derive(Serialize)]
struct SearchOutput {
    nodes: u64,
    ratio: f64,
    ratio_low: f64,
    ratio_high: f64,
    same: bool,
    quiescence_nodes: u64,
    seconds: f64,
    cpu_seconds: f64,
    instructions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits_per_second: Option<f64>,
}

impl From<&SearchRow<'_>> for SearchOutput {
    fn from(row: &SearchRow<'_>) -> Self {
        let (ratio_low, ratio_high) = row.ratio.interval();
        Self {
            nodes: row.nodes(),
            ratio: row.ratio.mean,
            ratio_low,
            ratio_high,
            same: row.same,
            quiescence_nodes: row.searches.quiescence_nodes,
            seconds: row.searches.seconds,
            cpu_seconds: row.searches.cpu_seconds,
            instructions: row.searches.instructions,
            visits_per_second: row.visits_a_second(),
        }
    }
}

/// The lines above the table.
pub fn head(args: &AblateArgs, recipe: &Recipe) -> Result<()> {
    if args.json {
        return Ok(());
    }
    let mut names = format!("{:<26}", "technique");
    if let Some(plan) = &recipe.searches {
        let count = counted(plan.positions as u64, "position");
        let bound = match (plan.depth, plan.visits) {
            (Some(depth), _) => format!("Depth {depth}"),
            (None, visits) => counted(visits.unwrap_or(0), "visit"),
        };
        line(format!("{bound}, {count}"))?;
        names += &format!(" {:>15} {:>10} {:>18} {:>10}", "nodes", "times", "95 %", "CPU s");
        if plan.visits.is_some() {
            names += &format!(" {:>10}", "visits/s");
        }
    }
    for limit in recipe.matches.iter().flat_map(|plan| &plan.limits) {
        names += &format!("  {:<34}", format!("Elo at {limit}"));
    }
    line(names.trim_end())
}

/// A row.
pub fn row(args: &AblateArgs, recipe: &Recipe, row: &Row<'_>) -> Result<()> {
    if args.json {
        return as_json(recipe, row);
    }
    let mut text = format!("{:<26}", row.words());
    if let Some(plan) = &recipe.searches {
        match &row.searches {
            Some(searches) => text += &cells(searches),
            None => text += &format!(" {:>15} {:>10} {:>18} {:>10}", "-", "-", "-", "-"),
        }
        if plan.visits.is_some() {
            let rate = row.searches.as_ref().and_then(SearchRow::visits_a_second);
            text += &format!(
                " {:>10}",
                rate.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.0}"))
            );
        }
    }
    for limit in recipe.matches.iter().flat_map(|plan| &plan.limits) {
        let played = row.matches.iter().find(|played| played.limit == *limit);
        let cell = match played {
            Some(played) => elo(played),
            None if row.technique.is_some() && !row.is_to_be_played() => "no effect".to_owned(),
            None => String::new(),
        };
        text += &format!("  {cell:<34}");
    }
    line(text.trim_end())
}

fn cells(searches: &SearchRow<'_>) -> String {
    let (low, high) = searches.ratio.interval();
    let between =
        if searches.same { "the same".to_owned() } else { format!("{low:.3} to {high:.3}") };
    let (nodes, ratio) = (grouped(searches.nodes()), searches.ratio.mean);
    format!(" {nodes:>15} {ratio:>10.3} {between:>18} {:>10.2}", searches.searches.cpu_seconds)
}

fn elo(played: &MatchRow) -> String {
    let MatchRow { wins, draws, losses, estimate, .. } = played;
    let elo = estimate.map_or_else(String::new, |it| {
        format!("{:+.0} ({:+.0} to {:+.0}) ", it.elo, it.elo_low, it.elo_high)
    });
    format!("{elo}+{wins} ={draws} -{losses}")
}

fn as_json(recipe: &Recipe, row: &Row<'_>) -> Result<()> {
    let technique = row.technique;
    let off = technique.filter(|technique| technique.change == Change::Off);
    json(&Output {
        r#type: "ablation",
        game: &recipe.game,
        depth: recipe.searches.and_then(|plan| plan.depth),
        visits: recipe.searches.and_then(|plan| plan.visits),
        positions: recipe.searches.map(|plan| plan.positions),
        without: off.map(|technique| technique.name.as_str()),
        technique: technique.map(|technique| technique.name.as_str()),
        change: technique.map(|technique| technique.change),
        options: OptionsObject(technique.map_or(&recipe.base, |technique| &technique.changed)),
        searches: row.searches.as_ref().map(SearchOutput::from),
        matches: &row.matches,
    })
}
