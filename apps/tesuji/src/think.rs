//! Letting an engine think, from a thread that waits for it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use engine::{Engine, Event, Info, Limits, Statistics};

use crate::cli::{OPEN, whole};
use crate::interrupt;

/// How often a waiting thread looks for Ctrl-C.
const POLL: Duration = Duration::from_millis(20);

/// The most that a search may be given.
const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

/// What bounds a search.
#[derive(Args, Clone)]
pub struct LimitArgs {
    /// Nominal depth, in plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1000))]
    pub depth: Option<u32>,
    /// Seconds to think
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<Duration>,
    /// States (positions reached by a move made) to search
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

/// What came of a search.
pub struct Thought {
    /// The turn to play; None in a finished position.
    pub turn: Option<String>,
    /// The last report on the best line.
    pub last: Option<Info>,
    /// The deepest nominal depth that was completed.
    pub completed: u32,
    /// What was counted; None where nothing was.
    pub statistics: Option<Box<Statistics>>,
    /// Whether Ctrl-C cut it short.
    pub interrupted: bool,
}

/// Lets the engine think about the game it was set; Ctrl-C makes it answer at once.
pub fn think(
    engine: &mut dyn Engine,
    limits: Limits,
    mut on_info: impl FnMut(&Info) -> Result<()>,
) -> Result<Thought> {
    interrupt::taken();
    let (sender, events) = channel();
    engine.go(limits, Box::new(move |event| drop(sender.send(event))));
    let mut interrupted = false;
    let mut completed = 0;
    let thought = loop {
        match events.recv_timeout(POLL) {
            Ok(Event::Info(info)) => {
                if info.complete {
                    completed = completed.max(info.depth);
                }
                if let Err(error) = on_info(&info) {
                    engine.stop();
                    engine.wait();
                    return Err(error);
                }
            }
            Ok(Event::Current { .. }) => {}
            Ok(Event::BestMove { turn, last, statistics, .. }) => {
                break Thought { turn, last, completed, statistics, interrupted };
            }
            Ok(Event::Failed(fault)) => bail!("the engine failed: {fault}"),
            Err(RecvTimeoutError::Timeout) => {
                if interrupt::taken() {
                    interrupted = true;
                    engine.stop();
                }
            }
            Err(RecvTimeoutError::Disconnected) => bail!("the engine gave no answer"),
        }
    };
    engine.wait();
    Ok(thought)
}
