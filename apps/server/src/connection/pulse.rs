//! Whether a client still lives, and how long a message takes to it and back: the time between a ping and its answer.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use axum::extract::ws::Message;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// How often the time there and back is measured, while a game is watched.
const MEASURE: Duration = Duration::from_secs(4);
/// So many of the last measurements count, by the one in their middle: one that is late by chance, or kept back, does
/// not.
const LAST: usize = 5;

/// What it is time for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// Asking whether the client lives, and is who it was.
    Ask,
    /// Measuring.
    Measure,
}

/// The pings of a connection, and what came of them.
pub struct Pulse {
    ask: Interval,
    measure: Interval,
    lived: bool,
    /// The pings so far.
    number: u64,
    /// When the last of them was sent, until it is answered.
    sent: Option<Instant>,
    last: VecDeque<Duration>,
}

impl Pulse {
    /// A client that has just come.
    pub fn new(ping: Duration) -> Self {
        let mut ask = interval(ping);
        // Who has just come lives.
        ask.reset();
        let mut measure = interval(MEASURE.min(ping));
        measure.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let last = VecDeque::with_capacity(LAST);
        Self { ask, measure, lived: true, number: 0, sent: None, last }
    }

    /// Waits until it is time for something.
    pub async fn beat(&mut self) -> Beat {
        tokio::select! {
            _ = self.ask.tick() => Beat::Ask,
            _ = self.measure.tick() => Beat::Measure,
        }
    }

    /// Something has come from the client.
    pub fn lives(&mut self) {
        self.lived = true;
    }

    /// Something has come from the client since this was asked last.
    pub fn has_lived(&mut self) -> bool {
        std::mem::take(&mut self.lived)
    }

    /// A ping waits for its answer.
    pub fn waits(&self) -> bool {
        self.sent.is_some()
    }

    /// The next ping, to be sent now; where one waits for its answer, that again.
    pub fn ping(&mut self) -> Message {
        if self.sent.is_none() {
            self.number += 1;
            self.sent = Some(Instant::now());
        }
        Message::Ping(self.number.to_be_bytes().to_vec().into())
    }

    /// The time there and back, with this answer among the measurements; none where it answers no ping that waits.
    pub fn lag(&mut self, answer: &[u8]) -> Option<Duration> {
        if answer != self.number.to_be_bytes() {
            return None;
        }
        let at = self.sent.take()?;
        if self.last.len() == LAST {
            self.last.pop_front();
        }
        self.last.push_back(at.elapsed());
        let mut sorted: Vec<Duration> = self.last.iter().copied().collect();
        sorted.sort_unstable();
        sorted.get((sorted.len() - 1) / 2).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::extract::ws::Message;

    use super::Pulse;

    fn bytes(message: Message) -> Vec<u8> {
        match message {
            Message::Ping(bytes) => bytes.to_vec(),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn the_middle_of_the_last_measurements_counts_and_an_answer_to_nothing_does_not() {
        let mut pulse = Pulse::new(Duration::from_secs(20));
        assert_eq!(pulse.lag(&0_u64.to_be_bytes()), None, "nothing was asked");
        let old = bytes(pulse.ping());
        assert!(pulse.waits() && pulse.lag(&old).is_some() && !pulse.waits());
        let new = bytes(pulse.ping());
        assert_eq!(bytes(pulse.ping()), new, "it waits for its answer");
        assert_eq!(pulse.lag(&old), None, "an older one");
        assert_eq!(pulse.lag(b"odd"), None);
        assert!(pulse.lag(&new).is_some());
        assert_eq!(pulse.lag(&new), None, "the same again");
        // One that is kept back counts for nothing among four that are not.
        for wait in [0, 0, 60, 0] {
            let ping = bytes(pulse.ping());
            std::thread::sleep(Duration::from_millis(wait));
            assert!(pulse.lag(&ping).is_some_and(|lag| lag < Duration::from_millis(50)));
        }
    }

    #[tokio::test]
    async fn who_says_nothing_between_two_questions_does_not_live() {
        let mut pulse = Pulse::new(Duration::from_secs(20));
        assert!(pulse.has_lived() && !pulse.has_lived());
        pulse.lives();
        assert!(pulse.has_lived());
    }
}
