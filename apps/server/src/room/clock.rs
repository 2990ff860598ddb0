//! The clocks of a game. They run while someone watches, from the first turn on; what a side has left is kept with
//! each turn, so that after a restart they go on from the last turn. Those of a game by correspondence run always: until
//! when a side has time is kept with the game.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::Clock;
use tokio::time::Instant;

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

    /// The time that the side to move has left now.
    fn remaining(&self, side: char) -> u64 {
        let passed = self.since.map_or(0, |since| since.elapsed().as_millis());
        let left = self.left.get(&side).copied().unwrap_or(0);
        left.saturating_sub(u64::try_from(passed).unwrap_or(u64::MAX))
    }

    /// The time that a side has left of the days for its turn.
    pub fn set_left(&mut self, side: char, left: u64) {
        self.left.insert(side, left);
    }

    /// Each turn has days of its own; the alarm is set elsewhere, for all such games.
    pub fn is_by_days(&self) -> bool {
        self.rule.is_by_days()
    }

    /// The clock of that side, which runs, has run out.
    pub fn has_run_out(&self, side: char) -> bool {
        self.since.is_some() && self.remaining(side) == 0
    }

    /// The time that both have left once that side has played.
    pub fn after_turn(&self, side: char) -> BTreeMap<char, u64> {
        let mut left = self.left.clone();
        if self.rule.is_by_days() {
            left.values_mut().for_each(|left| *left = self.rule.initial);
            return left;
        }
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

    /// As it is sent.
    pub fn state(&self, to_move: char) -> ClockState {
        let mut left = self.left.clone();
        left.insert(to_move, self.remaining(to_move));
        ClockState { rule: self.rule, left, running: self.since.is_some() }
    }

    /// Lets the clock of that side run, unless it does; the new alarm, and when it is due.
    pub fn start(&mut self, side: char) -> Option<(u64, Duration)> {
        if self.since.is_some() {
            return None;
        }
        self.since = Some(Instant::now());
        self.alarm += 1;
        Some((self.alarm, Duration::from_millis(self.remaining(side))))
    }

    /// Stops the clock of that side.
    pub fn stop(&mut self, side: char) {
        let left = self.remaining(side);
        self.left.insert(side, left);
        self.since = None;
        self.alarm += 1;
    }

    /// The alarm is the last one set, and the clock runs.
    pub fn is_due(&self, alarm: u64) -> bool {
        self.alarm == alarm && self.since.is_some()
    }
}
