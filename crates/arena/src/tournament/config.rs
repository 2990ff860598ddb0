//! The configuration of a tournament.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::adjudicate::Rules;
use crate::openings::Openings;
use crate::stats::Sprt;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two engines.
    Match,
    /// Each meets each.
    RoundRobin,
    /// The first meets each of the others.
    Gauntlet,
    /// In each round engines of like score meet, none twice as long as that can be avoided.
    Swiss,
    /// Who loses is out.
    Knockout,
}

impl Format {
    /// Its name as scripts write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
            Self::Knockout => "knockout",
        }
    }

    /// Engines can be added while it is played.
    pub const fn can_grow(self) -> bool {
        matches!(self, Self::RoundRobin | Self::Gauntlet)
    }
}

/// The consequences of an engine's faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultPolicy {
    /// How often a game that could not begin is void and played again; after that it is lost.
    pub replays: u32,
    /// After so many faults an engine is disqualified, and its other games are lost; 0 for never. To
    /// lose on time does not count.
    pub disqualify_after: u32,
}

impl Default for FaultPolicy {
    fn default() -> Self {
        Self { replays: 2, disqualify_after: 10 }
    }
}

/// The whole configuration: equal configurations have equal schedules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Config {
    /// The game's name.
    pub game: String,
    /// Who meets whom.
    pub format: Format,
    /// The engines, as lines.
    pub engines: Vec<String>,
    /// Games of a match, or of each pairing of a tournament: two from each opening, with sides
    /// changed, and where the number is odd one from the last.
    pub games: u64,
    /// Rounds of a Swiss tournament.
    pub rounds: u32,
    /// From which openings, pairings and random engines come.
    pub seed: u64,
    /// Where games begin.
    pub openings: Openings,
    /// Rules beside those of the game.
    pub rules: Rules,
    /// The test that ends a match.
    pub sprt: Option<Sprt>,
    /// The consequences of faults.
    pub policy: FaultPolicy,
    /// The name of the event in records; None for the usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Where it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
}

impl Config {
    /// A key of the configuration, small however many openings there are.
    pub fn identity(&self) -> serde_json::Value {
        let outline = Self { openings: self.openings.outline(), ..self.clone() };
        // There is nothing in it that could not be written.
        let mut value = serde_json::to_value(&outline).unwrap_or_default();
        if let Openings::List { positions, .. } = &self.openings {
            value["positions"] = format!("{:032x}", digest(positions)).into();
        }
        value
    }
}

/// A number that other texts hardly have by chance (FNV-1a, 128 bits).
fn digest(texts: &[String]) -> u128 {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([b'\n']));
    bytes.fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    })
}
