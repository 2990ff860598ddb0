//! An external program at the board.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::Limits;
use protocol::{Client, Go, OptionInfo, ParsedInfo, ParsedLine};

use super::child::{Child, Line};
use super::{Environment, Fault, FaultKind, NoReply, POLL, Player, Question, Reply};
use crate::spec::{ProgramSpec, Restart};

/// How long a program may go on after `quit`, and how late its turn may come after `stop`.
const GRACE: Duration = Duration::from_secs(1);

/// The option that announces pondering to an engine.
const PONDER: &str = "Ponder";

/// When a line arrived, and what it means; or words for a line that cannot be read.
type ParsedAt = (Instant, Result<ParsedLine, String>);

/// A program's description of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// Its name, and version.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// Its options.
    pub options: Vec<OptionInfo>,
}

/// A program at the board. It is started when it first plays, and again after a fault.
pub struct Program {
    spec: ProgramSpec,
    environment: Environment,
    client: Box<dyn Client>,
    child: Option<Child>,
    identity: Identity,
    /// Lines that arrived joined to something before them.
    pending: VecDeque<ParsedAt>,
    /// The start and the turns of the position on which it thinks in the other side's time.
    pondering: Option<(String, Vec<String>)>,
    /// Odd things that are no fault, for the record of the game; each is reported once.
    remarks: Vec<String>,
}

impl Program {
    /// This program, spoken to through `client`, not started yet.
    pub fn new(spec: ProgramSpec, client: Box<dyn Client>, environment: &Environment) -> Self {
        let environment = environment.clone();
        Self {
            spec,
            environment,
            client,
            child: None,
            identity: Identity::default(),
            pending: VecDeque::new(),
            pondering: None,
            remarks: Vec::new(),
        }
    }

