//! The first message of a connection.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::seats::ClubHello;

/// A level of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Level")]
pub struct LevelInfo {
    /// From 1.
    pub level: u8,
    /// In a word or two.
    pub name: &'static str,
    /// In a sentence.
    pub about: &'static str,
}

/// The measured gain of a level over the one below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelGain {
    /// From 2.
    pub level: u8,
    /// In Elo.
    pub elo: i32,
    /// The lower end of its interval of 95 %.
    pub low: i32,
    /// The upper end.
    pub high: i32,
    /// The games that were played for it.
    pub games: u32,
}

impl From<engine::LevelGain> for LevelGain {
    fn from(engine::LevelGain { level, elo, low, high, games }: engine::LevelGain) -> Self {
        Self { level, elo, low, high, games }
    }
}

/// The first message of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hello {
    /// [`PROTOCOL`](super::PROTOCOL).
    pub protocol: u32,
    /// The program's version.
    pub version: &'static str,
    /// The games it plays.
    pub games: Vec<&'static str>,
    /// The engine's levels.
    pub levels: Vec<LevelInfo>,
    /// The Elo of each level by game, on the scale that its players know; without the games where it was not measured.
    pub level_elo: BTreeMap<&'static str, &'static [u32]>,
    /// The measured gains of levels over the one below, by game; without the games and the levels
    /// for which it was not measured.
    pub level_gains: BTreeMap<&'static str, Vec<LevelGain>>,
    /// The games with a book of openings.
    pub books: Vec<&'static str>,
    /// The games whose evaluation is told in words.
    pub explains: Vec<&'static str>,
    /// The club; none on loopback.
    pub club: Option<ClubHello>,
}
