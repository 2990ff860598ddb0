//! The techniques of a game's search: its switches, and options that were named.

use anyhow::Result;
use arena::ablation::{Change, Family, Options, Technique};
use engine::options::MCTS_PREFIX;
use engine::{Audience, EngineConfig, OptionKind};

use super::searches::config;
use crate::cli::{Game, usage_error};
use crate::setup::new_engine;

/// The switch of the endgame tables. It can only show where there are tables: it is compared with a search that has
/// them, and all others are made without.
const PROBE: &str = "Probe";
/// Of tables that are quick to build.
const TABLES: (&str, &str) = ("Tables", "2");

/// A switch that changes no count. It is off throughout, so that every search, that with the defaults too, is one
/// compiled to measure: the one to play has its switches built in.
const NEUTRAL: &str = "Prefetch";

/// How like a name must be to one that there is to be suggested, from 0 to 1.
const ALIKE: f64 = 0.75;

/// Which techniques, and how they are changed.
pub struct Choice<'a> {
    /// The family of the search.
    pub family: Family,
    /// Only these; all for none.
    pub only: &'a [String],
    /// Each alone is on.
    pub alone: bool,
    /// Options that were named.
    pub sets: &'a [String],
    /// Options of both sides.
    pub base: Option<&'a str>,
    /// Monte Carlo tree search against alpha-beta, too.
    pub versus: bool,
    /// And nothing else.
    pub versus_alone: bool,
}

/// A switch of the search, and whether it is on in this game.
struct Switch {
    name: String,
    on: bool,
}

fn switches(game: Game, family: Family) -> Result<Vec<Switch>> {
    let known = new_engine(game, &EngineConfig { hash_mib: 0, ..EngineConfig::default() })?;
    let own = |name: &str| name.starts_with(MCTS_PREFIX) == (family == Family::Mcts);
    // Only tables that are built here can be had without asking for files.
    let builds = game.table_builder().is_some();
    let options = known.options().into_iter();
    let found = options.filter_map(|info| match info.kind {
        OptionKind::Check { start } if info.audience == Audience::Tuners => {
            Some(Switch { name: info.name, on: start })
        }
        _ => None,
    });
    let used = |name: &str| own(name) && name != NEUTRAL && (builds || name != PROBE);
    Ok(found.filter(|switch| used(&switch.name)).collect())
}

fn option(name: &str, value: &(impl ToString + ?Sized)) -> (String, String) {
    (name.to_owned(), value.to_string())
}

fn with(base: &Options, more: impl IntoIterator<Item = (String, String)>) -> Options {
    base.iter().cloned().chain(more).collect()
}

/// The name as it is declared, where case and spaces are as people type them.
fn find<'a>(game: Game, switches: &'a [Switch], name: &str) -> Result<&'a Switch> {
    let plain = |name: &str| name.replace(' ', "").to_ascii_lowercase();
    let asked = plain(name);
    if let Some(found) = switches.iter().find(|switch| plain(&switch.name) == asked) {
        return Ok(found);
    }
    let likeness = |switch: &&Switch| strsim::jaro_winkler(&plain(&switch.name), &asked);
    let nearest = switches.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let hint = match nearest.filter(|switch| likeness(switch) >= ALIKE) {
        Some(switch) => format!("did you mean {}?", switch.name),
        None => {
            let names: Vec<&str> = switches.iter().map(|switch| switch.name.as_str()).collect();
            format!("there are {}", names.join(", "))
        }
    };
    let text = format!("{} has no technique '{name}': {hint}", game.title());
    Err(usage_error("ablate", text))
}

/// The options of the search that all are compared with, and the techniques in order.
pub fn list(game: Game, choice: &Choice<'_>) -> Result<(Options, Vec<Technique>)> {
    let all = switches(game, choice.family)?;
    let neutral = option(NEUTRAL, &false);
    // A tree is searched in one form only.
    let mut base: Options =
        if choice.family == Family::AlphaBeta { vec![neutral] } else { Vec::new() };
    if choice.alone {
        base = with(&base, all.iter().map(|switch| option(&switch.name, &false)));
    }
    if let Some(text) = choice.base {
        base = with(&base, read("--base", text)?);
    }
    let mut chosen: Vec<&Switch> = Vec::new();
    for name in choice.only {
        let found = find(game, &all, name)?;
        if !chosen.iter().any(|switch| switch.name == found.name) {
            chosen.push(found);
        }
    }
    if choice.only.is_empty() && choice.sets.is_empty() && !choice.versus_alone {
        chosen = all.iter().collect();
    }
    let named = !choice.only.is_empty();
    let mut techniques: Vec<Technique> =
        chosen.into_iter().map(|switch| technique(switch, &base, choice.alone, named)).collect();
    for text in choice.sets {
        let changed = with(&base, read("--set", text)?);
        let base = base.clone();
        let name = text.clone();
        techniques.push(Technique { name, change: Change::Set, changed, base, named: true });
    }
    for options in techniques.iter().map(|technique| &technique.changed).chain([&base]) {
        // An option that is none is found out now.
        let mut config = config(choice.family, options);
        config.hash_mib = 0;
        new_engine(game, &config)?;
    }
    if choice.versus {
        let name = "mcts against alpha-beta".to_owned();
        let (changed, base) = (Options::new(), Options::new());
        techniques.push(Technique { name, change: Change::Versus, changed, base, named: true });
    }
    Ok((base, techniques))
}

fn technique(switch: &Switch, base: &Options, alone: bool, named: bool) -> Technique {
    let name = switch.name.clone();
    let tables = (name == PROBE).then(|| option(TABLES.0, TABLES.1));
    let base = with(base, tables);
    let (change, value) = match (alone, switch.on) {
        (true, _) => (Change::Alone, true),
        (false, on) => (if on { Change::Off } else { Change::On }, !on),
    };
    let changed = with(&base, [option(&name, &value)]);
    Technique { name, change, changed, base, named }
}

/// Reads `NAME=VALUE` with commas between.
fn read(argument: &str, text: &str) -> Result<Options> {
    let parts = text.split(',').map(|part| {
        let fault = || {
            let text =
                format!("{argument}: '{part}' is no option with its value, as in Driver=mtdf");
            usage_error("ablate", text)
        };
        let (name, value) = part.split_once('=').ok_or_else(fault)?;
        let (name, value) = (name.trim(), value.trim());
        if name.is_empty() || value.is_empty() || value.contains('"') {
            Err(fault())
        } else {
            Ok(option(name, value))
        }
    });
    parts.collect()
}
