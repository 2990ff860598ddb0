//! An ablation as one self-contained HTML page: nothing is loaded, no script runs.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::recipe::{Limit, Measured, Recipe};
use super::rows::{MatchRow, Row, rows};

const STYLE: &str = "
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #22201c; --quiet: #625c52; --line: #ddd6c8;
  --more: #2f6e9e; --less: #a8322a; --even: #8a8377; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1d1b18; --ink: #eee9df; --quiet: #b3ab9d; --line: #48433b;
    --more: #7db8e6; --less: #f08a7c; --even: #9c9486; }
}
body { margin: 2rem auto; max-width: 68rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child { text-align: left; }
svg { display: block; width: 100%; max-width: 60rem; height: auto; }
svg text { fill: var(--ink); font-size: 13px; }
svg .tick { fill: var(--quiet); font-size: 12px; }
svg .grid { stroke: var(--line); }
svg .zero { stroke: var(--quiet); }
svg .whisker { stroke: var(--ink); stroke-width: 1.5; }
.more { fill: var(--more); } .less { fill: var(--less); } .even { fill: var(--even); }
.quiet { color: var(--quiet); }
";

/// The page of what was found so far.
pub fn html(recipe: &Recipe, found: &[Measured]) -> String {
    let rows = rows(recipe, found);
    let game = engine::kind(&recipe.game).map_or(recipe.game.as_str(), |kind| kind.title());
    let title = format!("{game}: what each technique is worth");
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " - Tesuji" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p class="quiet" { (method(recipe)) }
                @if recipe.searches.is_some() { (nodes_chart(&rows)) }
                @for &limit in recipe.matches.iter().flat_map(|plan| &plan.limits) {
                    (elo_chart(&rows, limit))
                }
                h2 { "Table" }
                div class="wide" { (table(recipe, &rows)) }
                (words(recipe))
            }
        }
    };
    page.into_string()
}

/// The method of measurement, in a sentence or two.
fn method(recipe: &Recipe) -> String {
    let mut text = format!("{}, one thread. ", recipe.family.title());
    if let Some(plan) = &recipe.searches {
        let bound = match (plan.depth, plan.visits) {
            (Some(depth), _) => format!("nominal depth {depth}"),
            (None, visits) => format!("{} visits", visits.unwrap_or_default()),
        };
        text += &format!("{} fixed positions to {bound}. ", plan.positions);
    }
    if let Some(plan) = &recipe.matches {
        let limits: Vec<String> = plan.limits.iter().map(ToString::to_string).collect();
        text += &format!(
            "Matches of {} games, seed {}, at {} a turn for both sides, each opening played twice with sides changed. ",
            plan.games,
            plan.seed,
            limits.join(" and at ")
        );
    }
    text + &format!("Build {}.", recipe.build)
}

/// A bar of a chart.
struct Bar {
    name: String,
    value: f64,
    low: f64,
    high: f64,
    /// The value as text.
    told: String,
}

/// Height of a bar with its gap, room for names, for values and for bars.
const BAR: f64 = 24.0;
const NAMES: f64 = 250.0;
const VALUES: f64 = 200.0;
const ROOM: f64 = 500.0;

/// Bars from `zero`, with their intervals. What helps or harms, `more` says for values above zero.
fn chart(label: &str, bars: &[Bar], zero: f64, ticks: &[(f64, String)], more: &str) -> Markup {
    let ends = bars.iter().flat_map(|bar| [bar.low, bar.high, zero]);
    let (low, high) =
        ends.fold((zero, zero), |(low, high), value| (low.min(value), high.max(value)));
    let wide = if high > low { high - low } else { 1.0 };
    let x = |value: f64| NAMES + 10.0 + (value - low) / wide * (ROOM - 20.0);
    let height = BAR * bars.len() as f64;
    let other = if more == "more" { "less" } else { "more" };
    html! {
        svg viewBox=(format!("0 0 {} {}", NAMES + ROOM + VALUES, height + 30.0)) role="img" aria-label=(label) {
            @for (value, text) in ticks.iter().filter(|(value, _)| (low..=high).contains(value)) {
                line class="grid" x1=(x(*value)) x2=(x(*value)) y1="0" y2=(height) {}
                text class="tick" x=(x(*value)) y=(height + 18.0) text-anchor="middle" { (text) }
            }
            @for (index, bar) in bars.iter().enumerate() {
                @let middle = BAR * (index as f64 + 0.5);
                @let class = if bar.low <= zero && zero <= bar.high { "even" } else if bar.value > zero { more } else { other };
                text x=(NAMES) y=(middle + 4.5) text-anchor="end" { (bar.name) }
                rect class=(class) x=(x(bar.value.min(zero))) width=((x(bar.value) - x(zero)).abs().max(1.0)) y=(middle - 8.0) height="16" {
                    title { (bar.name) ": " (bar.told) }
                }
                line class="whisker" x1=(x(bar.low)) x2=(x(bar.high)) y1=(middle) y2=(middle) {}
                text class="tick" x=(NAMES + ROOM + 10.0) y=(middle + 4.5) { (bar.told) }
            }
            line class="zero" x1=(x(zero)) x2=(x(zero)) y1="0" y2=(height) {}
        }
    }
}

