//! A game as it is told to programs, wherever it comes from: a room that lives, or the store.

use std::collections::BTreeMap;

use crate::engines;
use crate::game_news::Stand;
use crate::news::Standing;
use crate::protocol::seats::{OfferKind, Rating};
use crate::protocol::study::ClockRule;
use crate::protocol::{Ending, GameState, Player};
use crate::who::Member;

/// A game as it is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub id: String,
    /// The game's name.
    pub game: String,
    pub start: String,
    /// The position now.
    pub position: String,
    /// The letters of the sides: the first is told as white, the second as black.
    pub sides: [char; 2],
    /// Who is to move.
    pub side: char,
    pub turns: Vec<String>,
    pub players: BTreeMap<char, Player>,
    /// Who has the seats.
    pub members: BTreeMap<char, Member>,
    pub clock: Option<ClockRule>,
    /// Time left to each side, in milliseconds.
    pub left: BTreeMap<char, u64>,
    pub ending: Option<Ending>,
    pub offers: BTreeMap<char, Vec<OfferKind>>,
    /// The sides of which nobody is there, and the milliseconds until the other may claim the game.
    pub gone: BTreeMap<char, u64>,
    pub rated: bool,
    /// The tournament that it belongs to.
    pub tournament: Option<String>,
    /// The ratings of who has the seats.
    pub ratings: BTreeMap<char, Rating>,
}

impl Told {
    /// The same game after an event.
    pub fn stand(&mut self, stand: &Stand, turns: Vec<String>) {
        let Stand { position, side, left, ending, offers } = stand.clone();
        (self.position, self.side, self.turns) = (position, side, turns);
        (self.left, self.ending, self.offers) = (left, ending, offers);
    }
}

impl From<&GameState> for Told {
    fn from(game: &GameState) -> Self {
        let seats = game.seats.iter().flat_map(|seats| &seats.seats);
        let member = |(&side, seat): (&char, &crate::protocol::seats::ShownSeat)| {
            seat.member.clone().map(|member| (side, member))
        };
        let rated = game.seats.iter().flat_map(|seats| &seats.seats);
        let rating = |(&side, seat): (&char, &crate::protocol::seats::ShownSeat)| {
            seat.rating.map(|rating| (side, rating))
        };
        let gone = seats.clone().filter_map(|(&side, seat)| Some((side, seat.claim_in?))).collect();
        let letters = engines::sides(&game.game);
        Self {
            id: game.id.clone(),
            game: game.game.clone(),
            start: game.start.clone(),
            position: game.position.clone(),
            sides: letters.unwrap_or([game.side; 2]),
            side: game.side,
            turns: game.history.iter().map(|entry| entry.turn.clone()).collect(),
            players: game.players.clone(),
            members: seats.filter_map(member).collect(),
            clock: game.clock.as_ref().map(|clock| clock.rule),
            left: game.clock.as_ref().map(|clock| clock.left.clone()).unwrap_or_default(),
            ending: game.ending.clone(),
            offers: game.seats.as_ref().map(|seats| seats.offers.clone()).unwrap_or_default(),
            gone,
            rated: game.rated,
            tournament: game.seats.as_ref().and_then(|seats| seats.tournament.clone()),
            ratings: rated.filter_map(rating).collect(),
        }
    }
}

impl From<&Standing> for Told {
    fn from(standing: &Standing) -> Self {
        let Standing { row, turns, position, side, sides, ending, left } = standing;
        let seats = row.seating.iter().flat_map(|seating| &seating.seats);
        let member = |(&side, seat): (&char, &crate::store::Seat)| {
            seat.who.as_ref().map(|who| (side, who.member.clone()))
        };
        Self {
            id: row.id.clone(),
            game: row.game.clone(),
            start: row.start.clone(),
            position: position.clone(),
            sides: *sides,
            side: *side,
            turns: turns.iter().map(|played| played.turn.clone()).collect(),
            players: row.players.clone(),
            members: seats.clone().filter_map(member).collect(),
            clock: row.clock,
            left: left.clone(),
            ending: ending.clone(),
            offers: BTreeMap::new(),
            gone: BTreeMap::new(),
            rated: row.rated,
            tournament: row.tournament.clone(),
            ratings: seats.filter_map(|(&side, seat)| Some((side, seat.rating?))).collect(),
        }
    }
}
