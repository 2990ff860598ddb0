//! Members of a club as their pages show them, and the best of each game and speed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::base::Ending;
use super::moderation::UnderAct;
use super::seats::Rating;
use crate::who::Member;

/// A rating of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProfileRating {
    /// The game's name.
    pub game: String,
    /// `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    pub speed: String,
    /// The rating.
    pub rating: Rating,
    /// Rated games played.
    pub games: u32,
    /// By how much the last twelve of them have changed it.
    pub progress: i32,
}

/// A rating after a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProfilePoint {
    /// The game's name.
    pub game: String,
    /// The speed.
    pub speed: String,
    /// Milliseconds since 1970.
    pub at: i64,
    /// After the game.
    pub rating: i32,
}

/// A game of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProfileGame {
    /// Its id.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The position now.
    pub position: String,
    /// The side of the member.
    pub side: char,
    /// The other member; none where it is the engine, or nobody.
    pub opponent: Option<Member>,
    /// The engine's level, where it is the engine.
    pub level: Option<u8>,
    /// The other's rating.
    pub opponent_rating: Option<Rating>,
    /// It is rated.
    pub rated: bool,
    /// How it ended; none while it goes on.
    pub ending: Option<Ending>,
    /// The change of the member's rating.
    pub change: Option<i32>,
}

/// A member as their page shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Profile {
    /// Who it is.
    pub member: Member,
    /// They listen for challenges.
    pub online: bool,
    /// The account is closed.
    pub closed: bool,
    /// They are a moderator.
    pub moderator: bool,
    /// Who asks has blocked them.
    pub blocked: bool,
    /// The part that moderators see, where who asks is one.
    pub under: Option<UnderAct>,
    /// Those with most games first.
    pub ratings: Vec<ProfileRating>,
    /// The oldest first.
    pub points: Vec<ProfilePoint>,
    /// The last games that who asks may see, the newest first.
    pub games: Vec<ProfileGame>,
}

/// A member in a list of the best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Leader {
    /// Who it is.
    pub member: Member,
    /// Their rating.
    pub rating: Rating,
    /// Rated games played.
    pub games: u32,
}

/// Whom tables of the best have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ranked {
    /// People alone.
    People,
    /// Programs alone.
    Programs,
}

/// The best of a game at a speed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Leaders {
    /// The game's name.
    pub game: String,
    /// The speed.
    pub speed: String,
    /// Those whose rating is provisional after all others.
    pub members: Vec<Leader>,
}
