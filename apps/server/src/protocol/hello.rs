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
    /// The games with a book of openings.
    pub books: Vec<&'static str>,
    /// The club; none on loopback.
    pub club: Option<ClubHello>,
}
