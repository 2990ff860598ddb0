//! `lab perft`.

use std::time::Instant;

use anyhow::Result;
use game::Notation as _;
use game::perft::{Finished, perft, walk};
use onitama::Position;

use crate::positions::starts;

#[derive(clap::Args)]
pub struct Args {
    /// Plies
    #[arg(long, default_value_t = 6)]
    depth: u32,
}

/// The same counts in bulk and by making every move, in turn.
pub fn run(args: &Args) -> Result<()> {
    let (mut bulk, mut plain, mut leaves) = (0.0, 0.0, 0);
    for text in starts(5)? {
        let position = Position::parse(&text)?;
        let began = Instant::now();
        let counted = perft(&position, args.depth, Finished::OneLeaf);
        bulk += began.elapsed().as_secs_f64();
        let began = Instant::now();
        let walked = walk(&position, args.depth, Finished::OneLeaf);
        plain += began.elapsed().as_secs_f64();
        anyhow::ensure!(counted == walked, "{text}: {counted} in bulk, {walked} by the walk");
        leaves += counted;
    }
    println!(
        "perft {}: {leaves} leaves; bulk {:.0} million a second, walk {:.0} million, {:.1} times as fast",
        args.depth,
        leaves as f64 / bulk / 1e6,
        leaves as f64 / plain / 1e6,
        plain / bulk
    );
    Ok(())
}
