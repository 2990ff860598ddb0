//! Who sits where in a game of a club.

use std::collections::BTreeSet;

use crate::protocol::seats::OfferKind;
use crate::store::{GameRow, Seat, Seating};
use crate::who::Who;

/// The seats, and all else that a club keeps of a game.
pub struct Seats {
    /// As the game was begun, for one that follows.
    pub(super) row: GameRow,
    pub(super) seating: Seating,
    /// The keys of those who see a private game without a seat: people of its tournament.
    pub(super) admitted: BTreeSet<String>,
    pub(super) offers: BTreeSet<(char, OfferKind)>,
    pub(super) next: Option<String>,
}

impl Seats {
    /// Those of a game that has some.
    pub fn of(row: &GameRow) -> Option<Self> {
        let seating = row.seating.clone()?;
        let (offers, admitted) = (BTreeSet::new(), BTreeSet::new());
        Some(Self { row: row.clone(), seating, admitted, offers, next: None })
    }

    /// The sides that somebody plays.
    pub fn sides(&self, who: Option<&Who>) -> Vec<char> {
        let Some(who) = who else { return Vec::new() };
        let own = |(&side, seat): (&char, &Seat)| {
            seat.who.as_ref().is_some_and(|other| other.key == who.key).then_some(side)
        };
        self.seating.seats.iter().filter_map(own).collect()
    }

    /// Somebody is alone at the board, and it is them.
    pub fn is_alone(&self, who: Option<&Who>) -> bool {
        let Some(who) = who else { return false };
        let sides = self.sides(Some(who));
        // Of a game between two engines it is who began it.
        let owns = self.row.user.as_deref() == Some(&who.key);
        sides.len() == self.seating.seats.len() && (!sides.is_empty() || owns)
    }

    /// That member may see the game.
    pub fn may_watch(&self, who: Option<&Who>) -> bool {
        let is_admitted = who.is_some_and(|who| self.admitted.contains(&who.key));
        !self.seating.private || is_admitted || !self.sides(who).is_empty() || self.is_alone(who)
    }

    /// Two people play, or will.
    pub fn is_shared(&self) -> bool {
        let mut keys =
            self.seating.seats.values().map(|seat| seat.who.as_ref().map(|who| &who.key));
        let first = keys.next();
        keys.any(|key| Some(key) != first)
    }
}
