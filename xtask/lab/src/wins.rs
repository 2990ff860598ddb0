//! `lab wins`.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use engine::{Limits, Verdict};
use serde::Deserialize;

use crate::think::{new_engine, think};

#[derive(clap::Args)]
pub struct Args {
    /// The longest win that must be found with its exact distance, in plies
    #[arg(long, default_value_t = 13)]
    exact: u32,
    /// Pieces a side up to which endgame tables are probed
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=3))]
    tables: u8,
    /// Onitama's wins, Ataxx's endgames, or both
    #[arg(long, value_parser = ["onitama", "ataxx"])]
    game: Option<String>,
    /// Seconds for each position
    #[arg(long, default_value_t = 30)]
    seconds: u64,
}

#[derive(Deserialize)]
struct Reference {
    positions: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    position: String,
    win_in_plies: u32,
    best_moves: Vec<String>,
}

#[derive(Deserialize)]
struct Endgames {
    positions: Vec<Endgame>,
}

#[derive(Deserialize)]
struct Endgame {
    position: String,
    empties: u32,
    result: String,
    plies: u32,
}

/// Searches each position and compares.
pub fn run(args: &Args) -> Result<()> {
    let asked = |game: &str| args.game.as_deref().is_none_or(|only| only == game);
    if asked("onitama") {
        wins(args)?;
    }
    if asked("ataxx") {
        endgames(args)?;
    }
    Ok(())
}

/// Ataxx's proven endgames, up to six empty squares: each with its exact length.
fn endgames(args: &Args) -> Result<()> {
    let data: Endgames =
        serde_json::from_str(include_str!("../../../crates/games/ataxx/data/endgame.json"))?;
    let mut wrong = 0;
    for case in &data.positions {
        let mut engine = new_engine("ataxx", 1, 256)?;
        // A search may give up on the exact length; the next one goes on from what is in the table.
        let begun = Instant::now();
        let budget = Duration::from_secs(args.seconds);
        let mut nodes = 0;
        let last = loop {
            let move_time = Some(budget.saturating_sub(begun.elapsed()));
            let limits = Limits { move_time, prove_distance: true, ..Limits::default() };
            let thought = think(engine.as_mut(), &case.position, limits, |_| {})?;
            let last = thought.last.context("the position is over")?;
            nodes += last.nodes;
            if last.settled || begun.elapsed() >= budget {
                break last;
            }
        };
        let expected = match case.result.as_str() {
            "win" => Verdict::Win(case.plies),
            "loss" => Verdict::Loss(case.plies),
            _ => Verdict::Points(0),
        };
        let exact = last.score.verdict() == expected;
        // A draw is never settled: its score is all there is to see.
        let unfinished = !last.settled && expected != Verdict::Points(0);
        wrong += u32::from(!exact);
        let (score, seconds) = (last.score.to_string(), begun.elapsed().as_secs_f64());
        let verdict = match (exact, unfinished) {
            (true, _) => "exact",
            (false, true) => "UNFINISHED",
            (false, false) => "WRONG",
        };
        println!(
            "{} empty, {} in {:>2}: {score:<20} {:>12} nodes {seconds:>8.2} s  {verdict}  {}",
            case.empties, case.result, case.plies, nodes, case.position
        );
    }
    ensure!(wrong == 0, "{wrong} endgames of Ataxx are wrong or unfinished");
    Ok(())
}

fn wins(args: &Args) -> Result<()> {
    let data: Reference =
        serde_json::from_str(include_str!("../../../crates/games/onitama/data/wins.json"))?;
    let mut wrong = 0;
    for case in &data.positions {
        let mut engine = new_engine("onitama", 1, 256)?;
        engine.set_option("Tables", &args.tables.to_string())?;
        let move_time = Some(Duration::from_secs(args.seconds));
        let limits = Limits { move_time, prove_distance: true, ..Limits::default() };
        let thought = think(engine.as_mut(), &case.position, limits, |_| {})?;
        let Some(last) = thought.last else { continue };
        let exact = last.score.verdict() == Verdict::Win(case.win_in_plies)
            && last.pv.first().is_some_and(|mv| case.best_moves.contains(mv));
        let must = case.win_in_plies <= args.exact;
        wrong += u32::from(must && !exact);
        println!(
            "win in {:>3}: {:<20} {:>12} nodes {:>8.2} s  {}  {}",
            case.win_in_plies,
            last.score.to_string(),
            last.nodes,
            last.time.as_secs_f64(),
            if exact {
                "exact"
            } else if must {
                "WRONG"
            } else {
                "not exact"
            },
            case.name
        );
    }
    ensure!(wrong == 0, "{wrong} wins of at most {} plies are wrong", args.exact);
    Ok(())
}
