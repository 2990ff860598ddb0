//! One search, waited for.

use std::sync::mpsc::channel;

use anyhow::{Context as _, Result, bail};
use engine::{Engine, EngineConfig, Event, GameKind, Info, Limits, Statistics};

/// The game that is measured.
pub fn game(name: &str) -> Result<&'static dyn GameKind> {
    engine::kind(name).with_context(|| format!("there is no game '{name}'"))
}

/// An engine for measurements: what it proves holds by the rules alone.
pub fn new_engine(name: &str, threads: usize, hash_mib: usize) -> Result<Box<dyn Engine>> {
    new_engine_with(name, threads, hash_mib, &[])
}

/// The same, with options of the form `Name=value`.
pub fn new_engine_with(
    name: &str,
    threads: usize,
    hash_mib: usize,
    extra: &[String],
) -> Result<Box<dyn Engine>> {
    let mut options = vec![("RepetitionDraw".to_owned(), "off".to_owned())];
    for option in extra {
        let (name, value) = option.split_once('=').context("an option is written Name=value")?;
        options.push((name.to_owned(), value.to_owned()));
    }
    Ok(game(name)?.new_engine(&EngineConfig { threads, hash_mib, options })?)
}

/// How a search ended.
pub struct Thought {
    /// The last report; None in a finished position.
    pub last: Option<Info>,
    /// What was counted.
    pub statistics: Statistics,
}

/// Searches a position and tells `report` of every complete depth.
pub fn think(
    engine: &mut dyn Engine,
    position: &str,
    limits: Limits,
    mut report: impl FnMut(&Info),
) -> Result<Thought> {
    engine.set_game(Some(position), &[])?;
    let (sender, events) = channel();
    // Nobody waits for events once the search has ended.
    engine.go(limits, Box::new(move |event| drop(sender.send(event))));
    for event in events {
        match event {
            Event::Info(info) if info.complete => report(&info),
            Event::Info(_) | Event::Current { .. } => {}
            Event::BestMove { last, statistics, .. } => {
                engine.wait();
                return Ok(Thought {
                    last,
                    statistics: statistics.map(|s| *s).unwrap_or_default(),
                });
            }
            Event::Failed(reason) => bail!("{reason}"),
        }
    }
    bail!("the engine ended its search without a word")
}
