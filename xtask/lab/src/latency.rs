//! `lab latency`.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use engine::{Event, Limits};

use crate::positions::REFERENCE;
use crate::think::new_engine;

#[derive(clap::Args)]
pub struct Args {
    /// How many stops of each kind
    #[arg(long, default_value_t = 40)]
    stops: u32,
    /// The table, in MiB
    #[arg(long, default_value_t = 768)]
    hash: usize,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Times stops: of a plain search, right at its beginning, and while its table is resized.
pub fn run(args: &Args) -> Result<()> {
    for (name, wait, resize) in [
        ("while searching", 60, false),
        ("right after go", 0, false),
        ("while the table is resized", 20, true),
    ] {
        let mut engine = new_engine("onitama", args.threads, args.hash)?;
        engine.set_game(Some(REFERENCE), &[])?;
        let (mut worst, mut sum) = (Duration::ZERO, Duration::ZERO);
        for stop in 0..args.stops {
            let (sender, events) = channel();
            let limits = Limits { infinite: true, ..Limits::default() };
            engine.go(limits, Box::new(move |event| drop(sender.send(event))));
            std::thread::sleep(Duration::from_millis(wait));
            if resize {
                let mib = args.hash - (stop as usize % 2) * args.hash / 2;
                engine.set_option("hash", &mib.to_string())?;
                // In all of its phases: while memory is got, entries are carried over, the search
                // takes the new table and the old one is given back.
                let phase = args.hash as u64 * 2 * u64::from(stop) / u64::from(args.stops);
                std::thread::sleep(Duration::from_millis(2 + phase));
            }
            let asked = Instant::now();
            engine.stop();
            loop {
                match events.recv()? {
                    Event::BestMove { .. } => break,
                    Event::Info(_) | Event::Current { .. } => {}
                    Event::Failed(reason) => bail!("{reason}"),
                }
            }
            let taken = asked.elapsed();
            worst = worst.max(taken);
            sum += taken;
            engine.wait();
        }
        let mean = sum / args.stops;
        println!(
            "stop {name}: {:.2} ms on average, {:.2} ms at most ({} stops, {} threads, {} MiB)",
            mean.as_secs_f64() * 1e3,
            worst.as_secs_f64() * 1e3,
            args.stops,
            args.threads,
            args.hash
        );
    }
    Ok(())
}
