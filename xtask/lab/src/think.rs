//! One search, waited for.

use anyhow::{Context as _, Result};
use engine::{Engine, EngineConfig, GameKind, Info, Limits, Outcome, Stop};

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

/// Searches a position and calls `report` for every complete depth.
pub fn think(
    engine: &mut dyn Engine,
    position: &str,
    limits: Limits,
    mut report: impl FnMut(&Info) + Send,
) -> Result<Outcome> {
    engine.set_game(Some(position), &[])?;
    let on_info = &mut |info: Info| {
        if info.complete {
            report(&info);
        }
    };
    Ok(engine::think(engine, limits, &Stop::default(), on_info)?)
}
