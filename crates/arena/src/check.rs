//! Checking what an engine makes of its protocol, point by point, for its author.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{AnyGame, GameKind, Referee};
use protocol::{Client, Go, Heard, OptionInfo, OptionKind};

use crate::player::POLL;
use crate::player::child::{Child, Line};
use crate::words::counted;
use crate::{Environment, ProgramSpec};

/// How long an answer that needs no thought may take.
const PROMPT: Duration = Duration::from_secs(1);
/// How much later than asked a turn may come.
const LAG: Duration = Duration::from_millis(100);

/// What was found of a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// As it should be.
    Good,
    /// Allowed, and yet likely to be a mistake or in the way of others.
    Odd(String),
    /// Not as the protocol asks.
    Wrong(String),
}

/// A point of the check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// What is asked of the engine.
    pub what: &'static str,
    /// What was found.
    pub found: Found,
}

/// What is told while an engine is checked.
pub enum Told<'a> {
    /// A point is looked at: what, its number from 1, and how many there are.
    Begins(&'static str, usize, usize),
    /// What was found.
    Found(&'a Point),
}

/// How often a point is looked at, where an answer came late: the machine may have been busy.
const LOOKS: usize = 3;
/// Why a check has ended that was asked to stop.
const STOPPED: &str = "stopped";

struct Checker<'s> {
    spec: ProgramSpec,
    environment: &'s Environment,
    stop: &'s AtomicBool,
    kind: &'static dyn GameKind,
    client: Box<dyn Client>,
    child: Child,
    /// What was said in one line with something before it.
    pending: VecDeque<(Instant, Heard)>,
    /// Lines that could not be read, or were not asked for.
    bad_lines: Vec<String>,
    /// Lines of a search whose turns are not legal.
    bad_lines_of_play: Vec<String>,
    options: Vec<OptionInfo>,
    names: [Option<String>; 2],
    /// Whether a bestmove may come while it is asked for something else.
    thinks: bool,
    /// Whether an answer of this point came late.
    late: bool,
}

/// A search's answer.
struct Answer {
    turn: Option<String>,
    took: Duration,
    infos: usize,
}

