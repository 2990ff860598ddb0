//! `lab wins`.

use std::time::Duration;

use anyhow::{Result, ensure};
use engine::{Limits, Verdict};
use serde::Deserialize;

use crate::think::{new_engine, think};

#[derive(clap::Args)]
pub struct Args {
    /// The longest win that must be found with its exact distance, in plies
    #[arg(long, default_value_t = 13)]
    exact: u32,
    /// Pieces a side up to which endgame tables are asked
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=3))]
    tables: u8,
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

/// Searches each position and compares.
pub fn run(args: &Args) -> Result<()> {
    let data: Reference =
        serde_json::from_str(include_str!("../../../crates/games/onitama/data/wins.json"))?;
    let mut wrong = 0;
    for case in &data.positions {
        let mut engine = new_engine("onitama", 1, 256)?;
        engine.set_option("Tables", &args.tables.to_string())?;
        let move_time = Some(Duration::from_secs(args.seconds));
        let limits = Limits { move_time, settle: true, ..Limits::default() };
        let thought = think(engine.as_mut(), &case.position, limits, |_| {})?;
        let Some(last) = thought.last else { continue };
        let exact = last.score.verdict() == Verdict::Win(case.win_in_plies)
            && last.pv.first().is_some_and(|mv| case.best_moves.contains(mv));
        let must = case.win_in_plies <= args.exact;
        wrong += u32::from(must && !exact);
        println!(
            "win in {:>3}: {:<20} {:>12} states {:>8.2} s  {}  {}",
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
