//! Claims: whoever plays a game with a clock need not wait for the flag of somebody who has gone. Gone is who has no
//! connection that shows the game: no page with it, and no stream of it. Once the other side has waited for a stated time,
//! and while it is the turn of who has gone, it may claim the win, or call the game a draw.

use std::time::Duration;

use tokio::time::Instant;

use super::Room;
use super::absences::{ABANDONED, claim_wait};
use super::clock::GameClock;
use crate::protocol::{Code, Ending, Failure};

impl Room {
    /// Notes who is there and who has gone.
    pub(super) fn note_absences(&mut self) {
        let here = self.game.side_letters().map(|side| (side, self.is_here(side)));
        self.absences.note(here, Instant::now());
    }

    /// Two members play with a clock, both have moved, and the game goes on.
    fn can_be_claimed(&self) -> bool {
        let taken = |room: &Self| {
            room.seats
                .iter()
                .flat_map(|seats| seats.seating.seats.values())
                .all(|it| it.who.is_some())
        };
        self.goes_on_alone() && self.history.len() > 1 && taken(self)
    }

    /// The time until a claim against that side, in milliseconds; none while somebody is there, or where nothing can be
    /// claimed.
    pub(super) fn claim_in(&self, side: char) -> Option<u64> {
        let waited = self.absences.waited(side, Instant::now())?;
        let left = self.claim_after()?.saturating_sub(waited);
        Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    }

    /// The time for which a side has to wait for the other before it may claim; none where nothing can be claimed.
    pub(super) fn claim_after(&self) -> Option<Duration> {
        let rule = self.clock.as_ref().map(GameClock::rule)?;
        self.can_be_claimed().then(|| claim_wait(&rule))
    }

    /// Ends the game because the other side has gone: as won by that side, or as a draw.
    pub(super) async fn claim(&mut self, side: Option<char>, draw: bool) -> Result<(), Failure> {
        let stale = |message: String| Err(Failure::new(Code::Stale, message));
        if self.ending().is_some() {
            return stale("The game is over.".to_owned());
        }
        let other = self.game.side_letters().into_iter().find(|&other| Some(other) != side);
        let (Some(side), Some(other)) = (side, other) else { return Ok(()) };
        if !self.can_be_claimed() {
            return stale(
                "Only a game of two members with a clock can be claimed, once both have moved."
                    .to_owned(),
            );
        }
        if !self.is_here(side) {
            return stale(
                "Who claims has to be there: a page or a stream that shows the game.".to_owned(),
            );
        }
        match self.claim_in(other) {
            Some(0) if self.game.side() == side => stale(
                "The other side has gone, but it is your turn: play it, then claim.".to_owned(),
            ),
            Some(0) => {
                let winner = (!draw).then_some(side);
                self.finish(Ending { winner, reason: ABANDONED.to_owned() }).await
            }
            Some(left) => {
                let seconds = left.div_ceil(1000);
                stale(format!("The other side has gone; the game can be claimed in {seconds} s."))
            }
            None => stale("The other side is connected: there is nothing to claim.".to_owned()),
        }
    }
}