type Checked = Result<Found, String>;
/// What is asked, and how.
type Step<'s> = (&'static str, fn(&mut Checker<'s>) -> Checked);

/// Checks an engine: each point is told when it is found. After a crash or where it stops responding the engine is started
/// anew for the points that are left; it ends early where that is of no use, and when `stop` is set.
///
/// # Errors
/// If the program cannot be started at all.
pub fn check(
    spec: &ProgramSpec,
    kind: &'static dyn GameKind,
    environment: &Environment,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Told<'_>),
) -> Result<Vec<Point>, String> {
    let mut checker = Checker {
        spec: spec.clone(),
        environment,
        stop,
        kind,
        client: spec.client(kind).map_err(|error| error.to_string())?,
        child: start(spec, environment)?,
        pending: VecDeque::new(),
        bad_lines: Vec::new(),
        bad_lines_of_play: Vec::new(),
        options: Vec::new(),
        names: [None, None],
        thinks: false,
        late: false,
    };
    let mut points = Vec::new();
    let lacks = checker.client.lacks();
    let steps: [Step<'_>; 15] = [
        ("says who it is, and that it has said so", Checker::hello),
        ("has options that can be set to what they start from", Checker::set_options),
        ("answers isready", Checker::is_ready),
        ("finds a legal turn at the usual start", |c| c.plays(None, &[], true)),
        ("finds a legal turn after some turns, and from a position", Checker::plays_on),
        ("keeps to the time for a turn", Checker::move_time),
        ("keeps to a clock", Checker::clock),
        ("keeps to a depth", |c| c.bounded(&Go { depth: Some(2), ..Go::default() })),
        ("keeps to a number of nodes", |c| c.bounded(&Go { nodes: Some(500), ..Go::default() })),
        ("thinks until it is told to stop, and then answers", Checker::infinite),
        ("answers isready while it thinks", Checker::ready_while_thinking),
        ("thinks on the expected reply, and goes on when it is played", Checker::ponders),
        ("passes over what it does not know", Checker::unknown),
        ("says nothing when it is not asked", Checker::silent),
        ("plays a whole game against itself", Checker::whole_game),
    ];
    // Points for which the protocol has no words are left out.
    let left_out = [
        (9, lacks.nodes),
        (10, lacks.infinite),
        (11, lacks.ready_while_thinking),
        (12, lacks.ponder),
    ];
    let steps = (1..).zip(steps).filter(|(number, _)| !left_out.contains(&(*number, true)));
    let steps: Vec<(usize, Step<'_>)> = steps.collect();
    let all = steps.len() + 3;
    let take = |what, found, points: &mut Vec<Point>, tell: &mut dyn FnMut(Told<'_>)| {
        let point = Point { what, found };
        tell(Told::Found(&point));
        points.push(point);
    };
    for (number, (what, step)) in steps {
        tell(Told::Begins(what, points.len() + 1, all));
        let (found, alive) = checker.look(step);
        if stop.load(Ordering::Relaxed) {
            return Ok(points);
        }
        take(what, found, &mut points, tell);
        // Who does not say who it is will not do so a second time.
        if !alive && (number == 1 || checker.start_anew().is_err()) {
            return Ok(points);
        }
    }
    for (what, lines) in [
        ("says only lines of the protocol", std::mem::take(&mut checker.bad_lines)),
        ("has legal turns in its lines (pv)", std::mem::take(&mut checker.bad_lines_of_play)),
    ] {
        let found = match lines.first() {
            None => Found::Good,
            Some(first) => {
                let text = format!("{} not; first: {first}", counted(lines.len() as u64, "time"));
                if lacks.rule_of_lines { Found::Odd(text) } else { Found::Wrong(text) }
            }
        };
        take(what, found, &mut points, tell);
    }
    let odd = checker.child.quit(&checker.client.quit());
    let found = if odd.is_empty() { Found::Good } else { Found::Wrong(odd.join("; ")) };
    take("ends at quit, and leaves nothing behind", found, &mut points, tell);
    Ok(points)
}

fn start(spec: &ProgramSpec, environment: &Environment) -> Result<Child, String> {
    Child::start(spec, environment, PROMPT)
        .map_err(|error| format!("{} cannot be started: {error}", spec.command.display()))
}

impl<'s> Checker<'s> {
    /// What is found of a point, and whether the engine can go on as it is. Where an answer comes late it is looked at
    /// again: only what is late each time is the engine's fault.
    fn look(&mut self, step: fn(&mut Self) -> Checked) -> (Found, bool) {
        let mut found = Found::Good;
        for _ in 0..LOOKS {
            self.late = false;
            found = match step(self) {
                Ok(found) => found,
                Err(reason) => return (Found::Wrong(reason), false),
            };
            if !self.late {
                break;
            }
        }
        if let (Found::Wrong(text), true) = (&mut found, self.late) {
            *text += &format!(" (each of {LOOKS} times)");
        }
        (found, true)
    }

    /// Starts the engine anew, as it was after its options were set.
    fn start_anew(&mut self) -> Result<(), String> {
        self.child.kill();
        self.child = start(&self.spec, self.environment)?;
        self.pending.clear();
        self.thinks = false;
        self.client = self.spec.client(self.kind).map_err(|error| error.to_string())?;
        self.options.clear();
        self.hello()?;
        self.set_options()?;
        Ok(())
    }

    /// The next line and what it means; None at `until`. An error ends the check.
    fn hear(&mut self, until: Instant) -> Result<Option<(Instant, Heard)>, String> {
        loop {
            if let Some(heard) = self.pending.pop_front() {
                return Ok(Some(heard));
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(STOPPED.to_owned());
            }
            let soon = Instant::now() + POLL;
            match self.child.line(until.min(soon)) {
                Line::Nothing if soon < until => {}
                Line::Nothing => return Ok(None),
                Line::End => return Err(self.child.obituary()),
                Line::Flood => return Err("it floods its output".to_owned()),
                Line::Endless(bytes) => {
                    return Err(format!("a line of more than {bytes} bytes has no end"));
                }
                Line::Text { at, text, utf8 } => {
                    if !utf8 {
                        self.bad_lines.push(format!("'{text}' is no UTF-8"));
                    }
                    match self.client.hear(&text) {
                        Ok(Heard::Unknown(_)) => self.bad_lines.push(format!("'{text}'")),
                        Ok(Heard::Several(heard)) => {
                            self.pending.extend(heard.into_iter().map(|heard| (at, heard)));
                        }
                        Ok(heard) => return Ok(Some((at, heard))),
                        Err(error) => self.bad_lines.push(format!("'{text}': {error}")),
                    }
                }
            }
        }
    }

    fn ask(&mut self, text: &str) {
        self.child.ask();
        self.child.say(text);
    }

    fn wait_ready(&mut self, patience: Duration) -> Result<Option<Duration>, String> {
        let asked = Instant::now();
        self.ask(&self.client.is_ready());
        while let Some((at, heard)) = self.hear(asked + patience)? {
            match heard {
                Heard::ReadyOk => return Ok(Some(at.saturating_duration_since(asked))),
                Heard::BestMove { .. } if !self.thinks => {
                    self.bad_lines.push("a bestmove that nobody asked for".to_owned());
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn hello(&mut self) -> Checked {
        let asked = Instant::now();
        self.ask(&self.client.hello());
        while let Some((_, heard)) = self.hear(asked + self.spec.startup)? {
            match heard {
                Heard::Name(name) => self.names[0] = Some(name),
                Heard::Author(author) => self.names[1] = Some(author),
                Heard::Option(option) => self.options.push(option),
                Heard::HelloOk if self.names[0].is_none() => {
                    return Ok(Found::Wrong("it did not say its name (id name …)".to_owned()));
                }
                Heard::HelloOk if self.names[1].is_none() && !self.client.lacks().author => {
                    return Ok(Found::Odd("it did not say its author (id author …)".to_owned()));
                }
                Heard::HelloOk => return Ok(Found::Good),
                _ => {}
            }
        }
        Err(format!("nothing says the end of it within {} s", self.spec.startup.as_secs_f64()))
    }

    fn set_options(&mut self) -> Checked {
        let mut wrong = Vec::new();
        let mut text = String::new();
        for option in self.options.clone() {
            let name = &option.name;
            let value = match &option.kind {
                OptionKind::Spin { start, min, max } if !(min..=max).contains(&start) => {
                    wrong.push(format!(
                        "{name} starts from {start}, which is not between {min} and {max}"
                    ));
                    continue;
                }
                OptionKind::Spin { start, .. } => start.to_string(),
                OptionKind::Check { start } => start.to_string(),
                OptionKind::Choice { start, values } if !values.contains(start) => {
                    wrong
                        .push(format!("{name} starts from '{start}', which is none of its values"));
                    continue;
                }
                OptionKind::Choice { start, .. } => start.clone(),
                // A path or a button may do anything.
                OptionKind::Text { .. } | OptionKind::Button => continue,
            };
            text += &self.client.set_option(name, &value);
        }
        for (name, value) in &self.spec.options {
            if self.client.lists_options()
                && !self.options.iter().any(|option| option.name.eq_ignore_ascii_case(name))
            {
                wrong.push(format!("there is no option '{name}', which your line sets"));
            }
            text += &self.client.set_option(name, value);
        }
        self.ask(&text);
        if self.wait_ready(self.spec.startup)?.is_none() {
            return Err("it does not answer isready after its options were set".to_owned());
        }
        if !wrong.is_empty() {
            return Ok(Found::Wrong(wrong.join("; ")));
        }
        let found = if self.options.is_empty() && self.client.lists_options() {
            Found::Odd("it has none, not even Hash or Threads".to_owned())
        } else {
            Found::Good
        };
        Ok(found)
    }

    fn is_ready(&mut self) -> Checked {
        self.ask(&self.client.new_game());
        match self.wait_ready(self.spec.startup)? {
            Some(took) if took > PROMPT => {
                Ok(Found::Odd(format!("it took {:.1} s for that", took.as_secs_f64())))
            }
            Some(_) => Ok(Found::Good),
            None => Err("no readyok".to_owned()),
        }
    }

    /// Sets a position and searches it.
    fn search(
        &mut self,
        game: &dyn AnyGame,
        start: Option<&str>,
        go: &Go,
        patience: Duration,
    ) -> Result<Answer, String> {
        self.ask(&self.client.position(start, &game.turns()));
        if self.wait_ready(self.spec.startup)?.is_none() {
            return Err("no readyok after a position".to_owned());
        }
        let asked = Instant::now();
        self.ask(&self.client.go(go));
        let mut infos = 0;
        while let Some((at, heard)) = self.hear(asked + patience)? {
            match heard {
                Heard::Info(info) => {
                    infos += 1;
                    self.check_line(game, &info.pv);
                }
                Heard::BestMove { turn, .. } => {
                    return Ok(Answer { turn, took: at.saturating_duration_since(asked), infos });
                }
                _ => {}
            }
        }
        Err(format!("no bestmove within {:.1} s", patience.as_secs_f64()))
    }

    fn check_line(&mut self, game: &dyn AnyGame, line: &[String]) {
        let mut game = game.boxed_clone();
        for turn in line {
            if let Err(error) = game.play(turn) {
                let line = line.join(", ");
                self.bad_lines_of_play.push(format!("'{turn}' of '{line}': {error}"));
                return;
            }
        }
    }

    fn game(&self, start: Option<&str>) -> Result<Box<dyn AnyGame>, String> {
        self.kind.new_game(start, Referee::default()).map_err(|error| error.to_string())
    }

    fn plays(&mut self, start: Option<&str>, turns: &[String], infos: bool) -> Checked {
        let mut game = self.game(start)?;
        for turn in turns {
            game.play(turn).map_err(|error| error.to_string())?;
        }
        let go = Go { move_time: Some(Duration::from_millis(100)), ..Go::default() };
        let answer = self.search(game.as_ref(), start, &go, Duration::from_secs(5))?;
        let Some(turn) = answer.turn else {
            return Ok(Found::Wrong("it says that there is no turn".to_owned()));
        };
        if let Err(error) = game.play(&turn) {
            return Ok(Found::Wrong(format!("bestmove '{turn}': {error}")));
        }
        if infos && answer.infos == 0 {
            return Ok(Found::Odd("it says nothing of its search (info …)".to_owned()));
        }
        Ok(Found::Good)
    }

    fn plays_on(&mut self) -> Checked {
        let mut game = self.game(None)?;
        for _ in 0..3 {
            let first = game.legal_turns().swap_remove(0);
            game.play(&first).map_err(|error| error.to_string())?;
        }
        let found = self.plays(None, &game.turns(), false)?;
        if found != Found::Good {
            return Ok(found);
        }
        for seed in 1..=3 {
            let position =
                self.kind.deal(self.kind.match_deal(), seed).map_err(|error| error.to_string())?;
            let found = self.plays(Some(&position), &[], false)?;
            if found != Found::Good {
                return Ok(found);
            }
        }
        Ok(Found::Good)
    }

    fn timed(&mut self, go: &Go, allowed: Duration) -> Checked {
        let game = self.game(None)?;
        let answer = self.search(game.as_ref(), None, go, allowed + Duration::from_secs(5))?;
        if answer.took > allowed + LAG {
            self.late = true;
            let (took, allowed) = (answer.took.as_secs_f64(), allowed.as_secs_f64());
            return Ok(Found::Wrong(format!("{took:.3} s, where {allowed:.3} s were allowed")));
        }
        Ok(Found::Good)
    }

    fn move_time(&mut self) -> Checked {
        let time = Duration::from_millis(200);
        self.timed(&Go { move_time: Some(time), ..Go::default() }, time)
    }

    fn clock(&mut self) -> Checked {
        let letters = self.game(None)?.side_letters();
        for millis in [1_000, 100] {
            let time = Duration::from_millis(millis);
            let go = Go {
                time: letters.map(|letter| (letter, time)).to_vec(),
                increment: letters.map(|letter| (letter, Duration::from_millis(10))).to_vec(),
                ..Go::default()
            };
            let found = self.timed(&go, time)?;
            if found != Found::Good {
                return Ok(found);
            }
        }
        Ok(Found::Good)
    }

    fn bounded(&mut self, go: &Go) -> Checked {
        let game = self.game(None)?;
        let answer = self.search(game.as_ref(), None, go, Duration::from_secs(10));
        match answer {
            Ok(_) => Ok(Found::Good),
            Err(reason) if reason.starts_with("no bestmove") => {
                self.ask(&self.client.stop());
                self.child.drain();
                let _ = self.wait_ready(PROMPT)?;
                Ok(Found::Wrong("it goes on for more than 10 s".to_owned()))
            }
            Err(reason) => Err(reason),
        }
    }

    /// Begins to think without bounds, and sees that no answer comes by itself.
    fn begin_infinite(&mut self) -> Result<Option<Found>, String> {
        self.ask(&self.client.position(None, &[]));
        self.wait_ready(self.spec.startup)?;
        self.ask(&self.client.go(&Go { infinite: true, ..Go::default() }));
        let until = Instant::now() + Duration::from_millis(300);
        while let Some((_, heard)) = self.hear(until)? {
            if matches!(heard, Heard::BestMove { .. }) {
                return Ok(Some(Found::Wrong("it answers before it is told to stop".to_owned())));
            }
        }
        Ok(None)
    }

    fn stop(&mut self) -> Checked {
        let asked = Instant::now();
        self.ask(&self.client.stop());
        while let Some((at, heard)) = self.hear(asked + Duration::from_secs(5))? {
            if matches!(heard, Heard::BestMove { .. }) {
                let took = at.saturating_duration_since(asked);
                if took > LAG {
                    self.late = true;
                    let text = format!("it answers {:.3} s after stop", took.as_secs_f64());
                    return Ok(Found::Wrong(text));
                }
                return Ok(Found::Good);
            }
        }
        Err("no bestmove within 5 s after stop".to_owned())
    }

    fn infinite(&mut self) -> Checked {
        match self.begin_infinite()? {
            Some(found) => Ok(found),
            None => self.stop(),
        }
    }

    fn ready_while_thinking(&mut self) -> Checked {
        if let Some(found) = self.begin_infinite()? {
            return Ok(found);
        }
        self.thinks = true;
        let ready = self.wait_ready(PROMPT)?;
        self.thinks = false;
        let stopped = self.stop()?;
        if ready.is_none() {
            return Ok(Found::Wrong("no readyok within 1 s".to_owned()));
        }
        Ok(stopped)
    }

    /// Ponders where it says that it can.
    fn ponders(&mut self) -> Checked {
        let offers = |option: &OptionInfo| option.name.eq_ignore_ascii_case("ponder");
        if !self.options.iter().any(offers) {
            return Ok(Found::Good);
        }
        let mut game = self.game(None)?;
        for _ in 0..2 {
            let turn = game.legal_turns().swap_remove(0);
            game.play(&turn).map_err(|error| error.to_string())?;
        }
        let time = Duration::from_millis(200);
        let go = Go { ponder: true, move_time: Some(time), ..Go::default() };
        self.ask(&self.client.position(None, &game.turns()));
        self.wait_ready(self.spec.startup)?;
        self.ask(&self.client.go(&go));
        let until = Instant::now() + 2 * time;
        while let Some((_, heard)) = self.hear(until)? {
            if matches!(heard, Heard::BestMove { .. }) {
                let text = "it answers before the expected turn was played";
                return Ok(Found::Wrong(text.to_owned()));
            }
        }
        let asked = Instant::now();
        self.ask(&self.client.ponder_hit());
        while let Some((at, heard)) = self.hear(asked + Duration::from_secs(5))? {
            let Heard::BestMove { turn, .. } = heard else { continue };
            let took = at.saturating_duration_since(asked);
            let turn = turn.unwrap_or_default();
            if let Err(error) = game.play(&turn) {
                return Ok(Found::Wrong(format!("bestmove '{turn}': {error}")));
            }
            if took > time + LAG {
                self.late = true;
                let text = format!("it answers {:.3} s after ponderhit", took.as_secs_f64());
                return Ok(Found::Wrong(text));
            }
            return Ok(Found::Good);
        }
        Err("no bestmove within 5 s after ponderhit".to_owned())
    }

    fn unknown(&mut self) -> Checked {
        let text = self.client.nonsense() + "\n";
        self.ask(&text);
        let bad = self.bad_lines.len();
        let ready = self.wait_ready(PROMPT)?;
        // An answer in its own words to a word that it does not know is no fault.
        self.bad_lines.truncate(bad);
        match ready {
            Some(_) => Ok(Found::Good),
            None => Err("it does not answer any more".to_owned()),
        }
    }

    fn silent(&mut self) -> Checked {
        let until = Instant::now() + Duration::from_millis(300);
        let bad = self.bad_lines.len();
        match self.hear(until)? {
            None if self.bad_lines.len() == bad => Ok(Found::Good),
            _ => Ok(Found::Wrong("it says something".to_owned())),
        }
    }

    fn whole_game(&mut self) -> Checked {
        self.ask(&self.client.new_game());
        if self.wait_ready(self.spec.startup)?.is_none() {
            return Err("no readyok after a new game was begun".to_owned());
        }
        let referee = Referee { repetition_draw: true };
        let mut game = self.kind.new_game(None, referee).map_err(|error| error.to_string())?;
        let go =
            Go { nodes: Some(200), move_time: Some(Duration::from_millis(20)), ..Go::default() };
        for ply in 1..=300 {
            if game.ending().is_some() {
                break;
            }
            let answer = self.search(game.as_ref(), None, &go, Duration::from_secs(5))?;
            let turn = answer.turn.unwrap_or_default();
            if let Err(error) = game.play(&turn) {
                return Ok(Found::Wrong(format!("turn {ply} is '{turn}': {error}")));
            }
        }
        Ok(Found::Good)
    }
}
