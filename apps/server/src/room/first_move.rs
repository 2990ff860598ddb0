//! How games go on whether anybody looks or not; in those of a tournament who makes no first move has lost.

use std::sync::Arc;
use std::time::Duration;

use super::{Event, Room};
use crate::protocol::ServerMessage;

/// How it is told that a side has made no first move.
pub const NO_FIRST_MOVE: &str = "no first move";

impl Room {
    /// The tournament that the game belongs to.
    pub(super) fn tournament(&self) -> Option<&str> {
        self.seats.as_ref().and_then(|seats| seats.row.tournament.as_deref())
    }

    /// A game of a tournament, or by correspondence, goes on where it was. In one with a clock that has been begun, which is
    /// there again after a restart of the server, the clock waits a while for who is to move.
    pub(super) fn attend(&mut self) {
        if self.is_by_days() {
            self.start_clock();
        } else if self.goes_on_alone() && !self.history.is_empty() {
            self.away = true;
            self.after(self.around.first_move, Event::GoOn);
        } else {
            self.await_first_move();
        }
    }

    /// Who is to move has had time to come back.
    pub(super) fn go_on(&mut self) {
        if std::mem::take(&mut self.away) {
            self.start_clock();
            self.await_first_move();
            // Who looks on sees the clock run.
            self.tell_all(&self.state());
        }
    }

    /// True while the clock waits for who is to move to come back.
    pub(super) fn is_away(&mut self) -> bool {
        if self.away && self.is_here(self.game.side()) {
            self.away = false;
            self.await_first_move();
        }
        self.away
    }

    /// Sets the time within which the side to move makes its first move.
    pub(super) fn await_first_move(&self) {
        if self.tournament().is_none() || self.history.len() > 1 || self.ending().is_some() {
            return;
        }
        let rule = self.seats.as_ref().and_then(|seats| seats.row.clock);
        let clock = rule.map_or(Duration::MAX, |rule| Duration::from_millis(rule.initial));
        let ply = self.history.len();
        self.after(self.around.first_move.min(clock), Event::FirstMove(ply));
    }

    /// Whoever is to move has lost, if it is still the first move after so many turns.
    pub(super) async fn on_first_move(&mut self, ply: usize) {
        let over = self.history.len() != ply || self.ending().is_some();
        if over || self.around.stopping.has_begun() {
            return;
        }
        if let Err(failure) = self.lose_by(NO_FIRST_MOVE).await {
            self.tell_all(&ServerMessage::Error(failure));
            // A database that is full or busy now is tried again.
            self.await_first_move();
        }
    }

    /// Tells the tournament how its game stands.
    pub(super) fn tell_tournament(&self) {
        if self.tournament().is_some()
            && let Some(standing) = self.standing()
        {
            self.around.news.moved(Arc::new(standing));
        }
    }
}
