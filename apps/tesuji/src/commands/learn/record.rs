//! The record of the generations in a folder.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use arena::stats::Sprt;
use serde::{Deserialize, Serialize};
use tune::data::Exploration;

use super::way::Way;
use super::zero::{GATE, LevelMatch};
use crate::files;

/// The settings that decide how the generations come out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) game: String,
    pub(super) games: u64,
    pub(super) nodes: u64,
    pub(super) window: u32,
    pub(super) epochs: u32,
    pub(super) all_positions: bool,
    pub(super) add_to_hand: bool,
    pub(super) sprt: Sprt,
    pub(super) pairs: u64,
    pub(super) seed: u64,
    /// How games explore, where it is learned from zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) exploration: Option<Exploration>,
    /// From zero, the share of the points at which a network is kept that the test leaves open, in hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) gate: Option<u32>,
    #[serde(flatten)]
    pub(super) way: Way,
}

/// How a generation came out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Generation {
    pub(super) generation: u32,
    /// The file of its network, in the folder.
    pub(super) network: String,
    /// Whom it played against: a file in the folder, or `hand`, the hand-made evaluation.
    pub(super) against: String,
    /// The pairs of the match that scored 0, 1/2, 1, 3/2 and 2.
    pub(super) pairs: [u64; 5],
    /// Elo against that one, with the ends of the 95 % interval.
    pub(super) elo: f64,
    pub(super) elo_low: f64,
    pub(super) elo_high: f64,
    pub(super) kept: bool,
    /// Elo of the best network so far above what the run began with: the sum of those that were kept.
    pub(super) total: f64,
    /// Seconds that this generation took, those of interrupted runs left out.
    pub(super) seconds: f64,
    pub(super) threads: usize,
    /// From zero: games that were played on though a side would have resigned, and in how many it did not lose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) resigned: Option<[u64; 2]>,
    /// From zero: matches of the best network against levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) levels: Vec<LevelMatch>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) settings: Settings,
    /// The name under which the page lists it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    pub(super) generations: Vec<Generation>,
}

impl Record {
    /// The file of the best network so far; None for the hand-made evaluation.
    pub(super) fn best(&self) -> Option<&str> {
        let kept = self.generations.iter().rev().find(|generation| generation.kept);
        kept.map(|generation| generation.network.as_str())
    }

    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        files::replace(path, |out| out.write_all(text.as_bytes()))
    }
}

pub(super) fn games_of(generation: u32) -> String {
    format!("gen-{generation}.games")
}

pub(super) fn network_of(generation: u32) -> String {
    format!("gen-{generation}.net")
}

/// The record of a folder, or a new one.
pub(super) fn record(path: &Path, settings: Settings) -> Result<Record> {
    if !path.exists() {
        return Ok(Record { settings, name: None, generations: Vec::new() });
    }
    let name = files::name(path);
    let text = files::read_text(path, 1 << 24)?;
    let mut found: Record =
        serde_json::from_str(&text).with_context(|| format!("{name} cannot be read"))?;
    if found.settings.exploration.is_some() {
        // Records of before the gate could be chosen.
        found.settings.gate.get_or_insert(GATE);
    }
    ensure!(
        found.settings == settings,
        "{name} is of other settings: {}",
        serde_json::to_string(&found.settings).unwrap_or_default()
    );
    Ok(found)
}
