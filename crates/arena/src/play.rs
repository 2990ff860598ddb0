//! One game between two players, with clocks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{AnyGame, Limits};

use crate::adjudicate::{Adjudication, Rules};
use crate::judge::Judge;
use crate::player::{Fault, FaultKind, NoReply, Player, Question, Reply};
use crate::record::{GameResult, RecordedFault, TurnNote};
use crate::time::{Clock, ClockRule};

/// A player at the board, and what bounds its turns.
pub struct Seat<'a> {
    /// Who plays.
    pub player: &'a mut dyn Player,
    /// The limits of each of its turns, beside the clock.
    pub limits: &'a Limits,
    /// Its clock's rule, where it plays by a clock.
    pub clock: Option<ClockRule>,
    /// How much later than allowed its turns may come, for lag.
    pub margin: Duration,
}

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub enum Played {
    /// It has a result.
    Finished(Finish),
    /// A player could not begin: it is not counted. The player's number (0 for the first side), and
    /// what it did wrong.
    Void(usize, Fault),
    /// It was given up when it was asked to stop.
    Stopped,
}

/// A game that has a result.
#[derive(Clone, PartialEq, Debug)]
pub struct Finish {
    /// How it came out.
    pub result: GameResult,
    /// The fault that ended it.
    pub fault: Option<RecordedFault>,
    /// Notes on each turn.
    pub notes: Vec<TurnNote>,
    /// Oddities that are no faults.
    pub remarks: Vec<String>,
    /// The arena's own time between an answer and the next question.
    pub overhead: Overhead,
}

/// The arena's own time between the answers of engines and its next questions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Overhead {
    /// How often that was measured.
    pub turns: u64,
    /// All of it.
    pub total: Duration,
    /// The longest.
    pub most: Duration,
}

impl Overhead {
    /// Adds what another game took.
    pub fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.total += other.total;
        self.most = self.most.max(other.most);
    }

    /// The mean in milliseconds; 0 where nothing was measured.
    pub fn mean_ms(&self) -> f64 {
        1_000.0 * self.total.as_secs_f64() / self.turns.max(1) as f64
    }
}

/// A game under way, for those who watch.
pub struct Watched<'a> {
    /// The board.
    pub game: &'a dyn AnyGame,
    /// Notes on the turns.
    pub notes: &'a [TurnNote],
    /// The clocks, in the order of sides.
    pub left: [Option<Duration>; 2],
}

