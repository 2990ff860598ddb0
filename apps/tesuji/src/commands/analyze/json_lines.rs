//! The analysis as JSON; docs/cli.md describes its forms.

use ::engine::{AnyGame, Bound, Info, Outcome, Score, Statistics, TreeBranch, Verdict};
use anyhow::Result;
use serde::Serialize;

use crate::output::json;

/// The score of a position: of its search, or of a game that has ended.
#[derive(Serialize)]
#[serde(untagged)]
enum ScoreJson {
    Searched(Verdict),
    Ended { kind: &'static str, value: u32 },
}

#[derive(Serialize)]
struct InfoLine<'a> {
    r#type: &'static str,
    depth: u32,
    seldepth: u32,
    complete: bool,
    multipv: usize,
    score: Verdict,
    bound: Bound,
    pv: &'a [String],
    nodes: u64,
    qnodes: u64,
    hashfull: u32,
    tbhits: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct ResultLine<'a> {
    r#type: &'static str,
    bestmove: Option<&'a str>,
    depth: u32,
    seldepth: u32,
    score: ScoreJson,
    pv: &'a [String],
    nodes: u64,
    qnodes: u64,
    proof_nodes: u64,
    settled: bool,
    seconds: f64,
}

#[derive(Serialize)]
struct StatisticsLine {
    r#type: &'static str,
    states: u64,
    quiescence_states: u64,
    leaves: u64,
    table_mib: usize,
    table_entries: usize,
    table_full: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    collisions: Option<u64>,
    plies: Vec<PlyJson>,
    quiescence: Vec<QuiescenceJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tree: Vec<BranchJson>,
}

/// A move of the tree of a Monte Carlo tree search.
#[derive(Serialize)]
struct BranchJson {
    r#move: String,
    visits: u32,
    value: f64,
    prior: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<Verdict>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replies: Vec<Self>,
}

fn tree(branches: &[TreeBranch]) -> Vec<BranchJson> {
    let thousandths = |share: f64| (share * 1_000.0).round() / 1_000.0;
    let write = |branch: &TreeBranch| BranchJson {
        r#move: branch.mv.clone(),
        visits: branch.visits,
        value: thousandths(branch.value),
        prior: thousandths(branch.prior),
        proven: branch.proven.map(Score::verdict),
        replies: tree(&branch.replies),
    };
    branches.iter().map(write).collect()
}

#[derive(Serialize)]
struct PlyJson {
    ply: usize,
    states: u64,
    branching: f64,
    hit_rate: f64,
    best_move_hit_rate: f64,
}

#[derive(Serialize)]
struct QuiescenceJson {
    ply: usize,
    states: u64,
    branching: f64,
}

fn statistics_line(statistics: &Statistics) -> StatisticsLine {
    let plies = statistics.plies.iter().map(|ply| PlyJson {
        ply: ply.ply,
        states: ply.states,
        branching: ply.branching,
        hit_rate: ply.hit_rate,
        best_move_hit_rate: ply.best_move_hit_rate,
    });
    let quiescence = statistics.quiescence.iter().enumerate();
    StatisticsLine {
        r#type: "statistics",
        states: statistics.states,
        quiescence_states: statistics.quiescence_states,
        leaves: statistics.leaves,
        table_mib: statistics.table_mib,
        table_entries: statistics.table_entries,
        table_full: f64::from(statistics.table_full) / 1_000.0,
        collisions: statistics.collisions,
        plies: plies.collect(),
        quiescence: quiescence
            .map(|(index, &(states, branching))| QuiescenceJson {
                ply: index + 1,
                states,
                branching,
            })
            .collect(),
        tree: tree(&statistics.tree),
    }
}

/// Prints a report.
pub fn info(info: &Info) -> Result<()> {
    json(&InfoLine {
        r#type: "info",
        depth: info.depth,
        seldepth: info.seldepth,
        complete: info.complete,
        multipv: info.multi_pv,
        score: info.score.verdict(),
        bound: info.bound,
        pv: &info.pv,
        nodes: info.nodes,
        qnodes: info.qnodes,
        hashfull: info.hashfull,
        tbhits: info.table_hits,
        seconds: info.time.as_secs_f64(),
    })
}

/// The score where nothing was searched: how the game has ended, seen by the side to move.
fn ended(game: &dyn AnyGame) -> ScoreJson {
    let kind = match game.ending() {
        Some(ending) => match ending.winner {
            Some(winner) if winner == game.side() => "win",
            Some(_) => "loss",
            None => "draw",
        },
        None => "points",
    };
    ScoreJson::Ended { kind, value: 0 }
}

/// Prints what was counted, if anything was, and the result.
pub fn result(game: &dyn AnyGame, outcome: &Outcome, seconds: f64) -> Result<()> {
    if let Some(statistics) = &outcome.statistics {
        json(&statistics_line(statistics))?;
    }
    let last = outcome.last.as_ref();
    json(&ResultLine {
        r#type: "result",
        bestmove: outcome.turn.as_deref(),
        depth: outcome.completed,
        seldepth: last.map_or(0, |info| info.seldepth),
        score: last.map_or_else(|| ended(game), |info| ScoreJson::Searched(info.score.verdict())),
        pv: last.map_or(&[], |info| info.pv.as_slice()),
        nodes: last.map_or(0, |info| info.nodes),
        qnodes: last.map_or(0, |info| info.qnodes),
        proof_nodes: last.map_or(0, |info| info.proof_nodes),
        settled: last.is_some_and(|info| info.settled),
        seconds,
    })
}
