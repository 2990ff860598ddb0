//! Checking what an engine makes of its protocol, point by point, for its author.

mod steps;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::GameKind;
use protocol::{Client, Go, OptionInfo, ParsedLine};

use crate::player::POLL;
use crate::player::child::{Child, Line};
use crate::words::counted;
use crate::{Environment, ProgramSpec};

/// How long an answer that needs no thought may take.
const PROMPT: Duration = Duration::from_secs(1);
/// How much later than asked a turn may come.
const LAG: Duration = Duration::from_millis(100);

/// The result of a check.
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
    /// The requirement on the engine.
    pub what: &'static str,
    /// The result of the check.
    pub found: Found,
}

/// Progress while an engine is checked.
pub enum Progress<'a> {
    /// A point is looked at: what, its number from 1, and how many there are.
    Begins(&'static str, usize, usize),
    /// The result of a check.
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
    /// Lines that arrived joined to something before them.
    pending: VecDeque<(Instant, ParsedLine)>,
    /// Lines that could not be read, or were not asked for.
    bad_lines: Vec<String>,
    /// Lines of a search whose turns are not legal.
    bad_lines_of_play: Vec<String>,
    options: Vec<OptionInfo>,
    names: [Option<String>; 2],
    /// A bestmove may come while it is asked for something else.
    thinks: bool,
    /// An answer of this point came late.
    late: bool,
}

/// A search's answer.
struct Answer {
    turn: Option<String>,
    took: Duration,
    infos: usize,
}

type Checked = Result<Found, String>;
/// A requirement, and the function that checks it.
type Step<'s> = (&'static str, fn(&mut Checker<'s>) -> Checked);

/// Checks an engine, and reports each point at once. After a crash or where it stops responding the engine is started
/// anew for the points that are left; it ends early where that is of no use, and when `stop` is set.
///
/// # Errors
/// If the program cannot be started at all.
pub fn check(
    spec: &ProgramSpec,
    kind: &'static dyn GameKind,
    environment: &Environment,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Progress<'_>),
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
    let lacks = checker.client.unsupported();
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
    let take = |what, found, points: &mut Vec<Point>, report: &mut dyn FnMut(Progress<'_>)| {
        let point = Point { what, found };
        report(Progress::Found(&point));
        points.push(point);
    };
    for (number, (what, step)) in steps {
        report(Progress::Begins(what, points.len() + 1, all));
        let (found, alive) = checker.look(step);
        if stop.load(Ordering::Relaxed) {
            return Ok(points);
        }
        take(what, found, &mut points, report);
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
        take(what, found, &mut points, report);
    }
    let odd = checker.child.quit(&checker.client.quit());
    let found = if odd.is_empty() { Found::Good } else { Found::Wrong(odd.join("; ")) };
    take("ends at quit, and leaves nothing behind", found, &mut points, report);
    Ok(points)
}

fn start(spec: &ProgramSpec, environment: &Environment) -> Result<Child, String> {
    Child::start(spec, environment, PROMPT)
        .map_err(|error| format!("{} cannot be started: {error}", spec.command.display()))
}

impl<'s> Checker<'s> {
    /// Checks a point: the result, and whether the engine can go on. Where an answer comes late it is looked at
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
    fn receive(&mut self, until: Instant) -> Result<Option<(Instant, ParsedLine)>, String> {
        loop {
            if let Some(parsed) = self.pending.pop_front() {
                return Ok(Some(parsed));
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(STOPPED.to_owned());
            }
            let soon = Instant::now() + POLL;
            match self.child.line(until.min(soon)) {
                Line::Nothing if soon < until => {}
                Line::Nothing => return Ok(None),
                Line::End => return Err(self.child.exit_report()),
                Line::Flood => return Err("it floods its output".to_owned()),
                Line::Endless(bytes) => {
                    return Err(format!("a line of more than {bytes} bytes has no end"));
                }
                Line::Text { at, text, utf8 } => {
                    if !utf8 {
                        self.bad_lines.push(format!("'{text}' is no UTF-8"));
                    }
                    match self.client.parse_line(&text) {
                        Ok(ParsedLine::Unknown(_)) => self.bad_lines.push(format!("'{text}'")),
                        Ok(ParsedLine::Several(parsed)) => {
                            self.pending.extend(parsed.into_iter().map(|parsed| (at, parsed)));
                        }
                        Ok(parsed) => return Ok(Some((at, parsed))),
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

    fn wait_ready(&mut self, wait_budget: Duration) -> Result<Option<Duration>, String> {
        let asked = Instant::now();
        self.ask(&self.client.is_ready());
        while let Some((at, parsed)) = self.receive(asked + wait_budget)? {
            match parsed {
                ParsedLine::ReadyOk => return Ok(Some(at.saturating_duration_since(asked))),
                ParsedLine::BestMove { .. } if !self.thinks => {
                    self.bad_lines.push("a bestmove that nobody asked for".to_owned());
                }
                _ => {}
            }
        }
        Ok(None)
    }
}