    /// Its description of itself when it was started.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    fn remark(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !self.remarks.contains(&text) && self.remarks.len() < 20 {
            self.remarks.push(text);
        }
    }

    fn start(&mut self) -> Result<(), Fault> {
        let command = self.spec.command.display().to_string();
        let child = Child::start(&self.spec, &self.environment, GRACE);
        self.child = Some(child.map_err(|error| {
            Fault::new(FaultKind::NoStart, format!("{command} cannot be started: {error}"))
        })?);
        self.identity = Identity::default();
        self.pending.clear();
        self.pondering = None;
        self.say(&self.client.hello());
        let until = Instant::now() + self.spec.startup;
        let late = (FaultKind::SlowStart, "did not say who it is");
        self.wait_for(until, late, FaultKind::CrashAtStart, &ParsedLine::HelloOk)?;
        let mut settings = String::new();
        if self.spec.ponder && self.identity.options.iter().any(|option| option.name == PONDER) {
            settings += &self.client.set_option(PONDER, "true");
        }
        for (name, value) in &self.spec.options {
            let known = |option: &OptionInfo| option.name.eq_ignore_ascii_case(name);
            if self.client.lists_options() && !self.identity.options.iter().any(known) {
                let names: Vec<&str> =
                    self.identity.options.iter().map(|option| option.name.as_str()).collect();
                let text = format!("it has no option '{name}'; it has {}", names.join(", "));
                return Err(Fault::new(FaultKind::NoStart, text));
            }
            settings += &self.client.set_option(name, value);
        }
        self.say(&settings);
        self.ready(FaultKind::NotReady, FaultKind::CrashAtStart)
    }

    fn say(&mut self, text: &str) {
        if let Some(child) = &mut self.child {
            child.say(text);
        }
    }

    /// Asks whether it is ready, and so reads all its output until then.
    fn ready(&mut self, late: FaultKind, at_end: FaultKind) -> Result<(), Fault> {
        self.say(&self.client.is_ready());
        let until = Instant::now() + self.spec.startup;
        self.wait_for(until, (late, "did not say readyok"), at_end, &ParsedLine::ReadyOk)
    }

    /// Waits for an answer that is no turn; what comes before it is remembered or passed over.
    fn wait_for(
        &mut self,
        until: Instant,
        (late, words): (FaultKind, &str),
        at_end: FaultKind,
        wanted: &ParsedLine,
    ) -> Result<(), Fault> {
        if let Some(child) = &mut self.child {
            child.ask();
        }
        let began = Instant::now();
        loop {
            match self.receive(until, at_end)? {
                None => {
                    let seconds = until.saturating_duration_since(began).as_secs_f64();
                    let text = format!("it {words} within {seconds:.1} s");
                    return Err(Fault::new(late, text));
                }
                Some((_, Ok(parsed))) if parsed == *wanted => return Ok(()),
                Some((_, Ok(parsed))) => self.passing(parsed),
                Some((_, Err(text))) => self.remark(text),
            }
        }
    }

    /// A line that is no answer to the request.
    fn passing(&mut self, parsed: ParsedLine) {
        match parsed {
            ParsedLine::Name(name) => self.identity.name = name,
            ParsedLine::Author(author) => self.identity.author = author,
            ParsedLine::Option(option) => self.identity.options.push(option),
            ParsedLine::BestMove { .. } => {
                self.remark("it gave a turn when it was not asked for one");
            }
            _ => {}
        }
    }

    /// The next line and what it means, or None at `until`; a line that cannot be read comes as
    /// words for it.
    fn receive(&mut self, until: Instant, at_end: FaultKind) -> Result<Option<ParsedAt>, Fault> {
        if let Some(parsed) = self.pending.pop_front() {
            return Ok(Some(parsed));
        }
        let Some(child) = &mut self.child else {
            return Err(Fault::new(at_end, "it does not run"));
        };
        match child.line(until) {
            Line::Nothing => Ok(None),
            Line::Text { at, text, utf8 } => {
                let parsed = match self.client.parse_line(&text) {
                    Ok(ParsedLine::BestMove { .. }) if !utf8 => {
                        Err("its turn is no UTF-8".to_owned())
                    }
                    Ok(ParsedLine::Several(parsed)) => {
                        self.pending.extend(parsed.into_iter().map(|parsed| (at, Ok(parsed))));
                        Ok(ParsedLine::Nothing)
                    }
                    Ok(parsed) => {
                        if !utf8 {
                            self.remark("it said lines that are no UTF-8");
                        }
                        Ok(parsed)
                    }
                    Err(error) => Err(format!("'{}': {error}", shorten(&text))),
                };
                Ok(Some((at, parsed)))
            }
            Line::End => {
                let exit_report = child.exit_report();
                // The guard's word for a program that is not to be found.
                let missing =
                    exit_report.contains("exit code 127") && at_end == FaultKind::CrashAtStart;
                let kind = if missing { FaultKind::NoStart } else { at_end };
                Err(Fault::new(kind, exit_report))
            }
            Line::Flood => Err(Fault::new(FaultKind::Flood, "it flooded its output")),
            Line::Endless(bytes) => {
                let text = format!("it said a line of more than {bytes} bytes without an end");
                Err(Fault::new(FaultKind::EndlessLine, text))
            }
        }
    }

    /// The turn and the reply that it expects, or why there is none.
    fn turn(
        &mut self,
        question: &Question<'_>,
        asked: Instant,
    ) -> Result<(Reply, Option<String>), NoReply> {
        let wait_budget = question.allowed.unwrap_or(self.spec.hang);
        let mut stop_said = false;
        let mut last = ParsedInfo::default();
        loop {
            if question.stop.load(Ordering::Relaxed) {
                return Err(NoReply::Stopped);
            }
            let end = asked + wait_budget + if stop_said { GRACE } else { Duration::ZERO };
            let until = end.min(Instant::now() + POLL);
            match self.receive(until, FaultKind::Crash)? {
                None if Instant::now() < end => {}
                None if !stop_said => {
                    self.say(&self.client.stop());
                    stop_said = true;
                }
                None => {
                    let (wait_budget, grace) = (wait_budget.as_secs_f64(), GRACE.as_secs_f64());
                    let text = format!(
                        "no turn after {wait_budget:.3} s, and none {grace:.0} s after stop"
                    );
                    return Err(Fault::new(FaultKind::Hang, text).into());
                }
                Some((arrived, Ok(ParsedLine::BestMove { turn: Some(turn), ponder }))) => {
                    if stop_said && question.allowed.is_none() {
                        let seconds = wait_budget.as_secs_f64();
                        let text =
                            format!("no turn within {seconds:.0} s, until it was told to stop");
                        return Err(Fault::new(FaultKind::Hang, text).into());
                    }
                    let score = last.score.map(|(score, _)| score);
                    let times = [asked, arrived];
                    let (depth, nodes) = (last.depth, last.nodes);
                    return Ok((Reply { turn, times, depth, score, nodes }, ponder));
                }
                Some((_, Ok(ParsedLine::BestMove { turn: None, .. }))) => {
                    return Err(Fault::new(FaultKind::NoTurn, "no turn").into());
                }
                Some((_, Ok(ParsedLine::Info(info)))) if info.multi_pv.is_none_or(|n| n <= 1) => {
                    last.depth = info.depth.or(last.depth);
                    last.score = info.score.or(last.score);
                    last.nodes = info.nodes.or(last.nodes);
                }
                Some((_, Ok(ParsedLine::Remark(text)))) if text.starts_with("error") => {
                    self.remark(format!("it said: {}", shorten(&text)));
                }
                Some((_, Ok(_))) => {}
                Some((_, Err(text)))
                    if text.contains("bestmove") || text.starts_with("its turn") =>
                {
                    return Err(Fault::new(FaultKind::UnreadableTurn, text).into());
                }
                Some((_, Err(text))) => self.remark(format!("a line cannot be read: {text}")),
            }
        }
    }

    /// Has it think on the reply that it expects, while the other side does.
    fn ponder(&mut self, question: &Question<'_>, reply: &Reply, expected: &str) {
        let mut game = question.game.boxed_clone();
        let mover = usize::from(game.side() == game.side_letters()[1]);
        if game.play(&reply.turn).is_err() || game.ending().is_some() {
            return;
        }
        if let Err(error) = game.play(expected) {
            self.remark(format!("the reply that it expects, '{}': {error}", shorten(expected)));
            return;
        }
        if game.ending().is_some() {
            return;
        }
        // By the clock as it stands when the turn just made has been taken from it.
        let mut limits = question.limits.clone();
        if let Some(clock) = &mut limits.clock {
            let left = clock.remaining[mover].saturating_sub(reply.took());
            clock.remaining[mover] = left + clock.increment[mover];
        }
        let turns = game.turns();
        self.say(&self.client.position(Some(question.start), &turns));
        self.say(&self.client.go(&Go { ponder: true, ..go(&limits) }));
        self.pondering = Some((question.start.to_owned(), turns));
    }

    /// Ends what it thinks of a reply that did not come, and passes over what it says of that.
    fn stop_pondering(&mut self) -> Result<(), Fault> {
        self.say(&self.client.stop());
        let until = Instant::now() + GRACE;
        loop {
            match self.receive(until, FaultKind::Crash)? {
                Some((_, Ok(ParsedLine::BestMove { .. }))) => return Ok(()),
                Some((_, Ok(_))) => {}
                Some((_, Err(text))) if text.contains("bestmove") => return Ok(()),
                Some((_, Err(text))) => self.remark(format!("a line cannot be read: {text}")),
                None => {
                    let grace = GRACE.as_secs_f64();
                    let text = format!("it pondered, and gave no turn {grace:.0} s after stop");
                    return Err(Fault::new(FaultKind::Hang, text));
                }
            }
        }
    }

    fn drop_child(&mut self) {
        self.pondering = None;
        self.pending.clear();
        if let Some(mut child) = self.child.take() {
            child.kill();
        }
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(60).flat_map(char::escape_debug).collect()
}

