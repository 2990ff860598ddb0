//! `lab agree`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Result, bail};

use crate::think::game;

/// The name that toy trees go by.
const TOYS: &str = "toys";

#[derive(clap::Args)]
pub struct Args {
    /// Games, or `toys` for toy trees in which a side may move twice running [default: all of them]
    games: Vec<String>,
    /// How many random positions
    #[arg(long, default_value_t = 1_000_000)]
    count: u64,
    /// Nominal depth, in plies [default: 4, or 3 where a ply has many moves, and 5 on toy trees]
    #[arg(long)]
    depth: Option<u32>,
    /// Threads; each takes its share of the positions
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// The seed of the first thread; each further one takes the next
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Checks the games one after the other.
pub fn run(args: &Args) -> Result<()> {
    if !args.games.is_empty() {
        return args.games.iter().try_for_each(|name| check(name, args));
    }
    check(TOYS, args)?;
    engine::kinds().iter().try_for_each(|kind| check(kind.name(), args))
}

/// Checks a game, and says how far it is every ten seconds.
fn check(name: &str, args: &Args) -> Result<()> {
    let kind = if name == TOYS { None } else { Some(game(name)?) };
    let usual = match kind {
        None => 5,
        Some(kind) => {
            // A game may begin with moves of another kind, as those of a set-up are.
            let start = kind.starts().deal(kind.info().match_deal, 1)?;
            let nodes = kind.checks().perft(Some(&start), 4, false, false)?.nodes;
            if nodes > 100_000 { 3 } else { 4 }
        }
    };
    let depth = args.depth.unwrap_or(usual);
    let (checked, failed) = (AtomicU64::new(0), AtomicBool::new(false));
    let crossing = AtomicU64::new(0);
    let began = Instant::now();
    let threads = args.threads.max(1);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let work = |number: u64| {
            let (checked, crossing, failed) = (&checked, &crossing, &failed);
            let share = args.count / threads + u64::from(number < args.count % threads);
            move || {
                let mut reported = Instant::now();
                let progress = &mut |_| {
                    let total = checked.fetch_add(1, Relaxed) + 1;
                    if number == 0 && reported.elapsed().as_secs() >= 10 {
                        reported = Instant::now();
                        eprintln!("{total} of {} positions agree", args.count);
                    }
                    !failed.load(Relaxed)
                };
                let seed = args.seed + number;
                let result = match kind {
                    Some(kind) => kind.checks().agree(share, seed, depth, progress),
                    None => engine::agree_toys(share, seed, depth, progress),
                };
                match result {
                    Ok(agreed) => {
                        crossing.fetch_add(agreed.crossing, Relaxed);
                        None
                    }
                    Err(fault) => {
                        failed.store(true, Relaxed);
                        Some(fault.to_string())
                    }
                }
            }
        };
        let threads: Vec<_> = (0..threads).map(|number| scope.spawn(work(number))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok().flatten()).collect()
    });
    if let Some(fault) = faults.first() {
        bail!("{fault}");
    }
    println!(
        "{}: minimax, alpha-beta, PVS and MTD(f), table on and off, agree on {} positions at depth {}, {} of them with lines beyond a change of side ({:.0} s, seeds from {})",
        name,
        checked.into_inner(),
        depth,
        crossing.into_inner(),
        began.elapsed().as_secs_f64(),
        args.seed
    );
    Ok(())
}
