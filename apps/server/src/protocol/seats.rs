//! Seats, in a club: who plays, who may, and what they offer each other.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chat::Rights;
use crate::who::Member;

/// An offer of one side to the other.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// To end the game as a draw.
    Draw,
    /// To take back the last turn of the side that asks.
    Takeback,
    /// To play again with the sides changed.
    Rematch,
}

/// Makes or takes an offer, declines it or takes it back.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// The game.
    pub id: String,
    /// The kind of offer.
    pub offer: OfferKind,
    /// Offers it, or takes the other side's offer; false declines that, or takes back one's own.
    pub yes: bool,
}

/// Claims the game, whose other side has gone.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The game.
    pub id: String,
    /// Calls it a draw; false claims the win.
    pub draw: bool,
}

/// The rating of a member in a game at a speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rating {
    /// Glicko-2; 1500 at first.
    pub rating: i32,
    /// It is known so little yet that it may be far off.
    pub provisional: bool,
    /// The change of it by the game that is shown.
    pub change: Option<i32>,
}

/// A seat as all see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShownSeat {
    /// Who has it; none while it is free.
    pub member: Option<Member>,
    /// They look at the game now.
    pub here: bool,
    /// The time until the other side may claim the game because nobody is there, in milliseconds, whoever's turn it is
    /// meanwhile; none where it cannot. It claims while it is the turn of who has gone.
    pub claim_in: Option<u64>,
    /// The rating of who has it; none of guests, and in games without a clock.
    pub rating: Option<Rating>,
}

/// The seats of a game as all see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShownSeats {
    /// The seats that people have, by side letter.
    pub seats: BTreeMap<char, ShownSeat>,
    /// The standing offers of each side.
    pub offers: BTreeMap<char, Vec<OfferKind>>,
    /// Nobody but those who have a seat may see the game.
    pub private: bool,
    /// The time for which who has gone is waited for until the other side may claim the game, in milliseconds; none where
    /// nothing can be claimed now.
    pub claim_after: Option<u64>,
    /// The game that follows it, with the sides changed.
    pub next: Option<String>,
    /// The tournament that it belongs to.
    pub tournament: Option<String>,
}

/// The rights of a connection in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Seat")]
pub struct OwnSeat {
    /// The game.
    pub id: String,
    /// The sides it plays; none who watches.
    pub sides: Vec<char>,
    /// It may do all that one may do alone at a board: nobody else has a seat.
    pub alone: bool,
    /// The path of the link that gives the free seat, for who began the game.
    pub invite: Option<String>,
}

/// A club's facts, and those of who is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClubHello {
    /// Where people find it, without a stroke at the end.
    pub url: String,
    /// Who is connected; none without a cookie or token.
    pub you: Option<Member>,
    /// Their rights beside playing.
    pub rights: Rights,
}
