//! The tree of a game, and its report: a judgement of every position, found in the background and kept.

use std::time::Duration;

use engine::{Limits, Request};

use super::parts::Running;
use super::{Command, Event, Room, storage};
use crate::engines;
use crate::protocol::study::{Algorithm, Judged, ReportState, Tree, TreeEdit};
use crate::protocol::{Code, Failure, Player, Score, ServerMessage};
use crate::searches::{Priority, Progress, Task};

/// Limits of a judgement: nodes, so that it is the same on every machine; the time bounds the wait.
const NODES: u64 = 400_000;
const LONGEST: Duration = Duration::from_secs(3);

/// Changes of its tree that are kept of a game.
const MAX_EDITS: usize = 20_000;

impl Room {
    pub(super) async fn edit(&mut self, edit: TreeEdit) -> Result<(), Failure> {
        if self.kept.1 >= MAX_EDITS {
            let message = format!("The tree of a game may be changed {MAX_EDITS} times.");
            return Err(Failure::new(Code::Limit, message));
        }
        let before = self.tree.clone();
        self.tree.apply(&edit, engines::start(self.kind, &self.game.start_text())?)?;
        if let Err(error) = self.around.store.append_edit(&self.id, edit).await {
            self.tree = before;
            return Err(storage(&error));
        }
        self.kept.1 += 1;
        self.tell_all(&self.tree_state());
        Ok(())
    }

    /// Makes a line the game itself; what was played stays as a variation. Only where persons play both sides, and no
    /// clock runs, so that nobody's game is changed under their hands.
    pub(super) async fn make_main(&mut self, path: Vec<String>) -> Result<(), Failure> {
        if self.players.values().any(|player| *player != Player::Person) {
            let message = "A line can be made the game only where persons play both sides.";
            return Err(Failure::new(Code::NotYourTurn, message));
        }
        if self.clock.is_some() && self.ending().is_none() {
            let message = "A line can be made the game only after the clocks have stopped.";
            return Err(Failure::new(Code::Limit, message));
        }
        let mut game = engines::start(self.kind, &self.game.start_text())?;
        for (index, turn) in path.iter().enumerate() {
            game.play(turn).map_err(|error| {
                Failure::new(Code::IllegalTurn, error.to_string()).at(format!("path[{index}]"))
            })?;
        }
        let path = game.turns();
        let played: Vec<String> = self.history.iter().map(|entry| entry.turn.clone()).collect();
        let common = path.iter().zip(&played).take_while(|(one, other)| one == other).count();
        if common == path.len() {
            return Err(Failure::new(Code::Stale, "This line is the game's already.").at("path"));
        }
        if common < played.len() {
            self.edit(TreeEdit::Add { path: played }).await?;
            self.undo(common).await?;
        }
        for turn in &path[common..] {
            self.commit_turn(turn, None, Duration::ZERO).await?;
        }
        Ok(())
    }

    pub(super) fn tree_state(&self) -> ServerMessage {
        ServerMessage::Tree(Tree {
            id: self.id.clone(),
            comment: self.tree.start_comment().to_owned(),
            nodes: self.tree.nodes(),
        })
    }

    /// The position after so many turns.
    fn position_at(&self, ply: usize) -> String {
        let played = ply.checked_sub(1).and_then(|index| self.history.get(index));
        played.map_or_else(|| self.game.start_text(), |entry| entry.position.clone())
    }

    pub(super) fn begin_report(&mut self) -> Result<(), Failure> {
        if self.history.is_empty() {
            return Err(Failure::new(Code::Stale, "No turn has been played that could be judged."));
        }
        if self.report.running.is_none() {
            self.judge_next(0);
        }
        self.tell_all(&self.report_state());
        Ok(())
    }

    /// Judges the first position from there on that is not judged yet.
    fn judge_next(&mut self, from: usize) {
        self.report.running = None;
        let last = self.history.len() - usize::from(self.game.ending().is_some());
        let due =
            (from..=last).find(|&ply| !self.report.judged.contains_key(&self.position_at(ply)));
        let Some(ply) = due else { return };
        self.report.begun += 1;
        let number = self.report.begun;
        let limits = Limits {
            nodes: Some(NODES),
            move_time: Some(LONGEST),
            multi_pv: 2,
            ..Limits::default()
        };
        let mut request = Request::new(self.game.as_ref(), limits);
        for _ in ply..self.history.len() {
            request.game.undo();
        }
        let task = Task {
            kind: self.kind,
            request,
            level: 0,
            algorithm: Algorithm::AlphaBeta,
            priority: Priority::Background,
            client: self.asker,
        };
        let itself = self.itself.clone();
        let handle = self.around.searches.submit(task, move |progress| {
            // A room that is gone has stopped the search already.
            let _ = itself.send(Command::Event(Event::Judged(number, progress)));
        });
        self.report.running = Some(Running { ply, number, second: None, _handle: handle });
    }

    /// Judges no more; what was found stays.
    pub(super) fn stop_report(&mut self) {
        self.report.stop();
        self.tell_all(&self.report_state());
    }

    pub(super) async fn on_judged(&mut self, number: u64, progress: Progress) {
        let running = self.report.running.as_mut().filter(|running| running.number == number);
        let Some(running) = running else { return };
        let (ply, second) = (running.ply, running.second);
        match progress {
            Progress::Started => return,
            Progress::Reports(reports) => {
                let found = reports.iter().find(|report| report.multi_pv == 2);
                running.second = found.map(|report| report.score.into()).or(second);
                return;
            }
            // The game was taken back below this position meanwhile.
            Progress::Done(..) if ply > self.history.len() => self.judge_next(0),
            Progress::Done(Some(best), Some(report)) => {
                let judged = judged(best, report, second);
                if let Err(failure) = self.keep_judged(ply, judged).await {
                    return self.fail_report(failure);
                }
                self.judge_next(ply + 1);
            }
            Progress::Done(..) => self.judge_next(ply + 1),
            Progress::Failed(reason) => {
                self.fail_report(Failure::new(Code::Engine, format!("{reason}.")));
            }
        }
        if self.report.running.is_none() || ply % 2 == 0 {
            self.tell_all(&self.report_state());
        }
    }

    /// Keeps what was found of the position after so many turns.
    async fn keep_judged(&mut self, ply: usize, judged: Judged) -> Result<(), Failure> {
        let position = self.position_at(ply);
        let kept = self.around.store.keep_judged(&self.id, position.clone(), judged.clone()).await;
        kept.map_err(|error| storage(&error))?;
        self.report.judged.insert(position, judged);
        Ok(())
    }

    /// Ends the report with a fault.
    fn fail_report(&mut self, failure: Failure) {
        self.report.stop();
        self.tell_all(&ServerMessage::Error(failure.answering("report")));
    }

    pub(super) fn report_state(&self) -> ServerMessage {
        let positions = (0..=self.history.len())
            .map(|ply| self.report.judged.get(&self.position_at(ply)).cloned())
            .collect();
        ServerMessage::Report(ReportState {
            id: self.id.clone(),
            running: self.report.running.is_some(),
            positions,
        })
    }
}

/// What a search found of a position, with the score of its second best turn.
fn judged(best: String, report: engine::Info, second: Option<Score>) -> Judged {
    Judged {
        score: report.score.into(),
        best,
        words: report.line.into_iter().next().unwrap_or_default(),
        second,
        depth: report.depth,
        nodes: report.nodes,
    }
}
