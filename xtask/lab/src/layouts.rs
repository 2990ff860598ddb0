//! `lab layouts`: what the size of a table's entry costs and saves.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use cpu_time::ProcessTime;
use game::{Evaluator, Position};
use search::Counters;
use search::tt::{Compact, Layout, Short, Table, Wide};
use search::{Control, Driver, Job, Limits, Mode, Searcher, Switches, TableHandle, Tunables};

#[derive(clap::Args)]
pub struct Args {
    /// Sizes of the table, in MiB
    #[arg(long, value_delimiter = ',', default_value = "1,4,16")]
    mib: Vec<usize>,
    /// Starts of Onitama
    #[arg(long, default_value_t = 12)]
    positions: u64,
    /// Plies to search
    #[arg(long, default_value_t = 15)]
    depth: u32,
}

/// The search with the switches that all games begin with, and a table of this layout.
struct With<L>(std::marker::PhantomData<L>);

impl<L> Clone for With<L> {
    fn clone(&self) -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<L: Layout> Mode for With<L> {
    type Layout = L;
    type Stats = Counters;

    fn switches(&self) -> Switches {
        Switches::START
    }

    fn exact(&self) -> bool {
        false
    }
}

/// Nodes and CPU seconds of searches from these positions, each with an empty table.
fn measured<P: Position, E: Evaluator<P>, L: Layout>(
    roots: &[P],
    params: &E::Params,
    depth: u32,
    mib: usize,
) -> Result<(f64, f64)> {
    let (mut nodes, mut seconds) = (0.0, 0.0);
    for root in roots {
        let table = Table::<L>::new(mib).context("not so much memory")?;
        let table = Arc::new(TableHandle::new(table));
        let mode = With(std::marker::PhantomData);
        let mut searcher =
            Searcher::<P, E, _>::new(mode, Tunables::START, params.clone(), 1, table);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let job = Job {
            root: *root,
            game_keys: &[],
            repetition_draw: false,
            limits: &limits,
            only: &[],
            driver: Driver::Pvs,
            control: &Control::new(false),
            now: &|| Duration::ZERO,
            processor: None,
            current: None,
            resume: None,
        };
        let began = ProcessTime::now();
        let outcome = searcher.search(&job, &mut |_| {});
        seconds += began.elapsed().as_secs_f64();
        nodes += outcome.report.nodes as f64;
    }
    Ok((nodes, seconds))
}

fn compare<P: Position, E: Evaluator<P>>(
    name: &str,
    roots: &[P],
    params: &E::Params,
    depth: u32,
    args: &Args,
) -> Result<()> {
    for &mib in &args.mib {
        let compact = measured::<P, E, Compact>(roots, params, depth, mib)?;
        let short = measured::<P, E, Short>(roots, params, depth, mib)?;
        let wide = measured::<P, E, Wide>(roots, params, depth, mib)?;
        let ratio = |(nodes, seconds): (f64, f64)| {
            format!("{:.3} of the nodes, {:.3} of the time", nodes / compact.0, seconds / compact.1)
        };
        println!(
            "{name}, depth {depth}, {mib} MiB: ten bytes {:.0} nodes in {:.2} CPU seconds; eight {}; sixteen {}",
            compact.0,
            compact.1,
            ratio(short),
            ratio(wide)
        );
    }
    Ok(())
}

fn deals<P, F: Into<anyhow::Error>>(
    args: &Args,
    deal: impl Fn(u64) -> Result<P, F>,
) -> Result<Vec<P>> {
    (1..=args.positions).map(|seed| deal(seed).map_err(Into::into)).collect()
}

/// Entries of eight, ten and sixteen bytes in tables of one size, to the same depth.
pub fn run(args: &Args) -> Result<()> {
    compare::<_, onitama::Evaluation>(
        "Onitama",
        &deals(args, |seed| onitama::Position::deal("any", seed))?,
        &onitama::EvalParams::default(),
        args.depth,
        args,
    )
}
