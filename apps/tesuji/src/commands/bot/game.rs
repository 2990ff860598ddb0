//! A game of a bot: one thread follows its stream, another lets the engine think and sends what it plays.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use arena::player::{NoReply, Player, Question};
use arena::{Fault, FaultKind};
use client::{Backoff, Color, Error, Full, GameLine, GamePlace, NumberedLine, State};
use engine::{AnyGame, Clock, Limits, Referee};

use super::host::Bot;
use crate::cli::Game;
use crate::output::line;

/// Time of a clock that is kept back for the way to the server.
const LAG: Duration = Duration::from_millis(150);

/// A position to find a turn for.
struct Task {
    start: String,
    turns: Vec<String>,
    limits: Limits,
    /// Set when the game has gone on, or is over.
    stop: Arc<AtomicBool>,
}

/// The engine's side of a game under way.
struct Table {
    own: Color,
    start: String,
    tasks: Sender<Task>,
    /// The line that the engine thinks about, or has answered.
    asked: Option<(Vec<String>, Arc<AtomicBool>)>,
}

impl Drop for Table {
    fn drop(&mut self) {
        if let Some((_, stop)) = &self.asked {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Plays a game to its end; comes back to it as often as the connection breaks off.
pub fn play(bot: &Arc<Bot>, id: &str) {
    let (mut backoff, mut table, mut place) = (Backoff::default(), None, None);
    loop {
        match follow(bot, id, &mut table, &mut backoff, &mut place) {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) if error.downcast_ref().is_some_and(Error::is_passing) => {
                eprintln!("{id}: {error}; trying again");
            }
            Err(error) => {
                eprintln!("{id}: {}", crate::output::message(&error));
                return;
            }
        }
        thread::sleep(backoff.wait());
    }
}

/// Follows a game's stream, from the place that was heard last on; true where the game is over.
fn follow(
    bot: &Arc<Bot>,
    id: &str,
    table: &mut Option<Table>,
    backoff: &mut Backoff,
    place: &mut Option<GamePlace>,
) -> Result<bool> {
    let lines = match place {
        Some(place) => bot.client.game_after(id, place, None)?,
        None => bot.client.numbered_game(id)?,
    };
    for said in lines {
        let NumberedLine { place: now, line: said } = said?;
        *place = now.or(place.take());
        let state = match said {
            GameLine::GameFull(full) => {
                if table.is_none() && !full.state.is_over() {
                    *table = sit_down(bot, id, &full)?;
                }
                full.state
            }
            GameLine::GameState(state) => state,
            _ => continue,
        };
        backoff.reset();
        if state.is_over() {
            let won = state.winner.map(|color| format!(", {} has won", color.name()));
            let _ = line(format!("{id}: over: {}{}", state.status, won.unwrap_or_default()));
            return Ok(true);
        }
        let Some(table) = table else {
            // Somebody else's game is not ours to play.
            return Ok(true);
        };
        table.look(bot, state)?;
    }
    Ok(false)
}

/// Brings the engine to a game that is ours.
fn sit_down(bot: &Arc<Bot>, id: &str, full: &Full) -> Result<Option<Table>> {
    let Some(own) = full.color_of(&bot.me) else { return Ok(None) };
    let key = &full.variant.key;
    let known = engine::kind_of_variant(key);
    let (kind, _) = known.with_context(|| format!("the game '{key}' is not known here"))?;
    let start = match full.start() {
        Some(start) => start.to_owned(),
        None => kind.starts().deal("", 0)?,
    };
    let player = bot.player(kind).inspect_err(|_| drop(bot.client.resign(id)))?;
    let opponent = if own == Color::White { &full.black.name } else { &full.white.name };
    line(format!("{id}: {} against {opponent}, {}", full.variant.name, own.name()))?;
    let (tasks, inbox) = channel();
    let (of_thread, game) = (Arc::clone(bot), id.to_owned());
    thread::spawn(move || think(&of_thread, &game, kind, player, &inbox));
    Ok(Some(Table { own, start, tasks, asked: None }))
}

impl Table {
    /// Asks the engine where it is its turn and it was not asked yet.
    fn look(&mut self, bot: &Bot, state: State) -> Result<()> {
        if let Some((turns, stop)) = &self.asked {
            if *turns == state.turns {
                return Ok(());
            }
            stop.store(true, Ordering::Relaxed);
        }
        self.asked = None;
        if state.to_move != self.own {
            return Ok(());
        }
        let limits = limits(bot, &state)?;
        let stop = Arc::<AtomicBool>::default();
        self.asked = Some((state.turns.clone(), Arc::clone(&stop)));
        let task = Task { start: self.start.clone(), turns: state.turns, limits, stop };
        // The engine has left after a fault; the game was resigned.
        let _ = self.tasks.send(task);
        Ok(())
    }
}

/// The limits of a turn: those of the engine's line, and the clock.
fn limits(bot: &Bot, state: &State) -> Result<Limits> {
    const ENDLESS: u64 = 2_147_483_647;
    if state.wtime.max(state.btime) >= ENDLESS {
        return Ok(bot.engine.limits().clone());
    }
    // With a clock no time for a turn is filled in.
    let mut limits = bot.engine.with("tc=60+0")?.limits().clone();
    let kept = bot.engine.margin().max(LAG);
    let time = |left: u64| {
        // To a search a delay is time that each turn brings.
        let left = Duration::from_millis(left.saturating_add(state.delay));
        left.saturating_sub(kept).max(left / 4).max(Duration::from_millis(1))
    };
    // White is the game's first side.
    limits.clock = Some(Clock {
        remaining: [time(state.wtime), time(state.btime)],
        increment: [state.winc, state.binc]
            .map(|more| Duration::from_millis(more.max(state.delay))),
        moves_to_go: None,
    });
    Ok(limits)
}

/// Lets the engine think about what comes, until the game is over or it fails.
fn think(bot: &Bot, id: &str, kind: Game, mut player: Box<dyn Player>, tasks: &Receiver<Task>) {
    let mut fault = player.begin().err();
    for task in tasks {
        let found = match fault.take() {
            Some(fault) => Err(NoReply::Fault(fault)),
            None => find(kind, player.as_mut(), &task),
        };
        match found {
            Ok(turn) => send(bot, id, &task, &turn),
            Err(NoReply::Stopped) => {
                // It may think on; it begins anew.
                player.end(true);
                fault = player.begin().err();
            }
            Err(NoReply::Fault(fault)) => {
                eprintln!("{id}: the engine {}: {}; resigning", fault.kind.words(), fault.text);
                retry(|| bot.client.resign(id), &task.stop);
                player.end(true);
                player.leave();
                return;
            }
        }
    }
    for remark in player.end(false).into_iter().chain(player.leave()) {
        eprintln!("{id}: {remark}");
    }
}

/// The engine's turn, which is legal.
fn find(kind: Game, player: &mut dyn Player, task: &Task) -> Result<String, NoReply> {
    let failed = |text: String| NoReply::Fault(Fault::new(FaultKind::Failed, text));
    let game = kind.new_game(Some(&task.start), Referee { repetition_draw: true });
    let mut game: Box<dyn AnyGame> = game.map_err(|error| failed(error.to_string()))?;
    for turn in &task.turns {
        game.play(turn).map_err(|error| failed(format!("'{turn}': {error}")))?;
    }
    let mover = usize::from(game.side() == game.side_letters()[1]);
    let clock = task.limits.clock.as_ref().map(|clock| clock.remaining[mover]);
    let allowed = match (clock, task.limits.move_time) {
        (Some(clock), Some(time)) => Some(clock.min(time)),
        (clock, time) => clock.or(time),
    };
    let question = Question {
        game: game.as_ref(),
        start: &task.start,
        turns: &task.turns,
        limits: &task.limits,
        allowed: allowed.map(|time| time + Duration::from_secs(1)),
        stop: &task.stop,
    };
    let turn = player.think(&question)?.turn;
    match game.play(&turn) {
        // The game's own wording: an engine may write a turn in another way.
        Ok(()) => Ok(game.turns().pop().unwrap_or(turn)),
        Err(error) => {
            let text = format!("'{}': {error}", turn.chars().take(60).collect::<String>());
            Err(NoReply::Fault(Fault::new(FaultKind::IllegalTurn, text)))
        }
    }
}

/// Sends a turn until it has come there. One for a game that has gone on is refused, and nothing is lost.
fn send(bot: &Bot, id: &str, task: &Task, turn: &str) {
    let ply = task.turns.len();
    if let Some(error) = retry(|| bot.client.play(id, ply, turn), &task.stop) {
        eprintln!("{id}: '{turn}' was refused: {error}");
    }
}

/// Makes a call until it comes there, or is no longer wanted; the refusal, if it is refused.
fn retry(call: impl Fn() -> Result<(), Error>, stop: &AtomicBool) -> Option<Error> {
    let mut backoff = Backoff::default();
    loop {
        match call() {
            Ok(()) => return None,
            Err(error) if !error.is_passing() => return Some(error),
            Err(_) if stop.load(Ordering::Relaxed) => return None,
            Err(_) => thread::sleep(backoff.wait()),
        }
    }
}
