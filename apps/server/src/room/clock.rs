//! The clocks of a game. They run while someone watches, from the first turn on; what a side has left is kept with
//! each turn, so that after a restart they go on from the last turn.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::Clock;
use tokio::time::Instant;

use super::{Command, Room};
use crate::protocol::Ending;
use crate::protocol::study::{ClockRule, ClockState};

/// Both clocks.
pub struct GameClock {
    rule: ClockRule,
    sides: [char; 2],
    left: BTreeMap<char, u64>,
    /// Since when the clock of the side to move runs.
    since: Option<Instant>,
    /// The alarm that counts; an earlier one is ignored.
    alarm: u64,
}

impl GameClock {
    /// Stopped, with what was left, or the whole time.
    pub fn new(rule: ClockRule, sides: [char; 2], left: &BTreeMap<char, u64>) -> Self {
        let left = sides.map(|side| (side, left.get(&side).copied().unwrap_or(rule.initial)));
        Self { rule, sides, left: left.into(), since: None, alarm: 0 }
    }

    /// What that side, to move, has left now.
    fn remaining(&self, side: char) -> u64 {
        let passed = self.since.map_or(0, |since| since.elapsed().as_millis());
        let left = self.left.get(&side).copied().unwrap_or(0);
        left.saturating_sub(u64::try_from(passed).unwrap_or(u64::MAX))
    }

    /// What both have left once that side has played.
    pub fn after_turn(&self, side: char) -> BTreeMap<char, u64> {
        let mut left = self.left.clone();
        left.insert(side, self.remaining(side).saturating_add(self.rule.increment));
        left
    }

    /// Takes over what both have left.
    pub fn set(&mut self, left: &BTreeMap<char, u64>) {
        self.left.clone_from(left);
        self.since = None;
    }

    /// As a search knows it.
    pub fn for_search(&self) -> Clock {
        let increment = Duration::from_millis(self.rule.increment);
        Clock {
            remaining: self.sides.map(|side| Duration::from_millis(self.remaining(side))),
            increment: [increment; 2],
            moves_to_go: None,
        }
    }

    /// As it is told.
    pub fn state(&self, to_move: char) -> ClockState {
        let mut left = self.left.clone();
        left.insert(to_move, self.remaining(to_move));
        ClockState { rule: self.rule, left, running: self.since.is_some() }
    }
}

impl Room {
    /// Lets the clock of the side to move run, unless the game has not begun or is over.
    pub(super) fn start_clock(&mut self) {
        let idle = self.history.is_empty() || self.ending().is_some() || self.watchers.is_empty();
        let side = self.game.side();
        let Some(clock) = &mut self.clock else { return };
        if idle || clock.since.is_some() {
            return;
        }
        clock.since = Some(Instant::now());
        clock.alarm += 1;
        let (alarm, left) = (clock.alarm, Duration::from_millis(clock.remaining(side)));
        self.after(left, Command::Flag(alarm));
    }

    /// Stops the clock of the side to move.
    pub(super) fn stop_clock(&mut self) {
        let side = self.game.side();
        if let Some(clock) = &mut self.clock {
            let left = clock.remaining(side);
            clock.left.insert(side, left);
            clock.since = None;
            clock.alarm += 1;
        }
    }

    /// An alarm: whoever is to move has lost, if it is the last one set.
    pub(super) async fn on_flag(&mut self, alarm: u64) {
        let runs =
            self.clock.as_ref().is_some_and(|clock| clock.alarm == alarm && clock.since.is_some());
        if !runs || self.ending().is_some() {
            return;
        }
        let side = self.game.side();
        let winner = self.game.side_letters().into_iter().find(|&other| other != side);
        if let Err(failure) = self.finish(Ending { winner, reason: "time".to_owned() }).await {
            self.tell_all(&crate::protocol::ServerMessage::Error(failure));
        }
    }
}
