//! Lag compensation: of each turn of a person on the page the time on the way is not charged.

use std::time::Duration;

use super::Room;
use crate::gate::ClientId;
use crate::outbox::Outbox;

impl Room {
    /// How long a message takes to that connection and back; nothing of one that was not measured.
    pub(super) fn lag_of(&self, client: ClientId) -> Duration {
        self.watchers.get(&client).map_or(Duration::ZERO, Outbox::lag)
    }

    /// The time that a turn of that side may still be on the way for once its clock is at the end, in milliseconds.
    pub(super) fn on_the_way(&self, side: char) -> u64 {
        let lag = self.connections_of(side).map(Outbox::lag).max().unwrap_or_default();
        self.clock.as_ref().map_or(0, |clock| clock.spared(side, lag))
    }
}