/// The ratio of nodes, on a logarithmic scale, the greatest first.
fn nodes_chart(rows: &[Row<'_>]) -> Markup {
    let of_techniques = rows.iter().filter(|row| row.technique.is_some());
    let bars = of_techniques.filter_map(|row| {
        let searches = row.searches.as_ref().filter(|searches| !searches.same)?;
        let (low, high) = searches.ratio.interval();
        let told = format!("{:.2} ({low:.2} to {high:.2})", searches.ratio.mean);
        let value = searches.ratio.mean.ln();
        Some(Bar { name: row.words(), value, low: low.ln(), high: high.ln(), told })
    });
    let bars = sorted(bars.collect());
    let ticks: Vec<(f64, String)> =
        [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]
            .into_iter()
            .map(|ratio: f64| (ratio.ln(), ratio.to_string()))
            .collect();
    html! {
        h2 { "Nodes" }
        p class="quiet" {
            "Nodes to those of the search that it is compared with: the geometric mean over the positions, with its 95 % interval. "
            "Techniques that change no node of these searches are left out."
        }
        (chart("Nodes to those of the base", &bars, 0.0, &ticks, "less"))
    }
}

fn elo_chart(rows: &[Row<'_>], limit: Limit) -> Markup {
    let bars = rows.iter().filter_map(|row| {
        let estimate = row.matches.iter().find(|played| played.limit == limit)?.estimate?;
        let (low, high) = (estimate.elo_low, estimate.elo_high);
        let told = format!("{:+.0} ({low:+.0} to {high:+.0})", estimate.elo);
        Some(Bar { name: row.words(), value: estimate.elo, low, high, told })
    });
    let bars = sorted(bars.collect());
    let ticks: Vec<(f64, String)> =
        (-10..=10).map(|step| (f64::from(step) * 200.0, format!("{:+}", step * 200))).collect();
    html! {
        h2 { "Elo at equal " (limit) " a turn" }
        p class="quiet" { "From the side of the changed search, with the 95 % interval. Grey: the interval has 0 in it." }
        (chart(&format!("Elo at equal {limit} a turn"), &bars, 0.0, &ticks, "more"))
    }
}

fn sorted(mut bars: Vec<Bar>) -> Vec<Bar> {
    bars.sort_by(|a, b| b.value.total_cmp(&a.value));
    bars
}

fn table(recipe: &Recipe, rows: &[Row<'_>]) -> Markup {
    let limits: Vec<Limit> =
        recipe.matches.iter().flat_map(|plan| plan.limits.iter().copied()).collect();
    let searched = recipe.searches.is_some();
    html! {
        table {
            thead {
                tr {
                    th scope="col" { "Technique" }
                    @if searched {
                        @for name in ["Nodes", "Quiescence", "Ratio", "95 %", "Seconds", "CPU seconds", "Instructions"] {
                            th scope="col" { (name) }
                        }
                        @if recipe.searches.is_some_and(|plan| plan.visits.is_some()) { th scope="col" { "Visits a second" } }
                    }
                    @for limit in &limits { th scope="col" { "Elo, " (limit) } }
                }
            }
            tbody {
                @for row in rows {
                    tr {
                        th scope="row" { (row.words()) }
                        @if searched { (search_cells(row)) }
                        @for limit in &limits {
                            td { (elo_cell(row, row.matches.iter().find(|played| played.limit == *limit))) }
                        }
                    }
                }
            }
        }
    }
}

fn search_cells(row: &Row<'_>) -> Markup {
    let Some(searches) = &row.searches else { return html! { td colspan="7" { "-" } } };
    let (low, high) = searches.ratio.interval();
    html! {
        td { (searches.nodes()) }
        td { (searches.searches.quiescence_nodes) }
        td { (format!("{:.3}", searches.ratio.mean)) }
        td {
            @if searches.same { "the same" } @else { (format!("{low:.2} to {high:.2}")) }
        }
        td { (format!("{:.2}", searches.searches.seconds)) }
        td { (format!("{:.2}", searches.searches.cpu_seconds)) }
        td {
            @match (searches.searches.instructions, searches.instructions_ratio()) {
                (Some(all), Some(ratio)) => { (all) " (" (format!("{ratio:.2}")) ")" }
                _ => "not counted",
            }
        }
        @if let Some(rate) = searches.visits_a_second() { td { (format!("{rate:.0}")) } }
    }
}

fn elo_cell(row: &Row<'_>, played: Option<&MatchRow>) -> String {
    match played.map(|played| (played, played.estimate)) {
        Some((MatchRow { wins, draws, losses, .. }, Some(estimate))) => format!(
            "{:+.0} ({:+.0} to {:+.0}), {wins}/{draws}/{losses}",
            estimate.elo, estimate.elo_low, estimate.elo_high
        ),
        _ if row.technique.is_some() && !row.is_to_be_played() => "no effect".to_owned(),
        _ => "-".to_owned(),
    }
}

fn words(recipe: &Recipe) -> Markup {
    html! {
        p class="quiet" {
            "A node is a position reached by a move made, quiescence included. Games are told as won, drawn and lost by the changed search. "
            "Where a technique changed neither a node nor a best turn of the searches it has no effect there, and its match was not played. "
            @if recipe.searches.is_some() {
                "Instructions are those of the program outside the system's kernel, by the processor's counter; where the system gives none, the processor's time stands for them."
            }
        }
    }
}
