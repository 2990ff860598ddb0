//! Starting and stopping the clocks of a game, and their alarm.

use super::{Command, Room};
use crate::protocol::{Ending, ServerMessage};

impl Room {
    /// Lets the clock of the side to move run, unless the game has not begun or is over.
    pub(super) fn start_clock(&mut self) {
        let idle = self.history.is_empty()
            || self.ending().is_some()
            || (self.watchers.is_empty() && !self.is_shared());
        let side = self.game.side();
        let clock = self.clock.as_mut().filter(|_| !idle);
        if let Some((alarm, left)) = clock.and_then(|clock| clock.start(side)) {
            self.after(left, Command::Flag(alarm));
        }
    }

    /// Stops the clock of the side to move.
    pub(super) fn stop_clock(&mut self) {
        let side = self.game.side();
        if let Some(clock) = &mut self.clock {
            clock.stop(side);
        }
    }

    /// An alarm: whoever is to move has lost, if it is the last one set.
    pub(super) async fn on_flag(&mut self, alarm: u64) {
        let due = self.clock.as_ref().is_some_and(|clock| clock.is_due(alarm));
        if !due || self.ending().is_some() || self.around.stopping.has_begun() {
            return;
        }
        let side = self.game.side();
        let winner = self.game.side_letters().into_iter().find(|&other| other != side);
        if let Err(failure) = self.finish(Ending { winner, reason: "time".to_owned() }).await {
            self.tell_all(&ServerMessage::Error(failure));
        }
    }
}
