//! A tournament as one self-contained HTML file: nothing is loaded, no script runs.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use plotters::prelude::{
    ChartBuilder, Color as _, IntoDrawingArea as _, LineSeries, RGBColor, SVGBackend, WHITE,
};

use crate::rating::Rated;
use crate::stats::Decision;
use crate::store::Stored;
use crate::tournament::{ArenaError, Row};
use crate::view::{self, GameLine, Overview, Test};
use crate::{Interval, Summary};

/// The style sheet of reports.
pub const STYLE: &str = "
body { margin: 2rem auto; max-width: 68rem; padding: 0 1rem; background: #fffdf8; color: #22201c;
  font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid #ddd6c8; text-align: right; }
th:nth-child(2), td:nth-child(2), .words td, .words th { text-align: left; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
svg { max-width: 100%; height: auto; }
.quiet { color: #625c52; }
";

/// The games that a report lists.
const GAMES: u32 = 2000;

/// The report of a tournament, as HTML.
///
/// # Errors
/// When the store cannot be read, or its games cannot be read any more.
pub fn html(store: &crate::store::Store, stored: Stored) -> Result<String, ArenaError> {
    let id = stored.id;
    let overview = view::overview(store, stored)?;
    let ratings = view::ratings(store, id)?;
    let games: Vec<GameLine> = store.latest(id, GAMES)?.iter().map(GameLine::from).collect();
    Ok(page(&overview, &ratings, &games).into_string())
}

fn page(overview: &Overview, ratings: &[Rated], games: &[GameLine]) -> Markup {
    let line = &overview.line;
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (line.name) " - Tesuji" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (line.name) }
                p class="quiet" {
                    (line.game) ", " (line.format) ", " (line.games) " of " (overview.known) " games, "
                    (line.state.name()) ", seed " (overview.seed)
                }
                @if let Some(winner) = &overview.winner { p { "Winner: " (winner) } }
                @if let Some(summary) = &overview.summary { (score(summary, &overview.names)) }
                @if let Some(test) = &overview.test { (tested(test)) }
                h2 { "Table" }
                (crosstable(&overview.standings))
                @if ratings.len() > 1 {
                    h2 { "Ratings" }
                    (rated(ratings))
                }
                h2 { "Engines" }
                table class="words" {
                    @for (name, line) in overview.names.iter().zip(&line.engines) {
                        tr { th scope="row" { (name) } td { code { (line) } } }
                    }
                }
                @if overview.faults_count > 0 {
                    h2 { "Faults: " (overview.faults_count) }
                    table class="words" {
                        @for faults in &overview.faults_by_engine {
                            tr { th scope="row" { (faults.engine) } td { (faults.words()) } }
                        }
                    }
                    table class="words" {
                        @for fault in &overview.faults {
                            tr {
                                th scope="row" { (fault.engine) }
                                td { (fault.text) @if fault.void { " (played again)" } }
                            }
                        }
                    }
                }
                h2 { "Games" }
                @if games.len() as u64 != line.games {
                    p class="quiet" { "The last " (games.len()) " of " (line.games) "." }
                }
                (listed(games))
            }
        }
    }
}

fn score(summary: &Summary, names: &[String]) -> Markup {
    let Summary {
        games, wins, draws, losses, pairs, draw_ratio, estimate, openings_decide, ..
    } = summary;
    html! {
        p {
            (names.first().map_or("", String::as_str)) ": " (wins) " won, " (draws) " drawn, " (losses)
            " lost of " (games) " games (draws " (format!("{:.1}", 100.0 * draw_ratio)) " %)"
        }
        @if let Some(estimate) = estimate {
            p {
                "Elo " strong { (format!("{:+.1}", estimate.elo)) } ", between " (format!("{:+.1}", estimate.elo_low))
                " and " (format!("{:+.1}", estimate.elo_high))
                @match estimate.interval {
                    Interval::Normal => { " (95 % interval). " }
                    Interval::Exact => { " (95 % interval, the exact one of few games). " }
                }
                "Likelihood of superiority " (format!("{:.1}", 100.0 * estimate.los)) " %."
            }
        }
        p class="quiet" { "Pairs that scored 0, 1/2, 1, 3/2, 2: " (format!("{pairs:?}")) }
        @if let Some(decide) = openings_decide { p { (decide.words()) } }
    }
}

