//! The analysis as people read it: the classic table, and what was counted.

use ::engine::{AnyGame, Bound, Info, Outcome, Statistics, TreeBranch, Verdict};
use anyhow::Result;
use arena::words::counted;

use crate::output::{grouped, line};

/// The heads of the table's columns.
pub const HEAD: &str = "  depth   seconds       score          nodes  line";

/// A row of the table; `numbered` where several lines are asked for.
pub fn row(info: &Info, numbered: bool) -> String {
    let depth = format!("{}/{}", info.depth, info.seldepth);
    let mark = if info.complete { "->" } else { "" };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => ">=",
        Bound::Upper => "<=",
    };
    let score = format!("{bound}{}", info.score);
    let number = if numbered { format!("{}. ", info.multi_pv) } else { String::new() };
    format!(
        "{depth:>7} {mark:<2}{:>8.2}  {score:>10} {:>14}  {number}{}",
        info.time.as_secs_f64(),
        grouped(info.nodes),
        info.line.join(" | "),
    )
}

/// The result in one line.
pub fn summary(game: &dyn AnyGame, outcome: &Outcome, seconds: f64) -> Result<()> {
    line("")?;
    if let Some(ending) = game.ending() {
        let winner = ending.winner.map_or("nobody", |letter| game.side_name(letter));
        return line(format!("The game is over: {} ({winner} has won).", ending.reason));
    }
    if let Some(turn) = &outcome.turn {
        line(format!("Best move   {} ({turn})", game.describe(turn).unwrap_or_default()))?;
    }
    let Some(info) = &outcome.last else {
        return Ok(());
    };
    let meaning = match info.score.verdict() {
        Verdict::Win(plies) => format!("a proven win in {}", counted(plies.into(), "ply")),
        Verdict::Loss(plies) => format!("a proven loss in {}", counted(plies.into(), "ply")),
        Verdict::Points(_) if info.score.is_known() => format!("a {}", info.score),
        Verdict::Points(_) => format!("{} pieces", info.score),
    };
    line(format!("Score       {meaning} for {}", game.side_name(game.side())))?;
    let speed = grouped((info.nodes as f64 / seconds.max(1e-9)) as u64);
    line(format!("Time        {seconds:.2} s, {speed} nodes a second"))?;
    match &outcome.statistics {
        Some(counted) => statistics(counted),
        None => {
            let share = 100.0 * info.qnodes as f64 / info.nodes.max(1) as f64;
            let states = grouped(info.nodes);
            line(format!("Nodes       {states}, {share:.0} % of them in quiescence"))?;
            line(format!("Table       {:.1} % full", f64::from(info.hashfull) / 10.0))
        }
    }
}

/// The counts, by ply.
fn statistics(counted: &Statistics) -> Result<()> {
    let Statistics { states, quiescence_states, leaves, .. } = *counted;
    let share = 100.0 * quiescence_states as f64 / states.max(1) as f64;
    line(format!(
        "Nodes       {}, {share:.0} % of them in quiescence; {} leaves",
        grouped(states),
        grouped(leaves),
    ))?;
    line(format!(
        "Table       {} MiB, {} entries, {:.1} % full",
        counted.table_mib,
        grouped(counted.table_entries as u64),
        f64::from(counted.table_full) / 10.0,
    ))?;
    if let Some(collisions) = counted.collisions {
        line(format!("Collisions  {}", grouped(collisions)))?;
    }
    line("")?;
    if !counted.tree.is_empty() {
        return tree(&counted.tree);
    }
    line("  ply           nodes   branching   table hits   best move from the table")?;
    for ply in &counted.plies {
        line(format!(
            "{:>5} {:>15} {:>11.2} {:>10.1} % {:>10.1} %",
            ply.ply,
            grouped(ply.states),
            ply.branching,
            100.0 * ply.hit_rate,
            100.0 * ply.best_move_hit_rate,
        ))?;
    }
    for (index, &(states, branching)) in counted.quiescence.iter().enumerate() {
        line(format!(
            "{:>5} {:>15} {branching:>11.2}",
            format!("q{}", index + 1),
            grouped(states)
        ))?;
    }
    Ok(())
}

/// The moves of the root of a tree, each with the line of its most visited replies.
fn tree(branches: &[TreeBranch]) -> Result<()> {
    line("         visits    value    prior  line")?;
    for branch in branches {
        let mut words = vec![branch.mv.as_str()];
        let mut at = branch;
        while let Some(reply) = at.replies.first() {
            words.push(&reply.mv);
            at = reply;
        }
        let (visits, moves) = (grouped(branch.visits.into()), words.join(" | "));
        let proven = branch.proven.map(|score| format!(" ({score})")).unwrap_or_default();
        line(format!(
            "{visits:>15} {:>+8.3} {:>6.1} %  {moves}{proven}",
            branch.value,
            100.0 * branch.prior
        ))?;
    }
    Ok(())
}
