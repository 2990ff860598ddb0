//! Pondering: what the engine thinks in a person's time, where the page wishes it. It spends what its level may spend
//! on a turn and no more, so that a weak level stays weak, and its thread is whoever's that needs one.

use std::time::Duration;

use engine::{Limits, Request};

use super::parts::Pondering;
use super::{Command, Event, Room};
use crate::protocol::study::Algorithm;
use crate::protocol::{Player, Purpose};
use crate::searches::{Priority, Progress, Task};

/// How long pondering that gave way rests before it asks for a thread again.
const REST: Duration = Duration::from_millis(500);

impl Room {
    /// The level of the engine that waits for a person's turn.
    fn waiting_level(&self) -> Option<u8> {
        let side = self.game.side();
        if self.ending().is_some() || self.players.get(&side) != Some(&Player::Person) {
            return None;
        }
        self.players.iter().find_map(|(&other, player)| match player {
            Player::Engine { level } if other != side => Some(*level),
            _ => None,
        })
    }

    /// The engine is to think in a person's time, from now on and while someone watches.
    pub(super) fn set_pondering(&mut self, on: bool) {
        self.ponders = on;
        if !on {
            self.pondering = None;
        }
        self.ponder_if_due();
        self.tell_all(&self.state());
    }

    /// Lets the engine ponder where it waits for a person and does not yet.
    pub(super) fn ponder_if_due(&mut self) {
        if !self.ponders || self.pondering.is_some() || self.watchers.is_empty() {
            return;
        }
        let Some(level) = self.waiting_level() else { return };
        self.searches_begun += 1;
        let number = self.searches_begun;
        let task = Task {
            kind: self.kind,
            request: Request::new(
                self.game.as_ref(),
                Limits { infinite: true, ..Limits::default() },
            ),
            level,
            algorithm: Algorithm::AlphaBeta,
            priority: Priority::Pondering,
            client: self.asker,
        };
        let itself = self.itself.clone();
        let handle = self.around.searches.submit(task, move |progress| {
            // A room that is gone has stopped the search already.
            let _ = itself.send(Command::Event(Event::Pondered(number, progress)));
        });
        self.pondering = Some(Pondering { number, queued: true, handle });
    }

    pub(super) fn on_pondered(&mut self, number: u64, progress: Progress) {
        let Some(pondering) = self.pondering.as_mut().filter(|it| it.number == number) else {
            return;
        };
        match progress {
            Progress::Started => {
                pondering.queued = false;
                self.tell_all(&self.state());
            }
            Progress::Reports(reports) => {
                if let Some(report) = reports.into_iter().find(|report| report.multi_pv == 1) {
                    self.tell_all(&self.info(Purpose::Ponder, report));
                }
            }
            // It gave way, or there is nothing to think about; a fault shows when the engine is to move.
            Progress::Done(..) | Progress::Failed(_) => {
                pondering.queued = true;
                self.tell_all(&self.state());
                self.after(REST, Event::PonderAgain(number));
            }
        }
    }

    /// Asks for a thread again, unless the game has gone on.
    pub(super) fn ponder_again(&mut self, number: u64) {
        if self.pondering.as_ref().is_some_and(|it| it.number == number) {
            self.pondering = None;
            self.ponder_if_due();
        }
    }
}
