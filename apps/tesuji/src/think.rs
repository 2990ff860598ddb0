//! Letting an engine think, until Ctrl-C.

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use engine::{Engine, Info, Limits, Outcome, Request, Stop};

use crate::cli::{OPEN, whole};
use crate::interrupt;

/// The most that a search may be given.
const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

/// The limits of a search.
#[derive(Args, Clone)]
pub struct LimitArgs {
    /// Nominal depth, in plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1000))]
    pub depth: Option<u32>,
    /// Seconds to think
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Nodes (positions reached by a move made) to search
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, OPEN))]
    pub nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits, or `time` where none is given.
    pub fn limits(&self, time: Duration) -> Limits {
        let none = self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: if none { Some(time) } else { self.time },
            ..Limits::default()
        }
    }
}

/// Reads a time.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let time = arena::numbers::time(text).filter(|time| *time <= MAX_TIME);
    time.ok_or_else(|| {
        "use a number of seconds from 0, as in 0.5, or a time like 2s, 500ms or 1m".to_owned()
    })
}

/// Lets the engine think; Ctrl-C makes it answer at once, and is returned beside the result of the search.
pub fn think(
    engine: &mut dyn Engine,
    request: &Request,
    mut on_info: impl FnMut(&Info) -> Result<()> + Send,
) -> Result<(Outcome, bool)> {
    let stop = Stop::default();
    let watch = interrupt::stops(&stop);
    let mut reported = Ok(());
    let outcome = request.search(engine, &stop, &mut |info| {
        if reported.is_ok() {
            reported = on_info(&info);
            if reported.is_err() {
                stop.stop();
            }
        }
    });
    let interrupted = watch.ended();
    reported?;
    Ok((outcome?, interrupted))
}
