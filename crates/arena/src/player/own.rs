//! Tesuji's own engines, in the arena's process.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Instant;

use engine::{AnyGame, Engine, Event, Info, Stop};

use super::{Fault, FaultKind, NoReply, POLL, Player, Question, Reply};

/// Searches of so many nodes are over before anybody could want to stop them, and begin on the game's
/// own thread: starting another would take longer than they do.
const SHORT: u64 = 10_000;

/// An engine behind the [`Engine`] interface, at the board.
pub struct OwnPlayer {
    engine: Box<dyn Engine>,
}

impl OwnPlayer {
    /// This engine at the board.
    pub fn new(engine: Box<dyn Engine>) -> Self {
        Self { engine }
    }
}

impl Player for OwnPlayer {
    fn begin(&mut self) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, question: &Question<'_>) -> Result<Reply, NoReply> {
        if let Err(error) = self.engine.set_game(Some(question.start), question.turns) {
            return Err(Fault::new(FaultKind::Failed, error.to_string()).into());
        }
        let (sender, events) = channel();
        // The receiver is gone only where the game was stopped; what comes then is of no interest.
        let mut sink = move |event| match event {
            Event::Info(_) | Event::Current { .. } => {}
            event => drop(sender.send((Instant::now(), event))),
        };
        let asked = Instant::now();
        if question.limits.nodes.is_some_and(|nodes| nodes <= SHORT) {
            self.engine.think(question.limits.clone(), &Stop::default(), &mut sink);
            return self.wait(&events, question, asked);
        }
        self.engine.go(question.limits.clone(), Box::new(sink));
        let answer = self.wait(&events, question, asked);
        self.engine.stop();
        self.engine.wait();
        answer
    }

    fn hear_result(&mut self, game: &dyn AnyGame, winner: Option<char>) {
        self.engine.learn_result(game, winner);
    }

    fn end(&mut self, _at_fault: bool) -> Vec<String> {
        self.engine.fault().into_iter().collect()
    }
}

impl OwnPlayer {
    fn wait(
        &mut self,
        events: &Receiver<(Instant, Event)>,
        question: &Question<'_>,
        asked: Instant,
    ) -> Result<Reply, NoReply> {
        let fault = |kind, text: &str| Err(Fault::new(kind, text).into());
        let mut stopped = false;
        loop {
            match events.recv_timeout(POLL) {
                Ok((arrived, Event::BestMove { turn: Some(turn), last, .. })) => {
                    return Ok(reply(turn, last.as_ref(), [asked, arrived]));
                }
                Ok((_, Event::BestMove { turn: None, .. })) => {
                    return fault(FaultKind::NoTurn, "no turn");
                }
                Ok((_, Event::Failed(text))) => return fault(FaultKind::Failed, &text),
                Ok((_, Event::Info(_) | Event::Current { .. })) => {}
                Err(RecvTimeoutError::Timeout) => {
                    if question.stop.load(Ordering::Relaxed) {
                        return Err(NoReply::Stopped);
                    }
                    // It stops within microseconds; its turn is then judged by its time.
                    let late = question.allowed.is_some_and(|allowed| asked.elapsed() > allowed);
                    if late && !stopped {
                        self.engine.stop();
                        stopped = true;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return fault(FaultKind::Failed, "it ended its search without a turn");
                }
            }
        }
    }
}

fn reply(turn: String, last: Option<&Info>, times: [Instant; 2]) -> Reply {
    let score = last.map(|info| info.score.verdict());
    let (depth, nodes) = (last.map(|info| info.depth), last.map(|info| info.nodes));
    Reply { turn, times, depth, score, nodes }
}
