//! Games that are played now, in a club.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::seats::Rating;
use crate::who::Member;

/// A player of a game that is played now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LivePlayer {
    /// Who it is.
    pub member: Member,
    /// Their rating; none of guests, and in games without a clock.
    pub rating: Option<Rating>,
}

/// A game between two people that is played now, and that all may watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GameNow")]
pub struct LiveGame {
    /// Its id.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The position now.
    pub position: String,
    /// Who plays, by side letter.
    pub players: BTreeMap<char, LivePlayer>,
}
