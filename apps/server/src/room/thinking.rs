//! The engine's thinking about its own turns, and for hints.

use std::time::Duration;

use engine::{Limits, Request};

use super::{Command, Event, Room, Search};
use crate::gate::ClientId;
use crate::levels;
use crate::protocol::study::Algorithm;
use crate::protocol::{Code, Failure, Info, Player, Purpose, ServerMessage, Thought};
use crate::searches::{Priority, Progress, Task};

/// The most that the engine thinks about a turn of a game with a clock; most levels are done long before.
const MOST_BY_CLOCK: Duration = Duration::from_secs(4);

impl Room {
    /// Lets the engine think where the turn is its own and it does not yet.
    pub(super) fn think_if_due(&mut self) {
        if self.search.is_some() || self.ending().is_some() {
            return;
        }
        let Some(Player::Engine { level }) = self.players.get(&self.game.side()) else { return };
        if let Some(mut limits) = levels::limits(self.kind, *level) {
            if let Some(clock) = &self.clock {
                limits.clock = Some(clock.for_search());
                limits.move_time = limits.move_time.max(Some(MOST_BY_CLOCK));
            }
            let level = *level;
            self.begin_search(Purpose::Move, limits, level);
        }
    }

    pub(super) fn begin_search(&mut self, purpose: Purpose, limits: Limits, level: u8) {
        self.searches_begun += 1;
        let number = self.searches_begun;
        let task = Task {
            kind: self.kind,
            request: Request::new(self.game.as_ref(), limits),
            level,
            algorithm: Algorithm::AlphaBeta,
            priority: Priority::Turn,
            client: self.asker,
        };
        let itself = self.itself.clone();
        let sink = move |progress| {
            // A room that is gone has stopped the search already.
            let _ = itself.send(Command::Event(Event::Search(number, progress)));
        };
        let searches = &self.around.searches;
        let handle = match &self.pondering {
            Some(pondering) if purpose == Purpose::Move => {
                searches.follow(&pondering.handle, task, sink)
            }
            _ => searches.submit(task, sink),
        };
        self.search = Some(Search { number, purpose, queued: true, handle });
    }

    pub(super) fn on_progress(&mut self, number: u64, progress: Progress) {
        let Some(search) = self.search.as_mut().filter(|search| search.number == number) else {
            return;
        };
        let purpose = search.purpose;
        match progress {
            Progress::Started => {
                search.queued = false;
                self.tell_all(&self.state());
            }
            Progress::Reports(reports) => {
                if let Some(report) = reports.iter().find(|report| report.multi_pv == 1) {
                    self.tell_all(&self.info(purpose, report.clone()));
                }
                if purpose == Purpose::Hint {
                    self.hints.update(reports);
                }
            }
            Progress::Done(Some(turn), last) if purpose == Purpose::Move => {
                let wait = self.around.pause.saturating_sub(self.last_turn.elapsed());
                self.after(wait, Event::EngineTurn(number, turn, last));
            }
            Progress::Done(Some(turn), _) => {
                self.search = None;
                self.tell_all(&self.state());
                self.tell_hint(turn);
            }
            Progress::Done(None, _) => self.engine_failed("it found no turn"),
            Progress::Failed(reason) => self.engine_failed(&reason),
        }
    }

    fn engine_failed(&mut self, reason: &str) {
        self.search = None;
        self.tell_all(&self.state());
        self.tell_all(&ServerMessage::Error(Failure::new(Code::Engine, format!("{reason}."))));
    }

    /// The search has its turn, and the pause before it is over.
    pub(super) async fn on_engine_turn(
        &mut self,
        number: u64,
        turn: String,
        last: Option<engine::Info>,
    ) {
        if self.search.as_ref().is_none_or(|search| search.number != number) {
            return;
        }
        self.search = None;
        let thought =
            last.map(|report| Thought { depth: report.depth, score: report.score.into() });
        if let Err(failure) = self.commit_turn(&turn, thought, Duration::ZERO).await {
            self.tell_all(&self.state());
            self.tell_all(&ServerMessage::Error(failure));
        }
    }

    /// Ends the engine's thinking with the best turn so far.
    pub(super) fn move_now(&self) -> Result<(), Failure> {
        let none = || Failure::new(Code::Stale, "The engine is not thinking.");
        self.search.as_ref().ok_or_else(none)?.handle.finish();
        Ok(())
    }

    /// Lets the engine think again, and tells who asks how the game stands.
    pub(super) fn think_for(&mut self, client: ClientId) {
        self.think_if_due();
        self.send(client, &self.state());
    }

    pub(super) fn info(&self, purpose: Purpose, report: engine::Info) -> ServerMessage {
        ServerMessage::Info(Info {
            id: self.id.clone(),
            ply: self.history.len(),
            side: self.game.side(),
            purpose,
            depth: report.depth,
            seldepth: report.seldepth,
            score: report.score.into(),
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            words: report.line,
            pv: report.pv,
        })
    }
}