/// Plays `game` to its end; `seats` in the order of the game's sides. `watch` is shown each turn.
///
/// A player that fails, plays an illegal turn, none, or too late has lost, and the record says so. One
/// that cannot begin makes the game void.
pub fn play_game(
    game: &mut dyn AnyGame,
    mut seats: [Seat<'_>; 2],
    rules: &Rules,
    judge: Option<&mut Judge>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Watched<'_>),
) -> Played {
    for (index, seat) in seats.iter_mut().enumerate() {
        if let Err(fault) = seat.player.begin() {
            seat.player.end(true);
            return Played::Void(index, fault);
        }
    }
    let clocks = [0, 1].map(|index: usize| seats[index].clock.map(ClockRule::clock));
    let start = game.start_text();
    let mut table = Table {
        letters: game.side_letters(),
        start,
        turns: game.turns(),
        clocks,
        notes: Vec::new(),
        overhead: Overhead::default(),
        answered: None,
    };
    let ended = table.play(game, &mut seats, rules, judge, stop, watch);
    let at_fault = match &ended {
        Ended::Fault(index, _) => Some(*index),
        // In a game that was given up a program may still think.
        Ended::Stopped => None,
        Ended::Result(_) => None,
    };
    let stopped = matches!(ended, Ended::Stopped);
    let mut remarks = Vec::new();
    for (index, seat) in seats.iter_mut().enumerate() {
        let side = game.side_name(table.letters[index]);
        if let Ended::Result(result) = &ended {
            seat.player.hear_result(&*game, result.winner);
        }
        let odd = seat.player.end(stopped || at_fault == Some(index));
        remarks.extend(odd.into_iter().map(|text| format!("{side}: {text}")));
    }
    let (result, fault) = match ended {
        Ended::Stopped => return Played::Stopped,
        Ended::Result(result) => (result, None),
        Ended::Fault(index, fault) => {
            let side = table.letters[index];
            let name = game.side_name(side);
            let reason = fault.reason(name);
            let winner = Some(table.letters[1 - index]);
            (GameResult { winner, reason }, Some(RecordedFault { side, fault }))
        }
    };
    let Table { notes, overhead, .. } = table;
    Played::Finished(Finish { result, fault, notes, remarks, overhead })
}

enum Ended {
    Result(GameResult),
    Fault(usize, Fault),
    Stopped,
}

/// The state of a game beside the board.
struct Table {
    letters: [char; 2],
    start: String,
    turns: Vec<String>,
    clocks: [Option<Clock>; 2],
    notes: Vec<TurnNote>,
    overhead: Overhead,
    /// When the last answer arrived.
    answered: Option<Instant>,
}

impl Table {
    fn play(
        &mut self,
        game: &mut dyn AnyGame,
        seats: &mut [Seat<'_>; 2],
        rules: &Rules,
        mut judge: Option<&mut Judge>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Watched<'_>),
    ) -> Ended {
        loop {
            if let Some(ending) = game.ending() {
                return Ended::Result(GameResult { winner: ending.winner, reason: ending.reason });
            }
            let mover = usize::from(game.side() == self.letters[1]);
            if let Some(result) = self.adjudicate(rules, mover) {
                return Ended::Result(result);
            }
            if let Some(result) = judge.as_mut().and_then(|judge| judge.result(game)) {
                return Ended::Result(result);
            }
            if stop.load(Ordering::Relaxed) {
                return Ended::Stopped;
            }
            let reply = match self.ask(game, &mut seats[mover], mover, stop) {
                Ok(reply) => reply,
                Err(NoReply::Stopped) => return Ended::Stopped,
                Err(NoReply::Fault(fault)) => return Ended::Fault(mover, fault),
            };
            if let Err(fault) = self.take_time(&seats[mover], mover, &reply) {
                return Ended::Fault(mover, fault);
            }
            if let Err(error) = game.play(&reply.turn) {
                let shown: String = reply.turn.chars().take(60).collect();
                let text = format!("illegal turn '{shown}': {error}");
                return Ended::Fault(mover, Fault::new(FaultKind::IllegalTurn, text));
            }
            // The game's own wording: an engine may write a turn in another way.
            self.turns.push(game.turns().pop().unwrap_or(reply.turn));
            self.notes.push(TurnNote {
                seconds: reply.times[1].saturating_duration_since(reply.times[0]).as_secs_f64(),
                left: self.clocks[mover].map(|clock| clock.allowed().as_secs_f64()),
                depth: reply.depth,
                score: reply.score,
                nodes: reply.nodes,
            });
            let left = self.clocks.map(|clock| clock.map(|clock| clock.allowed()));
            watch(&Watched { game, notes: &self.notes, left });
        }
    }

    fn ask(
        &mut self,
        game: &dyn AnyGame,
        seat: &mut Seat<'_>,
        mover: usize,
        stop: &AtomicBool,
    ) -> Result<Reply, NoReply> {
        let limits = self.limits(seat, mover);
        let time = self.allowed(seat, mover);
        let question = Question {
            game,
            start: &self.start,
            turns: &self.turns,
            limits: &limits,
            allowed: time.map(|time| time + seat.margin),
            stop,
        };
        let reply = seat.player.think(&question)?;
        if let Some(answered) = self.answered {
            let between = reply.times[0].saturating_duration_since(answered);
            self.overhead.add(Overhead { turns: 1, total: between, most: between });
        }
        self.answered = Some(reply.times[1]);
        Ok(reply)
    }

    /// The most that a turn may take, by its clock and its limits.
    fn allowed(&self, seat: &Seat<'_>, mover: usize) -> Option<Duration> {
        let clock = self.clocks[mover].map(|clock| clock.allowed());
        match (clock, seat.limits.move_time) {
            (Some(clock), Some(time)) => Some(clock.min(time)),
            (clock, time) => clock.or(time),
        }
    }

    /// The limits of a turn, with the clocks as they stand. Where the other side has no clock, the
    /// mover's own stands for it.
    fn limits(&self, seat: &Seat<'_>, mover: usize) -> Limits {
        let mut limits = seat.limits.clone();
        if let Some(own) = self.clocks[mover] {
            let both = self.clocks.map(|clock| clock.unwrap_or(own));
            limits.clock = Some(engine::Clock {
                remaining: both.map(|clock| clock.allowed()),
                increment: both.map(|clock| clock.increment()),
                moves_to_go: own.turns_to_go(),
            });
        }
        limits
    }

    fn take_time(&mut self, seat: &Seat<'_>, mover: usize, reply: &Reply) -> Result<(), Fault> {
        let allowed = self.allowed(seat, mover);
        let took = reply.took();
        let in_time = match &mut self.clocks[mover] {
            Some(clock) => clock.spend(took, seat.margin),
            None => true,
        };
        let in_time = in_time && allowed.is_none_or(|allowed| took <= allowed + seat.margin);
        if in_time {
            return Ok(());
        }
        let (took, allowed) = (took.as_secs_f64(), allowed.unwrap_or_default().as_secs_f64());
        let text = format!("{took:.3} s for a turn, with {allowed:.3} s left");
        Err(Fault::new(FaultKind::Time, text))
    }

    fn adjudicate(&self, rules: &Rules, mover: usize) -> Option<GameResult> {
        let scores: Vec<_> = if rules.draw.is_some() || rules.resign.is_some() {
            self.notes.iter().map(|note| note.score).collect()
        } else {
            vec![None; self.notes.len()]
        };
        Some(match rules.adjudicate(&scores)? {
            Adjudication::Draw(reason) => GameResult { winner: None, reason },
            Adjudication::Loss { of_next, reason } => {
                let loser = if of_next { mover } else { 1 - mover };
                GameResult { winner: Some(self.letters[1 - loser]), reason }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_overhead_of_games_has_the_mean_over_all_their_turns() {
        let millis = Duration::from_millis;
        let mut all = Overhead { turns: 3, total: millis(9), most: millis(5) };
        all.add(Overhead { turns: 1, total: millis(7), most: millis(7) });
        assert_eq!(all.most, millis(7));
        assert!((all.mean_ms() - 4.0).abs() < 1e-9, "{}", all.mean_ms());
        assert_eq!(Overhead::default().mean_ms(), 0.0);
    }
}
