//! Turns that are taken back, and played again.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use super::Room;
use super::parts::Hints;
use crate::protocol::{Code, Failure, HistoryEntry, Player};
use crate::store::{LogEntry, PlayedTurn};

impl Room {
    /// Plays what was taken back, up to where a person is to move again.
    pub(super) async fn redo(&mut self, ply: usize) -> Result<(), Failure> {
        self.expect_ply(ply)?;
        if self.undone.is_empty() {
            return Err(Failure::new(Code::Stale, "There is nothing to play again."));
        }
        while let Some(PlayedTurn { turn, thought, .. }) = self.undone.first().cloned() {
            self.commit_turn(&turn, thought, Duration::ZERO).await?;
            if !matches!(self.players.get(&self.game.side()), Some(Player::Engine { .. })) {
                break;
            }
        }
        Ok(())
    }

    /// Takes back to a ply.
    pub(super) async fn undo(&mut self, ply: usize) -> Result<(), Failure> {
        if ply >= self.history.len() {
            return Err(Failure::new(
                Code::Stale,
                format!(
                    "The game stands after turn {}; there is none to take back there.",
                    self.history.len()
                ),
            )
            .at("ply"));
        }
        self.keep(LogEntry::Undo { ply }, None).await?;
        // The time so far is of the side that was to move.
        self.stop_clock();
        self.search = None;
        self.pondering = None;
        self.hints = Hints::default();
        self.end = None;
        while self.history.len() > ply && self.game.undo() {
            if let Some(HistoryEntry { turn, thought, .. }) = self.history.pop() {
                // Played again, it is timed anew.
                self.undone.insert(0, PlayedTurn { turn, thought, left: BTreeMap::new() });
            }
        }
        self.last_turn = Instant::now();
        if let Some(clock) = &mut self.clock {
            clock.begin_turn();
        }
        if let Some(clock) = self.clock.as_mut().filter(|clock| clock.is_by_days()) {
            let side = self.game.side();
            clock.set(&clock.after_turn(side, 0));
        }
        self.start_clock();
        self.think_if_due();
        self.ponder_if_due();
        self.tell_all(&self.state());
        Ok(())
    }
}
