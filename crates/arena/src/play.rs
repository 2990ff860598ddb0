//! One game between two engines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use engine::{AnyGame, Engine, Event, Limits};

use crate::GameResult;

/// How often a waiting game looks whether it should stop.
const POLL: Duration = Duration::from_millis(20);

/// An engine at the board.
pub struct Player<'a> {
    /// It thinks.
    pub engine: &'a mut dyn Engine,
    /// What bounds each of its turns.
    pub limits: &'a Limits,
}

/// What holds beside the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// After so many plies (turns of either side) the game is called a draw.
    pub max_plies: usize,
}

impl Default for Rules {
    fn default() -> Self {
        Self { max_plies: 400 }
    }
}

/// Plays `game` to its end; `players` in the order of the game's sides. None if `stop` was set
/// before the end.
///
/// An engine that fails, plays an illegal turn or gives none has lost, and the reason says so.
pub fn play_game(
    game: &mut dyn AnyGame,
    mut players: [Player<'_>; 2],
    rules: Rules,
    stop: &AtomicBool,
) -> Option<GameResult> {
    let letters = game.side_letters();
    let start = game.start_text();
    let mut turns = game.turns();
    for player in &mut players {
        player.engine.new_game();
    }
    loop {
        if let Some(ending) = game.ending() {
            return Some(GameResult { winner: ending.winner, reason: ending.reason });
        }
        if turns.len() >= rules.max_plies {
            let reason = format!("limit of {} plies (a rule of the match)", rules.max_plies);
            return Some(GameResult { winner: None, reason });
        }
        let mover = usize::from(game.side() == letters[1]);
        let fault = match ask(&mut players[mover], &start, &turns, stop) {
            Answer::Stopped => return None,
            Answer::Fault(fault) => fault,
            Answer::Turn(turn) => match game.play(&turn) {
                Ok(()) => {
                    // The game's own wording: an engine may write a turn in another way.
                    turns.push(game.turns().pop().unwrap_or(turn));
                    continue;
                }
                Err(error) => format!("illegal turn '{turn}': {error}"),
            },
        };
        let loser = game.side_name(letters[mover]);
        let reason = format!("{loser}'s engine failed: {fault}");
        return Some(GameResult { winner: Some(letters[1 - mover]), reason });
    }
}

enum Answer {
    Turn(String),
    Fault(String),
    Stopped,
}

fn ask(player: &mut Player<'_>, start: &str, turns: &[String], stop: &AtomicBool) -> Answer {
    if stop.load(Ordering::Relaxed) {
        return Answer::Stopped;
    }
    if let Err(error) = player.engine.set_game(Some(start), turns) {
        return Answer::Fault(error.to_string());
    }
    let (sender, events) = channel();
    // The receiver is gone only where the game was stopped; what comes then is of no interest.
    let sink = Box::new(move |event| drop(sender.send(event)));
    player.engine.go(player.limits.clone(), sink);
    let answer = wait(&events, stop);
    if matches!(answer, Answer::Stopped) {
        player.engine.stop();
    }
    player.engine.wait();
    answer
}

fn wait(events: &Receiver<Event>, stop: &AtomicBool) -> Answer {
    loop {
        match events.recv_timeout(POLL) {
            Ok(Event::Info(_)) => {}
            Ok(Event::BestMove { turn: Some(turn), .. }) => return Answer::Turn(turn),
            Ok(Event::BestMove { turn: None, .. }) => return Answer::Fault("no turn".to_owned()),
            Ok(Event::Failed(fault)) => return Answer::Fault(fault),
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                return Answer::Stopped;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Answer::Fault("it ended its search without a turn".to_owned());
            }
        }
    }
}
