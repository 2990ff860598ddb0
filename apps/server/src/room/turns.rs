//! Turns: played, kept, and told.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use super::Room;
use super::parts::Hints;
use crate::gate::ClientId;
use crate::protocol::{Code, Failure, HistoryEntry, Player, Thought};
use crate::store::{LogEntry, PlayedTurn};

impl Room {
    /// A person plays a turn; without a ply, where the game stands.
    pub(super) async fn play(
        &mut self,
        client: ClientId,
        ply: Option<usize>,
        turn: &str,
    ) -> Result<(), Failure> {
        let ply = ply.unwrap_or(self.history.len());
        if self.was_played(ply, turn) {
            return Ok(());
        }
        self.expect_ply(ply)?;
        if matches!(self.players.get(&self.game.side()), Some(Player::Engine { .. }))
            && self.ending().is_none()
        {
            return Err(Failure::new(Code::NotYourTurn, "It is the engine's turn."));
        }
        if self.is_overdue() {
            self.on_overdue().await;
            return Err(Failure::new(Code::Stale, "The days for this turn are over."));
        }
        self.commit_turn(turn, None, self.lag_of(client)).await
    }

    /// That ply is where the game stands.
    pub(super) fn expect_ply(&self, ply: usize) -> Result<(), Failure> {
        if ply == self.history.len() {
            return Ok(());
        }
        let message = format!(
            "The game has gone on: it stands after turn {}, not {ply}.",
            self.history.len()
        );
        Err(Failure::new(Code::Stale, message).at("ply"))
    }

    /// Plays a turn, keeps it, and sends it to everyone. Of its time so much was on the way.
    pub(super) async fn commit_turn(
        &mut self,
        turn: &str,
        thought: Option<Thought>,
        lag: Duration,
    ) -> Result<(), Failure> {
        if self.end.is_some() {
            return Err(Failure::new(Code::Stale, "The game is over."));
        }
        let ply = self.history.len();
        let side = self.game.side();
        let spared = self.clock.as_ref().map_or(0, |clock| clock.spared(side, lag));
        let left = self.clock.as_ref().map(|clock| clock.after_turn(side, spared));
        let left = left.unwrap_or_default();
        self.play_turn(turn, thought, &left)
            .map_err(|reason| Failure::new(Code::IllegalTurn, reason).at("turn"))?;
        let entry = LogEntry::Turn { ply, turn: turn.to_owned(), thought, left: left.clone() };
        if let Err(failure) = self.keep(entry, self.ending()).await {
            self.game.undo();
            self.history.pop();
            return Err(failure);
        }
        if self.undone.first().is_some_and(|next| next.turn == turn) {
            self.undone.remove(0);
        } else {
            self.undone.clear();
        }
        if let Some(clock) = &mut self.clock {
            clock.set(&left);
            clock.has_spared(side, spared);
        }
        self.drop_offers_to(side);
        self.go_on_after_turn();
        Ok(())
    }

    /// What follows a turn that is kept: the other side's clock, the engine's thinking, and what is told.
    fn go_on_after_turn(&mut self) {
        self.away = false;
        self.start_clock();
        self.await_first_move();
        // A hint for the position before is of no more use.
        self.search = None;
        self.hints = Hints::default();
        self.last_turn = Instant::now();
        self.think_if_due();
        // The result of pondering goes to the search that follows, or is of no more use.
        self.pondering = None;
        self.ponder_if_due();
        self.tell_all(&self.state());
        if self.ending().is_some() {
            self.tell_end();
        } else if self.is_by_days() {
            self.tell_turn();
        }
        self.tell_tournament();
    }

    /// Plays the turns that are kept.
    pub(super) fn replay_turns(&mut self, turns: Vec<PlayedTurn>) -> Result<(), Failure> {
        for PlayedTurn { turn, thought, left } in turns {
            self.play_turn(&turn, thought, &left).map_err(|reason| {
                let number = self.history.len() + 1;
                let message =
                    format!("The record of this game is damaged at turn {number}: {reason}.");
                Failure::new(Code::Storage, message)
            })?;
        }
        Ok(())
    }

    fn play_turn(
        &mut self,
        turn: &str,
        thought: Option<Thought>,
        left: &BTreeMap<char, u64>,
    ) -> Result<(), String> {
        let side = self.game.side();
        let words = self.game.describe(turn).unwrap_or_default();
        self.game.play(turn).map_err(|error| error.to_string())?;
        // The game's own wording: a person may write a turn in another way.
        let turn = self.game.turns().pop().unwrap_or_else(|| turn.to_owned());
        self.history.push(HistoryEntry {
            turn,
            words,
            side,
            position: self.game.position_text(),
            thought,
            left: left.get(&side).copied(),
        });
        Ok(())
    }
}