fn tested(test: &Test) -> Markup {
    let verdict = match test.state.decision {
        Some(Decision::Accepted) => "accepted",
        Some(Decision::Rejected) => "rejected",
        None => "not decided",
    };
    html! {
        h2 { "Test (SPRT)" }
        p {
            (test.sprt.to_string()) ": " strong { (verdict) } " after " (test.pairs)
            " pairs; log-likelihood ratio " (format!("{:.2}", test.state.llr)) " between "
            (format!("{:.2}", test.state.lower)) " and " (format!("{:.2}", test.state.upper))
        }
        (PreEscaped(graph(test).unwrap_or_default()))
    }
}

/// The log-likelihood ratio by pairs, between its bounds, as SVG.
fn graph(test: &Test) -> Option<String> {
    let mut picture = String::new();
    {
        let last = test.curve.last()?.0.max(1);
        let values = || test.curve.iter().map(|&(_, llr)| llr);
        let low = values().fold(test.state.lower, f64::min) - 0.3;
        let high = values().fold(test.state.upper, f64::max) + 0.3;
        let area = SVGBackend::with_string(&mut picture, (900, 300)).into_drawing_area();
        area.fill(&WHITE).ok()?;
        let mut chart = ChartBuilder::on(&area)
            .margin(10)
            .x_label_area_size(30)
            .y_label_area_size(45)
            .build_cartesian_2d(0..last, low..high)
            .ok()?;
        chart
            .configure_mesh()
            .x_desc("pairs")
            .y_desc("log-likelihood ratio")
            .light_line_style(WHITE.mix(0.0))
            .draw()
            .ok()?;
        let bound = RGBColor(168, 50, 42);
        for height in [test.state.lower, test.state.upper] {
            chart.draw_series(LineSeries::new([(0, height), (last, height)], &bound)).ok()?;
        }
        let curve = RGBColor(47, 110, 158);
        chart
            .draw_series(LineSeries::new(test.curve.iter().copied(), curve.stroke_width(2)))
            .ok()?;
        area.present().ok()?;
    }
    Some(picture)
}

fn crosstable(rows: &[Row]) -> Markup {
    let engines: Vec<usize> = rows.iter().map(|row| row.engine).collect();
    html! {
        table {
            tr {
                th scope="col" { "" }
                @for name in ["Engine", "Points", "Games", "Won", "Drawn", "Lost", "SB", "Buchholz"] {
                    th scope="col" { (name) }
                }
                @for row in rows { th scope="col" { (row.rank) } }
            }
            @for row in rows {
                tr {
                    td { (row.rank) }
                    th scope="row" { (row.name) }
                    td { (format!("{:.1}", row.points)) }
                    td { (row.games) } td { (row.wins) } td { (row.draws) } td { (row.losses) }
                    td { (format!("{:.2}", row.sonneborn_berger)) }
                    td { (format!("{:.1}", row.buchholz)) }
                    @for &other in &engines {
                        @match row.against.get(other) {
                            Some(&(half, games)) if games > 0 => {
                                td { (format!("{:.1}/{games}", half as f64 / 2.0)) }
                            }
                            _ => td { "-" }
                        }
                    }
                }
            }
        }
    }
}

fn rated(ratings: &[Rated]) -> Markup {
    html! {
        table {
            tr { th scope="col" { "" } th scope="col" { "Engine" } th scope="col" { "Elo" } th scope="col" { "95 % interval" } }
            @for (place, row) in ratings.iter().enumerate() {
                tr {
                    td { (place + 1) }
                    th scope="row" { (row.name) }
                    td { (format!("{:+.1}", row.elo.value)) }
                    td { (format!("{:+.1} to {:+.1}", row.elo.low, row.elo.high)) }
                }
            }
        }
    }
}

fn listed(games: &[GameLine]) -> Markup {
    html! {
        table class="words" {
            tr {
                @for name in ["Game", "Round", "First side", "Second side", "Winner", "Reason", "Turns", "Seconds"] {
                    th scope="col" { (name) }
                }
            }
            @for game in games {
                tr {
                    td { (game.number) } td { (game.round) }
                    td { (game.names[0]) } td { (game.names[1]) }
                    td { @match game.winner { Some(letter) => { (letter) } None => { "draw" } } }
                    td { (game.reason) }
                    td { (game.turns) }
                    td { (format!("{:.2}", game.seconds)) }
                }
            }
        }
    }
}
