//! Starting and stopping the clocks of a game, and their alarm.

use std::time::Duration;

use super::clock::GameClock;
use super::{Event, Room};
use crate::protocol::{Ending, Failure, ServerMessage};

/// When the end of a game is kept that could not be.
const AGAIN: Duration = Duration::from_secs(2);

impl Room {
    /// Lets the clock of the side to move run, unless the game has not begun or is over.
    pub(super) fn start_clock(&mut self) {
        let (by_days, away) = (self.is_by_days(), self.is_away());
        let idle = away
            || (self.history.is_empty() && !by_days)
            || self.ending().is_some()
            || (self.watchers.is_empty() && !self.is_shared());
        let side = self.game.side();
        let clock = self.clock.as_mut().filter(|_| !idle);
        let started = clock.and_then(|clock| clock.start(side));
        if let Some((alarm, left)) = started.filter(|_| !by_days) {
            self.after(left, Event::Flag(alarm));
        }
    }

    /// Stops the clock of the side to move.
    pub(super) fn stop_clock(&mut self) {
        let side = self.game.side();
        if let Some(clock) = &mut self.clock {
            clock.stop(side);
        }
    }

    /// Each turn of the game has days of its own.
    pub(super) fn is_by_days(&self) -> bool {
        self.clock.as_ref().is_some_and(GameClock::is_by_days)
    }

    /// The days of a turn are over.
    pub(super) fn is_overdue(&self) -> bool {
        let side = self.game.side();
        let over = |clock: &GameClock| clock.is_by_days() && clock.has_run_out(side);
        self.clock.as_ref().is_some_and(over) && self.ending().is_none()
    }

    /// The days of a turn may be over: then whoever is to move has lost; before both have moved nobody has.
    pub(super) async fn on_overdue(&mut self) {
        if !self.is_overdue() || self.around.stopping.has_begun() {
            return;
        }
        let ended =
            if self.history.len() < 2 { self.abort().await } else { self.lose_by("time").await };
        if let Err(failure) = ended {
            // A database that is full or busy now is tried again.
            self.tell_all(&ServerMessage::Error(failure));
        }
    }

    /// Whoever is to move has lost, for that reason.
    pub(super) async fn lose_by(&mut self, reason: &str) -> Result<(), Failure> {
        let side = self.game.side();
        let winner = self.game.side_letters().into_iter().find(|&other| other != side);
        self.finish(Ending { winner, reason: reason.to_owned() }).await
    }

    /// An alarm: whoever is to move has lost, if it is the last one set.
    pub(super) async fn on_flag(&mut self, alarm: u64) {
        let Some(clock) = self.clock.as_ref().filter(|clock| clock.is_due(alarm)) else { return };
        if self.ending().is_some() || self.around.stopping.has_begun() {
            return;
        }
        // A turn that was played in time may be on its way.
        let side = self.game.side();
        let late = self.on_the_way(side).saturating_sub(clock.overdue(side));
        if late > 0 {
            self.after(Duration::from_millis(late), Event::Flag(alarm));
            return;
        }
        if let Err(failure) = self.lose_by("time").await {
            self.tell_all(&ServerMessage::Error(failure));
            // A database that is full or busy now is tried again.
            self.after(AGAIN, Event::Flag(alarm));
        }
    }
}