/// The bounds of a turn as the protocol says them.
fn go(limits: &Limits) -> Go {
    Go {
        depth: limits.depth,
        nodes: limits.nodes,
        move_time: limits.move_time,
        time: limits.clock.map_or([None; 2], |clock| clock.remaining.map(Some)),
        increment: limits.clock.map_or([None; 2], |clock| clock.increment.map(Some)),
        moves_to_go: limits.clock.and_then(|clock| clock.moves_to_go),
        ..Go::default()
    }
}

impl Player for Program {
    fn begin(&mut self) -> Result<(), Fault> {
        if let Some(child) = &mut self.child {
            if child.drain() > 0 {
                self.remark("it went on talking after a game");
            }
        }
        if self.spec.restart == Restart::Always {
            if let Some(child) = self.child.take() {
                let odd = child.quit(&self.client.quit());
                odd.into_iter().for_each(|text| self.remark(text));
            }
        }
        if self.child.as_mut().is_none_or(|child| !child.runs()) {
            self.child = None;
            self.start()?;
        }
        self.say(&self.client.new_game());
        self.ready(FaultKind::NotReady, FaultKind::CrashAtStart)
    }

    fn think(&mut self, question: &Question<'_>) -> Result<Reply, NoReply> {
        let pondered = self.pondering.take();
        let hit = pondered
            .as_ref()
            .is_some_and(|(start, turns)| start == question.start && turns[..] == *question.turns);
        if pondered.is_some() && !hit {
            self.stop_pondering()?;
        }
        let order = if hit {
            self.client.ponder_hit()
        } else {
            self.say(&self.client.prepare(question.start, &self.identity.options));
            // A late answer to the last question is not to be taken for an answer to this one.
            self.say(&self.client.position(Some(question.start), question.turns));
            self.ready(FaultKind::Hang, FaultKind::Crash)?;
            self.client.go(&go(question.limits))
        };
        if let Some(child) = &mut self.child {
            child.ask();
        }
        // Before it is said: the answer may be read before this thread runs again.
        let asked = Instant::now();
        self.say(&order);
        let (reply, expected) = self.turn(question, asked)?;
        if let Some(expected) = expected.filter(|_| self.spec.ponder) {
            self.ponder(question, &reply, &expected);
        }
        Ok(reply)
    }

    fn end(&mut self, at_fault: bool) -> Vec<String> {
        // Of one that fails nobody knows what state it is in.
        let pondered = self.pondering.take().is_some();
        if at_fault {
            self.drop_child();
        } else if pondered && let Err(fault) = self.stop_pondering() {
            self.remark(fault.text);
            self.drop_child();
        }
        std::mem::take(&mut self.remarks)
    }

    fn leave(&mut self) -> Vec<String> {
        let farewell = self.client.quit();
        let mut odd = std::mem::take(&mut self.remarks);
        odd.extend(self.child.take().map_or_else(Vec::new, |child| child.quit(&farewell)));
        odd
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.leave();
    }
}
