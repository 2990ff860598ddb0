//! The clocks of a game. They run while someone watches, from the first turn on; what a side has left is kept with
//! each turn, so that after a restart they go on from the last turn. Those of a game by correspondence run always: until
//! when a side has time is kept with the game.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::Clock;
use tokio::time::Instant;

use super::quota::Quota;
use crate::protocol::study::{ClockRule, ClockState};

/// Both clocks.
pub struct GameClock {
    rule: ClockRule,
    sides: [char; 2],
    left: BTreeMap<char, u64>,
    /// What is left of the delay of this turn, in milliseconds.
    waits: u64,
    /// What each side may be spared of the time on the way.
    quotas: BTreeMap<char, Quota>,
    /// Since when the clock of the side to move runs.
    since: Option<Instant>,
    /// The alarm that counts; an earlier one is ignored.
    alarm: u64,
}

impl GameClock {
    /// Stopped, with what was left, or the whole time.
    pub fn new(rule: ClockRule, sides: [char; 2], left: &BTreeMap<char, u64>) -> Self {
        let left = sides.map(|side| (side, left.get(&side).copied().unwrap_or(rule.initial)));
        let quotas = sides.map(|side| (side, Quota::new(&rule))).into();
        let waits = rule.delay;
        Self { rule, sides, left: left.into(), waits, quotas, since: None, alarm: 0 }
    }

    /// The time since the clock of the side to move runs, in milliseconds.
    fn passed(&self) -> u64 {
        let passed = self.since.map_or(0, |since| since.elapsed().as_millis());
        u64::try_from(passed).unwrap_or(u64::MAX)
    }

    /// The time that the side to move has left now.
    fn remaining(&self, side: char) -> u64 {
        self.remaining_after(side, self.passed())
    }

    /// The time that the side to move has left once so much has passed.
    fn remaining_after(&self, side: char, passed: u64) -> u64 {
        let left = self.left.get(&side).copied().unwrap_or(0);
        left.saturating_sub(passed.saturating_sub(self.waits))
    }

    /// The part of this turn's time that is not charged to that side, whose messages take so long there and back, in
    /// milliseconds.
    pub fn spared(&self, side: char, lag: Duration) -> u64 {
        let quota = self.quotas.get(&side).filter(|_| !self.is_by_days());
        quota.map_or(0, |quota| quota.spared(lag).min(self.passed()))
    }

    /// For how long the clock of that side has been out of time, in milliseconds.
    pub fn overdue(&self, side: char) -> u64 {
        let left = self.left.get(&side).copied().unwrap_or(0);
        self.passed().saturating_sub(left.saturating_add(self.waits))
    }

    /// The time that a side has left of the days for its turn.
    pub fn set_left(&mut self, side: char, left: u64) {
        self.left.insert(side, left);
    }

    /// How the time is given.
    pub fn rule(&self) -> ClockRule {
        self.rule
    }

    /// Each turn has days of its own; the alarm is set elsewhere, for all such games.
    pub fn is_by_days(&self) -> bool {
        self.rule.is_by_days()
    }

    /// The clock of that side, which runs, has run out.
    pub fn has_run_out(&self, side: char) -> bool {
        self.since.is_some() && self.remaining(side) == 0
    }

    /// The time that both have left once that side has played, if so many milliseconds of its turn cost nothing.
    pub fn after_turn(&self, side: char, spared: u64) -> BTreeMap<char, u64> {
        let mut left = self.left.clone();
        if self.rule.is_by_days() {
            left.values_mut().for_each(|left| *left = self.rule.initial);
            return left;
        }
        let remaining = self.remaining_after(side, self.passed().saturating_sub(spared));
        left.insert(side, remaining.saturating_add(self.rule.increment));
        left
    }

    /// Takes over what both have left, for the turn that follows.
    pub fn set(&mut self, left: &BTreeMap<char, u64>) {
        self.left.clone_from(left);
        (self.since, self.waits) = (None, self.rule.delay);
    }

    /// That side was spared so much in the turn that it played.
    pub fn has_spared(&mut self, side: char, spared: u64) {
        if let Some(quota) = self.quotas.get_mut(&side) {
            quota.take(spared);
        }
    }

    /// Another turn begins, with what both have left.
    pub fn begin_turn(&mut self) {
        self.waits = self.rule.delay;
    }

    /// As a search knows it, to which a delay is time that each turn brings.
    pub fn for_search(&self) -> Clock {
        let increment = Duration::from_millis(self.rule.increment.max(self.rule.delay));
        let time = |side| Duration::from_millis(self.remaining(side) + self.rule.delay);
        Clock { remaining: self.sides.map(time), increment: [increment; 2], moves_to_go: None }
    }

    /// As it is sent.
    pub fn state(&self, to_move: char) -> ClockState {
        let mut left = self.left.clone();
        left.insert(to_move, self.remaining(to_move));
        let waits = self.waits.saturating_sub(self.passed());
        ClockState { rule: self.rule, left, waits, running: self.since.is_some() }
    }

    /// Lets the clock of that side run, unless it does; the new alarm, and when it is due.
    pub fn start(&mut self, side: char) -> Option<(u64, Duration)> {
        if self.since.is_some() {
            return None;
        }
        self.since = Some(Instant::now());
        self.alarm += 1;
        Some((self.alarm, Duration::from_millis(self.remaining(side).saturating_add(self.waits))))
    }

    /// Stops the clock of that side.
    pub fn stop(&mut self, side: char) {
        let left = self.remaining(side);
        self.left.insert(side, left);
        self.waits = self.waits.saturating_sub(self.passed());
        self.since = None;
        self.alarm += 1;
    }

    /// The alarm is the last one set, and the clock runs.
    pub fn is_due(&self, alarm: u64) -> bool {
        self.alarm == alarm && self.since.is_some()
    }
}
