//! The lobby of a club: open seeks, and challenges by name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::seats::Rating;
use super::study::ClockRule;
use crate::who::Member;

/// A game that somebody wants to play.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The game's name, or that of a variant of it.
    pub game: String,
    /// The clock, if there is one.
    pub clock: Option<ClockRule>,
    /// The result changes the ratings of both.
    #[serde(default)]
    pub rated: bool,
    /// The side of who asks; random where it is left out.
    pub seat: Option<char>,
}

/// Puts a seek into the lobby, for as long as the connection lasts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskSeek {
    /// The game and its clock.
    pub terms: Terms,
    /// The lowest rating of who may accept.
    pub lowest: Option<i32>,
    /// The highest rating of who may accept.
    pub highest: Option<i32>,
}

/// Challenges a member.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskChallenge {
    /// The member's name.
    pub to: String,
    /// The game and its clock.
    pub terms: Terms,
}

/// A seek as all see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Seek")]
pub struct ShownSeek {
    /// By which it is accepted.
    pub id: String,
    /// Who made it.
    pub by: Member,
    /// Their rating; none of guests, and without a clock.
    pub rating: Option<Rating>,
    /// The game's name.
    pub game: String,
    /// The clock, if there is one.
    pub clock: Option<ClockRule>,
    /// The result changes the ratings of both.
    pub rated: bool,
    /// The side of who made it, where they chose one.
    pub seat: Option<char>,
    /// The lowest rating of who may accept.
    pub lowest: Option<i32>,
    /// The highest rating of who may accept.
    pub highest: Option<i32>,
}

/// A challenge as its two members see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Challenge")]
pub struct ShownChallenge {
    /// By which it is answered; the game will have it.
    pub id: String,
    /// Who made it.
    pub by: Member,
    /// Whom it is for.
    pub to: Member,
    /// The rating of who made it.
    pub rating: Option<Rating>,
    /// The game's name.
    pub game: String,
    /// The clock, if there is one.
    pub clock: Option<ClockRule>,
    /// The result changes the ratings of both.
    pub rated: bool,
    /// The side of who made it, where they chose one.
    pub seat: Option<char>,
}

/// A game by correspondence, as one of its two players sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CorrespondenceGame {
    /// The id in its address.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The position now.
    pub position: String,
    /// The side of who is told.
    pub side: char,
    /// The other player.
    pub opponent: Member,
    /// The other player's rating; none of guests.
    pub rating: Option<Rating>,
    /// The days for each turn.
    pub days: u32,
    /// Who is told is to move.
    pub your_turn: bool,
    /// The time that the side to move has left, in milliseconds.
    pub left: u64,
    /// The result changes the ratings of both.
    pub rated: bool,
}

/// A pool in which somebody waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Pool")]
pub struct ShownPool {
    /// The game's name, or that of a variant of it.
    pub game: String,
    /// The clock.
    pub clock: ClockRule,
    /// How many wait.
    pub waiting: usize,
}

/// The pools of a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PoolState {
    /// The clocks; there is a pool of each for every game.
    pub clocks: Vec<ClockRule>,
    /// Those in which somebody waits.
    pub waiting: Vec<ShownPool>,
    /// That in which one waits oneself.
    pub own: Option<ShownPool>,
}

/// A change of the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LobbyChange {
    /// Seeks that are open now.
    pub opened: Vec<ShownSeek>,
    /// The ids of those that are no more.
    pub gone: Vec<String>,
}

/// The place of a member's news: who comes back is told what came after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Heard {
    /// It grows with each piece of news.
    pub number: u64,
    /// Which start of the server the number is of.
    pub epoch: String,
}

/// Subscribes to the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WatchLobby {
    /// What was heard last, before the connection broke off: the games that have begun since are told.
    pub since: Option<Heard>,
}

/// One's own seeks and challenges in the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Own {
    /// The last news that is told with this.
    pub heard: Heard,
    /// The ids of one's seeks.
    pub seeks: Vec<String>,
    /// Challenges that one has got.
    pub got: Vec<ShownChallenge>,
    /// Challenges that one has made.
    pub made: Vec<ShownChallenge>,
    /// Who has declined one's last challenge.
    pub declined: Option<String>,
    /// The last tournament to which one was invited.
    pub invited: Option<Invitation>,
}

/// A tournament by invitation, to who is invited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "TournamentInvitation")]
pub struct Invitation {
    /// The last part of its address.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who made it.
    pub by: Member,
}
